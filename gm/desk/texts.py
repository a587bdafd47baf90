"""The texts of the desk: verdicts, sanctions, posts, messages, the next thing to do.

From a campaign to a view (`gm.views`), from there to a text (`gm.render`): no text sees more than its view.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from gm.calendar import is_before
from gm.campaign import Campaign, Problem, problem
from gm.desk.due import LONG_AGO, Due, InTheirPlace, due_of, dues
from gm.desk.names import find_name
from gm.desk.secrets import hand_key
from gm.events import Record, Sanctioned
from gm.render import (
    Message,
    Presentation,
    PublicText,
    message,
    moderator_text,
    public_text,
)
from gm.views import (
    HandView,
    absences_view,
    due_view,
    exchange_message,
    first_post_view,
    hand_message,
    hand_view,
    private_note,
    recap_view,
    reminder_message,
    rules_view,
    sanction_message,
    sanction_view,
    standings_view,
    status_view,
    table_view,
    turn_message,
    verdict_view,
)
from gm.views import campaign_line as line_of

if TYPE_CHECKING:
    from gm.desk.referee import PostJudged  # most texts come without a post to read

POSTS = ("first", "table", "recap", "standings", "rules")
MESSAGES = ("hand", "exchange", "turn", "sanction", "reminder")


@dataclass(frozen=True, slots=True)
class Shown:
    """How a campaign's texts look, the checkpoint at the foot of the public ones."""

    presentation: Presentation
    checkpoint: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The two texts of a judged post: verdict and table for the topic, a note for the moderator.

    `may_be_slip` says that a card which was named and is not held may stand for another of its rank.
    """

    public: PublicText
    private: str
    may_be_slip: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """The next thing to do: a code of `next.toml` and its words."""

    code: str
    params: dict[str, object]


def next_step(campaign: Campaign) -> Step:
    """What the moderator does next, from where the campaign stands."""
    manche = campaign.manche
    params: dict[str, object] = {
        "waiting": list(campaign.waiting),
        "manche": campaign.next_manche,
        "missing": campaign.missing,
        "room": campaign.seat_count - len(campaign.players),
        "queue": len(campaign.queue),
    }
    if campaign.phase == "exchange" and manche is not None:
        begun = [pair.better for pair in manche.pairs if not pair.done and pair.received is not None]
        others = [name for name in campaign.waiting if name not in begun]
        if begun:
            return Step("exchange_begun", {**params, "begun": begun, "others": others})
        if not campaign.rules.exchange.demands:
            return Step("exchange_undemanded", params)
    if campaign.phase == "ready_to_deal" and manche is not None:
        return Step("deal_next", params)
    if campaign.phase == "play" and manche is not None and manche.pairs and not manche.moves:
        return Step("play_begins", params)
    if campaign.phase == "play" and manche is not None and not manche.chooses_order and not manche.moves:
        return Step("play_dealt", params)
    return Step(campaign.phase, params)


def verdict(campaign: Campaign, judged: "PostJudged", shown: Shown, now: datetime | None = None) -> Verdict:
    """The texts of a judged post on the campaign before it; `now` shows what is before the start (Z23)."""
    view = verdict_view(campaign, judged.moves, shown.checkpoint, judged.automatic)
    start = _start_to_come(campaign, now)
    notes = [private_note(campaign, move, start) for move in judged.moves]
    told = [moderator_text(note, shown.presentation) for note in notes]
    slip = any(note.may_be_slip for note in notes)
    return Verdict(public_text(view, shown.presentation), "\n".join(text for text in told if text), slip)


def _start_to_come(campaign: Campaign, now: datetime | None) -> str | None:
    """The start of the partie as the calendar has it, None once it is there or when none is set (Z23)."""
    schedule = campaign.partie.schedule if campaign.partie is not None else None
    if now is None or schedule is None or schedule.start is None:
        return None
    return schedule.start if is_before(now, schedule.start, campaign.timezone) else None


def sanction_text(campaign: Campaign, record: Record, shown: Shown) -> PublicText:
    """The public text of a sanction that counts; a departure is one without the word cheat (Z18, Z28)."""
    event = record.event
    manche = campaign.manche
    assert isinstance(event, Sanctioned) and manche is not None
    view = sanction_view(campaign, manche.made_by(record), shown.checkpoint)
    return public_text(view, shown.presentation)


def absences_text(made: Sequence[InTheirPlace], after: Campaign, shown: Shown) -> PublicText:
    """The public text of what was done for those who stay away; `after` is the campaign with it recorded."""
    return public_text(absences_view(made, after, shown.checkpoint), shown.presentation)


def due_text(campaign: Campaign, late: Sequence[Due], paused: str | None, shown: Shown) -> str:
    """Who is waited for, for the moderator; `paused` is the end of the pause of this moment."""
    return moderator_text(due_view(campaign, late, paused), shown.presentation)


def post(campaign: Campaign, kind: str, shown: Shown) -> PublicText | Problem:
    """A text for the topic, of one of POSTS; `nothing_dealt` where there is no table yet."""
    manche = campaign.manche
    if kind in ("table", "recap") and (manche is None or manche.state is None):
        return problem("nothing_dealt")
    checkpoint = shown.checkpoint
    match kind:
        case "first":
            return public_text(first_post_view(campaign, checkpoint), shown.presentation)
        case "table":
            return public_text(table_view(campaign, checkpoint), shown.presentation)
        case "recap":
            return public_text(recap_view(campaign, checkpoint), shown.presentation)
        case "standings":
            return public_text(standings_view(campaign, checkpoint), shown.presentation)
        case "rules":
            return public_text(rules_view(campaign, checkpoint), shown.presentation)
        case _:
            return problem("unknown_kind", kind=kind, choices=", ".join(POSTS))


def message_to(
    campaign: Campaign, name: str, kind: str | None, shown: Shown, now: datetime = LONG_AGO
) -> Message | Problem:
    """A player's private message, of one of MESSAGES; by default the one they need.

    A reminder says whether they are late at the instant `now`.
    """
    manche = campaign.manche
    if manche is None or manche.state is None:
        return problem("nothing_dealt")
    player = find_name(name, manche.order)
    if isinstance(player, Problem):
        return player
    kind = kind or _needed_now(campaign, player)
    due = due_of(campaign, player, now)
    deadline = None if due is None else due.deadline.isoformat(timespec="minutes")
    key = hand_key(campaign, manche, player)
    sanctioned = bool(manche.state.sanctioned >> manche.order.index(player) & 1)
    match kind:
        case "hand":
            if sanctioned:
                return problem("no_hand", player=player)
            hand = hand_message(campaign, player, key, shown.checkpoint, deadline)
            return message(hand, shown.presentation)
        case "exchange":
            exchange = exchange_message(campaign, player, key, shown.checkpoint, deadline)
            if exchange is None or sanctioned:
                return problem("exchange_not_owed", player=player)
            return message(exchange, shown.presentation)
        case "turn":
            if campaign.phase in ("order", "exchange"):
                return problem("nobodys_turn_yet")
            turn = turn_message(campaign, shown.checkpoint, deadline)
            if turn is None or turn.to != player:
                return problem("not_their_turn", player=player, turn=manche.turn or "")
            return message(turn, shown.presentation)
        case "sanction":
            if not sanctioned:
                return problem("not_sanctioned", player=player)
            return message(sanction_message(campaign, player, shown.checkpoint), shown.presentation)
        case "reminder":
            return _reminder(campaign, player, due, shown)
        case _:
            return problem("unknown_kind", kind=kind, choices=", ".join(MESSAGES))


def _reminder(campaign: Campaign, player: str, due: Due | None, shown: Shown) -> Message | Problem:
    if due is None:
        return problem("not_awaited", player=player)
    return message(reminder_message(campaign, due, shown.checkpoint), shown.presentation)


def _needed_now(campaign: Campaign, player: str) -> str:
    """A sanction once sanctioned, the exchange once something of it is recorded, else the hand."""
    manche = campaign.manche
    assert manche is not None and manche.state is not None
    if manche.state.sanctioned >> manche.order.index(player) & 1:
        return "sanction"
    pairs = [pair for pair in manche.pairs if player in (pair.better, pair.worse) and not pair.dropped]
    if pairs and pairs[0].received is not None and not manche.moves:
        return "exchange"
    return "turn" if manche.moves and campaign.phase == "play" and manche.turn == player else "hand"


def players_with_messages(campaign: Campaign, kind: str | None, now: datetime = LONG_AGO) -> tuple[str, ...]:
    """Who gets a message of this kind, in the order of play; a reminder whoever is late."""
    manche = campaign.manche
    if manche is None or manche.state is None:
        return ()
    if kind == "reminder":
        return tuple(each.player for each in dues(campaign, now) if each.late)
    shown = Shown(Presentation(), "")
    if kind is None:
        return manche.order
    return tuple(
        player
        for player in manche.order
        if not isinstance(message_to(campaign, player, kind, shown, now), Problem)
    )


def hand_of_player(campaign: Campaign, name: str) -> HandView | Problem:
    """A player's hand and key, for the moderator."""
    manche = campaign.manche
    if manche is None or manche.state is None:
        return problem("nothing_dealt")
    player = find_name(name, manche.order)
    if isinstance(player, Problem):
        return player
    return hand_view(campaign, player, hand_key(campaign, manche, player))


def status_text(campaign: Campaign, head: str, shown: Shown, late: Sequence[str] = ()) -> str:
    """Where the campaign stands and who is late, for the moderator."""
    return moderator_text(status_view(campaign, head, shown.checkpoint, late), shown.presentation)


def campaign_line(campaign: Campaign, shown: Shown, late: Sequence[str] = ()) -> str:
    """Where one of several campaigns stands and who is late, in a line for the moderator."""
    return moderator_text(line_of(campaign, late), shown.presentation)


def private_text(view: HandView, shown: Shown) -> str:
    """What only the moderator looks at."""
    return moderator_text(view, shown.presentation)
