"""The ruling on a named player's action, and the cards that a claim means: the only door to `gm.manche`."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from gm.campaign.manches import Manche
from gm.cards import JOKER, JOKER_SUITS, SUITS, Card, NamedCard, Rank, rank_of
from gm.manche import Action, Effect, Objection, Refusal, State, overrule
from gm.manche.advance import walk
from gm.rules import Clause


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the judge says of one action: accepted with effects, or refused with every objection.

    `clauses` are those the objections or the effects rest on, in the same order; `state` is the judge's once
    the action counts, that of `before` when it is refused.
    """

    player: str
    action: Action
    objections: tuple[Objection, ...]
    effects: tuple[Effect, ...]
    clauses: tuple[Clause, ...]
    before: Manche
    state: State

    @property
    def after(self) -> Manche:
        """The manche once the action counts, the same as `before` when it is refused."""
        return replace(self.before, state=self.state)

    @property
    def accepted(self) -> bool:
        """Whether nothing stands against the action."""
        return not self.objections

    @property
    def comes_round(self) -> bool:
        """Whether the tour goes on and may come round to the player again."""
        seat, state = self.before.seat(self.player), self.state
        return seat is not None and bool(state.pile) and bool(state.active & ~state.locked & 1 << seat)

    @property
    def left(self) -> tuple[str, ...]:
        """Who took a place by the action, in order (Z15, Z16)."""
        return left_by(self.before, self.state)

    @property
    def skipped(self) -> str:
        """Who is skipped by the action, empty for nobody (B9)."""
        before, seat = self.before.state, self.before.seat(self.player)
        if Effect.SKIP not in self.effects or before is None or seat is None:
            return ""
        others = before.active & ~before.locked & ~(1 << seat)
        return self.before.order[walk(others, seat, backwards=self.state.demand.backwards)]


def left_by(before: Manche, state: State) -> tuple[str, ...]:
    """Who took a place on the way from a manche to a later state of it, in order."""
    known = len(before.state.out) if before.state is not None else 0
    return tuple(before.order[seat] for seat in state.out[known:])


def judge(manche: Manche, player: str, action: Action, *, overruled: Collection[str] = ()) -> Ruling:
    """The ruling on an action of a player named exactly; raises ValueError where the hands are not known."""
    if manche.state is None:
        raise ValueError("the hands of this manche are not known")
    outcome = overrule(manche.state, manche.seat(player), action, overruled)
    if isinstance(outcome, Refusal):
        clauses = tuple(each.clause for each in outcome.objections)
        return Ruling(player, action, outcome.objections, (), clauses, manche, manche.state)
    return Ruling(player, action, (), outcome.effects, outcome.clauses, manche, outcome.state)


def bind(named: Sequence[NamedCard], held: Sequence[Card]) -> tuple[Card, ...]:
    """The card each named card stands for; `held` are the cards in hand in the order of their commitments.

    A card without suit is the first held card of its rank that is not named otherwise, so that the choice
    tells nothing about the others; where none is held it is any other card of the rank.
    """
    exact = {Card(4 * each.rank + each.suit) for each in named if each.suit is not None}
    taken: set[Card] = set()
    bound = []
    for each in named:
        if each.suit is not None:
            bound.append(Card(4 * each.rank + each.suit))
            continue
        card = _stand_in(each.rank, held, exact | taken)
        taken.add(card)
        bound.append(card)
    return tuple(bound)


def _stand_in(rank: Rank, held: Sequence[Card], taken: Collection[Card]) -> Card:
    fitting = [card for card in held if rank_of(card) == rank]
    others = [Card(4 * rank + suit) for suit in range(len(JOKER_SUITS if rank == JOKER else SUITS))]
    return next((card for card in (*fitting, *others) if card not in taken), others[0])
