"""What the entries of a manche show of a claim: who played what from which seat, what was taken back (Z18).

Only what is in everybody's copy of the ledger is looked at, so that a public text may rest on it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from gm.campaign.fold import events_in_force, stands
from gm.campaign.manches import Manche
from gm.campaign.model import Campaign
from gm.cards import Card, code_of
from gm.events import (
    Event,
    Exchanged,
    MancheClosed,
    PartieClosed,
    Passed,
    Played,
    Record,
    Refused,
    StandingPass,
    StandingPassEnded,
    Undone,
)

_BY_ITSELF: Final = (Passed, StandingPass, StandingPassEnded, MancheClosed, PartieClosed)
_BEFORE_IT: Final = (StandingPassEnded,)
"""What may be recorded before a corrected move, which ends its player's standing pass."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """What undos changed in logs of manches, by number of entry.

    `undone` gives for an entry that no longer counts the undo that took it back; `again` for an entry that
    says anew what an undone one had said, as an amendment does, the first one that said it.
    """

    undone: Mapping[int, int]
    again: Mapping[int, int]

    def said_first(self, seq: int) -> int:
        """The entry that first said what an entry says; the same one where nothing was recorded anew."""
        return self.again.get(seq, seq)

    def said_now(self, seq: int) -> int:
        """The entry in force that says what an undone one said; the same one where none does."""
        if seq not in self.undone:
            return seq
        first = self.said_first(seq)
        anew = (new for new, old in self.again.items() if old == first)
        return next((each for each in (first, *anew) if each not in self.undone), seq)


def corrected(*logs: Sequence[Record]) -> Corrected:
    """What undos took back in logs of manches, and what was recorded anew after each in the same order."""
    undone: dict[int, int] = {}
    again: dict[int, int] = {}
    for log in logs:
        for index, record in enumerate(log):
            if not isinstance(record.event, Undone):
                continue
            before, after = set(events_in_force(log[:index])), set(events_in_force(log[: index + 1]))
            for seq in after - before:
                undone.pop(seq, None)
            undone.update(dict.fromkeys(before - after, record.seq))
            lost = [each for each in log[:index] if each.seq in before - after]
            anew = [each for each in log[index + 1 :] if not stands(each.event)]
            for old, new in _recorded_anew(lost, anew):
                again[new.seq] = again.get(old.seq, old.seq)
    return Corrected(undone, again)


def _recorded_anew(lost: Sequence[Record], anew: Sequence[Record]) -> Iterator[tuple[Record, Record]]:
    """The undone entries that were recorded anew in the same order, each with the entry that says it now.

    The first one is what was corrected, as a rule; what follows by itself may come or go.
    """
    at = 0
    for index, old in enumerate(lost):
        found = _found(old, anew, at, among=_BY_ITSELF if index else _BEFORE_IT)
        if found is not None:
            yield old, anew[found]
            at = found + 1
        elif not index:
            at = 1 + sum(1 for _ in takewhile(lambda each: isinstance(each.event, _BEFORE_IT), anew))
        elif not isinstance(old.event, _BY_ITSELF):
            return


def _found(old: Record, anew: Sequence[Record], at: int, *, among: tuple[type, ...]) -> int | None:
    """Where what an entry said is said again from an index on, with nothing but such events before it."""
    for index in range(at, len(anew)):
        if _same(old, anew[index]):
            return index
        if not isinstance(anew[index].event, among):
            break
    return None


def _same(one: Record, other: Record) -> bool:
    return _said(one.event) == _said(other.event)


def _said(event: Event) -> tuple[object, ...]:
    """What an entry says to everybody, apart from its salts and its post; of a gift not the cards."""
    names = (getattr(event, name, None) for name in ("player", "by", "giver", "receiver"))
    return type(event), *names, event.cards if isinstance(event, Played) else ()


def is_card(named: str, card: Card) -> bool:
    """Whether a card is the one that a claim names, `7s`, or of the rank that it names, `7?`."""
    code = code_of(card)
    return named in (code, f"{code[0]}?")


def plays_from_seat(manche: Manche, name: str, seq: int) -> tuple[Record, ...]:
    """The plays in force of whoever had the seat of somebody whom entry `seq` names, in order (Z24)."""
    seat = manche.who_sits_for(name, seq)
    return tuple(
        move.record
        for move in manche.moves
        if isinstance(move.record.event, Played) and manche.made_by(move.record) == seat
    )


def gifts_of_seat(campaign: Campaign, name: str) -> tuple[tuple[Record, bool], ...]:
    """The gifts in force from and to a seat, by who has it now, each with whether it gave it (Z19, Z24)."""
    manche = campaign.manche
    if manche is None:
        return ()
    force = set(events_in_force(campaign.log))
    gifts = []
    for record in campaign.log:
        event, seq = record.event, record.seq
        if isinstance(event, Exchanged) and seq in force:
            giver, receiver = (manche.who_sits_for(each, seq) for each in (event.giver, event.receiver))
            if name in (giver, receiver):
                gifts.append((record, name == giver))
    return tuple(gifts)


def repeated(claim: str, play: Record) -> tuple[Card, ...]:
    """The cards of a play that a claim names again, with their suits."""
    cards = play.event.cards if isinstance(play.event, Played) else ()
    exact = [named for named in claim.split() if not named.endswith("?")]
    return tuple(card for card in cards if any(is_card(named, card) for named in exact))


def plays_shown(
    manche: Manche, corrections: Corrected, refusal: Record
) -> tuple[tuple[Record, tuple[Card, ...]], ...]:
    """The plays in force that show cards of a refused claim to be gone before it, each with those cards.

    They are of the same seat; one recorded anew after an undo stands where it was first said.
    """
    event = refusal.event
    if not isinstance(event, Refused):
        return ()
    return tuple(
        (play, cards)
        for play in plays_from_seat(manche, event.player, refusal.seq)
        if corrections.said_first(play.seq) < refusal.seq and (cards := repeated(event.claim, play))
    )
