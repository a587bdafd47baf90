"""What is a move: chatter, others' plays, possibilities, passes, chains, changes of mind (design.md)."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from gm.posts import Claim, Reading, read
from gm.posts.claims import alternatives

POSTS = yaml.safe_load((Path(__file__).parent / "moves.yaml").read_text(encoding="utf-8"))
UNKNOWN = "[img]https://i.example.org/a/k3x9.png[/img]"


def named(claim: Claim) -> str:
    return "pass" if claim.kind == "pass" else " ".join(map(str, claim.cards))


def choices(reading: Reading) -> list[list[str]]:
    return [[named(claim) for claim in claims] for claims in alternatives(reading)]


@pytest.mark.parametrize("post", POSTS, ids=lambda post: repr(post["text"])[:60])
def test_a_post_is_read_as_stated(post: dict[str, Any]) -> None:
    """Each post of moves.yaml gives its claims in order, its doubt, and the passes that stand."""
    reading = read(post["text"], post.get("locale", "fr"))
    claims = [[claim.kind, " ".join(map(str, claim.cards))] for claim in reading.claims]
    stands = [at for at, claim in enumerate(reading.claims) if claim.stands]
    assert (claims, reading.doubt, stands) == (post["expect"], post.get("doubt"), post.get("stands", []))


def test_a_span_is_the_text_of_its_claim() -> None:
    """`span` indexes the post in code points and `text` is what stands there, of candidates too."""
    for post in POSTS:
        reading = read(post["text"], post.get("locale", "fr"))
        for claim in (*reading.claims, *reading.candidates):
            assert post["text"][slice(*claim.span)] == claim.text
            assert claim.text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Salut ! Je passe jusqu'à la fin du tour, bonne nuit", "Je passe jusqu'à la fin du tour"),
        ("Jusqu'à la fin du tour, je passe.", "Jusqu'à la fin du tour, je passe"),
        ("je passe pour tout le tour :)", "je passe pour tout le tour"),
        ("Désolé, je passe mon tour définitivement", "je passe mon tour définitivement"),
        ("Je passe mon tour, bonne nuit", "Je passe mon tour"),
    ],
)
def test_the_span_of_a_pass_covers_how_long_it_stands(text: str, words: str) -> None:
    """The moderator sees on which words a pass rests, those that make it stand included."""
    (claim,) = read(text, "fr").claims
    assert (claim.text, claim.stands) == (words, words != "Je passe mon tour")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Je passe. Finalement, 7 de cœur.", [["pass"], ["7h"]]),
        ("7 de cœur ou 8 de pique", [["7h"], ["8s"]]),
        ("double 7 ou double roi", [["7? 7?"], ["K? K?"]]),
        ("double 5 ou double 10 ?", [["5? 5?"], ["T? T?"]]),
        ("Je crois que je vais passer, ou alors double roi ?", [["pass"], ["K? K?"]]),
        ("7 de cœur\nEdit : 8 de cœur", [["7h"], ["8h"], ["7h", "8h"]]),
        ("3 3", [["3? 3? 3?"], ["3? 3?"]]),
        ("J'hésite entre un roi et un as", [["K?"], ["A?"]]),
        ("Si snaga passe je pose un roi, sinon je passe", [["K?"], ["pass"]]),
        ("peut-être que je passe", [["pass"]]),
        ("Je n'ai pas de 7", [["pass"]]),
        ("roi. dame. valet. dix. neuf. huit.", [["K?"], ["Q?"], ["J?"], ["T?"], ["9?"]]),
        ("Je pose un double", []),
        ("Bonne soirée", []),
    ],
)
def test_a_doubtful_post_has_few_readings_in_the_order_of_its_text(
    text: str, expected: list[list[str]]
) -> None:
    """Each different move alone, then its plays as a chain; what was only possible is among them."""
    assert choices(read(text, "fr")) == expected


@given(
    parts=st.lists(
        st.sampled_from(
            [
                *("7 de cœur", "je passe", "un roi", "double 8", "si snaga joue", "peut-être", "j'hésite"),
                *(
                    "non",
                    "Edit :",
                    "puis",
                    "j'ouvre avec",
                    "je ferme",
                    "?",
                    ".",
                    ",",
                    "\n",
                    "« », :",
                    "snaga",
                ),
            ]
        ),
        max_size=12,
    )
)
def test_readings_to_choose_from_are_few_different_and_never_empty(parts: list[str]) -> None:
    """At most five, each of at least one claim, no two alike; the claim of a clear post is among them."""
    reading = read(" ".join(parts), "fr")
    found = choices(reading)
    assert len(found) <= 5
    assert all(found)
    assert len({tuple(each) for each in found}) == len(found)
    if reading.doubt is None and len(reading.claims) == 1:
        assert [named(reading.claims[0])] in found


@pytest.mark.parametrize(
    "text",
    [
        UNKNOWN,
        f"Salut !\n{UNKNOWN}",
        f"Je pose {UNKNOWN}",
        f"Je pose :\n{UNKNOWN}",
        f"Et voilà ! {UNKNOWN} À toi snaga",
        f"7 de cœur {UNKNOWN}",
        f"{UNKNOWN} 7 de cœur",
        f"8 de cœur\n{UNKNOWN}\n8 de pique",
    ],
)
def test_an_image_that_may_be_the_card_is_asked_about(text: str) -> None:
    """Z27: a picture of a card is a play of it; one that nobody has named is asked about, by its address."""
    reading = read(text, "fr")
    assert (reading.doubt, reading.images) == ("unreadable", ("https://i.example.org/a/k3x9.png",))


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        (f"7 de cœur\n\n{UNKNOWN}", ["7h"]),
        (f"{UNKNOWN}\n\nJe pose 7 de cœur", ["7h"]),
        (f"Je passe\n{UNKNOWN}", ["pass"]),
        (f"Trop drôle ta blague {UNKNOWN}", []),
        (f"Bien joué snaga {UNKNOWN}", []),
    ],
)
def test_an_image_apart_from_the_move_is_an_illustration(text: str, claims: list[str]) -> None:
    """A move that words state needs no picture beside it, and talk no question."""
    reading = read(text, "fr")
    assert ([named(claim) for claim in reading.claims], reading.doubt, reading.images) == (claims, None, ())


@pytest.mark.parametrize(
    "piece",
    [
        *("je passe si tu veux, ", "j'ai un roi, un as, ", "until until ", "jusqu'à la fin ", "idem ", "« "),
        *("je ne peux pas ", "snaga a dit : ", "edit roi ", "peut-être ", "j'ai pas 7 ", f"{UNKNOWN}\n"),
    ],
)
def test_a_long_repetition_is_read(piece: str) -> None:
    """Twenty thousand characters of one thing end in a reading."""
    assert isinstance(read(piece * (20_000 // len(piece)), "fr"), Reading)
