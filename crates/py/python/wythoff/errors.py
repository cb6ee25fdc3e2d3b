"""What goes wrong: every exception is a `ValueError` that says what would be right."""

__all__ = ["DivisionError", "KindError", "LimitError", "WythoffError"]


class WythoffError(ValueError):
    """What was asked makes no sense, or can't be done; the sentence says why."""


class KindError(WythoffError, TypeError):
    """Something of another kind was expected: an integer, and not a float."""


class LimitError(WythoffError, MemoryError):
    """It does not fit in the memory that one request may take; the sentence names the limit."""


class DivisionError(WythoffError, ZeroDivisionError):
    """A division by 0."""
