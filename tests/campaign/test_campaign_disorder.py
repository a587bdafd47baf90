"""What cannot stand where it is recorded is not counted and named (design.md, The ledger)."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import get_args

import pytest
from builders import PLAYERS, Book
from tables import (
    LAST,
    MINISTER,
    NEUTRAL,
    PEASANT,
    PRESIDENT,
    dealt,
    exchange_all_default,
    first_manche,
    give_back,
    in_order,
    play,
    receive,
    registered,
    sanctioned_to_the_end,
    second_manche,
)

from gm.campaign import NotACampaign, advance, fold
from gm.cards import cards_of
from gm.desk.corrections import sanction
from gm.desk.exchange import exchange
from gm.desk.prepare import deal as propose_deal
from gm.desk.prepare import order
from gm.events import (
    CampaignOpened,
    DelaysSet,
    Event,
    Exchanged,
    Incident,
    Joined,
    Left,
    MancheAbandoned,
    MancheClosed,
    MancheDealt,
    Note,
    OrderChosen,
    PartieClosed,
    PartieOpened,
    Passed,
    Paused,
    Played,
    Record,
    Refused,
    Replaced,
    Sanctioned,
    StandingPass,
    StandingPassEnded,
    Undone,
    Word,
)

SEED = "00" * 32
JULY, AUGUST = "2014-07-01T00:00:00+02:00", "2014-08-01T00:00:00+02:00"
COMMITTED = {"toto": ("ab" * 32,)}
SEEDS = {1: SEED, 2: SEED}
ONE_TO_FIVE = {name: place for place, name in enumerate(PLAYERS, start=1)}
QUEENS = {"MisterH": "Qh", "oliv10": "Qs"}
ORDER = ("MisterH", "snaga", "oliv10", "intersideral", "MrRarty")
HANDS = {PRESIDENT: "3s 3h 4s", LAST: "2s 2h Ks Kd 9c", PEASANT: "As", NEUTRAL: "2d 2c"}


def closed_partie() -> Book:
    return sanctioned_to_the_end(exchange_all_default(second_manche()))


def begun_and_sanctioned() -> Book:
    """The Président has received and is out; the gift they owe is still to be recorded."""
    book = receive(second_manche(HANDS), PRESIDENT)
    events = sanction(book.campaign, PRESIDENT, "triche", ())
    assert isinstance(events, tuple)
    book.add(events[0])
    return book


def over_and_open() -> Book:
    book = first_manche()
    for name in PLAYERS[:4]:
        book.add(Sanctioned(name, "triche"))
    return book


def on_the_table() -> Book:
    return play(in_order({"MisterH": "8s 3h", "snaga": "3s 9s", "oliv10": "Th"}), "MisterH", "8♠")


def on_the_table_and_one_out() -> Book:
    book = on_the_table()
    book.add(Sanctioned("oliv10", "triche"))
    return book


def undone_deal() -> Book:
    book = dealt(QUEENS)
    book.add(Undone(book.manche.dealt.seq, "x"))
    return book


TABLES: dict[str, Callable[[], Book]] = {
    "new": Book,
    "registration": lambda: registered(players=PLAYERS[:4]),
    "ready": registered,
    "order": lambda: dealt(QUEENS),
    "play": on_the_table,
    "one out": on_the_table_and_one_out,
    "over, not closed": over_and_open,
    "between": lambda: sanctioned_to_the_end(first_manche()),
    "exchange": lambda: second_manche(HANDS),
    "received": lambda: receive(second_manche(HANDS), PRESIDENT),
    "begun": begun_and_sanctioned,
    "given": lambda: give_back(receive(second_manche(HANDS), PRESIDENT), PRESIDENT, "3s 4s"),
    "closed": closed_partie,
    "deal undone": undone_deal,
}


@lru_cache(maxsize=16)
def table(name: str) -> Book:
    return TABLES[name]()


def dealing_again(book: Book) -> MancheDealt:
    """The deal of the manche in play once more, numbered as the next one."""
    return replace(book.manche.deal, manche=book.manche.number + 1)


def proposal(book: Book) -> MancheDealt:
    event = propose_deal(book.campaign, None)
    assert isinstance(event, MancheDealt)
    return event


def an_order(book: Book) -> OrderChosen:
    event = order(book.campaign, ORDER)
    assert isinstance(event, OrderChosen)
    return event


def a_gift(better: str = PRESIDENT, **changes: object) -> Callable[[Book], Exchanged]:
    def event(book: Book) -> Exchanged:
        made = exchange(book.campaign, better, asked=None, given=None)
        assert not isinstance(made, str)
        (gift,) = made.events  # type: ignore[union-attr]
        return replace(gift, **changes)  # type: ignore[arg-type]

    return event


def a_return(cards: str, **changes: object) -> Exchanged:
    event = Exchanged(PRESIDENT, LAST, {PRESIDENT: (), LAST: ()}, cards_of(cards), None)
    return replace(event, **changes)  # type: ignore[arg-type]


def the_close(book: Book, **changes: object) -> MancheClosed:
    event = MancheClosed(1, 1, dict(book.manche.places), SEED)
    return replace(event, **changes)  # type: ignore[arg-type]


def fixed(event: Event) -> Callable[[Book], Event]:
    return lambda _: event


OPENING = CampaignOpened("zebest", "t", "fr", "Europe/Paris", {"preset": "zebest"}, "", "1")

IMPOSSIBLE: list[tuple[str, str, Callable[[Book], Event], str]] = [
    # where, what, the event, the code
    ("new", "a second opening", fixed(OPENING), "opened_twice"),
    ("new", "partie 2 first", fixed(PartieOpened(2, SEEDS)), "wrong_partie"),
    ("registration", "a partie numbered twice", fixed(PartieOpened(1, SEEDS)), "wrong_partie"),
    ("order", "a partie during another", fixed(PartieOpened(2, SEEDS)), "partie_running"),
    ("between", "a partie between two manches", fixed(PartieOpened(2, SEEDS)), "partie_running"),
    ("registration", "registered twice", fixed(Joined(PLAYERS[0])), "already_registered"),
    ("play", "a player registers", fixed(Joined(PLAYERS[0])), "already_playing"),
    ("between", "a player registers between manches", fixed(Joined(PLAYERS[0])), "already_playing"),
    ("registration", "a stranger's word", fixed(Word("toto", "mot")), "not_registered"),
    ("closed", "a former player's word", fixed(Word(PLAYERS[0], "mot")), "not_registered"),
    ("registration", "a stranger leaves", fixed(Left("toto")), "not_registered"),
    ("closed", "a former player leaves", fixed(Left(PLAYERS[0])), "not_registered"),
    ("play", "a player leaves", fixed(Left(PLAYERS[0])), "leaves_by_sanction"),
    ("registration", "a deal for four", lambda _: proposal(table("ready")), "not_ready_to_deal"),
    ("order", "a second deal", dealing_again, "not_ready_to_deal"),
    ("play", "the next deal during a manche", dealing_again, "not_ready_to_deal"),
    ("over, not closed", "a deal before the closing", dealing_again, "not_ready_to_deal"),
    ("closed", "a third manche", dealing_again, "not_ready_to_deal"),
    ("ready", "manche 2 first", lambda book: replace(proposal(book), manche=2), "wrong_manche"),
    ("ready", "another partie", lambda book: replace(proposal(book), partie=2), "wrong_manche"),
    (
        "ready",
        "other seats",
        lambda book: replace(proposal(book), seats=("toto", *proposal(book).seats[1:])),
        "wrong_seats",
    ),
    ("ready", "no whole deck", lambda book: replace(proposal(book), hands=doubled(book)), "wrong_hands"),
    ("ready", "an order before the deal", fixed(OrderChosen(ORDER, "oliv10", ())), "nothing_dealt"),
    ("order", "four names", lambda book: replace(an_order(book), order=ORDER[:4]), "order_names_all"),
    (
        "order",
        "somebody else",
        lambda book: replace(an_order(book), order=("x", *ORDER[1:])),
        "order_names_all",
    ),
    ("order", "Qh not first", lambda book: replace(an_order(book), order=PLAYERS), "order_starts_with"),
    ("order", "another chooser", lambda book: replace(an_order(book), by="MisterH"), "order_not_theirs"),
    ("play", "an order chosen again", fixed(OrderChosen(ORDER, "oliv10", ())), "order_already_chosen"),
    ("exchange", "an order in manche 2", fixed(OrderChosen(ORDER, "oliv10", ())), "order_already_chosen"),
    ("between", "an order after the manche", fixed(OrderChosen(ORDER, "oliv10", ())), "manche_over"),
    ("play", "a gift in manche 1", fixed(a_return("3s 4s")), "no_exchange"),
    ("between", "a gift after the manche", fixed(a_return("3s 4s")), "manche_over"),
    ("exchange", "a gift to the Neutre", a_gift(receiver=NEUTRAL), "no_exchange"),
    ("given", "a gift after both", fixed(a_return("3h 2s")), "no_exchange"),
    ("exchange", "given before received", fixed(a_return("3s 4s")), "exchange_out_of_turn"),
    (
        "received",
        "received twice",
        fixed(a_return("Ks Kd", giver=LAST, receiver=PRESIDENT)),
        "exchange_out_of_turn",
    ),
    ("exchange", "one card of two", a_gift(cards=cards_of("2s")), "wrong_gift_number"),
    ("exchange", "one card twice", a_gift(cards=cards_of("2s 2s")), "wrong_gift_number"),
    ("exchange", "not held", a_gift(cards=cards_of("2d 2c")), "gift_not_held"),
    ("exchange", "not the best", a_gift(cards=cards_of("2s Ks")), "demand_not_honoured"),
    ("exchange", "not what was asked", a_gift(asked="9?"), "demand_not_honoured"),
    ("exchange", "no card codes asked", a_gift(asked="roi"), "bad_demand"),
    ("exchange", "three cards asked", a_gift(asked="2? K? 9?"), "demand_too_large"),
    ("received", "a gift asked for", fixed(a_return("3s 4s", asked="3?")), "bad_demand"),
    ("received", "a gift of three", fixed(a_return("3s 4s 3h")), "wrong_gift_number"),
    ("received", "a gift not held", fixed(a_return("3s 9c")), "gift_not_held"),
    ("begun", "not the lowest of one sanctioned", fixed(a_return("3s 4s")), "sanctioned_gives_lowest"),
    ("ready", "a play before the deal", fixed(Played("snaga", cards_of("3s"), ("",))), "nothing_dealt"),
    ("order", "a play before the order", fixed(Played("MisterH", cards_of("Qh"), ("",))), "illegal"),
    ("exchange", "a play before the exchange", fixed(Played(LAST, cards_of("9c"), ("",))), "illegal"),
    ("play", "too low", fixed(Played("snaga", cards_of("3s"), ("",))), "illegal"),
    ("play", "not held", fixed(Played("snaga", cards_of("Th"), ("",))), "illegal"),
    (
        "play",
        "not held though overruled",
        fixed(Played("snaga", cards_of("Th"), ("",), overruled=("not_held",))),
        "bad_overruled",
    ),
    (
        "play",
        "another code overruled",
        fixed(Played("snaga", cards_of("3s"), ("",), overruled=("wrong_count",))),
        "illegal",
    ),
    ("play", "out of turn", fixed(Passed("oliv10")), "illegal"),
    ("play", "a stranger's pass", fixed(Passed("toto")), "illegal"),
    ("between", "a pass after the manche", fixed(Passed("snaga")), "manche_over"),
    ("closed", "a pass after the partie", fixed(Passed("snaga")), "nothing_dealt"),
    ("ready", "a sanction before the deal", fixed(Sanctioned("snaga", "x")), "nothing_dealt"),
    ("begun", "a second sanction", fixed(Sanctioned(PRESIDENT, "x")), "illegal"),
    ("play", "a stranger's sanction", fixed(Sanctioned("toto", "x")), "illegal"),
    ("between", "a sanction after the manche", fixed(Sanctioned("snaga", "x")), "manche_over"),
    ("ready", "a replacement before the deal", fixed(Replaced("snaga", "toto")), "not_seated"),
    ("play", "a stranger's replacement", fixed(Replaced("toto", "titi", COMMITTED)), "not_seated"),
    ("play", "by somebody seated", fixed(Replaced("snaga", "oliv10", COMMITTED)), "already_seated"),
    ("play", "by themselves", fixed(Replaced("snaga", "snaga", COMMITTED)), "already_seated"),
    ("play", "a hand not committed to", fixed(Replaced("snaga", "toto")), "wrong_commitments"),
    ("one out", "a hand out of play", fixed(Replaced("oliv10", "toto", COMMITTED)), "wrong_commitments"),
    ("between", "no hand", fixed(Replaced("snaga", "toto", COMMITTED)), "wrong_commitments"),
    ("deal undone", "before it is dealt anew", fixed(Replaced("snaga", "toto")), "deal_first"),
    ("closed", "a replacement after the partie", fixed(Replaced("snaga", "toto")), "not_seated"),
    ("ready", "a standing pass before the deal", fixed(StandingPass("snaga")), "nothing_dealt"),
    ("order", "a standing pass before the order", fixed(StandingPass("snaga")), "no_standing_pass"),
    ("exchange", "a standing pass with an empty pile", fixed(StandingPass(NEUTRAL)), "no_standing_pass"),
    ("play", "a stranger's standing pass", fixed(StandingPass("toto")), "no_standing_pass"),
    ("one out", "a standing pass of one who is out", fixed(StandingPass("oliv10")), "no_standing_pass"),
    ("over, not closed", "a standing pass when all is over", fixed(StandingPass("snaga")), "manche_over"),
    ("between", "a standing pass between manches", fixed(StandingPass("snaga")), "manche_over"),
    ("play", "ended for one who does not pass", fixed(StandingPassEnded("snaga")), "no_standing_pass"),
    ("play", "ended for a stranger", fixed(StandingPassEnded("toto")), "no_standing_pass"),
    ("ready", "ended before the deal", fixed(StandingPassEnded("snaga")), "nothing_dealt"),
    ("between", "ended between manches", fixed(StandingPassEnded("snaga")), "manche_over"),
    ("registration", "nothing to undo", fixed(Undone(2, "x")), "nothing_to_undo"),
    ("play", "undoing a registration", fixed(Undone(3, "x")), "not_undoable"),
    ("play", "undoing what is to come", lambda book: Undone(len(book.records) + 1, "x"), "not_undoable"),
    (
        "exchange",
        "undoing the manche before",
        lambda book: Undone(len(book.records) - 1, "x"),
        "not_undoable",
    ),
    ("ready", "closing no manche", fixed(MancheClosed(1, 1, ONE_TO_FIVE, SEED)), "wrong_manche"),
    ("play", "closing a manche in play", fixed(MancheClosed(1, 1, ONE_TO_FIVE, SEED)), "manche_not_over"),
    ("between", "closing it twice", the_close, "manche_not_over"),
    ("over, not closed", "another manche", lambda book: the_close(book, manche=2), "wrong_manche"),
    ("over, not closed", "another partie", lambda book: the_close(book, partie=2), "wrong_manche"),
    (
        "over, not closed",
        "other places",
        lambda book: the_close(book, places={**book.manche.places, PLAYERS[0]: 4, PLAYERS[1]: 5}),
        "wrong_places",
    ),
    ("ready", "ending a partie not dealt", fixed(PartieClosed(1)), "partie_not_over"),
    ("between", "ending it after manche 1", fixed(PartieClosed(1)), "partie_not_over"),
    ("closed", "ending it twice", fixed(PartieClosed(1)), "partie_not_over"),
    ("ready", "abandoning no deal", fixed(MancheAbandoned(1, 1, SEED, "x")), "nothing_dealt"),
    ("play", "abandoning another manche", fixed(MancheAbandoned(1, 2, SEED, "x")), "wrong_manche"),
    ("between", "abandoning a manche that is over", fixed(MancheAbandoned(1, 1, SEED, "x")), "manche_over"),
]


def doubled(book: Book) -> dict[str, tuple[int, ...]]:
    hands = dict(proposal(book).hands or {})
    name = next(iter(hands))
    hands[name] = (hands[name][1], *hands[name][1:])
    return hands  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("where", "event", "code"),
    [(where, event, code) for where, _, event, code in IMPOSSIBLE],
    ids=[f"{where}: {what}" for where, what, _, _ in IMPOSSIBLE],
)
def test_what_cannot_stand_is_not_counted(where: str, event: Callable[[Book], Event], code: str) -> None:
    """design.md: an entry that the rules do not allow is a disorder of its own code and changes nothing."""
    book = table(where)
    record = Record(len(book.records) + 1, "", event(book))
    after = advance(book.campaign, record)
    assert [(each.seq, each.code) for each in after.disorders] == [(record.seq, code)]
    assert replace(after, disorders=(), seq=record.seq - 1) == book.campaign


def test_every_event_has_a_place_where_it_cannot_stand() -> None:
    """design.md, Events: what the rules do not judge, refusals and notes say, stands anywhere."""
    kinds = {type(event(table(where))) for where, _, event, _ in IMPOSSIBLE}
    every = set(get_args(Event))
    assert every - kinds == {Refused, Note, Incident, DelaysSet, Paused}


@pytest.mark.parametrize("where", TABLES)
def test_refusals_incidents_and_notes_change_nothing(where: str) -> None:
    """design.md, Events: these stand; as second entry a note says what the campaign goes on."""
    book = table(where)
    for event in (Note("x"), Refused("toto", "7s", ("unknown_player",)), Incident("toto", "post_vanished")):
        after = advance(book.campaign, Record(len(book.records) + 1, "", event))
        origin = "x" if where == "new" and isinstance(event, Note) else None
        unchanged = replace(after, seq=book.campaign.seq, log=book.campaign.log, origin=None)
        assert (unchanged, after.origin) == (book.campaign, origin)


@pytest.mark.parametrize("where", TABLES)
def test_delays_and_pauses_change_nothing_but_themselves(where: str) -> None:
    """Z3, Z19: how long somebody is waited for is not the manche's own; it can be said at any time."""
    book = table(where)
    delays, pause = DelaysSet(24, 24, 24, 12, "ask"), Paused(JULY, AUGUST)
    after = book.campaign
    for event in (delays, pause):
        after = advance(after, Record(after.seq + 1, "", event))
    assert (after.delays, after.pauses) == (delays, (pause,))
    before = book.campaign
    changed = {"seq": before.seq, "log": before.log, "delays": before.delays, "pauses": ()}
    assert replace(after, **changed) == before  # type: ignore[arg-type]


def test_a_disorder_names_what_stood_against_it() -> None:
    """style: what people get wrong is a value; an illegal action keeps all its codes."""
    book = table("play")
    event = Played("oliv10", cards_of("3s"), ("",))
    after = advance(book.campaign, Record(len(book.records) + 1, "", event))
    assert after.disorders[0].detail == "not_your_turn not_held too_low"


def test_after_a_disorder_the_rest_counts() -> None:
    """style: problems accumulate and are all reported."""
    book = table("play")
    events = [Passed("oliv10"), Passed("snaga"), Passed("snaga")]
    records = [Record(len(book.records) + at, "", event) for at, event in enumerate(events, start=1)]
    after = fold([*book.records, *records])
    assert [each.seq for each in after.disorders] == [records[0].seq, records[2].seq]
    assert after.manche is not None
    assert after.manche.turn == "oliv10"


def test_an_overruled_code_is_not_held_against_a_move() -> None:
    """design.md, `overruled`: the moderator has the last word on any other code."""
    book = on_the_table()
    book.add(Played("snaga", cards_of("3s"), ("",), overruled=("too_low",), reason="accordé"))
    assert book.manche.turn == "oliv10"


def test_a_ledger_begins_with_a_campaign() -> None:
    """design.md, Events: `campaign_opened` is the first entry, with rules that exist."""
    strange = replace(OPENING, rules={"preset": "zebest", "pass": "sometimes"})
    for records in ([], [Record(1, "", Note("x"))], [Record(1, "", strange)]):
        with pytest.raises(NotACampaign):
            fold(records)


def test_the_premier_ministre_owes_one_card() -> None:
    """Z19: so do the Premier Ministre and the Paysan with one."""
    book = table("exchange")
    (gift,) = [a_gift(MINISTER)(book)]
    assert gift.cards == cards_of("As")
    after = advance(book.campaign, Record(len(book.records) + 1, "", replace(gift, cards=cards_of("As 2s"))))
    assert after.disorders[0].code == "wrong_gift_number"
