"""The two voices for a post that cannot be taken as it is: one asks the moderator, one the player."""

from gm.campaign import Campaign
from gm.desk.doubts import PostDoubt
from gm.desk.texts import Shown
from gm.render import PublicText, moderator_text, public_text
from gm.views.public_pages import ReplyView
from gm.views.questions import question_view, reply_view


def question_text(
    doubt: PostDoubt,
    shown: Shown,
    post_id: str | None = None,
    *,
    number: int = 0,
    campaign: Campaign | None = None,
) -> str:
    """What the moderator is asked: the post with the words relied on marked, and what it may say.

    `number` is its place on a page, `campaign` the one that it is judged against.
    """
    view = question_view(
        doubt.asks,
        doubt.text,
        doubt.spans,
        doubt.readings,
        player=doubt.player or "",
        post_id=post_id or "",
        number=number,
        images=doubt.images,
        campaign=campaign,
    )
    return moderator_text(view, shown.presentation)


def reply_of(campaign: Campaign, doubt: PostDoubt, checkpoint: str) -> ReplyView | None:
    """What the author is asked in public; None where it is the moderator alone who can tell."""
    if doubt.player is None or doubt.asks == "author" or doubt.asks == "again":
        return None
    return reply_view(campaign, doubt.player, doubt.asks, doubt.readings, checkpoint)


def reply_text(campaign: Campaign, doubt: PostDoubt, shown: Shown) -> PublicText | None:
    """The post in which the author is asked."""
    view = reply_of(campaign, doubt, shown.checkpoint)
    return None if view is None else public_text(view, shown.presentation)
