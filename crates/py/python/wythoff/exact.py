"""Exact numbers of any size: surds, Beatty sequences, continued fractions, mex recurrences.

The papers' closed forms are floors of multiples of quadratic irrationals. A float gets them wrong
from some n on, and nobody sees which; here every floor, sign and comparison is decided by integers
alone.

>>> from wythoff.exact import Beatty, phi
>>> n = 2**60 + 1
>>> Beatty(phi)[n], int(n * float(phi))
(1865466180814546882, 1865466180814546944)
"""

from __future__ import annotations

import itertools
import math
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import Any, Literal, Union, cast, overload

import numpy as np
from numpy.typing import NDArray

from . import _wythoff
from ._integers import is_integer
from .errors import DivisionError, KindError, LimitError, WythoffError

__all__ = [
    "Beatty",
    "ContinuedFraction",
    "Number",
    "Surd",
    "beatty_pair",
    "class_pairs",
    "continued_fraction",
    "convergents",
    "counted_pairs",
    "diagonal_index",
    "diagonal_pair",
    "diagonal_pairs",
    "phi",
    "slopes",
    "wythoff_root",
]

#: What stands for an exact number: an integer, a fraction, a surd, or a number of sympy.
Number = Union[int, Fraction, "Surd", Any]

#: A power has at most so many bits.
_MOST_BITS = 1 << 27

_TEXT = re.compile(
    r"\(?(?P<a>-?\d+)?(?:\s*(?P<sign>[+-])?\s*(?P<b>\d+)?√(?P<d>\d+))?\)?(?:/(?P<c>\d+))?", re.ASCII
)


def _sympy() -> Any:
    try:
        import sympy  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        raise WythoffError("sympy is not installed: `pip install sympy`") from None
    return sympy


def _is_sympy(number: object) -> bool:
    # Nobody has a number of sympy who has not imported it.
    sympy = sys.modules.get("sympy")
    return sympy is not None and isinstance(number, sympy.Basic)


class Surd:
    """The real number (a + b√d)/c, exactly.

    Sums, products and quotients stay in one field: √8 and √2 go together, √2 and √3 do not. The
    order needs no such condition. Surds are equal when the numbers are, whatever they were written
    with, and equal to the `int` or `Fraction` of the same value.

    Parameters
    ----------
    a, b
        Integers.
    d
        An integer, 0 or more.
    c
        An integer other than 0.

    Examples
    --------
    >>> from wythoff.exact import Surd, phi
    >>> phi
    Surd(1, 1, 5, 2)
    >>> print(phi * phi, phi * phi == phi + 1)
    (3 + √5)/2 True
    >>> Surd(0, 1, 8) == 2 * Surd(0, 1, 2), Surd(0, 1, 2) < Surd(0, 1, 3)
    (True, True)

    A float would say that these are equal:

    >>> near = Surd(0, 1, 10**40 + 1)
    >>> near > 10**20, float(near) > 1e20
    (True, False)
    >>> (10**1000 * phi).floor() % 10**12
    203536139362
    """

    __slots__ = ("_surd",)
    _surd: _wythoff.Surd

    def __init__(self, a: int, b: int = 0, d: int = 0, c: int = 1) -> None:
        object.__setattr__(self, "_surd", _wythoff.Surd(a, b, d, c))

    @classmethod
    def _of(cls, surd: _wythoff.Surd) -> Surd:
        new = cls.__new__(cls)
        object.__setattr__(new, "_surd", surd)
        return new

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a surd does not change: {name} can't be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a surd does not change: {name} can't be removed")

    def __reduce__(self) -> tuple[type[Surd], tuple[int, int, int, int]]:
        return Surd, self._surd.parts()

    def __copy__(self) -> Surd:
        return self

    def __deepcopy__(self, memo: object) -> Surd:
        return self

    # What it is made of.

    @property
    def a(self) -> int:
        """A of the normal form, in which a, b and c have no common factor and c is above 0."""
        return self._surd.parts()[0]

    @property
    def b(self) -> int:
        """B of the normal form: 0 for a rational number."""
        return self._surd.parts()[1]

    @property
    def d(self) -> int:
        """D of the normal form: 0 for a rational number."""
        return self._surd.parts()[2]

    @property
    def c(self) -> int:
        """C of the normal form, above 0."""
        return self._surd.parts()[3]

    @property
    def is_rational(self) -> bool:
        """Whether it is a quotient of two integers."""
        return self.d == 0

    @property
    def sign(self) -> int:
        """−1, 0 or 1."""
        return self._surd.sign()

    # To and from other numbers.

    @classmethod
    def of(cls, number: Number) -> Surd:
        """The surd of an integer, a fraction, a surd or a number of sympy.

        Examples
        --------
        >>> from fractions import Fraction
        >>> from wythoff.exact import Surd
        >>> Surd.of(Fraction(3, 6))
        Surd(1, 0, 0, 2)
        """
        if isinstance(number, Surd):
            return number
        if is_integer(number):
            return cls(cast(int, number))
        if isinstance(number, Rational) and not isinstance(number, bool):
            return cls(int(number.numerator), 0, 0, int(number.denominator))
        if _is_sympy(number):
            return cls.from_sympy(number)
        kind = type(number).__name__
        raise KindError(f"an exact number is an int, a Fraction or a Surd, not a {kind}")

    @classmethod
    def from_fraction(cls, number: int | Fraction) -> Surd:
        """The surd of a rational number.

        Examples
        --------
        >>> from fractions import Fraction
        >>> Surd.from_fraction(Fraction(-2, 3))
        Surd(-2, 0, 0, 3)
        """
        if not isinstance(number, Rational) or isinstance(number, bool):
            raise KindError(f"this is a Fraction or an int, not a {type(number).__name__}")
        return cls.of(number)

    def as_fraction(self) -> Fraction:
        """The same as a `Fraction`, where it is rational.

        Examples
        --------
        >>> Surd(1, 1, 9, 6).as_fraction()
        Fraction(2, 3)
        """
        a, b, _, c = self._surd.parts()
        if b:
            raise WythoffError(f"{_short(self)} is irrational: no Fraction is equal to it")
        return Fraction(a, c)

    @classmethod
    def from_text(cls, text: str) -> Surd:
        """Read what `str` writes: `2/3`, `√8`, `(1 + √5)/2`, `-1 - 2√2`.

        Examples
        --------
        >>> Surd.from_text("(1 - 3√5)/2")
        Surd(1, -3, 5, 2)
        """
        if not isinstance(text, str):
            raise KindError(f"a surd is read from a str, not from a {type(text).__name__}")
        found = _TEXT.fullmatch(text.strip())
        if found is None or (found["a"] is None and found["d"] is None):
            raise WythoffError("a surd is written like 2/3, √8, (1 + √5)/2 or -1 - 2√2")
        a, d, c = int(found["a"] or 0), int(found["d"] or 0), int(found["c"] or 1)
        if found["d"] is None:
            return cls(a, 0, 0, c)
        if found["a"] is not None and found["sign"] is None:
            # `3√5` was read as 3 and √5.
            if found["b"] is not None:
                raise WythoffError("a surd is written like 2/3, √8, (1 + √5)/2 or -1 - 2√2")
            return cls(0, a, d, c)
        b = int(found["b"] or 1)
        return cls(a, -b if found["sign"] == "-" else b, d, c)

    def to_sympy(self) -> Any:
        """The same as a number of sympy, which has to be installed.

        Examples
        --------
        >>> phi.to_sympy()
        1/2 + sqrt(5)/2
        """
        sympy = _sympy()
        a, b, d, c = self._surd.parts()
        return sympy.Rational(a, c) + sympy.Rational(b, c) * sympy.sqrt(d)

    @classmethod
    def from_sympy(cls, number: Any) -> Surd:
        """The surd of a real number of sympy that is rational or quadratic.

        Examples
        --------
        >>> import sympy
        >>> Surd.from_sympy(sympy.sqrt(3 + 2 * sympy.sqrt(2)))
        Surd(2, 1, 8, 2)
        >>> Surd.from_sympy(sympy.sqrt(3 + 2 * sympy.sqrt(2))) == Surd(1, 1, 2)
        True
        """
        sympy = _sympy()
        if not isinstance(number, sympy.Basic):
            raise KindError(f"this is a number of sympy, not a {type(number).__name__}")
        if isinstance(number, sympy.Rational):
            return cls(int(number.p), 0, 0, int(number.q))
        refused = WythoffError("a surd is a real number that is rational or quadratic")
        # A Float of sympy is not exact, though it has a minimal polynomial.
        if not (number.is_number and number.is_real and number.is_algebraic) or number.has(
            sympy.Float
        ):
            raise refused
        coefficients = sympy.Poly(sympy.minimal_polynomial(number)).all_coeffs()
        if len(coefficients) > 3:
            raise refused
        if len(coefficients) == 2:
            return cls(-int(coefficients[1]), 0, 0, int(coefficients[0]))
        a, b, c = map(int, coefficients)
        # Of (−b ± √(b² − 4ac))/2a, the root on the side of the middle on which the number is.
        is_above = bool(sympy.Gt(number, sympy.Rational(-b, 2 * a)))
        return cls(-b, 1 if is_above == (a > 0) else -1, b * b - 4 * a * c, 2 * a)

    # Whole numbers and floats.

    def floor(self) -> int:
        """The integer f with f ≤ s < f + 1."""
        return self._surd.floor()

    def ceil(self) -> int:
        """The integer f with f − 1 < s ≤ f."""
        return -self._surd.negative().floor()

    def __floor__(self) -> int:
        return self.floor()

    def __ceil__(self) -> int:
        return self.ceil()

    def __trunc__(self) -> int:
        return self.floor() if self.sign >= 0 else self.ceil()

    def __int__(self) -> int:
        return self.__trunc__()

    def __float__(self) -> float:
        """A float near it, for pictures."""
        if self.sign == 0:
            return 0.0
        bits = 64
        while True:
            whole = (self * (1 << bits)).floor()
            if whole.bit_length() > 64:
                return whole / (1 << bits)
            bits *= 2

    def __bool__(self) -> bool:
        return self.sign != 0

    # Arithmetic.

    def conjugate(self) -> Surd:
        """(a − b√d)/c."""
        return Surd._of(self._surd.conjugate())

    def inverse(self) -> Surd:
        """1/s.

        Examples
        --------
        >>> print(phi.inverse())
        (-1 + √5)/2
        """
        inverse = self._surd.inverse()
        if inverse is None:
            raise DivisionError("0 has no inverse")
        return Surd._of(inverse)

    def __neg__(self) -> Surd:
        return Surd._of(self._surd.negative())

    def __pos__(self) -> Surd:
        return self

    def __abs__(self) -> Surd:
        return -self if self.sign < 0 else self

    def __add__(self, other: Number) -> Surd:
        other = _exact(other)
        return NotImplemented if other is None else Surd._of(self._surd.plus(other._surd))

    __radd__ = __add__

    def __sub__(self, other: Number) -> Surd:
        other = _exact(other)
        return NotImplemented if other is None else self + -other

    def __rsub__(self, other: Number) -> Surd:
        return -self + other

    def __mul__(self, other: Number) -> Surd:
        other = _exact(other)
        return NotImplemented if other is None else Surd._of(self._surd.times(other._surd))

    __rmul__ = __mul__

    def __truediv__(self, other: Number) -> Surd:
        other = _exact(other)
        if other is None:
            return NotImplemented
        if not other:
            raise DivisionError("a surd can't be divided by 0")
        return self * other.inverse()

    def __rtruediv__(self, other: Number) -> Surd:
        other = _exact(other)
        return NotImplemented if other is None else other / self

    def __floordiv__(self, other: Number) -> int:
        other = _exact(other)
        return NotImplemented if other is None else (self / other).floor()

    def __rfloordiv__(self, other: Number) -> int:
        other = _exact(other)
        return NotImplemented if other is None else other // self

    def __mod__(self, other: Number) -> Surd:
        other = _exact(other)
        return NotImplemented if other is None else self - other * (self // other)

    def __rmod__(self, other: Number) -> Surd:
        other = _exact(other)
        return NotImplemented if other is None else other % self

    def __pow__(self, exponent: int) -> Surd:
        if not is_integer(exponent):
            return NotImplemented
        power, base = Surd(1), self if exponent >= 0 else self.inverse()
        bits = max(part.bit_length() for part in self._surd.parts())
        exponent = abs(int(exponent))
        if bits > 1 and exponent * bits > _MOST_BITS:
            raise LimitError(f"this power would have more than {_MOST_BITS} bits")
        while exponent:
            if exponent & 1:
                power *= base
            exponent >>= 1
            if exponent:
                base *= base
        return power

    # Order.

    def _compare(self, other: object) -> int | None:
        """−1, 0 or 1; `None` for what is no number or not a number."""
        if isinstance(other, float):
            if math.isfinite(other):
                other = Fraction(other)
            else:
                return None if math.isnan(other) else -1 if other > 0 else 1
        exact = _exact(other)
        return None if exact is None else self._surd.compare(exact._surd)

    def _orders(self, other: object) -> bool:
        return isinstance(other, float) or _exact(other) is not None

    def __eq__(self, other: object) -> bool:
        return self._compare(other) == 0 if self._orders(other) else NotImplemented

    def __lt__(self, other: Number | float) -> bool:
        return self._compare(other) == -1 if self._orders(other) else NotImplemented

    def __gt__(self, other: Number | float) -> bool:
        return self._compare(other) == 1 if self._orders(other) else NotImplemented

    def __le__(self, other: Number | float) -> bool:
        return self._compare(other) in (-1, 0) if self._orders(other) else NotImplemented

    def __ge__(self, other: Number | float) -> bool:
        return self._compare(other) in (0, 1) if self._orders(other) else NotImplemented

    def __hash__(self) -> int:
        a, b, d, c = self._surd.parts()
        if not b:
            return hash(Fraction(a, c))
        # √8 and 2√2 are one number: b²d/c² does not depend on how it is written.
        return hash((Fraction(a, c), b > 0, Fraction(b * b * d, c * c)))

    # In words.

    def __repr__(self) -> str:
        return "Surd({})".format(", ".join(map(_digits, self._surd.parts())))

    def __str__(self) -> str:
        return self._surd.text()

    def _repr_latex_(self) -> str:
        a, b, d, c = self._surd.parts()
        if not b:
            return f"${a}$" if c == 1 else f"$\\frac{{{a}}}{{{c}}}$"
        root = rf"{'' if abs(b) == 1 else abs(b)}\sqrt{{{d}}}"
        sign = "-" if b < 0 else "+" if a else ""
        top = f"{a or ''} {sign} {root}".strip()
        return f"${top}$" if c == 1 else f"$\\frac{{{top}}}{{{c}}}$"


def _digits(number: int) -> str:
    """An integer in decimal, however long: Python refuses more than 4300 digits."""
    return _wythoff.Surd(number, 0, 0, 1).text()


def _short(number: Surd) -> str:
    text = str(number)
    return text if len(text) <= 60 else f"{text[:30]}…"


def _exact(number: object) -> Surd | None:
    """The surd of an operand; `None` for what Python shall ask in turn."""
    if isinstance(number, Surd):
        return number
    is_exact = is_integer(number) or isinstance(number, Rational) or _is_sympy(number)
    return Surd.of(number) if is_exact and not isinstance(number, bool) else None


#: The golden ratio (1 + √5)/2.
phi: Surd = Surd(1, 1, 5, 2)


def wythoff_root(m: int = 1, k: int = 1) -> Surd:
    """Return the positive root of x² − (m/k)x − 1, the quotient of the `slopes` for m and k.

    Examples
    --------
    >>> from wythoff.exact import wythoff_root
    >>> print(wythoff_root(), wythoff_root(2), wythoff_root(1, 2))
    (1 + √5)/2 (2 + √8)/2 (1 + √17)/4
    """
    return Surd._of(_wythoff.wythoff_root(m, k))


def slopes(m: int = 1, p: int = 1) -> tuple[Surd, Surd]:
    """Return α = (2p − m + √(m² + 4p²))/(2p) and β = α + m/p of Lar09, 1.4.5.

    ⌊nα⌋ and ⌊nβ⌋ are close to the pairs of `diagonal-blocking:m,p`, and equal to them for p = 1.

    Examples
    --------
    >>> from wythoff.exact import slopes
    >>> alpha, beta = slopes(2, 3)
    >>> 1 / alpha + 1 / beta == 1
    True
    """
    alpha, beta = _wythoff.slopes(m, p)
    return Surd._of(alpha), Surd._of(beta)


class Beatty:
    """The sequence ⌊nα + γ⌋ over all integers n, with α > 0.

    Parameters
    ----------
    alpha, gamma
        Exact numbers of one field: integers, fractions, surds, numbers of sympy.

    Examples
    --------
    >>> from wythoff.exact import Beatty, phi
    >>> a = Beatty(phi)
    >>> a[5], a(5), a.terms(0, 8)
    (8, 8, array([ 0,  1,  3,  4,  6,  8,  9, 11]))

    At any size, and back:

    >>> n = 10**1000
    >>> a.index(a[n]) == n, a[n] in a, a[n] + n in a
    (True, True, False)
    """

    __slots__ = ("_alpha", "_beatty", "_gamma")

    def __init__(self, alpha: Number, gamma: Number = 0) -> None:
        self._alpha, self._gamma = Surd.of(alpha), Surd.of(gamma)
        self._beatty = _wythoff.Beatty(self._alpha._surd, self._gamma._surd)

    @property
    def alpha(self) -> Surd:
        """The slope α."""
        return self._alpha

    @property
    def gamma(self) -> Surd:
        """The offset γ."""
        return self._gamma

    def __getitem__(self, n: int) -> int:
        return self._beatty.term(n)

    def __call__(self, n: int) -> int:
        """⌊nα + γ⌋."""
        return self._beatty.term(n)

    def __iter__(self) -> Iterator[int]:
        """The terms of n = 0, 1, 2, …, without end."""
        return _in_chunks(self.terms)

    def terms(self, start: int, count: int) -> NDArray[Any]:
        """Return the terms of `count` indices from `start` on, by a loop without Python's lock.

        Returns
        -------
        numpy.ndarray
            Of `int64`, of `uint64` where the terms need it, and of Python's `int` beyond.

        Examples
        --------
        >>> Beatty(phi).terms(2**62, 2)
        array([7461864723258187525, 7461864723258187527])
        >>> Beatty(phi).terms(10**30, 2)
        array([1618033988749894848204586834365, 1618033988749894848204586834367],
              dtype=object)
        """
        terms = self._beatty.terms(start, count)
        return np.array(terms, dtype=object) if isinstance(terms, list) else terms

    def indices(self, value: int) -> range:
        """Return all n that give the value: none, one, or for α < 1 perhaps several.

        Examples
        --------
        >>> Beatty(phi / 4).indices(2)
        range(5, 8)
        """
        return range(*self._beatty.indices(value))

    def index(self, value: int) -> int | None:
        """Return the first n that gives the value; `None` if there is none."""
        indices = self.indices(value)
        return indices.start if indices.start < indices.stop else None

    def __contains__(self, value: object) -> bool:
        if not is_integer(value):
            return False
        return self.index(cast(int, value)) is not None

    def complement(self) -> Beatty:
        """Return the sequence of the other positive integers, ⌊nβ⌋ with 1/α + 1/β = 1.

        That is Rayleigh's theorem; it asks for an irrational α > 1, and γ = 0.

        Examples
        --------
        >>> Beatty(phi).complement().terms(1, 5)
        array([ 2,  5,  7, 10, 13])
        """
        if self._alpha.is_rational or not self._alpha > 1 or self._gamma:
            raise WythoffError("a complement is known for an irrational α above 1, and γ = 0")
        return Beatty(self._alpha / (self._alpha - 1))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Beatty):
            return NotImplemented
        return (self._alpha, self._gamma) == (other._alpha, other._gamma)

    def __hash__(self) -> int:
        return hash((self._alpha, self._gamma))

    def __reduce__(self) -> tuple[type[Beatty], tuple[Surd, Surd]]:
        return Beatty, (self._alpha, self._gamma)

    def __repr__(self) -> str:
        return (
            f"Beatty({self._alpha!r}, {self._gamma!r})"
            if self._gamma
            else f"Beatty({self._alpha!r})"
        )


def beatty_pair(m: int = 1, p: int = 1) -> tuple[Beatty, Beatty]:
    """Return a_n = ⌊nφ_{mp}/p⌋ and b_n = a_n + mn of Lar15 (1) and (2).

    Every v ≥ 0 is a_i (i ≥ 0) or b_i (i ≥ 1) for exactly p indices in all. The pairs are the
    P-positions of `wythoff:m` for p = 1, of `rook-blocking:m,p` and `choice:m,p`.

    Examples
    --------
    >>> from wythoff.exact import beatty_pair
    >>> a, b = beatty_pair(2, 3)
    >>> list(zip(a.terms(0, 6).tolist(), b.terms(0, 6).tolist()))
    [(0, 0), (0, 2), (0, 4), (1, 7), (1, 9), (1, 11)]
    """
    alpha, beta = _wythoff.beatty_slopes(m, p)
    return Beatty(Surd._of(alpha)), Beatty(Surd._of(beta))


@dataclass(frozen=True, slots=True)
class ContinuedFraction:
    """A whole continued fraction: `start`, then `period` again and again.

    Attributes
    ----------
    start
        The quotients before the period; of a rational number, all of them.
    period
        The shortest period; empty for a rational number.
    """

    start: tuple[int, ...]
    period: tuple[int, ...]

    @property
    def is_periodic(self) -> bool:
        """Whether it goes on without end: whether the number is irrational."""
        return bool(self.period)

    def __iter__(self) -> Iterator[int]:
        """The quotients, without end if there is a period."""
        return itertools.chain(self.start, itertools.cycle(self.period))

    def __str__(self) -> str:
        words = [*map(_digits, self.start)]
        if self.period:
            words.append(f"({', '.join(map(_digits, self.period))})")
        first, rest = words[0], words[1:]
        return f"[{first}; {', '.join(rest)}]" if rest else f"[{first}]"


def continued_fraction(x: Number, *, limit: int = 100_000) -> ContinuedFraction:
    """Expand a number into its continued fraction, exactly.

    Parameters
    ----------
    x
        An integer, a fraction, a surd or a number of sympy.
    limit
        The most quotients before and in the period: it may be about as long as √d.

    Raises
    ------
    WythoffError
        When there are more quotients than `limit`.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from wythoff.exact import Surd, continued_fraction
    >>> print(continued_fraction(Fraction(649, 200)), continued_fraction(Surd(0, 1, 14)))
    [3; 4, 12, 4] [3; (1, 2, 1, 6)]
    """
    found = Surd.of(x)._surd.expansion(limit)
    if found is None:
        raise WythoffError(
            f"there are more than {limit} quotients before it repeats: raise `limit`"
        )
    start, period = found
    return ContinuedFraction(tuple(start), tuple(period))


def convergents(x: Number) -> Iterator[Fraction]:
    """Yield the convergents of a number: they end exactly when it is rational, and then with it.

    Examples
    --------
    >>> from itertools import islice
    >>> from wythoff.exact import convergents, phi
    >>> [str(fraction) for fraction in islice(convergents(phi), 6)]
    ['1', '2', '3/2', '5/3', '8/5', '13/8']
    """
    pairs = Surd.of(x)._surd.convergents()
    return (Fraction(p, q) for p, q in pairs)


def _in_chunks(terms: Any) -> Iterator[int]:
    start, count = 0, 16
    while True:
        yield from terms(start, count).tolist()
        start += count
        count = min(2 * count, 4096)


def _pairs(stream: _wythoff.Pairs) -> Iterator[tuple[int, int]]:
    count = 16
    while True:
        chunk = stream.take(count).tolist()
        yield from map(tuple, chunk)
        if len(chunk) < count:
            return
        count = min(2 * count, 4096)


def _recurrence(
    kind: str, m: int, p: int, count: int | None
) -> Iterator[tuple[int, int]] | NDArray[np.int64]:
    stream = _wythoff.Pairs(kind, m, p)
    # What fits in memory is below 2^63.
    return _pairs(stream) if count is None else stream.take(count).view(np.int64)


@overload
def diagonal_pairs(m: int, p: int, *, count: None = None) -> Iterator[tuple[int, int]]: ...
@overload
def diagonal_pairs(m: int, p: int, *, count: int) -> NDArray[np.int64]: ...
def diagonal_pairs(
    m: int, p: int, *, count: int | None = None
) -> Iterator[tuple[int, int]] | NDArray[np.int64]:
    """Return the pairs a_n = mex{a_i, b_i : i < n}, b_n = a_n + m⌊n/p⌋.

    These are the upper P-positions of `diagonal-blocking:m,p` (Lar09, Definition 13 and Proposition
    14).

    Parameters
    ----------
    m, p
        From 1 to 2^32 − 1.
    count
        How many pairs; without it, an iterator that goes on to 2^64.

    Returns
    -------
    Iterator[tuple[int, int]] or numpy.ndarray
        The array has the shape ``(count, 2)``.

    Examples
    --------
    >>> from wythoff.exact import diagonal_pairs
    >>> diagonal_pairs(2, 3, count=6).tolist()
    [[0, 0], [1, 1], [2, 2], [3, 5], [4, 6], [7, 9]]
    >>> next(diagonal_pairs(1, 1))
    (0, 0)
    """
    return _recurrence("diagonal", m, p, count)


@overload
def counted_pairs(m: int, p: int, *, count: None = None) -> Iterator[tuple[int, int]]: ...
@overload
def counted_pairs(m: int, p: int, *, count: int) -> NDArray[np.int64]: ...
def counted_pairs(
    m: int, p: int, *, count: int | None = None
) -> Iterator[tuple[int, int]] | NDArray[np.int64]:
    """Return the pairs of Lar15, Proposition 5.2 (i).

    x_n is the least number that is x_j or y_j for less than p of the j < n, and y_n = x_n + mn.
    Parameters and result are those of `diagonal_pairs`.

    Examples
    --------
    >>> from wythoff.exact import counted_pairs
    >>> counted_pairs(2, 3, count=5).tolist()
    [[0, 0], [0, 2], [0, 4], [1, 7], [1, 9]]
    """
    return _recurrence("counted", m, p, count)


@overload
def class_pairs(
    m: int, p: int, *, by: Literal["residue", "round"] = "residue", count: None = None
) -> Iterator[tuple[int, int]]: ...
@overload
def class_pairs(
    m: int, p: int, *, by: Literal["residue", "round"] = "residue", count: int
) -> NDArray[np.int64]: ...
def class_pairs(
    m: int, p: int, *, by: Literal["residue", "round"] = "residue", count: int | None = None
) -> Iterator[tuple[int, int]] | NDArray[np.int64]:
    """Return the pairs of Lar15, Proposition 5.2 (ii) or (iii): a mex for each residue of n mod p.

    Parameters
    ----------
    m, p, count
        As in `diagonal_pairs`.
    by
        ``"residue"`` for (ii), x_n = mex({x_i : i < n, i ≡ n} ∪ {y_i : i < n, i ≡ −n}) mod p;
        ``"round"`` for (iii), where only y's of earlier rounds of p indices count.

    Examples
    --------
    >>> from wythoff.exact import class_pairs
    >>> class_pairs(2, 3, by="round", count=5).tolist()
    [[0, 0], [0, 2], [0, 4], [1, 7], [1, 9]]
    """
    if by not in ("residue", "round"):
        raise WythoffError('by is "residue" or "round"')
    return _recurrence(by, m, p, count)


def diagonal_pair(n: int, m: int, p: int) -> tuple[int, int]:
    """Return the pair (a_n, b_n) of `diagonal_pairs` at an index of any size.

    Examples
    --------
    >>> from wythoff.exact import diagonal_pair
    >>> diagonal_pair(5, 2, 3)
    (7, 9)
    >>> a, b = diagonal_pair(10**100, 2, 3)
    >>> b - a == 2 * (10**100 // 3)
    True
    """
    return _wythoff.diagonal_pair(m, p, n)


def diagonal_index(value: int, m: int, p: int) -> tuple[Literal["a", "b"], int]:
    """Return where a number stands in `diagonal_pairs`: every number is an a_n or a b_n.

    Examples
    --------
    >>> from wythoff.exact import diagonal_index, diagonal_pair
    >>> diagonal_index(7, 2, 3), diagonal_index(9, 2, 3)
    (('a', 5), ('b', 5))
    >>> diagonal_index(diagonal_pair(10**50, 1, 7)[0], 1, 7) == ("a", 10**50)
    True
    """
    is_a, index = _wythoff.diagonal_index(m, p, value)
    return ("a" if is_a else "b"), index
