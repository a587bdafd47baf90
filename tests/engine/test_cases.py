"""The numbered cases of tests/cases, and that none is missing (rules.md)."""

import json
import re
import textwrap
from collections import Counter
from typing import Any, get_args

import pytest
import yaml
from catalogue import CASES, FILES, Case, load

from gm.cards import cards_of, codes_of
from gm.desk.cases import CaseProblem, judge_documents
from gm.desk.documents import plain_documents
from gm.manche import Code, Effect, NotHeldWhy, Pending
from gm.rules import (
    CLAUSES,
    OPTIONS,
    PRESETS,
    Choice,
    Flag,
    Number,
    Option,
    Rules,
    Several,
    options_of,
)

ALL = load()
SWAPPED = [case for case in ALL if case.swap]

# Clauses about the topic, its messages and who comes and goes, which no document can show: the test that
# does, in tests/campaign/test_campaign_clauses.py.
ELSEWHERE = {
    "Z23": "test_a_move_before_the_start_is_a_warning",
    "Z24": "test_a_replacement_takes_the_seat_with_all_that_goes_with_it",
    "Z25": "test_the_first_post_shows_order_booklet_and_calendar",
    "Z27": "test_every_card_is_recorded",
}


@pytest.mark.parametrize("case", ALL, ids=str)
def test_the_case_comes_out_as_it_states(case: Case) -> None:
    assert not isinstance(case.result, CaseProblem), case.result
    assert case.result["differs"] == []


@pytest.mark.parametrize("case", SWAPPED, ids=str)
def test_the_case_comes_out_otherwise_when_its_options_are_swapped(case: Case) -> None:
    result = Case(case.file, case.swapped).result
    if isinstance(result, CaseProblem):  # a joker that is not in the deck, and nothing else
        assert result.code == "not_in_deck"
    else:
        assert not result["as_expected"]


def values_of(option: Option) -> list[str]:
    """What cases have to give for an option: each word or truth, none and a number, each member and none."""
    match option.values:
        case Choice(words=words):
            return list(words)
        case Flag():
            return ["true", "false"]
        case Number():
            return ["none", "a number"]
        case Several(words=words):
            return [*words, "nothing"]


def gives(value: Any, wanted: str) -> bool:
    """Whether a value of an option is the wanted one."""
    if isinstance(value, list):
        return wanted in (value or ["nothing"])
    return str(value) == wanted or (wanted == "a number" and str(value).isdecimal())


def _told(word: str) -> str:
    """The code or effect that stands in a verdict for a key of `Rules.clauses`."""
    if word.startswith("closed_by"):
        return "tour_closed"
    return "already_out" if word == "already_sanctioned" else word


class TestNothingIsMissing:
    def test_there_are_as_many_cases_as_asked_for_each_with_a_number_of_its_own(self) -> None:
        twice = [number for number, times in Counter(map(str, ALL)).items() if times > 1]
        assert twice == []
        assert len(ALL) >= 250

    def test_every_case_says_what_it_shows(self) -> None:
        """Its number begins with one of its clauses, its title is a sentence."""
        for case in ALL:
            assert str(case).split(".")[0] in case.data["clauses"], case
            assert set(case.data["clauses"]) <= set(CLAUSES), case
            assert re.fullmatch(r"\S.*[.!?]", case.data["title"]), case

    def test_no_two_cases_have_the_same_position_and_actions(self) -> None:
        twice = Counter(case.position for case in ALL)
        assert [str(case) for case in ALL if twice[case.position] > 1] == []

    @pytest.mark.parametrize("clause", CLAUSES)
    def test_each_clause_has_a_case_or_a_test_elsewhere(self, clause: str) -> None:
        if clause in ELSEWHERE:
            module = (CASES.parent / "campaign" / "test_campaign_clauses.py").read_text("utf-8")
            (body,) = re.findall(rf"def {ELSEWHERE[clause]}\(.*?(?=\n *def |\Z)", module, re.DOTALL)
            assert re.search(rf"\b{clause}\b", body)
        else:
            assert any(clause in case.data["clauses"] for case in ALL)

    @pytest.mark.parametrize("preset", PRESETS)
    def test_each_preset_has_cases_as_it_is_and_with_options(self, preset: str) -> None:
        of_preset = [case for case in ALL if case.rules["preset"] == preset]
        assert {bool(case.given) for case in of_preset} == {True, False}

    @pytest.mark.parametrize("code", Code)
    def test_each_code_has_a_refused_case(self, code: Code) -> None:
        assert any(word == code for case in ALL for word, _ in case.words("refused"))

    @pytest.mark.parametrize("preset", PRESETS)
    def test_each_clause_that_a_preset_cites_for_a_code_or_an_effect_has_a_case(self, preset: str) -> None:
        cited = {
            (_told(word), clause)
            for word, clause in PRESETS[preset].clauses.items()
            if _told(word) in {*Code, *Effect}
        }
        of_preset = [case for case in ALL if case.rules["preset"] == preset]
        shown = {pair for case in of_preset for key in ("refused", "effects") for pair in case.words(key)}
        assert cited - shown == set()

    @pytest.mark.parametrize("effect", Effect)
    def test_each_effect_has_a_case(self, effect: Effect) -> None:
        assert any(word == effect for case in ALL for word, _ in case.words("effects"))

    @pytest.mark.parametrize("clause", ["Z10", "Z11", "Z12", "Z14", "B5", "E3"])
    def test_each_closing_has_a_case(self, clause: str) -> None:
        assert any(pair == ("tour_closed", clause) for case in ALL for pair in case.words("effects"))

    @pytest.mark.parametrize("why", get_args(NotHeldWhy))
    def test_each_reason_why_a_card_is_not_held_has_a_case(self, why: str) -> None:
        assert any(why in step.get("why", {}).values() for case in ALL for step in case.steps)

    @pytest.mark.parametrize(
        ("option", "value"),
        [(option, value) for option in OPTIONS for value in values_of(option)],
        ids=lambda each: each if isinstance(each, str) else each.name,
    )
    def test_each_value_of_an_option_has_a_case_that_fails_when_it_is_swapped(
        self, option: Option, value: str
    ) -> None:
        """The value is given, and it alone is swapped: so every option changes at least one case."""
        assert any(
            set(case.swap) == {option.name}
            and option.name in case.given
            and gives(case.given[option.name], value)
            and not gives(case.swap[option.name], value)
            for case in SWAPPED
        )

    def test_decisions_are_marked_in_every_system(self) -> None:
        marked = {case.rules["preset"] for case in ALL if case.data.get("decision") == "true"}
        assert marked == set(PRESETS)


class TestNotation:
    def test_hands_are_written_in_code_order(self) -> None:
        """What `state` compares is written as the program prints it (design.md, Scenario files)."""
        for case in ALL:
            for codes in case.data.get("state", {}).get("hands", {}).values():
                assert codes == codes_of(sorted(cards_of(codes))), case

    @pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
    def test_a_reader_of_stock_yaml_finds_the_same_words(self, file: Any) -> None:
        """`equal: no` unquoted would be a truth to most of them."""
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        for case in filter(None, yaml.load_all(file.read_text("utf-8"), Loader=loader)):
            rules = case["rules"] if isinstance(case["rules"], dict) else {}
            for name, value in (*rules.items(), *case.get("swap", {}).items()):
                flag = any(option.name == name and isinstance(option.values, Flag) for option in OPTIONS)
                assert flag or not isinstance(value, bool), case["case"]
            assert all(isinstance(player, str) for player in case["players"]), case["case"]


class TestFormat:
    """tests/cases/README.md and CLAUSES.md: what another implementer starts from."""

    PAGE = (CASES / "README.md").read_text("utf-8")

    def test_its_examples_are_cases_of_these_files(self) -> None:
        examples = [
            textwrap.dedent(block) for block in re.findall(r"(?:^    .*\n)+", self.PAGE, re.MULTILINE)
        ]
        cases = {str(case): case.data for case in ALL}
        found = [next(plain_documents(example)) for example in examples]
        assert [document == cases.get(document["case"]) for document in found] == [True, True, True]

    def test_it_lists_the_words_of_verdicts_in_their_order(self) -> None:
        words = (*Code, *Effect)
        tables = self.PAGE.partition("### Why")[2].partition("## A partie")[0]
        assert re.findall(r"^\| `(\w+)` \|", tables, re.MULTILINE) == list(words)
        for word in (*get_args(NotHeldWhy), *get_args(Pending)):
            assert f"`{word}`" in self.PAGE

    def test_it_lists_the_options_with_what_each_system_has(self) -> None:
        table = re.findall(
            r"^\| `(\w+)` \| (.*) \| (.*) \| (.*) \| (.*) \| (.*) \|$", self.PAGE, re.MULTILINE
        )
        assert [name for name, *_ in table] == [option.name for option in OPTIONS]
        for option, (_, *defaults, meaning) in zip(OPTIONS, table, strict=True):
            assert defaults == [_default(option, rules) for rules in PRESETS.values()], option.name
            if isinstance(option.values, Choice | Several):
                assert re.findall(r"`(\w+)`: ", meaning + " ") == list(option.values.words)

    @pytest.mark.parametrize("preset", PRESETS)
    def test_it_names_every_role_by_its_key(self, preset: str) -> None:
        for roles in PRESETS[preset].roles.values():
            assert all(f"`{role}`" in self.PAGE for role in roles)

    def test_each_clause_has_its_line(self) -> None:
        lines = (CASES / "CLAUSES.md").read_text("utf-8")
        assert re.findall(r"^\| ([ZBEC]\w+)(?: ◇)? \| \S", lines, re.MULTILINE) == list(CLAUSES)


def _default(option: Option, rules: Rules) -> str:
    """A system's value of an option as the table of options has it."""
    value = options_of(rules).get(option.name)
    if value is None:
        return "–"
    return f"`{value}`" if isinstance(value, str) else f"`[{', '.join(value)}]`"


def referee(name: str) -> tuple[Any, list[dict[str, Any]]]:
    """Our answers and another referee's, written from rules.md alone (tests/cases/referee)."""
    folder = CASES / "referee"
    answer = judge_documents((folder / f"{name}.yaml").read_text(encoding="utf-8"))
    assert isinstance(answer, dict), answer
    return answer["results"], json.loads((folder / f"{name}.expected.json").read_text("utf-8"))["results"]


@pytest.mark.parametrize("name", ["zebest", "systems"])
def test_another_referee_rules_the_same(name: str) -> None:
    """Each position gets the verdicts and the state that the other referee gives."""
    ours, theirs = referee(name)
    assert len(ours) == len(theirs)
    differ = []
    for number, (result, wanted) in enumerate(zip(ours, theirs, strict=True), 1):
        assert len(result["verdicts"]) == len(wanted["verdicts"])
        pairs = [
            *zip(result["verdicts"], wanted["verdicts"], strict=True),
            (result["state"], wanted["state"]),
        ]
        differ += [f"document {number}: {a} for {b}" for a, b in pairs if not agrees(a, b)]
    assert differ == []


def agrees(ours: Any, theirs: dict[str, Any]) -> bool:
    """Each key that is stated agrees; a clause may be one of several, `Z15|Z18`."""
    for key, wanted in theirs.items():
        if key == "clauses":
            if len(wanted) != len(ours[key]):
                return False
            if not all(clause in either.split("|") for clause, either in zip(ours[key], wanted, strict=True)):
                return False
        elif ours[key] != wanted:
            return False
    return True
