"""What is no hand message, and how much work a hostile text makes."""

from hand_messages import checked, message, table
from hypothesis import given
from hypothesis import strategies as st

from gm.campaign import Problem
from gm.evidence import HandText, read_hand
from gm.evidence.hand_text import MOST_CARDS, MOST_CHECKPOINTS, MOST_DIGESTS
from gm.ledger import checkpoint


def problem_of(text: str) -> str:
    found = read_hand(text)
    assert isinstance(found, Problem)
    return found.code


def test_a_text_without_a_key_is_no_hand_message() -> None:
    """Whatever else somebody gives by mistake: a verdict shows cards too."""
    assert problem_of("") == "no_hand_message"
    assert problem_of("snaga pose 7♥ 7♣. La main passe à oliv10.") == "no_hand_message"


def test_two_messages_in_one_are_not_taken_for_one() -> None:
    """Which of two hands is meant nobody can tell: an answer that quotes an earlier message has two."""
    book, text = table()
    assert problem_of(f"{text}\n{message(book, 'oliv10')}") == "several_hands"
    assert isinstance(read_hand(f"{text}\n{text}"), HandText)
    assert problem_of(f"{digests(1)} {'5♦ ' * (MOST_CARDS + 1)}") == "several_hands"
    points = (checkpoint("zebest", seq, digests(1)) for seq in range(1, MOST_CHECKPOINTS + 2))
    assert problem_of(f"{text} {' '.join(points)}") == "several_hands"


def digests(number: int) -> str:
    return " ".join(f"{index:064x}" for index in range(number))


def test_a_text_full_of_digests_is_no_hand_message() -> None:
    """Whoever sends one makes nobody work for it."""
    _, text = table()
    assert problem_of(f"{text} {digests(MOST_DIGESTS)}") == "too_many_digests"


def test_many_digests_are_tried_on_so_many_hands_only_and_it_is_said() -> None:
    """The work is bounded by MOST_TRIED, however many keys a text could hold."""
    book, _ = table()
    report = checked(digests(MOST_DIGESTS), book)
    assert "too_much_to_try" in {fault.code for fault in report.faults}
    assert report.checks.key == "unknown"


def test_a_key_among_many_digests_is_found_by_the_list_beside_it() -> None:
    """The hand that a message lists is tried first; what was added is refused all the same."""
    book, text = table()
    report = checked(f"{digests(MOST_DIGESTS - 20)} {text}", book)
    assert (report.player, report.checks.key) == ("snaga", "confirmed")
    assert {fault.code for fault in report.faults} == {"commitments_differ"}


@given(st.text(alphabet=st.sampled_from("0af[]/>&;:(!.·♥♠10VDX cartes\\n\n\u00a0\ufe0f") | st.characters()))
def test_any_text_can_be_read(text: str) -> None:
    """A text is a message or a problem, never an exception."""
    found = read_hand(f"Salut {text} ! (3 cartes) : {text} clé {'ab' * 32}{text}")
    assert isinstance(found, HandText | Problem)
