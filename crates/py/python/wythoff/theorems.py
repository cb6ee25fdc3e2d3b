"""What the papers state, searched for counterexamples; proofs for the infinite board."""

from __future__ import annotations

import fnmatch
import html
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from . import _wythoff
from .errors import KindError, WythoffError
from .exact import Surd

__all__ = [
    "Attempt",
    "Check",
    "Drift",
    "Errata",
    "Erratum",
    "Proof",
    "ProvedThread",
    "Report",
    "Reports",
    "Theorem",
    "check",
    "checks",
    "errata",
    "prove",
    "prove_drift",
    "verify",
]

Expectation = Literal["holds", "fails", "open"]
Verdict = Literal["verified", "counterexample", "not-run"]
Finding = Literal["verified", "misprint", "unreached", "open", "unexpected", "not-run"]

#: No certificate is longer, in bytes; a longer file is not read.
_LONGEST = 1 << 25


@dataclass(frozen=True, slots=True)
class Check:
    """A statement of a paper that can be checked.

    Attributes
    ----------
    id
        Its name, such as ``"Lar11.Prop1.2.ii"``; the printed form of a misprint ends in
        ``.printed``.
    source
        Where it stands.
    statement
        What it says.
    expectation
        ``"holds"``; ``"fails"`` for a misprint; ``"open"``.
    corrected
        Of a misprint, the id of the corrected form.
    bound
        How far it is checked unless another bound is given; `None` for a finite statement.
    formal
        The theorems checked by Coq that prove it, if there are any.
    """

    id: str
    source: str
    statement: str
    expectation: Expectation
    corrected: str | None
    bound: int | None
    formal: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """What a check has found.

    Attributes
    ----------
    id, source, statement, expectation, corrected
        Those of the `Check`.
    verdict
        ``"verified"``: no counterexample *in the range*, which is no proof. ``"counterexample"``:
        there is one. ``"not-run"``: the bound is too large.
    finding
        What that means, seen with what was expected.
    range
        What was searched.
    counterexample
        The first one, in a sentence, with remarks; `None` if there is none.
    note
        What else is worth saying, or why it was not run; often empty.
    is_unexpected
        Whether this is not what was expected of the statement.
    """

    id: str
    source: str
    statement: str
    expectation: Expectation
    corrected: str | None
    verdict: Verdict
    finding: Finding
    range: str
    counterexample: str | None
    note: str
    is_unexpected: bool

    @classmethod
    def _of(cls, report: Any) -> Report:
        is_refuted = report["verdict"] == "counterexample"
        return cls(
            id=report["id"],
            source=report["source"],
            statement=report["statement"],
            expectation=report["expected"],
            corrected=report.get("corrected"),
            verdict=report["verdict"],
            finding=report["finding"],
            range=report["range"],
            counterexample=report["detail"] if is_refuted else None,
            note="" if is_refuted else report["detail"],
            is_unexpected=report["unexpected"],
        )

    def _repr_html_(self) -> str:
        return _html([self])


def _html(reports: Iterable[Report]) -> str:
    rows = [("check", "statement", "finding", "range", "detail")]
    for report in reports:
        detail = report.counterexample or report.note
        rows.append((report.id, report.statement, report.finding, report.range, detail))
    lines = []
    for number, row in enumerate(rows):
        tag = "td" if number else "th"
        cells = "".join(
            f'<{tag} style="text-align: left">{html.escape(cell)}</{tag}>' for cell in row
        )
        lines.append(f"<tr>{cells}</tr>")
    return "<table>{}</table>".format("".join(lines))


class Reports(list[Report]):
    """A list of reports; in a notebook, a table."""

    def _repr_html_(self) -> str:
        return _html(self)

    @property
    def unexpected(self) -> list[Report]:
        """Those that are not what was expected."""
        return [report for report in self if report.is_unexpected]


def checks() -> list[Check]:
    """List what can be checked, paper by paper.

    Examples
    --------
    >>> import wythoff
    >>> wythoff.checks()[0].id
    'Lar13.Nim'
    """
    return [
        Check(
            id=check["id"],
            source=check["source"],
            statement=check["statement"],
            expectation=check["expected"],
            corrected=check.get("corrected"),
            bound=check["bound"],
            formal=tuple(check["formal"]),
        )
        for check in json.loads(_wythoff.checks())
    ]


def _named(names: object) -> tuple[list[str], list[str]]:
    """The names, and the ids that match those of them that are patterns."""
    if names is None:
        return [], []
    given = [names] if isinstance(names, str) else names
    if not isinstance(given, Iterable) or isinstance(given, bytes):
        raise KindError(f"names is a str or several, not a {type(names).__name__}")
    plain: list[str] = []
    matching: list[str] = []
    for name in given:
        if not isinstance(name, str):
            raise KindError(f"the name of a check is a str, not a {type(name).__name__}")
        if not any(letter in name for letter in "*?["):
            plain.append(name)
            continue
        pattern = name.lower()
        found = [each.id for each in checks() if fnmatch.fnmatchcase(each.id.lower(), pattern)]
        if not found:
            raise WythoffError(f"no check is called like `{name}`; wythoff.checks() lists them all")
        matching += found
    if not plain and not matching:
        raise WythoffError("names is empty; leave it out to check everything")
    return plain, matching


def check(names: str | Iterable[str] | None = None, *, bound: int | None = None) -> Reports:
    """Search for counterexamples to what the papers state, on all cores.

    Parameters
    ----------
    names
        What to check: an id or whole parts of its beginning (``"Lar11"``, ``"Lar11.Prop1.2"``), or
        a pattern (``"Lar15.*"``), or several of these; everything unless given.
    bound
        How far to search, at least 1: the side of boards or the number of terms. Each check has a
        bound of its own.

    Examples
    --------
    >>> import wythoff
    >>> for report in wythoff.check("Lar11.Prop1.2.i*", bound=100):
    ...     print(report.id, report.verdict)
    Lar11.Prop1.2.i verified
    Lar11.Prop1.2.ii.printed counterexample
    Lar11.Prop1.2.ii verified
    Lar11.Prop1.2.iii verified
    """
    reports = Reports(map(Report._of, json.loads(_wythoff.check(*_named(names), bound))))
    if bound is not None and all(report.verdict == "not-run" for report in reports):
        first = reports[0]
        raise WythoffError(
            f"bound = {bound} is too large, nothing was checked ({first.id}: {first.note})"
        )
    return reports


@dataclass(frozen=True, slots=True)
class Erratum:
    """An error in print, and its correction.

    Attributes
    ----------
    printed
        The report of the form that is printed.
    corrected
        The report of the corrected form.
    """

    printed: Report
    corrected: Report


class Errata(list[Erratum]):
    """The errors in print; in a notebook, the page that is made of them.

    Attributes
    ----------
    markdown
        The page docs/ERRATA.md.
    """

    markdown: str = ""

    def _repr_markdown_(self) -> str:
        return self.markdown


def errata() -> Errata:
    """Check the errors that were found in the print of the papers, and their corrections.

    Examples
    --------
    >>> import wythoff
    >>> wythoff.errata()[0].printed.counterexample
    '2-pile Nim: (0,0) is P, the statement says N.'
    """
    text, markdown = _wythoff.errata_reports()
    reports = {report.id: report for report in map(Report._of, json.loads(text))}
    found = Errata(
        Erratum(report, reports[report.corrected])
        for report in reports.values()
        if report.corrected
    )
    found.markdown = markdown
    return found


@dataclass(frozen=True, slots=True)
class Attempt:
    """A search for a certificate in one numeration.

    Attributes
    ----------
    numeration
        How the sides of the board are cut.
    lengths
        The lengths of the smallest intervals.
    is_found
        Whether two levels have the same rules.
    blocks, rules
        What each level needed.
    """

    numeration: str
    lengths: tuple[int, ...]
    is_found: bool
    blocks: tuple[int, ...]
    rules: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """What a search for a proof that W^k is self-similar has found; true if there is a certificate.

    Attributes
    ----------
    k
        The game.
    certificate
        The shortest one, as JSON on one line; `None` if none was found, which proves nothing.
    attempts
        How it was looked for.
    """

    k: int
    certificate: str | None = field(repr=False)
    attempts: list[Attempt]

    @property
    def is_found(self) -> bool:
        """Whether there is a certificate."""
        return self.certificate is not None

    def __bool__(self) -> bool:
        return self.is_found

    def _found(self) -> str:
        if self.certificate is None:
            raise WythoffError(f"no certificate was found; that proves nothing about W^{self.k}")
        return self.certificate

    def to_json(self) -> str:
        """Return the certificate as JSON text, on one line."""
        return self._found()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate to a file, for `verify` here, ``wythoff verify`` and others."""
        text = self._found() + "\n"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def theorem(self) -> Theorem:
        """Check the certificate again: what it proves."""
        return verify(self._found())


def prove(
    k: int,
    *,
    numeration: str = "auto",
    lengths: Iterable[int] | None = None,
    rules: int = 262_144,
) -> Proof:
    """Look for a certificate that W^k is self-similar. What is found is checked before it is given.

    W^7 has none; see `prove_drift`.

    Parameters
    ----------
    k
        The game W^k.
    numeration
        How the board is cut: ``"binary"``, ``"base:3"``, ``"fibonacci"``, ``"pell"``,
        ``"metallic:3"`` (or ``"metallic:1,2"`` for a longer period), or ``"auto"``: what the slopes
        suggest.
    lengths
        The lengths of the smallest intervals; several are tried unless given.
    rules
        The most rules in one attempt, at most 4194304.

    Examples
    --------
    >>> import wythoff
    >>> proof = wythoff.prove(3, numeration="binary")
    >>> bool(proof)
    True
    >>> [str(thread.slope) for thread in proof.theorem().threads]
    ['1/2', '2']
    """
    if not isinstance(numeration, str):
        raise KindError(f"numeration is a str, not a {type(numeration).__name__}")
    if lengths is not None and (
        isinstance(lengths, (str, bytes)) or not isinstance(lengths, Iterable)
    ):
        raise KindError(f"lengths are integers, not a {type(lengths).__name__}")
    text, certificate = _wythoff.prove(
        k, numeration, None if lengths is None else list(lengths), rules
    )
    found = json.loads(text)
    attempts = [
        Attempt(
            numeration=attempt["numeration"],
            lengths=tuple(attempt["lengths"]),
            is_found=attempt["found"],
            blocks=tuple(attempt["blocks"]),
            rules=tuple(attempt["rules"]),
        )
        for attempt in found["attempts"]
    ]
    return Proof(found["k"], certificate, attempts)


@dataclass(frozen=True, slots=True)
class ProvedThread:
    """A line along which palaces run, by proof.

    Attributes
    ----------
    slope
        The α with y − αx bounded.
    per_column
        The palaces for each column, in the limit.
    """

    slope: Surd
    per_column: Surd


@dataclass(frozen=True, slots=True)
class Theorem:
    """What a certificate proves: W^k is self-similar, on the whole infinite board.

    Attributes
    ----------
    k
        The game.
    numeration
        How the board is cut.
    types, rules
        How many there are.
    pre_period, period
        How many levels are used once, and how many in turn for ever.
    threads
        The lines along which the palaces run, by slope: a list that `pandas.DataFrame` and
        `polars.DataFrame` take; `None` where lines through the origin do not suffice.
    certificate
        The certificate, as it was read.
    """

    k: int
    numeration: str
    types: int
    rules: int
    pre_period: int
    period: int
    threads: list[ProvedThread] | None
    certificate: dict[str, Any] = field(repr=False, compare=False)
    _proved: _wythoff.Proved = field(repr=False, compare=False)

    def deviation(self, x: int, y: int) -> int:
        """Return the palace number at (x, y) minus k, at any size; below 0 at the P-positions.

        Examples
        --------
        >>> import wythoff
        >>> theorem = wythoff.prove(3, numeration="binary").theorem()
        >>> theorem.deviation(0, 0), theorem.deviation(2 * 10**100, 10**100)
        (-3, 1)
        """
        return self._proved.deviation(x, y)

    def palaces(self, side: int) -> int:
        """Return how many palaces there are with x, y < side, at any size.

        Examples
        --------
        >>> import wythoff
        >>> theorem = wythoff.prove(3, numeration="binary").theorem()
        >>> theorem.palaces(6), theorem.palaces(10**30)
        (11, 1999999999999999999999999999999)
        """
        return self._proved.palaces(side)


def verify(certificate: str | bytes | os.PathLike[str] | Proof) -> Theorem:
    """Check a certificate: whether it is a proof that W^k is self-similar, and what follows.

    Parameters
    ----------
    certificate
        A file's name, the JSON text itself (it begins with ``{``), or what `prove` has given.

    Raises
    ------
    WythoffError
        When it is not a certificate, or a condition fails: the sentence says which, and where.

    Examples
    --------
    >>> import wythoff
    >>> theorem = wythoff.verify(wythoff.prove(3, numeration="binary"))
    >>> theorem.k, theorem.numeration, theorem.rules
    (3, 'binary', 44)
    >>> wythoff.verify("{}")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    wythoff.errors.WythoffError: this is not a certificate: missing field `format` ...
    """
    text = _certificate_bytes(certificate)
    found, proved = _wythoff.verified(text)
    theorem = json.loads(found)
    threads = theorem["threads"]
    return Theorem(
        k=theorem["k"],
        numeration=theorem["numeration"],
        types=theorem["types"],
        rules=theorem["rules"],
        pre_period=theorem["pre_period"],
        period=theorem["period"],
        threads=None
        if threads is None
        else [
            ProvedThread(Surd.from_text(thread["slope"]), Surd.from_text(thread["per_column"]))
            for thread in threads
        ],
        certificate=json.loads(text),
        _proved=proved,
    )


def _certificate_bytes(certificate: object) -> bytes:
    if isinstance(certificate, Proof):
        return certificate.to_json().encode()
    if isinstance(certificate, bytes):
        return certificate
    if isinstance(certificate, str) and certificate.lstrip().startswith("{"):
        return certificate.encode()
    if not isinstance(certificate, (str, os.PathLike)):
        kind = type(certificate).__name__
        raise KindError(f"a certificate is a file's name or JSON text, not a {kind}")
    try:
        with open(certificate, "rb") as file:
            # A little more than the checker takes.
            return file.read(_LONGEST + 1)
    except (OSError, ValueError) as error:
        raise WythoffError(f"{os.fspath(certificate)!r} can't be read: {error}") from None


@dataclass(frozen=True, slots=True)
class Drift:
    """The theorem on W^7: two of its threads drift away from their line, logarithmically, for ever.

    With the events e_0 = 26, e_{n+1} = 5⌈(e_n − n)/2⌉ + 1, and n the number of events up to x, the
    upper P-positions of column x ≥ 40 have y = ⌊5(x−n)/2⌋ − 8 and − 4, and ⌊5x/2⌋ + 3, 4 and 5, but
    for a few columns after each event. So three threads keep to the line y = 5x/2, and two fall
    behind it by 5/2 rows at each event. W^7 has no certificate of blocks.

    Attributes
    ----------
    k
        7.
    proved_from
        The column from which on it is proved.
    """

    k: int
    proved_from: int
    _drift: _wythoff.Drift = field(repr=False, compare=False)

    def events(self, count: int) -> list[int]:
        """Return the first events.

        Examples
        --------
        >>> import wythoff
        >>> wythoff.prove_drift().events(6)
        [26, 66, 166, 411, 1021, 2546]
        """
        return _wythoff.Drift.events(count)

    def column(self, x: int) -> list[int]:
        """Return the rows y ≥ x of the P-positions (x, y), at any size.

        Examples
        --------
        >>> import wythoff
        >>> wythoff.prove_drift().column(1000)
        [2482, 2486, 2503, 2504, 2505]
        """
        return self._drift.column(x)

    def is_p(self, x: int, y: int) -> bool:
        """Return whether (x, y) is a P-position of W^7, at any size."""
        return self._drift.is_p(x, y)


def prove_drift() -> Drift:
    """Do the finite part of the proof that W^7 drifts.

    Examples
    --------
    >>> import wythoff
    >>> x = 10**100
    >>> rows = wythoff.prove_drift().column(x)
    >>> [2 * y - 5 * x for y in rows]
    [-1256, -1248, 6, 8, 10]
    """
    return Drift(7, _wythoff.Drift.proved_from(), _wythoff.Drift())
