"""What a cheating moderator needs: other deals, other entries, each consistent in itself and signed.

An `Attack` is a ledger, the entry that is forged, and the codes that name it in one's own copy and in a
public one: none where it is nobody's business but the moderator's, or not yet to be seen.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Final, TypeVar

from builders import (
    Book,
    Change,
    choose_order,
    deal,
    exchange_all,
    open_partie,
    play_manche,
    play_some,
    register,
    time_of,
    whole_partie,
)

from gm import dealing
from gm.campaign import Campaign, Manche, advance, fold
from gm.cards import Card
from gm.events import Event, MancheDealt, Record
from gm.evidence import FindingCode

E = TypeVar("E")

NOTHING: Final[frozenset[FindingCode]] = frozenset()


@dataclass(frozen=True)
class Attack:
    """A forged ledger: which entry is forged, the codes found in it by copy, and words of a `ruling`."""

    records: list[Record]
    seq: int
    own: frozenset[FindingCode]
    public: frozenset[FindingCode]
    why: str = ""


def codes(*found: FindingCode) -> frozenset[FindingCode]:
    """What is found in one copy."""
    return frozenset(found)


def both(records: list[Record], seq: int, *found: FindingCode, why: str = "") -> Attack:
    """An attack that is found alike in both copies."""
    return Attack(records, seq, frozenset(found), frozenset(found), why)


def begun(change: Change | None = None, rule: str | None = None) -> Book:
    """A partie with its five players, before the deal of entry 8."""
    return register(open_partie(Book(change=change), Random(3), beacon_rule=rule))


@cache
def _records(seed: int) -> tuple[Record, ...]:
    return tuple(whole_partie(seed).records)


def honest(seed: int = 3) -> list[Record]:
    """The records of a whole partie that nobody tampered with."""
    return list(_records(seed))


def second_manche() -> Book:
    """A partie in its second manche, after the exchange and some moves."""
    chance = Random(3)
    book = register(open_partie(Book(), chance))
    play_manche(choose_order(deal(book), chance), chance)
    return play_some(exchange_all(deal(book), chance), chance, 12)


def first(
    records: Sequence[Record], kind: type[E], holds: Callable[[E], bool] = lambda _: True
) -> tuple[int, E]:
    """Number and event of the first entry of a kind of which something holds."""
    return next(
        (each.seq, each.event) for each in records if isinstance(each.event, kind) and holds(each.event)
    )


def put(records: Sequence[Record], seq: int, event: Event) -> list[Record]:
    """The records with another event in one entry."""
    return [replace(each, event=event) if each.seq == seq else each for each in records]


def then(records: Sequence[Record], event: Event) -> list[Record]:
    """The records with one more entry, whether the rules allow it or not."""
    seq = len(records) + 1
    return [*records, Record(seq, time_of(seq), event)]


def standing(records: Sequence[Record]) -> list[tuple[Campaign, Record]]:
    """Each entry but the first with the campaign just before it."""
    steps = [fold(records[:1])]
    for record in records[1:]:
        steps.append(advance(steps[-1], record))
    return list(zip(steps, records[1:], strict=False))


def manche_before(campaign: Campaign) -> Manche:
    """The manche that is under way in a campaign."""
    assert campaign.manche is not None
    return campaign.manche


def dealt_otherwise(
    campaign: Campaign,
    event: MancheDealt,
    *,
    words: Mapping[str, str] | None = None,
    beacon: str | None = None,
    extra: tuple[str, ...] | None = None,
) -> MancheDealt:
    """The deal that other words, another beacon or other extra cards give, with everything that follows."""
    said = (
        campaign.words_for(event.manche)
        if words is None
        else {name: words.get(name, "") for name in event.seats}
    )
    entropy = dealing.entropy(said, beacon or "")
    key = key_of(campaign, replace(event, entropy=entropy))
    deal = dealing.deal(
        campaign.rules, event.seats, key, extra or (event.extra if event.manche > 1 else None)
    )
    dealt = replace(event, entropy=entropy, beacon=beacon, seats=deal.seats, extra=deal.extra)
    return with_hands(campaign, dealt, deal.hands)


def with_hands(campaign: Campaign, event: MancheDealt, hands: Mapping[str, tuple[Card, ...]]) -> MancheDealt:
    """The deal of the next entry with these hands and the commitments to them."""
    key = key_of(campaign, event)
    commitments = {
        name: dealing.commitments(
            campaign.name,
            event.partie,
            event.manche,
            name,
            cards,
            campaign.seq + 1,
            dealing.hand_key(name, key),
        )
        for name, cards in hands.items()
    }
    return replace(event, hands=hands, commitments=commitments)


def key_of(campaign: Campaign, event: MancheDealt) -> str:
    """The digest D of a deal in this campaign."""
    assert campaign.partie is not None
    seed = campaign.partie.seeds[event.manche]
    return dealing.deal_key(campaign.name, event.partie, event.manche, event.entropy, seed)


def two_cards_exchanged(event: MancheDealt) -> dict[str, tuple[Card, ...]]:
    """The hands of a deal but for two players, whose first cards changed hands."""
    hands = dict(event.hands or {})
    one, other = list(hands)[:2]
    mine, theirs = hands[one], hands[other]
    hands[one] = tuple(sorted((theirs[0], *mine[1:])))
    hands[other] = tuple(sorted((mine[0], *theirs[1:])))
    return hands


def on(kind: type[E], forge: Callable[[Campaign, E], Event], *, turn: int = 1) -> Change:
    """A change of the event of a kind that comes in this turn, the first by default; all others stay."""
    seen = 0

    def change(campaign: Campaign, event: Event) -> Event:
        nonlocal seen
        if not isinstance(event, kind):
            return event
        seen += 1
        return forge(campaign, event) if seen == turn else event

    return change
