"""`gm replace`: somebody takes over the seat of a player who cannot go on (Z24)."""

from typing import Annotated

import typer

from gm.cli.answer import Answer, solid
from gm.cli.prepare import Name
from gm.cli.publish import all_shown, put_in
from gm.cli.runtime import Run, done


def replace(
    run: Run,
    name: Name,
    by: Annotated[str, typer.Argument(metavar="REMPLAÇANT", help="replace.by")],
    out: Annotated[bool, typer.Option("--out", help="pm.out")] = False,
) -> Answer:
    """Give a player's seat to somebody else, with their hand and all that goes with it."""
    from gm.desk.names import everyone, resembling
    from gm.desk.replacing import newcomers_message, replacement_text, wants_word
    from gm.desk.replacing import replace as propose

    with run.write() as book:
        now = run.now_in(book.campaign)
        event = solid(propose(book.campaign, name, by))
        known = everyone(book.campaign)
        like = resembling(event.by, known) if event.by not in known else None
        if like is not None:
            run.tell("replaced_resembles", by=event.by, other=like)
        run.confirm("confirm_replace", player=event.player, by=event.by)
        (record,) = book.record(event)
        shown = run.shown(book)
        text = replacement_text(book.campaign, event, shown)
        message = newcomers_message(book.campaign, event, shown, now)
        messages = [message] if message is not None else []
        files = [put_in(book, each, "hand") for each in messages] if out else []
        told = [run.say("replaced", player=event.player, by=event.by, message=message is not None)]
        if wants_word(book.campaign):
            told.append(run.say("replaced_word", by=event.by))
        told += [run.say("put_in_outbox", path=str(path)) for path in files]
        data = {
            "player": event.player,
            "by": event.by,
            "seq": record.seq,
            "message": None
            if message is None
            else {"to": message.to, "subject": message.subject, "body": message.body},
            "public": text.body,
        }
        private = "\n\n".join(["\n".join(told), *([all_shown(run, messages)] if messages else [])])
        return done(run, book, data, private=private, public=text.body)
