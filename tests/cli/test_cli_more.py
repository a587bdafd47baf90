"""At a terminal: what is no yes is a no (design.md, Command line)."""

from collections.abc import Callable

import pytest
from cli_help import Machine, play_on

pytest.importorskip("pty", reason="needs a pseudo-terminal")

from test_cli_terminal import at_a_terminal

Prepared = Callable[[Callable[[Machine], object]], Machine]


def in_play(machine: Machine) -> None:
    machine.in_play()


@pytest.mark.parametrize("answer", ["", "sans doute\nn", "x\n"])
def test_what_is_no_yes_records_nothing(answer: str, prepared: Prepared) -> None:
    """design.md: what is hard to take back is confirmed on a terminal; other words are asked again."""
    machine = prepared(in_play)
    before = machine.ledger.read_bytes()
    sitting = at_a_terminal(machine, "sanction", "snaga", "--reason", "triche", typed=f"{answer}\n")
    assert (sitting.code, sitting.out) == (1, "")
    assert machine.ledger.read_bytes() == before


def registered(machine: Machine) -> None:
    machine.registered()


def dealt(machine: Machine) -> None:
    machine.dealt()


@pytest.mark.parametrize("words", [("post", "first"), ("publish",)])
def test_what_shows_a_checkpoint_is_remembered_as_published(
    words: tuple[str, ...], prepared: Prepared
) -> None:
    """design.md: the last checkpoint published is remembered; a shorter history is not signed on."""
    machine = prepared(registered)
    earlier = machine.ledger.read_bytes()
    machine.done("word", "snaga", "trèfle")
    machine.done(*words)
    machine.ledger.write_bytes(earlier)
    ran = machine.here("word", "snaga", "pique", "--json")
    assert (ran.code, ran.error) == (3, "rollback")


def test_a_torn_ledger_is_not_published(prepared: Prepared) -> None:
    """design.md: a torn tail is reported and set aside by `gm repair` first; exit code 3."""
    machine = prepared(registered)
    machine.ledger.write_bytes(machine.ledger.read_bytes()[:-20])
    ran = machine.here("publish", "--json")
    assert (ran.code, ran.error) == (3, "torn")
    assert not (machine.ledger.parent / "outbox").exists()


def test_a_ledger_with_its_secrets_is_judged_as_ones_own_wherever_it_lies(prepared: Prepared) -> None:
    """design.md: the engine judges always in one's own ledger, not in a public copy."""
    machine = prepared(in_play)
    copy = machine.folder / "copie.yaml"
    copy.write_bytes(machine.ledger.read_bytes())
    public = machine.done("publish")["path"]
    own, copied, published = (machine.done("verify", *words) for words in ((), (str(copy),), (public,)))
    assert own["unjudged"] == copied["unjudged"] == []
    assert "votre registre" in machine.here("verify", str(copy)).out
    secret = copy.read_bytes().index(b"secret:\n")
    cut = copy.read_bytes()[:secret] + copy.read_bytes()[copy.read_bytes().index(b"---\n", secret) :]
    (machine.folder / "cut.yaml").write_bytes(cut)
    lost = machine.here("verify", str(machine.folder / "cut.yaml"), "--json").json
    assert [fault["code"] for fault in lost["faults"]] == ["secret_missing"]
    assert published["unjudged"]
    assert machine.done("verify", str(copy))["unjudged"] == []
    assert machine.done("verify", public)["unjudged"] == [9]


def test_the_key_asked_for_is_the_one_a_campaign_is_held_against(prepared: Prepared) -> None:
    """design.md, Command line: `gm verify --key PUB.PEM`; another moderator's key signed nothing here."""
    machine = prepared(registered)
    other = Machine(machine.folder / "autre")
    other.new_campaign()
    key = other.ledger.parent / "moderator.pub.pem"
    for words in ((), (str(machine.ledger.parent),), (str(machine.ledger),)):
        ran = machine.here("verify", *words, "--key", str(key), "--json")
        assert ran.code == 1
        assert "wrong_key" in [fault["code"] for fault in ran.json["faults"]]


def test_with_a_checkpoint_more_is_proven_than_that_the_file_agrees_with_itself(prepared: Prepared) -> None:
    """design.md, Checkpoint: without `--key` and checkpoint it proves only that, and says so."""
    machine = prepared(registered)
    alone = machine.here("verify").out
    anchored = machine.here("verify", "--checkpoint", machine.status["checkpoint"]).out
    assert "--checkpoint" in alone
    assert "--checkpoint" not in anchored


def test_the_cards_of_a_sanctioned_player_count_no_more(prepared: Prepared) -> None:
    """Z18: their cards leave the game, so `cards_left` of `gm status` is 0."""
    machine = prepared(dealt)
    assert machine.status["cards_left"]["snaga"] > 0
    machine.done("sanction", "snaga", "--reason", "triche")
    assert machine.status["cards_left"]["snaga"] == 0


def test_a_refused_claim_is_given_as_it_was_named(prepared: Prepared) -> None:
    """design.md, JSON: a card of unknown suit is written `7?`, whatever stands in for it."""
    machine = prepared(in_play)
    player = machine.status["turn"]
    held = {card[0] for card in machine.hand(player)}
    missing = next(rank for rank in "3456789" if rank not in held)
    ran = machine.here("check", player, f"je pose un {missing}", "--json")
    assert (ran.code, ran.json["claim"]["cards"]) == (1, [f"{missing}?"])


def second_manche(machine: Machine) -> None:
    machine.in_play()
    play_on(machine, 400)
    machine.done("deal")


def test_the_first_giver_of_an_exchange_is_the_worse_placed(prepared: Prepared) -> None:
    """Z19: the Trou du cul gives to the Président; design.md, JSON: `exchange` {giver, receiver, …}."""
    machine = prepared(second_manche)
    lines = machine.done("post", "standings")["body"].splitlines()
    first, last = (
        next(line.rpartition(" ")[2] for line in lines if line.startswith(role))
        for role in ("Président", "Trou du cul")
    )
    made = machine.done("exchange", first)
    assert (made["giver"], made["receiver"]) == (last, first)


def test_a_departure_taken_back_is_not_called_a_sanction(prepared: Prepared) -> None:
    """Z28: leaving during a manche is Z18 without the word cheat, also when it is undone."""
    machine = prepared(in_play)
    player = machine.status["turn"]
    machine.done("sanction", player, "--reason", "vacances", "--departure")
    public = machine.done("undo", "--reason", "finalement non")["public"]
    assert "le départ d" in public
    assert "sanction" not in public
