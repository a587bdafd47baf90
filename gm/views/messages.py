"""From a campaign to the private messages of one player; keys come from the desk, as does the checkpoint."""

from collections.abc import Sequence
from typing import Literal

from gm import dealing
from gm.campaign import Campaign, Manche, Pair, given_by_default, must_be_first
from gm.cards import Card, Hand, cards_in, of_rank, rank_of
from gm.events import Exchanged
from gm.manche import LegalPlay, Pass, State, best, forced, legal
from gm.rules import Rules
from gm.views.player import (
    ExchangeDuty,
    ExchangeMessage,
    HandMessage,
    OpensBy,
    Playable,
    Proof,
    SanctionMessage,
    TurnMessage,
)
from gm.views.table import has_begun, heading_of, opener_of, role_at, table_view
from gm.views.verdicts import sanction_view


def hand_message(
    campaign: Campaign, player: str, key: str, checkpoint: str, deadline: str | None = None
) -> HandMessage:
    """A player's hand in the manche dealt last, and what they have to do; raises ValueError for no hand."""
    manche, state = dealt(campaign)
    table = table_view(campaign, checkpoint)
    return HandMessage(
        to=player,
        instead_of=_instead_of(manche, player),
        heading=table.heading,
        phase=table.phase,
        moved=has_begun(manche),
        cards=by_strength(state, manche.hand(player)),
        opener=opener_of(manche, state),
        opens_by=_opens_by(campaign.rules, manche),
        dealer=manche.dealer,
        chooser=manche.chooser if table.phase == "order" else None,
        first=must_be_first(manche) if table.phase == "order" else None,
        players=campaign.players or manche.order,
        turn=manche.turn if table.phase == "play" else None,
        order=() if table.phase == "order" else manche.order,
        exchange=exchange_duty(campaign, manche, player) if table.phase == "exchange" else None,
        start=table.start,
        deadline=deadline,
        proof=_proof(campaign, manche, player, key, checkpoint),
    )


def _opens_by(rules: Rules, manche: Manche) -> OpensBy | None:
    """Why the opener of a manche opens it; None once somebody has acted or was sanctioned (Z26)."""
    if manche.moves:
        return None
    return rules.deal.first_opener if manche.fresh else rules.deal.later_opener


def _instead_of(manche: Manche, player: str) -> str | None:
    """Whose seat a player has taken over in this manche, None for nobody's (Z24)."""
    return next((each.player for each in reversed(manche.replaced) if each.by == player), None)


def dealt(campaign: Campaign) -> tuple[Manche, State]:
    """The manche dealt last and its state; raises ValueError when the hands are not known."""
    manche = campaign.manche
    if manche is None or manche.state is None:
        raise ValueError("no hand is known")
    return manche, manche.state


def by_strength(state: State, hand: Hand) -> tuple[Card, ...]:
    """The cards of a hand, weakest rank first by the order in force, suits in code order."""
    strength = state.demand.order.strength
    return tuple(sorted(cards_in(hand), key=lambda card: (strength[rank_of(card)], card)))


def _proof(campaign: Campaign, manche: Manche, player: str, key: str, checkpoint: str) -> Proof | None:
    held = cards_in(manche.hand(player))
    partie, holding = campaign.partie, manche.holdings.get(player)
    if not held or partie is None or holding is None:
        return None
    salt = dealing.salt(holding.seq, held[0], key)
    return Proof(
        seq=holding.seq,
        key=key,
        commitments=holding.digests,
        example=held[0],
        salt=salt,
        commitment=dealing.card_commitment(
            campaign.name, partie.number, manche.number, player, held[0], salt
        ),
        jokers=campaign.rules.joker_count > 0,
        checkpoint=checkpoint,
    )


def pair_of(manche: Manche, player: str) -> Pair | None:
    """The exchange a player takes part in, if any and not dropped (Z19, Z26)."""
    pairs = (pair for pair in manche.pairs if player in (pair.better, pair.worse) and not pair.dropped)
    return next(pairs, None)


def exchange_duty(campaign: Campaign, manche: Manche, player: str) -> ExchangeDuty | None:
    """A player's side of an exchange before this manche, None where they take part in none (Z19)."""
    pair = pair_of(manche, player)
    if pair is None or campaign.partie is None:
        return None
    side: Literal["better", "worse"] = "better" if player == pair.better else "worse"
    partner = pair.worse if side == "better" else pair.better
    hand = manche.hand(player)
    owed = (
        given_by_default(campaign.rules, hand, pair.taken, pair.number)
        if side == "better"
        else best(campaign.rules, hand, pair.number)
    )
    before = campaign.partie.history[manche.number - 2]
    seats = len(manche.order)
    return ExchangeDuty(
        side=side,
        partner=partner,
        role=role_at(campaign.rules, seats, before[player]),
        partner_role=role_at(campaign.rules, seats, before[partner]),
        number=pair.number,
        begun=pair.received is not None,
        may_ask=campaign.rules.exchange.demands,
        may_return=not campaign.rules.exchange.as_dealt,
        default=cards_in(owed),
    )


def exchange_message(
    campaign: Campaign, player: str, key: str, checkpoint: str, deadline: str | None = None
) -> ExchangeMessage | None:
    """What an exchange has brought a player so far; None when they take part in none (Z19)."""
    manche, state = dealt(campaign)
    pair, duty = pair_of(manche, player), exchange_duty(campaign, manche, player)
    if pair is None or duty is None:
        return None
    first, second = _cards(pair.received), _cards(pair.given)
    table = table_view(campaign, checkpoint)
    return ExchangeMessage(
        to=player,
        instead_of=_instead_of(manche, player),
        heading=table.heading,
        duty=duty,
        phase=table.phase,
        opens_by=_opens_by(campaign.rules, manche),
        dealer=manche.dealer,
        turn=manche.turn if table.phase == "play" else None,
        order=manche.order,
        asked=pair.received.asked if pair.received is not None else None,
        received=first if duty.side == "better" else second,
        given=second if duty.side == "better" else first,
        cards=by_strength(state, manche.hand(player)),
        deadline=deadline,
        proof=_proof(campaign, manche, player, key, checkpoint),
    )


def _cards(gift: Exchanged | None) -> tuple[Card, ...]:
    return gift.cards or () if gift is not None else ()


def sanction_message(campaign: Campaign, player: str, checkpoint: str) -> SanctionMessage:
    """What a sanctioned player is told; raises ValueError when they are not (Z18, Z28)."""
    view = sanction_view(campaign, player, checkpoint)
    return SanctionMessage(
        to=player,
        instead_of=view.player if view.player != player else None,
        heading=heading_of(campaign),
        cause=view.cause,
        reason=view.reason,
        evidence=view.evidence,
        proofs=view.proofs,
        over=view.table.phase == "over",
        place=view.place,
        role=view.role,
        checkpoint=checkpoint,
    )


def turn_message(campaign: Campaign, checkpoint: str, deadline: str | None = None) -> TurnMessage | None:
    """What the player whose turn it is should know; None when nobody's is."""
    manche, state = dealt(campaign)
    if manche.turn is None or state.pending:
        return None
    hand = manche.hand(manche.turn)
    options = legal(state)
    must = forced(state)
    return TurnMessage(
        to=manche.turn,
        table=table_view(campaign, checkpoint),
        cards=by_strength(state, hand),
        playable=_playable(state, hand, [play for play in options if isinstance(play, LegalPlay)]),
        forced=by_strength(state, of_rank(hand, must.rank)) if must is not None else (),
        may_pass=any(isinstance(option, Pass) for option in options),
        deadline=deadline,
    )


def _playable(state: State, hand: Hand, plays: Sequence[LegalPlay]) -> tuple[Playable, ...]:
    """The held cards that may be put down, by number and rank, weakest rank first."""
    strength = state.demand.order.strength
    ranked = sorted(plays, key=lambda play: strength[play.rank])
    return tuple(
        Playable(
            number, tuple(cards_in(of_rank(hand, play.rank)) for play in ranked if play.number == number)
        )
        for number in sorted({play.number for play in plays})
    )
