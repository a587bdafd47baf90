"""From a doubtful post to the question for its moderator and the reply to its author.

Both tell of the post's own words only: no hand comes near them.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal

from gm.campaign import Campaign
from gm.views.moderator import QuestionView
from gm.views.public import TableView
from gm.views.public_pages import Asks, ReplyView, SaidMoves
from gm.views.table import heading_of, table_view

if TYPE_CHECKING:
    from gm.posts import Claim  # a view is looked at without reading a post

Span = tuple[int, int]

_AROUND: Final = 80
_WITHOUT_MARKS: Final = 400
_MOST_MARKS: Final = 12
_MOST_LINES: Final = 24
_NO_MOVE: Final = frozenset({"registration", "word", "withdrawal"})
_BRACKETS: Final = str.maketrans("⟦⟧", "[]")


def reply_view(
    campaign: Campaign, player: str, asks: Asks, readings: Sequence[Sequence["Claim"]], checkpoint: str
) -> ReplyView:
    """What the author of a post is asked, in public."""
    return ReplyView(heading_of(campaign), player, asks, tuple(map(said_in, readings)), checkpoint)


def question_view(
    asks: Asks | Literal["author", "again"],
    text: str,
    spans: Sequence[Span],
    readings: Sequence[Sequence["Claim"]],
    *,
    player: str = "",
    post_id: str = "",
    number: int = 0,
    images: Sequence[str] = (),
    campaign: Campaign | None = None,
) -> QuestionView:
    """What the moderator is asked about a post; `spans` are the words relied on, in order and apart.

    `campaign` is the one that the post is judged against. An image is named before anything can be chosen.
    """
    return QuestionView(
        player=player,
        id=post_id,
        number=number,
        asks=asks,
        lines=marked_lines(text, spans),
        readings=() if asks == "image" else tuple(map(said_in, readings)),
        images=tuple(images),
        table=None if campaign is None or asks in _NO_MOVE else _table(campaign),
    )


def _table(campaign: Campaign) -> TableView | None:
    return table_view(campaign, "") if campaign.phase == "play" else None


def said_in(claims: Sequence["Claim"]) -> SaidMoves:
    """The cards of each move as the player named them."""
    return tuple(tuple(str(named) for named in claim.cards) for claim in claims)


def marked_lines(text: str, spans: Sequence[Span]) -> tuple[str, ...]:
    """The lines of a post with the stretches of `spans` in ⟦ ⟧, what is far from them left out."""
    lines = [" ".join(line.split()) for line in "".join(_pieces(text, spans[:_MOST_MARKS])).splitlines()]
    shown = [line for line in lines if line]
    return (*shown[:_MOST_LINES], "…") if len(shown) > _MOST_LINES else tuple(shown)


def _pieces(text: str, spans: Sequence[Span]) -> Iterator[str]:
    if not spans:
        yield _cut(text, _WITHOUT_MARKS, 0)
        return
    at = 0
    for first, last in spans:
        yield _cut(text[at:first], _AROUND if at else 0, _AROUND)
        yield f"⟦{_cut(text[first:last], _AROUND, _AROUND)}⟧"
        at = last
    yield _cut(text[at:], _AROUND, 0)


def _cut(text: str, head: int, tail: int) -> str:
    """The beginning and the end of a stretch, so many characters of each."""
    if len(text) <= head + tail + 1:
        return text.translate(_BRACKETS)
    return f"{text[:head]}…{text[len(text) - tail :] if tail else ''}".translate(_BRACKETS)
