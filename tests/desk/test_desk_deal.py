"""The deal: hands, extra cards, beacon, deals that are undone or abandoned (Z1, Z2; design.md, Dealing)."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from builders import PLAYERS, WORDS, Book, choose_order, deal, open_partie, register
from tables import (
    LAST,
    PEASANT,
    code_of_problem,
    dealt,
    exchange_all_default,
    first_manche,
    receive,
    registered,
    sanctioned_to_the_end,
    second_manche,
)

from gm import dealing
from gm.campaign import Problem, seed_count
from gm.desk.corrections import abandon, sanction, undo
from gm.desk.prepare import deal as propose
from gm.desk.prepare import give_word, join
from gm.events import MancheAbandoned, MancheDealt
from gm.rules import ZEBEST

SEED = bytes(range(100, 132))


def sizes(event: MancheDealt) -> dict[str, int]:
    assert event.hands is not None
    return {name: len(cards) for name, cards in event.hands.items()}


def proposal(book: Book, beacon: str | None = None) -> MancheDealt:
    event = propose(book.campaign, beacon)
    assert isinstance(event, MancheDealt), event
    return event


def undone(book: Book, seq: int | None = None) -> Book:
    made = undo(book.campaign, seq, "erreur")
    assert not isinstance(made, Problem), made
    book.add(made.event)
    return book


def abandoned(book: Book) -> Book:
    book.add(abandon(book.campaign, "main envoyée au mauvais joueur", SEED))
    return book


def test_three_hands_of_ten_and_two_of_eleven() -> None:
    """Z1: 52 cards, five players, three hands of 10 and two of 11."""
    event = proposal(registered())
    assert event.hands is not None
    assert sorted(sizes(event).values()) == [10, 10, 10, 11, 11]
    assert sorted(card for hand in event.hands.values() for card in hand) == list(range(52))


def test_in_manche_1_the_extra_cards_go_to_the_first_seats_by_lot() -> None:
    """Z2; design.md, Dealing: extra cards by lot go to the first seats."""
    event = proposal(registered())
    assert event.extra == event.seats[:2]
    assert {name for name, size in sizes(event).items() if size == 11} == set(event.extra)


def test_in_manche_2_the_extra_cards_go_to_the_last_two_of_manche_1() -> None:
    """Z2: to the Trou du cul and the Paysan of manche 1."""
    event = second_manche().manche.deal
    assert set(event.extra) == {LAST, PEASANT}
    assert {name for name, size in sizes(event).items() if size == 11} == {LAST, PEASANT}


@pytest.mark.parametrize(
    ("players", "code"), [((), "too_few_players"), (PLAYERS[:4], "too_few_players")], ids=["none", "four"]
)
def test_nothing_is_dealt_to_fewer_than_five(players: tuple[str, ...], code: str) -> None:
    """Z1: exactly 5 players."""
    book = registered(players=players)
    found = propose(book.campaign, None)
    assert code_of_problem(found) == code
    assert isinstance(found, Problem)
    assert found.params == {"players": str(len(players)), "missing": str(5 - len(players))}


def test_a_sixth_player_gets_no_hand() -> None:
    """Z1, Z21: five play, those after the fifth wait."""
    book = registered()
    book.add(join(book.campaign, "sixth", None))
    assert set(proposal(book).seats) == set(PLAYERS)


def test_without_a_partie_or_after_it_nothing_is_dealt() -> None:
    """Z21: a partie is two manches."""
    assert code_of_problem(propose(Book().campaign, None)) == "no_partie"
    book = sanctioned_to_the_end(exchange_all_default(second_manche()))
    assert code_of_problem(propose(book.campaign, None)) == "partie_over"


@pytest.mark.parametrize("table", [dealt, first_manche, second_manche], ids=["order", "play", "exchange"])
def test_a_second_deal_never_draws_anew(table: Callable[[], Book]) -> None:
    """design.md, Dealing: running `gm deal` again says when it was dealt."""
    book = table()
    found = propose(book.campaign, None)
    assert code_of_problem(found) == "dealt_already"
    assert isinstance(found, Problem)
    record = book.manche.dealt
    assert found.params == {"manche": str(book.manche.number), "seq": str(record.seq), "at": record.at}


def test_the_deal_is_a_function_of_what_was_fixed_before() -> None:
    """design.md, Dealing: seed, words and beacon fix the deal; another word gives another one."""
    book = registered()
    assert proposal(book) == proposal(registered())
    other = registered()
    other.add(give_word(other.campaign, "MisterH", "autre"))
    assert proposal(other).hands != proposal(book).hands


def test_the_deal_is_that_of_seed_and_words() -> None:
    """design.md, Dealing: entropy, D, seats, hands, commitments."""
    book = registered()
    event, partie = proposal(book), book.campaign.partie
    assert partie is not None
    words = {name: WORDS.get(name, "") for name in PLAYERS}
    assert event.entropy == dealing.entropy(words)
    secret = dealing.deal_key("zebest", 1, 1, event.entropy, partie.seeds[1])
    assert (event.seats, event.extra, event.hands) == dealing.deal(ZEBEST, PLAYERS, secret)
    assert event.hands is not None
    for name, hand in event.hands.items():
        key = dealing.hand_key(name, secret)
        expected = dealing.commitments("zebest", 1, 1, name, hand, len(book.records) + 1, key)
        assert event.commitments[name] == expected


class TestBeacon:
    def with_rule(self) -> Book:
        return register(open_partie(Book(), Random(7), beacon_rule="tirage du 14 juin, 5 numéros"))

    def test_without_a_published_rule_a_beacon_is_refused(self) -> None:
        """design.md, Dealing: it would let the dealer choose among deals."""
        assert code_of_problem(propose(registered().campaign, "1 2 3")) == "beacon_without_rule"

    @pytest.mark.parametrize(
        ("beacon", "code"), [(None, "beacon_missing"), ("", "bad_text"), (" ", "bad_text")]
    )
    def test_a_published_rule_requires_its_beacon(self, beacon: str | None, code: str) -> None:
        """design.md, Dealing: the deal requires it; an absent beacon is the empty string."""
        assert code_of_problem(propose(self.with_rule().campaign, beacon)) == code

    def test_a_rule_that_says_nothing_is_none(self) -> None:
        """design.md, Dealing: the rule fixes the beacon."""
        from gm.desk.prepare import open_partie as propose_partie

        found = propose_partie(Book().campaign, [SEED, SEED], beacon_rule=" ", schedule=None)
        assert code_of_problem(found) == "bad_text"

    def test_the_beacon_enters_the_entropy_as_cleaned(self) -> None:
        """design.md, Dealing: entropy ends with the beacon; design.md, Ledger: cleaned on entering."""
        event = proposal(self.with_rule(), " 1  2 3 ")
        assert event.beacon == "1 2 3"
        words = {name: WORDS.get(name, "") for name in PLAYERS}
        assert event.entropy == dealing.entropy(words, "1 2 3")

    def test_the_rule_holds_for_each_manche(self) -> None:
        """design.md, Dealing: one draw for each manche."""
        book = deal(self.with_rule(), "1 2 3")
        sanctioned_to_the_end(choose_order(book, Random(1)))
        assert code_of_problem(propose(book.campaign, None)) == "beacon_missing"

    def test_an_undone_deal_may_have_its_beacon_corrected(self) -> None:
        """design.md, Events: dealt anew from the same seats and words, only its beacon may be corrected."""
        book = deal(self.with_rule(), "1 2 3")
        undone(book, book.manche.dealt.seq)
        event = proposal(book, "1 2 4")
        words = {name: WORDS.get(name, "") for name in PLAYERS}
        assert event.entropy == dealing.entropy(words, "1 2 4")


class TestUndone:
    def test_an_undone_deal_is_dealt_anew_from_the_same_seats_and_words(self) -> None:
        """design.md, Events: later words, joins and departures change nothing."""
        book = registered()
        book.add(join(book.campaign, "sixth", None))
        deal(book)
        first = book.manche.deal
        book.add(give_word(book.campaign, "snaga", "encore"))
        undone(book, book.manche.dealt.seq)
        assert book.campaign.phase == "ready_to_deal"
        book.add(give_word(book.campaign, "MisterH", "aussi"))
        assert book.campaign.players == PLAYERS
        assert book.campaign.queue == ("sixth",)
        again = proposal(book)
        assert (again.seats, again.entropy, again.hands) == (first.seats, first.entropy, first.hands)

    def test_the_words_given_after_the_first_deal_count_for_manche_2(self) -> None:
        """design.md, Dealing: before the manche's first deal."""
        book = undone(dealt())
        book.add(give_word(book.campaign, "snaga", "encore"))
        assert book.campaign.words_for(1)["snaga"] == WORDS["snaga"]
        assert book.campaign.words_for(2)["snaga"] == "encore"

    def test_nobody_leaves_between_an_undone_deal_and_the_next(self) -> None:
        """design.md, Events: dealt anew from the same seats."""
        from gm.desk.prepare import leave

        assert code_of_problem(leave(undone(dealt()).campaign, "snaga")) == "leaves_once_dealt"

    def test_it_is_the_first_deal_that_ends_the_words_however_often_it_is_undone(self) -> None:
        """design.md, Dealing: before the manche's first deal; Events: an earlier `undone` included."""
        book = undone(dealt())
        seq, hands = len(book.records), dealt().manche.deal.hands
        book.add(give_word(book.campaign, "snaga", "encore"))
        deal(book)
        undone(book)
        assert proposal(book).hands == hands
        deal(book)
        undone(book, seq)
        assert book.manche.dealt.seq == seq - 1

    def test_the_deal_of_manche_2_is_dealt_anew_too(self) -> None:
        """design.md, Events: an undone deal is dealt anew from the same seats and words."""
        book = second_manche()
        first = book.manche.deal
        undone(book, book.manche.dealt.seq)
        assert book.campaign.next_manche == 2
        assert proposal(book).hands == first.hands


class TestAbandoned:
    def test_its_seed_is_out_and_a_new_one_committed_to(self) -> None:
        """design.md, Dealing: `manche_abandoned` publishes its seed and commits to a new one."""
        book = dealt()
        partie = book.campaign.partie
        assert partie is not None
        event = abandon(book.campaign, " mauvais  joueur ", SEED)
        assert event == MancheAbandoned(
            partie=1,
            manche=1,
            seed=partie.seeds[1],
            reason="mauvais joueur",
            next_commitment=dealing.commit("zebest", 1, 1, SEED.hex()),
            next_seed=SEED.hex(),
        )

    def test_earlier_words_are_void_and_later_ones_count(self) -> None:
        """design.md, Dealing: earlier words are void for it."""
        book = abandoned(dealt())
        assert set(book.campaign.words_for(1).values()) == {""}
        book.add(give_word(book.campaign, "snaga", "neuf"))
        assert proposal(book).entropy == dealing.entropy({**dict.fromkeys(PLAYERS, ""), "snaga": "neuf"})

    def test_the_same_five_are_dealt_anew_from_the_new_seed(self) -> None:
        """design.md, Dealing: a deal that cannot stand; the partie goes on."""
        book = dealt()
        before = book.manche.deal
        abandoned(book)
        book.add(join(book.campaign, "sixth", None))
        assert book.campaign.phase == "ready_to_deal"
        event = proposal(book)
        assert set(event.seats) == set(PLAYERS)
        secret = dealing.deal_key("zebest", 1, 1, event.entropy, SEED.hex())
        assert event.hands == dealing.deal(ZEBEST, PLAYERS, secret).hands != before.hands

    def test_an_abandoned_manche_1_has_no_order(self) -> None:
        """Z3: the order is chosen after the deal that counts."""
        book = deal(abandoned(first_manche()))
        assert book.campaign.phase == "order"
        assert book.campaign.partie is not None
        assert book.campaign.partie.order is None

    def test_manche_2_abandoned_keeps_places_order_and_extra(self) -> None:
        """Z2, Z4: they are those of manche 1."""
        book = receive(second_manche(), PLAYERS[0])
        order = book.manche.order
        deal(abandoned(book))
        assert book.manche.number == 2
        assert set(book.manche.deal.extra) == {LAST, PEASANT}
        assert book.manche.order == order
        assert all(pair.received is None for pair in book.manche.pairs)

    def test_what_was_abandoned_cannot_be_undone(self) -> None:
        """design.md, Events: `undone` names an event of the open manche."""
        book = abandoned(first_manche())
        assert code_of_problem(undo(book.campaign, None, "erreur")) == "nothing_to_undo"
        assert code_of_problem(undo(book.campaign, len(book.records) - 1, "erreur")) == "nothing_to_undo"

    def test_the_beacon_rule_is_another_one_or_none(self) -> None:
        """design.md, Dealing: the entry that commits to the seed publishes the rule; its draw is to come."""
        book = register(open_partie(Book(), Random(7), beacon_rule="tirage du jour"))
        dealt_by_beacon = deal(book, "1 2 3").campaign
        again = abandon(dealt_by_beacon, "erreur", SEED, beacon_rule=" tirage  du jour")
        assert code_of_problem(again) == "beacon_rule_again"
        without = abandon(dealt_by_beacon, "erreur", SEED)
        assert isinstance(without, MancheAbandoned)
        assert without.beacon_rule is None
        event = abandon(dealt_by_beacon, "erreur", SEED, beacon_rule="tirage de demain")
        assert isinstance(event, MancheAbandoned)
        assert event.beacon_rule == "tirage de demain"
        book.add(event)
        assert code_of_problem(propose(book.campaign, None)) == "beacon_missing"

    def test_nothing_is_abandoned_that_is_not_being_played(self) -> None:
        """design.md, Events: a deal that cannot stand is an open one."""
        over = sanctioned_to_the_end(first_manche())
        assert code_of_problem(abandon(over.campaign, "erreur", SEED)) == "abandoned_too_late"
        for each in (registered(), undone(dealt())):
            assert code_of_problem(abandon(each.campaign, "erreur", SEED)) == "nothing_dealt"
        assert code_of_problem(abandon(dealt().campaign, " ", SEED)) == "reason_missing"

    def test_without_a_new_commitment_nothing_can_be_dealt(self) -> None:
        """design.md, Dealing: no deal from a seed that is public."""
        book = dealt()
        event = abandon(book.campaign, "erreur", SEED)
        assert isinstance(event, MancheAbandoned)
        book.add(replace(event, next_commitment=None, next_seed=None))
        assert code_of_problem(propose(book.campaign, None)) == "not_ready_to_deal"
        assert book.campaign.words_for(1) == {}


def test_a_manche_that_is_over_and_not_closed_is_closed_before_the_next_deal() -> None:
    """design.md, Events: `manche_closed` is appended together with the action that causes it."""
    book = first_manche()
    for name in PLAYERS[:3]:
        book.add(sanction(book.campaign, name, "pour finir", ()))
    last = sanction(book.campaign, PLAYERS[3], "pour finir", ())
    assert not isinstance(last, Problem)
    book.add(last[0])  # a crash cut what should have followed
    assert code_of_problem(propose(book.campaign, None)) == "not_ready_to_deal"
    undone(book)
    book.add(sanction(book.campaign, PLAYERS[3], "pour finir", ()))
    assert proposal(book).manche == 2


def test_a_seed_for_each_manche_or_forty() -> None:
    """design.md, Dealing: 40 where the rules set no number."""
    assert seed_count(ZEBEST) == 2
    assert seed_count(replace(ZEBEST, scoring=replace(ZEBEST.scoring, manches=None))) == 40


def test_the_title_of_a_campaign_says_something() -> None:
    """design.md, Ledger: texts are cleaned on entering."""
    from gm.desk.prepare import new_campaign

    asked = {"locale": "fr", "timezone": "Europe/Paris", "rules": ZEBEST, "moderator": ""}
    assert code_of_problem(new_campaign("zebest", title=" ", **asked)) == "bad_text"  # type: ignore[arg-type]
