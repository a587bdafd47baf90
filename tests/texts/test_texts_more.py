"""Words of refusals, of a revolution, of the end; what the moderator's note tells (Z9, Z14, Z18, Z25)."""

from dataclasses import replace

from tables import in_order, judged, play
from text_samples import FRENCH, a_table, of_ruling, refused

from gm.cards import cards_of
from gm.render import next_step, public_text
from gm.views import private_note


def test_a_refused_claim_without_suits_is_told_in_words() -> None:
    """design.md, Command line: a suit that nobody named is not shown."""
    assert "annonce un double roi." in of_ruling(replace(refused("too_low"), cards=("K?", "K?")))


def test_of_several_cards_one_at_least_is_said_to_be_missing() -> None:
    """design.md: a public `not_held` never says which card; of a single card there is no doubt."""
    several, one = refused("not_held"), replace(refused("not_held"), cards=("7s",))
    assert "L’une de ces cartes au moins n’est pas dans sa main" in of_ruling(several)
    assert "Cette carte n’est pas dans sa main" in of_ruling(one)


def test_whose_turn_it_is_reads_that_strength_goes_down_in_a_revolution() -> None:
    """Z14: a revolution reverses the strengths."""
    calm = replace(a_table(), taggle=False, revolution=False)
    told = [public_text(table, FRENCH).body for table in (calm, replace(calm, revolution=True))]
    assert ["en descendant" in text for text in told] == [False, True]


def test_after_a_partie_the_classement_and_the_next_opening_are_due() -> None:
    """Z21, Z25: after each command the next thing to do is said in one line."""
    said = next_step("fr", "over", {"waiting": [], "manche": 3, "missing": 5, "queue": 0})
    assert "(gm post standings)" in said
    assert "(gm open)" in said


def test_the_note_lists_what_else_of_a_rank_is_held_beside_what_was_named() -> None:
    """design.md, Command line: `private` is the moderator's note; the cards named are no others."""
    book = in_order({"MisterH": "7s 7h 7d", "snaga": "7c", "oliv10": "8s"})
    (move,) = judged(book, "MisterH", "7♠ et 7♣").moves
    (missing,) = private_note(book.campaign, move).missing
    assert (missing.card, missing.others) == ("7c", cards_of("7h 7d"))


def test_the_note_says_once_that_a_rank_named_without_suits_is_missing() -> None:
    """design.md, Command line: `private` is the moderator's note; nobody named suits, so none is told of."""
    book = play(in_order({"MisterH": "7s", "snaga": "7h 7d 7c"}), None, "7♠")
    (move,) = judged(book, "MisterH", "double 7").moves
    assert [missing.card for missing in private_note(book.campaign, move).missing] == ["7?"]


def test_the_note_shows_what_a_player_must_play_though_it_is_not_their_turn() -> None:
    """Z9: who holds the rank of a Taggle must play it; rules.md: judged as if it were their turn."""
    book = in_order({"MisterH": "7s", "snaga": "7h", "oliv10": "8s", "MrRarty": "7d 7c"})
    play(play(book, None, "7♠"), None, "7♥")
    (move,) = judged(book, "MrRarty", "je passe").moves
    assert private_note(book.campaign, move).forced == cards_of("7d 7c")
