"""`gm amend`: one move of the manche corrected, and all that followed it kept."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import REFUSED, Answer, Failure, solid
from gm.cli.asking import ask, doubtful
from gm.cli.entries import in_words, published_of
from gm.cli.held import Book, customs_of
from gm.cli.keeping import keep_texts
from gm.cli.runtime import Run, done, typed_text
from gm.cli.source import PostAt, PostId, PostUrl, Source, post_of

if TYPE_CHECKING:
    from gm.desk.amending import Amended
    from gm.desk.doubts import PostDoubt
    from gm.desk.referee import PostJudged
    from gm.events import Record
    from gm.posts import Claim


def amend(
    run: Run,
    seq: Annotated[int, typer.Argument(metavar="ENTRÉE", help="amend.seq")],
    words: Annotated[list[str], typer.Argument(metavar="COUP", help="amend.text")],
    reason: Annotated[str | None, typer.Option("--reason", metavar="MOTIF", help="amend.reason")] = None,
    post_id: PostId = None,
    url: PostUrl = None,
    at: PostAt = None,
) -> Answer:
    """Put another move in the place of a recorded one, and record what followed it anew."""
    from gm.campaign import Problem
    from gm.desk.amending import Amended, amend, before_move, judge_amendment, move_to_amend
    from gm.desk.correction_texts import broken_problem
    from gm.desk.doubts import PostDoubt
    from gm.desk.names import said

    source = Source(whole=words[-1] == "-", post_id=post_id, url=url, at=at)
    text = typed_text(run, " ".join(words))
    with run.write() as book:
        before = book.campaign
        record = solid(move_to_amend(before, seq))
        why = said(run.say("amend_reason", seq=seq) if reason is None else reason)
        if isinstance(why, Problem):
            raise Failure(Problem("reason_missing", {}))
        player = getattr(record.event, "player", "")
        claims = _claims(run, replace(book, campaign=before_move(before, record, why)), player, text)
        if isinstance(claims, PostDoubt):
            return doubtful(run, book, claims, asked=run.asks, amends=seq)
        judged = solid(judge_amendment(before, record, text, claims, why))
        if not judged.accepted:
            return _refused(run, book, record, judged)
        amended = amend(before, record, judged, post_of(run, text, player, before.timezone, source), why)
        if not isinstance(amended, Amended):
            raise Failure(broken_problem(before, amended, seq, run.shown_privately(book)))
        return _recorded(run, book, record, amended, texts=[text] if source.whole else [])


def _claims(run: Run, book: Book, player: str, text: str) -> "tuple[Claim, ...] | PostDoubt":
    """What a text says, its moderator asked about what cannot be taken as it is."""
    from gm.campaign import Problem
    from gm.desk.customs import Customs
    from gm.desk.doubts import PostDoubt
    from gm.desk.referee import claims_of

    customs = customs_of(book.settings)
    while True:
        found = claims_of(text, book.campaign.locale, player, customs)
        if isinstance(found, Problem):
            raise Failure(found)
        if not isinstance(found, PostDoubt):
            return found
        match ask(run, book, found):
            case tuple() as claims:
                return claims
            case Customs() as named:
                customs = named
            case _:
                return found


def _recorded(run: Run, book: Book, record: "Record", amended: "Amended", *, texts: list[str]) -> Answer:
    from gm.desk.correction_texts import correction_text
    from gm.events import Record

    move = amended.judged.moves[0]
    was = in_words(run, record)
    new = in_words(run, Record(amended.seq, record.at, amended.move))
    published = published_of(run, book, amended.gone)
    run.tell("read_as", player=amended.judged.player, cards=list(move.cards))
    fuzzy = move.claim.text if move.claim.fuzzy else ""
    run.confirm("confirm_amend", was=was, now=new, later=len(amended.again), fuzzy=fuzzy)
    records = book.record(*amended.events)
    if texts:
        keep_texts(run, book.folder, texts)
    told = {
        "old": record.seq,
        "seq": amended.seq,
        "undone": records[0].seq,
        "was": was,
        "now": new,
        "again": [f"{old} → {now}" for old, now in amended.again.items()],
        "gone": [in_words(run, each) for each in amended.gone if each.seq != record.seq],
        "seed_was_out": "yes" if amended.seed_was_out else "no",
        "reason": getattr(records[0].event, "reason", ""),
    }
    private = "\n".join([run.say("amended", **told), run.say("published_already", published=published)])
    verdict = correction_text(book.campaign, amended, run.shown(book)).body
    public = run.post("amended_public", **told) + "\n\n" + verdict
    data = {
        **_facts(record, amended.judged),
        "seq": amended.seq,
        "recorded": {str(old): now for old, now in amended.again.items()},
        "seed_was_out": amended.seed_was_out,
        "published": published,
        "public": public,
        "private": private,
    }
    return done(run, book, data, private=private, public=public)


def _refused(run: Run, book: Book, record: "Record", judged: "PostJudged") -> Answer:
    """The answer to a correction that is itself refused: nothing is recorded, nothing is to be posted."""
    from gm.desk.correction_texts import objections_text

    why = objections_text(book.campaign, judged.moves[0].ruling, run.shown_privately(book))
    private = run.say("amend_refused", seq=record.seq, player=judged.player, why=why)
    data = {"recorded": {}, "seed_was_out": False, "published": [], "public": "", "private": private}
    return Answer({**_facts(record, judged), **data}, private=private, exit_code=REFUSED)


def _facts(record: "Record", judged: "PostJudged") -> dict[str, object]:
    from gm.cards import code_of

    move = judged.moves[0]
    ruling = move.ruling
    cards = [code_of(card) for card in move.cards] if ruling.accepted else move.written.split()
    return {
        "seq": None,
        "amended": record.seq,
        "player": judged.player,
        "accepted": ruling.accepted,
        "claim": {"kind": move.claim.kind, "cards": [] if move.claim.kind == "pass" else cards},
        "violations": [objection.code.value for objection in ruling.objections],
        "clauses": list(ruling.clauses),
        "effects": [effect.value for effect in ruling.effects],
    }
