"""Files that may be certificates: their characters, their JSON and their form. docs/SELF-SIMILAR.md, section 9."""

import json
import re

SIZE_LIMIT = 1 << 25  # bytes


class NoVerdict(Exception):
    """Nothing can be said about the certificate: there is none, or it is over a limit."""


class NotACertificate(NoVerdict):
    def __init__(self, reason):
        super().__init__(f"this is not a certificate: {reason}")


class OverLimit(NoVerdict):
    def __init__(self, limit, unit):
        super().__init__(f"this is not checked: it is over the limit of {limit} {unit}")


class Invalid(Exception):
    """A condition fails."""

    def __init__(self, condition, place, reason):
        super().__init__(f"the condition `{condition}` fails: {place}: {reason}")


# ---------------------------------------------------------------------------------------------------------------------
# The form of the file. A pattern is a dictionary for an object with exactly these keys, a list [pattern] for a list of
# any number of such things, a tuple of patterns for a list of just these, or a description with a test.


def number_from(first):
    return f"a whole number from {first} to 2^31 - 1", lambda value: type(value) is int and first <= value < 2**31


def text_like(expression):
    return f"a text like {expression}", lambda value: type(value) is str and re.fullmatch(expression, value)


NATURAL = number_from(0)


def misfit(value, pattern):
    """Where a value has not the form of a pattern, and what should be there; None if it has it."""
    if isinstance(pattern, dict):
        if type(value) is not dict or set(value) != set(pattern):
            return f" should be an object with the keys {', '.join(pattern)}"
        inner = ((f".{key}", value[key], pattern[key]) for key in pattern)
    elif isinstance(pattern, list):
        if type(value) is not list:
            return " should be a list"
        inner = ((index, item, pattern[0]) for index, item in enumerate(value))
    elif callable(pattern[1]):
        description, test = pattern
        return None if test(value) else f" should be {description}"
    else:
        if type(value) is not list or len(value) != len(pattern):
            return f" should be a list of {len(pattern)} entries"
        inner = ((index, *pair) for index, pair in enumerate(zip(value, pattern)))
    for place, item, item_pattern in inner:
        found = misfit(item, item_pattern)
        if found is not None:
            return (place if isinstance(place, str) else f"[{place}]") + found
    return None


def read(path, forms):
    """The object in a file, which has one of the forms: each is a pattern, under what `format` says."""

    def no_key_twice(pairs):
        if len(dict(pairs)) != len(pairs):
            raise NotACertificate("a key stands twice")
        return dict(pairs)

    def whole_number(text):
        if text == "-0" or len(text) > len("-2147483648"):
            raise NotACertificate(f"{text[:20]} is no number of a certificate")
        return int(text)

    def no_number(text):
        raise NotACertificate(f"{text[:20]} is not a whole number")

    try:
        with open(path, "rb") as file:
            data = file.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise NoVerdict(f"can't be read: {error.strerror}") from None
    if len(data) > SIZE_LIMIT:
        raise OverLimit(SIZE_LIMIT, "bytes")
    odd = re.search(rb"[^\t\n\r -~]|\\", data)
    if odd:
        byte = f"byte {odd.start()} is {odd[0][0]:#04x}"
        raise NotACertificate(f"{byte}; a certificate is plain ASCII without backslashes")
    try:
        certificate = json.loads(
            data.decode("ascii"),
            object_pairs_hook=no_key_twice,
            parse_int=whole_number,
            parse_float=no_number,
            parse_constant=no_number,  # NaN and Infinity, which Python would take
        )
    except (ValueError, RecursionError) as error:
        raise NotACertificate(str(error)) from None
    kind = certificate.get("format") if type(certificate) is dict else None
    if type(kind) is not str or kind not in forms:
        raise NotACertificate(f"certificate.format should be {' or '.join(forms)}")
    found = misfit(certificate, forms[kind])
    if found:
        raise NotACertificate(f"certificate{found}")
    return certificate
