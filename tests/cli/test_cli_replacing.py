"""`gm replace NAME BY` (design.md, Command line; Z24)."""

import re
from collections.abc import Callable

import pytest
from cli_help import PLAYERS, Machine, move_for, play_on

Prepared = Callable[[Callable[[Machine], object]], Machine]


def in_play(machine: Machine) -> None:
    play_on(machine.in_play(), 2)


def between(machine: Machine) -> None:
    machine.in_play()
    for player in PLAYERS[:4]:
        machine.done("sanction", player, "--reason", "une panne", "--departure")


def test_the_answer_is_the_replacement_with_the_newcomers_message(prepared: Prepared) -> None:
    """JSON: {player, by, seq, message: {to, subject, body}, public}; the hand goes out as by `gm pm`."""
    machine = prepared(in_play)
    player = machine.status["turn"]
    hand = machine.hand(player)
    done = machine.done("replace", player[:5].upper(), "Zoé")
    assert set(done) - {"next_step"} == {"player", "by", "seq", "message", "public"}
    assert (done["player"], done["by"], done["seq"]) == (player, "Zoé", machine.done("verify")["entries"])
    assert not (machine.campaigns / "zebest" / "outbox").exists()
    sent = machine.done("pm", "Zoé", "hand")
    assert done["message"] == {name: sent[name] for name in ("to", "subject", "body")}
    assert sent["to"] == "Zoé"
    key = machine.done("hand", "Zoé")["key"]
    assert key in done["message"]["body"]
    assert key not in done["public"]
    status = machine.status
    assert (status["turn"], machine.hand("Zoé")) == ("Zoé", hand)
    assert player not in status["cards_left"]
    ran = machine.here("play", player, "je passe", "--json")
    assert (ran.code, ran.json["violations"]) == (1, ["unknown_player"])
    assert machine.here("pm", player, "--json").code == 2
    assert machine.done("play", "Zoé", move_for(status, hand))["accepted"] is True
    assert {each["to"] for each in machine.done("pm", "--all", "hand")["messages"]} == set(
        status["cards_left"]
    )


def test_what_may_be_posted_is_apart_from_the_hand(prepared: Prepared) -> None:
    """design.md, Command line: what may be posted on standard output, the rest on standard error."""
    machine = prepared(in_play)
    ran = machine.here("replace", "snaga", "Zoé", "--out")
    assert ran.code == 0
    key = machine.done("hand", "Zoé")["key"]
    assert "[b]Zoé[/b] prend la place de snaga" in ran.out
    assert re.search("zebest/[0-9]+/", ran.out)
    assert key not in ran.out
    assert key in ran.err
    (file,) = (machine.campaigns / "zebest" / "outbox").iterdir()
    assert key in file.read_text("utf-8")
    undone = machine.here("undo", "--reason", "il revient")
    assert "le remplacement de snaga par Zoé" in undone.out
    assert machine.done("verify")["ok"] is True


def test_a_newcomer_named_by_the_first_letters_of_somebody_known_is_doubted(prepared: Prepared) -> None:
    """design.md, Command line: a prefix stands for a name, so a new name that is one may be a slip."""
    machine = prepared(in_play)
    assert "oliv10 est déjà là" in machine.here("replace", "snaga", "oliv").err
    replaced = machine.here("replace", "MisterH", "Zoé").err
    assert "est déjà là" not in replaced
    assert "gm word Zoé MOT" in replaced
    assert "ressemble à intersideral" in machine.here("join", "inter").err.replace("\u00a0", " ")


def test_between_two_manches_there_is_no_hand_to_send(prepared: Prepared) -> None:
    """Z24: the newcomer plays the next manche, with the places of the seat."""
    machine = prepared(between)
    places = machine.status["places"]
    done = machine.done("replace", "snaga", "Zoé")
    assert done["message"] is None
    assert "Zoé" in done["public"]
    assert machine.status["places"] == {"Zoé" if name == "snaga" else name: at for name, at in places.items()}
    assert machine.done("word", "Zoé", "trèfle")["player"] == "Zoé"
    machine.done("deal")
    assert "Zoé" in machine.status["cards_left"]
    classement = machine.done("post", "standings")["body"]
    assert "Zoé (à la place de snaga)" in classement
    assert machine.done("verify")["ok"] is True


@pytest.mark.parametrize(
    ("words", "exit_code", "error"),
    [
        (("snaga", "MisterH"), 1, "already_seated"),
        (("snaga", "  "), 2, "bad_name"),
        (("toto", "Zoé"), 2, "unknown_name"),
        (("snaga",), 2, "usage_missing"),
    ],
)
def test_a_plain_refusal(prepared: Prepared, words: tuple[str, ...], exit_code: int, error: str) -> None:
    """Bad input is refused in a sentence, and nothing is recorded."""
    machine = prepared(in_play)
    ledger = machine.ledger.read_bytes()
    ran = machine.here("replace", "--json", *words)
    assert (ran.code, ran.error) == (exit_code, error)
    assert machine.ledger.read_bytes() == ledger


def test_before_the_deal_one_leaves_and_another_joins(machine: Machine) -> None:
    """Z24 is for seats; before the first deal there are none, and the sentence says what to do."""
    machine.registered()
    ran = machine.here("replace", "snaga", "Zoé")
    assert ran.code == 1
    assert "gm leave" in ran.err
    assert "gm join" in ran.err
