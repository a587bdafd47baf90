"""Those who are waited for: what they are reminded of, what is done in their place, the moderator's list."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, Protocol

from gm.campaign import Campaign, Duty, Manche, judge, must_be_first
from gm.cards import Hand, hand_of
from gm.events import Event, OrderChosen, Passed, Played
from gm.manche import Pass, Play, for_absent
from gm.views.messages import dealt, exchange_duty, turn_message
from gm.views.moderator import DueLine, DueView
from gm.views.player import ReminderMessage
from gm.views.public import Absence, AbsencesView, RulingView
from gm.views.table import heading_of, table_view
from gm.views.verdicts import Claimed, automatic_view, ruling_view


class Waited(Protocol):
    """Somebody who is waited for, until when, and what the house rule says (`gm.desk.due`)."""

    @property
    def player(self) -> str: ...
    @property
    def duty(self) -> Duty: ...
    @property
    def begun(self) -> datetime: ...
    @property
    def deadline(self) -> datetime: ...
    @property
    def grace(self) -> datetime: ...
    @property
    def instead(self) -> Literal["pass", "stand_in"]: ...
    @property
    def acts(self) -> Literal["remind", "pass", "stand_in", "ask"]: ...
    @property
    def now(self) -> datetime: ...


class StoodIn(Protocol):
    """What is recorded in the place of one who stays away, on the campaign before it."""

    @property
    def due(self) -> Waited: ...
    @property
    def before(self) -> Campaign: ...
    @property
    def events(self) -> tuple[Event, ...]: ...


def shown_date(moment: datetime) -> str:
    """An instant as texts take their dates."""
    return moment.isoformat(timespec="minutes")


def reminder_message(campaign: Campaign, due: Waited, checkpoint: str) -> ReminderMessage:
    """What somebody is told who is waited for: for what, since when, what happens next and when."""
    manche, state = dealt(campaign)
    on_turn = due.duty == "turn"
    card = for_absent(state) if on_turn else Pass()
    return ReminderMessage(
        to=due.player,
        heading=heading_of(campaign),
        duty=due.duty,
        since=shown_date(due.begun),
        deadline=shown_date(due.deadline),
        late=due.now >= due.deadline,
        asks=due.acts == "ask",
        at=shown_date(due.grace),
        over=due.now >= due.grace,
        turn=turn_message(campaign, checkpoint) if on_turn else None,
        rank=None if isinstance(card, Pass) else card.rank,
        exchange=exchange_duty(campaign, manche, due.player) if due.duty == "exchange" else None,
        players=campaign.players,
        first=must_be_first(manche) if due.duty == "order" else None,
    )


def due_view(campaign: Campaign, dues: Sequence[Waited], paused: str | None) -> DueView:
    """Everybody who is waited for, for the moderator; `paused` is the end of the pause of this moment."""
    return DueView(
        campaign=campaign.name,
        title=campaign.title,
        lines=tuple(
            DueLine(
                player=due.player,
                duty=due.duty,
                since=shown_date(due.begun),
                deadline=shown_date(due.deadline),
                hours=late_hours(due),
                late=due.now >= due.deadline,
                over=due.now >= due.grace,
                instead=due.instead,
                asks=due.acts == "ask",
                at=shown_date(due.grace),
            )
            for due in dues
        ),
        paused=paused,
    )


def late_hours(due: Waited) -> int:
    """For how many full hours somebody has been late, 0 for one who is not."""
    return max(0, int((due.now - due.deadline).total_seconds() // 3600))


def absences_view(made: Sequence[StoodIn], after: Campaign, checkpoint: str) -> AbsencesView:
    """Who did not answer in time and what was done in their place, at least one, and the table after it."""
    return AbsencesView(tuple(_absence(each) for each in made), table_view(after, checkpoint))


def _absence(made: StoodIn) -> Absence:
    manche = made.before.manche
    assert manche is not None
    player = made.due.player
    order = next((event.order for event in made.events if isinstance(event, OrderChosen)), ())
    return Absence(
        player=player,
        duty=made.due.duty,
        deadline=shown_date(made.due.deadline),
        rulings=_rulings(made.before, manche, made.events),
        order=order,
        partner=next((pair.worse for pair in manche.pairs if pair.better == player), ""),
    )


def _rulings(campaign: Campaign, manche: Manche, events: Sequence[Event]) -> tuple[RulingView, ...]:
    """The move made in somebody's place and the passes that follow by themselves, each judged."""
    rulings = []
    for event in events:
        if not isinstance(event, Played | Passed):
            continue
        action = Play(hand_of(event.cards), len(event.cards)) if isinstance(event, Played) else Pass()
        ruling = judge(manche, event.player, action)
        if event.reason is None:
            rulings.append(automatic_view(campaign.rules, ruling))
        else:
            rulings.append(ruling_view(campaign.rules, Claimed("pass", Hand(0), ruling, reason=event.reason)))
        manche = ruling.after
    return tuple(rulings)
