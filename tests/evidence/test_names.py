"""Names equal under NFKC and case folding are one (design.md, The ledger)."""

from random import Random

import pytest
from builders import Book, choose_order, deal, open_partie, register, sealed, whole_partie

from gm.campaign import fold
from gm.desk.replacing import replace
from gm.events import Joined, Left, Undone
from gm.evidence import examine
from gm.ledger import read


def faults(book: Book) -> list[tuple[int | None, str]]:
    return [(fault.seq, fault.code) for fault in examine(read(sealed(book.records)), "public").faults]


@pytest.mark.parametrize("other", ["SNAGA", "Snaga", "ｓｎａｇａ", "ſnaga"])
def test_two_players_cannot_bear_one_name(other: str) -> None:
    """Somebody who joins under another spelling of a registered name could be taken for them."""
    book = register(open_partie(Book(), Random(3)))
    book.add(Joined(other))
    assert faults(book) == [(8, "same_name")]


def test_a_name_that_had_a_seat_is_kept_for_its_bearer() -> None:
    """Whoever played is in the classement for good; the same spelling may join again."""
    book = deal(register(open_partie(Book(), Random(3))))
    book.add(Joined("SNAGA"))
    assert faults(book) == [(9, "same_name")]
    later = open_partie(whole_partie(3), Random(4))
    later.add([Joined("snaga"), Left("snaga"), Joined("SNAGA")])
    assert faults(later) == [(later.campaign.seq, "same_name")]
    book = deal(register(open_partie(Book(), Random(3))))
    book.add(replace(book.campaign, "snaga", "Zoé"))
    book.add([Joined("snaga"), Left("snaga"), Joined("SNAGA")])
    assert faults(book) == [(book.campaign.seq, "same_name")]


def test_a_name_given_up_before_any_deal_is_free() -> None:
    """Who left without playing leaves nothing behind that could be confused."""
    book = register(open_partie(Book(), Random(3)))
    book.add([Left("snaga"), Joined("Snaga")])
    assert faults(book) == []


def test_a_newcomer_is_one_name_with_those_known_as_long_as_they_have_the_seat() -> None:
    """Z24; design.md, `undone`: undone, they leave their name free; given back, they have it again."""
    book = choose_order(deal(register(open_partie(Book(), Random(3)))), Random(3))
    book.add(replace(book.campaign, "snaga", "Zoé"))
    seat = book.campaign.seq
    book.add([Joined("ZOÉ"), Left("ZOÉ")])
    assert faults(book) == [(seat + 1, "same_name")]
    book.records, book.campaign = book.records[:seat], fold(book.records[:seat])
    book.add([Undone(seat, "erreur"), Undone(seat + 1, "si"), Joined("ZOÉ")])
    assert faults(book) == [(seat + 3, "same_name")]
    book.add([Left("ZOÉ"), Undone(seat, "erreur"), Joined("ZOÉ")])
    assert faults(book) == [(seat + 3, "same_name")]
