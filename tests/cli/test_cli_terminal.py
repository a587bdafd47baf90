"""At a terminal: what is hard to take back is asked about, Ctrl-C leaves nothing half done (design.md)."""

from collections.abc import Callable

import pytest
from cli_help import PLAYERS, Machine, move_for, shown
from sitting import CTRL_C, at_a_terminal

Prepare = Callable[[Machine], object]
Prepared = Callable[[Prepare], Machine]


def in_play(machine: Machine) -> None:
    machine.in_play()


def before_the_deal(machine: Machine) -> None:
    machine.new_campaign()
    machine.done("open", "--deal", "12/06/9014 14h")
    for player in PLAYERS:
        machine.done("join", player)


def last_move(machine: Machine) -> list[str]:
    status = machine.status
    return ["play", move_for(status, machine.hand(status["turn"]))]


ASKED = {
    "sanction": (in_play, lambda _: ["sanction", "snaga", "--reason", "triche"]),
    "undo": (in_play, lambda _: ["undo", "--reason", "erreur"]),
    "deal before its date": (before_the_deal, lambda _: ["deal"]),
    "replacement": (in_play, lambda _: ["replace", "snaga", "Zoé"]),
    "abandon": (in_play, lambda _: ["abandon", "--reason", "main envoyée à un autre"]),
    "move that ends the manche": (Machine.before_the_last_move, last_move),
}


@pytest.mark.parametrize("name", ASKED)
def test_what_is_hard_to_take_back_is_asked_about(name: str, prepared: Prepared) -> None:
    """`n` records nothing (exit code 1), `o` records it; --yes and no terminal take it as said."""
    prepare, words_of = ASKED[name]
    machine = prepared(prepare)
    words = words_of(machine)
    before = machine.ledger.read_bytes()
    no = at_a_terminal(machine, *words, typed="n\n")
    assert (no.code, no.out) == (1, "")
    assert "Rien n’a été consigné" in no.screen
    assert machine.ledger.read_bytes() == before
    yes = at_a_terminal(machine, *words, typed="o\n")
    assert yes.code == 0, yes.screen
    assert machine.ledger.read_bytes() != before


@pytest.mark.parametrize(
    ("typed", "code"),
    [("consigner\no\n", 0), ("x\nOui\n", 0), ("peut-être\nnon\n", 1), ("\n", 1), ("\x04\n", 1)],
)
def test_an_unclear_answer_is_asked_again(typed: str, code: int, prepared: Prepared) -> None:
    """o, oui, y, yes; n, non, no, an empty line and the end of input are no; all else is no answer."""
    machine = prepared(in_play)
    sitting = at_a_terminal(machine, "sanction", "snaga", "--reason", "triche", typed=typed)
    assert sitting.code == code, sitting.screen
    assert sitting.screen.count("Répondez par o") == len(typed.splitlines()) - 1


def test_nothing_is_asked_with_yes(prepared: Prepared) -> None:
    """--yes: no question at a terminal either."""
    machine = prepared(in_play)
    sitting = at_a_terminal(machine, "sanction", "snaga", "--reason", "triche", "--yes", typed="")
    assert sitting.code == 0
    assert "(o/n)" not in sitting.screen


def test_a_plain_move_is_not_asked_about(prepared: Prepared) -> None:
    """A clear move that ends nothing is recorded at once; every card read is shown before it is signed."""
    machine = prepared(in_play)
    card = shown(machine.hand(machine.status["turn"])[:1])
    sitting = at_a_terminal(machine, "play", card, typed="")
    assert sitting.code == 0
    assert f"Lu : {machine.status['pile'][0]['player']}, {card}." in sitting.screen.replace("\u00a0", " ")


def test_ctrl_c_leaves_nothing_half_done(prepared: Prepared) -> None:
    """Ctrl-C at a question, with the ledger locked: exit code 130, the ledger as before and free again."""
    machine = prepared(in_play)
    before = machine.ledger.read_bytes()
    sitting = at_a_terminal(machine, "sanction", "snaga", "--reason", "triche", typed=CTRL_C)
    assert (sitting.code, sitting.out) == (130, "")
    assert "Traceback" not in sitting.screen
    assert machine.ledger.read_bytes() == before
    assert machine.here("sanction", "snaga", "--reason", "triche").code == 0


def test_a_passphrase_is_asked_for_and_never_shown(machine: Machine) -> None:
    """`gm init` asks twice, later commands once; what is typed does not appear on the screen."""
    made = at_a_terminal(machine, "init", typed="trente-six tonnes\ntrente-six tonnes\n")
    assert made.code == 0, made.screen
    assert b"ENCRYPTED" in machine.key.read_bytes()
    opened = at_a_terminal(machine, "new", "zebest", typed="trente-six tonnes\n")
    assert opened.code == 0, opened.screen
    assert "trente" not in made.screen + opened.screen
    wrong = at_a_terminal(machine, "open", typed="trente-cinq tonnes\n")
    assert wrong.code == 3


def test_two_different_passphrases_make_no_key(machine: Machine) -> None:
    """What is typed twice has to be the same: `passphrases_differ`, exit code 3."""
    sitting = at_a_terminal(machine, "init", typed="un\ndeux\n")
    assert sitting.code == 3
    assert not machine.key.exists()


def under_a_passphrase(machine: Machine) -> None:
    assert at_a_terminal(machine, "init", typed="trente-six tonnes\ntrente-six tonnes\n").code == 0


def test_another_passphrase_is_asked_for_twice_after_the_old_one(prepared: Prepared) -> None:
    """`gm key change-passphrase`: nothing typed is shown; afterwards the new one opens the key."""
    machine = prepared(under_a_passphrase)
    typed = "trente-six tonnes\nquarante-deux\nquarante-deux\n"
    changed = at_a_terminal(machine, "key", "change-passphrase", typed=typed)
    assert changed.code == 0, changed.screen
    assert changed.screen.index("actuelle") < changed.screen.index("Nouvelle")
    assert "tonnes" not in changed.screen
    assert "quarante" not in changed.screen
    assert at_a_terminal(machine, "key", "show", typed="quarante-deux\n").code == 0


@pytest.mark.parametrize(
    ("words", "typed", "exit_code"),
    [
        ((), "trente-six tonnes\nun\ndeux\n", 3),
        ((), "trente-cinq tonnes\n", 3),
        (("--no-passphrase",), "n\n", 1),
        ((), f"trente-six tonnes\nun\n{CTRL_C}\n", 130),
    ],
    ids=["two different ones", "a wrong old one", "not confirmed", "Ctrl-C"],
)
def test_a_change_that_is_broken_off_leaves_the_key_as_it_was(
    words: tuple[str, ...], typed: str, exit_code: int, prepared: Prepared
) -> None:
    """Typed differently, mistyped, not confirmed, interrupted: the file is the same."""
    machine = prepared(under_a_passphrase)
    before = machine.key.read_bytes()
    sitting = at_a_terminal(machine, "key", "change-passphrase", *words, typed=typed)
    assert sitting.code == exit_code, sitting.screen
    assert ("Rien n’a été changé." in sitting.screen) == (exit_code == 1)
    assert "Traceback" not in sitting.screen
    assert machine.key.read_bytes() == before


def test_a_campaign_that_can_go_on_is_not_left_unasked(prepared: Prepared) -> None:
    """`gm new --continues` tells the players that it cannot; of a lost key nothing is asked."""
    machine = prepared(in_play)
    words = ("new", "zebest-2", "--continues", "zebest")
    no = at_a_terminal(machine, *words, typed="n\n")
    assert (no.code, no.out) == (1, "")
    assert "Rien n’a été changé." in no.screen
    assert at_a_terminal(machine, *words, typed="o\n").code == 0
    machine.key.unlink()
    machine.done("init", "--no-passphrase")
    lost = at_a_terminal(machine, "new", "zebest-3", "--continues", "zebest", typed="")
    assert lost.code == 0, lost.screen
    assert "(o/n)" not in lost.screen
