"""What is done for the player whose turn it is and who stays away (Z5, Z7, Z9)."""

from gm.manche.judge import PASS, forced, legal
from gm.manche.model import LegalPlay, Pass, State


def for_absent(state: State) -> LegalPlay | Pass:
    """The card put down where the rules want one, else a pass; ValueError when it is nobody's turn.

    An opener puts down a single of their weakest rank by the order in force, a player in a forced Taggle the
    single of its rank.
    """
    options = legal(state)
    if not options:
        raise ValueError("nobody is to play")
    if state.pile:
        return forced(state) or PASS
    strength = state.demand.order.strength
    singles = [play for play in options if isinstance(play, LegalPlay) and play.number == 1]
    return min(singles, key=lambda play: strength[play.rank])
