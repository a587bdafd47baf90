"""What is told of a partie that goes on: nobody has won, no manche is promised, who opens (Z25, E4, E8)."""

from collections.abc import Sequence
from random import Random

from builders import Book, deal, exchange_all, open_partie, register
from rule_sets import rules_of
from test_texts_rules import plain
from text_samples import CHECKPOINT, FRENCH

from gm import views
from gm.desk.corrections import sanction
from gm.render import public_text
from gm.rules import OptionValue


def classement(options: dict[str, OptionValue], manches: Sequence[str]) -> str:
    """The classement after manches with these places, best first, each ended by sanctions."""
    chance = Random(2)
    book = register(open_partie(Book(rules=rules_of(**options)), chance), sorted(manches[0]))
    for by_place in manches:
        exchange_all(deal(book), chance)
        for name in by_place[:0:-1]:
            book.add(sanction(book.campaign, name, "pour finir", ()))
    return plain(public_text(views.standings_view(book.campaign, CHECKPOINT), FRENCH).body)


def test_nobody_has_won_before_the_partie_is_over() -> None:
    """E4: the highest total wins when a player reaches the target."""
    assert "Victoire" not in classement({"preset": "elysee", "target": "8"}, ["abcd"])
    assert "[b]Victoire[/b] d’a, avec 8 points" in classement(
        {"preset": "elysee", "target": "8"}, ["abcd"] * 2
    )


def test_two_equal_totals_share_their_rank() -> None:
    """E4: ties are shared; the others are not told to share anything."""
    body = classement({"preset": "elysee"}, ["abcd", "bacd"])
    assert "1er ex æquo : a, 7 points (4, 3)" in body
    assert "1er ex æquo : b, 7 points (3, 4)" in body
    assert "3e : c, 4 points (2, 2)" in body


def test_manches_to_come_are_shown_only_where_nothing_else_can_end_the_partie() -> None:
    """B11: a number of manches; E4: with a target beside it, the partie may end before."""
    assert "MANCHE 3" in classement({"preset": "elysee", "target": "none", "manches": "3"}, ["abcd"])
    assert "MANCHE 2" not in classement({"preset": "elysee", "manches": "3"}, ["abcd"])


def test_a_manche_like_a_first_one_is_opened_by_lot() -> None:
    """E8: old titles are forgotten, the opener is drawn; the hand says why."""
    chance = Random(2)
    rules = rules_of(preset="elysee", exchange_limit="1")
    book = register(open_partie(Book(rules=rules), chance), "abcd")
    for drawn in (True, False, True):
        deal(book)
        opener = book.manche.order[book.state.opener]
        view = views.hand_message(book.campaign, opener, "0" * 64, CHECKPOINT)
        assert view.opens_by == ("lot" if drawn else "last")
        exchange_all(book, chance)
        for name in "bcd":
            book.add(sanction(book.campaign, name, "pour finir", ()))
