"""What a post of a page does to its author's standing pass: any post ends it, be it chatter (Z7)."""

from dataclasses import replace

from gm.desk.page_rows import Row, post_of
from gm.desk.recorded import Entry, newest_of, signed
from gm.desk.referee import says_it_stands
from gm.events import Post, StandingPass, StandingPassEnded
from gm.manche import Code


def heard(row: Row) -> Row:
    """The row with the end of its author's standing pass, or with that pass said anew.

    A post that is older than the one which says the pass changes nothing, nor does a text that `gm` wrote.
    """
    manche, player = row.campaign.manche, row.player
    if (
        manche is None
        or player is None
        or player not in manche.passing
        or row.status == "doubt"
        or row.is_ours
    ):
        return row
    if any(isinstance(event, StandingPass | StandingPassEnded) for event in row.events):
        return replace(row, notes=(*row.notes, "standing_ended")) if _ends(row) else row
    if _is_older(row, player, manche.passing[player]):
        return row
    post = post_of(row.post, player, row.campaign)
    if row.judged is None or not says_it_stands(row.judged):
        events = (StandingPassEnded(player, post), *row.events)
        return replace(row, events=events, notes=(*row.notes, "standing_ended"))
    codes = {objection.code for objection in row.judged.moves[-1].ruling.objections}
    if Code.NOT_YOUR_TURN in codes:  # it is answered by itself once it is
        return Row(row.post, "chatter", row.campaign, player, events=(StandingPass(player, post),))
    return row


def heard_in_doubt(row: Row) -> Row:
    """A row that has to be asked about with the end of its author's standing pass: they did post.

    The entry names no post, so that this one is still asked about when the page is read again.
    """
    manche, player, doubt = row.campaign.manche, row.player, row.doubt
    if manche is None or player is None or player not in manche.passing or doubt is None:
        return row
    if doubt.asks == "again" or _is_older(row, player, manche.passing[player]):
        return row
    return replace(row, events=(StandingPassEnded(player),), notes=(*row.notes, "standing_ended"))


def unheard(row: Row) -> Row:
    """The row of a post that was written before its author said the pass that stands."""
    return replace(row, events=(), notes=tuple(note for note in row.notes if note != "standing_ended"))


def _ends(row: Row) -> bool:
    return any(isinstance(event, StandingPassEnded) for event in row.events)


def _is_older(row: Row, player: str, said: Post | None) -> bool:
    """Whether a post was written before the one that says the standing pass, as far as both tell."""
    newest = newest_of([Entry(0, said, player, ())])
    return newest.is_after(signed(row.post, player, row.campaign.timezone))
