//! Which numerations to try: the slopes of the threads suggest them, and each has several lengths to begin with.
//!
//! A thread of rational slope meets blocks whose lengths grow by a whole factor in finitely many ways, so base 2 may
//! do. One of quadratic slope needs lengths that grow like the convergents of its continued fraction: if its partial
//! quotients repeat n, the metallic numeration of n (1 is Fibonacci's, 2 is Pell's). The slopes are looked at on one
//! far column: a palace at (x, y) means a slope near y/x, and of the fractions in a small interval the simplest one, or
//! the partial quotients that all of them share, are taken for a hint. Nothing rests on these hints but the order of
//! the attempts.

use serde_json::{Value, json};

use super::{Attempt, find};
use crate::certificate::CertificateFile;
use crate::engine::blocks::Numeration;
use crate::engine::report;
use crate::engine::sparse::Sparse;
use crate::solve::SolveError;
use crate::watch::Watch;

/// Where to look for a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Candidates {
    /// In the numerations that the slopes suggest, each with several lengths, until one has a certificate.
    Auto,
    /// In this numeration, with several lengths.
    Numeration(Numeration),
    /// In this numeration with these lengths only.
    Exact(Numeration),
}

/// Looks for certificates of W^k, with at most so many rules in each attempt. The [`smallest`] of those found is the
/// one to keep. An interrupt after the first certificate ends the search; what was found is kept.
///
/// # Errors
/// When k is out of range, or the watcher stops the search before there is a certificate.
pub fn search(k: u64, plan: Candidates, rule_limit: usize, watch: &dyn Watch) -> Result<Vec<Attempt>, SolveError> {
    let numerations = match plan {
        Candidates::Auto => suggested(k, watch)?.iter().map(|numeration| with_several_lengths(k, numeration)).collect(),
        Candidates::Numeration(numeration) => vec![with_several_lengths(k, &numeration)],
        Candidates::Exact(numeration) => vec![vec![numeration]],
    };
    let mut attempts = Vec::new();
    for numeration in numerations {
        for exact in numeration {
            match find(k, exact, rule_limit, watch) {
                Ok(attempt) => attempts.push(attempt),
                Err(SolveError::Interrupted) if smallest(&attempts).is_some() => return Ok(attempts),
                Err(error) => return Err(error),
            }
        }
        if smallest(&attempts).is_some() {
            break;
        }
    }
    Ok(attempts)
}

/// The certificate that is shortest when written down.
pub fn smallest(attempts: &[Attempt]) -> Option<&CertificateFile> {
    attempts
        .iter()
        .filter_map(|attempt| attempt.certificate.as_ref())
        .min_by_key(|certificate| certificate.to_json().len())
}

/// What was found, and what each attempt needed, as one JSON document.
pub fn json(k: u64, attempts: &[Attempt]) -> Value {
    let attempt = |attempt: &Attempt| {
        json!({
            "numeration": attempt.numeration.name(),
            "lengths": attempt.numeration.lengths(),
            "found": attempt.certificate.is_some(),
            "blocks": attempt.sizes.iter().map(|size| size.blocks).collect::<Vec<_>>(),
            "rules": attempt.sizes.iter().map(|size| size.rules).collect::<Vec<_>>(),
        })
    };
    let certificate = smallest(attempts).map(|certificate| {
        let (types, rules): (Vec<usize>, Vec<usize>) = certificate.sizes().into_iter().unzip();
        json!({
            "numeration": certificate.numeration,
            "pre_period": certificate.pre_period,
            "period": certificate.period,
            "types": types,
            "rules": rules,
            "bytes": certificate.to_json().len(),
        })
    });
    json!({ "k": k, "certificate": certificate, "attempts": attempts.iter().map(attempt).collect::<Vec<_>>() })
}

/// The lengths to begin with: for one symbol the small ones, for two those up to [`LONGEST`] that σ makes of m and 0 or
/// 1, for small m and for k (W^10 has its smallest certificate at 10, 10).
fn with_several_lengths(k: u64, numeration: &Numeration) -> Vec<Numeration> {
    let all: Vec<Vec<u64>> = match numeration.words() {
        [_] => (2..=8).rev().map(|length| vec![length]).collect(),
        words => {
            let seeds = (1..=6).chain([k]).flat_map(|m| [vec![m, 0], vec![m, 1]]);
            let mut all = Vec::new();
            for mut lengths in seeds {
                while lengths.iter().all(|length| *length <= LONGEST) {
                    if lengths.iter().all(|length| *length >= 2) && !all.contains(&lengths) {
                        all.push(lengths.clone());
                    }
                    let sum = |word: &Vec<u8>| word.iter().map(|symbol| lengths[usize::from(*symbol)]).sum();
                    lengths = words.iter().map(sum).collect();
                }
            }
            all
        }
    };
    all.into_iter().filter_map(|lengths| numeration.clone().with_lengths(lengths).ok()).collect()
}

/// The longest interval that a search begins with.
const LONGEST: u64 = 16;

/// The column that is looked at.
const COLUMN: u64 = 1 << 17;

/// What an interval of slopes looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    /// It holds a fraction that is simpler than an interval of its width should.
    Rational,
    /// Its numbers share partial quotients, and the last of them repeat.
    Periodic(Vec<usize>),
    /// Neither.
    Nothing,
}

/// The numerations that the slopes of W^k suggest, the likeliest first. All that are known follow those.
///
/// # Errors
/// When k is too large for the sparse engine, or the watcher stops the work.
pub fn suggested(k: u64, watch: &dyn Watch) -> Result<Vec<Numeration>, SolveError> {
    let mut sparse = Sparse::new(k)?;
    while sparse.x() < COLUMN {
        if sparse.x().is_multiple_of(1 << 10) {
            report(watch, sparse.x(), COLUMN)?;
        }
        sparse.next_column()?;
    }
    let palaces = sparse.next_column()?.upper.to_vec();
    // Threads lie within about k of their lines.
    let hints = palaces.iter().map(|y| hint((y.saturating_sub(k), COLUMN), (y + k, COLUMN)));
    let mut periods: Vec<Vec<usize>> = Vec::new();
    for hint in hints {
        match hint {
            Hint::Periodic(period) if !periods.contains(&period) => periods.push(period),
            _ => {}
        }
    }
    let irrational = !periods.is_empty();
    periods.extend([vec![1], vec![2]].into_iter().filter(|known| !periods.contains(known)).collect::<Vec<_>>());
    let all: Vec<Numeration> = periods.iter().filter_map(|period| Numeration::metallic(period).ok()).collect();
    let binary = Numeration::base(2).into_iter();
    Ok(if irrational { all.into_iter().chain(binary).collect() } else { binary.chain(all).collect() })
}

/// What the slopes between two fractions suggest.
pub(super) fn hint(mut low: (u64, u64), mut high: (u64, u64)) -> Hint {
    let width = (u128::from(high.0 * low.1 - low.0 * high.1), u128::from(low.1) * u128::from(high.1));
    // The partial quotients that all fractions in between share, and the denominators of the last two convergents.
    let (mut shared, mut last, mut before) = (Vec::new(), 0_u64, 1_u64);
    while low.1 != 0 && high.1 != 0 && low.0 / low.1 == high.0 / high.1 {
        let quotient = low.0 / low.1;
        shared.push(usize::try_from(quotient).unwrap_or(usize::MAX));
        (last, before) = (quotient.saturating_mul(last).saturating_add(before), last);
        // x ↦ 1/(x − quotient) turns the order round.
        (low, high) = ((high.1, high.0 % high.1), (low.1, low.0 % low.1));
    }
    let next = low.0.checked_div(low.1).map_or(0, |floor| floor + 1);
    let simplest = u128::from(next.saturating_mul(last).saturating_add(before));
    // The simplest fraction in an interval of width w has a denominator of about 1/√w.
    if simplest.saturating_mul(simplest).saturating_mul(16).saturating_mul(width.0) < width.1 {
        return Hint::Rational;
    }
    let repeats = |period: &usize| {
        let tail = &shared[1.min(shared.len())..];
        let last = &tail[tail.len().saturating_sub(2 * period + 1)..];
        last.len() == 2 * period + 1 && last.windows(period + 1).all(|pair| pair[0] == pair[*period])
    };
    match (1..=3).find(repeats) {
        Some(period) => Hint::Periodic(shared[shared.len() - period..].to_vec()),
        None => Hint::Nothing,
    }
}
