"""What images stand for, as markup needs to know it; `gm.posts.images` knows it of a campaign."""

from typing import Final, Protocol

from gm.cards import NamedCard


class Pictures(Protocol):
    """Says which cards an image shows."""

    def cards_of(self, address: str, alt: str) -> tuple[NamedCard, ...] | None:
        """The cards an image shows, none for an image that is no card, None when it is not known."""

    def cards_in(self, text: str) -> tuple[NamedCard, ...] | None:
        """The cards that a text names and nothing else, or None."""

    def shown(self, cards: tuple[NamedCard, ...]) -> str:
        """The cards as they stand in the visible text: Unicode playing cards, words without a suit."""


class _NoPictures:
    def cards_of(self, address: str, alt: str) -> tuple[NamedCard, ...] | None:  # noqa: ARG002 knows none
        return None

    def cards_in(self, text: str) -> tuple[NamedCard, ...] | None:  # noqa: ARG002 knows none
        return None

    def shown(self, cards: tuple[NamedCard, ...]) -> str:  # noqa: ARG002 knows none
        return ""


NO_PICTURES: Final[Pictures] = _NoPictures()
