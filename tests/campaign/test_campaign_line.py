"""Who is seated first (Z21): who waited, newcomers, earlier players; each by the time of their posts."""

from dataclasses import replace
from random import Random

import pytest
from builders import PLAYERS, Book, choose_order, deal, open_partie, register, time_of, whole_partie
from tables import dealt, first_manche, registered, sanctioned_to_the_end

from gm.campaign import advance
from gm.desk.corrections import abandon
from gm.desk.prepare import join, leave
from gm.events import (
    Joined,
    MancheAbandoned,
    PartieOpened,
    Passed,
    Played,
    Post,
    Record,
    Replaced,
    Sanctioned,
    Undone,
)

DIGEST = "0" * 64


def joined(book: Book, name: str, at: str | None) -> None:
    """Register somebody by a post of that time; its entry is the next."""
    book.add(Joined(name, None, Post(DIGEST, at=at)))


def four() -> Book:
    """Four of five seats are taken, by posts without a time, at minutes 3 to 6."""
    return register(open_partie(Book(), Random(3)), PLAYERS[:4])


def test_the_earlier_post_comes_first_whatever_was_recorded_first() -> None:
    """Z21: first come, first served; a time says which instant, whatever its offset."""
    book = four()
    joined(book, "late", "2014-06-12T13:30:00+02:00")
    joined(book, "early", "2014-06-12T11:00:00+00:00")
    assert book.campaign.players == ("early", "late", *PLAYERS[:3])
    assert book.campaign.queue == (PLAYERS[3],)


@pytest.mark.parametrize(
    "at",
    ["12 juin 2014, 14:03", "2014-06-01T10:00:00", "2014-06-31T10:00:00+02:00", "hier", None],
)
def test_a_time_that_cannot_be_read_falls_back_on_that_of_the_entry(at: str | None) -> None:
    """Z21: where the post proves no instant, it is when its registration was recorded."""
    book = four()
    joined(book, "vague", at)  # entry 7
    joined(book, "just before", time_of(6))
    joined(book, "just after", time_of(8))
    assert [*book.campaign.players, *book.campaign.queue][4:] == ["just before", "vague", "just after"]


def test_equal_times_stand_as_they_were_recorded() -> None:
    """Z21: of two posts of one second the first on the page is the first."""
    book = four()
    for name in ("zoé", "adam"):
        joined(book, name, "2014-06-12T15:00:00+02:00")
    assert (book.campaign.players[-1], book.campaign.queue) == ("zoé", ("adam",))


def waiting() -> Book:
    """The first partie is over; `sixth` waited for it, at a late hour."""
    book = registered(7)
    joined(book, "sixth", "2014-06-13T10:00:00+02:00")
    book = choose_order(deal(book), Random(7))
    sanctioned_to_the_end(deal(sanctioned_to_the_end(book)))
    return open_partie(book, Random(8))


def test_who_waited_comes_before_an_earlier_post() -> None:
    """Z21: those after the fifth wait and come first next time."""
    book = waiting()
    joined(book, "new", "2014-06-12T09:00:00+02:00")
    assert book.campaign.players == ("sixth", "new")


def test_earlier_players_come_last_whenever_they_posted() -> None:
    """Z21: earlier players may fill seats that stay empty."""
    book = waiting()
    joined(book, PLAYERS[0], "2014-06-12T08:00:00+02:00")
    for minute in range(3):
        joined(book, f"new{minute}", f"2014-07-01T10:0{minute}:00+02:00")
    assert book.campaign.players == ("sixth", "new0", "new1", "new2", PLAYERS[0])
    joined(book, "new3", "2014-07-02T10:00:00+02:00")
    assert book.campaign.players == ("sixth", "new0", "new1", "new2", "new3")
    assert book.campaign.queue == (PLAYERS[0],)


def test_who_gave_up_a_seat_is_an_earlier_player_too() -> None:
    """Z21, Z24: who played a part of a partie has played it."""
    book = sanctioned_to_the_end(choose_order(deal(registered(7)), Random(7)))
    book.add(Replaced(PLAYERS[0], "newcomer"))
    open_partie(sanctioned_to_the_end(deal(book)), Random(8))
    joined(book, PLAYERS[0], "2014-06-12T08:00:00+02:00")
    joined(book, "new", "2014-07-01T10:00:00+02:00")
    assert book.campaign.players == ("new", PLAYERS[0])


def test_the_waiting_list_stands_by_the_time_of_posts_too() -> None:
    """Z21: those who register while a partie is played wait in the order of their posts."""
    book = dealt()
    joined(book, "second", "2014-06-20T10:00:00+02:00")
    joined(book, "first", "2014-06-19T10:00:00+02:00")
    assert book.campaign.queue == ("first", "second")
    book.add(leave(book.campaign, "first"))
    assert book.campaign.queue == ("second",)


def test_an_undo_keeps_the_line() -> None:
    """design.md, Events: joins stand whatever is undone, each with its time."""
    book = first_manche()
    joined(book, "second", "2014-06-20T10:00:00+02:00")
    book.add(Sanctioned(PLAYERS[0], "triche"))
    joined(book, "first", "2014-06-19T10:00:00+02:00")
    book.add(Undone(len(book.records) - 1, "pardon"))
    assert book.campaign.queue == ("first", "second")


def abandoned(book: Book) -> Book:
    event = abandon(book.campaign, "main envoyée au mauvais joueur", bytes(32))
    assert isinstance(event, MancheAbandoned)
    book.add(event)
    return book


NEXT = PartieOpened(2, dict.fromkeys((1, 2), DIGEST), dict.fromkeys((1, 2), DIGEST))


def test_a_partie_opened_after_an_abandoned_deal_seats_the_same_first() -> None:
    """Z21: the five whose deal could not stand play the next partie, in their order, before all who wait."""
    book = registered()
    joined(book, "sixth", "2014-06-01T10:00:00+02:00")
    first = book.campaign.players
    book = abandoned(deal(book))
    book.add(NEXT)
    joined(book, "new", "2014-06-01T09:00:00+02:00")
    assert [(each.dropped, each.closed) for each in book.campaign.parties] == [(True, False), (False, False)]
    assert book.campaign.partie is book.campaign.parties[-1]
    assert first[0] == "sixth"
    assert (book.campaign.players, book.campaign.queue) == (first, (PLAYERS[4], "new"))
    assert deal(book).campaign.players == first


def test_who_leaves_after_an_abandoned_deal_leaves_their_seat_to_the_next() -> None:
    """Z21: the five are registered as anybody is; one may withdraw, and the first in line sits down."""
    book = registered()
    joined(book, "sixth", "2014-06-20T10:00:00+02:00")
    book = abandoned(deal(book))
    book.add(NEXT)
    book.add(leave(book.campaign, PLAYERS[1]))
    assert book.campaign.players == (PLAYERS[0], *PLAYERS[2:], "sixth")
    assert book.campaign.queue == ()


def test_the_abandoned_deal_may_still_be_dealt_again_instead() -> None:
    """design.md, Dealing: the same manche is dealt anew from the next seed; then no partie can be opened."""
    book = deal(abandoned(dealt()))
    after = advance(book.campaign, Record(book.campaign.seq + 1, "", NEXT))
    assert [each.code for each in after.disorders] == ["partie_running"]


def test_a_second_manche_that_was_abandoned_can_be_left_for_a_new_partie_too() -> None:
    """Z21: whichever deal could not stand; its first manche is no longer played for."""
    book = deal(sanctioned_to_the_end(first_manche()))
    seats = book.campaign.players
    abandoned(book).add(NEXT)
    assert book.campaign.phase == "ready_to_deal"
    assert (book.campaign.players, book.campaign.next_manche) == (seats, 1)


def test_a_partie_whose_end_is_undone_is_played_whatever_was_opened_since() -> None:
    """design.md, `undone`: it may reach over `partie_closed` until the next deal, over a dropped one too."""
    book = open_partie(whole_partie(2), Random(2))
    book.add(replace(NEXT, partie=3))
    last = next(each.seq for each in reversed(book.records) if isinstance(each.event, Played | Passed))
    book.add(Undone(last, "erreur"))
    assert [each.dropped for each in book.campaign.parties] == [False, True, False]
    assert (book.campaign.partie, book.campaign.phase) == (book.campaign.parties[0], "play")


def test_a_closed_partie_seats_nobody_again() -> None:
    """Z21: then five others may register."""
    book = open_partie(whole_partie(2), Random(2))
    assert (book.campaign.players, book.campaign.queue) == ((), ())
    book.add(join(book.campaign, PLAYERS[0], None))
    assert book.campaign.players == (PLAYERS[0],)
