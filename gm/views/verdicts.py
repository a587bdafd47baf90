"""From rulings to what everybody may read of them (rules.md, Verdict codes; design.md, "Two audiences")."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple, Protocol

from gm.campaign import Campaign, Manche, Ruling
from gm.cards import Hand, cards_in, code_of
from gm.events import Sanctioned
from gm.manche import Code, Play
from gm.rules import Rules
from gm.views.moderator import ObjectionsView
from gm.views.proofs import proofs_of
from gm.views.public import (
    AlreadyPlayed,
    EffectView,
    Move,
    RulingView,
    SanctionView,
    Verdict,
    VerdictView,
    ViolationView,
)
from gm.views.table import effects_of, move_of, play_entry, role_at, table_view, violations_of


class JudgedMove(Protocol):
    """A claim that has been judged: as written (`7s`, `7?`, `pass`), and what the judge says of it.

    `unheld` are cards that stand in for cards named without suit: nobody named those suits. `overruled` are
    codes that hold and that the moderator set aside, `reason` why.
    """

    @property
    def written(self) -> str: ...
    @property
    def unheld(self) -> Hand: ...
    @property
    def ruling(self) -> Ruling: ...
    @property
    def overruled(self) -> Sequence[str]: ...
    @property
    def reason(self) -> str | None: ...


class JudgedPost(Protocol):
    """The judged moves of a post, at least one, and the passes that follow from them by themselves (Z7)."""

    @property
    def moves(self) -> Sequence[JudgedMove]: ...
    @property
    def automatic(self) -> Sequence[Ruling]: ...


class Claimed(NamedTuple):
    """A move that nobody wrote, judged as one."""

    written: str
    unheld: Hand
    ruling: Ruling
    overruled: tuple[str, ...] = ()
    reason: str | None = None


def verdict_view(
    campaign: Campaign, judged: Sequence[JudgedMove], checkpoint: str, automatic: Sequence[Ruling] = ()
) -> VerdictView:
    """The rulings on one post, at least one, on the passes that follow by themselves, and the table then."""
    rulings = [ruling_view(campaign.rules, each) for each in judged]
    rulings += [automatic_view(campaign.rules, each) for each in automatic]
    after = (automatic[-1] if automatic else judged[-1].ruling).after
    table = table_view(campaign, checkpoint, after)
    begun = any(each.ruling.accepted for each in judged)
    return VerdictView(tuple(rulings), replace(table, start=None) if begun else table)


def objections_view(rules: Rules, ruling: Ruling) -> ObjectionsView:
    """What stands against a move that is refused."""
    action = ruling.action
    written = " ".join(map(code_of, cards_in(action.cards))) if isinstance(action, Play) else "pass"
    return ObjectionsView(ruling_view(rules, Claimed(written, Hand(0), ruling)))


def automatic_view(rules: Rules, ruling: Ruling) -> RulingView:
    """A pass that follows by itself, of a player who passes until the tour closes (Z7)."""
    return replace(ruling_view(rules, Claimed("pass", Hand(0), ruling)), automatic=True)


def ruling_view(rules: Rules, judged: JudgedMove) -> RulingView:
    """One ruling in public terms: accepted with the cards it was bound to, refused with those named."""
    ruling = judged.ruling
    accepted = ruling.accepted
    after = ruling.after
    return RulingView(
        player=ruling.player,
        rules=rules,
        verdict=_verdict(ruling),
        cards=_cards_accepted(ruling) if accepted else _cards_written(judged.written),
        violations=tuple(ViolationView(each.code.value, each.clause) for each in ruling.objections),
        already_played=_already_played(judged),
        effects=effects_of(
            rules,
            ruling,
            ruling.player,
            after.places,
            seats=len(after.order),
            reversed_now=ruling.state.revolution,
        )
        if accepted
        else (),
        overruled=violations_of(rules, judged.overruled),
        reason=judged.reason,
    )


def ruling_of_move(rules: Rules, move: Move) -> RulingView:
    """The ruling on a move that is recorded."""
    return RulingView(
        player=move.player,
        rules=rules,
        verdict="accepted",
        cards=tuple(code_of(card) for card in move.cards),
        violations=(),
        already_played=(),
        effects=move.effects,
        overruled=move.overruled,
        reason=move.reason,
    )


def _verdict(ruling: Ruling) -> Verdict:
    if ruling.accepted:
        return "accepted"
    cheating = any(each.code is Code.NOT_HELD for each in ruling.objections)
    return "cheating" if cheating else "refused"


def _cards_accepted(ruling: Ruling) -> tuple[str, ...]:
    action = ruling.action
    return tuple(code_of(card) for card in cards_in(action.cards)) if isinstance(action, Play) else ()


def _cards_written(written: str) -> tuple[str, ...]:
    return () if written == "pass" else tuple(written.split())


def _already_played(judged: JudgedMove) -> tuple[AlreadyPlayed, ...]:
    """The named cards that an entry shows to be gone; the only public reason (design.md)."""
    ruling = judged.ruling
    shown = []
    for objection in ruling.objections:
        for missing in objection.cards:
            entry = play_entry(ruling.before, ruling.player, missing.card)
            if missing.why != "already_played" or judged.unheld >> missing.card & 1 or entry is None:
                continue
            shown.append(AlreadyPlayed(missing.card, entry.seq))
    return tuple(shown)


def sanction_view(campaign: Campaign, player: str, checkpoint: str) -> SanctionView:
    """The sanction of the seat that a player has in the manche dealt last; raises ValueError for none.

    The view names who had the seat then (Z24).
    """
    manche = campaign.manche
    event, effects, automatic = _sanction_in(campaign, manche, player)
    assert manche is not None
    place = manche.places[player]
    return SanctionView(
        player=event.player,
        cause="departure" if event.is_departure else "sanction",
        reason=event.plain_reason,
        evidence=event.evidence,
        proofs=proofs_of(campaign, manche, () if event.is_departure else event.evidence),
        place=place,
        role=role_at(campaign.rules, len(manche.order), place),
        effects=effects,
        automatic=automatic,
        table=table_view(campaign, checkpoint),
    )


def _sanction_in(
    campaign: Campaign, manche: Manche | None, player: str
) -> tuple[Sanctioned, tuple[EffectView, ...], tuple[RulingView, ...]]:
    """The last sanction of a seat, what it brought about, and the passes that follow by themselves."""
    moves = manche.moves if manche is not None else ()
    for index in range(len(moves) - 1, -1, -1):
        record = moves[index].record
        event = record.event
        if manche is None or not isinstance(event, Sanctioned):
            continue
        if manche.made_by(record) == player:
            passes = takewhile(lambda each: each.automatic, moves[index + 1 :])
            made = [move_of(campaign.rules, manche, each, reversed_now=False) for each in passes]
            move = move_of(campaign.rules, manche, moves[index], reversed_now=False)
            rulings = (ruling_of_move(campaign.rules, each) for each in made)
            return event, move.effects, tuple(replace(each, automatic=True) for each in rulings)
    raise ValueError(f"{player} is not sanctioned in this manche")
