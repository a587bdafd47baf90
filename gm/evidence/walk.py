"""One pass over the records of a ledger: each is checked where it stands and counted by the fold.

The fold of `gm.campaign` says what is in force before each entry, so that undos mean here what they mean in
play. Where it refuses an entry, the pass reports it and goes on as the ledger does: a move that breaks a rule
the moderator may overrule counts as if overruled; after any other one the rest of the manche is not judged.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from gm.campaign import Campaign, advance, events_in_force, stands
from gm.events import (
    Exchanged,
    Joined,
    Left,
    MancheAbandoned,
    MancheClosed,
    MancheDealt,
    OrderChosen,
    PartieOpened,
    Passed,
    Played,
    Record,
    Refused,
    Sanctioned,
    Undone,
    Word,
)
from gm.evidence.deals import check_deal, commitment_for, rests_on
from gm.evidence.ends import end_due
from gm.evidence.gifts import check_gift, check_published
from gm.evidence.known import Known, with_secrets, without_secrets
from gm.evidence.openings import check_order, check_play
from gm.evidence.refusals import check_refusal
from gm.evidence.report import DealBasis, Finding, Found, RestsOn
from gm.evidence.texts import check_cleaned
from gm.ledger import clean_name, clean_text, cut_short, name_key


@dataclass(slots=True)
class Walk:
    """Where the pass stands and what it has found; `judged` is False under another version of the engine."""

    campaign: Campaign
    known: Known
    judged: bool
    lines: Mapping[int, int]
    findings: list[Finding] = field(default_factory=list)
    deals: dict[int, DealBasis] = field(default_factory=dict)
    """What each deal rests on, by its entry."""
    first_deals: dict[tuple[int, int, int], DealBasis] = field(default_factory=dict)
    """By partie, manche and the entry that commits to the seed, the first deal from it."""
    published: set[tuple[int, int]] = field(default_factory=set)
    """The manches whose seed is public."""
    undone: set[int] = field(default_factory=set)
    deals_undone: int = 0
    undone_after_closing: int = 0
    unjudged: dict[int, int] = field(default_factory=dict)
    """By entry whose ruling could not be judged, the deal that it belongs to, 0 for none that counts."""
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
        due = end_due(before) if not self.astray else None
        if due is not None and not isinstance(record.event, due):
            self.find(record.seq, Found("ruling", "end_left_out: the end of what is over comes first"))
        for found in self._check(before, after, record):
            self.find(record.seq, found)
        self._notice(before, after, record)
        self.campaign = after

    def find(self, seq: int, found: Found) -> None:
        """Report something wrong with an entry."""
        self.findings.append(Finding(seq, self.lines.get(seq, 1), found.code, cut_short(found.why)))

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
            case Joined(player=player, word=word):
                return [*self._check_name(player), *check_cleaned(clean_text, word)]
            case Word(word=word):
                return check_cleaned(clean_text, word)
            case PartieOpened(beacon_rule=rule):
                return check_cleaned(clean_text, rule)
            case _:
                return []

    def _check_name(self, player: str) -> list[Found]:
        """Names equal under NFKC and case folding are one, so they are spelt in one way (design.md)."""
        known = self.names.get(name_key(player), player)
        found = check_cleaned(clean_name, player)
        return found if known == player else [*found, Found("same_name", f"this is the name of {known}")]

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
        return replace(_gone_on(before, record) or after, disorders=after.disorders)

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
            case MancheClosed() as event:
                self.published.add((event.partie, event.manche))
            case MancheAbandoned() as event:
                self.published.discard((event.partie, event.manche))
                self._abandoned(before)
            case Undone():
                lost = set(events_in_force(before.log)) - set(events_in_force(after.log))
                gone = [each.event for each in before.log if each.seq in lost]
                self.deals_undone += sum(isinstance(event, MancheDealt) for event in gone)
                self.undone_after_closing += any(isinstance(event, MancheClosed) for event in gone)
                self.undone = (self.undone | lost) - set(events_in_force(after.log))
            case OrderChosen() | Exchanged() | Played() | Passed() | Refused() | Sanctioned():
                manche = after.manche if not self.astray else None
                if manche is None or manche.state is None:
                    self.unjudged[record.seq] = manche.dealt.seq if manche is not None else 0
            case _:
                pass

    def _abandoned(self, before: Campaign) -> None:
        """Note of the deal that was given up that it was."""
        seq = before.manche.dealt.seq if before.manche is not None else 0
        if seq in self.deals:
            self.deals[seq] = replace(self.deals[seq], abandoned=True)

    def _deal_rests_on(self, before: Campaign, seq: int, event: MancheDealt) -> None:
        commitment = commitment_for(before, event)
        if commitment is None:
            return
        key = (event.partie, event.manche, commitment.seq)
        first = self.first_deals.get(key)
        basis = DealBasis(
            partie=event.partie,
            manche=event.manche,
            rests_on=self._rests_on(before, event, first),
            fixed_by=self.fixed_by if first is None else first.fixed_by,
            committed_by=commitment.seq,
            beacon=event.beacon,
            beacon_rule=commitment.beacon_rule,
        )
        self.first_deals.setdefault(key, basis)
        self.deals[seq] = basis

    def _rests_on(self, before: Campaign, event: MancheDealt, first: DealBasis | None) -> RestsOn:
        """What a deal rests on; one that was dealt anew otherwise, its seed being public, on nothing else."""
        anew = first is not None and first.beacon != event.beacon
        if anew and (event.partie, event.manche) in self.published:
            return "moderator"
        return rests_on(before, event)


def _gone_on(before: Campaign, record: Record) -> Campaign | None:
    """The campaign after a refused record as the ledger goes on from it; None when there is no such thing."""
    event = record.event
    if stands(event) or isinstance(event, MancheDealt):
        return None
    if isinstance(event, Played | Passed):
        after = _overruled(before, record, event)
        if after is not None:
            return after
    blind = _hands_unknown(before)
    return advance(blind, without_secrets(record)) if blind is not None else None


def _overruled(before: Campaign, record: Record, event: Played | Passed) -> Campaign | None:
    """The campaign after a move with all overruled that stands against it, None where that cannot be."""
    after = advance(before, replace(record, event=replace(event, overruled=())))
    refused = after.disorders[len(before.disorders) :]
    if not refused:
        return after
    codes = tuple(refused[0].detail.split())
    after = advance(before, replace(record, event=replace(event, overruled=codes)))
    return after if len(after.disorders) == len(before.disorders) else None


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
