"""`gm read`: the posts of a page in order, each judged against the state that the ones before it left.

`read_posts` is the whole of it: a page, what the ledger has of it already and what the moderator answered
come to one row for each post (`page_rows`). It stops at the first post that has to be asked about
(`Row.doubt`). Nothing is recorded here: the events of a row are appended together, in the order of the rows.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Final

from gm.calendar import instant
from gm.campaign import Campaign, Problem, problem
from gm.desk.closing import automatic_passes, with_events
from gm.desk.customs import NO_CUSTOMS, Customs
from gm.desk.heard import heard, heard_in_doubt, unheard
from gm.desk.names import everyone, folded
from gm.desk.overlap import Overlap
from gm.desk.page_behind import how_much_is_behind
from gm.desk.page_rows import Row, Status, before_start, maybe_recorded, moment_of, post_of, row_of
from gm.desk.recorded import (
    Entry,
    Signed,
    certainly_known,
    entries_in,
    newest_of,
    of_one_post,
    signed,
)
from gm.desk.referee import refusal_of
from gm.desk.stated import what_is_stated
from gm.events import Passed, Played, Record
from gm.ledger import TextProblem, clean_text
from gm.manche import Code
from gm.posts import Claim
from gm.posts.pages import ForumPost


@dataclass(frozen=True, slots=True)
class Answers:
    """What the moderator said about posts of the page, by their index.

    The reading, the author, that there is no move in it; that it is new, or recorded already.
    """

    readings: Mapping[int, tuple[Claim, ...]] = field(default_factory=dict)
    authors: Mapping[int, str] = field(default_factory=dict)
    skipped: frozenset[int] = frozenset()
    new: frozenset[int] = frozenset()
    recorded: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class PageJudged:
    """The rows of a page, one for each post, and the campaign once their events are recorded."""

    rows: tuple[Row, ...]
    campaign: Campaign

    @property
    def stopped(self) -> int | None:
        """The index of the post at which reading stopped, None when all were read."""
        return next((index for index, row in enumerate(self.rows) if row.status == "doubt"), None)


NO_ANSWERS: Final = Answers()
_MONTH: Final = timedelta(days=30)


def read_posts(
    campaign: Campaign,
    posts: Sequence[ForumPost],
    customs: Customs = NO_CUSTOMS,
    *,
    records: Sequence[Record] = (),
    answers: Answers = NO_ANSWERS,
    record_refused: bool = False,
    now: datetime | None = None,
    progress: Callable[[int], None] | None = None,
) -> PageJudged:
    """Judge the posts of a page in order; `records` are all of the ledger, which knows what is recorded.

    A post that the ledger knows is passed over, and so is every one before the last of these; where nobody
    can tell whether it does (`gm.desk.overlap`), or it is older than a recorded one, that is asked.
    `record_refused` proposes the record of refused moves too; `now` is when a post without a date was written
    at the latest; `progress` is told how many posts are read.
    """
    page = _Page(campaign, [cleaned(post) for post in posts], customs, records, answers)
    behind = how_much_is_behind(page)
    rows: list[Row] = []
    for index in range(len(page.posts)):
        row = heard_in_doubt(before_start(page.row(campaign, index, rows, behind), now))
        if record_refused and row.judged is not None and not row.judged.accepted and row.at_table:
            post = post_of(row.post, row.judged.player, campaign)
            row = replace(row, events=(*row.events, refusal_of(row.judged.moves[-1], post, None)))
        campaign = with_events(campaign, row.events)
        rows.append(row)
        if progress is not None:
            progress(index + 1)
    return PageJudged(tuple(rows), campaign)


class _Page:
    """The posts of a page beside the entries of the ledger, and what each comes to."""

    def __init__(
        self,
        start: Campaign,
        posts: Sequence[ForumPost],
        customs: Customs,
        records: Sequence[Record],
        answers: Answers,
    ) -> None:
        self.start = start
        self.posts = posts
        self.customs = customs
        self.answers = answers
        self.authors = [answers.authors.get(index, post.author) for index, post in enumerate(posts)]
        self.entries = entries_in(records, automatic_passes(start))
        names = tuple(dict.fromkeys((*everyone(start), *(entry.player for entry in self.entries))))
        self.players = [author and customs.name_of(author, names) for author in self.authors]
        self.shown = [signed(*each, start.timezone) for each in zip(posts, self.players, strict=True)]
        self.newest = newest_of(self.entries)
        self.known = certainly_known(self.entries, self.shown)
        at = {index: self.entries[entry].seq for index, entry in self.known.items()}
        self.dealt_at = _dealt_at(start, posts, at, records)
        self._alone: dict[int, Row] = {}

    def row(self, campaign: Campaign, index: int, rows: Sequence[Row], behind: Overlap) -> Row:
        """What a post comes to after `rows`, which left the campaign."""
        if index < behind.cut or index in self.known:
            return _passed_over(
                campaign, self.shown[index], self.entries, behind.entries.get(index), self.customs
            )
        if rows and rows[-1].status in ("doubt", "unread"):
            return Row(self.posts[index], "unread", campaign)
        if index in self.answers.recorded:
            return Row(self.posts[index], "past", campaign, self.players[index])
        row = self.judged(campaign, index)
        is_new = index in self.answers.new or index in self.answers.readings
        may_be_old = index == behind.unclear or self.newest.is_after(self.shown[index])
        if row.acts and not is_new and may_be_old:
            return maybe_recorded(row)
        if row.events and not row.acts and self._is_old(behind) and not any(each.acts for each in rows):
            return unheard(row)
        if row.status == "refused" and _follows_a_refusal(rows, row):
            return replace(row, notes=(*row.notes, "after_refusal"))
        return row

    def _is_old(self, behind: Overlap) -> bool:
        """Whether the page ends before the ledger does: it is read again, all on it was said before."""
        posted = [at for at, entry in enumerate(self.entries) if entry.post is not None]
        return bool(posted and behind.entries) and posted[-1] not in behind.entries.values()

    def judged(self, campaign: Campaign, index: int) -> Row:
        """What a post says by itself; against the campaign before the page it is read once."""
        if index in self.answers.skipped:
            return heard(Row(self.posts[index], "skipped", campaign, self.players[index]))
        if campaign is self.start and index in self._alone:
            return self._alone[index]
        chosen = self.answers.readings.get(index)
        row = row_of(campaign, self.posts[index], self.authors[index], self.customs, chosen)
        row = _of_this_manche(heard(row), self.dealt_at)
        if campaign is self.start:
            self._alone[index] = row
        return row


def warnings_of(campaign: Campaign, rows: Sequence[Row], customs: Customs) -> tuple[Problem, ...]:
    """What is odd about a page as a whole: no author is known of any post, an alias is a player's name."""
    found: list[Problem] = []
    if all(row.post.author is None and row.player is None for row in rows):
        found.append(problem("no_authors"))
    known = everyone(campaign)
    for alias, player in customs.aliases.items():
        own = next((name for name in known if folded(name) == folded(alias)), None)
        if own is not None and folded(player) != folded(own):
            found.append(problem("alias_of_player", alias=alias, player=player))
    return tuple(found)


def cleaned(post: ForumPost) -> ForumPost:
    """The post with its id and address as the ledger keeps them; an author of blanks is none."""

    def kept(text: str | None) -> str | None:
        cleaned = clean_text(text or "")
        return None if isinstance(cleaned, TextProblem) else cleaned or None

    author = post.author if post.author is not None and post.author.strip() else None
    return replace(post, id=kept(post.id), url=kept(post.url), author=author)


def _passed_over(
    campaign: Campaign, each: Signed, entries: Sequence[Entry], known: int | None, customs: Customs
) -> Row:
    """A post that is recorded, or stands before one that is."""
    if known is None:
        return Row(each.post, "past", campaign, each.player)
    entry = entries[known]
    first, events = of_one_post(entries, known)
    stated = what_is_stated(each.post.text, entry.player, events, campaign.locale, customs)
    is_same = entry.post is None or each.says(entry.post)
    status: Status = "recorded" if is_same or stated == "all" else "changed"
    in_manche = campaign.manche is not None and first > campaign.manche.dealt.seq
    moves = [at for at, event in enumerate(events) if isinstance(event, Played | Passed)]
    return Row(
        each.post,
        status,
        campaign,
        each.player,
        notes=("partly",) if is_same and stated == "more" else (),
        seq=entry.seq,
        undo=first + moves[0] if in_manche and moves else None,
    )


def _follows_a_refusal(rows: Sequence[Row], row: Row) -> bool:
    """Whether a move is refused for its turn alone, after a refused one of the player whose turn it is."""
    if row.judged is None or not row.at_table or row.campaign.manche is None:
        return False
    codes = {objection.code for objection in row.judged.moves[-1].ruling.objections}
    since = takewhile(lambda each: each.status != "accepted", reversed(rows))
    refused = {each.player for each in since if each.status == "refused" and each.judged is not None}
    return codes == {Code.NOT_YOUR_TURN} and row.campaign.manche.turn in refused


def _dealt_at(
    campaign: Campaign, posts: Sequence[ForumPost], known: Mapping[int, int], records: Sequence[Record]
) -> datetime | None:
    """When the manche was dealt, for pages that reach back before it and whose clock is that of the ledger.

    `known` are the entries of posts by their index. Their clocks agree when a post was recorded before the
    deal within a month of its being written.
    """
    manche = campaign.manche
    if manche is None:
        return None
    at = {record.seq: record.at for record in records}
    for index, seq in known.items():
        written = moment_of(posts[index], campaign.timezone)
        if written is None or seq > manche.dealt.seq:
            continue
        if timedelta() <= instant(at[seq], campaign.timezone) - written < _MONTH:
            return instant(manche.dealt.at, campaign.timezone)
    return None


def _of_this_manche(row: Row, dealt_at: datetime | None) -> Row:
    """The row, unless its post is older than the deal: it was a move of the manche before, or none."""
    moment = moment_of(row.post, row.campaign.timezone)
    if dealt_at is None or moment is None or moment >= dealt_at:
        return row
    if not (row.judged or row.doubt):
        return row if row.acts else unheard(row)
    claims = tuple(move.claim for move in row.judged.moves) if row.judged is not None else ()
    return Row(row.post, "not_judged", row.campaign, row.player, claims=claims, notes=("before_deal",))
