"""Whether a post states what the ledger records of it, be it noted by hand in other words."""

from collections.abc import Sequence
from typing import Literal

from gm.cards import CardError, NamedCard, named_cards_of, rank_of, suit_of
from gm.desk.customs import Customs
from gm.events import Event, Joined, Left, Passed, Played, Refused, StandingPass, StandingPassEnded, Word
from gm.posts import Claim, read
from gm.posts.registration import read_registration

Stated = Literal["all", "more", "other"]
"""A post says just what is recorded; it goes on where the entries end, as a chain half undone does; it says
anything else, or nothing clear."""


def what_is_stated(text: str, author: str, events: Sequence[Event], locale: str, customs: Customs) -> Stated:
    """How a post compares with the events that rest on it, in order."""
    signature = customs.signature_of(author)
    made = [event for event in events if isinstance(event, Passed | Played | Refused)]
    reading = read(text, locale, images=customs.cards, signature=signature)
    stands = any(claim.stands for claim in reading.claims)
    if any(isinstance(event, StandingPass) for event in events) and not stands:
        return "other"
    if not made:
        ended = any(isinstance(event, StandingPassEnded) for event in events)
        chatter = ended and not reading.claims and reading.doubt is None
        return "all" if stands or chatter or _is_registered(text, events, locale, signature) else "other"
    pairs = list(zip(reading.claims, made, strict=False))
    if reading.doubt is not None or len(pairs) < len(made):
        return "other"
    if not all(is_made(claim, event) for claim, event in pairs):
        return "other"
    goes_on = len(reading.claims) > len(made) and not isinstance(made[-1], Refused)
    return "more" if goes_on else "all"


def is_made(claim: Claim, event: Event) -> bool:
    """Whether a recorded move is the one that a claim names: kind, ranks, suits where they are named."""
    match event:
        case Passed() | Refused(claim="pass"):
            return claim.kind == "pass"
        case Played(cards=cards):
            made = [NamedCard(rank_of(card), suit_of(card)) for card in cards]
        case Refused(claim=written):
            try:
                made = list(named_cards_of(written))
            except CardError:
                return False
        case _:
            return False
    return claim.kind == "play" and _is_same_play(claim.cards, made)


def _is_same_play(named: Sequence[NamedCard], made: Sequence[NamedCard]) -> bool:
    if sorted(card.rank for card in named) != sorted(card.rank for card in made):
        return False
    unsuited = {card.rank for card in made if card.suit is None}
    return all(card.suit is None or card in made or card.rank in unsuited for card in named)


def _is_registered(text: str, events: Sequence[Event], locale: str, signature: str) -> bool:
    """Whether a post registers its author, gives the word or withdraws, as the entries have it.

    A withdrawal is always asked about: one that is recorded was decided by the moderator.
    """
    found = read_registration(text, locale, signature=signature)
    if found is None or not events:
        return False
    if any(isinstance(event, Left) for event in events):
        return found.withdraws
    if found.doubt:
        return False
    joins = any(isinstance(event, Joined) for event in events)
    words = [event.word for event in events if isinstance(event, Joined | Word) and event.word]
    return (found.joins or not joins) and (found.word or "") == (words[-1] if words else "")
