"""What everybody may know: the views behind the texts of the topic (design.md, "Two audiences").

A public view holds no hand, no key, no reason for a `not_held` but `already_played`: what is not in it
cannot be printed. Role keys (`president`) are those of `Rules.roles`; render.py shows their names.
"""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from gm.campaign import Duty, Phase
from gm.cards import Card, Rank
from gm.manche import Closing
from gm.rules import Clause, Rules
from gm.views.answer import AnswerView
from gm.views.heading import Heading

Verdict = Literal["accepted", "refused", "cheating"]

CLOSERS: Final[tuple[Closing, ...]] = get_args(Closing)


@dataclass(frozen=True, slots=True)
class PilePlay:
    """One play of the current tour and its author; `worth` is the rank it took, None for its own (C7i)."""

    player: str
    cards: tuple[Card, ...]
    worth: Rank | None = None


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One seat as the table sees it; `place` is 0 and `role` empty while the player is active.

    `locked` says that they are locked out until the tour closes (B4).
    """

    player: str
    cards_left: int
    place: int
    role: str
    sanctioned: bool
    locked: bool


@dataclass(frozen=True, slots=True)
class PartieEnd:
    """The end of a partie: who has won it and with how many points, nobody where nobody scores (E4, C6)."""

    winners: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class TableView:
    """The table of one manche; `players` are in the order of play, of the deal before it is chosen, of places
    when the manche is over.

    `waiting` names whose action is awaited in `phase`; `opener` who opened or is to open the tour, None when
    the manche is over; `dealer` who deals it, None where nobody does (C3). `answer` is what may be put down
    on the pile, None while it is empty. `revolution` is whether one is in force, false when the manche is
    over; `end` is the end of the partie where this manche brings it, else None.
    """

    heading: Heading
    rules: Rules
    phase: Phase
    waiting: tuple[str, ...]
    opener: str | None
    dealer: str | None
    pile: tuple[PilePlay, ...]
    answer: AnswerView | None
    taggle: bool
    revolution: bool
    players: tuple[PlayerLine, ...]
    end: PartieEnd | None
    start: str | None
    checkpoint: str


@dataclass(frozen=True, slots=True)
class ViolationView:
    """Why an action is refused: the verdict code and the clause it breaks (rules.md, Verdict codes)."""

    code: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class AlreadyPlayed:
    """A card named again and the entry that shows its play: the one reason that may be public."""

    card: Card
    seq: int


@dataclass(frozen=True, slots=True)
class EffectView:
    """What an accepted action brought about; `place` and `role` belong to the two ways of finishing.

    `player` is whom it concerns: who finishes, or for `skip` who is skipped, empty where that is not told.
    `closed_by` says for `tour_closed` each reason that holds, `reversed_now` for `revolution` which way.
    """

    name: str
    player: str
    reversed_now: bool
    clauses: tuple[Clause, ...]
    place: int
    role: str
    closed_by: tuple[Closing, ...]


@dataclass(frozen=True, slots=True)
class RulingView:
    """One action judged by `rules`, as everybody may read it; `cards` as claimed (`7s`), none for a pass.

    `already_played` is filled for cards of a `not_held` that public entries show; which other card is missing
    is never said. `overruled` are the codes that the moderator set aside, `reason` why; `automatic` is a pass
    that follows from what its player said before (Z7).
    """

    player: str
    rules: Rules
    verdict: Verdict
    cards: tuple[str, ...]
    violations: tuple[ViolationView, ...]
    already_played: tuple[AlreadyPlayed, ...]
    effects: tuple[EffectView, ...]
    overruled: tuple[ViolationView, ...]
    reason: str | None
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class VerdictView:
    """Verdict and table in one: the rulings of one post in order, then the table after them."""

    rulings: tuple[RulingView, ...]
    table: TableView


@dataclass(frozen=True, slots=True)
class Repetition:
    """A card that a refused claim names again: the entry of the refusal, and the one that shows its play.

    `first` is the entry that first showed it, another one where a correction had it recorded anew.
    """

    refusal: int
    card: Card
    seq: int
    first: int


@dataclass(frozen=True, slots=True)
class Proofs:
    """What proves the refused claims that a sanction cites, by the entry of each refusal.

    `shown` are the cards of it that plays show to be gone; `later` the refusals without any, which the hands
    prove once the manche is over.
    """

    shown: tuple[Repetition, ...]
    later: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Absence:
    """Somebody who did not answer in time, and what was done in their place.

    `rulings` are the move made on a turn and the passes that follow by themselves; `order` is the order of
    play that holds by default (Z3), `partner` whom they exchange with (Z19).
    """

    player: str
    duty: Duty
    deadline: str
    rulings: tuple[RulingView, ...]
    order: tuple[str, ...]
    partner: str


@dataclass(frozen=True, slots=True)
class AbsencesView:
    """What was done for those who stay away, and the table after it."""

    absences: tuple[Absence, ...]
    table: TableView


@dataclass(frozen=True, slots=True)
class SanctionView:
    """A player leaves the manche by a sanction (Z18), or by their own wish (Z28); `evidence` are entries.

    `proofs` are what everybody can check of them, `automatic` the passes that follow by themselves (Z7).
    """

    player: str
    cause: Literal["sanction", "departure"]
    reason: str
    evidence: tuple[int, ...]
    proofs: Proofs
    place: int
    role: str
    effects: tuple[EffectView, ...]
    automatic: tuple[RulingView, ...]
    table: TableView


@dataclass(frozen=True, slots=True)
class ReplacementView:
    """Somebody takes over a seat (Z24); `playing` says that its hand is still played.

    `table` is None between two manches.
    """

    heading: Heading
    player: str
    by: str
    playing: bool
    table: TableView | None
    checkpoint: str


@dataclass(frozen=True, slots=True)
class Move:
    """One accepted play or pass (`cards` empty), or a player taken out, with what it brought about.

    `worth` is the rank that a play took from the one before it, None for its own (C7i); told in a recap only.
    `stood_in` says that it was made for a player who stayed away; `overruled` are the codes that the
    moderator set aside, `reason` why.
    """

    seq: int
    player: str
    kind: Literal["play", "pass", "sanction"]
    cards: tuple[Card, ...]
    effects: tuple[EffectView, ...]
    worth: Rank | None = None
    stood_in: bool = False
    overruled: tuple[ViolationView, ...] = ()
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Tour:
    """The moves of one tour, in order."""

    number: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class RecapView:
    """What has happened in the manche so far, for those who come late."""

    tours: tuple[Tour, ...]
    table: TableView
