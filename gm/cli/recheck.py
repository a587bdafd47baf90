"""`gm recheck`: which recorded posts have changed, vanished or appeared since."""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import DONE, REFUSED, Answer, print_aside
from gm.cli.held import Book, Look, customs_of
from gm.cli.keeping import keep_texts
from gm.cli.read import posts_in
from gm.cli.runtime import Run

if TYPE_CHECKING:
    from gm.desk.findings import Finding
    from gm.desk.recheck import Rechecked
    from gm.posts.pages import ForumPost


def recheck(
    run: Run,
    file: Annotated[str, typer.Argument(metavar="[FICHIER]", help="read.file")] = "-",
    record: Annotated[bool, typer.Option("--record", help="recheck.record")] = False,
) -> Answer:
    """Compare the posts of a page with those recorded; only with --record is anything written."""
    posts = posts_in(run, file)
    with run.write() if record else nullcontext(run.look()) as held:
        found = _compared(held, posts)
        shown = False
        recorded: list[int] = []
        if isinstance(held, Book):
            found, recorded, shown = _recorded(run, held, found)
        return _answer(run, held, found, recorded, table=not shown)


def _compared(held: "Look | Book", posts: "Sequence[ForumPost]") -> "Rechecked":
    from gm.desk.recheck import recheck_posts
    from gm.store import kept_post

    customs, kept = customs_of(held.settings), partial(kept_post, held.folder)
    return recheck_posts(held.campaign, posts, customs, records=held.records, kept=kept)


def _recorded(run: Run, book: Book, found: "Rechecked") -> "tuple[Rechecked, list[int], bool]":
    """What was found with the entries that now have it on record; at a terminal it is shown first."""
    from gm.desk.findings import incidents
    from gm.desk.recheck_texts import recheck_table

    made = incidents(book.campaign, found.findings)
    if not made:
        return found, [], False
    if run.asks:
        print_aside(recheck_table(book.campaign, found, run.shown_privately(book)))
        run.confirm("confirm_incidents", number=len(made))
    records = book.record(*(event for _, event in made))
    findings = list(found.findings)
    for (index, _), entry in zip(made, records, strict=True):
        findings[index] = replace(findings[index], incident=entry.seq)
    texts = [each.post.text for each in findings if each.incident is not None and each.post is not None]
    keep_texts(run, book.folder, texts)
    return replace(found, findings=tuple(findings)), [entry.seq for entry in records], run.asks


def _answer(run: Run, held: "Look | Book", found: "Rechecked", recorded: list[int], *, table: bool) -> Answer:
    from gm.desk.recheck_texts import changes_text, recheck_table

    shown = run.shown_privately(held)
    text = changes_text(held.campaign, found, shown)
    if text is not None:
        run.shown(held)  # the checkpoint at the foot is published now
    public = text.body if text is not None else ""
    notes = [recheck_table(held.campaign, found, shown)] if table else []
    if recorded:
        notes.append(run.say("incidents_recorded", entries=recorded))
    private = "\n\n".join(notes)
    statuses = [each.status for each in found.findings]
    return Answer(
        {
            "posts": [_facts(each) for each in found.findings],
            "counts": {
                status: statuses.count(status) for status in ("same", "changed", "vanished", "appeared")
            },
            "unchecked": found.unchecked,
            "elsewhere": found.elsewhere,
            "unseen": found.unseen,
            "adrift": found.adrift,
            "recorded": recorded,
            "public": public,
            "private": private,
        },
        public=public,
        private=private,
        exit_code=REFUSED if found.odd else DONE,
    )


def _facts(found: "Finding") -> dict[str, object]:
    """One post as `gm recheck --json` shows it (docs/reading.md)."""
    post = found.recorded.post if found.recorded is not None else None
    pieces = found.difference
    return {
        "id": (found.post.id if found.post is not None else None) or (post.id if post is not None else None),
        "number": found.number,
        "author": found.post.author if found.post is not None else post and post.author,
        "player": found.player,
        "status": found.status,
        "seq": found.recorded.seqs[-1] if found.recorded is not None else None,
        "entries": list(found.recorded.seqs) if found.recorded is not None else [],
        "between": list(found.between),
        "says_the_same": found.says_the_same,
        "claims_move": found.claims_move,
        "diff": None if pieces is None else [{"op": each.op, "text": each.text} for each in pieces],
        "incident": found.incident,
    }
