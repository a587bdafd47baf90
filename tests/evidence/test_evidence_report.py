"""What surrounds the checks: faults of the bytes, checkpoints, other engines, what cannot be followed."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from attacks.attacks_on_deals import another_player, secrets_swapped, wrong_hand_dealt
from attacks.attacks_on_play import (
    a_card_played_twice,
    a_forced_taggle_passed,
    an_illegal_play,
    closed_too_early,
)
from attacks.forging import begun, first, honest, put, standing, then
from builders import choose_order, deal, exchange_all, numbered, play_manche, sealed
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.campaign import fold, judge
from gm.cards import cards_in, cards_of
from gm.desk.secrets import salts_of
from gm.events import (
    CampaignOpened,
    Event,
    Exchanged,
    MancheClosed,
    MancheDealt,
    OrderChosen,
    Passed,
    Played,
    Record,
    Sanctioned,
)
from gm.evidence import FindingCode, Report, examine
from gm.ledger import Checkpoint, Copy, FaultCode, Reading, public_copy, read
from gm.manche import play_of

VERIFY = Path(__file__).resolve().parents[2] / "docs" / "verify.md"
PARTIE = honest()


def reading_of(records: list[Record], copy: Copy = "own") -> Reading:
    data = sealed(records)
    return read(data if copy == "own" else public_copy(data), copy=copy)


def report_of(records: list[Record], copy: Copy = "own") -> Report:
    return examine(reading_of(records, copy), copy)


def checkpoint_at(records: list[Record], seq: int) -> Checkpoint:
    return Checkpoint("zebest", seq, reading_of(records[:seq]).head[:32])


# Bytes


def test_faults_of_the_bytes_are_carried_over() -> None:
    """A changed byte stays the fault that reading found, before anything that the events show."""
    data = sealed(PARTIE)
    reading = read(data.replace(b"carotte", b"carotta"), copy="own")
    report = examine(reading, "own")
    assert reading.faults
    assert report.faults[: len(reading.faults)] == reading.faults
    assert {fault.code for fault in report.faults} >= {"bad_signature", "bad_entropy"}
    assert not report.ok


def test_a_torn_tail_is_reported() -> None:
    """An incomplete last entry is a fault of the verification; the rest is examined (design.md)."""
    report = examine(read(sealed(PARTIE)[:-40], copy="own"), "own")
    assert [fault.code for fault in report.faults] == ["torn"]
    assert report.entries == len(PARTIE) - 1


def test_entries_after_a_gap_are_not_examined() -> None:
    """Where an entry is missing nothing can be said of those after it, so only the gap is reported."""
    entries = sealed(PARTIE).split(b"---\n")
    report = examine(read(b"---\n".join((*entries[:9], *entries[10:])), copy="own"), "own")
    assert {fault.code for fault in report.faults} == {"bad_chain", "bad_seq"}
    assert report.campaign is not None
    assert report.campaign.seq == 8


def test_an_empty_file_proves_nothing() -> None:
    """A ledger without an entry opens no campaign."""
    report = examine(read(b""), "public")
    assert [fault.code for fault in report.faults] == ["no_campaign"]
    assert report.campaign is None


def test_rules_that_nobody_knows_are_a_fault() -> None:
    """Neither deals nor rulings can be checked under a preset that this release does not have."""
    opened = PARTIE[0].event
    assert isinstance(opened, CampaignOpened)
    report = report_of(put(PARTIE, 1, replace(opened, rules={**opened.rules, "preset": "poker"})))
    assert [fault.code for fault in report.faults] == ["unknown_rules"]


def test_a_fault_names_its_entry_and_line() -> None:
    """`faults: [{seq, code, why}]`, and the line of the entry's `---` for the reader of the file."""
    attack = wrong_hand_dealt()
    lines = sealed(attack.records).split(b"\n")
    for fault in report_of(attack.records).faults:
        assert fault.seq == attack.seq
        assert lines[fault.line - 1] == b"---"
        assert f'seq: "{fault.seq}"'.encode() in lines[fault.line : fault.line + 3]


# Checkpoints


def test_a_checkpoint_of_the_ledger_holds() -> None:
    """A ledger that goes on from its checkpoints verifies, and the report names the highest."""
    report = examine(reading_of(PARTIE), "own", [checkpoint_at(PARTIE, seq) for seq in (8, 1)])
    assert report.ok
    assert report.confirmed == 8


def test_a_shorter_ledger_is_a_rollback() -> None:
    """`rollback` when the ledger is shorter than the checkpoint (design.md, Checkpoint)."""
    report = examine(reading_of(PARTIE[:20]), "own", [checkpoint_at(PARTIE, 21)])
    assert [fault.code for fault in report.faults] == ["rollback"]


def test_another_history_is_a_fork() -> None:
    """`fork` when it differs, and each checkpoint is answered."""
    others = honest(4)
    given_ones = [checkpoint_at(others, 2), checkpoint_at(PARTIE, 3), checkpoint_at(others, 9)]
    report = examine(reading_of(PARTIE), "own", given_ones)
    assert [(fault.seq, fault.code) for fault in report.faults] == [(2, "fork"), (9, "fork")]


def test_a_checkpoint_of_another_campaign_is_a_fork() -> None:
    """Another campaign's checkpoint is none of this ledger."""
    report = examine(reading_of(PARTIE), "own", [replace(checkpoint_at(PARTIE, 8), campaign="autre")])
    assert [fault.code for fault in report.faults] == ["fork"]


# Engines


def under_another_engine(records: list[Record]) -> list[Record]:
    opened = records[0].event
    assert isinstance(opened, CampaignOpened)
    return put(records, 1, replace(opened, engine="0"))


@pytest.mark.parametrize("copy", ["own", "public"])
def test_rulings_of_another_engine_are_not_judged(copy: Copy) -> None:
    """Of a ledger of another engine version bytes and deals are checked, and it is said so (design.md)."""
    attack = a_forced_taggle_passed()
    report = report_of(under_another_engine(attack.records), copy)
    assert report.faults == ()
    assert not report.rulings_judged
    assert attack.seq in report.unjudged


@pytest.mark.parametrize("copy", ["own", "public"])
def test_deals_of_another_engine_are_checked(copy: Copy) -> None:
    """Commitments, salts and deals need no engine."""
    dealt, played = wrong_hand_dealt(), a_card_played_twice()
    found = report_of(under_another_engine(dealt.records), copy).faults
    assert (dealt.seq, "bad_commitments") in {(fault.seq, fault.code) for fault in found}
    found = report_of(under_another_engine(played.records), copy).faults
    assert [(fault.seq, fault.code) for fault in found] == [(played.seq, "salt_reused")]


def test_hands_of_another_engine_are_checked_in_ones_own_copy() -> None:
    """Hands kept in secret are the deal's, whatever judged them later."""
    attack = secrets_swapped()
    found = report_of(under_another_engine(attack.records)).faults
    assert {(fault.seq, fault.code) for fault in found} == {(attack.seq, "bad_hands")}


# Going on


def test_a_manche_is_judged_on_after_an_illegal_play() -> None:
    """What breaks a rule that the moderator may overrule is reported and then counts."""
    attack = an_illegal_play()
    report = report_of(attack.records[: attack.seq])
    assert [fault.seq for fault in report.faults] == [attack.seq]
    assert report.unjudged == ()
    assert report.campaign is not None
    assert report.campaign.manche is not None
    assert report.campaign.manche.moves[-1].record.seq == attack.seq


def twice_illegal() -> list[Record]:
    """A partie up to a play out of turn that is too low besides, of which only the first is overruled."""
    for before, record in standing(PARTIE):
        manche = before.manche
        if not isinstance(record.event, Played) or manche is None:
            continue
        held = [(name, card) for name in manche.order for card in cards_in(manche.hand(name))]
        for name, card in held:
            judged = judge(manche, name, play_of((card,)))
            if {each.code.value for each in judged.objections} == {"not_your_turn", "too_low"}:
                salts = salts_of(before, manche, name, (card,))
                play = Played(name, (card,), salts, overruled=("not_your_turn",), reason="il insiste")
                return then(PARTIE[: record.seq - 1], play)
    raise AssertionError("no partie has such a play")


def test_a_manche_is_judged_on_after_a_play_that_was_overruled_in_part() -> None:
    """design.md, `overruled`: what was not overruled is the fault; the play counts for what follows."""
    records = twice_illegal()
    report = report_of(records)
    assert [(fault.seq, fault.code) for fault in report.faults] == [(len(records), "ruling")]
    assert report.unjudged == ()


STRANGERS: list[Event] = [
    Played("Zoé", cards_of("7s"), ("0" * 32,)),
    OrderChosen(("Zoé", "snaga"), by="Zoé", salts=("0" * 32, "1" * 32)),
    Exchanged("Zoé", "snaga", {"Zoé": ("0" * 64,), "snaga": ("1" * 64,)}, cards_of("7s")),
    Exchanged("snaga", "Zoé", {"snaga": ("0" * 64,), "Zoé": ("1" * 64,)}, cards_of("7s")),
]


@pytest.mark.parametrize("event", STRANGERS, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("copy", ["own", "public"])
def test_what_somebody_does_who_has_no_seat_is_a_ruling(event: Event, copy: Copy) -> None:
    """`unknown_player` and the like are never overruled (design.md): a fault, and never an exception."""
    dealt, _ = first(PARTIE, MancheDealt)
    report = report_of(then(PARTIE[:dealt], event), copy)
    assert {fault.seq for fault in report.faults} <= {dealt + 1}
    assert {fault.code for fault in report_of(then(PARTIE[:dealt], event)).faults} == {"ruling"}


@pytest.mark.parametrize("copy", ["own", "public"])
def test_the_next_manche_is_judged_again(copy: Copy) -> None:
    """A play that cannot stand leaves the rest of its manche unjudged, not the manche after it."""
    attack = a_card_played_twice()
    report = report_of(attack.records, copy)
    dealt, _ = first(attack.records, MancheDealt, lambda event: event.manche == 2)
    assert {fault.seq for fault in report.faults} == {attack.seq}
    assert attack.seq in report.unjudged
    assert all(seq < dealt for seq in report.unjudged)


@pytest.mark.parametrize("copy", ["own", "public"])
def test_a_deal_that_cannot_stand_is_one_fault(copy: Copy) -> None:
    """Nothing that follows a deal which does not count is judged, or blamed for it."""
    attack = another_player()
    events = [record.event for record in attack.records]
    events += [Passed("oliv10"), Sanctioned("oliv10", "triche"), Passed("MrRarty")]
    report = report_of(numbered(events), copy)
    assert {fault.seq for fault in report.faults} == {attack.seq}
    assert report.unjudged == (10, 11, 12)


def test_the_deal_after_one_that_cannot_stand_is_judged_again() -> None:
    """Nobody escapes the judge by a deal that is refused: it is not listed, and the next one counts."""
    attack, book = another_player(), begun()
    book.records = attack.records[: attack.seq]
    book.campaign = replace(fold(book.records), disorders=())
    records = then(deal(book).records, Passed("snaga"))
    report = report_of(records)
    assert {fault.seq for fault in report.faults} == {attack.seq, len(records)}
    assert report.unjudged == ()
    assert len(report.deals) == 1


def test_the_manche_after_forged_places_goes_by_them() -> None:
    """Two forgeries are two faults: the wrong places of manche 1 do not hide what is wrong in manche 2."""
    attack = closed_too_early()
    assert [fault.code for fault in report_of(attack.records).faults] == ["ruling"]
    seq, closed = first(PARTIE, MancheClosed)
    names = sorted(closed.places, key=lambda name: closed.places[name])
    forged = put(PARTIE, seq, replace(closed, places=dict(zip(reversed(names), range(1, 6), strict=True))))
    found = {(fault.seq, fault.code) for fault in report_of(forged).faults}
    dealt, _ = first(PARTIE, MancheDealt, lambda event: event.manche == 2)
    assert {(seq, "ruling"), (dealt, "bad_extra")} <= found


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_no_ledger_makes_it_raise(data: st.DataObject) -> None:
    """Events of a partie left out, doubled or moved at will are answered by faults, never by an exception."""
    events = [record.event for record in PARTIE]
    at = st.integers(1, len(events) - 1)
    for _ in range(data.draw(st.integers(1, 4))):
        source, target = data.draw(at), data.draw(at)
        match data.draw(st.sampled_from(["drop", "double", "move", "swap"])):
            case "drop":
                del events[source : source + 3]
            case "double":
                events.insert(min(target, len(events)), events[min(source, len(events) - 1)])
            case "move":
                events.insert(min(target, len(events) - 1), events.pop(min(source, len(events) - 1)))
            case _:
                one, other = (min(each, len(events) - 1) for each in (source, target))
                events[one], events[other] = events[other], events[one]
    report_of(numbered(events), data.draw(st.sampled_from(get_args(Copy))))


def test_each_manche_has_its_basis() -> None:
    """`deals` lists every manche dealt, in order (design.md)."""
    chance = Random(3)
    book = play_manche(choose_order(deal(begun()), chance), chance)
    exchange_all(deal(book), chance)
    report = report_of(book.records, "public")
    assert [(basis.partie, basis.manche) for basis in report.deals] == [(1, 1), (1, 2)]


def test_every_code_is_explained() -> None:
    """docs/verify.md lists each code that a verification can report, with what it means."""
    text = VERIFY.read_text("utf-8")
    codes = {*get_args(FindingCode), *get_args(FaultCode)}
    assert {code for code in codes if f"| `{code}` |" not in text} == set()
