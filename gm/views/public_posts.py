"""What everybody may know: the posts that stand at the head of the topic (Z25).

The first message, the classement, the booklet; verdicts and tables are in `gm.views.public`.
"""

from dataclasses import dataclass

from gm.campaign import Phase
from gm.rules import Clause, Rules
from gm.views.heading import Heading


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """One line `role : name` of the classement; `player` is None until it is known (Z25).

    `points` is what the place is worth, None where nobody scores (E4, C4). `formerly` are those who had the
    seat before (Z24).
    """

    role: str
    player: str | None
    points: int | None
    formerly: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MancheStanding:
    """The classement of one manche; `lines` are empty as long as the number of players is not known."""

    manche: int
    lines: tuple[PlaceLine, ...]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The points of one seat, manche by manche; equal totals share a `rank`: 1, 1, 1, 4 (E4, C6).

    `player` has it now, `formerly` are those who had it before (Z24).
    """

    rank: int
    shared: bool
    player: str
    points: tuple[int, ...]
    total: int
    formerly: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PartieStanding:
    """The classement of one partie: its manches, those to come too where the rules fix their number.

    `scores` are the totals, best first, empty where nobody scores or no manche is over (E4, C6). `target` is
    the score that ends the partie, `winners` who has won once it is `over`; `given_up` is one whose last deal
    was abandoned and never made again.
    """

    partie: int
    manches: tuple[MancheStanding, ...]
    scores: tuple[ScoreLine, ...]
    target: int | None
    over: bool
    winners: tuple[str, ...]
    given_up: bool = False


@dataclass(frozen=True, slots=True)
class StandingsView:
    """The classement of the whole campaign (Z25)."""

    heading: Heading
    parties: tuple[PartieStanding, ...]
    checkpoint: str


@dataclass(frozen=True, slots=True)
class RulesView:
    """The booklet: the rules, the clauses that tell them, the number of the last manche a partie may have.

    `checkpoint` is "" for rules that no ledger has signed.
    """

    heading: Heading
    rules: Rules
    clauses: tuple[Clause, ...]
    last_manche: int
    checkpoint: str


@dataclass(frozen=True, slots=True)
class SeedCommitment:
    """The commitment to one manche's seed, published before anybody gives a word."""

    partie: int
    manche: int
    digest: str


@dataclass(frozen=True, slots=True)
class HandCommitments:
    """The commitments to one player's whole hand as last published, and the entry that published them."""

    player: str
    seq: int
    digests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FirstPostView:
    """The topic's first message (Z25), as the current partie stands.

    `registering` says that players may join it, `seats_left` how many, `missing` how many it still takes.
    `least` and `most` are the numbers of players, `last_role` the role of the last place where it is the same
    for all of them. `words` are the players whose word of chance counts for the next deal. `order` is empty
    until it is chosen. `registration`, `deal` and `start` are the calendar as the moderator wrote it (Z23),
    `public_key` the raw key in base64, `origin` the note on the campaign that this one continues.
    """

    heading: Heading
    phase: Phase
    registering: bool
    least: int
    most: int
    seats_left: int
    missing: int
    last_role: str | None
    registered: tuple[str, ...]
    waiting_list: tuple[str, ...]
    words: tuple[str, ...]
    beacon_rule: str | None
    registration: str | None
    deal: str | None
    start: str | None
    order: tuple[str, ...]
    standings: StandingsView
    rules: RulesView
    origin: str | None
    public_key: str
    seed_commitments: tuple[SeedCommitment, ...]
    hand_commitments: tuple[HandCommitments, ...]
    checkpoint: str
