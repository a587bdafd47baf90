"""The secrecy property of design.md ("Two audiences are kept apart"), over parties played by chance.

Two worlds are dealt from the same seed and words; in the second, two unplayed cards that their reader has not
seen are changed between two other players. Both are played by the same posts. Where every post is answered
alike, so that the public facts are the same, everybody reads the same texts in both, and the reader the same
messages.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import pytest
from builders import PLAYERS, Book, Change, choose_order, deal, play_move
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tables import LAST, PRESIDENT, SHOWN, committed, give_back, judged, receive, registered, second_manche

from gm.campaign import Campaign, Manche, Problem, advance
from gm.cards import (
    QUEEN_OF_HEARTS,
    QUEEN_OF_SPADES,
    Card,
    Hand,
    cards_in,
    code_of,
    hand_of,
    of_rank,
    rank_of,
)
from gm.desk.corrections import sanction
from gm.desk.prepare import order
from gm.desk.referee import PostJudged, judge_text
from gm.desk.secrets import salts_of
from gm.desk.stories import Explained, Story, public_log, why
from gm.desk.texts import MESSAGES, POSTS, message_to, post, sanction_text, verdict
from gm.events import Event, MancheDealt, OrderChosen, Played, Record, Sanctioned
from gm.manche import LegalPlay, Pass, best, legal, lowest

Swap = tuple[str, Card, str, Card]


def swapping(manche: int, swap: Swap | None) -> Change:
    """A change for `Book`: in this manche two players hold each other's card."""

    def change(campaign: Campaign, event: Event) -> Event:
        if swap is None or not isinstance(event, MancheDealt) or event.manche != manche:
            return event
        one, card, other, another = swap
        hands = {name: set(cards) for name, cards in (event.hands or {}).items()}
        hands[one] ^= {card, another}
        hands[other] ^= {card, another}
        return committed(campaign, event, {name: tuple(sorted(cards)) for name, cards in hands.items()})

    return change


def without_secrets_of_form(text: str) -> str:
    """A text with commitments, salts, keys, hashes and checkpoints replaced by placeholders."""
    text = re.sub(r"\b[0-9A-F]{4}(-[0-9A-F]{4}){7}\b", "CHECKPOINT", text)
    return re.sub(r"\b[0-9a-f]{16,}\b", "HEX", text)


def public_texts(book: Book) -> Iterator[str]:
    for kind in POSTS:
        text = post(book.campaign, kind, SHOWN)
        if not isinstance(text, Problem):
            yield without_secrets_of_form(f"{kind}\n{text.title}\n{text.body}")
    for move in book.manche.moves:
        if isinstance(move.record.event, Sanctioned):
            text = sanction_text(book.campaign, move.record, SHOWN)
            yield without_secrets_of_form(text.body)


def messages(book: Book, reader: str) -> Iterator[str]:
    for kind in (None, *MESSAGES):
        found = message_to(book.campaign, reader, kind, SHOWN)
        told = found.code if isinstance(found, Problem) else f"{found.subject}\n{found.body}"
        yield without_secrets_of_form(f"{kind}\n{told}")


def seen(manche: Manche, reader: str) -> tuple[Hand, Hand]:
    """The cards a reader was dealt or received, and those they gave."""
    assert manche.state is not None
    seat = manche.order.index(reader)
    return manche.state.dealt[seat], manche.state.given[seat]


@dataclass(frozen=True)
class World:
    """A campaign after each of its entries of one manche, by number of entry."""

    book: Book
    steps: tuple[Campaign, ...]

    def at(self, step: int) -> Book:
        book = Book()
        book.records, book.campaign = self.book.records, self.steps[step]
        return book


def first_world(seed: int, moves: int, sanctions: int) -> World:
    """Manche 1 from its deal, by chance."""
    chance = Random(seed)
    book = deal(registered(seed))
    steps = [book.campaign]
    choose_order(book, chance)
    steps.append(book.campaign)
    for step in range(moves):
        if book.manche.over:
            break
        if step in (5, 9)[:sanctions]:
            active = [name for name in book.manche.order if name not in book.manche.places]
            book.add(sanction(book.campaign, chance.choice(active), "triche", ()))
        else:
            actions = legal(book.state)
            plays = [each for each in actions if isinstance(each, LegalPlay)]
            passing = Pass() in actions and (not plays or chance.random() < 0.3)
            play_move(book, Pass() if passing else chance.choice(plays))
        steps.append(book.campaign)
    return World(book, tuple(steps))


def played_again(world: World, seed: int, swap: Swap) -> World | None:
    """The same posts in the other world; None where one of them is answered otherwise."""
    book = deal(registered(seed, change=swapping(1, swap)))
    steps = [book.campaign]
    for record in world.book.records[len(book.records) :]:
        event = record.event
        if isinstance(event, OrderChosen):
            again = order(book.campaign, event.order, event.post)
            assert isinstance(again, OrderChosen)
            event = again
        if isinstance(event, Played):
            event = replace(event, salts=salts_of(book.campaign, book.manche, event.player, event.cards))
        # What closes by itself follows in both.
        after = advance(book.campaign, Record(len(book.records) + 1, record.at, event))
        if after.disorders:
            return None
        book.records.append(Record(len(book.records) + 1, record.at, event))
        book.campaign = after
        steps.append(after)
    if [move.effects for move in book.manche.moves] != [move.effects for move in world.book.manche.moves]:
        return None
    return World(book, tuple(steps))


def a_swap(book: Book, at: Book, reader: str, chance: Random) -> Swap | None:
    """Two cards never played in the manche, of two players who are not the reader; neither queen of Z3."""
    fixed = {QUEEN_OF_HEARTS, QUEEN_OF_SPADES}
    events = [move.record.event for move in book.manche.moves]
    fixed |= {card for event in events if isinstance(event, Played) for card in event.cards}
    others = [name for name in PLAYERS if name != reader]
    one, other = chance.sample(others, 2)
    mine = [card for card in cards_in(at.manche.hand(one)) if card not in fixed]
    theirs = [card for card in cards_in(at.manche.hand(other)) if card not in fixed]
    return (one, chance.choice(mine), other, chance.choice(theirs)) if mine and theirs else None


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(
    st.integers(0, 500),
    st.integers(0, 30),
    st.integers(0, 2),
    st.sampled_from((None, None, None, *PLAYERS)),
    st.integers(0, 99),
)
def test_hidden_cards_change_no_text_in_manche_1(
    seed: int, moves: int, sanctions: int, name: str | None, draw: int
) -> None:
    """design.md: the public texts are equal, and each message to that reader too."""
    one = first_world(seed, moves, sanctions)
    reader = name or one.book.manche.turn or PLAYERS[0]
    swap = a_swap(one.book, one.at(-1), reader, Random(draw))
    assume(swap is not None and not one.book.manche.over)
    assert swap is not None
    other = played_again(one, seed, swap)
    assume(other is not None)
    assert other is not None
    for step in {0, 1, len(one.steps) // 2, len(one.steps) - 1}:
        here, there = one.at(step), other.at(step)
        assert here.manche.deal.hands != there.manche.deal.hands
        assert seen(here.manche, reader) == seen(there.manche, reader)
        assert list(public_texts(here)) == list(public_texts(there))
        assert list(messages(here, reader)) == list(messages(there, reader))
        assert_same_verdicts(here, there, Random(draw))
    assert stories(one.book) == stories(other.book)


def stories(book: Book) -> list[str]:
    """The whole story as everybody reads it, and why the last ruling was made."""
    log, last = public_log(book.records, 1, SHOWN), why(book.records, None, SHOWN)
    told = [log.text] if isinstance(log, Story) else []
    told += [last.public.body] if isinstance(last, Explained) else []
    return [without_secrets_of_form(text) for text in told]


def assert_same_verdicts(here: Book, there: Book, chance: Random) -> None:
    """Posts that are refused alike in both worlds get the same public text."""
    texts = [f"{code_of(Card(card))[0].replace('T', '10')}{'♠♥♦♣'[card & 3]}" for card in range(52)]
    posts = [*chance.sample(texts, 8), "double 7", "je passe", f"{texts[0]} et {texts[4]}"]
    for name in chance.sample(here.manche.order, 2):
        for text in posts:
            left, right = judge_text(here.campaign, name, text), judge_text(there.campaign, name, text)
            if isinstance(left, Problem) or isinstance(right, Problem):
                assert left == right
            elif refusals(left) and refusals(left) == refusals(right):
                told = [
                    without_secrets_of_form(verdict(book.campaign, each, SHOWN).public.body)
                    for book, each in ((here, left), (there, right))
                ]
                assert told[0] == told[1]


def refusals(judged: PostJudged) -> list[tuple[str, ...]]:
    """The codes of a refused post, empty for one that has anything accepted."""
    if any(move.ruling.accepted for move in judged.moves):
        return []
    return [tuple(each.code for each in move.ruling.objections) for move in judged.moves]


def exchanged(seed: int, swap: Swap | None) -> tuple[Book, list[Campaign]]:
    """Manche 2 with both exchanges by default (Z19), and the campaign after each of its entries."""
    book = second_manche(seed=seed)
    if swap is not None:
        before = [each.event for each in book.records[:-1]]
        book = Book(change=swapping(2, swap))
        book.add(before[1:])
        deal(book)
    steps = [book.campaign]
    for pair in book.manche.pairs:
        for giver in (pair.worse, pair.better):
            if giver == pair.worse:
                receive(book, pair.better)
            else:
                cards = cards_in(lowest(book.campaign.rules, book.manche.hand(giver), pair.number))
                give_back(book, giver, " ".join(code_of(card) for card in cards))
            steps.append(book.campaign)
    return book, steps


@settings(max_examples=18, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(st.integers(0, 300), st.sampled_from(PLAYERS), st.integers(0, 999))
def test_hidden_cards_change_no_text_around_the_exchange(seed: int, reader: str, draw: int) -> None:
    """design.md, Z19: the exchange is secret; who takes no part in a gift reads the same whatever it was."""
    book, one = exchanged(seed, None)
    chance = Random(draw)
    dealt = dict(book.manche.deal.hands or {})
    a, b = chance.sample([name for name in PLAYERS if name != reader], 2)
    swap = (a, chance.choice(dealt[a]), b, chance.choice(dealt[b]))
    other_book, other = exchanged(seed, swap)
    assert other_book.manche.deal.hands != book.manche.deal.hands
    for left, right in zip(one, other, strict=True):
        here, there = Book(), Book()
        here.campaign, there.campaign = left, right
        assert list(public_texts(here)) == list(public_texts(there))
        if seen(here.manche, reader) == seen(there.manche, reader):
            assert list(messages(here, reader)) == list(messages(there, reader))
    assert stories(book) == stories(other_book)


def test_the_exchange_property_sees_gifts_that_differ() -> None:
    """The property above compares worlds in which the very gifts differ."""
    book, _ = exchanged(1, None)
    hands = dict(book.manche.deal.hands or {})
    (top,) = cards_in(best(book.campaign.rules, hand_of(hands[LAST]), 1))
    other, _ = exchanged(1, (LAST, top, "MrRarty", hands["MrRarty"][0]))
    gifts = [each.manche.pairs[0].received for each in (book, other)]
    assert gifts[0] is not None
    assert gifts[1] is not None
    assert gifts[0].cards != gifts[1].cards


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 300), st.integers(0, 20), st.integers(0, 999))
def test_a_card_not_held_reads_the_same_whatever_else_of_its_rank_is_held(
    seed: int, moves: int, draw: int
) -> None:
    """design.md: a public `not_held` never says why; it reads the same whether or not another is held."""
    world = first_world(seed, moves, 0)
    book, chance = world.at(-1), Random(draw)
    assume(not book.manche.over)
    name = chance.choice(book.manche.order)
    mine = book.manche.hand(name)
    alone = [
        card
        for card in cards_in(mine)
        if of_rank(mine, rank_of(card)).bit_count() == 1 and card not in (QUEEN_OF_HEARTS, QUEEN_OF_SPADES)
    ]
    assume(alone)
    card = chance.choice(alone)
    dealt_to = seen(book.manche, name)[0]
    missing = [Card(each) for each in range(card & ~3, (card & ~3) + 4) if not dealt_to >> each & 1]
    assume(missing)
    elsewhere = [
        (other, each)
        for other in book.manche.order
        for each in cards_in(book.manche.hand(other))
        if other != name and rank_of(each) != rank_of(card) and each not in (QUEEN_OF_HEARTS, QUEEN_OF_SPADES)
    ]
    assume(elsewhere)
    other, each = chance.choice(elsewhere)
    there = played_again(world, seed, (name, card, other, each))
    assume(there is not None)
    assert there is not None
    text = f"{code_of(missing[0])[0].replace('T', '10')}{'♠♥♦♣'[missing[0] & 3]}"
    held, not_held = judged(book, name, text), judged(there.at(-1), name, text)
    assert refusals(held) == refusals(not_held)
    assert "not_held" in refusals(held)[0]
    told = [
        verdict(at.campaign, each_judged, SHOWN)
        for at, each_judged in ((book, held), (there.at(-1), not_held))
    ]
    assert told[0].public == told[1].public
    assert told[0].private != told[1].private


def test_only_a_card_already_played_is_said_to_be_with_its_entry() -> None:
    """design.md: never why, except `already_played` with the entry that shows it."""
    book = second_manche({LAST: "2s 2h 3d", PRESIDENT: "3s 3h", "MrRarty": "2d 2c"})
    give_back(receive(book, PRESIDENT), PRESIDENT, "3s 3h")
    give_back(receive(book, "MisterH"), "MisterH", code_of(cards_in(book.manche.hand("MisterH"))[0]))
    move = judged(book, LAST, "3♦").moves[0]
    book.add(Played(LAST, move.cards, salts_of(book.campaign, book.manche, LAST, move.cards)))
    entry = len(book.records)
    told = {
        why: re.sub(
            "[2-9JQKA][♠♥♦♣]", "…", verdict(book.campaign, judged(book, LAST, text), SHOWN).public.body
        )
        for why, text in (("given_away", "2♠"), ("never_held", "2♦"), ("already_played", "3♦"))
    }
    assert told["given_away"] == told["never_held"]
    assert str(entry) in told["already_played"]
    assert told["already_played"] != told["never_held"]


@pytest.mark.parametrize("reader", PLAYERS)
def test_a_swap_the_reader_has_seen_is_seen(reader: str) -> None:
    """The property can fail: a card changed in the reader's own hand changes their message."""
    book = deal(registered(3))
    hands = dict(book.manche.deal.hands or {})
    other = next(name for name in PLAYERS if name != reader)
    mine, theirs = hands[reader][0], hands[other][-1]
    assert {mine, theirs} & {QUEEN_OF_HEARTS, QUEEN_OF_SPADES} == set()
    there = deal(registered(3, change=swapping(1, (reader, mine, other, theirs))))
    assert list(messages(book, reader)) != list(messages(there, reader))
