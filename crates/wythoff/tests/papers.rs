//! The worked examples of the five papers, and the statements around them, one test each.
//!
//! Each test asserts what the text says. Where the text is wrong it asserts the right reading, and that the printed one
//! fails. Static games are solved by every engine that can. Outcomes of imitation games are found twice: by the library
//! (the rules of `game::history`, then the dual engine), and by [`Literal`], which knows only Lar09's definitions.

// The papers' formulas are not code.
#![allow(clippy::doc_markdown)]

use std::collections::{BTreeSet, HashMap, HashSet};

use wythoff::game::history::{self, HistoryError, Kind, Limits};
use wythoff::solve::{self, Columns, Dual, Engine, Values};
use wythoff::strategy::{self, Answer, Question};
use wythoff::{Board, Game, Move, Outcome, Position, Rules, SolveError, Twist, Window};

const P: Option<Outcome> = Some(Outcome::P);
const N: Option<Outcome> = Some(Outcome::N);

fn at(x: u64, y: u64) -> Position {
    Position::new(x, y)
}

fn all<const COUNT: usize>(positions: [(u64, u64); COUNT]) -> Vec<Position> {
    positions.map(|(x, y)| at(x, y)).to_vec()
}

fn game(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn rules(text: &str) -> Rules {
    game(text).rules().expect("play begins at once").clone()
}

/// Every position with x, y < side.
fn square(side: u64) -> impl Iterator<Item = Position> {
    (0..side).flat_map(move |x| (0..side).map(move |y| at(x, y)))
}

/// The board x, y < side, on which every engine that solves the game agrees.
fn solved(text: &str, side: u64) -> Board {
    let game = game(text);
    let by = |engine| solve::board(&game, side, side, Some(engine), &mut ()).unwrap();
    let boards: Vec<Board> = Engine::solving(&game).into_iter().map(by).collect();
    assert!(boards.windows(2).all(|pair| pair[0] == pair[1]), "the engines disagree on {text}");
    boards[0].clone()
}

fn p_positions(text: &str, side: u64) -> BTreeSet<Position> {
    solved(text, side).p_positions().collect()
}

/// The options of `from` that are P on the board.
fn p_options(rules: &Rules, board: &Board, from: Position) -> Vec<Position> {
    rules.options(from).into_iter().filter(|&to| board.is_p(to)).collect()
}

/// What the library says of a position with this history.
fn ask(text: &str, history: &[Position], present: Position) -> Answer {
    let question = Question { history: history.to_vec(), ..Question::default() };
    strategy::ask(&game(text), present, &question, &mut ()).unwrap()
}

/// What has to be blocked to keep a P-position P.
fn must_block(text: &str, at: Position) -> Vec<Position> {
    ask(text, &[], at).must_block.expect("a P-position of a blocking game")
}

/// The y of all P-positions in each of the first columns.
fn columns(text: &str, count: usize) -> Vec<Vec<u64>> {
    let mut columns = Columns::new(&game(text), Some(Engine::Lines)).unwrap();
    let next = || {
        let column = columns.next(u64::MAX).unwrap();
        assert_eq!(column.all_p_from, None);
        column.p.to_vec()
    };
    std::iter::repeat_with(next).take(count).collect()
}

/// The upper P-positions of the first columns, ordered by (a, b).
fn upper(text: &str, count: usize) -> Vec<Position> {
    let columns = columns(text, count);
    (0..)
        .zip(&columns)
        .flat_map(|(x, column)| column.iter().map(move |&y| at(x, y)))
        .filter(|at| at.is_upper())
        .collect()
}

/// The palace numbers of W^k for x, y < side, by rows.
fn palace_numbers(k: u32, side: u64) -> Vec<Vec<i64>> {
    let game = game(&format!("blocking:k={k}"));
    let mut rows = Vec::new();
    solve::rows(&game, Window::corner(side, side), Values::Palace, Some(Engine::Lines), &mut (), |row| {
        rows.push(row.numbers.to_vec());
        Ok::<(), SolveError>(())
    })
    .unwrap();
    rows
}

fn index(number: u64) -> usize {
    usize::try_from(number).unwrap()
}

fn of(numbers: &[Vec<i64>], at: Position) -> i64 {
    numbers[index(at.y)][index(at.x)]
}

/// ⌊nφ⌋ = ⌊(n + √(5n²))/2⌋.
fn floor_phi(n: u64) -> u64 {
    u64::midpoint(n, (5 * n * n).isqrt())
}

/// (a_n, b_n) of Lar15 (1) and (2): a_n = ⌊nφ_{mp}/p⌋ with φ_α = (2 − α + √(α² + 4))/2, and b_n = a_n + mn.
fn beatty_pair(m: u64, p: u64, n: u64) -> (u64, u64) {
    let alpha = m * p;
    let root = (n * n * (alpha * alpha + 4)).isqrt();
    let a = (2 * n + root - alpha * n) / (2 * p);
    (a, a + m * n)
}

/// {a_n, b_n} of Lar15 (1) and (2), in both orders, for x, y < side.
fn beatty_pairs(m: u64, p: u64, side: u64) -> BTreeSet<Position> {
    let pairs = (0..side).map(|n| beatty_pair(m, p, n)).filter(|pair| pair.1 < side);
    pairs.flat_map(|(a, b)| [at(a, b), at(b, a)]).collect()
}

/// (m,p)-Imitation Nim by Lar09's Definitions 1 and 11 alone, on the whole list of positions of a play.
struct Literal {
    m: u64,
    p: usize,
    known: HashMap<Digest, Outcome>,
}

/// What the rules can still see of a play: the last two positions, and how many imitations in a row the player to move
/// and the other one have made.
type Digest = (Option<Position>, Position, usize, usize);

impl Literal {
    /// Whether the move from `play[i−1]` to `play[i]` imitates the move before it.
    fn imitates(&self, play: &[Position], i: usize) -> bool {
        if i < 2 {
            return false;
        }
        let [before, between, after] = [play[i - 2], play[i - 1], play[i]];
        let m_imitates = |before: Position, between: Position, after: Position| {
            let (taken, answer) = (before.x - between.x, between.y - after.y);
            taken > 0 && before.x <= before.y && (taken..taken + self.m).contains(&answer)
        };
        m_imitates(before, between, after) || m_imitates(before.mirrored(), between.mirrored(), after.mirrored())
    }

    /// How many moves in a row, the last of them leading to `play[i]`, were imitations by the player who made them.
    fn imitations_in_a_row(&self, play: &[Position], i: usize) -> usize {
        if self.imitates(play, i) { 1 + self.imitations_in_a_row(play, i - 2) } else { 0 }
    }

    /// No p consecutive imitations by one and the same player.
    fn is_legal(&self, play: &[Position]) -> bool {
        (0..play.len()).all(|i| self.imitations_in_a_row(play, i) < self.p)
    }

    /// Every legal play that is one move longer.
    fn longer(&self, play: &[Position]) -> Vec<Vec<Position>> {
        let Position { x, y } = play[play.len() - 1];
        let options = (0..x).map(|to| at(to, y)).chain((0..y).map(|to| at(x, to)));
        let plays = options.map(|to| [play, &[to]].concat());
        plays.filter(|play| self.imitations_in_a_row(play, play.len() - 1) < self.p).collect()
    }

    fn digest(&self, play: &[Position]) -> Digest {
        let last = play.len() - 1;
        let previous = last.checked_sub(1);
        let own = previous.map_or(0, |previous| self.imitations_in_a_row(play, previous));
        (previous.map(|previous| play[previous]), play[last], own, self.imitations_in_a_row(play, last))
    }

    /// P iff no legal move leads to P.
    fn outcome(&mut self, play: &[Position]) -> Outcome {
        let digest = self.digest(play);
        if let Some(&outcome) = self.known.get(&digest) {
            return outcome;
        }
        let outcome = Outcome::p_if(self.longer(play).iter().all(|play| self.outcome(play) == Outcome::N));
        self.known.insert(digest, outcome);
        outcome
    }
}

/// Lar09 Definition 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nature {
    NonDynamicP,
    NonDynamicN,
    Dynamic,
}

impl Nature {
    fn of(outcomes: impl IntoIterator<Item = Outcome>) -> Self {
        let outcomes: HashSet<Outcome> = outcomes.into_iter().collect();
        match (outcomes.contains(&Outcome::P), outcomes.contains(&Outcome::N)) {
            (true, false) => Self::NonDynamicP,
            (false, true) => Self::NonDynamicN,
            (true, true) => Self::Dynamic,
            (false, false) => panic!("no play reaches the position"),
        }
    }
}

/// (m,p)-Imitation Nim with heaps of less than 24 tokens, in the library and literally.
struct Imitation {
    rules: Rules,
    limits: Limits,
    dual: Dual,
    literal: Literal,
}

impl Imitation {
    fn new(m: u32, p: u32) -> Self {
        let rules = rules(&format!("imitation:m={m},p={p}"));
        let limits = Limits::of(&rules).unwrap();
        let dual = Dual::new(&rules, 24, 24, &mut ()).unwrap();
        let literal = Literal { m: m.into(), p: index(p.into()), known: HashMap::new() };
        Self { rules, limits, dual, literal }
    }

    /// The outcome after the play, or `None` when its last imitation is forbidden.
    fn after_play(&mut self, play: &[Position]) -> Option<Outcome> {
        let (&present, history) = play.split_last().unwrap();
        let literally = self.literal.is_legal(play).then(|| self.literal.outcome(play));
        let by_library = match history::replay(&self.rules, self.limits, history, present) {
            Ok(state) => Some(self.dual.outcome(&state)),
            Err(HistoryError::Forbidden { .. }) => None,
            Err(error) => panic!("{error}"),
        };
        assert_eq!(by_library, literally, "after {play:?}");
        literally
    }

    /// As [`Imitation::after_play`], of positions separated by spaces; a player who asks is told the same.
    fn after(&mut self, play: &str) -> Option<Outcome> {
        let play = positions(play);
        let outcome = self.after_play(&play);
        if let (Some(outcome), Some((&present, history))) = (outcome, play.split_last()) {
            let Limits { m, p } = self.limits;
            assert_eq!(ask(&format!("imitation:m={m},p={p}"), history, present).outcome, outcome, "{play:?}");
        }
        outcome
    }

    /// Whether the last move of the play is an imitation, allowed or not.
    fn imitates(&self, play: &str) -> bool {
        let play = positions(play);
        let [history @ .., present, to] = &play[..] else { panic!("a play with a move") };
        let state = history::replay(&self.rules, self.limits, history, *present).unwrap();
        let by_library = self.limits.kind(&state, present.move_to(*to).unwrap()) != Kind::Plain;
        assert_eq!(by_library, self.literal.imitates(&play, play.len() - 1), "{play:?}");
        by_library
    }

    /// Where the player to move can go.
    fn options(&self, play: &str) -> Vec<Position> {
        let mut options: Vec<Position> =
            self.literal.longer(&positions(play)).iter().map(|play| play[play.len() - 1]).collect();
        options.sort_unstable();
        options
    }

    /// The nature of every position with heaps of at most `most`, over all plays from starts with heaps of less than
    /// 2·`most` + 3. The states that the library lists for a position have the same nature.
    fn natures(&mut self, most: u64) -> HashMap<Position, Nature> {
        let mut plays: HashMap<Digest, Vec<Position>> = HashMap::new();
        let mut open: Vec<Vec<Position>> = square(2 * most + 3).map(|start| vec![start]).collect();
        while let Some(play) = open.pop() {
            if let std::collections::hash_map::Entry::Vacant(entry) = plays.entry(self.literal.digest(&play)) {
                open.extend(self.literal.longer(&play));
                entry.insert(play);
            }
        }
        let mut outcomes: HashMap<Position, Vec<Outcome>> = HashMap::new();
        for ((_, present, ..), play) in plays {
            if present.x.max(present.y) <= most {
                outcomes.entry(present).or_default().push(self.literal.outcome(&play));
            }
        }
        let natures: HashMap<Position, Nature> =
            outcomes.into_iter().map(|(present, outcomes)| (present, Nature::of(outcomes))).collect();
        for (&present, &nature) in &natures {
            let states = self.limits.states_at(&self.rules, present);
            assert_eq!(Nature::of(states.iter().map(|state| self.dual.outcome(state))), nature, "{present}");
        }
        natures
    }
}

fn positions(text: &str) -> Vec<Position> {
    text.split(' ').map(|position| position.parse().unwrap()).collect()
}

// Lar13: Imitation Nim, slides.

/// Lar13, "2-pile Nim": P = (0,0), (1,1), (2,2), …; from (3,5) Alice takes two tokens from the larger heap, Bob has to
/// make the heaps differ, and she imitates him.
#[test]
fn lar13_example_2_pile_nim() {
    let (nim, board) = (rules("nim"), solved("nim", 40));
    assert!(square(40).all(|at| board.is_p(at) == (at.x == at.y)));
    assert_eq!(p_options(&nim, &board, at(3, 5)), [at(3, 3)]);
    for bob in nim.options(at(3, 3)) {
        assert_ne!(bob.x, bob.y);
        assert_eq!(p_options(&nim, &board, bob), [at(bob.x.min(bob.y), bob.x.min(bob.y))]);
    }
}

/// Lar13, "Imitation Nim", start (3,4): Alice takes two tokens from the smaller heap, Bob can't move to (1,2); if he
/// moves to (1,3), Alice moves to (1,2) and wins.
#[test]
fn lar13_example_imitation_nim() {
    let mut imitation = Imitation::new(1, 1);
    assert_eq!(imitation.after("3,4"), N);
    assert_eq!(imitation.after("3,4 1,4"), P);
    assert_eq!(imitation.after("3,4 1,4 1,2"), None);
    let wythoff = solved("wythoff", 8);
    let bob = imitation.options("3,4 1,4");
    assert_eq!(bob, all([(0, 4), (1, 0), (1, 1), (1, 3)]));
    assert!(bob.iter().all(|&to| !wythoff.is_p(to)), "no other P-position of Wythoff Nim is an option");
    assert_eq!(imitation.after("3,4 1,4 1,3"), N);
    assert_eq!(imitation.after("3,4 1,4 1,3 1,2"), P);
}

/// Lar13, "2-Imitation Nim", start (2,2), at most one imitation: Alice moves to (1,2); if Bob moves to (0,2) he loses
/// right away, so he imitates; Alice moves to (0,1), and Bob can't move.
#[test]
fn lar13_example_2_imitation_nim() {
    let mut imitation = Imitation::new(1, 2);
    assert_eq!(imitation.after("2,2"), N);
    assert_eq!(imitation.after("2,2 1,2"), P);
    assert_eq!(imitation.options("2,2 1,2 0,2").first(), Some(&at(0, 0)), "Alice takes the rest");
    assert_eq!(imitation.after("2,2 1,2 0,2"), N);
    assert!(imitation.imitates("2,2 1,2 1,1"));
    assert_eq!(imitation.after("2,2 1,2 1,1 0,1"), P);
    assert_eq!(imitation.options("2,2 1,2 1,1 0,1"), []);
    assert!(solved("nim", 4).is_p(at(2, 2)), "unlike 2-pile Nim");
}

/// Lar13, "2-Blocking Wythoff Nim", one diagonal option may be blocked, start (2,2): Bob blocks (0,0); Alice moves to
/// (1,1) and blocks (0,0); a single token can't be blocked off, so she wins.
#[test]
fn lar13_example_2_blocking_wythoff_nim() {
    let name = "diagonal-blocking:m=1,p=2";
    let (rules, board) = (rules(name), solved(name, 8));
    assert!(!board.is_p(at(2, 2)), "just as for 2-Imitation Nim");
    assert_eq!(p_options(&rules, &board, at(2, 2)), all([(0, 0), (1, 1)]), "one more than Bob can block");
    assert_eq!(must_block(name, at(1, 1)), [at(0, 0)], "the obvious block");
    assert_eq!(rules.options(at(1, 1)), all([(0, 0), (0, 1), (1, 0)]));
    for bob in [at(0, 1), at(1, 0)] {
        assert_eq!(rules.options(bob), [at(0, 0)]);
        let Twist::Block { budget: 1, class } = &rules.twist else { panic!("one option may be blocked") };
        assert!(!class.contains(bob.move_to(at(0, 0)).unwrap()));
        assert!(!board.is_p(bob));
    }
}

/// Lar13, "Properties of Wythoff's sequences" (Wythoff 1907): (i) both increase, (ii) they are complementary (from
/// index 1 on), (iii) b_i − a_i = i, (iv) a_i = ⌊φi⌋, b_i = ⌊φ²i⌋.
#[test]
fn lar13_theorem_wythoff_1907() {
    let pairs = upper("wythoff", 400);
    assert!(pairs.windows(2).all(|pair| pair[0].x < pair[1].x && pair[0].y < pair[1].y));
    let mut covered: Vec<u64> = pairs[1..].iter().flat_map(|pair| [pair.x, pair.y]).filter(|&x| x < 400).collect();
    covered.sort_unstable();
    assert_eq!(covered, (1..400).collect::<Vec<u64>>());
    for (n, &pair) in (0..).zip(&pairs) {
        assert_eq!(pair, at(floor_phi(n), floor_phi(n) + n));
    }
}

/// a_n = mex{a_i, b_i : i < n}, b_n = a_n + difference(n).
fn mex_pairs(count: u64, difference: impl Fn(u64) -> u64) -> Vec<Position> {
    let (mut used, mut a) = (HashSet::new(), 0);
    let pair = |n| {
        while used.contains(&a) {
            a += 1;
        }
        let b = a + difference(n);
        used.extend([a, b]);
        at(a, b)
    };
    (0..count).map(pair).collect()
}

/// Lar13, "The generalized algorithm" and Proposition (i), (iv). Printed: b_n = a_n + ⌊mn/k⌋ gives the P-positions of
/// W_{k,m}. Right: b_n = a_n + m⌊n/k⌋ (Lar09 Definition 13); the printed form holds only when k = 1 or m = 1. (iv)
/// speaks of upper P-positions.
#[test]
fn lar13_generalized_algorithm() {
    for (k, m) in square(5).map(|at| (at.x + 1, at.y + 1)) {
        let name = format!("diagonal-blocking:m={m},p={k}");
        let pairs = upper(&name, 60);
        let count = pairs.len() as u64;
        assert_eq!(pairs, mex_pairs(count, |n| n / k * m), "{name}");
        assert_eq!(pairs == mex_pairs(count, |n| m * n / k), k == 1 || m == 1, "{name} as printed");
        // (iv)
        assert!(pairs.windows(2).all(|pair| pair[0].y - pair[0].x <= pair[1].y - pair[1].x && pair[0].y < pair[1].y));
    }
    // The counterexample k = m = 2, where ⌊mn/k⌋ = n.
    let board = solved("diagonal-blocking:m=2,p=2", 4);
    assert_eq!(mex_pairs(2, |n| n), all([(0, 0), (1, 2)]));
    assert!(board.is_p(at(1, 1)) && !board.is_p(at(1, 2)));
    // (iv) without a ≤ b, c ≤ d: (1,2) and (2,1) have 1 < 2 and b > d.
    let wythoff = solved("wythoff", 4);
    assert!(wythoff.is_p(at(1, 2)) && wythoff.is_p(at(2, 1)));
}

// CLN15: A Cellular Automaton for Blocking Queen Games.

/// CLN15, "Example Game": k = 5, the queen at (3,3). Player B blocks (0,0), (1,1), (0,3), (3,0); each of A's five
/// options leaves B at least five winning moves, where all of A's moves can be blocked.
#[test]
fn cln15_example_game() {
    let (rules, board, palaces) = (rules("blocking:k=5"), solved("blocking:k=5", 11), palace_numbers(5, 11));
    let blocked = all([(0, 0), (0, 3), (1, 1), (3, 0)]);
    assert_eq!(p_options(&rules, &board, at(3, 3)), blocked);
    assert_eq!(must_block("blocking:k=5", at(3, 3)), blocked);
    assert_eq!(of(&palaces, at(3, 3)), 4, "yellow");
    assert_eq!(blocked.iter().map(|&at| of(&palaces, at)).collect::<Vec<_>>(), [0, 3, 3, 3], "dark brown, light olive");
    let left: Vec<Position> = rules.options(at(3, 3)).into_iter().filter(|to| !blocked.contains(to)).collect();
    assert_eq!(left, all([(1, 3), (2, 2), (2, 3), (3, 1), (3, 2)]));
    for a in left {
        assert!([5, 6].contains(&of(&palaces, a)), "{a} is black or blue");
        let winning = p_options(&rules, &board, a);
        assert!(winning.len() >= 5);
        assert!(winning.iter().all(|&b| rules.options(b).len() <= 4), "B then blocks every move");
    }
}

/// CLN15 Fig. 1: on the 11×11 board of game 5 the numbers of winning moves are 0 to 7; those of at most four are the
/// winning positions.
#[test]
fn cln15_figure_1() {
    let (rules, board, palaces) = (rules("blocking:k=5"), solved("blocking:k=5", 11), palace_numbers(5, 11));
    for from in square(11) {
        assert_eq!(Ok(of(&palaces, from)), p_options(&rules, &board, from).len().try_into(), "{from}");
        assert_eq!(board.is_p(from), of(&palaces, from) <= 4, "{from}");
    }
    let colours: BTreeSet<i64> = palaces.into_iter().flatten().collect();
    assert_eq!(colours, (0..=7).collect());
}

/// CLN15 Theorem 1: the automaton, started with k in the opposite quadrant and 0 in the two others, computes the palace
/// number minus k.
#[test]
fn cln15_theorem_1() {
    let side = 60;
    for k in [1, 2, 3, 5, 10, 17] {
        let palaces = palace_numbers(k, side);
        // Two rows and two columns of the initial condition, then the game.
        let mut cells = vec![vec![0_i64; index(side) + 2]; index(side) + 2];
        for (y, x) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            cells[y][x] = i64::from(k);
        }
        for y in 2..cells.len() {
            for x in 2..cells.len() {
                let [a, b, c] = [cells[y - 2][x - 2], cells[y - 2][x - 1], cells[y - 1][x - 2]];
                let [d, e, f] = [cells[y - 1][x - 1], cells[y - 1][x], cells[y][x - 1]];
                let terms = [(a, 3), (b, -2), (c, -2), (d, -1), (e, 1), (f, 1)];
                let compensation: i64 = terms.iter().filter(|term| term.0 < 0).map(|term| term.1).sum();
                cells[y][x] = a - b - c + e + f + compensation;
                assert_eq!(cells[y][x], palaces[y - 2][x - 2] - i64::from(k), "k = {k}, x = {}, y = {}", x - 2, y - 2);
            }
        }
    }
}

/// CLN15 section 2.2: each row, column and diagonal has at most k palaces, so palace numbers are in [0, 3k]; for
/// k = 500 the deviations after the hood are from −4 to 3.
#[test]
fn cln15_section_2_2() {
    for k in [1, 2, 3, 5, 8, 20, 50] {
        let palaces = palace_numbers(k, 200);
        let mut lines: HashMap<(char, i64), u32> = HashMap::new();
        for at in square(200) {
            let number = of(&palaces, at);
            assert!((0..=3 * i64::from(k)).contains(&number));
            if number < i64::from(k) {
                let (x, y) = (at.x.cast_signed(), at.y.cast_signed());
                for line in [('x', x), ('y', y), ('d', y - x)] {
                    *lines.entry(line).or_default() += 1;
                }
            }
        }
        assert!(lines.values().all(|&palaces| palaces <= k), "k = {k}");
    }
    let palaces = palace_numbers(500, 1000);
    assert!(square(1000).filter(|&at| hood(at) > 500).all(|at| (-4..=3).contains(&(of(&palaces, at) - 500))));
}

/// The number of options of a queen: CLN15's palace number in the hood.
fn hood(at: Position) -> u64 {
    at.x + at.y + at.x.min(at.y)
}

/// CLN15 section 3.2, the hood: palace numbers grow by one with the higher coordinate and by two with the lower one,
/// from 0 to k, as far as the casing from the nose (k/3, k/3) to the shoulders (0, k) and (k, 0); in the part below k
/// every move can be blocked.
#[test]
fn cln15_section_3_2_hood() {
    for k in [5_u32, 20, 100, 500] {
        let (side, palaces) = (u64::from(k) + 2, palace_numbers(k, u64::from(k) + 2));
        let inside = |at: &Position| hood(*at) <= u64::from(k);
        let numbers: BTreeSet<i64> = square(side).filter(inside).map(|at| of(&palaces, at)).collect();
        assert_eq!(numbers, (0..=k.into()).collect());
        assert_eq!(of(&palaces, at(0, 0)), 0);
        for here in square(side - 1).filter(inside) {
            let step = |to: Position| inside(&to).then(|| of(&palaces, to) - of(&palaces, here));
            let (right, down) = (step(at(here.x + 1, here.y)), step(at(here.x, here.y + 1)));
            assert!(right.is_none_or(|step| step == if here.x < here.y { 2 } else { 1 }), "k = {k}, {here}");
            assert!(down.is_none_or(|step| step == if here.y < here.x { 2 } else { 1 }), "k = {k}, {here}");
        }
        let nose = u64::from(k) / 3;
        assert!(inside(&at(nose, nose)) && !inside(&at(nose + 1, nose + 1)));
        assert_eq!([at(0, k.into()), at(k.into(), 0)].map(|at| of(&palaces, at)), [i64::from(k); 2], "the shoulders");
    }
    let rules = rules("blocking:k=20");
    assert!(square(30).all(|at| rules.options(at).len() as u64 == hood(at)), "what 19 blocks can close");
}

/// CLN15 section 3.2, the épaulettes: only k−1, k and k+1 occur, with the periods (5,1) and (4,3), 5, 3 and 3 times
/// each in a region of 11. The periods are (Δx, Δy) where x is the smaller coordinate.
#[test]
fn cln15_section_3_2_epaulettes() {
    let palaces = palace_numbers(500, 560);
    for corner in [at(40, 450), at(80, 400), at(120, 330)] {
        for here in square(25).map(|offset| at(corner.x + offset.x, corner.y + offset.y)) {
            let number = of(&palaces, here);
            assert_eq!(number, of(&palaces, at(here.x + 5, here.y + 1)));
            assert_eq!(number, of(&palaces, at(here.x + 4, here.y + 3)));
            assert_eq!(number, of(&palaces, here.mirrored()));
            // 11 cells of a column are one of each class, since (5,1) and (4,3) span a lattice of determinant 11.
            let times = |number| (0..11).filter(|j| of(&palaces, at(here.x, here.y + j)) == number).count();
            assert_eq!([499, 500, 501].map(times), [5, 3, 3], "{here}");
        }
    }
}

/// CLN15 Fig. 3, middle row: games 100 and 1000 look the same by the nose, both k being 1 modulo 3. (The boxes of
/// 100×100 in the figure are not quite identical: the fabric of game 100 is too short. Those of 86×86 are.)
#[test]
fn cln15_figure_3() {
    let (small, large) = (palace_numbers(100, 140), palace_numbers(1000, 440));
    let same = |offset: Position| {
        let small = of(&small, at(33 + offset.x, 33 + offset.y)) - 100;
        small == of(&large, at(333 + offset.x, 333 + offset.y)) - 1000
    };
    assert!(square(86).all(same));
    assert!(!square(100).all(same));
}

/// CLN15 Fig. 4, left: from k = 497 to k = 500 the hood, the épaulettes and the fabric move by (1,1) and gain 3. The
/// square up to the shoulders has nothing else; on the main diagonal the fabric reaches farther.
#[test]
fn cln15_figure_4_left() {
    let (before, after) = (palace_numbers(497, 802), palace_numbers(500, 802));
    let same = |here: Position| of(&before, here) + 3 == of(&after, at(here.x + 1, here.y + 1));
    assert!(square(497).all(same));
    assert!((0..800).all(|x| same(at(x, x))));
    assert!(!square(801).all(same), "the arms differ");
}

/// CLN15 Fig. 4, right: from k = 499 to k = 500 half of the hood, the épaulette and the arm move by 1 in the higher
/// coordinate and gain 1.
#[test]
fn cln15_figure_4_right() {
    let (before, after) = (palace_numbers(499, 902), palace_numbers(500, 902));
    let same = |here: Position| of(&before, here) + 1 == of(&after, at(here.x, here.y + 1));
    let is_half_hood = |here: &Position| here.x < here.y && hood(*here) <= 499;
    let is_arm = |here: &Position| here.x < 300 && here.y > 2 * here.x + 150;
    assert!(square(901).filter(|here| is_half_hood(here) || is_arm(here)).all(same));
    assert!(!square(901).filter(|here| here.x < here.y).all(same), "the fabric differs");
}

// Lar15: Restrictions of m-Wythoff Nim and p-complementary Beatty sequences.

/// The y with (0, y) P, for y < 60.
fn first_column(text: &str) -> Vec<u64> {
    let board = solved(text, 60);
    (0..60).filter(|&y| board.is_p(at(0, y))).collect()
}

/// Lar15 section 2.1: for m = 2, (2,3) → (2,1) is a roob option; (2,3) → (2,2) and (2,3) → (1,3) are rook options that a
/// 2-bishop has too.
#[test]
fn lar15_section_2_1_roob() {
    let rules = rules("2WN^2");
    let Twist::Block { budget: 1, class } = &rules.twist else { panic!("one roob option may be blocked") };
    let is_roob = |to: Position| class.contains(at(2, 3).move_to(to).unwrap());
    for (to, roob) in [(at(2, 1), true), (at(2, 2), false), (at(1, 3), false)] {
        assert!(rules.is_option(at(2, 3), to));
        assert_eq!(is_roob(to), roob, "{to}");
    }
    assert!(!is_roob(at(0, 1)), "a bishop option is none");
}

/// Lar15 Definition 3 (3a): the terminal positions of m×pWN_l, l > 0, are (ml, 0) and (0, m(p−l)); m×pWN_0 is (mp)WN.
#[test]
fn lar15_definition_3_3a() {
    for (m, p) in (1..=3_u64).flat_map(|m| (1..=5_u64).map(move |p| (m, p))) {
        assert_eq!(rules(&format!("{m}x{p}WN_0")), rules(&format!("{}WN", m * p)));
        for l in 1..p {
            assert_eq!(terminal(&rules(&format!("{m}x{p}WN_{l}"))), [at(0, m * (p - l)), at(m * l, 0)]);
        }
    }
}

/// The positions with x, y < 24 that have no option.
fn terminal(rules: &Rules) -> Vec<Position> {
    square(24).filter(|&at| rules.exists(at) && rules.options(at).is_empty()).collect()
}

/// Lar15 Example 1: in 2WN^2, (0,2) has one bishop-type option, (0,1), and one roob option, (0,0), which Bob blocks;
/// {0,y} is P iff y = 0 or 2.
#[test]
fn lar15_example_1() {
    let (rules, board) = (rules("2WN^2"), solved("2WN^2", 4));
    assert_eq!(rules.options(at(0, 2)), all([(0, 0), (0, 1)]));
    let Twist::Block { budget: 1, class } = &rules.twist else { panic!("one roob option may be blocked") };
    assert!(class.contains(Move::new(0, 2)) && !class.contains(Move::new(0, 1)));
    assert_eq!(p_options(&rules, &board, at(0, 2)), [at(0, 0)]);
    assert_eq!(must_block("2WN^2", at(0, 2)), [at(0, 0)]);
    assert_eq!(first_column("2WN^2"), [0, 2]);
}

/// Lar15 Example 2: in 2WN^(2), (0,2) is N, by the move to (0,0); (0,3) is P, its only options being (0,2) and (0,1).
#[test]
fn lar15_example_2() {
    let (rules, board) = (rules("2WN^(2)"), solved("2WN^(2)", 4));
    assert_eq!(p_options(&rules, &board, at(0, 2)), [at(0, 0)]);
    assert_eq!(rules.options(at(0, 3)), all([(0, 1), (0, 2)]));
    assert_eq!(p_options(&rules, &board, at(0, 1)), [at(0, 0)]);
    assert!(board.is_p(at(0, 3)));
}

/// Lar15 Example 3: in 2WN^(2,4), {0,y} is P iff y = 0 or 2. The printed reason, "2 − 0 is not 3, 4 (mod 4)", has the
/// wrong residues: rook lengths are 0 and 1 modulo 4, as in the same example's "(0,y) → (0,0) is legal if y = 4 or 5".
#[test]
fn lar15_example_3() {
    let rules = rules("2WN^(2,4)");
    let is_legal = |y| rules.is_option(at(0, y), at(0, 0));
    assert!(!is_legal(2) && is_legal(1) && is_legal(4) && is_legal(5));
    assert!(!is_legal(3), "with the residues 3 and 4 it would be");
    assert_eq!(first_column("2WN^(2,4)"), [0, 2]);
}

/// Lar15 Example 4: in 2WN^3 at (0,4) the only bishop-type move is to (0,3), the roob options are (0,0), (0,1), (0,2);
/// Bob blocks (0,0) and (0,2) and wins, both (0,1) and (0,3) being N.
#[test]
fn lar15_example_4() {
    let (rules, board) = (rules("2WN^3"), solved("2WN^3", 6));
    let Twist::Block { budget: 2, class } = &rules.twist else { panic!("two roob options may be blocked") };
    let is_roob = |to: &Position| class.contains(at(0, 4).move_to(*to).unwrap());
    let (roob, bishop): (Vec<_>, Vec<_>) = rules.options(at(0, 4)).into_iter().partition(is_roob);
    assert_eq!((roob, bishop), (all([(0, 0), (0, 1), (0, 2)]), all([(0, 3)])));
    assert_eq!(p_options(&rules, &board, at(0, 4)), all([(0, 0), (0, 2)]));
    assert_eq!(must_block("2WN^3", at(0, 4)), all([(0, 0), (0, 2)]), "what Bob blocks");
    assert!(!class.contains(Move::new(0, 1)), "from (0,1) to (0,0), from (0,3) to (0,2)");
}

/// Lar15 Example 5: in 2WN^(3) at (0,4) Alice can't move to (0,0) or (0,2), and (0,1) → (0,0), (0,3) → (0,0) are moves;
/// so (0,4) is P.
#[test]
fn lar15_example_5() {
    let (rules, board) = (rules("2WN^(3)"), solved("2WN^(3)", 6));
    assert_eq!(rules.options(at(0, 4)), all([(0, 1), (0, 3)]));
    assert!(rules.is_option(at(0, 1), at(0, 0)) && rules.is_option(at(0, 3), at(0, 0)));
    assert!(board.is_p(at(0, 4)));
}

/// Lar15, after Example 5: the P-positions of Examples 1 and 2 are distinct in spite of identical constants, those of
/// Examples 4 and 5 are not, and those of Examples 1 and 3 coincide.
#[test]
fn lar15_after_example_5() {
    let [one, two, three, four, five] =
        ["2WN^2", "2WN^(2)", "2WN^(2,4)", "2WN^3", "2WN^(3)"].map(|text| p_positions(text, 60));
    assert!(one != two && four == five && one == three);
}

/// Lar15 Example 6: (0,4) is terminal in 2×3WN_1; in 2×3WN_2 Alice wins by (0,4) → (0,2), and (1,8) → (0,2) is a move;
/// in 2×3WN_0 (1,7) → (0,0) is none, and Bob wins.
#[test]
fn lar15_example_6() {
    assert_eq!(rules("2x3WN_1").options(at(0, 4)), []);
    let (two, zero) = (rules("2x3WN_2"), rules("2x3WN_0"));
    assert_eq!(two.options(at(0, 2)), []);
    assert!(two.is_option(at(0, 4), at(0, 2)) && two.is_option(at(1, 8), at(0, 2)));
    assert!(!solved("2x3WN_2", 10).is_p(at(0, 4)) && !solved("2x3WN_2", 10).is_p(at(1, 8)));
    assert!(!zero.is_option(at(1, 7), at(0, 0)));
    assert!(solved("2x3WN_0", 10).is_p(at(1, 7)));
}

/// Lar15 Remark 1: a_n^{p,1} = c_{pn}, b_n^{p,1} = d_{pn}: every p-th P-position of WN^(p) is one of pWN.
#[test]
fn lar15_remark_1() {
    for p in 1..=10 {
        let sparse: Vec<Position> = upper(&format!("WN^({p})"), 60).into_iter().step_by(p).collect();
        let wythoff = upper(&format!("{p}WN"), 60);
        let common = sparse.len().min(wythoff.len());
        assert!(common >= 5);
        assert_eq!(sparse[..common], wythoff[..common], "p = {p}");
    }
}

/// Lar15, captions of Tables 1 and 2: c_n = ⌊nφ_3/3⌋, d_n = c_n + n for WN^(3); the Beatty pairs of m = 2, p = 3 differ
/// by 2n.
#[test]
fn lar15_tables_1_and_2_captions() {
    for (text, m, p) in [("WN^(3)", 1, 3), ("2WN^3", 2, 3)] {
        for (n, &pair) in (0..).zip(&upper(text, 200)) {
            let (a, b) = beatty_pair(m, p, n);
            assert_eq!(pair, at(a, b), "{text}, n = {n}");
        }
    }
}

/// Lar15 Fig. 1 caption: WN^(3) has three P-positions in each row and column and one in each diagonal, and they are as
/// near to the origin as that allows; the black ones are those of 3WN, one in each row and in every third diagonal.
#[test]
fn lar15_figure_1() {
    let whole = columns("WN^(3)", 90);
    assert!(whole.iter().all(|column| column.len() == 3));
    let pairs = upper("WN^(3)", 90);
    assert!((0..).zip(&pairs).all(|(n, pair)| pair.y - pair.x == n));
    // Diagonal by diagonal, in the first column that still has fewer than three.
    let mut filled: HashMap<u64, u32> = HashMap::new();
    for (n, &pair) in (0..).zip(&pairs) {
        let x = (0..90).find(|x| filled.get(x).is_none_or(|&positions| positions < 3)).unwrap();
        assert_eq!(pair, at(x, x + n));
        for x in BTreeSet::from([x, x + n]) {
            *filled.entry(x).or_default() += 1;
        }
    }
    assert!(columns("3WN", 90).iter().all(|column| column.len() == 1));
    let black: Vec<Position> = pairs.iter().copied().step_by(3).collect();
    assert_eq!(black, upper("3WN", 90)[..black.len()]);
}

/// Lar15 Fig. 2 caption: 2WN^(3), 2WN^3, 2WN^(2,6) and 2×3WN have the same P-positions, three in each row and column and
/// one in every second diagonal; the darkest are those of 6WN. The palest, (a_{3n+1}, b_{3n+1}) and (b_{3n+2},
/// a_{3n+2}), are printed as those of 2×3WN_1; by Definition 3 (3a) they are those of 2×3WN_2.
#[test]
fn lar15_figure_2() {
    let side = 90;
    for text in ["2WN^(3)", "2WN^3", "2WN^(2,6)", "2x3WN"] {
        assert_eq!(p_positions(text, side), beatty_pairs(2, 3, side), "{text}");
        assert!(columns(text, 40).iter().all(|column| column.len() == 3), "{text}");
    }
    assert!((0..).zip(upper("2WN^3", 40)).all(|(n, pair)| pair.y - pair.x == 2 * n));
    let on_board = |positions: Vec<(u64, u64)>| -> BTreeSet<Position> {
        positions.into_iter().map(|(x, y)| at(x, y)).filter(|at| at.x.max(at.y) < side).collect()
    };
    let pair = |n| beatty_pair(2, 3, n);
    let flipped = |n| (pair(n).1, pair(n).0);
    let darkest = on_board((0..side).flat_map(|n| [pair(3 * n), flipped(3 * n)]).collect());
    assert_eq!(p_positions("6WN", side), darkest);
    let palest = on_board((0..side).flat_map(|n| [pair(3 * n + 1), flipped(3 * n + 2)]).collect());
    assert_eq!(p_positions("2x3WN_2", side), palest);
    assert_ne!(p_positions("2x3WN_1", side), palest, "as printed");
    assert_eq!(p_positions("2x3WN_1", side), palest.into_iter().map(Position::mirrored).collect(), "heaps exchanged");
}

/// Whether the differences b_n − a_n are in arithmetic progression.
fn is_arithmetic(pairs: &[Position]) -> bool {
    let differences: Vec<u64> = pairs.iter().map(|pair| pair.y - pair.x).collect();
    differences.windows(3).all(|three| three[0] + three[2] == 2 * three[1])
}

/// Lar15 Table 3, caption. Printed: 2WN^2. Right: 2WN^(2); already its second row (0,3) is N in 2WN^2. The differences
/// are not in arithmetic progression.
#[test]
fn lar15_table_3_caption() {
    assert!(solved("2WN^(2)", 4).is_p(at(0, 3)));
    assert!(!solved("2WN^2", 4).is_p(at(0, 3)));
    assert!(!is_arithmetic(&upper("2WN^(2)", 20)) && is_arithmetic(&upper("2WN^2", 20)));
}

/// Lar15 Table 4, caption. Printed: 2WN^(1,3). Right by Definition 2: 2WN^(2,3), whose rooks go 0 or 1 modulo 3 steps;
/// already the table's third row (1,5) is N in 2WN^(1,3), which has the P-positions of Table 2. The differences are not
/// in arithmetic progression.
#[test]
fn lar15_table_4_caption() {
    assert!(solved("2WN^(2,3)", 6).is_p(at(1, 5)));
    assert!(!solved("2WN^(1,3)", 6).is_p(at(1, 5)));
    assert_eq!(p_positions("2WN^(1,3)", 60), beatty_pairs(2, 3, 60));
    assert!(!is_arithmetic(&upper("2WN^(2,3)", 20)) && is_arithmetic(&upper("2WN^(1,3)", 20)));
}

/// Lar15 Remark 4: mWN_m^p = mWN^p; m×pWN_{lm,m(p−l)} = m×pWN_l; the final positions of m×pWN_{u,v} are (u,0) and (0,v).
#[test]
fn lar15_remark_4() {
    for (m, p) in square(4).map(|at| (at.x + 1, at.y + 1)) {
        assert_eq!(rules(&format!("rook-blocking:m={m},p={p},l={m}")), rules(&format!("{m}WN^{p}")));
        for l in 1..p {
            let hole = format!("hole:m={m},p={p},u={},v={}", l * m, m * (p - l));
            assert_eq!(rules(&hole), rules(&format!("{m}x{p}WN_{l}")));
        }
        for (u, v) in square(6).map(|at| (at.x + 1, at.y + 1)) {
            assert_eq!(terminal(&rules(&format!("hole:m={m},p={p},u={u},v={v}"))), [at(0, v), at(u, 0)]);
        }
    }
}

// Lar09: 2-pile Nim with a restricted number of move-size imitations.

/// Lar09 Example 2: the options of (1,3) are those of Nim at the start and after (1,x) → (1,3) or (x,3) → (1,3), x ≥ 4;
/// after (x,3) → (1,3), x = 2 or 3, the move to (1, 3−x+1) is prohibited. So (3,3) → (1,3) loses, (2,3) → (1,3) wins.
#[test]
fn lar09_example_2() {
    let mut imitation = Imitation::new(1, 1);
    let nim = all([(0, 3), (1, 0), (1, 1), (1, 2)]);
    assert_eq!(imitation.options("1,3"), nim);
    for x in 4..24 {
        assert_eq!(imitation.options(&format!("1,{x} 1,3")), nim);
        assert_eq!(imitation.options(&format!("{x},3 1,3")), nim);
    }
    for x in [2, 3] {
        assert!(imitation.imitates(&format!("{x},3 1,3 1,{}", 4 - x)));
        assert_eq!(imitation.after(&format!("{x},3 1,3 1,{}", 4 - x)), None);
        assert_eq!(imitation.options(&format!("{x},3 1,3")).len(), 3);
    }
    assert_eq!(imitation.after("3,3 1,3"), N);
    assert_eq!(imitation.after("3,3 1,3 1,2"), P);
    assert_eq!(imitation.after("2,3 1,3"), P);
}

/// Whether (a, b) is as in Lar09 Proposition 5 (iia): some P-position (c, d) of Wythoff Nim, c ≤ d < b, lies on its
/// diagonal.
fn is_iia(wythoff: &Board, at: Position) -> bool {
    (1..=at.x).any(|t| wythoff.is_p(Position::new(at.x - t, at.y - t)))
}

/// Whether (a, b) is as in Lar09 Proposition 5 (iib): (a, c) is a P-position of Wythoff Nim for some c < a.
fn is_iib(wythoff: &Board, at: Position) -> bool {
    (0..at.x).any(|c| wythoff.is_p(Position::new(at.x, c)))
}

/// Lar09 Proposition 5: in Imitation Nim (a,b), a ≤ b, is non-dynamic P iff it is a P-position of Wythoff Nim, and
/// non-dynamic N iff it is as in (iia) or (iib).
#[test]
fn lar09_proposition_5() {
    let wythoff = solved("wythoff", 20);
    for (at, nature) in Imitation::new(1, 1).natures(10).into_iter().filter(|(at, _)| at.is_upper()) {
        let is_n = is_iia(&wythoff, at) || is_iib(&wythoff, at);
        assert_eq!(nature == Nature::NonDynamicP, wythoff.is_p(at), "{at}");
        assert_eq!(nature == Nature::NonDynamicN, is_n, "{at}");
    }
}

/// Lar09 Remark 6: if (x,b), x < a, is a P-position of Wythoff Nim, then (a,b) is as in (iia); and whenever a = d in
/// (iia), it is as in (iib) too.
#[test]
fn lar09_remark_6() {
    let wythoff = solved("wythoff", 150);
    for here in square(150).filter(|at| at.is_upper()) {
        if (0..here.x).any(|x| wythoff.is_p(at(x, here.y))) {
            assert!(is_iia(&wythoff, here), "{here}");
        }
    }
    for (c, d) in (1..30).map(|n| (floor_phi(n), floor_phi(n) + n)) {
        let here = at(d, 2 * d - c);
        assert!(is_iia(&wythoff, here) && is_iib(&wythoff, here), "{here}");
    }
}

/// Lar09, after Remark 6: (c,b) is dynamic iff Wythoff Nim has a P-position (c,d), c ≤ d < b. Printed: it is then P iff
/// the previous move was (a,b) → (c,b) for some a > c. Right: for the a with b − a = d − c; (1,3) is N after (3,3).
#[test]
fn lar09_after_remark_6() {
    let mut imitation = Imitation::new(1, 1);
    let wythoff = solved("wythoff", 24);
    let natures = imitation.natures(10);
    for c in 0..=10 {
        for b in c..=10 {
            let d = (c..b).find(|&d| wythoff.is_p(at(c, d)));
            assert_eq!(natures[&at(c, b)] == Nature::Dynamic, d.is_some(), "({c},{b})");
            if let Some(d) = d {
                for a in c + 1..20 {
                    let is_p = imitation.after_play(&[at(a, b), at(c, b)]) == P;
                    assert_eq!(is_p, b + c == a + d, "({a},{b}) to ({c},{b})");
                }
                for y in b + 1..20 {
                    assert_eq!(imitation.after_play(&[at(c, y), at(c, b)]), N);
                }
            }
        }
    }
    assert_eq!([imitation.after("2,3 1,3"), imitation.after("3,3 1,3")], [P, N]);
    // The text's examples.
    assert_eq!(natures[&at(1, 2)], Nature::NonDynamicP);
    assert_eq!(natures[&at(1, 3)], Nature::Dynamic);
    for here in [at(2, 3), at(3, 4)] {
        assert_eq!(natures[&here], Nature::NonDynamicN);
        assert!(is_iia(&wythoff, here));
    }
    for here in (3..=10).map(|x| at(2, x)) {
        assert_eq!(natures[&here], Nature::NonDynamicN);
        assert!(is_iib(&wythoff, here));
    }
}

/// Lar09 Corollary 7: as initial positions, Imitation Nim and Wythoff Nim have the same P-positions.
#[test]
fn lar09_corollary_7() {
    let mut imitation = Imitation::new(1, 1);
    let wythoff = solved("wythoff", 24);
    assert_eq!(solved("Imitation Nim", 24), wythoff);
    for start in square(24) {
        assert_eq!(imitation.after_play(&[start]), Some(Outcome::p_if(wythoff.is_p(start))));
    }
}

/// Lar09 Remark 9: the rule of (1,p)-Imitation Nim takes the winning strategy from 2-pile Nim iff both heaps have at
/// least p tokens: equal heaps are then N, and the move to equal heaps wins iff the smaller heap is less than p.
#[test]
fn lar09_remark_9() {
    for p in 1..=4 {
        let mut imitation = Imitation::new(1, p);
        for small in 0..12 {
            let nim_wins = Some(Outcome::p_if(small < u64::from(p)));
            assert_eq!(imitation.after_play(&[at(small, small)]), nim_wins);
            for large in small + 1..16 {
                assert_eq!(imitation.after_play(&[at(small, large), at(small, small)]), nim_wins);
            }
        }
    }
}

/// Lar09 Example 10: (1,2)-Imitation Nim from (2,2).
#[test]
fn lar09_example_10() {
    let mut imitation = Imitation::new(1, 2);
    // Alice moves to (1,2). If Bob moves to (1,1), Alice moves to (0,1), which is P, as (0,0) is not permitted.
    assert_eq!(imitation.after("2,2 1,2"), P);
    assert!(imitation.imitates("2,2 1,2 1,1"));
    assert_eq!(imitation.after("2,2 1,2 1,1 0,1"), P);
    assert_eq!(imitation.after("2,2 1,2 1,1 0,1 0,0"), None);
    // If Bob moves to (0,2), Alice can win in the next move: his removal was from the smaller heap, but 2 > 1.
    assert!(!imitation.imitates("2,2 1,2 0,2 0,0"));
    assert_eq!(imitation.after("2,2 1,2 0,2 0,0"), P);
    // (1,2) as an initial position would have been N, since (1,1) would have been a winning move.
    assert_eq!([imitation.after("1,2"), imitation.after("1,2 1,1")], [N, P]);
    let natures = imitation.natures(4);
    assert_eq!(natures[&at(2, 2)], Nature::NonDynamicN);
    assert_eq!(natures[&at(1, 2)], Nature::Dynamic);
    // The least non-dynamic P-position but (0,0) is (2,3).
    let non_dynamic_p = |here: &Position| here.is_upper() && natures[here] == Nature::NonDynamicP;
    let least: Vec<Position> = square(4).filter(non_dynamic_p).collect();
    assert_eq!(least, all([(0, 0), (2, 3)]));
    for winning in ["2,3 2,1 1,1", "2,3 1,3 1,1", "2,3 2,0 0,0", "2,3 0,3 0,0"] {
        assert_eq!(imitation.after(winning), P, "{winning}");
    }
    assert_eq!(imitation.after("2,3 2,2"), N);
}

/// Lar09 Example 12: (2,1)-Imitation Nim from (1,2): Alice moves to (0,2), Bob can't move; (1,2) is non-dynamic N.
#[test]
fn lar09_example_12() {
    let mut imitation = Imitation::new(2, 1);
    assert_eq!(imitation.options("1,2 0,2"), []);
    assert_eq!([imitation.after("1,2 0,2 0,1"), imitation.after("1,2 0,2 0,0")], [None, None]);
    assert_eq!([imitation.after("1,2"), imitation.after("1,2 0,2")], [N, P]);
    assert_eq!(imitation.natures(4)[&at(1, 2)], Nature::NonDynamicN);
}

/// Lar09 section 1.4.4: (1,2) is N in (2,1)-Wythoff Nim by the move to (0,0); (1,3) is P, and non-dynamic P of
/// (2,1)-Imitation Nim. Printed: of (1,2)-Imitation Nim, where the start (1,3) is N.
#[test]
fn lar09_section_1_4_4() {
    let (rules, board) = (rules("(2,1)-Wythoff Nim"), solved("(2,1)-Wythoff Nim", 4));
    assert_eq!(p_options(&rules, &board, at(1, 2)), [at(0, 0)]);
    assert!(board.is_p(at(1, 3)));
    let mut imitation = Imitation::new(2, 1);
    assert_eq!(imitation.natures(4)[&at(1, 3)], Nature::NonDynamicP);
    for losing in ["1,3 0,3", "1,3 1,0", "1,3 1,2", "1,3 1,1"] {
        assert_eq!(imitation.after(losing), N, "{losing}");
    }
    assert_eq!(Imitation::new(1, 2).after("1,3"), N, "as printed");
}

/// Lar09 Example 15: the play of (2,3)-Imitation Nim from (13,18).
#[test]
fn lar09_example_15() {
    let mut imitation = Imitation::new(2, 3);
    let wythoff = solved("(2,3)-Wythoff Nim", 24);
    // The non-dynamic P-positions among the first ten of (2,3)-Wythoff Nim; with heaps above 9 by Theorem 19 alone.
    let natures = imitation.natures(9);
    let dual = |here: &Position| {
        let states = imitation.limits.states_at(&imitation.rules, *here);
        Nature::of(states.iter().map(|state| imitation.dual.outcome(state)))
    };
    let list = all([(0, 0), (1, 1), (2, 2), (3, 5), (4, 6), (7, 9), (8, 12), (10, 14), (11, 15), (13, 19)]);
    assert!(list.iter().all(|&here| wythoff.is_p(here)));
    let non_dynamic: Vec<Position> =
        list.into_iter().filter(|here| *natures.get(here).unwrap_or(&dual(here)) == Nature::NonDynamicP).collect();
    assert_eq!(non_dynamic, all([(0, 0), (3, 5), (8, 12), (13, 19)]));
    // Alice's first move wins.
    assert_eq!(imitation.after("13,18"), N);
    assert_eq!(imitation.after("13,18 11,18"), P);
    // Bob moves to P-positions of Wythoff's game, twice by a 2-imitation, and is then kept from (8,12).
    let only_p = |from, to| {
        let options = imitation.rules.options(from);
        options.into_iter().filter(|&to| wythoff.is_p(to)).eq([to])
    };
    assert!(only_p(at(11, 18), at(11, 15)) && only_p(at(10, 15), at(10, 14)) && only_p(at(8, 14), at(8, 12)));
    assert!(imitation.imitates("13,18 11,18 11,15"));
    assert!(imitation.imitates("13,18 11,18 11,15 10,15 10,14"));
    assert!(imitation.imitates("13,18 11,18 11,15 10,15 10,14 8,14 8,12"));
    assert_eq!(imitation.after("13,18 11,18 11,15 10,15 10,14 8,14 8,12"), None);
    for alice in ["13,18 11,18 11,15 10,15", "13,18 11,18 11,15 10,15 10,14 8,14"] {
        assert_eq!(imitation.after(alice), P, "{alice}");
    }
    // If Bob moves to (x,18) instead, Alice reaches a P-position of Wythoff's game without imitating him.
    for x in 0..=10 {
        let answers = (0..=x + 4).filter(|&y| wythoff.is_p(at(x, y))).collect::<Vec<u64>>();
        let [y] = answers[..] else { panic!("one answer to ({x},18)") };
        assert!(18 - y >= 11 - x + 3);
        let play = format!("13,18 11,18 {x},18 {x},{y}");
        assert!(!imitation.imitates(&play));
        assert_eq!(imitation.after(&play), P);
    }
}

/// Lar09 Example 16: two plays of (3,3)-Imitation Nim.
#[test]
fn lar09_example_16() {
    let mut imitation = Imitation::new(3, 3);
    // Alice relies on the imitation rule and loses.
    assert!(imitation.imitates("6,9 5,9 5,6"));
    assert!(!imitation.imitates("6,9 5,9 5,6 4,6 3,6"));
    assert_eq!(imitation.after("6,9 5,9 5,6 4,6 3,6"), P, "Bob will win");
    assert_eq!(imitation.after("6,9 5,9"), P, "Alice's first move is no mistake");
    assert_eq!(imitation.after("6,9 5,9 5,6"), N, "nor is all lost after Bob's");
    assert_eq!(imitation.after("6,9 5,9 5,6 4,6"), N, "the mistake is her second move");
    // Bob swaps the heaps.
    assert!(imitation.imitates("3,3 2,3 2,1"));
    assert!(imitation.imitates("3,3 2,3 2,1 2,0 0,0"));
    assert_eq!(imitation.after("3,3 2,3 2,1 2,0 0,0"), P, "Bob imitates a second time and wins");
    assert_eq!(imitation.after("3,3 2,3 2,1 2,0"), N);
    assert_eq!(imitation.after("3,3 2,3 2,1 1,1"), P, "the correct strategy");
    assert!(imitation.imitates("3,3 2,3 2,1 1,1 0,1 0,0"), "Alice has become the player who imitates");
    assert_eq!(imitation.after("3,3 2,3 2,1 1,1 0,1 0,0"), P);
}

/// Lar09 Corollary 20: as starting positions, (m,p)-Imitation Nim and (m,p)-Wythoff Nim have the same P-positions.
#[test]
fn lar09_corollary_20() {
    for (m, p) in (1..=4).flat_map(|m| (1..=4).map(move |p| (m, p))) {
        let mut imitation = Imitation::new(m, p);
        let wythoff = solved(&format!("({m},{p})-Wythoff Nim"), 16);
        assert_eq!(solved(&format!("({m},{p})-Imitation Nim"), 16), wythoff);
        for start in square(16) {
            assert_eq!(imitation.after_play(&[start]), Some(Outcome::p_if(wythoff.is_p(start))));
        }
    }
}

/// Lar09, after Corollary 20: (a,b), a ≤ b, is non-dynamic P iff it is P in (m,p)-Wythoff Nim and ξ(a,b) = 0; if it is N
/// there, it is dynamic iff some (a,c), a ≤ c < b, is P there. The other P-positions of (m,p)-Wythoff Nim are dynamic.
#[test]
fn lar09_after_corollary_20() {
    for (m, p) in (1..=3).flat_map(|m| (1..=3).map(move |p| (m, p))) {
        let wythoff = solved(&format!("({m},{p})-Wythoff Nim"), 20);
        for (here, nature) in Imitation::new(m, p).natures(7).into_iter().filter(|(at, _)| at.is_upper()) {
            let xi = (1..=here.x).filter(|t| wythoff.is_p(at(here.x - t, here.y - t))).count();
            let expected = if wythoff.is_p(here) {
                if xi == 0 { Nature::NonDynamicP } else { Nature::Dynamic }
            } else if (here.x..here.y).any(|c| wythoff.is_p(at(here.x, c))) {
                Nature::Dynamic
            } else {
                Nature::NonDynamicN
            };
            assert_eq!(nature, expected, "({m},{p})-Imitation Nim at {here}");
        }
    }
}

// Lar11: Blocking Wythoff Nim.

/// {x, y} in both orders for x, y < side.
fn unordered(pairs: impl Iterator<Item = (u64, u64)>, side: u64) -> BTreeSet<Position> {
    pairs.filter(|pair| pair.0.max(pair.1) < side).flat_map(|(x, y)| [at(x, y), at(y, x)]).collect()
}

/// Lar11 Theorem 1.1, i = 1: {⌊φn⌋, ⌊φ²n⌋}.
#[test]
fn lar11_theorem_1_1_k_1() {
    let wythoff = (0..150).map(|n| (floor_phi(n), floor_phi(n) + n));
    assert_eq!(p_positions("W^1", 150), unordered(wythoff, 150));
}

/// Lar11 Theorem 1.1, i = 2: (0,0), {n, 2n+1}, and (2x+2, 2y+2) for the (x,y) of Wythoff Nim.
#[test]
fn lar11_theorem_1_1_k_2() {
    let doubled = (0..150).map(|n| (2 * floor_phi(n) + 2, 2 * (floor_phi(n) + n) + 2));
    let pairs = [(0, 0)].into_iter().chain((0..150).map(|n| (n, 2 * n + 1))).chain(doubled);
    assert_eq!(p_positions("W^2", 150), unordered(pairs, 150));
}

/// Lar11 Theorem 1.1, i = 3: (0,0), {n, 2n+1}, {n, 2n+2}.
#[test]
fn lar11_theorem_1_1_k_3() {
    let pairs = [(0, 0)].into_iter().chain((0..150).flat_map(|n| [(n, 2 * n + 1), (n, 2 * n + 2)]));
    assert_eq!(p_positions("W^3", 150), unordered(pairs, 150));
}

/// Lar11 Proposition 1.2 (i): (a_x, b_x) = (0, x) iff x < k. (iii): each diagonal has at most k upper P-positions.
#[test]
fn lar11_proposition_1_2_i_and_iii() {
    for k in 1..=12 {
        let pairs = upper(&format!("W^{k}"), 200);
        assert!((0..).zip(&pairs).all(|(x, &pair)| (pair == at(0, x)) == (x < k)), "k = {k}");
        let mut diagonals: HashMap<u64, u64> = HashMap::new();
        for pair in &pairs {
            *diagonals.entry(pair.y - pair.x).or_default() += 1;
        }
        assert!(diagonals.values().all(|&positions| positions <= k), "k = {k}");
    }
}

/// Lar11 Proposition 1.2 (ii), as its proof uses it: every column has exactly k P-positions. Printed: the a_i and b_i
/// with i ≥ k cover each positive integer exactly k times; that fails for each k ≥ 2, as x < k has lost (0,x) and a
/// diagonal P-position counts twice.
#[test]
fn lar11_proposition_1_2_ii() {
    for k in 1..=12 {
        assert!(columns(&format!("W^{k}"), 150).iter().all(|column| column.len() == k), "k = {k}");
        let pairs = upper(&format!("W^{k}"), 100);
        let covered = |x: &u64| pairs[k..].iter().flat_map(|pair| [pair.x, pair.y]).filter(|y| x == y).count();
        let exceptions: Vec<u64> = (1..100).filter(|x| covered(x) != k).collect();
        assert_eq!(exceptions.is_empty(), k == 1, "k = {k}");
        match k {
            2 => assert_eq!(exceptions, [1, 2]),
            4 => assert_eq!(exceptions, [2, 3]),
            5 => assert_eq!(exceptions, [2, 4]),
            _ => {}
        }
    }
}

/// Lar11 Proposition 1.3: the positions of W^k all of whose options can be blocked are T(k) = {x ≤ y < k − 2x}, a lower
/// ideal of the stated size.
#[test]
fn lar11_proposition_1_3() {
    for k in 1..=30_u64 {
        let rules = rules(&format!("W^{k}"));
        let terminal: BTreeSet<Position> = square(k + 2).filter(|&at| (rules.options(at).len() as u64) < k).collect();
        let t = |at: &Position| at.x.max(at.y) + 2 * at.x.min(at.y) < k;
        assert_eq!(terminal, square(k + 2).filter(t).collect(), "k = {k}");
        let has = |x: Option<u64>, y: Option<u64>| x.zip(y).is_none_or(|(x, y)| terminal.contains(&at(x, y)));
        let is_below = |at: &Position| has(at.x.checked_sub(1), Some(at.y)) && has(Some(at.x), at.y.checked_sub(1));
        assert!(terminal.iter().all(is_below));
        let m = (k - 1) / 3 + 1;
        let size = match k % 3 {
            1 => 3 * m * m - 2 * m,
            2 => 3 * m * m,
            _ => 3 * m * m + 2 * m,
        };
        assert_eq!(terminal.len() as u64, size, "k = {k}");
        let expected = match k {
            2 => all([(0, 0), (0, 1), (1, 0)]),
            3 => all([(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)]),
            _ => continue,
        };
        assert_eq!(terminal, expected.into_iter().collect());
    }
}

/// Lar11 Proposition 1.4: in 2-pile Nim with k−1 blocks {x,y} is P iff |y−x| < k and y−x ≡ k−1 (mod 2), or x+y < k.
#[test]
fn lar11_proposition_1_4() {
    for k in 1..=10 {
        let board = solved(&format!("nim-blocking:k={k}"), 60);
        for at in square(60) {
            let gap = at.x.abs_diff(at.y);
            assert_eq!(board.is_p(at), gap < k && gap % 2 == (k - 1) % 2 || at.x + at.y < k, "k = {k}, {at}");
        }
    }
    assert_eq!(solved("nim-blocking:k=1", 60), solved("nim", 60));
}

/// Lar11 section 2.1, the bullets: f counts the P-options in W^2.
#[test]
fn lar11_section_2_1() {
    let (rules, board) = (rules("W^2"), solved("W^2", 60));
    let f = |x, y| p_options(&rules, &board, at(x, y)).len();
    assert_eq!((f(0, 0), f(0, 1)), (0, 1));
    assert!(board.is_p(at(0, 0)) && board.is_p(at(0, 1)) && board.is_p(at(1, 0)));
    assert!((2..60).all(|x| f(0, x) >= 2 && !board.is_p(at(0, x)) && !board.is_p(at(x, 0))));
    assert!(f(1, 1) == 3 && !board.is_p(at(1, 1)));
    assert!(f(1, 2) == 2 && !board.is_p(at(1, 2)) && !board.is_p(at(2, 1)));
    assert_eq!(p_options(&rules, &board, at(2, 2)), [at(0, 0)]);
    // (2,2) is the least P-position that is not terminal.
    let is_terminal = |at: Position| rules.options(at).len() < 2;
    let others: Vec<Position> = square(3).filter(|&at| board.is_p(at) && !is_terminal(at)).collect();
    assert_eq!(others, [at(2, 2)]);
}

/// Lar11 Fig. 1 caption: in W^2 (8,12) is P with one P-option, (11,15) is N. Printed: with two P-options; it has four.
#[test]
fn lar11_figure_1() {
    let (rules, board) = (rules("W^2"), solved("W^2", 16));
    assert!(board.is_p(at(8, 12)) && !board.is_p(at(11, 15)));
    assert_eq!(p_options(&rules, &board, at(8, 12)), [at(3, 7)]);
    assert_eq!(p_options(&rules, &board, at(11, 15)), all([(3, 7), (7, 15), (8, 12), (11, 5)]));
}

/// Asserts that exactly the P-positions of one game are the N-positions of the other.
fn assert_reversed(one: &str, other: &str) {
    let (one_board, other_board) = (solved(one, 40), solved(other, 40));
    assert!(square(40).all(|at| one_board.is_p(at) != other_board.is_p(at)), "{one} and {other}");
}

/// Lar11 Proposition 3.1: the P-positions of the comply game G_k are the N-positions of the blocking game G^k, for
/// Wythoff Nim and for Nim.
#[test]
fn lar11_proposition_3_1() {
    for k in 1..=8 {
        assert_reversed(&format!("comply:k={k}"), &format!("blocking:k={k}"));
        assert_reversed(&format!("custom: rook | comply {k}"), &format!("nim-blocking:k={k}"));
    }
}

/// Lar11 Proposition 3.2: the comply games of Definition 10 reverse diagonal and rook blocking in the same way.
#[test]
fn lar11_proposition_3_2() {
    for k in 1..=6 {
        assert_reversed(&format!("comply-diagonal:p={k}"), &format!("diagonal-blocking:p={k}"));
        assert_reversed(&format!("comply-rook:p={k}"), &format!("rook-blocking:p={k}"));
    }
}

/// Lar11, after Definition 8: in one-pile Nim where at least one option has to be proposed, the empty pile is N, every
/// other P. A second, empty heap has no moves: (n,0) has the options (i,0), i < n.
#[test]
fn lar11_one_pile_comply() {
    let (rules, board) = (rules("custom: rook | comply 1"), solved("custom: rook | comply 1", 30));
    for n in 0..30 {
        assert_eq!(rules.options(at(n, 0)), (0..n).map(|i| at(i, 0)).collect::<Vec<_>>());
        assert_eq!(board.is_p(at(n, 0)), n > 0);
        assert_eq!(solved("nim", 30).is_p(at(n, 0)), n == 0, "the only P-position of Nim");
    }
}
