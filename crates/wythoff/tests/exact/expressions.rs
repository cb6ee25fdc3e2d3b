//! Whole numbers written as expressions.

use dashu_int::ops::SquareRoot;
use proptest::prelude::*;
use wythoff::exact::{IBig, UBig, whole_number};

/// A tree of rational arithmetic, evaluated here with 128 bits.
#[derive(Clone, Debug)]
enum Tree {
    Whole(u8),
    Sum(Box<Tree>, Box<Tree>),
    Difference(Box<Tree>, Box<Tree>),
    Product(Box<Tree>, Box<Tree>),
    Quotient(Box<Tree>, Box<Tree>),
    Floor(Box<Tree>),
}

impl Tree {
    fn text(&self) -> String {
        match self {
            Self::Whole(n) => n.to_string(),
            Self::Sum(a, b) => format!("({}+{})", a.text(), b.text()),
            Self::Difference(a, b) => format!("({} - {})", a.text(), b.text()),
            Self::Product(a, b) => format!("{}*{}", a.text(), b.text()),
            Self::Quotient(a, b) => format!("({}/({}))", a.text(), b.text()),
            Self::Floor(a) => format!("floor({})", a.text()),
        }
    }

    /// p/q with q > 0; `None` where it divides by zero or is too long for 128 bits.
    fn value(&self) -> Option<(i128, i128)> {
        match self {
            Self::Whole(n) => Some((i128::from(*n), 1)),
            Self::Sum(a, b) | Self::Difference(a, b) => {
                let ((p, q), (r, s)) = (a.value()?, b.value()?);
                let r = if matches!(self, Self::Sum(..)) { r } else { -r };
                Some((p.checked_mul(s)?.checked_add(r.checked_mul(q)?)?, q.checked_mul(s)?))
            }
            Self::Product(a, b) => {
                let ((p, q), (r, s)) = (a.value()?, b.value()?);
                Some((p.checked_mul(r)?, q.checked_mul(s)?))
            }
            Self::Quotient(a, b) => {
                let ((p, q), (r, s)) = (a.value()?, b.value()?);
                let (p, q) = (p.checked_mul(s)?, q.checked_mul(r)?);
                (q != 0).then(|| (p * q.signum(), q.abs()))
            }
            Self::Floor(a) => a.value().map(|(p, q)| (p.div_euclid(q), 1)),
        }
    }
}

fn trees() -> impl Strategy<Value = Tree> {
    any::<u8>().prop_map(Tree::Whole).prop_recursive(4, 24, 2, |inner| {
        let two = (inner.clone(), inner.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
        prop_oneof![
            two.clone().prop_map(|(a, b)| Tree::Sum(a, b)),
            two.clone().prop_map(|(a, b)| Tree::Difference(a, b)),
            two.clone().prop_map(|(a, b)| Tree::Product(a, b)),
            two.prop_map(|(a, b)| Tree::Quotient(a, b)),
            inner.prop_map(|a| Tree::Floor(Box::new(a))),
        ]
    })
}

/// The number that a text stands for.
fn number(text: &str) -> UBig {
    whole_number(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Whether it is refused, with this in the problem at this part of the text.
fn refused(text: &str, problem: &str, part: &str) {
    let error = whole_number(text).expect_err(text);
    assert!(error.problem().contains(problem), "{text}: {error}");
    assert_eq!(&text[error.span()], part, "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn rational_arithmetic_is_that_of_fractions(tree in trees()) {
        let Some((p, q)) = tree.value() else { return Ok(()) };
        let text = tree.text();
        prop_assert_eq!(whole_number(&text).ok(), (p >= 0 && p % q == 0).then(|| UBig::try_from(p / q).unwrap()));
        let sign = if p < 0 { "-" } else { "" };
        let up = UBig::try_from((p.abs() + q - 1) / q).unwrap();
        let down = UBig::try_from(p.abs() / q).unwrap();
        prop_assert_eq!(number(&format!("ceil({sign}({text}))")), up);
        prop_assert_eq!(number(&format!("floor({sign}({text}))")), down);
    }

    /// ⌊a√b⌋ = ⌊√(a²b)⌋, also where b is a square; and the floor of the negative is the ceiling's.
    #[test]
    fn multiples_of_a_root(a in 0_u64.., b in 0_u64.., digits in 0_usize..60) {
        let scaled = UBig::from(a) * UBig::from(10_u8).pow(digits);
        let square = scaled.sqr() * b;
        let root = square.sqrt();
        prop_assert_eq!(number(&format!("floor({a}*10^{digits}*sqrt({b}))")), root.clone());
        let up = if root.sqr() == square { root } else { root + 1_u8 };
        prop_assert_eq!(number(&format!("-floor(-{a}*10^{digits}*sqrt({b}))")), up);
    }

    /// Whole numbers in disguise: no interval tells.
    #[test]
    fn hidden_whole_numbers(a in 2_u32.., b in 2_u32.., n in 0_u32..9) {
        let (x, y) = (u64::from(a), u64::from(b));
        let sum = UBig::from(x + y);
        for part in ["", "floor", "ceil", "round"] {
            prop_assert_eq!(number(&format!("{part}((sqrt({a})+sqrt({b}))^2 - 2*sqrt({}))", x * y)), sum.clone());
        }
        // √(a + b + 2√(ab)) = √a + √b, a root below a root; and a quotient of roots.
        let nested = format!("floor({n} + sqrt({} + 2*sqrt({})) - sqrt({a}) - sqrt({b}))", x + y, x * y);
        prop_assert_eq!(number(&nested), UBig::from(n));
        let quotient = format!("1 / (sqrt({}) - sqrt({a})) - sqrt({a}) - sqrt({})", x + 1, x + 1);
        prop_assert_eq!(number(&quotient), UBig::ZERO);
    }

    /// (1+√2)^n + (1−√2)^n is the Pell–Lucas number Q_n, and the second part is small.
    #[test]
    fn powers_of_a_unit(n in 1_usize..1500) {
        let (mut before, mut now) = (UBig::from(2_u8), UBig::from(2_u8));
        for _ in 1..n {
            (before, now) = (now.clone(), now * 2_u8 + before);
        }
        prop_assert_eq!(number(&format!("round((1+sqrt(2))^{n})")), now.clone());
        let below = if n % 2 == 0 { now - 1_u8 } else { now };
        prop_assert_eq!(number(&format!("floor((1+sqrt(2))^{n})")), below);
    }
}

#[test]
fn roots_far_out_are_those_of_integers() {
    let far = UBig::from(10_u8).pow(99);
    let expected = (far.sqr() * 2_u8).sqrt() + &far;
    assert_eq!(number("floor((1+sqrt(2))*10^99)"), expected);
    assert_eq!(number("10^99"), far);
    // ⌊φ·10^900⌋ = ⌊(10^900 + √5·10^900)/2⌋.
    let far = IBig::from(10).pow(900);
    let root: UBig = (IBig::from(5) * &far * &far).try_into().unwrap();
    let expected = UBig::try_from((far + IBig::from(root.sqrt())) / IBig::from(2)).unwrap();
    assert_eq!(number("floor(phi*10^900)"), expected);
}

#[test]
fn the_grammar() {
    let values = [
        ("2+3*4", 14_u64),
        ("(2+3)*4", 20),
        ("2*3^2", 18),
        ("2^3^2", 512),
        ("10 - -3", 13),
        ("9-3-2", 4),
        ("24/4/2", 3),
        ("10-2^2", 6),
        ("1_000 + 1 000", 2000),
        ("min(3, 7) + max(3,7) + mod(17, 5)", 12),
        ("floor(-7/2) + 10", 6),
        ("ceil(-7/2) + 10", 7),
        ("round(5/2)", 3),
        ("√9 × 2 − 1", 5),
        ("floor(100·φ)", 161),
        ("floor(mod(10^19*sqrt(2), 10))", 8),
        ("sqrt(16/9) * 3", 4),
        ("(-2)^2 + 0^0 + 1^(10^500)", 6),
        (" SQRT( 4 ) ", 2),
        ("floor(sqrt(2)*sqrt(2))", 2),
        ("min(sqrt(2)+sqrt(3), sqrt(5+2*sqrt(6)))^2 - 2*sqrt(6)", 5),
    ];
    for (text, value) in values {
        assert_eq!(number(text), UBig::from(value), "{text}");
    }
}

#[test]
fn errors_say_where() {
    refused("", "a number is missing", "");
    refused("2 +", "a number is missing", "+");
    refused("2 + * 3", "a number is missing", "*");
    refused("(2 + 3", "never closed", "(");
    refused("2 + 3)", "never opened", ")");
    refused("2 sqrt(2)", "an operator is missing", "s");
    refused("1.5", "decimals", ".");
    refused("2 + pie", "`pie` is not known", "pie");
    refused("sqrt 2", "followed by", "2");
    refused("min(1)", "two numbers", "min(1)");
    refused("3 - 5", "below 0", "3 - 5");
    refused("1 + sqrt(3 - 5)", "negative", "sqrt(3 - 5)");
    refused("7 / (sqrt(2)*sqrt(2) - 2) + 1", "by zero", "7 / (sqrt(2)*sqrt(2) - 2)");
    refused("2 + 2^(1/2)", "an exponent", "(1/2)");
    refused("2^-1", "an exponent", "-1");
    refused(" 3*sqrt(2) ", "no whole number: it is above 4", "3*sqrt(2)");
}

#[test]
fn much_too_large_is_refused_at_once() {
    refused("10^10^10", "too large", "10^10^10");
    refused("9^9^9^9", "too large", "9^9^9");
    refused("1 + 2^10^30", "too large", "2^10^30");
    refused("(1+sqrt(2))^10^9", "too large", "(1+sqrt(2))^10^9");
    refused("10^1000", "more than 1000 digits", "10^1000");
    assert_eq!(number("10^1000 - 1").to_string().len(), 1000);
    let deep = "(".repeat(5000);
    refused(&deep, "nested", "(");
    refused(&"9".repeat(5001), "at most 5000", &"9".repeat(5001));
    // Each root doubles the work that an exact answer takes; forty of them are decided where intervals tell.
    let sum = |count: u32| (2..2 + count).map(|n| format!("sqrt({n})")).collect::<Vec<_>>().join("+");
    assert_eq!(number(&format!("floor({})", sum(40))), UBig::from(177_u8));
    refused(&format!("({0}) - ({0})", sum(40)), "too many roots", &format!("({0}) - ({0})", sum(40)));
}
