"""Registration: who joins, who waits, who leaves, which words are given (Z21).

What is refused here is refused when it is recorded. `count_again` counts the same events after an undo, which
they outlive whatever it takes back (design.md, Events): nothing is asked of them a second time.
"""

from dataclasses import replace
from datetime import datetime
from math import inf

from gm.campaign.following import seed_count
from gm.campaign.model import Applicant, Campaign, Commitment, GivenWord, Partie, Problem, problem
from gm.events import Joined, Left, PartieOpened, Post, Record, Word


def open_partie(campaign: Campaign, record: Record, event: PartieOpened) -> Campaign | Problem:
    """Open the next partie; one being played stands in the way.

    One that was never dealt is dropped, and so is one whose deal was abandoned: its players are registered
    for the next one before all others.
    """
    current = campaign.partie
    if current is not None and not current.closed and current.seats and not current.abandoned:
        return problem("partie_running", partie=str(current.number))
    if event.partie != len(campaign.parties) + 1:
        return problem("wrong_partie", partie=str(event.partie))
    if sorted(event.commitments) != list(range(1, seed_count(campaign.rules) + 1)):
        return problem("wrong_commitments", partie=str(event.partie))
    return _opened(campaign, record, event)


def _opened(campaign: Campaign, record: Record, event: PartieOpened) -> Campaign:
    partie = Partie(
        number=len(campaign.parties) + 1,
        opened=record,
        commitments={
            number: Commitment(record.seq, digest, event.beacon_rule)
            for number, digest in event.commitments.items()
        },
        seeds=dict(event.seeds or {}),
        schedule=event.schedule,
    )
    parties, applicants = campaign.parties, campaign.applicants
    if parties and not parties[-1].closed and (parties[-1].abandoned or not parties[-1].seats):
        last = parties[-1]
        again = [Applicant(name, record.seq, waited=True, posted=-inf) for name in last.seats]
        others = [each for each in applicants if each.player not in last.seats]
        parties, applicants = (*parties[:-1], replace(last, dropped=True)), (*again, *others)
    return replace(campaign, parties=(*parties, partie), applicants=applicants)


def join(campaign: Campaign, record: Record, event: Joined) -> Campaign | Problem:
    """Put a player at the end of the line; nobody registers twice, nor while they play."""
    if _applies(campaign, event.player):
        return problem("already_registered", player=event.player)
    if _plays(campaign, event.player):
        return problem("already_playing", player=event.player)
    return _joined(campaign, record, event)


def _joined(campaign: Campaign, record: Record, event: Joined) -> Campaign:
    applicant = Applicant(event.player, record.seq, waited=False, posted=_posted(record, event.post))
    joined = replace(campaign, applicants=(*campaign.applicants, applicant))
    return joined if event.word is None else _said(joined, record, event.player, event.word)


def _posted(record: Record, post: Post | None) -> float:
    """When somebody registered: the time of their post, else of the entry; what is only proposed is last."""
    for moment in (post.at if post is not None else None, record.at):
        try:
            then = datetime.fromisoformat(moment or "")
        except ValueError:
            continue
        if then.tzinfo is not None:
            return then.timestamp()
    return inf


def say_word(campaign: Campaign, record: Record, event: Word) -> Campaign | Problem:
    """Record a word of chance of somebody who is registered or plays."""
    if not _plays(campaign, event.player) and not _applies(campaign, event.player):
        return problem("not_registered", player=event.player)
    return _said(campaign, record, event.player, event.word)


def _said(campaign: Campaign, record: Record, player: str, word: str) -> Campaign:
    return replace(campaign, words=(*campaign.words, GivenWord(player, record.seq, word)))


def leave(campaign: Campaign, event: Left) -> Campaign | Problem:
    """Take somebody out of the line; a seated player leaves by sanction (Z28)."""
    if not _applies(campaign, event.player):
        code = "leaves_by_sanction" if _plays(campaign, event.player) else "not_registered"
        return problem(code, player=event.player)
    return _gone(campaign, event)


def _gone(campaign: Campaign, event: Left) -> Campaign:
    rest = tuple(each for each in campaign.applicants if each.player != event.player)
    return replace(campaign, applicants=rest)


def _applies(campaign: Campaign, player: str) -> bool:
    return any(each.player == player for each in campaign.applicants)


def _plays(campaign: Campaign, player: str) -> bool:
    partie = campaign.partie
    return partie is not None and not partie.closed and player in partie.seats


def count_again(campaign: Campaign, record: Record) -> Campaign:
    """The campaign after an event of registration that was counted once and outlives an undo."""
    match record.event:
        case PartieOpened() as event:
            return _opened(campaign, record, event)
        case Joined() as event:
            return _joined(campaign, record, event)
        case Word() as event:
            return _said(campaign, record, event.player, event.word)
        case Left() as event:
            return _gone(campaign, event)
        case _:
            return campaign
