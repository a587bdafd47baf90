"""A move is read as written, asked about, or not read; never as another one: a ruling on it is signed.

Cards are written in every notation, with every sign between them, in upper and lower case, with a word of
chatter beside them; a rendering that loses its end stands for everything that can be cut off or overlooked.
"""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.cards import code_of, deck
from gm.posts import Reading, read, read_cards

CODES = [code_of(card) for card in deck(0)]
RANKS = "3456789TJQKA2"


def table(words: str, keys: str = RANKS) -> dict[str, str]:
    return dict(zip(keys, words.split(), strict=True))


FRENCH = table("3 4 5 6 7 8 9 10 valet dame roi as 2")
ALL_WORDS = table("trois quatre cinq six sept huit neuf dix valet dame roi as deux")
ENGLISH = table("three four five six seven eight nine ten jack queen king ace two")
LETTERS = table("3 4 5 6 7 8 9 10 V D R A 2")
SUIT_WORDS = table("pique cœur carreau trèfle", "shdc")
ENGLISH_SUITS = table("spades hearts diamonds clubs", "shdc")
SUIT_LETTERS = table("p c k t", "shdc")
SIGNS = table("♠ ♥ ♦ ♣", "shdc")
EMOJI = table("spades hearts diamonds clubs", "shdc")


class Notation(NamedTuple):
    locale: str
    write: Callable[[str, str], str]
    """A card from its rank and suit, as the letters of a code."""
    tight: bool = True
    """May be written without anything between two cards."""


NOTATIONS = {
    "codes": Notation("en", lambda rank, suit: rank + suit),
    "codes with 10": Notation("en", lambda rank, suit: rank.replace("T", "10") + suit),
    "French letters": Notation("fr", lambda rank, suit: LETTERS[rank] + SUIT_LETTERS[suit]),
    "letters of both languages": Notation("fr", lambda rank, suit: rank + SUIT_LETTERS[suit]),
    "spaced letters": Notation("fr", lambda rank, suit: f"{rank} {SUIT_LETTERS[suit]}"),
    "French letters and signs": Notation("fr", lambda rank, suit: LETTERS[rank] + SIGNS[suit]),
    "letters and signs": Notation("fr", lambda rank, suit: rank + SIGNS[suit]),
    "English letters and signs": Notation("en", lambda rank, suit: rank + SIGNS[suit] + "\ufe0f"),
    "letters and spaced signs": Notation("fr", lambda rank, suit: f"{rank} {SIGNS[suit]}"),
    "signs first": Notation("fr", lambda rank, suit: SIGNS[suit] + rank),
    "English, signs first": Notation("en", lambda rank, suit: SIGNS[suit] + rank),
    "letters and suits in words": Notation("fr", lambda rank, suit: f"{rank} de {SUIT_WORDS[suit]}"),
    "French words": Notation("fr", lambda rank, suit: f"{FRENCH[rank]} de {SUIT_WORDS[suit]}"),
    "words alone": Notation("fr", lambda rank, suit: f"{ALL_WORDS[rank]} {SUIT_WORDS[suit]}", tight=False),
    "words and letters": Notation(
        "fr", lambda rank, suit: f"{FRENCH[rank]} {SUIT_LETTERS[suit]}", tight=False
    ),
    "words and signs": Notation("fr", lambda rank, suit: f"{ALL_WORDS[rank]} {SIGNS[suit]}"),
    "English words": Notation("en", lambda rank, suit: f"{ENGLISH[rank]} of {ENGLISH_SUITS[suit]}"),
    "smileys": Notation("fr", lambda rank, suit: f":{ALL_WORDS[rank]}: :{EMOJI[suit]}:"),
}
BETWEEN = ["", " ", ",", ", ", "+", " + ", "/", " / ", " et ", " and ", "&", " & ", "\n"]
CASES: list[Callable[[str], str]] = [str, str.upper, str.lower]
CHATTER = [
    *"salut lol ah dc bonsoir voila tout merci et donc taggle révolution bien ok moi ! :) the un les".split(),
    *"tt svp ap de coucou, Désolé, Voici".split(),
    *("je pose", "à toi", "I play", "c'est parti"),
]

one_rank = st.sampled_from(RANKS).flatmap(
    lambda rank: st.lists(
        st.sampled_from([rank + suit for suit in "shdc"]), min_size=1, max_size=4, unique=True
    )
)
cards = one_rank | st.lists(st.sampled_from(CODES), min_size=2, max_size=3, unique=True)


class Written(NamedTuple):
    locale: str
    cards: list[str]
    words: list[str]
    between: str

    @property
    def text(self) -> str:
        return self.between.join(self.words)


@st.composite
def writings(draw: st.DrawFn) -> Written:
    notation = draw(st.sampled_from(list(NOTATIONS.values())))
    between = draw(st.sampled_from(BETWEEN if notation.tight else BETWEEN[1:]))
    case = draw(st.sampled_from(CASES))
    codes = draw(cards)
    words = [case(notation.write(rank, suit)) for rank, suit in codes]
    return Written(notation.locale, codes, words, case(between))


def named(reading: Reading) -> list[str]:
    return sorted(str(card) for claim in reading.claims for card in claim.cards)


def assert_never_wrong(text: str, locale: str, codes: list[str]) -> None:
    reading = read(text, locale)
    if reading.doubt is None and reading.claims:
        assert named(reading) == sorted(codes), text


@given(written=writings())
@settings(max_examples=1200, deadline=None)
def test_cards_in_any_notation_are_read_as_written_or_asked_about(written: Written) -> None:
    """Whatever the notation, the signs between and the case: these cards, a doubt, or no claim."""
    assert_never_wrong(written.text, written.locale, written.cards)


@given(written=writings(), word=st.sampled_from(CHATTER), first=st.booleans())
@settings(max_examples=800, deadline=None)
def test_a_word_of_chatter_makes_no_other_move(written: Written, word: str, first: bool) -> None:
    """An everyday word before or after the cards changes none of them without a question."""
    if written.between == "\n" or word in ("dc", "ap", "tt"):
        # A card in a sentence of its own may be talk; `Qh dc` may be two queens.
        return
    text = f"{word} {written.text}" if first else f"{written.text} {word}"
    assert_never_wrong(text, written.locale, written.cards)


@given(written=writings())
@settings(max_examples=500, deadline=None)
def test_a_move_without_the_suit_of_its_last_card_is_no_smaller_move(written: Written) -> None:
    """`K♠K`, `rp r`, `7♥, 8`: the last card is read without its suit or asked about, never dropped."""
    *before, last = written.words
    text = written.between.join([*before, last[:-1].rstrip() or last])
    reading = read(text, written.locale)
    if reading.doubt is None and reading.claims:
        assert len(named(reading)) >= len(written.cards), text


@given(written=writings())
@settings(max_examples=300, deadline=None)
def test_a_list_of_cards_is_never_another_list(written: Written) -> None:
    """Z19: a list typed at the prompt is read whole and as written, or refused."""
    found = read_cards(written.text, written.locale)
    assert found is None or sorted(map(str, found)) == sorted(written.cards)


@pytest.mark.parametrize("between", ["", " ", "+", "/", "&", " et ", ", "])
@pytest.mark.parametrize("rank", [*"KTAQJ7", "R", "D", "V"])
def test_a_letter_before_a_sign_is_a_rank(rank: str, between: str) -> None:
    """`K♠K♥` is two kings in French too, where K is also the letter of carreau."""
    code = {"R": "K", "D": "Q", "V": "J"}.get(rank, rank)
    reading = read(f"{rank}♠{between}{rank}♥", "fr")
    assert (named(reading), len(reading.claims), reading.doubt) == ([f"{code}h", f"{code}s"], 1, None)


@pytest.mark.parametrize(
    "text",
    ["KK", "TT", "DD", "QD", "2D", "2 K", "7 K", "7 T", "R K", "V D", "8ckt", "K K", "roi k"],
)
def test_a_letter_that_may_be_a_rank_or_a_suit_is_asked_about(text: str) -> None:
    """K is carreau and a king, T trèfle and a ten, D a diamond and a dame."""
    reading = read(text, "fr")
    assert reading.doubt == "ambiguous"
    assert read_cards(text, "fr") is None


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        *[("2K", "2d"), ("3k", "3d"), ("4K", "4d"), ("2T", "2c"), ("4t", "4c"), ("RK", "Kd"), ("rk", "Kd")],
        *[
            ("RT", "Kc"),
            ("VK", "Jd"),
            ("4P, 4C et 4K", "4s 4h 4d"),
            ("RK et RT", "Kd Kc"),
            ("2K 2T", "2d 2c"),
        ],
    ],
)
def test_k_and_t_glued_to_a_rank_are_carreau_and_trefle(text: str, codes: str) -> None:
    """design.md: in French the suits are P C K T."""
    reading = read(text, "fr")
    assert ([" ".join(map(str, claim.cards)) for claim in reading.claims], reading.doubt) == ([codes], None)


@pytest.mark.parametrize("number", ["0", "1", "11", "12", "14", "52", "zéro", "onze", "quatorze"])
@pytest.mark.parametrize("suit", ["de pique", "de coeur", "♦", "trèfle"])
def test_a_card_that_does_not_exist_is_unreadable(number: str, suit: str) -> None:
    """rules.md, Words: the ranks are 3 to 10, J, Q, K, A, 2; a move is stated, and it is none of them."""
    for text in (f"{number} {suit}", f"Je pose un {number} {suit} !", f"7 de pique et {number} {suit}"):
        assert read(text, "fr").doubt == "unreadable", text
