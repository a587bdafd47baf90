"""The strengths of the ranks: the usual order, the reversed one, the turned one (Z6, Z14, C7f, C7h)."""

from functools import lru_cache
from typing import Final, NamedTuple

from gm.cards import JOKER, RANKS, Rank
from gm.rules import PlayRules, TableRules

ACE: Final = Rank(RANKS.index("A"))

_USUAL: Final = tuple(Rank(rank) for rank in range(JOKER))


class Order(NamedTuple):
    """The order of strength in force at one moment."""

    strength: tuple[int, ...]
    """By rank, how strong it is; jokers stay on top (B6, E3, C8)."""
    highest: Rank
    """The highest rank in force, jokers aside: 2, or 3 in a revolution (Z11)."""
    both_ends: frozenset[Rank]
    """The ranks that in equal number beat all and are beaten by all (C7f, C7h)."""


@lru_cache(maxsize=64)
def order_of(play: PlayRules, table: TableRules, *, revolution: bool) -> Order:
    """The order of strength of these rules, in a revolution or not (Z6, Z14, C7f)."""
    both_ends = play.both_ends
    if not revolution:
        ranked = list(_USUAL)
    elif table.carre == "turn":
        ranked = [*reversed(_USUAL[:ACE]), *_USUAL[ACE + 1 :], ACE]
        both_ends |= {ACE}
    else:
        ranked = list(reversed(_USUAL))
    highest = ranked[-1]
    # Where a larger set must be higher: ranks of both ends are unaffected by the turn (C8, e+h, f+h).
    ranked.sort(key=lambda rank: rank in play.both_ends)
    strength = (*(ranked.index(rank) for rank in _USUAL), int(JOKER))
    return Order(strength, highest, both_ends)
