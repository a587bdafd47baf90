"""`gm verify`: what it says is proven, what is not yet, what never can be, and two histories (design.md)."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_help import PLAYERS, Machine, order_of, play_on

from gm.ledger import public_copy

Prepared = Callable[[Callable[[Machine], object]], Machine]

PROVEN, NOT_YET, NEVER, RESTS_ON = (
    "Ce qui est prouvé",
    "Ce qui ne l’est pas, ou pas encore",
    "Ce qu’aucun registre ne prouvera jamais",
    "Sur quoi repose chaque distribution",
)


def with_words(machine: Machine) -> None:
    """A manche in play, dealt from a word of each player."""
    machine.new_campaign()
    machine.done("open")
    for player in PLAYERS:
        machine.done("join", player, "--word", f"mot de {player}")
    machine.done("deal")
    machine.done("order", *order_of(machine))
    play_on(machine, 3)


def first_over(machine: Machine) -> None:
    """The same with manche 1 played to its end."""
    with_words(machine)
    play_on(machine, 200)


def public(machine: Machine, folder: Path) -> Path:
    """A public copy of the ledger as it stands."""
    path = folder / "public.yaml"
    path.write_bytes(public_copy(machine.ledger.read_bytes()))
    return path


def sections(text: str) -> dict[str, str]:
    """A report cut at its headings."""
    cut = re.split(f"^({'|'.join(map(re.escape, (PROVEN, NOT_YET, NEVER, RESTS_ON)))})$", text, flags=re.M)
    return dict(zip(cut[1::2], cut[2::2], strict=True))


def test_of_an_open_manche_a_public_copy_says_what_is_not_proven_yet(
    prepared: Prepared, tmp_path: Path
) -> None:
    """Plays were in the hand; whether the hands are the deal's shows at the end."""
    machine = prepared(with_words)
    ran = machine.here("verify", str(public(machine, tmp_path)))
    told = sections(ran.out)
    assert ran.code == 0
    assert "chaque carte posée était dans la main" in told[PROVEN].lower()
    assert "partie 1, manche 1, en cours" in told[PROVEN]
    assert "manche en cours" in told[NOT_YET]
    assert "toutes les mains" in told[NEVER]


def test_of_a_closed_manche_everything_is_recomputed(prepared: Prepared, tmp_path: Path) -> None:
    """design.md, Dealing: `manche_closed` publishes the seed, anyone recomputes the whole manche."""
    machine = prepared(first_over)
    copy = str(public(machine, tmp_path))
    told = sections(machine.here("verify", copy).out)
    assert "Tout a été refait à partir de la graine" in told[PROVEN]
    assert "manche en cours" not in told[NOT_YET]
    assert machine.here("verify", copy, "--json").json["manches"] == [
        {"partie": 1, "manche": 1, "shown": "whole"}
    ]


def test_ones_own_ledger_hides_nothing_from_itself(prepared: Prepared) -> None:
    """The moderator's copy holds the hands, so every ruling so far is judged."""
    told = sections(prepared(with_words).here("verify").out)
    assert "puisque votre registre contient les mains" in told[PROVEN]
    assert "manche en cours" not in told[NOT_YET]


def test_the_report_names_the_entry_that_an_older_post_must_show(prepared: Prepared, tmp_path: Path) -> None:
    """design.md, `rests_on`: words count if a post older than them shows the commitment, here entry 2."""
    machine = prepared(with_words)
    told = sections(machine.here("verify", str(public(machine, tmp_path))).out)
    assert "numéroté 2 ou plus" in told[RESTS_ON]
    assert "le modérateur ne l’a pas choisie seul" in told[RESTS_ON]


def test_key_and_checkpoint_take_their_doubts_away(prepared: Prepared, tmp_path: Path) -> None:
    """Without `--key` and checkpoint a verification proves only that the file agrees with itself."""
    machine = prepared(first_over)
    copy, key = str(public(machine, tmp_path)), str(machine.ledger.with_name("moderator.pub.pem"))
    checkpoint = machine.status["checkpoint"]
    alone = sections(machine.here("verify", copy).out)
    assert "--key" in alone[NOT_YET]
    assert "--checkpoint" in alone[NOT_YET]
    sure = machine.here("verify", copy, "--key", key, "--checkpoint", checkpoint)
    assert NOT_YET not in sections(sure.out)
    seq = checkpoint.split("/")[1]
    assert f"jusqu’à l’entrée {seq}" in sections(sure.out)[PROVEN]


def page_with(*checkpoints: str) -> str:
    posts = "".join(
        f"<div class='content'>…<br><i>Point de contrôle : {each}</i></div>\n" for each in checkpoints
    )
    return f"<!doctype html><html><body>\n{posts}</body></html>"


def checkpoint_now(machine: Machine) -> str:
    return str(machine.status["checkpoint"])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "latin-1"])
def test_checkpoints_are_found_in_a_saved_page(prepared: Prepared, tmp_path: Path, encoding: str) -> None:
    """`--checkpoints-from FILE`: a saved page in which they are found, whatever its encoding."""
    machine = prepared(with_words)
    seen = [checkpoint_now(machine)]
    play_on(machine, 1)
    seen.append(checkpoint_now(machine))
    page = tmp_path / "topic.html"
    page.write_bytes(page_with(*seen).replace("…", ".").encode(encoding))
    ran = machine.here("verify", "--checkpoints-from", str(page), "--json")
    assert (ran.code, ran.json["confirmed"]) == (0, int(seen[1].split("/")[1]))


def changed(checkpoint: str) -> str:
    return checkpoint[:-4] + ("0000" if not checkpoint.endswith("0000") else "1111")


def test_the_first_difference_lies_after_the_last_agreement(prepared: Prepared, tmp_path: Path) -> None:
    """`fork` names the first entry known to differ, and the report up to where all agree."""
    machine = prepared(with_words)
    agreed = checkpoint_now(machine)
    play_on(machine, 3)
    forked = changed(checkpoint_now(machine))
    at, last = int(agreed.split("/")[1]), int(forked.split("/")[1])
    page = tmp_path / "topic.txt"
    page.write_text(f"{forked}\n{agreed}\n", encoding="utf-8")
    ran = machine.here("verify", "--checkpoints-from", str(page), "--json")
    assert ran.code == 1
    assert [(fault["seq"], fault["code"]) for fault in ran.json["faults"]] == [(last, "fork")]
    assert ran.json["confirmed"] == at
    told = machine.here("verify", "--checkpoints-from", str(page)).out
    assert f"jusqu’à l’entrée {at}" in told
    assert f"entre la {at + 1} et la {last}" in told


def test_a_shorter_copy_lacks_entries_from_the_next_one(prepared: Prepared, tmp_path: Path) -> None:
    """`rollback` names the first entry that is missing."""
    machine = prepared(with_words)
    older = public(machine, tmp_path)
    entries = machine.done("verify")["entries"]
    play_on(machine, 3)
    ran = machine.here("verify", str(older), "--checkpoint", checkpoint_now(machine), "--json")
    assert [(fault["seq"], fault["code"]) for fault in ran.json["faults"]] == [(entries + 1, "rollback")]
    told = machine.here("verify", str(older), "--checkpoint", checkpoint_now(machine)).out
    assert f"à partir de la {entries + 1}" in told


def test_an_older_copy_is_a_checkpoint_for_each_of_its_entries(prepared: Prepared, tmp_path: Path) -> None:
    """Two players compare their copies: one goes on from the other, or the first difference is named."""
    machine = prepared(with_words)
    mine = machine.copied_to(tmp_path / "other")
    older = public(machine, tmp_path)
    play_on(machine, 2)
    assert machine.here("verify", "--checkpoints-from", str(older), "--json").code == 0
    mine.done("undo", "--reason", "une autre histoire")
    parted = machine.done("verify", str(older))["entries"] + 1
    ran = mine.here("verify", "--checkpoints-from", str(public(machine, tmp_path)), "--json")
    assert [(fault["seq"], fault["code"]) for fault in ran.json["faults"]] == [(parted, "fork")]


def test_a_copy_that_does_not_verify_proves_nothing(prepared: Prepared, tmp_path: Path) -> None:
    """Anybody can write a ledger that differs; only one signed by the same key speaks against this one."""
    machine = prepared(with_words)
    copy = public(machine, tmp_path)
    copy.write_bytes(copy.read_bytes().replace(b"snaga", b"snagb", 1))
    ran = machine.here("verify", "--checkpoints-from", str(copy), "--json")
    assert (ran.code, ran.error) == (2, "bad_copy")
    stranger = Machine(tmp_path / "stranger")
    with_words(stranger)
    copy.write_bytes(public_copy(stranger.ledger.read_bytes()))
    ran = machine.here("verify", "--checkpoints-from", str(copy), "--json")
    assert (ran.code, ran.error) == (2, "bad_copy")


@pytest.mark.parametrize("text", ["", "rien ici", "autre/12/1A2B-3C4D-5E6F-7081-92A3-B4C5-D6E7-F809"])
def test_a_page_without_a_checkpoint_of_this_campaign_is_said_to_have_none(
    prepared: Prepared, tmp_path: Path, text: str
) -> None:
    """Nobody should believe that something was compared when nothing was."""
    page = tmp_path / "topic.txt"
    page.write_text(text, encoding="utf-8")
    ran = prepared(with_words).here("verify", "--checkpoints-from", str(page), "--json")
    assert (ran.code, ran.error) == (2, "no_checkpoint_found")


def test_every_fault_has_code_entry_and_line(prepared: Prepared, tmp_path: Path) -> None:
    """A report lists every fault, not only the first, and goes on where it can."""
    machine = prepared(with_words)
    copy = tmp_path / "changed.yaml"
    data = machine.ledger.read_bytes()
    copy.write_bytes(
        data.replace(b"mot de snaga", b"mot de Snaga").replace(b"mot de oliv10", b"mot de Oliv10")
    )
    faults = machine.here("verify", str(copy), "--json").json["faults"]
    signed = [fault for fault in faults if fault["code"] == "bad_signature"]
    lines = copy.read_bytes().split(b"\n")
    assert len(signed) == 2
    assert all(lines[fault["line"] - 1].startswith(b"sig: ") for fault in signed)
    assert {"bad_chain", "bad_entropy"} <= {fault["code"] for fault in faults}
