"""What the moderator takes back, as asked for at the desk (design.md, Events: `undone`)."""

from random import Random

from builders import PLAYERS, Book, choose_order, deal, open_partie, play_some, whole_partie
from tables import (
    NEUTRAL,
    PRESIDENT,
    code_of_problem,
    dealt,
    first_manche,
    give_back,
    in_order,
    play,
    receive,
    registered,
    sanctioned_to_the_end,
    second_manche,
)

from gm.campaign import Problem
from gm.desk.corrections import UndoProposed, sanction, undo
from gm.desk.prepare import join, leave
from gm.desk.referee import refusal_of
from gm.events import MancheClosed, PartieClosed, Undone

A, B, C = "MisterH", "snaga", "oliv10"


def proposed(book: Book, seq: int | None = None) -> UndoProposed:
    found = undo(book.campaign, seq, "erreur")
    assert isinstance(found, UndoProposed), found
    return found


def undone(book: Book, seq: int | None = None) -> Book:
    book.add(proposed(book, seq).event)
    return book


def seqs(found: UndoProposed) -> list[int]:
    return [record.seq for record in found.undone]


def test_without_a_number_it_is_the_last_move() -> None:
    """design.md, Command line: `gm undo [SEQ]`."""
    book = play(in_order({A: "3s", B: "4s", C: "5s"}), A, "3♠")
    found = proposed(book)
    assert found.event == Undone(len(book.records), "erreur")
    assert seqs(found) == [len(book.records)]
    book.add(found.event)
    assert book.manche.turn == A
    assert book.state.pile == ()


def test_an_entry_goes_with_all_that_followed() -> None:
    """design.md, Events: those count that counted just before `from`."""
    book = in_order({A: "3s", B: "4s", C: "5s"})
    first = len(book.records) + 1
    for text in ("3♠", "4♠", "5♠"):
        play(book, None, text)
    assert seqs(proposed(book, first + 1)) == [first + 1, first + 2]


def test_a_move_that_closed_the_manche_goes_with_its_closing() -> None:
    """design.md: it may reach over `manche_closed`; the answer then says that the seed was out."""
    book = sanctioned_to_the_end(first_manche())
    closed = len(book.records)
    found = proposed(book)
    assert found.seed_was_out
    assert seqs(found) == [closed - 1, closed]
    assert isinstance(book.records[-1].event, MancheClosed)
    book.add(found.event)
    assert book.campaign.phase == "play"
    assert not proposed(book).seed_was_out


def test_the_end_of_the_partie_can_be_undone_until_the_next_deal() -> None:
    """design.md: it may reach over `manche_closed` until the next deal, so over `partie_closed` too."""
    book = whole_partie(3)
    assert isinstance(book.records[-1].event, PartieClosed)
    turn = book.records[-3].event.player  # type: ignore[union-attr]
    for closing in (len(book.records) - 1, len(book.records)):
        assert code_of_problem(undo(book.campaign, closing, "erreur")) == "closing_not_undoable"
    undone(book)
    assert book.campaign.phase == "play"
    assert book.manche.turn == turn
    play_some(book, Random(1), 100)
    assert book.campaign.phase == "over"


def test_a_partie_opened_meanwhile_stands() -> None:
    """design.md: joins and words stand, and so does the registration they belong to; then it goes on."""
    book = open_partie(whole_partie(3), Random(2))
    for name in ("new", PLAYERS[0]):
        book.add(join(book.campaign, name, "mot"))
    undone(book)
    assert book.campaign.partie is not None
    assert (book.campaign.partie.number, book.campaign.phase) == (1, "play")
    assert len(book.campaign.parties) == 2
    play_some(book, Random(1), 100)
    assert (book.campaign.partie.number, book.campaign.phase) == (2, "registration")
    assert book.campaign.players == ("new", PLAYERS[0])
    assert book.campaign.words_for(1) == {"new": "mot", PLAYERS[0]: "mot"}


def test_an_earlier_manche_is_out_of_reach() -> None:
    """design.md: `undone` names an event of the open manche."""
    book = sanctioned_to_the_end(first_manche())
    closed = len(book.records)
    deal(book)
    assert code_of_problem(undo(book.campaign, closed, "erreur")) == "not_undoable"
    found = undo(book.campaign, 1, "erreur")
    assert isinstance(found, Problem)
    assert found.params == {"seq": "1", "first": str(closed + 1), "last": str(closed + 1)}


def test_what_stands_cannot_be_undone() -> None:
    """design.md: joins, words, departures, refusals and notes stand."""
    book = dealt()
    book.add(join(book.campaign, "sixth", None))
    assert code_of_problem(undo(book.campaign, len(book.records), "erreur")) == "not_undoable"
    assert proposed(book).event.from_ == book.manche.dealt.seq


def test_who_joined_and_who_left_meanwhile_stays_so() -> None:
    """design.md: joins and departures stand."""
    book = registered()
    for name in ("sixth", "seventh"):
        book.add(join(book.campaign, name, None))
    choose_order(deal(book), Random(1))
    book.add(leave(book.campaign, "sixth"))
    book.add(join(book.campaign, "eighth", None))
    undone(book)
    assert book.campaign.queue == ("seventh", "eighth")


def test_a_refusal_on_record_stands() -> None:
    """design.md: refusals stand."""
    from tables import judged

    book = play(in_order({A: "8s", B: "3s", C: "5s"}), A, "8♠")
    move = judged(book, B, "3♠").moves[0]
    book.add(refusal_of(move, None, None))
    assert proposed(book).event.from_ == len(book.records) - 1


def test_an_undone_order_is_to_be_chosen_again() -> None:
    """Z3; design.md: the events of the manche, its order included."""
    book = undone(first_manche())
    assert book.campaign.phase == "order"
    assert book.manche.order == book.manche.deal.seats


def test_an_undone_gift_is_to_be_made_again() -> None:
    """Z19; design.md: the cards are back and the commitments are those of before."""
    book = receive(second_manche({"snaga": "2s 2h", PRESIDENT: "3s 3h"}), PRESIDENT)
    hands, holdings = book.state.hands, book.manche.holdings
    give_back(book, PRESIDENT, "3s 3h")
    undone(book)
    assert (book.state.hands, book.manche.holdings) == (hands, holdings)
    undone(book)
    assert book.manche.hand("snaga") >> 48 & 1
    assert book.manche.pairs[0].received is None


def test_an_undone_sanction_of_a_giver_goes_with_the_gift_it_made() -> None:
    """Z26: one begun is finished after the sanction."""
    book = receive(second_manche(), PRESIDENT)
    sanctioned = len(book.records) + 1
    book.add(sanction(book.campaign, PRESIDENT, "triche", ()))
    assert seqs(proposed(book, sanctioned)) == [sanctioned, sanctioned + 1]
    undone(book, sanctioned)
    assert book.manche.places == {}
    assert book.campaign.waiting == (PRESIDENT, "MisterH")


def test_a_gift_that_no_sanction_made_goes_alone() -> None:
    """Z19, Z26: another player was sanctioned before it."""
    book = second_manche()
    book.add(sanction(book.campaign, NEUTRAL, "triche", (2,)))
    receive(book, PRESIDENT)
    found = undo(book.campaign, None, "erreur")
    assert isinstance(found, UndoProposed)
    assert [record.seq for record in found.undone] == [len(book.records)]


def test_an_entry_that_is_undone_already_is_not_undone_again() -> None:
    """design.md, `undone`: an undo that takes nothing back is none."""
    book = play(in_order({"oliv10": "4s"}), None, "4♠")
    last = len(book.records)
    undone(book)
    assert code_of_problem(undo(book.campaign, last, "erreur")) == "undo_changes_nothing"


def test_an_undo_can_be_undone() -> None:
    """design.md: an earlier `undone` included."""
    book = in_order({A: "3s", B: "4s", C: "5s"})
    for text in ("3♠", "4♠", "5♠"):
        play(book, None, text)
    before, last = book.manche, len(book.records)
    undone(book, last - 1)
    assert book.manche.turn == B
    found = proposed(book, last + 1)
    assert seqs(found) == []
    book.add(found.event)
    assert book.manche == before


def test_an_undone_deal_can_be_restored() -> None:
    """design.md: its deal or an earlier `undone` included."""
    book = first_manche()
    before, last = book.manche, len(book.records)
    undone(book, book.manche.dealt.seq)
    assert book.campaign.manche is None
    assert code_of_problem(undo(book.campaign, None, "erreur")) == "nothing_to_undo"
    undone(book, last + 1)
    assert book.manche == before


def test_an_undo_needs_a_reason_and_something_to_undo() -> None:
    """design.md, Command line: `gm undo [SEQ] --reason T`."""
    assert code_of_problem(undo(first_manche().campaign, None, " ")) == "reason_missing"
    assert code_of_problem(undo(registered().campaign, None, "erreur")) == "nothing_to_undo"
    assert code_of_problem(undo(registered().campaign, 2, "erreur")) == "nothing_to_undo"
    assert code_of_problem(undo(first_manche().campaign, 99, "erreur")) == "not_undoable"
