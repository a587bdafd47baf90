"""Parties, manche after manche: what follows from the places, without any card (tests/cases/README.md)."""

from typing import Any, Final

from gm.campaign import (
    Places,
    chooses_order,
    dealer_of,
    draws_opener,
    extra_after,
    is_fresh,
    is_over,
    opener_after,
    order_after,
    pairs_after,
    ranked,
    totals,
)
from gm.cards import deck
from gm.desk.cases.answers import BadCase, Difference, Result, compared, notation
from gm.desk.cases.fields import (
    Document,
    Players,
    check_keys,
    everybody_of,
    flag_of,
    list_of,
    mapping_of,
    seated,
)
from gm.rules import Rules

_NEEDED: Final = ("rules", "players", "manches")
_TOLD: Final = ("revolution",)
_STATED: Final = ("next", "points", "ranks", "roles")
_NEXT: Final = ("manche", "order", "dealer", "opener", "extra", "gifts", "revolution")
_LOT: Final = "lot"


def judge_partie(document: Document, *, case: tuple[str, ...]) -> Result:
    """What stands after these manches, which one is next, and where that is not as stated. Raises BadCase."""
    check_keys(document, _NEEDED, (*_TOLD, *_STATED, *case))
    flag_of(document.get("revolution", "false"), "revolution")
    rules, players = seated(document)
    history = _history(rules, players, document["manches"])
    partie = _partie(rules, players, history)
    return {"partie": partie, "differs": _differs(document, partie)}


def _history(rules: Rules, players: Players, value: object) -> list[Places]:
    history: list[Places] = []
    for number, each in enumerate(list_of(value, "manches"), 1):
        if is_over(rules, history):
            raise BadCase("partie_is_over", where=f"manches: {number}")
        named = everybody_of(each, players, f"manches: {number}")
        history.append({player: place for place, player in enumerate(named, 1)})
    return history


def _partie(rules: Rules, players: Players, history: list[Places]) -> dict[str, Any]:
    scores = dict.fromkeys(players, 0) if rules.points_for(len(players)) else {}
    scores |= totals(rules, history)
    last = history[-1] if history else {}
    roles = rules.roles_for(len(players))
    return {
        "next": None if is_over(rules, history) else _next(rules, players, len(history) + 1, last),
        "points": scores,
        "ranks": dict(ranked(scores)),
        "roles": {player: roles[place - 1] for player, place in last.items()},
    }


def _next(rules: Rules, players: Players, manche: int, places: Places) -> dict[str, Any]:
    """The manche that follows one with these places; who is drawn is `lot`.

    A revolution has ended with the manche before, whole (Z14, B6).
    """
    order = order_after(rules, manche, players, places)
    opener = opener_after(rules, manche, order, places)
    if opener is None:
        opener = _LOT if draws_opener(rules, manche) else rules.deal.first_opener
    drawn = rules.deal.dealer is not None and is_fresh(rules, manche)
    pairs = pairs_after(rules, manche, places)
    gifts = [
        {"giver": giver, "receiver": receiver, "number": pair.number}
        for pair in pairs
        for giver, receiver in ((pair.worse, pair.better), (pair.better, pair.worse))
    ]
    return {
        "manche": manche,
        "order": list(order),
        "dealer": _LOT if drawn else dealer_of(rules, manche, order, places, None),
        "opener": opener,
        "extra": _extra(rules, players, manche, places),
        "gifts": gifts,
        "revolution": False,
    }


def _extra(rules: Rules, players: Players, manche: int, places: Places) -> list[str] | str:
    """Who is dealt a card more: nobody, those whom the places name, or the first seats of the deal.

    The deal's seats are drawn; those of the first manche are the order of play, unless somebody chooses it.
    """
    over = len(deck(rules.joker_count)) % len(players)
    named = extra_after(rules, manche, places, over)
    if not over or named is not None:
        return list(named or ())
    in_order = manche == 1 and rules.deal.extra == "seats" and not chooses_order(rules, manche)
    return list(players[:over]) if in_order else _LOT


def _differs(document: Document, partie: dict[str, Any]) -> list[Difference]:
    differs: list[Difference] = []
    for key in _STATED:
        if key not in document:
            continue
        if key == "next" and partie["next"] is not None and document["next"] != "none":
            differs += _differs_next(mapping_of(document["next"], "next"), partie["next"])
        elif key == "next":
            over = "none" if partie["next"] is None else notation(partie["next"])
            differs += compared("next", document["next"], over)
        else:
            differs += compared(key, document[key], notation(partie[key]))
    return differs


def _differs_next(stated: Document, found: dict[str, Any]) -> list[Difference]:
    check_keys(stated, (), _NEXT, "next")
    differs: list[Difference] = []
    for key, value in stated.items():
        differs += compared(
            f"next: {key}", _in_any_order(key, value), _in_any_order(key, notation(found[key]))
        )
    return differs


def _in_any_order(key: str, value: object) -> object:
    return sorted(map(str, value)) if key == "extra" and isinstance(value, list) else value
