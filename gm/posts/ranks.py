"""Whether a word is a rank or a number of cards, where it may be something else.

A numeral may be an hour, a score or a count of other things; `as` is a French verb too; a single letter is a
rank only beside a suit, a number of cards or its like.
"""

from collections.abc import Sequence

from gm.posts.lexicon import Role
from gm.posts.suits import suits_from
from gm.posts.tokens import Token


def is_verb_as(tokens: Sequence[Token], at: int) -> bool:
    """`tu m'as eu`: the French verb, not the card."""
    token = tokens[at]
    if token.text != "as" or not token.has(Role.PAST) or at == 0:
        return False
    before = tokens[at - 1]
    return before.text in ("tu", "m'", "t'", "n'", "y", "qu'", "ne") or (
        before.text == "l'" and at > 1 and tokens[at - 2].text == "tu"
    )


def is_other_number(tokens: Sequence[Token], at: int) -> bool:
    """A numeral that is an hour, a delay, a number in a row, a score or a count of something else."""
    token = tokens[at]
    if not token.sense.number:
        return False
    before = tokens[at - 1] if at else None
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if before is not None and before.has(Role.NUMBERED) and not before.has(Role.STOP):
        return True
    if before is not None and before.has(Role.TIME):
        return after is None or after.text == "h" or not suits_from(tokens, at + 1).named
    if before is not None and token.glued and before.text in (".", ",", "#", "%", "'"):
        return at > 1 and tokens[at - 2].sense.number
    if after is None:
        return False
    if after.has(Role.UNIT) and not (after.sense.suits and after.glued):
        return True
    if after.glued and after.text == "x" and at + 2 >= len(tokens):
        return True
    if after.glued and after.text.isalpha() and not after.sense.suits and after.text not in ("s", "x"):
        return not (token.sense.count and _counts_letter(after))
    if after.text == "h" and after.glued and at + 2 < len(tokens) and tokens[at + 2].glued:
        return tokens[at + 2].text.isdigit() and not tokens[at + 2].sense.known
    score = after.glued and after.text in ("/", "-", ".", ",") and at + 2 < len(tokens)
    if not score:
        return False
    third = tokens[at + 2]
    return (
        third.glued
        and third.text.isdigit()
        and third.text != token.text
        and not suits_from(tokens, at + 3).named
    )


def _counts_letter(letter: Token) -> bool:
    """`2R`, two kings; but `2j` are days."""
    if not letter.sense.letter or letter.sense.rank is None:
        return False
    return letter.capital or not (letter.sense.roles or letter.text == "j")


def is_letter_rank(tokens: Sequence[Token], at: int, *, suited: bool) -> bool:
    """A letter for a rank: alone, beside its suit or a number (`2 R`, `R x2`), or among its likes (`V V`)."""
    token = tokens[at]
    if len(tokens) == 1:
        return token.capital or not token.sense.roles
    if suited:
        return not token.sense.roles or token.capital or tokens[at + 1].glued
    if times(tokens, at + 1) is not None:
        return True
    if token.sense.roles and not (token.capital and _is_among_likes(tokens, at)):
        return False
    before = tokens[at - 1] if at else None
    if before is not None and (before.sense.count or before.has(Role.TIMES)):
        return True
    return _is_among_likes(tokens, at)


def _is_among_likes(tokens: Sequence[Token], at: int) -> bool:
    near = (at - 1, at + 1)
    return any(0 <= to < len(tokens) and tokens[to].text == tokens[at].text for to in near)


def counted_rank(tokens: Sequence[Token], at: int) -> int | None:
    """The rank that a number of cards counts, if one stands here."""
    if at >= len(tokens) or is_verb_as(tokens, at):
        return None
    token = tokens[at]
    if token.sense.letter and token.sense.roles and not token.capital:
        return None
    return token.sense.rank


def times(tokens: Sequence[Token], at: int) -> int | None:
    """`8 x2`: the number of cards after the sign."""
    if at + 1 < len(tokens) and (tokens[at].has(Role.TIMES) or tokens[at].text == "x"):
        if tokens[at + 1].sense.count and tokens[at + 1].sense.number:
            return tokens[at + 1].sense.count
    return None


def is_list(tokens: Sequence[Token], at: int, to: int) -> bool:
    """`3 3 3`: the same digit said three times is a list of cards, not three of a kind and one more."""
    text = tokens[at].text
    if not text.isdigit() or to != at + 1 or tokens[to].text != text:
        return False
    run_on = to + 1 < len(tokens) and tokens[to + 1].text == text
    run_before = at > 0 and tokens[at - 1].text == text
    return run_on or run_before
