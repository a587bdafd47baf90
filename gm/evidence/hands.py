"""The hands that a ledger commits to, and what a key opens of one."""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from gm import dealing
from gm.campaign import Campaign
from gm.cards import Card, deck
from gm.events import Exchanged, MancheDealt, Record, Replaced

By = Literal["deal", "gift", "replacement"]

_BY: Final[dict[type, By]] = {MancheDealt: "deal", Exchanged: "gift", Replaced: "replacement"}


class CommittedHand(NamedTuple):
    """The commitments to a player's whole hand that entry `seq` publishes, and what it records."""

    player: str
    partie: int
    manche: int
    seq: int
    by: By
    digests: frozenset[str]


class OpenedCard(NamedTuple):
    """A card of a hand with the salt and the commitment that its key gives it."""

    card: Card
    salt: str
    commitment: str


def committed_hands(records: Iterable[Record]) -> list[CommittedHand]:
    """Every hand that the entries commit to, undone ones too, in their order."""
    hands: list[CommittedHand] = []
    partie = manche = 0
    for record in records:
        event = record.event
        if isinstance(event, MancheDealt):
            partie, manche = event.partie, event.manche
        if isinstance(event, MancheDealt | Exchanged | Replaced):
            hands += [
                CommittedHand(player, partie, manche, record.seq, _BY[type(event)], frozenset(digests))
                for player, digests in (event.commitments or {}).items()
            ]
    return hands


def opened(hand: CommittedHand, campaign: Campaign, key: str) -> list[OpenedCard]:
    """The cards of a hand that a key opens."""
    place = (campaign.name, hand.partie, hand.manche, hand.player)
    cards = []
    for card in deck(campaign.rules.joker_count):
        salt = dealing.salt(hand.seq, card, key)
        cards.append(OpenedCard(card, salt, dealing.card_commitment(*place, card, salt)))
    return [each for each in cards if each.commitment in hand.digests]
