"""What a crash or another terminal leaves behind, and how the next command goes on (design.md)."""

import re
from collections.abc import Callable

from cli_help import Machine

from gm.store.published import checkpoints_path

Prepare = Callable[[Machine], object]


def manche_ended(machine: Machine) -> None:
    """A first manche ended by four sanctions."""
    machine.registered()
    machine.done("deal")
    for player in machine.status["players"][:4]:
        machine.done("sanction", player, "--reason", "absent")


def last_entries_lost(machine: Machine, number: int) -> None:
    """The ledger as a power cut leaves it: the last entries of one write never reached the disk."""
    data = machine.ledger.read_bytes()
    starts = [found.start() for found in re.finditer(rb"^---\n", data, re.MULTILINE)]
    machine.ledger.write_bytes(data[: starts[-number]])
    checkpoints_path(machine.key).unlink(missing_ok=True)  # it is written only after the entries


def test_the_closing_that_a_power_cut_swallowed_is_made_up_for(
    prepared: Callable[[Prepare], Machine],
) -> None:
    """design.md, Events: `manche_closed` goes with the action that ends the manche."""
    machine = prepared(manche_ended)
    assert b'event: "manche_closed"' in machine.ledger.read_bytes()
    last_entries_lost(machine, 1)
    assert b'event: "manche_closed"' not in machine.ledger.read_bytes()
    machine.done("word", machine.status["players"][0], "trèfle")
    assert b'event: "manche_closed"' in machine.ledger.read_bytes()
    assert machine.done("verify")["ok"]
    assert machine.done("deal")["manche"] == 2


def test_a_text_can_be_printed_while_another_terminal_records(prepared: Callable[[Prepare], Machine]) -> None:
    """design.md: a shorter history is a rollback; one that only was read too early is none."""
    from gm.cli.held import Look
    from gm.cli.runtime import Run

    machine = prepared(manche_ended)
    earlier = machine.ledger.read_bytes()
    machine.done("word", machine.status["players"][0], "trèfle")
    machine.done("post", "standings")
    later = machine.ledger.read_bytes()

    class Overtaken(Run):
        def look(self) -> Look:
            machine.ledger.write_bytes(earlier)
            look = Run.look(self)
            machine.ledger.write_bytes(later)
            return look

    run = Overtaken(as_json=False, assume_yes=False, campaigns=str(machine.campaigns), name=None)
    look = run.look()
    with machine.environment():
        assert run.shown(look).checkpoint == look.checkpoint


def test_a_ledger_that_became_shorter_shows_no_text(prepared: Callable[[Prepare], Machine]) -> None:
    """design.md, The campaign folder: a shorter history than the one published is not gone on with."""
    machine = prepared(manche_ended)
    earlier = machine.ledger.read_bytes()
    machine.done("word", machine.status["players"][0], "trèfle")
    machine.done("post", "standings")
    machine.ledger.write_bytes(earlier)
    refused = machine.here("post", "standings", "--json")
    assert (refused.code, refused.error) == (3, "rollback")
