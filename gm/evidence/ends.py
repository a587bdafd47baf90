"""Is what ended closed at once: `manche_closed` and `partie_closed` come with the move that causes them."""

from gm.campaign import Campaign, Manche, is_last
from gm.events import MancheClosed, PartieClosed, Played, Sanctioned


def end_due(campaign: Campaign) -> type[MancheClosed | PartieClosed] | None:
    """The event that has to come next because the manche or the partie is over, if any (Z16, Z21)."""
    manche, partie = campaign.manche, campaign.partie
    if manche is None or partie is None or partie.closed:
        return None
    if manche.closed is not None:
        return PartieClosed if is_last(campaign) else None
    over = manche.over if manche.state is not None else len(_with_cards(manche)) <= 1
    return MancheClosed if over else None


def _with_cards(manche: Manche) -> list[str]:
    """Who still has cards and is not sanctioned, told from commitments and plays alone."""
    out = sanctioned(manche)
    return [name for name in manche.holdings if name not in out and cards_left(manche, name) > 0]


def sanctioned(manche: Manche) -> frozenset[str]:
    """Who has now the seat of somebody sanctioned (Z18, Z24)."""
    return frozenset(
        manche.made_by(move.record) for move in manche.moves if isinstance(move.record.event, Sanctioned)
    )


def cards_left(manche: Manche, player: str) -> int:
    """How many commitments of a player's hand in force no play has opened."""
    holding = manche.holdings[player]
    played = sum(
        len(move.record.event.cards)
        for move in manche.moves
        if isinstance(move.record.event, Played)
        and move.record.event.player == player
        and move.record.seq > holding.seq
    )
    return len(holding.digests) - played
