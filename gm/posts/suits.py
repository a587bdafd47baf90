"""The suits that follow a rank, and whether they can be nothing else.

    suits   = [ [of : ( ,] suit { [et / ,] [of] suit } ]

Letters are a snare: in French K is carreau and a king, T is trèfle and a ten, D a diamond and a queen. So a
list of suits is written in letters throughout or not at all, a letter before a suit is a rank (`K♠K♥`), and
a letter that stands apart and is the letter of a rank too makes the list `torn` (`7 K`).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from gm.posts.lexicon import Role
from gm.posts.lexicon.pointing import ONES
from gm.posts.tokens import Token

MOST: Final = 8
ALL_SUITS: Final = (0, 1, 2, 3)
SMALL: Final = (Role.ARTICLE, Role.DEFINITE, Role.OF)
LEAD_IN: Final = (*SMALL, Role.COLON, Role.OPEN, Role.COMMA, Role.JOIN, Role.PARTS)
_ONE: Final = ("un", "une", "one", "a")
_BETWEEN: Final = (*SMALL, Role.JOIN, Role.COMMA)


class Suits(NamedTuple):
    """Suits named one after the other, up to the token `last` excluded."""

    last: int
    named: tuple[int, ...] = ()
    coloured: bool = False
    """They are the two of a colour, not named one by one."""
    torn: bool = False
    """One of the letters may be a rank as well, or a sign no suit."""
    excepted: bool = False
    """They are those left by an exception."""


def skip(tokens: Sequence[Token], at: int, roles: tuple[Role, ...], most: int) -> int:
    """Past at most `most` words of these roles that name no rank."""
    for _ in range(most):
        if at >= len(tokens) or not tokens[at].has(*roles) or tokens[at].sense.rank is not None:
            break
        at += 1
    return at


def suits_from(tokens: Sequence[Token], at: int) -> Suits:
    """The suits named from here, none included."""
    found: tuple[int, ...] = ()
    last = at
    letters = torn = False
    while len(found) < MOST:
        to = skip(tokens, last, _BETWEEN if found else LEAD_IN, 4)
        if (
            found
            and to + 1 < len(tokens)
            and tokens[to].has(Role.OPEN)
            and _is_said_again(tokens, last, to + 1)
        ):
            to += 1
        if to >= len(tokens) or not _is_suit(tokens, to, first=not found):
            break
        token = tokens[to]
        sense = token.sense
        if found and _is_another(tokens[last:to]):
            break
        if found and sense.letter is not letters:
            break
        if sense.colour:
            if tokens[to - 1].text in _ONE and not sense.plural and not found:
                # `double roi, un noir un rouge`
                break
            return Suits(last, found, torn=torn) if found else Suits(to + 1, sense.suits, coloured=True)
        if found and _is_said_again(tokens, last, to):
            last = to + 1
            break
        letters = sense.letter
        # `as de cœur de pique`: two suits for one card.
        torn = torn or (bool(found) and to == last + 1 and tokens[last].has(Role.OF))
        torn = torn or token.twin is not None or token.fond
        torn = torn or (letters and not token.code and sense.rank is not None)
        found += sense.suits
        last = to + 1
    if found and last < len(tokens) and tokens[last].has(Role.CLOSE):
        last += 1
    return Suits(last, found, torn=torn or (bool(found) and _is_choice(tokens, last)))


def _is_choice(tokens: Sequence[Token], last: int) -> bool:
    """`de pique ou de trèfle`"""
    at = skip(tokens, last, (Role.COMMA,), 1)
    if at >= len(tokens) or not tokens[at].has(Role.OR):
        return False
    to = skip(tokens, at + 1, SMALL, 2)
    return to < len(tokens) and bool(tokens[to].sense.suits) and tokens[to].sense.rank is None


def _is_another(between: Sequence[Token]) -> bool:
    """`valet de pique, celui de cœur attendra`: of another card."""
    return any(token.text in ONES for token in between) and not any(token.has(Role.JOIN) for token in between)


def _is_said_again(tokens: Sequence[Token], last: int, to: int) -> bool:
    """`cœur ♥`: the suit just named, in another way."""
    before, token = tokens[last - 1], tokens[to]
    return before.sense.suits == token.sense.suits and before.text.isalpha() is not token.text.isalpha()


def letters_from(tokens: Sequence[Token], at: int, number: int) -> Suits | None:
    """Exactly `number` different letters of suits: after a number of cards and a rank they are no ranks."""
    found: tuple[int, ...] = ()
    last = at
    while len(found) <= number:
        to = skip(tokens, last, _BETWEEN if found else LEAD_IN, 4)
        if to >= len(tokens) or not tokens[to].sense.letter or tokens[to].code:
            break
        if not tokens[to].sense.suits:
            return None
        found += tokens[to].sense.suits
        last = to + 1
    follows = last < len(tokens) and bool(tokens[last].sense.suits)
    if follows or len(found) != number or len(set(found)) != number:
        return None
    return Suits(skip(tokens, last, (Role.CLOSE,), 1), found)


def _is_suit(tokens: Sequence[Token], at: int, *, first: bool) -> bool:
    token = tokens[at]
    if not token.sense.suits:
        return False
    if token.sense.letter:
        if token.code:
            return token.glued
        if token.sense.rank is not None and _suit_is_next(tokens, at):
            return False
        before = tokens[at - 1]
        led = before.has(*LEAD_IN, Role.EXCEPT)
        return token.glued or not first or before.sense.rank is not None or led
    if token.sense.rank is not None:
        return False
    starts_next = at + 1 < len(tokens) and tokens[at + 1].glued and tokens[at + 1].sense.rank is not None
    return not (starts_next and not token.glued and not token.text.isalpha())


def _suit_is_next(tokens: Sequence[Token], at: int) -> bool:
    """Whether the letter here is followed by its suit: `K♥`, `K de cœur`, `k h`."""
    to = skip(tokens, at + 1, (Role.OF,), 1)
    return to < len(tokens) and bool(tokens[to].sense.suits) and not tokens[to].code


def suit_follows(tokens: Sequence[Token], at: int) -> bool:
    """Whether the numeral here is a rank, for its suit comes next."""
    suits = suits_from(tokens, at + 1)
    if suits.coloured and suits.last < len(tokens) and tokens[suits.last].sense.rank is not None:
        return False
    return bool(suits.named) and not tokens[at + 1].has(Role.COLON, Role.OPEN)


def unknown_suit(tokens: Sequence[Token], last: int) -> bool:
    """`valet de pic`: a suit seems to be named, but which?"""
    if last < len(tokens) and tokens[last].unclear:
        return True
    following = tokens[last : last + 2]
    if len(following) < 2 or following[0].text not in ("de", "of"):
        return False
    return following[1].text.isalpha() and not following[1].sense.known


def excepted_from(tokens: Sequence[Token], at: int, rank: int) -> Suits | None:
    """`: tout sauf le trèfle`: the suits that an exception leaves of a rank, if one stands here."""
    to = skip(tokens, at, (Role.COMMA, Role.COLON, Role.OPEN, Role.JOIN), 2)
    to = skip(tokens, to, (Role.ALL,), 1)
    if to >= len(tokens) or not tokens[to].has(Role.EXCEPT):
        return None
    again = skip(tokens, to + 1, SMALL, 2)
    if again < len(tokens) and tokens[again].sense.rank == rank and not tokens[again].sense.suits:
        to = again
    named = suits_from(tokens, to + 1)
    if not named.named:
        return None
    left = tuple(suit for suit in ALL_SUITS if suit not in named.named)
    # `sauf le noir`: one of the two black ones, but which?
    one = named.coloured and not tokens[named.last - 1].sense.plural
    return Suits(named.last, left, torn=named.torn or one, excepted=True)


def names_exception(tokens: Sequence[Token], at: int) -> bool:
    """`sauf le trèfle`: suits that are not meant."""
    return tokens[at].has(Role.EXCEPT) and bool(suits_from(tokens, at + 1).named)
