"""Writing: one entry sealed and signed, and the copy of a ledger that everybody may have."""

from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from gm.codec import CodecError, Encoded, decode, encode, secrecy
from gm.events import Record
from gm.ledger.checks import is_digest, is_salt, is_time
from gm.ledger.form import FormError, quote, read_block, write_block
from gm.ledger.layout import LARGEST_ENTRY, SEPARATOR, VERSION, body_of
from gm.ledger.text import REFUSED

_SECRET_LINE: Final = b"secret:\n"
_SIG_ROOM: Final = 100  # more than the bytes of a line `sig:`


class SealError(ValueError):
    """A record that would not be read again and so is not signed: the caller let something through."""


def seal(record: Record, prev: str, salt: str, sign: Callable[[bytes], bytes]) -> bytes:
    """The bytes of a whole entry, `---` and `secret` block included.

    `prev` is the head it stands on, 64 zeros for the first; `salt` 32 random hex digits, used only when
    something is kept back; `sign` makes the 64 bytes of an Ed25519 signature. Raises SealError.
    """
    encoded = encode(record.event)
    _check(record, encoded, prev, salt)
    block = "" if encoded.secret is None else write_block({"salt": salt, **encoded.secret})
    lines = [
        f"entry: {quote(VERSION.decode())}\n",
        f"seq: {quote(str(record.seq))}\n",
        f"prev: {quote(prev)}\n",
        f"at: {quote(record.at)}\n",
        f"event: {quote(encoded.name)}\n",
        f"data:\n{_readable(write_block(encoded.data))}",
    ]
    if block:
        lines.append(f"sealed: {quote(sha256(_readable(block).encode()).hexdigest())}\n")
    body = "".join(lines).encode()
    secret = _SECRET_LINE + block.encode() if block else b""
    if len(body) + len(secret) + _SIG_ROOM > LARGEST_ENTRY:
        raise SealError(f"an entry has at most {LARGEST_ENTRY} bytes")
    return SEPARATOR + body + b'sig: "' + b64encode(sign(body)) + b'"\n' + secret


def _check(record: Record, encoded: Encoded, prev: str, salt: str) -> None:
    try:
        decode(*encoded)
    except CodecError as error:
        raise SealError(str(error)) from error
    kept_back = secrecy(record.event)
    if kept_back != "maybe" and (encoded.secret is not None) != (kept_back == "always"):
        raise SealError(f"{encoded.name}: what is kept back is not what such an entry keeps back")
    if record.seq < 1 or not is_time(record.at):
        raise SealError(f"entry {record.seq} at {record.at!r}: a number from 1 and a time are expected")
    if not is_digest(prev) or (encoded.secret is not None and not is_salt(salt)):
        raise SealError("`prev` is 64 lower-case hex digits, a salt 32")


def _readable(block: str) -> str:
    """The block itself, when reading takes it: quoting hides a control character behind an escape."""
    refused = REFUSED.search(block)
    if refused is not None:
        raise SealError(f"U+{ord(refused.group()):04X} may not stand in a ledger")
    try:
        read_block(block)
    except FormError as error:
        raise SealError(f"line {error.line + 1} of a block: {error}") from error
    return block


def head_of(entry: bytes) -> str:
    """The head that a ledger has once this sealed entry is its last; raises ValueError for other bytes."""
    body = body_of(entry.removeprefix(SEPARATOR))
    if body is None:
        raise ValueError("this is not a sealed entry")
    return sha256(body).hexdigest()


def public_copy(data: bytes) -> bytes:
    """A ledger without its `secret` blocks and nothing else changed: every signature still holds."""
    kept: list[bytes] = []
    start = 0
    while True:
        block = data.find(b"\n" + _SECRET_LINE, start)
        if block < 0:
            return b"".join((*kept, data[start:]))
        kept.append(data[start : block + 1])
        end = data.find(b"\n" + SEPARATOR, block + len(_SECRET_LINE))
        if end < 0:
            return b"".join(kept)
        start = end + 1
