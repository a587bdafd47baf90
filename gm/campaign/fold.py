"""From records to a campaign: every event counted where the rules allow it, every other one a disorder.

`fold` is the only way to a campaign, for the live one, for a replay and for a check. An undo folds again:
from the campaign before the manche's first deal, with the events that count then (design.md, Events). Its
players stay seated even when the deal itself is undone: it is dealt anew to them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, assert_never

from gm.campaign.awaiting import waited_from
from gm.campaign.closing import abandon, close_manche, close_partie
from gm.campaign.deal import choose_order, deal_manche, seated
from gm.campaign.model import Campaign, Disorder, Problem
from gm.campaign.play import (
    end_standing_pass,
    exchange_cards,
    pass_until_closed,
    record_action,
    sanction_player,
)
from gm.campaign.registration import count_again, join, leave, open_partie, say_word
from gm.campaign.replacing import replace_player
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
from gm.rules import RulesProblem, house_rules

# The last entry in force and all those before it: what every entry keeps of them takes no more room.
_InForce = tuple["_InForce | None", int]
_STANDING: Final = (Joined, Word, Left, Refused, Incident, Note, PartieOpened, DelaysSet, Paused)


class NotACampaign(ValueError):
    """The records do not begin with a campaign that can be played."""


def fold(records: Iterable[Record]) -> Campaign:
    """The campaign of a ledger's records; raises NotACampaign when the first does not open one."""
    rest = iter(records)
    first = next(rest, None)
    if first is None or not isinstance(first.event, CampaignOpened):
        raise NotACampaign("the first entry opens no campaign")
    campaign = _opened(first.event, first.seq)
    for record in rest:
        campaign = advance(campaign, record)
    return campaign


def advance(campaign: Campaign, record: Record) -> Campaign:
    """The campaign after one more record; what the rules do not allow becomes a disorder."""
    after = _with_log(campaign, record)
    counted = _undo(after, record) if isinstance(record.event, Undone) else _count(after, record)
    if isinstance(counted, Problem):
        detail = ", ".join(counted.params.values())
        disorders = (*campaign.disorders, Disorder(record.seq, counted.code, detail))
        return replace(campaign, disorders=disorders, seq=record.seq)
    return waited_from(campaign, counted, record)


def events_in_force(log: Sequence[Record]) -> tuple[int, ...]:
    """The entries of a manche's log that count."""
    force: _InForce | None = None
    before: dict[int, _InForce | None] = {}
    for record in log:
        before[record.seq] = force
        if isinstance(record.event, Undone):
            force = before.get(record.event.from_, force)
        elif not stands(record.event):
            force = (force, record.seq)
    entries = []
    while force is not None:
        force, seq = force
        entries.append(seq)
    return tuple(reversed(entries))


def stands(event: Event) -> bool:
    """Whether an event is not the manche's own and so outlives an undo (design.md, Events)."""
    return isinstance(event, _STANDING)


def _opened(event: CampaignOpened, seq: int) -> Campaign:
    rules = house_rules(event.rules)
    if isinstance(rules, RulesProblem):
        raise NotACampaign(f"rules {rules.name}: {rules.value}")
    return Campaign(
        name=event.campaign,
        title=event.title,
        locale=event.locale,
        timezone=event.timezone,
        rules=rules,
        moderator=event.moderator,
        engine=event.engine,
        seq=seq,
    )


def _with_log(campaign: Campaign, record: Record) -> Campaign:
    """The campaign at this record, which is in the log of the manche that can still be undone."""
    event = record.event
    if isinstance(event, MancheDealt) and not _dealt_anew(campaign, event):
        return replace(campaign, base=replace(campaign, base=None, log=()), log=(record,), seq=record.seq)
    return replace(campaign, log=(*campaign.log, record) if campaign.log else (), seq=record.seq)


def _dealt_anew(campaign: Campaign, event: MancheDealt) -> bool:
    """Whether a deal replaces an undone one of the same manche."""
    first = campaign.log[0].event if campaign.log else None
    return isinstance(first, MancheDealt) and (first.partie, first.manche) == (event.partie, event.manche)


def _undo(campaign: Campaign, record: Record) -> Campaign | Problem:
    event = record.event
    assert isinstance(event, Undone)
    if campaign.base is None:
        return Problem("nothing_to_undo", {})
    named = [each for each in campaign.log if each.seq == event.from_ and each.seq < record.seq]
    if not named or stands(named[0].event) or isinstance(named[0].event, MancheClosed | PartieClosed):
        return Problem("not_undoable", {"seq": str(event.from_)})
    force = set(events_in_force(campaign.log))
    again = seated(replace(campaign.base, disorders=campaign.disorders))
    for each in campaign.log:
        if stands(each.event):
            again = replace(_count_again(again, each), seq=each.seq)
        elif each.seq in force:
            counted = _count(again, each)
            # Only what a verification counted without knowing the hands can fail here.
            if not isinstance(counted, Problem):
                again = waited_from(again, replace(counted, seq=each.seq), each)
    return replace(again, base=campaign.base, log=campaign.log, seq=record.seq)


def _count_again(campaign: Campaign, record: Record) -> Campaign:
    """The campaign after an event that was counted once and outlives an undo."""
    match record.event:
        case DelaysSet() as event:
            return replace(campaign, delays=event)
        case Paused() as event:
            return _paused(campaign, event)
        case _:
            return count_again(campaign, record)


def _paused(campaign: Campaign, event: Paused) -> Campaign:
    """The campaign with a pause in place of an earlier one that began then, be it to call that one off."""
    pauses = tuple(each for each in campaign.pauses if each.from_ != event.from_)
    return replace(campaign, pauses=(*pauses, event))


def _count(campaign: Campaign, record: Record) -> Campaign | Problem:
    event = record.event
    match event:
        case CampaignOpened():
            return Problem("opened_twice", {})
        case PartieOpened():
            return open_partie(campaign, record, event)
        case Joined():
            return join(campaign, record, event)
        case Word():
            return say_word(campaign, record, event)
        case Left():
            return leave(campaign, event)
        case MancheDealt():
            return deal_manche(campaign, record, event)
        case OrderChosen():
            return choose_order(campaign, event)
        case Exchanged():
            return exchange_cards(campaign, record, event)
        case Played() | Passed():
            return record_action(campaign, record, event)
        case Sanctioned():
            return sanction_player(campaign, record, event)
        case MancheClosed():
            return close_manche(campaign, event)
        case MancheAbandoned():
            return abandon(campaign, record, event)
        case PartieClosed():
            return close_partie(campaign, event)
        case Replaced():
            return replace_player(campaign, record, event)
        case StandingPass():
            return pass_until_closed(campaign, event)
        case StandingPassEnded():
            return end_standing_pass(campaign, event)
        case DelaysSet() | Paused():
            return _count_again(campaign, record)
        case Note(text=text):
            return replace(campaign, origin=text) if record.seq == 2 else campaign
        case Refused() | Incident():
            return campaign
        case Undone():
            return Problem("not_undoable", {"seq": str(event.from_)})
        case _:
            assert_never(event)
