"""What has become of recorded posts, for the moderator's eyes."""

from dataclasses import dataclass
from typing import Literal

from gm.views.public_pages import SaidMoves

What = Literal["moves", "refusal", "registration", "other"]
"""What is recorded of a post: moves, refused ones only, a registration or a word, anything else."""


@dataclass(frozen=True, slots=True)
class ChangedWords:
    """Words that stand in the old and the new text, or in one of them."""

    op: Literal["same", "removed", "added"]
    text: str


@dataclass(frozen=True, slots=True)
class RecheckRow:
    """One post that is not as it was, by its id or its number on the page; a number is 0 for none.

    `seq` is the entry that rests on it and `moves` the cards recorded by it; `says` those that it states now,
    `clear` whether that is sure. `changes` are empty where the old text was not kept. `between` are the
    entries around a post that has appeared, `incident` is the one that has it on record. `undo` is the entry
    that could be corrected or undone; `sanction` says that its author plays.
    """

    id: str
    number: int
    player: str
    status: Literal["changed", "vanished", "appeared"]
    seq: int
    what: What
    moves: SaidMoves
    says: SaidMoves
    claims_move: bool
    clear: bool
    says_the_same: bool
    changes: tuple[ChangedWords, ...]
    between: tuple[int, ...]
    incident: int
    undo: int
    sanction: bool


@dataclass(frozen=True, slots=True)
class RecheckView:
    """A page compared with what is recorded of it: what is odd, and how much could not be compared.

    `adrift`: too little of the page is known to tell what is missing on it.
    """

    rows: tuple[RecheckRow, ...]
    same: int
    unchecked: int
    elsewhere: int
    unseen: int
    adrift: bool
