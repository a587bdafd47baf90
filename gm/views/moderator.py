"""What the moderator alone may know: hands, keys, and why a card is not held."""

from dataclasses import dataclass
from typing import Literal

from gm.cards import Card
from gm.manche import NotHeldWhy
from gm.rules import Clause
from gm.views.public import Asks, RulingView, SaidMoves, TableView
from gm.views.public_posts import ScoreLine


@dataclass(frozen=True, slots=True)
class StatusView:
    """Where the campaign stands; `table` is None when no manche is dealt. `head` is hexadecimal.

    `seats` is how many players a partie seats at most, `missing` how many it still takes. `scores` are the
    points so far, best first, empty where nobody scores.
    """

    campaign: str
    title: str
    partie: int
    manche: int
    phase: str
    waiting: tuple[str, ...]
    registered: tuple[str, ...]
    queue: tuple[str, ...]
    seats: int
    missing: int
    table: TableView | None
    scores: tuple[ScoreLine, ...]
    head: str
    checkpoint: str


@dataclass(frozen=True, slots=True)
class HandView:
    """One player's hand and key, for the moderator's eyes."""

    player: str
    cards: tuple[Card, ...]
    key: str


@dataclass(frozen=True, slots=True)
class MissingCard:
    """A card that was named and is not held: why, and what else of that rank the player holds.

    `named` are the cards of that rank in the move, as codes.
    """

    card: str
    named: tuple[str, ...]
    why: NotHeldWhy
    seq: int | None
    others: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PrivateNote:
    """A verdict as the moderator sees it: the ruling, and what must not be told in the topic.

    `forced` are cards that the player must play (Z9); `bound` the cards that were named without a suit and
    are now fixed; `fuzzy` the words that were read with a correction; `stands` says that the player passes
    until the end of the tour; `not_before` is the start of a manche that should not have begun yet (Z23).
    """

    ruling: RulingView
    missing: tuple[MissingCard, ...]
    forced: tuple[Card, ...]
    bound: tuple[Card, ...]
    fuzzy: tuple[str, ...]
    stands: bool
    not_before: str | None


@dataclass(frozen=True, slots=True)
class WhyView:
    """One entry explained: the ruling it records and the clauses that rests on, in the order of the ruling.

    `counts` is false for a move that was undone. `sanction` is the reason of one; `reasons` and `note` are
    what the entry of a refusal keeps among what is not public.
    """

    seq: int
    at: str
    ruling: RulingView
    clauses: tuple[Clause, ...]
    counts: bool
    sanction: str | None
    reasons: tuple[str, ...]
    note: str | None


@dataclass(frozen=True, slots=True)
class QuestionView:
    """What the moderator is asked about a post: its text with the words relied on in ⟦ ⟧, and the readings.

    `lines` are the post's, shortened around those words; `player` is empty where nobody knows who wrote it.
    `id` is empty where the page does not tell, `number` its place on the page, 0 beside one. `images` are
    addresses whose cards nobody has named; `table` is what the post answers to, None where no move is meant.
    """

    player: str
    id: str
    number: int
    asks: Asks | Literal["author", "again"]
    lines: tuple[str, ...]
    readings: tuple[SaidMoves, ...]
    images: tuple[str, ...]
    table: TableView | None


RowKind = Literal[
    "accepted", "refused", "stranger", "joined", "word", "not_registered", "changed", "partly", "not_judged"
]


@dataclass(frozen=True, slots=True)
class PageRow:
    """One post of a page as the moderator goes through them: who, what was read, the ruling, what to look at.

    `id` is empty where the page does not tell; `number` is its place on the page then. `moves` are rulings
    with their notes; `said` the cards of a move that was not judged. `word` is a word of chance, `why` the
    sentence that says what is wrong, `notes` are codes of `page.txt`. `turn` is whose turn it was, `undo` the
    entry from which what is recorded of the post could be undone.
    """

    id: str
    number: int
    player: str
    kind: RowKind
    moves: tuple[PrivateNote, ...]
    said: SaidMoves
    word: str
    why: str
    notes: tuple[str, ...]
    seq: int | None
    undo: int | None
    turn: str


@dataclass(frozen=True, slots=True)
class PageTableView:
    """The table of rulings of a page: its rows, how many posts were passed over, how many are still unread.

    `stopped` says that a post behind the rows has to be asked about.
    """

    rows: tuple[PageRow, ...]
    stopped: bool
    recorded: int
    past: int
    chatter: int
    unread: int


ModeratorView = StatusView | HandView | PrivateNote | WhyView | QuestionView | PageTableView
