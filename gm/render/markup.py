"""What keeps a text whole: typographic spaces in our own words, harmless values in between.

BBCode has no escape character, so a value (a name, a word, a reason) has its square brackets replaced by
the full-width ones, which no forum reads as a tag; line breaks and control characters become one space and
direction marks vanish. Values are never compiled: `{{ 7*7 }}` as a name stays as it is.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Literal

from gm.dealing import printf_format

Markup = Literal["bbcode", "plain"]

NO_BREAK: Final = "\u00a0"
NARROW_NO_BREAK: Final = "\u202f"

_BREAKS: Final = re.compile("[\x00-\x20\x7f-\x9f\u2028\u2029]+")
_STOPPED: Final = "\ufdd0"  # behind a value that ends in a full stop, until the text is tidied
_DIRECTIONS: Final = re.compile(f"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff{_STOPPED}]")
_BRACKETS: Final = str.maketrans("[]", "［］")  # the full-width pair U+FF3B, U+FF3D
_SPACES: Final = re.compile("(?<=«) | (?=[»:])")
_TOO_MANY_LINES: Final = re.compile(r"\n{3,}")
_SECOND_STOP: Final = re.compile(rf"{_STOPPED}((?:\[/\w+\])*)\.")
_TRAILING: Final = re.compile(r"[ \t]+$", re.MULTILINE)


class Ready(str):
    """A text that is printed as it is: whoever makes one has made sure that it is harmless."""

    __slots__ = ()


class UnprintableError(TypeError):
    """A template tried to print something that is no text and no number, such as None."""


def neutral(text: str, markup: Markup) -> str:
    """A value from outside on one line, in which nothing is read as markup."""
    line = _BREAKS.sub(" ", _DIRECTIONS.sub("", text))
    return line.translate(_BRACKETS) if markup == "bbcode" else line


def printed(text: str, markup: Markup) -> str:
    """A value from outside as a template prints it: one full stop is enough at its end."""
    line = neutral(text, markup)
    return line + _STOPPED if line.endswith(".") else line


def printer(markup: Markup) -> Callable[[Any], str]:
    """What every value printed by a template goes through; raises UnprintableError (None, tuples)."""

    def show(value: Any) -> str:
        if isinstance(value, Ready):
            return value
        if isinstance(value, str):
            return printed(value, markup)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if type(value).__name__.endswith("Undefined"):
            return str(value)  # a strict undefined raises here, with its own name in the message
        raise UnprintableError(f"a template prints {value!r}")

    return show


def french(text: str) -> str:
    """Our own words with the no-break spaces of French: before : and inside « », narrow before ; ! ?"""
    narrow = re.sub(" (?=[;!?])", NARROW_NO_BREAK, text)
    return _SPACES.sub(NO_BREAK, narrow)


def tidy(text: str) -> str:
    """A rendered text without trailing blanks or doubled stops, one empty line at most in a row."""
    text = _SECOND_STOP.sub(r"\1", text).replace(_STOPPED, "")
    return _TOO_MANY_LINES.sub("\n\n", _TRAILING.sub("", text)).strip("\n")


def printf_argument(fields: Iterable[str]) -> Ready:
    r"""Fields joined by LF as a `printf` format in single quotes, to be piped to `sha256sum`: `'a\nb'`."""
    return Ready(f"'{printf_format(*fields)}'")


def typographic_stream(tokens: Iterable[Any], apply: Callable[[str], str]) -> Iterator[Any]:
    """The tokens of a template, its literal text (and nothing else) passed through `apply`."""
    for token in tokens:
        yield token._replace(value=apply(token.value)) if token.type == "data" else token
