"""Scenario files: what is read, what is answered, what is wrong said in words (design.md, Scenario files)."""

import json
from typing import Any

import pytest

from gm.desk.cases import CaseProblem, judge_documents
from gm.render import sentence

GOOD: dict[str, Any] = {
    "rules": "zebest",
    "players": ["a", "b"],
    "hands": {"a": "9h 5s 5h", "b": "7s"},
    "opener": "a",
    "actions": [{"player": "a", "play": "5h 5s"}],
}
GONE = object()


def text_of(*changes: dict[str, Any]) -> str:
    documents = ({**GOOD, **change} for change in changes)
    return "---\n".join(
        json.dumps({key: value for key, value in document.items() if value is not GONE}) + "\n"
        for document in documents
    )


def results(text: str) -> list[dict[str, Any]]:
    answer = judge_documents(text)
    assert isinstance(answer, dict), answer
    assert list(answer) == ["results"]
    return answer["results"]


def problem(text: str) -> CaseProblem:
    answer = judge_documents(text)
    assert isinstance(answer, CaseProblem), answer
    return answer


def test_the_answer_has_exactly_the_shape_of_the_contract() -> None:
    assert results(text_of({})) == [
        {
            "verdicts": [
                {"player": "a", "accepted": True, "violations": [], "clauses": [], "effects": []},
            ],
            "state": {
                "turn": "b",
                "opener": "a",
                "pile": [{"player": "a", "cards": ["5s", "5h"]}],
                "taggle": False,
                "revolution": False,
                "hands": {"a": ["9h"], "b": ["7s"]},
                "out": [],
                "places": {},
                "over": False,
            },
        }
    ]


def test_when_the_manche_is_over_turn_and_opener_are_null_and_the_pile_is_empty() -> None:
    hands = {"a": "5s", "b": "7s"}
    [result] = results(text_of({"hands": hands, "actions": [{"player": "a", "play": "5s"}]}))
    assert result["state"] == {
        "turn": None,
        "opener": None,
        "pile": [],
        "taggle": False,
        "revolution": False,
        "hands": {"a": [], "b": ["7s"]},
        "out": ["a", "b"],
        "places": {"a": 1, "b": 2},
        "over": True,
    }


def test_the_page_of_the_contract_is_read_as_it_is_written() -> None:
    text = """\
rules: {preset: zebest, pass: locks}   # a comment
players: [a, b, c]
hands: {a: "3s 4h", b: 5c 6c, c: "7s 8s"}
opener: a
revolution: false             # optional
actions:
  - {player: a, play: "4h"}
  - {player: b, pass: true}
  - {player: c, sanction: true}
"""
    [result] = results(text)
    assert [verdict["accepted"] for verdict in result["verdicts"]] == [True, True, True]
    assert result["verdicts"][2]["effects"] == ["tour_closed"]


def test_each_document_is_one_scenario() -> None:
    answers = results(text_of({}, {"revolution": True}, {"opener": "b", "actions": []}))
    assert [answer["state"]["turn"] for answer in answers] == ["b", "b", "b"]
    assert [answer["state"]["revolution"] for answer in answers] == [False, True, False]


def test_a_refused_action_changes_nothing_and_the_next_is_judged() -> None:
    actions = [{"player": "a", "pass": True}, {"player": "z", "pass": True}, {"player": "a", "play": "9h"}]
    [result] = results(text_of({"actions": actions}))
    assert [verdict["violations"] for verdict in result["verdicts"]] == [
        ["cannot_pass_opening"],
        ["unknown_player"],
        [],
    ]
    assert result["verdicts"][1]["player"] == "z"


@pytest.mark.parametrize("name", ["no", "007", "1.0", "null", "L'été 🃏", "true", "2014-06-12", "~"])
def test_a_name_is_a_text_whatever_it_looks_like(name: str) -> None:
    text = f"rules: zebest\nplayers: [{name}, b]\nhands: {{{name}: 3s, b: 4s}}\nopener: {name}\nactions: []\n"
    assert results(text)[0]["state"]["turn"] == name


@pytest.mark.parametrize("flag", [True, False])
def test_options_may_be_written_as_yaml_truth_values(flag: bool) -> None:
    hands = {"a": "7s 3s", "b": "7h 4s", "c": "7d 8s"}
    actions = [
        {"player": "a", "play": "7s"},
        {"player": "b", "play": "7h"},
        {"player": "c", "pass": True},
    ]
    rules = {"preset": "zebest", "taggle_forced": flag, "closes": ["top", "four"], "manches": 2}
    change = {"rules": rules, "players": ["a", "b", "c"], "hands": hands, "actions": actions}
    assert results(text_of(change))[0]["verdicts"][2]["accepted"] is not flag


def test_a_joker_may_be_named_and_is_not_held() -> None:
    """Z1: there is none in these rules, but the code is a card's."""
    [result] = results(text_of({"actions": [{"player": "a", "play": "Xr"}]}))
    assert result["verdicts"][0]["violations"] == ["not_held"]


WRONG = {
    "a list": ("- 1\n", "clés"),
    "a text": ("hello\n", "clés"),
    "nothing": ("", "aucune position"),
    "only a comment": ("# nothing\n", "aucune position"),
    "an empty document": ("---\n---\n", "aucune position"),
    "no YAML": ("rules: [zebest\n", "pas du YAML"),
    "a tab": ("rules:\n\tzebest\n", "pas du YAML"),
    "a control character": ("rules: \x07\n", "pas du YAML"),
    "a key twice": ("rules: zebest\nrules: zebest\n", "y est deux fois, la seconde à la ligne 2"),
    "too deep": ("[" * 5000, ""),
    "an unknown anchor": ("rules: *a\n", "pas du YAML"),
    "a list as key": ("? [a]\n: b\n", "pas du YAML"),
    "no rules": ({"rules": GONE}, "manque la clé rules"),
    "no players": ({"players": GONE}, "manque la clé players"),
    "no hands": ({"hands": GONE}, "manque la clé hands"),
    "no opener": ({"opener": GONE}, "manque la clé opener"),
    "no actions": ({"actions": GONE}, "manque la clé actions"),
    "an unknown key": ({"revolutoin": True}, "revolutoin"),
    "an unknown preset": ({"rules": "zebests"}, "zebests"),
    "rules in a list": ({"rules": ["zebest"]}, "rules"),
    "a preset in a list": ({"rules": {"preset": ["zebest"]}}, "preset"),
    "an unknown option": ({"rules": {"passe": "free"}}, "passe"),
    "a value unknown to the option": ({"rules": {"pass": "lock"}}, "lock"),
    "a value that is a mapping": ({"rules": {"pass": {"a": "b"}}}, "pass"),
    "one player": ({"players": ["a"], "hands": {"a": "3s"}}, "deux noms"),
    "players in a text": ({"players": "a b"}, "players"),
    "a player twice": ({"players": ["a", "b", "a"]}, "même nom"),
    "a nameless player": ({"players": ["a", "b", ""]}, "nom de joueur"),
    "a player who is a list": ({"players": ["a", "b", ["c"]]}, "nom de joueur"),
    "hands in a text": ({"hands": "3s"}, "hands"),
    "a hand of nobody": ({"hands": {"a": "3s", "b": "4s", "z": "5s"}}, "z"),
    "a player without a hand": ({"hands": {"a": "3s"}}, "b"),
    "an empty hand": ({"hands": {"a": "3s", "b": ""}}, "aucune carte"),
    "a hand in a list": ({"hands": {"a": "3s", "b": ["4s"]}}, "un seul texte"),
    "an unknown card": ({"hands": {"a": "3s", "b": "10s"}}, "10s"),
    "a card of the other case": ({"hands": {"a": "3s", "b": "qs"}}, "qs"),
    "a card twice in a hand": ({"hands": {"a": "3s 3s", "b": "4s"}}, "3s est dans deux mains"),
    "a card in two hands": ({"hands": {"a": "3s", "b": "4s 3s"}}, "3s est dans deux mains"),
    "a joker in a hand": ({"hands": {"a": "3s", "b": "Xr"}}, "Xr"),
    "an opener unknown": ({"opener": "c"}, "opener"),
    "an opener in a list": ({"opener": ["a"]}, "opener"),
    "a revolution that is neither": ({"revolution": "maybe"}, "revolution"),
    "a revolution in a list": ({"revolution": [True]}, "revolution"),
    "actions in a mapping": ({"actions": {"player": "a"}}, "actions"),
    "an action that is a text": ({"actions": ["pass"]}, "actions: 1"),
    "an action of nobody": ({"actions": [{"pass": True}]}, "actions: 1"),
    "an action of a list": ({"actions": [{"player": ["a"], "pass": True}]}, "actions: 1"),
    "an action without a kind": ({"actions": [{"player": "a"}]}, "actions: 1"),
    "an action of two kinds": ({"actions": [{"player": "a", "pass": True, "play": "3s"}]}, "actions: 1"),
    "an unknown kind": ({"actions": [{"player": "a", "fold": True}]}, "actions: 1"),
    "a pass that is none": ({"actions": [{"player": "a", "pass": False}]}, "actions: 1"),
    "a play of an unknown card": ({"actions": [{"player": "a", "play": "7x"}]}, "7x"),
    "a play of no cards": ({"actions": [{"player": "a", "play": ""}]}, "actions: 1"),
    "a play in a list": ({"actions": [{"player": "a", "play": ["7s"]}]}, "actions: 1"),
}


@pytest.mark.parametrize(("wrong", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_told_with_the_number_of_its_document(wrong: Any, words: str) -> None:
    if isinstance(wrong, str):
        told = problem(wrong)
        assert told.document in (1, 2)
    else:
        told = problem(text_of({}, {}, wrong))
        assert told.document == 3
    said = sentence("fr", f"scenario.{told.code}", told.params)
    assert words in said
    assert "\n" not in said
