"""Entries as corrections name them: each in a few words, and what was published of them already."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gm.cli.answer import solid
from gm.cli.held import Book
from gm.cli.runtime import Run, key_file

if TYPE_CHECKING:
    from gm.events import Post, Record


def in_words(run: Run, record: "Record") -> str:
    """One entry in a few words, with nothing that is not public."""
    from gm import events

    event = record.event
    match event:
        case events.Played():
            return run.say("entry_played", player=event.player, cards=list(event.cards))
        case events.Passed():
            return run.say("entry_passed", player=event.player)
        case events.Sanctioned():
            return run.say(
                "entry_departed" if event.is_departure else "entry_sanctioned", player=event.player
            )
        case events.Replaced():
            return run.say("entry_replaced", player=event.player, by=event.by)
        case events.MancheDealt():
            return run.say("entry_dealt", manche=event.manche)
        case events.MancheClosed():
            return run.say("entry_closed", manche=event.manche)
        case events.PartieClosed():
            return run.say("entry_partie_closed", partie=event.partie)
        case events.OrderChosen():
            return run.say("entry_order")
        case events.Exchanged():
            return run.say("entry_exchanged", giver=event.giver, receiver=event.receiver)
        case events.StandingPass():
            return run.say("entry_standing", player=event.player)
        case events.StandingPassEnded():
            return run.say("entry_standing_ended", player=event.player)
        case events.Undone():
            return run.say("entry_undone", seq=event.from_)
        case _:
            return run.say("entry_other", seq=record.seq)


def published_of(run: Run, book: Book, records: "Sequence[Record]") -> list[dict[str, object]]:
    """Of some entries those that were published, as far as this machine knows; asked before more is."""
    from gm.store import last_published

    last = solid(last_published(book.reading, key_file()))
    return [
        {
            "seq": record.seq,
            "text": in_words(run, record),
            "post": _place_of(getattr(record.event, "post", None)),
        }
        for record in records
        if record.seq <= last
    ]


def _place_of(post: "Post | None") -> dict[str, str | None] | None:
    if post is None or (post.id is None and post.url is None):
        return None
    return {"id": post.id, "url": post.url}
