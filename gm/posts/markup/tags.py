"""The tags that forums know, BBCode and HTML, and what each does to its content: data."""

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType
from typing import Final


class Does(Enum):
    """What a tag does to what stands in it."""

    QUOTES = auto()
    """Somebody else's words: hidden."""
    STRIKES = auto()
    """Taken back: hidden."""
    SHOWS = auto()
    """A film, a sound, a script: hidden."""
    PICTURES = auto()
    """The content or an attribute is the address of an image."""
    LINKS = auto()
    NAMES = auto()
    """The content is somebody's name."""
    KEEPS = auto()
    """Code: no markup is read in it."""
    BREAKS = auto()
    """Read, in lines of its own."""
    DRESSES = auto()
    """Read where it stands."""


HIDING: Final = frozenset({Does.QUOTES, Does.STRIKES, Does.SHOWS})
VOID: Final = frozenset("* br hr img wbr input".split())
"""Closed by nobody."""

_BOTH: Final = {
    Does.QUOTES: "quote citation cite blockquote",
    Does.STRIKES: "s strike del",
    Does.SHOWS: "youtube video media flash audio iframe dailymotion vimeo soundcloud",
    Does.BREAKS: """
        list ul ol li hr br center centre left right align justify indent table tr td th tbody thead
        div h1 h2 h3 h4 h5 h6 spoiler hide details
    """,
    Does.DRESSES: "b i u em strong font sub sup small big mark span",
}
_BBCODE: Final = {
    Does.PICTURES: "img image thumb thumbnail attachment attach",
    Does.LINKS: "url link",
    Does.NAMES: "mention user member",
    Does.KEEPS: "code icode pre tt noparse nobbc plain",
    Does.BREAKS: "* spoil spoilers hidden ot hs offtopic mod tab row cell column",
    Does.DRESSES: """
        size color colour couleur taille email highlight surligner glow shadow marquee anchor style
        bgcolor background ins abbr acronym bold italic underline
    """,
}
_HTML: Final = {
    Does.QUOTES: "aside",
    Does.SHOWS: "script object embed svg noscript template textarea select button style",
    Does.PICTURES: "img",
    Does.LINKS: "a",
    Does.BREAKS: """
        p pre section article main header footer figure figcaption summary dl dt dd caption address html body
    """,
    Does.DRESSES: "code tt samp kbd ins abbr time label bdi bdo var dfn wbr input",
}


def _by_name(*tables: Mapping[Does, str]) -> Mapping[str, Does]:
    return MappingProxyType(
        {name: does for table in tables for does, names in table.items() for name in names.split()}
    )


BBCODE: Final = _by_name(_BOTH, _BBCODE)
HTML: Final = _by_name(_BOTH, _HTML)
