"""The ruling on a named player's action: the only door from names to the judge of `gm.manche`."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from gm.campaign.model import Manche
from gm.manche import Action, Effect, Objection, Refusal, overrule
from gm.rules import Clause


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the judge says of one action: accepted with effects, or refused with every objection.

    `clauses` are those the objections or the effects rest on, in the same order; `after` is the manche once
    the action counts, the same as `before` when it is refused.
    """

    player: str
    action: Action
    objections: tuple[Objection, ...]
    effects: tuple[Effect, ...]
    clauses: tuple[Clause, ...]
    before: Manche
    after: Manche

    @property
    def accepted(self) -> bool:
        """Whether nothing stands against the action."""
        return not self.objections


def judge(manche: Manche, player: str, action: Action, *, overruled: Collection[str] = ()) -> Ruling:
    """The ruling on an action of a player named exactly; raises ValueError where the hands are not known."""
    if manche.state is None:
        raise ValueError("the hands of this manche are not known")
    outcome = overrule(manche.state, manche.seat(player), action, overruled)
    if isinstance(outcome, Refusal):
        clauses = tuple(each.clause for each in outcome.objections)
        return Ruling(player, action, outcome.objections, (), clauses, manche, manche)
    after = replace(manche, state=outcome.state)
    return Ruling(player, action, (), outcome.effects, outcome.clauses, manche, after)
