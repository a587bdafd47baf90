"""What everybody may know of posts: of a page of them, of one that has to be asked about, of changed ones."""

from dataclasses import dataclass
from typing import Literal

from gm.views.heading import Heading
from gm.views.public import TableView, VerdictView

Asks = Literal["moves", "move", "cards", "image", "faint", "chain", "registration", "word", "withdrawal"]
"""What a player is asked for: which of several moves, whether the one is meant, which cards, which card an
image shows, words that one can see, which of several moves comes now (Z22), whether they register, which word
of chance they give, whether they leave."""

SaidMoves = tuple[tuple[str, ...], ...]
"""One way to read a post: the cards of each of its moves as codes (`7s`, `7?`), none for a pass."""


@dataclass(frozen=True, slots=True)
class ReplyView:
    """What a player is asked whose post cannot be taken as it is; `readings` are what the post may say."""

    heading: Heading
    player: str
    asks: Asks
    readings: tuple[SaidMoves, ...]
    checkpoint: str


@dataclass(frozen=True, slots=True)
class PageView:
    """Several posts judged in order, each with the table after it; the last table, the question left open.

    `table` is None when no post was judged.
    """

    heading: Heading
    verdicts: tuple[VerdictView, ...]
    table: TableView | None
    reply: ReplyView | None
    checkpoint: str


@dataclass(frozen=True, slots=True)
class LateChange:
    """A recorded post that no longer says what is recorded of it, or is gone; `id` is empty for none."""

    player: str
    id: str
    kind: Literal["changed", "vanished"]
    seq: int
    moves: SaidMoves
    refused: bool


@dataclass(frozen=True, slots=True)
class LateChangesView:
    """Posts that were changed or deleted after they were recorded: what is recorded stands."""

    heading: Heading
    posts: tuple[LateChange, ...]
    checkpoint: str
