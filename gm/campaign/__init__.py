"""The campaign: events in force folded into parties, manches and standings, and rulings on named players."""

from gm.campaign.closing import is_last
from gm.campaign.deal import must_be_first
from gm.campaign.exchange import named_in, obtained
from gm.campaign.fold import NotACampaign, advance, events_in_force, fold, stands
from gm.campaign.model import (
    Applicant,
    Campaign,
    Commitment,
    Disorder,
    GivenWord,
    Holding,
    Manche,
    Move,
    Pair,
    Partie,
    Phase,
    Problem,
    problem,
)
from gm.campaign.registration import seed_count
from gm.campaign.ruling import Ruling, bind, judge

__all__ = [
    "Applicant",
    "Campaign",
    "Commitment",
    "Disorder",
    "GivenWord",
    "Holding",
    "Manche",
    "Move",
    "NotACampaign",
    "Pair",
    "Partie",
    "Phase",
    "Problem",
    "Ruling",
    "advance",
    "bind",
    "events_in_force",
    "fold",
    "is_last",
    "judge",
    "must_be_first",
    "named_in",
    "obtained",
    "problem",
    "seed_count",
    "stands",
]
