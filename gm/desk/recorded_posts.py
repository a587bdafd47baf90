"""The posts that are recorded, each with all its entries, and the moves that were typed without one."""

from collections.abc import Sequence
from dataclasses import dataclass

from gm.campaign import Campaign
from gm.desk.closing import automatic_passes
from gm.desk.recorded import Entry, entries_in
from gm.events import Event, Post, Record


@dataclass(frozen=True, slots=True)
class RecordedPost:
    """A post on which entries in force rest: `entry` is the last, `seqs` are all, `events` are what it did.

    `words` are the digests under which it was recorded, the last one first. A typed move has no post.
    """

    entry: Entry
    seqs: tuple[int, ...]
    events: tuple[Event, ...]
    words: tuple[str, ...]

    @property
    def post(self) -> Post | None:
        """What is known of the post, as it was recorded last."""
        return self.entry.post


def recorded_posts(campaign: Campaign, records: Sequence[Record]) -> list[RecordedPost]:
    """The posts that entries in force rest on, and moves typed without one, in the order of the ledger.

    What a standing pass answers, or is done for an absentee, is no post's doing.
    """
    found: list[RecordedPost] = []
    known: dict[object, int] = {}
    for entry in entries_in(records, automatic_passes(campaign)):
        seqs = tuple(range(entry.seq - len(entry.events) + 1, entry.seq + 1))
        words = () if entry.post is None else (entry.post.sha256,)
        key = _key(entry)
        at = known.get(key)
        if at is None:
            known[key] = len(found)
            found.append(RecordedPost(entry, seqs, entry.events, words))
        else:  # a post that was noted in parts, or recorded again after an undo that left its refusal
            one = found[at]
            again = tuple(dict.fromkeys((*words, *one.words)))
            found[at] = RecordedPost(entry, (*one.seqs, *seqs), (*one.events, *entry.events), again)
    return found


def _key(entry: Entry) -> object:
    """What tells one post from all others: its id, else its words with their time; else the entry itself."""
    post = entry.post
    if post is not None and post.id is not None:
        return ("id", post.id, entry.player)
    if post is not None and post.at is not None:
        return ("at", post.at, post.sha256, entry.player)
    return entry.seq
