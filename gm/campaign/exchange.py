"""The law of the exchange: what a demand obtains, what may be given back, by default (Z19, Z20, Z26, E5)."""

from collections.abc import Sequence

from gm.campaign.manches import Pair
from gm.campaign.model import Problem, problem
from gm.cards import NO_CARDS, Hand, NamedCard, cards_in, code_of, of_rank
from gm.manche import best, lowest
from gm.rules import Rules


def obtained(rules: Rules, hand: Hand, asked: Sequence[NamedCard], number: int) -> Hand:
    """The cards a demand obtains from a hand: those named and held, the rest the best (Z19, Z20).

    A card named with a suit takes that card when it is held, else another of its rank.
    """
    taken = 0
    for card in asked:
        held = of_rank(Hand(hand & ~taken), card.rank)
        exact = held & (0 if card.suit is None else 1 << (4 * card.rank + card.suit))
        taken |= exact or (held & -held)
    missing = number - taken.bit_count()
    return Hand(taken | best(rules, Hand(hand & ~taken), missing)) if missing > 0 else Hand(taken)


def giveable(rules: Rules, hand: Hand, received: Hand) -> Hand:
    """The cards that the better-placed may give back: those they hold, those received left out (Z19, E5).

    The latter only where both gifts come from the hands as dealt.
    """
    return Hand(hand & ~received) if rules.exchange.as_dealt else hand


def given_by_default(rules: Rules, hand: Hand, received: Hand, number: int) -> Hand:
    """What the better-placed give back who do not choose: the lowest cards that they may give (Z19, E5)."""
    return lowest(rules, giveable(rules, hand, received), number)


def against_demand(rules: Rules, asked: Sequence[NamedCard], *, player: str, number: int) -> Problem | None:
    """What is wrong with a demand: none is possible (B8, E5, C5), or it is larger than the gift (Z19)."""
    if asked and not rules.exchange.demands:
        return problem("no_demands")
    if len(asked) > number:
        return problem("demand_too_large", player=player, number=str(number))
    return None


def gift_back(
    rules: Rules, hand: Hand, received: Hand, named: Sequence[NamedCard], *, player: str, number: int
) -> Hand | Problem:
    """The cards that a gift back names, of a hand that holds what was received, or why not (Z19, E5)."""
    if len(named) != number:
        return problem("wrong_gift_number", player=player, number=str(number))
    may_give = giveable(rules, hand, received)
    cards = named_in(may_give, named)
    if cards is not None:
        return cards
    absent = _lacking(hand, named)
    if absent:
        return problem("gift_not_held", player=player, cards=" ".join(absent))
    meant = _lacking(may_give, named)
    kept = map(code_of, cards_in(Hand(hand & ~may_give)))
    back = [code for code in kept if not {code, f"{code[0]}?"}.isdisjoint(meant)]
    return problem("gift_received", player=player, cards=" ".join(back))


def _lacking(hand: Hand, named: Sequence[NamedCard]) -> tuple[str, ...]:
    """The named cards that a hand does not hold, as codes; `K? K?` where it holds one king."""
    found: list[NamedCard] = []
    lacking: set[NamedCard] = set()
    for card in sorted(named, key=lambda each: each.suit is None):
        if named_in(hand, (*found, card)) is None:
            lacking.add(card)
        else:
            found.append(card)
    return tuple(str(card) for card in named if card in lacking)


def drop_not_begun(pairs: tuple[Pair, ...], sanctioned: str) -> tuple[Pair, ...]:
    """The pairs after a sanction: an exchange not begun is dropped (Z26)."""
    return tuple(
        Pair(pair.better, pair.worse, pair.number, dropped=True)
        if sanctioned in (pair.better, pair.worse) and pair.received is None
        else pair
        for pair in pairs
    )


def named_in(hand: Hand, asked: Sequence[NamedCard]) -> Hand | None:
    """The held cards that a gift names, suits left out taken spades first; None when one is not held."""
    taken = NO_CARDS
    for card in sorted(asked, key=lambda each: each.suit is None):
        held = of_rank(Hand(hand & ~taken), card.rank)
        found = held & -held if card.suit is None else held & 1 << (4 * card.rank + card.suit)
        if not found:
            return None
        taken = Hand(taken | found)
    return taken
