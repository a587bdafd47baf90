"""Random changes of ledgers, from single bytes up to whole events; `chance` decides everything."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from attacks.tampering import Parts, chained, digest_of, elsewhere, entries_of
from builders import numbered

from gm.codec import CodecError, Plain, decode, encode
from gm.events import CampaignOpened, Event, Record

PIECES: Final = tuple(
    piece.encode("utf-8", "surrogatepass")
    for piece in (
        *(
            "\n",
            "\r",
            "\r\n",
            "\0",
            "\t",
            " ",
            "  ",
            "\x1b",
            "\u0085",
            "\u2028",
            "\u202e",
            "\ufeff",
            "\ud800",
        ),
        *("---\n", "...\n", "\n---\n", "%YAML 1.1\n", "secret:\n", "data:\n", 'sig: ""\n', 'sealed: ""\n'),
        *("&a ", "*a", "!!str ", "!!python/name:os.system ", "<<: ", "? ", "- ", ": ", "# c", "|\n", ">\n"),
        *("{}", "[]", "~", "null", "yes", "'", '"', "\\", "\\n", "\\u0041", "\\x41", "\\/", '""', '"a": '),
        *(
            '"0"',
            '"01"',
            '"-1"',
            '"999999999"',
            '"1000000000"',
            '"3s"',
            '"Xr"',
            '"3s 3s"',
            '"é"',
            '"e\u0301"',
        ),
        *('"pass"', '"7?"', '"snaga"', '"Zoé"', "0" * 32, "f" * 64, "9" * 5000, "💣", "x" * 300),
    )
)
_STRING: Final = re.compile(rb'"(?:[^"\\\n]|\\.)*"')


def edited(data: bytes, chance: Random) -> bytes:
    """A ledger with one change in its bytes, lines, values, blocks or entries; nothing is signed anew."""
    change: Callable[[bytes, Random], bytes] = chance.choice(
        (_bytes, _lines, _values, _values, _blocks, _entries)
    )
    return change(data, chance)


def _bytes(data: bytes, chance: Random) -> bytes:
    start = chance.randint(0, len(data))
    end = min(len(data), start + chance.choice((0, 0, 1, 1, 2, 7, 40)))
    source = chance.randint(0, len(data))
    new = chance.choice(
        (b"", chance.choice(PIECES), bytes([chance.randint(0, 255)]), data[source : source + 60])
    )
    return data[:start] + new + data[end:]


def _lines(data: bytes, chance: Random) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(7):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[other])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = lines[other]
        case 4:
            lines[at] = b"  " + lines[at]
        case 5:
            lines[at] = lines[at].removeprefix(b"  ")
        case _:
            lines[at] = chance.choice(PIECES) + lines[at]
    return b"".join(lines)


def _values(data: bytes, chance: Random) -> bytes:
    """One string becomes another of the ledger, or a piece stands in its place or in it."""
    strings = list(_STRING.finditer(data))
    if not strings:
        return data
    found, other = chance.choice(strings), chance.choice(strings)
    inside = b'"' + chance.choice(PIECES) + found[0][1:]
    new = chance.choice((other[0], other[0], chance.choice(PIECES), inside, b""))
    return data[: found.start()] + new + data[found.end() :]


def _blocks(data: bytes, chance: Random) -> bytes:
    """Some lines in a row are moved, doubled or taken out."""
    lines = data.splitlines(keepends=True)
    start = chance.randint(0, len(lines))
    block = lines[start : start + chance.randint(1, 12)]
    rest = lines[:start] + lines[start + len(block) :]
    at = chance.randint(0, len(rest))
    return b"".join(chance.choice((rest, rest[:at] + block + rest[at:], lines[:at] + block + lines[at:])))


def _entries(data: bytes, chance: Random) -> bytes:
    entries = list(entries_of(data)) or [data]
    at = chance.randrange(len(entries))
    match chance.randrange(4):
        case 0:
            del entries[at]
        case 1:
            entries.insert(chance.randint(0, len(entries)), entries[at])
        case 2:
            entries.append(entries.pop(at))
        case _:
            entries[at] = chance.choice(elsewhere())
    return b"".join(entries)


def forged(entries: Sequence[bytes], chance: Random) -> bytes:
    """A ledger of which one entry was changed, sealed, signed and chained by whoever has the key."""
    forged_one = chance.randint(1, len(entries))
    inner: Callable[[bytes, Random], bytes] = chance.choice(
        (_bytes, _lines, _values, _values, _values, _blocks)
    )

    def change(place: int, there: Parts) -> Parts:
        if place != forged_one:
            return there
        if not there.secret or chance.random() < 0.5:
            return there._replace(body=inner(there.body, chance))
        head = b"secret:\n"
        secret = head + inner(there.secret.removeprefix(head), chance)
        return Parts(there.body.replace(digest_of(there.secret), digest_of(secret)), there.sig, secret)

    return chained(entries, change)


def forged_records(records: Sequence[Record], chance: Random) -> list[Record]:
    """Records some of which were left out, moved, doubled or say something else."""
    events = [record.event for record in records]
    for _ in range(chance.randint(1, 4)):
        at, other = chance.randrange(1, len(events)), chance.randrange(1, len(events))
        match chance.randrange(8):
            case 0:
                del events[at : at + chance.randint(1, 3)]
            case 1:
                events.insert(other, events[at])
            case 2:
                events.insert(other, events.pop(at))
            case 3:
                events[at], events[other] = events[other], events[at]
            case 4:
                events = events[: max(at, 9)]
            case _:
                events[at] = _other_event(events[at], events[other], chance)
        if len(events) < 2:
            break
    return numbered(events)


def _other_event(event: Event, other: Event, chance: Random) -> Event:
    """The event with one thing in it changed, where that is still an event; values of another come in."""
    name, data, secret = encode(event)
    pool = [
        *_leaves(encode(other).data),
        *_leaves(data),
        *_leaves(secret or {}),
        "1",
        "2",
        "7",
        "Zoé",
        "pass",
    ]
    for _ in range(20):
        new_data, new_secret = _changed(data, pool, chance), secret
        if secret is not None and chance.random() < 0.4:
            new_data, new_secret = data, _changed(secret, pool, chance)
        try:
            return decode(name, new_data, new_secret)
        except CodecError:
            continue
    return event


def _leaves(plain: Plain) -> list[str]:
    if isinstance(plain, str):
        return [plain]
    children = plain.values() if isinstance(plain, dict) else plain
    return [leaf for child in children for leaf in _leaves(child)]


def _changed(plain: Plain, pool: Sequence[str], chance: Random) -> Plain:
    """A plain value with one change at random somewhere in it."""
    if isinstance(plain, str) or not plain:
        return chance.choice(pool)
    if isinstance(plain, dict):
        key = chance.choice(list(plain))
        match chance.randrange(5):
            case 0:
                return {name: value for name, value in plain.items() if name != key}
            case 1:
                return {
                    (chance.choice(pool) if name == key else name): value for name, value in plain.items()
                }
            case _:
                return {**plain, key: _changed(plain[key], pool, chance)}
    at = chance.randrange(len(plain))
    match chance.randrange(5):
        case 0:
            return [*plain[:at], *plain[at + 1 :]]
        case 1:
            return [*plain, plain[at]]
        case 2:
            return [*plain[at:], *plain[:at]]
        case _:
            return [*plain[:at], _changed(plain[at], pool, chance), *plain[at + 1 :]]


def other_engine(records: Sequence[Record]) -> list[Record]:
    """The records as if another version of the engine had judged them."""
    opened = records[0].event
    assert isinstance(opened, CampaignOpened)
    return [replace(records[0], event=replace(opened, engine="0")), *records[1:]]
