"""Where a post stands of which something is recorded: `--post-id`, `--url`, `--at`."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import solid, trouble
from gm.cli.runtime import Run

if TYPE_CHECKING:
    from gm.events import Post

PostId = Annotated[str | None, typer.Option("--post-id", metavar="ID", help="option.post_id")]
PostUrl = Annotated[str | None, typer.Option("--url", metavar="URL", help="option.url")]
PostAt = Annotated[str | None, typer.Option("--at", metavar="DATE", help="option.at")]


@dataclass(frozen=True, slots=True)
class Source:
    """What the command line tells of a post; `whole` when the whole post was given."""

    post_id: str | None = None
    url: str | None = None
    at: str | None = None
    whole: bool = False


def post_of(run: Run, text: str, author: str, timezone: str, source: Source) -> "Post | None":
    """What is kept of a post: the digest of what was given of it, and where it stands; None for nothing."""
    from gm.calendar import is_before, post_time
    from gm.events import Post
    from gm.ledger import post_digest

    if source == Source():
        return None
    moment = None if source.at is None else solid(post_time(source.at, timezone))
    if moment is not None and is_before(run.clock.now(), moment, timezone):
        run.tell("post_to_come", at=moment)
    return Post(
        sha256=post_digest(text),
        id=_cleaned(source.post_id),
        url=_cleaned(source.url),
        author=author,
        at=moment,
    )


def _cleaned(given: str | None) -> str | None:
    from gm.ledger import TextProblem, clean_text

    kept = clean_text(given or "")
    if isinstance(kept, TextProblem):
        raise trouble("bad_text", text=given or "")
    return kept or None
