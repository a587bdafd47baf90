"""A partie played by the commands alone, as a moderator types them."""

import base64
import re
import subprocess
from pathlib import Path

import pytest
from cli_help import PLAYERS, Machine, move_for, order_of, play_on, shown

SIXTH = "Zoé « la flèche » 🃏"


def openssl_accepts(campaign: Path, entry: bytes, folder: Path) -> bool:
    """Whether the `openssl` program alone accepts an entry's signature (design.md, The ledger)."""
    body, _, rest = entry.partition(b"sig: ")
    (folder / "body").write_bytes(body.removeprefix(b"---\n"))
    (folder / "sig").write_bytes(base64.b64decode(rest.split(b"\n")[0].strip(b'"')))
    public = str(campaign / "moderator.pub.pem")
    words = [
        "openssl",
        "pkeyutl",
        "-verify",
        "-pubin",
        "-inkey",
        public,
        "-rawin",
        "-in",
        "body",
        "-sigfile",
        "sig",
    ]
    return subprocess.run(words, cwd=folder, capture_output=True).returncode == 0


def exchange_in_two_calls_and_in_one(machine: Machine) -> None:
    """Both exchanges before manche 2: the Président's in two calls with a demand, the other in one (Z19)."""
    first, second = machine.gm("status", "--json").json["waiting"]
    received = machine.gm("exchange", first, "--ask", "as", "--json").json
    assert (received["receiver"], received["given"], received["done"]) == (first, None, False)
    assert len(received["received"]) == 2
    gift = machine.hand(first)[:2]
    given = machine.gm("exchange", first, "--give", shown(gift), "--json").json
    assert (given["received"], given["given"], given["done"]) == (received["received"], gift, True)
    hand = machine.hand(second)
    both = machine.gm("exchange", second, "--give", shown(hand[:1]), "--json").json
    assert (both["given"], both["done"]) == (hand[:1], True)
    assert both["public"].startswith("[b]Partie 1, manche 2[/b]")


def play_in_processes(machine: Machine, moves: int) -> None:
    """So many moves, each in a process of its own, in person's text."""
    for _ in range(moves):
        status = machine.status
        ran = machine.gm("play", move_for(status, machine.hand(status["turn"])))
        assert ran.code == 0, ran.err
        assert "zebest/" in ran.out  # the checkpoint stands at the foot of what is posted
        assert "Ensuite" in ran.err


@pytest.mark.filterwarnings("error")
def test_a_partie_is_played_by_the_commands_alone(machine: Machine, tmp_path: Path) -> None:
    """init, new, open, joins, deal, messages, order, both manches with the exchange, an undo, a sanction."""
    assert machine.gm("init", "--no-passphrase").code == 0
    assert machine.gm("new", "zebest", "--title", "Le Président").code == 0
    assert "graines" in machine.gm("open", "--start", "14/06/2014 16h").err
    for player in PLAYERS:
        assert machine.gm("join", player, "--word", f"mot de {player}").code == 0
    assert machine.gm("join", SIXTH, "--json").json["waits"] is True
    assert machine.gm("word", "snaga", "carotte").code == 0
    assert machine.gm("post", "first").out.count("[PARTIE 1]") == 1
    dealt = machine.gm("deal", "--json").json
    assert sorted(dealt["seats"]) == sorted(PLAYERS)
    messages = machine.gm("pm", "--all", "--json").json["messages"]
    assert sorted(each["to"] for each in messages) == sorted(PLAYERS)
    assert machine.gm("order", *order_of(machine)).code == 0
    assert machine.gm("status", "--json").json["phase"] == "play"
    refused = machine.gm("check", "je passe", "--json")
    assert (refused.code, refused.json["violations"]) == (1, ["cannot_pass_opening"])

    play_in_processes(machine, 4)
    undone = machine.gm("undo", "--reason", "mauvais joueur", "--json").json
    assert len(undone["undone"]) == 1
    play_on(machine, 400)
    assert machine.gm("status", "--json").json["phase"] == "ready_to_deal"
    assert len(machine.gm("status", "--json").json["places"]) == 5

    assert machine.gm("deal").code == 0
    assert machine.gm("post", "standings").out.count("\nTrou du cul") == 2
    exchange_in_two_calls_and_in_one(machine)
    play_in_processes(machine, 4)
    cheat = machine.gm("status", "--json").json["turn"]
    ran = machine.gm("sanction", cheat, "--reason", "carte qui n’est pas dans sa main", "--json")
    assert (ran.code, ran.json["accepted"]) == (0, True)
    play_on(machine, 400)
    over = machine.gm("status", "--json").json
    assert (over["phase"], over["places"][cheat], over["queue"]) == ("over", 5, [SIXTH])

    verified = machine.gm("verify", "--json")
    assert (verified.code, verified.json["ok"], verified.json["faults"]) == (0, True, [])
    published = Path(machine.gm("publish", "--json").json["path"])
    key = str(machine.campaigns / "zebest" / "moderator.pub.pem")
    public = machine.gm("verify", str(published), "--key", key, "--checkpoint", over["checkpoint"], "--json")
    assert public.json["ok"] is True
    assert [deal["rests_on"] for deal in public.json["deals"]] == ["words", "words"]
    entries = re.split(rb"(?m)^(?=---\n)", machine.ledger.read_bytes())[1:]
    assert len(entries) == verified.json["entries"]
    assert all(openssl_accepts(machine.campaigns / "zebest", entry, tmp_path) for entry in entries[::9])
    assert not openssl_accepts(
        machine.campaigns / "zebest", entries[3].replace(b'seq: "4"', b'seq: "5"'), tmp_path
    )

    assert machine.gm("open").code == 0
    assert machine.gm("status", "--json").json["phase"] == "registration"
