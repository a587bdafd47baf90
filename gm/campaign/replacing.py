"""Another player takes a seat with all that goes with it (Z24)."""

from dataclasses import replace

from gm.campaign.change import in_partie
from gm.campaign.manches import Holding, Manche, Replacement, successor
from gm.campaign.model import Campaign, Problem, problem
from gm.events import Record, Replaced


def replace_player(campaign: Campaign, record: Record, event: Replaced) -> Campaign | Problem:
    """Give a seat to somebody else: hand, turn, place in the order, offices, what is due, places taken.

    A hand still in play is committed to anew, under the new name; nothing else has commitments. Refused are a
    seat that nobody of that name has, somebody who has one already, and a deal that is to be made again.
    """
    partie = campaign.partie
    if partie is None or partie.closed or event.player not in partie.seats:
        return problem("not_seated", player=event.player)
    if event.by in partie.seats:
        return problem("already_seated", player=event.by)
    if _dealt_again(campaign):
        return problem("deal_first")
    manche = partie.manche
    running = manche if manche is not None and not manche.over else None
    if running is None and event.commitments is not None:
        return problem("wrong_commitments", player=event.by)
    if running is not None and running.state is not None:
        if is_in_play(running, event.player) != (event.commitments is not None):
            return problem("wrong_commitments", player=event.by)
    made = Replacement(event.player, event.by, record.seq)
    manches = tuple(_with_newcomer(each, made) for each in partie.manches)
    if running is not None:
        manches = (*manches[:-1], _taken_over(manches[-1], record, event))
    seats = tuple(event.by if name == event.player else name for name in partie.seats)
    return in_partie(
        replace(campaign, applicants=tuple(each for each in campaign.applicants if each.player != event.by)),
        partie.number,
        lambda each: replace(each, seats=seats, manches=manches, replaced=(*each.replaced, made)),
    )


def _dealt_again(campaign: Campaign) -> bool:
    """Whether an undone deal is still to be made anew, from the same seats (design.md, Events)."""
    partie, manche = campaign.partie, campaign.manche
    if not campaign.log or partie is None:
        return False
    return manche is None or manche.dealt.seq < campaign.log[0].seq


def is_in_play(manche: Manche, player: str) -> bool:
    """Whether somebody's hand is still played in a manche whose hands are known."""
    seat, state = manche.seat(player), manche.state
    return seat is not None and state is not None and bool(state.active >> seat & 1)


def _with_newcomer(manche: Manche, made: Replacement) -> Manche:
    """A manche with the newcomer's name in the seat, be it over: order, offices, exchange, places."""

    def now(name: str) -> str:
        return successor(name, (made,))

    chooser, dealer, closed = manche.chooser, manche.dealer, manche.closed
    if closed is not None:
        closed = replace(closed, places={now(name): place for name, place in closed.places.items()})
    return replace(
        manche,
        order=tuple(map(now, manche.order)),
        chooser=now(chooser) if chooser is not None else None,
        dealer=now(dealer) if dealer is not None else None,
        pairs=tuple(replace(pair, better=now(pair.better), worse=now(pair.worse)) for pair in manche.pairs),
        closed=closed,
        replaced=(*manche.replaced, made),
        passing={name: post for name, post in manche.passing.items() if name != made.player},
    )


def _taken_over(manche: Manche, record: Record, event: Replaced) -> Manche:
    """A manche being played once its hand is the newcomer's, who is waited for from now on."""
    holding = Holding(record.seq, (event.commitments or {}).get(event.by, ()))
    holdings = {
        event.by if name == event.player else name: holding if name == event.player else each
        for name, each in manche.holdings.items()
    }
    pairs = tuple(replace(pair, since=record) if pair.better == event.by else pair for pair in manche.pairs)
    return replace(manche, holdings=holdings, pairs=pairs)
