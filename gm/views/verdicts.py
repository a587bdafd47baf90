"""From rulings to what everybody may read of them (rules.md, Verdict codes; design.md, "Two audiences")."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from gm.campaign import Campaign, Manche, Ruling
from gm.cards import Hand, cards_in, code_of
from gm.events import Sanctioned
from gm.manche import Code, Play
from gm.rules import Rules
from gm.views.public import (
    AlreadyPlayed,
    EffectView,
    RulingView,
    SanctionView,
    Verdict,
    VerdictView,
    ViolationView,
)
from gm.views.table import effects_of, move_of, play_entry, role_at, table_view


class JudgedMove(Protocol):
    """A claim that has been judged: as written (`7s`, `7?`, `pass`), and what the judge says of it.

    `unheld` are cards that stand in for cards named without suit: nobody named those suits.
    """

    @property
    def written(self) -> str: ...
    @property
    def unheld(self) -> Hand: ...
    @property
    def ruling(self) -> Ruling: ...


def verdict_view(campaign: Campaign, judged: Sequence[JudgedMove], checkpoint: str) -> VerdictView:
    """The rulings on one post, at least one, and the table after them."""
    after = judged[-1].ruling.after
    rulings = tuple(ruling_view(campaign.rules, each) for each in judged)
    table = table_view(campaign, checkpoint, after)
    begun = any(each.ruling.accepted for each in judged)
    return VerdictView(rulings, replace(table, start=None) if begun else table)


def ruling_view(
    rules: Rules, judged: JudgedMove, *, overruled: Sequence[str] = (), reason: str | None = None
) -> RulingView:
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
        overruled=violations_of(rules, overruled),
        reason=reason,
    )


def violations_of(rules: Rules, codes: Sequence[str]) -> tuple[ViolationView, ...]:
    """Violations by their codes, with the clause each breaks."""
    return tuple(ViolationView(code, rules.clauses.get(code, "")) for code in codes)


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
            entry = play_entry(ruling.before.moves, ruling.player, missing.card)
            if missing.why != "already_played" or judged.unheld >> missing.card & 1 or entry is None:
                continue
            shown.append(AlreadyPlayed(missing.card, entry.seq))
    return tuple(shown)


def sanction_view(campaign: Campaign, player: str, checkpoint: str) -> SanctionView:
    """The sanction of a player in the manche dealt last, once it counts; raises ValueError for none."""
    manche = campaign.manche
    event, effects = _sanction_in(campaign, manche, player)
    assert manche is not None
    place = manche.places[player]
    return SanctionView(
        player=player,
        cause="departure" if event.is_departure else "sanction",
        reason=event.plain_reason,
        evidence=event.evidence,
        place=place,
        role=role_at(campaign.rules, len(manche.order), place),
        effects=effects,
        table=table_view(campaign, checkpoint),
    )


def _sanction_in(
    campaign: Campaign, manche: Manche | None, player: str
) -> tuple[Sanctioned, tuple[EffectView, ...]]:
    for counted in reversed(manche.moves if manche is not None else ()):
        event = counted.record.event
        if manche is not None and isinstance(event, Sanctioned) and event.player == player:
            move = move_of(campaign.rules, manche, counted, reversed_now=False)
            return event, move.effects
    raise ValueError(f"{player} is not sanctioned in this manche")
