"""The few ways in which a campaign changes: one partie, its last manche, the commitments of an entry."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from gm.campaign.manches import Holding, Manche
from gm.campaign.model import Campaign, Partie, Problem, problem
from gm.events import Record


def in_partie(campaign: Campaign, number: int, change: Callable[[Partie], Partie]) -> Campaign:
    """The campaign with one partie changed."""
    before, after = campaign.parties[: number - 1], campaign.parties[number:]
    changed = change(campaign.parties[number - 1])
    return replace(campaign, parties=(*before, changed, *after))


def in_manche(campaign: Campaign, manche: Manche) -> Campaign:
    """The campaign with its last manche in this new form."""
    partie = campaign.partie
    assert partie is not None
    return in_partie(
        campaign, partie.number, lambda each: replace(each, manches=(*each.manches[:-1], manche))
    )


def open_manche(campaign: Campaign) -> Manche | Problem:
    """The manche being played, or why there is none."""
    partie = campaign.partie
    manche = partie.manche if partie is not None else None
    if manche is None or partie is None or partie.closed:
        return problem("nothing_dealt")
    return problem("manche_over") if manche.over else manche


def holdings_of(record: Record, commitments: Mapping[str, tuple[str, ...]]) -> dict[str, Holding]:
    """The commitments that an entry publishes, by player."""
    return {name: Holding(record.seq, digests) for name, digests in commitments.items()}
