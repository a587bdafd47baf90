"""Texts of parties by other rules than zebest, and all samples together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random

from builders import Book, choose_order, deal, exchange_all, next_manche, open_partie, play_manche, register
from rule_sets import rules_of
from text_samples import CHECKPOINT, Roles, Sample, Shower, doubts, moves, pages, samples, verdicts

from gm.campaign import Problem, seed_count
from gm.desk import exchange
from gm.desk.closing import with_events
from gm.render import Presentation, public_text
from gm.rules import PRESETS, OptionValue, Rules, in_force
from gm.views.heading import Heading
from gm.views.public_posts import RulesView

SIX = ("Aldebert", "Bérénice", "Cunégonde", "Dieudonné", "Éléonore", "Fulbert")
OWN_RULES: Mapping[str, tuple[Mapping[str, OptionValue], Sequence[str]]] = {
    "bga": ({"preset": "bga", "equal": "skip", "manches": "2"}, SIX),
    "elysee": ({"preset": "elysee", "target": "9", "carre": "reverse"}, SIX[:4]),
    "classic": ({"preset": "classic", "target": "3", "carre": "turn", "equal": "yes"}, SIX[:5]),
    "house": (
        {
            "preset": "zebest",
            "jokers": "rank",
            "larger": "any",
            "transparent_threes": "true",
            "two_both_ends": "true",
            "pass": "locks",
            "equal": "skip",
            "forbidden_finish": "on_holding",
        },
        SIX[1:],
    ),
}
"""By the first word of a sample's name: house rules that bring up what zebest does not, and who plays."""


@cache
def systems(roles: Roles = ()) -> tuple[Sample, ...]:
    """A partie by other rules, as far as it tells something new: the deal, verdicts, an exchange, the end."""
    show = Shower(Presentation(roles=dict(roles)))
    return tuple(
        replace(sample, name=f"{name} {sample.name}")
        for name, (options, players) in OWN_RULES.items()
        for sample in _partie(show, rules_of(**options), players)
    )


def _partie(show: Shower, rules: Rules, players: Sequence[str]) -> Iterator[Sample]:
    chance = Random(5)
    book = open_partie(Book(rules=rules), chance)
    register(book, players[:-1])
    yield from show.topic("registering", book.campaign)
    register(book, players[-1:])
    yield from show.topic("full", book.campaign)
    deal(book)
    yield from show.table("dealt", book.campaign)
    yield from show.messages("dealt", book.campaign)
    if book.campaign.phase == "order":
        choose_order(book, chance)
    yield from moves(show, book, chance)
    yield from show.topic("over", book.campaign)
    deal(book)
    yield from show.table("dealt again", book.campaign)
    yield from show.messages("dealt again", book.campaign)
    first = book.manche.pairs[0]
    received = exchange.exchange(book.campaign, first.better, asked=(), given=None)
    assert not isinstance(received, Problem)
    yield from show.messages("received", with_events(book.campaign, received.events))
    exchange_all(book, chance)
    yield from show.messages("exchanged", book.campaign)
    play_manche(book, chance)
    while book.campaign.phase != "over":
        next_manche(book, chance)
    yield from show.table("closed", book.campaign)


def booklets(look: Presentation) -> Iterator[Sample]:
    """The booklet of each preset."""
    for name, rules in PRESETS.items():
        heading = Heading(name, "Une partie", 1, 1)
        view = RulesView(heading, rules, in_force(rules), seed_count(rules), CHECKPOINT)
        text = public_text(view, look)
        yield Sample("public", f"booklet {name}", text.title, text.body)


@cache
def everything(roles: Roles = ()) -> tuple[Sample, ...]:
    """Every text there is a way to: of a partie, the verdicts it does not reach, of posts read."""
    look = Presentation(roles=dict(roles))
    return (
        *samples(roles=roles),
        *verdicts(roles),
        *doubts(look),
        *pages(look),
        *systems(roles),
        *booklets(look),
    )
