"""What has become of a post since it was recorded, and how the moderator puts that on record."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from gm.campaign import Campaign
from gm.desk.difference import Piece
from gm.desk.names import everyone
from gm.desk.page_rows import post_of
from gm.desk.recorded import signed
from gm.desk.recorded_posts import RecordedPost
from gm.events import Incident, IncidentKind, Record
from gm.posts import Claim
from gm.posts.pages import ForumPost

Status = Literal["same", "changed", "vanished", "appeared"]
_KINDS: Final[Mapping[Status, IncidentKind]] = {
    "changed": "post_changed",
    "vanished": "post_vanished",
    "appeared": "post_appeared",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What has become of one post; `number` is its place on the page, from 1, and `post` what stands there.

    `recorded` is what the ledger has of it. Of a changed post `says_the_same` tells whether it still says
    what is recorded, None where that is not clear, and `difference` how it has changed, None where the old
    text was not kept. `says` are the moves that a changed or an appeared post states now, `claims_move` is
    whether it has any, be they unclear. `between` are the entries before and behind one that has appeared;
    `incident` is the entry that has it on record already.
    """

    status: Status
    player: str | None
    number: int | None = None
    post: ForumPost | None = None
    recorded: RecordedPost | None = None
    says_the_same: bool | None = None
    claims_move: bool | None = None
    says: tuple[Claim, ...] = ()
    difference: tuple[Piece, ...] | None = ()
    between: tuple[int, ...] = ()
    incident: int | None = None

    @property
    def is_odd(self) -> bool:
        """Whether the moderator has to look at it."""
        return self.status != "same"


def incidents(campaign: Campaign, found: Iterable[Finding]) -> list[tuple[int, Incident]]:
    """What can be put on record of the findings, each with its index; what is on record already is left out.

    Of posts that have appeared only those count that claim a move of somebody whom the ledger knows.
    """
    made: list[tuple[int, Incident]] = []
    for index, each in enumerate(found):
        if each.incident is not None or each.player is None:
            continue
        post = None if each.post is None else post_of(each.post, each.player, campaign)
        match each.status:
            case "changed" if each.recorded is not None:
                made.append((index, Incident(each.player, "post_changed", each.recorded.seqs, post)))
            case "vanished" if each.recorded is not None:
                made.append((index, Incident(each.player, "post_vanished", each.recorded.seqs)))
            case "appeared" if each.claims_move and each.player in everyone(campaign):
                made.append((index, Incident(each.player, "post_appeared", (), post)))
            case _:
                pass
    return made


def appeared_before(on_record: Sequence[Record]) -> frozenset[str]:
    """The digests of the posts that are on record as having appeared."""
    events = [record.event for record in on_record]
    posts = [each.post for each in events if isinstance(each, Incident) and each.kind == _KINDS["appeared"]]
    return frozenset(post.sha256 for post in posts if post is not None)


def as_on_record(found: Finding, records: Sequence[Record]) -> Finding:
    """The finding with the entry that has it on record: the same post in the same words."""
    if not found.is_odd:
        return found
    digests = () if found.post is None else signed(found.post, None, "UTC").digests
    seqs = set(found.recorded.seqs) if found.recorded is not None else set[int]()
    for record in records:
        event = record.event
        if not isinstance(event, Incident) or event.kind != _KINDS[found.status]:
            continue
        same_words = event.post is None if found.post is None else event.post and event.post.sha256 in digests
        if same_words and (event.player == found.player if not seqs else seqs & set(event.entries)):
            return replace(found, incident=record.seq)
    return found
