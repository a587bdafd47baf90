"""A post's text as a browser lays it out: white space is held back until words follow."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

# Blank lines that stand before and after, at least.
_LINES: Final = {
    **dict.fromkeys("p h1 h2 h3 h4 h5 h6".split(), 2),
    **dict.fromkeys(
        "address article aside blockquote center cite dd details div dl dt fieldset figcaption figure footer"
        " form header hr li main nav ol pre section summary table tbody tfoot thead tr ul".split(),
        1,
    ),
}
_SPACE: Final = re.compile("[ \t\n\r\f]+")
_SHORTENED: Final = re.compile(r" \.\.\. |…|\.\.\.")
# What stands on the page as signs, and would be a tag to `gm.posts.markup`.
_LITERAL_TAG: Final = re.compile(
    r"\[(?=/?(?:quote|blockquote|s|strike|del|img|image|url|size|color|colour|code|spoiler|hide|media|video)"
    r"[\]= ])|<(?=/?[a-z][a-z0-9]{0,14}[\s/>])"
    r"|[\[<](?=/?[a-z0-9]{0,15}\Z)",  # it may go on in the next element
    re.IGNORECASE,
)
_WRITTEN: Final = {"[": "&#91;", "<": "&lt;"}


class Leave(NamedTuple):
    """What ends with an element."""

    name: str
    tags: tuple[str, ...]
    link: tuple[int, str] | None
    """The part of the text at which it began, and where it leads."""


class Writer:
    """A text as it grows: white space is held back until words follow, as a browser lays it out."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._breaks = 0
        self._space = False
        self._at_start = True  # of a line
        self._begun = False
        self._verbatim = 0
        self._numbers: list[int | None] = []  # of the next item of each list that is open

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in "".join(self._parts).split("\n")).strip("\n")

    def words(self, text: str) -> None:
        text = _LITERAL_TAG.sub(lambda sign: _WRITTEN[sign[0]], text)
        if self._verbatim:
            self.put(text)
            return
        for number, word in enumerate(_SPACE.split(text)):
            self._space = self._space or number > 0
            self.put(word)

    def put(self, text: str) -> None:
        """Text as it is, after the white space that was held back."""
        if text:
            self.tag(text)
            self._at_start = False

    def tag(self, tag: str) -> None:
        """A tag, which takes no room on the line; "" only writes what was held back."""
        if self._breaks:
            self._parts.append("\n" * self._breaks)
            self._at_start = True
        elif self._space and not self._at_start:
            self._parts.append(" ")
        self._breaks = 0
        self._space = False
        self._parts.append(tag)
        self._begun = True

    def line_break(self) -> None:
        self._breaks += self._begun
        self._space = False

    def block(self, lines: int) -> None:
        """A block begins or ends: what follows stands that many line breaks further down, at least."""
        if lines:
            self._space = False
            if self._breaks or not self._at_start:
                self._breaks = max(self._breaks, lines)

    def enter(self, name: str, attributes: Mapping[str, str | None]) -> None:
        self.block(_LINES.get(name, 0))
        if name == "ol":
            start = attributes.get("start") or ""
            self._numbers.append(int(start) if start.isdecimal() and len(start) < 10 else 1)
        elif name == "ul":
            self._numbers.append(None)
        elif name == "li":
            self._item()
        elif name == "pre":
            self._verbatim += 1

    def _item(self) -> None:
        """A numbered item shows its number: who writes `7. de pique` gets a list that begins with 7."""
        number = self._numbers[-1] if self._numbers else None
        if number is None:
            self.tag("[*]")
        else:
            self.put(f"{number}.")
            self._space = True
            self._numbers[-1] = number + 1

    def begin_link(self) -> int:
        self.tag("")
        return len(self._parts)

    def leave(self, leave: Leave) -> None:
        self._parts.extend(leave.tags)
        if leave.link is not None:
            self._end_link(*leave.link)
        if leave.name in ("ol", "ul"):
            self._numbers.pop()
        elif leave.name == "pre":
            self._verbatim -= 1
        elif leave.name in ("td", "th"):
            self._space = True  # the cells of a row stand apart
        self.block(_LINES.get(leave.name, 0))

    def _end_link(self, start: int, address: str) -> None:
        label = "".join(self._parts[start:])
        if not label or "[img" in label:
            return  # the picture tells more than the page behind it
        shown = _SHORTENED.split(label.strip(), maxsplit=1)[0]
        if shown.startswith(("http://", "https://", "www.")) and shown in address:
            self._parts[start:] = [address]
        else:
            self._parts[start:] = [f"[url={address}]", label, "[/url]"]
