"""What a sanction rests on, and how much of it its public text tells (Z18; design.md, "Two audiences")."""

from collections.abc import Mapping

import pytest
from builders import Book, deal
from tables import (
    LAST,
    PRESIDENT,
    SHOWN,
    code_of_problem,
    give_back,
    in_order,
    judged,
    play,
    receive,
    sanctioned_to_the_end,
    second_manche,
)
from test_desk_amending import amended
from test_desk_secrecy import without_secrets_of_form

from gm.desk.citing import about_others
from gm.desk.corrections import sanction, undo
from gm.desk.referee import refusal_of
from gm.desk.replacing import replace as replaced
from gm.desk.texts import message_to, sanction_text, verdict
from gm.events import Sanctioned
from gm.render import Message

A, B, C = "MisterH", "snaga", "oliv10"


def refuse(book: Book, name: str, text: str) -> int:
    """Put a refused post on record; its entry."""
    book.add(refusal_of(judged(book, name, text).moves[-1], None, None))
    return len(book.records)


def sanctioned(book: Book, name: str, *evidence: int, departure: bool = False) -> str:
    """Sanction somebody; the public text, which the message to the player agrees with."""
    book.add(sanction(book.campaign, name, "triche", evidence, departure=departure))
    record = next(each for each in reversed(book.records) if isinstance(each.event, Sanctioned))
    told = message_to(book.campaign, name, "sanction", SHOWN)
    assert isinstance(told, Message)
    body = sanction_text(book.campaign, record, SHOWN).body
    assert proofs(body) == proofs(told.body)
    return body


def proofs(body: str) -> list[str]:
    lines = body.replace("\u00a0", " ").splitlines()
    return [line for line in lines if "prouve" in line or "preuve" in line]


def cited(book: Book) -> tuple[int, ...]:
    return next(each.event.evidence for each in reversed(book.records) if isinstance(each.event, Sanctioned))


def in_play() -> Book:
    return play(in_order({A: "3s 3h 6s", B: "4s 7h 5s", C: "8d 8c 9s 9h"}), A, "3♠")


def test_the_claims_on_record_of_cards_not_held_are_cited_by_themselves() -> None:
    """Z18: of that player, in this manche; a move out of turn is no card that is not held."""
    book = in_play()
    first, _, other = refuse(book, A, "3♠"), refuse(book, A, "3♥"), refuse(book, B, "3♦")
    last = refuse(book, A, "9♠ 9♥")
    sanctioned(book, A)
    assert cited(book) == (first, last)
    sanctioned(book, B, other, 2, other)
    assert cited(book) == (other, 2)


def test_a_departure_cites_nothing_by_itself_and_proves_nothing() -> None:
    """Z28: leaving is Z18 without the word cheat."""
    book = in_play()
    refuse(book, A, "3♠")
    assert proofs(sanctioned(book, A, departure=True)) == []
    assert cited(book) == ()


def test_a_claim_whose_only_proof_was_undone_is_not_cited() -> None:
    """design.md: an undone play no longer counts, so the card may well have been in hand."""
    book = in_play()
    played = len(book.records)
    refuse(book, A, "3♠")
    book.add(undo(book.campaign, played, "mal recopié").event)  # type: ignore[union-attr]
    play(book, A, "3♥")
    sanctioned(book, A)
    assert cited(book) == ()


def test_the_text_proves_a_card_played_twice_at_once_and_the_rest_later() -> None:
    """design.md: never why, except `already_played` with the entry that shows it."""
    book = in_play()
    played = len(book.records)
    again, never, unsuited, turn = (refuse(book, A, text) for text in ("3♠", "9♠", "double 3", "3♥"))
    at_once, later = proofs(sanctioned(book, A, again, never, unsuited, turn))
    assert at_once == f"Entrée {again} : la carte 3♠ était déjà posée, l’entrée {played} le prouve."
    assert later.startswith(f"Entrées {never} et {unsuited} : ")
    assert "fin de la manche" in later


def test_a_pass_in_a_taggle_that_forced_a_card_is_proven_later() -> None:
    """Z9, Z18: that the card was in hand shows when the manche closes; one out of turn rests on no hand."""
    book = play(in_order({A: "4c", B: "4s", C: "4h", "MrRarty": "9s"}), A, "4♣")
    early = refuse(book, C, "4♥")
    forced = refuse(play(book, B, "4♠"), C, "je passe")
    (line,) = proofs(sanctioned(book, C, early, forced))
    assert line.startswith(f"Entrée {forced} : ")


def test_a_proof_is_told_by_the_entry_that_counts_after_a_correction() -> None:
    """design.md: what followed a corrected play is recorded anew, and proves what it proved before."""
    book = play(in_play(), B, "7♥")
    first = len(book.records) - 1
    again = refuse(book, B, "7♥")
    book.add(undo(book.campaign, first, "c’était le 3 de cœur").event)  # type: ignore[union-attr]
    play(play(book, A, "3♥"), B, "7♥")
    (line,) = proofs(sanctioned(book, B))
    assert f"Entrée {again} " in line
    assert f"l’entrée {len(book.records) - 1} le prouve (elle reprend l’entrée {first + 1})" in line


def test_a_proof_is_still_told_where_a_correction_left_out_a_standing_pass() -> None:
    """Z7; design.md: what follows by itself may come or go, the moves behind it are recorded anew."""
    book = play(play(in_play(), B, "je passe jusqu’à la fin du tour"), C, "9♠")
    passed = len(book.records) - 2
    again = refuse(book, C, "9♠")
    amended(book, passed, "je passe")
    (line,) = proofs(sanctioned(book, C, again))
    assert f"(elle reprend l’entrée {passed + 2})" in line


def test_a_proof_is_still_told_where_a_card_took_the_place_of_an_automatic_pass() -> None:
    """Z7; design.md: the end of the standing pass is recorded before the card, what followed behind it."""
    book = in_order({A: "3s 6s Qh", B: "4s Ah", C: "9s 2s"})
    for text in ("3♠", "je passe jusqu’à la fin du tour", "9♠", "je passe", "je passe", "dame de cœur", "2♠"):
        play(book, None, text)
    automatic = next(move.record.seq for move in book.manche.moves if move.automatic)
    played = automatic + 1
    again = refuse(book, C, "2♠")
    amended(book, automatic, "as de cœur")
    (line,) = proofs(sanctioned(book, C, again))
    assert f"(elle reprend l’entrée {played})" in line


def test_what_was_played_in_a_seat_given_up_proves_nothing_of_the_new_one() -> None:
    """Z24: somebody who comes back in another seat holds another hand."""
    book = in_play()
    book.add(replaced(book.campaign, A, "Nouveau"))
    book.add(replaced(book.campaign, C, A))
    (line,) = proofs(sanctioned(book, A, refuse(book, A, "3♠")))
    assert "fin de la manche" in line


def test_a_card_played_after_the_refusal_proves_nothing_of_it() -> None:
    """The same card put down later was in hand when it was refused, or is another matter."""
    book = in_play()
    refuse(book, B, "9♠")
    seq = refuse(book, B, "5♠ et 9♠")
    play(book, B, "5♠")
    (line,) = proofs(sanctioned(book, B, seq))
    assert "fin de la manche" in line


def test_once_the_manche_is_over_the_proof_is_there() -> None:
    """design.md: `manche_closed` publishes the seed, from which anyone recomputes the whole manche."""
    book = in_play()
    refuse(book, B, "9♠")
    for name in (C, "intersideral", "MrRarty"):
        book.add(sanction(book.campaign, name, "pour finir", ()))
    (line,) = proofs(sanctioned(book, B))
    assert line.startswith("La preuve est dans le registre")


Hands = Mapping[str, str]
OTHERS = {B: "4s", C: "8d"}
WORLDS: dict[str, tuple[Hands, Hands, str]] = {
    "another of that rank is held": ({A: "3s 9h"}, {A: "3s Th", B: "4s 9h"}, "9♠"),
    "two others are held": ({A: "3s 9h 9d"}, {A: "3s Th Td", B: "4s 9h 9d"}, "9♠ 9♣"),
    "a card played already, another held": ({A: "3s 3h"}, {A: "3s Th", B: "4s 3h"}, "3♠"),
    "one of two is held": ({A: "3s 9h", C: "9d"}, {A: "3s Th", B: "4s 9h", C: "9d"}, "double 9"),
}


@pytest.mark.parametrize("world", WORLDS, ids=list(WORLDS))
def test_a_sanction_reads_the_same_whatever_hidden_cards_are(world: str) -> None:
    """design.md: two manches that differ in hidden cards alone have the same public texts."""
    *hands, text = WORLDS[world]
    told = set()
    private = set()
    for wanted in hands:
        book = play(in_order({A: "", **OTHERS, "MrRarty": "9s 9c", **wanted}), A, "3♠")  # type: ignore[dict-item]
        refusal = judged(book, A, text)
        note = verdict(book.campaign, refusal, SHOWN)
        refuse(book, A, text)
        private.add(note.private)
        told.add(without_secrets_of_form(note.public.body + sanctioned(book, A)))
    assert len(told) == 1
    assert len(private) == 2


def test_a_sanction_reads_the_same_for_a_card_given_away_or_never_held() -> None:
    """Z19: the exchange is secret; `given_away` would show a gift."""
    told = set()
    for last in ("2s 2h", "2d 2c"):
        other = "2d 2c" if last == "2s 2h" else "2s 2h"
        book = second_manche({LAST: f"{last} 3d", PRESIDENT: "3s 3h", "MrRarty": other})
        give_back(receive(book, PRESIDENT), PRESIDENT, "3s 3h")
        seq = refuse(book, LAST, "2♠")
        body = sanctioned(book, LAST)
        assert cited(book) == (seq,)
        told.add(without_secrets_of_form(body))
    assert len(told) == 1


@pytest.mark.parametrize(
    ("text", "asks", "tells"),
    [
        ("3♦", True, "3♥"),
        ("3♠", True, "3♥"),
        ("3♦ 3♣", True, "3♥"),
        ("double 3", True, "3♥"),
        ("9♠", False, ""),
        ("double 9", False, ""),
    ],
)
def test_who_holds_another_card_of_that_rank_is_asked_first(text: str, asks: bool, tells: str) -> None:
    """Z6: suits never matter, so a wrong one is no cheat; only else does the note speak of a sanction."""
    book = play(in_order({A: "3s 3h", B: "4s 9s 9h 9d 9c"}), A, "3♠")
    note = verdict(book.campaign, judged(book, A, text), SHOWN)
    assert note.may_be_slip == asks
    assert ("Posez d’abord la question" in note.private) == asks
    assert ("triche" in note.private) != asks
    assert all((command in note.private) != asks for command in ("--record", "gm sanction"))
    assert tells in note.private
    assert "Posez d’abord" not in note.public.body


def test_evidence_about_somebody_else_is_seen() -> None:
    """Z18, Z24: what is cited should be about the player, or who had the seat; an entry of nobody may be."""
    book = in_play()
    others, own = refuse(book, B, "9♠"), refuse(book, A, "9♠")
    dealt, opened = book.manche.dealt.seq, 2
    strange = about_others(book.records, book.campaign, A, (others, own, dealt, opened))
    assert strange == (others,)
    book.add(replaced(book.campaign, A, "Nouveau"))
    assert about_others(book.records, book.campaign, "Nouveau", (others, own)) == (others,)
    gift = receive(second_manche(), PRESIDENT)
    for name, strangers in ((PRESIDENT, ()), (LAST, ()), (A, (len(gift.records),))):
        assert about_others(gift.records, gift.campaign, name, (len(gift.records),)) == strangers
    missing = sanction(book.campaign, B, "triche", (len(book.records) + 1,))
    assert code_of_problem(missing) == "no_such_entry"


def test_claims_of_a_deal_that_was_undone_are_not_cited_by_themselves() -> None:
    """design.md, `undone`: a refusal outlives the undo, the hands that it was about do not."""
    book = in_play()
    refuse(book, A, "9♠")
    book.add(undo(book.campaign, book.manche.dealt.seq, "mal donné").event)  # type: ignore[union-attr]
    deal(book)
    sanctioned(book, A)
    assert cited(book) == ()


def test_claims_of_an_earlier_manche_are_not_cited_by_themselves() -> None:
    """Z18: the moderator decides in the manche; an older entry can still be named."""
    book = in_play()
    old = refuse(book, A, "9♠")
    deal(sanctioned_to_the_end(book))
    name = next(each for each in book.manche.order if each == A)
    sanctioned(book, name)
    assert cited(book) == ()
    assert old < book.manche.dealt.seq
