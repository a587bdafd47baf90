"""What happens in a manche once it is dealt: gifts, plays and passes, sanctions (Z5 to Z20, Z26, Z28)."""

from dataclasses import replace

from gm.campaign.change import holdings_of, in_manche, open_manche
from gm.campaign.deal import chooser_of
from gm.campaign.exchange import against_demand, drop_not_begun, giveable, given_by_default, obtained
from gm.campaign.manches import Manche, Move, Pair
from gm.campaign.model import Campaign, Problem, problem
from gm.campaign.ruling import judge, left_by
from gm.cards import CardError, Hand, hand_of, named_cards_of
from gm.events import Exchanged, Passed, Played, Record, Sanctioned, StandingPass, StandingPassEnded
from gm.manche import (
    NOBODY,
    OVERRULABLE,
    Action,
    Effect,
    Pass,
    Refusal,
    Sanction,
    Seat,
    State,
    apply,
    give,
    play_of,
    settle,
)
from gm.rules import Rules


def exchange_cards(campaign: Campaign, record: Record, event: Exchanged) -> Campaign | Problem:
    """Move one gift: first what the better-placed receives, then what they give back (Z19)."""
    manche = open_manche(campaign)
    if isinstance(manche, Problem):
        return manche
    index = next(
        (
            index
            for index, pair in enumerate(manche.pairs)
            if {pair.better, pair.worse} == {event.giver, event.receiver} and not pair.done
        ),
        None,
    )
    if index is None:
        return problem("no_exchange", player=event.giver)
    pair = manche.pairs[index]
    receiving = event.receiver == pair.better
    if receiving != (pair.received is None):
        return problem("exchange_out_of_turn", player=event.giver)
    given = replace(pair, received=event, since=record) if receiving else replace(pair, given=event)
    pairs = (*manche.pairs[:index], given, *manche.pairs[index + 1 :])
    holdings = {**manche.holdings, **holdings_of(record, event.commitments)}
    changed = replace(manche, pairs=pairs, holdings=holdings)
    if event.cards is None:  # the hands are not known from here on
        changed = replace(changed, state=None)
    elif manche.state is not None:
        moved = _gift_made(campaign, manche, manche.state, pair, event)
        if isinstance(moved, Problem):
            return moved
        pending = () if all(each.done for each in pairs) else moved.pending
        changed = replace(changed, state=settle(moved, pending))
    return in_manche(campaign, changed)


def _gift_made(
    campaign: Campaign, manche: Manche, state: State, pair: Pair, event: Exchanged
) -> State | Problem:
    giver, receiver = manche.order.index(event.giver), manche.order.index(event.receiver)
    cards = hand_of(event.cards or ())
    if len(event.cards or ()) != pair.number or cards.bit_count() != pair.number:
        return problem("wrong_gift_number", player=event.giver, number=str(pair.number))
    if cards & ~state.hands[giver]:
        return problem("gift_not_held", player=event.giver)
    if event.receiver == pair.better:
        wrong = _against_received(campaign.rules, state.hands[giver], pair, event)
    else:
        wrong = _against_given(campaign.rules, state, giver, pair, event)
    return wrong or give(state, giver, receiver, cards)


def _against_received(rules: Rules, hand: Hand, pair: Pair, event: Exchanged) -> Problem | None:
    """What is wrong with the gift that the better-placed receive: the best, or what they asked for (Z19)."""
    try:
        asked = named_cards_of(event.asked or "")
    except CardError:
        return problem("bad_demand", player=event.receiver)
    wrong = against_demand(rules, asked, player=event.receiver, number=pair.number)
    if wrong is None and hand_of(event.cards or ()) != obtained(rules, hand, asked, pair.number):
        return problem("demand_not_honoured", player=event.giver)
    return wrong


def _against_given(rules: Rules, state: State, giver: Seat, pair: Pair, event: Exchanged) -> Problem | None:
    """What is wrong with the gift back, of cards that the better-placed hold (Z19, Z26, E5)."""
    hand, cards = state.hands[giver], hand_of(event.cards or ())
    if event.asked is not None:
        return problem("bad_demand", player=event.receiver)
    if cards & ~giveable(rules, hand, pair.taken):
        return problem("gift_received", player=event.giver)
    if state.places[giver] and cards != given_by_default(rules, hand, pair.taken, pair.number):
        return problem("sanctioned_gives_lowest", player=event.giver)
    return None


def record_action(campaign: Campaign, record: Record, event: Played | Passed) -> Campaign | Problem:
    """Count a play or a pass as the judge rules it, the codes that the moderator overruled aside."""
    manche = open_manche(campaign)
    if isinstance(manche, Problem):
        return manche
    action: Action = play_of(event.cards) if isinstance(event, Played) else Pass()
    if len(OVERRULABLE.intersection(event.overruled)) != len(event.overruled):
        return problem("bad_overruled", codes=" ".join(event.overruled))
    automatic = _answers_standing_pass(manche, event)
    if manche.state is None:
        return in_manche(campaign, _unjudged(manche, record, automatic=automatic))
    ruling = judge(manche, event.player, action, overruled=event.overruled)
    if not ruling.accepted:
        return problem("illegal", codes=" ".join(each.code for each in ruling.objections))
    move = Move(record, ruling.effects, ruling.clauses, ruling.left, ruling.skipped, automatic)
    return in_manche(campaign, _moved(manche, event.player, move, ruling.state))


def _answers_standing_pass(manche: Manche, event: Played | Passed) -> bool:
    """Whether a standing pass made a move: whoever posts or is overruled passes no longer by themselves."""
    player = event.player
    return player in manche.passing and event == Passed(player, post=manche.passing[player])


def _moved(manche: Manche, player: str, move: Move, state: State) -> Manche:
    """The manche after a move that counts; standing passes end with the tour, or as their player moves on."""
    changed = replace(manche, state=state, moves=(*manche.moves, move), since=_since(manche, move.record))
    if not manche.passing:
        return changed
    if Effect.TOUR_CLOSED in move.effects or state.turn == NOBODY:
        return replace(changed, passing={})
    ended = {*move.left, *([] if isinstance(move.record.event, Passed) else [player])}
    return replace(
        changed, passing={name: post for name, post in manche.passing.items() if name not in ended}
    )


def pass_until_closed(campaign: Campaign, event: StandingPass) -> Campaign | Problem:
    """Note that a player passes until the tour closes, which has to be begun (Z7)."""
    manche = open_manche(campaign)
    if isinstance(manche, Problem):
        return manche
    seat, state = manche.seat(event.player), manche.state
    if seat is None or (state is not None and not (state.pile and state.active >> seat & 1)):
        return problem("no_standing_pass", player=event.player)
    return in_manche(campaign, replace(manche, passing={**manche.passing, event.player: event.post}))


def end_standing_pass(campaign: Campaign, event: StandingPassEnded) -> Campaign | Problem:
    """Note that a player who passed until the tour closes has posted again."""
    manche = open_manche(campaign)
    if isinstance(manche, Problem):
        return manche
    if event.player not in manche.passing:
        return problem("no_standing_pass", player=event.player)
    rest = {name: post for name, post in manche.passing.items() if name != event.player}
    return in_manche(campaign, replace(manche, passing=rest))


def _unjudged(manche: Manche, record: Record, *, automatic: bool = False) -> Manche:
    """The manche with a move that nobody can judge, the hands being unknown."""
    move = Move(record, (), (), automatic=automatic)
    return replace(manche, moves=(*manche.moves, move), since=_since(manche, record))


def _since(manche: Manche, record: Record) -> Record | None:
    """Since when the turn is waited for: anew after every play and pass (`gm.campaign.awaiting`)."""
    return record if isinstance(record.event, Played | Passed) else manche.since


def sanction_player(campaign: Campaign, record: Record, event: Sanctioned) -> Campaign | Problem:
    """Take a player out from the deal on; the offices and exchanges pass on as Z18, Z26 and Z28 say."""
    manche = open_manche(campaign)
    if isinstance(manche, Problem):
        return manche
    if manche.state is None:
        return in_manche(campaign, _unjudged(manche, record))
    outcome = apply(manche.state, manche.seat(event.player), Sanction())
    if isinstance(outcome, Refusal):
        return problem("illegal", codes=" ".join(each.code for each in outcome.objections))
    pairs = drop_not_begun(manche.pairs, event.player)
    state = outcome.state
    if state.pending == ("exchange_pending",) and all(pair.done for pair in pairs):
        state = settle(state, ())
    chooser = manche.chooser
    hands = manche.hands_dealt
    if manche.order_chosen is None and hands is not None and manche.chooses_order:
        chooser = manche.order[chooser_of([hand_of(hands[name]) for name in manche.order], state)]
    move = Move(record, outcome.effects, outcome.clauses, left_by(manche, outcome.state))
    changed = replace(manche, pairs=pairs, chooser=chooser)
    return in_manche(campaign, _moved(changed, event.player, move, state))
