//! Puzzles and reviews, against the oracle: a solution wins, and nothing else does.

use std::collections::HashSet;

use oracle::Memory;
use wythoff::game::families::FAMILIES;
use wythoff::play::{Action, LEVELS, Match, Opponent, Phase, Puzzle, Seat, review};
use wythoff::{Game, Position};

use crate::common;

/// The match of a puzzle, and its positions, oldest first.
fn played(puzzle: &Puzzle) -> (Match, Vec<Position>) {
    let mut play = Match::new(&puzzle.game, puzzle.start).unwrap();
    for action in &puzzle.actions {
        play.act(action.clone()).unwrap_or_else(|error| panic!("{puzzle:?}: {error}"));
    }
    let positions = [play.history(), &[play.position()]].concat();
    (play, positions)
}

/// The options of the last position that the oracle calls P, once the match has come there.
fn p_options(game: &oracle::Game, positions: &[Position], options: &[Position]) -> HashSet<Position> {
    if game.imitation().is_some() {
        let mut memory = Memory::new(game.rules().unwrap());
        let mut is_p = |to: &Position| {
            let state = memory.after(&common::literals(&[positions, &[*to]].concat()));
            state.is_some_and(|state| !memory.next_player_wins(state))
        };
        return options.iter().copied().filter(|to| is_p(to)).collect();
    }
    let (x, y) = common::literal(*positions.last().unwrap());
    let board = game.board(x + 1, y + 1);
    let is_p = |to: &Position| {
        let (x, y) = common::literal(*to);
        board.p(x, y).unwrap()
    };
    options.iter().copied().filter(is_p).collect()
}

/// Every set of at most `most` of them.
fn sets(all: &[Position], most: usize) -> Vec<Vec<Position>> {
    all.iter().fold(vec![vec![]], |sets, &one| {
        let with = sets.iter().filter(|set| set.len() < most).map(|set| [set.clone(), vec![one]].concat());
        let with: Vec<Vec<Position>> = with.collect();
        [sets, with].concat()
    })
}

/// Every action that wins, by the oracle's outcomes of what may be moved to then.
fn winning(puzzle: &Puzzle) -> Vec<Action> {
    let (play, positions) = played(puzzle);
    let game = common::oracle_of(&puzzle.game);
    // The previous player wins where no move leads to P, and the mover has one in misère play.
    let is_misere = game.is_misere();
    let p: HashSet<Position> = match play.phase() {
        Phase::Choose => HashSet::new(),
        _ => p_options(&game, &positions, &play.rules().unwrap().options(play.position())),
    };
    let holds = |action: &Action| {
        let mut after = play.clone();
        after.act(action.clone()).is_ok_and(|()| {
            let moves = after.legal_moves();
            moves.iter().all(|to| !p.contains(to)) && !(is_misere && moves.is_empty())
        })
    };
    match play.phase() {
        Phase::Choose => {
            let at = common::literal(puzzle.start);
            let choices = game.possible_rules(at).into_iter();
            let p = choices.filter(|(_, rules)| {
                oracle::Game::custom(rules.clone()).board(at.0 + 1, at.1 + 1).p(at.0, at.1).unwrap()
            });
            p.map(|(l, _)| Action::Choose(u32::try_from(l).unwrap())).collect()
        }
        Phase::Move => play.legal_moves().into_iter().filter(|to| p.contains(to)).map(Action::Move).collect(),
        Phase::Block => {
            let Action::Block(solution) = &puzzle.solution else { panic!("{puzzle:?}") };
            // All sets, or, where these are too many, those that hold what the oracle wants to be blocked.
            let blockable = play.blockable();
            let all = if blockable.len() <= 20 { blockable } else { p.iter().copied().collect() };
            let all = sets(&all, solution.len() + 1).into_iter().map(Action::Block);
            all.filter(holds).map(sorted).collect()
        }
        Phase::Propose => {
            // A proposal with a P-option loses: the mover takes it.
            let n: Vec<Position> =
                play.rules().unwrap().options(play.position()).into_iter().filter(|to| !p.contains(to)).collect();
            sets(&n, n.len()).into_iter().map(Action::Propose).filter(holds).map(sorted).collect()
        }
        Phase::Over(_) => vec![],
    }
}

fn sorted(action: Action) -> Action {
    match action {
        Action::Block(mut all) => {
            all.sort_unstable();
            Action::Block(all)
        }
        Action::Propose(mut all) => {
            all.sort_unstable();
            Action::Propose(all)
        }
        other => other,
    }
}

#[test]
fn a_puzzle_has_one_solution() {
    let mut families = HashSet::new();
    let mut phases = HashSet::new();
    for level in 1..=LEVELS {
        for seed in 0..25 {
            let puzzle = Puzzle::new(seed, level, &()).unwrap();
            assert_eq!(puzzle, Puzzle::new(seed, level, &()).unwrap());
            assert_eq!(
                winning(&puzzle),
                std::slice::from_ref(&puzzle.solution),
                "seed {seed}, level {level}: {puzzle:?}"
            );
            families.insert(puzzle.game.family().unwrap().0.name);
            phases.insert(puzzle.phase);
        }
    }
    assert_eq!(families.len(), FAMILIES.len(), "{families:?}");
    assert_eq!(phases.len(), 4, "{phases:?}");
}

#[test]
fn levels_rise() {
    let tokens = |level| -> u64 {
        (0..40).map(|seed| Puzzle::new(seed, level, &()).unwrap().start).map(|start| start.x + start.y).sum()
    };
    assert!(tokens(1) < tokens(4) && tokens(4) < tokens(10));
    assert_eq!(Puzzle::new(1, 99, &()).unwrap(), Puzzle::new(1, LEVELS, &()).unwrap());
}

#[test]
fn reviews_find_every_mistake() {
    for (game, start) in [("wythoff", (5, 7)), ("blocking:k=3", (4, 6)), ("comply:k=2", (4, 4)), ("imitation", (3, 4))]
    {
        let game: Game = game.parse().unwrap();
        let start = Position::new(start.0, start.1);
        let mut opponent = Opponent::new(&game, start, &()).unwrap();
        // Both play the last thing that can be named.
        let (mut play, mut actions) = (Match::new(&game, start).unwrap(), Vec::new());
        while play.actor().is_some() {
            let mut named = play.nameable(usize::MAX);
            let action = match play.phase() {
                Phase::Block => Action::Block(named.split_off(named.len() - 1)),
                Phase::Propose => Action::Propose(named),
                _ => Action::Move(*named.last().unwrap()),
            };
            play.act(action.clone()).unwrap();
            actions.push(action);
        }
        let plies = review(&mut opponent, Match::new(&game, start).unwrap(), &actions, &()).unwrap();
        assert_eq!(plies.len(), actions.len() + 1);
        let winners: Vec<Seat> = plies.iter().map(|ply| ply.verdict.as_ref().unwrap().winner.unwrap()).collect();
        for (index, ply) in plies.iter().enumerate().take(actions.len()) {
            let lost = winners[index] == ply.actor.unwrap() && winners[index + 1] != winners[index];
            assert_eq!(ply.mistake.is_some(), lost, "{game}: {index}");
            // Only who acts can give something away.
            assert!(lost || winners[index] == winners[index + 1], "{game}: {index}");
            if let Some(mistake) = &ply.mistake {
                assert!(mistake.better.wins, "{game}: {index}");
                assert!(mistake.refutation.as_ref().is_none_or(|refutation| refutation.wins), "{game}: {index}");
            }
        }
        assert_eq!(plies.last().unwrap().phase, Phase::Over(*winners.last().unwrap()));
        assert!(plies.iter().any(|ply| ply.mistake.is_some()), "{game}");
    }
}

#[test]
fn an_illegal_action_is_not_reviewed() {
    let game: Game = "nim".parse().unwrap();
    let start = Position::new(2, 1);
    let mut opponent = Opponent::new(&game, start, &()).unwrap();
    let play = Match::new(&game, start).unwrap();
    assert!(review(&mut opponent, play, &[Action::Move(Position::new(1, 0))], &()).is_err());
}
