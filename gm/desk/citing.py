"""The entries that a sanction rests on: those cited by themselves, those that are about others (Z18)."""

from collections.abc import Iterable, Sequence

from gm.campaign import Campaign, Manche
from gm.campaign.showing import Corrected, corrected, plays_shown, repeated
from gm.events import (
    Event,
    Exchanged,
    MancheClosed,
    MancheDealt,
    OrderChosen,
    Played,
    Record,
    Refused,
    Replaced,
)
from gm.manche import Code


def cited_by_itself(campaign: Campaign, manche: Manche, player: str) -> tuple[int, ...]:
    """The refused claims of cards not held that are on record of a player in this manche.

    One that repeats a card whose only play was undone since is left out: it is no longer known to be wrong.
    Nothing else is asked than what everybody can read, so that the choice tells nothing about hands.
    """
    corrections = corrected(campaign.log)
    return tuple(
        record.seq
        for record in campaign.log
        if isinstance(record.event, Refused)
        and record.event.player == player
        and record.seq > manche.dealt.seq
        and Code.NOT_HELD in record.event.violations
        and (
            plays_shown(manche, corrections, record) or not _was_shown(campaign, manche, corrections, record)
        )
    )


def _was_shown(campaign: Campaign, manche: Manche, corrections: Corrected, refusal: Record) -> bool:
    """Whether a play that was undone since showed a card of a claim to be gone."""
    event = refusal.event
    assert isinstance(event, Refused)
    seat = manche.made_by(refusal)
    return any(
        play.seq < refusal.seq < corrections.undone.get(play.seq, 0)
        and manche.made_by(play) == seat
        and repeated(event.claim, play)
        for play in campaign.log
        if isinstance(play.event, Played)
    )


def about_others(
    records: Sequence[Record], campaign: Campaign, sanctioned: str, cited: Iterable[int]
) -> tuple[int, ...]:
    """The cited entries that name players, and not the one who is sanctioned nor who had the seat before."""
    manche = campaign.manche
    strange = []
    for seq in cited:
        record = records[seq - 1]
        names = _named_in(record.event)
        if manche is not None:
            names |= {manche.who_sits_for(name, seq) for name in names}
        if names and sanctioned not in names:
            strange.append(seq)
    return tuple(strange)


def _named_in(event: Event) -> set[str]:
    """The players that an entry is about."""
    match event:
        case MancheDealt(seats=names):
            return set(names)
        case MancheClosed(places=places):
            return set(places)
        case OrderChosen(by=name):
            return {name}
        case Exchanged():
            return {event.giver, event.receiver}
        case Replaced():
            return {event.player, event.by}
        case _:
            return {getattr(event, "player", "")} - {""}
