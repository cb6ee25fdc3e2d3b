//! The threads that certificates prove: their slopes and how many palaces run along each.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use wythoff::Position;
use wythoff::certificate::answer::{Palaces, Solution, shipped};
use wythoff::certificate::slopes::{ProvedThread, threads};
use wythoff::certificate::verify::verify;
use wythoff::exact::{IBig, Surd, UBig};
use wythoff::proof::find;

/// The threads of all shipped certificates, which take some seconds, once.
static PROVED: LazyLock<BTreeMap<u32, Vec<ProvedThread>>> = LazyLock::new(|| {
    let threads = |k| threads(Solution::shipped(k).expect("shipped").certificate());
    shipped().map(|k| (k, threads(k).unwrap_or_else(|| panic!("the lines of W^{k} are not found")))).collect()
});

fn proved(k: u32) -> &'static [ProvedThread] {
    &PROVED[&k]
}

/// The slopes and the palaces for each column, as they are written.
fn written(k: u32) -> Vec<(String, String)> {
    proved(k).iter().map(|thread| (thread.slope.to_string(), thread.per_column.to_string())).collect()
}

#[test]
fn slopes_of_the_papers() {
    // Wythoff Nim: one palace in each column.
    let golden = Surd::new(1, 1, 5_u8, 2);
    let slopes = |k| proved(k).iter().map(|thread| thread.slope.clone()).collect::<Vec<_>>();
    assert_eq!(slopes(1), [golden.inverse().expect("not 0"), golden.clone()]);
    // Lar11 Theorem 1.1: k = 2 has Wythoff's lines and those of slope 2, k = 3 the latter twice.
    let (half, two) = (Surd::rational(1, 2), Surd::rational(2, 1));
    assert_eq!(slopes(2), [half.clone(), golden.inverse().expect("not 0"), golden, two.clone()]);
    assert_eq!(slopes(3), [half, two]);
    assert_eq!(proved(3)[1].per_column, Surd::rational(2, 1));
    // Lar11's conjecture for k = 4, section 4: the quotients tend to 1 + √2.
    assert_eq!(slopes(4), [Surd::new(-1, 1, 2_u8, 1), Surd::new(1, 1, 2_u8, 1)]);
    assert_eq!(written(14), [("2/5".to_owned(), "4".to_owned()), ("5/2".to_owned(), "10".to_owned())]);
}

/// Blocks of several levels at once: the numeration has another name and longer words, the lines are the same.
#[test]
fn products_of_substitutions_prove_the_same_lines() {
    for (k, name) in
        [(1, "metallic:1,1"), (1, "metallic:1,1,1"), (4, "metallic:2,2"), (3, "metallic:1,2"), (3, "base:4")]
    {
        let found = find(k.into(), name.parse().expect("a numeration"), 1 << 18, &()).expect("within the limits");
        let certificate = verify(found.certificate.expect("it is self-similar").to_json()).expect("valid");
        assert_eq!(threads(&certificate).as_deref(), Some(proved(k)), "W^{k}, {name}");
    }
}

/// Every column holds k palaces, and the board is symmetric: a thread and its mirror image have densities that fit.
#[test]
fn densities_add_up() {
    for k in shipped() {
        let threads = proved(k);
        let total = threads.iter().fold(Surd::rational(0, 1), |sum, thread| &sum + &thread.per_column);
        assert_eq!(total, Surd::rational(k, 1), "k = {k}: {threads:?}");
        for (thread, mirrored) in threads.iter().zip(threads.iter().rev()) {
            assert_eq!(&thread.slope * &mirrored.slope, Surd::rational(1, 1));
            assert_eq!(&thread.slope * &mirrored.per_column, thread.per_column);
        }
    }
}

/// A closed form that `proofs/closed_form.py` proves: from column `from` on, the upper palaces on the line of slope a/b
/// are those with by − ax in the list of x modulo the number of lists.
struct Form {
    k: u32,
    slope: (u8, u8),
    from: u32,
    lists: &'static [&'static [i64]],
}

/// That of W^3 is R_3 of Lar11 Theorem 1.1. Those of W^61 and W^79 take the script a quarter of a minute each, too long
/// for this test.
const FORMS: [Form; 3] = [
    Form { k: 3, slope: (2, 1), from: 33, lists: &[&[1, 2]] },
    Form { k: 8, slope: (5, 2), from: 4272, lists: &[&[-10, -2, 8, 10, 12], &[-9, -1, 7, 9, 11]] },
    Form {
        k: 14,
        slope: (5, 2),
        from: 576,
        lists: &[
            &[-48, -12, -8, 0, 6, 8, 10, 20, 22, 24],
            &[-49, -21, -5, -1, 3, 7, 11, 19, 21, 23],
            &[-44, -16, -8, 0, 6, 8, 10, 20, 22, 24],
            &[-43, -13, -5, -1, 3, 7, 11, 19, 21, 23],
            &[-62, -12, -8, 0, 6, 8, 10, 20, 22, 24],
            &[-47, -21, -5, -1, 3, 7, 11, 19, 21, 23],
            &[-54, -16, -8, 0, 6, 8, 10, 20, 22, 24],
            &[-49, -13, -5, -1, 3, 7, 11, 19, 21, 23],
        ],
    },
];

#[test]
fn closed_forms_are_proved_by_the_script() {
    let proofs = Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs");
    for Form { k, slope: (a, b), from, lists } in FORMS {
        let file = format!("k{k:03}.json");
        let output = Command::new("python3").args(["closed_form.py", &file]).current_dir(&proofs).output();
        let said = String::from_utf8(output.expect("python3 runs proofs/closed_form.py").stdout).expect("a text");
        assert!(said.contains(&format!("for all x >= {from},")), "{said}");
        let name = if b == 1 { a.to_string() } else { format!("{a}/{b}") };
        let head = format!("  slope {name}: palaces are the (x, y) with z = {b}y - {a}x in\n");
        let line = |(residue, list): (usize, &&[i64])| {
            let list: Vec<String> = list.iter().map(ToString::to_string).collect();
            let condition =
                if lists.len() == 1 { String::new() } else { format!(" if x = {residue} mod {}", lists.len()) };
            format!("    {{{}}}{condition}\n", list.join(", "))
        };
        let form: String = [head].into_iter().chain(lists.iter().enumerate().map(line)).collect();
        assert!(said.contains(&form), "{form}is not in\n{said}");
    }
}

#[test]
fn closed_forms_are_what_the_certificates_answer() {
    for Form { k, slope: (a, b), from, lists } in FORMS {
        let mut palaces = Palaces::new(Solution::shipped(k).expect("shipped"));
        let far = UBig::from(7_u8).pow(1180);
        let columns = (from..from + 1400).map(UBig::from).chain((0..8_u8).map(|more| &far + more));
        for x in columns {
            let column = palaces.column(&x, &(&x << 2), &()).expect("within the limits");
            let upper = column.iter().filter(|at| at.is_upper());
            let number = |at: &Position<UBig>| IBig::from(&at.y * b) - IBig::from(&at.x * a);
            // Other lines are far away: z is about −x on the line of slope 2 of W^8.
            let mut numbers: Vec<IBig> = upper.map(number).filter(|z| *z > IBig::from(-200)).collect();
            numbers.sort_unstable();
            let list = lists[usize::try_from(&x % UBig::from(lists.len())).expect("small")];
            assert_eq!(numbers, list.iter().copied().map(IBig::from).collect::<Vec<_>>(), "W^{k}, column {x}");
        }
    }
}

/// At a thousand digits every palace of a column is close to one of the lines.
#[test]
fn palaces_are_near_the_lines() {
    for k in shipped() {
        let mut palaces = Palaces::new(Solution::shipped(k).expect("shipped"));
        let threads = proved(k);
        let x = UBig::from(7_u8).pow(1180);
        for at in palaces.column(&x, &(&x << 4), &()).expect("within the limits").iter() {
            let distance = |thread: &ProvedThread| {
                let line = &thread.slope * &Surd::from(IBig::from(x.clone()));
                let off = (&Surd::from(IBig::from(at.y.clone())) - &line).floor();
                off.clone().max(-off)
            };
            let nearest = threads.iter().map(distance).min().expect("there are threads");
            assert!(nearest < IBig::from(2000), "k = {k}: {nearest} off");
        }
    }
}
