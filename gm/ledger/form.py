"""The canonical form of a block of an entry: plain values to lines and back (see `gm.ledger`, Blocks).

The reader is a parser of this form alone, stricter than YAML: what it takes is what `write_block` writes.
"""

import json
import re
from collections.abc import Callable, Mapping
from json.encoder import encode_basestring
from typing import Final

from gm.codec import Plain

LEVELS: Final = 4
QUOTED_KEYS: Final = frozenset({"commitments", "hands", "seeds", "places"})
"""The mappings whose keys are names or numbers and stand in quotes."""

_STEP: Final = "  "
_STRING: Final = r'"[^"\\\n]*+(?:\\["\\n][^"\\\n]*+)*+"'
_LINE: Final = re.compile(
    rf"^( *+)(- )?(?:(?:([a-z][a-z0-9_]*+)|({_STRING})(?=:)):(?: ({_STRING}))?|({_STRING}))$", re.MULTILINE
)
_PARTIAL: Final = re.compile(
    rb' *(?:-|- )?(?:[a-z][a-z0-9_]*(?::(?: (?:"(?:[^"\\]|\\["\\n])*+(?:\\|")?)?)?)?'
    rb'|"(?:[^"\\]|\\["\\n])*+(?:\\|"(?::(?: (?:"(?:[^"\\]|\\["\\n])*+(?:\\|")?)?)?)?)?)?'
)

quote: Final[Callable[[str], str]] = encode_basestring
"""A text as a one-line JSON string; of what a ledger may hold only `"`, `\\` and LF are escaped."""

# Of a line: its blanks, the dash, a plain key, a key in quotes, the value, an item of a list; "" for none.
_Row = tuple[str, str, str, str, str, str]


class FormError(ValueError):
    """A block that is not in canonical form; `line` counts from 0 within the block."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line: Final = line


def write_block(mapping: Mapping[str, Plain]) -> str:
    """The lines of a mapping one level in, each ended by LF; no list or mapping in it may be empty."""
    lines: list[str] = []
    _write_mapping(lines, mapping, _STEP, quoted=False)
    return "".join(lines)


def _write_mapping(lines: list[str], mapping: Mapping[str, Plain], indent: str, *, quoted: bool) -> None:
    for key, value in mapping.items():
        written = quote(key) if quoted else key
        if isinstance(value, str):
            lines.append(f"{indent}{written}: {quote(value)}\n")
            continue
        lines.append(f"{indent}{written}:\n")
        if isinstance(value, dict):
            _write_mapping(lines, value, indent + _STEP, quoted=key in QUOTED_KEYS)
        else:
            _write_list(lines, value, indent)


def _write_list(lines: list[str], items: list[Plain], indent: str) -> None:
    for item in items:
        if isinstance(item, str):
            lines.append(f"{indent}- {quote(item)}\n")
        elif isinstance(item, dict):
            first = len(lines)
            _write_mapping(lines, item, indent + _STEP, quoted=False)
            lines[first] = f"{indent}- {lines[first].removeprefix(indent + _STEP)}"
        else:
            raise TypeError("a list in a list has no form")


def read_block(text: str) -> dict[str, Plain]:
    """The mapping that a block of lines one level in says; raises FormError where it is not canonical."""
    rows = _rows(text)
    reader = _Reader(rows)
    mapping = reader.mapping(_STEP, 2, quoted=False)
    if reader.at < len(rows):
        raise FormError(reader.at, "this line is not at the level of what stands before it")
    if write_block(mapping) != text:
        raise FormError(0, "the canonical form of what these lines say is another one")
    return mapping


def is_cut_line(line: bytes) -> bool:
    """Whether a line without its end may be the beginning of one, cut within a character too."""
    return _PARTIAL.fullmatch(line) is not None


def is_line(line: bytes) -> bool:
    """Whether a line of a block, without its LF, has the form of one whatever stands around it."""
    try:
        return _LINE.fullmatch(line.decode()) is not None
    except UnicodeDecodeError:
        return False


def _rows(text: str) -> list[_Row]:
    rows: list[_Row] = _LINE.findall(text)
    if len(rows) != text.count("\n"):
        for at, line in enumerate(text.split("\n")):
            if _LINE.fullmatch(line) is None:
                raise FormError(at, "this is no line of the form")
    return rows


def _unquote(string: str) -> str:
    if "\\" not in string:
        return string[1:-1]
    text: str = json.loads(string)
    return text


class _Reader:
    """Walks the rows of one block; `at` is the row to read next."""

    def __init__(self, rows: list[_Row]) -> None:
        self.rows = rows
        self.at = 0

    def mapping(self, indent: str, level: int, *, quoted: bool) -> dict[str, Plain]:
        mapping: dict[str, Plain] = {}
        rows = self.rows
        while self.at < len(rows):
            blanks, dash, plain, in_quotes, value, item = rows[self.at]
            if blanks != indent or dash or item:
                break
            key = plain or _unquote(in_quotes)
            if key in mapping:
                raise FormError(self.at, f"{key!r} stands twice")
            if bool(in_quotes) is not quoted:
                raise FormError(self.at, "this key stands in quotes" if quoted else "this key has no quotes")
            self.at += 1
            mapping[key] = _unquote(value) if value else self._nested(key, indent, level)
        return mapping

    def _nested(self, key: str, indent: str, level: int) -> Plain:
        opening = self.at - 1
        if level == LEVELS:
            raise FormError(opening, f"more than {LEVELS} levels")
        if self.at < len(self.rows):
            blanks, dash, *_ = self.rows[self.at]
            if dash and blanks == indent:
                return self._list(indent, level + 1)
            if not dash and blanks == indent + _STEP:
                nested = self.mapping(indent + _STEP, level + 1, quoted=key in QUOTED_KEYS)
                if nested:
                    return nested
        raise FormError(opening, f"{key!r} has no value")

    def _list(self, indent: str, level: int) -> list[Plain]:
        items: list[Plain] = []
        rows = self.rows
        while self.at < len(rows):
            blanks, dash, plain, in_quotes, value, item = rows[self.at]
            if blanks != indent or not dash:
                break
            if item:
                items.append(_unquote(item))
                self.at += 1
                continue
            if level == LEVELS:
                raise FormError(self.at, f"more than {LEVELS} levels")
            rows[self.at] = (indent + _STEP, "", plain, in_quotes, value, "")
            items.append(self.mapping(indent + _STEP, level + 1, quoted=False))
        return items
