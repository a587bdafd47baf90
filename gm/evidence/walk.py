"""One pass over the records of a ledger: each is checked where it stands and counted by the fold.

The fold of `gm.campaign` says what is in force before each entry, so that undos mean here what they mean in
play. Where it refuses an entry, the pass reports it and goes on as the ledger does: a move that breaks a rule
the moderator may overrule counts as if overruled; after any other one the rest of the manche is not judged.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from gm.campaign import Campaign, advance, events_in_force, stands
from gm.events import (
    Exchanged,
    Joined,
    Left,
    MancheClosed,
    MancheDealt,
    OrderChosen,
    Passed,
    Played,
    Record,
    Refused,
    Sanctioned,
    Undone,
    Word,
)
from gm.evidence.deals import check_deal, commitment_for, rests_on
from gm.evidence.gifts import check_gift, check_published
from gm.evidence.known import Known, with_secrets, without_secrets
from gm.evidence.openings import check_order, check_play
from gm.evidence.refusals import check_refusal
from gm.evidence.report import DealBasis, Finding, Found
from gm.ledger import name_key

_LONGEST_WHY: Final = 200  # what is quoted of a hostile ledger may be of any length


@dataclass(slots=True)
class Walk:
    """Where the pass stands and what it has found; `judged` is False under another version of the engine."""

    campaign: Campaign
    known: Known
    judged: bool
    lines: Mapping[int, int]
    findings: list[Finding] = field(default_factory=list)
    bases: dict[tuple[int, int, int], tuple[int, DealBasis]] = field(default_factory=dict)
    """By partie, manche and the entry that commits to the seed: the last deal and what it rests on."""
    undone_deals: set[int] = field(default_factory=set)
    deals_undone: int = 0
    undone_after_closing: int = 0
    unjudged: list[int] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    """By what two names share when they are one: who is registered, and everybody who ever had a seat."""
    seated: set[str] = field(default_factory=set)
    fixed_by: int = 0
    """The last join, word or departure so far."""
    astray: bool = False
    """A deal could not be counted: until the next one the fold knows nothing about the manche played."""

    def step(self, record: Record) -> None:
        """Check one record and count it."""
        before = self.campaign
        counted = with_secrets(before, record, self.known) if self.judged else without_secrets(record)
        after = self._advance(before, counted)
        for found in self._check(before, after, record):
            self.find(record.seq, found)
        self._notice(before, after, record)
        self.campaign = after

    def find(self, seq: int, found: Found) -> None:
        """Report something wrong with an entry."""
        why = found.why if len(found.why) <= _LONGEST_WHY else f"{found.why[:_LONGEST_WHY]}…"
        self.findings.append(Finding(seq, self.lines.get(seq, 1), found.code, why))

    def _check(self, before: Campaign, after: Campaign, record: Record) -> list[Found]:
        match record.event:
            case MancheDealt() as event:
                return check_deal(before, record.seq, event, self.known)
            case Played() as event:
                return [] if self.astray else check_play(before, event)
            case OrderChosen() as event:
                return [] if self.astray else check_order(before, event)
            case Exchanged() as event:
                return [] if self.astray else check_gift(before, after, record.seq, event, self.known)
            case MancheClosed() as event:
                return [] if self.astray else check_published(before, event)
            case Refused() as event:
                return [] if self.astray else check_refusal(before, event)
            case Sanctioned(evidence=evidence):
                later = [seq for seq in evidence if seq >= record.seq]
                return [Found("bad_evidence", f"entry {seq} does not stand before this one") for seq in later]
            case Joined() as event:
                return self._check_name(event.player)
            case _:
                return []

    def _check_name(self, player: str) -> list[Found]:
        """Names equal under NFKC and case folding are one, so they are spelt in one way (design.md)."""
        known = self.names.get(name_key(player), player)
        return [] if known == player else [Found("same_name", f"this is the name of {known}")]

    def _advance(self, before: Campaign, record: Record) -> Campaign:
        after = advance(before, record)
        event = record.event
        refused = after.disorders[len(before.disorders) :]
        if isinstance(event, MancheDealt):
            self.astray = bool(refused)
        if not refused:
            return after
        if (self.judged and not self.astray) or isinstance(event, MancheDealt) or stands(event):
            for disorder in refused:
                self.find(record.seq, Found("ruling", f"{disorder.code} {disorder.detail}".rstrip()))
        codes = refused[0].detail.split() if refused[0].code == "illegal" else []
        return replace(_gone_on(before, record, codes) or after, disorders=after.disorders)

    def _notice(self, before: Campaign, after: Campaign, record: Record) -> None:
        match record.event:
            case Joined(player=player):
                self.fixed_by = record.seq
                self.names.setdefault(name_key(player), player)
            case Word():
                self.fixed_by = record.seq
            case Left(player=player):
                self.fixed_by = record.seq
                if player not in self.seated:
                    self.names.pop(name_key(player), None)
            case MancheDealt() as event if not self.astray:
                self.seated.update(event.seats)
                self._deal_rests_on(before, record.seq, event)
            case Undone():
                lost = set(events_in_force(before.log)) - set(events_in_force(after.log))
                gone = [each.event for each in before.log if each.seq in lost]
                self.deals_undone += sum(isinstance(event, MancheDealt) for event in gone)
                self.undone_after_closing += any(isinstance(event, MancheClosed) for event in gone)
                self.undone_deals = (self.undone_deals | lost) - set(events_in_force(after.log))
            case OrderChosen() | Exchanged() | Played() | Passed() | Refused() | Sanctioned():
                if self.astray or after.manche is None or after.manche.state is None:
                    self.unjudged.append(record.seq)
            case _:
                pass

    def _deal_rests_on(self, before: Campaign, seq: int, event: MancheDealt) -> None:
        commitment = commitment_for(before, event)
        if commitment is None:
            return
        key = (event.partie, event.manche, commitment.seq)
        fixed_by = self.bases[key][1].fixed_by if key in self.bases else self.fixed_by
        basis = DealBasis(event.partie, event.manche, rests_on(before, event), fixed_by, commitment.seq)
        self.bases[key] = (seq, basis)


def _gone_on(before: Campaign, record: Record, codes: list[str]) -> Campaign | None:
    """The campaign after a refused record as the ledger goes on from it; None when there is no such thing."""
    event = record.event
    if stands(event) or isinstance(event, MancheDealt):
        return None
    if codes and isinstance(event, Played | Passed):
        overruled = replace(event, overruled=(*event.overruled, *codes))
        after = advance(before, replace(record, event=overruled))
        if len(after.disorders) == len(before.disorders):
            return after
    blind = _hands_unknown(before)
    return advance(blind, without_secrets(record)) if blind is not None else None


def _hands_unknown(campaign: Campaign) -> Campaign | None:
    """The campaign as if the hands of its open manche were not known, so that nothing in it is judged."""
    partie, manche = campaign.partie, campaign.manche
    if partie is None or manche is None or manche.state is None or manche.closed is not None:
        return None
    blind = replace(manche, state=None, deal=replace(manche.deal, hands=None))
    parties = tuple(
        replace(each, manches=(*each.manches[:-1], blind)) if each.number == partie.number else each
        for each in campaign.parties
    )
    return replace(campaign, parties=parties)
