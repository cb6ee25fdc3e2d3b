//! Exact arithmetic at any size: quadratic surds, Beatty sequences and continued fractions over integers without limit.
//!
//! The papers' closed forms are floors of multiples of quadratic irrationals. A floating-point number gets them wrong
//! at some n, and nobody sees which; here every floor, sign and comparison is decided by integers alone.
//!
//! ```
//! use wythoff::exact::{IBig, beatty_pair};
//!
//! // The P-position (a_n, b_n) of Wythoff Nim for n = 10^1000, and n found again from it.
//! let (a, b) = beatty_pair(1, 1);
//! let n = IBig::from(10).pow(1000);
//! assert_eq!(b.term(&n), a.term(&n) + &n);
//! assert_eq!(b.indices_of(&b.term(&n)), n.clone()..(&n + 1));
//! assert!(a.indices_of(&b.term(&n)).is_empty());
//! ```

mod beatty;
mod continued;
mod expression;
mod ladder;
mod mex;
mod radical;
mod surd;
mod window;

pub use beatty::Beatty;
pub use continued::{Convergents, Expansion, Quotients};
pub use dashu_int::{IBig, UBig};
pub use expression::{ExpressionError, MOST_DIGITS, whole_number};
pub use mex::{ClassPairs, CountedPairs, DiagonalPairs};
pub use surd::Surd;
pub use window::{Found, LONG_FROM, Pairs, Side, Stretch, WIDTH_LIMIT, WINDOW_LIMIT, WindowError};

/// The positive root of x² − (m/k)x − 1, that is (m + √(m² + 4k²))/(2k).
///
/// It is the quotient β/α of the [`slopes`] for m and k: the direction in which the upper P-positions run away (L in
/// the appendix of Lar09, for m = 1).
///
/// # Panics
/// If k = 0.
pub fn wythoff_root(m: u64, k: u64) -> Surd {
    let (m, k) = (IBig::from(m), IBig::from(k));
    let d = m.sqr() + k.sqr() * 4_u8;
    Surd::new(m, 1, d, k * 2)
}

/// φ_α = (2 − α + √(α² + 4))/2 of Lar15 (3), for α = m/k.
///
/// Its law, which makes pairs complementary: 1/φ_α + 1/(φ_α + α) = 1.
///
/// # Panics
/// If k = 0.
pub fn phi(m: u64, k: u64) -> Surd {
    // φ_α = x + 1 − α with the root x = (α + √(α² + 4))/2.
    &wythoff_root(m, k) + &Surd::rational(IBig::from(k) - m, k)
}

/// α = (2p − m + √(m² + 4p²))/(2p) and β = α + m/p of Lar09, 1.4.5; in the words of Lar15, α = φ_{m/p}.
///
/// ⌊nα⌋ and ⌊nβ⌋ are close to the pairs of `diagonal-blocking:m,p`, and equal to them for p = 1.
///
/// # Panics
/// If p = 0.
pub fn slopes(m: u32, p: u32) -> (Surd, Surd) {
    let alpha = phi(m.into(), p.into());
    let beta = &alpha + &Surd::rational(m, p);
    (alpha, beta)
}

/// a_n = ⌊nφ_{mp}/p⌋ and b_n = ⌊n(φ_{mp} + mp)/p⌋ = a_n + mn of Lar15 (1) and (2).
///
/// For m ≥ 1 every v ≥ 0 is a_i (i ≥ 0) or b_i (i ≥ 1) for exactly p indices in all (Lar15, Lemma 3.3). The pairs are
/// the P-positions of `wythoff:m` for p = 1, of `rook-blocking:m,p` and `choice:m,p`, and of `modulo:m,p,l=1` where m
/// and p are coprime.
///
/// # Panics
/// If p = 0.
pub fn beatty_pair(m: u32, p: u32) -> (Beatty, Beatty) {
    let alpha = &phi(u64::from(m) * u64::from(p), 1) * &Surd::rational(1, p);
    let beta = &alpha + &Surd::rational(m, 1);
    let multiples = |slope| Beatty::new(slope, Surd::rational(0, 1)).expect("φ is positive");
    (multiples(alpha), multiples(beta))
}
