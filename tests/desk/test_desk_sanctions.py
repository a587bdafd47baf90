"""Sanctions and departures in each phase (Z18, Z26, Z28)."""

import pytest
from builders import PLAYERS, Book, deal
from tables import (
    SHOWN,
    code_of_problem,
    dealt,
    exchange_all_default,
    first_manche,
    in_order,
    judged,
    play,
    registered,
    sanctioned_to_the_end,
    second_manche,
)

from gm.desk.corrections import sanction
from gm.desk.texts import message_to, sanction_text
from gm.events import MancheClosed, PartieClosed, Sanctioned
from gm.render import Message

A, B, C = "MisterH", "snaga", "oliv10"


def out(book: Book, *names: str) -> Book:
    for name in names:
        book.add(sanction(book.campaign, name, "triche", ()))
    return book


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("phase", ["order", "play", "exchange", "play 2"])
def test_a_sanction_may_come_from_the_deal_on(phase: str, name: str) -> None:
    """Z26: from the deal on; Z18: the lowest free place at once, and the cards leave the game."""
    book = {
        "order": dealt,
        "play": first_manche,
        "exchange": second_manche,
        "play 2": lambda: exchange_all_default(second_manche()),
    }[phase]()
    hand = book.manche.hand(name)
    out(book, name)
    assert book.manche.places == {name: 5}
    assert book.manche.hand(name) == hand
    assert book.manche.turn != name
    assert [each.code for each in judged(book, name, "7♠").moves[0].ruling.objections] == ["already_out"]


def test_sanctions_take_the_lowest_place_still_free() -> None:
    """Z15, Z18: later ones take the lowest place still free; the last player takes what is left (Z16)."""
    book = out(first_manche(), A, B, C)
    assert book.manche.places == {A: 5, B: 4, C: 3}
    others = [name for name in PLAYERS if name not in (A, B, C)]
    out(book, others[0])
    assert book.manche.places == {A: 5, B: 4, C: 3, others[0]: 2, others[1]: 1}


@pytest.mark.parametrize("table", [dealt, first_manche], ids=["order", "play"])
def test_a_sanction_that_ends_the_manche_closes_it(table: object) -> None:
    """Z16; design.md, Events: `manche_closed` is appended together with what causes it."""
    book = table()  # type: ignore[operator]
    out(book, *PLAYERS[:3])
    events = sanction(book.campaign, PLAYERS[3], "triche", ())
    assert isinstance(events, tuple)
    assert [type(event) for event in events] == [Sanctioned, MancheClosed]
    book.add(events)
    assert book.campaign.phase == "ready_to_deal"


def test_a_sanction_that_ends_the_second_manche_closes_the_partie() -> None:
    """Z21: a partie is two manches; an exchange that nobody can use is not finished."""
    book = out(second_manche(), *PLAYERS[:3])
    events = sanction(book.campaign, PLAYERS[3], "triche", ())
    assert isinstance(events, tuple)
    assert [type(event) for event in events] == [Sanctioned, MancheClosed, PartieClosed]


def test_the_turn_moves_on_and_the_pile_stays() -> None:
    """Z18: the turn moves on if it was theirs; the pile stays, even when they are its author."""
    book = play(in_order({A: "3s", B: "4s", C: "5s"}), A, "3♠")
    out(book, B)
    assert book.manche.turn == C
    out(book, A)
    assert book.manche.turn == C
    assert len(book.state.pile) == 1


def test_a_sanction_keeps_its_evidence() -> None:
    """design.md, Events: `sanctioned` {player, reason, evidence? [seq]}."""
    book = first_manche()
    events = sanction(book.campaign, "mist", "  deux  fois ", (2, 3))
    assert events == (Sanctioned(A, "deux fois", (2, 3)),)


def test_what_cannot_be_sanctioned() -> None:
    """rules.md, Verdict codes: a sanction can be refused with unknown_player, manche_over, already_out."""
    book = out(first_manche(), A)
    last = len(book.records)
    for campaign, name, reason, evidence, code in (
        (registered().campaign, A, "triche", (), "nothing_dealt"),
        (book.campaign, A, "triche", (), "already_out"),
        (book.campaign, "Toto", "triche", (), "unknown_name"),
        (book.campaign, "mister", " ", (), "reason_missing"),
        (book.campaign, B, "x" * 201, (), "reason_missing"),
        (book.campaign, B, "triche", (last + 1,), "no_such_entry"),
        (book.campaign, B, "triche", (0,), "no_such_entry"),
        (sanctioned_to_the_end(first_manche()).campaign, B, "triche", (), "manche_over"),
        (sanctioned_to_the_end(exchange_all_default(second_manche())).campaign, B, "x", (), "manche_over"),
    ):
        assert code_of_problem(sanction(campaign, name, reason, evidence)) == code
    assert isinstance(sanction(book.campaign, B, "triche", (1, last)), tuple)


def test_an_accepted_play_is_never_undone_by_a_later_sanction() -> None:
    """Z18: the play stands, and who it made finish keeps their place."""
    book = play(in_order({A: "2s 3s", B: "4s", C: "5s"}), A, "2♠ puis 3♠")
    moves = book.manche.moves
    out(book, A)
    assert book.manche.moves[: len(moves)] == moves
    assert deal(sanctioned_to_the_end(book)).manche.number == 2


@pytest.mark.parametrize("departure", [True, False])
def test_a_departure_is_a_sanction_without_the_word_cheat(departure: bool) -> None:
    """Z28: leaving during a manche is Z18 without the word cheat."""
    book = first_manche()
    book.add(sanction(book.campaign, A, "en vacances", (), departure=departure))
    text = sanction_text(book.campaign, book.records[-1], SHOWN)
    told = message_to(book.campaign, A, "sanction", SHOWN)
    assert isinstance(told, Message)
    assert "Z28 en vacances" not in text.body + told.body
    words = (text.title + text.body + told.subject + told.body).casefold()
    assert ("trich" in words or "sanction" in words) != departure
    assert A in words or A.casefold() in words


def test_a_sanctioned_player_is_told_so_and_gets_no_hand() -> None:
    """Z18: their cards leave the game."""
    book = out(first_manche(), A)
    told = message_to(book.campaign, A, None, SHOWN)
    assert isinstance(told, Message)
    assert told == message_to(book.campaign, A, "sanction", SHOWN)
    assert code_of_problem(message_to(book.campaign, A, "hand", SHOWN)) == "no_hand"
    assert code_of_problem(message_to(book.campaign, B, "sanction", SHOWN)) == "not_sanctioned"
