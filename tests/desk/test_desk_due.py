"""Who is late, what the house rule says, what is recorded for them (Z3, Z5, Z7, Z9, Z19, Z23)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from builders import Book, deal, post_of, register
from tables import (
    MINISTER,
    PRESIDENT,
    SHOWN,
    code_of_problem,
    dealt,
    first_manche,
    give_back,
    in_order,
    play,
    receive,
    second_manche,
)

from gm.calendar import read_schedule
from gm.campaign import Campaign, Problem, awaited, seed_count
from gm.cards import cards_in, code_of, codes_of, hand_of
from gm.desk.closing import with_events
from gm.desk.corrections import sanction
from gm.desk.delays import end_pause, pause, pauses_to_come, set_delays
from gm.desk.due import Due, chosen, dues, in_their_place, named
from gm.desk.prepare import before_the_calendar, order
from gm.desk.prepare import open_partie as propose_partie
from gm.desk.secrets import by_commitment
from gm.desk.texts import absences_text, message_to, players_with_messages, post
from gm.events import (
    DELAYS,
    Event,
    Exchanged,
    MancheClosed,
    Note,
    OrderChosen,
    Passed,
    Paused,
    Played,
    StandingPass,
)
from gm.render import Message, PublicText
from gm.views import table_view

HOUR = timedelta(hours=1)
PAUSE = Paused("2014-06-13T00:00:00+02:00", "2014-06-20T00:00:00+02:00", "vacances")


def dealt_to_start_on_the_20th(start: str = "20/06/2014 16h") -> Book:
    """A manche just dealt, with a start in its calendar."""
    calendar = read_schedule(None, None, start, "Europe/Paris")
    assert not isinstance(calendar, Problem)
    book = Book()
    seeds = [bytes([manche] * 32) for manche in range(seed_count(book.campaign.rules))]
    book.add(propose_partie(book.campaign, seeds, beacon_rule=None, schedule=calendar))
    return deal(register(book))


def since(book: Book) -> datetime:
    """When the entry was made that left it to somebody."""
    return datetime.fromisoformat(awaited(book.campaign)[0].since.at)


def late(book: Book, hours: float = 0) -> tuple[Due, ...]:
    """Who is waited for so long after that."""
    return dues(book.campaign, since(book) + hours * HOUR)


def made(book: Book, hours: float = 96, name: str | None = None) -> tuple[Event, ...]:
    """What is recorded for those who stay away, and is counted."""
    found = chosen(book.campaign, name, since(book) + hours * HOUR)
    assert not isinstance(found, Problem), found
    done = in_their_place(book.campaign, [(each, "sans réponse") for each in found])
    assert not isinstance(done, Problem), done
    events = tuple(event for each in done for event in each.events)
    book.add(events)
    return events


def text_of(found: PublicText | Message | Problem) -> str:
    assert not isinstance(found, Problem), found
    return found.body


def in_taggle(*, holds: bool) -> Book:
    """snaga is in Taggle on sevens, and holds one or none (Z8)."""
    rest = "7d" if holds else "9d"
    book = in_order(
        {"oliv10": "7s 4s", "MisterH": "7h", "snaga": rest, "MrRarty": "7c" if holds else "7c 7d"}
    )
    for name, text in (("oliv10", "7 de pique"), ("MisterH", "7 de cœur")):
        play(book, name, text)
    return book


class TestWhatTheRuleSays:
    @pytest.mark.parametrize(
        ("hours", "does", "following"),
        [
            (0, None, ("remind", 48)),
            (47.99, None, ("remind", 48)),
            (48, "remind", ("stand_in", 72)),
            (71.99, "remind", ("stand_in", 72)),
            (72, "stand_in", ("stand_in", 72)),
            (500, "stand_in", ("stand_in", 72)),
        ],
    )
    def test_a_reminder_after_the_delay_and_after_the_grace_the_rule(
        self, hours: float, does: str | None, following: tuple[str, int]
    ) -> None:
        """Z22: the turn of an opener, 48 hours and then 24 (the order was chosen at 14:09)."""
        book = first_manche()
        (due,) = late(book, hours)
        assert (due.player, due.duty) == (book.manche.turn, "turn")
        assert due.does == does
        assert due.next == (following[0], since(book) + following[1] * HOUR)

    def test_who_may_pass_passes_and_who_must_play_is_stood_in_for(self) -> None:
        """Z5, Z7, Z9: a pass where one may pass, a card where the rules want one."""
        answering = play(in_order({"oliv10": "4s", "MisterH": "7h"}), "oliv10", "4 de pique")
        books = (answering, in_taggle(holds=False), in_taggle(holds=True), first_manche())
        assert [late(book)[0].acts for book in books] == ["pass", "pass", "stand_in", "stand_in"]

    def test_the_house_may_want_to_be_asked(self) -> None:
        """gm.events: with `ask` the moderator decides, about those who are named only."""
        book = first_manche()
        book.add(replace(DELAYS, absent="ask"))
        (due,) = late(book, 72)
        assert (due.does, due.instead) == ("ask", "stand_in")
        assert chosen(book.campaign, None, due.now) == ()
        reminded = text_of(message_to(book.campaign, due.player, "reminder", SHOWN, due.now))
        assert "à ta place" not in reminded
        assert made(book, name=due.player)

    def test_delays_in_force_count_for_those_who_are_waited_for_already(self) -> None:
        """Z22: the campaign's own delays, each for its duty."""
        book = first_manche()
        book.add(replace(DELAYS, turn=2, order=99, exchange=99, grace=3, quiet=None))
        (due,) = late(book)
        assert (due.deadline - since(book), due.grace - due.deadline) == (2 * HOUR, 3 * HOUR)
        book = dealt()
        book.add(replace(DELAYS, order=5))
        assert [(each.duty, each.deadline - since(book)) for each in late(book)] == [("order", 5 * HOUR)]

    def test_a_pause_holds_everything_up(self) -> None:
        """Z22: nobody is waited for in a pause, and one that is called off is none."""
        book = first_manche()
        start = since(book)
        book.add(PAUSE)
        (due,) = late(book)
        assert due.deadline == start + 48 * HOUR + timedelta(days=7)
        book.add(replace(PAUSE, until=PAUSE.from_))
        assert late(book)[0].deadline == start + 48 * HOUR

    def test_nothing_is_done_in_a_pause(self) -> None:
        """Z22: who was late when it began is left alone until it ends."""
        book = first_manche()
        start = since(book)
        assert late(book, 80)[0].does == "stand_in"
        pause_from = start + 76 * HOUR
        book.add(Paused(pause_from.isoformat(), (start + 100 * HOUR).isoformat()))
        (due,) = dues(book.campaign, start + 80 * HOUR)
        assert (due.does, due.next) == ("remind", ("stand_in", start + 100 * HOUR))
        assert dues(book.campaign, start + 100 * HOUR)[0].does == "stand_in"

    def test_a_turn_is_not_waited_for_before_the_start(self) -> None:
        """Z23: the clock of a turn begins at the start of the calendar; that of the order at the deal."""
        book = dealt_to_start_on_the_20th()
        assert late(book)[0].deadline == since(book) + 48 * HOUR
        book.add(order(book.campaign, ()))
        assert late(book)[0].deadline.isoformat() == "2014-06-22T16:00:00+02:00"
        book = dealt_to_start_on_the_20th("10/06/2014 16h")
        book.add(order(book.campaign, ()))
        assert late(book)[0].deadline == since(book) + 48 * HOUR

    def test_the_grace_runs_from_the_deadline(self) -> None:
        """Z22: where a night puts off the deadline, what is done is put off with it."""
        book = first_manche()
        book.add(replace(DELAYS, turn=10, grace=2))
        (due,) = late(book)
        assert (due.deadline.hour, due.grace - due.deadline) == (8, 2 * HOUR)

    def test_the_table_gives_the_start_until_somebody_plays_whoever_has_left(self) -> None:
        """Z23, Z26, Z28: a departure before the start begins nothing."""
        book = dealt_to_start_on_the_20th()
        book.add(sanction(book.campaign, "snaga", "plus le temps", (), departure=True))
        assert table_view(book.campaign, "").start == "2014-06-20T16:00"
        book.add(order(book.campaign, ()))
        made(book, 400)
        assert table_view(book.campaign, "").start is None

    def test_a_move_starts_the_clock_of_the_next_player(self) -> None:
        """Z22: since the entry that left the turn to them."""
        book = in_order({"oliv10": "4s", "MisterH": "7h"})
        before = since(book)
        play(book, "oliv10", "4 de pique")
        assert late(book)[0].since == book.records[-1]
        assert since(book) > before

    def test_nobody_is_waited_for_before_a_deal(self) -> None:
        """Z3, Z19, Z22: nothing is awaited of anybody."""
        book = Book()
        assert dues(book.campaign, datetime.fromisoformat("2034-06-12T14:00:00+02:00")) == ()


class TestInTheirPlace:
    def test_an_absent_opener_plays_their_lowest_single(self) -> None:
        """Z5: of the weakest rank, the first committed to, which is nobody's choice; the entry says why."""
        book = in_order({"MrRarty": "3s 3h 3d 5s"})
        hand, committed = book.manche.hand("MrRarty"), by_commitment(book.campaign, book.manche, "MrRarty")
        (played,) = made(book)
        assert isinstance(played, Played)
        assert (played.player, played.reason, played.post) == ("MrRarty", "sans réponse", None)
        assert played.cards == tuple(card for card in committed if code_of(card)[0] == "3")[:1]
        assert hand_of(played.cards) & hand

    def test_a_forced_taggle_is_played_and_else_they_pass(self) -> None:
        """Z9, Z7: who holds one must play it; a pass has its reason too."""
        assert [code_of(card) for card in made(in_taggle(holds=True))[0].cards] == ["7d"]  # type: ignore[union-attr]
        (passed,) = made(in_taggle(holds=False))
        assert passed == Passed("snaga", reason="sans réponse")

    def test_an_absent_chooser_leaves_the_order_of_registration(self) -> None:
        """Z3: Qh first, then the order of registration; a note says why."""
        book = dealt({"oliv10": "Qs", "snaga": "Qh"})
        event, note = made(book)
        assert note == Note("sans réponse")
        assert isinstance(event, OrderChosen)
        assert event.order == ("snaga", "intersideral", "MisterH", "MrRarty", "oliv10")
        assert book.campaign.phase == "play"

    def test_an_absent_president_receives_the_best_and_gives_the_lowest(self) -> None:
        """Z19: both pairs, each with both gifts and a note of why, and nothing was asked."""
        book = second_manche()
        hands = {name: book.manche.hand(name) for name in book.manche.order}
        events = made(book)
        assert [each.player for each in late_after(book)] == [book.manche.turn]
        assert [type(event) for event in events] == [Exchanged, Exchanged, Note] * 2
        assert all(event.asked is None for event in events if isinstance(event, Exchanged))
        first, gift = events[0], events[1]
        assert isinstance(first, Exchanged)
        assert isinstance(gift, Exchanged)
        worse = first.giver
        assert (
            sorted(card // 4 for card in first.cards or ())
            == sorted(card // 4 for card in cards_in(hands[worse]))[-2:]
        )
        both = sorted(card // 4 for card in (*cards_in(hands[PRESIDENT]), *(first.cards or ())))
        assert sorted(card // 4 for card in gift.cards or ()) == both[:2]

    def test_where_a_gift_is_awaited_only_that_is_made(self) -> None:
        """Z19: what was received stays; the clock of the gift begins with it."""
        book = receive(second_manche(), PRESIDENT)
        lowest = sorted(cards_in(book.manche.hand(MINISTER)))[:1]
        give_back(receive(book, MINISTER), MINISTER, codes_of(lowest))
        (due,) = dues(book.campaign, datetime.fromisoformat("2014-06-20T14:00:00+02:00"))
        assert (due.player, due.duty) == (PRESIDENT, "exchange")
        gift, note = made(book)
        assert isinstance(gift, Exchanged)
        assert note == Note("sans réponse")
        assert gift.giver == PRESIDENT
        assert book.campaign.phase == "play"

    def test_a_standing_pass_answers_in_the_same_write(self) -> None:
        """Z7: what follows by itself is recorded with it."""
        book = play(in_order({"oliv10": "4s", "MisterH": "7h", "snaga": "9s"}), "oliv10", "4 de pique")
        book.add(StandingPass("snaga", post_of("snaga", "je passe jusqu'à la fin du tour")))
        first, second = made(book)
        assert [each.player for each in (first, second) if isinstance(each, Passed)] == ["MisterH", "snaga"]

    def test_a_manche_of_absent_players_is_closed_with_its_last_card(self) -> None:
        """Z16: the closing entry is appended with the card that ends the manche."""
        book, events = first_manche(), tuple[Event, ...]()
        while book.campaign.phase == "play":
            events = made(book)
        assert [type(event) for event in events] == [Played, MancheClosed]

    def test_nothing_is_done_before_the_grace_is_over(self) -> None:
        """gm.desk.due: the rule speaks for itself, or it does not."""
        book = first_manche()
        turn = book.manche.turn or ""
        soon = since(book) + 71 * HOUR
        assert chosen(book.campaign, None, soon) == ()
        assert code_of_problem(chosen(book.campaign, turn, soon)) == "not_late_enough"
        other = next(name for name in book.manche.order if name != turn)
        assert code_of_problem(named(book.campaign, other, soon)) == "not_awaited"


def late_after(book: Book) -> Sequence[Due]:
    return dues(book.campaign, since(book))


class TestWhatIsTold:
    def test_the_public_text_tells_who_was_absent_what_was_done_and_the_table(self) -> None:
        """Z25: as a verdict does; no card of a gift is in it (Z19)."""
        for book in (in_taggle(holds=True), dealt({"oliv10": "Qs", "snaga": "Qh"}), second_manche()):
            now = since(book) + 96 * HOUR
            found = chosen(book.campaign, None, now)
            assert not isinstance(found, Problem)
            done = in_their_place(book.campaign, [(each, "sans réponse") for each in found])
            assert not isinstance(done, Problem)
            gifts = [event for each in done for event in each.events if isinstance(event, Exchanged)]
            book.add([event for each in done for event in each.events])
            text = text_of(absences_text(done, book.campaign, SHOWN))
            assert "samedi 14" in text
            assert "Point de contrôle" in text
            assert all(due.player in text for due in found)
            if gifts:
                assert not set("♠♥♦♣") & set(
                    text.partition("[b]Les mains[/b]")[0].partition("Sur la pile")[0]
                )

    def test_the_recap_tells_a_card_put_down_for_somebody_from_their_own(self) -> None:
        """Z25: its entry has a reason and overrules nothing."""
        book = in_taggle(holds=True)
        made(book)
        lines = text_of(post(book.campaign, "recap", SHOWN)).splitlines()
        (tour,) = [line for line in lines if line.startswith("[b]Tour 1")]
        assert tour.count("en son absence") == 1
        assert "snaga 7♦ (en son absence)" in tour

    def test_reminders_go_to_those_who_are_late(self) -> None:
        """`gm pm --all reminder`: whoever is late, nobody else."""
        book = second_manche()
        start = since(book)
        assert players_with_messages(book.campaign, "reminder", start) == ()
        assert set(players_with_messages(book.campaign, "reminder", start + 48 * HOUR)) == {
            PRESIDENT,
            MINISTER,
        }

    @pytest.mark.parametrize(
        ("book", "told"),
        [
            (in_taggle(holds=True), "je poserai un 7 à ta place"),
            (in_taggle(holds=False), "je noterai que tu passes"),
            (in_order({"oliv10": "3s 3h"}), "ta plus faible carte, seule : un 3"),
            (dealt({"oliv10": "Qs", "snaga": "Qh"}), "l’ordre des inscriptions"),
            (second_manche(), "tu recevras ses meilleures cartes"),
            (receive(second_manche(), PRESIDENT), "tes plus faibles cartes partiront"),
        ],
    )
    def test_a_reminder_says_what_is_awaited_since_when_and_what_happens_when(
        self, book: Book, told: str
    ) -> None:
        """Z3, Z9, Z19: what is done in their place, from the moment the rule names."""
        player = awaited(book.campaign)[0].player
        start = since(book)
        for hours in (0, 50, 80):
            text = text_of(message_to(book.campaign, player, "reminder", SHOWN, start + hours * HOUR))
            assert "jeudi 12" in text
            assert "samedi 14" in text
            assert ("dimanche 15" in text) == (hours < 72)
            assert told in text.replace("\u00a0", " ")

    def test_a_reminder_of_somebody_who_is_not_awaited_is_none(self) -> None:
        """gm.desk.texts: nobody is reminded of nothing."""
        book = first_manche()
        other = next(name for name in book.manche.order if name != book.manche.turn)
        assert code_of_problem(message_to(book.campaign, other, "reminder", SHOWN)) == "not_awaited"

    def test_messages_show_the_delays_in_force(self) -> None:
        """Z3, Z19, Z22: hand, exchange and turn say by when an answer is awaited."""
        asked, given, turn = second_manche(), receive(second_manche(), PRESIDENT), first_manche()
        for book, kind in ((asked, "hand"), (given, "exchange"), (turn, "turn"), (turn, "hand")):
            book.add(replace(DELAYS, turn=96, exchange=96))
            player = awaited(book.campaign)[0].player
            assert "lundi 16" in text_of(message_to(book.campaign, player, kind, SHOWN))


class TestDelaysAsTyped:
    @pytest.mark.parametrize(
        ("typed", "hours"),
        [("48", 48), ("48h", 48), ("48 h", 48), ("2j", 48), ("2 J", 48), ("2d", 48), ("366j", 8784)],
    )
    def test_hours_and_days(self, typed: str, hours: int) -> None:
        """Z22: `48`, `48h`, `2j`."""
        found = set_delays(Book().campaign, turn=typed)
        assert found == replace(DELAYS, turn=hours)

    @pytest.mark.parametrize(
        "typed", ["0", "0h", "00j", "-3", "", "demain", "367j", "1.5", "99999999999", "２"]
    )
    def test_what_is_no_delay(self, typed: str) -> None:
        """Z22: a delay of zero, and what is none, is refused."""
        for option in ("turn", "exchange", "order", "grace"):
            found = set_delays(Book().campaign, **{option: typed})
            assert code_of_problem(found) == "bad_delay"

    @pytest.mark.parametrize(
        ("typed", "quiet"),
        [("23-8", "23-8"), ("22h-07h", "22-7"), ("0 - 6", "0-6"), ("none", None), ("aucune", None)],
    )
    def test_quiet_hours(self, typed: str, quiet: str | None) -> None:
        """gm.events: the beginning and the end of the night, or no quiet hours."""
        assert set_delays(Book().campaign, quiet=typed) == replace(DELAYS, quiet=quiet)

    @pytest.mark.parametrize("typed", ["8-8", "08-8", "24-8", "23-8-9", "nuit", ""])
    def test_what_are_no_quiet_hours(self, typed: str) -> None:
        """gm.events: two hours of the day that differ."""
        assert code_of_problem(set_delays(Book().campaign, quiet=typed)) == "bad_quiet"

    def test_what_else_is_done_is_not_chosen(self) -> None:
        """gm.events: `stand_in` or `ask`."""
        assert set_delays(Book().campaign, absent="ask") == replace(DELAYS, absent="ask")
        assert code_of_problem(set_delays(Book().campaign, absent="kick")) == "bad_absent"


class TestPauses:
    @pytest.mark.parametrize(
        ("typed", "code"),
        [
            (("29/03/2026 2h30", "04/04/2026"), "moment_skipped"),
            (("31/06/2026", "04/07/2026"), "bad_moment"),
            (("04/07/2026", "04/07/2026"), "pause_backwards"),
            (("04/07/2026", "03/07/2026"), "pause_backwards"),
            (("04/07/2026", "03/07/2036"), "pause_too_long"),
        ],
    )
    def test_a_pause_that_cannot_be(self, typed: tuple[str, str], code: str) -> None:
        """Z22: dates that do not exist, that are not in order, that are years apart."""
        assert code_of_problem(pause(Book().campaign, *typed, None)) == code

    def test_a_pause_has_the_offset_of_each_of_its_days(self) -> None:
        """design.md, Events: instants with seconds and an offset; over the autumn night they differ."""
        assert pause(Book().campaign, "24/10/2026", "26/10/2026 8h", " un  mariage ") == Paused(
            "2026-10-24T00:00:00+02:00", "2026-10-26T08:00:00+01:00", "un mariage"
        )

    def test_a_pause_ends_now_and_one_to_come_is_called_off(self) -> None:
        """Z22: those that run end, else the next one never begins."""
        book = first_manche()
        before, within, after = (
            datetime.fromisoformat(f"2014-06-{day}T12:00:00+02:00") for day in (12, 15, 25)
        )
        assert code_of_problem(end_pause(book.campaign, before)) == "no_pause"
        book.add(PAUSE)
        called_off = end_pause(book.campaign, before)
        assert called_off == (replace(PAUSE, until=PAUSE.from_),)
        assert pauses_to_come(with_events(book.campaign, called_off), before) == ()
        assert code_of_problem(end_pause(book.campaign, after)) == "no_pause"
        ended = end_pause(book.campaign, within)
        assert ended == (replace(PAUSE, until="2014-06-15T12:00:00+02:00"),)
        book.add(ended)
        assert pauses_to_come(book.campaign, within) == ()


def test_a_deal_before_its_date_or_before_the_end_of_registration_is_told() -> None:
    """Z23: registration, then the deal; a period in words is nobody's to compare."""
    given = read_schedule("12/06/2014 13h30", "12/06/2014 14h", None, "Europe/Paris")
    assert not isinstance(given, Problem)
    book = Book()
    seeds = [bytes([manche] * 32) for manche in range(seed_count(book.campaign.rules))]
    book.add(propose_partie(book.campaign, seeds, beacon_rule=None, schedule=given))

    def told(campaign: Campaign, at: str) -> dict[str, str] | None:
        return before_the_calendar(campaign, datetime.fromisoformat(f"2014-06-12T{at}:00+02:00"))

    both = {"registration": "2014-06-12T13:30", "deal": "2014-06-12T14:00"}
    assert told(book.campaign, "13:29") == both
    assert told(book.campaign, "13:30") == {**both, "registration": ""}
    assert told(book.campaign, "14:00") is None
    words = read_schedule("du 4 au 12 juin", None, None, "Europe/Paris")
    assert not isinstance(words, Problem)
    second = Book()
    second.add(propose_partie(second.campaign, seeds, beacon_rule=None, schedule=words))
    assert told(second.campaign, "10:00") is None
