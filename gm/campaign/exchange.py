"""The law of the exchange: what a demand obtains, what may be given back, by default (Z19, Z20, Z26, E5)."""

from collections.abc import Sequence

from gm.campaign.manches import Pair
from gm.cards import NO_CARDS, Hand, NamedCard, of_rank
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
