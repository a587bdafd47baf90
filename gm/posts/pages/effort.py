"""Whether a page can be parsed in time: the tree of HTML takes the square of its depth to build.

For each tag the standard's parser looks through all elements that are open, and builds anew those of bold,
links and the like that were left open; for each attribute it looks through those before it. Forums nest
their pages a few dozen deep, so that this stays small: only a page made to hang its reader is refused.
"""

import re
from typing import Final

_TAG: Final = re.compile(
    r"""<(?P<close>/?)(?P<name>[A-Za-z][^\s/>]*+)
        (?P<attributes>(?:[\s/]++
          | (?:=|[^\s/>=])[^\s/>=]*+ (?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|(?!["'])[^\s>]*+))?+ )*+)>""",
    re.VERBOSE,
)
_BEGINNING: Final = re.compile("</?[A-Za-z]")
_ATTRIBUTE: Final = re.compile(
    r"""(?:=|[^\s/>=])[^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|(?!["'])[^\s>]*+))?+"""
)
_MANY_ATTRIBUTES: Final = 2_000  # characters of them, below which their number is no matter
_RAW: Final = {
    name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE)
    for name in ("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes")
}
_FOREIGN: Final = ("svg", "math")  # where those hold markup as any other element
_VOID: Final = frozenset("area base br col embed hr img input link meta param source track wbr".split())
# Old pages leave these open: the next one closes the one before.
_CLOSED_BY_NEXT: Final = frozenset(
    "p li dt dd tr td th thead tbody tfoot colgroup caption html head body rp rt".split()
)
_FORMATTING: Final = frozenset("a b big code em font i nobr s small strike strong tt u".split())
_MOST: Final = 400_000_000
_BUILT_ANEW: Final = 200  # an element built costs that of so many looked at
_KEPT_ALIKE: Final = 3


def is_too_deep(html: str) -> bool:
    """Whether parsing this page would take longer than a few seconds; linear in its length."""
    elements = _Open()
    effort = at = 0
    while (at := html.find("<", at)) >= 0:
        if html.startswith(("<!", "<?"), at):
            is_comment = html.startswith("<!--", at)
            at = html.find("-->" if is_comment else ">", at + 2)
            if at < 0:
                return False
            continue
        if _BEGINNING.match(html, at) is None:
            at += 1
            continue
        tag = _TAG.match(html, at)
        if tag is None:
            return False  # it has no end, so that nothing below it is on the page
        at = tag.end()
        name = tag["name"].lower()
        if not (tag["close"] and elements.innermost == name):
            effort += elements.depth + _BUILT_ANEW * elements.built_anew
        if len(tag["attributes"]) > _MANY_ATTRIBUTES:
            effort += len(_ATTRIBUTE.findall(tag["attributes"])) ** 2
        if effort > _MOST:
            return True
        if tag["close"]:
            elements.close(name)
            continue
        if name in _RAW and not any(map(elements.holds, _FOREIGN)):
            end = _RAW[name].search(html, at)
            if end is None:
                return False
            at = end.start()
        elements.open(name, tag["attributes"])
    return False


class _Open:
    """The elements open at one place of a page, and the formatting that was not closed by its tag."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._count: dict[str, int] = {}
        self._formatting: dict[str, list[str]] = {}
        self._alike: dict[str, int] = {}
        self.built_anew = 0
        """Formatting elements that the parser builds again in each block; of those alike it keeps three."""

    @property
    def depth(self) -> int:
        return len(self._names)

    @property
    def innermost(self) -> str:
        return self._names[-1] if self._names else ""

    def holds(self, name: str) -> bool:
        return self._count.get(name, 0) > 0

    def open(self, name: str, attributes: str) -> None:
        if name in _VOID or name in _CLOSED_BY_NEXT:
            return
        self._names.append(name)
        self._count[name] = self._count.get(name, 0) + 1
        if name in _FORMATTING:
            if name == "a":  # a link ends the one before
                self._end_formatting(name)
            alike = name + attributes
            self._formatting.setdefault(name, []).append(alike)
            self._alike[alike] = self._alike.get(alike, 0) + 1
            self.built_anew += self._alike[alike] <= _KEPT_ALIKE

    def close(self, name: str) -> None:
        if name in _FORMATTING:
            self._end_formatting(name)
        while self.holds(name):
            last = self._names.pop()
            self._count[last] -= 1
            if last == name:
                return

    def _end_formatting(self, name: str) -> None:
        if self._formatting.get(name):
            alike = self._formatting[name].pop()
            self.built_anew -= self._alike[alike] <= _KEPT_ALIKE
            self._alike[alike] -= 1
