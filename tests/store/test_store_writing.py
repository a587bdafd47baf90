"""Appending to a campaign's ledger (design.md, The campaign folder and the key)."""

import os
import re
import shutil
import stat
import subprocess
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path

import pytest
from store_help import NOON, append, append_notes, code, ledger_of, opened, opening

from gm import ledger
from gm.events import Joined, Note, Refused
from gm.store import (
    FixedClock,
    ModeratorKey,
    Opened,
    SystemRandomness,
    UnsafeFixedRandomness,
    Writer,
    checkpoints_path,
    create_campaign,
    create_key,
    open_for_writing,
    read_ledger,
    read_only,
    remember_published,
    repair,
)

REFUSED = Refused("oliv10", "7s", ("not_held",), reasons=("given_away",), note="révélateur")


def test_an_appended_event_is_read_back(campaign: Path, key: ModeratorKey) -> None:
    """What `append` returns is what the verified ledger says afterwards."""
    records = append(campaign, key, [Joined("MisterH", word="l'été"), Note("deux\nlignes")])
    assert isinstance(records, tuple)
    assert [record.seq for record in records] == [2, 3]
    assert opened(campaign).records[1:] == records


def test_an_entry_has_the_campaign_s_offset(campaign: Path, key: ModeratorKey) -> None:
    """`at` has seconds and a numeric offset (The ledger), that of the campaign's time zone."""
    (record,) = append_notes(campaign, key, "noon in Greenwich")
    assert record.at == "2014-06-12T14:00:00+02:00"


def test_a_writer_reads_what_it_wrote(campaign: Path, key: ModeratorKey) -> None:
    """After `append` the writer's reading is the one of the file, entry by entry."""
    chance = SystemRandomness()
    with open_for_writing(campaign, key, clock=FixedClock(NOON), randomness=chance) as writer:
        assert isinstance(writer, Writer)
        writer.append([Note("a"), REFUSED, Note("sig: no\nsecret:\n")])
        writer.append([Note("b")])
        assert writer.reading == ledger.read(ledger_of(campaign), key=key.public, copy="own")
        assert [record.seq for record in writer.records] == [1, 2, 3, 4, 5]


def test_nothing_appended_changes_nothing(campaign: Path, key: ModeratorKey) -> None:
    """A proposal without events leaves the bytes alone."""
    before = ledger_of(campaign)
    assert append(campaign, key, []) == ()
    assert ledger_of(campaign) == before


def test_salts_are_drawn_from_the_randomness_passed_in(tmp_path: Path, key: ModeratorKey) -> None:
    """The same clock, randomness and key give the same folder, byte for byte: a demo can be played again."""
    made = []
    for parent in ("a", "b"):
        clock, chance = FixedClock(NOON), UnsafeFixedRandomness(b"again")
        folder = create_campaign(tmp_path / parent, opening(key), key, clock=clock, randomness=chance)
        assert isinstance(folder, Path)
        made.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert made[0] == made[1]
    assert made[0]["ledger.yaml"] != b""


def test_a_new_campaign_has_its_files(campaign: Path, key: ModeratorKey) -> None:
    """campaigns/<name>/ holds ledger, public key and settings; git leaves signed and digested bytes alone."""
    assert {path.name for path in campaign.iterdir()} == {
        *("ledger.yaml", "moderator.pub.pem", "campaign.yaml", ".gitattributes")
    }
    attributes = (campaign / ".gitattributes").read_text("utf-8").splitlines()
    exact = ("ledger.yaml", "moderator.pub.pem", "*-public.yaml", "posts/*")
    assert attributes == [f"{name} -text" for name in exact]
    assert [path.name for path in campaign.parent.iterdir()] == ["zebest"]
    assert opened(campaign).opening == opening(key)


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_campaign_is_private(campaign: Path) -> None:
    """The ledger holds every hand, so nobody else on the machine may look into the folder."""
    assert stat.S_IMODE(campaign.stat().st_mode) == 0o700


def test_a_campaign_names_the_key_that_signs_it(tmp_path: Path, campaign: Path, key: ModeratorKey) -> None:
    """The public key stands in the first entry (The campaign folder and the key): another one is a bug."""
    other = create_key(tmp_path / "other.pem", None, SystemRandomness())
    assert isinstance(other, ModeratorKey)
    with pytest.raises(ValueError, match="the key that signs"):
        create_campaign(
            campaign.parent,
            opening(other, campaign="autre"),
            key,
            clock=FixedClock(NOON),
            randomness=SystemRandomness(),
        )


def test_a_campaign_is_never_overwritten(campaign: Path, key: ModeratorKey) -> None:
    """`gm new` with the name of a campaign, or of any folder, changes nothing: `campaign_exists`."""
    before = ledger_of(campaign)
    (campaign.parent / "empty").mkdir()
    for name in ("zebest", "empty"):
        again = create_campaign(
            campaign.parent,
            opening(key, campaign=name),
            key,
            clock=FixedClock(NOON),
            randomness=SystemRandomness(),
        )
        assert code(again) == "campaign_exists"
    assert ledger_of(campaign) == before
    assert sorted(path.name for path in campaign.parent.iterdir()) == ["empty", "zebest"]


def test_a_campaign_that_lost_its_ledger_is_not_made_anew(campaign: Path, key: ModeratorKey) -> None:
    """`gm new` of its name says what is missing, and writes no other ledger there."""
    (campaign / "ledger.yaml").unlink()
    chance = SystemRandomness()
    again = create_campaign(campaign.parent, opening(key), key, clock=FixedClock(NOON), randomness=chance)
    assert code(again) == "no_ledger"
    assert not (campaign / "ledger.yaml").exists()


@pytest.mark.parametrize(
    ("name", "timezone", "expected"),
    [
        ("Zebest", "Europe/Paris", "bad_campaign_name"),
        ("../zebest", "Europe/Paris", "bad_campaign_name"),
        ("a" * 41, "Europe/Paris", "bad_campaign_name"),
        ("zebest", "Europe/Nowhere", "unknown_timezone"),
        ("zebest", "../../etc/passwd", "unknown_timezone"),
    ],
)
def test_a_bad_campaign_is_not_made(
    tmp_path: Path, key: ModeratorKey, name: str, timezone: str, expected: str
) -> None:
    """Names are `[a-z0-9][a-z0-9-]{0,39}` (The ledger) and time zones known; else nothing is written."""
    event = opening(key, campaign=name, timezone=timezone)
    made = create_campaign(
        tmp_path / "none", event, key, clock=FixedClock(NOON), randomness=SystemRandomness()
    )
    assert code(made) == expected
    assert not (tmp_path / "none").exists()


def test_a_second_writer_is_told_to_wait(campaign: Path, key: ModeratorKey) -> None:
    """The lock is held for a whole command; another gets `busy`, and its turn afterwards."""
    chance = SystemRandomness()
    with open_for_writing(campaign, key, clock=FixedClock(NOON), randomness=chance) as writer:
        assert isinstance(writer, Writer)
        assert code(append(campaign, key, [Note("me too")], wait=0.05)) == "busy"
        assert code(repair(campaign, wait=0.05)) == "busy"
        assert isinstance(read_only(campaign), Opened)
    append_notes(campaign, key, "now")


def test_an_edit_while_the_ledger_is_open_is_seen(campaign: Path, key: ModeratorKey) -> None:
    """A lock keeps out gm and no editor: what was changed under a writer's eyes is not appended to."""
    chance = SystemRandomness()
    with open_for_writing(campaign, key, clock=FixedClock(NOON), randomness=chance) as writer:
        assert isinstance(writer, Writer)
        edited = ledger_of(campaign).replace(b"Europe/Paris", b"Europe/Rome!")
        (campaign / "ledger.yaml").write_bytes(edited)
        assert code(writer.append([Note("on top")])) == "tampered"
    assert ledger_of(campaign) == edited


SECRET = re.compile(rb"secret:\n(?:  .*\n)+")
EDITS: dict[str, Callable[[bytes], bytes]] = {
    "a word": lambda data: data.replace(b'"un"', b'"deux"'),
    "a line": lambda data: data.replace(b"\nprev:", b"\n# prev:"),
    "a digit of a salt": lambda data: re.sub(rb'( salt: ").', rb"\1x", data),
    "a secret block taken out": lambda data: SECRET.sub(b"", data),
    "line ends": lambda data: data.replace(b"\n", b"\r\n"),
    "an entry taken out": lambda data: b"---\n" + b"---\n".join(data.split(b"---\n")[2:]),
    "an entry twice": lambda data: data + b"---\n" + data.split(b"---\n")[-1],
}


@pytest.mark.parametrize("edit", EDITS)
def test_a_tampered_ledger_is_not_signed_on(campaign: Path, key: ModeratorKey, edit: str) -> None:
    """A complete entry that does not verify is tampering; nothing is appended, and repair refuses."""
    append(campaign, key, [Joined("oliv10", word="un"), REFUSED, Note("trois")])
    edited = EDITS[edit](ledger_of(campaign))
    assert edited != ledger_of(campaign)
    (campaign / "ledger.yaml").write_bytes(edited)
    assert code(read_only(campaign)) == "tampered"
    assert code(append(campaign, key, [Note("on top")])) == "tampered"
    assert code(repair(campaign)) == "tampered"
    assert ledger_of(campaign) == edited


def test_verify_gets_every_fault(campaign: Path, key: ModeratorKey) -> None:
    """`read_ledger` hands on a reading with faults, where `read_only` refuses it."""
    append_notes(campaign, key, "un", "deux")
    edited = ledger_of(campaign).replace(b'"un"', b'"uno"')
    (campaign / "ledger.yaml").write_bytes(edited)
    reading = read_ledger(campaign)
    assert isinstance(reading, ledger.Reading)
    assert reading.faults


def test_a_ledger_of_another_key_is_not_signed_on(tmp_path: Path, campaign: Path, key: ModeratorKey) -> None:
    """Only the moderator of the first entry appends: `other_key`."""
    other = create_key(tmp_path / "other" / "moderator.key.pem", None, SystemRandomness())
    assert isinstance(other, ModeratorKey)
    assert code(append(campaign, other, [Note("mine")])) == "other_key"
    assert isinstance(append(campaign, key, [Note("mine")]), tuple)


def test_the_public_key_beside_the_ledger_is_the_one_required(
    tmp_path: Path, campaign: Path, key: ModeratorKey
) -> None:
    """A ledger signed anew by somebody else does not agree with `moderator.pub.pem`."""
    other = create_key(tmp_path / "other" / "moderator.key.pem", None, SystemRandomness())
    assert isinstance(other, ModeratorKey)
    forged = create_campaign(
        tmp_path / "forged", opening(other), other, clock=FixedClock(NOON), randomness=SystemRandomness()
    )
    assert isinstance(forged, Path)
    shutil.copy(forged / "ledger.yaml", campaign / "ledger.yaml")
    assert code(read_only(campaign)) == "tampered"
    assert code(append(campaign, key, [Note("on top")])) == "other_key"
    assert code(append(campaign, other, [Note("on top")])) == "other_key"


@pytest.mark.parametrize(
    "content", [b"", b"no key\n", b"-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"]
)
def test_a_bad_public_key_is_told(campaign: Path, key: ModeratorKey, content: bytes) -> None:
    """`moderator.pub.pem` must be the PEM file of an Ed25519 key."""
    (campaign / "moderator.pub.pem").write_bytes(content)
    assert code(read_only(campaign)) == "bad_public_key"
    assert code(append(campaign, key, [Note("on top")])) == "bad_public_key"
    assert code(repair(campaign)) == "bad_public_key"


@pytest.mark.parametrize("size", [0, 3, 4, 20, 800])
def test_an_empty_ledger_is_told(size: int, campaign: Path, key: ModeratorKey) -> None:
    """A ledger without a complete entry is no campaign, and repair cannot make it one."""
    (campaign / "ledger.yaml").write_bytes(ledger_of(campaign)[:size])
    assert code(read_only(campaign)) == "empty_ledger"
    assert code(append(campaign, key, [Note("on top")])) == "empty_ledger"
    assert code(repair(campaign)) == "empty_ledger"


def test_a_missing_ledger_is_told(campaign: Path, key: ModeratorKey) -> None:
    """A folder without its ledger gets a problem from each door, and no new file."""
    (campaign / "ledger.yaml").unlink()
    assert code(read_only(campaign)) == "unreadable"
    assert code(append(campaign, key, [Note("on top")])) == "unreadable"
    assert code(repair(campaign)) == "unreadable"
    assert not (campaign / "ledger.yaml").exists()


def published(campaign: Path, key: ModeratorKey) -> None:
    assert remember_published(opened(campaign).reading, key.path) is None


def test_a_shorter_history_than_published_is_not_signed_on(campaign: Path, key: ModeratorKey) -> None:
    """A restored older copy is a `rollback` against the checkpoint remembered beside the key."""
    append_notes(campaign, key, "one")
    older = ledger_of(campaign)
    append_notes(campaign, key, "two")
    published(campaign, key)
    (campaign / "ledger.yaml").write_bytes(older)
    refused = append(campaign, key, [Note("another two")])
    assert code(refused) == "rollback"
    assert getattr(refused, "params", {})["published"].startswith("zebest/3/")
    assert getattr(refused, "params", {})["here"].startswith("zebest/2/")
    assert code(remember_published(opened(campaign).reading, key.path)) == "rollback"
    assert ledger_of(campaign) == older


def test_a_different_history_than_published_is_not_signed_on(campaign: Path, key: ModeratorKey) -> None:
    """A copy that went another way is a `fork`, even when it is longer."""
    copy = Path(shutil.copytree(campaign, campaign.parent / "copy" / "zebest"))
    append_notes(copy, key, "this way", "and on")
    append_notes(campaign, key, "that way")
    published(campaign, key)
    assert code(append(copy, key, [Note("further")])) == "fork"
    append_notes(campaign, key, "further")


def test_what_was_not_published_may_be_rolled_back(campaign: Path, key: ModeratorKey) -> None:
    """Only what a reader may hold is guarded: an older copy from after the last publication is signed on."""
    append_notes(campaign, key, "one")
    published(campaign, key)
    older = ledger_of(campaign)
    append_notes(campaign, key, "two")
    (campaign / "ledger.yaml").write_bytes(older)
    append_notes(campaign, key, "another two")


def test_another_campaign_of_the_same_name_is_another_campaign(
    tmp_path: Path, campaign: Path, key: ModeratorKey
) -> None:
    """A practice campaign made anew has another first entry, and is not measured by the old one."""
    append_notes(campaign, key, "practice")
    published(campaign, key)
    again = create_campaign(
        tmp_path / "again",
        opening(key, timezone="UTC"),
        key,
        clock=FixedClock(NOON),
        randomness=SystemRandomness(),
    )
    assert isinstance(again, Path)
    append_notes(again, key, "for real")
    published(again, key)
    append_notes(campaign, key, "more practice")


def test_a_writer_remembers_what_it_publishes(campaign: Path, key: ModeratorKey) -> None:
    """The checkpoint of a verdict's text is remembered with the entry just appended."""
    older = ledger_of(campaign)
    chance = SystemRandomness()
    with open_for_writing(campaign, key, clock=FixedClock(NOON), randomness=chance) as writer:
        assert isinstance(writer, Writer)
        writer.append([Note("verdict")])
        assert writer.remember_published() is None
        assert writer.checkpoint in checkpoints_path(key.path).read_text("ascii")
        assert writer.checkpoint.startswith("zebest/2/")
    (campaign / "ledger.yaml").write_bytes(older)
    assert code(append(campaign, key, [Note("another verdict")])) == "rollback"


@pytest.mark.parametrize(
    "damage", [b"\xff\xfe zebest", b"%064d zebest" % 1, b"1 zebest/1/" + b"0000-" * 7 + b"0000"]
)
def test_a_damaged_memory_is_told(damage: bytes, campaign: Path, key: ModeratorKey) -> None:
    """Remembered checkpoints that cannot be read are no reason to sign without them."""
    checkpoints_path(key.path).write_bytes(damage + b"\n")
    assert code(append(campaign, key, [Note("on top")])) == "bad_checkpoints"
    assert code(remember_published(opened(campaign).reading, key.path)) == "bad_checkpoints"


def test_openssl_accepts_an_entry_with_the_key_beside_it(
    tmp_path: Path, campaign: Path, key: ModeratorKey
) -> None:
    """The signature is plain Ed25519 over BODY: OpenSSL and `moderator.pub.pem` check it (The ledger)."""
    append_notes(campaign, key, "prouvé")
    entry = opened(campaign).reading.entries[-1]
    signed = (campaign / "ledger.yaml").read_text("utf-8").rpartition('\nsig: "')[2].partition('"')[0]
    (tmp_path / "body").write_bytes(entry.body)
    (tmp_path / "sig").write_bytes(b64decode(signed, validate=True))
    command = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", str(campaign / "moderator.pub.pem")]
    command += ["-rawin", "-in", str(tmp_path / "body"), "-sigfile", str(tmp_path / "sig")]
    assert subprocess.run(command, capture_output=True).returncode == 0


def test_a_ledger_never_grows_beyond_what_can_be_read(campaign: Path, key: ModeratorKey) -> None:
    """A ledger has at most 2^26 bytes (gm.ledger): what would go over it is refused before it is written."""
    large = [Note("\U0001f0a1" * 262_000)] * 63  # entries of nearly 2^20 bytes
    chance = SystemRandomness()
    with open_for_writing(campaign, key, clock=FixedClock(NOON), randomness=chance) as writer:
        assert isinstance(writer, Writer)
        assert isinstance(writer.append(large), tuple)
        before = ledger_of(campaign)
        assert code(writer.append(large[:2])) == "ledger_full"
        assert ledger_of(campaign) == before
    append_notes(campaign, key, "there is room for this")
