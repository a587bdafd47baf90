"""How single values are written and read: texts, numbers, digests, cards, lists and mappings of them.

A plain value is a text, a list or a mapping of them. A shape pairs writing with strict reading: what it reads
is written back unchanged. Reading raises CodecError and nothing else.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple

from gm.cards import CardError, card_of, codes_of

Plain = str | list["Plain"] | dict[str, "Plain"]
FaultCode = Literal["unknown_event", "missing_field", "unknown_field", "bad_order", "bad_shape", "bad_value"]

CAMPAIGN_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
NAME_LENGTH: Final = 40
TEXT_LENGTH: Final = 200

_DECIMAL: Final = re.compile(r"[1-9][0-9]{0,8}")
_HEX64: Final = re.compile(r"[0-9a-f]{64}")
_HEX32: Final = re.compile(r"[0-9a-f]{32}")
_CODE: Final = re.compile(r"[a-z][a-z_]{0,39}")
_KEY: Final = re.compile(r"[a-z][a-z0-9_]*")
_KEY_BYTES: Final = 32
_SIGN_OF_X: Final = 1 << 255
_FIELD: Final = 2**255 - 19
_ORDER_8: Final = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7  # y of such a point


class CodecError(ValueError):
    """A mapping that is no event of the table: `code` says how, `path` where (`data.salts[1]`)."""

    def __init__(self, code: FaultCode, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}")
        self.code: Final = code
        self.path: Final = path


class Shape(NamedTuple):
    """How one value is written, and read back; `read` gets the path for its CodecError."""

    write: Callable[[Any], Plain]
    read: Callable[[Plain, str], Any]


class Field(NamedTuple):
    """One key of `data` or of `secret` and the attribute of the event that it stands for."""

    key: str
    shape: Shape
    place: Literal["data", "secret"]
    need: Literal["required", "optional"]
    attribute: str


def put(fields: Iterable[Field], value: object) -> dict[str, Plain]:
    """The mapping of some fields of a value; what is None or empty is left out."""
    plain: dict[str, Plain] = {}
    for field in fields:
        item = getattr(value, field.attribute)
        if item is None:
            continue
        written = field.shape.write(item)
        if isinstance(written, str) or written:
            plain[field.key] = written
    return plain


def take(fields: tuple[Field, ...], plain: Plain, path: str) -> dict[str, Any]:
    """Attribute values of a mapping that has these keys in this order and no others; raises CodecError."""
    if not isinstance(plain, dict):
        raise CodecError("bad_shape", path, "a mapping is expected")
    values = {}
    rest = iter(plain)
    following = next(rest, None)
    for key, shape, _, need, attribute in fields:
        if key == following:
            values[attribute] = shape.read(plain[key], f"{path}.{key}")
            following = next(rest, None)
        elif need == "required":
            if key in plain:
                raise CodecError("bad_order", f"{path}.{following}", f"{key} comes before it")
            raise CodecError("missing_field", f"{path}.{key}", "this field is missing")
    if following is not None:
        where = f"{path}.{following}"
        if any(field.key == following for field in fields):
            raise CodecError("bad_order", where, "this field comes earlier")
        raise CodecError("unknown_field", where, "there is no such field")
    return values


def _text(plain: Plain, path: str) -> str:
    if not isinstance(plain, str):
        raise CodecError("bad_shape", path, "a text is expected")
    return plain


def _items(plain: Plain, path: str) -> list[Plain]:
    if not isinstance(plain, list) or not plain:
        raise CodecError("bad_shape", path, "a list is expected")
    return plain


def _pairs(plain: Plain, path: str) -> dict[str, Plain]:
    if not isinstance(plain, dict) or not plain:
        raise CodecError("bad_shape", path, "a mapping is expected")
    return plain


def _as_it_is(value: Any) -> Plain:
    written: Plain = value
    return written


def _line(longest: int | None = None, shortest: int = 0) -> Shape:
    def read(plain: Plain, path: str) -> str:
        text = _text(plain, path)
        if "\n" in text or len(text) < shortest or (longest is not None and len(text) > longest):
            most = "" if longest is None else f" of {shortest} to {longest} characters"
            raise CodecError("bad_value", path, f"one line{most} is expected")
        return text

    return Shape(_as_it_is, read)


def _matching(pattern: re.Pattern[str], what: str) -> Shape:
    def read(plain: Plain, path: str) -> str:
        text = _text(plain, path)
        if pattern.fullmatch(text) is None:
            raise CodecError("bad_value", path, f"{what} is expected")
        return text

    return Shape(_as_it_is, read)


def list_of(item: Shape) -> Shape:
    """A tuple of values as a list that is not empty."""

    def read(plain: Plain, path: str) -> tuple[Any, ...]:
        return tuple(item.read(each, f"{path}[{at}]") for at, each in enumerate(_items(plain, path)))

    return Shape(lambda values: [item.write(value) for value in values], read)


def mapping_of(key: Shape, value: Shape) -> Shape:
    """A mapping that is not empty, in the order it has."""

    def read(plain: Plain, path: str) -> dict[Any, Any]:
        return {
            key.read(name, path): value.read(each, f"{path}.{name}")
            for name, each in _pairs(plain, path).items()
        }

    def write(values: Mapping[Any, Any]) -> Plain:
        return {str(key.write(name)): value.write(each) for name, each in values.items()}

    return Shape(write, read)


def part_of(make: type[Any], fields: tuple[Field, ...]) -> Shape:
    """A value with fields of its own, such as a post."""
    return Shape(
        lambda value: put(fields, value),
        lambda plain, path: make(**take(fields, _pairs(plain, path), path)),
    )


def _read_number(plain: Plain, path: str) -> int:
    text = _text(plain, path)
    if _DECIMAL.fullmatch(text) is None:
        raise CodecError("bad_value", path, "a decimal number from 1 is expected")
    return int(text)


def _read_cards(plain: Plain, path: str) -> tuple[Any, ...]:
    try:
        cards = tuple(map(card_of, _text(plain, path).split(" ")))
    except CardError as error:
        raise CodecError("bad_value", path, str(error)) from None
    if any(left >= right for left, right in pairwise(cards)):
        raise CodecError("bad_value", path, "different cards in the order of the deck are expected")
    return cards


def _read_sorted(plain: Plain, path: str) -> tuple[Any, ...]:
    digests: tuple[str, ...] = _DIGESTS.read(plain, path)
    if any(left >= right for left, right in pairwise(digests)):
        raise CodecError("bad_value", path, "different digests in sorted order are expected")
    return digests


def _read_public_key(plain: Plain, path: str) -> str:
    text = _text(plain, path)
    try:
        raw = b64decode(text, validate=True)
    except ValueError:
        raw = b""
    if len(raw) != _KEY_BYTES or b64encode(raw).decode() != text or is_anyones_key(raw):
        raise CodecError("bad_value", path, "a raw Ed25519 public key in base64 is expected")
    return text


def is_anyones_key(raw: bytes) -> bool:
    """Whether 32 bytes are a public key of small order, for which anybody can sign (RFC 8032, 8.4)."""
    y = int.from_bytes(raw, "little") & ~_SIGN_OF_X
    return y % _FIELD in {0, 1, _FIELD - 1, _ORDER_8, _FIELD - _ORDER_8}


# An empty list is left out of the ledger; for this option it says something all the same.
_LIST_OPTIONS: Final = ("closes",)


def _write_rules(options: Mapping[str, Any]) -> Plain:
    return {
        name: value if isinstance(value, str) else list(value)
        for name, value in options.items()
        if isinstance(value, str) or value
    }


def _read_rules(plain: Plain, path: str) -> dict[str, str | tuple[str, ...]]:
    options: dict[str, str | tuple[str, ...]] = {}
    mapping = _pairs(plain, path)
    if next(iter(mapping)) != "preset":
        raise CodecError("missing_field", f"{path}.preset", "the preset comes first")
    for name, value in mapping.items():
        where = f"{path}.{name}"
        if _KEY.fullmatch(name) is None:
            raise CodecError("bad_value", where, "an option's name is expected")
        if isinstance(value, str) and name not in _LIST_OPTIONS:
            options[name] = LINE.read(value, where)
        elif isinstance(value, list) and name != "preset":
            options[name] = LINES.read(value, where)
        else:
            raise CodecError("bad_shape", where, "not a value of this option")
    for name in _LIST_OPTIONS:
        options.setdefault(name, ())
    return options


TEXT: Final = Shape(_as_it_is, _text)
LINE: Final = _line()
LINES: Final = list_of(LINE)
NAME: Final = _line(NAME_LENGTH, 1)
WORD: Final = _line(TEXT_LENGTH)
CAMPAIGN: Final = _matching(CAMPAIGN_NAME, "a campaign's name")
DIGEST: Final = _matching(_HEX64, "64 lower-case hex digits")
_DIGESTS: Final = list_of(DIGEST)
NUMBER: Final = Shape(str, _read_number)
CARDS: Final = Shape(codes_of, _read_cards)
SALTS: Final = list_of(_matching(_HEX32, "32 lower-case hex digits"))
CODES: Final = list_of(_matching(_CODE, "a code"))
COMMITMENTS: Final = mapping_of(NAME, Shape(list, _read_sorted))
BY_MANCHE: Final = mapping_of(NUMBER, DIGEST)
RULES: Final = Shape(_write_rules, _read_rules)
PUBLIC_KEY: Final = Shape(_as_it_is, _read_public_key)
