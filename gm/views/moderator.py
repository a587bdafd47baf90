"""What the moderator alone may know: hands, keys, and why a card is not held."""

from dataclasses import dataclass
from typing import Literal

from gm.campaign import Duty, Phase
from gm.cards import Card
from gm.manche import NotHeldWhy
from gm.views.public import RulingView, TableView
from gm.views.public_pages import Asks, SaidMoves
from gm.views.public_posts import ScoreLine


@dataclass(frozen=True, slots=True)
class StatusView:
    """Where the campaign stands; `table` is None when no manche is dealt. `head` is hexadecimal.

    `seats` is how many players a partie seats at most, `missing` how many it still takes. `scores` are the
    points so far, best first, empty where nobody scores. `passing` pass until the tour closes, as they
    announced; `late` are those whose delay is over.
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
    passing: tuple[str, ...]
    late: tuple[str, ...]
    head: str
    checkpoint: str


@dataclass(frozen=True, slots=True)
class AwaitedLine:
    """Somebody whose action is awaited; `since` is the time of the entry that left it to them."""

    player: str
    duty: Duty
    since: str


@dataclass(frozen=True, slots=True)
class DueLine:
    """Somebody who is waited for: since when, until when, for how many full hours they have been late.

    At `at`, which may be `over`, they pass or are stood in for, or with `asks` the moderator decides.
    """

    player: str
    duty: Duty
    since: str
    deadline: str
    hours: int
    late: bool
    over: bool
    instead: Literal["pass", "stand_in"]
    asks: bool
    at: str


@dataclass(frozen=True, slots=True)
class DueView:
    """Who is waited for in a campaign; `paused` is the end of the pause of this moment, None for none."""

    campaign: str
    title: str
    lines: tuple[DueLine, ...]
    paused: str | None


@dataclass(frozen=True, slots=True)
class CampaignLine:
    """One of several campaigns in a line; `partie` and `manche` are 0 where there is none."""

    campaign: str
    title: str
    partie: int
    manche: int
    phase: Phase
    awaited: tuple[AwaitedLine, ...]
    late: tuple[str, ...]
    registered: int
    seats: int
    queue: int


@dataclass(frozen=True, slots=True)
class HandView:
    """One player's hand and key, for the moderator's eyes."""

    player: str
    cards: tuple[Card, ...]
    key: str


@dataclass(frozen=True, slots=True)
class MissingCard:
    """A card that was named and is not held: why, and what else of that rank the player holds.

    `named` are the cards of that rank in the move, as codes; `held` those in hand, named or not.
    """

    card: str
    named: tuple[str, ...]
    why: NotHeldWhy
    seq: int | None
    others: tuple[Card, ...]
    held: tuple[Card, ...]


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

    @property
    def may_be_slip(self) -> bool:
        """Whether a card of a rank that was named is in hand: suits never matter, so ask first (Z6)."""
        return any(missing.held for missing in self.missing)


@dataclass(frozen=True, slots=True)
class ObjectionsView:
    """What stands against a move, at least one violation, where that alone is told."""

    ruling: RulingView


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
    "accepted",
    "refused",
    "stranger",
    "joined",
    "word",
    "not_registered",
    "changed",
    "partly",
    "not_judged",
    "posted",
]


@dataclass(frozen=True, slots=True)
class PageRow:
    """One post of a page as the moderator goes through them: who, what was read, the ruling, what to look at.

    `id` is empty where the page does not tell; `number` is its place on the page then. `moves` are rulings
    with their notes; `said` the cards of a move that was not judged. `word` is a word of chance, `why` the
    sentence that says what is wrong, `notes` are codes of `page.txt`; `automatic` are those who then pass by
    themselves. `turn` is whose turn it was, `undo` the entry of the first move that is recorded of the post
    and can still be corrected.
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
    automatic: tuple[str, ...] = ()


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


ModeratorView = (
    StatusView
    | DueView
    | CampaignLine
    | HandView
    | PrivateNote
    | ObjectionsView
    | QuestionView
    | PageTableView
)
