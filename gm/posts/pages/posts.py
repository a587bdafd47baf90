"""A saved page as values: the posts on it in order, or why there are none (design.md, `gm read`)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

PageCode = Literal[
    "page_empty",  # nothing but blanks
    "page_too_long",  # megabytes: the most that is read
    "page_too_deep",  # markup nested so deeply that no forum made it
    "page_not_text",  # binary, or in an encoding that cannot be told
    "page_unknown",  # a page on which no post is found
    "page_shortcut",  # only the address of a page
    "page_bad_list",  # line: where the YAML of a list breaks, "" where that cannot be told
    "page_bad_entry",  # number, field: the first entry of a list that is no post, and what is wrong with it
    "page_same_id",  # id: two posts of the page have it and say different things
    "page_bad_selector",  # key: the part of a campaign's own selectors that is none
]

_NUMBER: Final = re.compile("[0-9]{1,18}")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class ForumPost:
    """One post as its page shows it; what the page does not tell is None.

    `text` is what `gm.posts.read` reads: BBCode where the page was HTML. `at` is an instant in ISO 8601,
    without offset where the page shows it in its reader's time; in a list it is what stands there. `edited`:
    the page says that the post was changed later.
    """

    text: str
    author: str | None = None
    id: str | None = None
    at: str | None = None
    url: str | None = None
    edited: bool = False


@dataclass(frozen=True, slots=True)
class PageProblem:
    """Why a page, or a campaign's own selectors, cannot be taken, and the words of that sentence."""

    code: PageCode
    params: Mapping[str, str]


def well_formed(text: str) -> str:
    """A text without lone surrogates, which no encoding can write; each is shown as U+FFFD."""
    return _SURROGATE.sub("\ufffd", text)


def oldest_first(posts: Sequence[ForumPost]) -> Sequence[ForumPost]:
    """The posts in the order they were written, also where the page shows the newest first: numbers fall."""
    numbers = [int(post.id) for post in posts if post.id is not None and _NUMBER.fullmatch(post.id)]
    falls = len(numbers) == len(posts) and all(one > other for one, other in pairwise(numbers))
    return posts[::-1] if falls else posts


def without_repeats(posts: Iterable[ForumPost]) -> tuple[ForumPost, ...] | PageProblem:
    """The posts in order, each id once; two posts of one id that differ in author or text are a problem."""
    kept: list[ForumPost] = []
    known: dict[str, ForumPost] = {}
    for post in posts:
        if post.id is not None:
            first = known.setdefault(post.id, post)
            if (first.author, first.text) != (post.author, post.text):
                return PageProblem("page_same_id", {"id": post.id})
            if first is not post:
                continue
        kept.append(post)
    return tuple(kept)
