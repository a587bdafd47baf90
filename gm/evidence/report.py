"""What a verification answers: faults with stable codes, what each deal rests on, what is worth knowing."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, assert_never

from gm.campaign import Campaign
from gm.ledger import Copy, Fault

RestsOn = Literal["beacon", "words", "moderator"]
Shown = Literal["whole", "in_part", "open"]

FindingCode = Literal[
    "no_campaign",
    "unknown_rules",
    "bad_seed",
    "no_commitment",
    "beacon_missing",
    "beacon_without_rule",
    "bad_entropy",
    "bad_seats",
    "bad_extra",
    "bad_opener",
    "bad_hands",
    "bad_commitments",
    "bad_salt",
    "salt_reused",
    "bad_order",
    "bad_exchanges",
    "bad_refusal",
    "bad_evidence",
    "same_name",
    "not_cleaned",
    "ruling",
]
"""What the events of a ledger can be found to be wrong in, in the order of docs/verify.md."""


class Found(NamedTuple):
    """One thing wrong with an event, before it is said in which entry that is."""

    code: FindingCode
    why: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that the events show to be wrong: its entry, line from 1, stable code, and why."""

    seq: int | None
    line: int
    code: FindingCode
    why: str


@dataclass(frozen=True, slots=True)
class DealBasis:
    """What a deal rests on (design.md, "Dealing that anyone can check").

    `fixed_by` is the last join, word, departure or change of who has a seat before the first deal from this
    seed, 0 for none; `seats_by` the last of such changes; `committed_by` the entry that commits to the seed,
    with the rule that fixes the beacon, if any.
    """

    partie: int
    manche: int
    rests_on: RestsOn
    fixed_by: int
    committed_by: int
    beacon: str | None = None
    beacon_rule: str | None = None
    abandoned: bool = False
    seats_by: int = 0

    @property
    def shown_by(self) -> int:
        """The number that a checkpoint in an older post has to reach; 0 where no post would help.

        A beacon drawn later chose the deal only if everything else was fixed by then. Words chose it only if
        the seed was committed to, and who plays was settled, before they were said.
        """
        match self.rests_on:
            case "beacon":
                return max(self.fixed_by, self.committed_by)
            case "words":
                return max(self.committed_by, self.seats_by)
            case "moderator":
                return 0
            case _:
                assert_never(self.rests_on)


@dataclass(frozen=True, slots=True)
class MancheShown:
    """How much of a manche in force could be checked.

    `whole`: the deal, the exchange, every ruling and the places; `in_part`: some rulings rest on what is not
    known; `open`: it is being played, and in a public copy its hands are not known yet.
    """

    partie: int
    manche: int
    shown: Shown


@dataclass(frozen=True, slots=True)
class Tally:
    """What is no fault and yet worth asking about; moves are counted as recorded, undone ones too."""

    parties_dropped: int
    manches_abandoned: int
    deals_undone: int
    undone_after_closing: int
    """Undos that reached over a `manche_closed`, when the seed and so every hand was public already."""
    plays_without_post: int
    passes_without_post: int


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a verification.

    `campaign` is what the events in force say, None when they open none. `rulings_judged` is False for a
    ledger of another version of the engine. `unjudged` are the entries whose ruling rests on hands that are
    not known: of an open manche in a public copy, after an exchange that was undone or abandoned and so never
    published, after a fault that the manche cannot be followed beyond.
    """

    copy: Copy
    faults: tuple[Fault | Finding, ...]
    deals: tuple[DealBasis, ...]
    manches: tuple[MancheShown, ...]
    tally: Tally
    entries: int
    head: str
    campaign: Campaign | None
    rulings_judged: bool
    unjudged: tuple[int, ...]
    awaiting: tuple[int, ...]
    """Of the unjudged entries those that can be judged once the seed of the open manche is published."""
    confirmed: int
    """The highest number of a checkpoint that is of this ledger, 0 for none: so far nothing was rewritten."""

    @property
    def ok(self) -> bool:
        """Whether nothing was found wrong."""
        return not self.faults
