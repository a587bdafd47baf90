"""The lines that name the author of the post below them, in what a browser's copy of a page gives.

Those with a date or drawn as a title count wherever they stand; a name alone only on a page that begins so:

    par MisterH » jeu. 12 juin 2014 14:00     Message par MisterH » …        === MisterH ===
    MisterH a écrit le 12/06/2014 à 14:00     MisterH — 12 juin 2014         Auteur : MisterH
    MisterH le Jeu 12 Juin - 14:00            MisterH, le 12/06/2014 à 14:00 :

    MisterH :               [MisterH]         MisterH, and `12 juin` or `2 h` below it

`MisterH a écrit :` opens a quote, but on a page where nothing else would be said.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from gm.posts.markup import fold
from gm.posts.pages.dates import moment_in

Style = Literal["dated", "title", "bracket", "colon", "wrote", "name"]


class Header(NamedTuple):
    """An author line; `lines` is how many lines of the page it takes.

    All author lines of a page have one `form`, that of its forum or of whoever wrote them.
    """

    style: Style
    author: str
    at: str | None
    lines: int = 1
    form: str = ""


_LONGEST: Final = 160
_NAME: Final = r"(?P<name>[^\s:»|<>\[\]=,;#>-][^:»|<>\[\]=;]{0,39}?)"
_WORD: Final = r"(?P<name>[^\s:»|<>\[\]=,;#>-][^\s:»|<>\[\]=;,]{0,39})"
_DAY: Final = r"(?:(?:lun|mar|mer|jeu|ven|sam|dim|mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,? )?"
_MONTH: Final = (
    r"(?:janv?|f[ée]vr?|feb|mars?|avr|apr|mai|may|juin|june?|juil|july?|ao[uû]t?|aug|sept?|oct|nov|d[ée]c)"
    r"[a-zéû]{0,7}\.?"
)
_CLOCK: Final = r"(?:(?:[ ,T–-]|à|at|vers){1,5}[0-9]{1,2} ?[:h] ?[0-9]{2}(?::[0-9]{2})?(?: ?[ap]m)?)"
_DATE: Final = (
    rf"(?:{_DAY}[0-9]{{1,2}}(?:er)?[ -]{_MONTH}(?:[ ,-]{{1,2}}[0-9]{{4}})?"
    rf"|{_DAY}{_MONTH} [0-9]{{1,2}}(?:,? [0-9]{{4}})?"
    rf"|{_DAY}[0-9]{{1,2}}[/.-][0-9]{{1,2}}[/.-][0-9]{{2,4}}"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"|aujourd['’]hui|hier|avant-hier|today|yesterday|il y a [0-9a-z ]{3,20}|[0-9]{1,2} [a-z]{3,8} ago)"
)
_WHEN: Final = rf"(?:le |on )?{_DATE}{_CLOCK}?"
_BY: Final = r"(?:(?:message|post|posted|posté|publié|écrit|envoyé|répondu)e?s? )?(?:par|by|de) "
_WROTE: Final = r"(?:a (?:écrit|posté|publié|répondu|dit)|wrote|posted|said)"

# Each is tried on a whole line.
_DATED: Final = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?:.{{0,80}} )?(?:par|by) {_NAME} »\s{{0,3}}{_WHEN}.{{0,40}}",
        rf"{_NAME} »\s{{0,3}}{_WHEN}.{{0,40}}",
        rf"{_NAME} {_WROTE},? {_WHEN}\.?",
        rf"(?:{_BY})?{_NAME}\s{{1,3}}[—–•·|-]\s{{0,3}}{_WHEN}\s?:?",
        rf"(?:{_BY})?{_NAME} ?\({_WHEN}\)\s?:?",
        rf"(?:{_BY})?{_NAME}, {_WHEN}\s?:?",
        rf"{_BY}{_NAME},? {_WHEN}\s?:?",
        rf"{_NAME} le {_DATE} - [0-9]{{1,2}}:[0-9]{{2}}\s?:?",
        rf"{_WORD} (?:le |on ){_DATE}{_CLOCK}\s?:?",
    )
)
_TITLE: Final = re.compile(
    rf"(?P<rule>={{2,40}}|-{{3,40}}|#{{2,6}})\s{{0,3}}{_NAME}\s{{0,3}}(?P=rule)"
    rf"|(?:auteur|author)e?\s?:\s?{_NAME.replace('name', 'author')}",
    re.IGNORECASE,
)
_BRACKET: Final = re.compile(rf"\[{_NAME}\]\s?:?")
_COLON: Final = re.compile(rf"{_NAME}\s?:")
_WROTE_LINE: Final = re.compile(rf"{_NAME} {_WROTE}(?:,? {_WHEN})?\s?:", re.IGNORECASE)
_NAME_ALONE: Final = re.compile(_WORD)
_AGE: Final = re.compile(
    rf"{_DAY}[0-9]{{1,2}} {_MONTH}(?: [0-9]{{4}})?(?:{_CLOCK})?|[0-9]{{1,3}} ?(?:s|min|m|h|j|d|mois|ans?|y)",
    re.IGNORECASE,
)
_EMPHASIS: Final = re.compile(r"\*\*|__|\[/?[bu]\]", re.IGNORECASE)
_DATES: Final = re.compile(r"[0-9]|hier|today|yesterday|aujourd", re.IGNORECASE)
_QUOTED: Final = re.compile(rf".* {_WROTE}", re.IGNORECASE)
_MOST_WORDS: Final = 5
_GAP: Final = 3
# What stands alone on a line, before a colon or in brackets, and names nobody.
_NO_NAMES: Final = frozenset(
    "edit edition ps p.s p.s. nb n.b n.b. hs spoiler code quote citation cite list hide center b i u s img"
    " url size color colour table tr td hr left right align media video mod".split()
)


def header_at(lines: Sequence[str], number: int) -> Header | None:
    """The header that begins on this line of a page, whatever its style; None where there is none."""
    line = lines[number].strip()
    if not line or len(line) > _LONGEST or line.startswith(">"):
        return None
    line = _EMPHASIS.sub("", line).strip()
    for number_of_form, form in enumerate(_DATED if _DATES.search(line) else ()):
        found = form.fullmatch(line)
        if found is not None and _is_name(found["name"]):
            return Header("dated", found["name"].strip(), moment_in(line), form=f"dated {number_of_form}")
    found = _TITLE.fullmatch(line)
    if found is not None:
        rule = (found["rule"] or "")[:1]
        return Header("title", (found["name"] or found["author"]).strip(), None, form=f"title {rule}")
    for style, form in _ALONE:
        found = form.fullmatch(line)
        if found is not None and _is_name(found["name"]):
            return Header(style, found["name"].strip(), None)
    return _name_and_age(lines, number, line)


_ALONE: Final[tuple[tuple[Style, re.Pattern[str]], ...]] = (
    ("bracket", _BRACKET),
    ("colon", _COLON),
    ("wrote", _WROTE_LINE),
)


def _is_name(text: str) -> bool:
    name = text.strip()
    return len(name.split()) <= _MOST_WORDS and fold(name) not in _NO_NAMES and not _QUOTED.fullmatch(name)


def _name_and_age(lines: Sequence[str], number: int, line: str) -> Header | None:
    """A name on a line of its own and how old the post is on the next: a copy of a Discourse page."""
    if _NAME_ALONE.fullmatch(line) is None:
        return None
    for below in range(number + 1, min(number + 3, len(lines))):
        age = lines[below].strip()
        if age:
            said = any(each.strip() for each in lines[below + 1 : below + 1 + _GAP])
            if not said or len(age) > _LONGEST or _AGE.fullmatch(age) is None:
                return None
            return Header("name", line, moment_in(age), below - number + 1)
    return None
