//! Sums of games against playing them out, and their texts.

use std::collections::HashMap;

use oracle::Random;
use wythoff::exact::UBig;
use wythoff::game::sum::MOST_SUMMANDS;
use wythoff::play::{IllegalSumMove, Seat, SumMatch};
use wythoff::{Game, Outcome, Position, Sum, SumError, Summand};

use crate::common;

fn sum(text: &str) -> Sum {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(text: &str) -> SumError {
    match text.parse::<Sum>() {
        Ok(sum) => panic!("{text:?} was read as {sum}"),
        Err(error) => error,
    }
}

/// Whether the player to move wins, by trying every move in every game.
fn next_wins(
    games: &[&oracle::Rules],
    at: &[oracle::Position],
    known: &mut HashMap<Vec<oracle::Position>, bool>,
) -> bool {
    if let Some(wins) = known.get(at) {
        return *wins;
    }
    let wins = moves(games, at).iter().any(|(_, next)| !next_wins(games, next, known));
    known.insert(at.to_vec(), wins);
    wins
}

/// Every move, as the game's number from 1 on, and what it leads to.
fn moves(games: &[&oracle::Rules], at: &[oracle::Position]) -> Vec<(usize, Vec<oracle::Position>)> {
    let mut all = Vec::new();
    for (index, rules) in games.iter().enumerate() {
        for (to, _) in rules.options(at[index]) {
            let mut next = at.to_vec();
            next[index] = to;
            all.push((index + 1, next));
        }
    }
    all
}

/// Two or three small games, of families and of no family: outcome and winning moves are those of play.
#[test]
fn sums_are_won_as_play_wins_them() {
    let plain = |(_, literal): &(Game, oracle::Game)| literal.nim_values(1, 1).is_some();
    let games: Vec<(Game, oracle::Game)> = common::every_game(2)
        .into_iter()
        .map(|game| (game.clone(), common::oracle_of(&game)))
        .chain(common::translated_games())
        .filter(plain)
        .collect();
    let mut random = Random::new(18);
    let mut outcomes = [0, 0];
    for round in 0..400 {
        let count = 2 + round % 2;
        let (mut summands, mut literal, mut at) = (Vec::new(), Vec::new(), Vec::new());
        while summands.len() < count {
            let (game, same) = random.pick(&games);
            let (x, y) = (random.number(0, 4), random.number(0, 4));
            let rules = same.rules().unwrap();
            if rules.exists((x, y)) {
                summands.push(Summand { game: game.clone(), position: Position::new(x as u64, y as u64).to_exact() });
                literal.push(rules);
                at.push((x, y));
            }
        }
        let sum = Sum::new(summands).unwrap();
        assert_eq!(sum.to_string().parse(), Ok(sum.clone()), "the text");
        let answer = sum.solve(wythoff::UNWATCHED).unwrap();
        let mut known = HashMap::new();
        let wins = next_wins(&literal, &at, &mut known);
        outcomes[usize::from(wins)] += 1;
        assert_eq!(answer.outcome, Outcome::p_if(!wins), "{sum}");
        let winning = moves(&literal, &at).into_iter().filter(|(_, next)| !next_wins(&literal, next, &mut known));
        let expected: Vec<(usize, oracle::Position)> =
            winning.map(|(number, next)| (number, next[number - 1])).collect();
        let found =
            answer.winning_moves.iter().map(|found| (found.summand, Position::from_exact(found.to.clone()).unwrap()));
        let found: Vec<(usize, oracle::Position)> = found.map(|(number, to)| (number, common::literal(to))).collect();
        assert_eq!(found, expected, "{sum}");
    }
    assert!(outcomes.iter().all(|count| *count > 20), "{outcomes:?}");
}

/// The opponent wins what is won, against chance, and resists to a legal end otherwise.
#[test]
fn the_opponent_wins_sums() {
    let mut random = Random::new(7);
    for text in
        ["wythoff 3,5 + nim 2,6 + gdwn:p=1,q=2 4,4", "nim 1,2 + nim 2,3 + nim 3,1", "custom: leap(1,2) 5,5 + nim 0,1"]
    {
        for human in [Seat::First, Seat::Second] {
            let mut play = SumMatch::new(sum(text));
            let first = play.advise(wythoff::UNWATCHED).unwrap().unwrap();
            let computer_wins = first.wins == (human == Seat::Second);
            while play.winner().is_none() {
                let advice = play.advise(wythoff::UNWATCHED).unwrap().unwrap();
                if play.mover() == human {
                    // The human wins only where the computer has lost already.
                    assert!(!(computer_wins && advice.wins), "{}", play.sum());
                    let (index, to) = any_move(play.sum(), &mut random);
                    play.act(index + 1, &to).unwrap();
                } else {
                    assert!(!computer_wins || advice.wins, "{}", play.sum());
                    play.act(advice.summand, &advice.to).unwrap();
                }
            }
            assert!(!computer_wins || play.winner() == Some(human.other()), "{text}");
        }
    }
}

fn any_move(sum: &Sum, random: &mut Random) -> (usize, Position<UBig>) {
    let all: Vec<(usize, Position<UBig>)> = sum
        .summands()
        .iter()
        .enumerate()
        .flat_map(|(index, summand)| {
            let near = Position::from_exact(summand.position.clone()).unwrap();
            summand.game.rules().unwrap().options(near).into_iter().map(move |to| (index, to.to_exact()))
        })
        .collect();
    random.pick(&all).clone()
}

#[test]
fn nim_heaps_of_any_size_are_summed() {
    let huge = UBig::from(10_u8).pow(1000);
    let text = format!("nim 0,{huge} + nim 0,{} + wythoff 1,1", &huge + 1_u8);
    let answer = sum(&text).solve(wythoff::UNWATCHED).unwrap();
    // 10^1000 is even: the heaps' exclusive or is 1, that of (1,1) is 2.
    assert_eq!(answer.nim_value, UBig::from(3_u8));
    assert!(answer.winning_moves.iter().all(|winning| sum(&text).after(winning.summand - 1, &winning.to).is_some()));
    for winning in &answer.winning_moves {
        let after = sum(&text).after(winning.summand - 1, &winning.to).unwrap();
        assert_eq!(after.solve(wythoff::UNWATCHED).unwrap().outcome, Outcome::P);
    }
    assert_eq!(answer.winning_moves.len(), 2);
    let play = SumMatch::new(sum(&format!("nim {huge},0")));
    assert_eq!(play.shortest_move(), Some((1, Position::new(huge - 1_u8, UBig::ZERO))));
    let far = sum("wythoff 99999999999999999999,100").solve(wythoff::UNWATCHED).unwrap_err();
    assert!(far.to_string().starts_with("summand 1, wythoff:m=1: nim-values are found below 2^31"), "{far}");
}

/// A short heap beside one of any length: by the period of its column, also on the board turned over.
#[test]
fn short_heaps_stand_beside_heaps_of_any_size() {
    let huge = UBig::from(10_u8).pow(500) + 7_u8;
    for game in ["wythoff", "gdwn:p=1,q=2", "custom: rook + only-x leap(1,2)", "custom: rook + bishop + leap(1,2)"] {
        for text in [format!("{game} 9,{huge} + nim 0,{huge}"), format!("{game} {huge},6 + nim 0,{huge}")] {
            let sum = sum(&text);
            let answer = sum.solve(wythoff::UNWATCHED).unwrap();
            let is_p = |winning: &wythoff::strategy::SumMove| {
                let after = sum.after(winning.summand - 1, &winning.to).unwrap();
                after.solve(wythoff::UNWATCHED).unwrap().outcome.is_p()
            };
            assert!(answer.outcome.is_p() != answer.winning_moves.iter().any(is_p), "{text}");
            assert!(answer.winning_moves.iter().all(is_p), "{text}");
        }
    }
}

/// Whether there is a move, and a short one: near the corner as the rules have it, and the same beside a hole or with
/// long moves at heaps of any size.
#[test]
fn a_move_is_found_where_there_is_one() {
    let games = [
        "custom: only-y rook",
        "custom: only-x bishop(2)",
        "custom: only-x leap(0,3; 1,4)",
        "custom: ray(2,3)",
        "custom: only-y ray(1,4)",
        "custom: rook(from 5)",
        "custom: only-x rook(from 3, mod 5: 1,2)",
        "custom: bishop | hole 3,2",
        "custom: rook(mod 4: 3) + only-y leap(2,2; 1,2) | hole 2,5",
        "2x3WN_1",
    ];
    for text in games {
        let game: Game = text.parse().unwrap();
        let rules = game.rules().unwrap();
        for at in (0..12).flat_map(|x| (0..12).map(move |y| Position::new(x, y))).filter(|at| rules.exists(at)) {
            let reach = |to: &Position| (at.x - to.x).max(at.y - to.y);
            let shortest = rules.options(at).iter().map(reach).min();
            let play = SumMatch::new(Sum::new(vec![Summand { game: game.clone(), position: at.to_exact() }]).unwrap());
            let found = play.shortest_move().map(|(_, to)| reach(&Position::from_exact(to).unwrap()));
            assert_eq!(found, shortest, "{text} at {at}");
            assert_eq!(play.winner(), shortest.is_none().then_some(Seat::Second), "{text} at {at}");
        }
    }
    let most = u64::MAX;
    for (text, to) in [
        ("custom: only-y rook 3,10^30", "3,10^30-1"),
        ("custom: only-x leap(1,2) 10^30,3", "10^30-2,2"),
        // 2^64 − 1 = 4000000000·4611686018 + 1709551615.
        (&format!("custom: only-y rook(from {most}, mod 4000000000: 7) 3,10^30"), "3,10^30-(2^64-1+2290448392)"),
        (&format!("custom: rook + bishop | hole {most},9 2^64,3"), "2^64-1,3"),
        ("nim 0,0 + custom: only-x ray(1,3) 10^30,1", "10^30-3,0"),
    ] {
        let play = SumMatch::new(sum(text));
        let (number, found) = play.shortest_move().expect(text);
        assert!(play.winner().is_none(), "{text}");
        assert!(play.sum().after(number - 1, &found).is_some(), "{text}: {found}");
        assert_eq!(found, to.parse().unwrap(), "{text}");
    }
    for text in ["custom: only-y rook 10^30,0", "custom: only-x ray(1,3) 2,10^30", "custom: bishop | hole 2,2 10^30,0"]
    {
        assert_eq!(SumMatch::new(sum(text)).winner(), Some(Seat::Second), "{text}");
    }
    // The opponent wins with it.
    let mut play = SumMatch::new(sum("custom: only-y rook 3,10^30"));
    let advice = play.advise(wythoff::UNWATCHED).unwrap().unwrap();
    assert_eq!((advice.wins, advice.to.clone()), (true, Position::new(3, 0).to_exact()));
    play.act(1, &advice.to).unwrap();
    assert_eq!(play.winner(), Some(Seat::First));
}

#[test]
fn a_single_game_is_told_as_one() {
    let why = |text: &str| sum(text).solve(wythoff::UNWATCHED).unwrap().why;
    assert_eq!(why("wythoff 1,2"), "The nim-value is 0, and every move changes it: the sum is P.");
    assert_eq!(why("nim 0,5"), "The nim-value is 5, which a move can make 0: the sum is N.");
}

#[test]
fn texts_are_split_at_positions() {
    for (text, games) in [
        ("nim 1,2", 1),
        ("  nim 1 , 2+wythoff:m=2 0,0 ", 2),
        ("custom: rook + bishop 3,4 + nim 0,7", 2),
        ("custom: rook(mod 3: 0,1) + leap(1,2; 0,3) | hole 2,4 3,5 + W^1 2,2", 2),
        ("2WN 3,5 + 2x3WN_1 9,9 + (1,2)-GDWN 4,4", 3),
        ("nim 10^40,floor(phi*10^40+1) + wythoff (1,2) + custom: rook + bishop 2^70,3", 3),
    ] {
        let read = sum(text);
        assert_eq!(read.summands().len(), games, "{text}");
        assert_eq!(read.to_string().parse(), Ok(read), "{text}");
    }
    let far = sum("nim 10^40,(3-1)*10^2+nim 1,2");
    assert_eq!(far.summands()[0].position, format!("1{},200", "0".repeat(40)).parse().expect("a position"));
    assert!(refused("nim 10^,2").to_string().contains("summand 1"), "{}", refused("nim 10^,2"));
    assert!(
        Sum::is_like("nim 1,2") && !Sum::is_like("nim") && !Sum::is_like("custom: ray(1,2)") && !Sum::is_like("1,2")
    );
}

#[test]
fn what_is_no_sum_is_refused_with_the_reason() {
    assert_eq!(refused(""), SumError::Missing { number: 1 });
    assert_eq!(refused("nim 1,2 +"), SumError::Missing { number: 2 });
    assert_eq!(refused("nim 1,2 + nim"), SumError::NoPosition { number: 2, text: "nim".to_owned() });
    assert!(matches!(refused("nin 1,2"), SumError::Game { number: 1, .. }));
    assert!(matches!(refused("nim 1,2 + custom: rook + king 1,1"), SumError::Game { number: 2, .. }));
    for (text, sign) in
        [("wythoff 3,5 - nim 0,7", '-'), ("nim 1,2 + nim 3,3 ⊕ nim 2,2", '⊕'), ("nim 1,2; nim 3,3", ';')]
    {
        assert!(matches!(refused(text), SumError::NotJoined { sign: found, .. } if found == sign), "{}", refused(text));
        assert!(refused(text).to_string().contains("joined by `+`"));
    }
    let texts = [
        ("nim 1,1 + W^2 1,2", "blocks"),
        ("comply:k=2 1,2", "proposes"),
        ("imitation 1,2", "history"),
        ("choice:m=1,p=2 1,2", "second player"),
        ("wythoff | misere 1,2", "misère"),
    ];
    for (text, reason) in texts {
        assert!(refused(text).to_string().contains(reason), "{}", refused(text));
    }
    assert!(matches!(refused("2x3WN_1 0,0"), SumError::RemovedCell { number: 1, .. }));
    let many = vec!["nim 1,1"; MOST_SUMMANDS + 1].join(" + ");
    assert_eq!(refused(&many), SumError::TooMany { count: MOST_SUMMANDS + 1 });
    let mut play = SumMatch::new(sum("nim 1,2"));
    let to = Position::new(2, 2).to_exact();
    assert_eq!(play.act(0, &to), Err(IllegalSumMove::NoSummand { number: 0, count: 1 }));
    assert!(matches!(play.act(1, &to), Err(IllegalSumMove::NotAMove { number: 1, .. })));
    assert_eq!((play.history().len(), play.mover()), (0, Seat::First));
}
