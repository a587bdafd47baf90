"""What an opening commits to, where a partie ends, and what outlives an undo that reaches over its end."""

from dataclasses import replace
from random import Random

import pytest
from builders import Book, deal, open_partie, register, whole_partie

from gm.campaign import advance
from gm.desk.corrections import UndoProposed, undo
from gm.events import (
    Event,
    MancheAbandoned,
    MancheClosed,
    MancheDealt,
    PartieClosed,
    PartieOpened,
    Record,
    Undone,
)


def refused(book: Book, event: Event) -> list[str]:
    """The codes by which an event is not counted where it would come next."""
    after = advance(book.campaign, Record(book.campaign.seq + 1, "", event))
    return [disorder.code for disorder in after.disorders]


@pytest.mark.parametrize("manches", [(1,), (2,), (1, 3), (1, 2, 3), (2, 3)])
def test_an_opening_commits_to_each_manche_and_no_more(manches: tuple[int, ...]) -> None:
    """`partie_opened` fixes a seed for every manche, two in zebest (design.md, Dealing; Z21)."""
    opened = open_partie(Book(), Random(3)).records[1].event
    assert isinstance(opened, PartieOpened)
    digests = dict.fromkeys(manches, "0" * 64)
    seeds = dict.fromkeys(manches, "1" * 64)
    assert refused(Book(), replace(opened, commitments=digests, seeds=seeds)) == ["wrong_commitments"]
    assert refused(Book(), opened) == []


def test_no_third_manche_is_dealt() -> None:
    """A partie is two manches (Z21), whether or not its end is recorded."""
    book = Book()
    for record in whole_partie(3).records[1:]:
        if not isinstance(record.event, PartieClosed):
            book.add(record.event)
    dealt = book.manche.deal
    assert refused(book, replace(dealt, manche=3)) == ["wrong_manche"]


@pytest.mark.parametrize("kind", [MancheClosed, PartieClosed])
def test_an_end_is_undone_with_what_caused_it_only(kind: type[Event]) -> None:
    """`manche_closed` and `partie_closed` follow by themselves (design.md, Events)."""
    book = whole_partie(3)
    seq = max(record.seq for record in book.records if isinstance(record.event, kind))
    assert refused(book, Undone(seq, "une erreur")) == ["not_undoable"]


def test_a_deal_that_nothing_committed_to_can_be_abandoned_with_a_rule() -> None:
    """A ledger may say so after an abandoned deal without a next seed; it is answered, whatever it says."""
    book = deal(register(open_partie(Book(), Random(3))))
    dealt = book.manche.deal
    given_up = MancheAbandoned(1, 1, "0" * 64, "une erreur")
    book.add([given_up, dealt, replace(given_up, beacon_rule="loto", next_commitment="1" * 64)])
    assert not book.campaign.disorders


def test_a_registration_for_the_next_partie_outlives_an_undo_of_the_last_deal() -> None:
    """Joins stand, of those too who play the partie that goes on (design.md, Events, `undone`)."""
    book = whole_partie(3)
    register(open_partie(book, Random(4)), ["snaga", "Zoé"])
    dealt = max(record.seq for record in book.records if isinstance(record.event, MancheDealt))
    proposed = undo(book.campaign, dealt, "une erreur")
    assert isinstance(proposed, UndoProposed), proposed
    book.add(proposed.event)
    assert [each.player for each in deal(book).campaign.applicants] == ["snaga", "Zoé"]
