"""From a campaign to the posts of its topic: the first one, the classement, the booklet (Z21, Z25)."""

from gm.campaign import Campaign, Manche, Partie
from gm.rules import Rules, options_of
from gm.views.public import (
    FirstPostView,
    HandCommitments,
    MancheStanding,
    PartieStanding,
    PlaceLine,
    RulesView,
    SeedCommitment,
    StandingsView,
)
from gm.views.table import heading_of


def standings_view(campaign: Campaign, checkpoint: str) -> StandingsView:
    """The classement: every manche of every partie that was not dropped, places as far as they are known."""
    parties = [partie for partie in campaign.parties if not partie.dropped]
    return StandingsView(
        heading_of(campaign), tuple(_partie_standing(campaign.rules, each) for each in parties), checkpoint
    )


def _partie_standing(rules: Rules, partie: Partie) -> PartieStanding:
    dealt = {manche.number: manche for manche in partie.manches}
    numbers = range(1, max([rules.scoring.manches or 1, *dealt]) + 1)
    seats = len(partie.seats) or rules.deal.seats[1]
    return PartieStanding(
        partie.number, tuple(_manche_standing(rules, seats, each, dealt.get(each)) for each in numbers)
    )


def _manche_standing(rules: Rules, seats: int, number: int, manche: Manche | None) -> MancheStanding:
    by_place = {place: name for name, place in manche.places.items()} if manche is not None else {}
    roles = enumerate(rules.roles_for(seats), start=1)
    return MancheStanding(number, tuple(PlaceLine(role, by_place.get(place)) for place, role in roles))


def rules_view(campaign: Campaign, checkpoint: str) -> RulesView:
    """The booklet of the rules in force."""
    rules = campaign.rules
    return RulesView(heading_of(campaign), rules.preset, options_of(rules), checkpoint)


def first_post_view(campaign: Campaign, checkpoint: str) -> FirstPostView:
    """The topic's first message as the campaign stands (Z25)."""
    partie = campaign.partie
    schedule = partie.schedule if partie is not None else None
    registering = campaign.phase in ("registration", "ready_to_deal") and not (partie and partie.manches)
    return FirstPostView(
        heading=heading_of(campaign),
        phase=campaign.phase,
        registering=registering,
        seats=campaign.seat_count,
        seats_left=campaign.seat_count - len(campaign.players) if registering else 0,
        registered=campaign.players,
        waiting_list=campaign.queue,
        words=_words_given(campaign) if registering else (),
        beacon_rule=_beacon_rule(campaign, partie),
        registration=schedule.registration if schedule is not None else None,
        deal=schedule.deal if schedule is not None else None,
        start=schedule.start if schedule is not None else None,
        order=(partie.order or ()) if partie is not None else (),
        standings=standings_view(campaign, checkpoint),
        rules=rules_view(campaign, checkpoint),
        origin=campaign.origin,
        public_key=campaign.moderator,
        seed_commitments=_seed_commitments(partie),
        hand_commitments=_hand_commitments(campaign.manche),
        checkpoint=checkpoint,
    )


def _words_given(campaign: Campaign) -> tuple[str, ...]:
    words = campaign.words_for(campaign.next_manche)
    return tuple(player for player, word in words.items() if word)


def _beacon_rule(campaign: Campaign, partie: Partie | None) -> str | None:
    """The rule of the beacon of the deal in play or next to come."""
    if partie is None or partie.closed:
        return None
    number = campaign.manche.number if campaign.manche and not campaign.manche.over else campaign.next_manche
    commitment = partie.commitments.get(number)
    return commitment.beacon_rule if commitment is not None else None


def _seed_commitments(partie: Partie | None) -> tuple[SeedCommitment, ...]:
    if partie is None:
        return ()
    by_number = sorted(partie.commitments.items())
    return tuple(SeedCommitment(partie.number, number, each.digest) for number, each in by_number)


def _hand_commitments(manche: Manche | None) -> tuple[HandCommitments, ...]:
    if manche is None:
        return ()
    return tuple(
        HandCommitments(name, manche.holdings[name].seq, manche.holdings[name].digests)
        for name in manche.order
        if name in manche.holdings
    )
