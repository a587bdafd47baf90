"""The order of play and who opens (Z3, Z4, Z26)."""

from random import Random

import pytest
from builders import PLAYERS, Book, deal, play_manche
from tables import (
    LAST,
    SHOWN,
    code_of_problem,
    dealt,
    judged,
    play,
    registered,
    sanctioned_to_the_end,
    second_manche,
)

from gm.cards import QUEEN_OF_HEARTS, QUEEN_OF_SPADES, card_of
from gm.desk.corrections import sanction
from gm.desk.prepare import order
from gm.desk.secrets import salts_of
from gm.desk.texts import message_to
from gm.events import OrderChosen, Played
from gm.render import Message

QUEENS = {"MisterH": "Qh", "oliv10": "Qs"}
ORDER = ("MisterH", "snaga", "oliv10", "intersideral", "MrRarty")


def chosen(book: Book, names: tuple[str, ...] = ORDER) -> Book:
    book.add(order(book.campaign, names))
    return book


def out(book: Book, *names: str) -> Book:
    for name in names:
        book.add(sanction(book.campaign, name, "triche", ()))
    return book


def codes(book: Book, name: str, text: str) -> list[str]:
    return [objection.code for objection in judged(book, name, text).moves[0].ruling.objections]


def test_nobody_plays_before_the_order_is_chosen() -> None:
    """Z3: until that choice is recorded nobody can play; `order_not_chosen` comes before the others."""
    book = dealt(QUEENS)
    assert book.campaign.phase == "order"
    assert codes(book, "MisterH", "Qh") == ["order_not_chosen"]
    assert codes(book, "snaga", "je passe") == ["order_not_chosen", "not_your_turn", "cannot_pass_opening"]


def test_the_holder_of_the_queen_of_hearts_opens() -> None:
    """Z3: the holder of Qh opens."""
    book = chosen(dealt(QUEENS))
    assert book.manche.turn == "MisterH"
    assert book.manche.order == ORDER
    assert codes(book, "MisterH", "Qh") == []


def test_the_holder_of_the_queen_of_spades_chooses() -> None:
    """Z3: the holder of Qs chooses the order of play."""
    book = dealt(QUEENS)
    assert book.campaign.waiting == ("oliv10",)
    event = order(book.campaign, ORDER)
    assert isinstance(event, OrderChosen)
    assert event.by == "oliv10"


def test_one_player_may_hold_both_queens() -> None:
    """Z3: one player may hold both."""
    book = dealt({"snaga": "Qh Qs"})
    assert book.campaign.waiting == ("snaga",)
    assert chosen(book, ("snaga", *PLAYERS[:4])).manche.turn == "snaga"


def test_the_order_starts_with_the_queen_of_hearts() -> None:
    """Z3: with the holder of Qh first."""
    found = order(dealt(QUEENS).campaign, PLAYERS)
    assert code_of_problem(found) == "order_starts_with"


@pytest.mark.parametrize(
    "names",
    [ORDER[:4], (*ORDER[:4], "snaga"), (*ORDER, "snaga")],
    ids=["four", "one twice and one missing", "one too many"],
)
def test_the_order_names_all_five(names: tuple[str, ...]) -> None:
    """Z26: the order names all five."""
    assert code_of_problem(order(dealt(QUEENS).campaign, names)) == "order_names_all"


def test_the_order_is_read_as_names_are_typed() -> None:
    """design.md, Command line: a name may be any unique prefix, without case or accents."""
    event = order(dealt(QUEENS).campaign, ("misterh", "SNA", "oliv", "inter", "MrR"))
    assert isinstance(event, OrderChosen)
    assert event.order == ORDER
    assert code_of_problem(order(dealt(QUEENS).campaign, ("zzz",))) == "unknown_name"


def test_the_order_opens_the_commitments_of_both_queens() -> None:
    """design.md, Events: salts of Qh and of Qs."""
    book = dealt(QUEENS)
    event = order(book.campaign, ORDER)
    assert isinstance(event, OrderChosen)
    assert event.salts == (
        *salts_of(book.campaign, book.manche, "MisterH", (QUEEN_OF_HEARTS,)),
        *salts_of(book.campaign, book.manche, "oliv10", (QUEEN_OF_SPADES,)),
    )


def test_the_order_is_chosen_once() -> None:
    """Z3, Z4: the order is that of the partie."""
    assert code_of_problem(order(chosen(dealt(QUEENS)).campaign, ORDER)) == "order_already_chosen"
    assert code_of_problem(order(second_manche().campaign, ORDER)) == "order_is_kept"


def test_without_an_answer_the_order_is_that_of_registration_after_the_queen_of_hearts() -> None:
    """Z3 ◇: Qh first, then the order of registration."""
    event = order(dealt(QUEENS).campaign, ())
    assert isinstance(event, OrderChosen)
    assert event.order == ("MisterH", "intersideral", "MrRarty", "oliv10", "snaga")


def test_the_order_of_registration_outlives_an_undone_deal() -> None:
    """Z3 ◇: the order of registration, not that of the seats; design.md: dealt anew to the same seats."""
    from gm.campaign import Problem
    from gm.desk.corrections import undo

    book = dealt(QUEENS)
    made = undo(book.campaign, None, "erreur")
    assert not isinstance(made, Problem)
    book.add(made.event)
    event = order(deal(book).campaign, ())
    assert isinstance(event, OrderChosen)
    assert event.order == ("MisterH", "intersideral", "MrRarty", "oliv10", "snaga")


def test_there_is_no_order_to_choose_before_a_deal_or_after_the_manche() -> None:
    """Z3: the choice is made once the hands are dealt and before anybody plays."""
    assert code_of_problem(order(registered().campaign, ORDER)) == "nothing_dealt"
    assert code_of_problem(order(sanctioned_to_the_end(dealt()).campaign, ORDER)) == "manche_over"


class TestSanctionedHolders:
    def test_of_the_queen_of_spades(self) -> None:
        """Z26: a sanctioned holder of Qs no longer chooses: the holder of Qh does."""
        book = out(dealt(QUEENS), "oliv10")
        assert book.campaign.waiting == ("MisterH",)
        event = order(book.campaign, ORDER)
        assert isinstance(event, OrderChosen)
        assert event.by == "MisterH"

    def test_of_the_queen_of_hearts(self) -> None:
        """Z26: the order names all five, Qh first; the first active player of it opens."""
        book = out(dealt(QUEENS), "MisterH")
        assert book.campaign.waiting == ("oliv10",)
        assert code_of_problem(order(book.campaign, PLAYERS)) == "order_starts_with"
        assert chosen(book).manche.turn == "snaga"

    def test_of_both(self) -> None:
        """Z26: else the first active seat chooses."""
        book = dealt(QUEENS)
        seats = [name for name in book.manche.deal.seats if name not in QUEENS]
        out(book, "oliv10", "MisterH")
        assert book.campaign.waiting == (seats[0],)
        out(book, seats[0])
        assert book.campaign.waiting == (seats[1],)
        event = order(book.campaign, ORDER)
        assert isinstance(event, OrderChosen)
        assert event.by == seats[1]

    @pytest.mark.parametrize(
        ("gone", "chooser", "first"),
        [
            (("snaga",), "oliv10", "[b]MisterH[/b] vient en tête"),
            (("oliv10",), "MisterH", "ton nom vient en tête"),
            (("oliv10", "MisterH"), "MrRarty", "[b]MisterH[/b] vient en tête"),
        ],
    )
    def test_whoever_chooses_is_told_who_comes_first(
        self, gone: tuple[str, ...], chooser: str, first: str
    ) -> None:
        """Z26: the order names all five, Qh first, though its holder may not be the one who opens."""
        book = out(dealt(QUEENS), *gone)
        assert book.campaign.waiting == (chooser,)
        message = message_to(book.campaign, chooser, "hand", SHOWN)
        assert isinstance(message, Message)
        assert first in message.body

    def test_one_player_with_both_queens(self) -> None:
        """Z26: nobody else holds one, so the first active seat chooses; the order still starts with Qh."""
        book = dealt({"snaga": "Qh Qs"})
        out(book, "snaga")
        assert book.campaign.waiting == (next(s for s in book.manche.deal.seats if s != "snaga"),)
        assert chosen(book, ("snaga", *PLAYERS[:4])).manche.turn == PLAYERS[0]


def test_manche_2_keeps_the_order_and_the_trou_du_cul_opens() -> None:
    """Z4: the order of manche 1 is kept, and the Trou du cul opens."""
    book = play_manche(chosen(dealt(QUEENS)), Random(5))
    places = book.manche.places
    deal(book)
    assert book.manche.order == ORDER
    assert book.manche.turn == max(places, key=lambda name: places[name])
    assert second_manche().manche.turn == LAST


def test_where_nobody_chose_the_order_is_that_of_the_first_seats() -> None:
    """design.md, Dealing: where nobody chooses the order of play it is the first manche's seats."""
    book = dealt()
    seats = book.manche.deal.seats
    deal(sanctioned_to_the_end(book))
    assert book.manche.order == seats != book.manche.deal.seats


def test_an_order_chosen_after_overruled_plays_leaves_the_turn_where_it_is() -> None:
    """design.md, Events: the moderator has the last word on `order_not_chosen`; Z13 then holds."""
    book = dealt({"MisterH": "Qh 3s", "oliv10": "Qs", "snaga": "2s", "intersideral": "2h", "MrRarty": "2d"})

    def overruled(card: str) -> str:
        player = book.manche.turn
        assert player is not None
        (move,) = judged(book, player, card).moves
        salts = salts_of(book.campaign, book.manche, player, move.cards)
        book.add(Played(player, move.cards, salts, overruled=("order_not_chosen",), reason="pressé"))
        return player

    overruled("3s")
    second = book.manche.turn
    assert second is not None
    (two,) = (code for code in ("2s", "2h", "2d", "2c") if book.manche.hand(second) >> card_of(code) & 1)
    overruled(two)
    assert (book.manche.turn, book.state.pile) == (second, ())
    assert chosen(book).manche.turn == second


def test_an_order_chosen_after_an_overruled_play_keeps_the_pile() -> None:
    """design.md, Events: an accepted play stands; its author keeps it under the new seats."""
    book = dealt({"MisterH": "Qh 3s", "oliv10": "Qs"})
    (move,) = judged(book, "MisterH", "3s").moves
    salts = salts_of(book.campaign, book.manche, "MisterH", move.cards)
    book.add(Played("MisterH", move.cards, salts, overruled=("order_not_chosen",), reason="pressé"))
    turn = book.manche.turn
    chosen(book)
    assert book.manche.turn == turn
    assert [book.manche.order[play.seat] for play in book.state.pile] == ["MisterH"]


def test_the_turn_goes_round_in_the_order_chosen() -> None:
    """Z22: the turn goes round in the order; each turn is one play or one pass."""
    book = chosen(dealt({"MisterH": "Qh 3s", "oliv10": "Qs"}))
    turns = [book.manche.turn]
    for text in ("3s", *["je passe"] * 4):
        play(book, None, text)
        turns.append(book.manche.turn)
    assert turns == [*ORDER, "MisterH"]
