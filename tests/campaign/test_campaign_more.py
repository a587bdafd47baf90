"""The delay of an answer, the start of the calendar, who opens, revolutions told (Z3, Z14, Z19, Z23, Z26)."""

import re

from builders import Book, deal, register, seed_count
from tables import PRESIDENT, SHOWN, dealt, in_order, judged, play, second_manche

from gm.calendar import read_schedule
from gm.campaign import Problem
from gm.desk.corrections import sanction
from gm.desk.prepare import open_partie, order
from gm.desk.texts import message_to, post, verdict
from gm.render import Message, PublicText
from gm.views import table_view


def test_the_message_that_asks_says_by_when() -> None:
    """Z3, Z19: who chooses the order or may ask learns the end of the delay, two days after the deal."""
    first, second = dealt({"oliv10": "Qs"}), second_manche()
    for book, name in ((first, "oliv10"), (second, PRESIDENT)):
        told = message_to(book.campaign, name, "hand", SHOWN)
        assert isinstance(told, Message)
        assert re.search(r"samedi 14.juin", told.body)


def scheduled() -> Book:
    """Manche 1 in play, in a partie whose calendar gives a start."""
    calendar = read_schedule(None, None, "2034-06-14 16:00", "Europe/Paris")
    assert not isinstance(calendar, Problem)
    book = Book()
    seeds = [bytes([manche] * 32) for manche in range(seed_count(book.campaign.rules))]
    book.add(open_partie(book.campaign, seeds, beacon_rule=None, schedule=calendar))
    deal(register(book))
    book.add(order(book.campaign, ()))
    return book


def test_once_a_first_move_stands_no_verdict_says_that_nobody_plays_yet() -> None:
    """Z23: a move before the start that the moderator accepts begins the manche; a refused one does not."""
    book = scheduled()
    accepted, refused = judged(book, None, "dame de cœur"), judged(book, None, "je passe")
    assert (accepted.accepted, refused.accepted) == (True, False)
    told = [verdict(book.campaign, each, SHOWN).public.body for each in (accepted, refused)]
    assert ["Personne ne joue avant" in text for text in told] == [False, True]


def test_who_opens_is_open_while_the_holder_of_qh_is_out_and_no_order_is_chosen() -> None:
    """Z26: the first active player of the order opens, so nobody is said to before it is chosen."""
    book = dealt({"MisterH": "Qh", "oliv10": "Qs"})
    assert table_view(book.campaign, SHOWN.checkpoint).opener == "MisterH"
    book.add(sanction(book.campaign, "MisterH", "triche", ()))
    assert table_view(book.campaign, SHOWN.checkpoint).opener is None
    book.add(order(book.campaign, ("MisterH", "snaga", "oliv10", "intersideral", "MrRarty")))
    assert table_view(book.campaign, SHOWN.checkpoint).opener == "snaga"


def test_the_recap_tells_the_second_revolution_from_the_first() -> None:
    """Z14: a second carré restores the strengths."""
    book = in_order({"MisterH": "4s 4h 4d 4c 5s 5h 5d 5c", "snaga": "8s", "oliv10": "8h"})
    for text in ("carré de 4", "carré de 5"):
        play(book, "MisterH", text)
    recap = post(book.campaign, "recap", SHOWN)
    assert isinstance(recap, PublicText)
    assert re.findall(r"\((\S*révolution)", recap.body) == ["révolution", "contre-révolution"]
