"""`check`, `errata`, `prove` and `verify`, against literal boards and damaged certificates."""

from __future__ import annotations

import json
import threading
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import wythoff
from wythoff import KindError, LimitError, WythoffError
from wythoff.exact import Surd, phi

ROOT = Path(__file__).parents[2]
PROOFS = ROOT / "wythoff" / "proofs"


def palaces(k: int, side: int) -> dict[tuple[int, int], int]:
    """Palace numbers from the rules."""
    seen: dict[tuple[int, int], int] = {}
    for y in range(side):
        for x in range(side):
            lines = [(i, y) for i in range(x)] + [(x, j) for j in range(y)]
            lines += [(x - t, y - t) for t in range(1, min(x, y) + 1)]
            seen[x, y] = sum(seen[cell] < k for cell in lines)
    return seen


# Checks.


def test_every_check_is_listed_once() -> None:
    checks = wythoff.checks()
    ids = [check.id for check in checks]
    assert len(set(ids)) == len(ids) > 100
    assert {check.id.split(".")[0] for check in checks} == {
        "Lar13",
        "CLN15",
        "Lar15",
        "Lar09",
        "Lar11",
    }
    for check in checks:
        assert (check.corrected is not None) == (check.expectation == "fails")
        assert check.corrected is None or check.corrected in ids
        assert check.statement and check.source and (check.bound is None or check.bound > 0)
    (automaton,) = [check for check in checks if check.id == "CLN15.Thm1"]
    assert automaton.formal == ("Automaton.automaton_of_the_game",)


def test_reports_say_what_was_found() -> None:
    (report,) = wythoff.check("Lar11.Prop1.2.i", bound=60)
    assert report.verdict == report.finding == "verified" and not report.is_unexpected
    assert report.counterexample is None and "60" in report.range and report.expectation == "holds"
    (printed,) = wythoff.check("Lar13.Nim.moves.printed")
    assert printed.verdict == "counterexample" and printed.finding == "misprint"
    assert printed.counterexample == "2-pile Nim: (0,0) is P, the statement says N."
    assert printed.corrected == "Lar13.Nim" and printed.note == "" and not printed.is_unexpected


def test_names_and_patterns() -> None:
    ids = [check.id for check in wythoff.checks()]
    of_3 = [id for id in ids if id.startswith("Lar15.Table3")]
    for names in (
        "Lar15.Table3",
        "lar15.table3*",
        ["Lar15.Table3"],
        tuple(of_3),
        ["Lar15.Table3", *of_3],
    ):
        assert [report.id for report in wythoff.check(names, bound=20)] == of_3
    assert [report.id for report in wythoff.check("Lar13.N?m", bound=9)] == ["Lar13.Nim"]


def test_names_that_are_none() -> None:
    with pytest.raises(WythoffError, match=r"did you mean `Lar11.Prop1`"):
        wythoff.check("Lar11.Prob1")
    for wrong in ("", "Nobody", "Nobody*", [], ["Lar11", "x"]):
        with pytest.raises(WythoffError):
            wythoff.check(wrong)
    for kind in (3, True, 1.5, b"Lar11", [3], [None], object()):
        with pytest.raises(KindError):
            wythoff.check(kind)  # type: ignore[arg-type]


def test_bounds_that_are_wrong() -> None:
    for bound in (True, 1.5, "5", [5], object()):
        with pytest.raises(KindError):
            wythoff.check("Lar13.Nim", bound=bound)  # type: ignore[arg-type]
    for bound in (0, -1, 10**30, 2**64):
        with pytest.raises(WythoffError):
            wythoff.check("Lar13.Nim", bound=bound)
    with pytest.raises(WythoffError, match="too large, nothing was checked"):
        wythoff.check("Lar11.Prop1.2.i", bound=2**63)


def test_tables_for_notebooks_are_escaped() -> None:
    reports = wythoff.check("Lar11.Prop1.2.i", bound=50)
    page = reports._repr_html_()
    assert page.startswith("<table>") and "x &lt; k" in page and "x < k" not in page
    assert reports[0]._repr_html_() == page and page.count("<tr>") == 2
    assert reports.unexpected == []


def test_errata_are_those_of_the_page() -> None:
    errata = wythoff.errata()
    page = (ROOT.parent / "docs" / "ERRATA.md").read_text()
    assert errata.markdown == page == errata._repr_markdown_()
    misprints = [check for check in wythoff.checks() if check.expectation == "fails"]
    assert [erratum.printed.id for erratum in errata] == [check.id for check in misprints]
    for erratum in errata:
        assert erratum.printed.counterexample and erratum.printed.corrected == erratum.corrected.id
        assert erratum.corrected.verdict == "verified"


# Proofs.


def test_a_proof_is_found_saved_and_read(tmp_path: Path) -> None:
    proof = wythoff.prove(3, numeration="binary")
    assert proof and proof.is_found and proof.k == 3
    assert any(attempt.is_found for attempt in proof.attempts)
    assert json.loads(proof.to_json())["k"] == 3
    path = tmp_path / "w3.json"
    proof.save(path)
    theorem = wythoff.verify(path)
    assert theorem == wythoff.verify(str(path)) == wythoff.verify(proof) == proof.theorem()
    assert theorem == wythoff.verify(proof.to_json()) == wythoff.verify(path.read_bytes())
    assert theorem.certificate == json.loads(path.read_text())
    assert (theorem.numeration, theorem.pre_period, theorem.period) == ("binary", 0, 1)
    exact = wythoff.prove(3, numeration="binary", lengths=[4])
    assert len(exact.attempts) == 1 and exact.attempts[0].lengths == (4,)


def test_what_is_not_found_proves_nothing(tmp_path: Path) -> None:
    proof = wythoff.prove(7, numeration="binary", rules=500)
    assert not proof and proof.certificate is None and proof.attempts
    for call in (
        proof.to_json,
        lambda: proof.save(tmp_path / "x"),
        proof.theorem,
        lambda: wythoff.verify(proof),
    ):
        with pytest.raises(WythoffError, match="proves nothing about W\\^7"):
            call()
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("k", [1, 2, 3, 4, 8, 14])
def test_what_follows_is_so_on_the_board(k: int) -> None:
    theorem = wythoff.verify(PROOFS / f"k{k:03}.json")
    side = 45
    numbers = palaces(k, side)
    for (x, y), number in numbers.items():
        assert theorem.deviation(x, y) == number - k
    for n in (0, 1, 7, side):
        assert theorem.palaces(n) == sum(
            number < k for (x, y), number in numbers.items() if x < n and y < n
        )
    assert theorem.threads is not None
    # Every column holds k palaces, and the mirror image of a thread is one.
    assert sum((thread.per_column for thread in theorem.threads), Surd(0)) == k
    slopes = [thread.slope for thread in theorem.threads]
    assert slopes == sorted(slopes) and {1 / slope for slope in slopes} == set(slopes)


def test_wythoff_nim_by_its_certificate() -> None:
    theorem = wythoff.verify(PROOFS / "k001.json")
    assert theorem.threads is not None
    assert [thread.slope for thread in theorem.threads] == [1 / phi, phi]
    a, b = wythoff.exact.beatty_pair()
    for n in (5, 10**20, 10**100):
        assert theorem.deviation(a[n], b[n]) == -1 and theorem.deviation(b[n], a[n]) == -1
        assert theorem.deviation(a[n], b[n] + 1) >= 0


def test_damage_is_found() -> None:
    good = json.loads((PROOFS / "k003.json").read_text())
    verify = lambda certificate: wythoff.verify(json.dumps(certificate))  # noqa: E731
    assert verify(good).k == 3
    damaged = []
    for change in (
        lambda c: c.update(k=4),
        lambda c: c.update(format="something else"),
        lambda c: c.pop("levels"),
        lambda c: c["levels"][0]["rules"].pop(),
        lambda c: c["levels"][0]["rules"][3].__setitem__(3, 2),
        lambda c: c["contents"][0][0].__setitem__(0, 99),
        lambda c: c.update(period=0),
        lambda c: c.update(more=1),
    ):
        certificate = json.loads(json.dumps(good))
        change(certificate)
        with pytest.raises(WythoffError) as caught:
            verify(certificate)
        damaged.append(str(caught.value))
    assert any("the condition `" in sentence for sentence in damaged)
    assert any("this is not a certificate" in sentence for sentence in damaged)


def test_what_is_no_certificate(tmp_path: Path) -> None:
    for text in ("{", "{}", '{"a": 1}', b"", b"\xff\xfe", b"[]", b"null", b"{" * 100_000):
        with pytest.raises(WythoffError):
            wythoff.verify(text)
    with pytest.raises(WythoffError, match="limit"):
        wythoff.verify(b" " * (2**25 + 1))
    for path in ("nowhere.json", tmp_path / "nowhere.json", tmp_path, "a\0b"):
        with pytest.raises(WythoffError, match="can't be read"):
            wythoff.verify(path)
    for wrong in (3, None, True, 1.5, [1], {}):
        with pytest.raises(KindError):
            wythoff.verify(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [True, 1.5, None, "5", [5], object()])
def test_kinds_that_are_wrong(wrong: Any) -> None:
    theorem = wythoff.verify(PROOFS / "k003.json")
    drift = wythoff.prove_drift()
    for call in (
        lambda: wythoff.prove(wrong),
        lambda: wythoff.prove(3, rules=wrong),
        lambda: wythoff.prove(3, numeration="binary", lengths=[wrong]),
        lambda: theorem.deviation(wrong, 1),
        lambda: theorem.palaces(wrong),
        lambda: drift.column(wrong),
        lambda: drift.is_p(1, wrong),
        lambda: drift.events(wrong),
    ):
        with pytest.raises(KindError):
            call()


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: wythoff.prove(0), WythoffError),
        (lambda: wythoff.prove(-3), WythoffError),
        (lambda: wythoff.prove(10**30), WythoffError),
        (lambda: wythoff.prove(2**40), WythoffError),
        (lambda: wythoff.prove(3, rules=0), WythoffError),
        (lambda: wythoff.prove(3, rules=2**23), WythoffError),
        (lambda: wythoff.prove(3, rules=10**30), WythoffError),
        (lambda: wythoff.prove(3, numeration="roman"), WythoffError),
        (lambda: wythoff.prove(3, numeration="base:1"), WythoffError),
        (lambda: wythoff.prove(3, numeration="metallic:99999999999999999999"), WythoffError),
        (lambda: wythoff.prove(3, numeration=2), KindError),
        (lambda: wythoff.prove(3, lengths=[4]), WythoffError),
        (lambda: wythoff.prove(3, numeration="binary", lengths=[]), WythoffError),
        (lambda: wythoff.prove(3, numeration="binary", lengths=[10**15]), WythoffError),
        (lambda: wythoff.prove(3, numeration="binary", lengths="44"), KindError),
        (lambda: wythoff.prove(3, numeration="binary", lengths=4), KindError),
        (lambda: wythoff.verify(PROOFS / "k003.json").deviation(-1, 0), WythoffError),
        (lambda: wythoff.verify(PROOFS / "k003.json").palaces(-1), WythoffError),
        (lambda: wythoff.verify(PROOFS / "k003.json").deviation(1 << 10**6, 0), LimitError),
        (lambda: wythoff.prove_drift().events(10**6), WythoffError),
        (lambda: wythoff.prove_drift().column(-1), WythoffError),
    ],
)
def test_bad_input(call: Any, error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        call()
    assert isinstance(caught.value, ValueError) and str(caught.value)


def test_w7_drifts() -> None:
    drift = wythoff.prove_drift()
    assert (drift.k, drift.proved_from) == (7, 40)
    side = 110
    numbers = palaces(7, side)
    for x in range(40):
        rows = [y for y in range(x, side) if numbers[x, y] < 7]
        assert drift.column(x) == rows
    for (x, y), number in numbers.items():
        assert drift.is_p(x, y) == (number < 7)
    # The theorem, at 10^1000.
    x, event, n = 10**1000, 26, 0
    while event <= x:
        event, n = 5 * -(-(event - n) // 2) + 1, n + 1
    below, far = 5 * (x - n) // 2, 5 * x // 2
    assert drift.column(x) == [below - 8, below - 4, far + 3, far + 4, far + 5]
    assert drift.events(0) == [] and drift.events(n + 1)[-1] == event
    assert all(drift.is_p(x, y) and drift.is_p(y, x) for y in drift.column(x))


def test_other_threads_run_meanwhile() -> None:
    """The lock is released: a counter goes on while checks run."""
    ticks, stop = 0, threading.Event()

    def count() -> None:
        nonlocal ticks
        while not stop.wait(0.01):
            ticks += 1

    thread = threading.Thread(target=count)
    thread.start()
    try:
        wythoff.threads(40, columns=3_000_000)
    finally:
        stop.set()
        thread.join()
    assert ticks > 5


def test_slopes_are_what_the_threads_show() -> None:
    theorem = wythoff.verify(PROOFS / "k014.json")
    measured = wythoff.threads(14, columns=20_000)
    assert theorem.threads is not None
    upper = [thread for thread in theorem.threads if thread.slope > 1]
    assert [thread.slope for thread in upper] == [Fraction(5, 2)]
    assert [thread.exact for thread in measured.threads] == [Fraction(5, 2)]
    assert [thread.per_column for thread in upper] == [
        thread.per_column for thread in measured.threads
    ]
