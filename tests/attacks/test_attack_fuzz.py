"""Whatever stands in a ledger, reading and examining it answers, and only what is true is sound.

design.md, The ledger: no exception other than its own. Random changes go from
single bytes up to events, unsigned and signed anew, so that each layer behind the signature is reached.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import pytest
import yaml
from attacks.byte_layer import held_against_the_specification
from attacks.forging import begun, honest
from attacks.mutation import PIECES, edited, forged, forged_records, other_engine
from attacks.tampering import JOINED, once, parts, signed, written
from builders import Book, choose_order, deal, exchange_all, open_partie, play_manche, play_some, sealed
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.campaign import Problem, judge
from gm.codec import decode, encode
from gm.desk.corrections import UndoProposed, abandon, sanction, undo
from gm.desk.prepare import give_word
from gm.desk.replacing import replace as replace_player
from gm.events import (
    DelaysSet,
    Event,
    Incident,
    Note,
    Paused,
    Played,
    Record,
    Refused,
    Replaced,
    StandingPass,
    StandingPassEnded,
)
from gm.evidence import examine
from gm.ledger import NO_ENTRY, Copy, Entry, Reading, head_of, parse_checkpoint, public_copy, read
from gm.manche import Pass

LEDGER = b"".join(written())
SEEDS = range(150)
COPIES: tuple[Copy, ...] = ("own", "public")


@cache
def true_ledgers() -> frozenset[bytes]:
    """What may be sound without the key: the first entries of the ledger, and their public copy."""
    beginnings = {b"".join(written()[:count]) for count in range(len(written()) + 1)}
    return frozenset(beginnings)


def check_unsigned(data: bytes) -> None:
    """The faults of the bytes are those of the specification; sound is only what is true."""
    for copy in COPIES:
        reading = held_against_the_specification(data, copy)
        examine(reading, copy)
        if not reading.all_faults:
            true = true_ledgers() if copy == "own" else set(map(public_copy, true_ledgers()))
            assert (data if copy == "own" else public_copy(data)) in true
    public_copy(data)


@settings(max_examples=150)
@given(st.randoms(use_true_random=False), st.integers(1, 3))
def test_no_edit_is_sound(chance: Random, times: int) -> None:
    """Bytes, lines, values, blocks and entries changed without the key."""
    data = LEDGER
    for _ in range(times):
        data = edited(data, chance)
    check_unsigned(data)


@pytest.mark.parametrize("start", SEEDS[::50])
def test_no_edit_of_many_is_sound(start: int) -> None:
    """The same edits by seeded chance, up to ten on top of each other, in a public copy too."""
    for seed in range(start, start + 50):
        chance = Random(seed)
        data = public_copy(LEDGER) if seed % 3 == 0 else LEDGER
        for _ in range(chance.randint(1, 10)):
            data = edited(data, chance)
        check_unsigned(data)


@given(st.binary(max_size=300))
def test_no_bytes_are_sound(data: bytes) -> None:
    """Only nothing at all is without fault."""
    for given_one in (data, b"---\n" + data):
        for copy in COPIES:
            assert held_against_the_specification(given_one, copy).all_faults or given_one == b""
        public_copy(given_one)


def check_forged(data: bytes) -> None:
    """Reading answers; an entry that is read says to PyYAML what it says to gm, and is written so again."""
    for copy in COPIES:
        copied = data if copy == "own" else public_copy(data)
        reading = read(copied, copy=copy)
        examine(reading, copy)
        if reading.all_faults:
            continue
        documents = yaml.load_all(copied.decode(), Loader=yaml.BaseLoader)
        for entry, document in zip(reading.entries, documents, strict=True):
            name, plain, secret = encode(entry.record.event)
            assert (document["seq"], document["event"]) == (str(entry.record.seq), name)
            assert (document["at"], document["prev"]) == (entry.record.at, entry.prev)
            assert document["data"] == plain
            assert list(document["data"]) == list(plain)
            assert {**document.get("secret", {}), "salt": ""} == {**(secret or {}), "salt": ""}


@settings(max_examples=150)
@given(st.randoms(use_true_random=False))
def test_whatever_is_signed_is_answered(chance: Random) -> None:
    """One entry changed, sealed, signed and chained anew by whoever has the key."""
    check_forged(forged(written(), chance))


@pytest.mark.parametrize("start", SEEDS[::50])
def test_whatever_is_signed_often_is_answered(start: int) -> None:
    """The same by seeded chance, several entries changed one after the other."""
    for seed in range(start, start + 50):
        chance = Random(seed)
        entries = written()
        for _ in range(chance.randint(1, 4)):
            entries = tuple(b"---\n" + each for each in forged(entries, chance).split(b"---\n")[1:])
            if any(b"\nsig: " not in each for each in entries):
                break
        check_forged(b"".join(entries))


YAMLISH = st.lists(
    st.one_of(st.sampled_from(PIECES), st.text(max_size=4).map(lambda text: text.encode("utf-8", "replace"))),
    min_size=1,
    max_size=8,
).map(b"".join)


@settings(max_examples=150)
@given(YAMLISH, st.booleans())
def test_what_looks_like_yaml_is_answered(text: bytes, quoted: bool) -> None:
    """Anchors, tags, flow, quotes, escapes and indents as a value and as lines of a block, signed."""
    body = parts(written()[JOINED - 1]).body
    value = b'"' + text + b'"' if quoted else text
    for new in (value, b'"carotte"\n  ' + value, b"\n    " + value):
        check_forged(b"".join(written()[: JOINED - 1]) + signed(once(body, b'"carotte"', new)))


@cache
def eventful() -> tuple[Record, ...]:
    """A partie with undos, an abandoned deal, a sanction, replacements, and what is said of the absent."""
    chance = Random(5)
    book = deal(begun())
    book.add(abandon(book.campaign, "une main au mauvais joueur", bytes(32)))
    book.add(give_word(book.campaign, "MisterH", "encore"))
    play_some(choose_order(deal(book), chance), chance, 9)
    book.add(_undone(book))
    waiting = next(name for name in book.manche.order if name != book.manche.turn)
    codes = tuple(each.code.value for each in judge(book.manche, waiting, Pass()).objections)
    book.add([Note("vu"), Refused(waiting, "pass", codes, note="trop tôt")])
    _stay_away(book, waiting)
    play_manche(book, chance)
    book.add(_replaced(book, book.manche.order[2], waiting))
    play_some(exchange_all(deal(book), chance), chance, 7)
    out = sanction(book.campaign, book.manche.order[1], "triche", ())
    assert not isinstance(out, Problem)
    book.add(out)
    return tuple(open_partie(play_manche(book, chance), chance).records)


def _stay_away(book: Book, name: str) -> None:
    """Somebody passes on, stays away and is replaced."""
    seen = next(each.seq for each in reversed(book.records) if isinstance(each.event, Played))
    book.add(
        [
            DelaysSet(24, 24, 48, 12, "ask", "22-9"),
            Paused("2014-07-01T00:00:00+02:00", "2014-07-15T00:00:00+02:00", "vacances"),
            StandingPass(name),
            StandingPassEnded(name),
            StandingPass(name),
            Incident(name, "post_vanished", (seen,), note="rien de grave"),
        ]
    )
    book.add(_replaced(book, name, "Zoé"))


def _replaced(book: Book, name: str, by: str) -> Replaced:
    event = replace_player(book.campaign, name, by)
    assert isinstance(event, Replaced)
    return event


def _undone(book: Book) -> Event:
    proposed = undo(book.campaign, None, "mal lu")
    assert isinstance(proposed, UndoProposed)
    return proposed.event


def reading_of(records: list[Record], copy: Copy) -> Reading:
    """What reading a ledger of these records gives, without the bytes: signing them all takes too long."""
    kept = [
        record if copy == "own" else replace(record, event=decode(*encode(record.event)[:2], None))
        for record in records
    ]
    entries = tuple(
        Entry(record, NO_ENTRY, b"", NO_ENTRY, record.seq, has_secret=False, secret_missing=False)
        for record in kept
    )
    return Reading(entries, (), NO_ENTRY, None)


def check_records(records: list[Record]) -> None:
    for copy in COPIES:
        report = examine(reading_of(records, copy), copy)
        assert all(fault.why for fault in report.faults)
        examine(reading_of(other_engine(records), copy), copy)


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.sampled_from([honest, eventful]))
def test_whatever_the_events_say_is_answered(chance: Random, ledger: Callable[[], list[Record]]) -> None:
    """Events left out, moved, doubled, or with other values: examining them never raises."""
    check_records(forged_records(list(ledger()), chance))


@pytest.mark.parametrize("start", SEEDS[::50])
def test_whatever_many_events_say_is_answered(start: int) -> None:
    """The same by seeded chance."""
    for seed in range(start, start + 50):
        check_records(forged_records(list(eventful() if seed % 2 else honest()), Random(seed)))


@pytest.mark.parametrize("seed", range(3))
def test_forged_events_read_back_as_they_are(seed: int) -> None:
    """What examining is given without bytes above is what reading gives with them."""
    records = forged_records(list(eventful())[:60], Random(seed))
    for copy in COPIES:
        data = sealed(records)
        reading = read(data if copy == "own" else public_copy(data), copy=copy)
        assert reading.all_faults == ()
        assert [each.record for each in reading.entries] == [
            each.record for each in reading_of(records, copy).entries
        ]
        codes = [(fault.seq, fault.code) for fault in examine(reading, copy).faults]
        assert codes == [(fault.seq, fault.code) for fault in examine(reading_of(records, copy), copy).faults]


@given(st.one_of(st.text(max_size=80), st.from_regex(r"[a-z0-9-]{0,42}/[0-9]{0,11}/([0-9A-Fa-f]{4}-?){0,9}")))
def test_no_text_makes_a_checkpoint_raise(text: str) -> None:
    """A checkpoint is read or it is none; a ledger answers to either."""
    parsed = parse_checkpoint(text)
    report = examine(read(LEDGER), "public", [parsed] if parsed is not None else [])
    sound = parsed is None or parsed.head == head_of(written()[parsed.seq - 1])[:32]
    assert sound == (report.faults == ())


def test_the_eventful_ledger_is_honest() -> None:
    """The changes above are the only reason for a fault."""
    for copy in COPIES:
        assert examine(reading_of(list(eventful()), copy), copy).faults == ()
