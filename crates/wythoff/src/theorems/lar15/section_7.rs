//! Lar15, section 7: Tables 3 and 4, and what they suggest.

use super::{Case, VISIT_LIMIT, complementary, iff_coprime, modulo, table, unlike_terminal};
use crate::printed::{LAR15_TABLE_3, LAR15_TABLE_4};
use crate::solve::{self, Engine, SolveError};
use crate::theorems::text::words_at;
use crate::theorems::tools::{Checked, at, each, fast, first, first_upper, game, gcd, holds, open, printed, rules};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    printed(
        "Lar15.Table3.caption.printed",
        "Lar15, Table 3, caption",
        "The columns of Table 3 are the first P-positions of $2WN^2$.",
        "Lar15.Table3",
        17,
        |scope| table(scope, &["2WN^2"], &LAR15_TABLE_3.printed(), None),
    ),
    printed(
        "Lar15.Table3.printed",
        "Lar15, Table 3, column 16",
        "The columns of Table 3 are the first 17 upper P-positions of $2WN^(2)$.",
        "Lar15.Table3",
        17,
        |scope| table(scope, &["2WN^(2)"], &LAR15_TABLE_3.printed(), None),
    ),
    holds(
        "Lar15.Table3",
        "Lar15, Table 3",
        "With $(9,50)$ in column 16, the columns of Table 3 are the first 17 upper P-positions of $2WN^(2)$.",
        17,
        |scope| table(scope, &["2WN^(2)"], &LAR15_TABLE_3.right(), None),
    ),
    printed(
        "Lar15.Table4.caption.printed",
        "Lar15, Table 4, caption",
        "The columns of Table 4 are the first P-positions of $2WN^(1,3)$.",
        "Lar15.Table4",
        17,
        |scope| table(scope, &["2WN^(1,3)"], &LAR15_TABLE_4.printed(), None),
    ),
    printed(
        "Lar15.Table4.printed",
        "Lar15, Table 4, columns 9 to 16",
        "The columns of Table 4 are the first 17 upper P-positions of the game with a 2-bishop and rook lengths $0, 1 \
         (mod 3)$.",
        "Lar15.Table4",
        17,
        |scope| table(scope, &["2WN^(2,3)"], &LAR15_TABLE_4.printed(), None),
    ),
    holds(
        "Lar15.Table4",
        "Lar15, Table 4",
        "With new columns 9 to 16, the columns of Table 4 are the first 17 upper P-positions of $2WN^(2,3)$.",
        17,
        |scope| table(scope, &["2WN^(2,3)"], &LAR15_TABLE_4.right(), None),
    ),
    holds(
        "Lar15.Table4.no-game",
        "Lar15, Table 4",
        "No $m$-bishop, $m ≤ 4$, with a rook of any set of residues modulo a $p ≤ 8$ has columns 0 to 9 of Table 4 as \
         printed.",
        8,
        table_4_no_game,
    ),
    holds(
        "Lar15.S7.differences",
        "Lar15, section 7, Tables 3 and 4",
        "In $2WN^(2)$ and in $2WN^(2,3)$ the differences $d_i − c_i$ do not form an arithmetic progression.",
        17,
        not_arithmetic,
    ),
    printed(
        "Lar15.S7.arithmetic.printed",
        "Lar15, section 7, differences in arithmetic progression",
        "The differences $d_i − c_i$ of $mWN^(l,p)$ are in arithmetic progression only if $l = 0$ and $gcd(m, p) = \
         1$, or $l = m$ and $m | p$.",
        "Lar15.S7.arithmetic",
        1000,
        arithmetic_printed,
    ),
    holds(
        "Lar15.S7.arithmetic",
        "Lar15, section 7, differences in arithmetic progression",
        "The differences $d_i − c_i$ of $mWN^(l,p)$ are $mi$ if $l = 0$ and $gcd(m, p) = 1$, or $l = m$ and $m | p$.",
        1000,
        arithmetic,
    ),
    holds(
        "Lar15.S7.family",
        "Lar15, section 7, a theorem of ours (docs/THEOREMS.md)",
        "If $l | m$ and $l | p$, the P-positions of $mWN^(l,p)$ are ${a_i, b_i}$, $i ≥ 0$, of $m$ and $p/l$ iff \
         $gcd(m/l, p/l) = 1$.",
        100,
        |scope| iff_coprime(scope, 1..=4, 4, 5),
    ),
    open(holds(
        "Lar15.S7.exceptions",
        "Lar15, section 7, a question of ours",
        "For $m ≤ 6$, $1 ≤ l < p ≤ 7$: is $d_i − c_i = mi$ for all $i$ exactly if $l | m$, $l | p$, $gcd(m/l, p/l) = \
         1$, or $m = p−1$, $2l ≤ p$?",
        1000,
        arithmetic_exceptions,
    )),
    printed(
        "Lar15.S7.complementary.printed",
        "Lar15, section 7, p-complementarity",
        "$(c_i)$, $i ≥ 0$, and $(d_i)$, $i > 0$, of $mWN^(l,p)$ are $p$-complementary, whatever $m$, $l$ and $p$.",
        "Lar15.S7.complementary",
        200,
        |scope| complementary(scope, 1..=6, 2..=7, "$1 ≤ l < p$", |p, l| (l < p).then_some(p..=p)),
    ),
    holds(
        "Lar15.S7.complementary",
        "Lar15, section 7, p-complementarity",
        "Each column of $mWN^(l,p)$, $1 ≤ l ≤ p$, holds at least $⌈p/l⌉$ and at most $p−l+1$ P-positions: $p$ in \
         every column if $l = 1$ (or 0), $p$ in none if $l ≥ 2$.",
        200,
        |scope| complementary(scope, 1..=6, 1..=7, "$1 ≤ l ≤ p$", |p, l| Some(p.div_ceil(l)..=p - l + 1)),
    ),
    holds(
        "Lar15.Rem4",
        "Lar15, Remark 4",
        "$mWN_m^p = mWN^p$, and $m×pWN_{lm, m(p−l)} = m×pWN_l$ for $0 < l < p$.",
        4,
        remark_4,
    ),
    holds(
        "Lar15.Rem4.final",
        "Lar15, Remark 4",
        "Exactly $(u,0)$ and $(0,v)$ are terminal in $m×pWN_{u,v}$, $u, v ≥ 1$.",
        40,
        remark_4_final,
    ),
    open(holds(
        "Lar15.Rem4.coincide",
        "Lar15, Remark 4",
        "Does $mWN_l^p$, $l ≠ m$, $p ≥ 2$, ever have the P-positions of $mWN^p$? (A counterexample is such a game.)",
        60,
        remark_4_coincide,
    )),
];

/// Column 9 is (5,26): the P-positions with x < 6, ordered by (x, y), decide.
fn table_4_no_game(scope: &Scope) -> Checked {
    let most = scope.bound().min(8);
    let printed = &LAR15_TABLE_4.printed()[..10];
    let found = first(scope, each(1..=4, 1..=most), |(m, p)| {
        first(scope, 1..1_u64 << p, |set| {
            let text = modulo(m, p, (0..p).filter(|residue| set >> residue & 1 == 1));

            let board = solve::board(&game(&text), 6, 60, Some(Engine::Lines), scope)?;
            let cells = (0..6).flat_map(|x| (x..60).map(move |y| at(x, y)));
            let fits = cells.filter(|&at| board.is_p(at)).take(10).eq(printed.iter().copied());
            Ok(fits.then(|| format!("{text} has these columns.")))
        })
    })?;
    Ok(Evidence::new(format!("$m ≤ 4$, $p ≤ {most}$, all sets of residues, $y < 60$"), found))
}

impl Case {
    /// 1 ≤ l < p ≤ 7, m ≤ 6, by p.
    fn all() -> impl Iterator<Item = Self> {
        each(2..=7, 1..=6).flat_map(|(p, m)| (1..p).map(move |l| Self { l, m, p }))
    }

    /// l = 0, which is l = 1, and gcd(m, p) = 1, or l = m and m | p.
    fn is_believed(self) -> bool {
        let Self { l, m, p } = self;
        (l == 1 && gcd(m, p) == 1) || (l == m && p.is_multiple_of(m))
    }

    /// l | m, l | p and gcd(m/l, p/l) = 1.
    fn is_of_family(self) -> bool {
        let Self { l, m, p } = self;
        m.is_multiple_of(l) && p.is_multiple_of(l) && gcd(m / l, p / l) == 1
    }

    /// d_i − c_i for i < count.
    fn differences(self, count: u64, scope: &Scope) -> Result<Vec<u64>, SolveError> {
        Ok(first_upper(&self.text(), count, scope)?.iter().map(|pair| pair.y - pair.x).collect())
    }
}

/// The first i for which the difference is not i times `step`.
fn irregular(differences: &[u64], step: u64) -> Option<u64> {
    (0..).zip(differences).find(|&(i, &difference)| difference != step * i).map(|(i, _)| i)
}

fn not_arithmetic(scope: &Scope) -> Checked {
    let count = scope.bound().max(17);
    let found = first(scope, [Case { l: 1, m: 2, p: 2 }, Case { l: 2, m: 2, p: 3 }], |case| {
        let differences = case.differences(count, scope)?;
        let regular = irregular(&differences, differences[1]).is_none();
        Ok(regular.then(|| format!("{}: the first {count} differences are in progression.", case.in_words())))
    })?;
    Ok(Evidence::new(format!("$i < {count}$"), found))
}

/// So many differences in progression are taken for a progression.
const LOOKS_ARITHMETIC: u64 = 200;

/// The cases of [`Case::is_of_family`] come first: of the others only the numbers speak.
fn arithmetic_printed(scope: &Scope) -> Checked {
    let count = scope.bound().max(LOOKS_ARITHMETIC);
    let (family, others): (Vec<Case>, Vec<Case>) = Case::all().partition(|case| case.is_of_family());
    let unbelieved = family.into_iter().chain(others).filter(|case| !case.is_believed());
    let found = first(scope, unbelieved, |case| {
        let differences = case.differences(count, scope)?;
        let (l, step) = (case.l, differences[1]);
        let regular = irregular(&differences, step).is_none();
        let proof = if case.is_of_family() { " (docs/THEOREMS.md proves it for all $i$)" } else { "" };
        let words = || {
            let Case { m, p, .. } = case;
            let name = words_at(&format!("m = {m}, p = {p}, l = {l}"), &case.text(), at(0, 0));
            format!(
                "{name}: $d_i − c_i = {step}i$ for all $i < {count}${proof}, though $l = {l}$ is neither 0 nor \
                     $m$."
            )
        };
        Ok(regular.then(words))
    })?;
    Ok(Evidence::new(format!("$1 ≤ l < p ≤ 7$, $m ≤ 6$, $i < {count}$"), found))
}

fn arithmetic(scope: &Scope) -> Checked {
    let count = scope.bound();
    let found = first(scope, Case::all().filter(|case| case.is_believed()), |case| {
        let irregular = irregular(&case.differences(count, scope)?, case.m);
        Ok(irregular.map(|i| format!("{}: $d_{i} − c_{i}$ is not ${}·{i}$.", case.in_words(), case.m)))
    })?;
    Ok(Evidence::new(format!("$1 ≤ l < p ≤ 7$, $m ≤ 6$, $i < {count}$"), found))
}

fn arithmetic_exceptions(scope: &Scope) -> Checked {
    let count = scope.bound().max(LOOKS_ARITHMETIC);
    let mut latest = 0;
    let found = first(scope, Case::all(), |case| {
        let irregular = irregular(&case.differences(count, scope)?, case.m);
        latest = latest.max(irregular.unwrap_or(0));
        let is_listed = case.is_of_family() || (case.m + 1 == case.p && 2 * case.l <= case.p);
        Ok(match irregular {
            Some(i) if is_listed => Some(format!("{}: $d_{i} − c_{i}$ is not ${}·{i}$.", case.in_words(), case.m)),
            None if !is_listed => {
                Some(format!("{}: $d_i − c_i = {}i$ for all $i < {count}$.", case.in_words(), case.m))
            }
            _ => None,
        })
    })?;
    let note = format!("Where it is not $mi$, that shows at some $i ≤ {latest}$.");
    Ok(Evidence::new(format!("$1 ≤ l < p ≤ 7$, $m ≤ 6$, $i < {count}$"), found).with_note(note))
}

fn remark_4(scope: &Scope) -> Checked {
    let end = scope.bound().min(VISIT_LIMIT) + 1;
    let found = first(scope, each(1..end, 1..end), |(m, p)| {
        if rules(&format!("rook-blocking:m={m},p={p},l={m}")) != rules(&format!("{m}WN^{p}")) {
            return Ok(Some(format!("$m = {m}$, $p = {p}$: $mWN_m^p$ has other rules than $mWN^p$.")));
        }
        first(scope, 1..p, |l| {
            let hole = format!("hole:m={m},p={p},u={},v={}", l * m, m * (p - l));
            let differs = rules(&hole) != rules(&format!("shifted:m={m},p={p},l={l}"));
            Ok(differs.then(|| format!("{hole} has other rules than $m×pWN_{l}$.")))
        })
    })?;
    Ok(Evidence::new(format!("$m, p < {end}$, $0 < l < p$"), found))
}

fn remark_4_final(scope: &Scope) -> Checked {
    let side = scope.bound().min(VISIT_LIMIT);
    let found = first(scope, each(1..=4, 1..=4), |(m, p)| {
        first(scope, each(1..=6, 1..=6), |(u, v)| {
            unlike_terminal(scope, &format!("hole:m={m},p={p},u={u},v={v}"), side, [at(u, 0), at(0, v)])
        })
    })?;
    Ok(Evidence::new(format!("$m, p ≤ 4$, $u, v ≤ 6$, $x, y < {side}$"), found))
}

fn remark_4_coincide(scope: &Scope) -> Checked {
    let side = scope.bound().max(60);
    let found = first(scope, each(1..=4, 2..=4), |(m, p)| {
        let board = fast(&format!("rook-blocking:m={m},p={p}"), side, scope)?;
        first(scope, (1..=5).filter(|&l| l != m), |l| {
            let text = format!("rook-blocking:m={m},p={p},l={l}");
            let same = fast(&text, side, scope)? == board;
            Ok(same.then(|| format!("{text} has the P-positions of $mWN^p$ for $x, y < {side}$.")))
        })
    })?;
    Ok(Evidence::new(format!("$m ≤ 4$, $2 ≤ p ≤ 4$, $l ≤ 5$, $l ≠ m$, $x, y < {side}$"), found))
}
