"""Torn tails and what `gm repair` does about them (design.md, The campaign folder and the key)."""

from pathlib import Path

from store_help import append, append_notes, code, ledger_of, opened

from gm.events import Note, Refused
from gm.store import ModeratorKey, Repaired, SystemRandomness, create_key, public_pem, read_only, repair


def test_a_torn_tail_does_not_excuse_an_edit(campaign: Path, key: ModeratorKey) -> None:
    """`gm repair` refuses a ledger with a torn tail when a complete entry before it does not verify."""
    append_notes(campaign, key, "un", "deux")
    edited = ledger_of(campaign).replace(b'"un"', b'"uno"')[:-20]
    (campaign / "ledger.yaml").write_bytes(edited)
    assert code(read_only(campaign)) == "tampered"
    assert code(append(campaign, key, [Note("on top")])) == "tampered"
    assert code(repair(campaign)) == "tampered"
    assert ledger_of(campaign) == edited


def test_a_torn_tail_does_not_excuse_another_s_key(campaign: Path, key: ModeratorKey) -> None:
    """`gm repair` holds the entries that stay against `moderator.pub.pem` too: nothing is changed."""
    append_notes(campaign, key, "kept")
    other = create_key(campaign.parent / "other.pem", None, SystemRandomness())
    assert isinstance(other, ModeratorKey)
    (campaign / "moderator.pub.pem").write_bytes(public_pem(other.public))
    torn = ledger_of(campaign)[:-20]
    (campaign / "ledger.yaml").write_bytes(torn)
    assert code(repair(campaign)) == "tampered"
    assert ledger_of(campaign) == torn


def test_a_torn_tail_is_told_at_every_byte(campaign: Path, key: ModeratorKey) -> None:
    """Wherever a crash cuts the last entry: no entry before it is lost, and nothing is appended after it."""
    append_notes(campaign, key, "kept")
    kept = ledger_of(campaign)
    append(campaign, key, [Refused("oliv10", "7s", ("not_held",), note="révélateur")])
    whole = ledger_of(campaign)
    for size in range(len(kept) + 1, len(whole)):
        (campaign / "ledger.yaml").write_bytes(whole[:size])
        assert code(append(campaign, key, [Note("on top")])) == "torn", size
        assert opened(campaign).torn
        assert len(opened(campaign).records) == 2
    repaired = repair(campaign)
    assert isinstance(repaired, Repaired)
    assert (repaired.size, len(repaired.reading.entries)) == (len(whole) - len(kept) - 1, 2)
    append_notes(campaign, key, "goes on")
    assert len(opened(campaign).records) == 3


def test_a_second_torn_tail_has_its_own_file(campaign: Path) -> None:
    """What was set aside before is kept."""
    for tail in (b"---\nentry:", b"---\nent"):
        with (campaign / "ledger.yaml").open("ab") as file:
            file.write(tail)
        repair(campaign)
    aside = sorted(path.read_bytes() for path in campaign.iterdir() if path.name.startswith("ledger.torn"))
    assert aside == [b"---\nent", b"---\nentry:"]


def test_repair_of_a_whole_ledger_does_nothing(campaign: Path, key: ModeratorKey) -> None:
    """Nothing torn: nothing set aside, not a byte changed."""
    append_notes(campaign, key, "whole")
    before = {path.name: path.read_bytes() for path in campaign.iterdir()}
    repaired = repair(campaign)
    assert getattr(repaired, "aside", "a problem") is None
    assert {path.name: path.read_bytes() for path in campaign.iterdir()} == before


def test_a_repair_that_was_cut_short_is_done_again(campaign: Path, key: ModeratorKey) -> None:
    """Killed once the tail was set aside and still stood in the ledger: the same file keeps it, once."""
    append_notes(campaign, key, "kept")
    torn = ledger_of(campaign) + b"---\nentry:"
    for _ in range(2):
        (campaign / "ledger.yaml").write_bytes(torn)
        repaired = repair(campaign)
        assert isinstance(repaired, Repaired)
        assert [repaired.aside] == list(campaign.glob("ledger.torn-*"))
        assert ledger_of(campaign) == torn[: -len(b"---\nentry:")]
