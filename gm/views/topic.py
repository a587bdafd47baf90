"""From a campaign to the posts of its topic: the first one, the classement, the booklet (Z21, Z25)."""

from gm.campaign import Campaign, Manche, Partie, leaders, ranked, seed_count, totals
from gm.rules import Rules, in_force
from gm.views.heading import Heading
from gm.views.public_posts import (
    FirstPostView,
    HandCommitments,
    MancheStanding,
    PartieStanding,
    PlaceLine,
    RulesView,
    ScoreLine,
    SeedCommitment,
    StandingsView,
)
from gm.views.table import heading_of


def standings_view(campaign: Campaign, checkpoint: str) -> StandingsView:
    """The classement: every manche of every partie, places as far as they are known.

    Of a partie that was given up its finished manches stay, of one that was never dealt nothing.
    """
    parties = [partie for partie in campaign.parties if partie.history or not partie.dropped]
    return StandingsView(
        heading_of(campaign), tuple(_partie_standing(campaign.rules, each) for each in parties), checkpoint
    )


def _partie_standing(rules: Rules, partie: Partie) -> PartieStanding:
    history = partie.history
    return PartieStanding(
        partie=partie.number,
        manches=_manche_standings(rules, partie),
        scores=scores_of(rules, partie),
        target=rules.scoring.target,
        over=partie.closed,
        winners=leaders(rules, history) if partie.closed else (),
        given_up=partie.dropped,
    )


def _manche_standings(rules: Rules, partie: Partie) -> tuple[MancheStanding, ...]:
    """The manches dealt, and those to come where nothing but their number ends the partie (Z21, B11)."""
    dealt = {manche.number: manche for manche in partie.manches}
    least, most = rules.deal.seats
    seats = len(partie.seats) or (most if least == most else 0)
    goes_on = not partie.closed and not partie.dropped
    fixed = rules.scoring.manches if rules.scoring.target is None and goes_on else None
    numbers = range(1, max(fixed or 1, *dealt, 1) + 1)
    return tuple(
        MancheStanding(each, _place_lines(rules, seats, partie, dealt.get(each))) for each in numbers
    )


def _place_lines(rules: Rules, seats: int, partie: Partie, manche: Manche | None) -> tuple[PlaceLine, ...]:
    """The places of a manche by seat: who has it now, and who had it before (Z24)."""
    if not seats:
        return ()
    by_place = {place: name for name, place in manche.places.items()} if manche is not None else {}
    points = rules.points_for(seats) or (None,) * seats
    lines = []
    for place, (role, worth) in enumerate(zip(rules.roles_for(seats), points, strict=True), start=1):
        player = by_place.get(place)
        lines.append(PlaceLine(role, player, worth, partie.formerly(player) if player is not None else ()))
    return tuple(lines)


def scores_of(rules: Rules, partie: Partie) -> tuple[ScoreLine, ...]:
    """The points of a partie so far, one line for each seat in the order of ranks (E4, C6)."""
    history = partie.history
    total = totals(rules, history)
    ranks = ranked(total)
    each = [totals(rules, (places,)) for places in history]
    return tuple(
        ScoreLine(
            rank=rank,
            shared=list(ranks.values()).count(rank) > 1,
            player=name,
            points=tuple(points.get(name, 0) for points in each),
            total=total[name],
            formerly=partie.formerly(name),
        )
        for name, rank in ranks.items()
    )


def rules_view(campaign: Campaign, checkpoint: str) -> RulesView:
    """The booklet of the rules in force."""
    return _booklet(campaign.rules, heading_of(campaign), checkpoint)


def booklet_view(rules: Rules, title: str) -> RulesView:
    """The booklet of rules that are no campaign's yet, without a checkpoint."""
    return _booklet(rules, Heading("", title, 0, 0), "")


def _booklet(rules: Rules, heading: Heading, checkpoint: str) -> RulesView:
    return RulesView(heading, rules, in_force(rules), seed_count(rules), checkpoint)


def first_post_view(campaign: Campaign, checkpoint: str) -> FirstPostView:
    """The topic's first message as the campaign stands (Z25)."""
    partie = campaign.partie
    schedule = partie.schedule if partie is not None else None
    registering = campaign.phase in ("registration", "ready_to_deal") and not (partie and partie.manches)
    return FirstPostView(
        heading=heading_of(campaign),
        phase=campaign.phase,
        registering=registering,
        least=campaign.rules.deal.seats[0],
        most=campaign.rules.deal.seats[1],
        seats_left=campaign.seat_count - len(campaign.players) if registering else 0,
        missing=campaign.missing if registering else 0,
        last_role=_last_role(campaign.rules),
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


def _last_role(rules: Rules) -> str | None:
    """The role of the last place, None where it depends on the number of players (C4)."""
    keys = {roles[-1] for roles in rules.roles.values()}
    return keys.pop() if len(keys) == 1 else None


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
        if name in manche.holdings and manche.holdings[name].digests
    )
