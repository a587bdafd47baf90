"""What an accepted action leads to: closings, revolution, going out, and the one way on to the next turn."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from gm.cards import Hand
from gm.manche.codes import Closing, Code, Told
from gm.manche.judge import objections
from gm.manche.law import CARRE, Demand, rank_of_set
from gm.manche.model import (
    NOBODY,
    Action,
    Outcome,
    Pass,
    Play,
    PlayOnPile,
    Refusal,
    Sanction,
    Seat,
    Setting,
    Standing,
    State,
)

# The moderator has the last word on every other code (design.md, Events).
NEVER_OVERRULED: Final = frozenset(
    {
        *(Code.UNKNOWN_PLAYER, Code.MANCHE_OVER, Code.ALREADY_OUT),
        *(Code.DUPLICATE_CARD, Code.NOT_HELD, Code.MIXED_RANKS),
    }
)


OVERRULABLE: Final = frozenset(Code) - NEVER_OVERRULED


# The constructor of a NamedTuple takes twice as long as the one of tuple; on the hot path that counts.
_new = tuple.__new__


def apply(state: State, seat: Seat | None, action: Action) -> Outcome | Refusal:
    """The outcome of an action, or all that stands against it; `seat` is None for no player of the manche."""
    against = objections(state, seat, action)
    if against or seat is None:
        return Refusal(against)
    return _CARRY_OUT[type(action)](state, seat, action)


def overrule(state: State, seat: Seat | None, action: Action, codes: Collection[str]) -> Outcome | Refusal:
    """As `apply`, but the moderator does not hold these codes against it (design.md, `overruled`).

    Codes that no moderator can overrule stand all the same, and so do objections that are not named.
    """
    against = tuple(
        objection
        for objection in objections(state, seat, action)
        if objection.code in NEVER_OVERRULED or objection.code not in codes
    )
    if against or seat is None:
        return Refusal(against)
    return _CARRY_OUT[type(action)](state, seat, action)


def _after_play(state: State, seat: Seat, play: Play) -> Outcome:
    setting, standing, hands, pile, _, _, locked, demand = state
    cards = play.cards
    laid = demand.laid[cards]
    assert laid is not None, "mixed ranks are never overruled"
    _, _, _, further, is_highest, told, closed_by, demand = laid
    held: list[Any] = list(hands)  # of Hand, whose call takes time that counts here
    held[seat] ^= cards
    hands, pile = tuple(held), pile + (_new(PlayOnPile, (seat, cards)),)  # noqa: RUF005 quicker than unpacking
    if not hands[seat]:
        forbidden = is_highest and setting.rules.table.forbidden_finish != "off"
        told = ("forbidden_finish" if forbidden else "finished", *told)
        standing = _leave(standing, seat, _free_places(standing)[-1 if forbidden else 0])
    waiting = standing.active & ~(locked | 1 << seat)
    if further is not None:
        four, run, skips = further
        if four and _four_on_top(pile):
            closed_by = ("closed_by_four", *closed_by)
        if run and _each_has_one(pile[-run:], standing.active):
            told, demand = ("revolution", *told), demand.turned()
        if skips and waiting:
            waiting &= ~(1 << walk(waiting, seat, backwards=demand.backwards))
        elif skips:  # all others are locked out or out already
            told = tuple(each for each in told if each != "skip")
    return _onward(setting, standing, hands, pile, seat, seat, waiting, locked, demand, told, closed_by)


def _after_pass(state: State, seat: Seat, _: Pass) -> Outcome:
    setting, standing, hands, pile, turn, waiting, locked, demand = state
    demand = demand.after_pass
    if demand.locks:
        locked |= 1 << seat
    waiting &= ~(1 << seat)
    return _onward(setting, standing, hands, pile, seat, turn, waiting, locked, demand, (), ())


def _after_sanction(state: State, seat: Seat, _: Sanction) -> Outcome:
    setting, standing, hands, pile, turn, waiting, locked, demand = state
    standing = _leave(standing, seat, _free_places(standing)[-1])
    standing = standing._replace(sanctioned=standing.sanctioned | 1 << seat)
    waiting &= ~(1 << seat)
    return _onward(setting, standing, hands, pile, seat, turn, waiting, locked, demand, (), ())


_CARRY_OUT: Final[Mapping[type[Action], Callable[[State, Seat, Any], Outcome]]] = {
    Play: _after_play,
    Pass: _after_pass,
    Sanction: _after_sanction,
}


def _onward(
    setting: Setting,
    standing: Standing,
    hands: tuple[Hand, ...],
    pile: tuple[PlayOnPile, ...],
    acting: Seat,
    start: Seat,
    waiting: int,
    locked: int,
    demand: Demand,
    told: tuple[Told, ...],
    closed_by: tuple[Closing, ...],
) -> Outcome:
    """The one way on after a play, a pass, a sanction: the end, a closed tour, or the next turn of this one.

    Everything is as the action of `acting` left it; the walk to the next turn begins at `start`.
    """
    if demand.straight:  # `walk`, written out where it is quicker
        ahead = waiting >> start << start or waiting
        turn = (ahead & -ahead).bit_length() - 1
    else:
        before, standing = standing, _without_holders(standing, hands, acting, demand)
        if standing is not before and not standing.sanctioned >> acting & 1:
            told = ("forbidden_finish", *told)
        waiting &= standing.active
        turn = walk(waiting, start, backwards=demand.backwards)
    active = standing.active
    if not waiting or closed_by or not active & active - 1:
        if told and told[-1] == "taggle":  # none where the tour closes (Z8)
            told = told[:-1]
        if not active & active - 1:
            standing = _last_place(standing)
            told = tuple(each for each in told if each != "skip")
            turn, told, active = NOBODY, (*told, "manche_over"), 0
        else:
            told = (*told, *closed_by) if waiting else (*told, *closed_by, "closed_by_passes")
            # Nobody has played where every pass of an opening was overruled: the next player then opens.
            author = pile[-1].seat if pile else (start + (-1 if demand.backwards else 1)) % len(hands)
            turn = walk(active, author, backwards=demand.backwards)
        pile, waiting, locked, demand = (), active, 0, demand.opening
    state = _new(State, (setting, standing, hands, pile, turn, waiting, locked, demand))
    if not told:
        return _new(Outcome, (state, (), ()))
    effects, clauses = demand.law.tell(told)
    return _new(Outcome, (state, effects, clauses))


def walk(waiting: int, start: Seat, *, backwards: bool = False) -> Seat:
    """The first of some seats at `start` or after it in the cyclic order of play, NOBODY when there is none.

    In a tour, with the seats still waiting for their say on the top, NOBODY means that the walk has come back
    to the author of the top, out or not (Z12, B5, Z22). Backwards it goes the other way round (C7f).
    """
    if backwards:
        behind = waiting & (2 << start) - 1 or waiting
        return behind.bit_length() - 1
    ahead = waiting >> start << start or waiting
    return (ahead & -ahead).bit_length() - 1


def _without_holders(standing: Standing, hands: tuple[Hand, ...], acting: Seat, demand: Demand) -> Standing:
    """Whoever is left with one single card of the highest rank takes the lowest free place (Z15, on_holding).

    From the acting player round; the last active player stays (Z16).
    """
    if demand.law.table.forbidden_finish != "on_holding":
        return standing
    highest = 15 << 4 * demand.order.highest
    holders = sum(1 << seat for seat, hand in enumerate(hands) if hand.bit_count() == 1 and hand & highest)
    while (left := holders & standing.active) and standing.active & standing.active - 1:
        seat = walk(left, acting, backwards=demand.backwards)
        standing = _leave(standing, seat, _free_places(standing)[-1])
    return standing


def _each_has_one(run: tuple[PlayOnPile, ...], active: int) -> bool:
    """Whether each active player put down one of these equal singles (C7f)."""
    return not active & ~sum(1 << seat for seat in {play.seat for play in run})


def _four_on_top(pile: tuple[PlayOnPile, ...]) -> bool:
    """The plays on top of the pile, taken in succession, hold all four cards of one rank (Z10)."""
    cards = Hand(0)
    for play in reversed(pile):
        if rank_of_set(Hand(cards | play.cards)) is None:
            break
        cards = Hand(cards | play.cards)
    return cards.bit_count() == CARRE


def _leave(standing: Standing, seat: Seat, place: int) -> Standing:
    """The seat takes its place, which never moves (Z15, Z18)."""
    places, out, sanctioned, active = standing
    return Standing(
        (*places[:seat], place, *places[seat + 1 :]), (*out, seat), sanctioned, active & ~(1 << seat)
    )


def _last_place(standing: Standing) -> Standing:
    """Who is still active, if anybody, has the place that is left (Z16)."""
    if not standing.active:
        return standing
    return _leave(standing, walk(standing.active, 0), _free_places(standing)[0])


def _free_places(standing: Standing) -> list[int]:
    places = standing.places
    return [place for place in range(1, len(places) + 1) if place not in places]
