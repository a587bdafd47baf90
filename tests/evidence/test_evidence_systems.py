"""Honest manches of every system verify where their gifts were never published (Z19, B8, E5, C5)."""

from random import Random

import pytest
from builders import Book, deal, exchange_all, open_partie, play_some, register
from tables import sanctioned_to_the_end

from gm.desk.corrections import abandon
from gm.evidence import examine
from gm.ledger import Copy, read
from gm.rules import PRESETS


@pytest.mark.parametrize("copy", ["own", "public"])
@pytest.mark.parametrize("preset", ["bga", "elysee", "classic"])
def test_an_exchange_before_an_abandoned_manche_verifies(preset: str, copy: Copy) -> None:
    """design.md, Dealing: the gifts are told from the commitments; nobody asked for any of them."""
    chance = Random(4)
    book = register(open_partie(Book(rules=PRESETS[preset]), chance), tuple("abcd"))
    sanctioned_to_the_end(deal(book))
    play_some(exchange_all(deal(book), chance), chance, 3)
    book.add(abandon(book.campaign, "une main au mauvais joueur", bytes(32)))
    deal(book)
    report = examine(read(book.own() if copy == "own" else book.public(), copy=copy), copy)
    assert (report.faults, report.unjudged) == ((), ())
