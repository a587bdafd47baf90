"""What the moderator does beside the moves: sanctions, undoing, abandoning a deal (Z18, Z26, design.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gm import dealing
from gm.campaign import Campaign, Problem, events_in_force, judge, problem
from gm.desk.citing import cited_by_itself
from gm.desk.closing import automatic_passes, following_events, not_counted, with_events
from gm.desk.exchange import finish_after_sanction
from gm.desk.names import closest_name, find_name, said
from gm.events import (
    DEPARTURE,
    Event,
    Exchanged,
    MancheAbandoned,
    MancheClosed,
    PartieClosed,
    Record,
    Sanctioned,
    StandingPass,
    StandingPassEnded,
    Undone,
)
from gm.manche import Code, Sanction


@dataclass(frozen=True, slots=True)
class UndoProposed:
    """An undo, what no longer counts after it, what counts again, and whether the manche's seed was out.

    `follows` is recorded with it: what follows by itself where the undo leaves something to follow.
    """

    event: Undone
    follows: tuple[Event, ...]
    undone: tuple[Record, ...]
    restored: tuple[Record, ...]
    seed_was_out: bool


def sanction(
    campaign: Campaign, name: str, reason: str, evidence: Sequence[int], *, departure: bool = False
) -> tuple[Event, ...] | Problem:
    """Take a player out of the manche, finish the gift they owe, close what is over (Z18, Z26, Z28).

    A departure is a sanction whose reason begins with its clause, so that the texts speak of no cheat. Any
    other one without evidence cites the claims of cards not held that are on record.
    """
    manche = campaign.manche
    if manche is None or manche.state is None:
        return problem("nothing_dealt")
    why = said(reason)
    if isinstance(why, Problem):
        return problem("reason_missing")
    why = said(DEPARTURE + why) if departure else why
    if isinstance(why, Problem):
        return why
    player = find_name(name, manche.order)
    if isinstance(player, Problem):
        return player
    late = [seq for seq in evidence if not 1 <= seq <= campaign.seq]
    if late:
        return problem("no_such_entry", seq=str(late[0]))
    ruling = judge(manche, player, Sanction())
    if not ruling.accepted:
        codes = {objection.code for objection in ruling.objections}
        return problem("manche_over" if Code.MANCHE_OVER in codes else "already_out", player=player)
    cited = tuple(dict.fromkeys(evidence)) or (() if departure else cited_by_itself(campaign, manche, player))
    sanctioned = Sanctioned(player, why, cited)
    after = with_events(campaign, (sanctioned,))
    gifts = finish_after_sanction(after)
    return (sanctioned, *gifts, *following_events(with_events(after, gifts)))


def undo(campaign: Campaign, seq: int | None, reason: str) -> UndoProposed | Problem:
    """Undo an entry of the open manche and all that follows; without a number, the last decision (design.md).

    What follows by itself (a closing, an automatic pass) goes with what it follows from, and not alone.
    """
    why = said(reason)
    if isinstance(why, Problem):
        return problem("reason_missing")
    by_seq = {record.seq: record for record in campaign.log}
    force = events_in_force(campaign.log)
    if not campaign.log or (seq is None and not force):
        return problem("nothing_to_undo")
    automatic = automatic_passes(campaign)
    if seq is None:
        seq = _last_decision([by_seq[each] for each in force if each not in automatic])
    if seq in by_seq and isinstance(by_seq[seq].event, MancheClosed | PartieClosed):
        return problem("closing_not_undoable", seq=str(seq))
    if seq in automatic:
        before = _last_decision([by_seq[each] for each in force if each < seq and each not in automatic])
        return problem("automatic_not_undoable", seq=str(seq), before=str(before))
    event = Undone(seq, why)
    if not_counted(campaign, (event,)) is not None:
        first = campaign.log[0].seq
        return problem("not_undoable", seq=str(seq), first=str(first), last=str(campaign.log[-1].seq))
    after = with_events(campaign, (event,))
    left = set(events_in_force(after.log))
    if left == set(force):
        return problem("undo_changes_nothing", seq=str(seq))
    undone = tuple(by_seq[each] for each in force if each not in left)
    restored = tuple(by_seq[each] for each in sorted(left - set(force)) if each in by_seq)
    seed_was_out = any(isinstance(record.event, MancheClosed) for record in undone)
    return UndoProposed(event, following_events(after), undone, restored, seed_was_out)


# What is recorded beside a decision and does not count for one.
_BESIDE: Final = (MancheClosed, PartieClosed, StandingPass, StandingPassEnded)


def _last_decision(force: Sequence[Record]) -> int:
    """The last entry that does not follow by itself: no closing, no gift that a sanction brought about.

    What a post says of a standing pass goes with the move before it.
    """
    rest = [record for record in force if not isinstance(record.event, _BESIDE)]
    gifts: set[str] = set()
    for record in reversed(rest):
        event = record.event
        if isinstance(event, Exchanged):
            gifts.add(event.giver)
        elif isinstance(event, Sanctioned) and gifts == {event.player}:
            return record.seq
        else:
            break
    return rest[-1].seq


def abandon(
    campaign: Campaign, reason: str, seed: bytes, *, beacon_rule: str | None = None
) -> MancheAbandoned | Problem:
    """Void the deal: its seed becomes public and a new one is committed to, for the same players.

    The next deal rests on a beacon only by a new rule: the draw of the old one may be known by now.
    """
    manche, partie = campaign.manche, campaign.partie
    if manche is None or partie is None:
        return problem("nothing_dealt")
    if partie.closed or manche.over:
        return problem("abandoned_too_late")
    why = said(reason)
    if isinstance(why, Problem):
        return problem("reason_missing")
    if beacon_rule is not None:
        rule = said(beacon_rule)
        if isinstance(rule, Problem):
            return rule
        if rule == partie.commitments[manche.number].beacon_rule:
            return problem("beacon_rule_again", rule=rule)
        beacon_rule = rule
    return MancheAbandoned(
        partie=partie.number,
        manche=manche.number,
        seed=partie.seeds[manche.number],
        reason=why,
        next_commitment=dealing.commit(campaign.name, partie.number, manche.number, seed.hex()),
        beacon_rule=beacon_rule,
        next_seed=seed.hex(),
    )


def suggestion(campaign: Campaign, typed: str) -> str | None:
    """The player whose name is nearest to one that nobody bears."""
    manche = campaign.manche
    return closest_name(typed, manche.order) if manche is not None else None
