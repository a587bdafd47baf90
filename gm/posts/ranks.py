"""Whether a word is a rank or a number of cards, where it may be something else.

A numeral may be an hour, a score or a count of other things; `as` is a French verb too; a single letter is a
rank only beside a suit, a number of cards or its like.
"""

from collections.abc import Sequence
from typing import Final

from gm.posts.lexicon import Role, Sense
from gm.posts.suits import suits_from
from gm.posts.tokens import Token

_END: Final = (Token("\n", Sense(), 0, 0, glued=False, code=False, capital=False),) * 4
_FAR: Final = 12
_ORDERS: Final = ("<", ">")
_DAYS: Final = ("a demain", "a ce soir", "a bientot")
_DELAYS: Final = ("retard", "avance", "decalage")
_SIZES: Final = ("go", "mo", "ko", "gb", "mb", "kb")


def is_verb_as(tokens: Sequence[Token], at: int) -> bool:
    """`tu m'as eu`: the French verb, not the card."""
    token = tokens[at]
    if token.text != "as" or not token.has(Role.PAST) or at == 0:
        return False
    before = tokens[at - 1]
    return before.text in ("tu", "m'", "t'", "n'", "y", "qu'", "ne") or (
        before.text == "l'" and at > 1 and tokens[at - 2].text == "tu"
    )


def is_in_order(tokens: Sequence[Token], at: int) -> bool:
    """`3 > 4 > … > roi`: ranks in an order, of which none is played."""
    if tokens[at].sense.rank is None:
        return False
    signs = [0 <= to < len(tokens) and tokens[to].text in _ORDERS for to in (at - 3, at - 1, at + 1, at + 3)]
    if not ((signs[1] and (signs[0] or signs[2])) or (signs[2] and signs[3])):
        return False
    return not suits_from(tokens, at + 1).named


def is_other_number(tokens: Sequence[Token], at: int) -> bool:
    """A numeral that is an hour, a delay, a number in a row, a score or a count of something else."""
    if not tokens[at].sense.number:
        return False
    by_before = _is_other_after(tokens, at, tokens[at - 1]) if at else None
    if by_before is not None or _is_date(tokens, at) or _repeats_count(tokens, at):
        return by_before is not False
    if at + 1 == len(tokens):
        return False
    return _is_other_before(tokens, at, tokens[at + 1]) or _is_hour(tokens, at) or _is_score(tokens, at)


def _is_other_after(tokens: Sequence[Token], at: int, before: Token) -> bool | None:
    """What the word before tells: `n°3`, `manche 2`, `Edit 2 :`, `dans 3`; None when nothing."""
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if (before.text == "°" or before.has(Role.NUMBERED)) and not before.has(Role.STOP):
        return True
    if before.has(Role.EDIT) and after is not None and after.has(Role.COLON):
        return True
    day = (before.has(Role.LATER) and not before.text.endswith("rai")) or before.text in _DAYS
    if day and after is not None and after.text == "h":
        # `demain 10h`
        return True
    several = before.text == "des" and at > 1 and tokens[at - 2].has(Role.JOIN)
    if before.has(Role.TIME) and not several:
        return after is None or after.text == "h" or not suits_from(tokens, at + 1).named
    if tokens[at].glued and before.text in (".", ",", "#", "%", "'"):
        return at > 1 and tokens[at - 2].sense.number
    return None


def _repeats_count(tokens: Sequence[Token], at: int) -> bool:
    """`Il me reste 4 cartes. Quatre.`: alone in its sentence, the number of what was just counted."""
    if at < 2 or not tokens[at - 1].has(Role.STOP):
        return False
    if at + 1 < len(tokens) and not tokens[at + 1].has(Role.STOP, Role.QUESTION):
        return False
    said = [to for to in range(max(0, at - _FAR), at - 1) if tokens[to].sense == tokens[at].sense]
    return any(tokens[to + 1].has(Role.UNIT) for to in said)


def _is_other_before(tokens: Sequence[Token], at: int, after: Token) -> bool:
    """`3 tours`, `8 Go`, `8x`, `2e`, where the word after is what the numeral counts, or a part of it."""
    if after.has(Role.UNIT) and not (after.sense.suits and after.glued) and not _multiplies(tokens, at):
        return True
    if after.text in _SIZES and after.capital:
        return True
    if not after.glued:
        return False
    if after.text == "x" and at + 2 >= len(tokens):
        return True
    if not after.text.isalpha() or after.sense.suits or after.text in ("s", "x"):
        return False
    if after.sense.rank is not None and not after.sense.letter:
        # `2rois`
        return False
    return not (tokens[at].sense.count and _counts_letter(after))


def _multiplies(tokens: Sequence[Token], at: int) -> bool:
    """`2 fois 5`, and nothing counted by that."""
    if at + 2 >= len(tokens) or not tokens[at].sense.count or tokens[at + 1].text not in ("fois", "times"):
        return False
    ends = at + 3 == len(tokens) or tokens[at + 3].has(Role.STOP, Role.COMMA, Role.COLON, Role.OPEN, Role.OF)
    return tokens[at + 2].sense.rank is not None and ends


def _is_score(tokens: Sequence[Token], at: int) -> bool:
    """`8/10`, `5-2`, `3.5`."""
    if at + 2 >= len(tokens):
        return False
    sign, second = tokens[at + 1 : at + 3]
    if not sign.glued or sign.text not in ("/", "-", ".", ",") or not second.glued:
        return False
    return second.text.isdigit() and second.text != tokens[at].text and not suits_from(tokens, at + 3).named


def _is_date(tokens: Sequence[Token], at: int) -> bool:
    """`le 7 sept.`: neither is a card."""
    day = at - 1 if tokens[at].text == "sept" else at
    if day < 1 or day + 1 >= len(tokens) or tokens[day - 1].text != "le":
        return False
    return tokens[day].text.isdigit() and tokens[day + 1].text == "sept"


def _is_hour(tokens: Sequence[Token], at: int) -> bool:
    """`8h30`, `4h d'éco`, `8h à 12h`, where `8h` may be a code."""
    following = [*tokens[at + 1 : at + 5], *_END]
    if following[0].text != "h" or not following[0].glued:
        return False
    if tokens[at].glued and tokens[at - 1].code:
        # `3d3h`
        return False
    between, third, fourth = following[1:4]
    if between.glued and between.text.isdigit() and between.text != tokens[at].text:
        return len(between.text) == 2 and not (third.glued and third.sense.suits)
    if between.text in ("de", "d'", "en", "du"):
        return third.text in _DELAYS or (third.text.isalpha() and not third.sense.known)
    until = between.text in ("a", "-", "/") and third.text.isdigit() and third.text != tokens[at].text
    return until and fourth.text == "h"


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
    """`V V`, `R+R`."""
    for step in (-1, 1):
        to = at + step
        if 0 <= to < len(tokens) and tokens[to].has(Role.JOIN):
            to += step
        if 0 <= to < len(tokens) and tokens[to].text == tokens[at].text:
            return True
    return False


def is_several(tokens: Sequence[Token], at: int) -> bool:
    """`mes 8`, `les rois`: more than one card of the rank here, however many."""
    return tokens[at].sense.plural or (at > 0 and tokens[at - 1].has(Role.PLURAL))


def past_plural(tokens: Sequence[Token], at: int) -> int:
    """Past the rank here and the `s` of its plural (`8s`, `Ks`)."""
    plural = at + 1 < len(tokens) and tokens[at + 1].text == "s" and tokens[at + 1].glued
    return at + 2 if plural else at + 1


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
