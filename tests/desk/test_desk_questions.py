"""The two voices for a post that cannot be taken as it is: what the moderator sees, what the player reads."""

import re

import pytest
from tables import SHOWN, first_manche

from gm.desk.doubts import PostDoubt, doubt_of, not_a_chain
from gm.desk.questions import question_text, reply_of, reply_text
from gm.posts import read
from gm.views.questions import marked_lines

PLAYER = "MisterH"
IMAGE = "https://i.example.org/x/inconnue.png"


def doubt_in(text: str) -> PostDoubt:
    """What is asked about a post."""
    reading = read(text, "fr")
    assert reading.doubt is not None, reading
    return doubt_of(PLAYER, text, reading)


def said(doubt: PostDoubt) -> list[list[str]]:
    """The readings as codes."""
    return [[" ".join(map(str, claim.cards)) or "pass" for claim in reading] for reading in doubt.readings]


KINDS = {
    "moves": ("Edit : finalement 9 de carreau.\n\nRoi de carreau.", "moves", "plusieurs façons"),
    "cards": ("je pose un double", "cards", "quelles cartes"),
    "image": (f"[img]{IMAGE}[/img]", "image", "ton image"),
    "faint": ("[size=1]je passe[/size]", "faint", "si petit"),
}


@pytest.mark.parametrize("name", KINDS)
def test_the_player_is_asked_for_what_is_missing(name: str) -> None:
    """Which move, which cards, which card an image shows, words that can be seen: by name, politely."""
    text, asks, words = KINDS[name]
    doubt = doubt_in(text)
    assert doubt.asks == asks
    reply = reply_text(first_manche().campaign, doubt, SHOWN)
    assert reply is not None
    assert reply.body.startswith(f"[b]{PLAYER}[/b]")
    assert words in reply.body
    assert SHOWN.checkpoint in reply.body


def test_a_chain_that_is_none_is_asked_about_move_by_move() -> None:
    """Z22: the chain itself is no reading any more."""
    text = "3♠, je ferme le tour et j’ouvre avec 4♠"
    doubt = not_a_chain(PLAYER, text, read(text, "fr").claims)
    assert (doubt.asks, said(doubt)) == ("chain", [["3s"], ["4s"]])
    assert "maintenant" in str(reply_text(first_manche().campaign, doubt, SHOWN))


def test_the_moderator_sees_the_words_relied_on() -> None:
    """The post's lines with the words in ⟦ ⟧, the numbered readings, 0 for none."""
    question = question_text(doubt_in(KINDS["moves"][0]), SHOWN, "4217")
    assert "n°\u00a04217" in question
    assert "⟦9 de carreau⟧" in question
    assert "⟦Roi de carreau⟧" in question
    numbers = re.findall(r"^  (\d)\. ", question, re.MULTILINE)
    assert numbers == [*"123"[: len(numbers) - 1], "0"]


def test_an_unknown_image_is_shown_by_its_address() -> None:
    """The moderator has to look at it."""
    doubt = doubt_in(KINDS["image"][0])
    assert doubt.images == (IMAGE,)
    assert f"⟦{IMAGE}⟧" in question_text(doubt, SHOWN)
    assert f"Image inconnue\u00a0: {IMAGE}" in question_text(doubt, SHOWN)


def test_nobody_is_asked_in_public_who_wrote_a_post() -> None:
    """There is no name to address."""
    doubt = doubt_in("je pose un double")
    unsigned = PostDoubt(doubt.problem, "author", None, doubt.text)
    assert reply_of(first_manche().campaign, unsigned, "x") is None
    assert "On ne sait pas qui" in question_text(unsigned, SHOWN)


def test_no_name_and_no_post_adds_a_tag_to_the_reply() -> None:
    """BBCode has no escape: what a player writes is shown as text."""
    hostile = "[/b][url=http://x.example]ici[/url]"
    doubt = doubt_of(hostile, "x", read("je pose un double", "fr"))
    reply = reply_text(first_manche().campaign, doubt, SHOWN)
    assert reply is not None
    assert re.findall(r"\[[^\[\]]*\]", reply.body) == ["[b]", "[/b]", "[i]", "[/i]"]


def test_the_voices_know_no_hand() -> None:
    """design.md, "Two audiences": two deals, one post, the same words."""
    texts = set()
    for seed in (7, 8, 9):
        book = first_manche(seed=seed)
        doubt = doubt_in(KINDS["moves"][0])
        texts.add((str(reply_text(book.campaign, doubt, SHOWN)), question_text(doubt, SHOWN)))
    assert len(texts) == 1


class TestMarking:
    def test_lines_and_spaces(self) -> None:
        """Empty lines and runs of blanks go, what is marked stays."""
        assert marked_lines("a  7  b\n\n\n c 8", ((3, 4), (13, 14))) == ("a ⟦7⟧ b", "c ⟦8⟧")

    @pytest.mark.parametrize("size", [10, 1000, 100_000])
    def test_what_is_far_from_the_words_is_left_out(self, size: int) -> None:
        """A question fits a screen."""
        text = "x" * size + "MARK" + "y" * size + "MARK" + "z" * size
        first = text.index("MARK")
        second = text.index("MARK", first + 1)
        shown = "".join(marked_lines(text, ((first, first + 4), (second, second + 4))))
        assert shown.count("⟦MARK⟧") == 2
        assert len(shown) <= 400

    def test_many_lines_and_many_words(self) -> None:
        """However much a post claims, some of it is shown."""
        text = "7 de pique\n" * 500
        spans = tuple((11 * number, 11 * number + 1) for number in range(500))
        lines = marked_lines(text, spans)
        assert len(lines) < 30
        assert lines[0] == "⟦7⟧ de pique"

    def test_brackets_in_a_post_are_no_marks(self) -> None:
        """Nobody marks words but gm."""
        assert marked_lines("⟦roi⟧ as", ((6, 8),)) == ("[roi] ⟦as⟧",)

    def test_a_post_without_marks_shows_its_beginning(self) -> None:
        """Nothing was relied on."""
        assert marked_lines("je pose ça", ()) == ("je pose ça",)
        assert len("".join(marked_lines("x" * 5000, ()))) < 500
