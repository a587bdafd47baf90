"""What an honest moderator records verifies, at every moment and in both copies (design.md, Dealing)."""

from dataclasses import replace
from random import Random

import pytest
from builders import (
    WORDS,
    Book,
    choose_order,
    deal,
    exchange_all,
    open_partie,
    play_manche,
    play_some,
    register,
    sealed,
    whole_partie,
)

from gm.campaign import Problem
from gm.cards import cards_of
from gm.desk.corrections import UndoProposed, abandon, sanction, undo
from gm.desk.prepare import give_word
from gm.events import Event, Exchanged, Joined, Left, MancheClosed, PartieOpened, Passed, Played, Record
from gm.evidence import DealBasis, Report, Tally, examine
from gm.ledger import Copy, public_copy, read

COPIES: tuple[Copy, ...] = ("own", "public")


def verified(records: list[Record], copy: Copy) -> Report:
    data = sealed(records)
    return examine(read(data if copy == "own" else public_copy(data), copy=copy), copy)


def undone(book: Book, seq: int) -> Book:
    proposed = undo(book.campaign, seq, "une erreur")
    assert isinstance(proposed, UndoProposed)
    book.add(proposed.event)
    return book


def begun(seed: int = 3, *, beacon_rule: str | None = None) -> tuple[Book, Random]:
    chance = Random(seed)
    return register(open_partie(Book(), chance, beacon_rule=beacon_rule)), chance


def last(book: Book, kind: type[Event]) -> int:
    return max(record.seq for record in book.records if isinstance(record.event, kind))


@pytest.mark.parametrize("copy", COPIES)
@pytest.mark.parametrize("seed", range(12))
def test_an_honest_partie_verifies(seed: int, copy: Copy) -> None:
    """Every ruling of a whole partie is judged, in a public copy too once its manches are closed."""
    report = verified(whole_partie(seed).records, copy)
    assert report.faults == ()
    assert report.rulings_judged
    assert report.unjudged == ()
    assert {each.shown for each in report.manches} == {"whole"}
    assert report.campaign is not None
    assert report.campaign.phase == "over"


@pytest.mark.parametrize("copy", COPIES)
def test_an_honest_ledger_verifies_at_every_moment(copy: Copy) -> None:
    """Each beginning of an honest ledger verifies: an open manche is no fault (design.md, The ledger)."""
    records = whole_partie(4).records
    for length in range(1, len(records), 11):
        assert verified(records[:length], copy).faults == ()


def test_what_an_open_manche_does_not_show_is_said() -> None:
    """Of an open manche a public copy judges nothing, the moderator's own judges everything."""
    book, chance = begun()
    play_some(choose_order(deal(book), chance), chance, 5)
    public = verified(book.records, "public")
    assert [each.shown for each in public.manches] == ["open"]
    assert public.unjudged == tuple(range(9, 15))
    assert verified(book.records, "own").unjudged == ()


def test_what_the_campaign_says_is_the_same_in_both_copies() -> None:
    """A public copy of a finished partie replays to the standings of the moderator's own."""
    records = whole_partie(5).records
    own, public = (verified(records, copy).campaign for copy in COPIES)
    assert own is not None
    assert public is not None
    assert [manche.places for manche in own.parties[0].manches] == [
        manche.places for manche in public.parties[0].manches
    ]


@pytest.mark.parametrize("copy", COPIES)
def test_a_play_that_was_undone_may_be_made_again(copy: Copy) -> None:
    """An undo gives the commitments back: the same card opens its commitment again (design.md, `undone`)."""
    book, chance = begun()
    play_some(choose_order(deal(book), chance), chance, 9)
    seq, played = next((each.seq, each.event) for each in book.records if isinstance(each.event, Played))
    undone(book, seq)
    book.add(played)
    play_manche(book, chance)
    assert verified(book.records, copy).faults == ()


@pytest.mark.parametrize("copy", COPIES)
def test_an_undo_that_is_undone_counts_for_nothing(copy: Copy) -> None:
    """`undone` may name an earlier `undone`: what counted before it counts again (design.md)."""
    book, chance = begun()
    play_some(choose_order(deal(book), chance), chance, 9)
    undone(book, 12)
    undone(book, book.campaign.seq)
    play_manche(book, chance)
    assert verified(book.records, copy).faults == ()


def test_a_deal_is_listed_while_it_counts() -> None:
    """An undone deal rests on nothing; it does again when the undo is undone."""
    book, _ = begun()
    undone(deal(book), 8)
    assert verified(book.records, "public").deals == ()
    undone(book, 9)
    report = verified(book.records, "public")
    assert report.deals == (DealBasis(1, 1, "words", 7, 2),)
    assert report.tally.deals_undone == 1


def test_the_first_of_two_deals_is_listed_when_it_counts_again() -> None:
    """An undo of the undo brings back the first deal, and with it what that rests on."""
    book, _ = begun(beacon_rule="Loto du 14 juin")
    deal(book, "4 8 15 16 32")
    undone(book, 8)
    deal(book, "4 8 15 16 23")
    undone(book, 9)
    assert [basis.beacon for basis in verified(book.records, "public").deals] == ["4 8 15 16 32"]


def test_a_beacon_that_comes_after_the_seed_is_out_decides_nothing() -> None:
    """Once all hands can be computed another beacon is the moderator's choice among deals."""
    book, chance = begun(beacon_rule="Loto du 14 juin")
    play_manche(choose_order(deal(book, "4 8 15"), chance), chance)
    undone(book, 8)
    deal(book, "4 8 16")
    (basis,) = verified(book.records, "public").deals
    assert (basis.beacon, basis.rests_on) == ("4 8 16", "moderator")


@pytest.mark.parametrize("copy", COPIES)
def test_a_deal_that_was_undone_may_be_dealt_anew(copy: Copy) -> None:
    """The second deal is drawn from the same words, whatever was said since the first (design.md)."""
    book, chance = begun()
    deal(book)
    book.add(give_word(book.campaign, "MisterH", "trop tard"))
    undone(book, 8)
    play_manche(choose_order(deal(book), chance), chance)
    report = verified(book.records, copy)
    assert report.faults == ()
    assert report.tally.deals_undone == 1
    assert report.deals == (DealBasis(1, 1, "words", 7, 2),)


@pytest.mark.parametrize("copy", COPIES)
def test_an_undo_may_reach_over_the_end_of_a_manche(copy: Copy) -> None:
    """It is no fault, and the report says that the seed was out (design.md, `undone`)."""
    book, chance = begun()
    play_manche(choose_order(deal(book), chance), chance)
    undone(book, last(book, MancheClosed) - 3)
    play_manche(book, chance)
    play_manche(exchange_all(deal(book), chance), chance)
    report = verified(book.records, copy)
    assert report.faults == ()
    assert report.tally.undone_after_closing == 1
    assert report.unjudged == ()


def test_an_exchange_that_was_undone_is_judged_by_its_commitments() -> None:
    """Its cards are never published, but with the seed each commitment opens: only the demand is unknown."""
    book, chance = begun()
    play_manche(choose_order(deal(book), chance), chance)
    play_some(exchange_all(deal(book), chance), chance, 4)
    first = next(each.seq for each in book.records if isinstance(each.event, Exchanged))
    undone(book, first)
    play_manche(exchange_all(book, Random(99)), chance)
    for copy in COPIES:
        report = verified(book.records, copy)
        assert report.faults == ()
        assert report.unjudged == ()
        assert [each.shown for each in report.manches] == ["whole", "whole"]


def test_while_the_seed_is_secret_an_undone_exchange_waits_with_the_rest() -> None:
    """In an open manche nothing of it can be judged in public, and all of it can later."""
    book, chance = begun()
    play_manche(choose_order(deal(book), chance), chance)
    play_some(exchange_all(deal(book), chance), chance, 4)
    first = next(each.seq for each in book.records if isinstance(each.event, Exchanged))
    undone(book, first)
    report = verified(book.records, "public")
    assert report.unjudged == report.awaiting
    assert first in report.awaiting
    assert [each.shown for each in report.manches] == ["whole", "open"]


def test_a_manche_abandoned_does_not_cast_a_doubt_on_the_one_before() -> None:
    """Each entry belongs to its own deal, however the next one ended."""
    book, chance = begun()
    play_manche(choose_order(deal(book), chance), chance)
    play_some(exchange_all(deal(book), chance), chance, 3)
    book.add(abandon(book.campaign, "une main au mauvais joueur", bytes(32)))
    report = verified(book.records, "public")
    assert [(each.manche, each.shown) for each in report.manches] == [(1, "whole")]
    assert report.unjudged == ()


@pytest.mark.parametrize("copy", COPIES)
def test_an_abandoned_deal_is_followed_by_one_from_a_new_seed(copy: Copy) -> None:
    """Earlier words are void for it (design.md, Dealing); it is counted and both deals are listed."""
    book, chance = begun()
    play_some(choose_order(deal(book), chance), chance, 5)
    book.add(abandon(book.campaign, "une main au mauvais joueur", bytes(32)))
    abandoned = book.campaign.seq
    play_manche(choose_order(deal(book), chance), chance)
    report = verified(book.records, copy)
    assert report.faults == ()
    assert report.unjudged == ()
    assert report.tally.manches_abandoned == 1
    assert report.deals == (
        DealBasis(1, 1, "words", 7, 2, abandoned=True),
        DealBasis(1, 1, "moderator", 7, abandoned),
    )


@pytest.mark.parametrize("copy", COPIES)
def test_an_exchange_before_an_abandoned_manche_verifies(copy: Copy) -> None:
    """`manche_abandoned` publishes no exchange, and no fault comes of that."""
    book, chance = begun()
    play_manche(choose_order(deal(book), chance), chance)
    play_some(exchange_all(deal(book), chance), chance, 3)
    book.add(abandon(book.campaign, "une main au mauvais joueur", bytes(32)))
    play_manche(exchange_all(deal(book), chance), chance)
    assert verified(book.records, copy).faults == ()


@pytest.mark.parametrize("copy", COPIES)
@pytest.mark.parametrize("queens", ["Qs", "Qh", "Qs Qh"])
def test_sanctions_verify(queens: str, copy: Copy) -> None:
    """Where those who hold the queens were sanctioned others choose the order and open (Z18, Z26)."""
    book, chance = begun(4)  # neither queen is in the first seat
    hands = deal(book).manche.deal.hands or {}
    for queen in cards_of(queens):
        holder = next(name for name in hands if queen in hands[name])
        proposed = sanction(book.campaign, holder, "triche", ())
        assert not isinstance(proposed, Problem)
        book.add(proposed)
    assert verified(book.records, copy).faults == ()
    play_some(choose_order(book, chance), chance, 8)
    assert verified(book.records, copy).faults == ()
    play_manche(book, chance)
    assert verified(book.records, copy).faults == ()


@pytest.mark.parametrize("copy", COPIES)
def test_the_moderator_has_the_last_word_on_most_codes(copy: Copy) -> None:
    """A play of somebody whose turn it is not stands when `not_your_turn` was overruled (design.md)."""
    book, chance = begun()
    play_some(choose_order(deal(book), chance), chance, 1)
    played = book.records[-1].event
    assert isinstance(played, Played)
    undone(book, book.campaign.seq)
    book.add(replace(played, overruled=("not_your_turn",), reason="un post croisé"))
    play_manche(book, chance)
    assert verified(book.records, copy).faults == ()


def test_a_deal_rests_on_the_beacon_its_opening_promised() -> None:
    """`beacon` when the rule was published with the commitment (design.md, `rests_on`)."""
    book, _ = begun(beacon_rule="Loto du 14 juin, dans l'ordre du tirage")
    deal(book, "4 8 15 16 23")
    for copy in COPIES:
        report = verified(book.records, copy)
        assert report.faults == ()
        rule = "Loto du 14 juin, dans l'ordre du tirage"
        assert report.deals == (DealBasis(1, 1, "beacon", 7, 2, "4 8 15 16 23", rule),)


def test_a_beacon_may_be_corrected_by_dealing_anew() -> None:
    """ "An undone deal is dealt anew from the same seats and words, only its beacon may be corrected." """
    book, chance = begun(beacon_rule="Loto du 14 juin, dans l'ordre du tirage")
    deal(book, "4 8 15 16 32")
    undone(book, book.campaign.seq)
    play_manche(choose_order(deal(book, "4 8 15 16 23"), chance), chance)
    for copy in COPIES:
        report = verified(book.records, copy)
        assert report.faults == ()
        assert [each.rests_on for each in report.deals] == ["beacon"]


def test_without_words_and_beacon_a_deal_rests_on_the_moderator() -> None:
    """`moderator`: their word alone (design.md, `rests_on`)."""
    book = open_partie(Book(), Random(1))
    register(book, ["Ana", "Bob", "Cid", "Dée", "Eva"])
    assert not {"Ana", "Bob", "Cid", "Dée", "Eva"} & set(WORDS)
    assert verified(deal(book).records, "public").deals == (DealBasis(1, 1, "moderator", 7, 2),)


def test_a_departure_is_one_of_the_things_that_fix_a_deal() -> None:
    """`fixed_by` is the last join, word or departure before the deal (design.md, `rests_on`)."""
    book = register(open_partie(Book(), Random(1)))
    for event in (Joined("Ana"), Left("Ana")):
        book.add(event)
    (basis,) = verified(deal(book).records, "public").deals
    assert basis.fixed_by == last(book, Left)


def test_a_checkpoint_that_fixes_a_deal_shows_its_commitment() -> None:
    """Where everybody had joined before the opening, an older post must reach the opening itself."""
    book = register(Book(), ["Ana", "Bob", "Cid", "Dée", "Eva"])
    deal(open_partie(book, Random(1), beacon_rule="Loto du 14 juin"), "4 8 15")
    (basis,) = verified(book.records, "public").deals
    assert basis.shown_by == last(book, PartieOpened)
    assert basis.fixed_by == last(book, Joined)


def test_words_count_for_something_only_after_the_commitment() -> None:
    """`words`: a post older than the words has to show the commitment, whoever joined later (design.md)."""
    book, _ = begun()
    (words,) = verified(deal(book).records, "public").deals
    assert words.rests_on == "words"
    assert words.shown_by == last(book, PartieOpened) < words.fixed_by


def test_a_partie_dropped_undealt_is_counted() -> None:
    """Opening the next partie before a deal drops the words already given (design.md: "It counts …")."""
    book, chance = begun()
    next_one = open_partie(whole_partie(1), chance).records[-1].event
    assert isinstance(next_one, PartieOpened)
    book.add(next_one)
    report = verified(book.records, "own")
    assert report.faults == ()
    assert report.tally.parties_dropped == 1


@pytest.mark.parametrize("seq", [10, 12])
def test_moves_without_a_post_are_counted(seq: int) -> None:
    """Nobody can compare with a post what was recorded without one (design.md: "It counts …")."""
    records = whole_partie(1).records
    assert verified(records, "public").tally == Tally(0, 0, 0, 0, 0, 0)
    move = records[seq - 1]
    assert isinstance(move.event, Played | Passed)
    records[seq - 1] = replace(move, event=replace(move.event, post=None))
    tally = verified(records, "public").tally
    assert tally.plays_without_post == isinstance(move.event, Played)
    assert tally.passes_without_post == isinstance(move.event, Passed)
