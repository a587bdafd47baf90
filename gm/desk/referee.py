"""A posted move from text to ruling and entries: the page to read for how a post becomes what is recorded.

`judge_text` reads a post, binds its cards and judges its moves, `judge_claims` those of a reading that the
moderator chose; `entries_of` says what is recorded of a post and follows from it, `refusal_of` what is
recorded of a refused move when the moderator says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gm.campaign import Campaign, Manche, Problem, Ruling, bind, judge, problem
from gm.cards import Card, Hand, hand_of
from gm.desk.closing import following_events, with_events
from gm.desk.customs import NO_CUSTOMS, Customs
from gm.desk.doubts import PostDoubt, doubt_of, excerpt, not_a_chain
from gm.desk.names import find_name
from gm.desk.overruling import NOTHING_OVERRULED, Overruling, overruled_in
from gm.desk.secrets import by_commitment, salts_of
from gm.events import Event, Passed, Played, Post, Refused, StandingPass, StandingPassEnded
from gm.ledger import TextProblem, clean_name
from gm.manche import Action, Code, Pass, Play
from gm.posts import Claim, read


@dataclass(frozen=True, slots=True)
class Judged:
    """One claim of a post, the cards it was bound to in code order, and the ruling on it.

    `written` is the claim as the player named it (`7s`, `7?`, `pass`). `unheld` are the stand-ins for cards
    named without suit when no card of their rank was left in the hand: nobody named those suits. `overruled`
    are the codes that hold against it and that the moderator set aside, `reason` why.
    """

    claim: Claim
    cards: tuple[Card, ...]
    written: str
    unheld: Hand
    ruling: Ruling
    overruled: tuple[Code, ...] = ()
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class PostJudged:
    """The moves of a post in order; after a refused one the rest is not judged.

    `automatic` are the passes that follow by themselves, of players who pass until the tour closes (Z7).
    """

    player: str
    moves: tuple[Judged, ...]
    automatic: tuple[Ruling, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether every move of the post stands."""
        return all(move.ruling.accepted for move in self.moves)

    @property
    def after(self) -> Manche:
        """The manche after the post and what follows from it."""
        return (self.automatic[-1] if self.automatic else self.moves[-1].ruling).after


def judge_text(
    campaign: Campaign,
    name: str | None,
    text: str,
    customs: Customs = NO_CUSTOMS,
    overruling: Overruling = NOTHING_OVERRULED,
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
    if isinstance(claims, PostDoubt | Problem):
        return claims
    return judge_claims(campaign, player, text, claims, overruling)


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
    campaign: Campaign,
    player: str,
    text: str,
    claims: Sequence[Claim],
    overruling: Overruling = NOTHING_OVERRULED,
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
        judged = _judge_claim(campaign, manche, player, claim, overruling)
        moves.append(judged)
        manche = judged.ruling.after
        if not judged.ruling.accepted:
            break
    judged_post = PostJudged(player, tuple(moves))
    return replace(judged_post, automatic=_automatic(campaign, judged_post))


def _judge_claim(
    campaign: Campaign, manche: Manche, player: str, claim: Claim, overruling: Overruling
) -> Judged:
    if claim.kind == "pass":
        ruling, overruled = _ruling(manche, player, Pass(), overruling)
        return Judged(claim, (), "pass", Hand(0), ruling, overruled, overruling.reason if overruled else None)
    held = by_commitment(campaign, manche, player) if player in manche.order else ()
    cards = bind(claim.cards, held)
    guessed = zip(claim.cards, cards, strict=True)
    unheld = hand_of(card for named, card in guessed if named.suit is None and card not in held)
    written = " ".join(str(named) for named in claim.cards)
    ruling, overruled = _ruling(manche, player, Play(hand_of(cards), len(cards)), overruling)
    reason = overruling.reason if overruled else None
    return Judged(claim, tuple(sorted(set(cards))), written, unheld, ruling, overruled, reason)


def _ruling(
    manche: Manche, player: str, action: Action, overruling: Overruling
) -> tuple[Ruling, tuple[Code, ...]]:
    """The ruling with the codes that are overruled where that is enough, else with all that holds."""
    ruling = judge(manche, player, action)
    overruled = overruled_in(ruling, overruling)
    if not overruled:
        return ruling, ()
    set_aside = judge(manche, player, action, overruled=overruled)
    return (set_aside, overruled) if set_aside.accepted else (ruling, ())


def _automatic(campaign: Campaign, judged: PostJudged) -> tuple[Ruling, ...]:
    """The passes that standing passes answer with after a post."""
    rulings: list[Ruling] = []
    manche = campaign.manche
    if manche is None or not (manche.passing or any(move.claim.stands for move in judged.moves)):
        return ()
    own = own_entries_of(campaign, judged, None)
    after = with_events(campaign, own)
    for event in following_events(after) if own else ():
        if isinstance(event, Passed) and after.manche is not None:
            rulings.append(judge(after.manche, event.player, Pass()))
        after = with_events(after, (event,))
    return tuple(rulings)


def entries_of(campaign: Campaign, judged: PostJudged, post: Post | None) -> tuple[Event, ...]:
    """What is recorded of a post: its accepted moves, and what follows by itself after the last of them.

    It ends its author's standing pass, be its move refused, unless it says that pass anew (Z7).
    """
    events = own_entries_of(campaign, judged, post)
    return (*events, *following_events(with_events(campaign, events))) if events else ()


def own_entries_of(campaign: Campaign, judged: PostJudged, post: Post | None) -> tuple[Event, ...]:
    manche, player = campaign.manche, judged.player
    events: list[Event] = []
    if manche is not None and player in manche.passing and not says_it_stands(judged):
        events.append(StandingPassEnded(player, post))
    for move in judged.moves:
        if not move.ruling.accepted:
            break
        if isinstance(move.ruling.action, Pass):
            events.append(Passed(player, move.overruled, move.reason, post))
            continue
        salts = salts_of(campaign, move.ruling.before, player, move.cards)
        events.append(Played(player, move.cards, salts, move.overruled, move.reason, post))
    last = judged.moves[-1]
    if last.ruling.accepted and last.claim.stands and last.ruling.comes_round:
        events.append(StandingPass(player, post))
    return tuple(events)


def says_it_stands(judged: PostJudged) -> bool:
    """Whether a post says that its author passes until the tour closes, and nothing else."""
    return all(move.claim.stands for move in judged.moves)


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
