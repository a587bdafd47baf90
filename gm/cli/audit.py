"""`gm audit`: every attempt on record, what proves it and what was done about it."""

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import Answer, solid
from gm.cli.runtime import Run, done

if TYPE_CHECKING:
    from gm.events import Post
    from gm.views.audit import Attempt


def audit(
    run: Run,
    name: Annotated[str | None, typer.Argument(metavar="[JOUEUR]", help="audit.name")] = None,
) -> Answer:
    """List what players tried against the rules in the whole campaign, for the moderator's eyes only."""
    from gm.desk.audit import attempts_text
    from gm.desk.audit import audit as examine

    look = run.look()
    view = solid(examine(look.records, name))
    text = "" if run.as_json else attempts_text(view, run.shown_privately(look))
    return done(run, look, {"attempts": [_shape(each) for each in view.attempts]}, private=text)


def _shape(attempt: "Attempt") -> dict[str, object]:
    return {
        "seq": attempt.seq,
        "at": attempt.at,
        "partie": attempt.partie or None,
        "manche": attempt.manche or None,
        "player": attempt.player,
        "kinds": list(attempt.kinds),
        "claim": attempt.claim,
        "evidence": list(attempt.evidence),
        "post": None if attempt.post is None else _post(attempt.post),
        "done": {"kind": attempt.done.kind, "seq": attempt.done.seq},
    }


def _post(post: "Post") -> dict[str, str]:
    """A post as the ledger has it, what it does not tell left out."""
    told = {"id": post.id, "url": post.url, "author": post.author, "at": post.at, "sha256": post.sha256}
    return {name: value for name, value in told.items() if value is not None}
