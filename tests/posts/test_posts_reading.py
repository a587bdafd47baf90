"""Posts are read as claims and a doubt (design.md, `claims`)."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from gm.cards import card_of, code_of, deck
from gm.posts import Reading, read, read_cards

HERE = Path(__file__).parent
POSTS = yaml.safe_load((HERE / "posts.yaml").read_text(encoding="utf-8"))
EXAMPLES = yaml.safe_load((HERE / "examples.yaml").read_text(encoding="utf-8"))
READ_NOW = [example for example in EXAMPLES if "later" not in example]
LATER = [example for example in EXAMPLES if "later" in example]

RANKS_FR = dict(zip("3456789TJQKA2", "3 4 5 6 7 8 9 10 valet dame roi as 2".split(), strict=True))
RANKS_EN = dict(zip("3456789TJQKA2", "3 4 5 6 7 8 9 10 jack queen king ace 2".split(), strict=True))
SUITS_FR = {"s": "pique", "h": "cœur", "d": "carreau", "c": "trèfle"}
SUITS_EN = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
LETTERS_FR = {"s": "p", "h": "c", "d": "k", "c": "t"}
SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
FRENCH_LETTERS = dict(zip("JQKAT", ("V", "D", "R", "A", "10"), strict=True))
NUMBERS_FR = {1: "un", 2: "double", 3: "triple", 4: "carré de"}


def claimed(reading: Reading) -> list[list[str]]:
    return [[claim.kind, " ".join(map(str, claim.cards))] for claim in reading.claims]


def in_words_fr(codes: list[str]) -> str:
    return " et ".join(f"{RANKS_FR[rank]} de {SUITS_FR[suit]}" for rank, suit in codes)


def counted_fr(codes: list[str]) -> str:
    suits = ", ".join(SUITS_FR[suit] for _, suit in codes)
    return f"Je pose un {NUMBERS_FR[len(codes)]} {RANKS_FR[codes[0][0]]} : {suits}"


def digits_fr(codes: list[str]) -> str:
    if len(codes) == 1:
        return in_words_fr(codes)
    suits = "/".join(SUITS_FR[suit] for _, suit in codes)
    return f"{len(codes)} {RANKS_FR[codes[0][0]]} ({suits})"


def symbols(codes: list[str]) -> str:
    return " ".join(f"{FRENCH_LETTERS.get(rank, rank)}{SYMBOLS[suit]}️" for rank, suit in codes)


def one_rank_symbols(codes: list[str]) -> str:
    return RANKS_FR[codes[0][0]].upper() + " " + " ".join(SYMBOLS[suit] for _, suit in codes)


def letters_fr(codes: list[str]) -> str:
    # `Ap` and the like are codes, `Ac` an everyday abbreviation too: a line of codes settles it.
    return " ".join(f"{FRENCH_LETTERS.get(rank, rank)}{LETTERS_FR[suit]}" for rank, suit in codes)


def playing_cards(codes: list[str]) -> str:
    values = "A23456789TJ-QK"
    rows = {"s": 0x1F0A0, "h": 0x1F0B0, "d": 0x1F0C0, "c": 0x1F0D0}
    return "".join(chr(rows[suit] + values.index(rank) + 1) for rank, suit in codes)


def codes_en(codes: list[str]) -> str:
    return " ".join(codes)


def in_words_en(codes: list[str]) -> str:
    return "I play the " + " and the ".join(f"{RANKS_EN[rank]} of {SUITS_EN[suit]}" for rank, suit in codes)


FR = [in_words_fr, counted_fr, digits_fr, symbols, one_rank_symbols, letters_fr, playing_cards]
EN = [in_words_en, codes_en, symbols, playing_cards]
NOTATIONS = [("fr", notation) for notation in FR] + [("en", notation) for notation in EN]

plays = st.builds(
    lambda rank, suits: [
        code_of(card) for card in deck(0) if code_of(card)[0] == rank and code_of(card)[1] in suits
    ],
    st.sampled_from("3456789TJQKA2"),
    st.sets(st.sampled_from("shdc"), min_size=1),
)
chatter_fr = st.sampled_from(
    [
        "",
        "Salut tout le monde !",
        "Désolé du retard.",
        "Belle soirée à tous.",
        "Hâte de voir la suite :)",
        "lol",
    ]
)


@pytest.mark.parametrize("post", POSTS, ids=lambda post: repr(post["text"])[:60])
def test_a_post_is_read_as_stated(post: dict[str, Any]) -> None:
    """Each post of posts.yaml gives its claims in order and its doubt."""
    reading = read(post["text"], post.get("locale", "fr"))
    assert (claimed(reading), reading.doubt) == (post["expect"], post.get("doubt"))


@pytest.mark.parametrize("example", READ_NOW, ids=lambda example: example["id"])
def test_a_published_example_is_read_as_stated(example: dict[str, Any]) -> None:
    """Each published example gives its claims in order and its doubt."""
    reading = read(example["text"], "fr")
    assert (claimed(reading), reading.doubt) == (example["expect"], example.get("doubt"))


@pytest.mark.parametrize("example", LATER, ids=lambda example: example["id"])
def test_what_cannot_be_read_yet_is_never_taken_for_another_move(example: dict[str, Any]) -> None:
    """A post that waits for images, signatures or spelling is read rightly, asked about, or not read."""
    reading = read(example["text"], "fr")
    assert reading.doubt is not None or claimed(reading) in ([], example["expect"])


@pytest.mark.parametrize("post", POSTS, ids=lambda post: repr(post["text"])[:60])
def test_a_span_is_the_text_of_its_claim(post: dict[str, Any]) -> None:
    """`span` indexes the post in code points and `text` is what stands there."""
    for claim in read(post["text"], post.get("locale", "fr")).claims:
        assert post["text"][slice(*claim.span)] == claim.text
        assert claim.text


def test_a_span_counts_code_points_of_the_post_as_written() -> None:
    """Tags, ligatures, combining marks and emoji before or in the words do not shift their span."""
    text = "🎉 [b]É\u0301té[/b] : je pose un 7 de cœur️ !"
    (claim,) = read(text, "fr").claims
    assert claim.text == "7 de cœur️"
    assert claim.span == (text.index("7"), text.index(" !"))


@given(codes=plays, notation=st.sampled_from(NOTATIONS))
def test_every_play_is_read_back_from_every_notation(codes: list[str], notation: tuple[str, Any]) -> None:
    """Any one to four cards of a rank, written in any notation, are read as these cards."""
    locale, write = notation
    reading = read(write(codes), locale)
    assert (claimed(reading), reading.doubt) == ([["play", " ".join(codes)]], None)


@given(codes=plays, notation=st.sampled_from(FR), before=chatter_fr, after=chatter_fr)
def test_a_play_is_read_among_chatter_and_below_a_quote(
    codes: list[str], notation: Any, before: str, after: str
) -> None:
    """Harmless sentences around a play, and another play in a quote above it, change nothing."""
    post = f'[quote="snaga"]Je pose un 3 de pique[/quote]\n{before}\n{notation(codes)}\n{after}'
    reading = read(post, "fr")
    assert (claimed(reading), reading.doubt) == ([["play", " ".join(codes)]], None)


@given(codes=plays, notation=st.sampled_from([in_words_fr, counted_fr, digits_fr]))
def test_case_and_accents_do_not_matter(codes: list[str], notation: Any) -> None:
    """Upper case, decomposed accents and no accents at all are read alike."""
    text = notation(codes)
    plain = text.replace("œ", "oe").replace("è", "e").replace("é", "e")
    decomposed = text.replace("è", "e\u0300").replace("é", "e\u0301")
    for written in (text.upper(), plain, plain.upper(), decomposed):
        assert claimed(read(written, "fr")) == [["play", " ".join(codes)]]


# Pieces of which a slip in the grammar would show; texts of any characters rarely meet it.
pieces = st.sampled_from(
    [
        *"7 2 3 10 deux as roi de pique ♥ c t d' d p , : ( ) ? ! +".split(),
        *"et ou je passe ne pas double carré un le".split(),
        *"X x [quote] [/quote] [s] [/s] [b [img] [/img]".split(),
        *"edit finalement 🂷 œ ' of a kind :hearts: 8) <3".split(),
        *("\u0301", "\ufe0f", "\n", " "),
    ]
)


@example("joker deux joker", "fr")  # both jokers, named without their colours
@example('un double"', "fr")  # a mark that may stand for « de » ends the post
@given(
    text=st.text() | st.lists(pieces).map(" ".join) | st.lists(pieces).map("".join),
    locale=st.sampled_from("fr en de".split()),
)
def test_reading_never_raises_and_keeps_its_shape(text: str, locale: str) -> None:
    """Any text gives a Reading whose spans lie in the text, in order, with cards exactly for plays."""
    reading = read(text, locale)
    read_cards(text, locale)
    assert [claim.span[0] for claim in reading.claims] == sorted(claim.span[0] for claim in reading.claims)
    for claim in reading.claims:
        assert 0 <= claim.span[0] < claim.span[1] <= len(text)
        assert bool(claim.cards) == (claim.kind == "play")


@pytest.mark.parametrize(
    "piece",
    [
        "[quote]",
        "[s]x[quote]",
        "[/quote]",
        "d ",
        "d d' ",
        "7 ",
        "7♥",
        "♥",
        "as ",
        "x",
        "et ",
        "[",
        "[b ",
        ":",
        "((",
        "Ah ",
        "je passe ",
        "passe ",
        "dc ",
        "je pose un 7 ",
        "\n",
        "é\u0301",
    ],
)
def test_a_long_repetition_is_read(piece: str) -> None:
    """Twenty thousand characters of one thing end in a reading: no deep recursion, no backtracking."""
    assert isinstance(read(piece * (20_000 // len(piece)), "fr"), Reading)


@pytest.mark.parametrize(
    ("text", "locale", "cards"),
    [
        ("as de pique, 2", "fr", "As 2?"),
        ("2 2", "fr", "2? 2?"),
        ("3 3", "fr", "3? 3?"),
        ("les deux rois", "fr", "K? K?"),
        ("roi et as", "fr", "K? A?"),
        ("le roi de cœur et le 2", "fr", "Kh 2?"),
        ("7c", "fr", "7h"),
        ("7c", "en", "7c"),
        ("Rk Ap", "fr", "Kd As"),
        ("two aces", "en", "A? A?"),
        ("", "fr", None),
        ("rien", "fr", None),
        ("un as ou un roi", "fr", None),
        ("un valet de zorglub", "fr", None),
        ("dame rouge", "fr", None),
    ],
)
def test_a_list_of_cards_is_read_whole_or_not_at_all(text: str, locale: str, cards: str | None) -> None:
    """Z19: cards of an exchange are named by rank, or rank and suit; one unclear word refuses the list."""
    read_back = read_cards(text, locale)
    assert (None if read_back is None else " ".join(map(str, read_back))) == cards


@pytest.mark.parametrize("code", [code_of(card) for card in deck(0)])
def test_codes_are_read_in_the_language_of_the_campaign(code: str) -> None:
    """design.md, Command line: in French `7c` is 7♥; `As` is the word for any ace there, else codes hold."""
    (english,) = read(code, "en").claims
    assert str(english.cards[0]) == code
    (french,) = read(code, "fr").claims
    expected = "A?" if code == "As" else code[0] + "h" if code[1] == "c" else code
    assert str(french.cards[0]) == expected
    assert card_of(code) in deck(0)
