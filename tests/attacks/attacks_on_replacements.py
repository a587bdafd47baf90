"""Seats that change hands: who comes in, what their hand is committed to, who goes on acting (Z24)."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from attacks.attacks_on_turns import on_own, on_own_and_public, playing, waiting
from attacks.forging import NOTHING, Attack, begun, both, codes, honest, on, second_manche, then
from attacks.named import by
from builders import Book, choose_order, deal, play_manche, play_some

from gm import dealing
from gm.campaign import Campaign, Manche
from gm.cards import Card, cards_in
from gm.desk.corrections import UndoProposed, sanction, undo
from gm.desk.replacing import replace as propose
from gm.desk.secrets import deal_secret
from gm.events import Event, Incident, Passed, Replaced

NEWCOMER: Final = "Zoé"


def _committed(
    campaign: Campaign, cards: tuple[Card, ...], name: str = NEWCOMER, keyed: str = NEWCOMER, seq: int = 0
) -> Mapping[str, tuple[str, ...]]:
    """Commitments of the next entry to these cards, under a name and a key that may be wrong."""
    manche = _manche(campaign)
    key = dealing.hand_key(keyed, deal_secret(campaign, manche))
    place = (campaign.name, manche.deal.partie, manche.number)
    return {NEWCOMER: dealing.commitments(*place, name, cards, seq or campaign.seq + 1, key)}


def _manche(campaign: Campaign) -> Manche:
    assert campaign.manche is not None
    return campaign.manche


def _hand(campaign: Campaign, player: str) -> tuple[Card, ...]:
    return cards_in(_manche(campaign).hand(player))


def _replaced(made: Callable[[Campaign, str], Mapping[str, tuple[str, ...]] | None]) -> Attack:
    """A player who waits for their turn is replaced, with commitments of this making."""
    book = playing()
    player = waiting(book.manche)
    records = then(book.records, Replaced(player, NEWCOMER, made(book.campaign, player)))
    return Attack(records, len(records), codes("bad_commitments"), NOTHING)


def _someone_elses(campaign: Campaign, player: str) -> Mapping[str, tuple[str, ...]]:
    other = next(name for name in _manche(campaign).order if name != player)
    return _committed(campaign, _hand(campaign, other)[: len(_hand(campaign, player))])


def a_newcomer_with_other_cards() -> Attack:
    """A friend takes over a seat, and better cards than lay there."""
    return _replaced(_someone_elses)


def a_newcomer_with_other_cards_in_a_closed_manche() -> Attack:
    """The same, and the manche is played to its end: then everybody sees it."""
    made = on(
        Replaced,
        lambda campaign, event: Replaced(event.player, event.by, _someone_elses(campaign, event.player)),
    )
    book = _played_on(made)
    seq = next(record.seq for record in book.records if isinstance(record.event, Replaced))
    return both(book.records, seq, "bad_commitments")


def _played_on(change: Callable[[Campaign, Event], Event]) -> Book:
    """A manche in which somebody is replaced, and all others are then taken out."""
    chance = Random(3)
    book = play_some(choose_order(deal(begun(change)), chance), chance, 4)
    player = waiting(book.manche)
    event = propose(book.campaign, player, NEWCOMER)
    assert isinstance(event, Replaced)
    book.add(event)
    others = [name for name in book.manche.order if name != NEWCOMER]
    for name in others[:4]:
        ended = sanction(book.campaign, name, "pour finir", ())
        assert isinstance(ended, tuple)
        book.add(ended)
    return book


def a_newcomer_under_the_former_name() -> Attack:
    """The newcomer's cards are committed to under the name of the one who left, whose key the friend has."""

    def made(campaign: Campaign, player: str) -> Mapping[str, tuple[str, ...]]:
        return _committed(campaign, _hand(campaign, player), name=player)

    return _replaced(made)


def a_newcomer_under_the_former_key() -> Attack:
    """The newcomer's cards are committed to under the key of the one who left, who goes on reading them."""

    def made(campaign: Campaign, player: str) -> Mapping[str, tuple[str, ...]]:
        return _committed(campaign, _hand(campaign, player), keyed=player)

    return _replaced(made)


def a_newcomer_with_the_salts_of_the_deal() -> Attack:
    """The commitments take the number of the deal's entry, so that salts known before open them."""

    def made(campaign: Campaign, player: str) -> Mapping[str, tuple[str, ...]]:
        return _committed(campaign, _hand(campaign, player), seq=_manche(campaign).dealt.seq)

    return _replaced(made)


def _numbered(change: Callable[[tuple[Card, ...], tuple[Card, ...]], tuple[Card, ...]]) -> Attack:
    book = playing()
    player = waiting(book.manche)
    others = _hand(book.campaign, next(name for name in book.manche.order if name != player))
    made = _committed(book.campaign, change(_hand(book.campaign, player), others))
    records = then(book.records, Replaced(player, NEWCOMER, made))
    return both(records, len(records), "bad_commitments")


def a_newcomer_with_a_card_less() -> Attack:
    """A friend takes over a seat without its worst card, and is out before the others."""
    return _numbered(lambda hand, _: hand[1:])


def a_newcomer_with_a_card_more() -> Attack:
    """A stranger takes over a seat with one card more to get rid of."""
    return _numbered(lambda hand, others: (*hand, others[0]))


def a_newcomer_without_commitments() -> Attack:
    """Nothing is committed to, so that the newcomer may play whatever card is wanted."""
    book = playing()
    records = then(book.records, Replaced(waiting(book.manche), NEWCOMER))
    return Attack(records, len(records), codes("ruling", "bad_commitments"), codes("bad_commitments"))


def a_hand_for_one_who_was_sanctioned() -> Attack:
    """The cards of a sanctioned player come back into the game in a friend's hand (Z18)."""
    book = playing()
    player = waiting(book.manche)
    out = sanction(book.campaign, player, "triche", ())
    assert isinstance(out, tuple)
    book.add(out)
    made = _committed(book.campaign, _hand(book.campaign, player))
    records = then(book.records, Replaced(player, NEWCOMER, made))
    return Attack(records, len(records), codes("ruling"), codes("bad_commitments"), "wrong_commitments")


def _next(book: Book, event: Replaced, why: str) -> Attack:
    records = then(book.records, event)
    return both(records, len(records), "ruling", why=why)


def a_stranger_replaced() -> Attack:
    """The seat of somebody who has none is given to a friend, who then acts in no seat at all."""
    return _next(deal(begun()), Replaced("Yann", NEWCOMER), "not_seated")


def replaced_by_another_player() -> Attack:
    """A friend who plays takes over a second seat, and knows two hands."""
    book = _between()
    return _next(book, Replaced("snaga", "MisterH"), "already_seated")


def replaced_by_another_players_name() -> Attack:
    """A seat is given to `misterh`, whose posts count for MisterH or for the newcomer, as it suits."""
    return both(
        then(_between().records, Replaced("snaga", "misterh")), len(_between().records) + 1, "same_name"
    )


def replaced_by_a_name_with_a_blank_after() -> Attack:
    """The newcomer's name has a blank that nobody sees, which makes another deal of it."""
    records = then(_between().records, Replaced("snaga", "Zoé "))
    return both(records, len(records), "not_cleaned")


def _between() -> Book:
    """A partie between its two manches."""
    chance = Random(3)
    return play_manche(choose_order(deal(begun()), chance), chance)


def replaced_while_a_deal_is_undone() -> Attack:
    """The deal is undone and a seat given away before it is made again, so that another one comes of it."""
    book = deal(begun())
    proposed = undo(book.campaign, 8, "une erreur")
    assert isinstance(proposed, UndoProposed)
    book.add(proposed.event)
    return _next(book, Replaced("snaga", NEWCOMER), "deal_first")


def replaced_before_the_deal() -> Attack:
    """A seat is given away when nobody has one, out of the line of those who wait (Z21)."""
    return _next(begun(), Replaced("snaga", NEWCOMER), "not_seated")


def replaced_when_the_partie_is_over() -> Attack:
    """The places of a partie that is over are given to a friend."""
    records = then(honest(), Replaced("snaga", NEWCOMER))
    return both(records, len(records), "ruling", why="not_seated")


def _left() -> tuple[Book, str]:
    """A second manche in which somebody was replaced whose turn it is."""
    book = second_manche()
    player = book.manche.turn
    assert player is not None
    event = propose(book.campaign, player, NEWCOMER)
    assert isinstance(event, Replaced)
    book.add(event)
    return book, player


def the_former_player_passes() -> Attack:
    """Who gave up a seat goes on acting in it, so that one player is two."""
    book, player = _left()
    return on_own_and_public(book, Passed(player), "unknown_player")


def the_newcomer_passes_out_of_turn() -> Attack:
    """A newcomer acts out of the turn of the seat (Z22)."""
    book = playing()
    event = propose(book.campaign, waiting(book.manche), NEWCOMER)
    assert isinstance(event, Replaced)
    book.add(event)
    return on_own(book, Passed(NEWCOMER), "not_your_turn")


def an_incident_of_nobody() -> Attack:
    """What is put on record as evidence is of somebody who never was there."""
    records = then(playing().records, Incident(NEWCOMER, "post_changed", (3,)))
    return both(records, len(records), "bad_evidence")


def an_incident_about_what_is_to_come() -> Attack:
    """An incident cites an entry that comes after it, to be filled with what is wanted."""
    book = playing()
    records = then(book.records, Incident("snaga", "post_changed", (len(book.records) + 2,)))
    return both(records, len(records), "bad_evidence")


CATALOGUE: Final = by(
    "moderator",
    a_newcomer_with_other_cards,
    a_newcomer_with_other_cards_in_a_closed_manche,
    a_newcomer_under_the_former_name,
    a_newcomer_under_the_former_key,
    a_newcomer_with_the_salts_of_the_deal,
    a_newcomer_with_a_card_less,
    a_newcomer_with_a_card_more,
    a_newcomer_without_commitments,
    a_hand_for_one_who_was_sanctioned,
    a_stranger_replaced,
    replaced_by_another_player,
    replaced_by_another_players_name,
    replaced_by_a_name_with_a_blank_after,
    replaced_while_a_deal_is_undone,
    replaced_before_the_deal,
    replaced_when_the_partie_is_over,
    the_former_player_passes,
    the_newcomer_passes_out_of_turn,
    an_incident_of_nobody,
    an_incident_about_what_is_to_come,
)
