"""Forged exchanges: demands, gifts, the commitments after them, what is published at the end."""

from dataclasses import replace
from random import Random
from typing import Final

from attacks.forging import (
    NOTHING,
    Attack,
    both,
    codes,
    first,
    honest,
    manche_before,
    on,
    put,
    second_manche,
    standing,
)
from attacks.named import by
from builders import Book, choose_order, deal, exchange_all, open_partie, play_manche, register

from gm.campaign import Campaign
from gm.cards import Card, cards_in, rank_of
from gm.desk.corrections import UndoProposed, undo
from gm.desk.secrets import commitments_to
from gm.events import (
    Exchanged,
    MancheClosed,
    Record,
)


def _gift(records: list[Record], *, asked: bool) -> tuple[int, Exchanged, Campaign]:
    """A gift that follows a demand, or one of choice, of one card, and the campaign before it."""
    for before, record in standing(records):
        event = record.event
        if isinstance(event, Exchanged) and len(event.cards or ()) == 1:
            pair = next(
                pair for pair in manche_before(before).pairs if event.giver in (pair.better, pair.worse)
            )
            if (event.giver == pair.worse) == asked:
                return record.seq, event, before
    raise AssertionError("no such gift")


def _given_otherwise(before: Campaign, event: Exchanged, card: Card) -> Exchanged:
    manche = manche_before(before)
    hands = {
        event.giver: [each for each in cards_in(manche.hand(event.giver)) if each != card],
        event.receiver: sorted({*cards_in(manche.hand(event.receiver)), card}),
    }
    commitments = commitments_to(before, manche, before.seq + 1, hands)
    return replace(event, cards=(card,), commitments=commitments)


def _published_too(records: list[Record], event: Exchanged) -> list[Record]:
    seq, closed = first(records, MancheClosed, lambda closed: bool(closed.exchanges))
    gifts = tuple(
        replace(gift, cards=event.cards or ()) if gift.giver == event.giver else gift
        for gift in closed.exchanges
    )
    return put(records, seq, replace(closed, exchanges=gifts))


def a_demand_not_honoured() -> Attack:
    """The worse-placed gives a card that is neither the one asked for nor their best (Z19): a friend keeps
    it."""
    records = honest()
    seq, gift, before = _gift(records, asked=True)
    lowest = cards_in(manche_before(before).hand(gift.giver))[0]
    assert rank_of(lowest) != rank_of((gift.cards or ())[0])
    forged = _given_otherwise(before, gift, lowest)
    records = _published_too(put(records, seq, forged), forged)
    return both(records, seq, "ruling", why="demand_not_honoured")


def a_gift_not_held() -> Attack:
    """The better-placed gives a card that they do not hold, and keeps their own."""
    records = honest()
    seq, gift, before = _gift(records, asked=False)
    manche = manche_before(before)
    other = next(name for name in manche.order if name not in (gift.giver, gift.receiver))
    forged = replace(gift, cards=cards_in(manche.hand(other))[:1])
    records = _published_too(put(records, seq, forged), forged)
    return both(records, seq, "ruling", why="gift_not_held")


def another_gift_committed_to() -> Attack:
    """The commitments after a gift are to hands in which another card changed hands."""
    records = honest()
    seq, gift, before = _gift(records, asked=False)
    kept = next(
        card for card in cards_in(manche_before(before).hand(gift.giver)) if card not in (gift.cards or ())
    )
    commitments = _given_otherwise(before, gift, kept).commitments
    return both(put(records, seq, replace(gift, commitments=commitments)), seq, "bad_commitments")


def a_card_more_after_a_gift() -> Attack:
    """In an open manche somebody keeps the card that they gave."""
    book = second_manche()
    seq, gift, before = _gift(book.records, asked=False)
    manche = manche_before(before)
    hands = {
        gift.giver: cards_in(manche.hand(gift.giver)),
        gift.receiver: sorted((*cards_in(manche.hand(gift.receiver)), *(gift.cards or ()))),
    }
    forged = replace(gift, commitments=commitments_to(before, manche, seq, hands))
    return both(put(book.records, seq, forged)[:seq], seq, "bad_commitments")


def a_gift_too_large() -> Attack:
    """In an open manche two cards are given where one is due, each in its place (Z19): a friend is soon
    out."""
    book = second_manche()
    seq, gift, before = _gift(book.records, asked=False)
    manche = manche_before(before)
    cards = cards_in(manche.hand(gift.giver))[:2]
    hands = {
        gift.giver: cards_in(manche.hand(gift.giver))[2:],
        gift.receiver: sorted((*cards_in(manche.hand(gift.receiver)), *cards)),
    }
    forged = replace(gift, cards=cards, commitments=commitments_to(before, manche, seq, hands))
    own = codes("ruling", "bad_commitments")
    return Attack(
        put(book.records, seq, forged)[:seq], seq, own, codes("bad_commitments"), "wrong_gift_number"
    )


def another_gift_published() -> Attack:
    """At the end of the manche another card is published than the one that was given, to hide a bad deal."""
    records = honest()
    _, gift, before = _gift(records, asked=False)
    kept = next(
        card for card in cards_in(manche_before(before).hand(gift.giver)) if card not in (gift.cards or ())
    )
    forged = _published_too(records, replace(gift, cards=(kept,)))
    closed, _ = first(records, MancheClosed, lambda event: bool(event.exchanges))
    return Attack(forged, closed, codes("bad_exchanges"), NOTHING)


def another_gift_published_seen_in_public() -> Attack:
    """The same in a public copy: the hands committed to after the gift are not those of that card."""
    attack = another_gift_published()
    made, _, _ = _gift(attack.records, asked=False)
    return Attack(attack.records, made, NOTHING, codes("bad_commitments"))


def another_demand_published() -> Attack:
    """At the end of the manche the demand is said to have been another one than the one recorded."""
    records = honest()
    seq, closed = first(records, MancheClosed, lambda event: bool(event.exchanges))
    gifts = tuple(replace(gift, asked="3?") if at == 0 else gift for at, gift in enumerate(closed.exchanges))
    return Attack(put(records, seq, replace(closed, exchanges=gifts)), seq, codes("bad_exchanges"), NOTHING)


def a_gift_published_twice() -> Attack:
    """At the end of the manche one gift is listed twice, so that two readers take two histories."""
    records = honest()
    seq, closed = first(records, MancheClosed, lambda event: bool(event.exchanges))
    twice = (*closed.exchanges, closed.exchanges[0])
    return both(put(records, seq, replace(closed, exchanges=twice)), seq, "bad_exchanges")


def a_gift_not_published() -> Attack:
    """At the end of the manche one gift is left out, so that it need not have been honest."""
    records = honest()
    seq, closed = first(records, MancheClosed, lambda event: bool(event.exchanges))
    return both(put(records, seq, replace(closed, exchanges=closed.exchanges[1:])), seq, "bad_exchanges")


def a_hand_forged_in_an_exchange_undone_later() -> Attack:
    """A friend is given another's card in the commitments of an exchange that is undone, and can play it."""

    def forge(campaign: Campaign, event: Exchanged) -> Exchanged:
        manche = manche_before(campaign)
        stranger = next(name for name in manche.order if name not in (event.giver, event.receiver))
        gift = set(event.cards or ())
        kept = [card for card in cards_in(manche.hand(event.giver)) if card not in gift]
        held = sorted(
            {*cards_in(manche.hand(event.receiver)), *sorted(gift)[1:], cards_in(manche.hand(stranger))[-1]}
        )
        hands = {event.giver: kept, event.receiver: held}
        return replace(event, commitments=commitments_to(campaign, manche, campaign.seq + 1, hands))

    chance = Random(3)
    book = register(open_partie(Book(change=on(Exchanged, forge)), chance))
    play_manche(choose_order(deal(book), chance), chance)
    exchange_all(deal(book), chance)
    seq, _ = first(book.records, Exchanged)
    undone = undo(book.campaign, seq, "une erreur")
    assert isinstance(undone, UndoProposed)
    book.add(undone.event)
    play_manche(exchange_all(book, chance), chance)
    return both(book.records, seq, "bad_commitments")


CATALOGUE: Final = by(
    "moderator",
    a_hand_forged_in_an_exchange_undone_later,
    a_demand_not_honoured,
    a_gift_not_held,
    another_gift_committed_to,
    a_card_more_after_a_gift,
    another_gift_published,
    another_gift_published_seen_in_public,
    a_gift_too_large,
    another_demand_published,
    a_gift_published_twice,
    a_gift_not_published,
)
