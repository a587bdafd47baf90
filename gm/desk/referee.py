"""A posted move from text to ruling and entries: the page to read for how a post becomes what is recorded.

`judge_text` reads a post, binds its cards and judges its moves, `judge_claims` those of a reading that the
moderator chose; `entries_of` says what is recorded of an accepted post, `refusal_of` what is recorded of a
refused move when the moderator says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gm.campaign import Campaign, Manche, Problem, Ruling, bind, judge, problem
from gm.cards import Card, Hand, hand_of
from gm.desk.closing import closing_events, with_events
from gm.desk.customs import NO_CUSTOMS, Customs
from gm.desk.doubts import PostDoubt, doubt_of, excerpt, not_a_chain
from gm.desk.names import find_name
from gm.desk.secrets import by_commitment, salts_of
from gm.events import Event, Passed, Played, Post, Refused
from gm.ledger import TextProblem, clean_name
from gm.manche import Code, Pass, Play
from gm.posts import Claim, read


@dataclass(frozen=True, slots=True)
class Judged:
    """One claim of a post, the cards it was bound to in code order, and the ruling on it.

    `written` is the claim as the player named it (`7s`, `7?`, `pass`). `unheld` are the stand-ins for cards
    named without suit when no card of their rank was left in the hand: nobody named those suits.
    """

    claim: Claim
    cards: tuple[Card, ...]
    written: str
    unheld: Hand
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class PostJudged:
    """The moves of a post in order; after a refused one the rest is not judged."""

    player: str
    moves: tuple[Judged, ...]

    @property
    def accepted(self) -> bool:
        """Whether every move of the post stands."""
        return all(move.ruling.accepted for move in self.moves)


def judge_text(
    campaign: Campaign, name: str | None, text: str, customs: Customs = NO_CUSTOMS
) -> PostJudged | PostDoubt | Problem:
    """Read a post and judge its moves against the manche as it stands; nothing is recorded.

    Without a name the player is the one whose turn it is. A name nobody bears is judged as it is
    (`unknown_player`). What can be read in no way, or in several, is a doubt; an empty post, one without a
    move, a manche that is not dealt are problems.
    """
    manche = campaign.manche
    if manche is None or manche.state is None:
        return problem("nothing_dealt")
    player = _player_named(manche, name)
    if isinstance(player, Problem):
        return player
    claims = claims_of(text, campaign.locale, player, customs)
    return claims if isinstance(claims, PostDoubt | Problem) else judge_claims(campaign, player, text, claims)


def _player_named(manche: Manche, name: str | None) -> str | Problem:
    if name is None:
        return manche.turn if manche.turn is not None else problem("name_needed")
    found = find_name(name, manche.order)
    if not isinstance(found, Problem) or found.code == "ambiguous_name":
        return found
    cleaned = clean_name(name)
    return problem("bad_name", name=name) if isinstance(cleaned, TextProblem) else cleaned


def claims_of(
    text: str, locale: str, author: str, customs: Customs = NO_CUSTOMS
) -> tuple[Claim, ...] | PostDoubt | Problem:
    """The claims of somebody's post, at least one; `empty_post`, `post_without_move` where there is none."""
    if not text.strip():
        return problem("empty_post")
    reading = read(text, locale, images=customs.cards, signature=customs.signature_of(author))
    if reading.doubt is not None:
        return doubt_of(author, text, reading)
    return reading.claims or problem("post_without_move", text=excerpt(text))


def judge_claims(
    campaign: Campaign, player: str, text: str, claims: Sequence[Claim]
) -> PostJudged | PostDoubt:
    """Judge the moves of one post in order; a second one that is not the player's to make is a doubt (Z22).

    Raises ValueError where no manche is dealt or its hands are not known.
    """
    manche = campaign.manche
    if manche is None:
        raise ValueError("no manche is dealt")
    moves: list[Judged] = []
    for claim in claims:
        if moves and manche.turn != player:
            return not_a_chain(player, text, claims)
        judged = _judge_claim(campaign, manche, player, claim)
        moves.append(judged)
        manche = judged.ruling.after
        if not judged.ruling.accepted:
            break
    return PostJudged(player, tuple(moves))


def _judge_claim(campaign: Campaign, manche: Manche, player: str, claim: Claim) -> Judged:
    if claim.kind == "pass":
        return Judged(claim, (), "pass", Hand(0), judge(manche, player, Pass()))
    held = by_commitment(campaign, manche, player) if player in manche.order else ()
    cards = bind(claim.cards, held)
    guessed = zip(claim.cards, cards, strict=True)
    unheld = hand_of(card for named, card in guessed if named.suit is None and card not in held)
    written = " ".join(str(named) for named in claim.cards)
    ruling = judge(manche, player, Play(hand_of(cards), len(cards)))
    return Judged(claim, tuple(sorted(set(cards))), written, unheld, ruling)


def entries_of(campaign: Campaign, judged: PostJudged, post: Post | None) -> tuple[Event, ...]:
    """What is recorded of a post: its accepted moves, and what closes by itself after the last of them."""
    events: list[Event] = []
    for move in judged.moves:
        if not move.ruling.accepted:
            break
        if isinstance(move.ruling.action, Pass):
            events.append(Passed(judged.player, post=post))
            continue
        salts = salts_of(campaign, move.ruling.before, judged.player, move.cards)
        events.append(Played(judged.player, move.cards, salts, post=post))
    return (*events, *closing_events(with_events(campaign, events))) if events else ()


def refusal_of(judged: Judged, post: Post | None, note: str | None) -> Refused:
    """The record of a refused move, why each card is not held kept among what is not public."""
    ruling = judged.ruling
    reasons = tuple(
        sorted({each.why for one in ruling.objections if one.code is Code.NOT_HELD for each in one.cards})
    )
    return Refused(
        player=ruling.player,
        claim=judged.written,
        violations=tuple(one.code.value for one in ruling.objections),
        post=post,
        reasons=reasons or None,
        note=note,
    )
