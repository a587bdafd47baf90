"""From the posts of a page to the text for the topic."""

from collections.abc import Sequence

from gm.campaign import Campaign
from gm.views.public_pages import PageView, ReplyView
from gm.views.table import heading_of, table_view
from gm.views.verdicts import JudgedPost, verdict_view


def page_view(
    posts: Sequence[tuple[Campaign, JudgedPost]],
    after: Campaign,
    reply: ReplyView | None,
    checkpoint: str,
) -> PageView:
    """The rulings on several posts, each with the campaign before it, and the table after them all."""
    verdicts = tuple(
        verdict_view(before, judged.moves, checkpoint, judged.automatic) for before, judged in posts
    )
    table = table_view(after, checkpoint) if verdicts else None
    return PageView(heading_of(after), verdicts, table, reply, checkpoint)
