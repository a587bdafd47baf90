"""Whatever a case states is compared, so that a wrong statement is found (tests/cases/README.md)."""

from typing import Any

import pytest

from gm.desk.cases import CaseProblem, judge_documents

POSITION = """\
case: Z18.1
rules: zebest
players: [a, b, c]
hands: {a: 7s 9s 3s, b: 7h 4s, c: 8s 5s}
actions:
- {player: a, play: 7s}
- {player: b, play: 7h, effects: {taggle: Z8}}
- player: a
  play: Ks
  refused: {not_your_turn: Z22, not_held: Z18, taggle_must_match: Z9}
  why: {Ks: never_held}
- {player: c, pass: true}
state:
  turn: a
  opener: a
  pile: [a 7s, b 7h]
  taggle: false
  revolution: false
  hands: {b: 4s}
  out: []
  places: {}
  over: false
"""
PARTIE = """\
case: C3.1
rules: classic
players: [a, b, c, d, e]
manches:
- [c, a, b, d, e]
next:
  manche: 2
  order: [a, b, c, d, e]
  dealer: c
  opener: d
  extra: lot
  gifts:
  - {giver: e, receiver: c, number: 1}
  - {giver: c, receiver: e, number: 1}
points: {a: 1, b: 0, c: 2, d: -1, e: -2}
ranks: {a: 2, b: 3, c: 1, d: 4, e: 5}
roles: {c: president, a: vice_president, b: neutre, d: vice_racaille, e: racaille}
"""
UNPLAYED = """\
case: C6.1
rules: classic
players: [a, b, c, d]
manches: []
points: {a: 0, b: 0, c: 0, d: 0}
"""
EXCHANGE = """\
case: C5.1
rules: classic
players: [a, b, c, d]
places: [a, b, c, d]
hands: {a: 3s 4s 5s, b: 6s, c: 7s, d: 8s Ah}
exchange:
- {player: a, gives: "", refused: wrong_gift_number}
- {player: a, gives: 9s, refused: gift_not_held}
- {player: a, gives: 4s}
- {player: a, gives: 3s, refused: no_exchange}
gifts:
- {giver: d, receiver: a, cards: Ah}
- {giver: a, receiver: d, cards: 4s}
after: {a: 3s 5s Ah, d: 4s 8s}
"""

CASES = (POSITION, PARTIE, UNPLAYED, EXCHANGE)

WRONG = [
    (POSITION, "effects: {taggle: Z8}", "effects: {taggle: Z9}", ["actions: 2: clauses"]),
    (POSITION, ", effects: {taggle: Z8}", "", ["actions: 2: effects", "actions: 2: clauses"]),
    (
        *(POSITION, "  refused: {not_your_turn: Z22, not_held: Z18, taggle_must_match: Z9}\n", ""),
        ["actions: 3: violations", "actions: 3: clauses"],
    ),
    (POSITION, "never_held", "given_away", ["actions: 3: why"]),
    (POSITION, "{Ks: never_held}", "{}", ["actions: 3: why"]),
    (POSITION, "turn: a", "turn: c", ["state: turn"]),
    (POSITION, "opener: a", "opener: b", ["state: opener"]),
    (POSITION, "pile: [a 7s, b 7h]", "pile: [a 7s]", ["state: pile"]),
    (POSITION, "taggle: false", "taggle: true", ["state: taggle"]),
    (POSITION, "revolution: false", "revolution: true", ["state: revolution"]),
    (POSITION, "hands: {b: 4s}", "hands: {b: 4s 7h}", ["state: hands"]),
    (POSITION, "out: []", "out: [b]", ["state: out"]),
    (POSITION, "places: {}", "places: {b: 1}", ["state: places"]),
    (POSITION, "over: false", "over: true", ["state: over"]),
    (PARTIE, "manche: 2", "manche: 3", ["next: manche"]),
    (PARTIE, "order: [a, b, c, d, e]", "order: [b, a, c, d, e]", ["next: order"]),
    (PARTIE, "dealer: c", "dealer: e", ["next: dealer"]),
    (PARTIE, "opener: d", "opener: e", ["next: opener"]),
    (PARTIE, "extra: lot", "extra: [e, d]", ["next: extra"]),
    (PARTIE, "giver: e, receiver: c, number: 1", "giver: e, receiver: c, number: 2", ["next: gifts"]),
    (PARTIE, "points: {a: 1,", "points: {a: 0,", ["points"]),
    (PARTIE, "ranks: {a: 2,", "ranks: {a: 1,", ["ranks"]),
    (PARTIE, "b: neutre", "b: racaille", ["roles"]),
    (UNPLAYED, "points: {a: 0,", "points: {a: 1,", ["points"]),
    (EXCHANGE, ", refused: wrong_gift_number", "", ["exchange: 1"]),
    (EXCHANGE, "refused: gift_not_held", "refused: gift_received", ["exchange: 2"]),
    (EXCHANGE, "gives: 4s}", "gives: 4s, refused: no_exchange}", ["exchange: 3"]),
    (EXCHANGE, "receiver: a, cards: Ah", "receiver: a, cards: 8s", ["gifts"]),
    (EXCHANGE, "after: {a: 3s 5s Ah", "after: {a: 3s 4s 5s", ["after: a"]),
]


def judged(text: str) -> list[Any]:
    answer = judge_documents(text)
    assert not isinstance(answer, CaseProblem), answer
    return list(answer["results"])


def test_cases_that_state_everything_come_out_as_they_state() -> None:
    assert [result["differs"] for result in judged("---\n".join(CASES))] == [[], [], [], []]


@pytest.mark.parametrize(("case", "stated", "wrong", "where"), WRONG, ids=lambda each: str(each)[:40])
def test_each_statement_that_is_wrong_is_found(case: str, stated: str, wrong: str, where: list[str]) -> None:
    assert case.count(stated) == 1
    [result] = judged(case.replace(stated, wrong))
    assert [each["where"] for each in result["differs"]] == where


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (PARTIE + "actions: []\n", "no_kind"),
        (POSITION + "gifts: [{giver: c, receiver: a, cards: 8s 5s}]\n", "no_cards"),
    ],
)
def test_a_case_of_two_kinds_or_with_an_empty_hand_is_none(text: str, code: str) -> None:
    answer = judge_documents(text)
    assert isinstance(answer, CaseProblem)
    assert answer.code == code


def test_a_partie_that_is_over_has_no_further_manche() -> None:
    """Z21: a case cannot go on after the last manche."""
    manches = ["[a, b, c, d, e]"] * 3
    answer = judge_documents(
        f"case: x\nrules: zebest\nplayers: {manches[0]}\nmanches: [{', '.join(manches)}]\n"
    )
    assert isinstance(answer, CaseProblem)
    assert (answer.code, answer.params) == ("partie_is_over", {"where": "manches: 3"})
