"""Forged deals: hands, seats, extra cards, commitments, seeds, words and beacons."""

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
    manche_before,
    on,
    put,
    two_cards_exchanged,
    with_hands,
)
from attacks.named import by
from builders import (
    Book,
    deal,
    open_partie,
    register,
    time_of,
    whole_partie,
)

from gm import dealing
from gm.campaign import Campaign
from gm.desk.corrections import UndoProposed, abandon, undo
from gm.desk.prepare import deal as propose_deal
from gm.desk.prepare import give_word
from gm.events import (
    Joined,
    MancheAbandoned,
    MancheClosed,
    MancheDealt,
    PartieOpened,
    Record,
)

# The deal


def wrong_hand_dealt() -> Attack:
    """Two players' first cards change hands before the deal is committed to: a friend holds the better
    one."""
    change = on(MancheDealt, lambda campaign, event: with_hands(campaign, event, two_cards_exchanged(event)))
    own, public = codes("bad_hands", "bad_commitments"), codes("bad_commitments")
    return Attack(whole_partie(3, change=change).records, 8, own, public)


def secrets_swapped() -> Attack:
    """The hands kept in secret are swapped between two players, so that each is sent the other's."""
    records = honest()
    seq, dealt = first(records, MancheDealt)
    assert dealt.hands is not None
    a, b = [name for name in dealt.seats if name not in dealt.extra][:2]
    hands = {**dealt.hands, a: dealt.hands[b], b: dealt.hands[a]}
    return Attack(put(records, seq, replace(dealt, hands=hands)), seq, codes("bad_hands"), NOTHING)


def hands_not_the_deck() -> Attack:
    """A hand kept in secret holds a card that another player has too, so that it can be played twice."""
    records = honest()
    seq, dealt = first(records, MancheDealt)
    assert dealt.hands is not None
    a, b = dealt.seats[:2]
    hands = {**dealt.hands, a: tuple(sorted((dealt.hands[b][0], *dealt.hands[a][1:])))}
    forged = put(records, seq, replace(dealt, hands=hands))
    return Attack(forged, seq, codes("bad_hands", "ruling"), NOTHING, "wrong_hands")


def another_seat() -> Attack:
    """The seats are those of the seed, begun one later, so that a friend takes other cards of the deck."""
    change = on(MancheDealt, lambda _, event: replace(event, seats=(*event.seats[1:], event.seats[0])))
    return both(whole_partie(3, change=change).records, 8, "bad_seats")


def another_player() -> Attack:
    """Somebody who waits is dealt the hand of somebody who registered before them (Z21)."""
    book = register(begun(), ["Zoé"])
    dealt = propose_deal(book.campaign, None)
    assert isinstance(dealt, MancheDealt)

    def friend(name: str) -> str:
        return "Zoé" if name == "snaga" else name

    event = replace(
        dealt,
        seats=tuple(map(friend, dealt.seats)),
        extra=tuple(map(friend, dealt.extra)),
        commitments={friend(name): digests for name, digests in dealt.commitments.items()},
        hands={friend(name): cards for name, cards in (dealt.hands or {}).items()},
    )
    return both([*book.records, Record(9, time_of(9), event)], 9, "bad_seats", "ruling", why="wrong_seats")


def extra_cards_to_others() -> Attack:
    """In manche 2 the two extra cards go to the first places, and the deal is drawn accordingly (Z2)."""

    def forge(campaign: Campaign, event: MancheDealt) -> MancheDealt:
        places = manche_before(campaign).places
        return dealt_otherwise(
            campaign, event, extra=tuple(sorted(places, key=lambda name: places[name])[:2])
        )

    records = whole_partie(3, change=on(MancheDealt, forge, turn=2)).records
    seq = [each.seq for each in records if isinstance(each.event, MancheDealt)][1]
    own, public = codes("bad_extra", "bad_hands", "bad_commitments"), codes("bad_extra", "bad_commitments")
    return Attack(records, seq, own, public)


def extra_cards_not_by_lot() -> Attack:
    """In manche 1 the extra cards go to the last seats instead of the first, where no friend sits (Z2)."""
    change = on(MancheDealt, lambda campaign, event: dealt_otherwise(campaign, event, extra=event.seats[3:]))
    own, public = codes("bad_extra", "bad_hands", "bad_commitments"), codes("bad_extra", "bad_commitments")
    return Attack(whole_partie(3, change=change).records, 8, own, public)


def too_few_commitments() -> Attack:
    """A commitment is missing in an open manche, so that one card can be told later."""
    book = begun()
    dealt = propose_deal(book.campaign, None)
    assert isinstance(dealt, MancheDealt)
    commitments = {**dealt.commitments, "snaga": dealt.commitments["snaga"][1:]}
    hands = {**(dealt.hands or {}), "snaga": (dealt.hands or {})["snaga"][1:]}
    event = replace(dealt, commitments=commitments, hands=hands)
    own = codes("bad_hands", "bad_commitments", "ruling")
    return Attack([*book.records, Record(8, time_of(8), event)], 8, own, codes("bad_commitments"))


def one_extra_card() -> Attack:
    """Only one player is said to get an extra card, of the two that there are (Z1)."""
    change = on(MancheDealt, lambda _, event: replace(event, extra=event.extra[:1]))
    return both(deal(begun(change)).records, 8, "bad_extra")


def opener_named() -> Attack:
    """A deal names a friend to open, though the holder of Qh does (Z3)."""
    change = on(MancheDealt, lambda _, event: replace(event, opener="snaga"))
    return both(deal(begun(change)).records, 8, "bad_opener")


def a_second_deal() -> Attack:
    """The deal is made again without an undo, since the first one did not please."""
    book = deal(begun())
    again = book.records[-1].event
    assert isinstance(again, MancheDealt)
    assert again.hands is not None
    event = with_hands(book.campaign, again, again.hands)
    return both([*book.records, Record(9, time_of(9), event)], 9, "ruling", why="not_ready_to_deal")


def entropy_of_another_word() -> Attack:
    """The deal is drawn with a word that nobody gave, chosen so that it pleases."""
    change = on(
        MancheDealt,
        lambda campaign, event: dealt_otherwise(
            campaign, event, words={**campaign.words_for(1), "snaga": "77"}
        ),
    )
    return both(whole_partie(3, change=change).records, 8, "bad_entropy")


def word_recorded_late() -> Attack:
    """A deal is undone and drawn anew with a word that an accomplice gave after seeing it."""

    def forge(campaign: Campaign, event: MancheDealt) -> MancheDealt:
        words = {**campaign.words_for(1), "MisterH": "un complice"}
        return dealt_otherwise(campaign, event, words=words)

    book = deal(begun(on(MancheDealt, forge, turn=2)))
    book.add(give_word(book.campaign, "MisterH", "un complice"))
    proposed = undo(book.campaign, 8, "une erreur")
    assert isinstance(proposed, UndoProposed)
    book.add(proposed.event)
    return both(deal(book).records, 11, "bad_entropy")


def word_before_the_commitment() -> Attack:
    """Words count that were known before the seed was committed to, which could so be chosen by them."""
    words = {name: event.word for name, event in _joined(begun()).items() if event.word}
    change = on(MancheDealt, lambda campaign, event: dealt_otherwise(campaign, event, words=words))
    book = deal(open_partie(register(Book(change=change)), Random(3)))
    return both(book.records, 8, "bad_entropy")


def _joined(book: Book) -> dict[str, Joined]:
    return {each.event.player: each.event for each in book.records if isinstance(each.event, Joined)}


def words_after_abandoning() -> Attack:
    """After a manche was abandoned the words given before it count once more, known when the new seed was
    chosen."""

    def forge(campaign: Campaign, event: MancheDealt) -> MancheDealt:
        return dealt_otherwise(campaign, event, words={"snaga": "vive les révolutions"})

    book = deal(begun(on(MancheDealt, forge, turn=2)))
    book.add(abandon(book.campaign, "une main au mauvais joueur", bytes(32)))
    return both(deal(book).records, 10, "bad_entropy")


def beacon_without_rule() -> Attack:
    """A beacon comes in that no entry promised, so that the dealer can choose among deals."""
    change = on(MancheDealt, lambda campaign, event: dealt_otherwise(campaign, event, beacon="7"))
    return both(whole_partie(3, change=change).records, 8, "beacon_without_rule")


def beacon_left_out() -> Attack:
    """The beacon that the opening promised is left out of the deal, since it did not please."""
    change = on(MancheDealt, dealt_otherwise)
    return both(deal(begun(change, "Loto du 14 juin"), "4 8 15").records, 8, "beacon_missing")


def beacon_not_in_entropy() -> Attack:
    """A deal states the beacon, but was drawn with another one."""
    change = on(
        MancheDealt,
        lambda campaign, event: replace(dealt_otherwise(campaign, event, beacon="4 8 16"), beacon="4 8 15"),
    )
    return both(deal(begun(change, "Loto du 14 juin"), "4 8 15").records, 8, "bad_entropy")


def another_seed() -> Attack:
    """The partie is dealt from another seed than the one committed to, and that one is published."""
    change = on(PartieOpened, lambda _, event: replace(event, seeds={1: "0" * 64, 2: "1" * 64}))
    return Attack(whole_partie(3, change=change).records, 2, codes("bad_seed"), NOTHING)


def another_seed_published() -> Attack:
    """A closed manche publishes a seed that does not open its commitment, so that nothing can be
    recomputed."""
    records = honest()
    seq, closed = first(records, MancheClosed)
    return both(put(records, seq, replace(closed, seed="0" * 64)), seq, "bad_seed")


def another_next_seed() -> Attack:
    """The seed kept for the next deal does not open the commitment that an abandoned manche publishes."""
    change = on(MancheAbandoned, lambda _, event: replace(event, next_seed="1" * 64))
    book = deal(begun(change))
    book.add(abandon(book.campaign, "une main au mauvais joueur", bytes(32)))
    return Attack(book.records, 9, codes("bad_seed"), NOTHING)


def no_seed_for_manche_2() -> Attack:
    """The opening fixes no seed for manche 2, so that it can be chosen when the words are known."""
    records = honest()
    seq, opened = first(records, PartieOpened)
    seeds = {1: (opened.seeds or {})[1]}
    forged = put(records, seq, replace(opened, commitments={1: opened.commitments[1]}, seeds=seeds))
    return both(forged, seq, "ruling", why="wrong_commitments")


def partie_out_of_turn() -> Attack:
    """The first partie is numbered 2, as if one had been played that nobody may see."""
    change = on(
        PartieOpened,
        lambda _, event: replace(
            event,
            partie=2,
            commitments={m: dealing.commit("zebest", 2, m, seed) for m, seed in (event.seeds or {}).items()},
        ),
    )
    book = Book()
    proposed = open_partie(Book(), Random(3)).records[1].event
    event = change(book.campaign, proposed)
    return both([*book.records, Record(2, time_of(2), event)], 2, "ruling", why="wrong_partie")


CATALOGUE: Final = by(
    "moderator",
    wrong_hand_dealt,
    secrets_swapped,
    hands_not_the_deck,
    another_seat,
    another_player,
    extra_cards_to_others,
    extra_cards_not_by_lot,
    too_few_commitments,
    one_extra_card,
    opener_named,
    a_second_deal,
    entropy_of_another_word,
    word_recorded_late,
    word_before_the_commitment,
    words_after_abandoning,
    beacon_without_rule,
    beacon_left_out,
    beacon_not_in_entropy,
    another_seed,
    another_seed_published,
    another_next_seed,
    no_seed_for_manche_2,
    partie_out_of_turn,
)
