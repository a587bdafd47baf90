"""`gm recheck`, and the texts that `gm read` and `gm play` keep for it, from the command line."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_help import Machine
from reading_help import Entry, in_play, posts_to_come, saved, statuses

from gm.ledger import post_digest

Prepared = Callable[[Callable[[Machine], object]], Machine]

CHATTER: Entry = {"id": "c1", "author": "snaga", "text": "Bien joué !"}


def a_page(machine: Machine, folder: Path) -> list[Entry]:
    """Four moves, chatter between them."""
    posts = posts_to_come(machine, 4, folder)
    return [*posts[:2], CHATTER, *posts[2:]]


def archive(machine: Machine) -> Path:
    """Where the texts are kept."""
    return machine.ledger.parent / "posts"


def edited(posts: list[Entry]) -> list[Entry]:
    """The second move changed, the third deleted, a move put before the last."""
    new: Entry = {"id": "new", "author": "snaga", "text": "roi de pique"}
    return [posts[0], {**posts[1], "text": "Non, je pose l’as de pique."}, CHATTER, new, posts[4]]


class TestKeeping:
    def test_reading_a_page_keeps_each_post_of_it(self, prepared: Prepared, tmp_path: Path) -> None:
        """Those recorded and all others: `sha256sum` gives the name of each."""
        machine = prepared(in_play)
        posts = a_page(machine, tmp_path / "twin")
        machine.done("read", saved(machine, posts), "--check")
        assert not archive(machine).exists()
        machine.done("read", saved(machine, posts))
        names = {path.name for path in archive(machine).iterdir()}
        assert names == {f"{post_digest(post['text'])}.txt" for post in posts}

    def test_a_whole_post_that_is_played_is_kept(self, prepared: Prepared, tmp_path: Path) -> None:
        """A move that is typed is no post."""
        machine = prepared(in_play)
        first, second = posts_to_come(machine, 2, tmp_path / "twin")
        machine.done("play", first["author"], "-", "--post-id", "p1", stdin=first["text"])
        machine.done("play", second["author"], second["text"], "--post-id", "p2")
        assert [path.stem for path in archive(machine).iterdir()] == [post_digest(first["text"])]

    def test_a_whole_post_that_corrects_a_move_is_kept(self, prepared: Prepared, tmp_path: Path) -> None:
        """`gm amend SEQ -`: its text is that of a post."""
        machine = prepared(in_play)
        (first,) = posts_to_come(machine, 1, tmp_path / "twin")
        seq = machine.done("play", first["author"], first["text"])["seq"]
        machine.done("amend", str(seq), "-", stdin=f"Je joue {first['text']}")
        assert [path.stem for path in archive(machine).iterdir()] == [post_digest(f"Je joue {first['text']}")]

    def test_where_nothing_can_be_kept_the_moves_are_recorded(
        self, prepared: Prepared, tmp_path: Path
    ) -> None:
        machine = prepared(in_play)
        archive(machine).write_bytes(b"")
        ran = machine.here("read", saved(machine, posts_to_come(machine, 2, tmp_path / "twin")), "--json")
        assert (ran.code, statuses(ran.json)) == (0, ["accepted"] * 2)
        assert "n’ont pas tous été gardés" in ran.err

    def test_the_public_ledger_carries_no_text(self, prepared: Prepared, tmp_path: Path) -> None:
        machine = prepared(in_play)
        machine.done("read", saved(machine, a_page(machine, tmp_path / "twin")))
        public = Path(machine.done("publish")["path"]).read_text("utf-8")
        assert "Bien joué" not in public
        assert "Salut" not in public


class TestRecheck:
    def test_an_untouched_page_has_nothing_odd(self, prepared: Prepared, tmp_path: Path) -> None:
        """Exit code 0; nothing is written and no key is needed."""
        machine = prepared(in_play)
        page = saved(machine, a_page(machine, tmp_path / "twin"))
        machine.done("read", page)
        machine.key.unlink()
        before = machine.ledger.read_bytes()
        answer = machine.done("recheck", page)
        assert set(answer) == {
            *("posts", "counts", "unchecked", "elsewhere", "unseen", "adrift"),
            *("recorded", "public", "private"),
        }
        assert answer["counts"] == {"same": 4, "changed": 0, "vanished": 0, "appeared": 0}
        assert (answer["unchecked"], answer["public"]) == (0, "")
        assert machine.ledger.read_bytes() == before

    def test_what_has_changed_is_told_with_its_difference(self, prepared: Prepared, tmp_path: Path) -> None:
        """Exit code 1; the moderator reads it on standard error, the topic that the moves stand."""
        machine = prepared(in_play)
        posts = a_page(machine, tmp_path / "twin")
        machine.done("read", saved(machine, posts))
        (published,) = machine.key.parent.glob("*.checkpoints")
        published.unlink()
        ran = machine.here("recheck", saved(machine, edited(posts)), "--json")
        assert ran.code == 1
        assert published.exists()  # the text for the topic shows where the ledger stands
        rows = {row["id"]: row for row in ran.json["posts"]}
        assert {name: row["status"] for name, row in rows.items()} == {
            "p1": "same",
            "p2": "changed",
            "new": "appeared",
            "p3": "vanished",
            "p4": "same",
        }
        assert set(rows["p2"]) == {
            *("id", "number", "author", "player", "status", "seq", "entries", "between"),
            *("says_the_same", "claims_move", "diff", "incident"),
        }
        assert (rows["p2"]["says_the_same"], rows["p2"]["claims_move"]) == (False, True)
        added = [each["text"] for each in rows["p2"]["diff"] if each["op"] == "added"]
        assert "Non," in " ".join(added)
        assert (rows["new"]["claims_move"], rows["new"]["seq"]) == (True, None)
        assert (rows["p3"]["number"], rows["p3"]["player"]) == (None, posts[3]["author"])
        told = machine.here("recheck", saved(machine, edited(posts)))
        assert (told.code, told.out.strip()) == (1, ran.json["public"].strip())
        for words in ("{+Non,+}", "il n’est plus sur la page", "gm amend", "gm undo"):
            assert words in told.err
        assert "as de pique" not in told.out

    def test_incidents_are_recorded_once(self, prepared: Prepared, tmp_path: Path) -> None:
        """`--record`, for `gm audit` and `gm sanction --evidence`."""
        machine = prepared(in_play)
        posts = a_page(machine, tmp_path / "twin")
        machine.done("read", saved(machine, posts))
        page = saved(machine, edited(posts))
        first = machine.here("recheck", page, "--record", "--json").json
        assert len(first["recorded"]) == 3
        assert post_digest("roi de pique") in {path.stem for path in archive(machine).iterdir()}
        assert [row["incident"] for row in first["posts"] if row["incident"]] == first["recorded"]
        ledger = machine.ledger.read_bytes()
        again = machine.here("recheck", page, "--record", "--json")
        assert (again.code, again.json["recorded"]) == (1, [])
        assert again.json["counts"] == first["counts"]
        assert machine.ledger.read_bytes() == ledger
        assert {each["seq"] for each in machine.done("audit")["attempts"]} == set(first["recorded"])
        assert machine.done("verify")["ok"]

    def test_without_what_was_kept_the_digest_tells(self, prepared: Prepared, tmp_path: Path) -> None:
        """The archive is evidence and no state: tampered with, or gone."""
        machine = prepared(in_play)
        posts = a_page(machine, tmp_path / "twin")
        machine.done("read", saved(machine, posts))
        for path in archive(machine).iterdir():
            path.write_bytes(b"je passe")
        row = machine.here("recheck", saved(machine, edited(posts)), "--json").json["posts"][1]
        assert (row["status"], row["diff"]) == ("changed", None)
        for path in archive(machine).iterdir():
            path.unlink()
        archive(machine).rmdir()
        assert machine.done("recheck", saved(machine, posts))["counts"]["same"] == 4
        assert "n’a pas été gardé" in machine.here("recheck", saved(machine, edited(posts))).err

    def test_a_page_may_come_from_standard_input(self, prepared: Prepared, tmp_path: Path) -> None:
        machine = prepared(in_play)
        page = saved(machine, a_page(machine, tmp_path / "twin"))
        machine.done("read", page)
        text = Path(page).read_text("utf-8")
        assert machine.done("recheck", "-", stdin=text)["counts"]["same"] == 4

    @pytest.mark.parametrize("text", ["", "\x00\x01", "https://forum.example.org/viewtopic.php?t=1"])
    def test_what_is_no_page_is_refused(self, prepared: Prepared, text: str) -> None:
        """Exit code 2, as with `gm read`."""
        machine = prepared(in_play)
        assert machine.here("recheck", "-", "--json", stdin=text).code == 2

    @pytest.mark.skipif(sys.platform == "win32" or not hasattr(os, "mkfifo"), reason="no pipes among files")
    def test_a_pipe_in_the_place_of_a_text_keeps_nobody_waiting(
        self, prepared: Prepared, tmp_path: Path
    ) -> None:
        machine = prepared(in_play)
        posts = a_page(machine, tmp_path / "twin")
        machine.done("read", saved(machine, posts))
        for path in archive(machine).iterdir():
            path.unlink()
            os.mkfifo(path)
        assert machine.here("recheck", saved(machine, posts)).code == 0
