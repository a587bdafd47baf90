"""`gm undo`, `gm amend`, `gm play --overrule` and standing passes at the command line (design.md)."""

from collections.abc import Callable
from typing import Any

import pytest
from cli_help import Machine, move_for, shown
from set_table import with_book
from tables import first_manche

FIRST = 10  # the entry of the first move
Prepared = Callable[[Callable[[Machine], object]], Machine]


def three_moves(machine: Machine) -> None:
    """Manche 1 in play: intersideral 3♠ from a post, snaga 5♣, MisterH 7♥; 3♥ 3♣ 9♥ are left to the first."""
    with_book(machine, first_manche(seed=8))
    machine.done("play", "-", "--post-id", "4217", "--url", "https://f/4217", stdin="Je pose 3♠")
    for move in ("5♣", "7♥"):
        machine.done("play", move)


def entries(machine: Machine) -> int:
    return int(machine.status["checkpoint"].split("/")[1])


class TestUndo:
    def test_what_was_published_is_listed_with_its_posts(self, prepared: Prepared) -> None:
        """design.md, Events: so that the moderator can correct it in the topic."""
        machine = prepared(three_moves)
        ran = machine.done("undo", str(FIRST), "--reason", "mauvaise carte")
        assert [each["seq"] for each in ran["published"]] == [FIRST, FIRST + 1, FIRST + 2]
        assert ran["published"][0]["post"] == {"id": "4217", "url": "https://f/4217"}
        assert ran["published"][1]["post"] is None
        assert all(each["text"] for each in ran["published"])
        assert "4217" in ran["private"]

    def test_where_nothing_was_published_that_is_said(self, prepared: Prepared) -> None:
        """The checkpoint remembered beside the key is older: here what it remembers is lost."""
        machine = prepared(three_moves)
        for path in machine.key.parent.glob("*.checkpoints"):
            path.unlink()
        ran = machine.done("undo", "--reason", "mauvaise carte")
        assert ran["published"] == []
        assert "Rien de cela n’avait été publié" in ran["private"]

    def test_an_undo_tells_how_to_take_it_back(self, prepared: Prepared) -> None:
        """design.md: an earlier `undone` included; its published correction is what is to be corrected."""
        machine = prepared(three_moves)
        before = machine.status
        undone = machine.done("undo", "--reason", "erreur")
        assert f"gm undo {undone['seq']}" in undone["private"]
        back = machine.done("undo", str(undone["seq"]), "--reason", "c’était juste")
        assert back["undone"] == []
        assert [each["seq"] for each in back["published"]] == [undone["seq"]]
        assert back["restored"] == undone["undone"]
        assert machine.status["pile"] == before["pile"]


class TestAmend:
    def test_a_correction_is_one_command(self, prepared: Prepared) -> None:
        """The later moves are kept; public and private texts tell which entries replace which."""
        machine = prepared(three_moves)
        ran = machine.done("amend", str(FIRST), "3♥")
        assert ran["accepted"]
        assert (ran["amended"], ran["seq"]) == (FIRST, FIRST + 4)
        assert ran["recorded"] == {str(FIRST + 1): FIRST + 5, str(FIRST + 2): FIRST + 6}
        assert (ran["player"], ran["claim"]) == ("intersideral", {"kind": "play", "cards": ["3h"]})
        assert (ran["violations"], ran["effects"], ran["seed_was_out"]) == ([], [], False)
        assert [(each["seq"], each["post"]) for each in ran["published"]] == [
            (FIRST, {"id": "4217", "url": "https://f/4217"})
        ]
        assert ran["public"].startswith(
            "[b]Correction.[/b] À l’entrée 10 du registre, 3♠ d’intersideral devient"
        )
        assert "intersideral[/b] pose 3♥. Coup validé." in ran["public"]
        assert "Point de contrôle" in ran["public"]
        assert "Ce qui s’ensuivait change" not in ran["public"]
        assert [play["cards"] for play in machine.status["pile"]] == [["3h"], ["5c"], ["7h"]]
        assert machine.done("verify")["ok"]

    def test_a_correction_that_is_refused_itself_says_why(self, prepared: Prepared) -> None:
        """As a refused `gm play`: exit code 1 with its violations, nothing recorded."""
        machine = prepared(three_moves)
        last = entries(machine)
        ran = machine.here("amend", "--json", str(FIRST), "je passe")
        assert ran.code == 1
        assert (ran.json["seq"], ran.json["violations"]) == (None, ["cannot_pass_opening"])
        assert ran.json["recorded"] == {}
        assert entries(machine) == last

    @pytest.mark.parametrize(
        ("text", "code", "words"),
        [
            ("3♥ 3♣", "wrong_count", "Il faut autant de cartes que sur la pile"),
            ("9♥", "too_low", "La force doit être égale ou supérieure"),
        ],
    )
    def test_a_correction_that_breaks_a_later_move_names_it(
        self, prepared: Prepared, text: str, code: str, words: str
    ) -> None:
        """The first entry that would be illegal, its player, its move, and the code in words."""
        machine = prepared(three_moves)
        last = entries(machine)
        ran = machine.here("amend", "--json", str(FIRST), text)
        error = ran.json["error"]
        assert (ran.code, error["code"], error["codes"]) == (1, "amend_breaks", code)
        assert (error["seq"], error["player"], error["move"]) == (str(FIRST + 1), "snaga", "5c")
        assert f"l’entrée {FIRST + 1} (5♣ de snaga)" in error["message"]
        assert words in error["message"]
        assert entries(machine) == last

    @pytest.mark.parametrize(
        ("seq", "text", "code", "exit_code"),
        [
            ("9999", "7♠", "no_such_entry", 2),
            ("2", "7♠", "amend_too_late", 1),
            ("8", "7♠", "amend_deal", 1),
            ("9", "7♠", "amend_no_move", 1),
            ("10", "bonjour", "post_without_move", 2),
            ("10", "7 ou 8", "post_ambiguous", 2),
        ],
    )
    def test_what_cannot_be_corrected_is_refused_plainly(
        self, prepared: Prepared, seq: str, text: str, code: str, exit_code: int
    ) -> None:
        """Each with what to do instead; nothing is recorded."""
        machine = prepared(three_moves)
        last = entries(machine)
        ran = machine.here("amend", "--json", seq, text)
        assert (ran.error, ran.code) == (code, exit_code)
        assert entries(machine) == last


class TestOverrule:
    def out_of_turn(self, machine: Machine) -> tuple[str, str]:
        """A player whose turn it is not, and the weakest card that they could answer with."""
        status = machine.status
        for player in status["cards_left"]:
            hand = machine.hand(player)
            move = move_for({**status, "taggle": False}, hand)
            if player != status["turn"] and move != "je passe":
                return player, move
        raise AssertionError

    def test_a_move_out_of_turn_that_the_moderator_accepts(self, prepared: Prepared) -> None:
        """design.md, `overruled`: the public text says what was set aside, and why."""
        machine = prepared(three_moves)
        player, move = self.out_of_turn(machine)
        words = ("--overrule", "not_your_turn", "--reason", "tout le monde était d’accord")
        refused = machine.here("check", "--json", player, move).json
        codes = refused["violations"]
        assert all(f"--overrule {code} " in refused["private"] for code in codes)
        extra = [word for code in codes if code != "not_your_turn" for word in ("--overrule", code)]
        checked = machine.done("check", player, move, *words, *extra)
        assert checked["seq"] is None
        ran = machine.done("play", player, move, *words, *extra)
        assert (ran["accepted"], ran["violations"], ran["overruled"]) == (True, [], codes)
        for text in (ran["public"], machine.done("post", "recap")["body"], _why(machine)):
            assert "tout le monde était d’accord" in text
        assert "Ce n’est pas son tour" in ran["public"]
        assert machine.done("verify")["ok"]

    def test_codes_that_do_not_hold_are_told_and_not_recorded(self, prepared: Prepared) -> None:
        """Only what holds is overruled."""
        machine = prepared(three_moves)
        status = machine.status
        move = move_for(status, machine.hand(status["turn"]))
        ran = machine.done("play", move, "--overrule", "too_low", "--reason", "au cas où")
        assert "overruled" not in ran
        assert "too_low" in ran["private"]
        assert "au cas où" not in ran["public"]

    def test_what_else_holds_still_refuses(self, prepared: Prepared) -> None:
        """The refusal lists all that holds; the note says what is left."""
        machine = prepared(three_moves)
        player = next(name for name in machine.status["cards_left"] if name != machine.status["turn"])
        other = machine.hand(machine.status["turn"])[0]
        ran = machine.here(
            "play", "--json", player, shown([other]), "--overrule", "not_your_turn", "--reason", "oui"
        )
        assert ran.code == 1
        assert ran.json["violations"][:2] == ["not_your_turn", "not_held"]
        assert "not_held" in ran.json["private"]

    @pytest.mark.parametrize(
        ("words", "code", "exit_code"),
        [
            (("--overrule", "not_held", "--reason", "oui"), "never_overruled", 1),
            (("--overrule", "trop_bas", "--reason", "oui"), "unknown_code", 2),
            (("--overrule", "too_low"), "reason_missing", 2),
            (("--overrule", "too_low", "--reason", " "), "reason_missing", 2),
            (("--reason", "oui"), "reason_alone", 2),
        ],
    )
    def test_what_nobody_can_overrule_is_refused(
        self, prepared: Prepared, words: tuple[str, ...], code: str, exit_code: int
    ) -> None:
        """design.md: any code except six; the choices are listed."""
        ran = prepared(three_moves).here("play", "--json", "je passe", *words)
        assert (ran.error, ran.code) == (code, exit_code)
        choices = ran.json["error"].get("choices", "too_low")
        assert "too_low" in choices
        assert "not_held" not in choices


def _why(machine: Machine) -> str:
    ran = machine.here("why")
    return ran.out + ran.err


class TestStandingPass:
    def passing(self, machine: Machine) -> dict[str, Any]:
        """The player whose turn it is passes until the tour closes."""
        return machine.done("play", "je passe jusqu’à la fin du tour", "--post-id", "50")

    def round(self, machine: Machine, but: str) -> dict[str, Any]:
        """The others move on, by the weakest card that answers, until it would be the turn of that player."""
        ran: dict[str, Any] = {}
        for _ in range(4):
            status = machine.status
            assert status["turn"] != but
            ran = machine.done("play", move_for(status, machine.hand(status["turn"])))
            if ran["automatic"]:
                return ran
        raise AssertionError("nobody is answered for")

    def test_it_answers_by_itself_and_is_told(self, prepared: Prepared) -> None:
        """Z7: the pass is recorded with the move that brings the turn, and the next one is asked."""
        machine = prepared(three_moves)
        said = self.passing(machine)
        assert "seront notés d’office" in said["private"]
        ran = self.round(machine, said["player"])
        assert ran["automatic"] == [{"player": said["player"], "seq": ran["seq"] + 1}]
        assert f"{said['player']}[/b] passe, comme annoncé jusqu’à la fin du tour" in ran["public"]
        assert ran["next"] == machine.status["turn"] != said["player"]
        assert machine.done("verify")["ok"]

    def test_any_later_post_ends_it_be_it_refused(self, prepared: Prepared) -> None:
        """Z7: who posts again decides for themselves; the end is recorded though the move is not."""
        machine = prepared(three_moves)
        said = self.passing(machine)
        ran = machine.here("play", "--json", said["player"], "je passe")
        assert (ran.code, ran.json["seq"]) == (1, None)
        assert "prennent fin" in ran.json["private"]
        with pytest.raises(AssertionError):
            self.round(machine, said["player"])
        assert machine.status["turn"] == said["player"]

    def test_undoing_takes_back_the_move_that_it_answered(self, prepared: Prepared) -> None:
        """An automatic pass is nobody's decision: it goes with the one before, and not alone."""
        machine = prepared(three_moves)
        ran = self.round(machine, self.passing(machine)["player"])
        alone = machine.here("undo", "--json", str(ran["automatic"][0]["seq"]), "--reason", "non")
        assert alone.error == "automatic_not_undoable"
        undone = machine.done("undo", "--reason", "erreur")
        assert undone["undone"] == [ran["seq"], ran["seq"] + 1]
        assert machine.status["turn"] == ran["player"]


def test_a_sanction_tells_the_passes_that_follow(prepared: Prepared) -> None:
    """Z7, Z18: the turn moves on to somebody who passes until the tour closes."""
    machine = prepared(three_moves)
    for move in ("je passe jusqu’à la fin du tour", "10♥", "je passe", "je passe"):
        machine.done("play", move)
    ran = machine.done("sanction", "MisterH", "--reason", "absent", "--departure")
    assert "MrRarty[/b] passe, comme annoncé jusqu’à la fin du tour" in ran["public"]
    assert "Le tour est clos" in ran["public"]


@pytest.mark.parametrize(
    ("words", "question"),
    [
        (("amend", str(FIRST), "3♥"), "Remplacer 3♠ d’intersideral par 3♥ d’intersideral"),
        (("replace", "snaga", "Zoé"), "Zoé"),
    ],
)
def test_what_is_hard_to_take_back_is_asked_about_at_a_terminal(
    prepared: Prepared, words: tuple[str, ...], question: str
) -> None:
    """design.md, Command line: a correction and a replacement are confirmed."""
    from sitting import at_a_terminal

    machine = prepared(three_moves)
    before = machine.ledger.read_bytes()
    no = at_a_terminal(machine, *words, typed="n\n")
    assert (no.code, no.out) == (1, "")
    assert question in no.screen
    assert machine.ledger.read_bytes() == before


def test_an_image_in_a_corrected_post_is_asked_about_once(prepared: Prepared) -> None:
    """docs/reading.md: what an image shows holds from then on, for this correction as well."""
    from sitting import at_a_terminal

    machine = prepared(three_moves)
    words = ("amend", str(FIRST), "[img]https://i.example.org/a.png[/img]")
    sitting = at_a_terminal(machine, *words, typed="3♥\no\no\n0\n")
    assert sitting.code == 0, sitting.screen
    assert machine.status["pile"][0]["cards"] == ["3h"]
