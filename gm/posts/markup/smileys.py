"""The smiley that ate a card: `8)` is sunglasses after a sentence and an eight in `(double 8)`.

It is the card when a parenthesis is open before it, when a suit follows, or when a verb of playing, an
article or a number of cards leads to it; where it may be either it is kept and `unsure`. What a forum has
already made sunglasses of is an eight only where something leads to it.
"""

import re
from dataclasses import replace
from enum import Enum, auto
from typing import Final

from gm.posts.lexicon import SYMBOLS, Role, Sense, lexicon, numeral
from gm.posts.markup.addresses import SUNGLASSES
from gm.posts.markup.seen import Cut, Range, Visible, edited, joined

_SMILEY: Final = re.compile(rf"(?<!\w)(?P<sign>8|b)-?\)(?!\w)|(?<!{SUNGLASSES}){SUNGLASSES}")
_FACES: Final = re.compile(r"[:;=]['o-]?[()]")
_LAST_WORD: Final = re.compile(r"([^\W_]+'?|[^\w\s])\Z")
_SUIT_NEXT: Final = re.compile(r"[ ]?(?::[ ]?)?(?:de |d'|of )?([^\W_]+|[♠♤♥♡♦♢♣♧])")
_REACH: Final = 120
_LONGEST_WORD: Final = 20
_SURE_LEADS: Final = (Role.ARTICLE, Role.JOIN, Role.TIMES)
_LEADS: Final = (Role.PLAY, Role.TO_PLAY, Role.OPENING, Role.DEFINITE, Role.PLURAL, Role.OR)
_MAY_LEAD: Final = (Role.OF, Role.SIZE, Role.PARTS, Role.SO, Role.THEN)
_SIGNS_MAY: Final = frozenset("-–—:,=")


class _Is(Enum):
    CARD = auto()
    SMILEY = auto()
    UNSURE = auto()


def without_sunglasses(seen: Visible) -> Visible:
    """The text without the smileys that are nothing else, and an eight where a forum drew one."""
    cuts: list[Cut] = []
    unsure: list[Range] = []
    alone = len(seen.text.strip()) <= len("8-)")
    for smiley in _SMILEY.finditer(seen.text):
        first, last = smiley.span()
        sign = smiley["sign"]
        drawn = sign is None
        led = _Is.SMILEY if sign == "b" else _led(seen.text, first, last)
        if drawn and led is not _Is.CARD:
            continue
        inside = _is_inside(seen.text, first)
        if sign == "b":
            cuts += [] if inside else [Cut(first, last, " ")]
        elif drawn:
            # By the forum, or by an author who means it.
            cuts.append(Cut(first, last, "8)" if inside else "8 "))
            unsure += [] if inside else [(first, last)]
        elif inside:
            continue
        elif alone or (led is _Is.UNSURE and not _suit_follows(seen.text, last)):
            unsure.append((first, last))
        else:
            card = led is not _Is.SMILEY or _suit_follows(seen.text, last)
            cuts.append(Cut(first + 1 if card else first, last, " "))
    return edited(replace(seen, unsure=joined([*seen.unsure, *unsure])), cuts)


def _is_inside(text: str, first: int) -> bool:
    """Whether a parenthesis is open on the line before an index."""
    before = _FACES.sub(" ", text[max(0, first - _REACH) : first].rpartition("\n")[2])
    return before.count("(") > before.count(")")


def _led(text: str, first: int, last: int) -> _Is:
    """What the word before a smiley makes of it."""
    before = text[max(0, first - _LONGEST_WORD) : first].rstrip(" \t")
    if not before or before.endswith("\n"):
        if text[last : last + _REACH].partition("\n")[0].strip():
            return _Is.UNSURE
        return _Is.CARD if before.rstrip().endswith(":") else _Is.SMILEY
    word = _LAST_WORD.search(before)
    if word is None:
        return _Is.SMILEY
    if word[1] in _SIGNS_MAY:
        return _Is.UNSURE
    senses = _senses(word[1])
    roles = frozenset[Role]().union(*(sense.roles for sense in senses))
    if any(sense.count for sense in senses) or not roles.isdisjoint(_SURE_LEADS):
        return _Is.CARD
    if not roles.isdisjoint(_LEADS):
        return _Is.UNSURE if Role.FILLER in roles else _Is.CARD
    return _Is.UNSURE if word[1].isdigit() or not roles.isdisjoint(_MAY_LEAD) else _Is.SMILEY


def _suit_follows(text: str, last: int) -> bool:
    following = _SUIT_NEXT.match(text, last, last + _REACH)
    return following is not None and any(sense.suits and not sense.colour for sense in _senses(following[1]))


def _senses(word: str) -> list[Sense]:
    """What a word or sign means in either language; of a numeral, its number of cards."""
    if word.isdigit():
        return [numeral(word)] if word in ("2", "3", "4") else []
    return [known[word] for known in (lexicon("fr"), lexicon("en"), SYMBOLS) if word in known]
