"""Third stage: the cards that are named, phrase by phrase.

    phrase  = group { joint group }            joint: et + & / -, nothing, or a comma before the same rank
    group   = number [of] rank suits           double 8 : carreau et pique, deux 8, 2 8, les deux as noirs
            | number [of] group { joint group }     as many cards of one rank: double : 8♠ et 8♦
            | card
    card    = rank suits | suit rank | code    7 de cœur, 7♥, ♥7, 7h, 8♠♦, valet (suits: see `suits`)
    number  = double … carré, deux … quatre, 2 … 4, both, « three of a kind »; `2 x 8`, `8 x 2`

A numeral is a number of cards when a rank follows it, else a rank. `3 3` may be three threes or two: both
are given. Four cards of one rank are all of its suits. A colour stands for its two suits and so needs two
cards. `11 de pique` is no card: its phrase is unreadable. Lookahead is bounded, so the stage is linear.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from gm.cards import JOKER, RANKS, NamedCard, Rank, Suit
from gm.posts.claims import Doubt
from gm.posts.lexicon import Role
from gm.posts.ranks import counted_rank, is_letter_rank, is_list, is_other_number, is_verb_as, times
from gm.posts.suits import (
    LEAD_IN,
    MOST,
    SMALL,
    Suits,
    letters_from,
    skip,
    suit_follows,
    suits_from,
    unknown_suit,
)
from gm.posts.tokens import Token

_TWO: Final = RANKS.index("2")
_FIRST_WORDS: Final = frozenset({"dc", "tt", "qd"})
_NO_RANKS: Final = frozenset({"zero", "onze", "douze", "treize", "quatorze", "eleven", "twelve", "thirteen"})
_ALL_SUITS: Final = (0, 1, 2, 3)


class Phrase(NamedTuple):
    """Cards named together in the tokens `first` up to `last` excluded."""

    first: int
    last: int
    cards: tuple[NamedCard, ...]
    bare: bool = False
    """One numeral or letter and nothing else: it may have nothing to do with cards."""
    counted: bool = False
    definite: bool = False
    """Begins with `le`, `the`: may speak of a card known already."""
    doubt: Doubt | None = None
    other: tuple[NamedCard, ...] = ()
    """A second reading of the same words."""
    torn: bool = False
    """The doubt lies in the words of one card, not in what the cards make together."""
    missing: int | None = None
    """A number of cards (0: one that does not exist) is stated, but not which."""


class _Group(NamedTuple):
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


def phrases_of(tokens: Sequence[Token]) -> tuple[Phrase, ...]:
    """All the phrases in the order of the text; they do not overlap."""
    found: list[Phrase] = []
    at = 0
    while at < len(tokens):
        phrase = _phrase(tokens, at)
        if phrase is None:
            at += 1
        else:
            found.append(phrase)
            at = phrase.last
    return tuple(found)


def _phrase(tokens: Sequence[Token], first: int) -> Phrase | None:
    group = _group(tokens, first)
    if group is None:
        return None
    groups = [group]
    while len(groups) < MOST and (following := _joined(tokens, groups[-1])) is not None:
        groups.append(following)
    cards = [card for group in groups for card in group.cards]
    doubts = [group.doubt for group in groups if group.doubt is not None]
    last = groups[-1].last
    if len(cards) == 1 and not group.counted and _is_plural(tokens, first):
        doubts.append("ambiguous")
    if len(groups) > 1 and any(group.counted for group in groups):
        doubts.append("ambiguous")
    if len(set(cards)) < len(cards) and any(_is_letter_code(token) for token in tokens[first:last]):
        # `Ah Ac Ah`, `Qh dc`: one of them may be no card.
        doubts += ["ambiguous"] * any(card.suit is not None and cards.count(card) > 1 for card in cards)
    if any(_may_be_two_ranks(token) for token in tokens[first:last]):
        doubts.append("ambiguous")
    mixed = len({group.rank for group in groups}) > 1
    if mixed and (_may_be_something_else(groups) or _begins_sentence(tokens[first:last])):
        doubts.append("ambiguous")
    if len(groups) == 1 and group.other:
        return Phrase(first, last, group.cards, counted=True, doubt="ambiguous", other=group.other)
    return Phrase(
        first,
        last,
        _completed(cards),
        bare=all(group.bare for group in groups) and len({group.rank for group in groups}) == len(groups),
        counted=any(group.counted for group in groups),
        definite=first > 0 and tokens[first - 1].has(Role.DEFINITE),
        doubt="unreadable" if "unreadable" in doubts else doubts[0] if doubts else None,
        torn=any(group.doubt for group in groups)
        or any(token.twin is not None for token in tokens[first:last]),
        missing=next((group.missing for group in groups if group.missing is not None), None),
    )


def _begins_sentence(tokens: Sequence[Token]) -> bool:
    """`Dc 7p` may be « donc 7p »: no play has two ranks."""
    return any(token.code and token.text in _FIRST_WORDS for token in tokens)


def _is_letter_code(token: Token) -> bool:
    return token.code and len(token.text) == 2 and token.text.isalpha()


def _may_be_two_ranks(token: Token) -> bool:
    """`KK`, `RK`, `TT`: a code, or two cards of one rank; `TK` is a code, for no play has two ranks."""
    return token.twin is not None and token.sense.rank == token.twin


def _is_plural(tokens: Sequence[Token], first: int) -> bool:
    """`mes 8`, `les rois`: how many is not said."""
    return tokens[first].sense.plural or (first > 0 and tokens[first - 1].has(Role.PLURAL))


def _may_be_something_else(groups: Sequence[_Group]) -> bool:
    """`cinq as`, `7 8`, or `2 et 5`, a play that closes the tour and an opening: no play has two ranks."""
    return any(group.bare for group in groups) or groups[0].rank == _TWO


def _joined(tokens: Sequence[Token], before: _Group) -> _Group | None:
    """The next group of the same phrase, if one follows."""
    at = before.last
    comma = False
    if at < len(tokens) and tokens[at].has(Role.COMMA):
        comma = True
        at += 1
    if at < len(tokens) and tokens[at].has(Role.JOIN):
        at += 1
    at = skip(tokens, at, SMALL, 2)
    group = _group(tokens, at)
    if group is None or (comma and group.rank != before.rank):
        return None
    return group


def _group(tokens: Sequence[Token], at: int) -> _Group | None:
    if at >= len(tokens):
        return None
    if is_verb_as(tokens, at) or is_other_number(tokens, at):
        return None
    return _counted(tokens, at) or _card(tokens, at) or _no_card(tokens, at)


def _no_card(tokens: Sequence[Token], at: int) -> _Group | None:
    """`11 de pique`, `1♥`, `zéro de trèfle`: a suit follows what is no rank."""
    token = tokens[at]
    if not (token.text.isdigit() or token.text in _NO_RANKS) or token.sense.rank is not None:
        return None
    suits = suits_from(tokens, at + 1)
    if not suits.named or suits.coloured or tokens[at + 1].has(Role.COMMA, Role.COLON, Role.JOIN):
        return None
    if any(near.sense.letter for near in tokens[at + 1 : suits.last]):
        # `14h` is an hour.
        return None
    return _Group(suits.last, -1, (), counted=True, doubt="unreadable", missing=0)


def _counted(tokens: Sequence[Token], at: int) -> _Group | None:
    """A number of cards and what they are; None when no number stands here."""
    token = tokens[at]
    number = token.sense.count
    if not number or token.code or (token.sense.number and suit_follows(tokens, at)):
        return None
    to = at + 1
    if not token.sense.number:
        to = skip(tokens, to, (*SMALL, Role.SIZE, Role.COLON, Role.OPEN, Role.PARTS), 4)
    else:
        to = skip(tokens, _skip_kind(tokens, to), (Role.SIZE,), 2)
        if to < len(tokens) and (tokens[to].has(Role.TIMES) or tokens[to].text == "x"):
            to += 1
    colour: tuple[int, ...] = ()
    if to < len(tokens) and tokens[to].sense.colour:
        colour = tokens[to].sense.suits
        to += 1
    rank = counted_rank(tokens, to)
    if rank is None:
        if token.sense.number:
            return None
        return _Group(at + 1, -1, (), counted=True, doubt="unreadable", missing=number)
    if token.sense.number and tokens[to].sense.number and is_list(tokens, at, to):
        return None
    listed = _same_rank(tokens, to, number)
    if listed is not None:
        return listed
    return _numbered(tokens, at, to, rank, number, colour)


def _numbered(
    tokens: Sequence[Token], at: int, to: int, rank: int, number: int, colour: tuple[int, ...]
) -> _Group:
    """`number` cards of `rank`, the word at `to`, with the suits or the single cards named after it."""
    digit = tokens[at].sense.number
    named = _counted_suits(tokens, to, number)
    last = named.last
    suits, coloured = (named.named, named.coloured) if named.named else (colour, bool(colour))
    if not suits:
        listed = _same_rank(tokens, skip(tokens, last, LEAD_IN, 4), number, rank)
        if listed is not None:
            return listed
    fits = len(suits) in (0, number) or (len(suits) < number and not digit)
    clear = fits and not (coloured and number != 2) and not (named.torn and len(suits) != number)
    doubt: Doubt | None = None if clear else "ambiguous"
    if not suits and unknown_suit(tokens, last):
        doubt = "unreadable"
    cards = _cards(rank, suits, number)
    other: tuple[NamedCard, ...] = ()
    twice = tokens[at].text.isdigit() and tokens[to].text == tokens[at].text
    if twice and number > 2 and not suits:
        other = _cards(rank, (), 2)
    return _Group(last, rank, _completed(cards), counted=True, doubt=doubt, other=other)


def _counted_suits(tokens: Sequence[Token], at: int, number: int) -> Suits:
    """The suits of the rank at `at` after a number of cards: `8s` and `Ks` are plurals there."""
    token = tokens[at]
    plural = token.sense.number and at + 1 < len(tokens) and tokens[at + 1].text == "s"
    if plural and tokens[at + 1].glued:
        return suits_from(tokens, at + 2)
    if token.sense.suits and not token.sense.letter and not (token.code and token.text.endswith("s")):
        return Suits(at + 1, token.sense.suits)
    return letters_from(tokens, at + 1, number) or suits_from(tokens, at + 1)


def _same_rank(tokens: Sequence[Token], at: int, number: int, rank: int | None = None) -> _Group | None:
    """Exactly `number` single cards of one rank listed from here, at least one with its suit."""
    groups: list[_Group] = []
    while len(groups) < 4 and (card := _card(tokens, at)) is not None and not card.counted:
        rank = card.rank if rank is None else rank
        if card.rank != rank:
            break
        groups.append(card)
        at = skip(tokens, card.last, (Role.JOIN, Role.COMMA, *SMALL), 3)
    cards = [card for group in groups for card in group.cards]
    suited = any(card.suit is not None for card in cards)
    if rank is None or len(groups) < 2 or len(cards) != number or not suited:
        return None
    return _Group(groups[-1].last, rank, tuple(cards), counted=True)


def _card(tokens: Sequence[Token], at: int) -> _Group | None:
    """One rank with its suits: as many cards as there are suits, one without any."""
    if at >= len(tokens):
        return None
    token = tokens[at]
    if token.sense.rank is None:
        return _suit_first(tokens, at)
    rank = token.sense.rank
    if token.sense.suits and not token.sense.letter:
        return _Group(at + 1, rank, _cards(rank, token.sense.suits, 1))
    last, suits, coloured, torn = suits_from(tokens, at + 1)
    if token.sense.letter and not is_letter_rank(tokens, at, suited=bool(suits)):
        return None
    if not suits and (number := times(tokens, at + 1)) is not None:
        return _Group(at + 3, rank, _completed(_cards(rank, (), number)), counted=True)
    if token.sense.number and not suits and at and tokens[at - 1].has(Role.TIMES):
        return _Group(at + 1, -1, (), counted=True, doubt="unreadable", missing=token.sense.count)
    doubt: Doubt | None = "ambiguous" if coloured or torn else None
    if not suits and unknown_suit(tokens, last):
        doubt = "unreadable"
    number = 1 if coloured else max(1, len(suits))
    cards = _cards(rank, () if coloured else suits, number)
    if token.sense.letter and token.sense.suits and not suits and len(tokens) > 1:
        # `T T`: two tens, or the ten of clubs.
        doubt = "ambiguous"
    bare = not suits and (token.sense.number or token.sense.letter)
    return _Group(last, rank, cards, bare=bare, doubt=doubt)


def _suit_first(tokens: Sequence[Token], at: int) -> _Group | None:
    """`♥7`: a symbol glued to the rank after it; or `red king`, which names no single suit."""
    suits = tokens[at].sense.suits
    if tokens[at].sense.colour and (rank := counted_rank(tokens, at + 1)) is not None:
        return _Group(at + 2, rank, _cards(rank, (), 1), doubt="ambiguous")
    if not suits or tokens[at].sense.letter or tokens[at].text.isalpha() or at + 1 >= len(tokens):
        return None
    after = tokens[at + 1]
    if after.sense.rank is None or not after.glued or (after.sense.suits and not after.sense.letter):
        return None
    if at + 2 < len(tokens) and tokens[at + 2].sense.suits and tokens[at + 2].glued:
        if at + 3 >= len(tokens) or tokens[at + 3].sense.rank is None or not tokens[at + 3].glued:
            # `♠7♥` and no rank after it: the 7 may be of either suit.
            return None
    return _Group(at + 2, after.sense.rank, _cards(after.sense.rank, suits, 1))


def _skip_kind(tokens: Sequence[Token], at: int) -> int:
    """Past `of a kind` and what leads to the rank."""
    if [token.text for token in tokens[at : at + 3]] == ["of", "a", "kind"]:
        return skip(tokens, at + 3, (*SMALL, Role.COLON, Role.OPEN, Role.COMMA), 3)
    return at


def _cards(rank: int, suits: tuple[int, ...], number: int) -> tuple[NamedCard, ...]:
    named = tuple(NamedCard(Rank(rank), Suit(suit)) for suit in suits)
    return named + (NamedCard(Rank(rank), None),) * (number - len(named))


def _completed(cards: Sequence[NamedCard]) -> tuple[NamedCard, ...]:
    """Four cards of one rank are all of its suits, two jokers both; else the cards in code order."""
    if len({card.rank for card in cards}) == 1 and len(cards) == (2 if cards[0].rank == JOKER else 4):
        suits = [card.suit for card in cards if card.suit is not None]
        if len(set(suits)) == len(suits) and len(suits) < len(cards):
            return tuple(NamedCard(cards[0].rank, Suit(suit)) for suit in _ALL_SUITS[: len(cards)])
    return ordered(cards)
