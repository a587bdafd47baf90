"""Chains, crossed tags and numbers that are no rank (design.md, `claims`)."""

import pytest

from gm.posts import Reading, read


def claimed(reading: Reading) -> list[str]:
    return [" ".join(map(str, claim.cards)) for claim in reading.claims]


@pytest.mark.parametrize(
    ("text", "doubt"),
    [("Je pose un carré de 7. 3 de pique.", None), ("Je pose un triple 7. 3 de pique.", "ambiguous")],
)
def test_a_carre_closes_so_that_an_opening_may_follow(text: str, doubt: str | None) -> None:
    """Z14: a carré closes the tour for its player; after another play a second one is a question."""
    reading = read(text, "fr")
    assert (len(reading.claims), claimed(reading)[1], reading.doubt) == (2, "3s", doubt)


@pytest.mark.parametrize("opened", ["[s]", "[s][img]", "[quote][s]"])
def test_a_closing_quote_closes_what_was_opened_inside_it(opened: str) -> None:
    """design.md, `claims`: what is quoted is no claim, and what stands below the quote is one."""
    closing = "[/quote]" * (1 + opened.count("[quote]"))
    reading = read(f"[quote]8 de pique {opened} roi de pique{closing}\nJe pose 7 de cœur", "fr")
    assert (claimed(reading), reading.doubt) == (["7h"], None)


@pytest.mark.parametrize("text", ["1 de cœur", "Je pose 1 de cœur", "1♥", "11 de pique"])
def test_a_number_that_is_no_rank_names_no_card(text: str) -> None:
    """rules.md, Words: the ranks are 3 to 10, J, Q, K, A, 2; `1` is none of them."""
    assert claimed(read(text, "fr")) == []
