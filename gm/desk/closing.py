"""What follows by itself when all have a place: the manche is closed, perhaps the partie (Z16, Z21)."""

from collections.abc import Sequence

from gm.campaign import Campaign, Disorder, Pair, advance, is_last
from gm.events import ClosedExchange, Event, Exchanged, MancheClosed, PartieClosed, Record


def with_events(campaign: Campaign, events: Sequence[Event]) -> Campaign:
    """The campaign as it would stand once these events are recorded next."""
    for event in events:
        campaign = advance(campaign, Record(campaign.seq + 1, "", event))
    return campaign


def not_counted(campaign: Campaign, events: Sequence[Event]) -> Disorder | None:
    """The first of these events, recorded next, that the rules would not count, and why; None for none."""
    added = with_events(campaign, events).disorders[len(campaign.disorders) :]
    return added[0] if added else None


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
