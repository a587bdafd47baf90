"""Second stage: the words of a post, each with what it may mean in the campaign's language.

Here are decided: codes written in one word (`7h`, `8ck`, `Dc`, `V♣`) or run together (`RpRc`), Unicode
playing cards, smileys, and which two-letter words may be codes at all; `Ah`, `dc` or `Qd` are everyday
writing too, and their line settles them (`codes`). Where the letter of a suit is a rank as well (`KK`, `2D`,
`7pkt`), `twin` says which.
"""

import re
from dataclasses import replace
from typing import Final

from gm.cards import RANKS, SUITS
from gm.posts.codes import settle_codes
from gm.posts.lexicon import SYMBOLS, Language, Role, Sense, language_of, lexicon, numeral
from gm.posts.markup import Visible
from gm.posts.tokens import Token

_WORD: Final = re.compile(
    r"""(?P<smiley>(?<![\w:;=])(?:[:;=]['o-]?[()dp|/\\*$oxc3]+|\^\^|<3+|xd+)(?!\w|[ ]d[e']))
      | :(?P<emoji>[a-z_]{2,30}):
      | (?P<digits>[0-9]+)
      | (?P<letters>[^\W\d_]+'?)
      | (?P<other>\S|\n)""",
    re.VERBOSE,
)
_NOTHING: Final = Sense()
_FILLER: Final = Sense(roles=frozenset({Role.FILLER}))
_PLAYING_CARDS: Final = 0x1F0A0
_KNIGHT: Final = 12
_JOKERS: Final = {0x1F0BF: 0, 0x1F0CF: 1, 0x1F0DF: 1}
_POLITE: Final = {
    "s'": (("il", "vous", "plait"), ("il", "te", "plait")),
    "a": (("toi",), ("vous",)),
}
_LONGEST_RUN: Final = 9
_AFTER_APOSTROPHE: Final = frozenset({"s", "t", "ll", "m", "re", "ve", "d"})


class _Reader:
    """Cuts one visible text into tokens; `tokens` grows in the order of the text."""

    def __init__(self, text: str, seen: Visible, locale: str) -> None:
        self.text = text
        self.seen = seen
        self.language: Language = language_of(locale)
        self.words = lexicon(locale)
        self.ordinary = self.language.everyday
        self.tokens: list[Token] = []
        self.weak: list[int] = []
        self.edge = -1

    def read(self) -> tuple[Token, ...]:
        for match in _WORD.finditer(self.seen.text):
            first, last = match.span()
            kind = match.lastgroup
            if kind == "emoji":
                word = match["emoji"]
                self.add(first, last, self.words.get(word, _FILLER), text=word)
            elif kind == "smiley":
                self.add(first, last, _FILLER)
            elif kind == "digits":
                self.add(first, last, self.of_digits(match["digits"]))
            elif kind == "letters":
                self.add_letters(match["letters"], first, last)
            else:
                self.add_sign(match["other"], first, last)
        settle_codes(self.tokens, self.weak, self.words, self.language)
        _settle_politeness(self.tokens)
        return tuple(self.tokens)

    def add(
        self,
        first: int,
        last: int,
        sense: Sense,
        *,
        code: bool = False,
        text: str = "",
        twin: int | None = None,
    ) -> None:
        start, end = self.seen.starts[first], self.seen.ends[last - 1]
        glued = self.edge == first and bool(self.tokens)
        capital = "A" <= self.text[start : start + 1] <= "Z"
        text = text or self.seen.text[first:last]
        self.tokens.append(Token(text, sense, start, end, glued, code, capital, twin))
        self.edge = last

    def of_digits(self, digits: str) -> Sense:
        code = "T" if digits == "10" else digits
        return numeral(code) if len(code) == 1 and code in RANKS else _NOTHING

    def add_sign(self, sign: str, first: int, last: int) -> None:
        card = _playing_card(sign)
        if card is not None:
            self.add(first, last, Sense(rank=card[0], suits=(card[1],)), code=True)
        else:
            self.add(first, last, SYMBOLS.get(sign, _FILLER))

    def add_letters(self, word: str, first: int, last: int) -> None:
        before = self.seen.text[first - 1] if first else " "
        if before == "'" and word in _AFTER_APOSTROPHE:
            negated = word == "t" and self.tokens[-1].text.endswith("n'")
            self.add(first, last, Sense(roles=frozenset({Role.NOT})) if negated else _FILLER)
        elif self.is_suit_letters(word, first):
            self.add_suit_letters(word, first, last)
        elif word == "x":
            self.add(first, last, SYMBOLS["×"])
        elif (pieces := self.pieces(word, first, last)) is not None:
            for piece in pieces:
                self.add_letters(word[piece], first + piece.start, first + piece.stop)
        elif len(word) == 2 and (code := self.letter_code(word)) is not None:
            self.add_code(code, word, first, last)
        elif len(word) == 1 and word not in self.words:
            self.add(first, last, self.letter(word))
        elif len(word) == 1:
            # `a` and `d` are small words too: the roles stay, a suit glued after it makes it a rank.
            self.add(first, last, replace(self.letter(word), roles=self.words[word].roles))
        else:
            self.add(first, last, self.words.get(word) or self.words.get(word.rstrip("'"), _NOTHING))

    def add_suit_letters(self, word: str, first: int, last: int) -> None:
        """`7c`, `8ck`; where `2D` may be two queens and `7pkt` a 7 and a king, the rank goes along."""
        named = tuple(SUITS.index(self.language.letter_suits[letter]) for letter in word)
        rank: str | None = None
        if len(word) == 3:
            rank = self.language.letter_ranks.get(word[1])
        elif len(word) == 1 and self.tokens[-1].sense.count and self.written(first, last).isupper():
            rank = self.language.letter_ranks.get(word)
        twin = None if rank is None else RANKS.index(rank)
        self.add(first, last, Sense(suits=named, letter=True), code=True, twin=twin)

    def written(self, first: int, last: int) -> str:
        return self.text[self.seen.starts[first] : self.seen.ends[last - 1]]

    def is_after_number(self, first: int) -> bool:
        return self.edge == first and bool(self.tokens) and self.tokens[-1].sense.number

    def is_suit_letters(self, word: str, first: int) -> bool:
        """Whether the letters are glued to a rank in digits: `7c`, `8ck`; but no ordinal as `8th`."""
        if not self.is_after_number(first):
            return False
        if len(word) == 1:
            return word in self.language.letter_suits
        if len(word) == 3 and self.written(first + 1, first + 3).istitle():
            return False
        listed = frozenset(self.language.listed_suits)
        return len(word) <= 4 and len(set(word)) == len(word) and listed.issuperset(word)

    def pieces(self, word: str, first: int, last: int) -> list[slice] | None:
        """Where to cut a run of codes: `RpRc`, `7cRc` after its digit, `RR`, `Rx2`, `2xR`; else None."""
        if word in self.words or not 2 <= len(word) <= _LONGEST_RUN:
            return None
        ranks, suits = self.language.letter_ranks, self.language.letter_suits
        times = word.index("x") if len(word) == 2 and "x" in word else None
        if times is not None:
            beside = self.seen.text[last : last + 1].isdigit() if times else self.is_after_number(first)
            return [slice(0, 1), slice(1, 2)] if beside and word[1 - times] in ranks else None
        if len(set(word)) == 1 and word[0] in ranks and word[0] not in suits and len(word) <= 4:
            alike = self.written(first, last).isupper()
            return [slice(at, at + 1) for at in range(len(word))] if alike else None
        skip = len(word) % 2
        if len(word) < 3 or (skip and not (self.is_after_number(first) and word[0] in suits)):
            return None
        pairs = [slice(at, at + 2) for at in range(skip, len(word), 2)]
        if not all(word[pair][0] in ranks and word[pair][1] in suits for pair in pairs):
            return None
        return [slice(0, 1), *pairs] if skip else pairs

    def letter(self, letter: str) -> Sense:
        rank = self.language.letter_ranks.get(letter)
        suit = self.language.letter_suits.get(letter)
        return Sense(
            rank=None if rank is None else RANKS.index(rank),
            suits=() if suit is None else (SUITS.index(suit),),
            letter=True,
        )

    def letter_code(self, word: str) -> Sense | None:
        rank = self.language.letter_ranks.get(word[0])
        suit = self.language.letter_suits.get(word[1])
        if word in ("xr", "xb"):
            return Sense(rank=RANKS.index("X"), suits=("rb".index(word[1]),))
        if rank is None or suit is None or word[1] not in self.language.code_suits:
            return None
        return Sense(rank=RANKS.index(rank), suits=(SUITS.index(suit),))

    def add_code(self, code: Sense, word: str, first: int, last: int) -> None:
        written = self.written(first, last)
        as_code = written[:1].isupper()
        meant = self.words.get(word)
        rank = self.language.letter_ranks.get(word[1])
        alike = rank is not None and written[:1].isupper() == written[-1:].isupper()
        if not as_code or meant is not None or word in self.ordinary:
            self.weak.append(len(self.tokens))
        self.add(first, last, code, code=True, twin=RANKS.index(rank) if rank and alike else None)


def tokens_of(text: str, seen: Visible, locale: str) -> tuple[Token, ...]:
    """The words and signs of a post in order, with their senses in the language of `locale`."""
    return _Reader(text, seen, locale).read()


def _settle_politeness(tokens: list[Token]) -> None:
    """`s'il vous plaît`, and `à toi` at the beginning of a sentence, speak of nobody's cards."""
    for at, token in enumerate(tokens):
        if token.text not in _POLITE:
            continue
        following = tuple(near.text for near in tokens[at + 1 : at + 4])
        if token.text == "s'":
            size = 4 if following in _POLITE["s'"] else 0
        else:
            begins = at == 0 or tokens[at - 1].has(Role.STOP)
            size = 2 if begins and following[:1] in _POLITE["a"] else 0
        for to in range(at, at + size):
            tokens[to] = tokens[to]._replace(sense=_FILLER)


def _playing_card(sign: str) -> tuple[int, int] | None:
    """The rank and suit of a character of the Playing Cards block; None for its back, knights and trumps."""
    point = ord(sign) if len(sign) == 1 else 0
    if point in _JOKERS:
        return RANKS.index("X"), _JOKERS[point]
    suit, value = divmod(point - _PLAYING_CARDS, 16)
    if not 0 <= suit < 4 or not 1 <= value <= 14 or value == _KNIGHT:
        return None
    names = {1: "A", 10: "T", 11: "J", 13: "Q", 14: "K"}
    return RANKS.index(names.get(value, str(value))), suit
