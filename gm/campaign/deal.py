"""A manche from its deal to its first turn: seats, hands, opener, the order of play (Z1 to Z4, Z26)."""

from collections.abc import Mapping
from dataclasses import replace

from gm.campaign.change import holdings_of, in_manche, in_partie, open_manche
from gm.campaign.closing import is_last
from gm.campaign.exchange import pairs_after
from gm.campaign.model import Campaign, Manche, Problem, problem
from gm.cards import QUEEN_OF_HEARTS, QUEEN_OF_SPADES, Card, Hand, deck, hand_of
from gm.events import MancheDealt, OrderChosen, Played, Record
from gm.manche import State, reseat, settle, start


def deal_manche(campaign: Campaign, record: Record, event: MancheDealt) -> Campaign | Problem:
    """Seat the players and give out the hands; manche 1 awaits the order of play, manche 2 the exchange."""
    partie = campaign.partie
    if campaign.phase != "ready_to_deal" or partie is None:
        return problem("not_ready_to_deal")
    if partie.manche is not None and partie.manche.closed is None:
        return problem("not_ready_to_deal")
    if (event.partie, event.manche) != (partie.number, campaign.next_manche) or is_last(campaign):
        return problem("wrong_manche")
    if sorted(event.seats) != sorted(campaign.players):
        return problem("wrong_seats")
    if event.hands is not None and not _whole_deck(campaign, event.hands):
        return problem("wrong_hands")
    manche = _first_manche(record, event) if event.manche == 1 else _later_manche(campaign, record, event)
    sitting = seated(campaign)
    waiting = tuple(replace(each, waited=True) for each in sitting.applicants)
    return in_partie(
        replace(sitting, applicants=waiting),
        partie.number,
        lambda each: replace(each, manches=(*each.manches, with_state(campaign, manche))),
    )


def seated(campaign: Campaign) -> Campaign:
    """The campaign with its players in the seats of the partie, in the order of registration (Z3, Z21)."""
    partie, players = campaign.partie, campaign.players
    assert partie is not None
    if partie.seats:  # whoever registered since did so for a later one
        return campaign
    waiting = tuple(each for each in campaign.applicants if each.player not in players)
    return in_partie(
        replace(campaign, applicants=waiting), partie.number, lambda each: replace(each, seats=players)
    )


def _whole_deck(campaign: Campaign, hands: Mapping[str, tuple[Card, ...]]) -> bool:
    """Whether the hands are the deck of the rules, each card once."""
    return tuple(sorted(card for cards in hands.values() for card in cards)) == deck(
        campaign.rules.deal.jokers
    )


def _first_manche(record: Record, event: MancheDealt) -> Manche:
    return Manche(1, record, event, event.seats, None, holdings_of(record, event.commitments))


def _later_manche(campaign: Campaign, record: Record, event: MancheDealt) -> Manche:
    partie = campaign.partie
    assert partie is not None and partie.manche is not None
    pairs = pairs_after(campaign.rules, partie.manche.places)
    # Nobody chose where all but one were sanctioned first: then the first deal's seats are the order.
    order = partie.order or partie.manches[0].deal.seats
    return Manche(
        event.manche, record, event, order, None, holdings_of(record, event.commitments), pairs=pairs
    )


def with_state(campaign: Campaign, manche: Manche) -> Manche:
    """The manche with the judge's state at its deal, where the hands are known (Z3, Z4)."""
    hands = manche.deal.hands
    if hands is None:
        return manche
    held = [hand_of(hands[name]) for name in manche.order]
    if manche.number == 1:
        opener = _holder(held, QUEEN_OF_HEARTS)
        state = start(campaign.rules, held, opener, pending=("order_not_chosen",))
        return replace(manche, state=state, chooser=manche.order[chooser_of(held, state)])
    assert campaign.partie is not None and campaign.partie.manche is not None
    places = campaign.partie.manche.places
    last = max(places, key=lambda name: places[name])
    state = start(campaign.rules, held, manche.order.index(last), pending=("exchange_pending",))
    return replace(manche, state=state)


def _holder(hands: list[Hand], card: int) -> int:
    return next(seat for seat, hand in enumerate(hands) if hand >> card & 1)


def chooser_of(dealt: list[Hand], state: State) -> int:
    """The holder of Qs chooses, if sanctioned the holder of Qh, else the first active seat (Z3, Z26)."""
    candidates = (_holder(dealt, QUEEN_OF_SPADES), _holder(dealt, QUEEN_OF_HEARTS), *range(len(dealt)))
    return next((seat for seat in candidates if not state.places[seat]), 0)


def must_be_first(manche: Manche) -> str | None:
    """The player whom the order of play must name first: the holder of Qh (Z3); None when unknown."""
    if manche.deal.hands is None:
        return None
    return next(name for name, cards in manche.deal.hands.items() if QUEEN_OF_HEARTS in cards)


def choose_order(campaign: Campaign, event: OrderChosen) -> Campaign | Problem:
    """Fix the order of play: all five names, the holder of Qh first (Z3, Z26)."""
    manche = open_manche(campaign)
    if isinstance(manche, Problem):
        return manche
    if manche.number != 1 or manche.order_chosen is not None:
        return problem("order_already_chosen")
    if sorted(event.order) != sorted(manche.order):
        return problem("order_names_all")
    first = must_be_first(manche)
    if first is not None and event.order[0] != first:
        return problem("order_starts_with", player=first)
    chosen = replace(manche, order=event.order, order_chosen=event)
    if manche.state is not None:
        if event.by != manche.chooser:
            return problem("order_not_theirs", player=event.by, chooser=manche.chooser or "")
        seats = tuple(manche.order.index(name) for name in event.order)
        chosen = replace(chosen, state=settle(reseat(manche.state, seats, _opener(manche, seats)), ()))
    partie = campaign.partie
    assert partie is not None
    return in_partie(
        in_manche(campaign, chosen), partie.number, lambda each: replace(each, order=event.order)
    )


def _opener(manche: Manche, seats: tuple[int, ...]) -> int:
    """Who opens in this order: its first active player, or who has the turn once cards lie (Z26)."""
    state = manche.state
    assert state is not None
    if any(isinstance(move.record.event, Played) for move in manche.moves):
        return seats.index(state.turn)
    return next(index for index, seat in enumerate(seats) if not state.places[seat])
