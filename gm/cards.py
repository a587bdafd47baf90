"""Ranks, suits, cards and hands: the values every other module speaks in.

A card is a small integer, `4 * rank + suit`, so that sorting cards sorts them in code order (strength
without revolution, then s h d c). A hand is a bit set: bit `card` is set when the card is held. A rank is
not its strength: what a revolution changes lives in `gm.manche`, never here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NewType

Rank = NewType("Rank", int)
Suit = NewType("Suit", int)
Card = NewType("Card", int)
Hand = NewType("Hand", int)

RANKS: Final = "3456789TJQKA2X"
SUITS: Final = "shdc"
JOKER_SUITS: Final = "rb"

JOKER: Final = Rank(13)
RANK_COUNT: Final = 14
DECK_SIZE: Final = 52
NO_CARDS: Final = Hand(0)

QUEEN_OF_SPADES: Final = Card(4 * RANKS.index("Q"))
QUEEN_OF_HEARTS: Final = Card(4 * RANKS.index("Q") + 1)


class CardError(ValueError):
    """A text that is not the code of a card; `code` quotes it."""

    def __init__(self, code: str) -> None:
        super().__init__(f"not a card code: {code!r}")
        self.code = code


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card as somebody names it: a rank, and a suit unless they left it out."""

    rank: Rank
    suit: Suit | None

    def __str__(self) -> str:
        """The code of the card, `7?` when its suit is unknown."""
        if self.suit is None:
            return RANKS[self.rank] + "?"
        return code_of(Card(4 * self.rank + self.suit))


def rank_of(card: Card) -> Rank:
    """The rank of a card, 0 for a three to 12 for a two, 13 for a joker."""
    return Rank(card >> 2)


def suit_of(card: Card) -> Suit:
    """The suit of a card, 0..3 for s h d c; 0 and 1 tell the red joker from the black one."""
    return Suit(card & 3)


def code_of(card: Card) -> str:
    """The two-character code of a card, such as `Qh`, `Ts` or `Xr` (rules.md, Words)."""
    rank = card >> 2
    return RANKS[rank] + (JOKER_SUITS if rank == JOKER else SUITS)[card & 3]


def card_of(code: str) -> Card:
    """The card of a two-character code; raises CardError when there is none."""
    if len(code) == 2:
        rank = RANKS.find(code[0])
        suit = (JOKER_SUITS if rank == JOKER else SUITS).find(code[1])
        if rank >= 0 and suit >= 0:
            return Card(4 * rank + suit)
    raise CardError(code)


def named_cards_of(codes: str) -> tuple[NamedCard, ...]:
    """The cards that codes separated by blanks name, `?` for a suit left out; raises CardError."""
    named = []
    for code in codes.split():
        if code[1:] == "?" and code[0] in RANKS:
            named.append(NamedCard(Rank(RANKS.index(code[0])), None))
        else:
            card = card_of(code)
            named.append(NamedCard(rank_of(card), suit_of(card)))
    return tuple(named)


def cards_of(codes: str) -> tuple[Card, ...]:
    """The cards of codes separated by blanks, in the order given, doubles included; raises CardError."""
    return tuple(card_of(code) for code in codes.split())


def codes_of(cards: Iterable[Card]) -> str:
    """The codes of cards in one string, in the order given: `8s 8d`."""
    return " ".join(code_of(card) for card in cards)


def hand_of(cards: Iterable[Card]) -> Hand:
    """The bit set of some cards; a card named twice counts once."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return Hand(hand)


def cards_in(hand: Hand) -> tuple[Card, ...]:
    """The cards of a hand in code order."""
    cards = []
    rest = int(hand)
    while rest:
        lowest = rest & -rest
        cards.append(Card(lowest.bit_length() - 1))
        rest ^= lowest
    return tuple(cards)


def of_rank(hand: Hand, rank: Rank) -> Hand:
    """The cards of one rank in a hand."""
    return Hand(hand & (15 << 4 * rank))


def deck(jokers: int) -> tuple[Card, ...]:
    """The whole deck in code order: 52 cards and so many jokers (0 to 2)."""
    return tuple(Card(index) for index in range(DECK_SIZE + jokers))
