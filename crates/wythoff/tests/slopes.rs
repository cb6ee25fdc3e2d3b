//! The threads that certificates prove: their slopes and how many palaces run along each.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use wythoff::Position;
use wythoff::exact::{IBig, Surd, UBig};
use wythoff::proof::answer::{Palaces, Solution, shipped};
use wythoff::proof::slopes::{Thread, threads};

/// The threads of all shipped certificates, which take some seconds, once.
static PROVED: LazyLock<BTreeMap<u32, Vec<Thread>>> = LazyLock::new(|| {
    let threads = |k| threads(Solution::shipped(k).expect("shipped").certificate());
    shipped().map(|k| (k, threads(k).unwrap_or_else(|| panic!("the lines of W^{k} are not found")))).collect()
});

fn proved(k: u32) -> &'static [Thread] {
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

/// 2y − 5x at the upper palaces of W^14 from column 576 on, by x mod 8: `proofs/closed_form.py` proves it.
const W14: [[i64; 10]; 8] = [
    [-48, -12, -8, 0, 6, 8, 10, 20, 22, 24],
    [-49, -21, -5, -1, 3, 7, 11, 19, 21, 23],
    [-44, -16, -8, 0, 6, 8, 10, 20, 22, 24],
    [-43, -13, -5, -1, 3, 7, 11, 19, 21, 23],
    [-62, -12, -8, 0, 6, 8, 10, 20, 22, 24],
    [-47, -21, -5, -1, 3, 7, 11, 19, 21, 23],
    [-54, -16, -8, 0, 6, 8, 10, 20, 22, 24],
    [-49, -13, -5, -1, 3, 7, 11, 19, 21, 23],
];

#[test]
fn closed_form_of_w14() {
    let proofs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs");
    let output = Command::new("python3").args(["closed_form.py", "k014.json"]).current_dir(proofs).output();
    let said = String::from_utf8(output.expect("python3 runs proofs/closed_form.py").stdout).expect("a text");
    assert!(said.contains("for all x >= 576,"), "{said}");
    for (x, numbers) in W14.iter().enumerate() {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        assert!(said.contains(&format!("{{{}}} if x = {x} mod 8", numbers.join(", "))), "{said}");
    }
    let mut palaces = Palaces::new(Solution::shipped(14).expect("shipped"));
    let far = UBig::from(7_u8).pow(1180);
    let columns = (576..2000_u32).map(UBig::from).chain((0..8_u8).map(|more| &far + more));
    for x in columns {
        let go_on = &mut |_, _| std::ops::ControlFlow::Continue(());
        let column = palaces.column(&x, &(&x << 2), go_on).expect("within the limits");
        let upper = column.iter().filter(|at| at.is_upper());
        let number = |at: &Position<UBig>| IBig::from(&at.y * 2_u8) - IBig::from(&at.x * 5_u8);
        let mut numbers: Vec<IBig> = upper.map(number).collect();
        numbers.sort_unstable();
        let residue = usize::from(&x % 8_u8);
        assert_eq!(numbers, W14[residue].map(IBig::from), "column {x}");
    }
}

/// At a thousand digits every palace of a column is close to one of the lines.
#[test]
fn palaces_are_near_the_lines() {
    for k in shipped() {
        let mut palaces = Palaces::new(Solution::shipped(k).expect("shipped"));
        let threads = proved(k);
        let x = UBig::from(7_u8).pow(1180);
        let go_on = &mut |_, _| std::ops::ControlFlow::Continue(());
        for at in palaces.column(&x, &(&x << 4), go_on).expect("within the limits").iter() {
            let distance = |thread: &Thread| {
                let line = &thread.slope * &Surd::from(IBig::from(x.clone()));
                let off = (&Surd::from(IBig::from(at.y.clone())) - &line).floor();
                off.clone().max(-off)
            };
            let nearest = threads.iter().map(distance).min().expect("there are threads");
            assert!(nearest < IBig::from(2000), "k = {k}: {nearest} off");
        }
    }
}
