"""What was published is remembered beside the key (design.md, The campaign folder)."""

import shutil
from pathlib import Path

import pytest
from store_help import append, append_notes, code, ledger_of

from gm.campaign import Problem
from gm.events import Note
from gm.store import (
    ModeratorKey,
    Opened,
    checkpoints_path,
    last_published,
    load_key,
    read_only,
    remember_published,
)


def publish(campaign: Path, key: ModeratorKey) -> None:
    opened = read_only(campaign)
    assert isinstance(opened, Opened), opened
    assert remember_published(opened.reading, key.path) is None


def refused(campaign: Path, key: ModeratorKey) -> Problem:
    answer = append(campaign, key, [Note("further")])
    assert isinstance(answer, Problem), answer
    return answer


@pytest.mark.parametrize("kept", [1, 2, 3])
def test_a_rollback_names_the_first_entry_that_is_missing(
    kept: int, campaign: Path, key: ModeratorKey
) -> None:
    """Of an older copy: the entry after its last."""
    append_notes(campaign, key, "one", "two", "three")
    publish(campaign, key)
    entries = ledger_of(campaign).split(b"---\n")[1:]
    (campaign / "ledger.yaml").write_bytes(b"".join(b"---\n" + entry for entry in entries[:kept]))
    answer = refused(campaign, key)
    assert (answer.code, answer.params["entry"]) == ("rollback", str(kept + 1))


@pytest.mark.parametrize("further", [0, 2])
def test_a_fork_names_the_entry_that_is_another(further: int, campaign: Path, key: ModeratorKey) -> None:
    """Of a copy that went another way, as long or longer: the entry of the checkpoint."""
    other = Path(shutil.copytree(campaign, campaign.parent / "other" / campaign.name))
    append_notes(other, key, "that way", "and on", *["more"] * further)
    append_notes(campaign, key, "this way", "and on")
    publish(campaign, key)
    answer = refused(other, key)
    assert (answer.code, answer.params["entry"]) == ("fork", "3")


@pytest.mark.parametrize("memory", ["older", "lost"])
def test_an_older_or_a_lost_memory_refuses_nothing(memory: str, campaign: Path, key: ModeratorKey) -> None:
    """A memory restored from a copy, or deleted, guards less; what is published next is remembered again."""
    path = checkpoints_path(key.path)
    publish(campaign, key)
    older = path.read_bytes()
    append_notes(campaign, key, "one")
    publish(campaign, key)
    newest = path.read_bytes()
    path.unlink()
    if memory == "older":
        path.write_bytes(older)
    append_notes(campaign, key, "two")
    publish(campaign, key)
    assert path.read_bytes() not in (older, newest)
    before = ledger_of(campaign)
    (campaign / "ledger.yaml").write_bytes(before[: before.rindex(b"---\n")])
    assert refused(campaign, key).code == "rollback"


def test_what_is_remembered_already_is_not_written_again(campaign: Path, key: ModeratorKey) -> None:
    """A text shown a second time needs no room and no right to write."""
    publish(campaign, key)
    written = checkpoints_path(key.path).stat()
    publish(campaign, key)
    assert checkpoints_path(key.path).stat() == written


def test_each_machine_remembers_what_it_published_itself(
    tmp_path: Path, campaign: Path, key: ModeratorKey
) -> None:
    """Two machines take turns in one folder: neither is in the other's way, and each guards its own.

    A machine that signs on an older copy notices nothing; the one that published does, as soon as it sees it.
    """
    shutil.copytree(key.path.parent, tmp_path / "second")
    second = load_key(tmp_path / "second" / key.path.name, lambda: None)
    assert isinstance(second, ModeratorKey)
    older = ledger_of(campaign)
    for each in (key, second, key, second):
        append_notes(campaign, each, "my turn")
        publish(campaign, each)
    checkpoints_path(second.path).unlink()
    (campaign / "ledger.yaml").write_bytes(older)
    append_notes(campaign, second, *["another story"] * 4)
    assert code(refused(campaign, key)) == "fork"


def test_the_last_entry_published_is_told(campaign: Path, key: ModeratorKey) -> None:
    """0 while nothing is, then the number of the checkpoint, whatever was recorded since."""

    def last() -> int | Problem:
        opened = read_only(campaign)
        assert isinstance(opened, Opened)
        return last_published(opened.reading, key.path)

    assert last() == 0
    publish(campaign, key)
    published = last()
    append_notes(campaign, key, "one", "two")
    assert last() == published != 0
    checkpoints_path(key.path).write_text("what is this", encoding="utf-8")
    assert code(last()) == "bad_checkpoints"
