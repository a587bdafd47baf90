"""Setting a deal up: its first state, gifts, seats renumbered, the cards an exchange takes (Z3, Z19, Z20)."""

from collections.abc import Iterable, Sequence
from typing import Final

from gm.cards import NO_CARDS, Card, Hand, cards_in, hand_of, rank_of
from gm.manche.advance import walk
from gm.manche.law import NUMBERS, law_of
from gm.manche.model import LegalPlay, Pending, Play, PlayOnPile, Seat, Setting, Standing, State
from gm.manche.strength import order_of
from gm.rules import Rules


def start(
    rules: Rules,
    hands: Sequence[Hand],
    opener: Seat,
    *,
    revolution: bool = False,
    pending: tuple[Pending, ...] = (),
) -> State:
    """The first state of a deal: hands by seat in the order of play, none of them empty (Z5)."""
    everybody = (1 << len(hands)) - 1
    nothing_given = (NO_CARDS,) * len(hands)
    return State(
        setting=Setting(rules, tuple(hands), nothing_given, pending),
        standing=Standing(places=(0,) * len(hands), out=(), sanctioned=0, active=everybody),
        hands=tuple(hands),
        pile=(),
        turn=opener,
        waiting=everybody,
        locked=0,
        demand=law_of(rules).demand(None, revolution=revolution),
    )


def settle(state: State, pending: tuple[Pending, ...]) -> State:
    """The state with this still to be recorded before anybody may play (Z3, Z19)."""
    return state._replace(setting=state.setting._replace(pending=pending))


def give(state: State, giver: Seat, receiver: Seat, cards: Hand) -> State:
    """The state after one gift of an exchange, of cards that the giver holds (Z19).

    A card that comes back counts as received, no longer as given away.
    """
    hands, dealt, given = list(state.hands), list(state.dealt), list(state.given)
    hands[giver] = Hand(hands[giver] & ~cards)
    given[giver] = Hand(given[giver] | cards)
    hands[receiver] = Hand(hands[receiver] | cards)
    dealt[receiver] = Hand(dealt[receiver] | cards)
    given[receiver] = Hand(given[receiver] & ~cards)
    setting = state.setting._replace(dealt=tuple(dealt), given=tuple(given))
    return state._replace(setting=setting, hands=tuple(hands))


def reseat(state: State, order: tuple[Seat, ...], opener: Seat) -> State:
    """The state with its seats renumbered: seat i is the one that was `order[i]` (Z3, Z26).

    `opener` counts in the new numbers; the first active seat from there on opens. Of a tour already begun the
    opener and the turn stay with those who have them.
    """
    new = {old: seat for seat, old in enumerate(order)}

    def moved(seats: int) -> int:
        return sum(1 << seat for old, seat in new.items() if seats >> old & 1)

    setting = state.setting._replace(
        dealt=tuple(state.dealt[old] for old in order),
        given=tuple(state.given[old] for old in order),
    )
    standing = Standing(
        places=tuple(state.places[old] for old in order),
        out=tuple(new[old] for old in state.out),
        sanctioned=moved(state.sanctioned),
        active=moved(state.active),
    )
    return state._replace(
        setting=setting,
        standing=standing,
        hands=tuple(state.hands[old] for old in order),
        pile=tuple(PlayOnPile(new[play.seat], play.cards) for play in state.pile),
        turn=new[state.turn] if state.pile else walk(standing.active, opener),
        waiting=moved(state.waiting),
        locked=moved(state.locked),
    )


def best(rules: Rules, hand: Hand, number: int) -> Hand:
    """The best cards of a hand, or all when it has fewer: by strength, then s h d c (Z20)."""
    strength = order_of(rules.play, rules.table, revolution=False).strength
    ranked = sorted(cards_in(hand), key=lambda card: (-strength[rank_of(card)], card))
    return hand_of(ranked[:number])


def lowest(rules: Rules, hand: Hand, number: int) -> Hand:
    """The lowest cards of a hand, or all when it has fewer: by strength, then s h d c (Z20)."""
    strength = order_of(rules.play, rules.table, revolution=False).strength
    ranked = sorted(cards_in(hand), key=lambda card: (strength[rank_of(card)], card))
    return hand_of(ranked[:number])


class _First(dict[int, Play]):
    """Of the held cards of one rank, the play of the first so many; worked out once and remembered."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __missing__(self, held: int) -> Play:
        play = self[held] = play_of(cards_in(Hand(held))[: self._number])
        return play


_FIRST: Final = {number: _First(number) for number in NUMBERS}


def put_down(hand: Hand, play: LegalPlay) -> Play:
    """The play of so many cards of a rank from a hand that holds them, the first of them in code order."""
    rank, number = play
    return _FIRST[number][hand & 15 << 4 * rank]


def play_of(cards: Iterable[Card]) -> Play:
    """A play of these cards as named, doubles included; raises ValueError when there are none (Z5)."""
    named = tuple(cards)
    if not named:
        raise ValueError("a play is of one card or more")
    return Play(hand_of(named), len(named))
