//! What several test programs share.
#![allow(dead_code)]

use wythoff::Game;
use wythoff::game::families::{FAMILIES, Limit};

/// Every game of every family with parameters up to `most` (those that may be 0 from 0 on), with every l.
pub(crate) fn every_game(most: u32) -> Vec<Game> {
    let mut games = Vec::new();
    for family in FAMILIES {
        let mut values: Vec<Vec<u32>> = vec![vec![]];
        for parameter in family.parameters {
            values = values
                .into_iter()
                .flat_map(|before| (parameter.min..=most).map(move |value| [before.clone(), vec![value]].concat()))
                .collect();
        }
        for values in values {
            match family.game(values) {
                Ok(game) => games.push(game),
                // l beyond p is not a game; nothing else may be refused.
                Err(parameter) => assert!(parameter.limit != Limit::Unlimited, "{} of {}", parameter.name, family.name),
            }
        }
    }
    games
}

/// Games that no family has: what the model can say and the papers do not.
pub(crate) fn custom_games() -> Vec<Game> {
    [
        "custom: rook",
        "custom: bishop",
        "custom: bishop(3)",
        "custom: ray(1,2)",
        "custom: rook + bishop(2) | block 3 on bishop",
        "custom: rook(mod 3: 0,1) + bishop",
        "custom: rook + bishop + ray(1,2) | comply 2",
        "custom: rook + bishop(4) | block 2 on bishop(2)",
        "custom: rook + bishop(4) | comply 3 on bishop(2)",
        "custom: rook + bishop(5) | block 2 on ray(1,2)",
        "custom: rook(from 3) + bishop(2)",
        "custom: rook(from 2, mod 5: 1,3-4) + bishop",
        "custom: rook(mod 2: 1) + rook(mod 3: 0) + bishop(2)",
        "custom: rook(mod 4: 0,2,3) | block 2 on rook(from 3)",
        "custom: rook + ray(2,2) + ray(3,3)",
        "custom: rook + ray(2,4) + ray(3,6) + ray(1,3)",
        "custom: rook + bishop(3) + ray(1,2) + ray(2,3) | block 2 on ray(1,2) + rook(from 2)",
        "custom: rook + bishop + ray(1,2) | block 1 on ray(2,4)",
        "custom: rook + bishop(6) | hole 5,2 | block 2",
        "custom: rook + bishop | hole 3,3 | comply 2 on rook",
        "custom: rook + bishop(100)",
        "custom: rook + bishop | block 4000000000",
        "custom: rook + bishop(2) | block 4000000000 on bishop",
        "custom: rook(from 1000) + bishop",
        "custom: rook(mod 1000: 0-499) + bishop(2)",
        "custom: rook + ray(1000,1) + bishop",
        "custom: rook + bishop | comply 1",
        "custom: rook(mod 2: 1) + bishop | block 2 on bishop(2)",
    ]
    .into_iter()
    .map(|text| text.parse().unwrap_or_else(|error| panic!("{error}")))
    .collect()
}
