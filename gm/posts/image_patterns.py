"""Names of cards in the addresses of images: `dame_pique`, `queen-of-spades`, `10h`, `spades7`.

    card = rank [de | of] suit | suit in words, rank | letter of a suit, digits | joker [rouge | noir]

Words of both languages are known in both, single letters in the language asked for alone: the `c` of `7c` is
a heart in French and a club in English.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from gm.cards import JOKER, RANKS, SUITS, NamedCard, Rank, Suit
from gm.posts.lexicon import language_of
from gm.posts.markup import fold

_PLACE: Final = re.compile(r"\{(card|rank|suit)\}")
_PLACES: Final = (["card"], ["rank", "suit"])
_JOKER_COLOURS: Final = {"rouge": 0, "red": 0, "noir": 1, "black": 1}


class Pattern(NamedTuple):
    """An expression over words that finds the pieces of a card, and how they are read."""

    expression: re.Pattern[str]
    names: "_Names"

    def cards(self, text: str) -> Iterator[NamedCard]:
        """The cards that it finds in words."""
        for match in self.expression.finditer(text):
            piece = match.groupdict()
            if piece.get("joker"):
                colour = piece["colour"]
                yield NamedCard(JOKER, None if colour is None else Suit(_JOKER_COLOURS[colour]))
                continue
            rank = piece["rank"] or piece.get("rank2") or piece.get("rank3") or ""
            suit = piece["suit"] or piece.get("suit2") or piece.get("suit3") or ""
            yield NamedCard(self.names.ranks[rank], self.names.suits[suit])


class _Names(NamedTuple):
    ranks: Mapping[str, Rank]
    suits: Mapping[str, Suit]


def is_pattern(key: str) -> bool:
    """Whether a key says where in it the pieces of a card stand."""
    return _PLACE.search(key) is not None


def pattern_of(key: str, locale: str) -> Pattern | None:
    """The pattern that a key is; None when it does not say where both rank and suit stand."""
    if sorted(_PLACE.findall(key)) not in _PLACES:
        return None
    names = _names_of(locale)
    expression = ""
    for literal, place in _pieces(key):
        expression += spaced(literal) + (_expression(place, names) if place else "")
    return Pattern(re.compile(rf"(?<!\w){expression.strip()}(?!\w)"), names)


def spaced(text: str) -> str:
    """A text folded, whatever is no letter or digit in it as one blank."""
    return re.sub(r"[\W_]+", " ", fold(text))


def _pieces(key: str) -> Iterator[tuple[str, str]]:
    at = 0
    for place in _PLACE.finditer(key):
        yield key[at : place.start()], place[1]
        at = place.end()
    yield key[at:], ""


def _expression(place: str, names: _Names) -> str:
    ranks, suits = _any_of(names.ranks), _any_of(names.suits)
    if place == "rank":
        return f"(?P<rank>{ranks})"
    if place == "suit":
        return f"(?P<suit>{suits})"
    suit_words = _any_of(name for name in names.suits if len(name) > 1)
    suit_letters = _any_of(name for name in names.suits if len(name) == 1)
    digits = _any_of(name for name in names.ranks if name.isdigit())
    jokers = r"(?P<joker>jokers?)(?:[ ]?(?P<colour>rouge|noir|red|black))?"
    return (
        rf"(?:{jokers}|(?P<rank>{ranks})[ ]?(?:(?:de|of|d|du|des)[ ])?(?P<suit>{suits})"
        rf"|(?P<suit2>{suit_words})[ ]?(?P<rank2>{ranks})|(?P<suit3>{suit_letters})(?P<rank3>{digits}))"
    )


def _any_of(names: Iterable[str]) -> str:
    return "|".join(sorted(names, key=lambda name: (-len(name), name)))


@cache
def _names_of(locale: str) -> _Names:
    """What ranks and suits are called: words of both languages, the campaign's own first, and its letters."""
    ranks: dict[str, Rank] = {}
    suits: dict[str, Suit] = {}
    own = language_of(locale)
    for language in (language_of("en"), language_of("fr"), own):
        ranks |= {
            name: _rank(code) for code, name in _words(language.ranks | language.numerals) if code != "X"
        }
        suits |= {name: _suit(code) for code, name in _words(language.suits)}
    ranks |= {letter: _rank(code) for letter, code in own.letter_ranks.items()}
    suits |= {letter: _suit(code) for letter, code in own.letter_suits.items()}
    for code in RANKS.replace("X", ""):
        digits = "10" if code == "T" else code
        if digits.isdigit():
            ranks |= {digits: _rank(code), digits.zfill(2): _rank(code)}
    return _Names(ranks, suits)


def _words(groups: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    return ((code, name) for code, group in groups.items() for name in group.split())


def _rank(code: str) -> Rank:
    return Rank(RANKS.index(code))


def _suit(code: str) -> Suit:
    return Suit(SUITS.index(code))
