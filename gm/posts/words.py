"""Second stage: the words of a post, each with what it may mean in the campaign's language.

Here are decided: codes written in one word (`7h`, `8ck`, `Dc`, `V♣`) or run together (`RpRc`), Unicode
playing cards, names of emoji (`:king_of_hearts:`), smileys, and which two-letter words may be codes at all;
`Ah`, `dc` or `Qd` are everyday writing too, and their line settles them (`codes`). Where the letter of a suit
is a rank as well (`KK`, `2D`, `7pkt`), `twin` says which. Words that nobody knows may be misspelt
(`mending`).
"""

import re
from dataclasses import replace
from typing import Final

from gm.cards import RANKS, SUITS
from gm.posts.codes import settle_codes
from gm.posts.drawn import EMOJI_JOKER, JOKER, drawn_card, is_drawn
from gm.posts.everyday import settle_everyday
from gm.posts.letters import are_codes, letter_code, letter_sense, pairs_of
from gm.posts.lexicon import SYMBOLS, Language, Role, Sense, language_of, lexicon, numeral
from gm.posts.markup import Visible
from gm.posts.mending import mend
from gm.posts.tokens import Token

_WORD: Final = re.compile(
    r"""(?P<smiley>(?<![\w:;=])(?:[:;=]['o-]?[()dp|/\\*$oxc3]+|\^\^|<3+|xd+)(?!\w|[ ]d[e']))
      | :(?P<emoji>(?:[0-9]{1,2}_)?[a-z][a-z_]{1,30}|[+-]1|100):
      | (?P<name>(?<=@)\w+(?:-\w+)*|(?<!\w)(?:[^\W\d_]++[0-9]++[^\W\d_]|[^\W_]++_[^\W_])\w*)
      | (?P<digits>[0-9]+)
      | (?P<letters>[^\W\d_]+'?)
      | (?P<other>\S|\n)""",
    re.VERBOSE,
)
_PIECE: Final = re.compile(r"(?P<digits>[0-9]+)|(?P<letters>[^\W\d_]+)")
_NOTHING: Final = Sense()
_FILLER: Final = Sense(roles=frozenset({Role.FILLER}))
_EMOJI_EXTRAS: Final = frozenset({"suit", "suits", "keycap", "card", "of", "de", "d"})
_HEARTS: Final = frozenset({"❤", "heart", "red_heart"})
_AFFECTION: Final = frozenset({"two_hearts", "black_heart"})
_HEART: Final = Sense(suits=(SUITS.index("h"),))
_LONGEST_RUN: Final = 9
_MOST_ALIKE: Final = 4
_ENDINGS: Final = ("s", "e", "x", "es")
_AFTER_APOSTROPHE: Final = frozenset({"s", "t", "ll", "m", "re", "ve", "d"})


class _Reader:
    """Cuts one visible text into tokens; `tokens` grows in the order of the text."""

    def __init__(self, text: str, seen: Visible, locale: str) -> None:
        self.text = text
        self.seen = seen
        self.locale = locale
        self.language: Language = language_of(locale)
        self.words = lexicon(locale)
        self.ordinary = self.language.everyday
        self.tokens: list[Token] = []
        self.weak: list[int] = []
        self.strange: list[int] = []
        self.edge = -1

    def read(self) -> tuple[Token, ...]:
        for match in _WORD.finditer(self.seen.text):
            first, last = match.span()
            kind = match.lastgroup
            if kind == "emoji":
                self.add_emoji(match["emoji"], first, last)
            elif kind == "smiley":
                self.add_smiley(match["smiley"], first, last)
            elif kind == "name":
                self.add_name(match["name"], first, last)
            else:
                self.add_piece(kind, match[0], first, last)
        settle_codes(self.tokens, self.weak, self.words, self.language)
        mend(self.tokens, self.strange, self.locale)
        settle_everyday(self.tokens)
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
        fond: bool = False,
    ) -> None:
        start, end = self.seen.starts[first], self.seen.ends[last - 1]
        glued = self.edge == first and bool(self.tokens)
        begins = self.text[start : start + 1]
        upper = begins.isupper()
        capital = upper and begins <= "Z"
        title = upper and (begins > "Z" or self.text[start + 1 : start + 2].islower())
        text = text or self.seen.text[first:last]
        self.tokens.append(Token(text, sense, start, end, glued, code, capital, title, twin, fond=fond))
        self.edge = last

    def of_digits(self, digits: str) -> Sense:
        code = "T" if digits == "10" else digits
        return numeral(code) if len(code) == 1 and code in RANKS else _NOTHING

    def add_sign(self, sign: str, first: int, last: int) -> None:
        if sign in SYMBOLS and sign != "*":
            self.add(first, last, SYMBOLS[sign])
            return
        if is_drawn(sign):
            self.add_drawn(sign, first, last)
        elif sign == "*" and self.multiplies(last):
            self.add(first, last, SYMBOLS["×"])
        elif sign in _HEARTS:
            self.add_heart(first, last)
        else:
            self.add(first, last, _FILLER)

    def add_drawn(self, sign: str, first: int, last: int) -> None:
        card = drawn_card(sign)
        if sign == EMOJI_JOKER and self.text.startswith(sign, self.seen.starts[first]):
            card = JOKER
        self.add(first, last, card or _NOTHING, code=card is not None)
        if card is None:
            self.tokens[-1] = self.tokens[-1]._replace(unclear=True)

    def multiplies(self, last: int) -> bool:
        """`2*valet`, `valet * 2`: the sign before `last` stands between a number and a rank."""
        before = self.tokens[-1].sense if self.tokens else _NOTHING
        after = self.seen.text[last : last + 2].strip()[:1]
        return (before.number and after.isalnum()) or (before.rank is not None and after.isdigit())

    def add_emoji(self, name: str, first: int, last: int) -> None:
        """An emoji by its name, word by word; one that names no card is harmless."""
        pieces = [piece for piece in name.split("_") if piece not in _EMOJI_EXTRAS]
        senses = [
            self.of_digits(piece) if piece.isdigit() else self.words.get(piece, _NOTHING) for piece in pieces
        ]
        if name in _HEARTS:
            self.add_heart(first, last)
        elif name == "black_joker":
            # The name of 🃏.
            self.add(first, last, JOKER, text=name)
        elif all(_names_card(sense) for sense in senses) and name not in _AFFECTION:
            for piece, sense in zip(pieces, senses, strict=True):
                self.add(first, last, sense, text=piece)
        else:
            self.add(first, last, self.words.get(name, _FILLER), text=name)

    def add_heart(self, first: int, last: int) -> None:
        """❤ is the suit beside a digit or a letter, after a word for a rank perhaps, else affection."""
        before = self.tokens[-1] if self.tokens else None
        if before is None:
            self.add(first, last, _FILLER, text="♥")
            return
        glued = self.edge == first
        card = before.sense.rank is not None or (bool(before.sense.suits) and not before.text.isalpha())
        written = (before.text.isdigit() or before.sense.letter) and self.seen.text[first] != "<"
        if (card and (glued or written)) or before.has(Role.OF, Role.JOIN, Role.OPEN):
            self.add(first, last, _HEART, text="♥")
        else:
            self.add(first, last, _HEART if card else _FILLER, text="♥", fond=card)

    def add_piece(self, kind: str | None, piece: str, first: int, last: int) -> None:
        if kind == "digits":
            self.add(first, last, self.of_digits(piece))
        elif kind == "letters":
            self.add_letters(piece, first, last)
        else:
            self.add_sign(piece, first, last)

    def add_smiley(self, smiley: str, first: int, last: int) -> None:
        if smiley.startswith("<"):
            self.add_heart(first, last)
        else:
            self.add(first, last, _FILLER)

    def add_name(self, name: str, first: int, last: int) -> None:
        """`@oliv10`, `As2Pique`, `Roi_Arthur`; but `Ah10d` are codes, and `dame_de_pique` is a card."""
        mentioned = first > 0 and self.seen.text[first - 1] == "@"
        if not mentioned and (are_codes(self.language, name) or ("_" in name and self.are_cards(name))):
            for match in _PIECE.finditer(self.seen.text, first, last):
                self.add_piece(match.lastgroup, match[0], *match.span())
        else:
            self.add(first, last, _NOTHING, text="".join(filter(str.isalnum, name)))

    def are_cards(self, name: str) -> bool:
        senses = [self.words.get(piece, _NOTHING) for piece in name.split("_") if not piece.isdigit()]
        return all(_names_card(sense) or Role.OF in sense.roles for sense in senses)

    def add_letters(self, word: str, first: int, last: int) -> None:
        # Most words are too long for codes, or end in no suit.
        if len(word) > _MOST_ALIKE and (word[-1] not in self.language.letter_suits or word in self.words):
            self.add_word(word, first, last)
        else:
            self.add_letters_or_code(word, first, last)

    def add_word(self, word: str, first: int, last: int) -> None:
        sense = self.words.get(word) or self.words.get(word.rstrip("'"), _NOTHING)
        if sense is _NOTHING:
            self.strange.append(len(self.tokens))
        self.add(first, last, sense)

    def add_letters_or_code(self, word: str, first: int, last: int) -> None:
        before = self.seen.text[first - 1] if first else " "
        if before == "(" and word in _ENDINGS and self.is_ending(first, last):
            self.add(first, last, _FILLER)
        elif before == "'" and word in _AFTER_APOSTROPHE:
            negated = word == "t" and self.tokens[-1].text.endswith("n'")
            self.add(first, last, Sense(roles=frozenset({Role.NOT})) if negated else _FILLER)
        elif self.is_suit_letters(word, first):
            self.add_suit_letters(word, first, last)
        elif word == "x":
            self.add(first, last, SYMBOLS["×"])
        elif (pieces := self.pieces(word, first, last)) is not None:
            for piece in pieces:
                self.add_letters(word[piece], first + piece.start, first + piece.stop)
        elif len(word) == 2 and (code := letter_code(self.language, word)) is not None:
            self.add_code(code, word, first, last)
        elif len(word) == 1 and word not in self.words:
            self.add(first, last, letter_sense(self.language, word))
        elif len(word) == 1:
            # `a` and `d` are small words too: the roles stay, a suit glued after it makes it a rank.
            self.add(first, last, replace(letter_sense(self.language, word), roles=self.words[word].roles))
        else:
            self.add_word(word, first, last)

    def is_ending(self, first: int, last: int) -> bool:
        """`carte(s)`"""
        around = self.seen.text[max(0, first - 2) : last + 1]
        return around[:1].isalpha() and around.endswith(")")

    def add_suit_letters(self, word: str, first: int, last: int) -> None:
        """`7c`, `8ck`; where `2D` may be two queens and `7pkt` a 7 and a king, the rank goes along.

        `2K` is the two of carreau: K and T are the letters of suits in French.
        """
        named = tuple(SUITS.index(self.language.letter_suits[letter]) for letter in word)
        rank: str | None = None
        if len(word) == 3:
            rank = self.language.letter_ranks.get(word[1])
        elif word not in self.language.listed_suits and self.tokens[-1].sense.count:
            rank = self.language.letter_ranks.get(word) if self.written(first, last).isupper() else None
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
        return len(word) <= _MOST_ALIKE and len(set(word)) == len(word) and listed.issuperset(word)

    def pieces(self, word: str, first: int, last: int) -> list[slice] | None:
        """Where to cut a run of codes: `RpRc`, `7cRc` after its digit, `RR`, `Rx2`, `2xR`; else None."""
        ranks, suits = self.language.letter_ranks, self.language.letter_suits
        if not 2 <= len(word) <= _LONGEST_RUN or word in self.words:
            return None
        times = word.index("x") if len(word) == 2 and "x" in word else None
        if times is not None:
            beside = self.seen.text[last : last + 1].isdigit() if times else self.is_after_number(first)
            return [slice(0, 1), slice(1, 2)] if beside and word[1 - times] in ranks else None
        if len(set(word)) == 1 and word[0] in ranks and word[0] not in suits and len(word) <= _MOST_ALIKE:
            alike = self.written(first, last).isupper()
            return [slice(at, at + 1) for at in range(len(word))] if alike else None
        return pairs_of(self.language, word, after_number=self.is_after_number(first))

    def add_code(self, code: Sense, word: str, first: int, last: int) -> None:
        written = self.written(first, last)
        as_code = written[:1].isupper()
        meant = self.words.get(word)
        # `RK` is the king of carreau, `KK` that or two kings.
        clear = word[1] in self.language.listed_suits and word[0] != word[1]
        rank = None if clear else self.language.letter_ranks.get(word[1])
        alike = rank is not None and written[:1].isupper() == written[-1:].isupper()
        if not as_code or meant is not None or word in self.ordinary:
            self.weak.append(len(self.tokens))
        self.add(first, last, code, code=True, twin=RANKS.index(rank) if rank and alike else None)


def tokens_of(text: str, seen: Visible, locale: str) -> tuple[Token, ...]:
    """The words and signs of a post in order, with their senses in the language of `locale`."""
    return _Reader(text, seen, locale).read()


def _names_card(sense: Sense) -> bool:
    return sense.rank is not None or bool(sense.count or sense.suits)
