"""What the fold of a public copy does not know and a verification does: hands and gifts, by seed and key."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gm import dealing
from gm.campaign import Campaign, events_in_force, extra_by_rule
from gm.cards import cards_in, codes_of
from gm.events import (
    ClosedExchange,
    Exchanged,
    MancheAbandoned,
    MancheClosed,
    MancheDealt,
    Record,
)


@dataclass(frozen=True, slots=True)
class Known:
    """`seeds`, secret or published, by the commitment they open; `gifts` by the entry that made them."""

    seeds: Mapping[str, str]
    gifts: Mapping[int, ClosedExchange]


def gifts_of(records: Sequence[Record]) -> dict[int, ClosedExchange]:
    """By entry, each gift of an exchange as the `manche_closed` that found it in force publishes it."""
    gifts: dict[int, ClosedExchange] = {}
    log: list[Record] = []
    for record in records:
        match record.event:
            case MancheDealt() as event if not log or _manche(log[0]) != (event.partie, event.manche):
                log = [record]
                continue
            case MancheAbandoned():
                log = []
            case MancheClosed() as event if log:
                published = {(gift.giver, gift.receiver): gift for gift in event.exchanges}
                for seq, made in gifts_in_force(log):
                    gift = published.get((made.giver, made.receiver))
                    if gift is not None:
                        gifts[seq] = gift
            case _:
                pass
        if log:
            log.append(record)
    return gifts


def gifts_in_force(log: Sequence[Record]) -> list[tuple[int, Exchanged]]:
    """The gifts of a manche's log that count at its end, with their entries."""
    force = set(events_in_force(log))
    return [(each.seq, each.event) for each in log if isinstance(each.event, Exchanged) and each.seq in force]


def _manche(record: Record) -> tuple[int, int] | None:
    event = record.event
    return (event.partie, event.manche) if isinstance(event, MancheDealt) else None


def seed_for(before: Campaign, manche: int, known: Known) -> str | None:
    """The seed of a manche of the partie being played, where it is known and opens its commitment."""
    commitment = before.partie.commitments.get(manche) if before.partie is not None else None
    return known.seeds.get(commitment.digest) if commitment is not None else None


def deal_secret(before: Campaign, event: MancheDealt, known: Known) -> str | None:
    """The digest D of a deal with the entropy it states, where its seed is known."""
    seed = seed_for(before, event.manche, known)
    if seed is None:
        return None
    return dealing.deal_key(before.name, event.partie, event.manche, event.entropy, seed)


def dealt_from(before: Campaign, event: MancheDealt, secret: str) -> dealing.Deal | None:
    """The deal of D to the players of the partie; None when these seats are not theirs."""
    if sorted(event.seats) != sorted(before.players):
        return None
    return dealing.deal(before.rules, event.seats, secret, extra_by_rule(before))


def with_secrets(before: Campaign, record: Record, known: Known) -> Record:
    """The record with the hands and gifts that a public copy keeps back, where they can be known."""
    event = record.event
    match event:
        case MancheDealt(hands=None):
            secret = deal_secret(before, event, known)
            deal = dealt_from(before, event, secret) if secret is not None else None
            return replace(record, event=replace(event, hands=deal.hands)) if deal is not None else record
        case Exchanged(cards=None):
            gift = known.gifts.get(record.seq)
            if gift is not None:
                return replace(record, event=replace(event, cards=gift.cards, asked=gift.asked))
            return replace(record, event=_with_gift(before, record.seq, event, known))
        case _:
            return record


def _with_gift(before: Campaign, seq: int, event: Exchanged, known: Known) -> Exchanged:
    """A gift that was never published, told from the commitments after it once the seed is known.

    What was asked stays unknown: the cards given are taken for it.
    """
    manche = before.manche
    secret = deal_secret(before, manche.deal, known) if manche is not None else None
    if manche is None or manche.state is None or secret is None or event.giver not in manche.order:
        return event
    key = dealing.hand_key(event.giver, secret)
    kept = set(event.commitments[event.giver])
    place = (before.name, manche.deal.partie, manche.number, event.giver)
    gift = tuple(
        card
        for card in cards_in(manche.hand(event.giver))
        if dealing.card_commitment(*place, card, dealing.salt(seq, card, key)) not in kept
    )
    asked = before.rules.exchange.demands and any(pair.worse == event.giver for pair in manche.pairs)
    return replace(event, cards=gift, asked=codes_of(gift) if asked and gift else None)


def without_secrets(record: Record) -> Record:
    """The record with hands and gifts left out, so that the fold judges no ruling."""
    match record.event:
        case MancheDealt() as event:
            return replace(record, event=replace(event, hands=None))
        case Exchanged() as event:
            return replace(record, event=replace(event, cards=None))
        case _:
            return record
