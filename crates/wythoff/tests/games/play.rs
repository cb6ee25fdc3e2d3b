//! The referee and the perfect opponent, against each other and against everything that can be played.

use std::collections::{HashMap, HashSet};

use wythoff::game::history::State;
use wythoff::play::{Action, Match, Opponent, Phase, Seat};
use wythoff::{Ending, Game, Outcome, Position, Rules};

use crate::common;

/// Every subset of `all`, the empty one included.
fn subsets(all: &[Position]) -> Vec<Vec<Position>> {
    all.iter().fold(vec![vec![]], |sets, &one| {
        let with = sets.iter().map(|set| [set.clone(), vec![one]].concat()).collect::<Vec<_>>();
        [sets, with].concat()
    })
}

/// Everything that may be done now, by trying: the referee refuses the rest.
fn legal_actions(play: &Match) -> Vec<Match> {
    let actions: Vec<Action> = match play.phase() {
        Phase::Choose => (0..8).map(Action::Choose).collect(),
        Phase::Block => subsets(&play.blockable()).into_iter().map(Action::Block).collect(),
        Phase::Propose => {
            let options = play.rules().unwrap().options(play.position());
            subsets(&options).into_iter().map(Action::Propose).collect()
        }
        Phase::Move => play.legal_moves().into_iter().map(Action::Move).collect(),
        Phase::Over(_) => vec![],
    };
    let tried = actions.into_iter().filter_map(|action| {
        let mut next = play.clone();
        next.act(action).ok().map(|()| next)
    });
    tried.collect()
}

type Key = (Option<Rules>, State, Seat);

/// Who wins and in how many moves, by playing everything: the winner hurries, the loser resists.
fn literal(play: &Match, known: &mut HashMap<Key, (Seat, u32)>) -> (Seat, u32) {
    if let Phase::Over(winner) = play.phase() {
        return (winner, 0);
    }
    // Only the beginning of a turn is kept: later parts depend on what is blocked or proposed.
    let begins = play.blocked().is_empty() && play.proposed().is_empty() && play.phase() != Phase::Move;
    let key = (play.rules().cloned(), *play.state(), play.mover());
    if begins && let Some(&value) = known.get(&key) {
        return value;
    }
    let actor = play.actor().unwrap();
    let cost = u32::from(play.phase() == Phase::Move);
    let values: Vec<(Seat, u32)> = legal_actions(play)
        .iter()
        .map(|next| literal(next, known))
        .map(|(winner, moves)| (winner, moves + cost))
        .collect();
    let wins = values.iter().filter(|(winner, _)| *winner == actor).min_by_key(|(_, moves)| *moves);
    let value = *wins.or(values.iter().max_by_key(|(_, moves)| *moves)).unwrap();
    if begins {
        known.insert(key, value);
    }
    value
}

fn small_games() -> Vec<Game> {
    let mut games = common::every_game(3);
    games.extend(common::every_game(2).into_iter().map(|game| game.with_ending(Ending::Misere)));
    games.extend(common::custom_games());
    games
}

/// The opponent's outcome, length and first action are those of literal play.
#[test]
fn remoteness_is_that_of_literal_play() {
    for game in small_games() {
        let mut known = HashMap::new();
        for start in (0..4).flat_map(|x| (0..4).map(move |y| Position::new(x, y))) {
            let Ok(play) = Match::new(&game, start) else { continue };
            let mut opponent = Opponent::new(&game, start, &()).unwrap();
            let (winner, moves) = literal(&play, &mut known);
            if let Some(outcome) = opponent.outcome(&play, &()).unwrap() {
                let expected = if winner == Seat::First { Outcome::N } else { Outcome::P };
                assert_eq!(outcome, (expected, Some(moves)), "{game} from {start}");
            }
            match opponent.advise(&play, &()).unwrap() {
                None => assert!(matches!(play.phase(), Phase::Over(_))),
                Some(advice) => {
                    assert_eq!(
                        (advice.wins, advice.moves_left),
                        (Some(winner) == play.actor(), Some(moves)),
                        "{game} {start}"
                    );
                    let mut next = play.clone();
                    next.act(advice.action.clone()).unwrap();
                    let cost = u32::from(play.phase() == Phase::Move);
                    let (after, left) = literal(&next, &mut HashMap::new());
                    assert_eq!((after, left + cost), (winner, moves), "{game} {start}: {:?}", advice.action);
                }
            }
        }
    }
}

/// A spare block shortens the win: one P-option has to be blocked, and the budget is 2. The length is that of literal
/// play on a larger board than the other tests afford.
#[test]
fn spare_blocks_shorten_the_game() {
    let game: Game = "custom: rook(mod 2: 1) + bishop | block 2 on bishop(2)".parse().unwrap();
    let start = Position::new(3, 7);
    let play = Match::new(&game, start).unwrap();
    let (winner, moves) = literal(&play, &mut HashMap::new());
    let expected = if winner == Seat::First { Outcome::N } else { Outcome::P };
    let outcome = Opponent::new(&game, start, &()).unwrap().outcome(&play, &());
    assert_eq!(outcome, Ok(Some((expected, Some(moves)))));
}

/// Of several l that all lose, the second player takes one that resists longest.
#[test]
fn a_lost_choice_resists_longest() {
    let mut told_apart = 0;
    for (m, p) in [(1, 2), (1, 3), (1, 4), (2, 2), (2, 3)] {
        let game: Game = format!("choice:m={m},p={p}").parse().unwrap();
        for start in (0..14).flat_map(|x| (0..14).map(move |y| Position::new(x, y))) {
            let after = |l| {
                let shifted: Game = format!("shifted:m={m},p={p},l={l}").parse().unwrap();
                let play = Match::new(&shifted, start).ok()?;
                let known = Opponent::new(&shifted, start, &()).unwrap().outcome(&play, &()).unwrap();
                known.map(|(outcome, moves)| (outcome, moves.unwrap()))
            };
            let lengths: Vec<(Outcome, u32)> = (0..p).filter_map(after).collect();
            if lengths.iter().all(|(outcome, _)| *outcome == Outcome::N) {
                let longest = lengths.iter().map(|(_, moves)| *moves).max().unwrap();
                let play = Match::new(&game, start).unwrap();
                let advice = Opponent::new(&game, start, &()).unwrap().advise(&play, &()).unwrap().unwrap();
                assert_eq!((advice.wins, advice.moves_left), (false, Some(longest)), "{game} {start}");
                told_apart += u32::from(lengths.iter().any(|(_, moves)| *moves < longest));
            }
        }
    }
    assert!(told_apart > 0);
}

/// Two perfect opponents: the match ends when and as the outcome says.
#[test]
fn perfect_play_ends_as_the_outcome_says() {
    for game in small_games() {
        for start in [(0, 0), (7, 4), (9, 9), (5, 12)].map(|(x, y)| Position::new(x, y)) {
            let Ok(mut play) = Match::new(&game, start) else { continue };
            let mut opponent = Opponent::new(&game, start, &()).unwrap();
            let Some(first) = opponent.advise(&play, &()).unwrap() else { continue };
            let winner = if first.wins { play.actor() } else { play.actor().map(Seat::other) };
            let mut moves = 0;
            while let Some(advice) = opponent.advise(&play, &()).unwrap() {
                moves += u32::from(play.phase() == Phase::Move);
                play.act(advice.action).unwrap();
            }
            assert_eq!(Phase::Over(winner.unwrap()), play.phase(), "{game} from {start}");
            assert_eq!(Some(moves), first.moves_left, "{game} from {start}");
        }
    }
}

/// An opponent who may study nothing wins every position that literal play wins, and knows which these are: after each
/// of his actions the winner by literal play is the one from before.
#[test]
fn engines_win_what_literal_play_wins() {
    for game in small_games() {
        let mut known = HashMap::new();
        for start in (0..4).flat_map(|x| (0..4).map(move |y| Position::new(x, y))) {
            let Ok(play) = Match::new(&game, start) else { continue };
            let mut opponent = Opponent::with_work(&game, start, 0, &()).unwrap();
            // Every match that literal play can reach from here in one turn.
            let mut reached = vec![play.clone()];
            for _ in 0..2 {
                reached = reached.iter().flat_map(|play| [vec![play.clone()], legal_actions(play)].concat()).collect();
                reached.truncate(200);
            }
            for play in reached {
                let (winner, _) = literal(&play, &mut known);
                let advice = opponent.advise(&play, &()).unwrap();
                let Some(advice) = advice else {
                    assert!(matches!(play.phase(), Phase::Over(_)), "{game} {}", play.position());
                    continue;
                };
                let what = format!("{game} at {}: {advice:?}", play.position());
                assert_eq!((Some(winner) == play.actor(), advice.moves_left), (advice.wins, None), "{what}");
                let mut next = play.clone();
                next.act(advice.action.clone()).unwrap_or_else(|error| panic!("{what}: {error}"));
                assert_eq!(literal(&next, &mut known).0, winner, "{what}");
                if play.blocked().is_empty() && play.proposed().is_empty() && play.phase() != Phase::Move {
                    let outcome = if Some(winner) == play.actor() { Outcome::P } else { Outcome::N };
                    let told = opponent.outcome(&play, &()).unwrap();
                    assert!(told.is_none_or(|told| told == (outcome, None)), "{what}: {told:?}");
                }
            }
        }
    }
}

/// A stream of numbers that are the same in each run.
struct Dice(u64);

impl Dice {
    /// A number up to `most`.
    fn roll(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        let z = z ^ z >> 31;
        if most == u64::MAX { z } else { z % (most + 1) }
    }
}

/// Something legal, at heaps of any size: near the position or anywhere.
fn at_random(play: &Match, dice: &mut Dice) -> Match {
    loop {
        let Position { x, y } = play.position();
        let mut option = || {
            let reach = [2, 20, u64::MAX][usize::try_from(dice.roll(2)).unwrap()];
            let [i, j] = [x, y].map(|heap| dice.roll(heap.min(reach)));
            let (i, j) = match dice.roll(4) {
                0 => (i, 0),
                1 => (0, j),
                2 => (i.min(y), i.min(y)),
                3 => (i, j),
                // Where few moves are left, they are listed.
                _ => {
                    let all = play.nameable(50);
                    let Some(to) = all.get(usize::try_from(dice.roll(49)).unwrap()) else { return (x, y).into() };
                    return *to;
                }
            };
            Position::new(x - i, y - j)
        };
        let action = match play.phase() {
            Phase::Choose => Action::Choose(u32::try_from(dice.roll(3)).unwrap()),
            Phase::Block => {
                Action::Block((0..4).map(|_| option()).collect::<HashSet<_>>().into_iter().take(3).collect())
            }
            Phase::Propose => Action::Propose((0..9).map(|_| option()).collect::<HashSet<_>>().into_iter().collect()),
            Phase::Move => Action::Move(option()),
            Phase::Over(_) => panic!("nothing is left to do"),
        };
        let mut next = play.clone();
        // What is not legal is tried once more, or nothing is blocked, or everything is proposed.
        if next.act(action).is_ok()
            || (play.phase() == Phase::Block && next.act(Action::Block(Vec::new())).is_ok())
            || (play.phase() == Phase::Propose && next.act(Action::Propose(play.nameable(4000))).is_ok())
        {
            return next;
        }
    }
}

/// Plays a match to its end against chance: whoever could win when the opponent acted first has won.
fn against_chance(game: &Game, start: Position, opponent: &mut Opponent, seat: Seat, dice: &mut Dice) {
    let mut play = Match::new(game, start).unwrap();
    let mut won = false;
    let mut actions = 0;
    while let Some(actor) = play.actor() {
        actions += 1;
        assert!(actions < 10_000, "{game} from {start} does not end");
        if actor == seat {
            let advice = opponent.advise(&play, &()).unwrap().expect("the match is not over");
            assert!(advice.wins || !won, "{game} from {start}: {advice:?}, although it was won before");
            won = advice.wins;
            play.act(advice.action).unwrap();
        } else {
            play = at_random(&play, dice);
        }
    }
    assert!(!won || play.phase() == Phase::Over(seat), "{game} from {start}");
}

/// The outcomes by engines are those of the study, all the way down, and what is won stays won.
#[test]
fn engines_agree_with_the_study() {
    let mut dice = Dice(7);
    for game in small_games() {
        for start in [(7, 4), (9, 9), (5, 12), (13, 16)].map(|(x, y)| Position::new(x, y)) {
            let Ok(play) = Match::new(&game, start) else { continue };
            let [mut studied, mut asked] = [1 << 28, 0].map(|work| {
                Opponent::with_work(&game, start, work, &()).unwrap_or_else(|error| panic!("{game} {start}: {error}"))
            });
            let mut at = play;
            while at.actor().is_some() {
                let [by_study, by_engine] =
                    [&mut studied, &mut asked].map(|who| who.advise(&at, &()).unwrap().unwrap());
                let [(told, _), (also, _)] =
                    [&mut studied, &mut asked].map(|who| who.outcome(&at, &()).unwrap().unwrap_or((Outcome::P, None)));
                assert_eq!((by_study.wins, told), (by_engine.wins, also), "{game} at {}", at.position());
                assert!(by_study.moves_left.is_some() && by_engine.moves_left.is_none());
                assert!(!by_engine.why.contains("longest"), "{}", by_engine.why);
                at = at_random(&at, &mut dice);
            }
            for seat in [Seat::First, Seat::Second] {
                against_chance(&game, start, &mut asked, seat, &mut dice);
            }
        }
    }
}

/// Starts that are far too large to be studied, for every engine that answers there.
const FAR: [(&str, u64, u64); 29] = [
    ("W^5", 1000, 1000),
    ("wythoff", 500, 800),
    ("wythoff", 1_000_000_000_000, 1_618_033_988_750),
    ("wythoff", u64::MAX, u64::MAX - 1),
    ("wythoff:m=5", 1 << 40, 1 << 41),
    ("nim", 1 << 50, (1 << 50) + 1),
    ("nim-blocking:k=4", 1_000_000_007, 1_000_000_009),
    ("W^2", 1 << 50, 1 << 51),
    ("W^4", 1 << 40, 1 << 41),
    ("W^7", 1 << 33, 1 << 33),
    ("W^11", 30_000, 50_000),
    ("W^100", 900, 1500),
    ("W^100000", 700, 900),
    ("diagonal-blocking:m=2,p=3", 1 << 32, 1 << 33),
    ("rook-blocking:m=2,p=3", 1 << 33, 1 << 34),
    ("rook-blocking:m=2,p=3,l=1", 3000, 2000),
    ("modulo:m=1,p=3", 1 << 33, 1 << 34),
    ("modulo:m=1,p=5000", 1 << 40, 1 << 41),
    ("modulo:m=2,p=6", 2000, 3000),
    ("shifted:m=1000000,p=2,l=1", 1 << 40, 1 << 41),
    ("shifted:m=2,p=3,l=1", 700, 900),
    ("choice:m=2,p=3", 700, 900),
    ("choice:m=3,p=2", 1_000_000, 2_000_000),
    ("gdwn:p=1,q=2", 1500, 1700),
    ("comply:k=3", 1000, 1000),
    ("comply:k=2", 1 << 40, 1 << 41),
    ("imitation:m=1,p=1", 1 << 33, 1 << 34),
    ("imitation:m=2,p=3", 500, 900),
    ("custom: rook + bishop(300) | block 2 on bishop(7)", 700, 600),
];

#[test]
fn large_heaps_are_played_to_the_end() {
    for (text, x, y) in FAR {
        let (game, start): (Game, _) = (text.parse().unwrap(), Position::new(x, y));
        // He studies what is below in a moment.
        let mut opponent =
            Opponent::with_work(&game, start, 1 << 18, &()).unwrap_or_else(|error| panic!("{text} {start}: {error}"));
        assert_eq!(Opponent::new(&game, start, &()).err(), None, "{text} {start}");
        let mut dice = Dice(x ^ y);
        for seat in [Seat::First, Seat::Second, Seat::First, Seat::Second] {
            against_chance(&game, start, &mut opponent, seat, &mut dice);
        }
        // The start is too large to be studied, and the outcome is that of `solve`.
        let play = Match::new(&game, start).unwrap();
        let solved = game.solve(start).unwrap();
        match opponent.outcome(&play, &()).unwrap() {
            Some(outcome) => assert_eq!(outcome, (solved.outcome, None), "{text}"),
            None => assert_eq!(opponent.advise(&play, &()).unwrap().unwrap().wins, solved.outcome.is_p(), "{text}"),
        }
    }
}

/// Where the engines refuse to answer, the opponent refuses to play, with the same words.
#[test]
fn what_cannot_be_solved_is_not_played() {
    for (text, x, y) in [
        ("W^5", 1 << 40, 1 << 40),
        ("modulo:m=2,p=6", 1 << 40, 1 << 40),
        ("custom: bishop(1000000)", 1 << 20, 1 << 18),
        ("custom: rook(from 2) | imitation(2,2)", 1 << 62, 1 << 62),
        ("custom: rook + bishop | imitation(1,2)", 1000, 1000),
        ("shifted:m=2,p=3,l=1", 1, 3),
        ("choice:m=1,p=4000000000", 1 << 40, 1 << 40),
    ] {
        let (game, start): (Game, _) = (text.parse().unwrap(), Position::new(x, y));
        match (game.solve(start), Opponent::new(&game, start, &())) {
            (Err(unsolved), Err(unplayed)) => assert_eq!(unsolved.to_string(), unplayed.to_string(), "{text}"),
            (solved, unplayed) => {
                panic!("{text} {start}: solved {}, played {}", solved.is_ok(), unplayed.is_ok())
            }
        }
    }
}

/// Beyond the studied board nothing is said of lengths; once play has come down, everything.
#[test]
fn the_study_begins_when_play_has_come_down() {
    let (game, start): (Game, _) = ("wythoff".parse().unwrap(), Position::new(1000, 8000));
    let mut play = Match::new(&game, start).unwrap();
    let mut opponent = Opponent::new(&game, start, &()).unwrap();
    assert_eq!(opponent.advise(&play, &()).unwrap().unwrap().moves_left, None);
    play.act(Action::Move(Position::new(1000, 12))).unwrap();
    let advice = opponent.advise(&play, &()).unwrap().unwrap();
    assert_eq!((advice.wins, advice.moves_left), (true, Some(17)), "{advice:?}");
    // A match of another game, or one that began above, is not his.
    let other = Match::new(&"nim".parse().unwrap(), Position::new(3, 5)).unwrap();
    assert_eq!(opponent.advise(&other, &()), Ok(None));
    let above = Match::new(&game, Position::new(1001, 3)).unwrap();
    assert_eq!(opponent.advise(&above, &()), Ok(None));
}

/// The referee lists what he is asked for, and no more.
#[test]
fn no_more_options_are_listed_than_asked_for() {
    let play = Match::new(&"wythoff".parse().unwrap(), Position::new(1 << 60, 1 << 60)).unwrap();
    assert_eq!(play.nameable(100).len(), 100);
    let small = Match::new(&"wythoff".parse().unwrap(), Position::new(3, 5)).unwrap();
    assert_eq!(small.nameable(11), small.legal_moves());
    assert_eq!(small.nameable(100), small.legal_moves());
    assert_eq!(small.nameable(3).len(), 3);
}
