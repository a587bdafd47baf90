"""The rules of a campaign as data: what may answer what, who passes, who gives what, who scores (rules.md).

A system (`zebest`) is a preset: one value of `Rules`. House rules are a preset and some options by the names
of rules.md, "Option names"; `house_rules` reads them, `options_of` writes every option back. Nothing here
judges: `gm.manche` reads these values and knows no system by name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from gm.cards import Rank

Clause = str
OptionValue = str | tuple[str, ...]

Equal = Literal["no", "yes", "below_top"]
EqualDoes = Literal["nothing", "taggle", "skip"]
Larger = Literal["no", "if_higher", "any"]
JokerRule = Literal["none", "rank", "closes"]
Passing = Literal["free", "locks"]
Closer = Literal["top", "four", "carre"]
Reversal = Literal["ranks", "direction"]
ForbiddenFinish = Literal["on_finish", "on_holding", "off"]
Extra = Literal["lot_then_last_two", "seats"]
FirstOpener = Literal["queen_of_hearts", "lot", "after_dealer"]
OrderBy = Literal["queen_of_spades", "deal"]


@dataclass(frozen=True, slots=True)
class PlayRules:
    """What answers what: the law of one play on another (Z6, Z8, Z9; B3, B9, E3, E6, C7)."""

    equal: Equal
    equal_does: EqualDoes
    taggle_forced: bool
    larger: Larger
    joker: JokerRule
    mimic: frozenset[Rank]
    both_ends: frozenset[Rank]


@dataclass(frozen=True, slots=True)
class TableRules:
    """What happens around the pile: passes, closings, carrés, the last card (Z7, Z10, Z11, Z14, Z15)."""

    passing: Passing
    closes: frozenset[Closer]
    carre_does: frozenset[Reversal]
    run_turns: bool
    forbidden_finish: ForbiddenFinish


@dataclass(frozen=True, slots=True)
class DealRules:
    """Who sits, what is dealt, who opens and who chooses the order of play (Z1 to Z4)."""

    seats: tuple[int, int]
    jokers: int
    extra: Extra
    first_opener: FirstOpener
    order_by: OrderBy


@dataclass(frozen=True, slots=True)
class Gift:
    """One pair of an exchange: places counted from the top (1, 2) and from the bottom (-1, -2) (Z19)."""

    better: int
    worse: int
    number: int


@dataclass(frozen=True, slots=True)
class ExchangeRules:
    """The gifts before a manche that follows another, and whether the better-placed may ask (Z19)."""

    gifts: tuple[Gift, ...]
    demands: bool
    limit: int | None


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """When a partie ends: after so many manches, or at a target score (Z21)."""

    manches: int | None
    target: int | None


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything a ruling depends on; `clauses` names, by verdict code or effect, the clause it cites."""

    preset: str
    play: PlayRules
    table: TableRules
    deal: DealRules
    exchange: ExchangeRules
    scoring: ScoringRules
    roles: Mapping[int, tuple[str, ...]]
    clauses: Mapping[str, Clause]

    def roles_for(self, seats: int) -> tuple[str, ...]:
        """The role keys of places 1 to `seats`, best first (Z17); raises KeyError for a number not played."""
        return self.roles[seats]


@dataclass(frozen=True, slots=True)
class RulesProblem:
    """Why a mapping of house rules cannot be taken: what is wrong, with what, and what is possible."""

    code: Literal["unknown_preset", "unknown_option", "bad_value", "not_yet"]
    name: str
    value: str
    choices: tuple[str, ...]


ZEBEST: Final = Rules(
    preset="zebest",
    play=PlayRules(
        equal="yes",
        equal_does="taggle",
        taggle_forced=True,
        larger="no",
        joker="none",
        mimic=frozenset(),
        both_ends=frozenset(),
    ),
    table=TableRules(
        passing="free",
        closes=frozenset({"top", "four", "carre"}),
        carre_does=frozenset({"ranks"}),
        run_turns=False,
        forbidden_finish="on_finish",
    ),
    deal=DealRules(
        seats=(5, 5),
        jokers=0,
        extra="lot_then_last_two",
        first_opener="queen_of_hearts",
        order_by="queen_of_spades",
    ),
    exchange=ExchangeRules(gifts=(Gift(1, -1, 2), Gift(2, -2, 1)), demands=True, limit=None),
    scoring=ScoringRules(manches=2, target=None),
    roles={5: ("president", "premier_ministre", "neutre", "paysan", "trou_du_cul")},
    clauses={
        "unknown_player": "Z1",
        "manche_over": "Z16",
        "already_out": "Z15",
        "already_sanctioned": "Z18",
        "order_not_chosen": "Z3",
        "exchange_pending": "Z19",
        "not_your_turn": "Z22",
        "cannot_pass_opening": "Z5",
        "taggle_must_play": "Z9",
        "duplicate_card": "Z5",
        "not_held": "Z18",
        "mixed_ranks": "Z5",
        "wrong_count": "Z6",
        "taggle_must_match": "Z9",
        "too_low": "Z6",
        "locked_out": "Z7",
        "revolution": "Z14",
        "finished": "Z15",
        "forbidden_finish": "Z15",
        "closed_by_four": "Z10",
        "closed_by_top": "Z11",
        "closed_by_passes": "Z12",
        "closed_by_carre": "Z14",
        "taggle": "Z8",
        "skip": "B9",
    },
)

PRESETS: Final[Mapping[str, Rules]] = {"zebest": ZEBEST}


def _flag(*, on: bool) -> str:
    return "true" if on else "false"


def _number(number: int | None) -> str:
    return "none" if number is None else str(number)


def _equal(rules: Rules) -> str:
    return rules.play.equal_does if rules.play.equal_does != "nothing" else _yes_or_no(rules)


def _yes_or_no(rules: Rules) -> str:
    return "no" if rules.play.equal == "no" else "yes"


def _jokers(rules: Rules) -> str:
    return {"none": "none", "rank": "rank", "closes": "close"}[rules.play.joker]


def _carre(rules: Rules) -> str:
    if "direction" in rules.table.carre_does:
        return "turn"
    if "ranks" in rules.table.carre_does:
        return "reverse_and_close" if "carre" in rules.table.closes else "reverse"
    return "none"


def _closes(rules: Rules) -> OptionValue:
    return tuple(closer for closer in ("top", "four") if closer in rules.table.closes)


@dataclass(frozen=True, slots=True)
class Option:
    """One named option: the clauses it stands for, its values, how it is read off `Rules` and set there.

    `change` maps each value that can be chosen to what it makes of the rules; an option whose `change` is
    empty keeps its preset's value.
    """

    name: str
    clauses: tuple[Clause, ...]
    read: Callable[[Rules], OptionValue]
    change: Mapping[str, Callable[[Rules], Rules]]


def _set_passing(value: Passing, closing: Clause) -> Callable[[Rules], Rules]:
    """Set how passes count, and the clause by which the tour then closes when all have passed."""
    return lambda rules: replace(
        rules,
        table=replace(rules.table, passing=value),
        clauses={**rules.clauses, "closed_by_passes": closing},
    )


def _set_forbidden_finish(value: ForbiddenFinish) -> Callable[[Rules], Rules]:
    return lambda rules: replace(rules, table=replace(rules.table, forbidden_finish=value))


def _set_taggle_forced(*, on: bool) -> Callable[[Rules], Rules]:
    return lambda rules: replace(rules, play=replace(rules.play, taggle_forced=on))


OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "pass",
        ("Z7", "B4"),
        lambda rules: rules.table.passing,
        {"free": _set_passing("free", "Z12"), "locks": _set_passing("locks", "B5")},
    ),
    Option("equal", ("Z6", "Z8", "B9", "E6", "C7"), _equal, {}),
    Option("equal_top", ("B9",), lambda rules: _flag(on=rules.play.equal != "below_top"), {}),
    Option(
        "taggle_forced",
        ("Z9",),
        lambda rules: _flag(on=rules.play.taggle_forced),
        {"true": _set_taggle_forced(on=True), "false": _set_taggle_forced(on=False)},
    ),
    Option("larger", ("C7",), lambda rules: rules.play.larger, {}),
    Option("jokers", ("B2", "E3", "C7"), _jokers, {}),
    Option("carre", ("Z14", "B6", "E7", "C7"), _carre, {}),
    Option("closes", ("Z10", "Z11"), _closes, {}),
    Option("two_both_ends", ("C7",), lambda rules: _flag(on=bool(rules.play.both_ends)), {}),
    Option("transparent_threes", ("C7",), lambda rules: _flag(on=bool(rules.play.mimic)), {}),
    Option(
        "forbidden_finish",
        ("Z15",),
        lambda rules: rules.table.forbidden_finish,
        {"on_finish": _set_forbidden_finish("on_finish"), "off": _set_forbidden_finish("off")},
    ),
    Option("manches", ("Z21", "B11", "E4", "C6"), lambda rules: _number(rules.scoring.manches), {}),
    Option("target", ("Z21", "E4", "C6"), lambda rules: _number(rules.scoring.target), {}),
    Option("exchange_limit", ("E8",), lambda rules: _number(rules.exchange.limit), {}),
    Option("order", ("C3",), lambda _: "kept", {}),
    Option("extra", ("Z2", "B1"), lambda rules: rules.deal.extra, {}),
)


def options_of(rules: Rules) -> dict[str, OptionValue]:
    """The preset and every resolved option, as the ledger's first entry states them (design.md, Events)."""
    return {"preset": rules.preset, **{option.name: option.read(rules) for option in OPTIONS}}


def house_rules(options: Mapping[str, OptionValue]) -> Rules | RulesProblem:
    """The rules that a mapping of option names to values asks for, or the first thing wrong with it.

    Values are texts (`"true"`, `"locks"`), a list of texts for `closes`; `preset` defaults to zebest.
    """
    preset = options.get("preset", "zebest")
    if not isinstance(preset, str) or preset not in PRESETS:
        return RulesProblem("unknown_preset", "preset", _shown(preset), tuple(PRESETS))
    rules = PRESETS[preset]
    known = {option.name: option for option in OPTIONS}
    for name, value in options.items():
        if name == "preset":
            continue
        if name not in known:
            return RulesProblem("unknown_option", name, _shown(value), tuple(known))
        option = known[name]
        if value == option.read(rules):
            continue
        if not isinstance(value, str) or value not in option.change:
            choices = tuple(option.change) or (_shown(option.read(rules)),)
            return RulesProblem("bad_value", name, _shown(value), choices)
        rules = option.change[value](rules)
    return rules


def _shown(value: OptionValue) -> str:
    return value if isinstance(value, str) else ", ".join(value)
