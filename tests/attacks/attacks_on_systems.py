"""Forgeries that other systems make possible: drawn openers, numbers of seats, hands as dealt, targets."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from attacks.forging import Attack, both, codes, dealt_otherwise, manche_before, on, then
from attacks.named import by
from builders import (
    PLAYERS,
    Book,
    Change,
    deal,
    named,
    next_manche,
    open_partie,
    play_manche,
    register,
    whole_partie,
)
from rule_sets import rules_of

from gm.campaign import Campaign, Pair, Problem
from gm.cards import Card, cards_in
from gm.desk.exchange import exchange
from gm.desk.prepare import deal as propose_deal
from gm.events import MancheDealt, PartieClosed
from gm.rules import Rules

FOUR: Final = PLAYERS[:4]


def _begun(rules: Rules, players: Sequence[str] = FOUR, change: Change | None = None) -> Book:
    """A partie with its players registered."""
    return register(open_partie(Book(rules=rules, change=change), Random(3)), players)


def _dealt(book: Book) -> MancheDealt:
    proposed = propose_deal(book.campaign, None)
    assert isinstance(proposed, MancheDealt)
    return proposed


def a_friend_opens() -> Attack:
    """The lot says who opens (B8); the deal names a friend instead, and the manche goes on from there."""

    def forge(_: Campaign, event: MancheDealt) -> MancheDealt:
        return replace(event, opener=next(name for name in event.seats if name != event.opener))

    records = whole_partie(
        3, rules=rules_of("bga", manches="1"), players=FOUR, change=on(MancheDealt, forge)
    ).records
    return both(records, 7, "bad_opener")


def nobody_drawn_to_open() -> Attack:
    """A first manche names nobody to open it, so that the opener can be chosen later (B8)."""
    book = _begun(rules_of("bga"))
    forged = replace(_dealt(book), opener=None)
    return both(then(book.records, forged), 7, "bad_opener", "ruling", why="opener_missing")


def an_opener_drawn_again() -> Attack:
    """A later manche names a friend to open, though the last of the one before does (B8)."""
    book = next_manche(_begun(rules_of("bga")), Random(3))
    forged = replace(_dealt(book), opener=FOUR[0])
    return both(then(book.records, forged), len(book.records) + 1, "bad_opener")


def extra_cards_to_the_last() -> Attack:
    """The extra cards go to the last places where they are those of the first seats (B1)."""

    def forge(campaign: Campaign, event: MancheDealt) -> MancheDealt:
        places = manche_before(campaign).places
        last = sorted(FOUR, key=lambda name: -places[name])[:2]
        return dealt_otherwise(campaign, event, extra=tuple(last))

    change = on(MancheDealt, forge, turn=2)
    records = whole_partie(3, rules=rules_of("bga", manches="2"), players=FOUR, change=change).records
    seq = [each.seq for each in records if isinstance(each.event, MancheDealt)][1]
    own, public = codes("bad_extra", "bad_hands", "bad_commitments"), codes("bad_extra", "bad_commitments")
    return Attack(records, seq, own, public)


def a_deal_for_three() -> Attack:
    """Three are dealt to where four are needed at least (C1)."""
    records = _dealt_to(FOUR[:3]).records
    return both(records, len(records), "ruling", why="not_ready_to_deal")


def a_deal_for_eight() -> Attack:
    """Eight are dealt to where seven play at most, so that a friend need not wait (C1)."""
    records = _dealt_to("abcdefgh").records
    return both(records, len(records), "bad_entropy", "bad_seats", "ruling", why="wrong_seats")


def _dealt_to(players: Sequence[str]) -> Book:
    rules = rules_of("classic")
    book = _begun(rules, players)
    _play_by(book, replace(rules, deal=replace(rules.deal, seats=(3, 8))))
    return deal(book)


def a_received_card_given_back() -> Attack:
    """A card just received is given back, though both gifts come from the hands as dealt (E5)."""
    chance = Random(3)
    rules = rules_of("elysee")
    book = deal(next_manche(_begun(rules), chance))
    _play_by(book, replace(rules, exchange=replace(rules.exchange, as_dealt=False)))
    first, second = book.manche.pairs
    received = _received(book, second)
    _give(book, second, received)
    seq = len(book.records)
    _received(book, first)
    _give(book, first, cards_in(book.manche.hand(first.better))[:2])
    return both(play_manche(book, chance).records, seq, "ruling", why="gift_received")


def _play_by(book: Book, rules: Rules) -> None:
    """Go on as if other rules had been announced."""
    book.campaign = replace(book.campaign, rules=rules)


def _received(book: Book, pair: Pair) -> tuple[Card, ...]:
    made = exchange(book.campaign, pair.better, asked=None, given=None)
    assert not isinstance(made, Problem)
    book.add(made.events)
    return made.received


def _give(book: Book, pair: Pair, cards: Sequence[Card]) -> None:
    made = exchange(book.campaign, pair.better, asked=None, given=[named(card) for card in cards])
    assert not isinstance(made, Problem)
    book.add(made.events)


def a_manche_after_the_target() -> Attack:
    """The target is reached, and another manche is dealt all the same: a friend may still win (E4)."""
    rules = rules_of("elysee", target="4")
    book = _begun(rules)
    _play_by(book, replace(rules, scoring=replace(rules.scoring, target=30)))
    records = deal(next_manche(book, Random(3))).records
    return both(records, len(records), "ruling")


def a_partie_ended_before_its_target() -> Attack:
    """A partie is closed while its target is still to be reached: a friend leads (E4)."""
    book = next_manche(_begun(rules_of("elysee")), Random(3))
    records = then(book.records, PartieClosed(1))
    return both(records, len(records), "ruling", why="partie_not_over")


CATALOGUE: Final = by(
    "moderator",
    a_friend_opens,
    nobody_drawn_to_open,
    an_opener_drawn_again,
    extra_cards_to_the_last,
    a_deal_for_three,
    a_deal_for_eight,
    a_received_card_given_back,
    a_manche_after_the_target,
    a_partie_ended_before_its_target,
)
