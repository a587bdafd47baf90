"""The campaign: events in force folded into parties, manches and standings, and rulings on named players."""

from gm.campaign.awaiting import Awaited, Duty, awaited, is_stand_in
from gm.campaign.closing import is_last
from gm.campaign.deal import extra_by_rule, must_be_first
from gm.campaign.exchange import against_demand, gift_back, giveable, given_by_default, obtained
from gm.campaign.fold import NotACampaign, advance, events_in_force, fold, stands
from gm.campaign.following import (
    Places,
    chooses_order,
    dealer_of,
    draws_opener,
    extra_after,
    is_fresh,
    is_over,
    leaders,
    opener_after,
    order_after,
    pairs_after,
    ranked,
    seed_count,
    totals,
)
from gm.campaign.manches import Holding, Manche, Move, Pair, Replacement
from gm.campaign.model import (
    Applicant,
    Campaign,
    Commitment,
    Disorder,
    GivenWord,
    Partie,
    Phase,
    Problem,
    problem,
)
from gm.campaign.replacing import is_in_play
from gm.campaign.ruling import Ruling, bind, judge

__all__ = [
    "Applicant",
    "Awaited",
    "Campaign",
    "Commitment",
    "Disorder",
    "Duty",
    "GivenWord",
    "Holding",
    "Manche",
    "Move",
    "NotACampaign",
    "Pair",
    "Partie",
    "Phase",
    "Places",
    "Problem",
    "Replacement",
    "Ruling",
    "advance",
    "against_demand",
    "awaited",
    "bind",
    "chooses_order",
    "dealer_of",
    "draws_opener",
    "events_in_force",
    "extra_after",
    "extra_by_rule",
    "fold",
    "gift_back",
    "giveable",
    "given_by_default",
    "is_fresh",
    "is_in_play",
    "is_last",
    "is_over",
    "is_stand_in",
    "judge",
    "leaders",
    "must_be_first",
    "obtained",
    "opener_after",
    "order_after",
    "pairs_after",
    "problem",
    "ranked",
    "seed_count",
    "stands",
    "totals",
]
