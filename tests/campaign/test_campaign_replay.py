"""Properties of the fold over parties played by chance (design.md: the events are the only state)."""

from dataclasses import replace
from functools import lru_cache
from random import Random

from builders import (
    Book,
    choose_order,
    deal,
    exchange_all,
    open_partie,
    play_some,
    register,
    whole_partie,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.campaign import Campaign, advance, events_in_force, fold, stands
from gm.cards import DECK_SIZE
from gm.desk.corrections import sanction
from gm.desk.prepare import give_word, join
from gm.events import MancheDealt, Note, Played, Record, Undone

SEEDS = st.integers(0, 199)


@lru_cache(maxsize=32)
def partie(seed: int) -> Book:
    return whole_partie(seed)


def with_noise(seed: int, moves: int) -> Book:
    """A second manche with joins, words and notes between its moves, and perhaps a sanction."""
    chance = Random(seed)
    book = register(open_partie(Book(), chance))
    book = play_some(choose_order(deal(book), chance), chance, 1000)
    exchange_all(deal(book), chance)
    for step in range(moves):
        if book.manche.over:
            break
        play_some(book, chance, 1)
        match chance.randrange(8):
            case 0:
                book.add(join(book.campaign, f"guest{step}", f"mot{step}"))
            case 1:
                book.add(give_word(book.campaign, "snaga", f"mot{step}"))
            case 2:
                book.add(Note("remarque"))
            case 3 if step == 3:
                active = [name for name in book.manche.order if name not in book.manche.places]
                book.add(sanction(book.campaign, chance.choice(active), "triche", ()))
            case _:
                pass
    return book


def facts(campaign: Campaign) -> object:
    """What a campaign says, without the memory that undos need."""
    return replace(campaign, base=None, log=(), seq=0)


@settings(max_examples=8, deadline=None)
@given(SEEDS)
def test_replaying_the_records_gives_the_live_campaign(seed: int) -> None:
    """design.md: a campaign is replayed from its events."""
    book = partie(seed)
    assert fold(book.records) == book.campaign


@settings(max_examples=8, deadline=None)
@given(SEEDS)
def test_every_manche_ends_with_each_place_once(seed: int) -> None:
    """Z15, Z16: places 1 to 5 each once."""
    book = partie(seed)
    (played,) = book.campaign.parties
    assert [sorted(manche.places.values()) for manche in played.manches] == [[1, 2, 3, 4, 5]] * 2
    assert played.closed


@settings(max_examples=5, deadline=None)
@given(SEEDS)
def test_cards_are_conserved(seed: int) -> None:
    """Z1: at each moment the hands and the cards played are the deck, each card once."""
    campaign = fold(partie(seed).records[:1])
    for record in partie(seed).records[1:]:
        campaign = advance(campaign, record)
        manche = campaign.manche
        if manche is None or manche.state is None:
            continue
        played = [each.record.event.cards for each in manche.moves if isinstance(each.record.event, Played)]
        cards = [card for cards in played for card in cards]
        assert len(cards) + sum(hand.bit_count() for hand in manche.state.hands) == DECK_SIZE
        assert sum(1 << card for card in cards) + sum(manche.state.hands) == (1 << DECK_SIZE) - 1


@settings(max_examples=6, deadline=None)
@given(SEEDS, st.integers(0, 40))
def test_an_undo_is_the_fold_of_the_shorter_log(seed: int, moves: int) -> None:
    """design.md: of the manche's events those count that counted just before `from`; the others stand."""
    book = with_noise(seed, moves)
    for seq in events_in_force(book.campaign.log):
        after = advance(book.campaign, Record(len(book.records) + 1, "", Undone(seq, "erreur")))
        shorter = fold(each for each in book.records if each.seq < seq or stands(each.event))
        if isinstance(book.records[seq - 1].event, MancheDealt):
            assert after.manche == shorter.manche
            assert after.words == shorter.words
            assert set(after.queue) == set(shorter.queue)
        else:
            assert facts(after) == facts(shorter)


@settings(max_examples=6, deadline=None)
@given(SEEDS, st.integers(1, 40), st.randoms(use_true_random=False))
def test_an_undo_of_an_undo_restores(seed: int, moves: int, chance: Random) -> None:
    """design.md: an earlier `undone` included."""
    book = with_noise(seed, moves)
    seq = chance.choice(events_in_force(book.campaign.log))
    last = len(book.records)
    after = advance(book.campaign, Record(last + 1, "", Undone(seq, "erreur")))
    restored = advance(after, Record(last + 2, "", Undone(last + 1, "non")))
    assert restored.disorders == ()
    assert facts(restored) == facts(book.campaign)


def test_what_counts_before_an_entry() -> None:
    """design.md: those count that counted just before `from`."""
    note, undo = Note(""), Undone
    log = (
        Record(5, "", MancheDealt(1, 1, (), "", {})),
        Record(6, "", Played("a", (), ())),
        Record(7, "", note),
        Record(8, "", Played("b", (), ())),
        Record(9, "", undo(8, "")),
        Record(10, "", Played("c", (), ())),
        Record(11, "", undo(9, "")),
    )
    by_end = {end: events_in_force(log[:end]) for end in range(1, 8)}
    assert by_end == {
        1: (5,),
        2: (5, 6),
        3: (5, 6),
        4: (5, 6, 8),
        5: (5, 6),
        6: (5, 6, 10),
        7: (5, 6, 8),
    }
