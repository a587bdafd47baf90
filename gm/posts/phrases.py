"""Third stage: the cards that are named, phrase by phrase.

    phrase  = group { joint group }            joint: et + & / -, nothing, or a comma before the same rank
    group   = number [of] rank suits           double 8 : carreau et pique, deux 8, 2 8, les deux as noirs
            | number [of] group { joint group }     as many cards of one rank: double : 8♠ et 8♦
            | card
    card    = rank suits | suit rank | code    7 de cœur, 7♥, ♥7, 7h, 8♠♦, valet
    suits   = [ [of : ( ,] suit { [et / ,] [of] suit } ]
    number  = double … carré, deux … quatre, 2 … 4, both, « three of a kind »; `2 x 8`, `8 x 2`

A numeral is a number of cards when a rank follows it, else a rank. `3 3` may be three threes or two: both
are given. Four cards of one rank are all of its suits. A colour stands for its two suits and so needs two
cards. Lookahead is bounded, so the stage is linear.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from gm.cards import JOKER, RANKS, Rank, Suit
from gm.posts.claims import Doubt, NamedCard
from gm.posts.lexicon import Role
from gm.posts.words import Token

_MOST: Final = 8
_TWO: Final = RANKS.index("2")
_ALL_SUITS: Final = (0, 1, 2, 3)
_SMALL: Final = (Role.ARTICLE, Role.DEFINITE, Role.OF)
_LEAD_IN: Final = (*_SMALL, Role.COLON, Role.OPEN, Role.COMMA, Role.JOIN, Role.PARTS)


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


class _Group(NamedTuple):
    last: int
    rank: int
    cards: tuple[NamedCard, ...]
    bare: bool = False
    counted: bool = False
    doubt: Doubt | None = None
    other: tuple[NamedCard, ...] = ()


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
    while len(groups) < _MOST and (following := _joined(tokens, groups[-1])) is not None:
        groups.append(following)
    cards = [card for group in groups for card in group.cards]
    doubts = [group.doubt for group in groups if group.doubt is not None]
    last = groups[-1].last
    if len(cards) == 1 and not group.counted and _is_plural(tokens, first):
        doubts.append("ambiguous")
    if len({group.rank for group in groups}) > 1 and _may_be_something_else(groups):
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
        doubt=doubts[0] if doubts else None,
    )


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
    at = _skip(tokens, at, _SMALL, 2)
    group = _group(tokens, at)
    if group is None or (comma and group.rank != before.rank):
        return None
    return group


def _group(tokens: Sequence[Token], at: int) -> _Group | None:
    if at >= len(tokens):
        return None
    if _is_verb_as(tokens, at) or _is_other_number(tokens, at):
        return None
    return _counted(tokens, at) or _card(tokens, at)


def _counted(tokens: Sequence[Token], at: int) -> _Group | None:
    """A number of cards and what they are; None when no number stands here."""
    token = tokens[at]
    number = token.sense.count
    if not number or token.code or (token.sense.number and _suit_follows(tokens, at)):
        return None
    to = at + 1
    if not token.sense.number:
        to = _skip(tokens, to, (*_SMALL, Role.SIZE, Role.COLON, Role.OPEN, Role.PARTS), 4)
    else:
        to = _skip(tokens, _skip_kind(tokens, to), (Role.SIZE,), 2)
        if to < len(tokens) and (tokens[to].has(Role.TIMES) or tokens[to].text == "x"):
            to += 1
    colour: tuple[int, ...] = ()
    if to < len(tokens) and tokens[to].sense.colour:
        colour = tokens[to].sense.suits
        to += 1
    rank = _counted_rank(tokens, to)
    if rank is None:
        return None if token.sense.number else _Group(at + 1, -1, (), counted=True, doubt="unreadable")
    if token.sense.number and tokens[to].sense.number and _is_list(tokens, at, to):
        return None
    listed = _same_rank(tokens, to, number)
    if listed is not None:
        return listed
    return _numbered(tokens, at, to, rank, number, colour)


def _counted_rank(tokens: Sequence[Token], at: int) -> int | None:
    """The rank that a number of cards counts, if one stands here."""
    if at >= len(tokens) or _is_verb_as(tokens, at):
        return None
    token = tokens[at]
    if token.sense.letter and token.sense.roles and not token.capital:
        return None
    return token.sense.rank


def _numbered(
    tokens: Sequence[Token], at: int, to: int, rank: int, number: int, colour: tuple[int, ...]
) -> _Group:
    """`number` cards of `rank`, the word at `to`, with the suits or the single cards named after it."""
    digit = tokens[at].sense.number
    last, suits, coloured = _counted_suits(tokens, to)
    suits, coloured = (suits, coloured) if suits else (colour, bool(colour))
    if not suits:
        listed = _same_rank(tokens, _skip(tokens, last, _LEAD_IN, 4), number, rank)
        if listed is not None:
            return listed
    fits = len(suits) in (0, number) or (len(suits) < number and not digit)
    doubt: Doubt | None = None if fits and not (coloured and number != 2) else "ambiguous"
    cards = _cards(rank, suits, number)
    other: tuple[NamedCard, ...] = ()
    twice = tokens[at].text.isdigit() and tokens[to].text == tokens[at].text
    if twice and number > 2 and not suits:
        other = _cards(rank, (), 2)
    return _Group(last, rank, _completed(cards), counted=True, doubt=doubt, other=other)


def _counted_suits(tokens: Sequence[Token], at: int) -> tuple[int, tuple[int, ...], bool]:
    """As `_suits`, of the rank at `at` after a number of cards: `8s` and `Ks` are plurals there."""
    token = tokens[at]
    plural = token.sense.number and at + 1 < len(tokens) and tokens[at + 1].text == "s"
    if plural and tokens[at + 1].glued:
        return _suits(tokens, at + 2)
    if token.sense.suits and not token.sense.letter and not (token.code and token.text.endswith("s")):
        return at + 1, token.sense.suits, False
    return _suits(tokens, at + 1)


def _same_rank(tokens: Sequence[Token], at: int, number: int, rank: int | None = None) -> _Group | None:
    """Exactly `number` single cards of one rank listed from here, at least one with its suit."""
    groups: list[_Group] = []
    while len(groups) < 4 and (card := _card(tokens, at)) is not None and not card.counted:
        rank = card.rank if rank is None else rank
        if card.rank != rank:
            break
        groups.append(card)
        at = _skip(tokens, card.last, (Role.JOIN, Role.COMMA, *_SMALL), 3)
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
    last, suits, coloured = _suits(tokens, at + 1)
    if token.sense.letter and not _is_letter_rank(tokens, at, suited=bool(suits)):
        return None
    if not suits and (times := _times(tokens, at + 1)) is not None:
        return _Group(at + 3, rank, _completed(_cards(rank, (), times)), counted=True)
    doubt: Doubt | None = "ambiguous" if coloured else None
    if not suits and _unknown_suit(tokens, last):
        doubt = "unreadable"
    number = 1 if coloured else max(1, len(suits))
    cards = _cards(rank, () if coloured else suits, number)
    bare = not suits and (token.sense.number or token.sense.letter)
    return _Group(last, rank, cards, bare=bare, doubt=doubt)


def _suit_first(tokens: Sequence[Token], at: int) -> _Group | None:
    """`♥7`: a symbol glued to the rank after it; or `red king`, which names no single suit."""
    suits = tokens[at].sense.suits
    if tokens[at].sense.colour and (rank := _counted_rank(tokens, at + 1)) is not None:
        return _Group(at + 2, rank, _cards(rank, (), 1), doubt="ambiguous")
    if not suits or tokens[at].sense.letter or tokens[at].text.isalpha() or at + 1 >= len(tokens):
        return None
    after = tokens[at + 1]
    if after.sense.rank is None or not after.glued or after.sense.suits:
        return None
    return _Group(at + 2, after.sense.rank, _cards(after.sense.rank, suits, 1))


def _suits(tokens: Sequence[Token], at: int) -> tuple[int, tuple[int, ...], bool]:
    """The suits named from here: where they end, which, and whether they are a colour."""
    found: tuple[int, ...] = ()
    last = at
    while len(found) < _MOST:
        seps = _LEAD_IN if not found else (*_SMALL, Role.JOIN, Role.COMMA)
        to = _skip(tokens, last, seps, 4)
        if to >= len(tokens) or not _is_suit(tokens, to, first=not found):
            break
        sense = tokens[to].sense
        if sense.colour:
            return (to + 1, sense.suits, True) if not found else (last, found, False)
        found += sense.suits
        last = to + 1
    if found and last < len(tokens) and tokens[last].has(Role.CLOSE):
        last += 1
    return last, found, False


def _is_suit(tokens: Sequence[Token], at: int, *, first: bool) -> bool:
    token = tokens[at]
    if not token.sense.suits:
        return False
    if token.sense.letter:
        if token.code:
            return token.glued
        rank_of_next = token.sense.rank is not None and at + 1 < len(tokens) and tokens[at + 1].sense.suits
        if rank_of_next and not token.glued:
            return False
        before = tokens[at - 1]
        return token.glued or not first or before.sense.rank is not None or before.has(*_LEAD_IN)
    if token.sense.rank is not None:
        return False
    starts_next = at + 1 < len(tokens) and tokens[at + 1].glued and tokens[at + 1].sense.rank is not None
    return not (starts_next and not token.glued and not token.text.isalpha())


def _suit_follows(tokens: Sequence[Token], at: int) -> bool:
    """Whether the numeral here is a rank, for its suit comes next."""
    last, suits, coloured = _suits(tokens, at + 1)
    if coloured and last < len(tokens) and tokens[last].sense.rank is not None:
        return False
    return bool(suits) and not tokens[at + 1].has(Role.COLON, Role.OPEN)


def _times(tokens: Sequence[Token], at: int) -> int | None:
    """`8 x2`: the number of cards after the sign."""
    if at + 1 < len(tokens) and (tokens[at].has(Role.TIMES) or tokens[at].text == "x"):
        if tokens[at + 1].sense.count and tokens[at + 1].sense.number:
            return tokens[at + 1].sense.count
    return None


def _is_list(tokens: Sequence[Token], at: int, to: int) -> bool:
    """`3 3 3`: the same digit said three times is a list of cards, not three of a kind and one more."""
    text = tokens[at].text
    if not text.isdigit() or to != at + 1 or tokens[to].text != text:
        return False
    run_on = to + 1 < len(tokens) and tokens[to + 1].text == text
    run_before = at > 0 and tokens[at - 1].text == text
    return run_on or run_before


def _is_verb_as(tokens: Sequence[Token], at: int) -> bool:
    """`tu m'as eu`: the French verb, not the card."""
    token = tokens[at]
    if token.text != "as" or not token.has(Role.PAST) or at == 0:
        return False
    before = tokens[at - 1]
    return before.text in ("tu", "m'", "t'", "n'", "y", "qu'", "ne") or (
        before.text == "l'" and at > 1 and tokens[at - 2].text == "tu"
    )


def _is_other_number(tokens: Sequence[Token], at: int) -> bool:
    """A numeral that is an hour, a delay, a number in a row, a score or a count of something else."""
    token = tokens[at]
    if not token.sense.number:
        return False
    before = tokens[at - 1] if at else None
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if before is not None and before.has(Role.NUMBERED) and not before.has(Role.STOP):
        return True
    if before is not None and before.has(Role.TIME):
        return after is None or after.text == "h" or not _suits(tokens, at + 1)[1]
    if before is not None and token.glued and before.text in (".", ",", "#", "%", "'"):
        return at > 1 and tokens[at - 2].sense.number
    if after is None:
        return False
    if after.has(Role.UNIT) and not (after.sense.suits and after.glued):
        return True
    if after.glued and after.text.isalpha() and not after.sense.suits and after.text not in ("s", "x"):
        return True
    if after.text == "h" and after.glued and at + 2 < len(tokens) and tokens[at + 2].glued:
        return tokens[at + 2].text.isdigit() and not tokens[at + 2].sense.known
    score = after.glued and after.text in ("/", "-", ".", ",") and at + 2 < len(tokens)
    if not score:
        return False
    third = tokens[at + 2]
    return third.glued and third.text.isdigit() and third.text != token.text and not _suits(tokens, at + 3)[1]


def _is_letter_rank(tokens: Sequence[Token], at: int, *, suited: bool) -> bool:
    """A letter for a rank: beside its suit, after a number of cards, or among its likes (`V V`)."""
    token = tokens[at]
    if suited:
        return not token.sense.roles or token.capital or tokens[at + 1].glued
    if token.sense.roles:
        return False
    near = (at - 1, at + 1)
    return any(
        0 <= to < len(tokens) and (tokens[to].sense.count or tokens[to].text == token.text) for to in near
    )


def _unknown_suit(tokens: Sequence[Token], last: int) -> bool:
    """`valet de pic`: a suit seems to be named, but which?"""
    following = tokens[last : last + 2]
    if len(following) < 2 or following[0].text not in ("de", "of"):
        return False
    return following[1].text.isalpha() and not following[1].sense.known


def names_exception(tokens: Sequence[Token], at: int) -> bool:
    """`sauf le trèfle`: suits that are not meant."""
    return tokens[at].has(Role.EXCEPT) and bool(_suits(tokens, at + 1)[1])


def _skip(tokens: Sequence[Token], at: int, roles: tuple[Role, ...], most: int) -> int:
    for _ in range(most):
        if at >= len(tokens) or not tokens[at].has(*roles) or tokens[at].sense.rank is not None:
            break
        at += 1
    return at


def _skip_kind(tokens: Sequence[Token], at: int) -> int:
    """Past `of a kind` and what leads to the rank."""
    if [token.text for token in tokens[at : at + 3]] == ["of", "a", "kind"]:
        return _skip(tokens, at + 3, (*_SMALL, Role.COLON, Role.OPEN, Role.COMMA), 3)
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
