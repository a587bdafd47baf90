"""Bytes that somebody has tampered with: the tools, and where each fault must be reported.

`written()` is a real ledger of thirteen entries: opening, partie, five players, deal, order, four moves.
Those without the key edit its bytes (`edited`). Who has the key signs what the writer would never write, and
chains and signs the entries after it, so that nothing but the forgery is wrong (`signed_anew`,
`sealed_anew`).
"""

import re
from base64 import b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from random import Random
from typing import Final, NamedTuple

from builders import Book, choose_order, deal, open_partie, play_some, register
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gm.evidence import FindingCode
from gm.ledger import NO_ENTRY, FaultCode

KEY: Final = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC_KEY: Final = KEY.public_key().public_bytes_raw()
OTHER_KEY: Final = Ed25519PrivateKey.from_private_bytes(bytes(32))
OPENED, PARTIE, JOINED, DEALT, ORDER, PLAYED = 1, 2, 3, 8, 9, 10
"""Numbers of entries of `written()`; the player of entry 3 is `intersideral`, the word `carotte`."""


@dataclass(frozen=True)
class Blame:
    """One fault that must be reported: its code, the entry it names, and how the blamed line begins.

    A `line` may be given by its number, and b"" is a blank one. It is the `nth` of its entry that begins so;
    `place` counts the `---` lines up to that entry, where this is not the number that the entry has.
    """

    code: FaultCode | FindingCode
    seq: int | None
    line: bytes | int = b"---"
    place: int | None = None
    nth: int = 1


@dataclass(frozen=True)
class Tampering:
    """A forged file and the faults of its bytes that must be found, in one's own copy and in a public one.

    These faults and no others, in the order of the file; with `more` others too, but none before them:
    nothing certain can be said of what follows. The public file is the public copy of `data` and its faults
    are the same, unless they are given. `key` is one that the reader requires, `checkpoints` those that were
    posted.
    """

    data: bytes
    own: tuple[Blame, ...]
    public: tuple[Blame, ...] | None = None
    public_data: bytes | None = None
    more: bool = False
    key: bytes | None = None
    checkpoints: tuple[str, ...] = ()


class Parts(NamedTuple):
    """An entry in three: BODY, its line `sig:`, and the line `secret:` with its block or nothing."""

    body: bytes
    sig: bytes
    secret: bytes


@cache
def written() -> tuple[bytes, ...]:
    """The entries of the ledger that is tampered with."""
    return entries_of(_some_moves("zebest").own())


@cache
def elsewhere() -> tuple[bytes, ...]:
    """The same moderator's ledger of another campaign: same key, seeds, players, words and times."""
    return entries_of(_some_moves("autre").own())


def _some_moves(campaign: str) -> Book:
    chance = Random(3)
    book = register(open_partie(Book(campaign), chance))
    return play_some(choose_order(deal(book), chance), chance, 4)


def entries_of(data: bytes) -> tuple[bytes, ...]:
    """The entries of a ledger, each with its `---`."""
    return tuple(re.split(rb"^(?=---\n)", data, flags=re.MULTILINE)[1:])


def parts(entry: bytes) -> Parts:
    """The parts of an entry."""
    body, _, rest = entry.removeprefix(b"---\n").partition(b"\nsig: ")
    line, _, secret = rest.partition(b"\n")
    return Parts(body + b"\n", b"sig: " + line + b"\n", secret)


def once(text: bytes, old: bytes, new: bytes) -> bytes:
    """The text with the first of `old` replaced, which has to be there."""
    assert old in text, old
    return text.replace(old, new, 1)


def edited(seq: int, old: bytes, new: bytes) -> bytes:
    """The ledger with one entry edited and nothing signed anew: what anyone can do with an editor."""
    entries = list(written())
    entries[seq - 1] = once(entries[seq - 1], old, new)
    return b"".join(entries)


def signed(body: bytes, secret: bytes = b"", key: Ed25519PrivateKey = KEY) -> bytes:
    """An entry of these bytes, signed by whoever has the key."""
    return b"---\n" + body + b'sig: "' + b64encode(key.sign(body)) + b'"\n' + secret


def linked(body: bytes, head: bytes) -> bytes:
    """A BODY that stands on this head."""
    return re.sub(rb'^prev: ".*"$', b'prev: "%s"' % head, body, count=1, flags=re.MULTILINE)


def chained(
    entries: Iterable[bytes],
    change: Callable[[int, Parts], Parts] = lambda _, parts: parts,
    key: Ed25519PrivateKey = KEY,
) -> bytes:
    """The entries as a moderator signs them one after the other; `change` forges by place, from 1."""
    head, chain = NO_ENTRY.encode(), []
    for place, entry in enumerate(entries, start=1):
        there = parts(entry)
        body, _, secret = change(place, there._replace(body=linked(there.body, head)))
        chain.append(signed(body, secret, key))
        head = sha256(body).hexdigest().encode()
    return b"".join(chain)


def signed_anew(seq: int, old: bytes, new: bytes) -> bytes:
    """The ledger with BODY of one entry changed, and that and every later one signed by the moderator."""

    def change(place: int, there: Parts) -> Parts:
        return there._replace(body=once(there.body, old, new)) if place == seq else there

    return chained(written(), change)


def sealed_anew(seq: int, old: bytes, new: bytes) -> bytes:
    """The ledger with the `secret` block of one entry changed, sealed and signed by the moderator."""

    def change(place: int, there: Parts) -> Parts:
        if place != seq:
            return there
        secret = once(there.secret, old, new)
        return Parts(once(there.body, digest_of(there.secret), digest_of(secret)), there.sig, secret)

    return chained(written(), change)


def digest_of(secret: bytes) -> bytes:
    """What `sealed` says of the block below a line `secret:`."""
    return sha256(secret.removeprefix(b"secret:\n")).hexdigest().encode()


def head_of_last(data: bytes) -> str:
    """The head of the last entry of a ledger."""
    return sha256(parts(entries_of(data)[-1]).body).hexdigest()
