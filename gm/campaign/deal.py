"""A manche from its deal to its first turn: seats, hands, opener, order (Z1 to Z4, Z26, B8, C3, E8)."""

from collections.abc import Mapping
from dataclasses import replace

from gm.campaign.change import holdings_of, in_manche, in_partie, open_manche
from gm.campaign.closing import is_last
from gm.campaign.following import (
    chooses_order,
    dealer_of,
    draws_opener,
    extra_after,
    is_fresh,
    opener_after,
    order_after,
    pairs_after,
)
from gm.campaign.manches import Manche
from gm.campaign.model import Campaign, Partie, Problem, problem
from gm.cards import QUEEN_OF_HEARTS, QUEEN_OF_SPADES, Card, Hand, deck, hand_of
from gm.events import MancheDealt, OrderChosen, Played, Record
from gm.manche import Pending, State, reseat, settle, start
from gm.rules import Rules


def deal_manche(campaign: Campaign, record: Record, event: MancheDealt) -> Campaign | Problem:
    """Seat the players and give out the hands; what the rules want next, order or exchange, is awaited."""
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
    manche = _dealt(campaign, partie, record, event)
    if isinstance(manche, Problem):
        return manche
    sitting = seated(campaign)
    waiting = tuple(replace(each, waited=True) for each in sitting.applicants)
    return in_partie(
        replace(sitting, applicants=waiting),
        partie.number,
        lambda each: replace(each, manches=(*each.manches, manche), abandoned=False),
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
    dealt = sorted(card for cards in hands.values() for card in cards)
    return tuple(dealt) == deck(campaign.rules.joker_count)


def extra_by_rule(campaign: Campaign) -> tuple[str, ...] | None:
    """Who gets one card more in the next manche where places name them; None for the first seats (Z2, B1)."""
    manche, partie, seats = campaign.manche, campaign.partie, len(campaign.players)
    if manche is None or partie is None or not manche.over or not seats:
        return None
    over = len(deck(campaign.rules.joker_count)) % seats
    return extra_after(campaign.rules, campaign.next_manche, partie.history[-1], over)


def _dealt(campaign: Campaign, partie: Partie, record: Record, event: MancheDealt) -> Manche | Problem:
    """The manche at its deal: order, dealer, exchanges due, the judge's state where the hands are known."""
    rules, number = campaign.rules, event.manche
    places = partie.history[-1] if partie.history else {}
    chosen = chooses_order(rules, number)
    first_order = event.seats if chosen or not partie.manches else partie.first_order
    order = order_after(rules, number, first_order, places)
    opener = event.opener if draws_opener(rules, number) else opener_after(rules, number, order, places)
    if opener is None and draws_opener(rules, number):
        return problem("opener_missing")
    manche = Manche(
        number,
        record,
        event,
        order,
        None,
        holdings_of(record, event.commitments),
        pairs=pairs_after(rules, number, places),
        fresh=is_fresh(rules, number),
        chooses_order=chosen,
        dealer=dealer_of(rules, number, order, places, opener),
        since=record,
    )
    return manche if event.hands is None else _with_state(rules, manche, event.hands, opener)


def _with_state(
    rules: Rules, manche: Manche, hands: Mapping[str, tuple[Card, ...]], opener: str | None
) -> Manche:
    """The manche with the judge's state at its deal; without an opener the holder of Qh is it (Z3)."""
    held = [hand_of(hands[name]) for name in manche.order]
    first = _holder(held, QUEEN_OF_HEARTS) if opener is None else manche.order.index(opener)
    state = start(rules, held, first, pending=_pending(manche))
    chooser = manche.order[chooser_of(held, state)] if manche.chooses_order else None
    return replace(manche, state=state, chooser=chooser)


def _pending(manche: Manche) -> tuple[Pending, ...]:
    """What is to be recorded before anybody may play (Z3, Z19)."""
    if manche.chooses_order:
        return ("order_not_chosen",)
    return ("exchange_pending",) if manche.pairs else ()


def _holder(hands: list[Hand], card: int) -> int:
    return next(seat for seat, hand in enumerate(hands) if hand >> card & 1)


def chooser_of(dealt: list[Hand], state: State) -> int:
    """The holder of Qs chooses, if sanctioned the holder of Qh, else the first active seat (Z3, Z26)."""
    candidates = (_holder(dealt, QUEEN_OF_SPADES), _holder(dealt, QUEEN_OF_HEARTS), *range(len(dealt)))
    return next((seat for seat in candidates if not state.places[seat]), 0)


def must_be_first(manche: Manche) -> str | None:
    """The player whom the order of play must name first: the holder of Qh (Z3); None when unknown."""
    hands = manche.hands_dealt
    return None if hands is None else next(name for name, cards in hands.items() if QUEEN_OF_HEARTS in cards)


def choose_order(campaign: Campaign, event: OrderChosen) -> Campaign | Problem:
    """Fix the order of play: the name of every player, the holder of Qh first (Z3, Z26)."""
    manche = open_manche(campaign)
    if isinstance(manche, Problem):
        return manche
    if not manche.chooses_order or manche.order_chosen is not None:
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
    return in_manche(campaign, chosen)


def _opener(manche: Manche, seats: tuple[int, ...]) -> int:
    """Who opens in this order: its first active player, or who has the turn once cards lie (Z26)."""
    state = manche.state
    assert state is not None
    if any(isinstance(move.record.event, Played) for move in manche.moves):
        return seats.index(state.turn)
    return next(index for index, seat in enumerate(seats) if not state.places[seat])
