"""The only judge: all that stands against an action, and from it what a player may do (rules.md)."""

from typing import Final

from gm.cards import NO_CARDS, RANK_COUNT, Card, Hand, Rank, cards_in, of_rank, rank_of
from gm.manche.codes import Code
from gm.manche.law import NUMBERS, ONES
from gm.manche.model import (
    NOBODY,
    Action,
    LegalPlay,
    NotHeld,
    NotHeldWhy,
    Objection,
    Pass,
    Play,
    Sanction,
    Seat,
    State,
)

PASS: Final = Pass()

_ONLY_PASS: Final = (PASS,)

_PENDING: Final = (Code.ORDER_NOT_CHOSEN, Code.EXCHANGE_PENDING)
_CANNOT_PASS: Final = (Code.CANNOT_PASS_OPENING,)
_MUST_PLAY: Final = (Code.TAGGLE_MUST_PLAY,)

# Four bits a rank: every other bit, and every other pair of them, to count all ranks of a hand at once.
_ODD_BITS: Final = ONES * 0b0101
_ODD_PAIRS: Final = ONES * 0b0011


def objections(state: State, seat: Seat | None, action: Action) -> tuple[Objection, ...]:
    """Everything that stands against an action, in the order of rules.md; nothing when it is accepted.

    `seat` is None for somebody who does not play this manche (Z1). All but `not_your_turn` is judged as if it
    were the player's turn.
    """
    setting, standing, hands, pile, turn, _, locked, demand = state
    if seat is None or not standing.active >> seat & 1:
        return (_stands_alone(state, seat),)
    found = [code for code in _PENDING if code in setting.pending] if setting.pending else []
    if seat != turn:
        found.append(Code.NOT_YOUR_TURN)
    if isinstance(action, Play):
        cards, named = action
        laid = demand.laid[cards]
        if named != (cards.bit_count() if laid is None else laid.number):
            found.append(Code.DUPLICATE_CARD)
        if cards & ~hands[seat]:
            found.append(Code.NOT_HELD)
        if laid is None:
            found.append(Code.MIXED_RANKS)
        elif (fault := laid.fault if named == laid.number else demand.fault(laid.rank, named)) is not None:
            found.append(fault)
    elif isinstance(action, Sanction):
        return ()
    elif not pile or demand.taggle:
        found += _against_pass(state, seat)
    if locked and locked >> seat & 1:
        found.append(Code.LOCKED_OUT)
    if not found:
        return ()
    return tuple(
        _not_held(state, seat, action) if code is Code.NOT_HELD else _objection(state, code) for code in found
    )


def legal(state: State) -> tuple[LegalPlay | Pass, ...]:
    """What the player whose turn it is may do: each rank and number without objection, then the pass.

    Numbers go up, and ranks within a number. Empty when the manche is over or something is pending.
    """
    setting, _, hands, pile, turn, _, _, demand = state
    if turn == NOBODY or setting.pending:
        return ()
    ending = () if not pile or (demand.taggle and _against_pass(state, turn)) else _ONLY_PASS
    held = hands[turn] & demand.reach
    if not held:
        return ending
    pairs = held - (held >> 1 & _ODD_BITS)
    counts = (pairs & _ODD_PAIRS) + (pairs >> 2 & _ODD_PAIRS)
    listed: tuple[LegalPlay, ...] = ()
    for number, short_of_8, accepted in demand.accepts:
        # A count reaches 8, the highest of its four bits, when it is `number` or more.
        listed += _SETS[number][counts + short_of_8 >> 3 & accepted]
    return listed + ending


def forced(state: State) -> LegalPlay | None:
    """The single that the player whose turn it is must play: they are in Taggle and hold one (Z9)."""
    top = state.demand.top
    if state.turn == NOBODY or top is None or _against_pass(state, state.turn) != _MUST_PLAY:
        return None
    return LegalPlay(top.rank, 1)


def _against_pass(state: State, seat: Seat) -> tuple[Code, ...]:
    if not state.pile:
        return _CANNOT_PASS
    if state.taggle and state.rules.play.taggle_forced and _holds_rank_of_top(state, seat):
        return _MUST_PLAY
    return ()


def _holds_rank_of_top(state: State, seat: Seat) -> bool:
    top = state.demand.top
    return top is not None and of_rank(state.hands[seat], top.rank) != NO_CARDS


class _Sets(dict[int, tuple[LegalPlay, ...]]):
    """The plays of one number by the ranks they may be of, bits of `ONES`; listed once and remembered."""

    def __init__(self, number: int) -> None:
        self._plays = [LegalPlay(Rank(rank), number) for rank in range(RANK_COUNT)]

    def __missing__(self, ranks: int) -> tuple[LegalPlay, ...]:
        listed = self[ranks] = tuple(self._plays[rank_of(card)] for card in cards_in(Hand(ranks)))
        return listed


_SETS: Final = {number: _Sets(number) for number in NUMBERS}


def _objection(state: State, code: Code) -> Objection:
    return Objection(code, state.rules.clauses[code])


def _stands_alone(state: State, seat: Seat | None) -> Objection:
    if seat is None:
        return _objection(state, Code.UNKNOWN_PLAYER)
    if state.turn == NOBODY:
        return _objection(state, Code.MANCHE_OVER)
    key = "already_sanctioned" if state.sanctioned >> seat & 1 else Code.ALREADY_OUT
    return Objection(Code.ALREADY_OUT, state.rules.clauses[key])


def _not_held(state: State, seat: Seat, action: Play | Pass) -> Objection:
    missing = Hand(action.cards & ~state.hands[seat]) if isinstance(action, Play) else Hand(0)
    cards = tuple(NotHeld(card, _why_not_held(state, seat, card)) for card in cards_in(missing))
    return Objection(Code.NOT_HELD, state.rules.clauses[Code.NOT_HELD], cards)


def _why_not_held(state: State, seat: Seat, card: Card) -> NotHeldWhy:
    if state.given[seat] >> card & 1:
        return "given_away"
    return "already_played" if state.dealt[seat] >> card & 1 else "never_held"
