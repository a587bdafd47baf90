"""What the fold of a ledger does not know: seeds that open their commitments, gifts published at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gm import dealing
from gm.campaign import Campaign, events_in_force
from gm.events import (
    ClosedExchange,
    Exchanged,
    MancheAbandoned,
    MancheClosed,
    MancheDealt,
    PartieOpened,
    Record,
)
from gm.evidence.report import Found


@dataclass(frozen=True, slots=True)
class Known:
    """`seeds`, secret or published, by the commitment they open; `gifts` by the entry that made them."""

    seeds: Mapping[str, str]
    gifts: Mapping[int, ClosedExchange]


def seeds_of(campaign: str, records: Sequence[Record]) -> tuple[dict[str, str], list[tuple[int, Found]]]:
    """Every seed that opens its commitment, and by entry each one that cannot stand (`bad_seed`)."""
    seeds = _Seeds(campaign)
    for record in records:
        match record.event:
            case PartieOpened(partie=partie, commitments=commitments, seeds=kept):
                for manche, digest in commitments.items():
                    seeds.commit(partie, manche, digest)
                    seeds.take(record.seq, partie, manche, (kept or {}).get(manche))
            case MancheClosed(partie=partie, manche=manche, seed=seed):
                seeds.take(record.seq, partie, manche, seed)
                seeds.publish(record.seq, partie, seed, manche + 1)
            case MancheAbandoned(partie=partie, manche=manche, seed=seed, next_commitment=following) as event:
                seeds.take(record.seq, partie, manche, seed)
                seeds.commit(partie, manche, following)
                seeds.publish(record.seq, partie, seed, manche)
                seeds.take(record.seq, partie, manche, event.next_seed)
            case _:
                pass
    return seeds.known, seeds.wrong


class _Seeds:
    """What a campaign has committed to by partie and manche, the seeds known by commitment, what is wrong."""

    def __init__(self, campaign: str) -> None:
        self.campaign = campaign
        self.committed: dict[int, dict[int, str | None]] = {}
        self.known: dict[str, str] = {}
        self.used: dict[str, str] = {}
        self.wrong: list[tuple[int, Found]] = []

    def commit(self, partie: int, manche: int, digest: str | None) -> None:
        """Note what a manche's seed has to open from now on, None for nothing."""
        self.committed.setdefault(partie, {})[manche] = digest

    def take(self, seq: int, partie: int, manche: int, seed: str | None) -> None:
        """A seed, kept in secret or published, opens the commitment of its manche and of no other one."""
        digest = self.committed.get(partie, {}).get(manche)
        if seed is None or digest is None:
            return
        if dealing.commit(self.campaign, partie, manche, seed) != digest:
            self._find(seq, f"the seed of partie {partie} manche {manche} does not open its commitment")
        elif self.used.setdefault(seed, digest) != digest:
            self._find(seq, f"the seed of partie {partie} manche {manche} is that of another one")
        else:
            self.known[digest] = seed

    def publish(self, seq: int, partie: int, seed: str, following: int) -> None:
        """A seed that everybody knows from now on is none of the partie's manches from `following` on."""
        for manche, digest in self.committed.get(partie, {}).items():
            if manche >= following and dealing.commit(self.campaign, partie, manche, seed) == digest:
                self._find(seq, f"the seed published is that of partie {partie} manche {manche} to come")

    def _find(self, seq: int, why: str) -> None:
        self.wrong.append((seq, Found("bad_seed", why)))


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
    force = set(events_in_force(tuple(log)))
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


def extra_by_rule(before: Campaign) -> tuple[str, ...] | None:
    """Who gets one card more where the rules name them, the last two places of the manche before (Z2, B1).

    None where the lot decides: in the first manche, and where the rules do not look at places.
    """
    manche = before.manche
    if before.rules.deal.extra == "seats" or manche is None or not manche.over:
        return None
    by_place = sorted(manche.places, key=lambda name: -manche.places[name])
    return tuple(by_place[:2])


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
        case Exchanged(cards=None) if record.seq in known.gifts:
            gift = known.gifts[record.seq]
            return replace(record, event=replace(event, cards=gift.cards, asked=gift.asked))
        case _:
            return record


def without_secrets(record: Record) -> Record:
    """The record with hands and gifts left out, so that the fold judges no ruling."""
    match record.event:
        case MancheDealt() as event:
            return replace(record, event=replace(event, hands=None))
        case Exchanged() as event:
            return replace(record, event=replace(event, cards=None))
        case _:
            return record
