"""`gm key`: the public key for the players, another passphrase for the private one."""

import subprocess
from importlib import import_module
from pathlib import Path

import pytest
from cli_help import Machine

from gm.cli.app import PLACES
from gm.cli.command import command

OLD = "trente-six tonnes de carottes"
NEW = "quarante-deux navets"


def with_passphrase(machine: Machine) -> None:
    """A key under OLD and a campaign of it."""
    for words in (("init",), ("new", "zebest")):
        assert machine.here(*words, environ={"GM_PASSPHRASE": OLD}).code == 0


def test_the_public_key_is_shown_as_campaigns_state_it(machine: Machine) -> None:
    """`gm key show > moderator.pub.pem` is the file beside each ledger; openssl reads it."""
    with_passphrase(machine)
    shown = machine.gm("key", "show", environ={"GM_PASSPHRASE": OLD})
    assert shown.code == 0
    assert shown.out.encode() == (machine.ledger.parent / "moderator.pub.pem").read_bytes()
    assert str(machine.key) in shown.err
    read = subprocess.run(["openssl", "pkey", "-pubin", "-noout"], input=shown.out.encode())
    assert read.returncode == 0
    facts = machine.here("key", "show", "--json", environ={"GM_PASSPHRASE": OLD}).json
    assert f'moderator: "{facts["public"]}"' in machine.ledger.read_text("utf-8")
    assert facts == {
        "key": str(machine.key),
        "public": facts["public"],
        "pem": shown.out,
        "encrypted": True,
    }


@pytest.mark.parametrize("words", [(), ("hello",), ("show", "--no-passphrase"), ("change",)], ids=" ".join)
def test_an_action_that_does_not_exist_is_told_with_those_that_do(
    words: tuple[str, ...], machine: Machine
) -> None:
    """`gm key` alone or with another word: exit code 2, one sentence with the two choices."""
    ran = machine.here("key", *words, "--json")
    assert (ran.code, ran.error) == (2, "key_action")
    told = machine.here("key", *words).err
    assert "gm key show" in told
    assert "gm key change-passphrase" in told


@pytest.mark.parametrize("words", [("init", "carottes"), ("key", "change-passphrase", "carottes")])
def test_a_passphrase_on_the_command_line_is_not_taken(words: tuple[str, ...], machine: Machine) -> None:
    """Exit code 2, no word of it said again, and that it will be asked for."""
    ran = machine.here(*words, "--json")
    assert (ran.code, ran.error) == (2, "passphrase_typed")
    assert "carottes" not in ran.out
    assert "demandée" in machine.here(*words).err
    assert machine.here("key", "show", "carottes", "--json").error == "usage_extra"


def test_the_help_names_the_variables(machine: Machine) -> None:
    """A script finds where the passphrases go without the guide."""
    assert "GM_PASSPHRASE" in machine.here("init", "--help").out
    helped = machine.here("key", "--help").out
    assert {"GM_PASSPHRASE", "GM_NEW_PASSPHRASE"} <= set(helped.replace(".", " ").split())


def test_a_folder_given_as_the_key_is_told(machine: Machine) -> None:
    """GM_KEY is a file; nothing is put into the folder."""
    folder = machine.folder / "clés"
    folder.mkdir()
    ran = machine.here("init", "--no-passphrase", "--json", environ={"GM_KEY": str(folder)})
    assert (ran.code, ran.error) == (3, "key_is_folder")
    assert not list(folder.iterdir())


def test_a_forgotten_passphrase_has_a_way_on(machine: Machine) -> None:
    """It cannot be found again: another campaign goes on."""
    with_passphrase(machine)
    assert "--continues" in machine.here("open", environ={"GM_PASSPHRASE": NEW}).err


def test_a_campaign_goes_on_under_a_new_passphrase(machine: Machine) -> None:
    """The key stays the same: what was signed before and after verifies, the old passphrase opens nothing."""
    with_passphrase(machine)
    before = machine.here("key", "show", "--json", environ={"GM_PASSPHRASE": OLD}).json
    both = {"GM_PASSPHRASE": OLD, "GM_NEW_PASSPHRASE": NEW}
    changed = machine.gm("key", "change-passphrase", "--json", environ=both).json
    assert (changed["public"], changed["encrypted"]) == (before["public"], True)
    refused = machine.here("open", "--json", environ={"GM_PASSPHRASE": OLD})
    assert (refused.code, refused.error) == (3, "wrong_passphrase")
    assert machine.here("open", environ={"GM_PASSPHRASE": NEW}).code == 0
    assert machine.here("verify").code == 0


def test_a_passphrase_may_be_taken_off_and_put_back(machine: Machine) -> None:
    """`--no-passphrase`, and from none to one; the copies of the key that were kept are spoken of."""
    with_passphrase(machine)
    off = machine.here("key", "change-passphrase", "--no-passphrase", environ={"GM_PASSPHRASE": OLD})
    assert off.code == 0
    assert "copie" in off.err
    assert machine.done("key", "show")["encrypted"] is False
    assert "n’a plus de phrase secrète" in off.err
    on = machine.here("key", "change-passphrase", "--json", environ={"GM_NEW_PASSPHRASE": NEW})
    assert on.json["encrypted"] is True
    assert machine.here("key", "show", environ={"GM_PASSPHRASE": NEW}).code == 0


def no_key(machine: Machine) -> dict[str, str]:
    return {"GM_KEY": str(machine.home / "nowhere.pem")}


def bad_key(machine: Machine) -> dict[str, str]:
    (machine.home / "bad.pem").write_bytes(b"-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n")
    return {"GM_KEY": str(machine.home / "bad.pem")}


def unwritable(machine: Machine) -> dict[str, str]:
    machine.key.with_name(machine.key.name + ".lock").mkdir()
    return {}


WRONG = {
    "no key": (no_key, {}, "no_key"),
    "bad key": (bad_key, {}, "bad_key"),
    "wrong passphrase": (lambda _: {}, {"GM_PASSPHRASE": NEW}, "wrong_passphrase"),
    "no passphrase": (lambda _: {}, {"GM_PASSPHRASE": ""}, "no_passphrase"),
    "no new one": (lambda _: {}, {"GM_NEW_PASSPHRASE": ""}, "new_passphrase_needed"),
    "too long": (lambda _: {}, {"GM_NEW_PASSPHRASE": NEW * 60}, "bad_passphrase"),
    "unwritable": (unwritable, {}, "not_writable"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_change_that_cannot_be_is_told_politely(name: str, machine: Machine) -> None:
    """Exit code 3, the key's file as before, and no passphrase in what is said or written."""
    prepare, environ, refusal = WRONG[name]
    with_passphrase(machine)
    before = machine.key.read_bytes()
    given = {"GM_PASSPHRASE": OLD, "GM_NEW_PASSPHRASE": NEW} | prepare(machine) | environ
    ran = machine.gm("key", "change-passphrase", "--json", environ=given)
    assert (ran.code, ran.error) == (3, refusal)
    plain = machine.gm("key", "change-passphrase", environ=given)
    assert (plain.code, plain.out) == (3, "")
    assert machine.key.read_bytes() == before
    assert_nothing_told(ran.out, plain.err, machine.folder)


def test_no_passphrase_is_ever_told(machine: Machine) -> None:
    """Not in argv, logs or exceptions, nor in anything printed or left on the disk."""
    both = {"GM_PASSPHRASE": OLD, "GM_NEW_PASSPHRASE": NEW}
    said = ""
    for words in (
        ("init",),
        ("init",),
        ("new", "zebest", "--json"),
        ("key", "show", "--json"),
        ("key", "change-passphrase", "one word more"),
        ("key", "change-passphrase"),
        ("key", "show"),
        ("open", "--json"),
    ):
        ran = machine.gm(*words, environ=both)
        said += ran.out + ran.err
    assert "wrong_passphrase" in said  # the last ones had the old passphrase only
    assert_nothing_told(said, "", machine.folder)


def assert_nothing_told(out: str, err: str, folder: Path) -> None:
    """Neither passphrase, nor a word of one, is in these texts or in a file of the folder."""
    written = b"".join(each.read_bytes() for each in folder.rglob("*") if each.is_file())
    for secret in ("trente-six", "carottes", "quarante-deux", "navets"):
        assert secret not in out + err
        assert secret.encode() not in written


@pytest.mark.parametrize("name", sorted(PLACES))
def test_no_option_takes_a_passphrase(name: str) -> None:
    """What is typed on a command line stands in its history and in the list of processes."""
    module, _, function = PLACES[name].partition(":")
    for param in command(name, getattr(import_module(module), function)).params:
        takes_text = param.param_type_name == "argument" or not param.is_flag
        assert not (takes_text and "pass" in " ".join([*param.opts, param.name]))
