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
    Incident,
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
    Replaced,
    Sanctioned,
    StandingPass,
    StandingPassEnded,
    Undone,
    Word,
)
from gm.evidence.deals import check_deal, commitment_for, rests_on
from gm.evidence.ends import end_due
from gm.evidence.gifts import check_gift, check_published
from gm.evidence.known import Known, with_secrets, without_secrets
from gm.evidence.openings import check_order, check_play
from gm.evidence.refusals import check_refusal
from gm.evidence.replacements import check_replacement
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
    heard_of: set[str] = field(default_factory=set)
    """Every name that ever registered or took a seat."""
    fixed_by: int = 0
    """The last join, word, departure, or change of who has a seat so far."""
    seats_by: int = 0
    """The last entry so far by which a seat changed hands."""
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
        if isinstance(record.event, Played | Passed | Sanctioned) and self.judged and not self.astray:
            stranger = _check_stranger(before, record.event.player)
            if stranger:
                return stranger
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
            case Sanctioned(evidence=cited):
                return _later(cited, record.seq)
            case Incident(player=player, entries=cited):
                return [*self._check_known(player), *_later(cited, record.seq)]
            case Replaced(by=newcomer) as event:
                found = [] if self.astray else check_replacement(before, record.seq, event, self.known)
                return [*self._check_name(newcomer), *found]
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

    def _check_known(self, player: str) -> list[Found]:
        """An incident is of somebody who plays, or has registered once."""
        return [] if player in self.heard_of else [Found("bad_evidence", f"nobody is called {player}")]

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
                self._now_named(player)
            case Word():
                self.fixed_by = record.seq
            case Left(player=player):
                self.fixed_by = record.seq
                self._named_as_seated(player, after)
            case Replaced(by=newcomer):
                self._seats_changed(before, after)
                self._now_named(newcomer)
                if self.astray or (after.manche is not None and not after.manche.over):
                    self._unjudged(after, record)
            case MancheDealt() as event if not self.astray:
                self._deal_rests_on(before, record.seq, event)
            case MancheClosed() as event:
                self.published.add((event.partie, event.manche))
            case MancheAbandoned() as event:
                self.published.discard((event.partie, event.manche))
                self._abandoned(before)
            case Undone():
                self._undo(before, after)
            case OrderChosen() | Exchanged() | Played() | Passed() | Refused() | Sanctioned():
                self._unjudged(after, record)
            case StandingPass() | StandingPassEnded():
                self._unjudged(after, record)
            case _:
                pass

    def _undo(self, before: Campaign, after: Campaign) -> None:
        had, has = set(events_in_force(before.log)), set(events_in_force(after.log))
        gone = [each.event for each in before.log if each.seq in had - has]
        back = [each.event for each in before.log if each.seq in has - had]
        self.deals_undone += sum(isinstance(event, MancheDealt) for event in gone)
        self.undone_after_closing += any(isinstance(event, MancheClosed) for event in gone)
        self.undone = (self.undone | (had - has)) - has
        self._seats_changed(before, after)
        for event in (*gone, *back):
            if isinstance(event, Replaced):
                self._named_as_seated(event.by, after)

    def _unjudged(self, after: Campaign, record: Record) -> None:
        """Note an entry that cannot be judged where the hands are not known."""
        manche = after.manche if not self.astray else None
        if manche is None or manche.state is None:
            self.unjudged[record.seq] = manche.dealt.seq if manche is not None else 0

    def _now_named(self, player: str) -> None:
        self.heard_of.add(player)
        self.names.setdefault(name_key(player), player)

    def _named_as_seated(self, player: str, after: Campaign) -> None:
        """Keep the spelling of somebody who is registered or has had a seat, forget that of another one."""
        seated = any(player in partie.everybody for partie in after.parties)
        if seated or any(each.player == player for each in after.applicants):
            self.names.setdefault(name_key(player), player)
        else:
            self.names.pop(name_key(player), None)

    def _seats_changed(self, before: Campaign, after: Campaign) -> None:
        """Note that others have the seats than before: the next deal is another one."""
        if set(before.players) != set(after.players):
            self.fixed_by = self.seats_by = after.seq

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
        seats_by = self.seats_by if first is None else first.seats_by
        basis = DealBasis(
            partie=event.partie,
            manche=event.manche,
            rests_on=self._rests_on(before, event, first, seats_by),
            fixed_by=self.fixed_by if first is None else first.fixed_by,
            committed_by=commitment.seq,
            seats_by=seats_by,
            beacon=event.beacon,
            beacon_rule=commitment.beacon_rule,
        )
        self.first_deals.setdefault(key, basis)
        self.deals[seq] = basis

    def _rests_on(
        self, before: Campaign, event: MancheDealt, first: DealBasis | None, seats_by: int
    ) -> RestsOn:
        """What a deal rests on; one that was dealt anew otherwise, its seed being public, on nothing else."""
        anew = first is not None and first.beacon != event.beacon
        if anew and (event.partie, event.manche) in self.published:
            return "moderator"
        return rests_on(before, event, seats_by)


def _check_stranger(before: Campaign, player: str) -> list[Found]:
    """Somebody acts who has no seat, or has none any longer (Z24); where hands are known the fold says so."""
    manche = before.manche
    if manche is None or manche.state is not None or manche.over or player in manche.order:
        return []
    return [Found("ruling", f"unknown_player {player}")]


def _later(cited: tuple[int, ...], seq: int) -> list[Found]:
    """What is cited as evidence stands before the entry that cites it."""
    return [
        Found("bad_evidence", f"entry {each} does not stand before this one") for each in cited if each >= seq
    ]


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
