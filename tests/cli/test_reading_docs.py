"""docs/reading.md is true: its page is read as it says, its tables name every code there is."""

import json
import re
from collections.abc import Callable
from typing import get_args

import yaml
from cli_help import ROOT, Machine

from gm.cli.answer import USAGE_CODES
from gm.desk.findings import Status as RecheckStatus
from gm.desk.page_rows import Note, Status
from gm.store.presentation import KEYS

PAGE = (ROOT / "docs" / "reading.md").read_text(encoding="utf-8")

Prepare = Callable[[Machine], object]


def block(language: str) -> str:
    """The one block of code in this language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


def rows(heading: str) -> list[str]:
    """What stands in code in the first column of the table under this heading."""
    table = PAGE.partition(f"\n| {heading} |")[2].partition("\n\n")[0]
    return re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)


def open_registration(machine: Machine) -> None:
    machine.new_campaign()
    machine.done("open")


def test_the_example_is_read_as_the_page_says(prepared: Callable[[Prepare], Machine]) -> None:
    """The page of YAML comes to the posts of JSON."""
    machine = prepared(open_registration)
    answer = machine.done("read", "-", stdin=block("yaml"))
    assert answer["posts"] == json.loads(block("json"))
    assert (answer["recorded"], answer["stopped"], answer["public"]) == ([3, 4], None, "")


def test_every_status_and_every_note_is_explained() -> None:
    """A program that reads the answers finds each code."""
    assert rows("`status`") == list(get_args(Status))
    assert rows("in `notes`") == list(get_args(Note))


def test_all_that_recheck_answers_is_explained(prepared: Callable[[Prepare], Machine]) -> None:
    """Each status of a row, each key of the answer and of a row."""
    assert rows("`status` of a row") == list(get_args(RecheckStatus))
    machine = prepared(open_registration)
    page = '[{"id": "1", "author": "snaga", "text": "je m’inscris"}]'
    machine.done("read", "-", stdin=page)
    answer = machine.done("recheck", "-", stdin=page)
    text = PAGE.partition("## `gm recheck")[2].partition("\n## ")[0]
    keys = {*answer, *answer["posts"][0]}
    assert [key for key in sorted(keys) if key not in re.findall(r"\w+", text)] == []


def test_every_doubt_and_every_key_is_explained(prepared: Callable[[Prepare], Machine]) -> None:
    """Whatever stops a reading, a program finds what it means, and each key of the answer."""
    said = {name for name in _problems() if name.startswith("post_")} - {"post_too_long", "post_without_move"}
    doubts = [f"post_{code}" for code in rows("in `doubt`")]
    assert set(doubts) == said & USAGE_CODES
    machine = prepared(open_registration)
    page = '[{"id": "1", "author": "snaga", "text": "je m’inscris peut-être"}]'
    answer = machine.here("read", "-", "--json", stdin=page).json
    text = PAGE.partition("## `gm read")[2].partition("\n## ")[0]
    keys = {*answer, *answer["stopped"], *answer["posts"][0]}
    assert [key for key in sorted(keys) if f"`{key}`" not in text and f'"{key}"' not in text] == []


def _problems() -> set[str]:
    import tomllib

    return set(tomllib.loads((ROOT / "templates/fr/problem.toml").read_text("utf-8")))


def test_the_settings_that_reading_uses_are_explained() -> None:
    """campaign.yaml: the keys of the page are keys of the file."""
    assert set(rows("key")) == set(KEYS) - {"roles", "card_style", "markup"}


def test_the_settings_that_a_new_campaign_shows_are_sound(machine: Machine) -> None:
    """`gm new` leaves a commented template: with its marks of comment gone it is read, every key of it."""
    machine.new_campaign()
    path = machine.campaigns / machine.name / "campaign.yaml"
    shown = re.sub(r"^# ?(?=[ \w])", "", path.read_text("utf-8"), flags=re.MULTILINE).splitlines()
    path.write_text("\n".join(line for line in shown if ":" in line.split("#")[0]), encoding="utf-8")
    assert set(yaml.safe_load(path.read_text("utf-8"))) == {*KEYS} - {"card_style", "markup"}
    assert machine.done("status")["phase"] == "none"


def test_the_settings_of_the_guide_are_sound(machine: Machine) -> None:
    """docs/moderateur.md shows aliases, signatures, cards and selectors as they are written."""
    guide = (ROOT / "docs" / "moderateur.md").read_text("utf-8")
    (settings,) = [each for each in re.findall(r"```yaml\n(.*?)```", guide, re.DOTALL) if "aliases" in each]
    machine.new_campaign()
    (machine.campaigns / machine.name / "campaign.yaml").write_text(settings, encoding="utf-8")
    assert machine.done("status")["phase"] == "none"


def test_the_pages_of_the_guide_are_pages(machine: Machine) -> None:
    """docs/moderateur.md shows a list and a pasted text that are read as posts of their authors."""
    guide = (ROOT / "docs" / "moderateur.md").read_text("utf-8")
    (listed,) = [each for each in re.findall(r"```yaml\n(.*?)```", guide, re.DOTALL) if "text:" in each]
    (pasted,) = [each for each in re.findall(r"```text\n(.*?)```", guide, re.DOTALL) if "a écrit" in each]
    for text in (listed, pasted):
        found = machine.here("claims", "-", "--json", stdin=text).json["results"]
        assert [[claim["cards"] for claim in each["claims"]] for each in found] == [[["8s", "8d"]], [[]]]
