//! The oracle against play itself.
//!
//! Nothing here counts P-options: the previous player tries every block set or proposal, the next player tries every
//! move that is left, and an imitation game is played with the whole list of its moves in hand. Who can't move (in a
//! comply game: who can't propose) loses; in misère play he wins.

use std::collections::HashMap;

use oracle::{Board, FAMILIES, Game, Memory, Position, Random, Rules, Twist};

/// Every game of every family with parameters up to `most`, and with every l.
fn every_game(most: usize) -> Vec<Game> {
    let mut games = Vec::new();
    for (family, parameters) in FAMILIES {
        let mut lists = vec![vec![]];
        for name in parameters {
            let may_be_0 = matches!((family, *name), ("modulo" | "shifted", "l") | ("hole", "u" | "v"));
            let longer =
                |list: Vec<usize>| (usize::from(!may_be_0)..=most).map(move |n| [list.clone(), vec![n]].concat());
            lists = lists.into_iter().flat_map(longer).collect();
        }
        let is_game = |values: &Vec<usize>| match family {
            "modulo" => values[2] <= values[1],
            "shifted" => values[2] < values[1],
            _ => true,
        };
        games.extend(lists.iter().filter(|values| is_game(values)).map(|values| Game::family(family, values)));
    }
    games
}

/// Whether the player who has just moved wins at each of the positions.
type Wins = HashMap<Position, bool>;

/// Plays at one position, when the outcomes of its options are known.
type Play = fn(&Rules, Position, &Wins) -> bool;

/// Whether `test` holds for some subset of `items` with at most `most` elements (besides those already `chosen`).
fn some_subset(
    items: &[Position],
    most: usize,
    chosen: &mut Vec<Position>,
    test: &impl Fn(&[Position]) -> bool,
) -> bool {
    if test(chosen) {
        return true;
    }
    most > 0
        && (0..items.len()).any(|index| {
            chosen.push(items[index]);
            let found = some_subset(&items[index + 1..], most - 1, chosen, test);
            chosen.pop();
            found
        })
}

/// The options in the twist's class, and the others.
fn options(rules: &Rules, at: Position) -> (Vec<Position>, Vec<Position>) {
    let (inside, outside): (Vec<_>, Vec<_>) = rules.options(at).into_iter().partition(|(_, inside)| *inside);
    let places = |options: Vec<(Position, bool)>| options.into_iter().map(|(to, _)| to).collect();
    (places(inside), places(outside))
}

/// All block sets and all proposals, then all moves. A player who moves to `to` wins iff he wins there as the player
/// who has just moved.
fn twist_then_move(rules: &Rules, at: Position, wins: &Wins) -> bool {
    let (inside, outside) = options(rules, at);
    let all = [inside.clone(), outside].concat();
    // The mover has these moves, and takes one; without any, the play is over.
    let previous_wins = |moves: &[Position]| {
        if moves.is_empty() { !rules.misere } else { moves.iter().all(|to| !wins[to]) }
    };
    match rules.twist {
        Twist::None => previous_wins(&all),
        Twist::Block { budget, .. } => some_subset(&inside, budget, &mut vec![], &|blocked| {
            previous_wins(&all.iter().copied().filter(|to| !blocked.contains(to)).collect::<Vec<_>>())
        }),
        Twist::Comply { count, .. } => {
            let obeys = |proposed: &[Position]| {
                let in_class = proposed.iter().filter(|to| inside.contains(to)).count();
                in_class >= count || in_class < proposed.len()
            };
            if !some_subset(&all, all.len(), &mut vec![], &obeys) {
                return rules.misere;
            }
            some_subset(&all, all.len(), &mut vec![], &|proposed| obeys(proposed) && previous_wins(proposed))
        }
        Twist::Imitation { .. } => panic!("not a static game"),
    }
}

/// Formulation 1 of CLN15: no set is announced. The next player attempts a move; the previous player lets it happen or,
/// at most k−1 times before one move, rejects it.
fn attempt_and_reject(rules: &Rules, at: Position, wins: &Wins) -> bool {
    /// The talk before one move.
    struct Talk {
        /// Whether each option that may be rejected wins.
        rejectable: Vec<bool>,
        most: usize,
        /// Whether the next player wins, by the set of the rejected options.
        known: HashMap<u128, bool>,
    }
    impl Talk {
        fn next_wins(&mut self, rejected: u128) -> bool {
            if let Some(&wins) = self.known.get(&rejected) {
                return wins;
            }
            let wins = (0..self.rejectable.len()).any(|option| {
                let attempt = 1 << option;
                let is_new = rejected & attempt == 0;
                let wins_if_let = self.rejectable[option];
                let can_be_rejected = (rejected.count_ones() as usize) < self.most;
                is_new && wins_if_let && (!can_be_rejected || self.next_wins(rejected | attempt))
            });
            self.known.insert(rejected, wins);
            wins
        }
    }
    let Twist::Block { budget: most, .. } = rules.twist else { panic!("only blocking games have a Formulation 1") };
    let (inside, outside) = options(rules, at);
    let rejectable = inside.iter().map(|to| wins[to]).collect();
    let next_wins = outside.iter().any(|to| wins[to]) || Talk { rejectable, most, known: HashMap::new() }.next_wins(0);
    !next_wins
}

fn cells(side: usize) -> impl Iterator<Item = Position> {
    (0..side).flat_map(move |y| (0..side).map(move |x| (x, y)))
}

/// The board is what playing gives, as far as no position has more options than `most`.
fn assert_played(game: &Game, board: &Board, most: usize, play: Play) {
    let (rules, mut wins) = (game.rules().unwrap(), Wins::new());
    for at in cells(board.width()).filter(|at| rules.options(*at).len() <= most) {
        let previous_wins = rules.exists(at).then(|| play(rules, at, &wins));
        assert_eq!(board.p(at.0, at.1), previous_wins, "{game} at {at:?}");
        wins.extend(previous_wins.map(|previous_wins| (at, previous_wins)));
    }
}

/// All families with parameters up to 4, on boards as large as the subsets allow: with at most 3 blocks the sets are
/// few, while a proposal may be any set of options.
#[test]
fn boards_are_what_trying_every_set_gives() {
    let mut plays = [0; 3];
    let games = every_game(4).into_iter().flat_map(|game| [game.clone(), game.misere()]);
    for game in games.filter(Game::is_static) {
        let (kind, side) = match game.rules().unwrap().twist {
            Twist::Block { .. } => (1, 9),
            Twist::Comply { .. } => (2, 7),
            _ => (0, 16),
        };
        plays[kind] += 1;
        let board = game.board(side, side);
        assert_played(&game, &board, usize::MAX, twist_then_move);
        if kind == 1 && !game.is_misere() {
            assert_played(&game, &board, usize::MAX, attempt_and_reject);
        }
    }
    assert_eq!(plays[1..], [2 * (4 + 4 + 16 + 64), 2 * (4 + 4 + 4)]);
    assert!(plays[0] > 500, "{plays:?}");
}

/// Moves and twists that nobody has written down.
#[test]
fn boards_of_random_games_are_what_trying_every_set_gives() {
    let mut twists = [0; 3];
    for game in (0..400).map(|seed| Game::random(&mut Random::new(seed))).filter(Game::is_static) {
        let rules = game.rules().unwrap();
        twists[match rules.twist {
            Twist::Block { .. } => 1,
            Twist::Comply { .. } => 2,
            _ => 0,
        }] += 1;
        let board = game.board(6, 6);
        assert_played(&game, &board, 10, twist_then_move);
        if matches!(rules.twist, Twist::Block { .. }) && !rules.misere {
            assert_played(&game, &board, 10, attempt_and_reject);
        }
    }
    assert!(twists.iter().all(|games| *games > 50), "{twists:?}");
}

/// m×pWN: the second player tries every l whose hole does not hold the start.
#[test]
fn one_who_chooses_tries_every_l() {
    for (m, p) in (1..=4).flat_map(|m| (1..=4).map(move |p| (m, p))) {
        let boards: Vec<Board> = (0..p).map(|l| Game::family("shifted", &[m, p, l]).board(20, 20)).collect();
        let game = Game::family("choice", &[m, p]);
        let board = game.board(20, 20);
        for (x, y) in cells(20) {
            let wins = boards.iter().any(|board| board.p(x, y) == Some(true));
            assert_eq!(board.p(x, y), Some(wins), "{game} at ({x},{y})");
        }
    }
}

/// A removal from one heap and what the heaps were before it.
#[derive(Clone, Copy)]
struct Step {
    heaps: [usize; 2],
    heap: usize,
    taken: usize,
}

/// Lar09 Definitions 1 and 11: the step takes t to t+m−1 tokens from pile B when the step before it took t from pile A
/// and #A ≤ #B before that.
fn is_imitation(m: usize, history: &[Step], index: usize) -> bool {
    index > 0 && {
        let (before, now) = (history[index - 1], history[index]);
        before.heap != now.heap
            && before.heaps[before.heap] <= before.heaps[now.heap]
            && (before.taken..before.taken + m).contains(&now.taken)
    }
}

/// Whether the last step and the p−1 steps of the same player before it are all imitations.
fn is_forbidden(m: usize, p: usize, history: &[Step]) -> bool {
    let last = history.len() - 1;
    (0..p).all(|back| last >= 2 * back && is_imitation(m, history, last - 2 * back))
}

/// Plays (m,p)-Imitation Nim with the list of all moves so far: whether the player to move wins. The memory allows the
/// same moves on the way.
fn next_wins(m: usize, p: usize, memory: &Memory<'_>, state: oracle::State, history: &mut Vec<Step>) -> bool {
    let heaps = [state.at.0, state.at.1];
    (0..2).any(|heap| {
        (1..=heaps[heap]).any(|taken| {
            history.push(Step { heaps, heap, taken });
            let mut left = heaps;
            left[heap] -= taken;
            let (to, last) = ((left[0], left[1]), history.len() - 1);
            let next = memory.next(state, to);
            assert_eq!(next.is_none(), is_forbidden(m, p, history), "({m},{p}) at {:?}", state.at);
            assert_eq!(memory.imitates(state, to), is_imitation(m, history, last), "({m},{p}) at {:?}", state.at);
            let wins = next.is_some_and(|next| !next_wins(m, p, memory, next, history));
            history.pop();
            wins
        })
    })
}

#[test]
fn credits_are_what_whole_histories_give() {
    for (m, p) in (1..=4).flat_map(|m| (1..=4).map(move |p| (m, p))) {
        let game = Game::family("imitation", &[m, p]);
        let (board, memory) = (game.board(7, 7), Memory::new(game.rules().unwrap()));
        for (x, y) in cells(7) {
            let next_wins = next_wins(m, p, &memory, memory.start((x, y)), &mut Vec::new());
            assert_eq!(board.p(x, y), Some(!next_wins), "{game} at ({x},{y})");
        }
    }
}

/// What the papers say of single plays: Lar09 Examples 2 and 12, Lar15 Examples 1 to 6.
#[test]
fn the_papers_examples_are_played_right() {
    let previous_wins =
        |family: &str, values: &[usize], x, y| Game::family(family, values).board(9, 9).p(x, y) == Some(true);
    let column =
        |family, values: &[usize]| -> Vec<usize> { (0..9).filter(|&y| previous_wins(family, values, 0, y)).collect() };
    assert_eq!(column("rook-blocking", &[2, 2, 2]), [0, 2], "Example 1");
    assert!(!previous_wins("modulo", &[2, 2, 1], 0, 2) && previous_wins("modulo", &[2, 2, 1], 0, 3), "Example 2");
    assert_eq!(column("modulo", &[2, 4, 2]), [0, 2], "Example 3");
    assert!(previous_wins("rook-blocking", &[2, 3, 2], 0, 4), "Example 4");
    assert!(previous_wins("modulo", &[2, 3, 1], 0, 4), "Example 5");
    assert!(previous_wins("shifted", &[2, 3, 1], 0, 4) && !previous_wins("shifted", &[2, 3, 2], 0, 4), "Example 6");
    assert!(!previous_wins("shifted", &[2, 3, 2], 1, 8) && previous_wins("shifted", &[2, 3, 0], 1, 7), "Example 6");

    let nim = Game::family("imitation", &[1, 1]);
    let mut memory = Memory::new(nim.rules().unwrap());
    let after = |memory: &mut Memory<'_>, from| {
        let state = memory.after(&[from, (1, 3)]).unwrap();
        memory.next_player_wins(state)
    };
    assert!(after(&mut memory, (3, 3)), "(3,3) to (1,3) loses");
    assert!(!after(&mut memory, (2, 3)), "(2,3) to (1,3) wins");
    assert!(!previous_wins("imitation", &[2, 1], 1, 2), "Example 12");
}
