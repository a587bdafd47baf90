"""Registrations and words of chance in posts: `je m'inscris, mot : carotte` (Z21; design.md, Dealing).

Read apart from moves, clause by clause, with the same eyes: a question, a negation or somebody else is no
registration; a condition or a `peut-être` is a doubtful one, and so are two different words in one post, or
talk of one's own word where none can be read. The word is taken as the author wrote it, from after its sign
up to the end of its sentence or of its quotes.
"""

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from gm.posts.lexicon.registering import (
    ALONE,
    BEFORE,
    BESIDE,
    ECHOES,
    JOINS,
    KINDS,
    LATER,
    LEAVES,
    NEGATED,
    OTHER_OWN,
    OTHER_WORDS,
    OTHERS,
    OWN,
    OWN_WORDS,
    POLITE,
    UNSURE,
    WITH,
    WORD,
)
from gm.posts.markup import Visible, visible

_CLAUSE: Final = re.compile(r"[^,;.!?()\[\]\n:=«»\"“”]*")
_PIECE: Final = re.compile(r"[^\W_]+'?")
_WORD: Final = re.compile(
    rf"""(?<![^\W_])(?:{"|".join(WORD)})(?![^\W_])
        (?P<kind>(?:[ ](?:{"|".join(KINDS)}))?)
        [ ]{{0,2}}(?P<sign>:|=|->|→|(?:-|–|—)[ ]|(?:sera|est|is|en|pour|par|devient)[ ]
          |,?[ ]?(?:c'[ ]?est|ce[ ]sera|ca[ ]sera)[ ]|[ ]?(?=[«"“])|[ ](?=[^\W_]))""",
    re.VERBOSE,
)
_SPOKEN: Final = re.compile(r",? ?[a-z][a-z' ]*")
_STRONG: Final = frozenset({":", "=", "->", "→"})
_ENDS: Final = re.compile(r"[.!?…;](?:\s|$)|\n|\ufffc")
_QUOTES: Final = ("«", '"', "“")
_CLOSING: Final = {"«": "»", '"': '"', "“": "”", "(": ")"}
_TRAILING: Final = re.compile(r"(?:\s|[.!…]|[:;][-']?[()DPp])+$")
_LONGEST: Final = 200
_NEAR: Final = 40
_PLUS_ONE: Final = re.compile(r"(?<![\w+])\+ ?1(?![\w,.]?\w)")
_LONGEST_ECHO: Final = 12


@dataclass(frozen=True, slots=True)
class Registration:
    """What a post says of its author's registration.

    `joins`: the author registers; False for a word alone, and for one who withdraws, who is always in doubt.
    """

    joins: bool
    word: str | None
    """As written, without its quotes and its final stop; one line."""
    doubt: bool
    """The moderator must be asked."""
    withdraws: bool = False
    echoes: bool = False
    """Says no more than `moi aussi`, `+1`: a registration only where others register."""


class _Said(NamedTuple):
    word: str
    sure: bool


def read_registration(
    text: str,
    locale: str,  # noqa: ARG001 the words of both languages are read everywhere, as in `read`
    *,
    signature: str = "",
) -> Registration | None:
    """What a post says of its author's registration or word; None when it is about something else.

    `signature` is what ends each post of this author.
    """
    seen = visible(text, signature=signature)
    words = list(_words(text, seen))
    joins = leaves = doubt = untold = echoes = False
    length = 0
    for pieces, asked in _clauses(seen.text):
        said = f" {' '.join(pieces)} "
        length += len(pieces)
        untold = untold or (not words and not asked and _tells_of_a_word(pieces, said))
        echoes = echoes or _is_alone(said, ECHOES)
        for polite in POLITE:
            said = said.replace(f" {polite} ", " ")
        if any(f" {phrase} " in said for phrase in LEAVES):
            leaves = leaves or not asked
            continue
        wish = _wish(said.split(), said, asked=asked)
        joins = joins or wish is not None
        doubt = doubt or wish is False
    if not joins and not words and not leaves and not untold:
        echoes = echoes or _PLUS_ONE.search(seen.text) is not None
        is_one = echoes and length <= _LONGEST_ECHO
        return Registration(joins=True, word=None, doubt=True, echoes=True) if is_one else None
    different = len({said.word for said in words}) > 1
    unsure = doubt or leaves or different or not all(said.sure for said in words) or seen.unclosed
    return Registration(joins, words[-1].word if words else None, unsure or untold, withdraws=leaves)


def _clauses(text: str) -> Iterator[tuple[list[str], bool]]:
    """The words of each clause of a folded text, and whether it ends with a question mark."""
    for match in _CLAUSE.finditer(text):
        pieces = _PIECE.findall(match[0].replace("-", " "))
        if pieces:
            yield pieces, text[match.end() : match.end() + 1] == "?"


def _wish(pieces: Sequence[str], said: str, *, asked: bool) -> bool | None:
    """Whether a clause registers its author: surely, perhaps (False), or not at all (None)."""
    if not any(f" {phrase} " in said for phrase in JOINS) and not _is_alone(said, ALONE):
        return None
    if not NEGATED.isdisjoint(pieces):
        return None
    if asked:
        return None if not OTHERS.isdisjoint(pieces) else False
    return UNSURE.isdisjoint(pieces)


def _tells_of_a_word(pieces: Sequence[str], said: str) -> bool:
    """Whether a clause is about the author's own word: `je prends carotte comme mot`, `mot carotte`."""
    if not NEGATED.isdisjoint(pieces) or not LATER.isdisjoint(pieces) or not OTHERS.isdisjoint(pieces):
        return False
    if any(f" {phrase} " in said for phrase in OTHER_OWN):
        return False
    return any(f" {phrase} " in said for phrase in OWN_WORDS) or (pieces[0] in WORD and len(pieces) == 2)


def _is_alone(said: str, phrases: Sequence[str]) -> bool:
    """`Inscription pour moi svp`, `Présent !`: nothing else stands in the clause."""
    for phrase in phrases:
        before, found, after = said.partition(f" {phrase} ")
        if found and BESIDE.issuperset(before.split()) and BESIDE.issuperset(after.split()):
            return True
    return False


def _words(text: str, seen: Visible) -> Iterator[_Said]:
    """The words of chance that a post names, in order."""
    for match in _WORD.finditer(seen.text):
        before = _PIECE.findall(seen.text[_clause_start(seen.text, match.start()) : match.start()])
        quoted = seen.text[match.end() : match.end() + 1] in _QUOTES
        if not _is_given(match["sign"].strip(), before[-2:], quoted=quoted):
            continue
        said = _value(text, seen, match.end(), opened=_is_opened(seen.text, match.start()))
        asked = _SPOKEN.fullmatch(match["sign"].strip()) and _is_asked(seen.text, match.end())
        if said is not None and not asked:
            yield said


def _is_given(sign: str, before: Sequence[str], *, quoted: bool) -> bool:
    """Whether the words before a word for a word, and the sign after it, give one: not `le dernier mot`."""
    led = before[-1] if before else ""
    if sign in _STRONG:
        return led not in OTHER_WORDS
    if _SPOKEN.fullmatch(sign):
        return led in OWN
    if led and led not in BEFORE:
        return False
    return quoted or bool(sign) or not WITH.isdisjoint(before)


def _is_asked(text: str, at: int) -> bool:
    """Whether the sentence that goes on here is a question: `mon mot est lequel ?`."""
    end = _ENDS.search(text, at, at + _LONGEST)
    return end is not None and end[0].startswith("?")


def _clause_start(text: str, at: int) -> int:
    least = max(0, at - _NEAR)
    while at > least and text[at - 1] not in ',;.!?()[]\n:=«»"“”-–—':
        at -= 1
    return at


def _is_opened(text: str, at: int) -> bool:
    """Whether the word stands inside brackets: `(mot : 42)`."""
    near = max(0, at - _LONGEST)
    line = max(near, text.rfind("\n", near, at) + 1)
    return text.rfind("(", line, at) > text.rfind(")", line, at)


def _value(text: str, seen: Visible, first: int, *, opened: bool) -> _Said | None:
    """The word that begins at `first`: to the end of its quotes, its brackets or its sentence."""
    while first < len(seen.text) and seen.text[first] in " \u00a0\t":
        first += 1
    if first >= len(seen.text):
        return None
    closing = _CLOSING.get(seen.text[first])
    reach = min(len(seen.text), first + 2 * _LONGEST)
    line = seen.text.find("\n", first, reach)
    line = reach if line < 0 else line
    if closing is not None and (last := seen.text.find(closing, first + 1, line)) > 0:
        written = _written(text, seen, first + 1, last).strip()
        return _Said(written, sure=True) if written else None
    last = line
    if opened and (bracket := seen.text.find(")", first, line)) > 0:
        last = bracket
    end = _ENDS.search(seen.text, first, last)
    last = last if end is None else end.start()
    comma = seen.text.find(",", first, last)
    sure = comma < 0 or _says_one(seen.text[comma:last], JOINS)
    written = _TRAILING.sub("", _written(text, seen, first, last if comma < 0 else comma)).strip()
    return _Said(written, sure=sure and len(written) <= _LONGEST) if written else None


def _says_one(text: str, phrases: Sequence[str]) -> bool:
    said = f" {' '.join(_PIECE.findall(text))} "
    return any(f" {phrase} " in said for phrase in phrases)


def _written(text: str, seen: Visible, first: int, last: int) -> str:
    """A stretch of the visible text as its author wrote it, without what is not seen."""
    pieces: list[str] = []
    done = -1
    for at in range(first, last):
        start, end = seen.starts[at], seen.ends[at]
        if start != done:
            pieces.append(text[start:end])
        done = start
    return unicodedata.normalize("NFC", html.unescape("".join(pieces)))
