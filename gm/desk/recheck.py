"""`gm recheck`: what has become of the recorded posts that a page shows, since they were recorded.

A recorded post has changed when its words are others, has vanished when the page goes on where it stood, and
a post has appeared when it stands between two recorded ones and nobody had seen it. Nothing is judged here:
an accepted move stands until the moderator decides.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from gm.campaign import Campaign
from gm.desk.customs import NO_CUSTOMS, Customs
from gm.desk.difference import difference
from gm.desk.findings import Finding, appeared_before, as_on_record
from gm.desk.matching import Telling, matched
from gm.desk.names import everyone
from gm.desk.page import cleaned
from gm.desk.recorded import Entry, Signed, signed
from gm.desk.recorded_posts import RecordedPost, recorded_posts
from gm.desk.span import Span
from gm.desk.stated import is_made, what_is_stated
from gm.events import Incident, Joined, Left, OrderChosen, Record, Word
from gm.ledger import find_checkpoints, post_form
from gm.posts import Reading, read
from gm.posts.pages import ForumPost

Kept = Callable[[str], str | None]
"""The text that was kept under a digest, None where there is none."""

_MOST_ODD: Final = 2
"""For each post that is as it was, where nothing is certain: beyond it the page is from elsewhere."""


@dataclass(frozen=True, slots=True)
class Rechecked:
    """What has become of the posts of a page, in its order, and how much could not be compared.

    `unchecked` are the moves in force that were typed without a post, `elsewhere` the recorded posts that the
    page does not reach, `unseen` the posts between recorded ones of which no play is claimed and nobody can
    tell whether they are new. `adrift`: too little of the page is known to say what is missing on it.
    """

    findings: tuple[Finding, ...]
    unchecked: int
    elsewhere: int
    unseen: int
    adrift: bool = False

    @property
    def odd(self) -> tuple[Finding, ...]:
        """The posts that have changed, vanished or appeared."""
        return tuple(each for each in self.findings if each.is_odd)


def recheck_posts(
    campaign: Campaign,
    posts: Sequence[ForumPost],
    customs: Customs = NO_CUSTOMS,
    *,
    records: Sequence[Record],
    kept: Kept,
) -> Rechecked:
    """Compare the posts of a page with those recorded; `records` are all of the ledger.

    `kept` gives the texts of posts seen before (`gm.store.kept_post`).
    """
    recorded = recorded_posts(campaign, records)
    on_record = [record for record in records if isinstance(record.event, Incident)]
    page = _Page(campaign, [cleaned(post) for post in posts], customs, recorded, on_record, kept)
    match = matched(recorded, page.shown, page.telling)
    found, unseen = _found(page, match.pairs)
    findings = tuple(as_on_record(each, on_record) for each in found)
    there = set(match.pairs.values())
    typed = sum(each.post is None and entry not in there for entry, each in enumerate(recorded))
    posted = sum(each.post is not None for each in recorded)
    same = sum(not each.is_odd for each in findings)
    is_odd = len(findings) - same > _MOST_ODD * same if match.pairs else page.has_recorded_words
    if is_odd and not match.certain:
        return Rechecked((), typed, posted, 0, adrift=True)
    told = sum(each.recorded is not None and each.recorded.post is not None for each in findings)
    return Rechecked(findings, typed, posted - told, unseen)


def _found(page: "_Page", pairs: Mapping[int, int]) -> tuple[list[Finding], int]:
    """What has become of the posts of a page and of those missing on it, in order; how many may be new."""
    span = Span(page.recorded, page.shown, pairs)
    # Where nothing was kept, talk and passes out of turn may always have stood there.
    knows_talk = any(map(page.was_kept, set(pairs.values())))
    found: list[tuple[tuple[int, int], Finding]] = []
    unseen = 0
    for index in range(len(page.posts)):
        if index in pairs:
            found.append(((index, -1), page.compared(index, page.recorded[pairs[index]])))
        elif span.holds(index) and page.is_new(index) and not page.is_ours(index):
            if knows_talk or page.plays(index):
                found.append(((index, -1), page.appeared(index, span.around(index))))
            else:
                unseen += 1
    for entry in span.missing:
        one = page.recorded[entry]
        found.append(((span.place_of(entry), entry), Finding("vanished", one.entry.player, recorded=one)))
    return [each for _, each in sorted(found, key=lambda each: each[0])], unseen


class _Page:
    """The posts of a page beside what is recorded and what was kept."""

    def __init__(
        self,
        campaign: Campaign,
        posts: Sequence[ForumPost],
        customs: Customs,
        recorded: Sequence[RecordedPost],
        on_record: Sequence[Record],
        kept: Kept,
    ) -> None:
        self.campaign = campaign
        self.posts = posts
        self.customs = customs
        self.recorded = recorded
        self.kept = kept
        self.appeared_before = appeared_before(on_record)
        self.names = tuple(dict.fromkeys((*everyone(campaign), *(each.entry.player for each in recorded))))
        self._readings: dict[int, Reading] = {}
        self._new: dict[int, bool] = {}

    @cached_property
    def shown(self) -> list[Signed]:
        """The posts as entries are compared with them."""
        players = [post.author and self.customs.name_of(post.author, self.names) for post in self.posts]
        return [signed(*each, self.campaign.timezone) for each in zip(self.posts, players, strict=True)]

    @property
    def telling(self) -> Telling:
        return Telling(self.states, self.is_new, self.claims)

    def reading(self, index: int) -> Reading:
        """What a post says, read once."""
        if index not in self._readings:
            text, customs = self.posts[index].text, self.customs
            signature = customs.signature_of(self.shown[index].player or "")
            self._readings[index] = read(
                text, self.campaign.locale, images=customs.cards, signature=signature
            )
        return self._readings[index]

    def claims(self, index: int) -> bool:
        """Whether a post states a move, or may."""
        reading = self.reading(index)
        return bool(reading.claims) or reading.doubt is not None

    def plays(self, index: int) -> bool:
        """Whether a post states a play."""
        return any(claim.kind == "play" for claim in self.reading(index).claims)

    def states(self, index: int, entry: Entry) -> bool:
        """Whether a post states the move of an entry that was typed, and no other."""
        claims = self.reading(index).claims
        return len(claims) == len(entry.events) == 1 and is_made(claims[0], entry.events[0])

    def is_new(self, index: int) -> bool:
        """Whether the words of a post were not kept before it appeared."""
        if index not in self._new:
            digests = self.shown[index].digests
            was_kept = any(self.kept(digest) is not None for digest in digests)
            self._new[index] = not was_kept or not self.appeared_before.isdisjoint(digests)
        return self._new[index]

    def is_ours(self, index: int) -> bool:
        """Whether it is a text of `gm` that no player posted: it then shows a checkpoint of the campaign."""
        found = find_checkpoints(self.posts[index].text)
        ours = any(each.campaign == self.campaign.name for each in found)
        return ours and self.shown[index].player not in self.names

    @property
    def has_recorded_words(self) -> bool:
        """Whether any post has the words of a recorded one."""
        words = {digest for each in self.recorded for digest in each.words}
        return any(not words.isdisjoint(each.digests) for each in self.shown)

    def was_kept(self, entry: int) -> bool:
        """Whether the words of a recorded post were."""
        return any(self.kept(digest) is not None for digest in self.recorded[entry].words)

    def compared(self, index: int, recorded: RecordedPost) -> Finding:
        """A post beside what is recorded of it."""
        post, player = self.posts[index], self.shown[index].player or recorded.entry.player
        same = Finding("same", player, index + 1, post, recorded, says_the_same=True)
        if recorded.post is None or not set(recorded.words).isdisjoint(self.shown[index].digests):
            return same
        old = next((text for text in map(self.kept, recorded.words) if text is not None), None)
        pieces = None if old is None else difference(old, post_form(post.text).decode("utf-8", "replace"))
        says_the_same = self._says_the_same(index, recorded)
        # Where the old words were not kept, the move may have been noted by hand under the id of its post.
        if pieces == () or (pieces is None and says_the_same):
            return same
        return replace(
            same,
            status="changed",
            says_the_same=says_the_same,
            claims_move=self.claims(index),
            says=self.reading(index).claims,
            difference=pieces,
        )

    def _says_the_same(self, index: int, recorded: RecordedPost) -> bool | None:
        if any(isinstance(event, Left | OrderChosen) for event in recorded.events):
            return None
        text, author = self.posts[index].text, recorded.entry.player
        stated = what_is_stated(text, author, recorded.events, self.campaign.locale, self.customs)
        if stated == "all":
            return True
        registers = any(isinstance(event, Joined | Word) for event in recorded.events)
        return None if self.reading(index).doubt is not None and not registers else False

    def appeared(self, index: int, between: tuple[int, ...]) -> Finding:
        """A post that nobody had seen."""
        return Finding(
            "appeared",
            self.shown[index].player,
            index + 1,
            self.posts[index],
            claims_move=self.claims(index),
            says=self.reading(index).claims,
            between=between,
        )
