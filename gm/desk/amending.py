"""One move of the manche corrected, all that followed kept: `gm amend SEQ TEXT` (design.md, `undone`).

The entry is undone, the corrected move recorded in its place, and each later entry in force recorded anew,
its salts and commitments worked out again. What follows by itself (automatic passes, closings, the gift of a
sanctioned player) is not copied: it follows from what is recorded now. The whole is one append.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gm.campaign import (
    Campaign,
    Disorder,
    Move,
    Problem,
    Ruling,
    events_in_force,
    is_stand_in,
    judge,
    problem,
)
from gm.campaign.showing import corrected
from gm.cards import hand_of
from gm.desk.closing import automatic_passes, following_events, not_counted, with_events
from gm.desk.exchange import finish_after_sanction, gift_event
from gm.desk.overruling import NOTHING_OVERRULED, Overruling, overruled_in
from gm.desk.prepare import order
from gm.desk.referee import PostJudged, judge_claims, own_entries_of
from gm.desk.replacing import replace as replacement
from gm.desk.secrets import salts_of
from gm.events import (
    Event,
    Exchanged,
    MancheClosed,
    MancheDealt,
    OrderChosen,
    PartieClosed,
    Passed,
    Played,
    Post,
    Record,
    Replaced,
    Sanctioned,
    StandingPass,
    StandingPassEnded,
    Undone,
)
from gm.manche import Action, Code, Pass, play_of
from gm.posts import Claim


@dataclass(frozen=True, slots=True)
class Broken:
    """The first later entry that a correction would make illegal: what the judge says of it, or the fold."""

    record: Record
    why: Ruling | Disorder


@dataclass(frozen=True, slots=True)
class Amended:
    """A correction that stands: what is recorded in one append, the number of the corrected move among it.

    `again` are the new numbers of later entries by their old ones; `undone` is all that no longer counts, and
    `gone` those of it of which anything else is true now.
    """

    events: tuple[Event, ...]
    judged: PostJudged
    seq: int
    again: dict[int, int]
    undone: tuple[Record, ...]
    gone: tuple[Record, ...]
    seed_was_out: bool

    @property
    def move(self) -> Played | Passed:
        """The corrected move; before it a standing pass may end."""
        return next(event for event in self.events if isinstance(event, Played | Passed))


def move_to_amend(campaign: Campaign, seq: int) -> Record | Problem:
    """The move in force that an entry of the manche records.

    Problems: `no_such_entry`, `amend_too_late` for what is older than the manche, `amend_deal`,
    `amend_undone`, `amend_no_move` for any other entry.
    """
    if not 1 <= seq <= campaign.seq:
        return problem("no_such_entry", seq=str(seq))
    if not campaign.log or seq < campaign.log[0].seq:
        return problem("amend_too_late", seq=str(seq))
    record = next((each for each in campaign.log if each.seq == seq), None)
    if record is None:  # it does not count
        return problem("amend_no_move", seq=str(seq), kind="other")
    if isinstance(record.event, MancheDealt):
        return problem("amend_deal", seq=str(seq))
    if isinstance(record.event, Undone):
        return problem("amend_no_move", seq=str(seq), kind="undone")
    if isinstance(record.event, Played | Passed):
        in_force = seq in events_in_force(campaign.log)
        by = corrected(campaign.log).undone.get(seq)
        return record if in_force else problem("amend_undone", seq=str(seq), by=str(by or ""))
    own = isinstance(
        record.event,
        OrderChosen | Exchanged | Sanctioned | Replaced | StandingPass | StandingPassEnded,
    )
    return problem("amend_no_move", seq=str(seq), kind="own" if own else "other")


def before_move(campaign: Campaign, record: Record, reason: str) -> Campaign:
    """The campaign once an entry of the manche is undone, with all that followed."""
    return with_events(campaign, (Undone(record.seq, reason),))


def judge_amendment(
    campaign: Campaign, record: Record, text: str, claims: Sequence[Claim], reason: str
) -> PostJudged | Problem:
    """The corrected move judged in the place of the entry; `amend_one_move` for none and for several.

    What the moderator overruled for the entry is overruled again, as far as it holds.
    """
    event = record.event
    assert isinstance(event, Played | Passed)
    if len(claims) != 1:
        return problem("amend_one_move", seq=str(record.seq))
    overruled = Overruling(frozenset(map(Code, event.overruled)), event.reason)
    overruling = overruled if event.overruled else NOTHING_OVERRULED
    judged = judge_claims(before_move(campaign, record, reason), event.player, text, claims, overruling)
    assert isinstance(judged, PostJudged)  # one move is no chain
    return judged


def amend(
    campaign: Campaign, record: Record, judged: PostJudged, post: Post | None, reason: str
) -> Amended | Broken:
    """What is recorded to put an accepted move in the place of an entry; `post` is a whole one, if given.

    Without one the post of the entry is kept, unless a standing pass made the entry: then no post did.
    """
    event = record.event
    assert isinstance(event, Played | Passed)
    by_seq = {each.seq: each for each in campaign.log}
    undone = tuple(by_seq[seq] for seq in events_in_force(campaign.log) if seq >= record.seq)
    moves = _moves(campaign)
    automatic = automatic_passes(campaign)
    kept = None if record.seq in automatic else event.post
    start = before_move(campaign, record, reason)
    own = own_entries_of(start, judged, kept if post is None else post)
    if post is None and is_stand_in(event):
        own = tuple(_for_the_same_reason(each, event) for each in own)
    at = next(index for index, each in enumerate(own) if isinstance(each, Played | Passed))
    seq = start.seq + 1 + at
    anew = _Anew(start, {record.seq: seq})
    anew.add(*own)
    for each in undone[1:]:
        if each.seq in automatic or _says_more_of(each, undone[1], event):
            continue
        broken = anew.record(each)
        if broken is not None:
            return broken
    anew.follow()
    del anew.again[record.seq]
    return Amended(
        events=(Undone(record.seq, reason), *anew.events),
        judged=judged,
        seq=seq,
        again=anew.again,
        undone=undone,
        gone=_gone(undone, moves, anew),
        seed_was_out=any(isinstance(each.event, MancheClosed) for each in undone),
    )


class _Anew:
    """Later entries recorded anew, one after another; `again` are their new numbers by the old ones."""

    def __init__(self, start: Campaign, again: dict[int, int]) -> None:
        self.campaign = start
        self.again = again
        self.events: list[Event] = []

    def add(self, *events: Event) -> None:
        """Record these events next."""
        self.campaign = with_events(self.campaign, events)
        self.events += events

    def follow(self) -> None:
        """Record what follows by itself."""
        self.add(*following_events(self.campaign))

    def record(self, record: Record) -> Broken | None:
        """Record an entry anew; why it cannot be, None where it is or where nothing is left to record."""
        event = record.event
        if isinstance(event, MancheClosed | PartieClosed):
            return None
        if not isinstance(event, StandingPass):  # that belongs to the pass before it
            self.follow()
        made = self._made(event)
        if isinstance(made, Ruling):
            return Broken(record, made)
        if isinstance(made, Problem):
            return Broken(record, Disorder(record.seq, made.code, ""))
        if made is None:
            return None
        wrong = not_counted(self.campaign, (made,))
        if wrong is not None:
            return Broken(record, wrong)
        self.add(made)
        self.again[record.seq] = self.campaign.seq
        if isinstance(made, Sanctioned):
            self.add(*finish_after_sanction(self.campaign))
        return None

    def _made(self, event: Event) -> Event | Ruling | Problem | None:
        """The event as it is recorded now, None where it says nothing any more."""
        manche = self.campaign.manche
        assert manche is not None
        match event:
            case Played() | Passed():
                return self._move(event)
            case Sanctioned():
                return replace(event, evidence=tuple(self.again.get(seq, seq) for seq in event.evidence))
            case Exchanged(giver=giver, receiver=receiver, cards=cards):
                if giver in manche.places:  # given by itself after the sanction
                    return None
                gift = hand_of(cards or ())
                return gift_event(
                    self.campaign, manche, giver=giver, receiver=receiver, cards=gift, asked=event.asked
                )
            case OrderChosen():
                return order(self.campaign, event.order, event.post)
            case Replaced():
                return replacement(self.campaign, event.player, event.by)
            case StandingPass() | StandingPassEnded():
                return event if not_counted(self.campaign, (event,)) is None else None
            case _:
                raise TypeError(f"{type(event).__name__} is no event of a manche that is played")

    def _move(self, event: Played | Passed) -> Event | Ruling:
        manche = self.campaign.manche
        assert manche is not None
        action: Action = play_of(event.cards) if isinstance(event, Played) else Pass()
        ruling = judge(manche, event.player, action)
        overruling = Overruling(frozenset(map(Code, event.overruled)), event.reason)
        overruled = overruled_in(ruling, overruling)
        if not judge(manche, event.player, action, overruled=overruled).accepted:
            return ruling
        reason = event.reason if overruled or not event.overruled else None
        if isinstance(event, Passed):
            return replace(event, overruled=overruled, reason=reason)
        salts = salts_of(self.campaign, manche, event.player, event.cards)
        return replace(event, salts=salts, overruled=overruled, reason=reason)


def _for_the_same_reason(event: Event, amended: Played | Passed) -> Event:
    return replace(event, reason=amended.reason) if isinstance(event, Played | Passed) else event


def _says_more_of(record: Record, first: Record, amended: Played | Passed) -> bool:
    """Whether an entry is the standing pass of the amended one's post: the correction says it or not."""
    event = record.event
    return (
        record is first
        and isinstance(event, StandingPass)
        and ((event.player, event.post) == (amended.player, amended.post) and isinstance(amended, Passed))
    )


def _moves(campaign: Campaign) -> dict[int, Move]:
    manches = (manche for partie in campaign.parties for manche in partie.manches)
    return {move.record.seq: move for manche in manches for move in manche.moves}


def _gone(undone: Sequence[Record], moves: dict[int, Move], anew: _Anew) -> tuple[Record, ...]:
    """Of what no longer counts, the entries of which anything else is true now: the first one is amended."""
    now = _moves(anew.campaign)
    added = [_plain(event) for event in anew.events]
    gone = [undone[0]]
    for record in undone[1:]:
        if record.seq in anew.again:
            old, new = moves.get(record.seq), now.get(anew.again[record.seq])
            same = old is None or new is None or _told(old) == _told(new)
        else:
            same = _plain(record.event) in added
            if same:
                added.remove(_plain(record.event))
        if not same:
            gone.append(record)
    return tuple(gone)


def _plain(event: Event) -> Event:
    """An event that follows by itself, without what depends on the number of its entry."""
    return replace(event, commitments={}) if isinstance(event, Exchanged) else event


def _told(move: Move) -> tuple[object, ...]:
    """What a verdict tells of a move."""
    return (move.effects, move.clauses, move.left, move.skipped)
