"""Notations, numbers of cards and misspellings (design.md, `claims`): one reading near, or a question."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.posts import Reading, read, read_cards

POSTS = yaml.safe_load((Path(__file__).parent / "words.yaml").read_text(encoding="utf-8"))

RANKS_FR = {"J": "valet", "Q": "dame", "K": "roi", "9": "neuf", "8": "huit", "7": "sept", "5": "cinq"}
RANKS_EN = {"J": "jack", "Q": "queen", "K": "king", "9": "nine", "8": "eight", "7": "seven", "3": "three"}
SUITS_FR = {"s": "pique", "h": "coeur", "d": "carreau", "c": "trefle"}
SUITS_EN = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
SENTENCES = {
    "fr": ["{} de {}", "Je pose un {} de {}", "Salut ! Voici : {} de {}.", "je joue le {} de {} !"],
    "en": ["{} of {}", "I play the {} of {}", "Hi all, I put down a {} of {}."],
}
LETTERS = "abcdefghijklmnopqrstuvwxyz"

EVERYDAY = {
    "fr": """
        rue mois fois loi toi moi voir dans cher peur soeur fleur cour leur pire pipe pise dire site cent sent
        neuve huitre sait cette poire faire soir nuit pain cadre cadeau cerveau volet drame lame
    """,
    "en": "hears kind face seen light fight night eighty jokes heard jacket spare clue treble squares",
}
PLACES = {
    "fr": ["{} de pique", "je pose un {}", "roi de {}", "deux {}", "double {}", "{} de 7", "je {}", "7 {}"],
    "en": ["{} of spades", "I play a {}", "king of {}", "two {}", "pair of {}", "{} of 7s", "I {}", "7 {}"],
}


def claimed(reading: Reading) -> list[list[str]]:
    return [[claim.kind, " ".join(map(str, claim.cards))] for claim in reading.claims]


@pytest.mark.parametrize("post", POSTS, ids=lambda post: repr(post["text"])[:60])
def test_words_are_read_as_stated(post: dict[str, Any]) -> None:
    """Each post of words.yaml gives its claims, its doubt, and says whether a misspelling was corrected."""
    reading = read(post["text"], post.get("locale", "fr"))
    fuzzy = any(claim.fuzzy for claim in reading.claims)
    assert (claimed(reading), reading.doubt, fuzzy) == (
        post["expect"],
        post.get("doubt"),
        post.get("fuzzy", False),
    )


@st.composite
def misspelt(draw: st.DrawFn, word: str) -> str:
    """The word after one edit: a letter dropped, put in, replaced, or swapped with the next."""
    at = draw(st.integers(0, len(word) - 1))
    letter = draw(st.sampled_from(LETTERS))
    edits = [
        word[:at] + word[at + 1 :],
        word[:at] + letter + word[at:],
        word[:at] + letter + word[at + 1 :],
        word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :],
    ]
    return draw(st.sampled_from([edit for edit in edits if len(edit) > 2]))


@st.composite
def misspelt_cards(draw: st.DrawFn) -> tuple[str, str, str]:
    """A post with one or two misspelt words, its language, and the card that was meant."""
    locale = draw(st.sampled_from(["fr", "en"]))
    ranks, suits = (RANKS_FR, SUITS_FR) if locale == "fr" else (RANKS_EN, SUITS_EN)
    rank, suit = draw(st.sampled_from(list(ranks))), draw(st.sampled_from(list(suits)))
    which = draw(st.sampled_from(["rank", "suit", "both"]))
    words = [
        draw(misspelt(ranks[rank])) if which != "suit" else ranks[rank],
        draw(misspelt(suits[suit])) if which != "rank" else suits[suit],
    ]
    return draw(st.sampled_from(SENTENCES[locale])).format(*words), locale, rank + suit


@given(post=misspelt_cards())
@settings(max_examples=500, deadline=None)
def test_a_misspelt_card_is_never_another_card(post: tuple[str, str, str]) -> None:
    """It is read as meant, read without its suit, asked about or not read; no slip makes another card."""
    text, locale, meant = post
    reading = read(text, locale)
    if reading.doubt is None and reading.claims:
        assert claimed(reading) in ([["play", meant]], [["play", meant[0] + "?"]]), text


@pytest.mark.parametrize(
    ("locale", "word"), [(key, word) for key in EVERYDAY for word in EVERYDAY[key].split()]
)
def test_an_everyday_word_is_never_corrected(locale: str, word: str) -> None:
    """Wherever a card would stand, a word of everyday speech stays one: no claim rests on a correction."""
    for place in PLACES[locale]:
        assert not any(claim.fuzzy for claim in read(place.format(word), locale).claims), place.format(word)


@pytest.mark.parametrize("text", ["valet de pic", "deux rios", "dmae de coeur, 7 de pique", "roi 2 coeur"])
def test_a_list_at_the_prompt_is_not_corrected(text: str) -> None:
    """Z19: a list of cards is typed by the moderator, who can type it again."""
    assert read_cards(text, "fr") is None


@pytest.mark.parametrize(
    "piece",
    [
        "valet de pic ",
        "deux vallet ",
        "7 xqkz ",
        "je psse ",
        "roi ❤ ",
        "doubel ",
        "celui de ",
        "as\n",
        "roi. ",
    ],
)
def test_a_long_repetition_of_misspellings_is_read(piece: str) -> None:
    """Twenty thousand characters of slips end in a reading."""
    assert isinstance(read(piece * (20_000 // len(piece)), "fr"), Reading)
