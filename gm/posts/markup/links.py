"""What a link to the picture of a card adds to its text: `[url=…/dame_pique.png]dame de pique[/url]`."""

from typing import Final, NamedTuple

from gm.cards import NamedCard
from gm.posts.markup.pictures import Pictures
from gm.posts.markup.seen import IMAGE

LONGEST: Final = 200
"""A longer text is no name of cards."""


class Link(NamedTuple):
    """A link that is open: where its text begins, where it stands in the post, its address if it is known."""

    first: int
    start: int
    address: str = ""


class Resolved(NamedTuple):
    """How a link to a card is seen."""

    text: str
    replaces: bool
    """The text of the link is left out: it is the same card, or nothing."""
    contradicts: bool = False
    """The text of the link names another card."""


def resolved(inside: str | None, cards: tuple[NamedCard, ...], pictures: Pictures) -> Resolved:
    """How the cards that a link leads to and its folded text are seen together, once each.

    `inside` is None when the text is longer than `LONGEST`.
    """
    shown = f" {pictures.shown(cards)} "
    if inside is not None and inside.strip() in ("", IMAGE):
        return Resolved(shown, replaces=True)
    if not cards:
        return Resolved("", replaces=False)
    named = None if inside is None else pictures.cards_in(inside)
    if named is None:
        return Resolved(shown, replaces=False)
    if _tells(cards, named):
        return Resolved(shown, replaces=True)
    if _tells(named, cards):
        return Resolved("", replaces=False)
    return Resolved(shown, replaces=False, contradicts=True)


def _tells(fuller: tuple[NamedCard, ...], cards: tuple[NamedCard, ...]) -> bool:
    """Whether the same ranks are named, and every suit that the other names."""
    same = sorted(card.rank for card in fuller) == sorted(card.rank for card in cards)
    return same and {card for card in cards if card.suit is not None} <= set(fuller)
