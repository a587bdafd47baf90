"""Attacks that are many: each byte, each line, each place where a file can be cut, each character refused.

README.md, Sweeps, gives the rules. Whatever is done to the bytes, the reader's faults of layout, signature,
chain, number and seal are those of `byte_layer`, on the same lines (`held_against_the_specification`).
"""

from base64 import b64decode, b64encode
from dataclasses import replace
from itertools import chain, pairwise

import pytest
from attacks.attacks_on_forms import forms
from attacks.attacks_on_signatures import GROUP_ORDER, IDENTITY, SMALL_ORDER
from attacks.byte_layer import held_against_the_specification
from attacks.tampering import PLAYED, once, parts, signed, written
from ledger_samples import (
    ABANDONED_FULL,
    DEALT_FULL,
    EXAMPLE,
    GIFT,
    GIFT_ASKED,
    OPENED,
    PARTIE,
    PUBLIC_KEY,
    REFUSED_FULL,
    entries,
    ledger,
)

from gm.events import Event, Joined, Note
from gm.ledger import Copy, check_checkpoint, checkpoint, parse_checkpoint, public_copy, read

SHORT = ledger([replace(OPENED, rules={"preset": "zebest"}), PARTIE, Joined("a", "été"), GIFT])
LEDGER = b"".join(written())


def regions(data: bytes) -> list[str]:
    """For each byte of a ledger whether it is layout, signed, signature or secret."""
    places: list[str] = []
    block = "signed"
    lines = data.split(b"\n")
    for line, following in pairwise(lines):
        if line.startswith(b"  "):
            goes_on = following.startswith((b"  ", b"sealed: "))
            places += ["layout"] * 2 + [block] * (len(line) - 2) + [block if goes_on else "layout"]
            continue
        block = "secret" if line == b"secret:" else "signed"
        name, colon, value = line.partition(b': "')
        kind = "signature" if name == b"sig" else "signed"
        if not colon or name == b"entry":
            places += ["layout"] * (len(line) + 1)
        else:
            places += ["layout"] * len(name + colon) + [kind] * (len(value) - 1) + ["layout"] * 2
    return places


PROPER = {
    "layout": "bad_layout",
    "signed": "bad_signature",
    "signature": "bad_signature",
    "secret": "bad_sealed",
}


@pytest.mark.parametrize(("copy", "flip"), [("own", 0x01), ("own", 0x20), ("public", 0x01)])
def test_no_byte_can_be_changed(copy: Copy, flip: int) -> None:
    """Each byte, two ways: the code is that of its region, and it is never a torn tail."""
    data = SHORT if copy == "own" else public_copy(SHORT)
    for at, region in enumerate(regions(data)):
        changed = bytearray(data)
        changed[at] ^= flip
        reading = held_against_the_specification(bytes(changed), copy)
        assert PROPER[region] in {fault.code for fault in reading.faults}, (at, region)
        assert reading.torn_at is None, at


@pytest.mark.parametrize("last", [PARTIE, DEALT_FULL, ABANDONED_FULL], ids=lambda last: type(last).__name__)
def test_no_byte_of_the_last_secret_can_be_changed(last: Event) -> None:
    """A changed secret at the end of the file is tampering, not a cut (design.md, `gm repair`)."""
    data = ledger([OPENED, last])
    for at in range(data.rindex(b"secret:\n") + len(b"secret:\n"), len(data)):
        for flip in (0x01, 0x02):
            changed = bytearray(data)
            changed[at] ^= flip
            reading = read(bytes(changed), copy="own")
            assert {"bad_sealed", "bad_layout"} & {fault.code for fault in reading.faults}, at
            assert reading.torn_at is None, at


def test_no_byte_can_be_taken_out_or_put_in() -> None:
    """Each byte missing, or there twice: something breaks; only the last LF missing is a torn tail."""
    for at in range(len(SHORT)):
        missing = held_against_the_specification(SHORT[:at] + SHORT[at + 1 :], "own")
        assert missing.all_faults, at
        assert (missing.torn_at is not None) is (at == len(SHORT) - 1), at
        doubled = held_against_the_specification(SHORT[:at] + SHORT[at : at + 1] + SHORT[at:], "own")
        assert doubled.faults, at


def _kind(lines: list[bytes], at: int) -> str:
    """What a line is: `signed` or `secret` in a block of more than one line, `sealed`, else `layout`."""
    if not lines[at].startswith(b"  "):
        return "sealed" if lines[at].startswith(b"sealed: ") else "layout"
    top = next(each for each in reversed(lines[:at]) if not each.startswith(b"  "))
    there = [each for each in lines[at - 1 : at + 2] if each.startswith(b"  ")]
    return "layout" if len(there) == 1 else "secret" if top == b"secret:" else "signed"


LINE_CODES = {
    "layout": "bad_layout",
    "signed": "bad_signature",
    "secret": "bad_sealed",
    "sealed": "bad_layout",
}


@pytest.mark.parametrize("copy", ["own", "public"])
def test_no_line_can_be_deleted_doubled_or_swapped(copy: Copy) -> None:
    """Each line of a real ledger: the code is that of the kind of line, for two that are swapped of both."""
    lines = (LEDGER if copy == "own" else public_copy(LEDGER)).split(b"\n")[:-1]
    for at, line in enumerate(lines):
        kind = _kind(lines, at)
        attempts = [([*lines[:at], line, *lines[at:]], LINE_CODES[kind])]
        if at + 1 < len(lines):  # without its last line the ledger is torn
            deleted = "bad_signature" if kind == "sealed" else LINE_CODES[kind]
            attempts.append((lines[:at] + lines[at + 1 :], deleted))
        if at + 1 < len(lines) and lines[at + 1] != line:
            same = kind if kind == _kind(lines, at + 1) else "layout"
            attempts.append(([*lines[:at], lines[at + 1], line, *lines[at + 2 :]], LINE_CODES[same]))
        for attempt, code in attempts:
            reading = held_against_the_specification(b"".join(each + b"\n" for each in attempt), copy)
            assert code in {fault.code for fault in reading.faults}, (at, line)
            assert reading.torn_at is None, (at, line)


TAIL: tuple[Event, ...] = (
    PARTIE,
    DEALT_FULL,
    GIFT_ASKED,
    REFUSED_FULL,
    ABANDONED_FULL,
    EXAMPLE[2],
    Note("n"),
)
LOOKS_WHOLE = (b"  asked: ", b"  note: ", b'  - "7s already_played"')
"""Lines of a `secret` block before which, and after whose list, a cut leaves what could be whole."""


@pytest.mark.parametrize("copy", ["own", "public"])
def test_a_ledger_can_be_cut_at_an_entry_only_and_a_checkpoint_shows_that(copy: Copy) -> None:
    """At every byte of the last entries: torn and repairable; whole ones are a `rollback` (design.md).

    Where a cut `secret` block could be a whole one, it is `bad_sealed`, the safe answer (gm.ledger).
    """
    whole = entries([OPENED, *TAIL])
    data = b"".join(whole if copy == "own" else map(public_copy, whole))
    posted = parse_checkpoint(checkpoint("zebest", len(whole), read(data).head))
    assert posted is not None
    starts = [0]
    for entry in whole:
        starts.append(starts[-1] + len(entry if copy == "own" else public_copy(entry)))
    for cut in range(starts[1], len(data)):  # what is torn is set aside up to one of the starts
        reading = read(data[:cut], copy=copy)
        start = max(each for each in starts if each <= cut)
        if cut == start:
            assert reading.all_faults == (), cut
            fault = check_checkpoint(reading, posted)
            assert fault is not None
            assert fault.code == "rollback"
        elif data[cut:].startswith(LOOKS_WHOLE) and data[cut - 1 : cut] == b"\n":
            assert [each.code for each in reading.all_faults] == ["bad_sealed"], cut
        else:
            assert reading.torn == start, cut
            assert reading.repairable, cut
            codes = [each.code for each in reading.faults]
            before_secret = data[cut:].startswith(b"secret:\n") and data[cut - 1 : cut] == b"\n"
            assert codes == (["secret_missing"] if before_secret else []), cut


REFUSED = (
    *range(0x0A),
    *range(0x0B, 0x20),
    *range(0x7F, 0xA0),
    0x061C,
    *range(0x200E, 0x2010),
    *range(0x2028, 0x202F),
    *range(0x2066, 0x206A),
    *range(0xFDD0, 0xFDF0),
    0xFEFF,
    *chain.from_iterable((plane << 16 | 0xFFFE, plane << 16 | 0xFFFF) for plane in range(17)),
)


def test_each_refused_character_is_refused() -> None:
    """design.md: "Refused code points", each in a note that is signed; their neighbours are read."""
    opened, note = entries([OPENED, Note("carotte")])

    def codes(point: int) -> list[str]:
        text = chr(point).encode("utf-8", "surrogatepass")
        body = once(parts(note).body, b"carotte", b"car" + text + b"otte")
        return [fault.code for fault in read(opened + signed(body)).faults]

    for point in (*REFUSED, 0xD800, 0xDBFF, 0xDC00, 0xDFFF):
        assert codes(point) == ["bad_text"], hex(point)
    around = {point + step for point in REFUSED for step in (-1, 1)} - {*REFUSED, -1, 0x0A, 0x110000}
    for point in around:
        assert codes(point) == [], hex(point)


def test_a_signature_has_one_spelling() -> None:
    """Base64 that decodes to the same 64 bytes, spelt otherwise, is refused; BODY is the same all along."""
    text = parts(written()[PLAYED - 1]).sig[6:-2]
    alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    last = alphabet.index(text[85:86])
    spellings = [text[:85] + alphabet[last ^ bits : (last ^ bits) + 1] + b"==" for bits in range(1, 16)]
    assert all(b64decode(each) == b64decode(text) for each in spellings)
    for spelling in spellings:
        reading = read(LEDGER.replace(text, spelling))
        assert [(fault.seq, fault.code) for fault in reading.faults] == [(PLAYED, "bad_signature")]


@pytest.mark.parametrize("times", range(1, 9))
def test_a_signature_is_not_malleable(times: int) -> None:
    """S plus the order of the group, as often as it fits into 32 bytes, verifies the same equation."""
    text = parts(written()[PLAYED - 1]).sig[6:-2]
    raw = b64decode(text)
    bigger = (int.from_bytes(raw[32:], "little") + times * GROUP_ORDER).to_bytes(32, "little")
    reading = read(LEDGER.replace(text, b64encode(raw[:32] + bigger)))
    assert [(fault.seq, fault.code) for fault in reading.faults] == [(PLAYED, "bad_signature")]


@pytest.mark.parametrize("key", SMALL_ORDER, ids=bytes.hex)
def test_a_key_of_small_order_is_no_key(key: bytes) -> None:
    """Under such a key anybody makes signatures that verify, whatever they sign (RFC 8032, 8.4)."""
    opened = once(ledger([OPENED]), b64encode(PUBLIC_KEY), b64encode(key))
    forged = opened.replace(parts(opened).sig, b'sig: "%s"\n' % b64encode(IDENTITY + bytes(32)))
    assert [fault.code for fault in read(forged).faults] == ["bad_signature", "bad_event"]


def test_what_is_signed_in_another_form_is_also_not_signed() -> None:
    """The same edits by somebody without the key break the signature too, on the line `sig:`."""
    for name, form in forms()["not_canonical"].items():
        entry = written()[form["entry"] - 1]
        data = once(LEDGER, entry, once(entry, form["old"].encode(), form["new"].encode()))
        found = {(fault.seq, fault.code) for fault in held_against_the_specification(data, "own").faults}
        assert {(form["entry"], "bad_signature"), (form["entry"], "not_canonical")} <= found, name


def test_several_attacks_are_all_reported() -> None:
    """Reading goes on after a fault: each of two bad entries has its own, and the others are read."""
    forged = list(entries([OPENED, *(Joined(f"player {number}") for number in range(6))]))
    forged[2] = once(forged[2], b"player 1", b"player 9")
    forged[4] = once(forged[4], b"sig: ", b"sign: ")
    reading = read(b"".join(forged), copy="own")
    assert [(fault.seq, fault.code) for fault in reading.faults] == [
        (3, "bad_signature"),
        (4, "bad_chain"),
        (5, "bad_layout"),
    ]
    assert [entry.record.seq for entry in reading.entries] == [1, 2, 3, 4, 6, 7]


def test_a_hostile_file_does_not_fill_the_memory() -> None:
    """After a thousand faults reading stops, however many there are, which is a fault too."""
    faults = read(b"---\n" * 200_000).all_faults
    assert len(faults) < 1100
    assert faults[-1].code == "too_many_faults"
