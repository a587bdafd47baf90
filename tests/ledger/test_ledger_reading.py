"""Reading a ledger: what is given, public copies, torn tails, checkpoints (design.md, The ledger)."""

from dataclasses import replace
from hashlib import sha256

import pytest
from ledger_samples import (
    ABANDONED_FULL,
    AT,
    DEALT_FULL,
    EVENTS,
    EXAMPLE,
    GIFT,
    GIFT_ASKED,
    OPENED,
    OTHER_KEY,
    PARTIE,
    PARTIE_FULL,
    PUBLIC_KEY,
    REFUSED,
    REFUSED_FULL,
    entries,
    ledger,
)

from gm.codec import encode
from gm.events import Event, Joined, Note, Record, Refused
from gm.ledger import (
    NO_ENTRY,
    Checkpoint,
    check_checkpoint,
    checkpoint,
    head_of,
    parse_checkpoint,
    public_copy,
    read,
)

HISTORY = [OPENED, *(event for event in EVENTS if event is not OPENED)]


def test_everything_that_was_written_is_read() -> None:
    """Every record comes back, with its head, its BODY, its line and whether its secret is there."""
    written = entries(HISTORY)
    data = b"".join(written)
    reading = read(data, key=PUBLIC_KEY, copy="own")
    assert (reading.faults, reading.torn, reading.all_faults, reading.repairable) == ((), None, (), False)
    assert [entry.record for entry in reading.entries] == [
        Record(seq, AT, event) for seq, event in enumerate(HISTORY, start=1)
    ]
    lines = data.split(b"\n")
    prev = NO_ENTRY
    for entry, sealed in zip(reading.entries, written, strict=True):
        assert entry.prev == prev
        assert entry.head == head_of(sealed) == sha256(entry.body).hexdigest()
        assert sealed.startswith(b"---\n" + entry.body + b"sig: ")
        assert lines[entry.line - 1] == b"---"
        assert lines[entry.line + 1] == b'seq: "%d"' % entry.record.seq
        assert entry.has_secret == (encode(entry.record.event).secret is not None)
        assert not entry.secret_missing
        prev = entry.head
    assert reading.head == prev


def test_what_was_read_is_written_again_to_the_same_bytes() -> None:
    """Sealing what was read, with the same salts, gives the same ledger: Ed25519 draws nothing."""
    data = ledger(HISTORY)
    assert ledger(entry.record.event for entry in read(data, copy="own").entries) == data


def test_an_empty_ledger_has_no_entry_and_no_fault() -> None:
    """The head of nothing is 64 zeros, what the first entry states as `prev`."""
    reading = read(b"", copy="own")
    assert (reading.entries, reading.faults, reading.head, reading.torn) == ((), (), "0" * 64, None)


def test_a_public_copy_lacks_the_secret_blocks_and_nothing_else() -> None:
    """It is what stands before each `secret:` line, verifies with the same heads, and copies to itself."""
    own = ledger(HISTORY)
    public = public_copy(own)
    kept = b"".join(entry.partition(b"secret:\n")[0] for entry in entries(HISTORY))
    assert public == kept
    assert public_copy(public) == public
    reading = read(public)
    assert reading.faults == ()
    assert [entry.head for entry in reading.entries] == [entry.head for entry in read(own).entries]
    assert not any(entry.has_secret or entry.secret_missing for entry in reading.entries)
    assert b"seeds" not in public
    assert b"hands" not in public


def test_ones_own_ledger_lacks_no_secret() -> None:
    """A public copy in one's own folder has `secret_missing` for each entry that kept something back."""
    reading = read(public_copy(ledger([*EXAMPLE, DEALT_FULL, Note("n")])), copy="own")
    assert [(fault.seq, fault.code) for fault in reading.faults] == [
        (2, "secret_missing"),
        (4, "secret_missing"),
    ]
    assert [entry.secret_missing for entry in reading.entries] == [False, True, False, True, False]
    assert (reading.torn, reading.repairable) == (None, False)


def test_some_secrets_may_be_missing_from_a_public_copy() -> None:
    """A ledger with one block left out is a public copy, the others still checked and read."""
    own = entries([OPENED, PARTIE, PARTIE_FULL])
    reading = read(own[0] + public_copy(own[1]) + own[2])
    assert reading.faults == ()
    assert [entry.has_secret for entry in reading.entries] == [False, False, True]


def test_another_key_than_the_one_required_is_reported_once() -> None:
    """`wrong_key`, while the file is still checked against itself."""
    other = OTHER_KEY.public_key().public_bytes_raw()
    reading = read(ledger(EXAMPLE), key=other)
    assert [(fault.seq, fault.code) for fault in reading.faults] == [(1, "wrong_key")]


def test_a_key_of_another_length_is_a_bug_of_the_caller() -> None:
    """Only bytes of a ledger may be wrong without an exception."""
    with pytest.raises(ValueError, match="32 bytes"):
        read(b"", key=b"short")


CUTS: list[Event] = [
    EXAMPLE[2],
    PARTIE,
    PARTIE_FULL,
    DEALT_FULL,
    GIFT,
    REFUSED,
    ABANDONED_FULL,
    Note('\n"é💣'),
]


@pytest.mark.parametrize("event", CUTS, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("left_behind", [b"", b"\0" * 512])
def test_an_entry_cut_at_any_byte_is_torn(event: Event, left_behind: bytes) -> None:
    """What stands before it is whole, `torn` is where it begins; NUL bytes after a crash change nothing.

    Cut exactly before its `secret` block it lacks it too, which is said, and can be repaired all the same.
    """
    before, last = ledger([OPENED, Joined("a")]), entries([OPENED, Joined("a"), event])[2]
    head = read(before).head
    signed = len(public_copy(last))
    for size in range(1, len(last)):
        reading = read(before + last[:size] + left_behind, copy="own")
        assert reading.torn == len(before), size
        expected = ["secret_missing"] if size == signed else []
        assert [fault.code for fault in reading.faults] == expected, size
        if size != signed:
            assert (len(reading.entries), reading.head) == (2, head), size
        assert reading.all_faults[-1].code == "torn"
        assert reading.all_faults[-1].line == before.count(b"\n") + 1
        assert reading.repairable


@pytest.mark.parametrize("event", CUTS, ids=lambda event: type(event).__name__)
def test_a_public_copy_cut_at_any_byte_is_torn(event: Event) -> None:
    """The same holds of a public copy, whose last entry ends with its line `sig:`."""
    written = entries([OPENED, event])
    public = public_copy(written[1])
    for size in range(1, len(public)):
        reading = read(written[0] + public[:size])
        assert (reading.torn, reading.faults, len(reading.entries)) == (len(written[0]), (), 1), size


def test_a_first_entry_cut_at_any_byte_is_torn() -> None:
    """A campaign whose very first entry was cut has no entry and is torn from its first byte."""
    data = ledger([OPENED])
    for size in range(1, len(data)):
        reading = read(data[:size], copy="own")
        assert (reading.torn, reading.faults, reading.entries, reading.head) == (0, (), (), NO_ENTRY), size


def test_a_file_that_kept_its_length_only_is_torn() -> None:
    """NUL bytes after a complete entry are what a crash left of the next one, not a part of this one."""
    data = ledger(EXAMPLE)
    reading = read(data + b"\0" * 4096, copy="own")
    assert (reading.torn, reading.faults, len(reading.entries)) == (len(data), (), 3)


@pytest.mark.parametrize(
    ("event", "cut_before"),
    [
        (GIFT_ASKED, b"  asked: "),
        (REFUSED_FULL, b"  note: "),
        (REFUSED_FULL, b'  - "7s already_played"'),
    ],
    ids=["asked", "note", "reasons"],
)
def test_a_cut_that_cannot_be_told_from_a_change_is_not_torn(event: Event, cut_before: bytes) -> None:
    """Cut before an optional last line a block is whole by its shape: `bad_sealed`, the safe answer."""
    before, last = ledger([OPENED]), entries([OPENED, event])[1]
    reading = read(before + last[: last.rindex(cut_before)], copy="own")
    assert [fault.code for fault in reading.faults] == ["bad_sealed"]
    assert (reading.torn, reading.repairable) == (None, False)


def test_a_cut_entry_that_nobody_signed_cannot_be_repaired() -> None:
    """Of an entry whose secret is cut the signed part is checked: a changed one is tampering, torn or not."""
    before, last = ledger([OPENED]), entries([OPENED, PARTIE])[1]
    reading = read(before + last.replace(b'partie: "1"', b'partie: "2"')[:-20], copy="own")
    assert [fault.code for fault in reading.faults] == ["bad_signature"]
    assert reading.torn == len(before)
    assert not reading.repairable


def test_only_the_last_entry_can_be_torn() -> None:
    """A `secret` block cut in the middle of a ledger was cut by somebody: nothing after it is set aside."""
    opened, cut, after = entries([OPENED, PARTIE, Note("n")])
    reading = read(opened + cut[: cut.rindex(b"    ")] + after, copy="own")
    assert [(fault.seq, fault.code) for fault in reading.faults] == [(2, "bad_sealed")]
    assert (reading.torn, reading.repairable, len(reading.entries)) == (None, False, 3)


@pytest.mark.parametrize(
    "junk", [b"x", b"x\n", b"# end\n", b"...\n", b"\n", b" ", b"\n---", b"sec", b"--- \n", b"\r"]
)
def test_a_complete_entry_with_something_after_it_is_not_torn(junk: bytes) -> None:
    """Nothing may stand after an entry, and what does is no crash: repairing would drop a signed entry."""
    reading = read(ledger(EXAMPLE) + junk, copy="own")
    assert [fault.code for fault in reading.faults] == ["bad_layout"]
    assert not reading.repairable


@pytest.mark.parametrize(
    "rest",
    [
        b'data: "n',
        b'data: "n"\n',
        b'data:\nsig: "',
        b'data:\nsig: "x"\n',
        b'data:\n  text: "\xff"\n',
        b'data:\n  text: "n"\nsecret:\n',
    ],
)
def test_an_entry_that_leaves_the_format_is_not_torn(rest: bytes) -> None:
    """A tail is torn when its lines are in order and in form as far as they go (gm.ledger, Reading)."""
    whole, cut = ledger(EXAMPLE), entries([*EXAMPLE, Note("n")])[3].partition(b"data:\n")[0]
    reading = read(whole + cut + rest, copy="own")
    assert [fault.code for fault in reading.faults] == ["bad_layout"]
    assert (reading.torn, reading.repairable) == (None, False)


@pytest.mark.parametrize("event", [Refused("a", "7s", ("not_held",)), Note("n")])
def test_what_keeps_nothing_back_has_no_sealed(event: Event) -> None:
    """`sealed` stands only where there is a secret."""
    assert b"sealed" not in entries([OPENED, event])[1]


def test_a_checkpoint_is_campaign_number_and_eight_groups() -> None:
    """`<campaign>/<seq>/` and the first 32 digits of the head, upper case, in groups of four."""
    head = read(ledger(EXAMPLE)).head
    printed = checkpoint("zebest", 3, head)
    assert printed == "zebest/3/" + "-".join(head[at : at + 4].upper() for at in range(0, 32, 4))
    assert parse_checkpoint(printed) == Checkpoint("zebest", 3, head[:32])
    assert parse_checkpoint(f"  {printed.lower()}\n") == Checkpoint("zebest", 3, head[:32])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "zebest/3",
        "zebest/3/5EAD",
        "zebest/0/5EAD-8725-7BD8-53B6-0696-B64D-A11A-337C",
        "zebest/03/5EAD-8725-7BD8-53B6-0696-B64D-A11A-337C",
        "Zebest/3/5EAD-8725-7BD8-53B6-0696-B64D-A11A-337C",
        "zebest/3/5EAD-8725-7BD8-53B6-0696-B64D-A11A-337G",
        "zebest/3/5EAD87257BD853B60696B64DA11A337C",
        "zebest/3/5EAD-8725-7BD8-53B6-0696-B64D-A11A-337C-0000",
        "zebest/٣/5EAD-8725-7BD8-53B6-0696-B64D-A11A-337C",
        "/3/5EAD-8725-7BD8-53B6-0696-B64D-A11A-337C",
    ],
)
def test_what_is_no_checkpoint_is_none(text: str) -> None:
    """A checkpoint has one form; anything else is told apart from one that does not hold."""
    assert parse_checkpoint(text) is None


def test_a_ledger_goes_on_from_each_of_its_checkpoints() -> None:
    """Every earlier and the last checkpoint hold, in the public copy as well."""
    for data in (ledger(HISTORY), public_copy(ledger(HISTORY))):
        reading = read(data)
        for entry in reading.entries:
            assert check_checkpoint(reading, Checkpoint("zebest", entry.record.seq, entry.head[:32])) is None


@pytest.mark.parametrize(
    ("events", "code", "seq"),
    [
        (EXAMPLE[:2], "rollback", 3),
        (EXAMPLE[:1], "rollback", 2),
        ([], "rollback", 1),
        ([*EXAMPLE[:2], Joined("MrRarty")], "fork", 3),
        ([*EXAMPLE[:2], Joined("MrRarty"), EXAMPLE[2]], "fork", 3),
        ([replace(OPENED, title="Été"), *EXAMPLE[1:]], "fork", 3),
        ([replace(OPENED, campaign="autre"), *EXAMPLE[1:]], "fork", 3),
        ([replace(OPENED, campaign="autre")], "fork", 3),
    ],
)
def test_a_ledger_that_does_not_go_on_from_a_checkpoint(events: list[Event], code: str, seq: int) -> None:
    """Shorter than the checkpoint is `rollback` from the first entry missing; different there, `fork`."""
    published = Checkpoint("zebest", 3, read(ledger(EXAMPLE)).head[:32])
    reading = read(ledger(events), copy="own")
    assert reading.faults == ()
    fault = check_checkpoint(reading, published)
    assert fault is not None
    assert (fault.code, fault.seq) == (code, seq)


def test_a_checkpoint_of_a_later_entry_sees_a_gap() -> None:
    """With the entry of the checkpoint taken out and later ones left, the ledger differs: `fork`."""
    written = entries([*EXAMPLE, Note("n")])
    reading = read(written[0] + written[1] + written[3])
    fault = check_checkpoint(reading, Checkpoint("zebest", 3, head_of(written[2])[:32]))
    assert fault is not None
    assert fault.code == "fork"
