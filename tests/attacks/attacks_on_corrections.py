"""Sanctions, refusals and undos that the rules do not know, and what is recorded after the end."""

from dataclasses import replace
from typing import Final

from attacks.attacks_on_turns import on_own, on_own_and_public, playing, waiting
from attacks.forging import NOTHING, Attack, begun, both, codes, first, honest, second_manche, then
from attacks.named import by

from gm import dealing
from gm.events import (
    MancheAbandoned,
    MancheClosed,
    MancheDealt,
    PartieClosed,
    Played,
    Refused,
    Sanctioned,
    Undone,
)


def a_sanction_of_a_stranger() -> Attack:
    """Somebody who was dealt no cards is sanctioned, so that the last place is taken."""
    return on_own_and_public(playing(), Sanctioned("Zoé", "triche"), "unknown_player")


def a_sanction_twice() -> Attack:
    """A player is sanctioned twice, so that two of the last places are taken."""
    book = playing()
    book.add(Sanctioned(waiting(book.manche), "triche"))
    _, event = first(book.records, Sanctioned)
    return on_own(book, event, "already_out")


def a_refusal_of_what_is_allowed() -> Attack:
    """The moderator puts a legal pass on record as cheating."""
    book = playing(1)
    turn = book.manche.turn
    assert turn is not None
    refused = Refused(turn, "pass", ("not_held",))
    return Attack(then(book.records, refused), book.campaign.seq + 1, codes("bad_refusal"), NOTHING)


def a_refusal_with_a_worse_code() -> Attack:
    """The moderator puts a play out of turn on record as one of a card that was not held."""
    book = playing()
    refused = Refused(waiting(book.manche), "pass", ("not_your_turn", "not_held"))
    return Attack(then(book.records, refused), book.campaign.seq + 1, codes("bad_refusal"), NOTHING)


def a_refusal_before_the_deal() -> Attack:
    """The moderator puts a refused play on record before anybody had cards."""
    return both(then(begun().records, Refused("snaga", "7s", ("not_held",))), 8, "bad_refusal")


def an_undo_into_an_earlier_manche() -> Attack:
    """When manche 2 is dealt, the end of manche 1 is undone, whose hands everybody has seen."""
    book = second_manche()
    seq, _ = first(book.records, MancheClosed)
    return on_own_and_public(book, Undone(seq - 1, "une erreur"), "not_undoable")


def an_undo_of_a_registration() -> Attack:
    """A registration is undone during a manche, so that the deal went to somebody else."""
    return on_own_and_public(playing(), Undone(7, "une erreur"), "not_undoable")


def an_undo_of_what_is_to_come() -> Attack:
    """An entry that is not written yet is undone, so that it does not count when it comes."""
    book = playing()
    return on_own_and_public(book, Undone(book.campaign.seq + 5, "une erreur"), "not_undoable")


def an_undo_of_itself() -> Attack:
    """An undo names itself, at which a reader may go round for ever."""
    book = playing()
    return on_own_and_public(book, Undone(book.campaign.seq + 1, "une erreur"), "not_undoable")


def an_undo_before_any_deal() -> Attack:
    """The opening of the partie is undone before the deal, to commit to seeds that please more."""
    return on_own_and_public(begun(), Undone(2, "une erreur"), "nothing_to_undo")


def an_abandoned_manche_that_is_over() -> Attack:
    """A manche is abandoned when it is over, since its places do not please."""
    records = honest()
    seq, closed = first(records, MancheClosed)
    event = MancheAbandoned(
        1, 1, closed.seed, "une erreur", dealing.commit("zebest", 1, 1, "0" * 64), None, "0" * 64
    )
    return both(then(records[:seq], event), seq + 1, "ruling", why="manche_over")


def a_play_after_the_end() -> Attack:
    """A play is recorded after the partie was closed, as if there were still something to play for."""
    records = honest()
    _, played = first(records, Played)
    return both(then(records, played), len(records) + 1, "ruling", "bad_salt", why="nothing_dealt")


def a_sanction_after_the_end() -> Attack:
    """The winner is sanctioned after the partie was closed."""
    records = honest()
    return both(then(records, Sanctioned("snaga", "triche")), len(records) + 1, "ruling", why="nothing_dealt")


def a_deal_after_the_end() -> Attack:
    """A third manche is dealt in a partie of two that was closed, so that places change."""
    records = honest()
    _, dealt = first(records, MancheDealt)
    forged = then(records, replace(dealt, manche=3))
    return both(forged, len(records) + 1, "no_commitment", "ruling", why="not_ready_to_deal")


def an_end_after_the_end() -> Attack:
    """The last manche is closed once more after the partie, with other places."""
    records = honest()
    _, closed = first(records, MancheClosed, lambda event: event.manche == 2)
    names = tuple(closed.places)
    forged = replace(closed, places={name: place for place, name in enumerate(reversed(names), start=1)})
    return both(then(records, forged), len(records) + 1, "ruling", why="manche_not_over")


def a_partie_closed_twice() -> Attack:
    """The partie is closed a second time, so that those who count them count two."""
    records = honest()
    return both(then(records, PartieClosed(1)), len(records) + 1, "ruling", why="partie_not_over")


CATALOGUE: Final = by(
    "moderator",
    a_sanction_of_a_stranger,
    a_sanction_twice,
    a_refusal_of_what_is_allowed,
    a_refusal_with_a_worse_code,
    a_refusal_before_the_deal,
    an_undo_into_an_earlier_manche,
    an_undo_of_a_registration,
    an_undo_of_what_is_to_come,
    an_undo_of_itself,
    an_undo_before_any_deal,
    an_abandoned_manche_that_is_over,
    a_play_after_the_end,
    a_sanction_after_the_end,
    a_deal_after_the_end,
    an_end_after_the_end,
    a_partie_closed_twice,
)
