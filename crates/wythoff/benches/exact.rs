//! Answers at heaps of 10 to 10,000 digits: the time, and how it grows when the digits are ten times as many.
//!
//! Every answer is held against a law that the closed engine does not use. Pairs of Wythoff Nim are known by their
//! Fibonacci representations, those of `rook-blocking:m=2,p=3` by an integer root, and those of `diagonal-blocking` by
//! the mex that defines them: a_n has n numbers a_i and the right number of b_i below it; those of W^14 by 2y − 5x. At
//! small heaps the lines engine (or the dual one, or the dense one) has to give the same moves, and the mex recurrence,
//! walked from 0, the same terms; their times are printed too. A board takes memory as well: `blocking:k=14` is asked
//! as far out as half a gibibyte of it reaches.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use dashu_int::ops::{DivRem, SquareRoot};
use wythoff::exact::{DiagonalPairs, IBig, Pairs, UBig};
use wythoff::solve::Engine;
use wythoff::strategy::{Answer, Question, ask, ask_exact};
use wythoff::{Game, Outcome, Position};

type Exact = Position<UBig>;
type Law = fn(&Exact, &Answer<UBig>, usize) -> bool;

/// The games, what must be true of an answer, and the engine for small heaps.
const GAMES: [(&str, Law, Engine); 7] = [
    ("wythoff", |_, answer, _| moves_lead(answer, is_wythoff), Engine::Lines),
    ("rook-blocking:m=2,p=3", |_, answer, _| moves_lead(answer, is_rook_blocking), Engine::Lines),
    ("blocking:k=2", |_, answer, _| moves_lead(answer, is_blocking_two), Engine::Lines),
    ("blocking:k=14", |_, answer, _| moves_lead(answer, is_blocking_fourteen), Engine::Dense),
    (
        "diagonal-blocking:m=2,p=3",
        |_, answer, depth| moves_lead(answer, |to| is_diagonal(2, 3, to, depth)),
        Engine::Lines,
    ),
    ("imitation:m=2,p=3", |from, answer, depth| moves_lead(answer, |to| is_imitation(from, to, depth)), Engine::Dual),
    ("comply-diagonal:p=3", proposes_members, Engine::Lines),
];

/// How many steps down a term of `diagonal-blocking` is followed: all of them for 10 digits.
const DEPTH: usize = 150;

/// A position without a pattern, with heaps of about so many digits. It is N, and P where one has to comply.
fn far(digits: usize) -> Exact {
    let power = UBig::from(10_u8).pow(digits);
    Position::new(&power / 7_u8, power / 3_u8)
}

fn answer(game: &Game, from: &Exact) -> Answer<UBig> {
    ask_exact(game, from.clone(), &Question::default(), &()).expect("a formula solves the game")
}

/// The position is N, and each move that wins leads to a P-position.
fn moves_lead(answer: &Answer<UBig>, is_p: impl Fn(&Exact) -> bool) -> bool {
    let moves = &answer.winning_moves;
    answer.outcome == Outcome::N && !moves.is_empty() && moves.iter().all(|to| is_p(&to.to))
}

fn in_order(at: &Exact) -> (&UBig, &UBig) {
    if at.x <= at.y { (&at.x, &at.y) } else { (&at.y, &at.x) }
}

/// The smaller heap's Fibonacci representation ends in an even number of zeros, and the larger heap's is the same with
/// one zero more (Silber).
fn is_wythoff(at: &Exact) -> bool {
    let (short, long) = in_order(at);
    // F_k and F_{k+1}, from k = 2 on.
    let (mut low, mut high, mut k) = (UBig::ONE, UBig::from(2_u8), 2_u64);
    while high <= *short {
        (low, high) = (high.clone(), low + high);
        k += 1;
    }
    let (mut rest, mut moved, mut last) = (short.clone(), UBig::ZERO, 2);
    while k >= 2 {
        if low <= rest {
            rest -= &low;
            moved += &high;
            last = k;
        }
        (low, high) = (&high - &low, low);
        k -= 1;
    }
    last % 2 == 0 && moved == *long
}

/// b = a + 2n and a = ⌊nφ_6/3⌋ with φ_6 = √10 − 2 (Lar15 (1) to (3)).
fn is_rook_blocking(at: &Exact) -> bool {
    let (short, long) = in_order(at);
    let (n, rest) = (long - short).div_rem(2_u8);
    rest == 0 && *short == ((&n * &n * 10_u8).sqrt() - n * 2_u8) / 3_u8
}

/// (0,0), {n, 2n+1}, and (2x+2, 2y+2) for the P-positions (x, y) of Wythoff Nim (Lar11 Theorem 1.1).
fn is_blocking_two(at: &Exact) -> bool {
    let (short, long) = in_order(at);
    let (half_short, rest) = short.div_rem(2_u8);
    let (half_long, other_rest) = long.div_rem(2_u8);
    let doubled = rest == 0 && other_rest == 0 && !half_short.is_zero();
    let inner = || is_wythoff(&Position::new(half_short - 1_u8, half_long - 1_u8));
    long.is_zero() || *long == short * 2_u8 + 1_u8 || (doubled && inner())
}

/// 2y − 5x at the upper P-positions of W^14 from column 576 on, by x mod 8: `proofs/closed_form.py` proves it, and the
/// engine, which follows the rules of a certificate digit by digit, does not use it.
const W14: [[i8; 10]; 8] = [
    [-48, -12, -8, 0, 6, 8, 10, 20, 22, 24],
    [-49, -21, -5, -1, 3, 7, 11, 19, 21, 23],
    [-44, -16, -8, 0, 6, 8, 10, 20, 22, 24],
    [-43, -13, -5, -1, 3, 7, 11, 19, 21, 23],
    [-62, -12, -8, 0, 6, 8, 10, 20, 22, 24],
    [-47, -21, -5, -1, 3, 7, 11, 19, 21, 23],
    [-54, -16, -8, 0, 6, 8, 10, 20, 22, 24],
    [-49, -13, -5, -1, 3, 7, 11, 19, 21, 23],
];

fn is_blocking_fourteen(at: &Exact) -> bool {
    let (short, long) = in_order(at);
    assert!(*short >= UBig::from(576_u32), "the closed form starts there");
    let number = IBig::from(long * 2_u8) - IBig::from(short * 5_u8);
    W14[usize::from(short % 8_u8)].iter().any(|&known| number == IBig::from(known))
}

/// a_n = `a` in `diagonal-blocking:m,p`, by Lar09 Definition 13: exactly n numbers a_i are smaller, so that all others
/// below are the b_i with p ≤ i < j, j = a − n + p: b_{j−1} < a < b_j. The a_{j−1} and a_j of this are tested in the
/// same way, `depth` times.
fn is_term(pairs: &Pairs, (m, p): (u32, u32), n: UBig, a: UBig, depth: usize) -> bool {
    let mut terms = vec![(n, a)];
    for _ in 0..depth {
        // Below b_p = p + m every number is an a.
        let (small, large): (Vec<_>, Vec<_>) = terms.into_iter().partition(|(n, _)| *n < UBig::from(p) + m);
        if small.iter().any(|(n, a)| n != a) || large.iter().any(|(n, a)| a <= n) {
            return false;
        }
        let js = || large.iter().map(|(n, a)| a - n + p);
        let (Some(least), Some(most)) = (js().min(), js().max()) else { return true };
        let least = least - 1_u8;
        let count = usize::try_from(&most - &least).expect("terms near each other need terms near each other") + 1;
        let below = pairs.a(&least, count, &()).expect("m and p are small");
        let below: Vec<(UBig, UBig)> = (0..count).map(|i| &least + i).zip(below.values()).collect();
        let b = |i: usize| &below[i].1 + pairs.difference(&below[i].0);
        let fits = |(j, a): (UBig, &UBig)| {
            let place = usize::try_from(j - &least).expect("it is in the stretch");
            b(place - 1) < *a && *a < b(place)
        };
        if !js().zip(large.iter().map(|(_, a)| a)).all(fits) {
            return false;
        }
        terms = below;
    }
    true
}

/// Some n with m⌊n/p⌋ = y − x has a_n = x.
fn is_diagonal(m: u32, p: u32, at: &Exact, depth: usize) -> bool {
    let (short, long) = in_order(at);
    let (quotient, rest) = (long - short).div_rem(m);
    let pairs = Pairs::new(m, p);
    rest == 0 && (0..p).any(|i| is_term(&pairs, (m, p), &quotient * p + i, short.clone(), depth))
}

/// The move from a start of (2,3)-Imitation Nim leads to a P-position of its dual game; or it takes t from the smaller
/// heap, and for the n = 3q + 2 whose pair can be reached by an imitation only, a_n is what is left (Lar09 Theorem 19,
/// both credits 2).
fn is_imitation(from: &Exact, to: &Exact, depth: usize) -> bool {
    let ((short, long), (left, _)) = (in_order(from), in_order(to));
    let n = (long - short) / 2_u8 * 3_u8 + 2_u8;
    let stops = || left < short && is_term(&Pairs::new(2, 3), (2, 3), n, left.clone(), depth);
    is_diagonal(2, 3, to, depth) || stops()
}

/// The position is P because it is N under blocking (Lar11 Proposition 3.2), and the proposal shows it: one P-position
/// of `diagonal-blocking:m=1,p=3` that is no diagonal option, or three that are.
fn proposes_members(from: &Exact, answer: &Answer<UBig>, depth: usize) -> bool {
    let proposal = answer.propose.as_deref().unwrap_or_default();
    let is_diagonal_option = |to: &Exact| &from.x - &to.x == &from.y - &to.y;
    let enough = match proposal {
        [one] => !is_diagonal_option(one),
        many => many.len() == 3 && many.iter().all(is_diagonal_option),
    };
    answer.outcome == Outcome::P && enough && proposal.iter().all(|to| is_diagonal(1, 3, to, depth))
}

/// All that is named is an option, and the law holds.
fn is_right(game: &Game, law: Law, from: &Exact, answer: &Answer<UBig>, depth: usize) -> bool {
    let rules = game.rules().expect("play begins at once");
    let moves = answer.winning_moves.iter().map(|to| &to.to);
    let mut named = moves.chain(answer.propose.iter().flatten());
    named.all(|to| rules.is_option(from, to)) && law(from, answer, depth)
}

/// The time that `work` takes, and what it gives.
fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let since = Instant::now();
    let value = black_box(work());
    (since.elapsed(), value)
}

/// The shortest of three times.
fn best<T>(work: impl Fn() -> T) -> (Duration, T) {
    [timed(&work), timed(&work)].into_iter().fold(timed(&work), |best, next| if next.0 < best.0 { next } else { best })
}

/// How many times as long, with one decimal.
fn ratio(long: Duration, short: Duration) -> String {
    let tenths = long.as_nanos() * 10 / short.as_nanos().max(1);
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn benches(c: &mut Criterion) {
    let once = std::env::args().any(|argument| argument == "--test");
    for (text, law, small_engine) in GAMES {
        let game: Game = text.parse().expect("the games are written right");
        let mut group = c.benchmark_group(text);
        group.sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1));
        for digits in [10, 100, 1000] {
            let from = far(digits);
            let expected = answer(&game, &from);
            // With ten times the digits a step takes about a hundred times as long.
            let depth = if digits == 1000 { 3 } else { DEPTH };
            assert!(is_right(&game, law, &from, &expected, depth), "{text}, {digits} digits");
            group.bench_function(BenchmarkId::new("digits", digits), |b| {
                b.iter(|| assert_eq!(answer(&game, black_box(&from)), expected));
            });
        }
        group.finish();
        print_growth(text, &game, law, once);
        print_small(text, &game, Position::new(1428, 3333), small_engine);
        if text == "blocking:k=14" && !once {
            print_small(text, &game, Position::new(42_857, 100_000), small_engine);
        }
    }
    print_terms();
}

/// The time for 10, 100, 1,000 and (unless it is only a test) 10,000 digits.
fn print_growth(text: &str, game: &Game, law: Law, once: bool) {
    let mut before = None;
    for digits in [10, 100, 1000, 10_000] {
        if digits == 10_000 && once {
            break;
        }
        let from = far(digits);
        let (time, found) = if digits == 10_000 { timed(|| answer(game, &from)) } else { best(|| answer(game, &from)) };
        assert!(is_right(game, law, &from, &found, 1), "{text}, {digits} digits");
        let growth = before.map_or_else(String::new, |before| format!(", {} times as long", ratio(time, before)));
        println!("{text}, {digits} digits: {time:.1?}{growth}");
        before = Some(time);
    }
}

/// The same question at heaps that a board can hold, for both engines.
fn print_small(text: &str, game: &Game, from: Position, engine: Engine) {
    let (board, expected) = best(|| {
        let question = Question { engine: Some(engine), ..Question::default() };
        ask(game, from, &question, &()).expect("the board is small")
    });
    let (time, found) = best(|| ask_exact(game, from, &Question::default(), &()).expect("a formula solves the game"));
    assert_eq!(found.outcome, expected.outcome, "{text}");
    // One proposal is as good as another.
    let same_moves = found.winning_moves == expected.winning_moves && found.must_block == expected.must_block;
    assert!(same_moves || found.propose.is_some(), "{text}");
    println!("{text}, {from}: {time:.1?}; the engine `{engine}` takes {} times as long", ratio(board, time));
}

/// a_n for n = 10^7: by windows, and by the mex recurrence from 0 on.
fn print_terms() {
    const N: u32 = 10_000_000;
    for (m, p) in [(1, 1), (2, 3), (1, 10)] {
        let (walk, pair) = timed(|| DiagonalPairs::new(m, p).nth(N as usize).expect("it does not end here"));
        let first = |n| {
            let stretch = Pairs::new(m, p).a(&n, 1, &()).expect("m and p are small");
            stretch.values().next().expect("one was asked for")
        };
        let (time, a) = best(|| first(black_box(UBig::from(N))));
        assert_eq!(a, UBig::from(pair.0), "m = {m}, p = {p}");
        println!(
            "({m},{p}), a_n for n = 10^7: {time:.1?} by windows; walking takes {} times as long",
            ratio(walk, time)
        );
    }
}

criterion_group!(exact, benches);
criterion_main!(exact);
