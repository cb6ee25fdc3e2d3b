//! Every check of the library, run to its own bound (open questions not beyond a million): theorems hold, misprints
//! fail, and nothing is left out.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use wythoff::theorems::errata::{self, escaped};
use wythoff::theorems::text::Text;
use wythoff::theorems::{self, Check, Evidence, Expect, Finding, PAPERS, Report, UnknownCheck, Verdict};
use wythoff::{Game, SolveError};

/// The reports of a paper; each check runs once, whatever tests ask for them.
type Reports = LazyLock<Vec<Report>>;

static LAR13: Reports = LazyLock::new(|| of_paper("Lar13"));
static CLN15: Reports = LazyLock::new(|| of_paper("CLN15"));
static LAR15: Reports = LazyLock::new(|| of_paper("Lar15"));
static LAR09: Reports = LazyLock::new(|| of_paper("Lar09"));
static LAR11: Reports = LazyLock::new(|| of_paper("Lar11"));

/// Open questions are searched as far as anyone has patience; a test is told nothing by the rest.
const FAR_ENOUGH: u64 = 1_000_000;

/// Counterexamples about sequences and sets of lengths. Every other one is on a board, and names a cell of it: the
/// laboratory leads there.
const ON_NO_BOARD: [&str; 17] = [
    "Lar13.Complementary.printed",
    "Lar13.Prop.vi.printed",
    "Lar15.S1.2.Beatty.printed",
    "Lar15.Def2.i.printed",
    "Lar15.Def2.l.printed",
    "Lar15.Thm3.1.proof.printed",
    "Lar15.Lem3.3.i.printed",
    "Lar15.Lem3.3.proof.printed",
    "Lar15.Lem3.3.proof.floors.printed",
    "Lar15.Thm4.1.ii.printed",
    "Lar15.Abstract.unique.printed",
    "Lar09.S1.4.5.Beatty.printed",
    "Lar09.S1.4.5.bounds.printed",
    "Lar09.App.Main.best",
    "Lar11.S2.1.Case1.identity.printed",
    "Lar11.S2.1.Case2.differences.printed",
    "Lar11.S2.1.Case3.cover.printed",
];

fn of_paper(key: &str) -> Vec<Report> {
    let go_on = AtomicBool::new(false);
    let (open, settled): (Vec<&Check>, Vec<&Check>) =
        theorems::select(&[key]).unwrap().into_iter().partition(|check| check.expect == Expect::Open);
    let (far, near): (Vec<&Check>, Vec<&Check>) = open.into_iter().partition(|check| check.bound > FAR_ENOUGH);
    let mut reports = theorems::run(&[settled, near].concat(), None, &go_on, |_| ());
    reports.extend(theorems::run(&far, Some(FAR_ENOUGH), &go_on, |_| ()));
    reports
}

fn as_expected(reports: &[Report]) {
    for report in reports {
        println!("{} {} [{}] {}", report.id, report.verdict, report.range, report.detail);
    }
    for report in reports {
        assert!(!report.unexpected, "{report:?}");
        assert_ne!(report.verdict, Verdict::NotRun, "{report:?}");
        assert!(!report.range.is_empty(), "{} has no range", report.id);
        for text in [&report.range, &report.detail] {
            let (plain, tex) = (text.plain(), text.tex());
            assert!(!plain.contains(['$', '\\', '⟦']) && !plain.contains("_{"), "{}: {plain}", report.id);
            let formulas: String = tex.split('$').skip(1).step_by(2).collect();
            assert!(tex.matches('$').count() % 2 == 0 && formulas.is_ascii(), "{}: {tex}", report.id);
        }
    }
}

#[test]
fn counterexamples_on_boards_name_a_cell() {
    let reports = [&LAR13, &CLN15, &LAR15, &LAR09, &LAR11].map(|paper| LazyLock::force(paper).iter());
    let refuted = reports.into_iter().flatten().filter(|report| report.verdict == Verdict::Counterexample);
    let (on_boards, others): (Vec<&Report>, Vec<&Report>) =
        refuted.partition(|report| !report.detail.cells().is_empty());
    let ids = |reports: &[&Report]| reports.iter().map(|report| report.id).collect::<HashSet<_>>();
    assert_eq!(ids(&others), HashSet::from(ON_NO_BOARD), "those without a cell");
    assert_eq!(on_boards.len() + others.len(), 45, "{:?}", ids(&on_boards));
    for report in on_boards {
        for (game, _) in report.detail.cells() {
            assert!(game.parse::<Game>().is_ok(), "{}: {game}", report.id);
        }
    }
}

#[test]
fn lar13() {
    as_expected(&LAR13);
}

#[test]
fn cln15() {
    as_expected(&CLN15);
}

#[test]
fn lar15() {
    as_expected(&LAR15);
}

#[test]
fn lar09() {
    as_expected(&LAR09);
}

#[test]
fn lar11() {
    as_expected(&LAR11);
}

/// docs/ERRATA.md is what the checks find.
#[test]
fn errata_are_up_to_date() {
    let reports = [&LAR13, &CLN15, &LAR15, &LAR09, &LAR11].map(|reports| reports.as_slice()).concat();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ERRATA.md");
    let written = fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    let found = errata::markdown(&reports);
    let differs = found.lines().zip(written.lines().chain([""].into_iter().cycle())).find(|(new, old)| new != old);
    assert!(
        found == written,
        "docs/ERRATA.md is out of date; `cargo run --release -- check --errata -o docs/ERRATA.md` writes it anew. \
         First new line: {differs:?}"
    );
}

/// Each misprint has its own heading.
#[test]
fn errata_have_headings_of_their_own() {
    let printed = theorems::all().filter(|check| matches!(check.expect, Expect::Fails { .. }));
    let mut places = HashSet::new();
    for check in printed {
        assert!(places.insert(check.source), "{}: {} is the heading of another misprint", check.id, check.source);
    }
}

/// The list of errata needs no other checks than it says.
#[test]
fn errata_need_few_checks() {
    let stop = AtomicBool::new(true);
    let all: Vec<&Check> = theorems::all().collect();
    let of = |checks: &[&'static Check]| errata::markdown(&theorems::run(checks, None, &stop, |_| ()));
    assert_eq!(of(&errata::checks()), of(&all));
}

#[test]
fn ids_and_texts_are_in_order() {
    let ids: Vec<&str> = theorems::all().map(|check| check.id).collect();
    let unique: HashSet<String> = ids.iter().map(|id| id.to_lowercase()).collect();
    assert_eq!(ids.len(), unique.len());
    for paper in PAPERS {
        let key = paper.key;
        assert!(paper.sections.iter().all(|checks| !checks.is_empty()), "{key} has a section without checks");
        for Check { id, source, statement, .. } in paper.checks() {
            assert!(id.strip_prefix(key).is_some_and(|place| place.starts_with('.')), "{id}");
            assert!(id.split('.').all(|part| !part.is_empty()), "{id}");
            assert!(id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte)), "{id}");
            assert!(source.strip_prefix(key).is_some_and(|place| place.starts_with(", ")), "{id}: {source}");
            assert!((1..=200).contains(&statement.plain().chars().count()), "{id}: {statement}");
        }
    }
}

#[test]
fn corrections_exist() {
    for check in theorems::all() {
        let Expect::Fails { corrected } = check.expect else {
            assert!(!check.id.ends_with(".printed"), "{}", check.id);
            continue;
        };
        assert!(check.id.ends_with(".printed"), "{}", check.id);
        let right = theorems::all().find(|check| check.id == corrected);
        assert!(right.is_some_and(|right| right.expect == Expect::Holds), "{} has no corrected form", check.id);
    }
}

/// The statements of the audit in `tests/golden/audit.txt`, by paper.
const AUDITED: [(&str, usize); 5] = [("Lar13", 21), ("CLN15", 17), ("Lar15", 43), ("Lar09", 34), ("Lar11", 30)];

/// Every statement of the audit is covered by checks, or says why not; and every check has its place there.
#[test]
fn every_statement_is_covered() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/audit.txt");
    let text = fs::read_to_string(path).unwrap();
    let (mut statements, mut listed) = (Vec::new(), HashSet::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (key, ids) = match line.split(" :: ").collect::<Vec<_>>()[..] {
            [key, _, ids] => (key, ids),
            ["beyond", id] => ("beyond", id),
            _ => panic!("{line}"),
        };
        let mut words = ids.split_whitespace();
        for id in words.by_ref().take_while(|word| *word != "-") {
            assert!(theorems::all().any(|check| check.id == id), "there is no {id}");
            assert!(key == "beyond" || id.starts_with(key), "{line}");
            // A check may cover several statements, but what is beyond them covers none.
            assert!(listed.insert(id) || key != "beyond", "{line}");
        }
        assert!(!ids.starts_with('-') || words.next().is_some(), "no reason: {line}");
        statements.extend((key != "beyond").then_some(key));
    }
    for (key, count) in AUDITED {
        assert_eq!(statements.iter().filter(|of| **of == key).count(), count, "{key}");
    }
    let unlisted: Vec<&str> = theorems::all().map(|check| check.id).filter(|id| !listed.contains(id)).collect();
    assert!(unlisted.is_empty(), "neither listed nor beyond: {unlisted:?}");
}

/// A bound may end a search before a counterexample, but it never makes a theorem fail.
#[test]
fn small_bounds_find_nothing_new() {
    let checks: Vec<&Check> = theorems::all().collect();
    for bound in [0, 1, 2, 7] {
        let mut reports = theorems::run(&checks, Some(bound), &AtomicBool::new(false), |_| ());
        reports.retain(|report| report.unexpected);
        assert!(reports.is_empty(), "up to {bound}: {reports:#?}");
    }
}

/// A search without an end refuses, or stops when it is told to: if it did not, this test would not end.
#[test]
fn every_check_can_be_stopped() {
    // Other tests keep the common threads busy.
    let own = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    for check in theorems::all() {
        for bound in [20_000, u64::MAX] {
            let stop = AtomicBool::new(false);
            let since = Instant::now();
            let report = thread::scope(|scope| {
                let search = scope.spawn(|| own.install(|| check.report(Some(bound), &stop)));
                while !search.is_finished() && since.elapsed() < Duration::from_millis(20) {
                    thread::sleep(Duration::from_millis(1));
                }
                stop.store(true, Ordering::Relaxed);
                search.join().unwrap()
            });
            assert!(!report.unexpected, "{report:?}");
        }
    }
}

/// A statement of ours: "there is no 10".
fn no_ten(expect: Expect) -> Check {
    Check {
        id: "Own.Thm1",
        source: "Own, Theorem 1",
        statement: Text("There is no 10."),
        expect,
        bound: 20,
        run: |scope| {
            if scope.bound() > 1_000 {
                return Err(SolveError::SumsTooLarge);
            }
            let ten = (scope.bound() > 10).then(|| "There is 10.".to_owned());
            Ok(Evidence::new(format!("n < {}", scope.bound()), ten).with_note("So far."))
        },
    }
}

#[test]
fn findings_follow_from_what_is_expected() {
    let fails = Expect::Fails { corrected: "Own.Thm2" };
    let cases = [
        (Expect::Holds, Some(5), Verdict::Verified, Finding::Verified),
        (Expect::Holds, None, Verdict::Counterexample, Finding::Unexpected),
        (Expect::Holds, Some(2_000), Verdict::NotRun, Finding::NotRun),
        (fails, Some(5), Verdict::Verified, Finding::Unreached),
        (fails, None, Verdict::Counterexample, Finding::Misprint),
        (fails, Some(2_000), Verdict::NotRun, Finding::NotRun),
        (Expect::Open, Some(5), Verdict::Verified, Finding::Open),
        (Expect::Open, None, Verdict::Counterexample, Finding::Open),
    ];
    for (expect, bound, verdict, finding) in cases {
        let report = no_ten(expect).report(bound, &AtomicBool::new(false));
        assert_eq!((report.verdict, report.finding()), (verdict, finding), "{report:?}");
        assert_eq!(report.unexpected, finding == Finding::Unexpected);
    }
    let check = |bound| Check { bound, ..no_ten(fails) };
    let own = |bound| check(bound).report(None, &AtomicBool::new(false)).finding();
    assert_eq!(own(5), Finding::Unexpected, "a misprint that is not found");
    assert_eq!(own(2_000), Finding::Unexpected, "a search that is too large by itself");
    let stopped = no_ten(Expect::Holds).report(None, &AtomicBool::new(true));
    assert_eq!((stopped.verdict, stopped.finding()), (Verdict::NotRun, Finding::NotRun));
    assert_eq!((stopped.range.plain().as_str(), stopped.detail.plain()), ("", SolveError::Interrupted.to_string()));
    let found = no_ten(fails).report(None, &AtomicBool::new(false));
    assert_eq!((found.range.marked(), found.detail.marked()), ("n < 20", "There is 10. So far."));
}

#[test]
fn checks_are_named_by_whole_parts() {
    let named = |name| no_ten(Expect::Open).is_named(name);
    assert!(["Own", "own", "Own.Thm1", "OWN.thm1"].into_iter().all(named));
    assert!(!["", "Ow", "Own.", "Own.Thm", "Own.Thm1.", "Own.Thm11", ".Thm1"].into_iter().any(named));
}

#[test]
fn names_select_checks_in_the_papers_order() {
    let ids = |names: &[&str]| -> Vec<&str> { theorems::select(names).unwrap().iter().map(|check| check.id).collect() };
    let all: Vec<&str> = theorems::all().map(|check| check.id).collect();
    assert_eq!(ids(&[]), all);
    assert_eq!(ids(&["Lar11", "lar09", "LAR15", "CLN15", "Lar13", "Lar11.Thm1.1.k3"]), all);
    assert_eq!(ids(&["Lar11.Thm1.1.k3"]), ["Lar11.Thm1.1.k3"]);
    let error = |name: &str| theorems::select(&["Lar11", name]).err();
    let unknown = |name: &str, near| Some(UnknownCheck { name: name.to_owned(), near });
    assert_eq!(error("nonsense"), unknown("nonsense", vec![]));
    assert_eq!(error(""), unknown("", vec![]));
    assert_eq!(error(&"Lar11".repeat(100_000)), unknown(&"Lar11".repeat(100_000), vec![]));
    assert_eq!(error("lar11.tmh1.1.k3").unwrap().near[0], "Lar11.Thm1.1.k3");
    assert_eq!(error("Lar12").unwrap().near, ["Lar11", "Lar13", "Lar15"]);
}

#[test]
fn markdown_shows_what_is_written() {
    assert_eq!(escaped("l | m, a_n < b_n"), r"l \| m, a_n < b_n");
    assert_eq!(
        escaped("(a_n)_{n>0} is *a* `b` <c> [d] ~e~ &lt; $f$ \\"),
        r"(a_n)\_{n>0} is \*a\* \`b\` \<c> \[d\] \~e\~ \&lt; \$f\$ \\"
    );
    assert_eq!(escaped("_a_ two\nlines"), r"\_a\_ two lines");
}
