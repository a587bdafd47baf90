"""Checks on single parts of an entry: times, digests, base64, text, a block that may be cut."""

import re
from base64 import b64decode, b64encode
from datetime import datetime
from typing import Final

from gm.codec import CodecError, Plain, is_beginning
from gm.ledger.form import FormError, read_block
from gm.ledger.layout import Envelope
from gm.ledger.text import REFUSED

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_SALT: Final = re.compile(r"[0-9a-f]{32}")
_TIME: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9][+-](?:[01][0-9]|2[0-3]):[0-5][0-9]"
)
_REFUSED_ASCII: Final = bytes((*range(ord("\n")), *range(ord("\n") + 1, ord(" ")), 0x7F))
_OPEN_KEY: Final = re.compile(r"  [a-z][a-z0-9_]*:\n\Z", re.MULTILINE)


def is_time(text: str) -> bool:
    """Whether a text is a time as `at` has it: `2014-06-12T14:00:00+02:00`, seconds and numeric offset."""
    if _TIME.fullmatch(text) is None:
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_digest(text: str) -> bool:
    """Whether a text is a SHA-256 in lower-case hex."""
    return _DIGEST.fullmatch(text) is not None


def is_salt(text: str) -> bool:
    """Whether a text is the salt of a `secret` block: 32 lower-case hex digits."""
    return _SALT.fullmatch(text) is not None


def from_base64(text: bytes, length: int) -> bytes | None:
    """So many bytes from their one canonical spelling in base64, else None."""
    try:
        raw = b64decode(text, validate=True)
    except ValueError:
        return None
    return raw if len(raw) == length and b64encode(raw) == text else None


def bad_text(data: bytes) -> tuple[int, str] | None:
    """Where bytes are no text of a ledger, as an offset, and why: not UTF-8, or a refused code point."""
    if data.isascii():
        if data.translate(None, _REFUSED_ASCII) == data:
            return None
        at = next(at for at, byte in enumerate(data) if byte in _REFUSED_ASCII)
        return at, f"U+{data[at]:04X} is refused"
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return error.start, "this is not UTF-8"
    refused = REFUSED.search(text)
    if refused is None:
        return None
    return len(text[: refused.start()].encode()), f"U+{ord(refused.group()):04X} is refused"


def without_salt(secret: dict[str, Plain]) -> dict[str, Plain]:
    """What a `secret` block keeps back; raises CodecError when its salt is not the first thing in it."""
    (key, salt), *rest = secret.items()
    if key != "salt" or not isinstance(salt, str) or not is_salt(salt):
        raise CodecError("missing_field", "secret.salt", "a salt of 32 hex digits is expected first")
    return dict(rest)


def is_cut_block(envelope: Envelope) -> bool:
    """Whether the `secret` block of an entry may be one that was cut at the end of a line."""
    try:
        data = read_block(envelope.block.decode())
        there = _OPEN_KEY.sub("", (envelope.secret or b"").decode())
        secret = without_salt(read_block(there)) if there else None
        return secret is not None and is_beginning(envelope.event.decode(), data, secret)
    except (UnicodeDecodeError, FormError, CodecError):
        return False
