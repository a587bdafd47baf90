"""A number of cards and what it counts (the groups of `phrases`).

    group   = number [of] rank suits             double 8 : carreau et pique, deux 8, 2 8, les deux as noirs
            | number [of] card { joint card }    as many cards of one rank: double : 8♠ et 8♦
    number  = double … carré, deux … quatre, 2 … 4, both, « three of a kind »; `2 x 8`

A numeral is a number of cards when a rank follows it, else a rank. `3 3` may be three threes or two: both are
given. Four cards of one rank are all of its suits.
"""

from collections.abc import Sequence
from typing import Final

from gm.cards import JOKER, RANKS, NamedCard
from gm.posts.claims import Doubt
from gm.posts.groups import Group, card_at, cards_of, completed, joker_suit
from gm.posts.lexicon import Role
from gm.posts.ranks import counted_rank, is_list, past_plural
from gm.posts.suits import (
    LEAD_IN,
    SMALL,
    Suits,
    excepted_from,
    letters_from,
    skip,
    suit_follows,
    suits_from,
    unknown_suit,
)
from gm.posts.tokens import Token

_TIMES: Final = ("x", "fois", "times")
_AFTER_NUMBER: Final = (*SMALL, Role.SIZE, Role.COLON, Role.OPEN, Role.PARTS)


def counted_at(tokens: Sequence[Token], at: int) -> Group | None:
    """A number of cards and what they are; None when no number stands here."""
    token = tokens[at]
    number = token.sense.count
    if not number or token.code or (token.sense.number and suit_follows(tokens, at)):
        return None
    to = _past_number(tokens, at)
    colour: tuple[int, ...] = ()
    if to < len(tokens) and tokens[to].sense.colour:
        colour = tokens[to].sense.suits
        to = to + 1 if token.sense.number else skip(tokens, to + 1, _AFTER_NUMBER, 4)
    rank = counted_rank(tokens, to)
    if rank is None:
        if token.sense.number:
            # `j'en pose trois : valet de pique, …`
            first = skip(tokens, to, LEAD_IN, 2)
            listed = _listed(tokens, first, number)
            if listed is not None and first == at + 1 and token.text == RANKS[listed.rank]:
                # `3 ♠3 ♥3 ♦3`: three threes, or four of which the last has no suit.
                return listed._replace(doubt="ambiguous")
            return listed
        if colour and number > 2:
            # `un carré rouge`: a square.
            return None
        return Group(at + 1, -1, (), counted=True, doubt="unreadable", missing=number)
    if token.sense.number and tokens[to].sense.number and is_list(tokens, at, to):
        return None
    group = _listed(tokens, to, number) or _numbered(tokens, at, to, rank, number, colour)
    suited = any(card.suit is not None for card in group.cards)
    if suited and token.sense.number and tokens[to].sense.letter and tokens[to].sense.suits:
        # `2 k K p`: two kings, or the two of carreau and one king.
        return group._replace(doubt=group.doubt or "ambiguous")
    return group


def _past_number(tokens: Sequence[Token], at: int) -> int:
    """Past the number here and what leads to the rank: `une paire de`, `double :`, `double-`, `2 x`."""
    to = at + 1
    if not tokens[at].sense.number:
        hyphen = to < len(tokens) and tokens[to].text == "-" and tokens[to].glued
        to = skip(tokens, to + 1 if hyphen else to, _AFTER_NUMBER, 4)
        # `Carré. De trois.`
        cut = to + 2 < len(tokens) and tokens[to].has(Role.STOP) and tokens[to + 1].has(Role.OF)
        return to + 2 if cut and counted_rank(tokens, to + 2) is not None else to
    to = skip(tokens, _skip_kind(tokens, to), (Role.SIZE,), 2)
    return to + 1 if to < len(tokens) and (tokens[to].has(Role.TIMES) or tokens[to].text in _TIMES) else to


def _numbered(
    tokens: Sequence[Token], at: int, to: int, rank: int, number: int, colour: tuple[int, ...]
) -> Group:
    """`number` cards of `rank`, the word at `to`, with the suits or the single cards named after it."""
    named = _counted_suits(tokens, to, number)
    if not named.named:
        left = excepted_from(tokens, named.last, rank)
        if left is None and colour:
            left = Suits(named.last, colour, coloured=True)
        if left is None:
            listed = _listed(tokens, skip(tokens, named.last, LEAD_IN, 4), number, rank)
            if listed is not None:
                return listed
        named = left or named
    suits = joker_suit(named) if rank == JOKER and named.coloured else named.named
    partly = not named.excepted and len(suits) < number
    partly = partly and (not tokens[at].sense.number or _says_parts(tokens, to))
    fits = len(suits) in (0, number) or partly
    clear = fits and not (named.coloured and number != 2) and not (named.torn and len(suits) != number)
    # `2 fois 5` may be a sum.
    doubt: Doubt | None = None if clear and tokens[to - 1].text not in _TIMES[1:] else "ambiguous"
    if not suits and unknown_suit(tokens, named.last):
        doubt = "unreadable"
    other: tuple[NamedCard, ...] = ()
    if tokens[at].text.isdigit() and tokens[to].text == tokens[at].text and number > 2 and not suits:
        other = cards_of(rank, (), 2)
    cards = completed(cards_of(rank, suits, number))
    return Group(named.last, rank, cards, counted=True, doubt=doubt, other=other)


def _says_parts(tokens: Sequence[Token], at: int) -> bool:
    """`deux rois dont celui de cœur`: not all are named."""
    return at + 1 < len(tokens) and tokens[at + 1].has(Role.PARTS)


def _counted_suits(tokens: Sequence[Token], at: int, number: int) -> Suits:
    """The suits of the rank at `at` after a number of cards: `8s` and `Ks` are plurals there."""
    token = tokens[at]
    if token.sense.number and past_plural(tokens, at) > at + 1:
        return suits_from(tokens, at + 2)
    if token.sense.suits and not token.sense.letter and not (token.code and token.text.endswith("s")):
        return Suits(at + 1, token.sense.suits)
    return letters_from(tokens, at + 1, number) or suits_from(tokens, at + 1)


def _listed(tokens: Sequence[Token], at: int, number: int, rank: int | None = None) -> Group | None:
    """Exactly `number` single cards of one rank listed from here, at least one with its suit."""
    groups: list[Group] = []
    while len(groups) < 4 and (card := card_at(tokens, at)) is not None and not card.counted:
        rank = card.rank if rank is None else rank
        if card.rank != rank:
            break
        groups.append(card)
        at = skip(tokens, card.last, (Role.JOIN, Role.COMMA, *SMALL), 3)
    cards = [card for group in groups for card in group.cards]
    suited = any(card.suit is not None for card in cards)
    if rank is None or len(groups) < 2 or len(cards) != number or not suited:
        return None
    return Group(groups[-1].last, rank, tuple(cards), counted=True)


def _skip_kind(tokens: Sequence[Token], at: int) -> int:
    """Past `of a kind` and what leads to the rank."""
    if [token.text for token in tokens[at : at + 3]] == ["of", "a", "kind"]:
        return skip(tokens, at + 3, (*SMALL, Role.COLON, Role.OPEN, Role.COMMA), 3)
    return at
