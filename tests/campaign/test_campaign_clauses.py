"""Clauses of Z that no single deal shows: roles, calendar, replacement, first post, recorded cards."""

import re
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from builders import PLAYERS, Book, deal, play_some, post_of, register, seed_count, whole_partie
from tables import (
    SHOWN,
    code_of_problem,
    dealt,
    exchange_all_default,
    first_manche,
    judged,
    registered,
    sanctioned_to_the_end,
    second_manche,
)

from gm.calendar import is_before, read_schedule
from gm.campaign import Problem, judge
from gm.cards import cards_in, code_of
from gm.desk.prepare import join
from gm.desk.prepare import open_partie as propose_partie
from gm.desk.replacing import replace as replace_player
from gm.desk.texts import hand_of_player, message_to, next_step, players_with_messages, post, verdict
from gm.events import PartieOpened, Played, Replaced
from gm.manche import PASS
from gm.render import Message, PublicText
from gm.views import HandView

ROLES = ("Président", "Premier Ministre", "Neutre", "Paysan", "Trou du cul")


def body(book: Book, kind: str) -> str:
    text = post(book.campaign, kind, SHOWN)
    assert isinstance(text, PublicText), text
    return re.sub("[\u00a0\u202f]", " ", text.body)  # spaces before French signs


def classement(text: str) -> list[str]:
    """The classement's lines, from the first `[PARTIE n]` to the next blank after a manche."""
    lines = [line.strip() for line in text.splitlines()]
    wanted = re.compile(rf"\[PARTIE \d+\]|MANCHE \d|({'|'.join(ROLES)}) :.*")
    return [line for line in lines if wanted.fullmatch(line)]


def test_the_roles_of_places_1_to_5() -> None:
    """Z17: Président, Premier Ministre, Neutre, Paysan, Trou du cul."""
    text = body(sanctioned_to_the_end(first_manche()), "standings")
    assert [line for line in classement(text) if ":" in line][:5] == [
        f"{role} : {name}" for role, name in zip(ROLES, PLAYERS, strict=True)
    ]


def test_roles_follow_places_whatever_the_reason() -> None:
    """Z26: the exchange goes by places, also those that a sanction gave."""
    book = second_manche()
    assert [(pair.better, pair.worse) for pair in book.manche.pairs] == [
        (PLAYERS[0], PLAYERS[4]),
        (PLAYERS[1], PLAYERS[3]),
    ]


class TestClassement:
    @pytest.mark.parametrize("kind", ["first", "standings"])
    def test_its_lines_are_empty_until_known(self, kind: str) -> None:
        """Z25: `[PARTIE n]`, `MANCHE 1`, `MANCHE 2`, five lines "role : name", empty until known."""
        empty = [f"{role} :" for role in ROLES]
        lines = ["[PARTIE 1]", "MANCHE 1", *empty, "MANCHE 2", *empty]
        assert classement(body(registered(), kind)) == lines
        known = [f"{role} : {name}" for role, name in zip(ROLES, PLAYERS, strict=True)]
        over = sanctioned_to_the_end(first_manche())
        assert classement(body(over, kind)) == ["[PARTIE 1]", "MANCHE 1", *known, "MANCHE 2", *empty]

    def test_every_partie_has_its_own(self) -> None:
        """Z25: `[PARTIE n]`, for any number of parties."""
        from builders import open_partie

        text = body(open_partie(whole_partie(3), Random(1)), "standings")
        assert [line for line in classement(text) if line.startswith("[")] == ["[PARTIE 1]", "[PARTIE 2]"]

    def test_the_first_post_shows_order_booklet_and_calendar(self) -> None:
        """Z25: the order of play, the classement, the booklet, the calendar."""
        book = scheduled()
        assert "14 juin" in body(book, "first") or "14/06" in body(book, "first")
        assert "Livret des règles" in body(book, "first")
        played = first_manche()
        names = [line for line in body(played, "first").splitlines() if re.match(r"\d\. ", line)]
        assert names == [f"{at}. {name}" for at, name in enumerate(played.manche.order, start=1)]


def scheduled(start: str = "2014-06-14 16:00") -> Book:
    """Manche 1 of a partie that starts on a given date."""
    calendar = read_schedule("2014-06-12", "2014-06-13", start, "Europe/Paris")
    assert not isinstance(calendar, Problem)
    book = Book()
    seeds = [bytes([manche] * 32) for manche in range(seed_count(book.campaign.rules))]
    book.add(propose_partie(book.campaign, seeds, beacon_rule=None, schedule=calendar))
    return register(book)


class TestCalendar:
    def note(self, now: datetime) -> str:
        from builders import choose_order

        book = choose_order(deal(scheduled()), Random(1))
        card = code_of(cards_in(book.manche.hand(book.manche.order[0]))[0])
        text = f"{card[0].replace('T', '10')}{'♠♥♦♣'['shdc'.index(card[1])]}"
        return verdict(book.campaign, judged(book, None, text), SHOWN, now).private

    def test_a_move_before_the_start_is_a_warning(self) -> None:
        """Z23: nobody plays before the start (a warning, which the moderator can overrule)."""
        start = datetime(2014, 6, 14, 14, tzinfo=UTC)  # 16:00 in Paris, in summer
        assert "ne commence que" in self.note(start - timedelta(seconds=1))
        assert "ne commence que" not in self.note(start)

    def test_a_move_before_the_start_is_accepted(self) -> None:
        """Z23: the moderator can overrule the warning."""
        from builders import choose_order

        book = choose_order(deal(scheduled("2100-01-01 12:00")), Random(1))
        card = code_of(cards_in(book.manche.hand(book.manche.order[0]))[0])
        text = f"{card[0].replace('T', '10')}{'♠♥♦♣'['shdc'.index(card[1])]}"
        assert judged(book, None, text).accepted

    @pytest.mark.parametrize(
        ("moment", "before"),
        [
            ("2014-06-14T16:00", True),
            ("2014-06-14T15:59", False),
            ("2014-06-14T14:00+00:00", True),
            ("2014-06-14T13:59+00:00", False),
        ],
    )
    def test_a_moment_without_offset_is_local(self, moment: str, before: bool) -> None:
        """Z23; design.md: the campaign's time zone."""
        now = datetime(2014, 6, 14, 13, 59, 30, tzinfo=UTC)
        assert is_before(now, moment, "Europe/Paris") == before

    def test_the_calendar_is_recorded_with_the_partie(self) -> None:
        """Z23; design.md, Events: `partie_opened` {schedule?}."""
        event = scheduled().records[1].event
        assert isinstance(event, PartieOpened)
        assert event.schedule is not None
        assert event.schedule.start == "2014-06-14T16:00"


def test_a_replacement_takes_the_seat_with_all_that_goes_with_it() -> None:
    """Z24: hand, turn and place in the order are the newcomer's, and the former name no longer acts."""
    book = first_manche()
    player, before = book.manche.order[0], book.manche
    event = replace_player(book.campaign, player, "toto")
    assert isinstance(event, Replaced)
    book.add(event)
    assert book.manche.order == ("toto", *before.order[1:])
    assert (book.manche.turn, book.manche.state) == ("toto", before.state)
    assert book.campaign.players == tuple("toto" if name == player else name for name in PLAYERS)
    refused = judge(book.manche, player, PASS)
    assert [each.code for each in refused.objections] == ["unknown_player"]


class TestHands:
    def test_hands_go_out_by_private_message(self) -> None:
        """Z27: each player gets their own hand, every card of it."""
        book = dealt()
        for name in PLAYERS:
            told = message_to(book.campaign, name, "hand", SHOWN)
            assert isinstance(told, Message)
            assert told.to == name
            (line,) = re.findall(r"\[b\]([^\]]*·[^\]]*)\[/b\]", told.body)
            assert sum(line.count(suit) for suit in "♠♥♦♣") == book.manche.hand(name).bit_count()
            view = hand_of_player(book.campaign, name.upper())
            assert isinstance(view, HandView)
            assert (view.player, sorted(view.cards)) == (name, list(cards_in(book.manche.hand(name))))
            assert view.key in told.body

    def test_every_card_is_recorded(self) -> None:
        """Z27: every card that leaves a hand by a play stands in an entry."""
        book = whole_partie(11)
        assert book.campaign.partie is not None
        for manche in book.campaign.partie.manches:
            assert manche.state is not None
            assert manche.deal.hands is not None
            recorded = {
                card
                for record in book.records
                if isinstance(record.event, Played) and manche.dealt.seq < record.seq
                for card in record.event.cards
            }
            left = {card for hand in manche.state.hands for card in cards_in(hand)}
            assert recorded | left == set(range(52))


class TestMessages:
    def test_the_message_a_player_needs_now(self) -> None:
        """Hand, exchange, turn and sanction messages."""
        book = second_manche()
        campaign = book.campaign
        assert message_to(campaign, "snaga", None, SHOWN) == message_to(campaign, "snaga", "hand", SHOWN)
        exchange_all_default(book)
        campaign = book.campaign
        for name in (PLAYERS[0], "snaga"):
            assert message_to(campaign, name, None, SHOWN) == message_to(campaign, name, "exchange", SHOWN)
        assert message_to(campaign, "MrRarty", None, SHOWN) == message_to(campaign, "MrRarty", "hand", SHOWN)
        assert code_of_problem(message_to(campaign, "MrRarty", "exchange", SHOWN)) == "exchange_not_owed"
        assert code_of_problem(message_to(campaign, "MrRarty", "turn", SHOWN)) == "not_their_turn"
        assert code_of_problem(message_to(campaign, "MrRarty", "lettre", SHOWN)) == "unknown_kind"
        assert isinstance(message_to(campaign, "snaga", "turn", SHOWN), Message)
        campaign = play_some(book, Random(1), 1).campaign
        assert message_to(campaign, PLAYERS[0], None, SHOWN) != message_to(
            campaign, PLAYERS[0], "exchange", SHOWN
        )
        turn = campaign.waiting[0]
        assert message_to(campaign, turn, None, SHOWN) == message_to(campaign, turn, "turn", SHOWN)

    def test_who_gets_a_message_of_a_kind(self) -> None:
        """design.md, Command line: `gm pm --all`."""
        campaign = exchange_all_default(second_manche()).campaign
        assert set(players_with_messages(campaign, None)) == set(PLAYERS)
        assert set(players_with_messages(campaign, "exchange")) == set(PLAYERS) - {"MrRarty"}
        assert players_with_messages(campaign, "turn") == ("snaga",)
        assert players_with_messages(registered().campaign, None) == ()

    def test_without_a_deal_there_is_nothing_to_show(self) -> None:
        """Plain sentences."""
        campaign = registered().campaign
        for kind in ("table", "recap"):
            assert code_of_problem(post(campaign, kind, SHOWN)) == "nothing_dealt"
        assert code_of_problem(post(campaign, "affiche", SHOWN)) == "unknown_kind"
        assert code_of_problem(message_to(campaign, "snaga", None, SHOWN)) == "nothing_dealt"
        assert code_of_problem(hand_of_player(campaign, "snaga")) == "nothing_dealt"
        assert code_of_problem(hand_of_player(dealt().campaign, "toto")) == "unknown_name"


class TestNextStep:
    @pytest.mark.parametrize(
        ("table", "code"),
        [
            (Book, "none"),
            (lambda: registered(players=PLAYERS[:4]), "registration"),
            (registered, "ready_to_deal"),
            (dealt, "order"),
            (first_manche, "play"),
            (lambda: sanctioned_to_the_end(first_manche()), "deal_next"),
            (second_manche, "exchange"),
            (lambda: whole_partie(3), "over"),
        ],
        ids=lambda each: each if isinstance(each, str) else "",
    )
    def test_the_next_thing_to_do_follows_from_the_phase(self, table: object, code: str) -> None:
        """After each command the next thing to do is said in one line; the phases of design.md."""
        campaign = table().campaign  # type: ignore[operator]
        assert next_step(campaign).code == code
        assert campaign.phase == ("ready_to_deal" if code == "deal_next" else code)
        assert next_step(campaign).params["waiting"] == list(campaign.waiting)

    def test_it_counts_who_is_missing(self) -> None:
        """Z1: exactly five players."""
        assert next_step(registered(players=PLAYERS[:3]).campaign).params["missing"] == 2


def test_a_registration_keeps_its_post() -> None:
    """Z21: in the topic or by message; design.md, Events: `joined` {player, word?, post?}."""
    event = join(registered(players=PLAYERS[:4]).campaign, "snaga", None, post_of("snaga", "j'en suis"))
    assert not isinstance(event, Problem)
    assert event.post == post_of("snaga", "j'en suis")
