"""Second stage: the words of a post, each with what it may mean in the campaign's language.

Here are decided: codes written in one word (`7h`, `8ck`, `Dc`, `V♣`), Unicode playing cards, smileys, and
which two-letter words are codes at all. `Ah`, `dc` or `Qd` are everyday writing too; a code made of letters
alone that is an ordinary word, or is not written like a code (`Dc`, `DC`), counts as one only in a line that
holds nothing but a move.
"""

import re
from dataclasses import replace
from typing import Final, NamedTuple

from gm.cards import RANKS, SUITS
from gm.posts.lexicon import SYMBOLS, Language, Role, Sense, language_of, lexicon, numeral
from gm.posts.markup import Visible

_WORD: Final = re.compile(
    r"""(?P<smiley>(?<![\w:;=])(?:[:;=]['o-]?[()dp|/\\*$oxc3]+|\^\^|<3+|xd+)(?!\w|[ ]d[e']))
      | :(?P<emoji>[a-z_]{2,30})(?=:)
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
_AFTER_APOSTROPHE: Final = frozenset({"s", "t", "ll", "m", "re", "ve", "d"})


class Token(NamedTuple):
    """A word or sign: its folded text, what it may mean, and its place in the post in code points."""

    text: str
    sense: Sense
    start: int
    end: int
    glued: bool
    """Nothing stands between it and the word before."""
    code: bool
    """A whole card written as one word, or part of one."""
    capital: bool
    """Begins with a plain capital letter: `A` may be an ace where `a` and `à` are words."""

    def has(self, *roles: Role) -> bool:
        """Whether the word may play one of these roles."""
        return not self.sense.roles.isdisjoint(roles)


class _Reader:
    """Cuts one visible text into tokens; `tokens` grows in the order of the text."""

    def __init__(self, text: str, seen: Visible, locale: str) -> None:
        self.text = text
        self.seen = seen
        self.language: Language = language_of(locale)
        self.words = lexicon(locale)
        self.ordinary = frozenset(self.language.ordinary.split())
        self.tokens: list[Token] = []
        self.weak: list[int] = []
        self.edge = -1

    def read(self) -> tuple[Token, ...]:
        for match in _WORD.finditer(self.seen.text):
            first, last = match.span()
            kind = match.lastgroup
            if kind == "emoji":
                word = match["emoji"]
                self.add(first + 1, last, self.words.get(word, _FILLER))
            elif kind == "smiley":
                self.add(first, last, _FILLER)
            elif kind == "digits":
                self.add(first, last, self.of_digits(match["digits"]))
            elif kind == "letters":
                self.add_letters(match["letters"], first, last)
            else:
                self.add_sign(match["other"], first, last)
        self.settle_codes()
        return tuple(self.tokens)

    def add(self, first: int, last: int, sense: Sense, *, code: bool = False) -> None:
        start, end = self.seen.starts[first], self.seen.ends[last - 1]
        glued = self.edge == first and bool(self.tokens)
        capital = "A" <= self.text[start : start + 1] <= "Z"
        self.tokens.append(Token(self.seen.text[first:last], sense, start, end, glued, code, capital))
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
            named = tuple(SUITS.index(self.language.letter_suits[letter]) for letter in word)
            self.add(first, last, Sense(suits=named, letter=True), code=True)
        elif word == "x":
            self.add(first, last, SYMBOLS["×"])
        elif len(word) == 2 and (code := self.letter_code(word)) is not None:
            self.add_code(code, word, first, last)
        elif len(word) == 1 and word not in self.words:
            self.add(first, last, self.letter(word))
        elif len(word) == 1:
            # `a` and `d` are small words too: the roles stay, a suit glued after it makes it a rank.
            self.add(first, last, replace(self.letter(word), roles=self.words[word].roles))
        else:
            self.add(first, last, self.words.get(word) or self.words.get(word.rstrip("'"), _NOTHING))

    def is_suit_letters(self, word: str, first: int) -> bool:
        """Whether the letters are glued to a rank in digits: `7c`, `8ck`; but no ordinal as `8th`."""
        if not self.tokens or self.edge != first or not self.tokens[-1].sense.number:
            return False
        if len(word) == 1:
            return word in self.language.letter_suits
        listed = frozenset(self.language.listed_suits)
        return len(word) <= 4 and len(set(word)) == len(word) and listed.issuperset(word)

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
        written = self.text[self.seen.starts[first] : self.seen.ends[last - 1]]
        as_code = written[:1].isupper()
        meant = self.words.get(word)
        if meant is not None and meant.rank is None and not as_code and word != "as":
            self.add(first, last, meant)
        elif as_code and meant is None and word not in self.ordinary:
            self.add(first, last, code, code=True)
        else:
            self.weak.append(len(self.tokens))
            self.add(first, last, code, code=True)

    def settle_codes(self) -> None:
        """Takes each doubtful code as a card or as the word it also is, by the line it stands in."""
        line = -1
        clear = False
        for at in self.weak:
            if at > line:
                line, clear = self.line_around(at)
            token = self.tokens[at]
            word = self.words.get(token.text, _NOTHING)
            if token.text == "as" and word.rank is None and self.before_a_french_suit(at):
                word = Sense(rank=RANKS.index("A"))
            if not self.is_code(at, word, clear=clear):
                self.tokens[at] = token._replace(sense=word, code=False)

    def line_around(self, at: int) -> tuple[int, bool]:
        """Where the line of this word ends, and whether it holds nothing but a move."""
        first = last = at
        while first > 0 and not self.tokens[first - 1].has(Role.STOP, Role.QUESTION):
            first -= 1
        while last + 1 < len(self.tokens) and not self.tokens[last + 1].has(Role.STOP, Role.QUESTION):
            last += 1
        line = self.tokens[first : last + 1]
        return last, all(token.sense.known and not token.has(Role.PASS) for token in line)

    def is_code(self, at: int, word: Sense, *, clear: bool) -> bool:
        token = self.tokens[at]
        exact = token.capital
        if word.rank is not None:
            # The French `As`: a spade only beside another code in English letters.
            return exact and self.beside_a_code(at)
        if token.text == "ah":
            alone = len(self.tokens) == 1
            return exact and (alone or self.beside_a_code(at) or self.after_a_verb(at))
        return clear and (exact or token.text not in self.ordinary)

    def beside_a_code(self, at: int) -> bool:
        near: list[Token] = []
        for step in (-1, 1):
            to = at + step
            if 0 <= to < len(self.tokens) and self.tokens[to].has(Role.JOIN, Role.COMMA):
                to += step
            if 0 <= to < len(self.tokens):
                near.append(self.tokens[to])
        rank = RANKS.index("A")
        return any(len(near.text) == 2 and near.sense.rank == rank and near.sense.suits for near in near)

    def before_a_french_suit(self, at: int) -> bool:
        """`as de pique` is an ace in an English campaign too, where `as` alone is a small word."""
        following = self.tokens[at + 1 : at + 3]
        return len(following) == 2 and following[0].text == "de" and bool(following[1].sense.suits)

    def after_a_verb(self, at: int) -> bool:
        return at > 0 and self.tokens[at - 1].has(Role.PLAY, Role.ARTICLE, Role.DEFINITE)


def tokens_of(text: str, seen: Visible, locale: str) -> tuple[Token, ...]:
    """The words and signs of a post in order, with their senses in the language of `locale`."""
    return _Reader(text, seen, locale).read()


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
