//! Lar09, the appendix by P. Hegarty: m = 1.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Floors;
use crate::engine::memory_needed;
use crate::exact::{DiagonalPairs, Surd, slopes, wythoff_root};
use crate::solve::SolveError;
use crate::theorems::diagonal::{name, wythoff};
use crate::theorems::tools::{Checked, difference, first, gcd, holds, index, open};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    holds(
        "Lar09.App.Thm.involution",
        "Lar09, Appendix, Theorem",
        "For the Beatty pair $r_p, s_p$ every $n ≥ 1$ is exactly one of the numbers $⌊kr⌋, ⌊ks⌋$, $k ≥ 1$: $τ$ is an \
         involution.",
        3000,
        involution,
    ),
    holds(
        "Lar09.App.Thm.greedy",
        "Lar09, Appendix, Theorem",
        "$τ$ is the greedy permutation with the differences $±(⌊ks⌋ − ⌊kr⌋)$, $k ≥ 1$.",
        3000,
        greedy_is_tau,
    ),
    holds(
        "Lar09.App.Prop",
        "Lar09, Appendix, Proposition",
        "With $1/r + 1/s = 1$ and $d = 1/(s − r)$ rational: $r$ is rational iff $s$ is iff $d = mn/(m² − n²)$ for \
         some $m > n$.",
        40,
        rational_pairs,
    ),
    holds(
        "Lar09.App.Eq5",
        "Lar09, Appendix, (5)",
        "The greedy permutations have $π̄_{1,p}(n) + p = π_{1,p}(n + p)$ for $n ≥ 1$.",
        5000,
        equation_5,
    ),
    holds(
        "Lar09.App.rs",
        "Lar09, Appendix, Lemma 1",
        "$(r_p, s_p)$ is a Beatty pair with $r_p$ in $(3/2, 2)$ and $s_p$ in $(2, 3)$, and $L_p = s_p/r_p = (1 + \
         √(4p² + 1))/(2p)$.",
        200,
        slopes_of_the_appendix,
    ),
    holds(
        "Lar09.App.Lem1.i",
        "Lar09, Appendix, Lemma 1 (i)",
        "$|M_p ∩ [1,n]| = |M_{1,p} ∩ [1,n]| + ε$ with $ε$ in ${0, …, p − 1}$.",
        1500,
        lemma_1_i,
    ),
    holds(
        "Lar09.App.Lem1.ii",
        "Lar09, Appendix, Lemma 1 (ii)",
        "$ε_k = (b_k − a_k) − (b*_k − a*_k)$ is 0 or 1, and 0 if $p | k$.",
        100_000,
        lemma_1_ii,
    ),
    holds(
        "Lar09.App.Lem1.iii",
        "Lar09, Appendix, Lemma 1 (iii)",
        "$a*_{k+1} − a*_k$ is 1 or 2, and never 1 for two consecutive $k$.",
        100_000,
        lemma_1_iii,
    ),
    holds("Lar09.App.Lem1.iv", "Lar09, Appendix, Lemma 1 (iv)", "$b*_{k+1} − b*_k$ is 2 or 3.", 100_000, lemma_1_iv),
    holds("Lar09.App.Main", "Lar09, Appendix, Main Theorem", "$|a_k − a*_k| ≤ p − 1$.", 100_000, main_theorem),
    open(holds(
        "Lar09.App.Main.best",
        "Lar09, Appendix, Remark after the Main Theorem",
        "The $p − 1$ of the Main Theorem can't be lowered; checked: $|a_k − a*_k| = p − 1$ for some $k$ in the range.",
        100_000_000,
        best_possible,
    )),
    holds(
        "Lar09.App.P-positions",
        "Lar09, Appendix, before the Corollary",
        "The P-positions of $(1,p)$-Wythoff Nim are $(n − 1, π_{1,p}(n) − 1)$, $n ≥ 1$.",
        80,
        p_positions_are_greedy,
    ),
    holds(
        "Lar09.App.Cor9",
        "Lar09, Appendix, Corollary (9)",
        "$π_{1,p}(n)$ is $⌊nL⌋ + ε$ or $⌊n/L⌋ + ε$ with $ε$ in ${−1, 0, 1, 2}$.",
        1_000_000,
        corollary_9,
    ),
    holds(
        "Lar09.App.Cor9.delta",
        "Lar09, Appendix, proof of the Corollary",
        "$b*_k = a*_k L + δ$ with $−1 < δ < 1$.",
        100_000,
        delta,
    ),
    holds(
        "Lar09.App.Cor9.L",
        "Lar09, Appendix, proof of the Corollary",
        "$(2p − 1)(L_p − 1) < 1$.",
        200,
        two_p_minus_one,
    ),
    open(holds(
        "Lar09.App.Rem",
        "Lar09, Appendix, last Remark",
        "(9) holds with $ε$ in ${0, 1}$.",
        100_000_000,
        zero_or_one,
    )),
];

/// The greedy permutation π of Hegarty and Larsson: π(n) is the least t that is no earlier value and for which t − n is
/// left in a multiset, which has `copies(|d|)` copies of d and of −d. Entry n is π(n), or 0 where no t is near.
fn greedy(count: u64, scope: &Scope, copies: impl Fn(u64) -> u64) -> Result<Vec<u64>, SolveError> {
    memory_needed(count.saturating_mul(64))?;
    let (mut values, mut differences) = (FxHashSet::default(), FxHashMap::<(bool, u64), u64>::default());
    let mut least = 1;
    let mut permutation = vec![0];
    for n in 1..=count {
        scope.go_on()?;
        let free = (least..=3 * n + 2).find(|&t| {
            let d = t.abs_diff(n);
            !values.contains(&t) && differences.get(&(t < n, d)).copied().unwrap_or(0) < copies(d)
        });
        if let Some(t) = free {
            values.insert(t);
            *differences.entry((t < n, t.abs_diff(n))).or_default() += 1;
        }
        while values.contains(&least) {
            least += 1;
        }
        permutation.push(free.unwrap_or(0));
    }
    Ok(permutation)
}

/// The largest p of the checks of the appendix.
const MOST_P: u32 = 10;

/// τ(n) for 1 ≤ n ≤ `count`, and how often each n is met as ⌊kr⌋ or ⌊ks⌋.
fn tau(p: u32, count: u64) -> Result<Vec<(u64, u32)>, SolveError> {
    memory_needed(count.saturating_mul(16))?;
    let mut tau = vec![(0, 0); index(count) + 1];
    let (mut r, mut s) = (Floors::alpha(1, p), Floors::beta(1, p));
    for (small, large) in (1..=count).map(|k| (r.at(k), s.at(k))) {
        for (n, image) in [(small, large), (large, small)] {
            if let Some(entry) = tau.get_mut(index(n)) {
                *entry = (image, entry.1 + 1);
            }
        }
    }
    Ok(tau)
}

fn involution(scope: &Scope) -> Checked {
    let count = scope.bound();
    let found = first(scope, 1..=MOST_P, |p| {
        let wrong = (0_u64..).zip(tau(p, count)?).skip(1).find(|(_, (_, times))| *times != 1);
        Ok(wrong.map(|(n, (_, times))| format!("$p = {p}$: {n} is met {times} times.")))
    })?;
    Ok(Evidence::new(format!("$p ≤ {MOST_P}$, $n ≤ {count}$"), found))
}

/// How often each number up to `most` is a difference ⌊ks⌋ − ⌊kr⌋, k ≥ 1: the multiset M_p.
fn beatty_differences(p: u32, most: u64, scope: &Scope) -> Result<Vec<u64>, SolveError> {
    memory_needed(most.saturating_mul(8))?;
    let mut times = vec![0; index(most) + 1];
    let (mut r, mut s) = (Floors::alpha(1, p), Floors::beta(1, p));
    // The difference is more than k/p − 1.
    for k in 1..=u64::from(p) * (most + 1) {
        scope.go_on()?;
        if let Some(times) = times.get_mut(index(s.at(k) - r.at(k))) {
            *times += 1;
        }
    }
    Ok(times)
}

fn greedy_is_tau(scope: &Scope) -> Checked {
    let count = scope.bound();
    let found = first(scope, 1..=MOST_P, |p| {
        let tau = tau(p, count)?;
        let differences = beatty_differences(p, count.saturating_add(1), scope)?;
        let copies = |d| differences.get(index(d)).copied().unwrap_or(0);
        let wrong = (0..).zip(greedy(count, scope, copies)?).zip(tau).find(|((_, greedy), tau)| *greedy != tau.0);
        Ok(wrong
            .map(|((n, greedy), tau): ((u64, _), _)| format!("$p = {p}$: $π({n}) = {greedy}$, $τ({n}) = {}$.", tau.0)))
    })?;
    Ok(Evidence::new(format!("$p ≤ {MOST_P}$, $n ≤ {count}$"), found))
}

fn rational_pairs(scope: &Scope) -> Checked {
    let most = scope.bound();
    // d = a/b with r = (2a − b + √(4a² + b²))/(2a), where mn/(m² − n²) = a/b has the solution m/n = (b + √…)/(2a).
    let largest = most.saturating_mul(4);
    memory_needed(largest.saturating_mul(largest).saturating_mul(16))?;
    let reduced = |a: u64, b: u64| (a / gcd(a, b), b / gcd(a, b));
    let mut form = FxHashSet::default();
    for m in 1..=largest {
        scope.go_on()?;
        form.extend((1..m).map(|n| reduced(m * n, m * m - n * n)));
    }
    let found = first(scope, (1..=most).flat_map(|a| (1..=most).map(move |b| (a, b))), |(a, b)| {
        let r = Surd::new(i128::from(2 * a) - i128::from(b), 1, 4 * a * a + b * b, 2 * a);
        let s = &r + &Surd::rational(b, a);
        let is_form = form.contains(&reduced(a, b));
        let complementary = match (r.inverse(), s.inverse()) {
            (Some(r), Some(s)) => &r + &s == Surd::rational(1, 1),
            _ => false,
        };
        let refuted = !complementary || r.is_rational() != s.is_rational() || r.is_rational() != is_form;
        Ok(refuted.then(|| format!("$d = {a}/{b}$: $r = {r}$, $s = {s}$.")))
    })?;
    Ok(Evidence::new(format!("$d = a/b$ with $a, b ≤ {most}$, $m ≤ {largest}$"), found))
}

fn equation_5(scope: &Scope) -> Checked {
    let count = scope.bound();
    let found = first(scope, 1..=MOST_P, |p| {
        let copies = u64::from(p);
        let all = greedy(count.saturating_add(copies), scope, |_| copies)?;
        let bar = greedy(count, scope, |d| if d == 0 { 0 } else { copies })?;
        let wrong =
            (0_u64..).zip(bar).zip(all.into_iter().skip(index(p))).skip(1).find(|((_, bar), pi)| bar + copies != *pi);
        Ok(wrong.map(|((n, bar), pi)| format!("$p = {p}$: $π̄({n}) = {bar}$, $π({n} + {p}) = {pi}$.")))
    })?;
    Ok(Evidence::new(format!("$p ≤ {MOST_P}$, $n ≤ {count}$"), found))
}

fn slopes_of_the_appendix(scope: &Scope) -> Checked {
    let most = scope.bound().min(u64::from(u32::MAX));
    let found = first(scope, 1..=most, |p| {
        let p = u32::try_from(p).unwrap_or(u32::MAX);
        let (r, s) = slopes(1, p);
        let number = |a: u32, b: u32| Surd::rational(a, b);
        let within = number(3, 2) < r && r < number(2, 1) && number(2, 1) < s && s < number(3, 1);
        let pair = match (r.inverse(), s.inverse()) {
            (Some(x), Some(y)) => !r.is_rational() && &x + &y == number(1, 1) && &s * &x == wythoff_root(1, p.into()),
            _ => false,
        };
        Ok((!(within && pair)).then(|| format!("$p = {p}$: $r = {r}$, $s = {s}$.")))
    })?;
    Ok(Evidence::new(format!("$p ≤ {most}$"), found))
}

fn lemma_1_i(scope: &Scope) -> Checked {
    let most = scope.bound();
    let found = first(scope, 1..=MOST_P, |p| {
        let differences = beatty_differences(p, most, scope)?;
        let mut in_m_p = 0;
        first(scope, (0_u64..).zip(differences).skip(1), |(n, times)| {
            in_m_p += times;
            let both = u64::from(p) * n;
            let refuted = in_m_p < both || in_m_p - both >= u64::from(p);
            Ok(refuted.then(|| format!("$p = {p}$, $n = {n}$: the numbers are {in_m_p} and {both}.")))
        })
    })?;
    Ok(Evidence::new(format!("$p ≤ {MOST_P}$, $n ≤ {most}$"), found))
}

/// a_k, b_k of π̄_{1,p} and a*_k, b*_k of τ.
struct Terms {
    k: u64,
    a: u64,
    b: u64,
    a_star: u64,
    b_star: u64,
}

/// These for k = 1, 2, … By (5), and as the P-positions are (n − 1, π(n) − 1), the pair of k is that of index k + p − 1
/// in Definition 13, less p − 1.
fn terms(p: u32) -> impl Iterator<Item = Terms> {
    let shift = u64::from(p) - 1;
    let (mut r, mut s) = (Floors::alpha(1, p), Floors::beta(1, p));
    (1..).zip(DiagonalPairs::new(1, p).skip(index(p))).map(move |(k, (a, b))| Terms {
        k,
        a: a - shift,
        b: b - shift,
        a_star: r.at(k),
        b_star: s.at(k),
    })
}

/// What each p ≤ 10 gives, on all cores, in order.
fn for_each_p<T: Send>(search: impl Fn(u32) -> Result<T, SolveError> + Sync) -> Result<Vec<T>, SolveError> {
    (1..=MOST_P).into_par_iter().map(&search).collect()
}

/// Searches the terms of every p, from k = 1 on, for one that is refuted; `refuter` makes for each p what judges them.
fn first_terms<R: FnMut(&Terms) -> bool>(scope: &Scope, refuter: impl Fn(u32) -> R + Sync) -> Checked {
    let most = scope.bound();
    let found = for_each_p(|p| {
        let mut refutes = refuter(p);
        first(scope, terms(p).take_while(|terms| terms.k <= most), |terms| {
            let Terms { k, a, b, a_star, b_star } = terms;
            let words = || format!("$p = {p}$, $k = {k}$: $a = {a}$, $b = {b}$, $a* = {a_star}$, $b* = {b_star}$.");
            Ok(refutes(&terms).then(words))
        })
    })?;
    Ok(Evidence::new(format!("$p ≤ {MOST_P}$, $k ≤ {most}$"), found.into_iter().flatten().next()))
}

fn lemma_1_ii(scope: &Scope) -> Checked {
    first_terms(scope, |p| {
        move |terms: &Terms| {
            let (difference, star) = (terms.b - terms.a, terms.b_star - terms.a_star);
            !(difference == star || difference == star + 1 && !terms.k.is_multiple_of(u64::from(p)))
        }
    })
}

fn lemma_1_iii(scope: &Scope) -> Checked {
    first_terms(scope, |_| {
        let (mut last, mut last_step) = (None, 0);
        move |terms: &Terms| {
            let Some(last) = last.replace(terms.a_star) else { return false };
            let before = std::mem::replace(&mut last_step, terms.a_star - last);
            !(last_step == 2 || last_step == 1 && before != 1)
        }
    })
}

fn lemma_1_iv(scope: &Scope) -> Checked {
    first_terms(scope, |_| {
        let mut last = None;
        move |terms: &Terms| last.replace(terms.b_star).is_some_and(|last| ![2, 3].contains(&(terms.b_star - last)))
    })
}

fn main_theorem(scope: &Scope) -> Checked {
    first_terms(scope, |p| move |terms: &Terms| terms.a.abs_diff(terms.a_star) >= u64::from(p))
}

/// The least and the largest a_k − a*_k, k ≤ `most`, with the first k of each.
fn extremes(p: u32, most: u64, scope: &Scope) -> Result<[(i64, u64); 2], SolveError> {
    let [mut least, mut largest] = [(0, 1); 2];
    for terms in terms(p).take_while(|terms| terms.k <= most) {
        scope.go_on()?;
        let over = terms.a.cast_signed() - terms.a_star.cast_signed();
        if over < least.0 {
            least = (over, terms.k);
        }
        if over > largest.0 {
            largest = (over, terms.k);
        }
    }
    Ok([least, largest])
}

fn best_possible(scope: &Scope) -> Checked {
    let most = scope.bound();
    let extremes = for_each_p(|p| extremes(p, most, scope))?;
    let of_each = || (1_i64..).zip(&extremes);
    let open: Vec<String> =
        of_each().filter(|(p, [least, largest])| largest.0.max(-least.0) < p - 1).map(|(p, _)| p.to_string()).collect();
    let open_words = || {
        format!(
            "$p = {}$: $|a_k − a*_k| < p − 1$ for all $k ≤ {most}$. This refutes nothing: a larger $k$ may attain $p \
             − 1$.",
            open.join(", ")
        )
    };
    let met: Vec<String> = of_each()
        .map(|(p, [least, largest])| {
            format!("$p = {p}$: {} ($k = {}$) to {} ($k = {}$)", least.0, least.1, largest.0, largest.1)
        })
        .collect();
    let found = (!open.is_empty()).then(open_words);
    let note = format!("Extremes of $a_k − a*_k$, where first met: {}.", met.join("; "));
    Ok(Evidence::new(format!("$p ≤ {MOST_P}$, $k ≤ {most}$"), found).with_note(note))
}

fn p_positions_are_greedy(scope: &Scope) -> Checked {
    let side = scope.bound();
    let found = first(scope, 1..=MOST_P, |p| {
        let board = wythoff(1, p, side, scope)?;
        let permutation = greedy(side, scope, |_| u64::from(p))?;
        difference((&name(1, p), &board), side, &format!("$p = {p}$"), scope, |at| {
            permutation[index(at.x) + 1] == at.y + 1
        })
    })?;
    Ok(Evidence::new(format!("$p ≤ {MOST_P}$, $x, y < {side}$"), found))
}

/// Searches for an n ≤ bound for which π_{1,p}(n) is neither ⌊nL⌋ + ε nor ⌊nl⌋ + ε with ε from −`below` to `above`.
/// Every n is a + 1 or b + 1 for a pair (a, b), and π exchanges the two.
fn epsilons(scope: &Scope, below: u64, above: u64) -> Checked {
    let most = scope.bound();
    let near = move |value: u64, floor: u64| value + below >= floor && value <= floor + above;
    let found = for_each_p(|p| {
        let mut of_a = [Floors::long(p), Floors::short(p)];
        let mut of_b = [Floors::short(p), Floors::long(p)];
        let up_to = DiagonalPairs::new(1, p).map(|(a, b)| (a + 1, b + 1)).take_while(|(a, _)| *a <= most);
        first(scope, up_to, |(a, b)| {
            let a_near = of_a.iter_mut().any(|floors| near(b, floors.at(a)));
            let b_near = of_b.iter_mut().any(|floors| near(a, floors.at(b)));
            let words = |n: u64, value: u64| {
                let [long, short] = [Floors::long(p).at(n), Floors::short(p).at(n)];
                format!("$p = {p}$: $π({n}) = {value}$, $⌊{n}L⌋ = {long}$, $⌊{n}l⌋ = {short}$.")
            };
            Ok(match (a_near, b_near) {
                (true, true) => None,
                (false, _) => Some(words(a, b)),
                (true, false) => Some(words(b, a)),
            })
        })
    })?;
    Ok(Evidence::new(format!("$p ≤ {MOST_P}$, $n ≤ {most}$"), found.into_iter().flatten().next()))
}

fn corollary_9(scope: &Scope) -> Checked {
    epsilons(scope, 1, 2)
}

fn zero_or_one(scope: &Scope) -> Checked {
    let search = epsilons(scope, 0, 1)?;
    let note = if search.counterexample.is_none() { "No $n$ in the range needs another $ε$." } else { "" };
    Ok(search.with_note(note))
}

fn delta(scope: &Scope) -> Checked {
    first_terms(scope, |p| {
        let mut floors = Floors::long(p);
        move |terms: &Terms| {
            // −1 < b* − a*L < 1, that is ⌊a*L⌋ = b* − 1 or b*: a*L is irrational.
            let floor = floors.at(terms.a_star);
            floor != terms.b_star && floor + 1 != terms.b_star
        }
    })
}

fn two_p_minus_one(scope: &Scope) -> Checked {
    let most = scope.bound().min(u64::from(u32::MAX));
    let found = first(scope, 1..=most, |p| {
        let over_one = &wythoff_root(1, p) - &Surd::rational(1, 1);
        let product = &Surd::rational(2 * p - 1, 1) * &over_one;
        Ok((product >= Surd::rational(1, 1)).then(|| format!("$p = {p}$: the product is {product}.")))
    })?;
    Ok(Evidence::new(format!("$p ≤ {most}$"), found))
}
