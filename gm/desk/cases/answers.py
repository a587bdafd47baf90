"""What judging a document answers: verdicts and state as design.md gives them, and where a case differs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict


class Verdict(TypedDict):
    """One action judged: codes of the violations or names of the effects, with the clauses of either."""

    player: str
    accepted: bool
    violations: list[str]
    clauses: list[str]
    effects: list[str]


class PlayShown(TypedDict):
    """One play of the pile."""

    player: str
    cards: list[str]


class Position(TypedDict):
    """The state after the last action; `turn` and `opener` are null when the manche is over."""

    turn: str | None
    opener: str | None
    pile: list[PlayShown]
    taggle: bool
    revolution: bool
    hands: dict[str, list[str]]
    out: list[str]
    places: dict[str, int]
    over: bool


class Difference(TypedDict):
    """One thing that does not come out as a case states; both in the notation of the catalogue."""

    where: str
    expected: Any
    found: Any


class Result(TypedDict):
    """The answer to one document: a position, a partie or an exchange; of a case also if it is as stated."""

    verdicts: NotRequired[list[Verdict]]
    state: NotRequired[Position]
    partie: NotRequired[Mapping[str, Any]]
    exchange: NotRequired[Mapping[str, Any]]
    case: NotRequired[str]
    as_expected: NotRequired[bool]
    differs: NotRequired[list[Difference]]


class Judged(TypedDict):
    """The answer to a file, ready to be printed as JSON."""

    results: list[Result]


@dataclass(frozen=True, slots=True)
class CaseProblem:
    """Why a file cannot be judged: the document, counted from 1, and the reason.

    `code` has its sentence in every locale (`scenario.toml`), `params` are its words.
    """

    document: int
    code: str
    params: Mapping[str, str]


class BadCase(Exception):
    """Leads out of the reading of one document; `judge_document` turns it into a CaseProblem."""

    def __init__(self, code: str, **params: str) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def compared(where: str, expected: object, found: object) -> list[Difference]:
    """The difference between what is stated and what came out, both in notation, if there is one."""
    return [] if expected == found else [{"where": where, "expected": expected, "found": found}]


def notation(value: object) -> Any:
    """A value of an answer as a document writes it: every scalar a text."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case Mapping():
            return {key: notation(each) for key, each in value.items()}
        case list() | tuple():
            return [notation(each) for each in value]
        case _:
            return str(value)
