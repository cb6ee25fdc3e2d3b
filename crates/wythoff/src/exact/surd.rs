//! Quadratic surds (a + b√d)/c.
//!
//! Everything rests on two facts about integers: ⌊√r⌋ is computable, and the order of |x| and |y| is the order of x²
//! and y². Squaring takes the roots out of a comparison one after the other.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

use dashu_int::ops::{Abs, DivEuclid, Gcd, SquareRoot, SquareRootRem};
use dashu_int::{IBig, UBig};

/// The real number (a + b√d)/c, exactly.
///
/// Normal form: c > 0 and a, b, c have no common factor; a rational number has b = 0 and d = 0, also when it was
/// written with the root of a square. Other square factors of d stay, since finding them means factoring: √8 and 2√2
/// are two forms of one number. They are equal, for `==` and the order compare numbers, not forms.
///
/// Sums and products stay within one field: the roots must be rational multiples of each other (√8 and √2), and a
/// rational number goes with any root. Signs, floors and the order need no such condition.
///
/// ```
/// use wythoff::exact::Surd;
/// let golden = Surd::new(1, 1, 5_u8, 2);
/// assert_eq!(&golden * &golden, &golden + &Surd::rational(1, 1));
/// assert!(golden > Surd::rational(987, 610) && golden < Surd::new(0, 1, 3_u8, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Surd {
    a: IBig,
    b: IBig,
    c: IBig,
    d: UBig,
}

impl Surd {
    /// (a + b√d)/c.
    ///
    /// # Panics
    /// If c = 0.
    pub fn new(a: impl Into<IBig>, b: impl Into<IBig>, d: impl Into<UBig>, c: impl Into<IBig>) -> Self {
        let (a, b, d, c) = (a.into(), b.into(), d.into(), c.into());
        let (root, rest) = d.sqrt_rem();
        if rest.is_zero() { Self::reduced(a + b * root, IBig::ZERO, d, c) } else { Self::reduced(a, b, d, c) }
    }

    /// The rational number p/q.
    ///
    /// # Panics
    /// If q = 0.
    pub fn rational(p: impl Into<IBig>, q: impl Into<IBig>) -> Self {
        Self::reduced(p.into(), IBig::ZERO, UBig::ZERO, q.into())
    }

    /// The normal form, when d is no square or b = 0.
    fn reduced(a: IBig, b: IBig, d: UBig, c: IBig) -> Self {
        assert!(!c.is_zero(), "a surd has a denominator other than 0");
        let factor = (&c).gcd(&a).gcd(&b) * c.sign();
        let d = if b.is_zero() { UBig::ZERO } else { d };
        Self { a: a / &factor, b: b / &factor, c: c / factor, d }
    }

    /// a, b, d and c of the normal form.
    pub fn parts(&self) -> (&IBig, &IBig, &UBig, &IBig) {
        (&self.a, &self.b, &self.d, &self.c)
    }

    /// Whether this is a quotient of two integers.
    pub fn is_rational(&self) -> bool {
        self.d.is_zero()
    }

    /// How this compares with 0.
    pub fn sign(&self) -> Ordering {
        sign(&self.a, &self.b, &self.d)
    }

    /// The integer f with f ≤ s < f + 1.
    ///
    /// With integers a and c > 0, ⌊(a + x)/c⌋ = ⌊(a + ⌊x⌋)/c⌋; here x = b√d = ±√(b²d).
    pub fn floor(&self) -> IBig {
        let root = IBig::from((self.b.sqr() * &self.d).sqrt());
        // Below zero x is irrational, so that ⌊−√r⌋ = −⌊√r⌋ − 1.
        let root = if self.b < IBig::ZERO { -root - 1 } else { root };
        (&self.a + root).div_euclid(&self.c)
    }

    /// The integer f with f − 1 < s ≤ f.
    pub fn ceil(&self) -> IBig {
        -(-self).floor()
    }

    /// 1/s, or `None` for 0.
    pub fn inverse(&self) -> Option<Self> {
        // c/(a + b√d) = c(a − b√d)/(a² − b²d), and the norm a² − b²d is 0 for 0 alone, since d is no square.
        let norm = IBig::from(self.a.sqr()) - self.b.sqr() * &self.d;
        let inverse = || Self::reduced(&self.a * &self.c, -&self.b * &self.c, self.d.clone(), norm.clone());
        (!norm.is_zero()).then(inverse)
    }

    /// (a − b√d)/c.
    #[must_use]
    pub fn conjugate(&self) -> Self {
        Self { b: -&self.b, ..self.clone() }
    }

    /// Whether this and `other` can be added and multiplied.
    pub fn same_field(&self, other: &Self) -> bool {
        self.with_root_of(other).is_some()
    }

    /// This number, written with the root of `other` if both have one: √d is a rational multiple of √e exactly when
    /// de is a square, and then √d = √(de)/e · √e.
    fn with_root_of(&self, other: &Self) -> Option<Self> {
        let e = &other.d;
        if self.is_rational() || other.is_rational() || self.d == *e {
            return Some(self.clone());
        }
        let (root, rest) = (&self.d * e).sqrt_rem();
        rest.is_zero().then(|| Self::reduced(&self.a * e, &self.b * root, e.clone(), &self.c * e))
    }

    /// `other` with the root that both share, and that root's d.
    fn shared(&self, other: &Self) -> (Self, UBig) {
        let other = other.with_root_of(self).expect("the roots are rational multiples of each other");
        let d = if self.is_rational() { other.d.clone() } else { self.d.clone() };
        (other, d)
    }
}

/// The sign of x + y from the signs of x and y and the order of |x| and |y|.
fn sign_of_sum(x: Ordering, y: Ordering, sizes: impl FnOnce() -> Ordering) -> Ordering {
    if x == y {
        return x;
    }
    match sizes() {
        Ordering::Greater => x,
        Ordering::Equal => Ordering::Equal,
        Ordering::Less => y,
    }
}

/// The sign of a + b√d; b = 0 if d = 0.
fn sign(a: &IBig, b: &IBig, d: &UBig) -> Ordering {
    sign_of_sum(a.cmp(&IBig::ZERO), b.cmp(&IBig::ZERO), || a.sqr().cmp(&(b.sqr() * d)))
}

/// The order of the real numbers, for any two roots.
impl Ord for Surd {
    fn cmp(&self, other: &Self) -> Ordering {
        // The sign of x + y with x = a + b√d, y = z√e; and x² − y² = (a² + b²d − z²e) + 2ab√d.
        let a = &self.a * &other.c - &other.a * &self.c;
        let b = &self.b * &other.c;
        let z = -&other.b * &self.c;
        let squares = || {
            let whole = IBig::from(a.sqr() + b.sqr() * &self.d) - z.sqr() * &other.d;
            sign(&whole, &(&a * &b * 2), &self.d)
        };
        sign_of_sum(sign(&a, &b, &self.d), z.cmp(&IBig::ZERO), squares)
    }
}

impl PartialOrd for Surd {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Surd {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Surd {}

impl From<IBig> for Surd {
    fn from(integer: IBig) -> Self {
        Self::rational(integer, 1)
    }
}

impl Neg for &Surd {
    type Output = Surd;

    fn neg(self) -> Surd {
        Surd { a: -&self.a, b: -&self.b, ..self.clone() }
    }
}

/// The sum within one field; panics outside it.
impl Add for &Surd {
    type Output = Surd;

    #[expect(clippy::suspicious_arithmetic_impl, reason = "a/b + c/d = (ad + cb)/(bd)")]
    fn add(self, other: &Surd) -> Surd {
        let (other, d) = self.shared(other);
        let over = |x: &IBig, y: &IBig| x * &other.c + y * &self.c;
        Surd::reduced(over(&self.a, &other.a), over(&self.b, &other.b), d, &self.c * &other.c)
    }
}

/// The difference within one field; panics outside it.
impl Sub for &Surd {
    type Output = Surd;

    fn sub(self, other: &Surd) -> Surd {
        self + &-other
    }
}

/// The product within one field; panics outside it.
impl Mul for &Surd {
    type Output = Surd;

    fn mul(self, other: &Surd) -> Surd {
        let (other, d) = self.shared(other);
        let a = &self.a * &other.a + &self.b * &other.b * &d;
        let b = &self.a * &other.b + &self.b * &other.a;
        Surd::reduced(a, b, d, &self.c * &other.c)
    }
}

/// The normal form: `2/3`, `√8`, `(1 + √5)/2`, `-1 - 2√2`.
impl fmt::Display for Surd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { a, b, c, d } = self;
        let brackets = !a.is_zero() && !b.is_zero() && !c.is_one();
        f.write_str(if brackets { "(" } else { "" })?;
        if b.is_zero() || !a.is_zero() {
            write!(f, "{a}")?;
        }
        if !b.is_zero() {
            f.write_str(match (a.is_zero(), *b < IBig::ZERO) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            })?;
            let factor = b.abs();
            if !factor.is_one() {
                write!(f, "{factor}")?;
            }
            write!(f, "√{d}")?;
        }
        f.write_str(if brackets { ")" } else { "" })?;
        if c.is_one() { Ok(()) } else { write!(f, "/{c}") }
    }
}
