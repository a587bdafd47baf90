"""What follows by itself: standing passes are answered (Z7), and what is over is closed (Z16, Z21)."""

from collections.abc import Sequence

from gm.campaign import Campaign, Disorder, Pair, advance, is_last, judge
from gm.events import ClosedExchange, Event, Exchanged, MancheClosed, PartieClosed, Passed, Record
from gm.manche import Pass


def with_events(campaign: Campaign, events: Sequence[Event]) -> Campaign:
    """The campaign as it would stand once these events are recorded next."""
    for event in events:
        campaign = advance(campaign, Record(campaign.seq + 1, "", event))
    return campaign


def not_counted(campaign: Campaign, events: Sequence[Event]) -> Disorder | None:
    """The first of these events, recorded next, that the rules would not count, and why; None for none."""
    added = with_events(campaign, events).disorders[len(campaign.disorders) :]
    return added[0] if added else None


def following_events(campaign: Campaign) -> tuple[Event, ...]:
    """The entries appended with an action: standing passes answered in turn, then the end of what is over.

    A standing pass yields where the rules want a card of the player (Z5, Z9).
    """
    passes: list[Event] = []
    while (answered := _standing_pass(campaign)) is not None:
        passes.append(answered)
        campaign = with_events(campaign, (answered,))
    return (*passes, *closing_events(campaign))


def _standing_pass(campaign: Campaign) -> Passed | None:
    """The pass of the player whose turn it is, where they pass until the tour closes and may."""
    manche = campaign.manche
    if manche is None or manche.turn is None or manche.turn not in manche.passing:
        return None
    if not judge(manche, manche.turn, Pass()).accepted:
        return None
    return Passed(manche.turn, post=manche.passing[manche.turn])


def automatic_passes(campaign: Campaign) -> frozenset[int]:
    """The entries that a standing pass made: no post makes them, though they name the one that says it."""
    manches = (manche for partie in campaign.parties for manche in partie.manches)
    return frozenset(move.record.seq for manche in manches for move in manche.moves if move.automatic)


def closing_events(campaign: Campaign) -> tuple[MancheClosed | PartieClosed, ...]:
    """The entries appended with the action that ended a manche; none while it goes on (design.md).

    Those of them that a power cut kept from the disk are still to be appended, and nothing else before them.
    """
    manche, partie = campaign.manche, campaign.partie
    if manche is None or partie is None or partie.closed or not manche.over:
        return ()
    if manche.closed is not None:
        return (PartieClosed(partie.number),) if is_last(campaign) else ()
    closed = MancheClosed(
        partie=partie.number,
        manche=manche.number,
        places=dict(sorted(manche.places.items(), key=lambda each: each[1])),
        seed=partie.seeds[manche.number],
        exchanges=tuple(gift for pair in manche.pairs for gift in _published(pair)),
    )
    return (closed, PartieClosed(partie.number)) if is_last(campaign) else (closed,)


def _published(pair: Pair) -> list[ClosedExchange]:
    made: list[Exchanged] = [gift for gift in (pair.received, pair.given) if gift is not None]
    return [ClosedExchange(each.giver, each.receiver, each.cards or (), each.asked) for each in made]
