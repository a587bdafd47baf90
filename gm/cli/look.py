"""`gm status`, `gm hand`: what the moderator looks up."""

from typing import TYPE_CHECKING

from gm.cli.answer import Answer, solid, told
from gm.cli.held import Look
from gm.cli.prepare import Name
from gm.cli.runtime import Run, done
from gm.cli.several import Every, campaigns_meant, told_together

if TYPE_CHECKING:
    from gm.campaign import Campaign, Manche


def status(run: Run, *, every: Every = False) -> Answer:
    """Say where the campaign stands and what is awaited; of several, in two lines each."""
    from gm.desk.texts import status_text

    rows = campaigns_meant(run, every=every)
    if rows is not None:
        return told_together(run, rows, _status_in_short)
    look = run.look()
    text = ""
    if not run.as_json:
        late = _late(run, look.campaign)
        text = status_text(look.campaign, look.reading.head, run.shown_privately(look), late)
    warning = _warning(run, look)
    data = _status_data(look, warning)
    if warning:  # no next move can be recorded
        return Answer(data, public=text, private=warning)
    return done(run, look, data, public=text)


def _status_in_short(run: Run, look: Look) -> Answer:
    """Where one of several campaigns stands: who is awaited since when, the next thing to do."""
    from gm.desk.texts import campaign_line, next_step

    warning, step = _warning(run, look), run.next_step(look.campaign)
    data = _status_data(look, warning)
    line = campaign_line(look.campaign, run.shown_privately(look), _late(run, look.campaign))
    if warning:  # no next move can be recorded
        named = run.say("campaign_unreadable", campaign=look.campaign.name, why=warning)
        return Answer(data, public=line, private=named)
    awaited = next_step(look.campaign).code == "play"  # the line says it already
    text = line if awaited else f"{line}\n  {step}"
    return Answer({**data, "next_step": step}, public=text)


def _late(run: Run, campaign: "Campaign") -> tuple[str, ...]:
    """Whose delay is over; nobody's where this machine does not know the time zone."""
    from gm.campaign import Problem
    from gm.desk.due import dues
    from gm.store import zone_of

    if isinstance(zone_of(campaign.timezone), Problem):
        return ()
    return tuple(each.player for each in dues(campaign, run.clock.now()) if each.late)


def _warning(run: Run, look: Look) -> str:
    """What keeps the campaign from going on: a torn ledger, or what was published and is missing."""
    from gm.campaign import problem

    torn = problem("torn", path=str(look.folder)) if look.opened.torn else None
    warnings = [told(torn, run.locale)["message"] if torn is not None else "", run.warning_of(look.reading)]
    return "\n".join(filter(None, warnings))


def _status_data(look: Look, warning: str) -> dict[str, object]:
    data = {**status_facts(look), "torn": look.opened.torn}
    return data | ({"warning": warning} if warning else {})


def status_facts(look: Look) -> dict[str, object]:
    """The JSON object of `gm status` (design.md, Command line)."""
    from gm.campaign import leaders, ranked, totals

    campaign = look.campaign
    manche, partie = campaign.manche, campaign.partie
    history = partie.history if partie is not None else ()
    points = totals(campaign.rules, history)
    state = manche.state if manche is not None else None
    return {
        "campaign": campaign.name,
        "partie": partie.number if partie is not None else None,
        "manche": manche.number if manche is not None else None,
        "phase": campaign.phase,
        "turn": manche.turn if manche is not None else None,
        "pile": _pile(manche) if manche is not None else [],
        "taggle": state is not None and state.taggle,
        "revolution": state is not None and state.revolution,
        "cards_left": _cards_left(campaign),
        "places": dict(manche.places) if manche is not None else {},
        "waiting": list(campaign.waiting),
        "queue": list(campaign.queue),
        "players": list(campaign.players),
        "dealer": manche.dealer if manche is not None else None,
        "points": points,
        "ranks": ranked(points),
        "winners": list(leaders(campaign.rules, history)) if campaign.phase == "over" else [],
        "head": look.opened.reading.head,
        "checkpoint": look.checkpoint,
    }


def _pile(manche: "Manche") -> list[dict[str, object]]:
    from gm.cards import cards_in, code_of

    return [
        {"player": manche.order[play.seat], "cards": [code_of(card) for card in cards_in(play.cards)]}
        for play in (manche.state.pile if manche.state is not None else ())
    ]


def _cards_left(campaign: "Campaign") -> dict[str, int]:
    manche = campaign.manche
    if manche is None or manche.state is None:
        return {}
    return {
        name: 0 if name in manche.places else hand.bit_count()
        for name, hand in zip(manche.order, manche.state.hands, strict=True)
    }


def hand(run: Run, name: Name) -> Answer:
    """Show a player's hand and key, for the moderator's eyes only."""
    from gm.cards import code_of
    from gm.desk.texts import hand_of_player, private_text

    look = run.look()
    view = solid(hand_of_player(look.campaign, name))
    data = {"player": view.player, "cards": [code_of(card) for card in view.cards], "key": view.key}
    return done(run, look, data, private=private_text(view, run.shown_privately(look)))
