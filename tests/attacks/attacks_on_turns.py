"""Moves out of their turn or time, orders chosen twice, gifts that nobody owes."""

from dataclasses import replace
from random import Random
from typing import Final

from attacks.forging import (
    NOTHING,
    Attack,
    begun,
    both,
    codes,
    first,
    honest,
    key_of,
    manche_before,
    put,
    second_manche,
    standing,
    then,
)
from attacks.named import by
from builders import Book, choose_order, deal, play_some

from gm import dealing
from gm.campaign import Manche, Problem
from gm.cards import cards_in
from gm.desk.corrections import sanction
from gm.desk.secrets import salts_of
from gm.events import (
    Event,
    Exchanged,
    MancheDealt,
    OrderChosen,
    Passed,
    Played,
)


def playing(moves: int = 4) -> Book:
    """A first manche after some moves."""
    chance = Random(3)
    return play_some(choose_order(deal(begun()), chance), chance, moves)


def on_own(book: Book, event: Event, why: str) -> Attack:
    """One more entry in an open manche that only those who know the hands can judge."""
    records = then(book.records, event)
    return Attack(records, len(records), codes("ruling"), NOTHING, why)


def on_own_and_public(book: Book, event: Event, why: str) -> Attack:
    """One more entry that no reader can take for honest."""
    records = then(book.records, event)
    return both(records, len(records), "ruling", why=why)


def _lowest(book: Book, player: str) -> Played:
    card = cards_in(book.manche.hand(player))[0]
    return Played(player, (card,), salts_of(book.campaign, book.manche, player, (card,)))


def waiting(manche: Manche) -> str:
    """A player whose turn it is not."""
    return next(name for name in manche.order if name != manche.turn)


def a_play_out_of_turn() -> Attack:
    """A friend plays though it is somebody else's turn (Z22)."""
    book = playing()
    return on_own(book, _lowest(book, waiting(book.manche)), "not_your_turn")


def a_pass_out_of_turn() -> Attack:
    """A pass of somebody who has not spoken is recorded, so that the tour closes for a friend (Z22)."""
    book = playing()
    return on_own(book, Passed(waiting(book.manche)), "not_your_turn")


def a_play_out_of_turn_seen_at_the_end() -> Attack:
    """The same in a manche that is over: then a public copy shows it too."""
    records = honest()
    for before, record in standing(records):
        if isinstance(record.event, Passed):
            other = waiting(manche_before(before))
            return both(put(records, record.seq, Passed(other)), record.seq, "ruling", why="not_your_turn")
    raise AssertionError("nobody passes")


def a_play_before_the_order() -> Attack:
    """Somebody plays before the order of play is chosen (Z3), to open in a place that suits."""
    book = deal(begun())
    turn = book.manche.turn
    assert turn is not None
    return on_own(book, _lowest(book, turn), "order_not_chosen")


def a_play_before_the_exchange() -> Attack:
    """Somebody plays a good card in manche 2 before they must give it away (Z19)."""
    records = honest()
    seq, dealt = first(records, MancheDealt, lambda event: event.manche == 2)
    campaign = standing(records)[seq - 1][0]
    manche = manche_before(campaign)
    turn = manche.turn
    assert turn is not None
    card = cards_in(manche.hand(turn))[0]
    played = Played(turn, (card,), salts_of(campaign, manche, turn, (card,)))
    assert dealt.manche == manche.number
    return Attack(then(records[:seq], played), seq + 1, codes("ruling"), NOTHING, "exchange_pending")


def a_play_of_a_stranger() -> Attack:
    """Somebody who was dealt no cards plays."""
    return on_own_and_public(playing(), Passed("Zoé"), "unknown_player")


def a_play_of_two_ranks() -> Attack:
    """Two cards of two ranks are played as a pair (Z5)."""
    book = deal(begun())
    book = choose_order(book, Random(3))
    turn = book.manche.turn
    assert turn is not None
    hand = cards_in(book.manche.hand(turn))
    cards = (hand[0], hand[-1])
    played = Played(turn, cards, salts_of(book.campaign, book.manche, turn, cards))
    return on_own(book, played, "mixed_ranks")


def mixed_ranks_overruled() -> Attack:
    """Two ranks played as a pair are overruled, which no moderator may (design.md, `overruled`)."""
    attack = a_play_of_two_ranks()
    played = attack.records[-1].event
    assert isinstance(played, Played)
    forged = replace(played, overruled=("mixed_ranks",), reason="on verra")
    return both(put(attack.records, attack.seq, forged), attack.seq, "ruling", why="mixed_ranks")


def a_stranger_overruled() -> Attack:
    """A pass of somebody who was dealt no cards is overruled, which no moderator may."""
    return on_own_and_public(playing(), Passed("Zoé", ("unknown_player",), "un ami"), "unknown_player")


def a_received_card_with_the_salt_of_the_deal() -> Attack:
    """A card that came by exchange is played with the salt that opened it in the giver's hand as dealt."""
    book = second_manche()
    manche = book.manche
    for record in book.records:
        played = record.event
        if not isinstance(played, Played) or record.seq < manche.dealt.seq:
            continue
        for gift in (each.event for each in book.records if isinstance(each.event, Exchanged)):
            if gift.receiver == played.player and set(gift.cards or ()) & set(played.cards):
                key = dealing.hand_key(gift.giver, key_of(book.campaign, manche.deal))
                salts = tuple(dealing.salt(manche.dealt.seq, card, key) for card in played.cards)
                forged = put(book.records, record.seq, replace(played, salts=salts))
                return both(forged[: record.seq], record.seq, "bad_salt")
    raise AssertionError("no card that was received is played")


def an_order_chosen_twice() -> Attack:
    """The order of play is chosen a second time, when the first moves are known."""
    book = playing()
    _, chosen = first(book.records, OrderChosen)
    return on_own_and_public(book, chosen, "order_already_chosen")


def an_order_that_names_one_twice() -> Attack:
    """The order names a friend twice and somebody else not at all."""
    book = choose_order(deal(begun()), Random(3))
    _, chosen = first(book.records, OrderChosen)
    forged = replace(chosen, order=(*chosen.order[:4], chosen.order[0]))
    return both(put(book.records, 9, forged), 9, "ruling", why="order_names_all")


def an_exchange_in_the_first_manche() -> Attack:
    """A friend is given good cards in manche 1, before which nothing is exchanged (Z19)."""
    book = choose_order(deal(begun()), Random(3))
    giver, receiver = book.manche.order[:2]
    digests = {name: book.manche.holdings[name].digests for name in (giver, receiver)}
    gift = Exchanged(giver, receiver, digests, cards_in(book.manche.hand(giver))[:1])
    records = then(book.records, gift)
    return both(records, 10, "ruling", why="no_exchange")


def a_gift_made_twice() -> Attack:
    """A gift is made once more when the exchange is done, so that a friend gets two."""
    book = second_manche()
    _, gift = first(book.records, Exchanged)
    records = then(book.records, gift)
    return both(records, len(records), "ruling", "bad_commitments", why="no_exchange")


def a_sanction_on_evidence_to_come() -> Attack:
    """A player is thrown out on the evidence of an entry that is not there, and may never be (Z18)."""
    book = playing()
    sanctioned = sanction(book.campaign, "snaga", "triche", [])
    assert not isinstance(sanctioned, Problem)
    seq = len(book.records) + 1
    return both(then(book.records, replace(sanctioned[0], evidence=(seq + 1,))), seq, "bad_evidence")


CATALOGUE: Final = by(
    "moderator",
    a_play_out_of_turn,
    a_pass_out_of_turn,
    a_play_out_of_turn_seen_at_the_end,
    a_play_before_the_order,
    a_play_before_the_exchange,
    a_play_of_a_stranger,
    a_play_of_two_ranks,
    mixed_ranks_overruled,
    a_stranger_overruled,
    a_received_card_with_the_salt_of_the_deal,
    an_order_chosen_twice,
    an_order_that_names_one_twice,
    an_exchange_in_the_first_manche,
    a_gift_made_twice,
    a_sanction_on_evidence_to_come,
)
