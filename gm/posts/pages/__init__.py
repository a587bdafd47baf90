"""Saved pages of forums to posts in order (design.md, `gm read`): what a file is, its content tells.

    bytes ──decoding──▶ text ─┬─ lists      a list {id, author, at, text}, YAML or JSON
                              ├─ discourse  the JSON of a topic
                              ├─ html       a saved page, by the table of selectors; body: HTML ▶ BBCode
                              └─ pasted     what a browser's copy gives, split by author lines

What a player says in a post is for `gm.posts.read`. Nothing here raises; all is linear in the page's length.
"""

import re
from collections.abc import Sequence
from typing import Final

from gm.posts.pages.archive import html_of_archive, is_archive
from gm.posts.pages.decoding import decoded
from gm.posts.pages.lists import looks_like_list
from gm.posts.pages.posts import ForumPost, PageCode, PageProblem
from gm.posts.pages.selectors import DEFAULT_SELECTORS, Selectors, selectors_of

__all__ = [
    "DEFAULT_SELECTORS",
    "MEGABYTES",
    "ForumPost",
    "PageCode",
    "PageProblem",
    "Selectors",
    "decoded",
    "looks_like_list",
    "read_page",
    "selectors_of",
]

MEGABYTES: Final = 32
"""The most that is read of a page."""
_HTML: Final = re.compile(
    r"\s*<(?:!doctype|\?xml|html|head|body|meta|title|link|div|article|main|section|table|form|p|ul|ol|dl|h[1-6])\b"
    r"|\s*<!--",
    re.IGNORECASE,
)
_CUT_JSON: Final = re.compile(
    r'\s*(?:\[\s*)*\{\s*"[a-z_]{1,40}"\s*:|\s*\[\s*(?:[\[{]|(?:-?[0-9.]{1,20}|"[^"\n]{0,200}")\s*,)'
)
# A file that only leads to a page: dragged out of a browser, or an address pasted.
_SHORTCUT: Final = re.compile(
    r"\s*(?:\[(?:InternetShortcut|Desktop Entry)\]|(?:URL=)?https?://\S{1,2000}\s*\Z)", re.IGNORECASE
)


def read_page(data: bytes, *, extra: Sequence[Selectors] = ()) -> tuple[ForumPost, ...] | PageProblem:
    """The posts of a page in order, at least one; `extra` selectors go before those that are built in."""
    if len(data) > MEGABYTES * 2**20:
        return PageProblem("page_too_long", {"megabytes": str(MEGABYTES)})
    text = decoded(data)
    if text is None:
        return PageProblem("page_not_text", {})
    if not text.strip():
        return PageProblem("page_empty", {})
    return _read_text(text, (*extra, *DEFAULT_SELECTORS))


def _read_text(text: str, table: Sequence[Selectors]) -> tuple[ForumPost, ...] | PageProblem:
    from gm.posts.pages.lists import is_list_of_texts, read_entries, read_yaml
    from gm.posts.pages.pasted import read_pasted

    if _HTML.match(text):
        from gm.posts.pages.html import read_html

        return read_html(text, table)
    if is_archive(text):
        from gm.posts.pages.html import read_html

        html = html_of_archive(text)
        return PageProblem("page_unknown", {}) if html is None else read_html(html, table)
    if text.lstrip()[:1] in ("{", "["):
        from gm.posts.pages.discourse import parsed, read_topic

        value = parsed(text)
        if isinstance(value, dict):
            return read_topic(value)
        if isinstance(value, list):
            return read_entries(value)
        if _CUT_JSON.match(text):
            return PageProblem("page_unknown", {})
    if _SHORTCUT.match(text):
        return PageProblem("page_shortcut", {})
    if looks_like_list(text):
        return read_yaml(text)
    posts = read_pasted(text)
    if (
        is_list_of_texts(text)
        and not isinstance(posts, PageProblem)
        and not any(post.author for post in posts)
    ):
        return PageProblem("page_bad_entry", {"number": "1", "field": ""})
    return posts
