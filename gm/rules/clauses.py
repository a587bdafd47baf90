"""Which clause of rules.md stands for what under which rules: what verdicts cite, what the booklet tells."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from gm.rules.model import Clause, Rules

# By system: the clauses of deck and seats, of opening, of answering, of going out, of the exchange.
_OF_SYSTEM: Final[Mapping[str, tuple[Clause, Clause, Clause, Clause, Clause]]] = {
    "zebest": ("Z1", "Z5", "Z6", "Z15", "Z19"),
    "bga": ("B1", "B3", "B3", "B10", "B8"),
    "elysee": ("E1", "E2", "E2", "B10", "E5"),
    "classic": ("C1", "C2", "C2", "B10", "C5"),
}
_SKIP: Final = {"elysee": "E6", "classic": "C7d"}
_EQUAL: Final = {"zebest": "Z6", "bga": "B9", "elysee": "E6", "classic": "C7c"}
_REVERSE: Final = {"elysee": "E7", "classic": "C7e"}

# What every campaign has, and what each system has, whatever its options.
_EVERYWHERE: Final = frozenset(
    {"Z13", "Z16", "Z18", "Z20", "Z21", "Z22", "Z23", "Z24", "Z25", "Z26", "Z27", "Z28"}
)
_SYSTEM: Final[Mapping[str, frozenset[Clause]]] = {
    "zebest": frozenset({"Z1", "Z3", "Z4", "Z5", "Z6", "Z15", "Z17", "Z19"}),
    "bga": frozenset({"B1", "B2", "B3", "B7", "B8", "B10", "B11"}),
    "elysee": frozenset({"E1", "E2", "E4", "E5", "E9", "B10"}),
    "classic": frozenset({"C1", "C2", "C3", "C4", "C5", "C6", "B10"}),
}
CLAUSES: Final[tuple[Clause, ...]] = (
    *(f"Z{number}" for number in range(1, 29)),
    *(f"B{number}" for number in range(1, 12)),
    *(f"E{number}" for number in range(1, 10)),
    *(f"C{number}" for number in range(1, 7)),
    *(f"C7{letter}" for letter in "abcdefghi"),
    "C8",
)
"""Every clause of rules.md, in its order; C7 by its letters."""


def with_clauses(rules: Rules) -> Rules:
    """The rules with the clause that each code and each effect cites under them (rules.md, Verdict codes)."""
    return replace(rules, clauses=dict(_cited(rules)))


def _cited(rules: Rules) -> Iterator[tuple[str, Clause]]:
    system = rules.preset
    seats, opening, answering, finishing, exchange = _OF_SYSTEM[system]
    locks = rules.table.passing == "locks"
    yield "unknown_player", seats
    yield "manche_over", "Z16"
    yield "already_out", finishing
    yield "already_sanctioned", "Z18"
    if rules.deal.first_order == "queen_of_spades":
        yield "order_not_chosen", "Z3"
    yield "exchange_pending", exchange
    yield "not_your_turn", "Z22"
    yield "cannot_pass_opening", opening
    if rules.play.equal == "taggle":
        yield from (("taggle", "Z8"), ("taggle_must_play", "Z9"), ("taggle_must_match", "Z9"))
    yield from (("duplicate_card", opening), ("not_held", "Z18"), ("mixed_ranks", opening))
    yield from (("wrong_count", answering), ("too_low", answering))
    if locks:
        yield "locked_out", "Z7" if system == "zebest" else "B4"
    if rules.table.carre != "none":
        yield "revolution", _carre(rules)
    if rules.table.carre == "reverse_and_close":
        yield "closed_by_carre", "Z14"
    yield "finished", finishing
    if rules.table.forbidden_finish != "off":
        yield "forbidden_finish", "Z15"
    if "four" in rules.table.closes:
        yield "closed_by_four", "Z10"
    if "top" in rules.table.closes:
        yield "closed_by_top", "Z11"
    if rules.play.jokers == "close":
        yield "closed_by_joker", "E3"
    yield "closed_by_passes", "B5" if locks else "Z12"
    if rules.play.equal == "skip":
        yield "skip", _SKIP.get(system, "B9")


def _carre(rules: Rules) -> Clause:
    match rules.table.carre:
        case "reverse_and_close":
            return "Z14"
        case "turn":
            return "C7f"
        case _:
            return _REVERSE.get(rules.preset, "B6")


def in_force(rules: Rules) -> tuple[Clause, ...]:
    """The clauses that tell these rules, in the order of rules.md; all that verdicts cite are among them."""
    found = {*_EVERYWHERE, *_SYSTEM[rules.preset], *rules.clauses.values(), *_of_options(rules)}
    return tuple(clause for clause in CLAUSES if clause in found)


def _of_options(rules: Rules) -> Iterator[Clause]:
    """The clauses of the values that options have, beside those that the judge cites for them."""
    system, play, deal = rules.preset, rules.play, rules.deal
    if rules.table.passing == "free" and system in ("zebest", "bga"):
        yield "Z7"
    if play.equal in ("yes", "taggle"):
        yield _EQUAL[system]
    if play.larger != "no":
        yield "C7a" if play.larger == "if_higher" else "C7b"
    if play.jokers == "rank":
        yield "C7g" if system == "classic" else "B2"
    if play.both_ends:
        yield "C7h"
    if play.mimic:
        yield "C7i"
    if _meet(rules):
        yield "C8"
    if rules.exchange.limit is not None:
        yield "E8"
    if deal.later_order == "by_place":
        yield "C3"
    if deal.extra == "lot_then_last_two":
        yield "Z2"
    elif system == "zebest":
        yield "B1"


def _meet(rules: Rules) -> bool:
    """Whether two of the options that C8 tells apart are in force."""
    play, carre = rules.play, rules.table.carre
    own = (play.larger != "no", bool(play.both_ends), bool(play.mimic), carre == "turn")
    equal, joker, reverse = play.equal in ("yes", "skip"), play.jokers == "rank", carre == "reverse"
    if any(own):
        return sum((*own, equal, joker, reverse)) > 1
    # Where jokers are at home, their own section says what C8 would.
    return rules.preset == "classic" and joker and (equal or reverse)
