"""The end of a manche and of a partie, and the deal that cannot stand (Z16, Z17, Z21; design.md, Dealing)."""

from dataclasses import replace

from gm.campaign.change import in_manche, in_partie, open_manche
from gm.campaign.following import is_over
from gm.campaign.manches import Manche
from gm.campaign.model import Campaign, Commitment, Partie, Problem, problem
from gm.events import MancheAbandoned, MancheClosed, PartieClosed, Record


def close_manche(campaign: Campaign, event: MancheClosed) -> Campaign | Problem:
    """Publish places, seed and exchanges of a manche that is over (Z16, Z17)."""
    manche, partie = campaign.manche, campaign.partie
    if manche is None or partie is None or (event.partie, event.manche) != (partie.number, manche.number):
        return problem("wrong_manche")
    if manche.closed is not None or (manche.state is not None and not manche.over):
        return problem("manche_not_over")
    if manche.state is not None and dict(manche.places) != dict(event.places):
        return problem("wrong_places")
    if sorted(event.places) != sorted(manche.order) or sorted(event.places.values()) != _all_places(manche):
        return problem("wrong_places")
    return in_manche(campaign, replace(manche, closed=event))


def _all_places(manche: Manche) -> list[int]:
    return list(range(1, len(manche.order) + 1))


def close_partie(campaign: Campaign, event: PartieClosed) -> Campaign | Problem:
    """End a partie whose last manche is closed (Z21)."""
    partie = campaign.partie
    if partie is None or partie.closed or partie.number != event.partie or not is_last(campaign):
        return problem("partie_not_over")
    if partie.manche is None or partie.manche.closed is None:
        return problem("partie_not_over")
    return in_partie(campaign, partie.number, lambda each: replace(each, closed=True))


def is_last(campaign: Campaign) -> bool:
    """Whether the manche dealt last is over and ends its partie (Z21, B11, E4, C6)."""
    manche, partie = campaign.manche, campaign.partie
    if manche is None or partie is None or not manche.over:
        return False
    return is_over(campaign.rules, partie.history)


def abandon(campaign: Campaign, record: Record, event: MancheAbandoned) -> Campaign | Problem:
    """Void a deal: its seed is out, the same manche is dealt anew from the next seed (design.md, Dealing)."""
    manche, partie = open_manche(campaign), campaign.partie
    if isinstance(manche, Problem):
        return manche
    assert partie is not None
    if (event.partie, event.manche) != (partie.number, manche.number):
        return problem("wrong_manche")

    def without(each: Partie) -> Partie:
        commitments, seeds = dict(each.commitments), dict(each.seeds)
        commitments.pop(event.manche, None)
        seeds.pop(event.manche, None)
        if event.next_commitment is not None:
            commitments[event.manche] = Commitment(record.seq, event.next_commitment, event.beacon_rule)
        if event.next_seed is not None:
            seeds[event.manche] = event.next_seed
        return replace(each, manches=each.manches[:-1], commitments=commitments, seeds=seeds, abandoned=True)

    opened = partie.commitments.get(event.manche)
    if event.beacon_rule is not None and opened is not None and event.beacon_rule == opened.beacon_rule:
        return problem("beacon_rule_again", rule=event.beacon_rule)
    return replace(in_partie(campaign, partie.number, without), base=None, log=())
