"""What an image is by its address and its alt text: cards, a smiley, decoration, or unknown."""

import re
from typing import Final, NamedTuple

from gm.posts.markup.folding import fold
from gm.posts.markup.pictures import Pictures

_SMILEY: Final = re.compile(r"(?<![a-z])(?:smil(?:ey|ie|e)|emot|emoji|twemoji|icon_)")
_DECORATION: Final = re.compile(
    r"(?<![a-z])(?:avatars?|gravatar|sig(?:nature)?s?|userbars?|giphy|tenor|ranks?)(?![a-z])"
)
_FILE: Final = re.compile(r"\.(?:png|jpe?g|gif|webp|svg|bmp|avif)(?:[?#].*)?\Z")
_SUIT: Final = re.compile(
    r"(?:^|[/_-])(spades?|hearts?|diamonds?|clubs?|piques?|coeurs?|carreaux?|trefles?)(?=\.[a-z]{3,4}\Z)"
)
_COOL: Final = re.compile(r"(?:cool|sunglasses|1f60e)[^/]{0,20}\Z")
_TYPED: Final = re.compile(r"(?:8|b)-?\)|[^a-z0-9\s].{0,30}")
_NAME_LENGTH: Final = 300

SUNGLASSES: Final = "😎"
"""What forums make of `8)`."""


class Image(NamedTuple):
    """An image of a post; `kind` is what else its tag says of it."""

    address: str
    alt: str = ""
    kind: str = ""


def seen_as(image: Image, pictures: Pictures) -> str | None:
    """The folded text that an image stands for, blank for one that is no card; None when it is unknown."""
    cards = pictures.cards_of(image.address, image.alt)
    if cards is not None:
        return f" {pictures.shown(cards)} "
    place = fold(image.address[-_NAME_LENGTH:])
    described = f"{fold(image.kind)} {place}"
    if _SMILEY.search(described):
        return _smiley(place, fold(image.alt))
    return " " if _DECORATION.search(described) else None


def is_image_file(address: str) -> bool:
    """Whether an address that stands bare in a post is that of an image."""
    return _FILE.search(address[-_NAME_LENGTH:].lower()) is not None


def _smiley(place: str, alt: str) -> str:
    """The signs that a forum made a smiley of: they may be a card (`8)`) or a suit (`:hearts:`)."""
    if _TYPED.fullmatch(alt):
        return alt
    suit = _SUIT.search(place)
    if suit is not None:
        return f":{suit[1]}:"
    return SUNGLASSES if _COOL.search(place) else " "
