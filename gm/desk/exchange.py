"""The exchange before a manche: what the better-placed player receives, then gives (Z19, Z20, Z26, E5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gm.campaign import (
    Campaign,
    Manche,
    Pair,
    Problem,
    against_demand,
    gift_back,
    given_by_default,
    obtained,
    problem,
)
from gm.campaign.showing import gifts_of_seat
from gm.cards import Card, Hand, NamedCard, cards_in, hand_of
from gm.desk.closing import not_counted, with_events
from gm.desk.names import find_name, said
from gm.desk.secrets import commitments_to
from gm.events import Exchanged, Incident

NOT_OWED: Final = frozenset(
    """
    no_exchange_now exchange_not_owed exchange_names_better exchange_dropped exchange_done demand_too_late
    no_demands demand_too_large wrong_gift_number
    """.split()
)
"""The problems of an exchange that was asked for and that nobody owes (Z19)."""


@dataclass(frozen=True, slots=True)
class ExchangeMade:
    """One pair after a call: what to record, what was received, what was given (None until chosen)."""

    events: tuple[Exchanged, ...]
    better: str
    worse: str
    received: tuple[Card, ...]
    given: tuple[Card, ...] | None


def exchange(
    campaign: Campaign,
    name: str,
    *,
    asked: Sequence[NamedCard] | None,
    given: Sequence[NamedCard] | None,
) -> ExchangeMade | Problem:
    """What `gm exchange NAME` records: the gift received unless it was, then the gift made if named."""
    manche = campaign.manche
    if manche is None or not manche.pairs or manche.state is None or manche.over:
        return problem("no_exchange_now")
    player = find_name(name, manche.order)
    if isinstance(player, Problem):
        return player
    pair = next((pair for pair in manche.pairs if player in (pair.better, pair.worse)), None)
    if pair is None:
        return problem("exchange_not_owed", player=player)
    if pair.better != player:
        return problem("exchange_names_better", player=player, better=pair.better)
    if pair.dropped:
        return problem("exchange_dropped", better=pair.better, worse=pair.worse)
    if pair.given is not None:
        return problem("exchange_done", better=pair.better, worse=pair.worse)
    if pair.received is not None and asked is not None:
        return problem("demand_too_late", player=player)
    return _make(campaign, manche, pair, asked, given)


def _make(
    campaign: Campaign,
    manche: Manche,
    pair: Pair,
    asked: Sequence[NamedCard] | None,
    given: Sequence[NamedCard] | None,
) -> ExchangeMade | Problem:
    events: list[Exchanged] = []
    if pair.received is None:
        received = _receive(campaign, manche, pair, tuple(asked or ()))
        if isinstance(received, Problem):
            return received
        events.append(received)
        campaign = with_events(campaign, (received,))
        assert campaign.manche is not None
        manche = campaign.manche
        taken = received.cards or ()
    else:
        taken = pair.received.cards or ()
    if given is None:
        return ExchangeMade(tuple(events), pair.better, pair.worse, taken, None)
    hand, received_cards = manche.hand(pair.better), hand_of(taken)
    chosen = gift_back(campaign.rules, hand, received_cards, given, player=pair.better, number=pair.number)
    if isinstance(chosen, Problem):
        return chosen
    gift = gift_event(campaign, manche, giver=pair.better, receiver=pair.worse, cards=chosen, asked=None)
    wrong = not_counted(campaign, (gift,))
    if wrong is not None:
        return problem(wrong.code, player=pair.better)
    return ExchangeMade((*events, gift), pair.better, pair.worse, taken, cards_in(chosen))


def _receive(
    campaign: Campaign, manche: Manche, pair: Pair, asked: tuple[NamedCard, ...]
) -> Exchanged | Problem:
    wrong = against_demand(campaign.rules, asked, player=pair.better, number=pair.number)
    if wrong is not None:
        return wrong
    cards = obtained(campaign.rules, manche.hand(pair.worse), asked, pair.number)
    words = " ".join(str(card) for card in asked) or None
    return gift_event(campaign, manche, giver=pair.worse, receiver=pair.better, cards=cards, asked=words)


def gift_event(
    campaign: Campaign, manche: Manche, *, giver: str, receiver: str, cards: Hand, asked: str | None
) -> Exchanged:
    """One gift as the next entry records it, with both players' whole hands committed to anew."""
    hands = {
        giver: cards_in(Hand(manche.hand(giver) & ~cards)),
        receiver: cards_in(Hand(manche.hand(receiver) | cards)),
    }
    commitments = commitments_to(campaign, manche, campaign.seq + 1, hands)
    return Exchanged(giver, receiver, commitments, cards_in(cards), asked)


def finish_after_sanction(campaign: Campaign) -> tuple[Exchanged, ...]:
    """The gifts that a sanction leaves to be made: a sanctioned giver gives their lowest cards (Z26)."""
    manche = campaign.manche
    if manche is None or manche.state is None or manche.over:
        return ()
    gifts: list[Exchanged] = []
    for pair in manche.pairs:
        seat = manche.seat(pair.better)
        if pair.done or pair.received is None or seat is None or not manche.state.places[seat]:
            continue
        cards = given_by_default(campaign.rules, manche.hand(pair.better), pair.taken, pair.number)
        gift = gift_event(campaign, manche, giver=pair.better, receiver=pair.worse, cards=cards, asked=None)
        gifts.append(gift)
        campaign = with_events(campaign, (gift,))
    return tuple(gifts)


def exchange_by_default(campaign: Campaign, better: str) -> tuple[Exchanged, ...] | Problem:
    """What is recorded for one who does not answer: the best received, if none is, the lowest given (Z19)."""
    made = exchange(campaign, better, asked=None, given=None)
    if isinstance(made, Problem):
        return made
    campaign = with_events(campaign, made.events)
    manche = campaign.manche
    assert manche is not None
    number = len(made.received)
    cards = given_by_default(campaign.rules, manche.hand(made.better), hand_of(made.received), number)
    gift = gift_event(campaign, manche, giver=made.better, receiver=made.worse, cards=cards, asked=None)
    return (*made.events, gift)


def not_owed(campaign: Campaign, name: str, refusal: Problem, wanted: str) -> Incident | None:
    """The record of an exchange that was refused because nobody owes it, with what was wanted; else None.

    It cites the gifts that the player has made and received already. Nobody is named by a name that is not at
    the table.
    """
    manche = campaign.manche
    if manche is None or refusal.code not in NOT_OWED:
        return None
    player = find_name(name, manche.order)
    note = said(wanted)
    if isinstance(player, Problem):
        return None
    gifts = tuple(gift.seq for gift, _ in gifts_of_seat(campaign, player))
    return Incident(player, "exchange_not_owed", gifts, note=None if isinstance(note, Problem) else note)
