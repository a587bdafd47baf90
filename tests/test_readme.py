"""README.md and docs/moderateur.md are true: what they tell the moderator to type is typed here.

The lines of ```console blocks, `$ gm …`, are run in the order of the page in one temporary folder.
Since no deal is known beforehand, words in capitals stand for what the game then says:

    NOM1 … NOM5            the five players, the holder of the queen of hearts first
    JOUEUR                 the player whose turn it is
    PRÉSIDENT, PREMIER_MINISTRE   the first and the second of the manche before
    CARTE, CARTE1, CARTE2  the lowest cards of the player whom the line names: CARTE and CARTE1 the lowest
    REPÈRE                 the checkpoint at the foot of the last text for the topic
    PAGE                   a saved page with one post: the player whose turn it is passes

`<!-- la manche se joue jusqu’au bout -->` ends the manche: four players are sanctioned, the last one wins.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gm.cli import main
from gm.cli.app import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "docs/moderateur.md")
FRENCH = (*PAGES, "docs/CHANGELOG.md")
NAMES = frozenset(name for commands in COMMANDS.values() for name in commands)
TO_THE_END = "<!-- la manche se joue jusqu’au bout -->"
TEST_LINE = (
    'python3 -m venv .venv && .venv/bin/pip install -q -e ".[test]" && .venv/bin/python -m pytest -n auto'
)

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\[[^\]]+\]\(([^)\s]+)\)")
_PLACEHOLDER = re.compile(r"NOM[1-5]|CARTE[12]?|JOUEUR|PRÉSIDENT|PREMIER_MINISTRE|REPÈRE|PAGE")
_CHECKPOINT = re.compile(r"[a-z0-9-]+/[0-9]+/(?:[0-9A-F]{4}-){7}[0-9A-F]{4}")
_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_RANKS = {"T": "10", "J": "V", "Q": "D", "K": "R"}


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def steps_of(page: str) -> list[str]:
    """What a reader of the page does: its `gm …` lines in order, and TO_THE_END where a manche is played."""
    steps, inside = [], False
    for line in text_of(page).splitlines():
        if line.startswith("```"):
            inside = line == "```console"
        elif inside:
            assert line.startswith("$ gm "), f"{page}: a console block holds commands only, not {line!r}"
            steps.append(line.removeprefix("$ gm "))
        elif line == TO_THE_END:
            steps.append(line)
    return steps


def mentions_of(page: str) -> list[list[str]]:
    """The words after `gm` (or `mj`) of each command that the page names, in blocks and in the prose."""
    text = text_of(page)
    blocks = [line for _, block in _FENCE.findall(text) for line in block.splitlines()]
    commands = [*(line.removeprefix("$ ") for line in blocks), *_INLINE.findall(_FENCE.sub("", text))]
    found = [re.sub(r"^py(thon)? -m gm ", "gm ", each) for each in commands]
    return [shlex.split(each.split(" | ")[0])[1:] for each in found if re.match(r"(gm|mj) ", each)]


def prose_of(page: str) -> str:
    """The page without code, comments, addresses of links, and the part written in English."""
    text = text_of(page).split("\n## For developers")[0]
    for code in (_FENCE, re.compile(r"<!--.*?-->"), re.compile(r"`[^`\n]*`"), re.compile(r"\]\([^)]*\)")):
        text = code.sub("", text)
    return text


def slug_of(heading: str) -> str:
    """The anchor that a heading gets on the usual sites: lower case, no punctuation, hyphens for spaces."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@pytest.fixture(autouse=True)
def a_fresh_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder to work in, no key yet, and a passphrase that needs no typing."""
    for name in [name for name in os.environ if name.startswith("GM_")]:
        monkeypatch.delenv(name)
    for name in ("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("GM_PASSPHRASE", "trois petits chats")
    monkeypatch.chdir(tmp_path)


class Said(NamedTuple):
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str


Program = Callable[..., Said]


def gm(*arguments: str) -> Said:
    """One run of the program, as somebody types it."""
    command = [sys.executable, "-m", "gm", *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8")
    return Said(done.returncode, done.stdout, done.stderr)


def gm_here(*arguments: str) -> Said:
    """The same within this process, fifteen times as fast."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        code = main(arguments)
    return Said(code, out.getvalue(), err.getvalue())


def facts(*arguments: str) -> Any:
    """The JSON answer of a command that the page does not name."""
    said = gm_here(*arguments, "--json")
    assert said.code == 0, said
    return json.loads(said.out)


class Moderator:
    """Somebody who follows a page."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._places: Mapping[str, int] = {}
        self._published = ""

    def follow(self, step: str) -> None:
        if step == TO_THE_END:
            self._end_manche()
        else:
            self._run(self._filled(shlex.split(step)))

    def _run(self, arguments: Sequence[str]) -> None:
        said = self._program(*arguments)
        shown = f"gm {shlex.join(arguments)}\n{said.out}{said.err}"
        assert said.code == 0, shown
        assert "Traceback" not in said.err, shown
        assert said.out.strip() or said.err.strip(), shown
        if arguments[0] == "post":
            self._published = _CHECKPOINT.findall(said.out)[-1]

    def _end_manche(self) -> None:
        for player in facts("status")["players"][1:]:
            facts("sanction", player, "--reason", "la suite de la manche")
        self._places = facts("status")["places"]
        assert sorted(self._places.values()) == [1, 2, 3, 4, 5]

    def _filled(self, words: list[str]) -> list[str]:
        """The words of a command with real names and cards in place of words in capitals."""
        wanted = set(_PLACEHOLDER.findall(" ".join(words)))
        names = self._names(wanted)
        words = [_PLACEHOLDER.sub(lambda found: names.get(found[0], found[0]), word) for word in words]
        if not any(each.startswith("CARTE") for each in wanted):
            return words
        held = self._cards(words[1])
        cards = {"CARTE": held[0], "CARTE1": held[0], "CARTE2": held[1]}
        return [_PLACEHOLDER.sub(lambda found: cards.get(found[0], found[0]), word) for word in words]

    def _names(self, wanted: set[str]) -> dict[str, str]:
        if not wanted:
            return {}
        status = facts("status")
        names = {"JOUEUR": status["turn"] or "", "REPÈRE": self._published}
        if "PAGE" in wanted:
            names["PAGE"] = str(Path("page.yaml").resolve())
            post = json.dumps([{"author": status["turn"], "text": "Je passe."}])
            Path("page.yaml").write_text(post, encoding="utf-8")
        by_place = {place: name for name, place in self._places.items()}
        names |= {"PRÉSIDENT": by_place.get(1, ""), "PREMIER_MINISTRE": by_place.get(2, "")}
        if "NOM1" in wanted:
            first = next(each for each in status["players"] if "D♥" in self._cards(each))
            order = [first, *(each for each in status["players"] if each != first)]
            names |= {f"NOM{number}": name for number, name in enumerate(order, start=1)}
        return names

    def _cards(self, player: str) -> list[str]:
        """A player's cards as a French reader writes them, lowest first."""
        codes = facts("hand", player)["cards"]
        return [_RANKS.get(code[0], code[0]) + _SUITS[code[1]] for code in codes]


@pytest.mark.parametrize(("page", "program"), [("README.md", gm), ("docs/moderateur.md", gm_here)])
def test_every_command_of_the_page_works_in_the_order_of_the_page(page: str, program: Program) -> None:
    """README: every command is true."""
    moderator = Moderator(program)
    steps = steps_of(page)
    assert steps.count(TO_THE_END) == 2, "a partie has two manches (Z21)"
    for step in steps:
        moderator.follow(step)


def test_the_pages_name_no_command_and_no_option_that_does_not_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    """design.md, Command line."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")
    options: dict[str, set[str]] = {}
    for name, *words in (words for page in PAGES for words in mentions_of(page)):
        options.setdefault(name, set()).update(word for word in words if re.match(r"-+[a-z]", word))
    assert set(options) <= NAMES | {"--version", "--help"}
    for name in sorted(name for name, used in options.items() if used):
        page = gm(name, "--help").out
        assert options[name] <= set(page.replace(",", " ").split()), name


def test_every_command_is_named_in_the_guide() -> None:
    """A moderator finds each command of design.md in docs/moderateur.md."""
    assert {words[0] for words in mentions_of("docs/moderateur.md")} >= NAMES


@pytest.mark.parametrize("page", [*FRENCH, "docs/ledger.md", "docs/verify.md", "docs/reading.md"])
def test_every_link_leads_somewhere(page: str) -> None:
    for link in _LINK.findall(text_of(page)):
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = (ROOT / page).parent / path if path else ROOT / page
        assert target.exists(), link
        if anchor:
            headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {slug_of(heading) for heading in headings}, link


def test_the_line_that_runs_the_tests_stands_once_after_its_marker() -> None:
    """.ci/run takes it from there."""
    assert text_of("README.md").count("<!-- tests -->") == 1
    assert f"\n<!-- tests -->\n```sh\n{TEST_LINE}\n```\n" in text_of("README.md")


@pytest.mark.parametrize("page", FRENCH)
def test_french_prose_keeps_its_punctuation_on_the_line(page: str) -> None:
    """No-break spaces before ; : ! ? and inside « », and no straight apostrophe between letters."""
    wrong = re.findall(r".{0,20}(?: [;:!?»]|« |[^\W\d]'\w).{0,20}", prose_of(page))
    assert wrong == []
