"""The options of rules.md by their names: where each stands in `Rules`, and what its values are."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, assert_never

from gm.cards import RANKS, Rank
from gm.rules.model import Clause, OptionValue, Rules

_THREE: Final = Rank(RANKS.index("3"))
_TWO: Final = Rank(RANKS.index("2"))
NONE: Final = "none"

Read = Callable[[Rules], Any]
Write = Callable[[Rules, Any], Rules]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some words."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flag:
    """`true` or `false`."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number from `least` to `most`, or `none`."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Several:
    """A list of some of these words, or of none of them."""

    words: tuple[str, ...]


Values = Choice | Flag | Number | Several


@dataclass(frozen=True, slots=True)
class Option:
    """One named option: the clauses it stands for, its values, where it stands in `Rules`.

    `read` gives a word, a truth, a number or None for `none`, or a set of words, and `write` sets it;
    where `exists` is false the rules have no such option (rules.md, "Option names", `–`).
    """

    name: str
    clauses: tuple[Clause, ...]
    values: Values
    read: Read
    write: Write
    exists: Callable[[Rules], bool] = lambda _: True


def _part(part: str, field: str) -> tuple[Read, Write]:
    """How the option that is one field of one part of the rules is read and set."""

    def read(rules: Rules) -> Any:
        return getattr(getattr(rules, part), field)

    def write(rules: Rules, value: Any) -> Rules:
        changed = replace(getattr(rules, part), **{field: value})
        return replace(rules, **{part: changed})

    return read, write


def _ranks(field: str, rank: Rank) -> tuple[Read, Write]:
    """As `_part`, for a set of ranks of which the option switches one on or off."""
    read, write = _part("play", field)
    return (
        lambda rules: rank in read(rules),
        lambda rules, on: write(rules, frozenset({rank} if on else ())),
    )


OPTIONS: Final[tuple[Option, ...]] = (
    Option("pass", ("Z7", "B4", "E2", "C2"), Choice(("free", "locks")), *_part("table", "passing")),
    Option(
        "equal",
        ("Z6", "Z8", "B9", "E6", "C7c", "C7d"),
        Choice(("no", "yes", "skip", "taggle")),
        *_part("play", "equal"),
    ),
    Option("equal_top", ("B9",), Flag(), *_part("play", "equal_top")),
    Option(
        "taggle_forced",
        ("Z9",),
        Flag(),
        *_part("play", "taggle_forced"),
        exists=lambda rules: rules.play.equal == "taggle",
    ),
    Option("larger", ("C7a", "C7b"), Choice(("no", "if_higher", "any")), *_part("play", "larger")),
    Option("jokers", ("B2", "E3", "C7g"), Choice(("none", "rank", "close")), *_part("play", "jokers")),
    Option(
        "carre",
        ("Z14", "B6", "E7", "C7e", "C7f"),
        Choice(("none", "reverse", "reverse_and_close", "turn")),
        *_part("table", "carre"),
    ),
    Option("closes", ("Z10", "Z11"), Several(("top", "four")), *_part("table", "closes")),
    Option("two_both_ends", ("C7h",), Flag(), *_ranks("both_ends", _TWO)),
    Option("transparent_threes", ("C7i",), Flag(), *_ranks("mimic", _THREE)),
    Option(
        "forbidden_finish",
        ("Z15",),
        Choice(("on_finish", "on_holding", "off")),
        *_part("table", "forbidden_finish"),
    ),
    Option("manches", ("Z21", "B11", "E4", "C6"), Number(1, 100), *_part("scoring", "manches")),
    Option("target", ("E4", "C6"), Number(1, 1000), *_part("scoring", "target")),
    Option("exchange_limit", ("E8",), Number(0, 100), *_part("exchange", "limit")),
    Option(
        "dealer",
        ("C3",),
        Choice(("president", "last")),
        *_part("deal", "dealer"),
        exists=lambda rules: rules.deal.dealer is not None,
    ),
    Option("order", ("C3",), Choice(("kept", "by_place")), *_part("deal", "later_order")),
    Option("extra", ("Z2", "B1"), Choice(("lot_then_last_two", "seats")), *_part("deal", "extra")),
)
"""In the order in which the ledger's first entry writes them."""

BY_NAME: Final[Mapping[str, Option]] = {option.name: option for option in OPTIONS}


def options_of(rules: Rules) -> dict[str, OptionValue]:
    """The preset and every resolved option, as the ledger's first entry states them (design.md, Events)."""
    resolved = {
        option.name: written(option, option.read(rules)) for option in OPTIONS if option.exists(rules)
    }
    return {"preset": rules.preset, **resolved}


def written(option: Option, value: Any) -> OptionValue:
    """A value of an option as the ledger and house rules write it."""
    match option.values:
        case Choice():
            return str(value)
        case Flag():
            return "true" if value else "false"
        case Number():
            return NONE if value is None else str(value)
        case Several(words=words):
            return tuple(word for word in words if word in value)
        case _:
            assert_never(option.values)


def choices_of(option: Option) -> tuple[str, ...]:
    """What may be written for an option, for a person who has written something else."""
    match option.values:
        case Choice(words=words) | Several(words=words):
            return words
        case Flag():
            return ("true", "false")
        case Number(least=least, most=most):
            return (f"{least}–{most}", NONE)
        case _:
            assert_never(option.values)
