"""The texts of a judged page: the rulings for the topic, and the table that the moderator goes through."""

from collections import Counter
from collections.abc import Iterator

from gm.campaign import Campaign
from gm.desk.page import PageJudged
from gm.desk.page_rows import Row
from gm.desk.questions import reply_of
from gm.desk.texts import Shown
from gm.events import Joined, Word
from gm.render import PublicText, moderator_text, problem, public_text
from gm.views import private_note
from gm.views.moderator import PageRow, PageTableView, RowKind
from gm.views.page import page_view
from gm.views.questions import said_in


def page_text(page: PageJudged, after: Campaign, shown: Shown) -> PublicText | None:
    """The rulings on a page's posts, the table after them, the open question; None for nothing to post.

    `after` is the campaign with what was recorded of the page.
    """
    judged = [(row.campaign, row.judged) for row in page.rows if row.judged is not None and row.at_table]
    asked = next((row.doubt for row in page.rows if row.doubt is not None), None)
    reply = None if asked is None else reply_of(after, asked, shown.checkpoint)
    if not judged and reply is None:
        return None
    return public_text(page_view(judged, after, reply, shown.checkpoint), shown.presentation)


def page_table(page: PageJudged, shown: Shown) -> str:
    """The rows that a moderator looks at, and how many posts were passed over."""
    count = Counter(row.status for row in page.rows)
    view = PageTableView(
        rows=tuple(_rows(page, shown)),
        stopped=page.stopped is not None,
        recorded=count["recorded"],
        past=count["past"],
        chatter=count["chatter"] + count["skipped"],
        unread=count["unread"],
    )
    return moderator_text(view, shown.presentation)


def _rows(page: PageJudged, shown: Shown) -> Iterator[PageRow]:
    for number, row in enumerate(page.rows, start=1):
        kind = _kind(row)
        if kind is None:
            continue
        moves = row.judged.moves if row.judged is not None and row.at_table else ()
        word = next((event.word for event in row.events if isinstance(event, Joined | Word)), None)
        why = row.problem
        turn = row.campaign.manche.turn if row.campaign.manche is not None else None
        yield PageRow(
            id=row.post.id or "",
            number=number,
            player=row.player or "",
            kind=kind,
            moves=tuple(private_note(row.campaign, move) for move in moves),
            said=() if moves else said_in(row.claims),
            word=word or "",
            why="" if why is None else problem(shown.presentation.locale, why.code, why.params),
            notes=row.notes,
            seq=row.seq,
            undo=row.undo,
            turn=turn or "",
            automatic=tuple(ruling.player for ruling in row.judged.automatic) if row.judged else (),
        )


def _kind(row: Row) -> RowKind | None:
    """How a row is shown; None for a post that only counts among many."""
    match row.status:
        case "refused" if row.problem is not None:
            return "not_registered"
        case "refused" if not row.at_table:
            return "stranger"
        case "accepted" | "refused" | "joined" | "word" | "changed" | "not_judged":
            return row.status
        case "recorded" if "partly" in row.notes:
            return "partly"
        case "chatter" | "skipped" if "standing_ended" in row.notes:
            return "posted"
        case _:
            return None
