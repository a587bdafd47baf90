"""`gm read`: the posts of a page judged in order, shown in one table, and recorded on one word."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import DONE, REFUSED, USAGE, Answer, Failure, print_aside, told, trouble
from gm.cli.asking import Choice, Place, ask, claim_facts, question_of, readings_of, words_of_hint
from gm.cli.claims import page_bytes, selectors_in
from gm.cli.held import Book, Look, customs_of, settings_of
from gm.cli.keeping import keep_texts
from gm.cli.progress import progress
from gm.cli.runtime import Run

if TYPE_CHECKING:
    from gm.desk.page import Answers, PageJudged
    from gm.desk.page_rows import Row
    from gm.posts.pages import ForumPost


def read(
    run: Run,
    file: Annotated[str, typer.Argument(metavar="[FICHIER]", help="read.file")] = "-",
    check: Annotated[bool, typer.Option("--check", help="read.check")] = False,
    record: Annotated[bool, typer.Option("--record", help="read.record")] = False,
    skip: Annotated[list[str] | None, typer.Option("--skip", metavar="ID", help="read.skip")] = None,
) -> Answer:
    """Judge the posts of a page and record what stands, up to the first that has to be asked about."""
    posts = posts_in(run, file)
    answers = _skipping(posts, skip or [])
    if check:
        look = run.look()
        page = _judged(run, look, posts, answers, record=False)
        run.tell("page_check_only")
        return _answer(run, look, page, {}, table=True)
    with run.write() as book:
        page, asked = _settled(run, book, posts, answers, record=record)
        shown = _confirm(run, book, page)
        entries = _recorded(book, page)
        keep_texts(run, book.folder, [post.text for post in posts])
        return _answer(run, book, page, entries, table=not shown, asked=asked)


def posts_in(run: Run, file: str) -> "tuple[ForumPost, ...]":
    """The posts of a file, by the layouts that are known and the campaign's own."""
    from gm.campaign import Problem
    from gm.posts.pages import PageProblem, read_page

    settings = settings_of(run.folder())
    posts = read_page(page_bytes(run, file), extra=selectors_in(settings))
    if isinstance(posts, PageProblem):
        raise Failure(Problem(posts.code, posts.params))
    return posts


def _skipping(posts: "Sequence[ForumPost]", ids: Sequence[str]) -> "Answers":
    """The answers that the command line gives beforehand: posts without a move."""
    from gm.desk.page import Answers

    # A post without an id is named by its place: the table shows the one or the other.
    places = {str(index + 1): index for index, post in enumerate(posts) if post.id is None}
    places |= {post.id: index for index, post in enumerate(posts) if post.id is not None}
    skipped = [places.get(each) for each in ids]
    for each, index in zip(ids, skipped, strict=True):
        if index is None:
            raise trouble("no_such_post", id=each)
    return Answers(skipped=frozenset(index for index in skipped if index is not None))


def _judged(
    run: Run, held: "Look | Book", posts: "Sequence[ForumPost]", answers: "Answers", *, record: bool
) -> "PageJudged":
    from gm.desk.page import read_posts

    with progress(run, "reading_posts") as shown:
        return read_posts(
            held.campaign,
            posts,
            customs_of(held.settings),
            records=held.records,
            answers=answers,
            record_refused=record,
            now=run.clock.now(),
            progress=shown,
        )


def _settled(
    run: Run, book: Book, posts: "Sequence[ForumPost]", answers: "Answers", *, record: bool
) -> "tuple[PageJudged, bool]":
    """The page with what the moderator says of its doubts, and whether they were asked about the last one."""
    from gm.desk.customs import Customs

    while True:
        page = _judged(run, book, posts, answers, record=record)
        at = page.stopped
        if at is None or not run.asks:
            return page, False
        doubt = page.rows[at].doubt
        assert doubt is not None
        match ask(run, book, doubt, _place(page, at)):
            case Choice.STOP:
                return page, True
            case Choice.SKIP:
                answers = replace(answers, skipped=answers.skipped | {at})
            case Choice.NEW:
                answers = replace(answers, new=answers.new | {at})
            case Choice.RECORDED:
                answers = replace(answers, recorded=answers.recorded | {at})
            case str() as author:
                answers = replace(answers, authors={**answers.authors, at: author})
            case tuple() as reading:
                answers = replace(answers, readings={**answers.readings, at: reading})
            case Customs():
                pass  # the book has them now


def _place(page: "PageJudged", index: int) -> Place:
    row = page.rows[index]
    return Place(row.post.id, index + 1, row.campaign)


def _confirm(run: Run, book: Book, page: "PageJudged") -> bool:
    """Show the table at a terminal and ask before anything is recorded; whether it was shown."""
    from gm.desk.page_texts import page_table

    number = sum(bool(row.events) for row in page.rows)
    if not number or not run.asks:
        return False
    print_aside(page_table(page, run.shown_privately(book)))
    run.confirm("confirm_page", number=number)
    return True


def _recorded(book: Book, page: "PageJudged") -> dict[int, tuple[int, ...]]:
    """Append the events of each post together; the entries by the index of the post."""
    return {
        index: tuple(record.seq for record in book.record(*row.events))
        for index, row in enumerate(page.rows)
        if row.events
    }


def _answer(
    run: Run,
    held: "Look | Book",
    page: "PageJudged",
    entries: dict[int, tuple[int, ...]],
    *,
    table: bool,
    asked: bool = False,
) -> Answer:
    from gm.desk.page import warnings_of
    from gm.desk.page_texts import page_table, page_text

    shown = run.shown_privately(held)
    text = page_text(page, held.campaign if entries else page.campaign, shown)
    if text is not None and isinstance(held, Book):
        run.shown(held)  # the checkpoint at the foot is published now
    public = text.body if text is not None else ""
    notes = [page_table(page, shown)] if table or run.as_json else []
    stopped = _stopped(run, held, page)
    if stopped is not None:
        notes += [] if asked else [str(stopped["question"])]
        notes.append(_way_on(run, page))
    seqs = [seq for made in entries.values() for seq in made]
    if seqs:
        notes.append(run.say("page_recorded", entries=seqs))
    odd = warnings_of(held.campaign, page.rows, customs_of(held.settings))
    warnings = [told(each, run.locale) for each in odd]
    notes += [each["message"] for each in warnings if stopped is None or each["code"] != "no_authors"]
    private = "\n\n".join(filter(None, notes))
    refused = any(row.status == "refused" and row.judged is not None for row in page.rows)
    return Answer(
        {
            "posts": [_facts(row, index + 1, entries.get(index, ())) for index, row in enumerate(page.rows)],
            "recorded": seqs,
            "stopped": stopped,
            "public": public,
            "private": private,
            "warnings": warnings,
        },
        public=public,
        private=private,
        next_step="" if stopped is not None else run.next_step(held.campaign, pages=True),
        exit_code=USAGE if stopped is not None else REFUSED if refused else DONE,
    )


def _stopped(run: Run, held: "Look | Book", page: "PageJudged") -> dict[str, object] | None:
    """Where reading stopped, both voices and the readings to choose from."""
    from gm.desk.questions import reply_text

    if page.stopped is None:
        return None
    row = page.rows[page.stopped]
    assert row.doubt is not None
    reply = reply_text(page.campaign, row.doubt, run.shown_privately(held))
    return {
        "id": row.post.id,
        "number": page.stopped + 1,
        "doubt": row.doubt.problem.code.removeprefix("post_"),
        **told(row.doubt.problem, run.locale),
        "question": question_of(run, held, row.doubt, _place(page, page.stopped)),
        "public": reply.body if reply is not None else "",
        "readings": readings_of(row.doubt),
    }


def _way_on(run: Run, page: "PageJudged") -> str:
    """What the moderator can do about the post at which reading stopped."""
    assert page.stopped is not None
    row = page.rows[page.stopped]
    assert row.doubt is not None
    return run.say(
        "doubt_page",
        asks=row.doubt.asks,
        id=row.post.id or "",
        number=page.stopped + 1,
        dealt=row.at_table and row.campaign.phase in ("order", "exchange", "play"),
        **words_of_hint(row.doubt),
    )


def _facts(row: "Row", number: int, entries: tuple[int, ...]) -> dict[str, object]:
    """One post, at its place on the page, as `gm read --json` shows it (docs/reading.md)."""
    rulings = [move.ruling for move in row.judged.moves] if row.judged is not None else []
    objections = [objection for ruling in rulings for objection in ruling.objections]
    own, follows = _apart(row, entries)
    automatic = [
        {"player": ruling.player, "seq": follows[at] if at < len(follows) else None}
        for at, ruling in enumerate(row.judged.automatic if row.judged is not None else ())
    ]
    return {
        "id": row.post.id,
        "number": number,
        "author": row.post.author,
        "player": row.player,
        "at": row.post.at,
        "status": row.status,
        "claims": [claim_facts(claim) for claim in row.claims],
        "accepted": row.judged.accepted if row.judged is not None else None,
        "violations": [objection.code.value for objection in objections],
        "clauses": [clause for ruling in rulings for clause in ruling.clauses],
        "effects": [effect.value for ruling in rulings for effect in ruling.effects],
        "moves": list(_moves(row, own)),
        "seq": next(iter([*own, *entries]), row.seq),
        "notes": list(row.notes),
        "problem": row.problem.code if row.problem is not None else None,
        **({"automatic": automatic} if automatic else {}),
    }


def _apart(row: "Row", entries: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """The entries of a post's own moves, and those of the passes that follow by themselves."""
    from gm.events import Passed, Played, Refused

    own, follows = list[int](), list[int]()
    for seq, event in zip(entries, row.events, strict=bool(entries)):
        if isinstance(event, Played | Passed | Refused):
            (own if event.player == row.player else follows).append(seq)
    return own, follows


def _moves(row: "Row", entries: Sequence[int]) -> "Iterator[dict[str, object]]":
    """Each judged move of a post, with the cards it was bound to and the entry that records it."""
    from gm.cards import code_of

    for index, move in enumerate(row.judged.moves if row.judged is not None else ()):
        ruling = move.ruling
        cards = [code_of(card) for card in move.cards] if ruling.accepted else move.written.split()
        yield {
            "claim": {"kind": move.claim.kind, "cards": [] if move.claim.kind == "pass" else cards},
            "accepted": ruling.accepted,
            "violations": [objection.code.value for objection in ruling.objections],
            "clauses": list(ruling.clauses),
            "effects": [effect.value for effect in ruling.effects],
            "seq": entries[index] if index < len(entries) else None,
        }
