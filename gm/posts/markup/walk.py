"""From mark to mark through a post: BBCode, HTML, entities, images, links and code onto a canvas."""

import re
from html import unescape
from typing import Final

from gm.cards import NamedCard
from gm.posts.markup.addresses import Image, is_image_file, seen_as
from gm.posts.markup.canvas import Canvas
from gm.posts.markup.folding import fold
from gm.posts.markup.links import LONGEST, Link, resolved
from gm.posts.markup.marks import body_of, end_of, fence_of, marks_of
from gm.posts.markup.nest import Nest
from gm.posts.markup.pictures import Pictures
from gm.posts.markup.seen import Cut, Visible, edited
from gm.posts.markup.styles import PLAIN, Style, attributes, styled
from gm.posts.markup.tags import BBCODE, HIDING, HTML, VOID, Does

_HIDES: Final = re.compile(
    r"[\[<](?:quote|citation|cite|blockquote|strike|del|s)[\s=:\]>]|^[ \t]*>|~~", re.IGNORECASE | re.MULTILINE
)
_IN_CODE: Final = re.compile(
    r"\r\n|&(?:amp;){0,3}(?:\#[0-9]{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});"
)
_AFTER_ADDRESS: Final = ".,;:!?)'*_~"
_IS_ADDRESS: Final = re.compile(
    r"(?:https?:|www\.|upload:|data:|\.{0,2}/)|[^\s=]*\.(?:png|jpe?g|gif|webp|svg)", re.IGNORECASE
)
_MARKDOWN: Final = "]("


def walked(text: str, pictures: Pictures) -> Visible:
    """What the tags, entities, images and links of a post leave to be seen; linear."""
    return _Walk(text, pictures).walked()


class _Walk:
    def __init__(self, text: str, pictures: Pictures) -> None:
        self.text = text
        self.pictures = pictures
        self.canvas = Canvas(text)
        self.hidden: Nest[Does] = Nest()
        self.styles: Nest[Style] = Nest()
        self.links: Nest[Link] = Nest()
        self.cuts: list[Cut] = []
        self.known: dict[Image, str | None] = {}
        self.targets: dict[str, tuple[NamedCard, ...] | None] = {}
        self.never: set[re.Pattern[str]] = set()
        """What does not come any more in the post."""
        self.faint_since: int | None = None
        self.at = 0
        """All of the post before this is done."""

    def walked(self) -> Visible:
        marks = marks_of(self.text)
        while (mark := marks.search(self.text, self.at)) is not None:
            self.keep(mark.start())
            self.read(mark)
        self.keep(len(self.text))
        self.restyle(PLAIN)
        for link in self.links:
            # A link without end: what it shows is seen where it begins.
            if cards := self.cards_of(link.address):
                shown = f" {self.pictures.shown(cards)} "
                self.cuts.append(Cut(link.first, link.first, shown, (link.start, link.start + 1)))
        self.cuts.sort(key=lambda cut: (cut.first, cut.span))
        return edited(self.canvas.seen(unclosed=bool(self.hidden)), self.cuts)

    def read(self, mark: re.Match[str]) -> None:
        done = self.at = mark.end()
        if mark["tag"]:
            self.read_bbcode(mark)
        elif mark["element"]:
            self.read_html(mark)
        elif mark["line"]:
            self.put("\n", mark)
        elif mark["entity"]:
            self.read_entity(mark)
        elif mark["address"]:
            self.read_address(mark)
        elif mark["source"]:
            self.show_image(Image(mark["source"], mark["alt"]), mark.start(), done)
        elif mark["text"]:
            self.open_link(_MARKDOWN, mark, "")
        elif mark["target"]:
            self.close_link(_MARKDOWN, mark, mark["target"])
        elif mark["fence"] or mark["tick"]:
            self.read_ticks(mark)
        elif mark["comment"] is None:
            # Letters that are struck through one by one.
            self.put(" ", mark)

    def keep(self, last: int) -> None:
        if not self.hidden:
            self.canvas.keep(self.at, last)
        self.at = last

    def put(self, text: str, mark: re.Match[str]) -> None:
        if not self.hidden:
            self.canvas.put(text, *mark.span())

    def gap(self, text: str, mark: re.Match[str]) -> None:
        """Parts what stands before a mark from what stands after it."""
        self.canvas.put(text, mark.start(), mark.start())

    def keep_sign(self, mark: re.Match[str], length: int) -> None:
        """What looked like a mark is none: its first signs are text, and the rest may hold marks."""
        self.at = mark.start()
        self.keep(mark.start() + length)

    def find(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The next place of a pattern; what is not found is not looked for again."""
        found = None if pattern in self.never else pattern.search(self.text, self.at)
        if found is None:
            self.never.add(pattern)
        return found

    def read_bbcode(self, mark: re.Match[str]) -> None:
        tag, value = mark["tag"].lower(), mark["quoted"] or mark["value"] or ""
        does = BBCODE.get(tag)
        if does is None or _is_prose(does, value):
            self.keep_sign(mark, 1)
        elif does is Does.PICTURES:
            self.read_picture(tag, value, mark)
        elif does is Does.NAMES or (does is Does.KEEPS and not mark["close"]):
            self.read_whole(tag, does, mark)
        elif mark["close"]:
            self.close(tag, does, mark)
        else:
            self.open(tag, does, value, mark)

    def read_html(self, mark: re.Match[str]) -> None:
        tag, value = mark["element"].lower(), mark["attributes"] or ""
        does = HTML.get(tag)
        if does is None:
            self.keep_sign(mark, 1)
        elif does is Does.PICTURES:
            found = attributes(value)
            image = Image(found.get("src", ""), found.get("alt", ""), found.get("class", ""))
            self.show_image(image, *mark.span())
        elif mark["end"]:
            self.close(tag, does, mark)
        elif not value.endswith("/") or tag in VOID:
            self.open(tag, does, value, mark)

    def open(self, tag: str, does: Does, value: str, mark: re.Match[str]) -> None:
        if does in HIDING:
            self.hidden.open(tag, does)
            self.gap("\n" if does is Does.QUOTES else " ", mark)
            return
        if does is Does.LINKS:
            plain = value[1:].strip(" \"'") if value.startswith("=") else ""
            self.open_link(tag, mark, plain or attributes(value).get("href", ""))
            return
        if does is Does.BREAKS:
            self.gap("\n", mark)
        if tag not in VOID:
            self.styles.open(tag, styled(tag, value, self.styles.innermost or PLAIN))
            self.restyle(self.styles.innermost or PLAIN)

    def close(self, tag: str, does: Does, mark: re.Match[str]) -> None:
        if does in HIDING:
            if not self.hidden and does is not Does.SHOWS:
                # The beginning of a quote or of struck text was lost: it may be all that stands above.
                self.canvas.flag("unsure", 0)
            self.hidden.close(tag)
            self.gap("\n" if does is Does.QUOTES else " ", mark)
        elif does is Does.LINKS:
            self.close_link(tag, mark, "")
        else:
            if does is Does.BREAKS:
                self.gap("\n", mark)
            self.styles.close(tag)
            self.restyle(self.styles.innermost or PLAIN)

    def restyle(self, style: Style) -> None:
        if style.faint and self.faint_since is None:
            self.faint_since = len(self.canvas)
        elif not style.faint and self.faint_since is not None:
            self.canvas.flag("faint", self.faint_since)
            self.faint_since = None

    def read_whole(self, tag: str, does: Does, mark: re.Match[str]) -> None:
        """A tag whose content is no markup: code is kept as it is, a name left out."""
        self.gap("\n" if tag in ("code", "pre") else " ", mark)
        if does is Does.NAMES:
            name = body_of(tag).match(self.text, self.at)
            self.at = name.end() if name else self.at
        elif (end := self.find(end_of(tag))) is not None:
            self.keep_code(self.at, end.start())
            self.at = end.end()
            self.gap("\n" if tag in ("code", "pre") else " ", end)

    def read_ticks(self, mark: re.Match[str]) -> None:
        """`code` in a line or a fence of it; a tick in a word is an apostrophe."""
        start, end = mark.span()
        before, after = self.text[start - 1 : start], self.text[end : end + 1]
        if mark["tick"]:
            if before.isalnum() or after.isalnum():
                self.keep_sign(mark, len(mark["tick"]))
            else:
                self.keep_code(*mark.span("span"))
                self.at = end
            return
        closing = self.find(fence_of(mark["fence"])) if before in ("", "\n") else None
        if closing is None:
            self.keep_sign(mark, len(mark["fence"]))
        else:
            self.keep_code(end, closing.start())
            self.at = closing.end()

    def keep_code(self, first: int, last: int) -> None:
        if self.hidden:
            return
        begin = len(self.canvas)
        self.at = first
        for mark in _IN_CODE.finditer(self.text, first, last):
            self.keep(mark.start())
            self.at = mark.end()
            self.put("\n" if mark[0] == "\r\n" else _character(mark[0]), mark)
        self.keep(last)
        self.canvas.flag("verbatim", begin)
        if _HIDES.search(self.text, first, last):
            self.canvas.flag("unsure", begin)

    def read_entity(self, mark: re.Match[str]) -> None:
        self.put(_character(mark[0]), mark)

    def read_address(self, mark: re.Match[str]) -> None:
        address = mark["address"]
        if not (mark[0].startswith("<") and mark[0].endswith(">")):
            address = address.rstrip(_AFTER_ADDRESS)
            self.at = mark.start("address") + len(address)
        image = Image(address)
        seen = self.seen_as(image)
        if seen is None and is_image_file(address):
            self.show_image(image, mark.start(), self.at)
        elif not self.hidden:
            self.canvas.put(seen or " ", mark.start(), self.at)

    def read_picture(self, tag: str, value: str, mark: re.Match[str]) -> None:
        body = None if mark["close"] else body_of(tag).match(self.text, self.at)
        content = body[1].strip() if body else ""
        named = value.lstrip("=").strip(" \"'")
        found = attributes(value)
        alt = found.get("alt", "") or found.get("title", "")
        if value.startswith("=") and _IS_ADDRESS.match(named) and not _IS_ADDRESS.match(content):
            content, alt = named, content
        if body:
            self.at = body.end()
        if content:
            self.show_image(Image(content, alt), mark.start(), self.at)
        else:
            self.gap(" ", mark)

    def show_image(self, image: Image, start: int, end: int) -> None:
        if self.hidden:
            return
        seen = self.seen_as(image)
        if seen is None:
            self.canvas.put_image(image.address, start, end)
        else:
            self.canvas.put(seen, start, end)

    def seen_as(self, image: Image) -> str | None:
        if image not in self.known:
            self.known[image] = seen_as(image, self.pictures)
        return self.known[image]

    def open_link(self, tag: str, mark: re.Match[str], address: str) -> None:
        if not self.hidden:
            self.links.open(tag, Link(len(self.canvas), mark.start(), address))

    def cards_of(self, address: str) -> tuple[NamedCard, ...] | None:
        """The cards that a link leads to, none for an image that is no card, None when that is not known."""
        if address and address not in self.targets:
            self.targets[address] = self.pictures.cards_of(address, "")
        return self.targets.get(address)

    def close_link(self, tag: str, mark: re.Match[str], address: str) -> None:
        link = self.links.close(tag)
        if link is None or (self.cuts and self.cuts[-1].last > link.first):
            return
        cards = self.cards_of(address or link.address)
        if cards is None:
            return
        shown = resolved(self.canvas.since(link.first, LONGEST), cards, self.pictures)
        if shown.contradicts:
            self.canvas.flag("unsure", link.first)
        last = len(self.canvas) if shown.replaces else link.first
        self.cuts.append(Cut(link.first, last, shown.text, (link.start, mark.end())))


def _is_prose(does: Does, value: str) -> bool:
    """`[i am sure]` is a remark in brackets: few tags take anything after a blank but attributes."""
    return value.startswith(" ") and "=" not in value and does not in (Does.QUOTES, Does.SHOWS, Does.PICTURES)


def _character(entity: str) -> str:
    """What an entity stands for, folded; encoded twice or more times it is still one."""
    while entity.startswith("&amp;") and len(entity) > len("&amp;"):
        entity = "&" + entity[len("&amp;") :]
    return fold(unescape(entity))
