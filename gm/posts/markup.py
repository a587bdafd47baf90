"""First stage: what a reader sees of a post, folded for comparison, each character with its place in it.

Quotes, struck text, images and addresses are left out; other BBCode tags vanish and their content stays.
A tag that must close and does not hides the rest: what was quoted cannot be told from what was said, so
`unclosed` is reported for the post to be asked about.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

_QUOTES: Final = frozenset({"quote", "blockquote"})
_STRUCK: Final = frozenset({"s", "strike", "del"})
_MEDIA: Final = frozenset({"img", "image", "youtube", "video", "media", "flash", "attachment"})
_HIDDEN: Final = _QUOTES | _STRUCK | _MEDIA
_BLOCKS: Final = frozenset("list ul ol li * hr center left right align spoiler hide code table tr td".split())
_INLINE: Final = frozenset("b i u em strong size color colour font url sup sub email mod h anchor".split())
_KNOWN: Final = _HIDDEN | _BLOCKS | _INLINE

# Every repetition is bounded or of one class that cannot match what follows it: no backtracking to speak of.
_MARK: Final = re.compile(
    r"""\[(?P<close>/?)(?P<tag>[A-Za-z]{1,12}|\*)
        (?P<value>[= ](?:"[^"\n]{0,200}")?[^\[\]\n]{0,300})?\]
      | (?P<address>(?:https?://|www\.)[^\s\[\]<>"]+)""",
    re.VERBOSE,
)

_RUN: Final = re.compile(r"[\x00-\x7f]+|[^\x00-\x7f]")
_INVISIBLE: Final = frozenset({"Mn", "Me", "Cf"})
_EXPANSIONS: Final = {
    "œ": "oe",
    "Œ": "oe",
    "æ": "ae",
    "Æ": "ae",
    "’": "'",
    "‘": "'",
    "ʼ": "'",
    "`": "'",
    "´": "'",
    "…": ".",
    "🔟": "10",
    "\r": "\n",
    "\u2028": "\n",
    "\u2029": "\n",
}


@dataclass(frozen=True, slots=True)
class Visible:
    """The folded text a reader sees; character i is `starts[i]:ends[i]` of the post (code points)."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    unclosed: bool


def fold(text: str) -> str:
    """A text without case, accents, ligatures or invisible marks, as words are compared."""
    return "".join(map(_folded, text))


def visible(text: str) -> Visible:
    """What is seen of a post's text, folded; never fails, linear in the length of the text."""
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []

    def keep(first: int, last: int) -> None:
        for run in _RUN.finditer(text, first, last):
            at, end = run.span()
            if text[at] < "\x80":
                chars.append(run[0].lower().replace("\r", "\n"))
                starts.extend(range(at, end))
                ends.extend(range(at + 1, end + 1))
                continue
            folded = _folded(text[at])
            if not folded and ends:
                # A combining mark or a variation selector belongs to the character that it follows.
                ends[-1] = at + 1 if ends[-1] == at else ends[-1]
            chars.append(folded)
            starts.extend([at] * len(folded))
            ends.extend([at + 1] * len(folded))

    def gap(char: str, at: int) -> None:
        chars.append(char)
        starts.append(at)
        ends.append(at)

    hidden = _Hidden()
    done = 0
    for mark in _MARK.finditer(text):
        tag = (mark["tag"] or "").lower()
        if mark["address"] is None and (tag not in _KNOWN or _is_prose(mark, tag)):
            continue
        if not hidden:
            keep(done, mark.start())
        done = mark.end()
        if tag in _HIDDEN:
            hidden.close(tag) if mark["close"] else hidden.open(tag)
        if tag not in _INLINE:
            gap("\n" if tag in _QUOTES or tag in _BLOCKS else " ", mark.start())
    if not hidden:
        keep(done, len(text))
    return Visible("".join(chars), tuple(starts), tuple(ends), unclosed=bool(hidden))


def _is_prose(mark: re.Match[str], tag: str) -> bool:
    """`[i am sure]` is a remark in brackets: only quotes and media take attributes after a blank."""
    return (mark["value"] or "=").startswith(" ") and tag not in _HIDDEN


class _Hidden:
    """The hiding tags that are open; closing one closes those opened inside it."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._count: dict[str, int] = {}

    def __bool__(self) -> bool:
        return bool(self._open)

    def open(self, tag: str) -> None:
        self._open.append(tag)
        self._count[tag] = self._count.get(tag, 0) + 1

    def close(self, tag: str) -> None:
        while self._count.get(tag, 0) > 0:
            last = self._open.pop()
            self._count[last] -= 1
            if last == tag:
                return


def _folded(char: str) -> str:
    if char < "\x80":
        return "\n" if char == "\r" else char.lower()
    if char in _EXPANSIONS:
        return _EXPANSIONS[char]
    parts = unicodedata.normalize("NFD", char).casefold()
    return "".join(part for part in parts if unicodedata.category(part) not in _INVISIBLE)
