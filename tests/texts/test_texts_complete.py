"""There is a text for everything: codes, effects, clauses, phases, roles, and every code the program uses."""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, get_args

import pytest
from jinja2.meta import find_undeclared_variables
from text_samples import CHECKPOINT, FRENCH, RULED, a_table, brought_about, of_ruling, refused, samples

from gm.campaign import Phase
from gm.evidence.report import FindingCode
from gm.ledger.values import FaultCode
from gm.manche import Code, Effect
from gm.render import known, locales, next_step, problem, public_text, role_names, sentence
from gm.render.engine import Presentation, environment_of
from gm.render.texts import source_of, table_of
from gm.rules import PRESETS, ZEBEST
from gm.store import CODES
from gm.views.public import CLOSERS

GM = Path(__file__).resolve().parents[2] / "gm"
CITED = {**ZEBEST.clauses, "locked_out": "Z7"}


def refusal_lines(*codes: str) -> list[str]:
    """The lines of a refusal that tell why, one for each code."""
    return [line for line in of_ruling(refused(*codes)).splitlines() if line.startswith("• ")]


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("code", list(Code))
def test_each_code_of_refusal_has_a_sentence_with_its_clause(code: Code, locale: str) -> None:
    """rules.md, Verdict codes: a refusal names the clause and says it in words, not by its code."""
    (line,) = [
        line for line in of_ruling(refused(code), Presentation(locale)).splitlines() if line.startswith("• ")
    ]
    assert line.endswith(f"({CITED[code]}).")
    assert code.value not in line
    assert len(line) > 25


def test_no_two_codes_of_refusal_read_the_same() -> None:
    """rules.md, Verdict codes: the reader can tell the reasons apart."""
    assert len({refusal_lines(code)[0] for code in Code}) == len(Code)


def test_a_refusal_tells_every_reason_in_order() -> None:
    """rules.md: an action that is refused carries every violation that holds."""
    lines = refusal_lines("not_your_turn", "not_held", "wrong_count")
    assert [re.findall(r"\((Z\d+)\)", line) for line in lines] == [["Z22"], ["Z18"], ["Z6"]]


def test_who_is_out_by_sanction_reads_otherwise_than_who_has_no_cards() -> None:
    """rules.md, Verdict codes: already_out is Z15 or Z18."""
    by_sanction = refused("already_out")
    by_sanction = replace(by_sanction, violations=(replace(by_sanction.violations[0], clause="Z18"),))
    assert "Z18" in of_ruling(by_sanction)
    assert of_ruling(by_sanction).replace("Z18", "Z15") != of_ruling(refused("already_out"))


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("effect", list(Effect))
def test_each_effect_is_told_with_its_clause(effect: Effect, locale: str) -> None:
    """rules.md, Verdict codes: an accepted play says what it brought about."""
    ruling = brought_about(effect.value, clauses=("Z99",), place=2, role="premier_ministre")
    added = set(of_ruling(ruling, Presentation(locale)).splitlines())
    added -= set(of_ruling(RULED, Presentation(locale)).splitlines())
    (line,) = added
    assert line.endswith("(Z99).")
    assert effect.value not in line


def test_each_reason_why_a_tour_closes_has_its_words() -> None:
    """Z10, Z11, Z12, Z14: a closed tour says why, each reason that holds."""
    texts = {of_ruling(brought_about("tour_closed", closed_by=(each,))) for each in CLOSERS}
    assert len(texts) == len(CLOSERS)
    assert not any(each in text for each in CLOSERS for text in texts)


def test_a_second_revolution_reads_otherwise_than_the_first() -> None:
    """Z14: a second revolution restores the strengths."""
    first, second = (
        of_ruling(brought_about("revolution", reversed_now=reversed_now)) for reversed_now in (True, False)
    )
    assert first != second


@pytest.mark.parametrize("locale", locales())
def test_each_role_has_a_name(locale: str) -> None:
    """Z17, B7, E4, C4: every role key of the presets is shown by a name."""
    keys = {role for preset in PRESETS.values() for roles in preset.roles.values() for role in roles}
    assert keys == set(role_names(Presentation(locale)))


@pytest.mark.parametrize(
    "phase",
    [*get_args(Phase), "exchange_begun", "exchange_undemanded", "deal_next", "play_begins", "play_dealt"],
)
def test_each_phase_says_what_to_do_next_in_one_line(phase: str) -> None:
    """After each command the next thing to do is said in one line."""
    params: dict[str, object] = {
        "waiting": ["oliv10", "snaga"],
        "manche": 2,
        "missing": 1,
        "room": 1,
        "queue": 2,
        "begun": ["oliv10"],
        "others": ["snaga"],
    }
    said = next_step("fr", phase, params)
    assert said.startswith("Ensuite")
    assert "\n" not in said


# The functions that take a code, and the table it stands in.
CALLS = {
    **dict.fromkeys(("problem", "Problem", "trouble"), "problem"),
    **dict.fromkeys(("say", "post", "tell", "confirm", "asked"), "cli"),
    "BadCase": "scenario",
}


def literals(node: ast.expr) -> Iterator[str]:
    """The string constants that an expression can be: `"a" if x else "b"` is two."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


class Use(NamedTuple):
    """A code that the program asks a sentence for, where, and with what parameters (None: not to be seen)."""

    code: str
    place: str
    given: frozenset[str] | None


def codes_used() -> Iterator[Use]:
    """Each code that stands in the program's own text."""
    for path in sorted(GM.rglob("*.py")):
        if path.parent.name in ("render", "ledger") or path.name == "ledger.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            place = str(path.relative_to(GM))
            keywords = [keyword.arg for keyword in node.keywords]
            given = None if None in keywords or name == "Problem" else frozenset(map(str, keywords))
            if name == "sentence":
                yield from (Use(code, place, None) for code in literals(node.args[1]))
            elif name in CALLS:
                yield from (Use(f"{CALLS[name]}.{code}", place, given) for code in literals(node.args[0]))


@pytest.mark.parametrize("locale", locales())
def test_each_code_that_the_program_uses_has_a_sentence(locale: str) -> None:
    """Every player-facing and moderator-facing word stands in templates/."""
    missing = {use.code: use.place for use in codes_used() if not known(locale, use.code)}
    assert missing == {}


@pytest.mark.parametrize("locale", locales())
def test_each_sentence_is_given_all_that_it_names(locale: str) -> None:
    """A sentence that names a parameter its caller does not give would be shown as its code."""
    lacking = {}
    for use in codes_used():
        source = source_of(locale, use.code) or ""
        named = find_undeclared_variables(environment_of(locale, "plain").parse(source)) - {"roles"}
        optional = set(re.findall(r"(\w+) is defined", source))
        if use.given is not None and named - optional - use.given:
            lacking[use.code, use.place] = named - optional - use.given
    assert lacking == {}


OTHER_CODES = {
    "problem": sorted(CODES),
    "fault": [*get_args(FaultCode), *get_args(FindingCode)],
}


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("table", OTHER_CODES)
def test_each_code_that_a_lower_layer_can_give_has_a_sentence(table: str, locale: str) -> None:
    """design.md, Command line: errors are one or two plain sentences, whatever layer they come from."""
    assert [code for code in OTHER_CODES[table] if not known(locale, f"{table}.{code}")] == []


def sentences(locale: str) -> Iterator[tuple[str, str]]:
    """Each dotted code there is with its unfilled sentence."""

    def walk(path: str, tree: object) -> Iterator[tuple[str, str]]:
        if isinstance(tree, dict):
            for key, value in tree.items():
                yield from walk(f"{path}.{key}", value)
        elif isinstance(tree, str):
            yield path, tree

    for table in ("problem", "next", "cli", "fault", "help", "scenario"):
        yield from walk(table, table_of(locale, table))


@pytest.mark.parametrize("locale", locales())
def test_each_sentence_is_a_sound_template(locale: str) -> None:
    """A sentence that cannot be compiled would stop the command that needs it."""
    for code, source in sentences(locale):
        environment_of(locale, "plain").from_string(source)
        assert "'" not in re.sub(r"\{[{%].*?[%}]\}", "", source), code


def test_a_code_without_a_sentence_is_shown_as_it_is() -> None:
    """An unknown code never stops a command: a gap in the texts fails a test, not a user."""
    assert sentence("fr", "problem.no_such_code", {}) == "problem.no_such_code"
    assert sentence("fr", "nowhere.at_all", {}) == "nowhere.at_all"
    assert problem("fr", "unknown_name_closest", {"name": "x"}) == "problem.unknown_name_closest"


def test_each_public_text_ends_with_its_checkpoint() -> None:
    """design.md, Checkpoint: printed at the foot of every public text."""
    for sample in samples():
        if sample.audience == "public":
            assert sample.body.splitlines()[-1].count(CHECKPOINT) == 1, sample.name


def test_a_table_before_the_first_card_says_when_the_manche_begins() -> None:
    """Z23: nobody plays before the start that the calendar gives."""
    view = replace(a_table(), start="2014-06-14T16:00")
    assert "samedi 14\u00a0juin à 16\u00a0h" in public_text(view, FRENCH).body
