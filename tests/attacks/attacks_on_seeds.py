"""Seeds, deals and words that come again: from another manche, campaign, entry or deal."""

from dataclasses import replace
from random import Random
from typing import Final

from attacks.forging import (
    NOTHING,
    Attack,
    begun,
    both,
    codes,
    dealt_otherwise,
    first,
    honest,
    key_of,
    on,
    put,
    then,
    with_hands,
)
from attacks.named import by
from builders import Book, deal, open_partie, register, whole_partie

from gm import dealing
from gm.campaign import Campaign
from gm.desk.corrections import UndoProposed, abandon, undo
from gm.events import MancheAbandoned, MancheClosed, MancheDealt, PartieOpened


def seed_of_another_manche() -> Attack:
    """A closed manche publishes the next one's seed, so that a friend knows its hands before the deal."""
    records = honest()
    _, last = first(records, MancheClosed, lambda event: event.manche == 2)
    seq, closed = first(records, MancheClosed)
    return both(put(records, seq, replace(closed, seed=last.seed)), seq, "bad_seed")


def seed_of_another_campaign() -> Attack:
    """The opening commits to seeds as another campaign does, whose deals a friend has seen."""

    def forge(_: Campaign, event: PartieOpened) -> PartieOpened:
        kept = event.seeds or {}
        return replace(event, commitments={m: dealing.commit("autre", 1, m, kept[m]) for m in kept})

    book = open_partie(Book(change=on(PartieOpened, forge)), Random(3))
    return Attack(book.records, 2, codes("bad_seed"), NOTHING)


def deal_of_another_campaign() -> Attack:
    """The deal of another campaign of the same seeds and words is signed here, since its hands pleased."""
    other = deal(register(open_partie(Book("autre"), Random(3)))).records[-1].event
    assert isinstance(other, MancheDealt)
    own = codes("bad_seats", "bad_extra", "bad_hands", "bad_commitments")
    return Attack(then(begun().records, other), 8, own, NOTHING)


def seed_of_another_abandoned_deal() -> Attack:
    """An abandoned manche publishes another seed than its own, so that nobody can recompute it."""
    change = on(MancheAbandoned, lambda _, event: replace(event, seed="0" * 64))
    book = deal(begun(change))
    book.add(abandon(book.campaign, "une main au mauvais joueur", bytes(32)))
    return both(book.records, 9, "bad_seed")


def the_abandoned_seed_again() -> Attack:
    """An abandoned manche commits to the seed that it publishes: everybody knows the next deal's hands."""
    book = deal(begun())
    seed = bytes.fromhex(book.campaign.parties[0].seeds[1])
    book.add(abandon(book.campaign, "une main au mauvais joueur", seed))
    return both(book.records, 9, "bad_seed")


def _one_seed(campaign: Campaign, event: PartieOpened) -> PartieOpened:
    seed = (event.seeds or {})[1]
    commitments = {manche: dealing.commit(campaign.name, 1, manche, seed) for manche in event.commitments}
    return replace(event, commitments=commitments, seeds=dict.fromkeys(event.commitments, seed))


def one_seed_for_two_manches() -> Attack:
    """The opening commits to one seed for both manches: who knows manche 1 deals manche 2 for themselves."""
    records = whole_partie(3, change=on(PartieOpened, _one_seed)).records
    return Attack(records, 2, codes("bad_seed"), NOTHING)


def the_seed_of_an_earlier_partie() -> Attack:
    """Partie 2 commits to the seed that partie 1 has published: everybody can compute its hands."""
    book = whole_partie(3)
    opened = book.records[1].event
    assert isinstance(opened, PartieOpened)
    commitments = {m: dealing.commit("zebest", 2, m, seed) for m, seed in (opened.seeds or {}).items()}
    records = then(book.records, replace(opened, partie=2, commitments=commitments))
    return both(records, len(records), "bad_seed")


def a_seed_for_a_manche_too_many() -> Attack:
    """The opening commits to a third manche, which is played when the first two went badly for a friend."""
    records = honest()
    seq, opened = first(records, PartieOpened)
    more = {**opened.commitments, 3: dealing.commit("zebest", 1, 3, "3" * 64)}
    seeds = {**(opened.seeds or {}), 3: "3" * 64}
    forged = put(records, seq, replace(opened, commitments=more, seeds=seeds))
    return both(forged, seq, "ruling", why="wrong_commitments")


def the_rule_of_the_draw_that_is_known() -> Attack:
    """A deal is abandoned when the draw is known, and the next one rests on the same draw."""
    rule = "Loto du 14 juin"
    book = deal(begun(rule=rule), "4 8 15")
    abandoned = abandon(book.campaign, "une main au mauvais joueur", bytes(32))
    assert isinstance(abandoned, MancheAbandoned)
    forged = replace(abandoned, beacon_rule=rule)
    return both(then(book.records, forged), 9, "ruling", why="beacon_rule_again")


def _beacon(spelt: str) -> Attack:
    def forge(campaign: Campaign, event: MancheDealt) -> MancheDealt:
        return dealt_otherwise(campaign, event, beacon=spelt)

    return both(deal(begun(on(MancheDealt, forge), "Loto du 14 juin"), "4 8 15").records, 8, "not_cleaned")


def a_beacon_with_two_blanks() -> Attack:
    """The draw is written with a blank too many: it looks the same and deals other hands."""
    return _beacon("4  8 15")


def a_beacon_with_what_nobody_sees() -> Attack:
    """The draw is written with a character that nobody sees, one of dozens that each deal other hands."""
    return _beacon("4 8\u200b 15")


def no_seed_after_abandoning() -> Attack:
    """An abandoned manche commits to no new seed, and the next deal is drawn from one chosen later."""

    def without(_: Campaign, event: MancheAbandoned) -> MancheAbandoned:
        return replace(event, next_commitment=None, next_seed=None)

    book = deal(begun(on(MancheAbandoned, without)))
    dealt = book.records[-1].event
    book.add(abandon(book.campaign, "une main au mauvais joueur", bytes(32)))
    return both(then(book.records, dealt), 10, "no_commitment")


def a_beacon_that_is_empty() -> Attack:
    """The beacon that the opening promised is given as an empty text: the deal is drawn without it."""

    def forge(campaign: Campaign, event: MancheDealt) -> MancheDealt:
        return dealt_otherwise(campaign, event, beacon="")

    return both(deal(begun(on(MancheDealt, forge), "Loto du 14 juin"), "4 8 15").records, 8, "beacon_missing")


def an_empty_beacon_rule() -> Attack:
    """The opening publishes an empty rule, so that any beacon that pleases can be said to follow it."""
    change = on(PartieOpened, lambda _, event: replace(event, beacon_rule=""))
    return both(deal(begun(change), "4 8 15").records, 8, "beacon_without_rule")


def an_empty_beacon_without_rule() -> Attack:
    """An empty beacon that no entry promised: a second spelling of a deal without one."""
    change = on(MancheDealt, lambda campaign, event: dealt_otherwise(campaign, event, beacon=""))
    return both(deal(begun(change)).records, 8, "beacon_without_rule")


def a_deal_redone_with_another_seat() -> Attack:
    """A deal is undone and dealt anew with two seats swapped, so that a friend gets the other hand."""

    def forge(campaign: Campaign, event: MancheDealt) -> MancheDealt:
        one, other, *rest = event.seats
        hands = {**(event.hands or {})}
        hands[one], hands[other] = hands[other], hands[one]
        return with_hands(campaign, replace(event, seats=(other, one, *rest)), hands)

    own = codes("bad_seats", "bad_hands", "bad_commitments")
    return Attack(_redone(begun(on(MancheDealt, forge, turn=2))).records, 10, own, NOTHING)


def a_deal_redone_with_another_player() -> Attack:
    """A deal is undone and dealt anew to somebody who registered late, in the place of who was dealt to."""

    def forge(_: Campaign, event: MancheDealt) -> MancheDealt:
        names = {"snaga": "Zoé"}
        return replace(
            event,
            seats=tuple(names.get(name, name) for name in event.seats),
            extra=tuple(names.get(name, name) for name in event.extra),
            commitments={names.get(name, name): each for name, each in event.commitments.items()},
            hands={names.get(name, name): each for name, each in (event.hands or {}).items()},
        )

    book = begun()
    register(book, ["Zoé"])
    records = _redone(book).records
    seq, dealt = len(records), records[-1].event
    assert isinstance(dealt, MancheDealt)
    forged = put(records, seq, forge(book.campaign, dealt))
    return both(forged, seq, "bad_seats", "ruling", why="wrong_seats")


def _redone(book: Book) -> Book:
    deal(book)
    proposed = undo(book.campaign, None, "une erreur")
    assert isinstance(proposed, UndoProposed)
    book.add(proposed.event)
    return deal(book)


def commitments_of_another_entry() -> Attack:
    """The commitments are those of an earlier, undone deal, whose salts somebody may have been told."""
    book = _redone(begun())
    _, dealt = first(book.records, MancheDealt)
    _, again = first(book.records[9:], MancheDealt)
    forged = put(book.records, 10, replace(again, commitments=dealt.commitments))
    return Attack(forged, 10, codes("bad_commitments"), NOTHING)


def a_manche_out_of_turn() -> Attack:
    """Manche 2 is dealt first, whose seed is known to give a friend a good hand."""

    def forge(campaign: Campaign, event: MancheDealt) -> MancheDealt:
        second = replace(event, manche=2, entropy=dealing.entropy(campaign.words_for(2)))
        given = dealing.deal(campaign.rules, event.seats, key_of(campaign, second))
        return with_hands(campaign, replace(second, seats=given.seats, extra=given.extra), given.hands)

    book = begun()
    dealt = deal(begun()).records[-1].event
    assert isinstance(dealt, MancheDealt)
    return both(then(book.records, forge(book.campaign, dealt)), 8, "ruling", why="wrong_manche")


CATALOGUE: Final = by(
    "moderator",
    seed_of_another_manche,
    seed_of_another_campaign,
    deal_of_another_campaign,
    seed_of_another_abandoned_deal,
    the_abandoned_seed_again,
    one_seed_for_two_manches,
    the_seed_of_an_earlier_partie,
    a_seed_for_a_manche_too_many,
    the_rule_of_the_draw_that_is_known,
    a_beacon_with_two_blanks,
    a_beacon_with_what_nobody_sees,
    no_seed_after_abandoning,
    a_beacon_that_is_empty,
    an_empty_beacon_rule,
    an_empty_beacon_without_rule,
    a_deal_redone_with_another_seat,
    a_deal_redone_with_another_player,
    commitments_of_another_entry,
    a_manche_out_of_turn,
)
