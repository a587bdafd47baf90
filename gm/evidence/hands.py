"""The hands that a ledger commits to: which one a key opens, and what became of it entry by entry."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from gm import dealing
from gm.campaign import Campaign, Manche, advance, fold
from gm.cards import Card, deck
from gm.events import Exchanged, MancheAbandoned, MancheDealt, Played, Record, Undone
from gm.evidence.known import Known, deal_secret, gifts_of, seeds_of, with_secrets, without_secrets

How = Literal["replaced", "undone", "abandoned"]

MOST_TRIED: Final = 4000
"""So many times a key is tried on a hand, less than a second; an honest message needs one or two."""


class Published(NamedTuple):
    """The commitments to a player's whole hand that entry `seq` publishes."""

    player: str
    partie: int
    manche: int
    seq: int
    digests: frozenset[str]


class Opened(NamedTuple):
    """A hand and the cards of it that a key opens."""

    hand: Published
    key: str
    cards: frozenset[Card]


class Search(NamedTuple):
    """What was found, and whether the search was given up before everything was tried."""

    opened: Opened | None
    stopped: bool


class Ended(NamedTuple):
    """How a hand ceased to count before its manche was over, and by which entry."""

    how: How
    seq: int


class Life(NamedTuple):
    """A hand from its entry on.

    `played` are the player's cards that were on the table after each entry at which the hand counts; `ended`
    is None while it does, and once its manche is over. `key` is the key that the seed gives, None while that
    is not known, and `hand_known` whether the whole hand was, so that the verification has compared it.
    """

    played: Mapping[int, frozenset[Card]]
    ended: Ended | None
    key: str | None
    hand_known: bool


def published_hands(records: Iterable[Record]) -> list[Published]:
    """Every hand that the entries commit to, undone ones too, in their order."""
    hands: list[Published] = []
    partie = manche = 0
    for record in records:
        event = record.event
        if isinstance(event, MancheDealt):
            partie, manche = event.partie, event.manche
        if isinstance(event, MancheDealt | Exchanged):
            hands += [
                Published(player, partie, manche, record.seq, frozenset(digests))
                for player, digests in event.commitments.items()
            ]
    return hands


def search(campaign: Campaign, keys: Sequence[str], hands: Iterable[Published]) -> Search:
    """The first of the hands of which one of the keys opens a card."""
    cards = deck(campaign.rules.deal.jokers)
    for tried, (hand, key) in enumerate((hand, key) for hand in hands for key in keys):
        if tried == MOST_TRIED:
            return Search(None, stopped=True)
        opened = frozenset(card for card in cards if _digest(campaign.name, hand, card, key) in hand.digests)
        if opened:
            return Search(Opened(hand, key, opened), stopped=False)
    return Search(None, stopped=False)


def _digest(campaign: str, hand: Published, card: Card, key: str) -> str:
    salt = dealing.salt(hand.seq, card, key)
    return dealing.card_commitment(campaign, hand.partie, hand.manche, hand.player, card, salt)


def life_of(hand: Published, records: Sequence[Record], *, judged: bool) -> Life:
    """Follow a hand through the entries of a ledger without fault; `judged` as in its report."""
    played: dict[int, frozenset[Card]] = {}
    ended: Ended | None = None
    key, hand_known = None, False
    known = Known(seeds_of(fold(records[:1]).name, records)[0], gifts_of(records))
    for before, record, after in _steps(records, known, judged=judged):
        if record.seq < hand.seq:
            continue
        manche = after.manche
        if manche is None or not _holds(manche, hand):
            ended = _how_ended(record) if record.seq - 1 in played else ended
            continue
        played[record.seq], ended = _played(manche, hand.player), None
        if record.seq == hand.seq:
            secret = deal_secret(before, manche.deal, known)
            key = dealing.hand_key(hand.player, secret) if secret is not None else None
            hand_known = manche.state is not None
    return Life(played, ended, key, hand_known)


def _steps(
    records: Sequence[Record], known: Known, *, judged: bool
) -> Iterator[tuple[Campaign, Record, Campaign]]:
    """Each entry but the first between the campaigns before and after it."""
    campaign = fold(records[:1])
    for record in records[1:]:
        counted = with_secrets(campaign, record, known) if judged else without_secrets(record)
        after = advance(campaign, counted)
        yield campaign, record, after
        campaign = after


def _holds(manche: Manche, hand: Published) -> bool:
    """Whether a hand is the one that counts of its player; entries have their number once."""
    return hand.player in manche.holdings and manche.holdings[hand.player].seq == hand.seq


def _how_ended(record: Record) -> Ended | None:
    match record.event:
        case Exchanged():
            return Ended("replaced", record.seq)
        case Undone():
            return Ended("undone", record.seq)
        case MancheAbandoned():
            return Ended("abandoned", record.seq)
        case _:  # the manche was over and another one began
            return None


def _played(manche: Manche, player: str) -> frozenset[Card]:
    return frozenset(
        card
        for move in manche.moves
        if isinstance(move.record.event, Played) and move.record.event.player == player
        for card in move.record.event.cards
    )
