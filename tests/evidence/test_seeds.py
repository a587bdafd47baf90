"""A seed is that of one manche: once it is public nobody plays from it (design.md, Dealing)."""

from dataclasses import replace
from random import Random

import pytest
from attacks.attacks_on_seeds import one_seed_for_two_manches, the_abandoned_seed_again
from builders import Book, deal, open_partie, register, sealed, time_of, whole_partie

from gm import dealing
from gm.desk.corrections import abandon
from gm.events import MancheClosed, PartieOpened, Record
from gm.evidence import examine
from gm.ledger import Copy, public_copy, read


def faults(data: bytes, copy: Copy = "public") -> list[tuple[int | None, str]]:
    return [(fault.seq, fault.code) for fault in examine(read(data, copy=copy), copy).faults]


def test_a_seed_published_shows_that_the_next_manche_has_the_same() -> None:
    """In a public copy it is found when manche 1 is closed, and once more with the seed of manche 2."""
    records = one_seed_for_two_manches().records
    closed = [record.seq for record in records if isinstance(record.event, MancheClosed)]
    assert faults(public_copy(sealed(records))) == [(seq, "bad_seed") for seq in closed]


@pytest.mark.parametrize("copy", ["own", "public"])
def test_an_abandoned_seed_cannot_come_again(copy: Copy) -> None:
    """The next deal would be known to all who know the words."""
    records = the_abandoned_seed_again().records
    data = sealed(records)
    assert (9, "bad_seed") in faults(data if copy == "own" else public_copy(data), copy)


@pytest.mark.parametrize("copy", ["own", "public"])
def test_a_new_seed_after_abandoning_is_fine(copy: Copy) -> None:
    """Nothing is wrong with the deal that follows an abandoned one from a seed of its own."""
    book = deal(register(open_partie(Book(), Random(3))))
    book.add(abandon(book.campaign, "une main au mauvais joueur", bytes(32)))
    data = sealed(deal(book).records)
    assert faults(data if copy == "own" else public_copy(data), copy) == []


def test_a_seed_of_an_earlier_partie_cannot_come_again() -> None:
    """In one's own copy it is found where it is committed to."""
    book = whole_partie(3)
    opened = book.records[1].event
    assert isinstance(opened, PartieOpened)
    commitments = {m: dealing.commit("zebest", 2, m, seed) for m, seed in (opened.seeds or {}).items()}
    seq = len(book.records) + 1
    again = Record(seq, time_of(seq), replace(opened, partie=2, commitments=commitments))
    assert faults(sealed([*book.records, again]), "own") == [(seq, "bad_seed"), (seq, "bad_seed")]
