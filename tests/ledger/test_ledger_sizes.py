"""Large and hostile ledgers: what reading takes of memory, says of progress, and finds in a long row."""

import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

import pytest
from ledger_samples import DEALT_FULL, OPENED, entries, ledger

from gm.campaign import events_in_force
from gm.events import Note, Passed, Record, Undone
from gm.ledger import read

MIB = 1 << 20
FIRST = entries([OPENED])[0]
HEADER, _, _ = FIRST.partition(b"data:\n")
SEALED = b'sealed: "' + b"0" * 64 + b'"\nsig: "' + b"A" * 86 + b'=="\n'
LARGE = MIB // 2

FILES: dict[str, bytes] = {
    "zeros": b"\0",
    "lines of an entry's beginning": b"---\n",
    "one line": b"a",
    "empty lines": b"\n",
    "quotes": b'"',
    "backslashes": b"\\",
    "no UTF-8": b"\xff",
    "zeros between entries": b"---\n\0",
}
TAILS: dict[str, bytes] = {
    **FILES,
    "lines `sig:`": b"sig: \n",
    "lines `secret:`": b"secret:\n",
    "keys of a moderator": b'  moderator: "\n',
    "rows of a block": b'  a: "b"\n',
    "a value without an end": b'  a: "\\"\\n',
}
BLOCKS: dict[str, bytes] = {
    "rows": b'  a: "b"\n',
    "rows that say nothing": b"  \n",
    "quotes": b'  """\n',
    "backslashes": b'  a: "' + b"\\\\" * 500 + b'"\n',
    "escaped quotes": b'  a: "' + b'\\"' * 500 + b'"\n',
    "a list": b'  - "b"\n',
    "mappings of a list": b'  - b: "b"\n',
    "ever deeper": b"".join(b" " * (2 * level) + b"a:\n" for level in range(1, 500)),
    "other letters": '  a: "é\U0001f4a3"\n'.encode(),
}


@contextmanager
def at_most(mib: int) -> Iterator[None]:
    """Fails when what is done within takes more memory at once."""
    tracemalloc.start()
    try:
        yield
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < mib * MIB, f"{peak / MIB:.0f} MiB"


def filled(unit: bytes, size: int) -> bytes:
    """So many bytes of a unit again and again."""
    return unit * (size // len(unit))


@pytest.mark.parametrize("unit", FILES.values(), ids=FILES)
def test_a_file_of_anything_takes_little_more_than_its_own_size(unit: bytes) -> None:
    """Bounded memory, no traceback; 16 MiB here, three copies of which are allowed."""
    data = filled(unit, 16 * MIB)
    with at_most(48):
        reading = read(data, copy="own")
    assert reading.entries == ()
    assert reading.faults or reading.torn == 0


@pytest.mark.parametrize("start", [b"---\n", FIRST + b"---\n", FIRST + HEADER + b"data:\n"])
@pytest.mark.parametrize("unit", TAILS.values(), ids=TAILS)
def test_an_entry_that_never_ends_takes_little_more_than_its_own_size(start: bytes, unit: bytes) -> None:
    """An entry of 10 MB, whatever it is made of, first or last in its ledger."""
    data = start + filled(unit, 10 * MIB)
    with at_most(30):
        reading = read(data, copy="own")
    assert len(reading.entries) == start.count(b'sig: "')
    assert reading.faults or reading.torn is not None


@pytest.mark.parametrize("rows", BLOCKS.values(), ids=BLOCKS)
def test_large_entries_take_no_more_than_one_of_them(rows: bytes) -> None:
    """gm.ledger: an entry may have 2^20 bytes; what reading one takes is given back before the next."""
    data = FIRST + (HEADER + b"data:\n  list:\n" + filled(rows, LARGE) + SEALED) * 2
    with at_most(32):
        reading = read(data, copy="own")
    assert len(reading.entries) == 1
    assert {fault.code for fault in reading.faults} >= {"bad_signature", "bad_chain"}


def test_a_long_ledger_takes_a_few_times_its_own_size() -> None:
    """100,000 entries in bounded memory; what one of them takes does not grow."""
    data = ledger([OPENED, *(Note(f"note {number}") for number in range(2000))])
    with at_most(5 * len(data) // MIB + 1):
        reading = read(data)
    assert len(reading.entries) == 2001


def test_what_is_quoted_of_a_hostile_entry_is_short() -> None:
    """A clear refusal, also where the text that is refused is a million letters."""
    name = b"a" * (MIB - 2048)
    for entry in (
        HEADER.replace(b"campaign_opened", name) + b'data:\n  text: "n"\n' + SEALED,
        HEADER + b"data:\n  " + name[: MIB // 3] + b': "n"\n  ' + name[: MIB // 3] + b': "n"\n' + SEALED,
    ):
        reading = read(FIRST + entry)
        assert {fault.code for fault in reading.faults} & {"bad_event", "not_canonical"}
        assert all(len(fault.why) < 300 for fault in reading.faults)


def test_progress_counts_the_entries_up_to_the_last() -> None:
    """Progress is told how many entries are read, ever more of them, and at the end all."""
    data = ledger([OPENED, *(Note("note") for _ in range(999))])
    told: list[int] = []
    read(data, progress=told.append)
    assert told[-1] == 1000
    assert 1 < len(told) < 100
    assert all(earlier < later for earlier, later in pairwise(told))


@pytest.mark.parametrize("count", [1, 2, 15, 16, 17, 40])
def test_every_wrong_signature_is_found_where_it_is(count: int) -> None:
    """gm.ledger, bad_signature: of a row of entries, short or long, the ones that the key did not sign."""
    sealed = entries([OPENED, *(Note("note") for _ in range(count - 1))])
    for places in (*({place} for place in range(count)), set(range(0, count, 2)), set(range(count))):
        spoiled = [_spoiled(entry) if place in places else entry for place, entry in enumerate(sealed)]
        reading = read(b"".join(spoiled))
        found = [(fault.seq, fault.code) for fault in reading.faults]
        assert found == [(place + 1, "bad_signature") for place in sorted(places)]


def _spoiled(entry: bytes) -> bytes:
    at = entry.index(b'sig: "') + 10
    return entry[:at] + (b"A" if entry[at : at + 1] != b"A" else b"B") + entry[at + 1 :]


def test_a_long_log_of_a_manche_takes_little_memory() -> None:
    """design.md, Events (undone): who counts what is in force keeps no copy of it for every entry."""
    passes = [Record(seq, "", Passed("snaga")) for seq in range(2, 20_000)]
    log = (Record(1, "", DEALT_FULL), *passes, Record(20_000, "", Undone(19_000, "mal lu")))
    with at_most(16):
        force = events_in_force(log)
    assert force == tuple(range(1, 19_000))
