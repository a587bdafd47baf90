"""What the judge speaks of: actions, the state of a deal, objections, outcomes (rules.md, Verdict codes)."""

from typing import Final, Literal, NamedTuple

from gm.cards import Card, Hand, Rank
from gm.manche.codes import Code, Effect
from gm.manche.law import Demand
from gm.rules import Clause, Rules

Seat = int

NOBODY: Final = -1
"""The turn and the opener of a manche that is over."""


NotHeldWhy = Literal["never_held", "already_played", "given_away"]
Pending = Literal["order_not_chosen", "exchange_pending"]


class Play(NamedTuple):
    """Cards put down together: the set of them, and how many were named (doubles included)."""

    cards: Hand
    named: int


class Pass(NamedTuple):
    """A pass that was said (Z7)."""


class Sanction(NamedTuple):
    """The moderator takes a player out of the manche (Z18, Z28)."""


Action = Play | Pass | Sanction


class NotHeld(NamedTuple):
    """A card that was named and is not in the hand, and why."""

    card: Card
    why: NotHeldWhy


class Objection(NamedTuple):
    """One violation of an action, the clause it breaks and, for `not_held`, each card with the reason."""

    code: Code
    clause: Clause
    cards: tuple[NotHeld, ...] = ()


class LegalPlay(NamedTuple):
    """A rank and a number of cards that the player whose turn it is may put down."""

    rank: Rank
    number: int


class PlayOnPile(NamedTuple):
    """A play of the current tour and its author."""

    seat: Seat
    cards: Hand


class Outcome(NamedTuple):
    """What an accepted action leads to; `clauses` are those its effects rest on, in the same order."""

    state: "State"
    effects: tuple[Effect, ...]
    clauses: tuple[Clause, ...]


class Refusal(NamedTuple):
    """Everything that stands against an action, in the order of rules.md."""

    objections: tuple[Objection, ...]


class Setting(NamedTuple):
    """What stands while a deal is played: the rules, whose cards were whose, what must be recorded first."""

    rules: Rules
    dealt: tuple[Hand, ...]
    """What each seat was dealt or received."""
    given: tuple[Hand, ...]
    """What each seat gave away in an exchange."""
    pending: tuple[Pending, ...]
    """What must be recorded before anybody may play."""


class Standing(NamedTuple):
    """Who is out and at which place; it changes only when somebody leaves."""

    places: tuple[int, ...]
    """The place of each seat, 0 while it plays."""
    out: tuple[Seat, ...]
    """The seats in the order of leaving."""
    sanctioned: int
    """Bit set of the seats taken out by sanction."""
    active: int
    """Bit set of the seats still holding cards in this manche."""


class State(NamedTuple):
    """One deal at one moment. Seats are numbered in the order of play; made a million times.

    What seldom changes stands in two values of its own, so that a turn makes few fields anew.
    """

    setting: Setting
    standing: Standing
    hands: tuple[Hand, ...]
    """What each seat holds; a sanctioned seat's cards stay listed (rules.md, Verdict codes)."""
    pile: tuple[PlayOnPile, ...]
    turn: Seat
    """Whose action is awaited; -1 when the manche is over."""
    waiting: int
    """Bit set of the active seats the walk stops at: neither the author of the top nor passed since (Z12)."""
    locked: int
    """Bit set of the seats locked out until the tour closes (B4)."""
    demand: Demand
    """What must be answered on the pile, in the order of strength in force, in Taggle or not."""

    @property
    def rules(self) -> Rules:
        """The rules of the manche."""
        return self.setting.rules

    @property
    def dealt(self) -> tuple[Hand, ...]:
        """What each seat was dealt or received."""
        return self.setting.dealt

    @property
    def given(self) -> tuple[Hand, ...]:
        """What each seat gave away in an exchange."""
        return self.setting.given

    @property
    def pending(self) -> tuple[Pending, ...]:
        """What must be recorded before anybody may play."""
        return self.setting.pending

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat, 0 while it plays."""
        return self.standing.places

    @property
    def out(self) -> tuple[Seat, ...]:
        """The seats in the order of leaving."""
        return self.standing.out

    @property
    def sanctioned(self) -> int:
        """Bit set of the seats taken out by sanction."""
        return self.standing.sanctioned

    @property
    def active(self) -> int:
        """Bit set of the seats still holding cards in this manche."""
        return self.standing.active

    @property
    def opener(self) -> Seat:
        """Who opened or is to open the current tour; -1 when the manche is over."""
        return self.pile[0].seat if self.pile else self.turn

    @property
    def taggle(self) -> bool:
        """Whether the player whose turn it is stands in Taggle (Z8)."""
        return self.demand.taggle

    @property
    def revolution(self) -> bool:
        """Whether the strengths are reversed (Z14)."""
        return self.demand.revolution
