"""What is no hand message, and how much work a hostile text makes."""

import re

import pytest
from hand_messages import checked, message, showing, table
from hypothesis import given
from hypothesis import strategies as st

from gm.campaign import Problem
from gm.cards import cards_in
from gm.evidence import HandText, read_hand
from gm.evidence.hand_text import MOST_CHARACTERS


def problem_of(text: str) -> str:
    found = read_hand(text)
    assert isinstance(found, Problem)
    return found.code


LACKING = {
    "everything": "",
    "what a verdict lacks": "snaga pose 7♥ 7♣. La main passe à oliv10.",
    "what the spoiler hides": table()[1].split("[spoiler")[0],
    "the hand": re.sub("[♠♥♦♣]", "", table()[1]),
    "the checkpoint": table()[1].split("Point de contrôle")[0],
    "the first command": table()[1].replace("gm/salt/1", ""),
    "the second command": table()[1].replace("gm/card/1", ""),
    "what a command gives": re.sub("trouver [0-9a-f]{32}", "", table()[1]),
}


@pytest.mark.parametrize("what", LACKING)
def test_a_text_that_lacks_a_part_is_no_hand_message(what: str) -> None:
    """A player who did not open the spoiler is told so, rather than that something is wrong."""
    assert problem_of(LACKING[what]) == "no_hand_message"


TWICE = {
    "another message": lambda text: f"{text}\n{message(table()[0], 'oliv10')}",
    "another hand above, in groups": lambda text: f"[b]A ♠♥♦♣[/b]\n{text}",
    "another hand above, of two cards": lambda text: f"[b]7 ♠ · 8 ♥[/b]\n{text}",
    "another hand above, card by card": lambda text: f"[b]A♠ A♥ A♦ A♣[/b]\n{text}",
    "another hand below, counted": lambda text: f"{text}\nEnfin, ta main (2 cartes) : A♠ A♥",
    "another checkpoint": lambda text: re.sub("(zebest/)([0-9]+)(/.*)", r"\1\2\3 \g<1>1\3", text),
    "another first command": lambda text: text + text[text.index("[code]printf") :].replace("n8", "n9"),
    "another second command": lambda text: (
        text + text[text.index("[code]printf") :].replace("1\\nsn", "2\\nsn")
    ),
    "more cards than there are": lambda text: showing(text, cards_in((1 << 52) - 1) * 2),
}


@pytest.mark.parametrize("what", TWICE)
def test_which_of_two_hands_is_meant_nobody_can_tell(what: str) -> None:
    """An answer that quotes an earlier message has two; so has one that shows another hand first."""
    changed = TWICE[what](table()[1])
    assert changed != table()[1]
    assert problem_of(changed) == "several_hands"


def test_the_same_message_twice_is_one() -> None:
    """Who copies it twice has said nothing else."""
    book, text = table()
    assert checked(f"{text}\n{text}", book).ok


def test_a_text_that_is_far_too_long_is_not_read() -> None:
    """Some characters become eighteen when they are compared: the limit is on what is read."""
    book, text = table()
    assert problem_of("\ufdfa" * (MOST_CHARACTERS + 1)) == "post_too_long"
    assert checked(text.ljust(MOST_CHARACTERS), book).ok


def test_a_text_full_of_digests_is_held_against_the_ledger_all_the_same() -> None:
    """The hand that is listed is found among thousands of numbers, and what was added is refused."""
    book, text = table()
    report = checked(text + " ".join(f"{index:064x}" for index in range(2900)), book)
    assert report.hand is not None
    assert (report.hand.player, report.checks.key) == ("snaga", "confirmed")
    assert {fault.code for fault in report.faults} == {"commitments_differ"}


@given(st.text(alphabet=st.sampled_from("0af[]/>&;:(!.·♥♠10VDX cartes\\n\n'\u00a0\ufe0f") | st.characters()))
def test_any_text_can_be_read(text: str) -> None:
    """A text is a message or a problem, never an exception."""
    found = read_hand(table()[1].replace("snaga", text))
    assert isinstance(found, HandText | Problem)
    assert isinstance(read_hand(f"{text} (3 cartes) : {text}{table()[1]}"), HandText | Problem)
