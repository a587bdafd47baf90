"""Limits and posts of what the desk records (design.md, The ledger, Events)."""

import pytest
from builders import post_of, whole_partie
from tables import PRESIDENT, SHOWN, code_of_problem, dealt, first_manche, receive, registered, second_manche

from gm.campaign import fold
from gm.desk.closing import closing_events
from gm.desk.corrections import sanction
from gm.desk.prepare import leave, order
from gm.desk.texts import message_to
from gm.events import DEPARTURE, Left, OrderChosen, Sanctioned


@pytest.mark.parametrize("room", [0, 1])
def test_a_departure_s_reason_has_at_most_200_code_points_with_its_clause(room: int) -> None:
    """design.md, The ledger: a text has up to 200 code points, the clause that begins a reason included."""
    campaign = first_manche().campaign
    made = sanction(campaign, "MisterH", "x" * (200 - len(DEPARTURE) + room), (), departure=True)
    if room:
        assert code_of_problem(made) == "bad_text"
    else:
        assert isinstance(made, tuple)
        assert isinstance(made[0], Sanctioned)
        assert len(made[0].reason) == 200


def test_an_order_of_play_keeps_its_post() -> None:
    """design.md, Events: `order_chosen` {order, by, salts, post?}."""
    post = post_of("oliv10", "MisterH, puis comme inscrits")
    made = order(dealt({"MisterH": "Qh", "oliv10": "Qs"}).campaign, (), post)
    assert isinstance(made, OrderChosen)
    assert made.post == post


def test_a_departure_before_the_deal_keeps_its_post() -> None:
    """design.md, Events: `left` {player, post?}."""
    post = post_of("snaga", "finalement non")
    assert leave(registered().campaign, "snaga", post) == Left("snaga", post)


@pytest.mark.parametrize("lost", [1, 2])
def test_what_a_power_cut_kept_of_the_closing_is_still_to_be_appended(lost: int) -> None:
    """design.md, Events: `manche_closed` and `partie_closed` belong to the play that causes them."""
    records = whole_partie(3).records
    assert closing_events(fold(records[:-lost])) == tuple(record.event for record in records[-lost:])
    assert closing_events(fold(records)) == ()


def test_a_sanctioned_giver_gets_no_message_about_the_exchange() -> None:
    """Z18, Z26: their cards leave the game, and what is still owed is given without them."""
    book = receive(second_manche(), PRESIDENT)
    book.add(sanction(book.campaign, PRESIDENT, "triche", ()))
    assert code_of_problem(message_to(book.campaign, PRESIDENT, "exchange", SHOWN)) == "exchange_not_owed"
