"""Forged orders, plays, passes and classements."""

from dataclasses import replace
from random import Random
from typing import Final

from attacks.forging import (
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
from builders import (
    Book,
    choose_order,
    deal,
    play_some,
    time_of,
)

from gm import dealing
from gm.campaign import Campaign
from gm.cards import Card, cards_in
from gm.desk.secrets import salts_of
from gm.events import (
    Event,
    Exchanged,
    MancheClosed,
    Note,
    OrderChosen,
    Passed,
    Played,
    Record,
    Undone,
)
from gm.manche import Code, Pass, Refusal, apply, play_of


def order_by_another() -> Attack:
    """Somebody who does not hold Qs chooses the order of play (Z3), to sit behind a weak player."""
    records = honest()
    seq, chosen = first(records, OrderChosen)
    by = next(name for name in chosen.order if name != chosen.by)
    return both(put(records, seq, replace(chosen, by=by)), seq, "ruling", why="order_not_theirs")


def order_by_another_in_an_open_manche() -> Attack:
    """The same while nobody knows the hands: the salt of Qs shows whose it is."""
    book = choose_order(deal(begun()), Random(3))
    chosen = book.records[-1].event
    assert isinstance(chosen, OrderChosen)
    by = next(name for name in chosen.order if name != chosen.by)
    return Attack(put(book.records, 9, replace(chosen, by=by)), 9, codes("ruling"), codes("bad_order"))


def order_with_a_wrong_salt() -> Attack:
    """The salt of Qs opens nobody's commitment, so that anybody could have chosen."""
    book = choose_order(deal(begun()), Random(3))
    chosen = book.records[-1].event
    assert isinstance(chosen, OrderChosen)
    forged = replace(chosen, salts=(chosen.salts[0], "0" * 32))
    return both(put(book.records, 9, forged), 9, "bad_salt")


def order_begun_by_another() -> Attack:
    """The order begins with a friend who does not hold Qh (Z3)."""
    book = choose_order(deal(begun()), Random(3))
    chosen = book.records[-1].event
    assert isinstance(chosen, OrderChosen)
    forged = replace(chosen, order=(*chosen.order[1:], chosen.order[0]))
    return Attack(put(book.records, 9, forged), 9, codes("bad_salt", "ruling"), codes("bad_salt"))


def a_card_played_twice() -> Attack:
    """A player's second play is their first one once more, with the same salts."""
    records = honest()
    _, one = first(records, Played)
    seq = [
        each.seq for each in records if isinstance(each.event, Played) and each.event.player == one.player
    ][1]
    return both(put(records, seq, one), seq, "salt_reused", "ruling", why="not_held")


def a_card_played_twice_in_an_open_manche() -> Attack:
    """The same while the hands are not known: the commitment is opened already."""
    attack = a_card_played_twice()
    return replace(attack, records=attack.records[: attack.seq], public=codes("salt_reused"))


def a_wrong_salt() -> Attack:
    """A play's salt opens nothing, so that the card need not have been held."""
    records = honest()
    seq, played = first(records, Played)
    return both(put(records, seq, replace(played, salts=("0" * 32,) * len(played.cards))), seq, "bad_salt")


def salts_in_another_order() -> Attack:
    """The salts of a pair open each other's card: one play in two spellings."""
    records = honest()
    seq, played = first(records, Played, lambda event: len(event.cards) > 1)
    return both(put(records, seq, replace(played, salts=played.salts[::-1])), seq, "bad_salt")


def a_card_of_another() -> Attack:
    """A player plays a card that was dealt to somebody else, with that one's salt."""
    book = play_some(choose_order(deal(begun()), Random(3)), Random(3), 1)
    played, manche = book.records[-1].event, manche_before(book.campaign)
    assert isinstance(played, Played)
    other = next(name for name in manche.order if name != played.player)
    card = cards_in(manche.hand(other))[0]
    forged = replace(played, cards=(card,), salts=salts_of(book.campaign, manche, other, (card,)))
    return Attack(
        put(book.records, book.campaign.seq, forged),
        book.campaign.seq,
        codes("bad_salt", "ruling"),
        codes("bad_salt"),
        "not_held",
    )


def a_card_given_away() -> Attack:
    """A player plays a card that they gave away, with the salt that the deal gave it (Z19)."""
    book = second_manche()
    gifts = [each.event for each in book.records if isinstance(each.event, Exchanged)]
    manche = manche_before(book.campaign)

    def gone(event: Played) -> tuple[Card, ...]:
        given = [card for gift in gifts if gift.giver == event.player for card in gift.cards or ()]
        return tuple(card for card in given if not manche.hand(event.player) >> card & 1)

    seq, played = first(
        book.records, Played, lambda event: bool(gone(event)) and _later(book, event, manche.dealt.seq)
    )
    card = gone(played)[0]
    key = dealing.hand_key(played.player, key_of(book.campaign, manche.deal))
    forged = replace(played, cards=(card,), salts=(dealing.salt(manche.dealt.seq, card, key),))
    records = put(book.records, seq, forged)[:seq]
    return Attack(records, seq, codes("bad_salt", "ruling"), codes("bad_salt"), "not_held")


def _later(book: Book, event: Event, seq: int) -> bool:
    return any(each.event is event and each.seq > seq for each in book.records)


def an_illegal_play() -> Attack:
    """A play is signed that is lower than the top of the pile (Z6), to rid a friend of a weak card."""
    for seed in range(3, 40):
        records = honest(seed)
        for before, record in standing(records):
            forged = _lower(before, record.event)
            if forged is not None:
                return both(put(records, record.seq, forged), record.seq, "ruling", why="illegal too_low")
    raise AssertionError("no partie has such a play")


def _lower(before: Campaign, event: Event) -> Played | None:
    """A single that is too low and nothing else, of the player who plays."""
    if not isinstance(event, Played):
        return None
    manche = manche_before(before)
    state, seat = manche.state, manche.seat(event.player)
    assert state is not None
    for card in cards_in(manche.hand(event.player)):
        refused = apply(state, seat, play_of((card,)))
        if isinstance(refused, Refusal) and [each.code for each in refused.objections] == [Code.TOO_LOW]:
            return replace(event, cards=(card,), salts=salts_of(before, manche, event.player, (card,)))
    return None


def a_forced_taggle_passed() -> Attack:
    """A friend in Taggle who holds a card of that rank passes (Z9), to keep it."""
    for seed in range(3, 40):
        records = honest(seed)
        for before, record in standing(records):
            if not isinstance(record.event, Played):
                continue
            manche = manche_before(before)
            assert manche.state is not None
            refused = apply(manche.state, manche.seat(record.event.player), Pass())
            if isinstance(refused, Refusal) and refused.objections[0].code is Code.TAGGLE_MUST_PLAY:
                forged = Passed(record.event.player, post=record.event.post)
                return both(put(records, record.seq, forged), record.seq, "ruling", why="taggle_must_play")
    raise AssertionError("no partie has a forced Taggle")


def an_opening_passed() -> Attack:
    """The opener passes (Z5), to let somebody else show their cards."""
    records = honest()
    seq, played = first(records, Played)
    return both(put(records, seq, Passed(played.player)), seq, "ruling", why="cannot_pass_opening")


def a_cheat_overruled() -> Attack:
    """A card that is not held is overruled, which no moderator may (design.md, `overruled`)."""
    attack = a_card_played_twice()
    _, played = first(attack.records[attack.seq - 1 :], Played)
    forged = put(attack.records, attack.seq, replace(played, overruled=("not_held",), reason="un ami"))
    return replace(attack, records=forged)


def wrong_places() -> Attack:
    """First and second place are swapped in the classement."""
    records = honest()
    seq, closed = first(records, MancheClosed)
    swapped = {1: 2, 2: 1}
    places = {name: swapped.get(place, place) for name, place in closed.places.items()}
    return both(put(records, seq, replace(closed, places=places)), seq, "ruling", why="wrong_places")


def a_place_taken_twice() -> Attack:
    """Two players take the first place, so that a friend shares it."""
    records = honest()
    seq, closed = first(records, MancheClosed)
    places = {name: max(1, place - 1) for name, place in closed.places.items()}
    return both(put(records, seq, replace(closed, places=places)), seq, "ruling", why="wrong_places")


def places_of_a_stranger() -> Attack:
    """Somebody who did not play takes a place, in a manche whose seed is kept back by a wrong one."""
    records = honest()
    seq, closed = first(records, MancheClosed)
    places = {"Zoé" if place == 1 else name: place for name, place in closed.places.items()}
    forged = replace(closed, places=places, seed="0" * 64)
    return both(put(records, seq, forged), seq, "bad_seed", "ruling", why="wrong_places")


def closed_too_early() -> Attack:
    """A manche is closed, and its seed published, while it is being played: all hands are known."""
    book = play_some(choose_order(deal(begun()), Random(3)), Random(3), 6)
    partie = book.campaign.partie
    assert partie is not None
    places = {name: place for place, name in enumerate(book.manche.order, start=1)}
    event = MancheClosed(1, 1, places, partie.seeds[1])
    seq = book.campaign.seq + 1
    return both([*book.records, Record(seq, time_of(seq), event)], seq, "ruling", why="manche_not_over")


def an_end_left_out() -> Attack:
    """Manche 1 is never closed, so that its seed stays unknown, and manche 2 is dealt all the same."""
    records = honest()
    seq, _ = first(records, MancheClosed)
    return both(put(records, seq, Note("fin")), seq, "ruling", why="end_left_out")


def a_last_end_left_out() -> Attack:
    """The partie is closed without publishing the seed of its last manche, so that nobody can check it."""
    records = honest()
    seq, _ = first(records, MancheClosed, lambda event: event.manche == 2)
    return both(put(records, seq, Note("fin")), seq, "ruling", why="end_left_out")


def an_end_undone_by_itself() -> Attack:
    """Only the end of a manche is undone, so that the classement can be another one."""
    records = honest()
    seq, _ = first(records, MancheClosed)
    forged = then(records[:seq], Undone(seq, "une erreur"))
    return both(forged, seq + 1, "ruling", why="not_undoable")


def overruled_by_what_cannot_be() -> Attack:
    """A play says that a cheat was overruled, which no moderator may, to blame a player who played well."""
    return _overruled("not_held")


def overruled_by_no_code() -> Attack:
    """A play says that something was overruled which is no code, and could mean anything later."""
    return _overruled("house_rule")


def overruled_twice() -> Attack:
    """A play says twice that the same was overruled."""
    return _overruled("too_low", "too_low")


def _overruled(*codes: str) -> Attack:
    records = honest()
    seq, played = first(records, Played)
    forged = put(records, seq, replace(played, overruled=codes, reason="comme ça"))
    return both(forged, seq, "ruling", why="bad_overruled")


CATALOGUE: Final = by(
    "moderator",
    order_by_another,
    order_by_another_in_an_open_manche,
    order_with_a_wrong_salt,
    order_begun_by_another,
    a_card_played_twice,
    a_card_played_twice_in_an_open_manche,
    a_wrong_salt,
    salts_in_another_order,
    a_card_of_another,
    a_card_given_away,
    an_illegal_play,
    a_forced_taggle_passed,
    an_opening_passed,
    a_cheat_overruled,
    wrong_places,
    a_place_taken_twice,
    places_of_a_stranger,
    closed_too_early,
    an_end_left_out,
    an_end_undone_by_itself,
    overruled_by_what_cannot_be,
    overruled_by_no_code,
    overruled_twice,
    a_last_end_left_out,
)
