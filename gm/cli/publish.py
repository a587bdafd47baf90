"""`gm pm`, `gm post`, `gm publish`: the texts and the public ledger, ready to be posted."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import Answer, solid, trouble
from gm.cli.held import Book, Look
from gm.cli.runtime import Run, done

if TYPE_CHECKING:
    from gm.render import Message


def pm(
    run: Run,
    name: Annotated[str | None, typer.Argument(metavar="[JOUEUR]", help="argument.player")] = None,
    kind: Annotated[str | None, typer.Argument(metavar="[GENRE]", help="pm.kind")] = None,
    every: Annotated[bool, typer.Option("--all", help="pm.all")] = False,
    out: Annotated[bool, typer.Option("--out", help="pm.out")] = False,
) -> Answer:
    """Print a player's private message: by default the one they need now."""
    from gm.desk.texts import MESSAGES, message_to, players_with_messages

    if every and kind is None:  # `gm pm --all hand`
        name, kind = None, name
    if kind is not None and kind not in MESSAGES:
        raise trouble("unknown_kind", kind=kind, choices=", ".join(MESSAGES))
    if every == (name is not None):
        raise trouble("pm_who")
    look = run.look()
    shown = run.shown(look)
    now = run.now_in(look.campaign)
    names = players_with_messages(look.campaign, kind, now) if every else [name or ""]
    if every and not names and look.campaign.manche is None:
        raise trouble("nothing_dealt")
    messages = [solid(message_to(look.campaign, each, kind, shown, now)) for each in names]
    files = [put_in(look, message, kind or "message") for message in messages] if out else []
    notes = [run.say("put_in_outbox", path=str(path)) for path in files]
    if not messages:
        notes = [run.say("nobody_to_write")]
    data = [{"to": each.to, "subject": each.subject, "body": each.body} for each in messages]
    return done(
        run,
        look,
        {"messages": data} if every else data[0],
        private="\n".join(notes),
        public=all_shown(run, messages),
    )


def all_shown(run: Run, messages: "list[Message]") -> str:
    """Messages one after the other, each with whom it goes to and its subject."""
    between = "\n\n" + "─" * 60 + "\n\n"
    return between.join(
        run.say("message", to=each.to, subject=each.subject) + "\n\n" + each.body for each in messages
    )


def put_in(held: "Look | Book", message: "Message", kind: str) -> Path:
    """Write a message into the campaign's outbox; where it is."""
    from gm.store import put_in_outbox

    manche = held.campaign.manche
    assert manche is not None
    name = f"partie {manche.deal.partie} manche {manche.number} {kind} {message.to}"
    return solid(put_in_outbox(held.folder, name, message.body))


def post(
    run: Run,
    kind: Annotated[str, typer.Argument(metavar="GENRE", help="post.kind")],
) -> Answer:
    """Print a text for the topic: first, table, recap, standings or rules."""
    from gm.desk.texts import POSTS
    from gm.desk.texts import post as post_of

    if kind not in POSTS:
        raise trouble("unknown_kind", kind=kind, choices=", ".join(POSTS))
    look = run.look()
    text = solid(post_of(look.campaign, kind, run.shown(look)))
    return done(run, look, {"kind": kind, "title": text.title, "body": text.body}, public=text.body)


def publish(
    run: Run,
    out: Annotated[Path | None, typer.Option("--out", metavar="FICHIER", help="publish.out")] = None,
) -> Answer:
    """Write the public ledger: the same signed entries without what is still secret."""
    from gm.ledger import public_copy
    from gm.store import LEDGER, outbox_of, write_atomically

    look = run.look()
    if look.opened.torn:
        raise trouble("torn", path=str(look.folder / LEDGER))
    run.shown(look)
    copy = public_copy(look.opened.data)
    path = out or solid(outbox_of(look.folder)) / f"{look.campaign.name}-public.yaml"
    _only_an_older_copy(path, copy)
    solid(write_atomically(path, copy))
    data = {"path": str(path), "entries": look.campaign.seq, "checkpoint": look.checkpoint}
    said = run.say("published", path=str(path), checkpoint=look.checkpoint)
    return done(run, look, data, private=said)


def _only_an_older_copy(path: Path, copy: bytes) -> None:
    """Nothing is overwritten but a public ledger: no key, no ledger with its secrets, no device."""
    from gm.store import LEDGER, read_bytes

    if not path.exists():
        return
    there = read_bytes(path)
    if path.name == LEDGER or not isinstance(there, bytes) or not copy.startswith(there):
        raise trouble("would_overwrite", path=str(path))
