"""`gm audit`: each attempt on record, what proves it, what was done about it (Z18, Z9, Z19, Z22, Z24)."""

from dataclasses import replace

import pytest
from builders import Book, deal, time_of
from tables import (
    LAST,
    NEUTRAL,
    PRESIDENT,
    SHOWN,
    asking,
    exchange_all_default,
    give_back,
    in_order,
    judged,
    play,
    receive,
    sanctioned_to_the_end,
    second_manche,
)
from test_desk_amending import amended

from gm.campaign import Problem
from gm.cards import cards_of
from gm.desk.audit import attempts_text, audit
from gm.desk.corrections import abandon, sanction, undo
from gm.desk.exchange import exchange, not_owed
from gm.desk.referee import refusal_of
from gm.desk.replacing import replace as replaced
from gm.desk.secrets import salts_of
from gm.events import Event, Incident, Passed, Played, Post, Record, Refused, Sanctioned
from gm.evidence.known import without_secrets
from gm.rules import Rules, house_rules
from gm.views.audit import Attempt

A, B, C, D = "MisterH", "snaga", "oliv10", "MrRarty"
POST = Post("ab" * 32, id="4217", url="https://forum.example/t/9#4217")


def refuse(book: Book, name: str, text: str) -> int:
    """Put a refused post on record; its entry."""
    book.add(refusal_of(judged(book, name, text).moves[-1], POST, None))
    return len(book.records)


def attempts(book: Book, name: str | None = None) -> tuple[Attempt, ...]:
    view = audit(book.records, name)
    assert not isinstance(view, Problem)
    return view.attempts


def the_attempt(book: Book) -> Attempt:
    (attempt,) = attempts(book)
    return attempt


def in_play() -> Book:
    return in_order({A: "3s 3h 6s", B: "4s 7h", C: "8d 8c 4h", D: "4d"})


def outcome(book: Book) -> tuple[str, int | None, bool]:
    attempt = the_attempt(book)
    return attempt.done.kind, attempt.done.seq, attempt.open


def test_each_way_not_to_hold_a_card_is_told_with_the_entry_that_proves_it() -> None:
    """Z18: never dealt nor received, or already played; a post and its entry are evidence too."""
    book = play(in_play(), A, "3♠")
    played = len(book.records)
    never, again, unsuited = refuse(book, B, "3♦"), refuse(book, A, "3♠"), refuse(book, A, "double 3")
    dealt = book.manche.dealt.seq
    found = {each.seq: (each.kinds[0], each.evidence, each.claim) for each in attempts(book)}
    assert found == {
        never: ("never_held", (dealt, never), "3d"),
        again: ("already_played", (played, again), "3s"),
        unsuited: ("already_played", (played, unsuited), "3? 3?"),
    }
    assert {each.post for each in attempts(book)} == {POST}


def test_a_card_given_away_is_told_with_the_gift_and_one_never_had_with_what_was_received() -> None:
    """Z18, Z19: a card received counts as dealt, one given away is gone."""
    book = second_manche({LAST: "2s 2h 3d", PRESIDENT: "3s 3h 4c"})
    give_back(receive(book, PRESIDENT), PRESIDENT, "3s 4c")
    book.add(undo(book.campaign, len(book.records), "mal recopié").event)  # type: ignore[union-attr]
    gave, before = len(book.records) - 2, refuse(book, LAST, "2♣")
    give_back(book, PRESIDENT, "3s 3h")
    back = len(book.records)
    gone, never = refuse(book, LAST, "2♠"), refuse(book, LAST, "2♣")
    first, given, unheld = attempts(book)
    assert (first.kinds[0], first.evidence) == ("never_held", (book.manche.dealt.seq, before))
    assert (given.kinds[0], given.evidence) == ("given_away", (gave, gone))
    assert (unheld.kinds[0], unheld.evidence) == ("never_held", (book.manche.dealt.seq, back, never))


@pytest.mark.parametrize(
    ("name", "text", "kinds"),
    [
        (C, "je passe", ("forced_card_not_played",)),
        (C, "8♦", ("forced_card_not_played",)),
        (D, "8♠", ("forced_pass_not_made", "out_of_turn")),
    ],
)
def test_what_a_taggle_asks_for_is_told_by_the_hand(name: str, text: str, kinds: tuple[str, ...]) -> None:
    """Z9: who holds one must play it, who holds none must pass."""
    book = in_order({A: "4c", B: "4s", C: "8d 8c 4h", D: "8s"})
    play(play(book, A, "4♣"), B, "4♠")
    top = len(book.records)
    refuse(book, name, text)
    attempt = the_attempt(book)
    assert attempt.kinds == kinds
    assert top in attempt.evidence


def test_a_taggle_that_asks_for_no_card_is_not_told_to_ask_for_one() -> None:
    """Z9, `taggle_forced: off`: who holds one may pass as well."""
    rules = house_rules({"preset": "zebest", "taggle_forced": "off"})
    assert isinstance(rules, Rules)
    book = play(play(in_order({A: "4c", B: "4s", C: "8d 4h"}, rules=rules), A, "4♣"), B, "4♠")
    refuse(book, C, "8♦")
    assert the_attempt(book).kinds == ("forced_pass_not_made",)


@pytest.mark.parametrize(
    ("name", "text", "kinds"), [(B, "4♠", ("out_of_turn",)), (A, "je passe", ("other",))]
)
def test_other_refusals_on_record_are_told_too(name: str, text: str, kinds: tuple[str, ...]) -> None:
    """Z22, Z5: out of turn, or any other rule."""
    book = in_play()
    seq = refuse(book, name, text)
    assert (the_attempt(book).kinds, the_attempt(book).evidence) == (kinds, (seq,))
    assert "pass" not in the_attempt(book).cards


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("post_changed", "edited_post"),
        ("post_vanished", "edited_post"),
        ("post_appeared", "edited_post"),
        ("exchange_not_owed", "exchange_not_owed"),
    ],
)
def test_an_incident_is_an_attempt_with_the_entries_it_is_about(kind: str, told: str) -> None:
    """design.md, Events: an incident is put on record to be cited as evidence."""
    book = play(in_play(), A, "3♠")
    book.add(Incident(A, kind, (len(book.records),), POST, "vu le soir"))  # type: ignore[arg-type]
    attempt = the_attempt(book)
    assert (attempt.kinds, attempt.evidence, attempt.claim) == ((told,), (attempt.seq - 1, attempt.seq), None)
    text = attempts_text(audit(book.records), SHOWN)  # type: ignore[arg-type]
    assert "vu le soir" in text
    assert POST.url in text  # type: ignore[operator]


def test_a_plain_move_settles_no_incident() -> None:
    """design.md, Events: an incident breaks no rule that a move could set aside."""
    book = play(in_play(), A, "3♠")
    book.add(Incident(B, "post_changed", (len(book.records),), POST))
    play(book, B, "7♥")
    assert outcome(book) == ("nothing", None, True)


def overruled(book: Book, name: str, cards: str, *codes: str) -> None:
    """A play that the moderator accepted all the same."""
    held = cards_of(cards)
    salts = salts_of(book.campaign, book.manche, name, held)
    book.add(Played(name, held, salts, overruled=codes, reason="on s’était mal compris"))


def test_a_move_accepted_all_the_same_is_told_with_the_reason() -> None:
    """design.md, Events: the moderator has the last word on most codes."""
    book = play(in_play(), A, "6♠")
    overruled(book, B, "4s", "too_low")
    attempt = the_attempt(book)
    assert (attempt.kinds, attempt.claim, attempt.done.kind) == (("other",), "4s", "overruled")
    assert (attempt.done.seq, attempt.done.reason) == (attempt.seq, "on s’était mal compris")
    book.add(undo(book.campaign, attempt.seq, "finalement non").event)  # type: ignore[union-attr]
    assert outcome(book) == ("undone", len(book.records), False)
    book.add(Passed(C, overruled=("not_your_turn",), reason="il part en vacances"))
    assert [each.claim for each in attempts(book)] == ["4s", "pass"]


def test_a_refusal_whose_move_is_then_accepted_is_told_as_overruled() -> None:
    """design.md, Events: a refusal stands in the ledger, though the move counts in the end."""
    book = play(in_play(), A, "6♠")
    refuse(book, B, "4♠")
    assert outcome(book) == ("nothing", None, True)
    overruled(book, B, "4s", "too_low")
    refused, accepted = attempts(book)
    assert (refused.done.kind, refused.done.seq) == ("overruled", accepted.seq)


def test_a_sanction_is_what_was_done_until_it_is_undone() -> None:
    """Z18: the moderator confirms; an undo takes the sanction back and the attempt is open again."""
    book = play(in_play(), A, "3♠")
    seq = refuse(book, B, "3♦")
    book.add(sanction(book.campaign, B, "triche", (seq,)))
    assert outcome(book) == ("sanction", len(book.records), False)
    book.add(undo(book.campaign, None, "mauvais joueur").event)  # type: ignore[union-attr]
    assert outcome(book) == ("nothing", None, True)


@pytest.mark.parametrize(("departure", "told"), [(False, "Sanction d’"), (True, "Départ d’")])
def test_who_left_over_what_another_tried_is_named(departure: bool, told: str) -> None:
    """Z18, Z28: an entry may be cited against somebody else, be it in a departure."""
    book = in_play()
    seq = refuse(book, B, "3♦")
    book.add(sanction(book.campaign, C, "complice", (seq,), departure=departure))
    view = audit(book.records)
    assert not isinstance(view, Problem)
    assert f"{told}{C}, entrée" in attempts_text(view, SHOWN).replace("\u00a0", " ")


@pytest.mark.parametrize(("departure", "kind"), [(False, "sanction"), (True, "departure")])
def test_a_later_sanction_of_that_player_counts_without_citing(departure: bool, kind: str) -> None:
    """Z18, Z28: one who is out of the manche cannot be taken out again."""
    book = in_play()
    refuse(book, B, "4♠")
    book.add(sanction(book.campaign, A, "triche", ()))
    assert outcome(book) == ("nothing", None, True)
    book.add(sanction(book.campaign, B, "autre chose", (2,) * (not departure), departure=departure))
    assert outcome(book)[0] == kind


def test_an_entry_that_the_rules_do_not_count_settles_nothing() -> None:
    """design.md: a ledger that others wrote may hold one; here whoever is sanctioned has left already."""
    book = in_play()
    seq = refuse(book, B, "3♦")
    book.add(sanction(book.campaign, C, "absent", ()))
    again = Record(len(book.records) + 1, time_of(len(book.records) + 1), Sanctioned(C, "triche", (seq,)))
    book.records.append(again)
    assert outcome(book) == ("nothing", None, True)


def test_a_sanction_settles_nothing_that_was_tried_after_it() -> None:
    """Z18: who is out and posts a move all the same has done so since."""
    book = in_play()
    book.add(sanction(book.campaign, B, "triche", (2,)))
    refuse(book, B, "4♠")
    assert outcome(book) == ("nothing", None, False)


def test_what_rests_on_an_undone_play_is_told_as_undone_until_the_play_is_back() -> None:
    """design.md: of a manche's events those count that counted before; an undo can be undone."""
    book = play(in_play(), A, "3♠")
    played = len(book.records)
    refuse(book, A, "3♠")
    book.add(undo(book.campaign, played, "mal recopié").event)  # type: ignore[union-attr]
    taken_back = len(book.records)
    assert outcome(book) == ("undone", taken_back, False)
    book.add(undo(book.campaign, taken_back, "si, bien recopié").event)  # type: ignore[union-attr]
    assert outcome(book) == ("nothing", None, True)


def test_what_two_undos_took_back_is_undone_by_the_later_one() -> None:
    """design.md, Events: as long as one of the entries counts, the incident is still about it."""
    book = play(play(in_play(), A, "3♠"), B, "7♥")
    last = len(book.records)
    book.add(Incident(A, "post_changed", (last - 1, last), POST))
    for taken_back, kind in ((last, "nothing"), (last - 1, "undone")):
        book.add(undo(book.campaign, taken_back, "mal recopié").event)  # type: ignore[union-attr]
        assert outcome(book)[0] == kind
    assert outcome(book) == ("undone", len(book.records), False)


def test_a_proof_recorded_anew_after_a_correction_is_cited_by_its_new_entry() -> None:
    """design.md: a corrected play is undone, recorded, and what followed it is recorded anew."""
    book = play(play(in_play(), A, "3♠"), B, "7♥")
    first = len(book.records) - 1
    seq = refuse(book, B, "7♥")
    for again, said in (("3♥", "cœur"), ("6♠", "… non, le 6")):
        book.add(undo(book.campaign, first, f"c’était le 3 de {said}").event)  # type: ignore[union-attr]
        first = len(book.records) + 1
        play(play(book, A, again), B, "7♥")
        attempt = the_attempt(book)
        assert (attempt.done.kind, attempt.evidence) == ("nothing", (seq, len(book.records)))


def test_a_proof_is_cited_by_its_first_entry_again_once_its_correction_is_undone() -> None:
    """design.md: an undo can itself be undone; what was recorded anew in between no longer counts."""
    book = play(play(in_play(), A, "3♠"), B, "7♥")
    first = len(book.records) - 1
    book.add(undo(book.campaign, first, "c’était le 3 de cœur").event)  # type: ignore[union-attr]
    correction = len(book.records)
    play(play(book, A, "3♥"), B, "7♥")
    seq = refuse(book, B, "7♥")
    assert the_attempt(book).evidence == (correction + 2, seq)
    book.add(undo(book.campaign, correction, "si, pique").event)  # type: ignore[union-attr]
    assert the_attempt(book).evidence == (first + 1, seq)
    assert outcome(book) == ("nothing", None, True)


def test_an_edited_post_of_a_pass_is_cited_by_its_new_entry_behind_a_standing_pass_left_out() -> None:
    """Z7; design.md: what follows by itself may come or go, each pass behind it is recorded anew."""
    book = play(play(play(in_play(), A, "3♠"), B, "je passe jusqu’à la fin du tour"), C, "je passe")
    passed = len(book.records)
    book.add(Incident(C, "post_changed", (passed,)))
    amended(book, passed - 2, "je passe")
    attempt = the_attempt(book)
    assert (attempt.done.kind, attempt.evidence) == ("nothing", (passed + 1, len(book.records)))


def test_a_seat_s_plays_prove_what_whoever_sits_there_claims() -> None:
    """Z24: the newcomer takes the hand; names are those of the time."""
    book = play(in_play(), A, "3♠")
    played = len(book.records)
    refuse(book, A, "3♠")
    book.add(replaced(book.campaign, A, "Nouveau"))
    refuse(book, "Nouveau", "3♠")
    former, newcomer = attempts(book)
    assert (former.player, newcomer.player) == (A, "Nouveau")
    assert played in newcomer.evidence
    assert (former.open, newcomer.open) == (False, True)  # the former name no longer acts
    assert [each.player for each in attempts(book, "nouv")] == ["Nouveau"]


def test_a_seat_s_gifts_prove_what_whoever_sits_there_claims() -> None:
    """Z19, Z24: a card given away before the newcomer came is gone; one received, named beside it, is not."""
    book = second_manche({LAST: "2s 2h 3d", PRESIDENT: "3s 3h"})
    give_back(receive(book, PRESIDENT), PRESIDENT, "3s 3h")
    back = len(book.records)
    book.add(replaced(book.campaign, LAST, "Nouveau"))
    book.add(Refused("Nouveau", "2s 3s", ("not_held", "mixed_ranks"), reasons=("given_away",)))
    attempt = the_attempt(book)
    assert (attempt.kinds, attempt.evidence) == (("given_away",), (back - 1, attempt.seq))


def test_what_was_done_in_an_earlier_manche_stays_told() -> None:
    """design.md, `undone`: an undo counts for good once the next manche is dealt."""
    book = play(in_order({"intersideral": "3s 3h"}), None, "3♠")
    played = len(book.records)
    refuse(book, "intersideral", "3♠")
    book.add(undo(book.campaign, played, "mal recopié").event)  # type: ignore[union-attr]
    deal(sanctioned_to_the_end(book))
    assert outcome(book) == ("undone", played + 2, False)


def test_a_sanction_in_the_next_manche_is_for_something_else() -> None:
    """Z18: what is cited by nothing is closed by a sanction of its own manche alone."""
    book = in_play()
    refuse(book, "intersideral", "9♠")
    deal(sanctioned_to_the_end(book))
    assert outcome(book) == ("nothing", None, False)
    book.add(sanction(book.campaign, "intersideral", "triche", ()))
    assert outcome(book) == ("nothing", None, False)


def test_a_move_accepted_against_one_rule_settles_no_refusal_for_two() -> None:
    """design.md, Events: the moderator had the last word on one of its codes, in another move."""
    book = play(in_play(), A, "6♠")
    refuse(book, D, "4♦")
    play(play(book, B, "7♥"), C, "8♦")
    overruled(book, D, "4d", "too_low")
    refused, _ = attempts(book)
    assert set(refused.codes) == {"not_your_turn", "too_low"}
    assert refused.done.kind == "nothing"


def test_the_whole_campaign_is_gone_through_in_order() -> None:
    """Attempts of a manche that is over are still told, and can no longer be sanctioned."""
    book = in_play()
    refuse(book, B, "4♠")
    deal(sanctioned_to_the_end(book))
    wanted = exchange(book.campaign, book.manche.order[0], asked=asking("2? 2? 2?"), given=None)
    assert isinstance(wanted, Problem)
    incident = not_owed(book.campaign, book.manche.order[0], wanted, "trois 2")
    assert incident is not None
    book.add(incident)
    first, second = attempts(book)
    assert [(each.manche, each.open) for each in (first, second)] == [(1, False), (2, True)]
    assert first.seq < second.seq


def test_what_was_tried_in_a_deal_that_was_given_up_is_told_too() -> None:
    """design.md, `manche_abandoned`: the deal is void, what was tried in it stays on record."""
    book = in_play()
    seq = refuse(book, B, "3♦")
    book.add(abandon(book.campaign, "une main au mauvais joueur", bytes(32)))
    assert the_attempt(book).seq == seq


def test_a_public_copy_tells_no_reason() -> None:
    """design.md, Events: why a card is not held stays in `reasons`; without it a suit is needed to know."""
    book = second_manche({LAST: "2s 2h 3d", PRESIDENT: "3s 3h"})
    give_back(receive(book, PRESIDENT), PRESIDENT, "3s 3h")
    seq = refuse(book, LAST, "2♠")
    (attempt,) = in_public(book)
    assert (attempt.kinds[0], attempt.evidence, attempt.held) == ("not_held", (seq,), ())
    book = play(in_play(), A, "3♠")
    played, suited, unsuited = len(book.records), refuse(book, A, "3♠"), refuse(book, A, "double 3")
    assert [each.evidence for each in in_public(book)] == [(played, suited), (unsuited,)]


def in_public(book: Book) -> tuple[Attempt, ...]:
    """The attempts as the public copy tells them."""

    def public(record: Record) -> Record:
        event: Event = without_secrets(record).event
        return replace(record, event=replace(event, reasons=None) if isinstance(event, Refused) else event)

    view = audit([public(record) for record in book.records])
    assert not isinstance(view, Problem)
    return view.attempts


def test_a_possible_slip_is_told_as_one() -> None:
    """Z6: suits never matter, so who holds another card of that rank is asked first."""
    book = in_play()
    refuse(book, A, "3♦")
    assert the_attempt(book).held == cards_of("3s 3h")
    assert "demandez d’abord" in attempts_text(audit(book.records), SHOWN)  # type: ignore[arg-type]


def test_what_nobody_owes_is_recorded_with_the_gifts_already_made() -> None:
    """Z19: one demand, of as many cards as the gift, and only in a pair."""
    book = exchange_all_default(second_manche())
    for name, code, gifts in ((NEUTRAL, "exchange_not_owed", 0), (PRESIDENT, "exchange_done", 2)):
        refusal = exchange(book.campaign, name, asked=asking("2?"), given=None)
        assert isinstance(refusal, Problem)
        incident = not_owed(book.campaign, name, refusal, "demandé : un 2")
        assert refusal.code == code
        assert incident is not None
        assert (incident.player, len(incident.entries), incident.note) == (name, gifts, "demandé : un 2")
        book.add(incident)
    assert [each.kinds for each in attempts(book)] == [("exchange_not_owed",)] * 2
    unheld = Problem("gift_not_held", {"player": PRESIDENT, "cards": "2s"})
    assert not_owed(book.campaign, PRESIDENT, unheld, "") is None


def test_nothing_on_record_is_told_in_a_sentence() -> None:
    """An audit always says something; a name nobody ever bore is a problem."""
    book = in_play()
    assert attempts(book) == ()
    assert "Rien à signaler" in attempts_text(audit(book.records), SHOWN)  # type: ignore[arg-type]
    unknown = audit(book.records, "Toto")
    assert isinstance(unknown, Problem)
    assert unknown.code == "unknown_name"
