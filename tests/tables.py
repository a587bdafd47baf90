"""Tables set as a test needs them: who holds which cards, who has which place, without playing for it.

`holding(1, {"snaga": "Qh"})` is a change for `Book`: that manche dealt with some cards changed for others,
committed to as it stands. Places are reached by sanctions, which take the lowest free one each time (Z18).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from builders import PLAYERS, Book, Change, choose_order, deal, named, open_partie, register

from gm import dealing
from gm.campaign import Campaign, Problem
from gm.cards import Card, NamedCard, card_of, cards_in, cards_of, codes_of
from gm.desk.corrections import sanction
from gm.desk.exchange import exchange
from gm.desk.referee import PostJudged, entries_of, judge_text
from gm.desk.texts import Shown
from gm.events import Event, MancheDealt
from gm.render import Presentation
from gm.rules import ZEBEST, Rules

PRESIDENT, MINISTER, NEUTRAL, PEASANT, LAST = PLAYERS
"""Who takes which place of manche 1 in `second_manche`."""

SHOWN = Shown(Presentation("fr"), "zebest/1/0000-0000-0000-0000-0000-0000-0000-0000")

Hands = Mapping[str, tuple[Card, ...]]


def swapped(hands: Hands, wanted: Mapping[str, str]) -> dict[str, tuple[Card, ...]]:
    """The hands once each player holds the cards wanted, each changed for one that nobody wants."""
    fixed = {card for codes in wanted.values() for card in cards_of(codes)}
    now = {name: set(cards) for name, cards in hands.items()}
    for name, codes in wanted.items():
        for card in cards_of(codes):
            if card in now[name]:
                continue
            holder = next(each for each in now if card in now[each])
            back = min(now[name] - fixed)
            now[holder] = now[holder] - {card} | {back}
            now[name] = now[name] - {back} | {card}
    return {name: tuple(sorted(cards)) for name, cards in now.items()}


def committed(campaign: Campaign, event: MancheDealt, hands: Hands) -> MancheDealt:
    """The deal with other hands, committed to with the same keys."""
    partie = campaign.partie
    assert partie is not None
    seed = partie.seeds[event.manche]
    secret = dealing.deal_key(campaign.name, event.partie, event.manche, event.entropy, seed)
    commitments = {
        name: dealing.commitments(
            *(campaign.name, event.partie, event.manche, name, cards, campaign.seq + 1),
            dealing.hand_key(name, secret),
        )
        for name, cards in hands.items()
    }
    return replace(event, hands=hands, commitments=commitments)


def holding(manche: int, wanted: Mapping[str, str]) -> Change:
    """A change for `Book`: in this manche the players hold the cards wanted."""

    def change(campaign: Campaign, event: Event) -> Event:
        if isinstance(event, MancheDealt) and event.manche == manche and event.hands is not None:
            return committed(campaign, event, swapped(event.hands, wanted))
        return event

    return change


def registered(
    seed: int = 7,
    players: Sequence[str] = PLAYERS,
    change: Change | None = None,
    rules: Rules = ZEBEST,
) -> Book:
    """A partie with its players registered."""
    return register(open_partie(Book(rules=rules, change=change), Random(seed)), players)


def dealt(wanted: Mapping[str, str] | None = None, *, seed: int = 7, rules: Rules = ZEBEST) -> Book:
    """Manche 1 dealt, its order of play awaited."""
    return deal(registered(seed, change=holding(1, wanted or {}), rules=rules))


def first_manche(wanted: Mapping[str, str] | None = None, *, seed: int = 7) -> Book:
    """Manche 1 in play, the holder of Qh first."""
    return choose_order(dealt(wanted, seed=seed), Random(seed))


def in_order(wanted: Mapping[str, str], *, rules: Rules = ZEBEST) -> Book:
    """Manche 1 in play in the order of the names given, the first holding Qh."""
    from gm.desk.prepare import order

    names = list(wanted)
    book = dealt({**wanted, names[0]: f"Qh {wanted[names[0]]}"}, rules=rules)
    book.add(order(book.campaign, [*names, *(name for name in PLAYERS if name not in names)]))
    return book


def second_manche(wanted: Mapping[str, str] | None = None, *, seed: int = 7) -> Book:
    """Manche 2 dealt, its exchanges awaited; the places of manche 1 are those of PLAYERS."""
    book = deal(registered(seed, change=holding(2, wanted or {})))
    choose_order(book, Random(seed))
    for name in (LAST, PEASANT, NEUTRAL, MINISTER):
        book.add(sanction(book.campaign, name, "pour finir", ()))
    return deal(book)


def asking(codes: str) -> tuple[NamedCard, ...]:
    """Cards as a demand or a gift names them: `2? As`."""
    return tuple(
        NamedCard(named(card_of(code[0] + "s")).rank, None) if code[1] == "?" else named(card_of(code))
        for code in codes.split()
    )


def receive(book: Book, better: str, asked: str | None = None) -> Book:
    """Record what the better-placed player of a pair receives."""
    made = exchange(book.campaign, better, asked=None if asked is None else asking(asked), given=None)
    assert not isinstance(made, Problem), made
    book.add(made.events)
    return book


def give_back(book: Book, better: str, codes: str) -> Book:
    """Record what the better-placed player of a pair gives."""
    made = exchange(book.campaign, better, asked=None, given=asking(codes))
    assert not isinstance(made, Problem), made
    book.add(made.events)
    return book


def judged(book: Book, name: str | None, text: str) -> PostJudged:
    """A post as the desk judges it."""
    found = judge_text(book.campaign, name, text)
    assert isinstance(found, PostJudged), found
    return found


def play(book: Book, name: str | None, text: str) -> Book:
    """Record an accepted post."""
    found = judged(book, name, text)
    assert found.accepted, found
    book.add(entries_of(book.campaign, found, None))
    return book


def code_of_problem(found: object) -> str:
    """The code of a problem that the desk answers with."""
    assert isinstance(found, Problem), found
    return found.code


def exchange_all_default(book: Book) -> Book:
    """Both exchanges without a demand, the lowest cards given (Z19)."""
    for pair in book.manche.pairs:
        receive(book, pair.better)
        lowest = sorted(cards_in(book.manche.hand(pair.better)))[: pair.number]
        give_back(book, pair.better, codes_of(lowest))
    return book


def sanctioned_to_the_end(book: Book) -> Book:
    """End the manche by sanctions, the last of PLAYERS who plays first."""
    names = dict.fromkeys(name for name in (*PLAYERS, *book.manche.order) if name in book.manche.order)
    playing = [name for name in names if name not in book.manche.places]
    for name in playing[:0:-1]:
        book.add(sanction(book.campaign, name, "pour finir", ()))
    return book
