"""From a campaign to what only its moderator may read."""

from typing import TYPE_CHECKING, Protocol

from gm.campaign import Campaign
from gm.cards import Card, Hand, cards_in, code_of, of_rank, rank_of
from gm.events import Passed, Played, Record, Refused, Sanctioned
from gm.manche import Code, Play, forced
from gm.views.messages import by_strength, dealt
from gm.views.moderator import HandView, MissingCard, PrivateNote, StatusView, WhyView
from gm.views.public import Move, RulingView
from gm.views.table import move_of, play_entry, table_view
from gm.views.topic import scores_of
from gm.views.verdicts import JudgedMove, ruling_view, violations_of

if TYPE_CHECKING:
    from gm.posts import Claim  # a view is looked at without reading a post


class ReadMove(JudgedMove, Protocol):
    """A judged move with the words of the post it was read from."""

    @property
    def claim(self) -> "Claim": ...


def status_view(campaign: Campaign, head: str, checkpoint: str) -> StatusView:
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
        scores=scores_of(campaign.rules, partie.history) if partie is not None else (),
        head=head,
        checkpoint=checkpoint,
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
        stands=claim.stands and ruling.accepted,
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
            entry = play_entry(before.moves, ruling.player, each.card)
            others = of_rank(Hand(before.hand(ruling.player) & ~named), rank_of(each.card))
            found.append(
                MissingCard(
                    card=code_of(each.card)[0] + "?" if guessed else code_of(each.card),
                    named=tuple(code for code in move.written.split() if code[0] == code_of(each.card)[0]),
                    why=each.why,
                    seq=entry.seq if entry is not None and not guessed else None,
                    others=cards_in(others),
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


def why_view(campaign: Campaign, record: Record) -> WhyView | None:
    """One entry explained, with what is not public of it; None for an entry that judges nothing."""
    event = record.event
    match event:
        case Refused():
            ruling = _ruling_of_refusal(campaign, event)
        case Played() | Passed() | Sanctioned():
            ruling = _ruling_of_move(campaign, record, event)
        case _:
            return None
    cited = [each.clause for each in (*ruling.violations, *ruling.overruled)]
    cited += [clause for effect in ruling.effects for clause in effect.clauses]
    return WhyView(
        seq=record.seq,
        at=record.at,
        ruling=ruling,
        clauses=tuple(cited),
        counts=isinstance(event, Refused) or _counted(campaign, record.seq) is not None,
        sanction=event.reason if isinstance(event, Sanctioned) else None,
        reasons=event.reasons or () if isinstance(event, Refused) else (),
        note=event.note if isinstance(event, Refused) else None,
    )


def _ruling_of_refusal(campaign: Campaign, event: Refused) -> RulingView:
    return RulingView(
        player=event.player,
        rules=campaign.rules,
        verdict="cheating" if Code.NOT_HELD in event.violations else "refused",
        cards=() if event.claim == "pass" else tuple(event.claim.split()),
        violations=violations_of(campaign.rules, event.violations),
        already_played=(),
        effects=(),
        overruled=(),
        reason=None,
    )


def _ruling_of_move(campaign: Campaign, record: Record, event: Played | Passed | Sanctioned) -> RulingView:
    move = _counted(campaign, record.seq)
    overruled = () if isinstance(event, Sanctioned) else event.overruled
    return RulingView(
        player=event.player,
        rules=campaign.rules,
        verdict="accepted",
        cards=tuple(code_of(card) for card in event.cards) if isinstance(event, Played) else (),
        violations=(),
        already_played=(),
        effects=move.effects if move is not None else (),
        overruled=violations_of(campaign.rules, overruled),
        reason=None if isinstance(event, Sanctioned) else event.reason,
    )


def _counted(campaign: Campaign, seq: int) -> Move | None:
    """The move of an entry, None when it was undone or is of a deal that no longer counts."""
    manches = (manche for partie in campaign.parties for manche in partie.manches)
    for manche in manches:
        for counted in manche.moves:
            if counted.record.seq == seq:
                return move_of(campaign.rules, manche, counted, reversed_now=False)
    return None
