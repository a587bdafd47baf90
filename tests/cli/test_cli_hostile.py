"""What a slip or a hostile file does to the command line: a plain sentence, and nothing is lost."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_help import Machine, shown

Prepared = Callable[[Callable[[Machine], object]], Machine]


def in_play(machine: Machine) -> None:
    machine.in_play()


posix = pytest.mark.skipif(os.name != "posix", reason="files of POSIX systems")


def test_publish_overwrites_no_key(prepared: Prepared) -> None:
    """`gm publish --out` on the moderator's key would be the end of the campaign."""
    machine = prepared(in_play)
    key = machine.key.read_bytes()
    assert machine.gm("publish", "--out", str(machine.key), "--json").error == "would_overwrite"
    assert machine.key.read_bytes() == key


def test_publish_overwrites_no_other_campaign(prepared: Prepared) -> None:
    """The ledger of another campaign keeps its secrets."""
    machine = prepared(in_play)
    other = machine.campaigns / "autre" / "ledger.yaml"
    shutil.copytree(machine.ledger.parent, other.parent)
    before = other.read_bytes()
    ran = machine.gm("-c", machine.name, "publish", "--out", str(other), "--json")
    assert (ran.code, ran.error) == (3, "would_overwrite")
    assert other.read_bytes() == before


def test_publish_brings_an_older_copy_up_to_date(prepared: Prepared) -> None:
    """A public copy is what `--out` may be given again."""
    machine = prepared(in_play)
    out = machine.folder / "public.yaml"
    machine.done("publish", "--out", str(out))
    before = out.read_bytes()
    machine.done("sanction", "snaga", "--reason", "absent")
    machine.done("publish", "--out", str(out))
    assert out.read_bytes().startswith(before)
    assert len(out.read_bytes()) > len(before)


@pytest.mark.parametrize("out", ["", ".", "/"])
def test_publish_needs_a_file(out: str, prepared: Prepared) -> None:
    """A folder is no file to write into."""
    ran = prepared(in_play).gm("publish", "--out", out, "--json")
    assert (ran.code, ran.error) == (3, "would_overwrite")


@pytest.mark.parametrize("at", ["2027-01-01 10:00+99:99", "2027-01-01T10:00+24:00", "२०२७-01-01 10:00"])
def test_a_time_that_no_clock_shows_is_refused_before_anything_is_signed(at: str, prepared: Prepared) -> None:
    """Usage: exit code 2, and the ledger is as before."""
    machine = prepared(in_play)
    before = machine.ledger.read_bytes()
    card = shown(machine.hand(machine.status["turn"])[:1])
    ran = machine.gm("play", card, "--at", at, "--json")
    assert (ran.code, ran.error) == (2, "bad_moment")
    assert machine.ledger.read_bytes() == before


@pytest.mark.parametrize("text", ["roles: " + "[" * 20000, "roles: " + "{a: " * 20000])
def test_a_deeply_nested_campaign_file_is_no_campaign_file(text: str, prepared: Prepared) -> None:
    """campaign.yaml is read like everything else that somebody may have written."""
    machine = prepared(in_play)
    (machine.ledger.parent / "campaign.yaml").write_text(text, encoding="utf-8")
    ran = machine.gm("status", "--json")
    assert (ran.code, ran.error) == (3, "bad_campaign_file")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("closes: [[top], {four: yes}]", "bad_value"),
        ("[" * 20000, "bad_rules_file"),
        ("preset: {a: b}", "bad_value"),
        ("- a", "not_a_mapping"),
    ],
)
def test_rules_that_are_no_rules_make_no_campaign(text: str, error: str, machine: Machine) -> None:
    """Bad input of `gm new --rules FILE`: exit code 2."""
    machine.done("init", "--no-passphrase")
    rules = machine.folder / "rules.yaml"
    rules.write_text(text, encoding="utf-8")
    ran = machine.gm("new", "zebest", "--rules", str(rules), "--json")
    assert (ran.code, ran.error) == (2, error)
    assert not machine.ledger.exists()


@pytest.mark.parametrize("text", ["rules: {preset: zebest, pass: locks}", "preset: zebest\npass: locks"])
def test_house_rules_are_read_as_rules_md_writes_them(text: str, machine: Machine) -> None:
    """rules.md, Option names: `rules: {preset: …}` or the mapping alone."""
    machine.done("init", "--no-passphrase")
    rules = machine.folder / "rules.yaml"
    rules.write_text(text, encoding="utf-8")
    assert machine.done("new", "zebest", "--rules", str(rules))["rules"]["pass"] == "locks"


@posix
@pytest.mark.parametrize("name", ["moderator.pub.pem", "campaign.yaml", "ledger.yaml"])
def test_a_pipe_in_place_of_a_file_is_not_waited_for(name: str, prepared: Prepared) -> None:
    """What cannot be read is said at once: exit code 3."""
    machine = prepared(in_play)
    place = machine.ledger.parent / name
    place.unlink()
    os.mkfifo(place)
    assert machine.gm("status", "--json").code == 3


@posix
def test_the_exit_code_survives_a_standard_error_that_is_full(prepared: Prepared) -> None:
    """0 for what is done, though nobody could be told the next step."""
    machine = prepared(in_play)
    environ = {name: value for name, value in machine.environ.items() if name != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("wb") as full:
        words = [sys.executable, "-m", "gm", "status"]
        assert subprocess.run(words, env=environ, stdout=subprocess.DEVNULL, stderr=full).returncode == 0


def test_a_checkpoint_may_be_pasted_with_its_line(prepared: Prepared) -> None:
    """design.md, Checkpoint: what stands at the foot of a public text is what people copy."""
    machine = prepared(in_play)
    foot = machine.done("post", "table")["body"].splitlines()[-1]
    assert "/" in foot
    report = machine.done("verify", "--checkpoint", foot)
    assert report["ok"]
    assert report["anchored"]
    two = machine.here("verify", "--checkpoint", f"{foot} zebest/2/{'ABCD-' * 7}ABCD", "--json")
    assert (two.code, two.error) == (2, "bad_checkpoint"), "--checkpoint takes one"


def test_a_name_of_several_words_needs_no_quotes_before_a_move(machine: Machine) -> None:
    """What a moderator types ten times a day is read as it is meant."""
    machine.registered(("Élodie du 93", "MisterH", "MrRarty", "oliv10", "snaga"))
    machine.done("deal")
    ran = machine.here("check", "Elodie", "du", "93", "7", "de", "cœur", "--json")
    assert ran.json["player"] == "Élodie du 93"
    assert ran.json["claim"] == {"kind": "play", "cards": ["7h"]}


def test_an_unknown_name_gives_nothing_to_post(prepared: Prepared) -> None:
    """A slip of the moderator's is not for the topic; the closest name is suggested (design.md)."""
    machine = prepared(in_play)
    ran = machine.here("play", "snagga", "7c", "--record", "--json")
    assert (ran.code, ran.json["violations"], ran.json["seq"]) == (1, ["unknown_player"], None)
    assert ran.json["public"] == ""
    assert "snaga" in ran.json["private"]


def test_a_name_that_looks_like_another_is_pointed_out(machine: Machine) -> None:
    """Two kinds of apostrophe are two names for the ledger, and perhaps one person."""
    machine.registered(("L'Œuf Dur",))
    said = machine.here("join", "L’Oeuf Dur").err
    assert "ressemble à L'Œuf Dur" in said.replace("\u00a0", " ")


def test_the_entry_that_follows_by_itself_is_not_undone_by_itself(prepared: Prepared) -> None:
    """design.md, Events: `manche_closed` goes with the move; to undo that move undoes both."""
    machine = prepared(in_play)
    for player in machine.status["players"][:4]:
        machine.done("sanction", player, "--reason", "absent")
    entries = machine.done("verify")["entries"]
    closing = machine.here("undo", str(entries), "--reason", "oups", "--json")
    assert (closing.code, closing.error) == (1, "closing_not_undoable")
    assert machine.done("undo", "--reason", "oups")["undone"] == [entries - 1, entries]
    again = machine.here("undo", str(entries - 1), "--reason", "oups", "--json")
    assert (again.code, again.error) == (1, "undo_changes_nothing")
    assert machine.status["phase"] == "play"


def test_what_is_undone_is_named_in_public(prepared: Prepared) -> None:
    """The topic learns which move no longer counts and why; names are read as no markup."""
    machine = prepared(in_play)
    player = machine.status["turn"]
    machine.done("play", shown(machine.hand(player)[:1]))
    public = machine.done("undo", "--reason", "lu trop vite")["public"]
    assert "\nMotif : lu trop vite\n" in public.replace("\u00a0", " ")
    assert public.startswith("[b]Correction.[/b]")
    assert player in public.splitlines()[0]
    assert "lu trop vite" in public


@pytest.mark.parametrize("stdin", ["", "7 de cœur"])
def test_an_unknown_name_is_never_taken_for_a_part_of_the_move(stdin: str, prepared: Prepared) -> None:
    """An unknown name: nothing is recorded, above all not for the player whose turn it is."""
    machine = prepared(in_play)
    before = machine.ledger.read_bytes()
    card = shown(machine.hand(machine.status["turn"])[:1])
    words = ("zorg", "lub", "-") if stdin else ("zorglub", "je", "joue", "le", card)
    ran = machine.gm("play", *words, "--json", stdin=stdin)
    assert (ran.code, ran.json["violations"]) == (1, ["unknown_player"])
    assert machine.ledger.read_bytes() == before


def test_a_move_of_several_words_needs_no_name(prepared: Prepared) -> None:
    """Left out, the name is that of the player whose turn it is (design.md)."""
    machine = prepared(in_play)
    for words in (("double", "roi"), ("7", "de", "cœur"), ("je", "passe")):
        assert machine.here("check", *words, "--json").json["player"] == machine.status["turn"]


@pytest.mark.parametrize(("url", "kept"), [("http://x\ty", 'url: "http://x y"'), ("", None)])
def test_the_address_of_a_post_is_kept_as_it_is_cleaned(
    url: str, kept: str | None, prepared: Prepared
) -> None:
    """design.md: cleaned once, on entering; what is empty is left out."""
    machine = prepared(in_play)
    card = shown(machine.hand(machine.status["turn"])[:1])
    assert machine.gm("play", card, "--post-id", "1", "--url", url).code == 0
    entry = machine.ledger.read_text("utf-8").rpartition("---\n")[2]
    assert (kept in entry) if kept else ("url:" not in entry)


def test_a_correction_names_what_is_gone_and_what_is_back(prepared: Prepared) -> None:
    """An undo of an undo may do both: the topic learns of both."""
    machine = prepared(in_play)
    first, second = machine.hand(machine.status["turn"])[0], machine.hand(machine.status["turn"])[-1]
    machine.done("play", shown([first]))
    undo = machine.done("undo", "--reason", "relu")["seq"]
    machine.done("play", shown([second]))
    both = machine.done("undo", str(undo), "--reason", "relu encore")
    assert both["undone"] == [undo + 1]
    assert both["restored"] == [undo - 1]
    head = both["public"].splitlines()[0]
    assert shown([second]) in head.partition("Compte de nouveau")[0]
    assert shown([first]) in head.partition("Compte de nouveau")[2]


def test_the_correction_of_a_deal_shows_the_checkpoint(prepared: Prepared) -> None:
    """design.md, Checkpoint: at the foot of every public text."""
    machine = prepared(lambda made: (made.registered(), made.done("deal")))
    public = machine.done("undo", "--reason", "mauvais tirage")["public"]
    assert machine.status["checkpoint"] in public.splitlines()[-1]


def test_a_ledger_without_secrets_is_no_copy_to_overwrite(prepared: Prepared) -> None:
    """A campaign just made has nothing secret yet, and is somebody's campaign."""
    machine = prepared(in_play)
    machine.done("new", "neuve")
    ledger = machine.campaigns / "neuve" / "ledger.yaml"
    before = ledger.read_bytes()
    ran = machine.gm("-c", machine.name, "publish", "--out", str(ledger), "--json")
    assert (ran.code, ran.error) == (3, "would_overwrite")
    assert ledger.read_bytes() == before


@posix
def test_what_is_named_may_be_a_pipe(prepared: Prepared) -> None:
    """`gm verify /dev/stdin < ledger` reads what flows."""
    machine = prepared(in_play)
    out = machine.folder / "public.yaml"
    machine.done("publish", "--out", str(out))
    assert machine.gm("verify", "/dev/stdin", "--json", stdin=out.read_bytes()).json["ok"]


@pytest.mark.parametrize("at", ["1900-01-01", "2014-W24", "20140612", "2014-06-14T10:00+02:00:30"])
def test_a_post_has_a_time_that_a_forum_shows(at: str, prepared: Prepared) -> None:
    """A slip in a date is refused before it is signed."""
    machine = prepared(in_play)
    assert machine.here("check", "je passe", "--at", at, "--json").error == "bad_moment"


def test_rules_are_those_of_one_system(machine: Machine) -> None:
    """A word too many is no word to pass over."""
    assert machine.here("rules", "zebest", "junk", "--json").error == "usage_extra"
