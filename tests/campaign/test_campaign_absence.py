"""What the fold keeps for those who are away: standing passes, delays, pauses, who is waited for."""

from dataclasses import replace

import pytest
from builders import Book, post_of
from tables import (
    LAST,
    MINISTER,
    NEUTRAL,
    PEASANT,
    PRESIDENT,
    dealt,
    give_back,
    in_order,
    judged,
    play,
    receive,
    second_manche,
)

from gm.campaign import Awaited, Campaign, awaited
from gm.desk.prepare import order
from gm.desk.referee import own_entries_of
from gm.events import (
    DELAYS,
    DelaysSet,
    Event,
    Incident,
    Joined,
    Note,
    Passed,
    Paused,
    Refused,
    Replaced,
    Sanctioned,
    StandingPass,
    StandingPassEnded,
    Undone,
    Word,
)

A, B, C, D, E = "MisterH", "snaga", "oliv10", "intersideral", "MrRarty"
HANDS = {A: "3s 8s", B: "4s 4d 9s", C: "5s Ts", D: "6s", E: "7s"}
COMMITTED = {"toto": ("0" * 64,)}
SAID, AGAIN = post_of(C, "je passe jusqu’à la fin du tour"), post_of(C, "comme avant")
JULY, AUGUST, JUNE = (f"2014-{month}-01T00:00:00+02:00" for month in ("07", "08", "06"))


UNDO_LAST = Undone(0, "mal lu")
"""Stands for an undo of the entry before it, whatever its number."""


def opened() -> Book:
    """A single lies, B is to answer, C passes until the tour closes."""
    book = play(in_order(HANDS), A, "3♠")
    book.add(StandingPass(C, SAID))
    return book


def test_a_standing_pass_is_kept_with_its_post() -> None:
    """Z7: a pass is said; the one said last is that of the post it came with."""
    book = opened()
    assert book.manche.passing == {C: SAID}
    assert book.manche.turn == B
    book.add((StandingPass(D), StandingPass(C, AGAIN)))
    assert book.manche.passing == {C: AGAIN, D: None}


STANDS: list[tuple[str, list[Event]]] = [
    ("their own pass", [Passed(B), Passed(C)]),
    ("another one's pass", [Passed(B)]),
    ("another one's sanction", [Sanctioned(D, "triche")]),
    ("another one's replacement", [Replaced(D, "toto", COMMITTED)]),
    ("the end of another one's", [StandingPass(D), StandingPassEnded(D)]),
    ("what is no move", [Refused(C, "7s", ("not_your_turn",)), Incident(C, "post_changed"), Note("x")]),
]
ENDS: list[tuple[str, list[Event]]] = [
    ("their post", [StandingPassEnded(C, AGAIN)]),
    ("the end of the tour", [Passed(B), Passed(C), Passed(D), Passed(E)]),
    ("their sanction", [Sanctioned(C, "triche")]),
    ("their departure", [Sanctioned(C, "Z28 je pars")]),
    ("their replacement", [Replaced(C, "toto", COMMITTED)]),
    ("the end of the manche", [Sanctioned(name, "triche") for name in (A, B, E, D)]),
]


@pytest.mark.parametrize("events", [events for _, events in STANDS], ids=[what for what, _ in STANDS])
def test_a_standing_pass_outlives_what_is_not_theirs(events: list[Event]) -> None:
    """Z7, Z12: it stands until the tour closes or its player does something else."""
    book = opened()
    for event in events:
        book.add(event)
        assert C in book.manche.passing


@pytest.mark.parametrize("events", [events for _, events in ENDS], ids=[what for what, _ in ENDS])
def test_a_standing_pass_ends(events: list[Event]) -> None:
    """Z7, Z12, Z18, Z24, Z28: with the tour, or when the seat is another's or nobody's."""
    book = opened()
    for event in events:
        assert C in book.manche.passing
        book.add(event)
    assert not book.manche.passing


def test_their_own_play_ends_a_standing_pass_and_no_other() -> None:
    """Z7: who plays passes no longer; nobody else's passing ends."""
    book = opened()
    book.add(StandingPass(D))
    for name, text in ((B, "4♠"), (C, "5♠")):  # the move alone: what would answer B's is not the fold's
        book.add(own_entries_of(book.campaign, judged(book, name, text), None)[-1])
    assert book.manche.passing == {D: None}


def test_a_newcomer_does_not_pass() -> None:
    """Z24: the passes made stay; the next ones are the newcomer's to say."""
    book = opened()
    book.add((Passed(B), Replaced(C, "toto", COMMITTED)))
    assert (book.manche.turn, book.manche.passing) == ("toto", {})


def test_an_undo_takes_standing_passes_back_and_gives_them_back() -> None:
    """design.md, Events: they are the manche's own; an undo of an undo brings them back."""
    book = opened()
    said = len(book.records)
    passes = [Passed(name) for name in (B, C, D, E)]
    book.add(passes)
    assert not book.manche.passing
    book.add(Undone(len(book.records), "mal lu"))
    assert book.manche.passing == {C: SAID}
    book.add(Undone(said, "mal lu"))
    assert not book.manche.passing
    book.add(Undone(len(book.records), "bien lu"))
    assert book.manche.passing == {C: SAID}


SHORT = DelaysSet(24, 24, 24, 12, "ask")


def test_the_last_delays_count() -> None:
    """Z3, Z19, Z22: a campaign without delays of its own has the usual ones."""
    book = opened()
    assert book.campaign.delays == DELAYS
    book.add((SHORT, replace(SHORT, turn=72, quiet="22-9")))
    assert book.campaign.delays == DelaysSet(72, 24, 24, 12, "ask", "22-9")


def test_a_pause_takes_the_place_of_one_that_began_then() -> None:
    """A pause is changed, or called off, by one with the same beginning; others are beside it."""
    book = opened()
    summer, autumn = Paused(JULY, AUGUST, "vacances"), Paused(AUGUST, "2014-09-01T00:00:00+02:00")
    book.add((summer, autumn))
    assert book.campaign.pauses == (summer, autumn)
    shorter, off = replace(summer, until="2014-07-15T00:00:00+02:00"), replace(autumn, until=JUNE)
    book.add(shorter)
    assert set(book.campaign.pauses) == {shorter, autumn}
    book.add(off)
    assert set(book.campaign.pauses) == {shorter, off}


def test_delays_and_pauses_outlive_an_undo() -> None:
    """design.md, Events: of the manche's events an undo takes back; these are not the manche's own."""
    book = play(in_order(HANDS), A, "3♠")
    played = len(book.records)
    book.add((SHORT, Paused(JULY, AUGUST), Paused(JULY, AUGUST, "vacances")))
    book.add(Undone(played, "mal lu"))
    assert (book.campaign.delays, book.campaign.pauses) == (SHORT, (Paused(JULY, AUGUST, "vacances"),))
    book.add(Undone(book.manche.dealt.seq, "autre distribution"))
    assert (book.campaign.delays, book.campaign.pauses) == (SHORT, (Paused(JULY, AUGUST, "vacances"),))


def since(campaign: Campaign) -> list[tuple[str, str, int]]:
    return [(each.player, each.duty, each.since.seq) for each in awaited(campaign)]


def last(book: Book) -> int:
    return len(book.records)


def test_nobody_is_awaited_before_a_deal() -> None:
    """Z22: nobody's action is due."""
    assert awaited(Book().campaign) == ()


def test_the_order_is_awaited_since_the_deal() -> None:
    """Z3: the holder of Qs chooses; what others say changes nothing."""
    book = dealt({A: "Qh", C: "Qs"})
    deal = last(book)
    book.add((Word(B, "mot"), Joined("toto"), Note("x"), Sanctioned(D, "triche")))
    assert since(book.campaign) == [(C, "order", deal)]
    assert awaited(book.campaign) == (Awaited(C, "order", book.records[deal - 1]),)


def test_a_chooser_by_sanction_is_awaited_since_then() -> None:
    """Z26: a sanctioned holder of Qs no longer chooses, the holder of Qh does."""
    book = dealt({A: "Qh", C: "Qs"})
    book.add(Sanctioned(C, "triche"))
    assert since(book.campaign) == [(A, "order", last(book))]


def test_the_turn_is_awaited_since_the_order_then_since_the_move_before() -> None:
    """Z3, Z22: each turn begins with the entry that left it to its player."""
    book = dealt({A: "Qh 3s 3h", C: "Qs"})
    book.add(order(book.campaign, [A, B, C, D, E]))
    assert since(book.campaign) == [(A, "turn", last(book))]
    play(book, A, "3♠")
    assert since(book.campaign) == [(B, "turn", last(book))]
    book.add(Passed(B))
    assert since(book.campaign) == [(C, "turn", last(book))]


def test_who_closes_the_tour_is_awaited_anew() -> None:
    """Z11, Z13: who closed opens, since the play that closed."""
    book = play(in_order({**HANDS, A: "2s 3s"}), A, "2♠")
    assert since(book.campaign) == [(A, "turn", last(book))]


UNMOVED: list[tuple[str, Event]] = [
    ("another one's sanction", Sanctioned(D, "triche")),
    ("another one's replacement", Replaced(D, "toto", COMMITTED)),
    ("a refusal of theirs", Refused(B, "3s", ("too_low",))),
    ("a standing pass", StandingPass(E)),
    ("an incident", Incident(B, "post_changed")),
    ("new delays", SHORT),
    ("a pause", Paused(JULY, AUGUST)),
    ("a word", Word(B, "mot")),
]


@pytest.mark.parametrize("event", [event for _, event in UNMOVED], ids=[what for what, _ in UNMOVED])
def test_the_clock_is_not_set_anew_by_what_is_not_the_turn(event: Event) -> None:
    """Z22: whose turn it is, and since when, is as before."""
    book = opened()
    before = awaited(book.campaign)
    assert [each.player for each in before] == [B]
    book.add(event)
    assert awaited(book.campaign) == before


@pytest.mark.parametrize(
    ("event", "player"),
    [
        (Sanctioned(B, "triche"), C),
        (Replaced(B, "toto", COMMITTED), "toto"),
        (UNDO_LAST, B),
    ],
    ids=["sanctioned", "replaced", "undone"],
)
def test_the_clock_is_set_anew_where_somebody_else_is_to_act(event: Event, player: str) -> None:
    """Z18, Z24: the turn comes to the next player or the newcomer; an undo begins it anew."""
    book = opened()
    book.add(replace(event, from_=last(book)) if isinstance(event, Undone) else event)
    assert since(book.campaign) == [(player, "turn", last(book))]


def test_after_an_undo_the_clock_runs_since_the_undo_until_the_next_move() -> None:
    """design.md, Events: an undone move was no reason to be quick; its turn begins with the undo."""
    book = opened()
    book.add(Passed(B))
    passed = last(book)
    book.add(Undone(passed, "mal lu"))
    undone = last(book)
    assert since(book.campaign) == [(B, "turn", undone)]
    book.add(Sanctioned(D, "triche"))
    assert since(book.campaign) == [(B, "turn", undone)]
    book.add(Undone(undone, "bien lu"))
    assert since(book.campaign) == [(C, "turn", last(book))]
    book.add(Passed(C))
    assert since(book.campaign) == [(E if D in book.manche.places else D, "turn", last(book))]


def exchanges() -> Book:
    return second_manche({PRESIDENT: "3s 3h 4s", LAST: "2s 2h Ks Kd 9c", PEASANT: "As", NEUTRAL: "2d 2c"})


def test_each_exchange_is_awaited_by_itself() -> None:
    """Z19: the better-placed of a pair, since the deal, then since what they received."""
    book = exchanges()
    deal = last(book)
    assert since(book.campaign) == [(PRESIDENT, "exchange", deal), (MINISTER, "exchange", deal)]
    receive(book, MINISTER)
    assert since(book.campaign) == [(PRESIDENT, "exchange", deal), (MINISTER, "exchange", deal + 1)]
    book.add(Sanctioned(NEUTRAL, "triche"))
    assert since(book.campaign) == [(PRESIDENT, "exchange", deal), (MINISTER, "exchange", deal + 1)]
    give_back(receive(book, PRESIDENT), PRESIDENT, "3s 4s")
    assert since(book.campaign) == [(MINISTER, "exchange", deal + 1)]


def test_the_turn_is_awaited_since_the_last_exchange() -> None:
    """Z4, Z19: nobody plays until both exchanges are recorded; then the Trou du cul opens."""
    book = give_back(receive(exchanges(), PRESIDENT), PRESIDENT, "3s 4s")
    book.add(Sanctioned(PEASANT, "triche"))  # Z26: an exchange not begun is dropped
    assert since(book.campaign) == [(LAST, "turn", last(book))]


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (Replaced(MINISTER, "toto", COMMITTED), {"toto": 0, PRESIDENT: -1}),
        (Replaced(PEASANT, "toto", COMMITTED), {MINISTER: -2, PRESIDENT: -1}),
        (UNDO_LAST, {MINISTER: 0, PRESIDENT: 0}),
    ],
    ids=["the better replaced", "the worse replaced", "undone"],
)
def test_an_exchange_is_awaited_anew(event: Event, expected: dict[str, int]) -> None:
    """Z24: what is due goes with the seat, from then on; after an undo it is waited for since then."""
    book = receive(exchanges(), PRESIDENT)
    book.add(replace(event, from_=last(book)) if isinstance(event, Undone) else event)
    assert {name: seq - last(book) for name, _, seq in since(book.campaign)} == expected
