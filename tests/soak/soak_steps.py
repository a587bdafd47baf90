"""What happens in a partie, as steps: each kind is chosen by chance in one world and taken in any.

A step holds names, texts and numbers only: what the desk makes of them depends on the world it is taken in.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from builders import named
from soak_desk import (
    GUESTS,
    change_delays,
    change_pause,
    choose_abandon,
    choose_absence,
    choose_amendment,
    choose_delays,
    choose_guest,
    choose_pause,
    choose_recheck,
    choose_replacement,
    choose_sanction,
    choose_undo,
    choose_undo_of_undo,
    come_in,
    correct,
    give_up,
    guest,
    look_again,
    stay_away,
    take_back,
    throw_out,
)
from soak_posts import choose_chatter, choose_move, choose_page, choose_quick, choose_slip, move, page, say
from soak_world import World
from tables import SHOWN

from gm.campaign import Problem, giveable, seed_count
from gm.campaign.deal import must_be_first
from gm.cards import NamedCard, cards_in
from gm.desk.exchange import exchange
from gm.desk.prepare import deal, join, open_partie, order
from gm.desk.stories import Explained, why
from gm.desk.texts import post

Args = tuple[Any, ...]

PLAYERS = ("intersideral", "MisterH", "MrRarty", "oliv10", "snaga")
POSTS = ("table", "standings", "recap", "table", "why", "table", "standings", "recap")
"""What everybody reads after a step that is told, in turn."""


@dataclass(frozen=True)
class Kind:
    """One kind of step: how often it is thought of, with what, and how it is taken."""

    weight: float
    choose: Callable[[World], Args | None]
    take: Callable[..., None]


@dataclass(frozen=True)
class Step:
    """What is done next, and whether everybody reads the table after it."""

    kind: str
    args: Args = ()
    told: bool = False


ANY_TIME: dict[str, Kind] = {
    "page": Kind(0.8, choose_page, page),
    "slip": Kind(4, choose_slip, say),
    "chatter": Kind(1.5, choose_chatter, say),
    "undo": Kind(0.45, choose_undo, take_back),
    "undo_of_undo": Kind(0.3, choose_undo_of_undo, take_back),
    "sanction": Kind(0.5, choose_sanction, throw_out),
    "replace": Kind(1.2, choose_replacement, come_in),
    "amend": Kind(0.4, choose_amendment, correct),
    "recheck": Kind(0.5, choose_recheck, look_again),
    "absence": Kind(2, choose_absence, stay_away),
    "delays": Kind(0.4, choose_delays, change_delays),
    "pause": Kind(0.4, choose_pause, change_pause),
    "guest": Kind(1, choose_guest, guest),
    "abandon": Kind(0.1, choose_abandon, give_up),
}


# What the partie needs to go on.


def open_next(world: World, again: bool, *seeds: bytes) -> None:
    world.add(open_partie(world.campaign, seeds, beacon_rule=None, schedule=None, again=again))


def register(world: World, *names: str) -> None:
    for name in names:
        _, source = world.write(name, "J'en suis !")
        world.add(join(world.campaign, name, f"mot de {name}", source))


def deal_next(world: World) -> None:
    world.add(deal(world.campaign, None))


def give_order(world: World, *names: str) -> None:
    world.add(order(world.campaign, names))


def receive(world: World, better: str, asked: tuple[NamedCard, ...]) -> None:
    made = exchange(world.campaign, better, asked=asked, given=None)
    world.add(made if isinstance(made, Problem) else made.events)


def give(world: World, better: str, draw: int) -> None:
    """The better-placed give cards of their hand, whichever these are in this world."""
    (pair,) = (pair for pair in world.manche.pairs if pair.better == better)
    cards = cards_in(giveable(world.campaign.rules, world.manche.hand(better), pair.taken))
    chosen = [named(card) for card in Random(draw).sample(cards, pair.number)]
    made = exchange(world.campaign, better, asked=None, given=chosen)
    world.add(made if isinstance(made, Problem) else made.events)


NEEDED: dict[str, Callable[..., None]] = {
    "post": say,
    "move": move,
    "open": open_next,
    "register": register,
    "deal": deal_next,
    "order": give_order,
    "receive": receive,
    "give": give,
}


def seeds_of(world: World) -> list[bytes]:
    return [world.chance.randbytes(32) for _ in range(seed_count(world.campaign.rules))]


def needed(world: World) -> Step | None:
    """What the partie waits for, None when there is nothing more to do."""
    chance, campaign = world.chance, world.campaign
    match campaign.phase:
        case "none":
            return Step("open", (False, *seeds_of(world)))
        case "registration":
            free = [name for name in (*PLAYERS, *GUESTS) if name not in campaign.players]
            return Step("register", tuple(free[: campaign.missing]))
        case "ready_to_deal":
            abandoned = campaign.partie is not None and campaign.partie.abandoned
            return (
                Step("open", (True, *seeds_of(world)))
                if abandoned and chance.random() < 0.5
                else Step("deal")
            )
        case "order":
            others = [name for name in world.manche.order if name != must_be_first(world.manche)]
            return Step("order", (must_be_first(world.manche), *chance.sample(others, len(others))))
        case "exchange":
            pair = next(pair for pair in world.manche.pairs if not pair.done)
            if pair.received is not None:
                return Step("give", (pair.better, chance.randrange(1000)))
            number = chance.randint(0, pair.number) if campaign.rules.exchange.demands else 0
            wanted = chance.sample(cards_in(world.manche.hand(pair.worse)), number)
            return Step("receive", (pair.better, tuple(map(named, wanted))))
        case "play":
            if chance.random() < 0.15:
                args = choose_move(world)
                return args and Step("post", args)
            args = choose_quick(world)
            return args and Step("move", args)
        case "over":
            return None


def next_step(world: World, *, told: bool = False) -> Step | None:
    """The next step by chance, mostly what the partie waits for; None when the partie is over."""
    wanted = needed(world)
    if wanted is None or world.chance.random() < (0.86 if world.playing else 0.6):
        return wanted and replace(wanted, told=told)
    kinds = list(ANY_TIME)
    for kind in world.chance.choices(kinds, [ANY_TIME[kind].weight for kind in kinds], k=3):
        args = ANY_TIME[kind].choose(world)
        if args is not None:
            return Step(kind, args, told)
    return replace(wanted, told=told)


def take(world: World, step: Step) -> None:
    """Take a step: what everybody learns of it stands in `world.facts`, what they read in `world.texts`."""
    world.facts, world.texts, world.listening = [], [], step.told
    world.wait(minutes=20)
    (ANY_TIME[step.kind].take if step.kind in ANY_TIME else NEEDED[step.kind])(world, *step.args)
    if step.told:
        kind = POSTS[len(world.records) % len(POSTS)]
        text = post(world.campaign, kind, SHOWN) if kind != "why" else why(world.records, None, SHOWN)
        if not isinstance(text, Problem):
            shown = text.public if isinstance(text, Explained) else text
            world.texts.append(f"{shown.title}\n{shown.body}")
