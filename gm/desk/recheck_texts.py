"""The texts of `gm recheck`: what the moderator has to look at, and a word for the topic."""

from gm.campaign import Campaign
from gm.cards import code_of
from gm.desk.findings import Finding
from gm.desk.recheck import Rechecked
from gm.desk.texts import Shown
from gm.events import Joined, Left, Passed, Played, Refused, Word
from gm.render import PublicText, public_text, recheck_text
from gm.views.public_pages import LateChange, LateChangesView, SaidMoves
from gm.views.questions import said_in
from gm.views.recheck import ChangedWords, RecheckRow, RecheckView, What
from gm.views.table import heading_of


def recheck_table(campaign: Campaign, found: Rechecked, shown: Shown) -> str:
    """What has changed, vanished or appeared, with what the moderator may do about it."""
    view = RecheckView(
        rows=tuple(_row(campaign, each) for each in found.odd),
        same=len(found.findings) - len(found.odd),
        unchecked=found.unchecked,
        elsewhere=found.elsewhere,
        unseen=found.unseen,
        adrift=found.adrift,
    )
    return recheck_text(view, shown.presentation)


def changes_text(campaign: Campaign, found: Rechecked, shown: Shown) -> PublicText | None:
    """That what is recorded stands though posts no longer say it; None where there are none of these."""
    posts = tuple(
        LateChange(
            player=each.player or "",
            id=_id_of(each),
            kind=each.status,
            seq=each.recorded.entry.seq,
            moves=_moves(each),
            refused=_what(each) == "refusal",
        )
        for each in found.odd
        if each.recorded is not None and each.status in ("changed", "vanished") and not each.says_the_same
    )
    if not posts:
        return None
    return public_text(LateChangesView(heading_of(campaign), posts, shown.checkpoint), shown.presentation)


def _row(campaign: Campaign, found: Finding) -> RecheckRow:
    assert found.status != "same"
    manche, seqs = campaign.manche, () if found.recorded is None else found.recorded.seqs
    events = () if found.recorded is None else found.recorded.events
    moves = [seq for seq, event in zip(seqs, events, strict=True) if isinstance(event, Played | Passed)]
    open_since = manche.dealt.seq if manche is not None else campaign.seq
    return RecheckRow(
        id=_id_of(found),
        number=found.number or 0,
        player=found.player or "",
        status=found.status,
        seq=seqs[-1] if seqs else 0,
        what=_what(found),
        moves=_moves(found),
        says=said_in(found.says),
        claims_move=bool(found.claims_move),
        clear=found.says_the_same is not None,
        says_the_same=bool(found.says_the_same),
        changes=tuple(ChangedWords(piece.op, piece.text) for piece in found.difference or ()),
        between=found.between,
        incident=found.incident or 0,
        undo=next((seq for seq in moves if seq > open_since), 0),
        sanction=manche is not None and not manche.over and found.player in manche.order,
    )


def _id_of(found: Finding) -> str:
    posts = (found.post, found.recorded and found.recorded.post)
    return next((post.id for post in posts if post and post.id), "")


def _what(found: Finding) -> What:
    events = () if found.recorded is None else found.recorded.events
    if any(isinstance(event, Played | Passed) for event in events):
        return "moves"
    if any(isinstance(event, Refused) for event in events):
        return "refusal"
    return "registration" if any(isinstance(event, Joined | Word | Left) for event in events) else "other"


def _moves(found: Finding) -> SaidMoves:
    """The moves recorded of a post, the refused ones only where there are no others."""
    events = () if found.recorded is None else found.recorded.events
    made = tuple(
        tuple(code_of(card) for card in event.cards) if isinstance(event, Played) else ()
        for event in events
        if isinstance(event, Played | Passed)
    )
    refused = (event.claim for event in events if isinstance(event, Refused))
    return made or tuple(() if claim == "pass" else tuple(claim.split()) for claim in refused)
