"""Who is waited for, for what, since which entry, and what is made for whoever stays away (Z3, Z19, Z22)."""

from dataclasses import dataclass, replace
from typing import Literal

from gm.campaign.change import in_manche
from gm.campaign.model import Campaign
from gm.events import Event, OrderChosen, Passed, Played, Record, Replaced, Undone

Duty = Literal["turn", "exchange", "order"]


@dataclass(frozen=True, slots=True)
class Awaited:
    """A player whose action is awaited; `since` is the entry, an undo perhaps, that left it to them."""

    player: str
    duty: Duty
    since: Record


def awaited(campaign: Campaign) -> tuple[Awaited, ...]:
    """Everybody whose action is awaited, in the order of `campaign.waiting`."""
    manche = campaign.manche
    if manche is None:
        return ()
    undone = (record for record in reversed(campaign.log) if isinstance(record.event, Undone))
    since = _later(manche.since or manche.dealt, next(undone, None))
    match campaign.phase:
        case "order":
            return tuple(Awaited(name, "order", since) for name in campaign.waiting)
        case "play":
            return tuple(Awaited(name, "turn", since) for name in campaign.waiting)
        case "exchange":
            return tuple(
                Awaited(pair.better, "exchange", _later(since, pair.since))
                for pair in manche.pairs
                if not pair.done
            )
        case _:
            return ()


def is_stand_in(event: Event) -> bool:
    """Whether a move was made for somebody who stayed away: a reason, no post, nothing overruled."""
    if not isinstance(event, Played | Passed) or event.post is not None:
        return False
    return event.reason is not None and not event.overruled


def _later(one: Record, other: Record | None) -> Record:
    return other if other is not None and other.seq > one.seq else one


def waited_from(before: Campaign, after: Campaign, record: Record) -> Campaign:
    """The campaign after a record, which says since when the turn or the order is waited for.

    It is waited for anew after every move, which says so itself, and whenever it comes to somebody else.
    """
    was, now = before.manche, after.manche
    if was is None or now is None or now is was or now.since is record:
        return after
    match record.event:
        case OrderChosen():
            changed = True
        case Replaced(by=newcomer):
            changed = newcomer in (now.turn, now.chooser)
        case Undone():  # what it leaves is told by the shorter log
            changed = False
        case _:
            changed = (was.turn, was.chooser, before.phase) != (now.turn, now.chooser, after.phase)
    return in_manche(after, replace(now, since=record)) if changed else after
