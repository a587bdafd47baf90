"""A refused move on record is judged again where the hands are known: nobody is accused at will (Z18)."""

from dataclasses import replace
from random import Random

import pytest
from builders import Book, choose_order, deal, open_partie, play_manche, play_some, register, sealed

from gm.cards import cards_in, code_of
from gm.desk.referee import PostJudged, judge_text, refusal_of
from gm.events import Record, Refused
from gm.evidence import Report, examine
from gm.ledger import Copy, public_copy, read


def begun(moves: int = 4) -> tuple[Book, Random]:
    """A manche in which somebody has to answer."""
    chance = Random(3)
    book = choose_order(deal(register(open_partie(Book(), chance))), chance)
    play_some(book, chance, moves)
    assert book.state.pile
    return book, chance


def refused(book: Book, player: str, text: str) -> Refused:
    judged = judge_text(book.campaign, player, text)
    assert isinstance(judged, PostJudged), judged
    assert not judged.accepted, text
    return refusal_of(judged.moves[-1], None, None)


def not_of(book: Book, player: str) -> str:
    """The code of a card that a player does not hold, and never did."""
    other = next(name for name in book.manche.order if name != player)
    return code_of(cards_in(book.manche.hand(other))[0])


def report(records: list[Record], copy: Copy) -> Report:
    data = sealed(records)
    return examine(read(data if copy == "own" else public_copy(data), copy=copy), copy)


def moves_to_refuse(book: Book) -> list[Refused]:
    """A card not held, the same by rank alone, a pass and a play out of turn, a stranger's play."""
    turn = book.manche.turn
    assert turn is not None
    out_of_turn = next(name for name in book.manche.order if name != turn)
    missing = next(rank for rank in "3456789" if not any(rank == code[0] for code in held(book, turn)))
    return [
        refused(book, turn, f"{not_of(book, turn)[0]}{'♠♥♦♣'['shdc'.index(not_of(book, turn)[1])]}"),
        refused(book, turn, missing),
        refused(book, out_of_turn, "je passe"),
        refused(book, "Zoé", "double 7"),
    ]


def held(book: Book, player: str) -> list[str]:
    return [code_of(card) for card in cards_in(book.manche.hand(player))]


@pytest.mark.parametrize("copy", ["own", "public"])
def test_a_refusal_as_the_judge_gave_it_verifies(copy: Copy) -> None:
    """Whatever was refused, named with suits or without, by whomever: the same codes come out again."""
    book, chance = begun()
    made = moves_to_refuse(book)
    book.add(made)
    play_manche(book, chance)
    found = report(book.records, copy)
    assert found.faults == ()
    assert found.unjudged == ()
    assert {code for each in made for code in each.violations} >= {
        "not_held",
        "not_your_turn",
        "unknown_player",
    }


@pytest.mark.parametrize("copy", ["own", "public"])
@pytest.mark.parametrize(
    "violations",
    [("not_held",), ("too_low", "not_held"), ("cannot_pass_opening",), ("not_your_turn", "not_your_turn")],
)
def test_a_refusal_for_other_reasons_is_a_fault(copy: Copy, violations: tuple[str, ...]) -> None:
    """A moderator who records a cheat that was none is found out once the hands are known."""
    book, chance = begun()
    out_of_turn = next(name for name in book.manche.order if name != book.manche.turn)
    book.add(replace(refused(book, out_of_turn, "je passe"), violations=violations))
    seq = book.campaign.seq
    play_manche(book, chance)
    faults = report(book.records, copy).faults
    assert [(fault.seq, fault.code) for fault in faults] == [(seq, "bad_refusal")]
    assert faults[0].why == "the judge says: not_your_turn"


def test_a_refusal_of_what_is_allowed_is_a_fault() -> None:
    """The player whose turn it is may pass (Z7)."""
    book, _ = begun()
    turn = book.manche.turn
    assert turn is not None
    book.add(Refused(turn, "pass", ("too_low",)))
    (fault,) = report(book.records, "own").faults
    assert (fault.code, fault.why) == ("bad_refusal", "the judge says: accepted")


def test_a_refusal_after_the_end_of_a_manche_is_judged_too() -> None:
    """Whoever comes too late is told `manche_over`, and nothing else."""
    book, chance = begun()
    play_manche(book, chance)
    book.add([Refused("snaga", "7s", ("manche_over",)), Refused("snaga", "7s", ("not_held",))])
    faults = report(book.records, "public").faults
    assert [(fault.seq, fault.code) for fault in faults] == [(book.campaign.seq, "bad_refusal")]


@pytest.mark.parametrize("claim", ["7z", "?", "7? Zs", "PASS", "10s"])
def test_a_claim_of_what_is_no_card_is_a_fault(claim: str) -> None:
    """`claim` is cards as written, `7?` without a suit, or `pass` (design.md, Events)."""
    book, _ = begun()
    book.add(Refused(book.manche.order[0], claim, ("not_held",)))
    assert [fault.code for fault in report(book.records, "own").faults] == ["bad_refusal"]


def test_a_refusal_before_any_deal_is_a_fault() -> None:
    """There is no position in which it could have been judged."""
    book = register(open_partie(Book(), Random(3)))
    book.add(Refused("snaga", "7s", ("not_held",)))
    assert [fault.code for fault in report(book.records, "public").faults] == ["bad_refusal"]


def test_a_refusal_in_an_open_manche_waits_for_its_end() -> None:
    """In a public copy nobody knows the hands yet; the report lists the entry as not judged."""
    book, _ = begun()
    book.add(Refused(book.manche.order[0], "7s", ("not_held", "too_low")))
    found = report(book.records, "public")
    assert found.faults == ()
    assert book.campaign.seq in found.unjudged
