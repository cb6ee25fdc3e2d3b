//! The referee and the perfect opponent, against each other and against everything that can be played.

use std::collections::HashMap;

use wythoff::game::history::State;
use wythoff::play::{Action, Match, Opponent, Phase, Seat};
use wythoff::{Game, Outcome, Position, Rules};

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
            let opponent = Opponent::new(&game, start, &()).unwrap();
            let (winner, moves) = literal(&play, &mut known);
            if let Some(outcome) = opponent.outcome(&play) {
                let expected = if winner == Seat::First { Outcome::N } else { Outcome::P };
                assert_eq!(outcome, (expected, moves), "{game} from {start}");
            }
            match opponent.advise(&play) {
                None => assert!(matches!(play.phase(), Phase::Over(_))),
                Some(advice) => {
                    assert_eq!(
                        (advice.wins, advice.moves_left),
                        (Some(winner) == play.actor(), moves),
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
    assert_eq!(Opponent::new(&game, start, &()).unwrap().outcome(&play), Some((expected, moves)));
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
                Opponent::new(&shifted, start, &()).unwrap().outcome(&play)
            };
            let lengths: Vec<(Outcome, u32)> = (0..p).filter_map(after).collect();
            if lengths.iter().all(|(outcome, _)| *outcome == Outcome::N) {
                let longest = lengths.iter().map(|(_, moves)| *moves).max().unwrap();
                let play = Match::new(&game, start).unwrap();
                let advice = Opponent::new(&game, start, &()).unwrap().advise(&play).unwrap();
                assert_eq!((advice.wins, advice.moves_left), (false, longest), "{game} {start}");
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
            let opponent = Opponent::new(&game, start, &()).unwrap();
            let Some(first) = opponent.advise(&play) else { continue };
            let winner = if first.wins { play.actor() } else { play.actor().map(Seat::other) };
            let mut moves = 0;
            while let Some(advice) = opponent.advise(&play) {
                moves += u32::from(play.phase() == Phase::Move);
                play.act(advice.action).unwrap();
            }
            assert_eq!(Phase::Over(winner.unwrap()), play.phase(), "{game} from {start}");
            assert_eq!(moves, first.moves_left, "{game} from {start}");
        }
    }
}
