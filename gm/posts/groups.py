"""One rank and its suits: the cards named together without a number (the groups of `phrases`).

    card    = rank suits | suit rank | code    7 de cœur, 7♥, ♥7, 7h, 8♠♦, valet (suits: see `suits`)
            | rank colour | colour rank        les rois rouges, 8 noirs, red sevens: both, said of several
            | rank exception                   les 9 sauf le trèfle: the three others

As many cards as there are suits, one without any. `2D` may be a card or two queens: both are given.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from gm.cards import JOKER, NamedCard, Rank, Suit
from gm.posts.claims import Doubt
from gm.posts.lexicon import Role
from gm.posts.ranks import counted_rank, is_letter_rank, is_other_number, is_several, past_plural, times
from gm.posts.suits import ALL_SUITS, Suits, excepted_from, skip, suits_from, unknown_suit
from gm.posts.tokens import Token

_NEAR: Final = 6


class Group(NamedTuple):
    """Cards of one rank, up to the token `last` excluded; rank -1 is none that exists."""

    last: int
    rank: int
    cards: tuple[NamedCard, ...]
    bare: bool = False
    counted: bool = False
    doubt: Doubt | None = None
    other: tuple[NamedCard, ...] = ()
    missing: int | None = None


def ordered(cards: Sequence[NamedCard]) -> tuple[NamedCard, ...]:
    """Cards in code order, one without suit after those of its rank that have one."""
    return tuple(sorted(cards, key=lambda card: (card.rank, 9 if card.suit is None else card.suit)))


def completed(cards: Sequence[NamedCard]) -> tuple[NamedCard, ...]:
    """Four cards of one rank are all of its suits, two jokers both; else the cards in code order."""
    if len({card.rank for card in cards}) == 1 and len(cards) == (2 if cards[0].rank == JOKER else 4):
        suits = [card.suit for card in cards if card.suit is not None]
        if len(set(suits)) == len(suits) and len(suits) < len(cards):
            return tuple(NamedCard(cards[0].rank, Suit(suit)) for suit in ALL_SUITS[: len(cards)])
    return ordered(cards)


def card_at(tokens: Sequence[Token], at: int) -> Group | None:
    """One rank with its suits: as many cards as there are suits, one without any."""
    if at >= len(tokens):
        return None
    token = tokens[at]
    if token.sense.rank is None:
        return _suit_first(tokens, at)
    rank = token.sense.rank
    if token.sense.suits and not token.sense.letter:
        other = cards_of(rank, (), 2) if token.twin == rank else ()
        return Group(at + 1, rank, cards_of(rank, token.sense.suits, 1), other=other)
    named = suits_from(tokens, _past_two(tokens, at))
    if token.sense.letter and not is_letter_rank(tokens, at, suited=bool(named.named)):
        return None
    if named.coloured:
        return _coloured(tokens, at, named)
    end = past_plural(tokens, at)
    left = excepted_from(tokens, end, rank)
    if left is not None:
        several = end > at + 1 or is_several(tokens, at)
        doubt: Doubt | None = None if several and not left.torn else "ambiguous"
        return Group(left.last, rank, cards_of(rank, left.named, 1), counted=True, doubt=doubt)
    return _suited(tokens, at, named) if named.named else _unsuited(tokens, at)


def _past_two(tokens: Sequence[Token], at: int) -> int:
    """Past the rank here and the `2` that means `de` in `roi 2 cœur`: no play has two ranks."""
    following = tokens[at + 1 : at + 3]
    if tokens[at].sense.count or len(following) < 2 or following[0].text != "2" or following[0].glued:
        return at + 1
    return at + 2 if following[1].sense.suits and following[1].text.isalpha() else at + 1


def _suited(tokens: Sequence[Token], at: int, named: Suits) -> Group:
    """`7 de cœur`, `8♠♦`; `2D` may be two queens."""
    sense = tokens[at].sense
    assert sense.rank is not None
    twin = tokens[at + 1].twin
    several = twin is not None and sense.count and len(named.named) == 1
    return Group(
        named.last,
        sense.rank,
        cards_of(sense.rank, named.named, 1),
        doubt="ambiguous" if named.torn else None,
        other=completed(cards_of(twin, (), sense.count)) if twin is not None and several else (),
    )


def _unsuited(tokens: Sequence[Token], at: int) -> Group:
    """`valet`, `8`, `8 x2`."""
    token = tokens[at]
    rank = token.sense.rank
    assert rank is not None
    opened = skip(tokens, at + 1, (Role.OPEN,), 1)
    if (number := times(tokens, opened)) is not None:
        return Group(
            skip(tokens, opened + 2, (Role.CLOSE,), opened - at - 1),
            rank,
            completed(cards_of(rank, (), number)),
            counted=True,
        )
    if token.sense.number and at and tokens[at - 1].has(Role.TIMES):
        return Group(at + 1, -1, (), counted=True, doubt="unreadable", missing=token.sense.count)
    doubt: Doubt | None = None
    if unknown_suit(tokens, at + 1):
        doubt = "unreadable"
    if token.sense.letter and token.sense.suits and len(tokens) > 1:
        # `T T`: two tens, or the ten of clubs.
        doubt = "ambiguous"
    bare = token.sense.number or token.sense.letter
    return Group(at + 1, rank, cards_of(rank, (), 1), bare=bare, doubt=doubt)


def _coloured(tokens: Sequence[Token], at: int, named: Suits) -> Group:
    """`les rois rouges`, `8 noirs`: both; `un roi rouge` is one of them; `2 rouges` may be two cards."""
    sense = tokens[at].sense
    assert sense.rank is not None
    if sense.rank == JOKER:
        return Group(named.last, sense.rank, cards_of(sense.rank, joker_suit(named), 1))
    if _are_two_twos(tokens, at, named):
        return Group(named.last, sense.rank, cards_of(sense.rank, named.named, 2), counted=True)
    if sense.count or not (is_several(tokens, at) or tokens[named.last - 1].sense.plural):
        return Group(named.last, sense.rank, cards_of(sense.rank, (), 1), doubt="ambiguous")
    last = named.last + 2 if times(tokens, named.last) == 2 else named.last
    return Group(last, sense.rank, cards_of(sense.rank, named.named, 2), counted=True)


def _are_two_twos(tokens: Sequence[Token], at: int, named: Suits) -> bool:
    """`les 2 noirs` by itself, or where they close the tour: else two of the cards named before."""
    if tokens[at].sense.count != 2 or not tokens[named.last - 1].sense.plural:
        return False
    begins = at == 1 or (at > 1 and tokens[at - 2].has(Role.PLAY))
    following = tokens[named.last : named.last + _NEAR]
    closing = any(token.has(Role.CLOSING) for token in following)
    led = at > 0 and tokens[at - 1].text in ("les", "mes", "the", "my")
    senses = [token.sense for token in following if not token.has(Role.COLON)]
    last = len(senses) == len(following) and all(sense.rank is None and not sense.count for sense in senses)
    return led and (begins or closing) and last


def _suit_first(tokens: Sequence[Token], at: int) -> Group | None:
    """`♥7`: a symbol glued to the rank after it; `red kings`, both; `red king`, one of them."""
    suits = tokens[at].sense.suits
    if tokens[at].sense.colour and (rank := counted_rank(tokens, at + 1)) is not None:
        last = past_plural(tokens, at + 1)
        if rank == JOKER:
            return Group(last, rank, cards_of(rank, joker_suit(Suits(last, suits)), 1))
        if tokens[at + 1].sense.plural or last > at + 2:
            return Group(last, rank, cards_of(rank, suits, 2), counted=True)
        return Group(last, rank, cards_of(rank, (), 1), doubt="ambiguous")
    if not suits or tokens[at].sense.letter or tokens[at].text.isalpha() or at + 1 >= len(tokens):
        return None
    after = tokens[at + 1]
    if not after.glued:
        return _suit_apart(tokens, at)
    if after.sense.rank is None or (after.sense.suits and not after.sense.letter):
        return None
    if at + 2 < len(tokens) and tokens[at + 2].sense.suits and tokens[at + 2].glued:
        if at + 3 >= len(tokens) or tokens[at + 3].sense.rank is None or not tokens[at + 3].glued:
            # `♠7♥` and no rank after it: the 7 may be of either suit.
            return None
    return Group(at + 2, after.sense.rank, cards_of(after.sense.rank, suits, 1))


def _suit_apart(tokens: Sequence[Token], at: int) -> Group | None:
    """`♥ 7`: perhaps a card, where neither sign nor rank goes with another word."""
    rank = counted_rank(tokens, at + 1)
    if rank is None or is_other_number(tokens, at + 1) or suits_from(tokens, at + 2).named:
        return None
    if at and (tokens[at - 1].sense.rank is not None or tokens[at - 1].sense.suits):
        return None
    return Group(at + 2, rank, cards_of(rank, tokens[at].sense.suits, 1), doubt="ambiguous")


def joker_suit(named: Suits) -> tuple[int, ...]:
    """The red joker or the black one by a colour, whose suits are s and c, or h and d."""
    return (0,) if 1 in named.named else (1,)


def cards_of(rank: int, suits: tuple[int, ...], number: int) -> tuple[NamedCard, ...]:
    """The cards of a rank with these suits, and more without suit up to the number."""
    named = tuple(NamedCard(Rank(rank), Suit(suit)) for suit in suits)
    return named + (NamedCard(Rank(rank), None),) * (number - len(named))
