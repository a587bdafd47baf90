"""Who is waited for, until when, and what the house rule says once they are late (Z3, Z19, Z22).

`dues` says it; `in_their_place` gives the events that are recorded for somebody who stays away.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal, assert_never

from gm.calendar import NEVER, end_of_delay, instant, paused_until, zone
from gm.campaign import Awaited, Campaign, Duty, Manche, Problem, awaited, problem
from gm.cards import rank_of
from gm.desk.closing import following_events, with_events
from gm.desk.exchange import exchange_by_default
from gm.desk.names import find_name
from gm.desk.prepare import order
from gm.desk.secrets import by_commitment, salts_of
from gm.events import Event, Note, Passed, Played, Record
from gm.manche import LegalPlay, Pass, for_absent

Does = Literal["remind", "pass", "stand_in", "ask"]
"""What the house rule says: a reminder, a pass, a card or an answer by default, the moderator's decision."""

LONG_AGO: Final = datetime(1, 2, 1, tzinfo=UTC)
"""An instant at which nobody was late."""


@dataclass(frozen=True, slots=True)
class Due:
    """Somebody who is waited for, at an instant `now`; `since` is the entry that left it to them.

    Their time runs since `begun`, they are late from `deadline` on, and `grace` is when the rule acts, all in
    the campaign's time zone. `instead` is what is done in their place, `acts` what the rule says at `grace`:
    the same, or `ask`.
    """

    player: str
    duty: Duty
    since: Record
    begun: datetime
    deadline: datetime
    grace: datetime
    instead: Literal["pass", "stand_in"]
    acts: Does
    now: datetime

    @property
    def late(self) -> bool:
        """Whether the deadline is over."""
        return self.now >= self.deadline

    @property
    def does(self) -> Does | None:
        """What the rule says now, None for one who is not late."""
        if not self.late:
            return None
        return self.acts if self.now >= self.grace else "remind"

    @property
    def next(self) -> tuple[Does, datetime]:
        """What the rule says after that, and from when; past the grace it is what it says already."""
        return (self.acts, self.grace) if self.late else ("remind", self.deadline)


def dues(campaign: Campaign, now: datetime) -> tuple[Due, ...]:
    """Everybody who is waited for, in the order of `campaign.waiting`.

    Where nobody may ask for cards, the better-placed are waited for once they have received theirs (B8, E5).
    """
    manche = campaign.manche
    if manche is None or manche.state is None:
        return ()
    return tuple(_due(campaign, manche, each, now) for each in awaited(campaign) if _answers(campaign, each))


def due_of(campaign: Campaign, player: str, now: datetime) -> Due | None:
    """What a player of that exact name is waited for, if they are."""
    return next((each for each in dues(campaign, now) if each.player == player), None)


def named(campaign: Campaign, name: str, now: datetime) -> Due | Problem:
    """What somebody at the table is waited for; `not_awaited` where they are not."""
    player = find_name(name, campaign.players)
    if isinstance(player, Problem):
        return player
    return due_of(campaign, player, now) or problem("not_awaited", player=player)


def _answers(campaign: Campaign, each: Awaited) -> bool:
    """Whether it is for the player to answer, and not for the moderator to note what they receive."""
    if each.duty != "exchange" or campaign.rules.exchange.demands or campaign.manche is None:
        return True
    return any(pair.received for pair in campaign.manche.pairs if pair.better == each.player)


def _due(campaign: Campaign, manche: Manche, each: Awaited, now: datetime) -> Due:
    delays = campaign.delays
    hours = {"turn": delays.turn, "exchange": delays.exchange, "order": delays.order}[each.duty]

    def after(begun: datetime, hours: int) -> datetime:
        return end_of_delay(begun, hours, delays, campaign.pauses, campaign.timezone)

    begun = _begun(campaign, each, now)
    deadline = after(begun, hours)
    grace = after(deadline, delays.grace)
    paused = paused_until(now, campaign.pauses, campaign.timezone)
    passes = each.duty == "turn" and manche.state is not None and isinstance(for_absent(manche.state), Pass)
    instead: Literal["pass", "stand_in"] = "pass" if passes else "stand_in"
    return Due(
        player=each.player,
        duty=each.duty,
        since=each.since,
        begun=begun.astimezone(zone(campaign.timezone)),
        deadline=deadline,
        grace=grace if paused is None else max(grace, paused),  # nothing is done in a pause
        instead=instead,
        acts="ask" if delays.absent == "ask" else instead,
        now=now,
    )


def _begun(campaign: Campaign, each: Awaited, now: datetime) -> datetime:
    """When the clock began to run: at the entry, a turn not before the start of the calendar (Z23)."""
    try:
        since = datetime.fromisoformat(each.since.at).astimezone(UTC)
    except (ValueError, OverflowError):
        since = now
    schedule = campaign.partie.schedule if campaign.partie is not None else None
    if each.duty == "turn" and schedule is not None and schedule.start is not None:
        since = max(since, instant(schedule.start, campaign.timezone))
    return min(max(since, LONG_AGO), NEVER)


@dataclass(frozen=True, slots=True)
class InTheirPlace:
    """What is recorded in the place of one who stays away, with what follows by itself."""

    due: Due
    before: Campaign
    events: tuple[Event, ...]


def chosen(campaign: Campaign, name: str | None, now: datetime) -> tuple[Due, ...] | Problem:
    """For whom the rule acts now, all of them or one who is named; with `ask` only one who is named.

    `not_awaited` and `not_late_enough` say why it does not for the one who is named.
    """
    if name is None:
        return tuple(each for each in dues(campaign, now) if each.does in ("pass", "stand_in"))
    due = named(campaign, name, now)
    if isinstance(due, Problem):
        return due
    if now < due.grace:
        return problem("not_late_enough", player=due.player, at=due.grace.isoformat(timespec="minutes"))
    return (due,)


def in_their_place(campaign: Campaign, late: Sequence[tuple[Due, str]]) -> tuple[InTheirPlace, ...] | Problem:
    """What is recorded for those who stay away, each with a short public reason, in this order.

    A note bears the reason of an order or an exchange.
    """
    made: list[InTheirPlace] = []
    for due, reason in late:
        events = _events(campaign, due, reason)
        if isinstance(events, Problem):
            return events
        events = (*events, *following_events(with_events(campaign, events)))
        made.append(InTheirPlace(due, campaign, events))
        campaign = with_events(campaign, events)
    return tuple(made)


def _events(campaign: Campaign, due: Due, reason: str) -> tuple[Event, ...] | Problem:
    match due.duty:
        case "turn":
            return (_move(campaign, due.player, reason),)
        case "exchange":
            gifts = exchange_by_default(campaign, due.player)
            return gifts if isinstance(gifts, Problem) else (*gifts, Note(reason))
        case "order":
            made = order(campaign, ())
            return made if isinstance(made, Problem) else (made, Note(reason))
        case _:
            assert_never(due.duty)


def _move(campaign: Campaign, player: str, reason: str) -> Played | Passed:
    manche = campaign.manche
    assert manche is not None and manche.state is not None
    match for_absent(manche.state):
        case Pass():
            return Passed(player, reason=reason)
        case LegalPlay(rank=rank):
            # The first one in the order of the commitments: nobody chooses it, so it tells nothing.
            held = by_commitment(campaign, manche, player)
            cards = tuple(card for card in held if rank_of(card) == rank)[:1]
            return Played(player, cards, salts_of(campaign, manche, player, cards), reason=reason)
