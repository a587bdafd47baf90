"""Which campaign a command is about (design.md, The campaign folder and the key)."""

import os
from pathlib import Path

import pytest
from store_help import code

from gm.store import (
    campaigns_folder,
    campaigns_in,
    configuration_folder,
    find_campaign,
    key_path,
    locate,
    put_in_outbox,
    remember_folder,
)


def campaigns(parent: Path, *names: str) -> Path:
    """A folder with campaigns of these names."""
    for name in names:
        (parent / name).mkdir(parents=True)
        (parent / name / "ledger.yaml").write_bytes(b"")
    return parent


def test_the_option_goes_before_the_environment(environ: dict[str, str]) -> None:
    """`--campaigns DIR`, then GM_CAMPAIGNS, then ./campaigns."""
    Path("campaigns").mkdir()
    assert campaigns_folder("option", {**environ, "GM_CAMPAIGNS": "variable"}) == Path("option")
    assert campaigns_folder(None, {**environ, "GM_CAMPAIGNS": "variable"}) == Path("variable")
    assert campaigns_folder(None, {**environ, "GM_CAMPAIGNS": ""}) == Path("campaigns")


def test_the_folder_here_goes_before_the_one_last_used(tmp_path: Path, environ: dict[str, str]) -> None:
    """`./campaigns` when it exists, else the folder last used, else `./campaigns` yet to be made."""
    assert campaigns_folder(None, environ) == Path("campaigns")
    elsewhere = campaigns(tmp_path / "élsewhere", "zebest")
    remember_folder(elsewhere, environ)
    assert campaigns_folder(None, environ) == elsewhere
    Path("campaigns").mkdir()
    assert campaigns_folder(None, environ) == Path("campaigns")


def test_a_folder_last_used_that_is_gone_is_forgotten(tmp_path: Path, environ: dict[str, str]) -> None:
    """A remembered folder that is not there any more does not stand in the way of a new one."""
    remember_folder(tmp_path / "gone", environ)
    assert campaigns_folder(None, environ) == Path("campaigns")


def test_a_folder_is_remembered_by_its_whole_path(tmp_path: Path, environ: dict[str, str]) -> None:
    """A campaign found by a relative path is found again from another folder."""
    campaigns(Path("mine"), "zebest")
    assert locate("mine", None, environ) == Path("mine/zebest")
    os.chdir(tmp_path)
    assert locate(None, None, environ) == tmp_path / "here" / "mine" / "zebest"


def test_a_folder_without_campaigns_is_not_remembered(tmp_path: Path, environ: dict[str, str]) -> None:
    """A slip in `--campaigns` does not replace the folder last used."""
    remember_folder(campaigns(tmp_path / "good", "zebest"), environ)
    assert code(locate(str(tmp_path / "typo"), None, environ)) == "no_campaign"
    assert locate(None, None, environ) == tmp_path / "good" / "zebest"


def test_a_home_that_may_not_be_written_is_no_hindrance(tmp_path: Path, environ: dict[str, str]) -> None:
    """Remembering the folder is a convenience: where it fails the campaign is found all the same."""
    (tmp_path / "file").write_bytes(b"")
    here = {**environ, "XDG_CONFIG_HOME": str(tmp_path / "file"), "LOCALAPPDATA": str(tmp_path / "file")}
    campaigns(Path("campaigns"), "zebest")
    assert locate(None, None, here) == Path("campaigns/zebest")


def test_the_only_campaign_needs_no_name(environ: dict[str, str]) -> None:
    """`-c NAME` may be left out when there is only one; what is no campaign does not count."""
    folder = campaigns(Path("campaigns"), "zebest")
    (folder / "notes").mkdir()
    (folder / ".zebest.0123.tmp").mkdir()
    (folder / ".zebest.0123.tmp" / "ledger.yaml").write_bytes(b"")
    (folder / "README").write_bytes(b"")
    assert campaigns_in(folder) == ("zebest",)
    assert locate(None, None, environ) == folder / "zebest"


def lost(parent: Path, name: str) -> Path:
    """A campaign's folder that has its public key but no ledger any more."""
    (campaigns(parent, name) / name / "ledger.yaml").rename(parent / name / "moderator.pub.pem")
    return parent / name


def test_a_campaign_that_lost_its_ledger_is_no_place_for_another(environ: dict[str, str]) -> None:
    """Its public key shows what the folder was: `no_ledger`, and another one is not taken in its place."""
    folder = lost(Path("campaigns"), "zebest").parent
    for name in (None, "zebest"):
        found = locate(None, name, environ)
        assert code(found) == "no_ledger"
        assert getattr(found, "params", {})["path"] == str(folder / "zebest")
    campaigns(folder, "autre")
    assert code(locate(None, None, environ)) == "several_campaigns"
    assert locate(None, "autre", environ) == folder / "autre"
    assert code(locate(None, "zebest", environ)) == "no_ledger"


def test_several_campaigns_are_listed(environ: dict[str, str]) -> None:
    """Without `-c` and with several campaigns the problem names them all; `-c` or GM_CAMPAIGN chooses."""
    folder = campaigns(Path("campaigns"), "zebest", "bourgeois", "exemple")
    found = locate(None, None, environ)
    assert code(found) == "several_campaigns"
    assert getattr(found, "params", {})["names"] == "bourgeois, exemple, zebest"
    assert locate(None, "exemple", environ) == folder / "exemple"
    assert locate(None, None, {**environ, "GM_CAMPAIGN": "zebest"}) == folder / "zebest"
    assert locate(None, "exemple", {**environ, "GM_CAMPAIGN": "zebest"}) == folder / "exemple"


@pytest.mark.parametrize(
    ("name", "closest"),
    [("zebset", "zebest"), ("ZEBEST", "zebest"), ("../zebest", "zebest"), ("qqqq", ""), (".", "")],
)
def test_an_unknown_campaign_gets_the_closest_name(environ: dict[str, str], name: str, closest: str) -> None:
    """A slip in `-c` is a problem with a suggestion, even when there is only one campaign."""
    campaigns(Path("campaigns"), "zebest")
    found = locate(None, name, environ)
    assert code(found) == "unknown_campaign"
    assert getattr(found, "params", {})["closest"] == closest


@pytest.mark.parametrize("folder", ["missing", "file"])
def test_no_campaign_is_told(tmp_path: Path, folder: str) -> None:
    """No folder, or a file in its place: there is no campaign."""
    (tmp_path / "file").write_bytes(b"")
    assert code(find_campaign(tmp_path / folder, None)) == "no_campaign"
    assert code(find_campaign(tmp_path / folder, "zebest")) == "no_campaign"


def test_the_key_is_in_the_configuration_folder_unless_told(environ: dict[str, str], tmp_path: Path) -> None:
    """The moderator's key is at GM_KEY or in the user's configuration folder, under the home."""
    assert key_path({**environ, "GM_KEY": "mine.pem"}) == Path("mine.pem")
    assert key_path(environ).parent == configuration_folder(environ)
    assert (tmp_path / "home") in key_path(environ).parents


def test_the_outbox_is_made_when_it_is_needed(tmp_path: Path) -> None:
    """A text in the outbox is UTF-8 with LF, in place of the one before."""
    put_in_outbox(tmp_path, "message MisterH", "old")
    path = put_in_outbox(tmp_path, "message MisterH", "7 ♥♣\nà toi\n")
    assert isinstance(path, Path)
    assert path.read_bytes() == "7 ♥♣\nà toi\n".encode()
    assert [each.name for each in (tmp_path / "outbox").iterdir()] == ["message MisterH.txt"]


AWKWARD = (
    *(
        "a/b",
        "a\\b",
        "a:b",
        'a"b',
        "a?b",
        "a*b",
        "a<b",
        "a>b",
        "a|b",
        "a_b",
        "..",
        ".",
        "con",
        "CON.x",
        "nul",
    ),
    *("lpt1", "a.", "a ", " a", ".a", "a\u200db", "a\nb", "🂡", "é" * 200, "👍" * 90, "x" * 40, "", "\ud800"),
)


def test_any_name_has_a_file_of_its_own(tmp_path: Path) -> None:
    """A player's name is any forum name: each gets its own file, with a name that Windows takes too."""
    paths = [put_in_outbox(tmp_path, name, name.encode("utf-8", "replace").decode()) for name in AWKWARD]
    names = [path.name for path in paths if isinstance(path, Path)]
    assert len({name.lower() for name in names}) == len(AWKWARD)
    for path in paths:
        assert isinstance(path, Path)
        assert path.parent == tmp_path / "outbox"
        assert not set(path.name) & set('<>:"/\\|?*\n')
        assert path.name.split(".")[0].lower() not in {"con", "nul", "lpt1"}
        assert path.name[0] not in " ."
        assert path.stem[-1] not in " ."
        assert len(path.name.encode()) < 200
