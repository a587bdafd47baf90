"""Attacks on a ledger, each refused by its code (design.md, The ledger: read strictly).

Every byte and every line of one ledger is tried, then the forgeries that a reader of YAML would let pass.
"""

from base64 import b64decode, b64encode
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledger_samples import (
    DEALT,
    EXAMPLE,
    GIFT,
    OPENED,
    OTHER_KEY,
    PARTIE,
    PUBLIC_KEY,
    entries,
    ledger,
    resealed,
)

from gm.events import Joined, Note
from gm.ledger import public_copy, read

WRITTEN = entries([*EXAMPLE, DEALT])
LEDGER = b"".join(WRITTEN)
SHORT = ledger([replace(OPENED, rules={"preset": "zebest"}), PARTIE, EXAMPLE[2]])


def codes(data: bytes, key: bytes | None = PUBLIC_KEY) -> list[str]:
    """The codes of all faults in one's own ledger."""
    return [fault.code for fault in read(data, key=key, copy="own").all_faults]


def regions(data: bytes) -> list[str]:
    """For each byte of a ledger where it stands: separator, body, sig or secret."""
    places = []
    place = "separator"
    for line in data.split(b"\n")[:-1]:
        if line == b"---":
            place = "separator"
        elif line.startswith(b"entry: "):
            place = "body"
        elif line.startswith(b"sig: "):
            place = "sig"
        elif line == b"secret:":
            place = "secret"
        places += [place] * (len(line) + 1)
    return places


EXPECTED = {
    "separator": {"bad_layout"},
    "body": {"bad_signature", "bad_layout"},
    "sig": {"bad_signature", "bad_layout"},
    "secret": {"bad_sealed", "bad_layout"},
}


@pytest.mark.parametrize("flip", [0x01, 0x20])
def test_no_byte_can_be_changed(flip: int) -> None:
    """Each byte, two ways: a signature, the layout or a seal breaks, and it is no torn tail."""
    for at, place in enumerate(regions(SHORT)):
        changed = bytearray(SHORT)
        changed[at] ^= flip
        found = codes(bytes(changed))
        assert EXPECTED[place] & set(found), (at, place, found)
        assert "torn" not in found, (at, place, found)


def test_no_byte_of_the_last_secret_can_be_changed() -> None:
    """A changed secret at the end of the file is tampering, not a cut (design.md, `gm repair`)."""
    for last in (PARTIE, DEALT, GIFT):
        data = ledger([OPENED, last])
        for at in range(data.rindex(b"secret:\n") + len(b"secret:\n"), len(data)):
            for flip in (0x01, 0x02):
                changed = bytearray(data)
                changed[at] ^= flip
                found = codes(bytes(changed))
                assert {"bad_sealed", "bad_layout"} & set(found), (at, found)
                assert "torn" not in found, (at, found)


def test_no_byte_can_be_taken_out_or_put_in() -> None:
    """Each byte missing, or there twice: something breaks, at the end of the file perhaps as a torn tail."""
    for at in range(len(SHORT)):
        assert codes(SHORT[:at] + SHORT[at + 1 :]), at
        assert codes(SHORT[:at] + SHORT[at : at + 1] + SHORT[at:]), at


def test_no_line_can_be_deleted_doubled_or_moved() -> None:
    """Each line of each entry deleted, doubled, or swapped with the next one that differs."""
    lines = LEDGER.split(b"\n")[:-1]
    for at, line in enumerate(lines):
        attempts = [lines[:at] + lines[at + 1 :], [*lines[:at], line, *lines[at:]]]
        if at + 1 < len(lines) and lines[at + 1] != line:
            attempts.append([*lines[:at], lines[at + 1], line, *lines[at + 2 :]])
        for attempt in attempts:
            assert codes(b"".join(each + b"\n" for each in attempt)), (at, line)


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ([0, 1, 3], ["bad_chain", "bad_seq"]),
        ([0, 1, 1, 2, 3], ["bad_chain", "bad_seq"]),
        ([0, 2, 1, 3], ["bad_chain", "bad_seq"] * 3),
        ([0, 0, 1, 2, 3], ["bad_chain", "bad_seq", "bad_event"]),
        ([1, 2, 3], ["bad_chain", "bad_seq", "bad_event"]),
    ],
    ids=["deleted", "doubled", "swapped", "opened twice", "beginning cut off"],
)
def test_entries_cannot_be_taken_out_doubled_or_moved(order: list[int], expected: list[str]) -> None:
    """`bad_seq` and `bad_chain` show it, each where it is, and later entries are not blamed."""
    assert codes(b"".join(WRITTEN[at] for at in order)) == expected


def test_nothing_can_be_checked_without_any_key() -> None:
    """Without its first entry a ledger states no key, which is a fault of its own."""
    assert "bad_signature" in codes(b"".join(WRITTEN[1:]), key=None)


def test_an_entry_of_another_campaign_does_not_fit() -> None:
    """An entry with the right number, signed by the same moderator for another campaign, breaks the chain."""
    other = entries([replace(OPENED, campaign="autre"), PARTIE, Joined("MrRarty")])
    assert codes(WRITTEN[0] + WRITTEN[1] + other[2]) == ["bad_chain"]


def test_an_entry_that_another_key_signed_is_refused() -> None:
    """Chain and number fit, the signature is somebody else's."""
    forged = resealed(WRITTEN[2], b"MrRarty", b"MisterH", OTHER_KEY)
    assert codes(WRITTEN[0] + WRITTEN[1] + forged) == ["bad_signature"]


def test_a_whole_ledger_of_another_key_is_told_by_the_key_alone() -> None:
    """It agrees with itself, which is why `--key` matters."""
    moderator = b64encode(OTHER_KEY.public_key().public_bytes_raw()).decode()
    forged = ledger([replace(OPENED, moderator=moderator), *EXAMPLE[1:]], OTHER_KEY)
    assert codes(forged, key=None) == []
    assert codes(forged) == ["wrong_key"]


def test_history_cannot_be_rewritten_by_the_moderator_in_the_middle() -> None:
    """An entry signed anew is valid by itself, but the next one states the head it had."""
    forged = resealed(WRITTEN[2], b"MrRarty", b"MisterH")
    assert codes(WRITTEN[0] + WRITTEN[1] + forged + WRITTEN[3]) == ["bad_chain"]


def signature_line(entry: bytes) -> bytes:
    return entry[entry.index(b"sig: ") :].partition(b"\n")[0]


def test_a_signature_has_one_spelling() -> None:
    """Base64 that decodes to the same 64 bytes, spelt otherwise, is refused; BODY is the same all along."""
    line = signature_line(WRITTEN[2])
    text = line[6:-1]
    alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    last = alphabet.index(text[85:86])
    same_bits = [text[:85] + alphabet[last ^ bits : (last ^ bits) + 1] + b"==" for bits in range(1, 16)]
    assert all(b64decode(each) == b64decode(text) for each in same_bits)
    spellings = [*same_bits, text[:-2], text[:-1], text + b"=", text[:40] + b" " + text[40:], text + b"QQ=="]
    spellings += [text.replace(b"+", b"-").replace(b"/", b"_"), text[:40] + b"*" + text[40:], b"", b"=="]
    for spelling in set(spellings) - {text}:
        found = codes(LEDGER.replace(line, b'sig: "' + spelling + b'"'))
        assert found == ["bad_signature"], spelling


def test_a_signature_plus_the_order_of_the_group_is_refused() -> None:
    """Ed25519 signatures are not malleable: S + L verifies the same equation and must not be taken."""
    line = signature_line(WRITTEN[2])
    raw = b64decode(line[6:-1])
    order = 2**252 + 27742317777372353535851937790883648493
    bigger = (int.from_bytes(raw[32:], "little") + order).to_bytes(32, "little")
    spelt = b64encode(raw[:32] + bigger)
    assert codes(LEDGER.replace(line, b'sig: "' + spelt + b'"')) == ["bad_signature"]


def secret_of(entry: bytes) -> bytes:
    return entry[entry.index(b"secret:\n") :]


def test_secrets_cannot_be_swapped_taken_out_or_put_in() -> None:
    """Each block belongs to the entry whose `sealed` binds it, and an entry without has none."""
    opened, partie, joined, dealt = WRITTEN
    swapped = (
        partie.replace(secret_of(partie), secret_of(dealt)),
        dealt.replace(secret_of(dealt), secret_of(partie)),
    )
    assert codes(opened + swapped[0] + joined + swapped[1]) == ["bad_sealed", "bad_sealed"]
    assert codes(opened + public_copy(partie) + joined + dealt) == ["secret_missing"]
    assert codes(opened + partie + joined + secret_of(partie) + dealt) == ["bad_sealed"]
    assert codes(opened + partie + secret_of(partie) + joined + dealt) == ["bad_layout"]
    assert codes(opened + partie.replace(b'seeds:\n    "1"', b'seeds:\n    "2"') + joined + dealt) == [
        "bad_sealed"
    ]


def test_a_sealed_line_cannot_be_put_in_or_taken_out_even_by_the_moderator() -> None:
    """An entry that keeps seeds back says so, one that keeps nothing back does not."""
    opened, partie, joined, _ = WRITTEN
    lines = public_copy(partie).split(b"\n")
    (sealed,) = (line for line in lines if line.startswith(b"sealed: "))
    bare = resealed(public_copy(partie), sealed + b"\n", b"")
    assert codes(opened + bare) == ["bad_sealed"]
    data = joined.partition(b"sig: ")[0].removeprefix(b"---\n")
    useless = resealed(joined, data, data + sealed + b"\n")
    assert read(opened + partie + useless).faults[0].code == "bad_sealed"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'  salt: "000102030405060708090a0b0c0d0e0f"\n', b""),
        (b"  salt: ", b"  pepper: "),
        (b'"000102030405060708090a0b0c0d0e0f"', b'"guess"'),
        (b'  seeds:\n    "1"', b'  hands:\n    "1"'),
    ],
)
def test_a_secret_begins_with_its_salt_and_has_the_fields_of_its_event(old: bytes, new: bytes) -> None:
    """A block without salt could be guessed from its digest: even sealed and signed it is `bad_event`."""
    opened, partie, *_ = WRITTEN
    before = secret_of(partie).removeprefix(b"secret:\n")
    after = before.replace(old, new)
    digests = [sha256(block).hexdigest().encode() for block in (before, after)]
    forged = resealed(public_copy(partie), *digests) + b"secret:\n" + after
    assert codes(opened + forged) == ["bad_event"]


@pytest.mark.parametrize("sealed", [b"", b"0" * 63, b"A" * 64, "é".encode() * 32])
def test_sealed_is_a_digest(sealed: bytes) -> None:
    """A `sealed` that could bind nothing is refused in a public copy too."""
    opened, partie, *_ = WRITTEN
    public = public_copy(partie)
    digest = public.partition(b'sealed: "')[2][:64]
    assert [fault.code for fault in read(opened + resealed(public, digest, sealed)).faults] == ["bad_sealed"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (LEDGER.replace(b"\n", b"\r\n"), "bad_layout"),
        (b"\xef\xbb\xbf" + LEDGER, "bad_layout"),
        (b"\n" + LEDGER, "bad_layout"),
        (b"# ledger\n" + LEDGER, "bad_layout"),
        (b"%YAML 1.2\n" + LEDGER, "bad_layout"),
        (LEDGER.removeprefix(b"---\n"), "bad_layout"),
        (LEDGER.replace(b"\n---\n", b"\n...\n---\n", 1), "bad_layout"),
        (LEDGER.replace(b"\n---\n", b"\n--- \n", 1), "bad_layout"),
        (LEDGER.replace(b"\n---\n", b"\n--- # 2\n", 1), "bad_layout"),
        (LEDGER.replace(b"\n---\n", b"\n---\n---\n", 1), "bad_layout"),
        (LEDGER.replace(b"\n---\n", b"\n\n---\n", 1), "bad_layout"),
        (LEDGER.replace(b"\nsig: ", b"\nSIG: ", 1), "bad_layout"),
        (LEDGER.decode().encode("utf-16"), "bad_layout"),
        (b"\x1f\x8b" + bytes(range(256)), "bad_layout"),
        (b"not a ledger", "bad_layout"),
        (b"x" * ((1 << 26) + 1), "too_large"),
    ],
    ids=range(16),
)
def test_nothing_stands_around_the_entries(data: bytes, expected: str) -> None:
    """CRLF, a byte order mark, comments, directives, document ends, blank lines: no ledger has them."""
    assert expected in codes(data)


def test_an_entry_that_is_too_large_is_refused_before_it_is_parsed() -> None:
    """More than 2^20 bytes are `too_large`, and the entries around it are still checked."""
    big = resealed(entries([OPENED, Note("x")])[1], b'"x"', b'"' + b"x" * (1 << 20) + b'"')
    reading = read(WRITTEN[0] + big + WRITTEN[2])
    assert [(fault.seq, fault.code) for fault in reading.faults] == [(2, "too_large"), (3, "bad_chain")]


def test_a_deep_entry_is_refused() -> None:
    """A block nested a thousand levels deep is `not_canonical`, not the end of the reader."""
    nest = b"".join(b"  " * (level + 1) + b"a:\n" for level in range(1000))
    opened, note = entries([OPENED, Note("x")])
    assert codes(opened + resealed(note, b'  text: "x"\n', nest)) == ["not_canonical"]


def test_many_faults_are_all_reported() -> None:
    """Reading goes on after a fault: each of three bad entries has its own."""
    events = [OPENED, *(Joined(f"player {number}") for number in range(6))]
    written = entries(events)
    written[2] = written[2].replace(b"player 1", b"player 9")
    written[4] = written[4].replace(b"sig: ", b"sign: ")
    reading = read(b"".join(written), copy="own")
    assert [(fault.seq, fault.code) for fault in reading.faults] == [
        (3, "bad_signature"),
        (4, "bad_chain"),
        (5, "bad_layout"),
    ]
    assert [entry.record.seq for entry in reading.entries] == [1, 2, 3, 4, 6, 7]


def test_a_hostile_file_does_not_fill_the_memory() -> None:
    """After a thousand faults reading stops, which is a fault too."""
    found = codes(b"---\n" * 200_000)
    assert len(found) < 1100
    assert found[-1] == "too_many_faults"


@given(st.binary(max_size=300))
def test_no_bytes_make_reading_raise(data: bytes) -> None:
    """Whatever a file holds, reading answers; only nothing at all is without fault."""
    for copy in (read(data), read(data, copy="own"), read(b"---\n" + data, key=PUBLIC_KEY)):
        assert copy.all_faults or data == b""
    public_copy(data)


@given(st.data())
def test_no_splice_of_a_ledger_is_sound(data: st.DataObject) -> None:
    """Bytes replaced by others: sound is only the ledger itself or a beginning of it."""
    start = data.draw(st.integers(0, len(LEDGER)))
    end = data.draw(st.integers(start, len(LEDGER)))
    source = data.draw(st.integers(0, len(LEDGER)))
    piece = data.draw(st.one_of(st.binary(max_size=8), st.just(LEDGER[source : source + end - start + 1])))
    spliced = LEDGER[:start] + piece + LEDGER[end:]
    reading = read(spliced, key=PUBLIC_KEY, copy="own")
    public_copy(spliced)
    if not reading.all_faults:
        beginnings = [b"".join(WRITTEN[:count]) for count in range(5)]
        assert spliced in beginnings
