"""What the moderator alone knows of a deal: its key, each hand's key, the salts that open commitments.

Nothing here reaches a public text but the salts of cards that are played (design.md, Dealing).
"""

from collections.abc import Iterable, Mapping

from gm import dealing
from gm.campaign import Campaign, Manche
from gm.cards import Card, cards_in


def deal_secret(campaign: Campaign, manche: Manche) -> str:
    """The hex digest D from which everything in a deal follows."""
    partie = campaign.partie
    assert partie is not None
    return dealing.deal_key(
        campaign.name, partie.number, manche.number, manche.deal.entropy, partie.seeds[manche.number]
    )


def hand_key(campaign: Campaign, manche: Manche, player: str) -> str:
    """The key K that a player gets with their hand."""
    return dealing.hand_key(player, deal_secret(campaign, manche))


def salts_of(campaign: Campaign, manche: Manche, player: str, cards: Iterable[Card]) -> tuple[str, ...]:
    """The salts that open a player's commitments in force to these cards, in their order."""
    key = hand_key(campaign, manche, player)
    seq = manche.holdings[player].seq
    return tuple(dealing.salt(seq, card, key) for card in cards)


def commitments_to(
    campaign: Campaign, manche: Manche, seq: int, hands: Mapping[str, Iterable[Card]]
) -> dict[str, tuple[str, ...]]:
    """The commitments that entry `seq` publishes for whole hands, each player's sorted."""
    partie = campaign.partie
    assert partie is not None
    return {
        player: dealing.commitments(
            campaign.name,
            partie.number,
            manche.number,
            player,
            cards,
            seq,
            hand_key(campaign, manche, player),
        )
        for player, cards in hands.items()
    }


def by_commitment(campaign: Campaign, manche: Manche, player: str) -> tuple[Card, ...]:
    """The cards a player holds in the order of their commitments, which tells nothing about the cards."""
    partie = campaign.partie
    assert partie is not None
    key = hand_key(campaign, manche, player)
    seq = manche.holdings[player].seq

    def digest(card: Card) -> str:
        salt = dealing.salt(seq, card, key)
        return dealing.card_commitment(campaign.name, partie.number, manche.number, player, card, salt)

    return tuple(sorted(cards_in(manche.hand(player)), key=digest))
