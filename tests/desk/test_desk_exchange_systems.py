"""The exchanges of the other systems: no demands, jokers, both gifts from the hands as dealt (B8, E5, C5)."""

from collections.abc import Mapping
from random import Random

import pytest
from builders import PLAYERS, Book, deal, exchange_all, open_partie, play_move, register
from rule_sets import rules_of
from tables import asking, code_of_problem, give_back, holding, judged, receive

from gm.cards import cards_in, codes_of
from gm.desk.corrections import sanction
from gm.desk.exchange import ExchangeMade, exchange
from gm.events import Exchanged
from gm.manche import PASS, legal
from gm.rules import OptionValue
from gm.views import exchange_message, table_view

FIRST, SECOND, THIRD, FOURTH = PLAYERS[:4]


def after_a_manche(preset: str, wanted: Mapping[str, str] | None = None, **options: OptionValue) -> Book:
    """Manche 2 of four players dealt; FIRST to FOURTH have these places, and the cards wanted."""
    book = Book(rules=rules_of(preset, **options), change=holding(2, wanted or {}))
    deal(register(open_partie(book, Random(7)), PLAYERS[:4]))
    for name in (FOURTH, THIRD, SECOND):
        book.add(sanction(book.campaign, name, "pour finir", ()))
    return deal(book)


def problem_of(book: Book, better: str, asked: str | None = None, given: str | None = None) -> str:
    texts = [None if text is None else asking(text) for text in (asked, given)]
    return code_of_problem(exchange(book.campaign, better, asked=texts[0], given=texts[1]))


def received(book: Book, better: str) -> str:
    made = exchange(book.campaign, better, asked=None, given=None)
    assert isinstance(made, ExchangeMade), made
    return codes_of(made.received)


HANDS = {FOURTH: "2s 2h 2d Xb", THIRD: "2c As", FIRST: "3s 3h 4s Ah Xr", SECOND: "3d Ad"}
HIGHEST = "Kh Kd Kc As Ah Ad Ac 2s 2h 2d 2c Xr Xb"
"""Thirteen cards, so that what the first receives is lower."""


@pytest.mark.parametrize(
    ("preset", "better", "expected"),
    [("bga", FIRST, "2s Xb"), ("bga", SECOND, "2c"), ("elysee", FIRST, "2s Xb"), ("elysee", SECOND, "2c")],
)
def test_the_worse_placed_give_their_highest(preset: str, better: str, expected: str) -> None:
    """B8, E5, Z20: jokers are the highest, then spades first."""
    assert received(after_a_manche(preset, HANDS), better) == expected


def test_the_red_joker_goes_before_the_black_one() -> None:
    """B8: Xr before Xb."""
    book = after_a_manche("bga", {THIRD: "Xr Xb"})
    assert received(book, SECOND) == "Xr"


def test_classic_exchanges_one_card() -> None:
    """C5: the last gives their highest card to the first, who gives one of choice; nobody else does."""
    book = after_a_manche("classic", {FOURTH: "2s 2h", FIRST: "3s"})
    assert [(pair.better, pair.worse, pair.number) for pair in book.manche.pairs] == [(FIRST, FOURTH, 1)]
    assert received(book, FIRST) == "2s"
    assert problem_of(book, SECOND) == "exchange_not_owed"
    give_back(receive(book, FIRST), FIRST, "2s")  # received ones included, as in Z19
    assert book.campaign.phase == "play"


@pytest.mark.parametrize("preset", ["bga", "elysee", "classic"])
def test_there_are_no_demands(preset: str) -> None:
    """B8, E5, C5: the highest cards are given, whatever the better-placed would like."""
    assert problem_of(after_a_manche(preset), FIRST, asked="2?") == "no_demands"


class TestAsDealt:
    def test_a_card_just_received_is_not_given_back(self) -> None:
        """E5: both gifts come from the hands as dealt, in one call or in two."""
        book = after_a_manche("elysee", HANDS)
        assert problem_of(book, FIRST, given="3s Xb") == "gift_received"
        receive(book, FIRST)
        assert problem_of(book, FIRST, given="3s Xb") == "gift_received"
        assert problem_of(book, FIRST, given="2s 2?") == "gift_not_held"
        give_back(book, FIRST, "3s Ah")
        assert {"2s", "Xb"} <= set(codes_of(cards_in(book.manche.hand(FIRST))).split())

    def test_a_card_without_suit_is_one_of_those_dealt(self) -> None:
        """E5: `2?` is the two that the first was dealt, not the better one that they received."""
        book = after_a_manche("elysee", {FOURTH: "2s 2h", FIRST: "2c 3s Xr Xb"})
        receive(book, FIRST)
        give_back(book, FIRST, "2? 3s")
        gift = book.records[-1].event
        assert isinstance(gift, Exchanged)
        assert codes_of(gift.cards or ()) == "3s 2c"

    def test_elsewhere_a_received_card_may_go_back(self) -> None:
        """Z19, B8: of choice, received ones included."""
        book = receive(after_a_manche("bga", HANDS), FIRST)
        give_back(book, FIRST, "2s Xb")
        assert {"2s", "Xb"} <= set(codes_of(cards_in(book.manche.hand(FOURTH))).split())

    @pytest.mark.parametrize("preset", ["elysee", "bga"])
    def test_one_sanctioned_gives_their_lowest_cards(self, preset: str) -> None:
        """Z26, E5: an exchange begun is finished with the lowest cards that may be given."""
        book = receive(after_a_manche(preset, {FIRST: HIGHEST}), FIRST)
        taken = book.manche.pairs[0].taken
        held = cards_in(book.manche.hand(FIRST))
        may_give = [card for card in held if preset == "bga" or not taken >> card & 1]
        events = sanction(book.campaign, FIRST, "triche", ())
        assert isinstance(events, tuple)
        (gift,) = [event for event in events if isinstance(event, Exchanged)]
        assert gift.cards == tuple(may_give[:2])
        assert (preset == "bga") == bool(set(gift.cards or ()) & set(cards_in(taken)))
        book.add(events)

    def test_a_received_card_can_be_played(self) -> None:
        """E5 speaks of gifts only."""
        book = after_a_manche("elysee", {**HANDS, FOURTH: "2s 2h 2d Xb 3c"})
        give_back(receive(book, SECOND), SECOND, "3d")
        give_back(receive(book, FIRST), FIRST, "3s 4s")
        assert judged(book, FOURTH, "3♣").accepted
        assert not judged(book, FOURTH, "joker noir").accepted


def test_the_message_names_the_lowest_of_the_hand_as_dealt_for_who_says_nothing() -> None:
    """E5: a card just received is no default gift, however low it is."""
    book = receive(after_a_manche("elysee", {FIRST: HIGHEST}), FIRST)
    message = exchange_message(book.campaign, FIRST, "", "")
    assert message is not None
    assert codes_of(message.duty.default) == "Kh Kd"


def test_a_player_taken_out_is_no_longer_told_to_be_locked_out() -> None:
    """B4, Z18: the table marks who is locked out until the tour closes, and still plays."""
    book = exchange_all(after_a_manche("bga", {FIRST: "Xr 2s"}), Random(7))
    play_move(book, legal(book.state)[0])
    passing = book.manche.turn or ""
    play_move(book, PASS)
    marked = [line.player for line in table_view(book.campaign, "").players if line.locked]
    assert marked == [passing]
    book.add(sanction(book.campaign, passing, "triche", ()))
    assert not any(line.locked for line in table_view(book.campaign, "").players)
