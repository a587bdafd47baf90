"""Every code that a command can give has its words, filled in by what it is given."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from cli_help import ROOT, Machine
from jinja2 import Environment, meta

from gm import __version__
from gm.cli.answer import UNUSABLE_CODES, USAGE_CODES
from gm.cli.app import COMMANDS, PLACES
from gm.evidence import FindingCode
from gm.ledger import FaultCode
from gm.posts.pages.posts import PageCode
from gm.render import table_of
from gm.rules import RulesProblem
from gm.store import CODES

GIVERS = {"problem", "trouble", "Problem"}
PACKAGES = ("campaign", "evidence", "desk", "store", "cli", "calendar")
PROBLEMS = table_of("fr", "problem")
CLI = table_of("fr", "cli")


def trees(*packages: str) -> Iterator[tuple[Path, ast.Module]]:
    """The syntax trees of these packages and modules of gm."""
    for package in packages:
        for path in sorted([*(ROOT / "gm" / package).rglob("*.py"), ROOT / "gm" / f"{package}.py"]):
            if path.is_file():
                yield path, ast.parse(path.read_text("utf-8"))


def calls(tree: ast.Module, *names: str) -> Iterator[ast.Call]:
    """The calls of functions or methods of these names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in names:
                yield node


def literals(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may be: a literal, or either side of a conditional one."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


@cache
def given_problems() -> dict[str, list[set[str] | None]]:
    """Each literal problem code with the words it is given at each place, None where they are not plain."""
    found: dict[str, list[set[str] | None]] = {}
    for _, tree in trees(*PACKAGES):
        for call in calls(tree, *GIVERS):
            plain = all(keyword.arg is not None for keyword in call.keywords) and len(call.args) == 1
            words = {str(keyword.arg) for keyword in call.keywords} if plain else None
            for code in literals(call.args[0]) if call.args else ():
                found.setdefault(code, []).append(words)
    return found


def needed(sentence: str) -> set[str]:
    """The words a sentence cannot do without: those not asked about with `is defined`."""
    environment = Environment(autoescape=True)
    for name in re.findall(r"\| *(\w+)", sentence):
        environment.filters.setdefault(name, lambda value, *_: value)
    every = meta.find_undeclared_variables(environment.parse(sentence))
    return every - set(re.findall(r"(\w+) is defined", sentence))


FAULTS = {*get_args(FaultCode), *get_args(FindingCode)}
DOUBTS = {"post_ambiguous", "post_unreadable"}  # f"post_{doubt}" in gm.desk.doubts
PAGES = set(get_args(PageCode))
RULES = set(RulesProblem.__annotations__["code"].__args__)
ALL = sorted({*given_problems(), *CODES, *RULES, *DOUBTS, *PAGES})


@pytest.mark.parametrize("code", ALL)
def test_every_problem_has_its_sentence(code: str) -> None:
    """One or two sentences in problem.toml for each code that campaign, desk, store and the commands give."""
    assert isinstance(PROBLEMS.get(code), str), code
    assert len(re.findall(r"[.?!](?= |$)", PROBLEMS[code])) <= 3


def test_a_new_line_of_a_sentence_is_never_swallowed() -> None:
    """Jinja2 drops the end of a line after a block, and so a quoted `\\n` there; `+%}` keeps it."""
    for path in sorted((ROOT / "templates").rglob("*.toml")):
        assert not re.findall(r".{0,30}(?<!\+)%\}\\n", path.read_text("utf-8")), path.name


@pytest.mark.parametrize("code", sorted(given_problems()))
def test_every_problem_is_given_the_words_of_its_sentence(code: str) -> None:
    """A sentence that lacks a word would fall back to its code: none does."""
    missing = [needed(PROBLEMS[code]) - words for words in given_problems()[code] if words is not None]
    assert not any(missing), missing


@pytest.mark.parametrize("code", sorted(FAULTS))
def test_every_fault_has_its_words(code: str) -> None:
    """`gm verify` says in French what is wrong with a ledger (fault.toml)."""
    assert isinstance(table_of("fr", "fault").get(code), str)


def test_every_exit_code_is_of_a_problem_that_exists() -> None:
    """Each code belongs to one exit code, and none is left over from another time."""
    assert USAGE_CODES.isdisjoint(UNUSABLE_CODES)
    assert CODES - USAGE_CODES <= UNUSABLE_CODES
    assert not (USAGE_CODES | UNUSABLE_CODES) - set(ALL)


def said() -> Iterator[tuple[str, set[str] | None]]:
    """The codes of cli.toml that commands say, with their words."""
    for path, tree in trees("cli"):
        yield from ((code, {"number"}) for call in calls(tree, "progress") for code in literals(call.args[1]))
        names = ("say", "post", "tell", "confirm", "agreed", "asked", "_command_says")
        for call in calls(tree, *names):
            plain = all(keyword.arg is not None for keyword in call.keywords)
            words = {str(keyword.arg) for keyword in call.keywords} if plain else None
            if path.name == "story.py" and getattr(call.func, "id", "") != "_command_says":
                continue
            for code in literals(call.args[0]):
                yield code, words


@pytest.mark.parametrize(("code", "words"), sorted(said(), key=str))
def test_every_saying_of_a_command_has_its_sentence_and_words(code: str, words: set[str] | None) -> None:
    """`run.say("code", …)` finds its sentence in cli.toml and gives all the words it needs."""
    assert isinstance(CLI.get(code), str), code
    if words is not None:
        assert needed(CLI[code]) <= words


def test_no_saying_is_left_over() -> None:
    """Each sentence of cli.toml is said somewhere."""
    built = {"verify_ok", "verify_faults"}
    assert set(CLI) <= {code for code, _ in said()} | built


@pytest.mark.parametrize(
    "phase", ["none", "registration", "ready_to_deal", "order", "exchange", "play", "over"]
)
def test_every_phase_has_a_next_step(phase: str) -> None:
    """next.toml says in one line what to do in each phase."""
    assert phase in table_of("fr", "next")


ENGLISH = (
    "Usage",
    "Options:",
    "Commands",
    "Show this",
    "[required]",
    "[default",
    "Arguments:",
    "Error",
    "Try ",
)


@pytest.mark.parametrize("command", PLACES)
def test_a_help_page_is_french_throughout(command: str, machine: Machine) -> None:
    """`gm COMMAND --help`: every option and argument explained, an example, no word of the library's."""
    page = machine.here(command, "--help")
    assert (page.code, page.err) == (0, "")
    assert page.out.startswith(f"Utilisation\u00a0: gm {command} ") or page.out.startswith(
        f"Utilisation : gm {command} "
    )
    assert not [word for word in ENGLISH if word in page.out]
    assert not re.search(
        rf"\b(option|argument|page|{command})\.[a-z_]+\b", page.out
    )  # a code without its text
    assert f"\n  gm {command}" in page.out or f"-c zebest {command}" in page.out
    assert max(len(line) for line in page.out.splitlines()) <= 100


def test_the_first_help_page_names_every_command(machine: Machine) -> None:
    """`gm` and `gm --help`: each command under its heading with what it does."""
    page = machine.here("--help")
    assert (page.code, page.out) == (0, machine.here().out)
    for commands in COMMANDS.values():
        for command in commands:
            assert re.search(rf"^  {command} +\S", page.out, re.MULTILINE)
    assert not [word for word in ENGLISH if word in page.out]


def test_the_version_is_printed(machine: Machine) -> None:
    """`gm --version`, and as one JSON object."""
    assert machine.gm("--version").out == f"gm {__version__}\n"
    assert machine.here("--version", "--json").json == {"version": __version__}


def test_help_may_be_asked_for_as_a_command(machine: Machine) -> None:
    """`gm help play` is `gm play --help`, `gm help` the first page."""
    assert machine.here("help", "play").out == machine.here("play", "-h").out
    assert machine.here("help").out == machine.here("--help").out
