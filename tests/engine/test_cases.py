"""The numbered cases of tests/cases/zebest.yaml, and that none is missing (rules.md, section Z)."""

import json
from typing import Any

import pytest
from catalogue import CASES, Case, check, expected_of, load

from gm.cards import cards_of, codes_of
from gm.cli.adjudicate import judge_scenarios
from gm.manche import Code, Effect
from gm.rules import OPTIONS, ZEBEST

ALL, ELSEWHERE = load()
WITH_OPTION = [case for case in ALL if case.option]
AS_SCENARIO = [case for case in ALL if not {"pending", "gifts"} & case.data.keys()]


def named(case: Case) -> str:
    return case.number


@pytest.mark.parametrize("case", ALL, ids=named)
def test_the_judge_rules_as_the_case_states(case: Case) -> None:
    check(case, case.option)


@pytest.mark.parametrize("case", WITH_OPTION, ids=named)
def test_a_case_about_an_option_fails_when_its_value_is_swapped(case: Case) -> None:
    with pytest.raises(AssertionError):
        check(case, case.swapped)


@pytest.mark.parametrize("case", AS_SCENARIO, ids=named)
def test_adjudicate_rules_as_the_case_states(case: Case) -> None:
    answer = judge_scenarios(json.dumps(scenario(case)))
    assert isinstance(answer, dict), answer
    [result] = answer["results"]
    assert result["verdicts"] == [expected_of(step) for step in case.data["actions"]]
    for key, value in case.data.get("state", {}).items():
        assert in_notation(key, result["state"], value) == value


def scenario(case: Case) -> dict[str, Any]:
    actions = [
        {key: step[key] for key in step if key in ("player", "play", "pass", "sanction")}
        for step in case.data["actions"]
    ]
    return {
        "rules": {"preset": "zebest", **case.option},
        "players": case.players,
        "hands": case.data["hands"],
        "opener": case.data.get("opener", case.players[0]),
        "revolution": case.data.get("revolution", False),
        "actions": actions,
    }


def in_notation(key: str, state: Any, excerpt: Any) -> Any:
    match key:
        case "pile":
            return [f"{play['player']} {' '.join(play['cards'])}" for play in state["pile"]]
        case "hands":
            return {player: " ".join(state["hands"][player]) for player in excerpt}
        case _:
            return state[key]


def shown(case: Case, *, refused: bool) -> set[str]:
    """The clauses that the refused, or else the accepted, actions of a case rest on."""
    return {
        clause
        for step in case.data["actions"]
        if ("refused" in step) == refused
        for clause in expected_of(step)["clauses"]
    }


class TestNothingIsMissing:
    def test_numbers_are_unique_and_begin_with_a_clause_of_their_case(self) -> None:
        assert len({case.number for case in ALL}) == len(ALL)
        assert all(case.number.split(".")[0] in case.data["clauses"] for case in ALL)

    def test_each_clause_of_the_rules_has_a_case_or_a_test_elsewhere(self) -> None:
        shown_here = {clause for case in ALL for clause in case.data["clauses"]}
        every = {f"Z{number}" for number in range(1, 29)}
        assert every - ELSEWHERE.keys() <= shown_here

    def test_each_clause_that_can_refuse_has_a_refused_case_under_its_own_name(self) -> None:
        refused = {clause for case in ALL for clause in shown(case, refused=True) & set(case.data["clauses"])}
        assert {ZEBEST.clauses[code] for code in Code} <= refused

    def test_each_clause_the_judge_sees_has_a_case_with_an_accepted_action(self) -> None:
        cases = {
            clause
            for case in ALL
            for clause in case.data["clauses"]
            if any("refused" not in step for step in case.data["actions"])
        }
        refusing_only = {"Z3"} - cases
        assert {clause for case in ALL for clause in case.data["clauses"]} - cases == refusing_only

    @pytest.mark.parametrize("code", Code)
    def test_each_code_has_a_refused_case(self, code: Code) -> None:
        assert any(code in step.get("refused", {}) for case in ALL for step in case.data["actions"])

    @pytest.mark.parametrize("effect", [each for each in Effect if each is not Effect.SKIP], ids=str)
    def test_each_effect_of_these_rules_has_a_case(self, effect: Effect) -> None:
        assert any(effect in step.get("effects", {}) for case in ALL for step in case.data["actions"])

    @pytest.mark.parametrize("why", ["never_held", "already_played", "given_away"])
    def test_each_reason_why_a_card_is_not_held_has_a_case(self, why: str) -> None:
        assert any(why in step.get("why", {}).values() for case in ALL for step in case.data["actions"])

    @pytest.mark.parametrize(
        ("name", "value"), [(option.name, value) for option in OPTIONS for value in option.change]
    )
    def test_each_option_value_has_a_case_that_swaps_it(self, name: str, value: str) -> None:
        assert any(case.option.get(name) == value and case.data["swap"] != value for case in WITH_OPTION)


class TestReferee:
    """Another referee's answers, written from rules.md alone (tests/cases/referee)."""

    expected = json.loads((CASES / "referee" / "zebest.expected.json").read_text(encoding="utf-8"))["results"]
    answer = judge_scenarios((CASES / "referee" / "zebest.yaml").read_text(encoding="utf-8"))

    @pytest.mark.parametrize("index", range(len(expected)))
    def test_the_same_position_gets_the_same_verdicts_and_state(self, index: int) -> None:
        assert isinstance(self.answer, dict)
        ours, theirs = self.answer["results"][index], self.expected[index]
        assert len(ours["verdicts"]) == len(theirs["verdicts"])
        for number, (verdict, wanted) in enumerate(zip(ours["verdicts"], theirs["verdicts"], strict=True)):
            assert agrees(verdict, wanted), f"action {number}"
        assert agrees(ours["state"], theirs["state"])

    def test_there_are_as_many_results_as_documents(self) -> None:
        assert isinstance(self.answer, dict)
        assert len(self.answer["results"]) == len(self.expected)


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


def test_the_catalogue_writes_cards_in_code_order() -> None:
    """What `state` compares is written as the program prints it (design.md, Scenario files)."""
    for case in ALL:
        for codes in case.data.get("state", {}).get("hands", {}).values():
            assert codes == codes_of(sorted(cards_of(codes))), case.number
