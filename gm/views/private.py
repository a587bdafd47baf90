"""From a campaign to what only its moderator may read."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from gm.campaign import Campaign, awaited
from gm.cards import Card, Hand, cards_in, code_of, of_rank, rank_of
from gm.manche import Code, Play, forced
from gm.views.messages import by_strength, dealt
from gm.views.moderator import (
    AwaitedLine,
    CampaignLine,
    HandView,
    MissingCard,
    PrivateNote,
    StatusView,
)
from gm.views.table import play_entry, table_view
from gm.views.topic import scores_of
from gm.views.verdicts import JudgedMove, ruling_view

if TYPE_CHECKING:
    from gm.posts import Claim  # a view is looked at without reading a post


class ReadMove(JudgedMove, Protocol):
    """A judged move with the words of the post it was read from."""

    @property
    def claim(self) -> "Claim": ...


def status_view(campaign: Campaign, head: str, checkpoint: str, late: Sequence[str] = ()) -> StatusView:
    """Where the campaign stands (design.md, `status`)."""
    manche, partie = campaign.manche, campaign.partie
    table = table_view(campaign, checkpoint) if manche is not None and manche.state is not None else None
    return StatusView(
        campaign=campaign.name,
        title=campaign.title,
        partie=partie.number if partie is not None else 0,
        manche=manche.number if manche is not None else 0,
        phase=campaign.phase,
        waiting=campaign.waiting,
        registered=campaign.players,
        queue=campaign.queue,
        seats=campaign.seat_count,
        missing=campaign.missing,
        table=table,
        scores=scores_of(campaign.rules, partie) if partie is not None else (),
        passing=tuple(manche.passing) if manche is not None else (),
        late=tuple(late),
        head=head,
        checkpoint=checkpoint,
    )


def campaign_line(campaign: Campaign, late: Sequence[str] = ()) -> CampaignLine:
    """Where one of several campaigns stands, and who is awaited since when."""
    manche, partie = campaign.manche, campaign.partie
    return CampaignLine(
        campaign=campaign.name,
        title=campaign.title,
        partie=partie.number if partie is not None else 0,
        manche=manche.number if manche is not None else 0,
        phase=campaign.phase,
        awaited=tuple(AwaitedLine(each.player, each.duty, each.since.at) for each in awaited(campaign)),
        late=tuple(late),
        registered=len(campaign.players),
        seats=campaign.seat_count,
        queue=len(campaign.queue),
    )


def hand_view(campaign: Campaign, player: str, key: str) -> HandView:
    """One player's hand and key; raises ValueError when no hand is known."""
    manche, state = dealt(campaign)
    return HandView(player, by_strength(state, manche.hand(player)), key)


def private_note(campaign: Campaign, move: ReadMove, not_before: str | None = None) -> PrivateNote:
    """A verdict as the moderator sees it; `not_before` is the start that a move came before (Z23)."""
    ruling = move.ruling
    must = any(each.code is Code.TAGGLE_MUST_PLAY for each in ruling.objections)
    claim = move.claim
    exact = {str(named) for named in claim.cards if named.suit is not None}
    cards = cards_in(ruling.action.cards) if isinstance(ruling.action, Play) else ()
    return PrivateNote(
        ruling=ruling_view(campaign.rules, move),
        missing=_missing(move),
        forced=_forced(move) if must else (),
        bound=tuple(card for card in cards if code_of(card) not in exact) if ruling.accepted else (),
        fuzzy=(claim.text,) if claim.fuzzy else (),
        stands=claim.stands and ruling.accepted and ruling.comes_round,
        not_before=not_before,
    )


def _missing(move: JudgedMove) -> tuple[MissingCard, ...]:
    ruling = move.ruling
    before = ruling.before
    named = ruling.action.cards if isinstance(ruling.action, Play) else Hand(0)
    found = []
    for objection in ruling.objections:
        for each in objection.cards:
            guessed = bool(move.unheld >> each.card & 1)
            entry = play_entry(before, ruling.player, each.card)
            held = of_rank(before.hand(ruling.player), rank_of(each.card))
            found.append(
                MissingCard(
                    card=code_of(each.card)[0] + "?" if guessed else code_of(each.card),
                    named=tuple(code for code in move.written.split() if code[0] == code_of(each.card)[0]),
                    why="never_held" if guessed else each.why,  # of a suit that nobody named nothing is said
                    seq=entry.seq if entry is not None and not guessed else None,
                    others=cards_in(Hand(held & ~named)),
                    held=cards_in(held),
                )
            )
    return tuple(dict.fromkeys(found))


def _forced(move: JudgedMove) -> tuple[Card, ...]:
    before = move.ruling.before
    seat = before.seat(move.ruling.player)
    if before.state is None or seat is None:
        return ()
    must = forced(before.state._replace(turn=seat))
    return cards_in(of_rank(before.state.hands[seat], must.rank)) if must is not None else ()
