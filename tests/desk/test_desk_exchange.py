"""The exchange before manche 2, as recorded through the desk (Z19, Z20, Z26)."""

import pytest
from builders import Book
from tables import (
    LAST,
    MINISTER,
    NEUTRAL,
    PEASANT,
    PRESIDENT,
    asking,
    code_of_problem,
    exchange_all_default,
    first_manche,
    give_back,
    judged,
    receive,
    registered,
    sanctioned_to_the_end,
    second_manche,
)

from gm.campaign import Pair
from gm.cards import cards_in, codes_of
from gm.desk.corrections import UndoProposed, sanction, undo
from gm.desk.exchange import ExchangeMade, exchange
from gm.desk.secrets import commitments_to
from gm.events import Exchanged, Sanctioned

TWOS = {
    PRESIDENT: "3s 3h 4s",
    LAST: "2s 2h Ks Kd 9c",
    PEASANT: "As 6d",
    MINISTER: "5s 5h",
    NEUTRAL: "2d 2c Ah Ad Ac",
}
"""The Trou du cul's best are 2s 2h, then the kings; the Paysan's best is As."""


def received(book: Book, better: str, asked: str | None = None) -> str:
    made = exchange(book.campaign, better, asked=None if asked is None else asking(asked), given=None)
    assert isinstance(made, ExchangeMade), made
    return codes_of(made.received)


def problem_of(book: Book, better: str, asked: str | None = None, given: str | None = None) -> str:
    return code_of_problem(
        exchange(
            book.campaign,
            better,
            asked=None if asked is None else asking(asked),
            given=None if given is None else asking(given),
        )
    )


def pair_of(book: Book, better: str) -> Pair:
    return next(pair for pair in book.manche.pairs if pair.better == better)


def codes(book: Book, name: str, text: str) -> list[str]:
    return [objection.code for objection in judged(book, name, text).moves[0].ruling.objections]


def test_who_exchanges_with_whom() -> None:
    """Z19: Président and Trou du cul two cards, Premier Ministre and Paysan one, the Neutre none."""
    pairs = [(pair.better, pair.worse, pair.number) for pair in second_manche().manche.pairs]
    assert pairs == [(PRESIDENT, LAST, 2), (MINISTER, PEASANT, 1)]


@pytest.mark.parametrize(
    ("better", "asked", "expected"),
    [
        (PRESIDENT, None, "2s 2h"),
        (PRESIDENT, "K?", "Ks 2s"),
        (PRESIDENT, "K? K?", "Ks Kd"),
        (PRESIDENT, "Kd", "Kd 2s"),
        (PRESIDENT, "Kh", "Ks 2s"),
        (PRESIDENT, "Kd K?", "Ks Kd"),
        (PRESIDENT, "K? Kd", "Ks Kd"),
        (PRESIDENT, "9c 3d", "9c 2s"),
        (PRESIDENT, "3s 4s", "2s 2h"),
        (PRESIDENT, "2h", "2s 2h"),
        (PRESIDENT, "2s", "2s 2h"),
        (PRESIDENT, "2?", "2s 2h"),
        (PRESIDENT, "K? Ks", "Ks Kd"),
        (PRESIDENT, "Kc Kd", "Ks Kd"),
        (MINISTER, None, "As"),
        (MINISTER, "6?", "6d"),
        (MINISTER, "6s", "6d"),
        (MINISTER, "2d", "As"),
    ],
)
def test_what_a_demand_obtains(better: str, asked: str | None, expected: str) -> None:
    """Z19: by rank, or rank and suit when held; what is not named or not held is filled with the best."""
    book = second_manche({**TWOS, MINISTER: "5s 5h 3d 3c"})
    if asked == "6s" or asked == "6?":
        book = second_manche({**TWOS, PEASANT: "As 6d", NEUTRAL: "2d 2c Ah Ad Ac 6s 6h 6c"})
    hand = book.manche.hand(LAST if better == PRESIDENT else PEASANT)
    if asked is not None and "K" in asked:
        assert not hand & sum(1 << card for card in (4 * 10 + 1, 4 * 10 + 3))  # neither Kh nor Kc
    assert received(book, better, asked) == expected


@pytest.mark.parametrize(
    ("hand", "expected"), [("As Ah Ad Ac", "As Ah"), ("Ad Ac Kh", "Ad Ac"), ("2c Ac Ad", "Ad 2c")]
)
def test_among_equal_ranks_suits_break_the_tie(hand: str, expected: str) -> None:
    """Z20: by strength without revolution, then s h d c, spades first."""
    others = [code for code in "As Ah Ad Ac 2s 2h 2d 2c Kh".split() if code not in hand.split()]
    book = second_manche({LAST: hand, NEUTRAL: " ".join(others)})
    assert received(book, PRESIDENT) == expected


def test_the_gift_changes_hands() -> None:
    """Z19: the Trou du cul gives two, the Président gives two of choice."""
    book = receive(second_manche(TWOS), PRESIDENT)
    give_back(book, PRESIDENT, "3s 4s")
    assert {"2s", "2h"} <= set(codes_of(cards_in(book.manche.hand(PRESIDENT))).split())
    assert {"3s", "4s"} <= set(codes_of(cards_in(book.manche.hand(LAST))).split())
    assert [book.manche.hand(name).bit_count() for name in (PRESIDENT, LAST)] == [10, 11]


def test_received_cards_may_be_given_back() -> None:
    """Z19 ◇: received ones included; a card that comes back is held."""
    book = receive(second_manche(TWOS), PRESIDENT)
    give_back(book, PRESIDENT, "2s 3s")
    assert book.manche.hand(LAST) >> 48 & 1
    exchange_one(book)
    assert codes(book, LAST, "2s") == []


def exchange_one(book: Book) -> Book:
    """The other pair, so that play begins."""
    receive(book, MINISTER)
    return give_back(book, MINISTER, "5s")


def test_a_card_given_away_is_held_no_more() -> None:
    """Z18: naming a card given away."""
    book = exchange_one(give_back(receive(second_manche(TWOS), PRESIDENT), PRESIDENT, "3s 4s"))
    ruling = judged(book, LAST, "2s").moves[0].ruling
    assert [(each.why) for each in ruling.objections[0].cards] == ["given_away"]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("3s", "wrong_gift_number"),
        ("3s 4s 3h", "wrong_gift_number"),
        ("3s 5s", "gift_not_held"),
        ("3s 3s", "gift_not_held"),
        ("5? 5?", "gift_not_held"),
    ],
)
def test_a_gift_is_of_so_many_cards_held(given: str, code: str) -> None:
    """Z19: two of choice, from the hand."""
    wanted = {**TWOS, NEUTRAL: TWOS[NEUTRAL] + " 5d 5c"}
    assert problem_of(receive(second_manche(wanted), PRESIDENT), PRESIDENT, given=given) == code


def test_a_gift_without_suits_takes_the_first_suits_held() -> None:
    """Z20: s h d c, so that the choice is reproducible; a card named in full is not taken twice."""
    book = give_back(receive(second_manche(TWOS), PRESIDENT), PRESIDENT, "3? 3s")
    assert pair_of(book, PRESIDENT).given is not None
    assert codes_of(pair_of(book, PRESIDENT).given.cards or ()) == "3s 3h"  # type: ignore[union-attr]


def test_both_gifts_may_be_recorded_in_one_call() -> None:
    """design.md, Command line: what they receive is recorded first, their gift may follow."""
    book = second_manche(TWOS)
    made = exchange(book.campaign, PRESIDENT, asked=asking("K?"), given=asking("Ks 3s"))
    assert isinstance(made, ExchangeMade)
    assert made.given is not None
    assert [(event.giver, event.receiver) for event in made.events] == [(LAST, PRESIDENT), (PRESIDENT, LAST)]
    assert (codes_of(made.received), codes_of(made.given)) == ("Ks 2s", "3s Ks")
    book.add(made.events)
    assert pair_of(book, PRESIDENT).done


def test_a_call_without_a_gift_records_what_is_received_once() -> None:
    """design.md, `exchange`: `given` null until chosen; asking again shows it and records nothing."""
    book = second_manche(TWOS)
    first = exchange(book.campaign, PRESIDENT, asked=None, given=None)
    assert isinstance(first, ExchangeMade)
    assert (len(first.events), first.given) == (1, None)
    book.add(first.events)
    again = exchange(book.campaign, PRESIDENT, asked=None, given=None)
    assert again == ExchangeMade((), PRESIDENT, LAST, first.received, None)


class TestRefused:
    def test_a_demand_of_too_many_cards(self) -> None:
        """Z19: of as many cards as the gift at most."""
        assert problem_of(second_manche(TWOS), PRESIDENT, asked="K? Q? J?") == "demand_too_large"
        assert problem_of(second_manche(TWOS), MINISTER, asked="K? Q?") == "demand_too_large"

    def test_a_second_demand(self) -> None:
        """Z19 ◇: one demand only, and before receiving."""
        book = receive(second_manche(TWOS), PRESIDENT, "K?")
        assert problem_of(book, PRESIDENT, asked="2?") == "demand_too_late"
        assert problem_of(receive(second_manche(TWOS), PRESIDENT), PRESIDENT, asked="2?") == "demand_too_late"

    def test_a_third_gift(self) -> None:
        """Z19: the Président gives two, once."""
        book = give_back(receive(second_manche(TWOS), PRESIDENT), PRESIDENT, "3s 4s")
        assert problem_of(book, PRESIDENT, given="3h 2s") == "exchange_done"

    def test_the_neutre(self) -> None:
        """Z19: the Neutre with none."""
        assert problem_of(second_manche(TWOS), NEUTRAL) == "exchange_not_owed"

    def test_the_worse_placed(self) -> None:
        """design.md, Command line: NAME is the better-placed player of a pair."""
        assert problem_of(second_manche(TWOS), LAST) == "exchange_names_better"

    def test_somebody_unknown(self) -> None:
        """design.md, Command line: the closest match as a suggestion."""
        assert problem_of(second_manche(TWOS), "intersideraux") == "unknown_name_closest"

    @pytest.mark.parametrize("when", ["before", "in manche 1", "after"])
    def test_without_an_exchange(self, when: str) -> None:
        """Z19: before manche 2, after the deal."""
        book = {
            "before": registered,
            "in manche 1": first_manche,
            "after": lambda: sanctioned_to_the_end(receive(second_manche(TWOS), PRESIDENT)),
        }[when]()
        assert problem_of(book, PRESIDENT) == "no_exchange_now"

    def test_a_demand_where_the_rules_know_none(self) -> None:
        """rules.md, B8: otherwise as Z19, without demands."""
        from dataclasses import replace

        book = second_manche(TWOS)
        rules = book.campaign.rules
        without = replace(
            book.campaign, rules=replace(rules, exchange=replace(rules.exchange, demands=False))
        )
        found = exchange(without, PRESIDENT, asked=asking("K?"), given=None)
        assert code_of_problem(found) == "no_demands"


def test_nobody_plays_until_both_exchanges_are_recorded() -> None:
    """Z19: nobody plays until both exchanges are recorded; `exchange_pending` is the first violation."""
    book = second_manche(TWOS)
    assert book.campaign.phase == "exchange"
    assert book.campaign.waiting == (PRESIDENT, MINISTER)
    steps = [
        lambda: receive(book, PRESIDENT),
        lambda: receive(book, MINISTER),
        lambda: give_back(book, MINISTER, "5s"),
        lambda: give_back(book, PRESIDENT, "3s 4s"),
    ]
    for step in steps:
        assert codes(book, LAST, "Kd")[0] == "exchange_pending"
        assert codes(book, NEUTRAL, "Ah")[:2] == ["exchange_pending", "not_your_turn"]
        step()
    assert codes(book, LAST, "Kd") == []
    assert (book.campaign.phase, book.campaign.waiting) == ("play", (LAST,))


def test_both_hands_are_committed_to_anew_after_each_gift() -> None:
    """design.md, Events: `commitments` {both}, a player's whole hand from that entry on."""
    book = second_manche(TWOS)
    before = dict(book.manche.holdings)
    receive(book, PRESIDENT)
    event = book.records[-1].event
    assert isinstance(event, Exchanged)
    hands = {name: cards_in(book.manche.hand(name)) for name in (LAST, PRESIDENT)}
    assert event.commitments == commitments_to(book.campaign, book.manche, len(book.records), hands)
    changed = [name for name in before if book.manche.holdings[name] != before[name]]
    assert set(changed) == {LAST, PRESIDENT}
    assert {book.manche.holdings[name].seq for name in changed} == {len(book.records)}


def test_the_demand_is_kept_as_it_was_written() -> None:
    """design.md, Events: `asked?` stands in the secret part."""
    book = receive(second_manche(TWOS), PRESIDENT, "K? 2h")
    event = book.records[-1].event
    assert isinstance(event, Exchanged)
    assert event.asked == "K? 2h"
    receive(book, MINISTER)
    event = book.records[-1].event
    assert isinstance(event, Exchanged)
    assert event.asked is None


class TestSanctions:
    @pytest.mark.parametrize("name", [PRESIDENT, LAST])
    def test_an_exchange_not_begun_is_dropped(self, name: str) -> None:
        """Z26: an exchange not begun is dropped; the other pair goes on."""
        book = second_manche(TWOS)
        book.add(sanction(book.campaign, name, "triche", ()))
        assert pair_of(book, PRESIDENT).dropped
        assert not pair_of(book, MINISTER).dropped
        assert problem_of(book, PRESIDENT) == "exchange_dropped"
        assert book.campaign.waiting == (MINISTER,)
        assert exchange_one(book).campaign.phase == "play"

    def test_one_begun_is_finished_with_the_lowest_cards_of_a_sanctioned_giver(self) -> None:
        """Z26: one begun is finished with the lowest cards; Z20 breaks the tie."""
        book = receive(second_manche({**TWOS, PRESIDENT: "3d 3s 3h"}), PRESIDENT)
        events = sanction(book.campaign, PRESIDENT, "triche", ())
        book.add(events)
        given = pair_of(book, PRESIDENT).given
        assert given is not None
        assert codes_of(given.cards or ()) == "3s 3h"
        assert pair_of(book, PRESIDENT).done
        assert len(book.records[-1].event.commitments) == 2  # type: ignore[union-attr]

    def test_to_undo_the_sanction_undoes_the_gift_it_brought_about(self) -> None:
        """design.md, Events: without a number the last decision; the gift of Z26 follows by itself."""
        book = receive(second_manche(TWOS), PRESIDENT)
        before = book.campaign.manche
        book.add(sanction(book.campaign, PRESIDENT, "triche", ()))
        proposed = undo(book.campaign, None, "erreur")
        assert isinstance(proposed, UndoProposed)
        assert [type(record.event) for record in proposed.undone] == [Sanctioned, Exchanged]
        book.add(proposed.event)
        assert book.campaign.manche == before

    def test_a_sanctioned_giver_whose_gift_was_undone_gives_their_lowest_only(self) -> None:
        """Z26: one begun is finished with the lowest cards of a sanctioned giver, whoever types it."""
        book = receive(second_manche({**TWOS, PRESIDENT: "3d 3s 3h"}), PRESIDENT)
        book.add(sanction(book.campaign, PRESIDENT, "triche", ()))
        proposed = undo(book.campaign, book.campaign.seq, "erreur")
        assert isinstance(proposed, UndoProposed)
        book.add(proposed.event)
        highest = exchange(book.campaign, PRESIDENT, asked=None, given=asking("2s 2h"))
        assert code_of_problem(highest) == "sanctioned_gives_lowest"
        assert pair_of(give_back(book, PRESIDENT, "3s 3h"), PRESIDENT).done

    def test_one_begun_with_a_sanctioned_receiver_is_still_for_the_better_placed_to_finish(self) -> None:
        """Z26: one begun is finished."""
        book = receive(second_manche(TWOS), PRESIDENT)
        book.add(sanction(book.campaign, LAST, "triche", ()))
        assert not pair_of(book, PRESIDENT).done
        give_back(book, PRESIDENT, "3s 4s")
        assert pair_of(book, PRESIDENT).done

    def test_a_sanction_of_the_neutre_drops_nothing(self) -> None:
        """Z26, Z19: the Neutre takes no part."""
        book = second_manche(TWOS)
        book.add(sanction(book.campaign, NEUTRAL, "triche", ()))
        assert book.campaign.waiting == (PRESIDENT, MINISTER)

    def test_when_both_are_dropped_play_begins(self) -> None:
        """Z26, Z19: nothing is left to record."""
        book = second_manche(TWOS)
        for name in (PEASANT, PRESIDENT):
            book.add(sanction(book.campaign, name, "triche", ()))
        assert book.campaign.phase == "play"
        assert book.manche.turn == LAST

    def test_who_opens_when_the_trou_du_cul_is_sanctioned(self) -> None:
        """Z4, Z13: the next active player in the order."""
        book = second_manche(TWOS)
        book.add(sanction(book.campaign, LAST, "triche", ()))
        order = book.manche.order
        assert book.manche.turn == order[(order.index(LAST) + 1) % 5]


def test_the_exchanges_are_published_when_the_manche_is_over() -> None:
    """design.md, Events: `manche_closed` {exchanges? [{giver, receiver, cards, asked?}]}."""
    book = receive(second_manche(TWOS), PRESIDENT, "K?")
    give_back(book, PRESIDENT, "3s 4s")
    book.add(sanction(book.campaign, MINISTER, "triche", ()))
    sanctioned_to_the_end_of(book)
    closed = book.manche.closed
    assert closed is not None
    told = [(gift.giver, gift.receiver, codes_of(gift.cards), gift.asked) for gift in closed.exchanges]
    assert told == [(LAST, PRESIDENT, "Ks 2s", "K?"), (PRESIDENT, LAST, "3s 4s", None)]


def sanctioned_to_the_end_of(book: Book) -> None:
    for name in (LAST, PEASANT, NEUTRAL):
        book.add(sanction(book.campaign, name, "pour finir", ()))


def test_an_exchange_by_default_is_the_best_for_the_lowest() -> None:
    """Z19 ◇: no answer in the delay: the best received, the lowest given."""
    book = exchange_all_default(second_manche(TWOS))
    given = pair_of(book, PRESIDENT).given
    assert given is not None
    assert book.campaign.phase == "play"
    assert codes_of(given.cards or ()) == "3s 3h"
