"""Which posts of a page the ledger knows for certain, and the entries by which it may know others.

An id or a date tells a post for certain (design.md, `post`); words alone do not, since who passes twice
writes the same: what those come to is for `gm.desk.overlap`.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeGuard

from gm.calendar import post_time
from gm.campaign import events_in_force, is_stand_in, stands
from gm.events import (
    Event,
    Joined,
    Left,
    OrderChosen,
    Passed,
    Played,
    Post,
    Record,
    Refused,
    StandingPass,
    StandingPassEnded,
    Word,
)
from gm.ledger import post_digest
from gm.posts.pages import ForumPost

_MINUTE: Final = timedelta(minutes=1)
_LONG: Final = 19


@dataclass(frozen=True, slots=True)
class Entry:
    """What is recorded of one post, `seq` its last entry; `post` is None for a move that was typed alone."""

    seq: int
    post: Post | None
    player: str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Signed:
    """A post of a page with its digest and the player who wrote it, as known here."""

    post: ForumPost
    player: str | None
    digests: tuple[str, ...]
    at: str | None
    """In the form of the ledger."""

    def says(self, post: Post) -> bool:
        """Whether these are the words of a recorded post."""
        return post.sha256 in self.digests


def signed(post: ForumPost, player: str | None, timezone: str) -> Signed:
    """A post as entries are compared with it."""
    return Signed(post, player, _digests(post.text), written_at(post, timezone))


def written_at(post: ForumPost, timezone: str) -> str | None:
    """When a post was written, in the form of the ledger; None where its page does not tell."""
    moment = None if post.at is None else post_time(post.at, timezone)
    return moment if isinstance(moment, str) else None


def _digests(text: str) -> tuple[str, ...]:
    """The digests of a post with and without the blank lines that a copy of it may begin and end with."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    written = [number for number, line in enumerate(lines) if line.strip()]
    core = "\n".join(lines[written[0] : written[-1] + 1]) if written else ""
    copies = (text, core, f"{core}\n", f"\n{core}", f"\n{core}\n")
    return tuple(dict.fromkeys(map(post_digest, copies)))


_OF_POSTS: Final = (Joined, Word, Left, OrderChosen, Played, Passed, Refused, StandingPass, StandingPassEnded)


def entries_in(records: Iterable[Record], automatic: Collection[int] = ()) -> list[Entry]:
    """The entries in force that rest on posts, or on a move that a post may have made; a chain is one.

    `automatic` are the entries that no post makes (`gm.desk.closing.automatic_passes`).
    """
    log = list(records)
    force = set(events_in_force(log))
    entries: list[Entry] = []
    for record in log:
        event = record.event
        if not isinstance(event, _OF_POSTS) or record.seq in automatic or is_stand_in(event):
            continue
        if not (record.seq in force or stands(event)):
            continue
        last = entries[-1] if entries else None
        player = event.by if isinstance(event, OrderChosen) else event.player
        if (
            last is not None
            and event.post is not None
            and (last.seq, last.post) == (record.seq - 1, event.post)
        ):
            entries[-1] = Entry(record.seq, event.post, player, (*last.events, event))
        elif event.post is not None or isinstance(event, Played | Passed):
            entries.append(Entry(record.seq, event.post, player, (event,)))
    return entries


def certainly_known(entries: Sequence[Entry], posts: Sequence[Signed]) -> dict[int, int]:
    """The posts of a page, by index, that are certainly known, each with the index of its last entry.

    An id decides where both have one, else words, author and minute together.
    """
    by_id: dict[str, list[int]] = {}
    by_words: dict[str, list[int]] = {}
    for index, entry in enumerate(entries):
        if entry.post is not None and entry.post.id is not None:
            by_id.setdefault(entry.post.id, []).append(index)
        if entry.post is not None and entry.post.at is not None:
            by_words.setdefault(entry.post.sha256, []).append(index)
    known: dict[int, int] = {}
    taken: set[int] = set()
    for index, each in enumerate(posts):
        same_id = [at for at in by_id.get(each.post.id or "", ()) if _by(entries[at], each)]
        same_words = [
            at
            for digest in each.digests
            for at in by_words.get(digest, ())
            if at not in taken and same_minute(entries[at], each) and may_rest_on(entries[at], each)
        ]
        found = same_id[-1:] or same_words[:1]
        if found:
            known[index] = found[0]
            taken.add(found[0])
    return known


def of_one_post(entries: Sequence[Entry], known: int) -> tuple[int, tuple[Event, ...]]:
    """The first entry of the post that an entry rests on, and the events of all: an id may be given again."""
    last = entries[known]
    post_id = last.post.id if last.post is not None else None
    same = [
        entry
        for entry in entries
        if entry is last
        or (
            post_id is not None
            and entry.post is not None
            and (entry.post.id, entry.player) == (post_id, last.player)
        )
    ]
    return same[0].seq - len(same[0].events) + 1, tuple(event for entry in same for event in entry.events)


def may_rest_on(entry: Entry, each: Signed) -> bool:
    """Whether neither id, author nor minute keeps an entry from resting on a post."""
    post = entry.post
    if post is None:
        return each.player == entry.player
    if post.id is not None and each.post.id is not None and post.id != each.post.id:
        return False
    both_dated = post.at is not None and each.at is not None
    return _by(entry, each) and (not both_dated or same_minute(entry, each))


def same_minute(entry: Entry, each: Signed) -> bool:
    """Whether both have a date and it is the same, as far as pages that show minutes tell."""
    at = entry.post.at if entry.post is not None else None
    return at is not None and each.at is not None and abs(_moment(at) - _moment(each.at)) < _MINUTE


@dataclass(frozen=True, slots=True)
class Newest:
    """The date and the number of the newest post that is recorded, as far as posts have any."""

    at: datetime | None
    number: int | None

    def is_after(self, each: Signed) -> bool:
        """Whether a post was written before one that is recorded, as far as dates and numbers tell."""
        if each.at is not None and self.at is not None:
            return _moment(each.at) <= self.at - _MINUTE
        return self.number is not None and _is_number(each.post.id) and int(each.post.id) < self.number


def newest_of(entries: Sequence[Entry]) -> Newest:
    """The newest of the posts that entries rest on."""
    posts = [entry.post for entry in entries if entry.post is not None]
    return Newest(
        at=max((_moment(post.at) for post in posts if post.at is not None), default=None),
        number=max((int(post.id) for post in posts if _is_number(post.id)), default=None),
    )


def _is_number(text: str | None) -> TypeGuard[str]:
    return text is not None and text.isascii() and text.isdigit() and len(text) < _LONG


def _moment(at: str) -> datetime:
    return datetime.fromisoformat(at)


def _by(entry: Entry, each: Signed) -> bool:
    author = entry.post.author if entry.post is not None else entry.player
    return each.player is None or author is None or each.player == author
