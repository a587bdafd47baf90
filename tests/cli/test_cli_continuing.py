"""A lost key or history: a new campaign cites the end of the old one."""

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_help import Machine

Prepared = Callable[[Callable[[Machine], object]], Machine]


def lost_key(machine: Machine) -> None:
    """A campaign with house rules, a public copy of it, and a new key in place of its own."""
    machine.done("init", "--no-passphrase")
    house = machine.folder / "maison.yaml"
    house.write_text("preset: zebest\npass: locks\n", "utf-8")
    own = ("--title", "L’été", "--timezone", "Europe/Brussels")
    machine.done("new", "zebest", "--rules", str(house), *own)
    machine.done("open")
    machine.done("join", "snaga")
    machine.done("publish")
    machine.key.rename(machine.home / "forgotten.pem")
    machine.done("init", "--no-passphrase")


def older_copy(machine: Machine) -> None:
    """A campaign restored from a copy that lacks its last entry, which was published."""
    machine.registered(("snaga",))
    older = machine.ledger.read_bytes()
    machine.done("join", "oliv10")
    machine.done("post", "first")
    machine.ledger.write_bytes(older)


def another_story(machine: Machine) -> None:
    """The same, where the entries went another way before anything noticed."""
    machine.registered(("snaga",))
    older, memory = machine.ledger.read_bytes(), machine.key.with_suffix(".checkpoints")
    machine.done("join", "oliv10")
    machine.done("post", "first")
    kept = memory.read_bytes()
    memory.unlink()
    machine.ledger.write_bytes(older)
    machine.done("join", "MrRarty")
    machine.done("join", "MisterH")
    memory.write_bytes(kept)


def by_name(_: Machine) -> str:
    return "zebest"


def by_folder(machine: Machine) -> str:
    return str(machine.ledger.parent)


def by_file(machine: Machine) -> str:
    return str(machine.ledger)


def by_public_copy(machine: Machine) -> str:
    return str(machine.ledger.parent / "outbox" / "zebest-public.yaml")


@pytest.mark.parametrize("named", [by_name, by_folder, by_file, by_public_copy])
def test_a_new_campaign_cites_the_end_of_the_one_it_continues(
    named: Callable[[Machine], str], prepared: Prepared
) -> None:
    """Its second entry is a note with the old name, number of entries, head and checkpoint."""
    machine = prepared(lost_key)
    old = machine.status
    made = machine.done("new", "zebest-2", "--continues", named(machine))
    cited = {"campaign": "zebest", "entries": 3, "head": old["head"], "checkpoint": old["checkpoint"]}
    assert made["continues"] == cited | {"published": None, "differs_from": None}
    entries = (machine.campaigns / "zebest-2" / "ledger.yaml").read_text("utf-8").split("---\n")[1:]
    assert [re.findall('event: "(.*)"', entry)[0] for entry in entries] == ["campaign_opened", "note"]
    for each in ("à zebest,", "entrée 3.", old["head"], old["checkpoint"]):
        assert each in entries[1].replace("\u00a0", " ")
    last = machine.ledger.read_bytes().rsplit(b"---\n", 1)[1]
    assert hashlib.sha256(last[: last.index(b"sig:")]).hexdigest() in entries[1]
    assert machine.here("verify", "-c", "zebest-2").code == 0


def test_the_players_are_told_of_it(prepared: Prepared) -> None:
    """The text for the topic shows the old end, the new key and checkpoint; the first message the old end."""
    machine = prepared(lost_key)
    old = machine.status
    ran = machine.here("new", "zebest-2", "--continues", "zebest")
    state = machine.done("status", "-c", "zebest-2")
    public_key = machine.done("key", "show")["public"]
    for each in (old["head"], old["checkpoint"], public_key, state["checkpoint"], "zebest-2"):
        assert each in ran.out
    first = machine.done("post", "first", "-c", "zebest-2")["body"]
    assert old["head"] in first
    assert old["checkpoint"] in first
    assert "fait suite" not in machine.done("post", "first", "-c", "zebest")["body"]


def test_the_checkpoint_of_the_text_is_remembered_as_published(prepared: Prepared) -> None:
    """design.md: what a reader may hold is guarded, so the note cannot be cut off again."""
    machine = prepared(lost_key)
    machine.done("new", "zebest-2", "--continues", "zebest")
    ledger = machine.campaigns / "zebest-2" / "ledger.yaml"
    ledger.write_bytes(b"---\n" + ledger.read_bytes().split(b"---\n")[1])
    assert machine.here("open", "-c", "zebest-2", "--json").error == "rollback"


def test_a_campaign_that_continues_another_is_played_alike(prepared: Prepared) -> None:
    """Title, rules and time zone are those of the old one unless others are given; it is open to play."""
    machine = prepared(lost_key)
    rules = machine.done("new", "zebest-2", "--continues", "zebest")["rules"]
    assert rules["pass"] == "locks"
    text = (machine.campaigns / "zebest-2" / "ledger.yaml").read_text("utf-8")
    assert 'title: "L’été"' in text
    assert 'timezone: "Europe/Brussels"' in text
    chosen = ("--rules", "zebest", "--title", "Le retour")
    assert machine.done("new", "zebest-3", "--continues", "zebest", *chosen)["rules"]["pass"] == "free"
    assert 'title: "Le retour"' in (machine.campaigns / "zebest-3" / "ledger.yaml").read_text("utf-8")
    machine.done("open", "-c", "zebest-2")
    assert machine.here("verify", "-c", "zebest-2").code == 0
    machine.done("new", "english", "--locale", "en")
    machine.done("new", "english-2", "--continues", "english")
    assert 'locale: "en"' in (machine.campaigns / "english-2" / "ledger.yaml").read_text("utf-8")


def tampered(machine: Machine) -> list[str]:
    machine.ledger.write_bytes(machine.ledger.read_bytes().replace(b"snaga", b"snago"))
    return ["zebest-2", "zebest"]


def tampered_copy(machine: Machine) -> list[str]:
    copy = Path(by_public_copy(machine))
    copy.write_bytes(copy.read_bytes().replace(b"snaga", b"snago"))
    return ["zebest-2", str(copy)]


def torn(machine: Machine) -> list[str]:
    machine.ledger.write_bytes(machine.ledger.read_bytes()[:-20])
    return ["zebest-2", "zebest"]


def no_ledger(machine: Machine) -> list[str]:
    machine.ledger.rename(machine.ledger.with_name("elsewhere.yaml"))
    return ["zebest-2", "zebest"]


def empty(machine: Machine) -> list[str]:
    (machine.folder / "empty.yaml").write_bytes(b"")
    return ["zebest-2", str(machine.folder / "empty.yaml")]


def damaged_memory(machine: Machine) -> list[str]:
    machine.key.with_suffix(".checkpoints").write_bytes(b"zebest\n")
    return ["zebest-2", "zebest"]


REFUSED = {
    "tampered": (tampered, 3, "tampered"),
    "tampered copy": (tampered_copy, 3, "tampered"),
    "torn": (torn, 3, "torn"),
    "empty": (empty, 3, "not_a_ledger"),
    "no ledger": (no_ledger, 3, "no_ledger"),
    "nowhere": (lambda _: ["zebest-2", "zebst"], 2, "continues_nothing"),
    "no file": (lambda _: ["zebest-2", "a/b.yaml"], 2, "unreadable_file"),
    "damaged memory": (damaged_memory, 3, "bad_checkpoints"),
    "same name": (lambda machine: ["zebest", by_file(machine)], 2, "continues_same_name"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_does_not_verify_is_not_continued(name: str, prepared: Prepared) -> None:
    """A ledger with faults proves nothing that could be cited; nothing is made."""
    prepare, exit_code, refusal = REFUSED[name]
    machine = prepared(lost_key)
    new, old = prepare(machine)
    before = {path.name: path.read_bytes() for path in machine.ledger.parent.glob("*.yaml")}
    ran = machine.here("new", new, "--continues", old, "--json")
    assert (ran.code, ran.error) == (exit_code, refusal)
    assert {path.name: path.read_bytes() for path in machine.ledger.parent.glob("*.yaml")} == before
    assert list(machine.campaigns.iterdir()) == [machine.ledger.parent]


@pytest.mark.parametrize(
    ("prepare", "refusal", "entry"), [(older_copy, "rollback", "4"), (another_story, "fork", "4")]
)
def test_a_restored_copy_names_the_entry_and_the_way_out(
    prepare: Callable[[Machine], None], refusal: str, entry: str, prepared: Prepared
) -> None:
    """The first entry that is missing (`rollback`) or another (`fork`), and in a sentence what to do."""
    machine = prepared(prepare)
    ran = machine.here("join", "MisterH", "--json")
    assert (ran.code, ran.error) == (3, refusal)
    assert ran.json["error"]["entry"] == entry
    told = machine.here("join", "MisterH").err
    assert f"entrée {entry}" in told.replace("\u00a0", " ")
    assert "gm new NOM --continues zebest" in told


@pytest.mark.parametrize("prepare", [older_copy, another_story])
def test_status_warns_of_a_lost_history(prepare: Callable[[Machine], None], prepared: Prepared) -> None:
    """design.md: what was published is guarded; the way out is told in place of a next move."""
    machine = prepared(prepare)
    told = machine.here("join", "MisterH", "--json").json["error"]["message"]
    plain = machine.here("status")
    assert (plain.code, plain.err.strip()) == (0, told)
    assert machine.status["warning"] == told
    machine.done("new", "autre")
    assert "warning" not in machine.done("status", "-c", "autre")


@pytest.mark.parametrize(
    ("prepare", "entry", "says"),
    [(older_copy, None, "est perdue"), (another_story, 4, "s’en écarte au plus tard à l’entrée 4")],
)
def test_a_lost_history_is_said_where_another_campaign_goes_on(
    prepare: Callable[[Machine], None], entry: int | None, says: str, prepared: Prepared
) -> None:
    """The note and the text name the checkpoint that was published, and say whether it is lost or another."""
    machine = prepared(prepare)
    published = machine.key.with_suffix(".checkpoints").read_text("ascii").split()[1]
    made = machine.done("new", "zebest-2", "--continues", "zebest")
    cited = made["continues"]
    assert (cited["published"], cited["differs_from"]) == (published, entry)
    note = (machine.campaigns / "zebest-2" / "ledger.yaml").read_text("utf-8")
    for text in (made["public"], note):
        assert published in text
        assert ("s’en écarte" in text) == (entry is not None)
        assert ("reste vérifiable" in text) == (entry is None and text == made["public"])
    assert says in made["public"]
    assert "\n\nFin" in made["public"]
