"""Nobody reads what they may not know (design.md, "Two audiences")."""

import re
from dataclasses import replace
from random import Random

import pytest
from builders import PLAYERS, Book, choose_order, deal, open_partie, play_some, register, whole_partie
from text_samples import CHECKPOINT, FRENCH, Said, a_table, of_ruling, refused, said, samples

from gm import views
from gm.campaign import Manche, Pair
from gm.cards import Card, Hand, cards_in, code_of, of_rank, rank_of
from gm.events import Played
from gm.render import message, moderator_text, public_text


def in_play(moves: int) -> Book:
    """A manche after so many moves."""
    chance = Random(4)
    book = choose_order(deal(register(open_partie(Book(), chance))), chance)
    return play_some(book, chance, moves)


def public(book: Book, move: Said) -> str:
    """The public text of a verdict."""
    return public_text(views.verdict_view(book.campaign, [move], CHECKPOINT), FRENCH).body


def private(book: Book, move: Said) -> str:
    """What the moderator reads beside it."""
    return moderator_text(views.private_note(book.campaign, move), FRENCH)


def test_a_missing_card_reads_the_same_whether_or_not_another_of_its_rank_is_held() -> None:
    """design.md: a public `not_held` reads the same whatever else of that rank the player holds."""
    book = in_play(0)
    player = book.manche.order[0]
    hand = book.manche.hand(player)
    missing = [Card(card) for card in range(52) if not hand >> card & 1]
    alone = next(card for card in missing if not of_rank(hand, rank_of(card)))
    beside = next(card for card in missing if of_rank(hand, rank_of(card)))
    texts = []
    for card in (alone, beside):
        text = public(book, said(book.manche, player, (card,)))
        texts.append(re.sub(r"annonce \S+\.", "annonce …", text))
    assert texts[0] == texts[1]
    assert "a encore" in private(book, said(book.manche, player, (beside,)))
    assert "a encore" not in private(book, said(book.manche, player, (alone,)))


def test_which_card_of_several_is_missing_is_not_told() -> None:
    """design.md: a public `not_held` never says why, so not for which card either."""
    book = in_play(0)
    player = book.manche.order[0]
    hand = book.manche.hand(player)
    own = cards_in(hand)[0]
    missing = next(
        Card(card) for card in range(52) if rank_of(Card(card)) == rank_of(own) and not hand >> card & 1
    )
    body = public(book, said(book.manche, player, (own, missing)))
    why = [line for line in body.splitlines() if "Z18" in line]
    assert why
    assert not any(symbol in line for line in why for symbol in "♠♥♦♣")


def test_a_card_played_again_is_shown_by_its_entry() -> None:
    """design.md: except `already_played` with the entry that shows it."""
    book = in_play(5)
    move = next(move for move in book.manche.moves if isinstance(move.record.event, Played))
    event = move.record.event
    assert isinstance(event, Played)
    again = said(book.manche, event.player, event.cards[:1])
    assert f"l’entrée {move.record.seq} du registre" in public(book, again)


def test_a_card_that_stands_in_for_an_unnamed_suit_is_not_shown_as_played() -> None:
    """design.md, Command line: nobody named that suit, so no entry about it is cited."""
    book = in_play(5)
    move = next(move for move in book.manche.moves if isinstance(move.record.event, Played))
    event = move.record.event
    assert isinstance(event, Played)
    again = said(book.manche, event.player, event.cards[:1])
    unsuited = replace(again, written=f"{code_of(event.cards[0])[0]}?", unheld=Hand(1 << event.cards[0]))
    assert "registre :" not in public(book, unsuited).split("[i]")[0]
    assert "l’entrée" not in public(book, unsuited)


@pytest.mark.parametrize("why", ["given_away", "never_held"])
def test_why_a_card_is_missing_is_for_the_moderator_alone(why: str) -> None:
    """design.md, Events: `given_away` would show a gift."""
    book = _with_exchange()
    pair = book.manche.pairs[0]
    given = _gone(book.manche, pair)[0]
    other = next(
        Card(card)
        for card in range(52)
        if rank_of(Card(card)) == rank_of(given)
        and card != given
        and not book.manche.hand(pair.worse) >> card & 1
    )
    by_why = {"given_away": given, "never_held": other}
    move = said(book.manche, pair.worse, (by_why[why],))
    same = said(book.manche, pair.worse, (given,))
    text = public(book, move)
    assert re.sub("[♠♥♦♣]", "", text) == re.sub("[♠♥♦♣]", "", public(book, same))
    assert (why == "given_away") == ("échange" in private(book, move))


def _gone(manche: Manche, pair: Pair) -> list[Card]:
    """What the worse-placed player gave and did not get back."""
    assert pair.received is not None
    given = pair.received.cards or ()
    return [card for card in given if not manche.hand(pair.worse) >> card & 1]


def _with_exchange() -> Book:
    """A second manche, its exchanges made and no card played."""
    for seed in range(1, 30):
        played = whole_partie(seed)
        book = Book()
        for record in played.records[1:]:
            book.add(record.event)
            manche = book.campaign.manche
            if manche is None or manche.number != 2 or not all(pair.done for pair in manche.pairs):
                continue
            pair = manche.pairs[0]
            gone = _gone(manche, pair)
            if (
                gone
                and not manche.moves
                and of_rank(manche.hand(pair.worse), rank_of(gone[0])).bit_count() < 3
            ):
                return book
            break
    raise AssertionError("no partie has such an exchange")


def test_a_message_shows_its_reader_no_card_of_another_hand() -> None:
    """design.md: messages to a player tell of their own cards, the pile and the exchange, nothing else."""
    book = in_play(0)
    for player in PLAYERS:
        body = message(views.hand_message(book.campaign, player, "00" * 32, CHECKPOINT), FRENCH).body
        grouped = re.findall(r"\[b\]([^\]]*·[^\]]*)\[/b\]", body)
        assert len(grouped) == 1
        assert sum(grouped[0].count(symbol) for symbol in "♠♥♦♣") == book.manche.hand(player).bit_count()


def test_a_departure_never_speaks_of_cheating() -> None:
    """Z28: leaving is Z18 without the word cheat."""
    for sample in samples():
        if "départ" in sample.title:
            assert not re.search("trich|sanction", sample.title + sample.body, re.IGNORECASE), sample.name


def test_the_moderator_view_has_no_way_into_a_public_text() -> None:
    """design.md: two audiences are kept apart by type."""
    book = in_play(0)
    hand = views.hand_view(book.campaign, PLAYERS[0], "00" * 32)
    with pytest.raises(AssertionError):
        public_text(hand, FRENCH)  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        message(a_table(), FRENCH)  # type: ignore[arg-type]


def test_a_cheating_verdict_accuses_nobody_before_the_moderator_does() -> None:
    """Z18: the moderator confirms."""
    assert "le modérateur tranche" in of_ruling(refused("not_held"))
    assert "le modérateur tranche" not in of_ruling(refused("too_low"))
