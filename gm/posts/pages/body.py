"""What an author wrote, from the HTML a forum made of it back to text: BBCode as `gm.posts.read` takes it.

Plain words come out as they were typed: `<br>` is a line break, a paragraph a blank line, white space is as
a browser shows it, a smiley is its text. Quotes, struck text, sizes, colours, images, links, spoilers and
code become tags; other markup leaves its words. What only looks like one of those tags is no tag on the page:
its bracket is written `&#91;`.
"""

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from gm.posts.pages.layout import Leave, Writer
from gm.posts.pages.posts import well_formed

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_SKIPPED: Final = frozenset(
    "script style template noscript iframe video audio object embed svg math canvas button input select"
    " textarea datalist map head title".split()
)
_SIZE: Final = re.compile(
    r"(?:^|;)\s{0,9}font-size\s{0,9}:\s{0,9}"
    r"([0-9]{1,4}(?:\.[0-9]{1,4})?\s{0,9}(?:%|px|pt|r?em|ex)|xx-small)",
    re.IGNORECASE,
)
_UNSEEN: Final = re.compile(
    r"(?:^|;)\s{0,9}(?:opacity\s{0,9}:\s{0,9}0(?:\.0{1,4})?\s{0,9}|visibility\s{0,9}:\s{0,9}hidden\s{0,9})(?:;|$)",
    re.IGNORECASE,
)
_COLOUR: Final = re.compile(r"(?:^|;)\s{0,9}color\s{0,9}:\s{0,9}([^;]{1,60})", re.IGNORECASE)
_COLOUR_NAME: Final = re.compile(
    r"#[0-9a-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl)a?\([0-9,.%deg]{1,40}\)", re.IGNORECASE
)
_LINE_THROUGH: Final = re.compile(r"text-decoration(?:-line)?\s{0,9}:[^;]{0,40}line-through", re.IGNORECASE)
_FONT_SIZES: Final = frozenset("1 2 3 4 5 6 7 +1 +2 +3 -1 -2 -3".split())
_NAMES: Final = frozenset("mention mention-group hashtag hashtag-cooked username username-coloured".split())
_SPOILERS: Final = frozenset("spoiler spoiled spoiler-blurred bbCodeSpoiler sp-wrap".split())
_IN_ADDRESS: Final = {
    "[": "%5B",
    "]": "%5D",
    '"': "%22",
    "<": "%3C",
    ">": "%3E",
    "\n": "",
    "\t": "",
    "\r": "",
    " ": "%20",
}
_ADDRESS: Final = str.maketrans(_IN_ADDRESS)
_ALT: Final = str.maketrans({"[": "(", "]": ")", '"': "'", "\n": " ", "\r": " "})
_LONGEST_ADDRESS: Final = 2_000
_LONGEST_ALT: Final = 200
# A smiley of the forum's own, `:dame_pique:`, may be a card by its address; `8)` is what was typed.
_NAMED_SMILEY: Final = re.compile(r"[^\W\d_]{3}")
_SMILEY_PLACE: Final = re.compile(r"smil|emot|icon_", re.IGNORECASE)


class Roles(NamedTuple):
    """The elements of a page that have a part, by their `mem_id`."""

    dropped: frozenset[int]
    quotes: frozenset[int]
    struck: frozenset[int]
    smileys: frozenset[int]


def body_text(body: "LexborNode", roles: Roles) -> str:
    """The text of one element, without blanks at the ends of its lines; linear, whatever its depth."""
    writer = Writer()
    # Of each element that is open: what comes after it, and what ends with it.
    left: list[tuple[LexborNode | None, Leave]] = []
    node = body.first_child
    while True:
        while node is None:
            if not left:
                return writer.text()
            node, leave = left.pop()
            writer.leave(leave)
        following = node.next
        entered = _entered(writer, node, roles)
        if entered is None:
            node = following
        else:
            left.append((following, entered))
            node = node.first_child


def _entered(writer: Writer, node: "LexborNode", roles: Roles) -> Leave | None:
    """Writes what an element or a text begins with; None when there is nothing in it to be read."""
    if node.is_text_node:
        writer.words(well_formed(node.text_content or ""))
        return None
    name = node.tag or ""
    if not node.is_element_node or name in _SKIPPED or node.mem_id in roles.dropped:
        return None
    attributes = node.attributes
    if name == "br":
        writer.line_break()
        return None
    if name == "img":
        _image(writer, attributes, is_smiley=node.mem_id in roles.smileys)
        return None
    writer.enter(name, attributes)
    if name == "hr":
        writer.put("[hr]")
    opening = _tags(node, name, attributes, roles)
    for tag in opening:
        writer.tag(tag)
    address = _address(attributes) if name == "a" else None
    link = None if address is None else (writer.begin_link(), address)
    return Leave(name, tuple(map(_closing, reversed(opening))), link)


def _tags(node: "LexborNode", name: str, attributes: Mapping[str, str | None], roles: Roles) -> list[str]:
    """The tags that an element opens, from the outer to the inner."""
    tags: list[str] = []
    style = attributes.get("style") or ""
    if node.mem_id in roles.quotes:
        tags.append("[quote]")
    if name == "pre" or (name == "code" and (node.parent is None or node.parent.tag != "pre")):
        tags.append("[code]")
    if name == "details" or not _SPOILERS.isdisjoint(_classes(attributes)):
        tags.append("[spoiler]")
    if node.mem_id in roles.struck or _LINE_THROUGH.search(style):
        tags.append("[s]")
    size = _size(style, attributes, is_font=name == "font")
    if size is not None:
        tags.append(f"[size={size}]")
    colour = _COLOUR.search(style)
    named = colour[1] if colour is not None else (attributes.get("color") or "") if name == "font" else ""
    if _COLOUR_NAME.fullmatch("".join(named.split())):
        tags.append(f"[color={''.join(named.split())}]")
    return tags


def _closing(tag: str) -> str:
    return f"[/{tag[1:-1].split('=')[0]}]"


def _classes(attributes: Mapping[str, str | None]) -> list[str]:
    return (attributes.get("class") or "").split()


def _size(style: str, attributes: Mapping[str, str | None], *, is_font: bool) -> str | None:
    """The size of the letters, as `gm.posts.markup` knows it; None where it is not said."""
    if _UNSEEN.search(style):
        return "1"
    found = _SIZE.search(style)
    if found is not None:
        return "".join(found[1].split())
    named = attributes.get("size") or ""
    return named if is_font and named in _FONT_SIZES else None


def _image(writer: Writer, attributes: Mapping[str, str | None], *, is_smiley: bool) -> None:
    alt = well_formed(attributes.get("alt") or attributes.get("title") or "")
    # A page that loads its images late keeps the true address beside a placeholder.
    address = attributes.get("data-src") or attributes.get("src") or ""
    if is_smiley and alt and not (_NAMED_SMILEY.search(alt) and _SMILEY_PLACE.search(address)):
        writer.words(alt)
        return
    if address.startswith("data:"):
        # The image itself: named by what is in it, so that the same one has the same name.
        kind = address[5:40].split(";")[0].split(",")[0]
        address = f"{kind}/{sha256(well_formed(address).encode()).hexdigest()[:16]}"
    if address or alt:
        named = f' alt="{alt.translate(_ALT)[:_LONGEST_ALT]}"' if alt else ""
        writer.put(f"[img{named}]{_clean(address)}[/img]")


def _address(attributes: Mapping[str, str | None]) -> str | None:
    """Where a link leads, for those that lead somewhere: not a name, nor a place on the forum's own pages."""
    address = (attributes.get("href") or "").strip()
    if not address.startswith(("http://", "https://")) or not _NAMES.isdisjoint(
        (attributes.get("class") or "").split()
    ):
        return None
    return _clean(address)


def _clean(address: str) -> str:
    return well_formed(address.strip()).translate(_ADDRESS)[:_LONGEST_ADDRESS]
