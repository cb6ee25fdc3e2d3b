//! The field of fingerprints: polynomials over GF(2) modulo one that is irreducible, in two bases.
//!
//! An element is 64 bits. In [`Frame::ROWS`] bit i stands for α^i, so 64 neighbours in a row are an element as they lie
//! in memory, and to multiply by α is to shift and to reduce. In [`Frame::COLUMNS`] bit i stands for β^i, and 64
//! neighbours in a column are an element. A mirror image turns rows into columns: bits that lie along a row are summed
//! in either frame at the same cost, and [`Frame::ROWS`] takes the result over once, at the end.
//!
//! **The constants.** Let s_1, s_2, … be the outputs of SplitMix64 from the seed 0. The modulus of [`Frame::ROWS`] is
//! z^64 + s_i for the first i for which it is irreducible and z generates the multiplicative group; α = z. β is the
//! first output after it that generates the group. The other frame follows from that: its modulus is the minimal
//! polynomial of β, and in it α is a polynomial of β. The tests draw again, and check all this from the definitions.

#![allow(
    clippy::inline_always,
    reason = "code is compiled for the instructions of the function that it is inlined into"
)]

use std::sync::OnceLock;

/// How polynomials over GF(2) are multiplied.
pub(crate) trait Carryless: Copy {
    /// A polynomial of degree below 128, where the machine likes to have it.
    type Polynomial: Copy;

    /// The polynomial with these coefficients.
    fn polynomial(self, coefficients: u128) -> Self::Polynomial;

    /// The product of two polynomials of degree below 64.
    fn times(self, a: u64, b: u64) -> Self::Polynomial;

    /// The sum of two polynomials.
    fn plus(self, a: Self::Polynomial, b: Self::Polynomial) -> Self::Polynomial;

    /// The element of the field that a polynomial stands for, by Barrett: the quotient by the modulus comes from the
    /// reciprocal, without a rest.
    fn reduced(self, frame: Frame, polynomial: Self::Polynomial) -> u64;
}

/// On every machine: four coefficients at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Carryless for Portable {
    type Polynomial = u128;

    #[inline]
    fn polynomial(self, coefficients: u128) -> u128 {
        coefficients
    }

    #[inline]
    fn plus(self, a: u128, b: u128) -> u128 {
        a ^ b
    }

    // The halves of a product.
    #[allow(clippy::cast_possible_truncation)]
    #[inline]
    fn reduced(self, frame: Frame, polynomial: u128) -> u64 {
        let upper = (polynomial >> 64) as u64;
        let quotient = upper ^ (self.times(upper, frame.reciprocal) >> 64) as u64;
        (polynomial ^ self.times(quotient, frame.modulus)) as u64
    }

    #[inline]
    fn times(self, a: u64, b: u64) -> u128 {
        let mut multiples = [0_u128; 16];
        for i in 1..16 {
            multiples[i] = (multiples[i / 2] << 1) ^ (u128::from(a) * (i as u128 % 2));
        }
        (0..16).rev().fold(0, |product, i| (product << 4) ^ multiples[(b >> (4 * i) & 15) as usize])
    }
}

/// Something that is computed in the field, written once for every way to multiply.
pub(crate) trait Work {
    /// What comes out.
    type Output;

    /// Does it. To be inlined always: what it calls is compiled for the caller's instructions.
    fn run<C: Carryless>(self, carryless: C) -> Self::Output;
}

/// A basis of the field: the powers of α, or those of β.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The 64th power of the basis' number: the lower coefficients of its minimal polynomial.
    pub(crate) modulus: u64,
    /// z^128 divided by that polynomial, less z^64: for Barrett's reduction.
    pub(crate) reciprocal: u64,
    /// Of α and β that which is not the basis' own.
    pub(crate) other: u64,
}

impl Frame {
    /// The powers of α.
    pub(crate) const ROWS: Self = Self::new(0xe255_b237_b8bb_18fb, 0x2a7b_67af_6c6a_d50e);
    /// The powers of β.
    pub(crate) const COLUMNS: Self = Self::new(0x79a2_21b4_4c43_712d, 0x9209_d7b5_1556_74e3);

    /// Of α and β that which is the basis' own.
    pub(crate) const OWN: u64 = 0b10;

    const fn new(modulus: u64, other: u64) -> Self {
        // Long division: the leading coefficient of the quotient is 1 and leaves the modulus; 64 more follow.
        let (mut reciprocal, mut rest, mut i) = (0, modulus, 0);
        while i < 64 {
            let bit = rest >> 63;
            rest = (rest << 1) ^ (bit * modulus);
            reciprocal = reciprocal << 1 | bit;
            i += 1;
        }
        Self { modulus, reciprocal, other }
    }

    /// The product of two elements.
    #[inline(always)]
    pub(crate) fn product(self, carryless: impl Carryless, a: u64, b: u64) -> u64 {
        carryless.reduced(self, carryless.times(a, b))
    }

    /// A power of an element.
    #[inline(always)]
    pub(crate) fn power(self, carryless: impl Carryless, base: u64, mut exponent: u64) -> u64 {
        let (mut power, mut square) = (1, base);
        while exponent > 0 {
            if exponent % 2 == 1 {
                power = self.product(carryless, power, square);
            }
            square = self.product(carryless, square, square);
            exponent /= 2;
        }
        power
    }

    /// One over an element that is not 0: the group has 2^64 − 1 elements.
    #[inline(always)]
    pub(crate) fn inverse(self, carryless: impl Carryless, element: u64) -> u64 {
        self.power(carryless, element, u64::MAX - 1)
    }

    /// base^from + … + base^(to − 1), for a base that is neither 0 nor 1.
    #[inline(always)]
    pub(crate) fn geometric(self, carryless: impl Carryless, base: u64, from: u64, to: u64) -> u64 {
        let ends = self.power(carryless, base, from) ^ self.power(carryless, base, to);
        self.product(carryless, ends, self.inverse(carryless, base ^ 1))
    }

    /// An element of [`Frame::COLUMNS`], whose bit i stands for β^i, in [`Frame::ROWS`].
    #[inline(always)]
    pub(crate) fn taken_over(carryless: impl Carryless, element: u64) -> u64 {
        (0..64).rev().fold(0, |value, i| Self::ROWS.product(carryless, value, Self::ROWS.other) ^ element >> i & 1)
    }
}

/// Bits of an exponent that are looked up together.
const DIGIT: u32 = 11;

/// The powers of a number in [`Frame::ROWS`].
pub(crate) struct Powers {
    /// For each place of a digit, the powers for each digit there.
    digits: Vec<[u64; 1 << DIGIT]>,
}

impl Powers {
    fn new(base: u64) -> Self {
        super::simd::best(Tables { base })
    }

    /// Those of α.
    pub(crate) fn of_alpha() -> &'static Self {
        static POWERS: OnceLock<Powers> = OnceLock::new();
        POWERS.get_or_init(|| Self::new(Frame::OWN))
    }

    /// Those of β.
    pub(crate) fn of_beta() -> &'static Self {
        static POWERS: OnceLock<Powers> = OnceLock::new();
        POWERS.get_or_init(|| Self::new(Frame::ROWS.other))
    }

    #[inline(always)]
    fn digit(&self, place: usize, exponent: u64) -> u64 {
        // Below 2^11.
        #[allow(clippy::cast_possible_truncation)]
        let digit = (exponent & ((1 << DIGIT) - 1)) as usize;
        self.digits[place][digit]
    }

    /// One of them.
    #[inline(always)]
    pub(crate) fn power(&self, carryless: impl Carryless, exponent: u64) -> u64 {
        let mut power = self.digit(0, exponent);
        let (mut place, mut rest) = (1, exponent >> DIGIT);
        while rest > 0 {
            power = Frame::ROWS.product(carryless, power, self.digit(place, rest));
            (place, rest) = (place + 1, rest >> DIGIT);
        }
        power
    }

    /// The sum of several, in order. One multiplication each: exponents that have their upper digits in common are
    /// added up before they are reduced, and before those digits are looked at.
    #[inline(always)]
    pub(crate) fn sum(&self, carryless: impl Carryless, mut exponents: &[u64]) -> u64 {
        const LOWER: u32 = 2 * DIGIT;
        let mut sum = 0;
        while let (Some(first), Some(last)) = (exponents.first(), exponents.last()) {
            let upper = first >> LOWER << LOWER;
            let is_all = last >> LOWER << LOWER == upper;
            let end =
                if is_all { exponents.len() } else { exponents.partition_point(|it| it >> LOWER << LOWER == upper) };
            let group;
            (group, exponents) = exponents.split_at(end);
            let mut lower = carryless.polynomial(0);
            for exponent in group {
                let term = carryless.times(self.digit(0, *exponent), self.digit(1, exponent >> DIGIT));
                lower = carryless.plus(lower, term);
            }
            let lower = carryless.reduced(Frame::ROWS, lower);
            sum ^= match upper {
                0 => lower,
                upper => Frame::ROWS.product(carryless, lower, self.power(carryless, upper)),
            };
        }
        sum
    }
}

/// The tables of [`Powers`].
struct Tables {
    base: u64,
}

impl Work for Tables {
    type Output = Powers;

    #[inline(always)]
    fn run<C: Carryless>(self, carryless: C) -> Powers {
        let mut step = self.base;
        let mut table = || {
            let (mut table, mut power) = ([0; 1 << DIGIT], 1);
            for entry in &mut table {
                *entry = power;
                power = Frame::ROWS.product(carryless, power, step);
            }
            step = power;
            table
        };
        Powers { digits: (0..u64::BITS.div_ceil(DIGIT)).map(|_| table()).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::simd::Pclmul;
    use super::*;
    use crate::board::mix;

    /// The product of polynomials modulo z^64 + modulus, bit by bit.
    fn slow_product(modulus: u64, mut a: u64, b: u64) -> u64 {
        let mut product = 0;
        for i in 0..64 {
            product ^= (b >> i & 1) * a;
            a = (a << 1) ^ ((a >> 63) * modulus);
        }
        product
    }

    fn slow_power(modulus: u64, base: u64, exponent: u64) -> u64 {
        (0..64).rev().fold(1, |power, i| {
            let square = slow_product(modulus, power, power);
            if exponent >> i & 1 == 1 { slow_product(modulus, square, base) } else { square }
        })
    }

    fn slow_times(a: u64, b: u64) -> u128 {
        (0..64).filter(|i| b >> i & 1 == 1).fold(0, |product, i| product ^ u128::from(a) << i)
    }

    /// The greatest common divisor of two polynomials over GF(2).
    fn gcd(a: u128, b: u128) -> u128 {
        if b == 0 {
            return a;
        }
        let mut rest = a;
        while rest.leading_zeros() <= b.leading_zeros() && rest != 0 {
            rest ^= b << (b.leading_zeros() - rest.leading_zeros());
        }
        gcd(b, rest)
    }

    /// Rabin's test of z^64 + modulus: 2 is the only prime that divides 64.
    fn is_irreducible(modulus: u64) -> bool {
        let conjugate = |times: u32| (0..times).fold(2, |power, _| slow_product(modulus, power, power));
        conjugate(64) == 2 && gcd(1 << 64 | u128::from(modulus), u128::from(conjugate(32) ^ 2)) == 1
    }

    fn generates(modulus: u64, element: u64) -> bool {
        const PRIMES: [u64; 7] = [3, 5, 17, 257, 641, 65_537, 6_700_417];
        assert_eq!(PRIMES.iter().product::<u64>(), u64::MAX);
        PRIMES.iter().all(|prime| slow_power(modulus, element, u64::MAX / prime) != 1)
    }

    fn numbers() -> impl Iterator<Item = u64> {
        let edges = [0, 1, 2, 3, 1 << 63, u64::MAX, u64::MAX - 1, 0xffff_ffff, 1 << 32];
        edges.into_iter().chain((0..40).map(mix))
    }

    #[test]
    fn irreducible_polynomials_are_known() {
        // z^64 + z^4 + z^3 + z + 1 is the usual one. z^64 + 1 = (z + 1)^64; z^64 + z + 1 has the factor z^4 + z + 1:
        // its roots have order 15, and 64 is 4 modulo 15.
        assert!(is_irreducible(0b11011));
        for reducible in [0, 1, 0b11, 0b11010] {
            assert!(!is_irreducible(reducible), "{reducible:b}");
        }
    }

    #[test]
    fn the_constants_are_those_that_were_drawn() {
        let mut outputs = (0..).map(|i| mix(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(i)));
        let modulus = outputs.find(|&modulus| is_irreducible(modulus) && generates(modulus, 2)).unwrap();
        let beta = outputs.find(|&beta| generates(modulus, beta)).unwrap();
        assert_eq!((Frame::ROWS.modulus, Frame::ROWS.other), (modulus, beta));
    }

    /// With β for its variable, the modulus of the frame is 0, and its α is α.
    #[test]
    fn the_frames_are_of_one_field() {
        let Frame { modulus, other: beta, .. } = Frame::ROWS;
        let at_beta = |polynomial: u128| {
            (0..=64).rev().fold(0, |value, i| slow_product(modulus, value, beta) ^ u64::from(polynomial >> i & 1 == 1))
        };
        assert_eq!(at_beta(1 << 64 | u128::from(Frame::COLUMNS.modulus)), 0);
        assert_eq!(at_beta(Frame::COLUMNS.other.into()), Frame::OWN);
        assert!(is_irreducible(Frame::COLUMNS.modulus));
        for element in numbers() {
            assert_eq!(Frame::taken_over(Portable, element), at_beta(element.into()));
        }
    }

    fn multiplies(carryless: impl Carryless) {
        for (a, b) in numbers().flat_map(|a| numbers().map(move |b| (a, b))) {
            // What is 0 modulo both moduli, and of degree below 128, is 0.
            let none = carryless.plus(carryless.times(a, b), carryless.polynomial(slow_times(a, b)));
            for frame in [Frame::ROWS, Frame::COLUMNS] {
                assert_eq!(carryless.reduced(frame, none), 0, "{a:x} {b:x}");
                assert_eq!(frame.product(carryless, a, b), slow_product(frame.modulus, a, b), "{a:x} {b:x}");
            }
        }
        for (frame, a) in [Frame::ROWS, Frame::COLUMNS].into_iter().flat_map(|frame| numbers().map(move |a| (frame, a)))
        {
            assert_eq!(frame.power(carryless, frame.other, a), slow_power(frame.modulus, frame.other, a));
            if a != 0 {
                assert_eq!(frame.product(carryless, a, frame.inverse(carryless, a)), 1);
            }
        }
        for (from, to) in [(0, 0), (0, 1), (5, 70), (1 << 40, (1 << 40) + 9)] {
            let sum = (from..to).fold(0, |sum, i| sum ^ slow_power(Frame::ROWS.modulus, Frame::ROWS.other, i));
            assert_eq!(Frame::ROWS.geometric(carryless, Frame::ROWS.other, from, to), sum);
        }
    }

    #[test]
    fn every_machine_multiplies() {
        multiplies(Portable);
        match Pclmul::detect() {
            Some(hardware) => multiplies(hardware),
            None => eprintln!("this machine has no carry-less multiplication"),
        }
    }

    #[test]
    fn powers_are_looked_up() {
        for (powers, base) in [(Powers::of_alpha(), Frame::OWN), (Powers::of_beta(), Frame::ROWS.other)] {
            let slow = |exponent| slow_power(Frame::ROWS.modulus, base, exponent);
            for exponent in numbers() {
                assert_eq!(powers.power(Portable, exponent), slow(exponent));
            }
            // Neighbours, and across the edges of digits.
            let far = (1_u64 << 22) - 3..(1 << 22) + 3;
            let mut exponents: Vec<u64> = (4..9).chain(2040..2056).chain(far).chain(numbers()).collect();
            exponents.sort_unstable();
            let sum = exponents.iter().fold(0, |sum, exponent| sum ^ slow(*exponent));
            assert_eq!(powers.sum(Portable, &exponents), sum);
            assert_eq!(powers.sum(Portable, &[]), 0);
        }
    }
}
