"""The byte layer of `gm/1` written a second time, naively, from its specification (gm/ledger/__init__.py).

What the reader says of any bytes at all is held against this: which faults of layout, version, signature,
chain, number and seal there are, and on which lines. Text, form and events are not read here, nor whether a
last entry that is not whole is torn.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from itertools import zip_longest
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from gm.ledger import Copy, Reading, read

CODES: Final = frozenset(
    "bad_layout future_version bad_signature bad_chain bad_seq bad_sealed secret_missing".split()
)
_NUMBER: Final = re.compile(rb"[1-9][0-9]{0,8}")
_LATER: Final = re.compile(rb'entry: "gm/([2-9]|[1-9][0-9]{1,8})"')
_VALUE: Final = rb': "[^"\\]*"'
_HEAD: Final = (b"entry", b"seq", b"prev", b"at", b"event")


def held_against_the_specification(data: bytes, copy: Copy) -> Reading:
    """Read bytes that nobody signed anew: the faults of the byte layer have to be those of the second reader.

    Deeper faults stand only at or below one of them, since everything that was signed is sound.
    """
    reading, due = read(data, copy=copy), verdict(data.rstrip(b"\0"), copy)
    found = {(fault.code, fault.line) for fault in reading.faults if fault.code in CODES}
    lines = data.split(b"\n")
    deep = {each for each in found if each[0] == "bad_sealed" and lines[each[1] - 1].startswith(b"event: ")}
    found -= deep
    if reading.torn_at is None:
        assert found == due.faults
    else:  # a last entry that is not whole, or what stands after the last LF: zeros, or a `---` cut short
        torn = reading.torn_at.line
        assert torn == len(lines) or (torn == due.last and due.last_is_open)
        assert {each for each in found if each[1] < torn} == {each for each in due.faults if each[1] < torn}
    deeper = {fault.line for fault in reading.faults if fault.code not in CODES} | {line for _, line in deep}
    first_broken = min((line for _, line in found), default=len(lines))
    begins = max((at for at in due.entries if at <= first_broken), default=0)
    assert all(begins < line for line in deeper)
    return reading


class Entry(NamedTuple):
    """The lines of one entry, the number of its `---`, and whether it is the last."""

    line: int
    rows: list[bytes]
    last: bool


class Verdict(NamedTuple):
    """The faults of the bytes as (code, line), the `---` lines, whether the last entry may be torn."""

    faults: frozenset[tuple[str, int]]
    entries: tuple[int, ...]
    last_is_open: bool

    @property
    def last(self) -> int:
        """The line where the last entry begins, 1 without one."""
        return self.entries[-1] if self.entries else 1


def verdict(data: bytes, copy: Copy) -> Verdict:
    """What is wrong with these bytes as a ledger; no key is required."""
    faults: set[tuple[str, int]] = set()
    entries = list(_entries(data))
    if data and not data.startswith(b"---\n"):
        faults.add(("bad_layout", 1))
    key = _key(entries[0]) if entries else None
    if entries and key is None:
        faults.add(("bad_signature", entries[0].line))
    prev: bytes | None = b"0" * 64
    number, is_open = 1, False
    for entry in entries:
        wrong, body = _first_wrong(entry), _body(entry.rows)
        if wrong is not None or body is None:
            faults.add(("future_version", entry.line + 1) if _is_later(entry) else ("bad_layout", wrong or 0))
            is_open = entry.last
            number += 1
        else:
            values = {row.partition(b": ")[0]: row.partition(b": ")[2][1:-1] for row in body.split(b"\n")}
            sealed = _sealed(entry, body, copy)
            is_open = entry.last and bool(sealed)
            faults |= sealed | _linked(entry, values, prev, number) | _signed(entry, key, body)
            number = (int(values[b"seq"]) if _NUMBER.fullmatch(values[b"seq"]) else number) + 1
        prev = None if body is None else sha256(body).hexdigest().encode()
    lines = tuple(entry.line for entry in entries)
    return Verdict(frozenset(faults), lines, is_open or not data.endswith(b"\n"))


def _is_later(entry: Entry) -> bool:
    return bool(entry.rows) and _LATER.fullmatch(entry.rows[0]) is not None


def _linked(
    entry: Entry, values: Mapping[bytes, bytes], prev: bytes | None, number: int
) -> set[tuple[str, int]]:
    faults = set()
    if prev is not None and values[b"prev"] != prev:
        faults.add(("bad_chain", entry.line + 3))
    if values[b"seq"] != str(number).encode():
        faults.add(("bad_seq", entry.line + 2))
    return faults


def _signed(entry: Entry, key: bytes | None, body: bytes) -> set[tuple[str, int]]:
    at = body.count(b"\n")
    signature = _decoded(entry.rows[at][6:-1])
    if key is None or (signature is not None and _verifies(key, signature, body)):
        return set()
    return {("bad_signature", entry.line + 1 + at)}


def _entries(data: bytes) -> Iterator[Entry]:
    lines = data.split(b"\n")
    whole = lines[:-1]
    starts = [at for at, line in enumerate(whole) if line == b"---"]
    for start, end in zip_longest(starts, starts[1:]):
        rows = whole[start + 1 : end] if end else lines[start + 1 :]
        ended = end is not None or rows[-1:] == [b""]
        # A last line without its LF is like none of the format; after the last LF there is nothing.
        rest = rows if end else rows[:-1] if ended else [*rows[:-1], rows[-1] + b"\n"]
        yield Entry(start + 1, rest, end is None)


def _first_wrong(entry: Entry) -> int | None:
    """The number of the first line that is not as it must be; that after the last where one is missing.

    A line `secret:` that no `sealed` comes before is one only where another is: by itself it is `bad_sealed`.
    """
    rows, at = entry.rows, 0
    sealed = False

    def here(pattern: bytes) -> bool:
        return at < len(rows) and re.fullmatch(pattern, rows[at]) is not None

    for name in (*_HEAD, b"data", b"sealed", b"sig", b"secret"):
        line = b'entry: "gm/1"' if name == b"entry" else name + _VALUE
        if name in (b"data", b"secret"):
            if name == b"secret" and at == len(rows):
                break
            if not here(name + b":"):
                return entry.line + 1 + at
            opening = at
            at += 1
            while here(b"  .+"):
                at += 1
            if name == b"secret" and not sealed and at < len(rows):
                return entry.line + 1 + opening
            if at == opening + 1:
                return entry.line + 1 + at
        elif here(line):
            at += 1
            sealed = sealed or name == b"sealed"
        elif name != b"sealed":
            return entry.line + 1 + at
    return None if at == len(rows) else entry.line + 1 + at


def _body(rows: list[bytes]) -> bytes | None:
    at = next((at for at, row in enumerate(rows) if row.startswith(b"sig: ")), None)
    return None if at is None else b"".join(row + b"\n" for row in rows[:at])


def _key(first: Entry) -> bytes | None:
    for row in first.rows:
        stated = re.fullmatch(rb'  moderator: "([A-Za-z0-9+/=]*)"', row)
        if stated:
            raw = _decoded(stated[1])
            return raw if raw is not None and len(raw) == 32 else None
    return None


def _decoded(text: bytes) -> bytes | None:
    try:
        raw = b64decode(text, validate=True)
    except ValueError:
        return None
    return raw if b64encode(raw) == text else None


@lru_cache(maxsize=1 << 12)
def _verifies(key: bytes, signature: bytes, body: bytes) -> bool:
    if len(signature) != 64:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, body)
    except InvalidSignature:
        return False
    return True


def _sealed(entry: Entry, body: bytes, copy: Copy) -> set[tuple[str, int]]:
    before = body.count(b"\n")
    stated = re.search(rb'^sealed: "(.*)"\n\Z', body, re.MULTILINE)
    block = b"".join(row + b"\n" for row in entry.rows[before + 2 :])
    where = ("bad_sealed", entry.line + before)
    if stated is not None and re.fullmatch(rb"[0-9a-f]{64}", stated[1]) is None:
        return {where}
    if not block:
        return {("secret_missing", entry.line)} if stated is not None and copy == "own" else set()
    return set() if stated is not None and sha256(block).hexdigest().encode() == stated[1] else {where}
