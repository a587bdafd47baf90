"""`gm read`: a page judged, shown and recorded, from the command line (design.md, Command line)."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from cli_help import PLAYERS, Machine, move_for, shown
from reading_help import in_play, posts_to_come, registering, saved, statuses

Prepare = Callable[[Machine], object]
Prepared = Callable[[Prepare], Machine]

SHAPE = {
    *(
        "id",
        "number",
        "author",
        "player",
        "at",
        "status",
        "claims",
        "accepted",
        "violations",
        "clauses",
        "effects",
    ),
    *("moves", "seq", "notes", "problem"),
}


class TestRecording:
    def test_a_page_is_recorded_post_by_post(self, prepared: Prepared, tmp_path: Path) -> None:
        """Every accepted move is an entry with its post; the answer says which."""
        machine = prepared(in_play)
        posts = posts_to_come(machine, 6, tmp_path / "twin")
        before = machine.status
        answer = machine.done("read", saved(machine, posts))
        keys = {"posts", "recorded", "stopped", "public", "private", "warnings", "next_step"}
        assert set(answer) == keys
        assert [set(post) for post in answer["posts"]] == [SHAPE] * 6
        assert statuses(answer) == ["accepted"] * 6
        first = machine.ledger.read_text("utf-8").count("\n---") - 6 + 2
        assert (
            answer["recorded"] == list(range(first, first + 6)) == [post["seq"] for post in answer["posts"]]
        )
        assert answer["stopped"] is None
        assert answer["posts"][0]["player"] == before["turn"]
        ledger = machine.ledger.read_text("utf-8")
        assert all(f'id: "{post["id"]}"' in ledger for post in posts)
        assert machine.done("verify")["ok"]

    def test_reading_again_records_nothing_twice(self, prepared: Prepared, tmp_path: Path) -> None:
        """A longer page of the same topic: what is recorded is passed over, the rest is read."""
        machine = prepared(in_play)
        posts = posts_to_come(machine, 6, tmp_path / "twin")
        machine.done("read", saved(machine, posts[:4]))
        answer = machine.done("read", saved(machine, posts))
        assert statuses(answer) == ["recorded"] * 4 + ["accepted"] * 2
        before = machine.ledger.read_bytes()
        again = machine.here("read", saved(machine, posts))
        assert (again.code, again.out) == (0, "")
        assert "6\u00a0messages déjà consignés" in again.err
        assert machine.ledger.read_bytes() == before

    def test_a_refused_move_is_told_and_the_rest_goes_on(self, prepared: Prepared, tmp_path: Path) -> None:
        """Exit code 1; --record puts it on record."""
        machine = prepared(in_play)
        posts = posts_to_come(machine, 3, tmp_path / "twin")
        wrong = {"id": "p9", "author": posts[0]["author"], "text": "je passe"}
        page = saved(machine, [posts[0], wrong, *posts[1:]])
        ran = machine.here("read", page, "--json")
        assert (ran.code, statuses(ran.json)) == (1, ["accepted", "refused", "accepted", "accepted"])
        row = ran.json["posts"][1]
        assert (row["accepted"], row["violations"], row["clauses"]) == (False, ["not_your_turn"], ["Z22"])
        assert (row["seq"], len(ran.json["recorded"])) == (None, 3)

    def test_refused_moves_are_recorded_when_asked(self, prepared: Prepared) -> None:
        """`--record`, as with `gm play`."""
        machine = prepared(in_play)
        other = next(name for name in PLAYERS if name != machine.status["turn"])
        page = saved(machine, [{"id": "p1", "author": other, "text": "je passe"}])
        ran = machine.here("read", page, "--record", "--json")
        assert (ran.code, len(ran.json["recorded"])) == (1, 1)
        assert ran.json["posts"][0]["seq"] == ran.json["recorded"][0]
        assert machine.here("read", page, "--json").json["posts"][0]["status"] == "recorded"

    def test_check_shows_and_records_nothing(self, prepared: Prepared, tmp_path: Path) -> None:
        """`--check` needs no key."""
        machine = prepared(in_play)
        page = saved(machine, posts_to_come(machine, 2, tmp_path / "twin"))
        machine.key.rename(tmp_path / "away.pem")
        before = machine.ledger.read_bytes()
        ran = machine.here("read", page, "--check", "--json")
        assert (ran.code, statuses(ran.json), ran.json["recorded"]) == (0, ["accepted"] * 2, [])
        assert machine.ledger.read_bytes() == before

    def test_a_page_may_come_from_standard_input(self, prepared: Prepared, tmp_path: Path) -> None:
        """`gm read -`, or no file at all."""
        machine = prepared(in_play)
        posts = posts_to_come(machine, 2, tmp_path / "twin")
        text = Path(saved(machine, posts)).read_text("utf-8")
        assert statuses(machine.done("read", "-", "--check", stdin=text)) == ["accepted"] * 2
        assert statuses(machine.done("read", stdin=text)) == ["accepted"] * 2

    def test_a_page_that_ends_the_manche_says_what_comes_next(self, prepared: Prepared) -> None:
        """Z16: the manche is closed with the play; what follows is not judged; the next step is the deal."""
        machine = prepared(Machine.before_the_last_move)
        status = machine.status
        move = move_for(status, machine.hand(status["turn"]))
        posts = [
            {"id": "p1", "author": status["turn"], "text": move},
            {"id": "p2", "author": PLAYERS[0], "text": "Bien joué !"},
            {"id": "p3", "author": PLAYERS[0], "text": "je passe"},
        ]
        answer = machine.done("read", saved(machine, posts))
        assert statuses(answer) == ["accepted", "chatter", "not_judged"]
        assert answer["posts"][0]["notes"] == ["ends_manche"]
        assert "manche_over" in answer["posts"][0]["effects"]
        assert len(answer["recorded"]) == 2
        assert "gm deal" in answer["next_step"]
        assert machine.status["phase"] == "ready_to_deal"


class TestTexts:
    def test_the_public_text_holds_the_rulings_and_the_table(
        self, prepared: Prepared, tmp_path: Path
    ) -> None:
        """Ready to post: each ruling, the table after them, the checkpoint of the last entry."""
        machine = prepared(in_play)
        posts = posts_to_come(machine, 2, tmp_path / "twin")
        ran = machine.here("read", saved(machine, posts))
        assert ran.out.index(posts[0]["author"]) < ran.out.index("Les mains")
        assert ran.out.count("Coup validé") + ran.out.count("C’est noté") == 2
        assert machine.status["checkpoint"] in ran.out.splitlines()[-1]
        assert ran.out.count("Point de contrôle") == 1

    def test_the_private_table_shows_the_cards_and_the_clauses(
        self, prepared: Prepared, tmp_path: Path
    ) -> None:
        """Player, cards as 7♥, ruling with its clause, on standard error."""
        machine = prepared(in_play)
        (post,) = posts_to_come(machine, 1, tmp_path / "twin")
        wrong = {"author": post["author"], "text": "je passe"}
        ran = machine.here("read", saved(machine, [post, wrong]))
        cards = post["text"].partition("je pose ")[2].removesuffix(" !")
        assert f"n°\u00a0p1, {post['author']}\u00a0: {cards}, accepté" in ran.err
        assert f"2e\u00a0message, {post['author']}\u00a0: passe, refusé" in ran.err
        assert "(Z22)" in ran.err

    def test_nothing_is_to_be_posted_when_nothing_was_judged(self, prepared: Prepared) -> None:
        """A stranger is not judged, chatter is nothing: standard output stays empty."""
        machine = prepared(in_play)
        ran = machine.here("read", saved(machine, [{"author": "Passant", "text": "je passe"}]))
        assert (ran.code, ran.out) == (1, "")
        assert "aliases" in ran.err
        assert machine.here("read", saved(machine, [{"author": "Zoé", "text": "coucou"}])).code == 0

    def test_a_public_text_shows_no_card_that_was_not_played(self, prepared: Prepared) -> None:
        """A doubtful post: the reply tells of its own words only, and adds no tag."""
        machine = prepared(in_play)
        turn = machine.status["turn"]
        page = saved(
            machine, [{"id": "p1", "author": turn, "text": "je pose un double [b]7[/b] ou un triple 8"}]
        )
        ran = machine.here("read", page)
        assert ran.code == 2
        assert turn in ran.out
        hand = machine.hand(turn)
        assert not [card for card in hand if shown([card]) in ran.out]


class TestDoubts:
    def test_a_doubt_stops_there_and_what_stands_before_is_recorded(
        self, prepared: Prepared, tmp_path: Path
    ) -> None:
        """Exit code 2; the question, the reply and the readings; what follows is unread."""
        machine = prepared(in_play)
        posts = posts_to_come(machine, 3, tmp_path / "twin")
        posts[1]["text"] = "Edit : finalement 9 de carreau.\n\nRoi de carreau."
        ran = machine.here("read", saved(machine, posts), "--json")
        assert (ran.code, statuses(ran.json)) == (2, ["accepted", "doubt", "unread"])
        assert len(ran.json["recorded"]) == 1
        stopped = ran.json["stopped"]
        assert (stopped["id"], stopped["doubt"], stopped["code"]) == ("p2", "ambiguous", "post_ambiguous")
        assert "⟦9 de carreau⟧" in stopped["question"]
        assert [claim["cards"] for claim in stopped["readings"][0]] == [["9d"]]
        assert posts[1]["author"] in stopped["public"]
        assert stopped["public"].partition("[i]")[0].strip() in ran.json["public"]
        assert "p2" in ran.json["private"]

    def test_a_post_noted_by_hand_with_its_number_is_passed_over(
        self, prepared: Prepared, tmp_path: Path
    ) -> None:
        """The way on that the question tells: `gm play JOUEUR COUP --post-id`."""
        machine = prepared(in_play)
        posts = posts_to_come(machine, 3, tmp_path / "twin")
        clear, posts[1]["text"] = posts[1]["text"], "je pose un double"
        page = saved(machine, posts)
        assert machine.here("read", page).code == 2
        machine.done("play", posts[1]["author"], clear, "--post-id", "p2")
        assert statuses(machine.done("read", page)) == ["recorded", "changed", "accepted"]

    def test_a_post_without_a_move_may_be_skipped(self, prepared: Prepared, tmp_path: Path) -> None:
        """`--skip ID`: the moderator says that there is no move in it."""
        machine = prepared(in_play)
        posts = posts_to_come(machine, 2, tmp_path / "twin")
        thinking = {"id": "p7", "author": posts[1]["author"], "text": "J'hésite entre un roi et un as…"}
        page = saved(machine, [posts[0], thinking, posts[1]])
        assert machine.here("read", page, "--check").code == 2
        answer = machine.done("read", page, "--skip", "p7")
        assert statuses(answer) == ["accepted", "skipped", "accepted"]
        strange = machine.here("read", page, "--skip", "p8", "--json")
        assert (strange.code, strange.error) == (2, "no_such_post")

    def test_a_post_without_an_id_is_skipped_by_its_place(self, prepared: Prepared, tmp_path: Path) -> None:
        """One number in the table, the question and the hint; an id is never taken for a place."""
        machine = prepared(in_play)
        posts = posts_to_come(machine, 2, tmp_path / "twin")
        thinking = {"author": posts[1]["author"], "text": "J'hésite entre un roi et un as…"}
        page = saved(machine, [posts[0], thinking, posts[1] | {"id": "9"}])
        ran = machine.here("read", page, "--check")
        assert "(2e\u00a0message)" in ran.err
        assert "gm read PAGE --skip 2" in ran.err
        assert "Ensuite" not in ran.err
        assert statuses(machine.done("read", page, "--check", "--skip", "2")) == [
            "accepted",
            "skipped",
            "accepted",
        ]
        assert machine.here("read", page, "--check", "--skip", "3", "--json").error == "no_such_post"

    def test_a_question_shows_where_things_stand(self, prepared: Prepared, tmp_path: Path) -> None:
        """What lies on the pile after the posts before, and whose turn it is."""
        machine = prepared(in_play)
        posts = posts_to_come(machine, 2, tmp_path / "twin")
        posts[1]["text"] = "je pose un double"
        cards = posts[0]["text"].partition("je pose ")[2].removesuffix(" !")
        question = machine.here("read", saved(machine, posts), "--check", "--json").json["stopped"][
            "question"
        ]
        shown_there = f"Sur la pile : {cards} ({posts[0]['author']}). La main est à {posts[1]['author']}."
        assert shown_there in question.replace("\u00a0", " ")

    def test_unknown_images_are_named_in_yaml(self, prepared: Prepared) -> None:
        """The hint can be copied as it is; a reading cannot be chosen before the image is named."""
        machine = prepared(in_play)
        turn = machine.status["turn"]
        images = ["https://i.example.org/a.png", "https://i.example.org/b.png"]
        text = "je pose\n" + "\n".join(f"[img]{image}[/img]" for image in images)
        page = saved(machine, [{"id": "p1", "author": turn, "text": text}])
        for command in (["read", page], ["check", turn, text]):
            ran = machine.here(*command)
            assert ran.code == 2
            lines = ran.err.splitlines()
            at = lines.index("cards:")
            assert yaml.safe_load("\n".join(lines[at : at + 3])) == {"cards": dict.fromkeys(images, "Qs")}
            assert "Lectures possibles" not in ran.err

    @pytest.mark.parametrize("command", ["play", "check"])
    def test_a_move_typed_has_both_voices_too(self, command: str, prepared: Prepared) -> None:
        """`check` and `play`: the question on standard error, the reply on standard output, exit code 2."""
        machine = prepared(in_play)
        turn = machine.status["turn"]
        before = machine.ledger.read_bytes()
        words = (command, turn, "-")
        text = "Edit : finalement 9 de carreau.\n\nRoi de carreau."
        ran = machine.here(*words, stdin=text)
        assert ran.code == 2
        assert f"[b]{turn}[/b]" in ran.out
        assert "⟦Roi de carreau⟧" in ran.err
        assert "  1. 9♦" in ran.err
        answered = machine.here(*words, "--json", stdin=text)
        error = answered.json["error"]
        assert (answered.code, answered.error) == (2, "post_ambiguous")
        assert error["public"] in ran.out
        assert error["question"] in ran.err
        assert [[claim["cards"] for claim in reading] for reading in error["readings"]][:2] == [
            [["9d"]],
            [["Kd"]],
        ]
        assert machine.ledger.read_bytes() == before

    def test_a_long_post_is_shown_around_its_words(self, prepared: Prepared) -> None:
        """The question fits a screen, whatever the post's length."""
        machine = prepared(in_play)
        text = "bla " * 3000 + "\nEdit : finalement 9 de carreau.\n\nRoi de carreau.\n" + "bla " * 3000
        question = machine.here("check", machine.status["turn"], "-", "--json", stdin=text).json["error"]
        assert "⟦9 de carreau⟧" in question["question"]
        assert len(question["question"]) < 1500


class TestSettings:
    def test_aliases_signatures_and_cards_of_the_campaign(self, prepared: Prepared) -> None:
        """campaign.yaml: who posts under another name, signs every post, shows cards as pictures."""
        machine = prepared(in_play)
        turn = machine.status["turn"]
        card = machine.hand(turn)[0]
        settings = f"aliases: {{Le Chef: {turn}}}\nsignatures: {{{turn}: double as toujours}}\n"
        settings += f"cards: {{carte-1: {card}}}\n"
        (machine.campaigns / "zebest" / "campaign.yaml").write_text(settings, encoding="utf-8")
        text = "[img]https://i.example.org/carte-1.png[/img]\ndouble as toujours"
        page = saved(machine, [{"id": "p1", "author": "le chef", "text": text}])
        (post,) = machine.done("read", page, "--check")["posts"]
        assert (post["player"], post["status"]) == (turn, "accepted")
        assert post["claims"][0]["cards"] == [card]
        assert machine.done("check", turn, "-", stdin=text)["claim"]["cards"] == [card]

    def test_a_campaign_knows_its_own_pages(self, prepared: Prepared, tmp_path: Path) -> None:
        """campaign.yaml, `selectors`: where the posts of a forum nobody knows stand."""
        machine = prepared(in_play)
        (post,) = posts_to_come(machine, 1, tmp_path / "twin")
        settings = "selectors:\n  post: section.mot\n  body: .dit\n  author: .qui\n"
        (machine.campaigns / "zebest" / "campaign.yaml").write_text(settings, encoding="utf-8")
        html = (
            f'<html><body><section class="mot" id="m1"><b class="qui">{post["author"]}</b>'
            f'<div class="dit">{post["text"]}</div></section></body></html>'
        )
        path = machine.folder / "page.html"
        path.write_text(html, encoding="utf-8")
        assert statuses(machine.done("read", str(path), "--check")) == ["accepted"]


class TestNextStep:
    def test_a_check_tells_what_comes_after_what_is_recorded(
        self, prepared: Prepared, tmp_path: Path
    ) -> None:
        """Nothing was recorded: the turn is whose it was."""
        machine = prepared(in_play)
        posts = posts_to_come(machine, 1, tmp_path / "twin")
        page = saved(machine, posts)
        assert posts[0]["author"] in machine.done("read", page, "--check")["next_step"]
        answer = machine.done("read", page)
        assert machine.status["turn"] in answer["next_step"]
        assert "gm read PAGE" in answer["next_step"]

    def test_a_doubt_is_the_only_thing_to_do(self, prepared: Prepared) -> None:
        """No other next step beside it."""
        machine = prepared(in_play)
        page = saved(machine, [{"id": "p1", "author": machine.status["turn"], "text": "je pose un double"}])
        assert "next_step" not in machine.here("read", page, "--json").json

    def test_the_end_of_a_manche_is_said_once(self, prepared: Prepared) -> None:
        """Z16; then the standings are published, as the guide has it."""
        machine = prepared(Machine.before_the_last_move)
        status = machine.status
        move = move_for(status, machine.hand(status["turn"]))
        ran = machine.here("read", saved(machine, [{"id": "p1", "author": status["turn"], "text": move}]))
        private = ran.err.partition("Ensuite")
        assert private[0].count("manche est terminée") + private[0].count("termine la manche") == 1
        assert "gm post standings" in private[2]


class TestWarnings:
    @pytest.mark.parametrize("text", ["Bonjour à tous.\nBelle journée !\n", "salut\n"])
    def test_a_page_without_authors_is_warned_about(self, text: str, prepared: Prepared) -> None:
        """Nothing is read of it, and it says why."""
        machine = prepared(in_play)
        answer = machine.done("read", "-", stdin=text)
        assert [each["code"] for each in answer["warnings"]] == ["no_authors"]
        assert "NOM" in machine.here("read", "-", stdin=text).err
        assert machine.done("read", "-", stdin=f"snaga :\n{text}")["warnings"] == []

    def test_an_alias_that_is_a_players_name_is_warned_about(self, prepared: Prepared) -> None:
        """It stays that player's."""
        machine = prepared(in_play)
        settings = machine.campaigns / "zebest" / "campaign.yaml"
        settings.write_text("aliases: {Snaga: MisterH, Le H: MisterH}\n", encoding="utf-8")
        answer = machine.done("read", "-", stdin="snaga :\nbonjour\n")
        assert [(each["code"], each["alias"]) for each in answer["warnings"]] == [
            ("alias_of_player", "Snaga")
        ]


class TestChanged:
    def test_a_changed_post_says_what_to_do(self, prepared: Prepared, tmp_path: Path) -> None:
        """The entry to undo, and the command that notes the move with the number of the post."""
        machine = prepared(in_play)
        (post,) = posts_to_come(machine, 1, tmp_path / "twin")
        machine.done("read", saved(machine, [post]))
        ran = machine.here("read", saved(machine, [post | {"text": "Finalement, je réfléchis."}]))
        seq = machine.ledger.read_text("utf-8").count("\nentry: ")
        assert f"gm undo {seq} --reason TEXTE" in ran.err
        assert f"gm play {post['author']} COUP --post-id p1" in ran.err


def test_a_double_that_is_not_held_is_told_as_one(prepared: Prepared) -> None:
    """Z18: the moderator reads which cards are lacking, the topic no more than that one of them is."""
    machine = prepared(in_play)
    turn = machine.status["turn"]
    ranks = [card[0] for card in machine.hand(turn)]
    name = next(word for code, word in RANKS.items() if ranks.count(code) < 2)
    answer = machine.here("check", turn, f"double {name}", "--json").json
    assert f"un double {name}\u00a0: {turn} n’a pas autant" in answer["private"]
    assert "autant de cartes de cette valeur" not in answer["public"]


RANKS = {"8": "8", "9": "9", "J": "valet", "Q": "dame", "K": "roi", "A": "as"}


class TestRegistering:
    def test_registrations_and_words_are_recorded(self, prepared: Prepared) -> None:
        """Z21: in the order of the posts, each with its post; a second registration is a row and no error."""
        machine = prepared(registering)
        posts = [
            {"id": "p1", "author": "snaga", "text": "je m'inscris, mot : carotte"},
            {"id": "p2", "author": "MisterH", "text": "je m'inscris"},
            {"id": "p3", "author": "oliv10", "text": "Je m'inscris."},
        ]
        ran = machine.here("read", saved(machine, posts), "--json")
        assert (ran.code, statuses(ran.json)) == (0, ["joined", "refused", "joined"])
        assert ran.json["posts"][1]["problem"] == "already_registered"
        assert (len(ran.json["recorded"]), ran.json["public"]) == (2, "")
        assert "carotte" in ran.json["private"]
        status = machine.status
        assert status["players"] == ["intersideral", "MisterH", "snaga", "oliv10"]
        assert statuses(machine.done("read", saved(machine, posts))) == ["recorded", "past", "recorded"]


class TestBadPages:
    @pytest.mark.parametrize(
        ("data", "code"),
        [
            (b"", "page_empty"),
            (bytes(range(256)) * 40, "page_not_text"),
            (b"- {id: p1, author: snaga}\n", "page_bad_entry"),
            (b"- {id: p1, text: [a]}\n", "page_bad_entry"),
            (b"- {id: p1, text: 'je passe}\n", "page_bad_list"),
            (b"<html><body><p>rien</p></body></html>", "page_unknown"),
        ],
    )
    def test_a_page_that_cannot_be_read_is_told(self, data: bytes, code: str, prepared: Prepared) -> None:
        """Exit code 2, a plain sentence, the ledger as before."""
        machine = prepared(in_play)
        path = machine.folder / "page"
        path.write_bytes(data)
        before = machine.ledger.read_bytes()
        ran = machine.here("read", str(path), "--json")
        assert (ran.code, ran.error) == (2, code)
        assert machine.here("read", str(path)).err.strip().count("\n") == 0
        assert machine.ledger.read_bytes() == before

    def test_a_missing_file_is_told(self, prepared: Prepared) -> None:
        """Exit code 2."""
        ran = prepared(in_play).here("read", "nulle-part.html", "--json")
        assert (ran.code, ran.error) == (2, "unreadable_file")


class TestInterrupted:
    def test_a_kill_in_the_middle_leaves_whole_posts(self, prepared: Prepared, tmp_path: Path) -> None:
        """Each post's entries are one append: after `kill -9` the next run records what is missing."""
        machine = prepared(in_play)
        posts = posts_to_come(machine, 30, tmp_path / "twin")
        page = saved(machine, posts)
        before = machine.ledger.stat().st_size
        process = subprocess.Popen(
            [sys.executable, "-m", "gm", "read", page, "--json"],
            stdout=subprocess.DEVNULL,
            cwd=machine.folder / "here",
            env=machine.environ,
        )
        while process.poll() is None and machine.ledger.stat().st_size == before:
            time.sleep(0.001)
        os.kill(process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        process.wait()
        machine.here("repair")
        found = statuses(machine.done("read", page))
        number = found.count("recorded")
        assert found == ["recorded"] * number + ["accepted"] * (30 - number)
        assert machine.done("verify")["ok"]

    def test_two_readings_at_once_record_each_post_once(self, prepared: Prepared, tmp_path: Path) -> None:
        """A page is judged under the lock: the second sees what the first recorded."""
        machine = prepared(in_play)
        page = saved(machine, posts_to_come(machine, 4, tmp_path / "twin"))
        command = [sys.executable, "-m", "gm", "read", page, "--json"]
        both = [
            subprocess.Popen(
                command, stdout=subprocess.PIPE, cwd=machine.folder / "here", env=machine.environ, text=True
            )
            for _ in range(2)
        ]
        assert [process.wait(timeout=60) for process in both] == [0, 0]
        for process in both:
            process.communicate()
        ledger = machine.ledger.read_text("utf-8")
        assert [ledger.count(f'id: "p{number}"') for number in range(1, 5)] == [1] * 4
        assert machine.done("verify")["ok"]
