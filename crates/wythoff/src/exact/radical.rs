//! Numbers made of whole numbers by +, −, ×, ÷ and square roots, nested as one likes, with exact floor and sign.
//!
//! A number is kept as it was made. Intervals with whole ends, finer each time, decide its floor and its sign, unless
//! it is a whole number (or 0) itself: then no interval ever tells. What tells is a bound on how near to 0 such a
//! number can be without being 0 (Burnikel, Funke, Mehlhorn, Schirra and Schmitt, ESA 2001):
//!
//! **Law.** Write E = U/L with algebraic integers U and L as below, all conjugates of which have at most the sizes u
//! and l, and let r be the number of different square roots in E. If E ≠ 0, then |E| ≥ 1/(l·u^(2^r − 1)).
//!
//! Proof. U lies in a field of a degree d ≤ 2^r, and is not 0, so that its norm, the product of its d conjugates, is a
//! whole number other than 0. So |U|·u^(d − 1) ≥ 1, while |L| ≤ l. The rules for U/L:
//! sums, (U₁L₂ ± U₂L₁)/(L₁L₂); products, U₁U₂/(L₁L₂); quotients, U₁L₂/(L₁U₂); roots, √(UL)/L or U/√(UL), where √(UL)
//! is an algebraic integer, and the square of each of its conjugates one of UL's. Sizes follow the same rules. ∎

use std::cmp::Ordering;
use std::rc::Rc;

use dashu_int::ops::{Abs, BitTest, DivEuclid, Gcd, SquareRoot, SquareRootRem};
use dashu_int::{IBig, UBig};

/// u and l of a number are below 2 to this power: on the way to a result, numbers have at most 4932 digits.
pub(super) const MOST_BITS: u64 = 1 << 14;

/// A number has at most so many operations that are not done at once.
const MOST_OPERATIONS: usize = 256;

/// Intervals are at least as wide as 2 to the power of minus this.
const FINEST: u64 = 1 << 17;

/// All intervals together may cost so many words of 64 bits.
const MOST_WORK: u64 = 1 << 19;

/// Why a number is not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// A divisor that is 0.
    DividedByZero,
    /// The square root of a negative number.
    RootOfNegative,
    /// A number of too many digits.
    TooLarge,
    /// Too many roots and operations to decide a floor or a sign exactly.
    TooMuchWork,
}

/// How much work is left.
pub(super) struct Work {
    words: u64,
}

impl Default for Work {
    fn default() -> Self {
        Self { words: MOST_WORK }
    }
}

impl Work {
    fn spend(&mut self, precision: u64) -> Result<(), Refused> {
        self.words = self.words.checked_sub(precision / 64 + 1).ok_or(Refused::TooMuchWork)?;
        Ok(())
    }
}

/// A number as it was made; what is rational is computed at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Radical(Rc<Node>);

#[derive(Debug, PartialEq, Eq)]
struct Node {
    shape: Shape,
    /// Upper bounds for the binary logarithms of u and l in the law.
    u: u64,
    l: u64,
    /// The different square roots in it.
    roots: Vec<Radical>,
    operations: usize,
}

#[derive(Debug, PartialEq, Eq)]
enum Shape {
    /// In lowest terms.
    Rational(IBig, UBig),
    Sum(Radical, Radical),
    Product(Radical, Radical),
    Quotient(Radical, Radical),
    Power(Radical, u64),
    Root(Radical),
}

/// lo ≤ x·2^precision ≤ hi.
type Interval = (IBig, IBig);

impl Radical {
    /// The whole number n.
    pub(super) fn whole(n: impl Into<IBig>) -> Self {
        Self::reduced(n.into(), UBig::ONE)
    }

    fn reduced(p: IBig, q: UBig) -> Self {
        let common = (&q).gcd(&p);
        let (p, q) = (p / &common, q / common);
        let (u, l) = (logarithm(&(&p).abs().try_into().expect("a size is not negative")), logarithm(&q));
        Self(Rc::new(Node { shape: Shape::Rational(p, q), u, l, roots: Vec::new(), operations: 0 }))
    }

    /// p/q within the limits.
    fn rational(p: IBig, q: UBig) -> Result<Self, Refused> {
        let number = Self::reduced(p, q);
        (number.0.u.max(number.0.l) <= MOST_BITS).then_some(number).ok_or(Refused::TooLarge)
    }

    fn made(shape: Shape, u: u64, l: u64, parts: &[&Self]) -> Result<Self, Refused> {
        let mut roots: Vec<Self> = Vec::new();
        for root in parts.iter().flat_map(|part| &part.0.roots) {
            if !roots.contains(root) {
                roots.push(root.clone());
            }
        }
        let operations = 1 + parts.iter().map(|part| part.0.operations).sum::<usize>();
        if u.max(l) > MOST_BITS {
            return Err(Refused::TooLarge);
        }
        if operations > MOST_OPERATIONS {
            return Err(Refused::TooMuchWork);
        }
        Ok(Self(Rc::new(Node { shape, u, l, roots, operations })))
    }

    fn as_rational(&self) -> Option<(&IBig, &UBig)> {
        if let Shape::Rational(p, q) = &self.0.shape { Some((p, q)) } else { None }
    }

    /// Whether both are rational, with numerators and denominators.
    fn both_rational<'r>(&'r self, other: &'r Self) -> Option<[(&'r IBig, &'r UBig); 2]> {
        Some([self.as_rational()?, other.as_rational()?])
    }

    pub(super) fn plus(&self, other: &Self) -> Result<Self, Refused> {
        if let Some([(p, q), (r, s)]) = self.both_rational(other) {
            return Self::rational(p * s + r * q, q * s);
        }
        let (x, y) = (&self.0, &other.0);
        let u = (x.u + y.l).max(x.l + y.u) + 1;
        Self::made(Shape::Sum(self.clone(), other.clone()), u, x.l + y.l, &[self, other])
    }

    pub(super) fn minus(&self, other: &Self) -> Result<Self, Refused> {
        self.plus(&Self::whole(-1).times(other)?)
    }

    pub(super) fn times(&self, other: &Self) -> Result<Self, Refused> {
        if let Some([(p, q), (r, s)]) = self.both_rational(other) {
            return Self::rational(p * r, q * s);
        }
        let (x, y) = (&self.0, &other.0);
        Self::made(Shape::Product(self.clone(), other.clone()), x.u + y.u, x.l + y.l, &[self, other])
    }

    pub(super) fn divided_by(&self, other: &Self, work: &mut Work) -> Result<Self, Refused> {
        if other.sign(work)? == Ordering::Equal {
            return Err(Refused::DividedByZero);
        }
        if let Some([(p, q), (r, s)]) = self.both_rational(other) {
            let size: UBig = r.abs().try_into().expect("a size is not negative");
            return Self::rational(p * s * r.sign(), q * size);
        }
        let (x, y) = (&self.0, &other.0);
        Self::made(Shape::Quotient(self.clone(), other.clone()), x.u + y.l, x.l + y.u, &[self, other])
    }

    /// The power with a natural exponent; its size is looked at before it is computed.
    pub(super) fn power(&self, exponent: &UBig) -> Result<Self, Refused> {
        if let Some((p, q)) = self.as_rational()
            && q.is_one()
            && p.abs() <= IBig::ONE
        {
            let is_one = exponent.is_zero() || *p == IBig::ONE || (!p.is_zero() && !exponent.bit(0));
            return Ok(if is_one { Self::whole(1) } else { self.clone() });
        }
        let exponent = u64::try_from(exponent).map_err(|_| Refused::TooLarge)?;
        if exponent == 0 {
            return Ok(Self::whole(1));
        }
        // A power of a rational number has nearly as many bits as its bounds say, that of a root at most as many.
        let bits = |log: u64| log.checked_mul(exponent).ok_or(Refused::TooLarge);
        let (u, l) = (bits(self.0.u)?, bits(self.0.l)?);
        if u.max(l) > 2 * MOST_BITS {
            return Err(Refused::TooLarge);
        }
        let small = usize::try_from(exponent).map_err(|_| Refused::TooLarge)?;
        match self.as_rational() {
            Some((p, q)) => Self::rational(p.pow(small), q.pow(small)),
            None => Self::made(Shape::Power(self.clone(), exponent), u, l, &[self]),
        }
    }

    pub(super) fn root(&self, work: &mut Work) -> Result<Self, Refused> {
        match self.sign(work)? {
            Ordering::Less => return Err(Refused::RootOfNegative),
            Ordering::Equal => return Ok(Self::whole(0)),
            Ordering::Greater => {}
        }
        if let Some((p, q)) = self.as_rational() {
            let p: UBig = p.abs().try_into().expect("a size is not negative");
            let ((p, above), (q, below)) = (p.sqrt_rem(), q.sqrt_rem());
            if above.is_zero() && below.is_zero() {
                return Self::rational(p.into(), q);
            }
        }
        let (u, l) = (self.0.u, self.0.l);
        let middle = (u + l).div_ceil(2);
        let (u, l) = if u >= l { (middle, l) } else { (u, middle) };
        let root = Self::made(Shape::Root(self.clone()), u, l, &[self])?;
        let mut roots = root.0.roots.clone();
        roots.push(self.clone());
        let Node { shape, operations, .. } = Rc::into_inner(root.0).expect("nobody else has it yet");
        Ok(Self(Rc::new(Node { shape, u, l, roots, operations })))
    }

    /// s such that the number is 0 or at least 2^−s in size: the law above.
    fn separation(&self) -> u64 {
        let degree = u32::try_from(self.0.roots.len()).ok().and_then(|roots| 1_u64.checked_shl(roots));
        degree.unwrap_or(u64::MAX).saturating_sub(1).saturating_mul(self.0.u).saturating_add(self.0.l)
    }

    /// How this compares with 0.
    pub(super) fn sign(&self, work: &mut Work) -> Result<Ordering, Refused> {
        if let Some((p, _)) = self.as_rational() {
            return Ok(p.cmp(&IBig::ZERO));
        }
        let separation = self.separation();
        self.narrowed(work, |(lo, hi), precision| {
            if *lo > IBig::ZERO {
                Ok(Some(Ordering::Greater))
            } else if *hi < IBig::ZERO {
                Ok(Some(Ordering::Less))
            } else {
                Ok(is_narrower(&(hi - lo), precision, separation).then_some(Ordering::Equal))
            }
        })
    }

    /// The whole number f with f ≤ x < f + 1, and whether x = f.
    pub(super) fn floor(&self, work: &mut Work) -> Result<(IBig, bool), Refused> {
        if let Some((p, q)) = self.as_rational() {
            return Ok((p.div_euclid(IBig::from(q.clone())), q.is_one()));
        }
        self.narrowed(work, |(lo, hi), precision| {
            let at = cell(precision);
            let (below, above) = (lo >> at, hi >> at);
            // Whole numbers between lo and hi: `above`, if any.
            if below == above && (&below << at) != *lo {
                return Ok(Some((below, false)));
            }
            if hi - lo >= IBig::ONE << at {
                return Ok(None);
            }
            let apart = self.minus(&Self::whole(above.clone()))?.separation();
            Ok(is_narrower(&(hi - lo), precision, apart).then_some((above, true)))
        })
    }

    /// Looks at finer and finer intervals until one tells.
    fn narrowed<T>(
        &self,
        work: &mut Work,
        mut look: impl FnMut(&Interval, u64) -> Result<Option<T>, Refused>,
    ) -> Result<T, Refused> {
        let mut precision = 64;
        while precision <= FINEST {
            if let Some(interval) = self.interval(precision, work)?
                && let Some(found) = look(&interval, precision)?
            {
                return Ok(found);
            }
            precision *= 2;
        }
        Err(Refused::TooMuchWork)
    }

    /// An interval that holds the number, or `None` where a divisor's interval holds 0.
    fn interval(&self, precision: u64, work: &mut Work) -> Result<Option<Interval>, Refused> {
        work.spend(precision)?;
        let at = cell(precision);
        let mut of = |part: &Self| part.interval(precision, work);
        let two = |x: Option<Interval>, y: Option<Interval>| x.zip(y);
        Ok(match &self.0.shape {
            Shape::Rational(p, q) => {
                let q = IBig::from(q.clone());
                Some(((p << at).div_euclid(&q), -(-p << at).div_euclid(&q)))
            }
            Shape::Sum(x, y) => two(of(x)?, of(y)?).map(|((a, b), (c, d))| (a + c, b + d)),
            Shape::Product(x, y) => two(of(x)?, of(y)?).map(|(x, y)| product(&x, &y, at)),
            Shape::Quotient(x, y) => two(of(x)?, of(y)?).and_then(|(x, y)| quotient(&x, &y, at)),
            Shape::Power(x, exponent) => match of(x)? {
                Some(base) => Some(power(base, *exponent, precision, work)?),
                None => None,
            },
            Shape::Root(x) => of(x)?.map(|(lo, hi)| {
                let root = |n: IBig| UBig::try_from(n << at).map_or(IBig::ZERO, |n| n.sqrt().into());
                (root(lo), root(hi) + 1)
            }),
        })
    }
}

/// The binary logarithm, rounded up; 0 for 0.
fn logarithm(n: &UBig) -> u64 {
    if n.is_zero() { 0 } else { (n - UBig::ONE).bit_len() as u64 }
}

/// A precision as a number of bits to shift by.
fn cell(precision: u64) -> usize {
    usize::try_from(precision).expect("precisions have at most 18 bits")
}

/// Whether width/2^precision < 2^−separation.
fn is_narrower(width: &IBig, precision: u64, separation: u64) -> bool {
    precision > separation && width.abs() < IBig::ONE << cell(precision - separation)
}

/// ⌈n/2^at⌉.
fn shifted_up(n: IBig, at: usize) -> IBig {
    -(-n >> at)
}

fn product((a, b): &Interval, (c, d): &Interval, at: usize) -> Interval {
    let (lo, hi) = extremes([a * c, a * d, b * c, b * d]);
    (lo >> at, shifted_up(hi, at))
}

/// The quotient, or `None` where the divisor's interval holds 0.
fn quotient((a, b): &Interval, (c, d): &Interval, at: usize) -> Option<Interval> {
    // With the divisor above 0, Euclid's division rounds down.
    let (a, b, c, d) = if *d < IBig::ZERO { (-b, -a, -d, -c) } else { (a.clone(), b.clone(), c.clone(), d.clone()) };
    let down = |n: &IBig, by: &IBig| (n << at).div_euclid(by);
    let up = |n: &IBig, by: &IBig| -(-n << at).div_euclid(by);
    (c > IBig::ZERO).then(|| (down(&a, &c).min(down(&a, &d)), up(&b, &c).max(up(&b, &d))))
}

fn power(base: Interval, mut exponent: u64, precision: u64, work: &mut Work) -> Result<Interval, Refused> {
    let at = cell(precision);
    let one = IBig::ONE << at;
    let (mut square, mut result) = (base, (one.clone(), one));
    while exponent > 0 {
        work.spend(precision.max(size(&square)))?;
        if exponent % 2 == 1 {
            result = product(&result, &square, at);
        }
        exponent /= 2;
        if exponent > 0 {
            square = product(&square, &square, at);
        }
    }
    Ok(result)
}

/// The bits of an interval's ends.
fn size((lo, hi): &Interval) -> u64 {
    lo.bit_len().max(hi.bit_len()) as u64
}

fn extremes(numbers: [IBig; 4]) -> Interval {
    let [first, rest @ ..] = numbers;
    rest.into_iter().fold((first.clone(), first), |(lo, hi), n| (lo.min(n.clone()), hi.max(n)))
}
