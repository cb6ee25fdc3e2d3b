"""`wythoff.exact` against Python integers, `isqrt`, literal mex loops, sympy and the papers."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import wythoff
from hypothesis import given, settings
from hypothesis import strategies as st
from wythoff import DivisionError, KindError, LimitError, WythoffError
from wythoff.exact import (
    Beatty,
    Surd,
    beatty_pair,
    class_pairs,
    continued_fraction,
    convergents,
    counted_pairs,
    diagonal_index,
    diagonal_pair,
    diagonal_pairs,
    phi,
    slopes,
    wythoff_root,
)

# A machine may be busy.
settings.register_profile("wythoff", deadline=None)
settings.load_profile("wythoff")

GOLDEN = Path(__file__).parents[2] / "wythoff" / "tests" / "golden"

integers = st.integers(-(10**40), 10**40)
small = st.integers(-50, 50)
roots = st.sampled_from([2, 3, 5, 8, 18, 10**30 + 1])
parameters = st.integers(1, 9)


def golden_floor(n: int) -> int:
    """⌊n(1 + √5)/2⌋ by the integer square root."""
    root = math.isqrt(5 * n * n)
    return (n + root) // 2 if n >= 0 else (n - root - 1) // 2


def literal_floor(a: int, b: int, d: int, c: int) -> int:
    """⌊(a + b√d)/c⌋ from the definition: the f with fc ≤ a + b√d < (f + 1)c, for c > 0."""
    root = math.isqrt(b * b * d)
    if b < 0 and root * root != b * b * d:
        root += 1
    return (a + (root if b >= 0 else -root)) // c


@given(integers, integers, st.integers(0, 10**40), st.integers(1, 10**20))
def test_floors_are_those_of_isqrt(a: int, b: int, d: int, c: int) -> None:
    surd = Surd(a, b, d, c)
    floor = literal_floor(a, b, d, c)
    assert surd.floor() == math.floor(surd) == floor
    assert surd.ceil() == math.ceil(surd) == -literal_floor(-a, -b, d, c)
    assert Surd(-a, -b, d, -c) == surd
    assert int(surd) == (floor if surd >= 0 else math.ceil(surd))
    assert floor <= surd < floor + 1


@given(small, small, roots, st.integers(1, 20), small, small, st.integers(1, 20))
def test_arithmetic_is_that_of_the_field(
    a: int, b: int, d: int, c: int, e: int, f: int, g: int
) -> None:
    x, y = Surd(a, b, d, c), Surd(e, f, d, g)
    ax, bx, ay, by = Fraction(a, c), Fraction(b, c), Fraction(e, g), Fraction(f, g)

    def made(u: Fraction, v: Fraction) -> Surd:
        common = u.denominator * v.denominator
        return Surd(int(u * common), int(v * common), d, common)

    assert x + y == made(ax + ay, bx + by)
    assert x - y == made(ax - ay, bx - by)
    assert x * y == made(ax * ay + bx * by * d, ax * by + bx * ay)
    assert hash(x + y) == hash(made(ax + ay, bx + by))
    if y:
        assert x / y * y == x
        quotient = x // y
        assert x == quotient * y + x % y and 0 <= (x % y) / y < 1
    else:
        with pytest.raises(DivisionError):
            x / y
    assert x**3 == x * x * x
    assert -x + x == 0 and +x == x and abs(x) >= 0 and abs(x) * abs(x) == x * x
    assert (x < y, x <= y, x > y, x >= y) == (y - x > 0, y - x >= 0, y - x < 0, y - x <= 0)


@given(small, small, roots, st.integers(1, 9), small, small, roots, st.integers(1, 9))
def test_the_order_is_that_of_any_two_roots(
    a: int, b: int, d: int, c: int, e: int, f: int, g: int, h: int
) -> None:
    sympy = pytest.importorskip("sympy")
    x, y = Surd(a, b, d, c), Surd(e, f, g, h)
    ours, theirs = x.to_sympy(), y.to_sympy()
    assert (x == y) == (sympy.simplify(ours - theirs) == 0)
    if x != y:
        assert (x < y) == bool(ours < theirs)
    else:
        assert hash(x) == hash(y)


@settings(max_examples=30)
@given(small, small, roots, st.integers(1, 9))
def test_sympy_and_back(a: int, b: int, d: int, c: int) -> None:
    pytest.importorskip("sympy")
    surd = Surd(a, b, d, c)
    assert Surd.from_sympy(surd.to_sympy()) == surd
    assert Surd.of(surd.to_sympy()) == surd


def test_numbers_of_sympy() -> None:
    sympy = pytest.importorskip("sympy")
    assert Surd.from_sympy(sympy.GoldenRatio) == phi
    assert Surd.from_sympy(sympy.Rational(6, 4)) == Fraction(3, 2)
    assert Surd.from_sympy(1 - sympy.sqrt(7)) == Surd(1, -1, 7)
    assert phi + sympy.sqrt(20) == Surd(1, 5, 5, 2)
    assert Beatty(sympy.sqrt(2))[10**20] == math.isqrt(2 * 10**40)
    for wrong in (
        sympy.pi,
        sympy.sqrt(-2),
        sympy.Float(1.5),
        sympy.Symbol("x"),
        sympy.cbrt(2),
        sympy.oo,
    ):
        with pytest.raises(WythoffError):
            Surd.from_sympy(wrong)
    with pytest.raises(KindError):
        Surd.from_sympy(1.5)


def test_without_sympy_the_error_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "sympy", None)
    with pytest.raises(WythoffError, match="sympy is not installed"):
        phi.to_sympy()
    assert phi > 1


@given(integers, integers, st.integers(0, 10**40), st.integers(1, 10**20))
def test_it_reads_back(a: int, b: int, d: int, c: int) -> None:
    surd = Surd(a, b, d, c)
    assert eval(repr(surd)) == surd
    assert Surd.from_text(str(surd)) == surd
    assert pickle.loads(pickle.dumps(surd)) == surd
    assert copy.deepcopy(surd) is surd and copy.copy(surd) is surd


@pytest.mark.parametrize(
    ("text", "surd"),
    [
        ("3√5", Surd(0, 3, 5)),
        ("-3√5/2", Surd(0, -3, 5, 2)),
        ("-√5", Surd(0, -1, 5)),
        ("√5/7", Surd(0, 1, 5, 7)),
        ("-1 - 2√2", Surd(-1, -2, 2)),
        ("(1+√5)/2", phi),
        (" 4/6 ", Surd(2, 0, 0, 3)),
    ],
)
def test_texts(text: str, surd: Surd) -> None:
    assert Surd.from_text(text) == surd


@pytest.mark.parametrize(
    "text", ["", "x", "1 + 2", "√", "1.5", "1/0", "2 3√5", "√-5", "1 √5 2", "٣"]
)
def test_texts_that_are_none(text: str) -> None:
    with pytest.raises(WythoffError):
        Surd.from_text(text)


def test_rational_surds_are_fractions() -> None:
    assert Surd(1, 1, 9, 6) == Fraction(2, 3) and hash(Surd(1, 1, 9, 6)) == hash(Fraction(2, 3))
    assert Surd(4) == 4 and hash(Surd(4)) == hash(4)
    assert Surd.from_fraction(Fraction(-7, 3)).as_fraction() == Fraction(-7, 3)
    assert Surd(0, 1, 8) == Surd(0, 2, 2) and hash(Surd(0, 1, 8)) == hash(Surd(0, 2, 2))
    assert len({Surd(0, 1, 8), Surd(0, 2, 2), Surd(0, 4, 2, 2)}) == 1
    with pytest.raises(WythoffError, match="irrational"):
        phi.as_fraction()


def test_floats_are_compared_exactly_and_nothing_more() -> None:
    assert phi != float(phi) and (phi < float(phi)) != (phi > float(phi))
    assert Surd(1, 0, 0, 2) == 0.5 and Surd(1, 0, 0, 10) != 0.1
    assert phi < math.inf and phi > -math.inf and not phi < math.nan and phi != math.nan
    for operation in (lambda: phi + 1.0, lambda: 1.0 * phi, lambda: phi / 2.0, lambda: phi**0.5):
        with pytest.raises(TypeError):
            operation()
    assert float(Surd(0, 1, 2)) == math.sqrt(2) and float(phi) == (1 + math.sqrt(5)) / 2
    assert float(Surd(0)) == 0.0 and float(Surd(-1, 0, 0, 3)) == -1 / 3
    # The difference of two numbers near 10^30, which floats do not see.
    tiny = Surd(-(10**30), 1, 10**60 + 1)
    assert tiny > 0 and float(tiny) == pytest.approx(5e-31, rel=1e-12)
    assert float(Surd(1, 0, 0, 10**400)) == 0.0
    with pytest.raises(OverflowError):
        float(Surd(10**400))


def test_surds_do_not_change() -> None:
    with pytest.raises(AttributeError):
        phi.a = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        phi._surd = Surd(1)._surd
    with pytest.raises(AttributeError):
        del phi._surd


WRONG = [True, 1.0, None, "1", b"1", [1], 1j, np.float64(1), np.bool_(True), object()]


@pytest.mark.parametrize("wrong", WRONG)
def test_kinds_that_are_wrong(wrong: object) -> None:
    for call in (
        lambda: Surd(wrong),
        lambda: Surd(1, wrong, 2),
        lambda: Surd(1, 1, wrong),
        lambda: Surd(1, 1, 2, wrong),
        lambda: Surd.of(wrong),
        lambda: Surd.from_fraction(wrong),
        lambda: Beatty(wrong),
        lambda: Beatty(phi, wrong),
        lambda: Beatty(phi)[wrong],
        lambda: Beatty(phi)(wrong),
        lambda: Beatty(phi).terms(wrong, 1),
        lambda: Beatty(phi).terms(0, wrong),
        lambda: Beatty(phi).index(wrong),
        lambda: continued_fraction(wrong),
        lambda: continued_fraction(phi, limit=wrong),
        lambda: convergents(wrong),
        lambda: diagonal_pairs(wrong, 1),
        lambda: counted_pairs(1, wrong, count=1),
        lambda: beatty_pair(wrong, 1),
        lambda: slopes(1, wrong),
        lambda: wythoff_root(wrong, 1),
        lambda: diagonal_pair(wrong, 1, 1),
        lambda: diagonal_index(wrong, 1, 1),
    ):
        with pytest.raises(KindError):
            call()
    if wrong is not None:
        with pytest.raises(KindError):
            diagonal_pairs(1, 1, count=wrong)  # type: ignore[call-overload]
    assert wrong not in Beatty(phi)


@pytest.mark.parametrize("wrong", [0, -1, 2**32, 10**30])
def test_parameters_out_of_range(wrong: int) -> None:
    for call in (
        lambda: diagonal_pairs(wrong, 1),
        lambda: counted_pairs(1, wrong),
        lambda: class_pairs(wrong, 1),
        lambda: beatty_pair(1, wrong),
        lambda: slopes(wrong, 1),
        lambda: wythoff_root(1, wrong),
        lambda: diagonal_pair(1, wrong, 1),
        lambda: diagonal_index(1, 1, wrong),
    ):
        with pytest.raises(WythoffError, match="from 1 to 4294967295"):
            call()


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(WythoffError):
        Surd(1, 1, 5, 0)
    with pytest.raises(WythoffError):
        Surd(1, 1, -5)
    with pytest.raises(WythoffError, match="one field"):
        Surd(0, 1, 2) + Surd(0, 1, 3)
    with pytest.raises(WythoffError, match="one field"):
        Beatty(Surd(0, 1, 2), Surd(0, 1, 3))
    for alpha in (0, -phi, Fraction(-1, 2)):
        with pytest.raises(WythoffError, match="above 0"):
            Beatty(alpha)
    with pytest.raises(WythoffError):
        Beatty(phi).terms(0, -1)
    with pytest.raises(LimitError):
        Beatty(phi).terms(0, 10**12)
    with pytest.raises(LimitError):
        Beatty(phi).terms(10**100, 10**8)
    with pytest.raises(WythoffError):
        Beatty(phi).terms(0, 10**30)
    with pytest.raises(LimitError):
        diagonal_pairs(1, 1, count=10**12)
    with pytest.raises(LimitError):
        phi ** (10**30)
    with pytest.raises(DivisionError):
        1 / Surd(0)
    with pytest.raises(WythoffError):
        class_pairs(1, 2, by="colour")  # type: ignore[call-overload]
    with pytest.raises(WythoffError):
        diagonal_pair(-1, 1, 1)


# Beatty sequences.


@given(st.integers(-(10**60), 10**60))
def test_terms_of_the_golden_ratio(n: int) -> None:
    a = Beatty(phi)
    assert a[n] == a(n) == golden_floor(n)
    assert a.index(golden_floor(n)) == n
    # b_n = a_n + n is the complement, for n ≥ 1.
    if n >= 1:
        assert golden_floor(n) + n not in a
        assert a.complement()[n] == golden_floor(n) + n


def test_at_ten_to_the_thousand() -> None:
    a, n = Beatty(phi), 10**1000
    assert a[n] == golden_floor(n) and a.index(a[n]) == n
    assert a.terms(n, 3).tolist() == [golden_floor(n + i) for i in range(3)]


def test_floats_are_wrong_where_integers_are_right() -> None:
    wrong = [n for n in range(2**53, 2**53 + 100) if int(n * ((1 + 5**0.5) / 2)) != golden_floor(n)]
    assert wrong, "a float formula that is right beyond 2^53 proves nothing"
    terms = Beatty(phi).terms(2**53, 100).tolist()
    assert terms == [golden_floor(n) for n in range(2**53, 2**53 + 100)]


@settings(max_examples=60)
@given(
    st.integers(1, 10**12),
    st.integers(1, 10**12),
    st.integers(-(10**6), 10**6),
    st.one_of(st.integers(-(2**64), 2**64), st.integers(-(10**30), 10**30)),
    st.integers(0, 200),
)
def test_terms_of_any_slope(p: int, q: int, gamma: int, start: int, count: int) -> None:
    alpha, offset = Fraction(p, q), Fraction(gamma, 7)
    terms = Beatty(alpha, offset).terms(start, count)
    expected = [math.floor(n * alpha + offset) for n in range(start, start + count)]
    assert terms.tolist() == expected
    if terms.dtype == object:
        assert not (
            all(-(2**63) <= t < 2**63 for t in expected) or all(0 <= t < 2**64 for t in expected)
        )


def test_types_of_terms() -> None:
    a = Beatty(phi)
    assert a.terms(0, 0).dtype == np.int64 and a.terms(0, 10).dtype == np.int64
    assert a.terms(-10, 20).tolist() == [golden_floor(n) for n in range(-10, 10)]
    assert a.terms(2**63 - 5, 5).dtype == np.uint64
    assert a.terms(2**64, 5).dtype == object
    assert all(type(term) is int for term in a.terms(2**64, 5))
    steep = Beatty(10**40)
    assert steep.terms(1, 3).tolist() == [10**40, 2 * 10**40, 3 * 10**40]
    long = a.terms(0, 200_000)
    assert (long[1::7919] == [golden_floor(n) for n in range(1, 200_000, 7919)]).all()


@settings(max_examples=60)
@given(st.integers(1, 40), st.integers(1, 40), st.integers(-60, 60))
def test_indices_are_all_that_give_a_value(p: int, q: int, value: int) -> None:
    sequence = Beatty(Fraction(p, q), Fraction(1, 3))
    literal = [n for n in range(-3000, 3000) if (3 * n * p + q) // (3 * q) == value]
    assert list(sequence.indices(value)) == literal
    assert sequence.index(value) == (literal[0] if literal else None)
    assert (value in sequence) == bool(literal)


def test_sequences_as_objects() -> None:
    assert Beatty(phi) == Beatty(Surd(2, 1, 20, 4)) and hash(Beatty(phi)) == hash(
        Beatty(Surd(2, 1, 20, 4))
    )
    assert Beatty(phi) != Beatty(phi, 1) and Beatty(phi) != 3
    assert eval(repr(Beatty(phi, Fraction(1, 2)))) == Beatty(phi, Fraction(1, 2))
    assert pickle.loads(pickle.dumps(Beatty(phi))) == Beatty(phi)
    assert list(itertools.islice(Beatty(phi), 1000)) == [golden_floor(n) for n in range(1000)]
    for rational in (Beatty(Fraction(3, 2)), Beatty(phi, 1), Beatty(1 / phi)):
        with pytest.raises(WythoffError, match="complement"):
            rational.complement()


def rows(name: str) -> list[list[int]]:
    lines = (GOLDEN / name).read_text().splitlines()
    return [[int(word) for word in line.split()] for line in lines if not line.startswith("#")]


def test_tables_of_the_papers() -> None:
    for n, a, b, _ in rows("lar09-example-15.txt"):
        assert diagonal_pair(n, 2, 3) == (a, b)
    printed = rows("lar09-example-15.txt")
    assert diagonal_pairs(2, 3, count=len(printed)).tolist() == [[a, b] for _, a, b, _ in printed]
    # Table 1 of Lar15: m and p are coprime.
    a, b = beatty_pair(1, 3)
    for n, x, y, _ in rows("lar15-table-1.txt"):
        assert (a[n], b[n]) == (x, y)


@given(parameters, parameters)
def test_pairs_cover_every_number_p_times(m: int, p: int) -> None:
    a, b = beatty_pair(m, p)
    for value in range(40):
        found = [n for n in range(0, 40 * p + p) if a[n] == value]
        found += [n for n in range(1, 40 * p + p) if b[n] == value]
        assert len(found) == p


# Continued fractions.


@given(st.fractions())
def test_fractions_end(x: Fraction) -> None:
    found = continued_fraction(x)
    assert not found.is_periodic
    value = Fraction(found.start[-1])
    for quotient in reversed(found.start[:-1]):
        value = quotient + 1 / value
    assert value == x and list(found) == list(found.start)
    assert list(convergents(x))[-1] == x


@given(small, st.integers(1, 50), st.integers(2, 200), st.integers(1, 30))
def test_expansions_of_surds(a: int, b: int, d: int, c: int) -> None:
    if math.isqrt(d) ** 2 == d:
        return
    x = Surd(a, b, d, c)
    found = continued_fraction(x)
    assert found.is_periodic
    # The literal algorithm.
    rest, literal = x, []
    for _ in range(60):
        quotient = rest.floor()
        literal.append(quotient)
        rest = 1 / (rest - quotient)
    assert list(itertools.islice(found, 60)) == literal
    # The shortest period, and the shortest beginning.
    length = len(found.period)
    assert all(
        found.period != found.period[:n] * (length // n)
        for n in range(1, length)
        if length % n == 0
    )
    assert not found.start or found.start[-1] != found.period[-1]
    for p in itertools.islice(convergents(x), 20):
        assert abs(x - p) * p.denominator**2 < 1


def test_expansions_against_sympy() -> None:
    sympy = pytest.importorskip("sympy")
    from sympy.ntheory.continued_fraction import continued_fraction_periodic

    for d in (2, 7, 13, 61, 94):
        *start, period = continued_fraction_periodic(0, 1, d)
        found = continued_fraction(sympy.sqrt(d))
        assert list(found.start) == start and list(found.period) == period


def test_expansions_that_are_too_long() -> None:
    x = Surd(0, 1, 10**40 + 3)
    with pytest.raises(WythoffError, match="more than 100 quotients"):
        continued_fraction(x, limit=100)
    assert str(continued_fraction(3)) == "[3]" and str(continued_fraction(phi)) == "[(1)]"


# The mex recurrences, literally.


def mex(taken: set[int]) -> int:
    return next(v for v in itertools.count() if v not in taken)


def literal_diagonal(m: int, p: int, count: int) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    taken: set[int] = set()
    for n in range(count):
        a = mex(taken)
        pairs.append((a, a + m * (n // p)))
        taken |= set(pairs[-1])
    return pairs


def literal_counted(m: int, p: int, count: int) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    for n in range(count):
        x = next(v for v in itertools.count() if sum(x == v or y == v for x, y in pairs) < p)
        pairs.append((x, x + m * n))
    return pairs


def literal_class(m: int, p: int, count: int) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    for n in range(count):
        taken = {pairs[i][0] for i in range(n) if i % p == n % p}
        taken |= {pairs[i][1] for i in range(n) if (i + n) % p == 0}
        x = mex(taken)
        pairs.append((x, x + m * n))
    return pairs


@settings(max_examples=20)
@given(parameters, parameters)
def test_recurrences_are_the_literal_ones(m: int, p: int) -> None:
    n = 120
    for literal, ours in (
        (literal_diagonal(m, p, n), diagonal_pairs),
        (literal_counted(m, p, n), counted_pairs),
        (literal_class(m, p, n), class_pairs),
    ):
        array = ours(m, p, count=n)
        assert array.dtype == np.int64 and array.shape == (n, 2)
        assert array.tolist() == [list(pair) for pair in literal]
        assert list(itertools.islice(ours(m, p), n)) == literal
    assert (class_pairs(m, p, by="round", count=n) == class_pairs(m, p, count=n)).all()


def test_a_long_table_is_the_formula() -> None:
    pairs = diagonal_pairs(1, 1, count=300_000)
    n = np.arange(300_000)
    assert (pairs[:, 1] - pairs[:, 0] == n).all()
    assert (pairs[:, 0] == Beatty(phi).terms(0, 300_000)).all()
    assert diagonal_pairs(1, 1, count=0).shape == (0, 2)


@settings(max_examples=25)
@given(parameters, parameters, st.integers(0, 10**60))
def test_pairs_at_any_index(m: int, p: int, n: int) -> None:
    a, b = diagonal_pair(n, m, p)
    assert b - a == m * (n // p)
    assert diagonal_index(a, m, p) == ("a", n)
    if n >= p:
        assert diagonal_index(b, m, p) == ("b", n)
    small_n = n % 500
    assert diagonal_pair(small_n, m, p) == tuple(
        diagonal_pairs(m, p, count=small_n + 1)[-1].tolist()
    )


def test_slopes_are_those_of_the_paper() -> None:
    for m, p in itertools.product(range(1, 6), repeat=2):
        alpha, beta = slopes(m, p)
        assert 1 / alpha + 1 / beta == 1 and beta - alpha == Fraction(m, p)
        root = wythoff_root(m, p)
        assert root == beta / alpha and root * root - Fraction(m, p) * root == 1


def test_exact_is_a_part_of_the_package() -> None:
    assert wythoff.exact.phi is phi
    assert phi._repr_latex_() == r"$\frac{1 + \sqrt{5}}{2}$"
    assert Surd(0, -2, 3)._repr_latex_() == r"$- 2\sqrt{3}$"
    big = Surd(10**5000)
    assert len(repr(big)) > 5000 and len(str(big)) == 5001
