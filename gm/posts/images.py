"""What the images of a campaign show: an address or alt text to cards (campaign.yaml, `cards`).

A key is a piece of an address or of an alt text. Both are compared as words: without case and accents, and
with whatever is no letter or digit as a blank, so that `dame_pique` stands in `…/Dame-Pique.png` and not in
`…/dame_piquee.png`. Its value are the codes of cards (`Qs`, `J?` or `J` for a rank alone, `8s 8d`), or
nothing or `-` for an image that is no card. A key that holds `{card}`, or `{rank}` and `{suit}`, is a
pattern; its value is the language in which the pieces are read (`fr`, `en`), nothing for the campaign's own.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from gm.cards import RANKS, CardError, NamedCard, Rank, named_cards_of
from gm.posts.drawn import sign_of
from gm.posts.image_patterns import Pattern, is_pattern, pattern_of, spaced
from gm.posts.lexicon import language_of
from gm.posts.naming import read_cards

_LONGEST_ADDRESS: Final = 2000
_LONGEST_NAME: Final = 60
_NO_CARD: Final = "-"
_LANGUAGES: Final = ("", "fr", "en")
_COUNTS: Final = ("", "", "double ", "triple ", "quadruple ")
_FILE_TYPE: Final = re.compile(r"\.(?:png|jpe?g|gif|webp|svg)\s*\Z", re.IGNORECASE)
_CODE: Final = re.compile(r"\w{1,3}")


@dataclass(frozen=True, slots=True)
class CardImages:
    """The images that a campaign knows; the longest key that stands in an address or alt text tells."""

    locale: str
    keys: tuple[tuple[str, tuple[NamedCard, ...]], ...] = ()
    """Words between blanks, longest first, and the cards they stand for."""
    patterns: tuple[Pattern, ...] = ()

    def cards_of(self, address: str, alt: str) -> tuple[NamedCard, ...] | None:
        """The cards an image shows, none for an image that is no card, None when that is not known."""
        texts = [_words(text) for text in (address, alt) if text]
        found = [(key, cards) for key, cards in self.keys if any(key in text for text in texts)]
        if found:
            told = {cards for key, cards in found if len(key) == len(found[0][0])}
        else:
            told = {(card,) for pattern in self.patterns for text in texts for card in pattern.cards(text)}
        if not told and (card := self._named(alt)) is not None:
            told = {(card,)}
        return told.pop() if len(told) == 1 else None

    def cards_in(self, text: str) -> tuple[NamedCard, ...] | None:
        """The cards that a text names and nothing else, or None."""
        return read_cards(text, self.locale) if len(text) <= _LONGEST_NAME else None

    def shown(self, cards: tuple[NamedCard, ...]) -> str:
        """The cards as they stand in the visible text: Unicode playing cards, words without a suit."""
        glyphs = "".join(sign_of(card.rank, card.suit) for card in cards if card.suit is not None)
        bare = [card.rank for card in cards if card.suit is None]
        counted = (_COUNTS[min(bare.count(rank), 4)] + self._word(rank) for rank in dict.fromkeys(bare))
        return " ".join(filter(None, (glyphs, *counted)))

    def _named(self, alt: str) -> NamedCard | None:
        """The card that an alt text names with its suit; `7c` is a heart to some and a club to others."""
        name = _FILE_TYPE.sub("", alt.partition("|")[0]).replace("_", " ").replace("-", " ").strip()
        cards = None if _CODE.fullmatch(name) else self.cards_in(name)
        return cards[0] if cards and len(cards) == 1 and cards[0].suit is not None else None

    def _word(self, rank: Rank) -> str:
        language = language_of(self.locale)
        return (language.ranks | language.numerals)[RANKS[rank]].split()[0]


def images_of(mapping: Mapping[str, str], locale: str) -> CardImages:
    """What a campaign's `cards` say; entries that say nothing clear are left out (see `wrong_images`)."""
    keys: list[tuple[str, tuple[NamedCard, ...]]] = []
    patterns: list[Pattern] = []
    for key, value in mapping.items():
        if is_pattern(key):
            pattern = pattern_of(key, value or locale) if value in _LANGUAGES else None
            patterns += [] if pattern is None else [pattern]
        elif (cards := _cards(value)) is not None and _words(key).strip():
            keys.append((_words(key), cards))
    keys.sort(key=lambda entry: (-len(entry[0]), entry[0]))
    return CardImages(locale, tuple(keys), tuple(patterns))


def wrong_images(mapping: Mapping[str, str], locale: str) -> tuple[str, ...]:
    """The keys of entries that say nothing clear: no card, no such language, half a pattern."""
    told = {key: images_of({key: value}, locale) for key, value in mapping.items()}
    return tuple(key for key, images in told.items() if not images.keys and not images.patterns)


def _words(text: str) -> str:
    """An address or alt text as it is compared: folded words between single blanks."""
    return f" {spaced(unquote(text[:_LONGEST_ADDRESS])).strip()} "


def _cards(value: str) -> tuple[NamedCard, ...] | None:
    """The cards of an entry's value; None when it is no value."""
    codes = value.strip()
    if codes in ("", _NO_CARD):
        return ()
    try:
        return named_cards_of(" ".join(map(_code, codes.replace(",", " ").split())))
    except CardError:
        return None


def _code(typed: str) -> str:
    """A code as `gm.cards` writes it, of `j`, `J?`, `qs` or `10h`."""
    code = typed.upper().replace("10", "T")
    return code[:1] + (code[1:].lower() or "?")
