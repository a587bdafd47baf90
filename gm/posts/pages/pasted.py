"""Pasted text to posts: split at the author lines of `headers`, one post without author where it has none.

A line in a post may look like an author line, be it quoted or forged: where it has not the form of most of
the page, what follows is a post without author.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from gm.posts.pages.headers import Header, Style, header_at
from gm.posts.pages.notices import without_notice
from gm.posts.pages.posts import ForumPost, PageProblem, well_formed

_STRONG: Final = frozenset[Style]({"dated", "title"})
_COPIED: Final = frozenset[Style]({"dated", "name"})
_QUOTE: Final = re.compile(r"\[(/?)quote\b", re.IGNORECASE)
_SUBJECT: Final = re.compile(r"(?:re|sujet|objet|titre|subject) ?: ?.{1,100}", re.IGNORECASE)
# What a page shows around its posts, as a copy of it has it.
_BUTTON: Final = re.compile(
    r"(?:haut|revenir en haut|top|citer|quote|répondre(?: en citant)?|reply|signaler|report|partager|share"
    r"|modifier|éditer|edit|supprimer|(?:[0-9]{1,4}\s)?(?:«\s)?j['’]aime(?:\s»)?|[0-9]{1,4} réponses?"
    r"|#[0-9]{1,5})",
    re.IGNORECASE,
)
_PROFILE: Final = re.compile(
    r"(?:messages?|posts?|nombre de messages|enregistrée? le|inscrite? le|inscription|date d['’]inscription"
    r"|joined|localisation|location|[aâ]ge|contact|points?|réputation|site(?: web| internet)?|humeur|statut)"
    r"\s?:.{0,80}|avatar d.{1,30}|hors ligne|en ligne|offline|online|administrat(?:eur|rice)"
    r"|modérat(?:eur|rice)|membre.{0,20}|site admin|invité|fondat(?:eur|rice)",
    re.IGNORECASE,
)
_PROFILE_LINES: Final = 12


class _Part(NamedTuple):
    header: Header | None
    first: int
    last: int
    """The lines of the text below the header, the last one excluded."""


def read_pasted(text: str) -> tuple[ForumPost, ...] | PageProblem:
    """The posts of a text as people paste it, in order."""
    lines = well_formed(text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    headers = _headers(lines)
    starts = sorted(headers)
    parts = [_Part(None, 0, starts[0] if starts else len(lines))]
    forms = Counter(headers[start].form for start in starts).most_common(1)
    for start, following in pairwise([*starts, len(lines)]):
        header = headers[start]
        is_usual = header.form == forms[0][0]
        parts.append(
            _Part(header, start + header.lines, following) if is_usual else _Part(None, start, following)
        )
    posts = [_post(part, following, lines) for part, following in pairwise([*parts, _Part(None, 0, 0)])]
    if posts[0].text == "" or _is_title(posts[0].text, lines):
        del posts[0]
    return tuple(posts) or PageProblem("page_empty", {})


def _headers(lines: Sequence[str]) -> dict[int, Header]:
    """The author lines of the page by their number: of one style, or of those that are nothing else."""
    found = dict(_candidates(lines))
    strong = {number: header for number, header in found.items() if header.style in _STRONG}
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if strong or first not in found:
        return strong
    style = found[first].style
    if style == "wrote" and not _all_quoted(lines, found):
        return {}
    return {number: header for number, header in found.items() if header.style == style}


def _all_quoted(lines: Sequence[str], found: Mapping[int, Header]) -> bool:
    """Whether each paragraph begins with `X a écrit :`: were these quotes, the page would say nothing."""
    quotes = {number for number, header in found.items() if header.style == "wrote"}
    written = [number for number, line in enumerate(lines) if line.strip()]
    return all(
        above == number - 1 or not quotes.isdisjoint((above, number)) for above, number in pairwise(written)
    )


def _candidates(lines: Sequence[str]) -> list[tuple[int, Header]]:
    """The lines outside quotes that may be author lines; quotes are heeded where each is closed."""
    marks = [mark[1] for line in lines for mark in _QUOTE.finditer(line)]
    balanced = 2 * marks.count("/") == len(marks)
    found: list[tuple[int, Header]] = []
    depth = taken = 0
    for number, line in enumerate(lines):
        if number >= taken and depth <= 0 and (header := header_at(lines, number)) is not None:
            found.append((number, header))
            taken = number + header.lines
        if balanced:
            depth += sum(-1 if mark[1] else 1 for mark in _QUOTE.finditer(line))
    return found


def _post(part: _Part, following: _Part, lines: Sequence[str]) -> ForumPost:
    own = list(lines[part.first : part.last])
    _drop_blank(own)
    if following.header is not None:
        names = {header.author for header in (part.header, following.header) if header is not None}
        _drop_margin(own, names)
    is_copied = part.header is not None and part.header.style in _COPIED
    while is_copied and own and _BUTTON.fullmatch(own[-1].strip()):
        own.pop()
        _drop_blank(own)
    while own and not own[0].strip():
        del own[0]
    text, edited = without_notice("\n".join(line.rstrip() for line in own))
    if part.header is None:
        return ForumPost(text, edited=edited)
    return ForumPost(text, author=part.header.author, at=part.header.at, edited=edited)


def _drop_blank(lines: list[str]) -> None:
    while lines and not lines[-1].strip():
        lines.pop()


def _drop_margin(lines: list[str], names: set[str]) -> None:
    """Drops what stands above the author line of the next post: its subject, and its author's profile."""
    if lines and _SUBJECT.fullmatch(lines[-1].strip()):
        lines.pop()
        _drop_blank(lines)
    for number in range(len(lines) - 1, max(len(lines) - _PROFILE_LINES, 0) - 1, -1):
        line = lines[number].strip()
        if line in names and number < len(lines) - 1:
            del lines[number:]
            _drop_blank(lines)
            return
        if line and not _PROFILE.fullmatch(line):
            return


def _is_title(text: str, lines: Sequence[str]) -> bool:
    """Whether the line above the first post is the subject that the answers repeat."""
    answered = {line.strip()[3:].strip() for line in lines if line.strip()[:3].lower() == "re:"}
    return "\n" not in text and text.strip() in answered
