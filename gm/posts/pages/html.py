"""A saved HTML page to its posts: the table of selectors says where they stand."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin

from gm.posts.pages.body import Roles, body_text
from gm.posts.pages.dates import instant_of, moment_in
from gm.posts.pages.effort import is_too_deep
from gm.posts.pages.notices import without_notice
from gm.posts.pages.posts import ForumPost, PageProblem, oldest_first, well_formed, without_repeats
from gm.posts.pages.selectors import Selectors

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

_HEADER_LENGTH: Final = 200


def read_html(html: str, table: Sequence[Selectors]) -> tuple[ForumPost, ...] | PageProblem:
    """The posts of a page by the first selectors of the table that find one."""
    from selectolax.lexbor import LexborHTMLParser

    if is_too_deep(html):
        return PageProblem("page_too_deep", {})
    page = LexborHTMLParser(html)
    for selectors in table:
        posts = list(_posts(page, selectors))
        if posts:
            return without_repeats(oldest_first(posts))
    return PageProblem("page_unknown", {})


def body_of_fragment(html: str, selectors: Selectors) -> str | PageProblem:
    """The text of a post given as HTML alone."""
    from selectolax.lexbor import LexborHTMLParser

    if is_too_deep(html):
        return PageProblem("page_too_deep", {})
    page = LexborHTMLParser(html)
    return "" if page.body is None else body_text(page.body, _Parts(page, selectors).roles)


class _Parts:
    """Which elements of a page are which part of a post."""

    def __init__(self, page: "LexborHTMLParser", selectors: Selectors) -> None:
        def found(selector: str) -> frozenset[int]:
            return frozenset(node.mem_id for node in page.css(selector)) if selector else frozenset()

        self.selectors = selectors
        self.gone = found(selectors.gone)
        self.body = found(selectors.body)
        self.author = found(selectors.author)
        self.time = found(selectors.time)
        self.link = found(selectors.link)
        self.edited = found(selectors.edited)
        self.roles = Roles(
            dropped=found(selectors.dropped) | self.edited,
            quotes=found(selectors.quote),
            struck=found(selectors.struck),
            smileys=found(selectors.smiley),
        )


def _posts(page: "LexborHTMLParser", selectors: Selectors) -> Iterator[ForumPost]:
    """The posts in their order; one inside another is part of it."""
    matches = page.css(selectors.post)
    if not matches:
        return
    parts = _Parts(page, selectors)
    base = _base_of(page)
    known: set[int] = set()
    for node in matches:
        if node.mem_id in known:
            continue
        known.update(each.mem_id for each in node.css(selectors.post))
        known.add(node.mem_id)
        if node.mem_id not in parts.gone:
            found = _found_in(node, parts)
            if found.bodies:
                yield found.post(base)


def _base_of(page: "LexborHTMLParser") -> str:
    """The address that the links of a page start from, as far as the page tells."""
    link = page.css_first("link[rel=canonical]")
    return "" if link is None else (link.attributes.get("href") or "").partition("#")[0]


def _found_in(post: "LexborNode", parts: _Parts) -> "_Found":
    found = _Found(post, parts.selectors)
    waiting = [post]
    while waiting:
        node = waiting.pop()
        if node is not post and (following := node.next) is not None:
            waiting.append(following)
        if node.is_element_node and found.take(node, parts) and (child := node.first_child) is not None:
            waiting.append(child)
    return found


class _Found:
    """What one post's element shows, as far as it was looked through."""

    def __init__(self, node: "LexborNode", selectors: Selectors) -> None:
        self._selectors = selectors
        self._anchor = node.attributes.get("id") or ""
        self._id = self._id_of(node)
        self._author: str | None = None
        self._instant: str | None = None
        self._moment: str | None = None
        self._link: str | None = None
        self._edited = False
        self.bodies: list[str] = []

    def take(self, node: "LexborNode", parts: _Parts) -> bool:
        """Takes what an element says; whether there is more to be seen inside it."""
        key = node.mem_id
        if key in parts.edited:
            self._edited = self._edited or bool(node.text().strip())
        if key in parts.roles.dropped:
            return False
        if key in parts.author and self._author is None:
            self._author = self._author_of(node)
        if key in parts.time and self._instant is None:
            self._take_time(node)
        if key in parts.link and self._link is None:
            self._link = node.attributes.get("href") or None
        if key in parts.body:
            self._take_body(node, parts)
        return key not in parts.body

    def post(self, base: str) -> ForumPost:
        text, has_notice = without_notice("\n".join(filter(None, self.bodies)))
        return ForumPost(
            text,
            author=self._author,
            id=self._id,
            at=self._instant or self._moment,
            url=_joined(base, self._link or (f"#{self._anchor}" if self._anchor else "")),
            edited=self._edited or has_notice,
        )

    def _take_body(self, node: "LexborNode", parts: _Parts) -> None:
        self.bodies.append(body_text(node, parts.roles))
        self._id = self._id or self._id_of(node)
        marks = node.css(self._selectors.edited) if self._selectors.edited else []
        self._edited = self._edited or any(mark.text().strip() for mark in marks)

    def _take_time(self, node: "LexborNode") -> None:
        attributes = node.attributes
        written = attributes.get(self._selectors.time_attribute) or attributes.get("datetime") or ""
        self._instant = instant_of(well_formed(written))
        if self._instant is None and self._moment is None:
            self._moment = moment_in(_line(node))

    def _author_of(self, node: "LexborNode") -> str | None:
        named = node.attributes.get(self._selectors.author_attribute) or ""
        return " ".join(well_formed(named).split())[:_HEADER_LENGTH] or _line(node) or None

    def _id_of(self, node: "LexborNode") -> str | None:
        written = well_formed(node.attributes.get(self._selectors.id_attribute) or "").strip()
        prefix = self._selectors.id_prefix
        return written.removeprefix(prefix) or None if written.startswith(prefix) else None


def _line(node: "LexborNode") -> str:
    return " ".join(well_formed(node.text()).split())[:_HEADER_LENGTH]


def _joined(base: str, link: str) -> str | None:
    if not link:
        return None
    try:
        return well_formed(urljoin(base, link))
    except ValueError:  # an address that is none
        return link
