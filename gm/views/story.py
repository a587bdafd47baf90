"""From the ledger's records to the lines of its story, each with the campaign before and after it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from typing import Literal, NamedTuple, assert_never

from gm.campaign import Campaign, advance, fold, stands
from gm.codec import encode
from gm.events import (
    CampaignOpened,
    DelaysSet,
    Event,
    Exchanged,
    Incident,
    Joined,
    Left,
    MancheAbandoned,
    MancheClosed,
    MancheDealt,
    Note,
    OrderChosen,
    PartieClosed,
    PartieOpened,
    Passed,
    Paused,
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
from gm.manche import Effect
from gm.views.log import (
    AbandonFact,
    ClosingFact,
    DealFact,
    GiftFact,
    GiftMade,
    HandsDealt,
    IncidentFact,
    LogEntry,
    LogFact,
    LogSection,
    LogView,
    MoreOfLog,
    MoveFact,
    PartieFact,
    PauseFact,
    PublishedGift,
    RefusalFact,
    SanctionFact,
    Secret,
    UndoFact,
    WhyNotHeld,
)
from gm.views.public import Move
from gm.views.table import heading_of, move_of, violations_of

# The last entry in force and all those before it, as `gm.campaign.fold` keeps them.
_InForce = tuple["_InForce | None", int]


class Told(NamedTuple):
    """An entry of the story, the campaign just before it and the one just after it."""

    before: Campaign
    after: Campaign
    record: Record
    entry: LogEntry


def story(records: Sequence[Record]) -> tuple[Told, ...]:
    """Every entry as it was when it was made, with whether it still counts."""
    told: list[Told] = []
    undone_by: dict[int, int] = {}
    earlier: dict[int, dict[int, int]] = {}
    steps = _Steps()
    for before, record, after in _walk(records):
        earlier[record.seq] = undone_by
        gone, back = steps.take(before, record, after)
        if isinstance(record.event, Undone) and gone:
            # What was struck before `from` is struck again by the same entry.
            lost = [seq for seq in (*undone_by, *gone) if seq >= record.event.from_]
            undone_by = earlier[record.event.from_] | dict.fromkeys(lost, record.seq)
        elif gone:
            undone_by = undone_by | dict.fromkeys(gone, record.seq)
        fact = _fact(before, record, after, (gone, back))
        counts = len(after.disorders) == len(before.disorders)
        told.append(Told(before, after, record, _entry(record, fact, counts=counts)))
    return tuple(_struck(each, undone_by.get(each.record.seq)) for each in told)


def _walk(records: Sequence[Record]) -> Iterator[tuple[Campaign, Record, Campaign]]:
    after = fold(records[:1])
    yield after, records[0], after
    for record in records[1:]:
        before, after = after, advance(after, record)
        yield before, record, after


def _struck(told: Told, undone_by: int | None) -> Told:
    if undone_by is None:
        return told
    return told._replace(entry=replace(told.entry, counts=False, undone_by=undone_by))


class _Steps:
    """Which entries of the manche that can still be undone are in force, undos among them."""

    def __init__(self) -> None:
        self._force: _InForce | None = None
        self._earlier: dict[int, _InForce | None] = {}

    def take(
        self, before: Campaign, record: Record, after: Campaign
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The entries that no longer count after a record, and those that count again."""
        event, was = record.event, self._force
        if len(after.disorders) > len(before.disorders):
            return (), ()
        if after.log and after.log[0] is record:  # what was before can no longer be undone
            self._force, self._earlier, was = None, {}, None
        self._earlier[record.seq] = self._force
        if isinstance(event, Undone):
            self._force = (self._earlier.get(event.from_), record.seq)
        elif isinstance(event, MancheAbandoned):
            self._force = None
        elif after.log and not stands(event):
            self._force = (self._force, record.seq)
        if not isinstance(event, Undone | MancheAbandoned):
            return (), ()
        left, now = set(_entries(was)), set(_entries(self._force))
        return tuple(sorted(left - now)), tuple(sorted(now - left - {record.seq}))


def _entries(force: _InForce | None) -> Iterator[int]:
    while force is not None:
        force, seq = force
        yield seq


def _entry(record: Record, fact: LogFact, *, counts: bool) -> LogEntry:
    post = getattr(record.event, "post", None)
    return LogEntry(
        seq=record.seq,
        at=record.at,
        event=encode(record.event).name,
        fact=fact,
        counts=counts,
        undone_by=None,
        post_id=(post.id or "") if post is not None else "",
        url=(post.url or "") if post is not None else "",
    )


def _fact(
    before: Campaign, record: Record, after: Campaign, changed: tuple[tuple[int, ...], tuple[int, ...]]
) -> LogFact:
    """What everybody may read of an entry: nothing of what its event keeps back."""
    event: Event = record.event
    match event:
        case PartieOpened():
            return PartieFact(event.partie, event.beacon_rule, event.schedule)
        case MancheDealt():
            return DealFact(event.manche, event.seats, event.extra, event.opener, event.beacon)
        case Exchanged():
            return GiftFact(event.giver, event.receiver)
        case Played() | Passed() | Sanctioned():
            return _move_fact(record, after, event)
        case Refused():
            cards = () if event.claim == "pass" else tuple(event.claim.split())
            violations = violations_of(before.rules, event.violations)
            return RefusalFact(event.player, cards, violations, before.rules)
        case Undone():
            return UndoFact(*changed, event.reason)
        case MancheClosed():
            return _closing_fact(before, event)
        case MancheAbandoned():
            return AbandonFact(event.manche, event.seed, event.reason)
        case Paused():
            ends = datetime.fromisoformat(event.until) > datetime.fromisoformat(event.from_)
            return PauseFact(event.from_, event.until if ends else None, event.reason)
        case Incident():
            return IncidentFact(event.player, event.kind, event.entries)
        case (
            CampaignOpened()
            | Joined()
            | Word()
            | Left()
            | OrderChosen()
            | Replaced()
            | PartieClosed()
            | Note()
            | DelaysSet()
            | StandingPass()
            | StandingPassEnded()
        ):
            return event
        case _:
            assert_never(event)


def _move_fact(
    record: Record, after: Campaign, event: Played | Passed | Sanctioned
) -> MoveFact | SanctionFact:
    manche = after.manche
    last = manche.moves[-1] if manche is not None and manche.moves else None
    counts = last is not None and last.record is record
    if manche is not None and last is not None and counts:
        reversed_now = manche.state is not None and manche.state.revolution
        move = move_of(after.rules, manche, last, reversed_now=reversed_now)
    else:
        move = _not_counted(record, event)
    if isinstance(event, Sanctioned):
        return SanctionFact(move, event.plain_reason, event.evidence, event.is_departure)
    return MoveFact(move, standing=last is not None and counts and last.automatic)


def _not_counted(record: Record, event: Played | Passed | Sanctioned) -> Move:
    """An action that the rules did not allow: it brought about nothing."""
    cards = event.cards if isinstance(event, Played) else ()
    kind: Literal["play", "pass", "sanction"] = (
        "play" if isinstance(event, Played) else "pass" if isinstance(event, Passed) else "sanction"
    )
    return Move(record.seq, event.player, kind, cards, ())


def _closing_fact(before: Campaign, event: MancheClosed) -> ClosingFact:
    ranked = sorted(event.places, key=event.places.__getitem__)
    roles = before.rules.roles.get(len(ranked), ())  # none for what nobody plays, which counts for nothing
    return ClosingFact(
        manche=event.manche,
        places=tuple(zip(roles, ranked, strict=False)),
        seed=event.seed,
        gifts=tuple(
            PublishedGift(gift.giver, gift.receiver, gift.cards, gift.asked or "") for gift in event.exchanges
        ),
    )


def log_view(records: Sequence[Record], checkpoint: str, start: int = 1) -> LogView:
    """The story from one entry on, as everybody may read it."""
    told = story(records)
    sections = tuple(
        LogSection(*place, tuple(each.entry for each in group))
        for place, group in groupby(told[start - 1 :], key=_place)
    )
    return LogView(heading_of(told[-1].after), sections, checkpoint)


def _place(told: Told) -> tuple[int, int, int]:
    """The partie, the manche and the tour an entry belongs to, 0 for none."""
    begins = isinstance(told.record.event, PartieOpened | MancheDealt)
    campaign = told.after if begins else told.before
    partie, manche = campaign.partie, campaign.manche
    if partie is None:
        return 0, 0, 0
    if manche is None:
        return partie.number, 0, 0
    if campaign.phase in ("order", "exchange") or begins:
        return partie.number, manche.number, 0
    ended = sum(Effect.TOUR_CLOSED in move.effects for move in manche.moves)
    closed = bool(manche.moves) and Effect.TOUR_CLOSED in manche.moves[-1].effects
    follows = not isinstance(told.record.event, Played | Passed | Sanctioned)
    return partie.number, manche.number, ended + (0 if closed and follows else 1)


def moderators_log(records: Sequence[Record], checkpoint: str, start: int = 1) -> MoreOfLog:
    """The story from one entry on, with what the ledger keeps back."""
    return MoreOfLog(log_view(records, checkpoint, start), _secrets(records))


def _secrets(records: Iterable[Record]) -> dict[int, Secret]:
    found = ((record.seq, secret_of(record.event)) for record in records)
    return {seq: secret for seq, secret in found if secret is not None}


def secret_of(event: Event) -> Secret | None:
    """What the moderator reads beside an entry; None where nothing is kept back that is of use to read."""
    match event:
        case MancheDealt(hands=hands) if hands is not None:
            return HandsDealt(hands)
        case Exchanged(cards=cards) if cards is not None:
            return GiftMade(cards, event.asked or "")
        case Refused() if event.reasons or event.note:
            return WhyNotHeld(event.reasons or (), event.note)
        case Incident(note=note) if note:
            return WhyNotHeld((), note)
        case _:
            return None
