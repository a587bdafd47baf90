"""A campaign that moves: to another machine, through git, into the wrong folder (design.md)."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_help import Machine, play_on

Prepared = Callable[[Callable[[Machine], object]], Machine]

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="no git here (.ci/run installs it)")


def published(machine: Machine) -> None:
    """A campaign in play with its public copy in the outbox."""
    machine.in_play()
    machine.done("publish")


def with_the_key_of(machine: Machine, folder: Path) -> Machine:
    """Another machine with the same moderator's key and no campaign yet."""
    other = Machine(folder)
    other.key.parent.mkdir(parents=True)
    shutil.copy(machine.key, other.key)
    return other


def test_a_campaign_goes_on_on_another_machine(tmp_path: Path, prepared: Prepared) -> None:
    """The folder and the key are all it takes: it verifies there and is played on."""
    machine = prepared(published)
    other = with_the_key_of(machine, tmp_path / "other")
    shutil.copytree(machine.campaigns, other.campaigns)
    assert other.gm("verify", "--json").json["ok"]
    assert play_on(other, 2) == 2
    assert other.ledger.read_bytes().startswith(machine.ledger.read_bytes())
    assert other.gm("verify", "--json").json["ok"]


def git(folder: Path, *words: str) -> None:
    """Run git with nobody's settings, as it is set up on Windows: it changes the ends of lines."""
    environ = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    own = ["core.autocrlf=true", "user.name=m", "user.email=m@example.org", "init.defaultBranch=main"]
    options = [word for each in own for word in ("-c", each)]
    ran = subprocess.run(["git", *options, *words], cwd=folder, env=environ, capture_output=True)
    assert ran.returncode == 0, ran.stderr


def through_git(folder: Path) -> Path:
    """Commit a folder and clone it, both with `core.autocrlf`; the clone."""
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "campagne")
    clone = folder.with_name(f"{folder.name}-clone")
    git(folder.parent, "clone", "--quiet", "--config", "core.autocrlf=true", str(folder), str(clone))
    return clone


@needs_git
def test_a_campaign_comes_through_git_unchanged(tmp_path: Path, prepared: Prepared) -> None:
    """Ledger, public key and public copy are `-text` in `.gitattributes`; the rest may change line ends."""
    machine = prepared(published)
    other = with_the_key_of(machine, tmp_path / "other")
    other.campaigns = through_git(machine.campaigns)
    for name in ("ledger.yaml", "moderator.pub.pem", "outbox/zebest-public.yaml"):
        there = other.ledger.with_name("x").parent / name
        assert there.read_bytes() == (machine.ledger.parent / name).read_bytes()
    assert b"\r\n" in (other.ledger.parent / "campaign.yaml").read_bytes()
    copy = str(other.ledger.parent / "outbox" / "zebest-public.yaml")
    key = str(other.ledger.parent / "moderator.pub.pem")
    assert other.gm("verify", "--json").json["ok"]
    assert other.gm("verify", copy, "--key", key, "--json").json["ok"]
    assert play_on(other, 1) == 1


@needs_git
def test_without_gitattributes_git_would_change_the_ledger_and_it_is_said(
    tmp_path: Path, prepared: Prepared
) -> None:
    """The ledger's line ends are signed: what git made of them is refused and named."""
    machine = prepared(published)
    (machine.ledger.parent / ".gitattributes").unlink()
    other = with_the_key_of(machine, tmp_path / "other")
    other.campaigns = through_git(machine.campaigns)
    changed = other.ledger.read_bytes()
    assert changed == machine.ledger.read_bytes().replace(b"\n", b"\r\n")
    report = other.gm("verify")
    assert report.code == 1
    assert "CR LF" in report.out
    for words in (("status",), ("play", "je passe"), ("repair",)):
        refused = other.gm(*words)
        assert refused.code == 3
        assert "CR LF" in refused.err
    assert other.ledger.read_bytes() == changed


@needs_git
def test_a_public_copy_among_other_files_says_when_git_changed_it(tmp_path: Path, prepared: Prepared) -> None:
    """`gm publish --out` into a repository without attributes: the clone's copy is refused, and why."""
    machine = prepared(published)
    site = tmp_path / "site"
    site.mkdir()
    machine.done("publish", "--out", str(site / "registre.yaml"))
    clone = through_git(site)
    report = machine.gm("verify", str(clone / "registre.yaml"), "--json")
    assert (report.code, report.json["faults"][0]["code"]) == (1, "bad_layout")
    assert "CR LF" in machine.gm("verify", str(clone / "registre.yaml")).out
    (site / ".gitattributes").write_text("registre.yaml -text\n", "utf-8")
    shutil.rmtree(clone)
    assert machine.gm("verify", str(through_git(site) / "registre.yaml"), "--json").json["ok"]


def two_campaigns(machine: Machine) -> None:
    """Two campaigns of one moderator; the ledger of `autre` lies in the folder of `zebest`."""
    machine.in_play()
    machine.done("new", "autre")
    shutil.copy(machine.campaigns / "autre" / "ledger.yaml", machine.ledger)


@pytest.mark.parametrize(
    "words",
    [("status",), ("open",), ("play", "je passe"), ("post", "table"), ("publish",), ("verify",), ("repair",)],
)
def test_another_campaign_s_ledger_is_refused(words: tuple[str, ...], prepared: Prepared) -> None:
    """Bad input: `other_campaign`, exit code 3, both names and what to do; nothing is changed."""
    machine = prepared(two_campaigns)
    before = machine.ledger.read_bytes()
    refused = machine.here("-c", "zebest", *words, "--json")
    assert (refused.code, refused.error) == (3, "other_campaign")
    said = machine.here("-c", "zebest", *words).err
    assert "« zebest »" in said.replace("\u00a0", " ").replace("\u202f", " ")
    assert "« autre »" in said.replace("\u00a0", " ").replace("\u202f", " ")
    assert machine.ledger.read_bytes() == before
    assert machine.here("-c", "autre", "status").code == 0


def test_a_backup_is_verified_whatever_it_is_called(tmp_path: Path, prepared: Prepared) -> None:
    """`gm verify FOLDER` or FILE: where somebody keeps a copy, and under which name, is their business."""
    machine = prepared(published)
    backup = Path(shutil.copytree(machine.ledger.parent, tmp_path / "sauvegarde du 12"))
    assert machine.gm("verify", str(backup), "--json").json["ok"]
    assert machine.gm("verify", str(backup / "ledger.yaml"), "--json").json["ok"]


def test_a_folder_that_got_another_name_is_refused_until_it_has_its_own(prepared: Prepared) -> None:
    """A campaign's folder has its name (design.md): the sentence says which."""
    machine = prepared(published)
    renamed = machine.ledger.parent.rename(machine.campaigns / "zebest-copie")
    refused = machine.gm("status", "--json")
    assert (refused.code, refused.error) == (3, "other_campaign")
    assert refused.json["error"]["campaign"] == "zebest"
    renamed.rename(machine.campaigns / "zebest")
    assert machine.gm("status", "--json").code == 0
