"""Bad input: plain sentences, the exit code of design.md, a ledger that is as before."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from cli_help import PLAYERS, Machine, order_of, shown

Prepare = Callable[[Machine], object]

posix = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX system")


def registered_four(machine: Machine) -> None:
    machine.registered(PLAYERS[:4])


def registered(machine: Machine) -> None:
    machine.registered()


def dealt(machine: Machine) -> None:
    machine.dealt()


def in_play(machine: Machine) -> None:
    machine.in_play()


def edited(machine: Machine) -> None:
    """The ledger is changed by hand after the deal."""
    machine.dealt()
    machine.ledger.write_bytes(machine.ledger.read_bytes().replace(b"snaga", b"snagb", 1))


def torn(machine: Machine) -> None:
    """The last entry was cut by a crash."""
    machine.dealt()
    machine.ledger.write_bytes(machine.ledger.read_bytes()[:-40])


def keyless(machine: Machine) -> None:
    """The key is gone."""
    machine.dealt()
    machine.key.unlink()


def other_key(machine: Machine) -> None:
    """The key is another moderator's."""
    machine.dealt()
    machine.key.unlink()
    machine.done("init", "--no-passphrase")


def broken_key(machine: Machine) -> None:
    """The key's file holds something else."""
    machine.dealt()
    machine.key.write_text("-----BEGIN PRIVATE KEY-----\n", "ascii")


def broken_settings(machine: Machine) -> None:
    """campaign.yaml is no YAML."""
    machine.in_play()
    (machine.ledger.parent / "campaign.yaml").write_text("roles: [", "utf-8")


def two_campaigns(machine: Machine) -> None:
    machine.new_campaign()
    machine.done("new", "autre")


def no_ledger(machine: Machine) -> None:
    """The ledger was moved away; the folder is still there."""
    machine.new_campaign()
    machine.ledger.rename(machine.folder / "elsewhere.yaml")


def file_for_folder(machine: Machine) -> None:
    """A file lies where the folder of campaigns should be."""
    machine.done("init", "--no-passphrase")
    machine.campaigns.write_text("", "utf-8")


def nothing(machine: Machine) -> None:
    pass


def with_key(machine: Machine) -> None:
    machine.done("init", "--no-passphrase")


def order_from(index: int) -> Callable[[Machine], list[str]]:
    """An order of play whose first player is not the holder of the queen of hearts."""
    return lambda machine: ["order", *order_of(machine)[index:], *order_of(machine)[:index]]


def with_rules(text: str) -> Callable[[Machine], list[str]]:
    """A new campaign with house rules of this text."""

    def words(machine: Machine) -> list[str]:
        path = machine.folder / "regles.yaml"
        path.write_text(text, "utf-8")
        return ["new", "maison", "--rules", str(path)]

    return words


@dataclass(frozen=True, slots=True)
class Case:
    """A command on a machine in some state, the exit code and error it ends with, words of its sentence."""

    prepare: Prepare
    words: Sequence[str] | Callable[[Machine], Sequence[str]]
    code: int
    error: str
    says: str
    environ: dict[str, str] = field(default_factory=dict)
    stdin: str = ""


# Bad input: each in a process of its own.
TABLE = {
    "wrong order holder": Case(dealt, order_from(1), 1, "order_starts_with", "dame de cœur"),
    "double registration": Case(registered, ["join", "SNAGA"], 1, "already_registered", "snaga"),
    "dealing with four players": Case(registered_four, ["deal"], 1, "too_few_players", "4"),
    "name not in the partie": Case(
        dealt, ["hand", "intersidérable"], 2, "unknown_name_closest", "intersideral"
    ),
    "name unlike any": Case(dealt, ["hand", "Qwxyz"], 2, "unknown_name", "Qwxyz"),
    "empty post": Case(in_play, ["play", ""], 2, "empty_post", "vide"),
    "empty post on standard input": Case(in_play, ["play", "-"], 2, "empty_post", "vide", stdin=" \n\n"),
    "ledger edited by hand": Case(edited, ["play", "7c"], 3, "tampered", "modifié"),
    "ledger edited by hand, only looked at": Case(edited, ["status"], 3, "tampered", "modifié"),
    "torn ledger": Case(torn, ["play", "7c"], 3, "torn", "gm repair"),
    "no key": Case(keyless, ["play", "7c"], 3, "no_key", "gm init"),
    "another key": Case(other_key, ["play", "7c"], 3, "other_key", "zebest"),
    "broken key": Case(broken_key, ["play", "7c"], 3, "bad_key", "clé"),
}
MORE = {
    # The folder and the names.
    "missing folder": Case(
        with_key, ["status"], 3, "no_campaign", "gm new", environ={"GM_CAMPAIGNS": "/nowhere/at/all"}
    ),
    "file in place of the folder": Case(file_for_folder, ["new", "zebest"], 3, "not_writable", "campaigns"),
    "unknown campaign": Case(two_campaigns, ["status", "-c", "zebst"], 2, "unknown_campaign", "zebest"),
    "several campaigns": Case(two_campaigns, ["join", "x"], 2, "several_campaigns", "autre, zebest"),
    "several campaigns, and where": Case(two_campaigns, ["hand", "x"], 2, "several_campaigns", "campaigns"),
    "lost ledger": Case(no_ledger, ["status"], 3, "no_ledger", "ledger.yaml"),
    "lost ledger of a named campaign": Case(
        no_ledger, ["join", "x", "-c", "zebest"], 3, "no_ledger", "copie"
    ),
    "another one in its place": Case(no_ledger, ["new", "zebest"], 3, "no_ledger", "ledger.yaml"),
    "campaign there already": Case(registered, ["new", "zebest"], 3, "campaign_exists", "zebest"),
    "campaign name": Case(with_key, ["new", "Été"], 2, "bad_campaign_name", "Été"),
    "campaign name is a path": Case(with_key, ["new", "../x"], 2, "bad_campaign_name", "../x"),
    "unknown rules": Case(with_key, ["new", "x", "--rules", "belote"], 2, "unknown_preset", "zebest"),
    "unknown option of the rules": Case(with_key, with_rules("pas: free"), 2, "unknown_option", "pas"),
    "bad value of an option": Case(with_key, with_rules("pass: maybe"), 2, "bad_value", "maybe"),
    "rules that are no YAML": Case(with_key, with_rules("{"), 2, "bad_rules_file", "regles.yaml"),
    "unknown time zone": Case(with_key, ["new", "x", "--timezone", "Paris"], 2, "unknown_timezone", "Paris"),
    "time zone of the machine": Case(
        with_key, ["new", "x", "--timezone", "localtime"], 2, "unknown_timezone", "localtime"
    ),
    "unknown language": Case(with_key, ["new", "x", "--locale", "xx"], 2, "unknown_locale", "xx"),
    "broken settings": Case(broken_settings, ["play", "7c"], 3, "bad_campaign_file", "campaign.yaml"),
    "key there already": Case(with_key, ["init"], 3, "key_exists", "n’a pas été touchée"),
    "no passphrase where one is needed": Case(nothing, ["init"], 3, "passphrase_needed", "GM_PASSPHRASE"),
    # Names and texts.
    "control character in a name": Case(registered_four, ["join", "a\x07b"], 2, "bad_name", "40"),
    "direction mark in a name": Case(registered_four, ["join", "a\u202eb"], 2, "bad_name", "40"),
    "very long name": Case(registered_four, ["join", "x" * 5000], 2, "bad_name", "40"),
    "empty name": Case(registered_four, ["join", "  "], 2, "bad_name", "40"),
    "very long word": Case(registered_four, ["join", "x", "--word", "y" * 300], 2, "bad_text", "200"),
    "option-like name": Case(registered_four, ["join", "-x"], 2, "usage_no_option", "--"),
    "reason left out": Case(in_play, ["sanction", "snaga"], 2, "usage_missing", "--reason"),
    "empty reason": Case(in_play, ["sanction", "snaga", "--reason", " "], 2, "reason_missing", "--reason"),
    "bad date": Case(registered_four, ["play", "7c", "--at", "demain"], 1, "nothing_dealt", "gm deal"),
    "no such date": Case(in_play, ["check", "7c", "--at", "31/02/2014"], 2, "bad_moment", "31/02/2014"),
    "one megabyte": Case(in_play, ["play", "-"], 2, "post_too_long", "64", stdin="é" * 1_000_000),
    "NUL in a post": Case(in_play, ["play", "-"], 2, "post_without_move", "ni pose ni passe", stdin="\0\0 ?"),
    # State.
    "play before the deal": Case(registered, ["play", "7c"], 1, "nothing_dealt", "gm deal"),
    "undo of nothing": Case(registered, ["undo", "--reason", "x"], 1, "nothing_to_undo", "rien"),
    "undo of another's entry": Case(in_play, ["undo", "2", "--reason", "x"], 1, "not_undoable", "2"),
    "exchange in manche 1": Case(in_play, ["exchange", "snaga"], 1, "no_exchange_now", "gm status"),
    "second order": Case(
        in_play, lambda machine: ["order", *order_of(machine)], 1, "order_already_chosen", "gm undo"
    ),
    "open twice": Case(registered, ["open"], 1, "registration_open", "gm join"),
    "opening again without need": Case(registered, ["open", "--again"], 1, "registration_open", "gm join"),
    "a beacon nobody announced": Case(
        registered, ["deal", "--beacon", "7"], 1, "beacon_without_rule", "gm deal"
    ),
    "beacon rule and none": Case(
        with_key, ["open", "--beacon-rule", "x", "--no-beacon"], 2, "beacon_yes_and_no", "--no-beacon"
    ),
    # Texts and files.
    "unknown message": Case(in_play, ["pm", "snaga", "secret"], 2, "unknown_kind", "hand"),
    "message to whom": Case(in_play, ["pm"], 2, "pm_who", "--all"),
    "unknown post": Case(in_play, ["post", "tout"], 2, "unknown_kind", "standings"),
    "unknown entry": Case(in_play, ["why", "99"], 2, "no_such_entry", "99"),
    "entry that rules nothing": Case(in_play, ["why", "1"], 1, "nothing_ruled", "1"),
    "missing scenario file": Case(nothing, ["adjudicate", "rien.yaml"], 2, "unreadable_file", "rien.yaml"),
    "address of a ledger": Case(
        nothing, ["verify", "https://forum.example/a.yaml"], 2, "unreadable_file", "ne télécharge rien"
    ),
    "address of positions": Case(
        nothing, ["adjudicate", "HTTP://forum.example/a.yaml"], 2, "unreadable_file", "ne télécharge rien"
    ),
    "missing ledger": Case(nothing, ["verify", "rien.yaml"], 2, "unreadable_file", "rien.yaml"),
    "not a checkpoint": Case(
        in_play, ["verify", "--checkpoint", "zebest/1"], 2, "bad_checkpoint", "zebest/1"
    ),
    "public copy over the ledger": Case(
        in_play,
        lambda machine: ["publish", "--out", str(machine.ledger)],
        3,
        "would_overwrite",
        "ledger.yaml",
    ),
    # Usage.
    "unknown command": Case(nothing, ["plya"], 2, "usage_no_command", "gm play"),
    "unknown option": Case(nothing, ["play", "--foo", "7c"], 2, "usage_no_option", "--foo"),
    "missing argument": Case(nothing, ["exchange"], 2, "usage_missing", "JOUEUR"),
    "too many arguments": Case(nothing, ["hand", "a", "b"], 2, "usage_extra", "guillemets"),
    "no number": Case(nothing, ["undo", "dix", "--reason", "x"], 2, "usage_value", "ENTRÉE"),
    "option without its value": Case(nothing, ["undo", "--reason"], 2, "usage_value", "--reason"),
}


def left_as_it_was(case: Case, prepared: Callable[[Prepare], Machine], *, in_process: bool) -> None:
    """One or two sentences on standard error, an exit code, nothing on standard output, the ledger as before.

    With `--json`: one object with the code and the same sentence, and the same exit code (design.md).
    """
    machine = prepared(case.prepare)
    words = case.words(machine) if callable(case.words) else case.words
    before = machine.ledger.read_bytes() if machine.ledger.is_file() else None
    run = machine.here if in_process else machine.gm
    ran = run(*words, stdin=case.stdin, environ=case.environ)
    assert (ran.code, ran.out) == (case.code, ""), ran.err
    assert case.says in ran.err
    assert 1 <= len(ran.err.strip().splitlines()) <= 2
    assert len(ran.err) < 600, ran.err
    told = machine.here(words[0], "--json", *words[1:], stdin=case.stdin, environ=case.environ)
    assert (told.code, told.error, told.err) == (case.code, case.error, "")
    assert told.json["error"]["message"] == ran.err.strip("\n")
    assert (machine.ledger.read_bytes() if machine.ledger.is_file() else None) == before


@pytest.mark.parametrize("name", TABLE)
def test_bad_input_is_answered_in_plain_words(name: str, prepared: Callable[[Prepare], Machine]) -> None:
    """Bad input, each command in a process of its own."""
    left_as_it_was(TABLE[name], prepared, in_process=False)


@pytest.mark.parametrize("name", MORE)
def test_more_bad_input_is_answered_in_plain_words(name: str, prepared: Callable[[Prepare], Machine]) -> None:
    """What else people get wrong."""
    left_as_it_was(MORE[name], prepared, in_process=True)


def test_a_sixth_player_waits(prepared: Callable[[Prepare], Machine]) -> None:
    """Z21: the sixth is registered and waits; that is no mistake."""
    ran = prepared(registered).gm("join", "Zoé")
    assert (ran.code, ran.out) == (0, "")
    assert "attend" in ran.err


def test_a_second_deal_says_when_and_prints_the_same(prepared: Callable[[Prepare], Machine]) -> None:
    """`gm deal` again never draws anew: exit code 0, when it was dealt, the same text to post."""
    machine = prepared(registered)
    first = machine.gm("deal")
    before = machine.ledger.read_bytes()
    second = machine.gm("deal")
    assert (second.code, second.out) == (0, first.out)
    assert "déjà" in second.err
    assert machine.ledger.read_bytes() == before
    assert machine.here("deal", "--json").json["new"] is False


def test_a_wrong_passphrase_is_told(machine: Machine) -> None:
    """A key under a passphrase opens with it alone: `wrong_passphrase`, `no_passphrase`, exit code 3."""
    secret = {"GM_PASSPHRASE": "trente-six tonnes"}
    assert machine.gm("init", environ=secret).code == 0
    assert b"ENCRYPTED" in machine.key.read_bytes()
    assert machine.gm("new", "zebest", environ=secret).code == 0
    before = machine.ledger.read_bytes()
    wrong = machine.gm("open", environ={"GM_PASSPHRASE": "autre"})
    none = machine.gm("open")
    assert (wrong.code, wrong.out, none.code, none.out) == (3, "", 3, "")
    assert "phrase secrète" in wrong.err
    assert "GM_PASSPHRASE" in none.err
    assert machine.ledger.read_bytes() == before
    assert machine.gm("open", environ=secret).code == 0


@posix
def test_a_full_disk_leaves_the_ledger_as_it_was(prepared: Callable[[Prepare], Machine]) -> None:
    """An append that the disk has no room for is taken back whole: `disk_full`, exit code 3."""
    machine = prepared(registered)
    before = machine.ledger.read_bytes()
    limit = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({len(before) + 700},) * 2);"
        "from gm.cli import main; sys.exit(main())"
    )
    ran = machine.gm("deal", command=(sys.executable, "-B", "-c", limit))
    assert (ran.code, ran.out) == (3, "")
    assert "plein" in ran.err
    assert machine.ledger.read_bytes() == before
    assert machine.gm("deal").code == 0


@posix
def test_a_read_only_ledger_is_told(prepared: Callable[[Prepare], Machine]) -> None:
    """A folder that cannot be written to: `not_writable`, exit code 3, and looking at it still works."""
    machine = prepared(registered)
    if os.geteuid() == 0:
        made = subprocess.run(["chattr", "+i", str(machine.ledger)], capture_output=True)
        if made.returncode != 0:
            pytest.skip("root may write everywhere, and this file system has no immutable files")
    else:
        machine.ledger.chmod(0o400)
    try:
        ran = machine.gm("deal", "--json")
        looked = machine.gm("status")
    finally:
        subprocess.run(["chattr", "-i", str(machine.ledger)], capture_output=True)
    assert (ran.code, ran.error, looked.code) == (3, "not_writable", 0)


def test_a_published_history_is_not_signed_over(prepared: Callable[[Prepare], Machine]) -> None:
    """A ledger shorter than what was published is not signed on: `rollback`, exit code 3 (design.md)."""
    machine = prepared(registered)
    earlier = machine.ledger.read_bytes()
    assert machine.here("deal").code == 0
    machine.ledger.write_bytes(earlier)
    ran = machine.here("deal", "--json")
    assert (ran.code, ran.error) == (3, "rollback")
    assert machine.ledger.read_bytes() == earlier


def test_output_is_utf8_under_a_legacy_code_page(prepared: Callable[[Prepare], Machine]) -> None:
    """`PYTHONIOENCODING=cp1252` and a redirected output: UTF-8 all the same, on both streams."""
    machine = prepared(in_play)
    player = machine.status["turn"]
    card = machine.hand(player)[0]
    legacy = {"PYTHONIOENCODING": "cp1252"}
    ran = machine.gm("play", player, shown([card]), environ=legacy)
    assert ran.code == 0
    assert f"pose {shown([card])}" in ran.out
    assert "◄" in machine.gm("post", "standings", environ=legacy).out


@posix
def test_a_reader_that_leaves_early_is_no_error(prepared: Callable[[Prepare], Machine]) -> None:
    """A broken pipe is quiet: nothing on standard error but what would stand there anyway."""
    machine = prepared(in_play)
    script = f'"{sys.executable}" -m gm post first | true; exit ${{PIPESTATUS[0]}}'
    ran = machine.gm(command=("bash", "-c", script))
    assert ran.code == 0
    assert ran.err.count("\n") <= 1, ran.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_an_output_that_cannot_be_written_is_told(prepared: Callable[[Prepare], Machine]) -> None:
    """A full disk under the output: `output_lost`, exit code 3; the move itself is recorded."""
    machine = prepared(in_play)
    entries = machine.ledger.read_bytes().count(b"\n---\n")
    script = f'"{sys.executable}" -m gm play "{shown(machine.hand(machine.status["turn"])[:1])}" > /dev/full'
    ran = machine.gm(command=("bash", "-c", script))
    assert ran.code == 3
    assert "gm status" in ran.err
    assert machine.ledger.read_bytes().count(b"\n---\n") == entries + 1


@posix
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_closed_stream_is_no_error(closed: str, prepared: Callable[[Prepare], Machine]) -> None:
    """A caller may close any of the three streams: what would be said there is lost, nothing else."""
    script = f'"{sys.executable}" -m gm status {closed}'
    assert prepared(in_play).gm(command=("bash", "-c", script)).code == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", ["--help", "play --help", "status --json"])
def test_any_output_that_cannot_be_written_is_told(
    words: str, prepared: Callable[[Prepare], Machine]
) -> None:
    """Help pages and JSON too: `output_lost`, exit code 3, one sentence."""
    script = f'"{sys.executable}" -m gm {words} > /dev/full'
    ran = prepared(in_play).gm(command=("bash", "-c", script))
    assert (ran.code, ran.err.count("\n")) == (3, 1)


def test_a_post_that_is_not_utf8_is_told(prepared: Callable[[Prepare], Machine]) -> None:
    """Bytes of another encoding are not guessed at: `not_utf8`, exit code 2."""
    ran = prepared(in_play).gm("play", "-", "--json", stdin="7 de cœur… été".encode("cp1252"))
    assert (ran.code, ran.error) == (2, "not_utf8")


HOSTILE_NAMES = {
    "quotes": """L'«"Ami"» `du` \\ peuple""",
    "emoji": "🃏👩‍👩‍👧",
    "BBCode": "[b]gras[/b] [/code]",
    "template": "{{ 7*7 }} {% raise %}",
    "option": "--json",
    "number": "7",
    "word of a move": "je passe",
    "wide": "名前",
    "accents": "É\u0301té",
}


def hostile(machine: Machine) -> None:
    """Five players with such names are dealt."""
    machine.new_campaign()
    machine.done("open")
    for name in list(HOSTILE_NAMES.values())[:5]:
        machine.done("join", "--word", name, "--", name)
    machine.done("deal")


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_any_forum_name_can_be_registered(name: str, prepared: Callable[[Prepare], Machine]) -> None:
    """A player's name is any forum name; one like an option stands after `--`."""
    machine = prepared(registered_four)
    ran = machine.here("join", "--json", "--", f"  {HOSTILE_NAMES[name]}\t")
    assert ran.code == 0
    assert ran.json["player"] in machine.status["players"]


def test_hostile_names_play_and_are_shown_harmless(prepared: Callable[[Prepare], Machine]) -> None:
    """Names with markup are printed without any: `[b]` of a name is no bold, `{{ }}` is not computed."""
    machine = prepared(hostile)
    names = list(HOSTILE_NAMES.values())[:5]
    chooser = machine.status["waiting"][0]
    order = sorted(names, key=lambda name: "Qh" not in machine.hand(name))
    assert chooser in names
    machine.done("order", "--", *order)
    player = machine.status["turn"]
    machine.done("play", "--", player, shown(machine.hand(player)[:1]))
    first = machine.here("post", "first").out
    assert "{{ 7*7 }}" in first
    assert "[b]gras" not in first
    assert machine.done("verify")["ok"] is True
