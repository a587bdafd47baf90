"""What one post of a page comes to, judged against the campaign as the posts before it left it."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, assert_never

from gm.calendar import instant, is_before
from gm.campaign import Campaign, Manche, Problem, problem
from gm.desk.customs import Customs
from gm.desk.doubts import PostDoubt, excerpt, words_of
from gm.desk.names import everyone
from gm.desk.recorded import written_at
from gm.desk.referee import PostJudged, claims_of, entries_of, judge_claims
from gm.desk.registering import registration_of
from gm.events import Event, Joined, Passed, Post, StandingPass, StandingPassEnded, Word
from gm.ledger import find_checkpoints, post_digest
from gm.manche import Pass
from gm.posts import Claim, read
from gm.posts.pages import ForumPost
from gm.posts.registration import read_registration

Status = Literal[
    "recorded",  # an entry rests on it already
    "changed",  # an entry rests on what it said before
    "past",  # it stands before a recorded one: its moment is over
    "skipped",  # the moderator says that there is no move in it
    "chatter",
    "accepted",
    "refused",
    "joined",
    "word",
    "not_judged",  # it states a move where no manche is played, or before the deal
    "doubt",
    "unread",  # it stands behind a doubt
]
Note = Literal[
    "fuzzy",
    "stands",
    "chosen",  # the moderator chose the reading
    "edited",  # the forum says that the post was changed
    "before_deal",
    "before_start",
    "maybe_recorded",  # a pass of this player that was recorded without its post is younger than this one
    "ends_manche",
    "after_refusal",  # refused for its turn alone, after a refused move of the player whose turn it is
    "partly",  # an entry rests on its first moves only: what followed was undone, or never stood
    "standing_ended",  # its author passed until the tour closes, and now has posted
]


@dataclass(frozen=True, slots=True)
class Row:
    """What one post comes to.

    `campaign` is the one it was judged against; `events` are what is recorded of it, `seq` the entry that
    rests on it already. `judged` are its moves, `doubt` is what has to be asked, `problem` why somebody
    cannot register; `undo` is the entry from which what is recorded of it could be undone.
    """

    post: ForumPost
    status: Status
    campaign: Campaign
    player: str | None = None
    judged: PostJudged | None = None
    doubt: PostDoubt | None = None
    problem: Problem | None = None
    claims: tuple[Claim, ...] = ()
    events: tuple[Event, ...] = ()
    notes: tuple[Note, ...] = ()
    seq: int | None = None
    undo: int | None = None

    @property
    def at_table(self) -> bool:
        """Whether its author plays the manche."""
        return self.campaign.manche is not None and self.player in self.campaign.manche.order

    @property
    def acts(self) -> bool:
        """Whether what is recorded of it is more than that a standing pass ends, or is said anew."""
        return any(not isinstance(event, StandingPass | StandingPassEnded) for event in self.events)

    @property
    def is_ours(self) -> bool:
        """Whether `gm` wrote it for the topic: it then shows a checkpoint, and nothing its author does."""
        return any(each.campaign == self.campaign.name for each in find_checkpoints(self.post.text))


def row_of(
    campaign: Campaign,
    post: ForumPost,
    author: str | None,
    customs: Customs,
    chosen: tuple[Claim, ...] | None = None,
) -> Row:
    """What a post says that its author does; `chosen` is the reading that the moderator chose."""
    if author is None:
        doubt = _unsigned(post.text, campaign.locale, customs)
        return Row(post, "chatter" if doubt is None else "doubt", campaign, doubt=doubt)
    player = customs.name_of(author, everyone(campaign))
    if player not in everyone(campaign) and (ours := Row(post, "chatter", campaign, player)).is_ours:
        return ours
    manche = campaign.manche
    playing = manche is not None and manche.state is not None and not manche.over
    if playing and manche is not None and player in manche.order:
        row = _move(campaign, manche, post, player, customs, chosen)
        if row is not None:
            return row
    found = registration_of(campaign, post.text, player, customs, post_of(post, player, campaign))
    match found:
        case None:
            return _stray(campaign, post, player, customs, playing=playing)
        case PostDoubt():
            return Row(post, "doubt", campaign, player, doubt=found)
        case Problem():
            return Row(post, "refused", campaign, player, problem=found)
        case Joined():
            return Row(post, "joined", campaign, found.player, events=(found,))
        case Word():
            return Row(post, "word", campaign, found.player, events=(found,))
        case _:
            assert_never(found)


def maybe_recorded(row: Row) -> Row:
    """The post as a doubt: what it does may be recorded already."""
    seen = problem("post_maybe_recorded", text=excerpt(row.post.text))
    doubt = PostDoubt(seen, "again", row.player, row.post.text, words_of(row.claims))
    return Row(row.post, "doubt", row.campaign, row.player, doubt=doubt)


def before_start(row: Row, now: datetime | None) -> Row:
    """The row, with the note of a move before the start where its post has no date and it is `now` (Z23)."""
    partie = row.campaign.partie
    start = partie.schedule.start if partie is not None and partie.schedule is not None else None
    if now is None or start is None or row.judged is None or moment_of(row.post, row.campaign.timezone):
        return row
    early = is_before(now, start, row.campaign.timezone)
    return replace(row, notes=(*row.notes, "before_start")) if early else row


def _unsigned(text: str, locale: str, customs: Customs) -> PostDoubt | None:
    """The doubt of a post whose author nobody knows, None for chatter."""
    reading = read(text, locale, images=customs.cards)
    registration = read_registration(text, locale)
    if not reading.claims and reading.doubt is None and (registration is None or registration.echoes):
        return None
    unsigned = problem("post_without_author", text=excerpt(text))
    return PostDoubt(unsigned, "author", None, text, words_of(reading.claims))


def _move(
    campaign: Campaign,
    manche: Manche,
    post: ForumPost,
    player: str,
    customs: Customs,
    chosen: tuple[Claim, ...] | None,
) -> Row | None:
    """What a player at the table does; None for chatter, be it the unclear words of one who has a place."""
    claims = claims_of(post.text, campaign.locale, player, customs) if chosen is None else chosen
    if isinstance(claims, Problem) or (isinstance(claims, PostDoubt) and player in manche.places):
        return None
    judged = claims if isinstance(claims, PostDoubt) else judge_claims(campaign, player, post.text, claims)
    if isinstance(judged, PostDoubt):
        return Row(post, "doubt", campaign, player, doubt=judged)
    return Row(
        post=post,
        status="accepted" if judged.accepted else "refused",
        campaign=campaign,
        player=player,
        judged=judged,
        claims=tuple(move.claim for move in judged.moves),
        events=entries_of(campaign, judged, post_of(post, player, campaign)),
        notes=_notes(campaign, manche, post, judged, chosen=chosen is not None),
    )


def _stray(campaign: Campaign, post: ForumPost, player: str, customs: Customs, *, playing: bool) -> Row:
    """A post of somebody who cannot move: of a stranger, or where no manche is played."""
    reading = read(post.text, campaign.locale, images=customs.cards, signature=customs.signature_of(player))
    manche = campaign.manche
    at_table = manche is not None and player in manche.order
    if not reading.claims or (playing and at_table):
        return Row(post, "chatter", campaign, player)
    if not playing:
        return Row(post, "not_judged", campaign, player, claims=reading.claims)
    judged = judge_claims(campaign, player, post.text, reading.claims)
    assert isinstance(judged, PostJudged)  # the first move is refused, and no other is judged
    return Row(post, "refused", campaign, player, judged=judged, claims=reading.claims[:1])


def post_of(post: ForumPost, player: str, campaign: Campaign) -> Post:
    """What is kept of a post of the page: a time that cannot be read is left out."""
    at = written_at(post, campaign.timezone)
    return Post(sha256=post_digest(post.text), id=post.id, url=post.url, author=player, at=at)


def moment_of(post: ForumPost, timezone: str) -> datetime | None:
    """When a post was written, as far as its page tells."""
    at = written_at(post, timezone)
    return None if at is None else instant(at, timezone)


def _notes(
    campaign: Campaign, manche: Manche, post: ForumPost, judged: PostJudged, *, chosen: bool
) -> tuple[Note, ...]:
    moment = moment_of(post, campaign.timezone)
    schedule = campaign.partie.schedule if campaign.partie is not None else None
    last = judged.moves[-1].ruling

    def is_older_than(then: str | None) -> bool:
        return moment is not None and then is not None and is_before(moment, then, campaign.timezone)

    found: dict[Note, bool] = {
        "fuzzy": any(move.claim.fuzzy for move in judged.moves),
        "stands": any(move.claim.stands and move.ruling.accepted for move in judged.moves),
        "chosen": chosen,
        "edited": post.edited,
        "before_deal": is_older_than(manche.dealt.at),
        "before_start": is_older_than(schedule.start if schedule is not None else None),
        "maybe_recorded": last.accepted
        and isinstance(last.action, Pass)
        and is_older_than(_passed_by_hand(manche, judged.player)),
        "ends_manche": last.accepted and judged.after.over,
    }
    return tuple(note for note, holds in found.items() if holds)


def _passed_by_hand(manche: Manche, player: str) -> str | None:
    """When the player's last pass without a post was recorded, if there is one."""
    for move in reversed(manche.moves):
        event = move.record.event
        is_pass = isinstance(event, Passed) and event.player == player and event.post is None
        if is_pass and not move.automatic:
            return move.record.at
    return None
