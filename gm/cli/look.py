"""`gm status`, `gm hand`, `gm why`: what the moderator looks up."""

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import Answer, solid, told
from gm.cli.held import Look
from gm.cli.prepare import Name
from gm.cli.runtime import Run, done

if TYPE_CHECKING:
    from gm.campaign import Campaign, Manche


def status(run: Run) -> Answer:
    """Say where the campaign stands and what is awaited."""
    from gm.campaign import problem
    from gm.desk.texts import status_text

    look = run.look()
    torn = problem("torn", path=str(look.folder)) if look.opened.torn else None
    warnings = [told(torn, run.locale)["message"] if torn is not None else "", run.warning_of(look.reading)]
    warning = "\n".join(filter(None, warnings))
    head = look.reading.head
    text = "" if run.as_json else status_text(look.campaign, head, run.shown_privately(look))
    data = {**status_facts(look), "torn": look.opened.torn} | ({"warning": warning} if warning else {})
    if warning:  # no next move can be recorded
        return Answer(data, public=text, private=warning)
    return done(run, look, data, public=text)


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


def why(
    run: Run,
    seq: Annotated[int | None, typer.Argument(metavar="[ENTRÉE]", help="why.seq")] = None,
) -> Answer:
    """Explain a ruling: the entry and the clauses it rests on."""
    from gm.desk.texts import private_text
    from gm.desk.texts import why as explain

    look = run.look()
    view = solid(explain(look.campaign, look.opened.records, seq))
    ruling = view.ruling
    data = {
        "seq": view.seq,
        "player": ruling.player,
        "accepted": ruling.verdict == "accepted",
        "counts": view.counts,
        "violations": [each.code for each in ruling.violations],
        "effects": [each.name for each in ruling.effects],
        "clauses": list(view.clauses),
    }
    return done(run, look, data, private=private_text(view, run.shown_privately(look)))
