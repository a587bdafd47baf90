"""Who registers, who waits, which words count (Z21; design.md, Dealing)."""

from random import Random

import pytest
from builders import PLAYERS, Book, deal, open_partie, play_manche, register
from tables import choose_order, code_of_problem, exchange_all_default, registered, sanctioned_to_the_end

from gm import dealing
from gm.desk.prepare import give_word, join, leave
from gm.desk.prepare import open_partie as propose_partie
from gm.events import Joined, Left, Word


def joined(book: Book, *names: str) -> Book:
    for name in names:
        book.add(join(book.campaign, name, None))
    return book


def over() -> Book:
    """A partie played to its end, with `sixth` waiting since before its deal."""
    book = joined(registered(), "sixth")
    deal(book)
    choose_order(book, Random(1))
    sanctioned_to_the_end(book)
    exchange_all_default(deal(book))
    sanctioned_to_the_end(book)
    assert book.campaign.phase == "over"
    return book


def test_first_come_first_served() -> None:
    """Z21: the first five to register play, in the order in which they came."""
    book = joined(open_partie(Book(), Random(1)), *"ebdac")
    assert book.campaign.players == tuple("ebdac")


def test_those_after_the_fifth_wait() -> None:
    """Z21: the sixth and seventh are on the waiting list, in order."""
    book = joined(registered(), "sixth", "seventh")
    assert book.campaign.players == PLAYERS
    assert book.campaign.queue == ("sixth", "seventh")


def test_one_who_leaves_makes_room_for_the_first_who_waits() -> None:
    """Z21: first come, first served, also for a seat that becomes free."""
    book = joined(registered(), "sixth", "seventh")
    book.add(leave(book.campaign, "MisterH"))
    assert book.campaign.players == ("intersideral", "MrRarty", "oliv10", "snaga", "sixth")
    assert book.campaign.queue == ("seventh",)


def test_who_leaves_and_comes_back_is_last_in_line() -> None:
    """Z21: a place in the line is that of the last registration."""
    book = joined(registered(), "sixth")
    book.add(leave(book.campaign, "intersideral"))
    joined(book, "intersideral")
    assert book.campaign.players[-1] == "sixth"
    assert book.campaign.queue == ("intersideral",)


def test_those_who_waited_come_first_next_time() -> None:
    """Z21: the waiting list opens the next registration, before anybody new."""
    book = joined(open_partie(over(), Random(2)), "new")
    assert book.campaign.players == ("sixth", "new")


def test_a_new_player_who_registers_while_a_partie_is_played_keeps_their_rank() -> None:
    """Z21: first come, first served."""
    book = joined(registered(), "sixth")
    deal(book)
    joined(book, "seventh")
    choose_order(book, Random(1))
    sanctioned_to_the_end(book)
    exchange_all_default(deal(book))
    sanctioned_to_the_end(book)
    joined(open_partie(book, Random(2)), "new")
    assert book.campaign.players == ("sixth", "seventh", "new")


@pytest.mark.parametrize("when", ["before the next partie opens", "after it"])
def test_earlier_players_fill_the_seats_that_stay_empty(when: str) -> None:
    """Z21: five others register; who played before gets a seat only when fewer than five others came."""
    book = over()
    if when == "before the next partie opens":
        joined(book, "snaga")
    open_partie(book, Random(2))
    if when == "after it":
        joined(book, "snaga")
    joined(book, "a", "b", "c")
    assert book.campaign.players == ("sixth", "a", "b", "c", "snaga")
    joined(book, "d")
    assert book.campaign.players == ("sixth", "a", "b", "c", "d")
    assert book.campaign.queue == ("snaga",)


def test_an_earlier_player_who_waited_comes_first_next_time() -> None:
    """Z21: those after the fifth come first next time, whoever they are."""
    book = joined(open_partie(over(), Random(2)), "snaga", "a", "b", "c", "d")
    deal(book)
    choose_order(book, Random(1))
    sanctioned_to_the_end(book)
    exchange_all_default(deal(book))
    sanctioned_to_the_end(book)
    joined(open_partie(book, Random(3)), "new")
    assert book.campaign.players == ("snaga", "new")


@pytest.mark.parametrize("again", ["snaga", "SNAGA", "ｓｎａｇａ", " snaga "])
def test_nobody_registers_twice(again: str) -> None:
    """design.md, Ledger: names equal under NFKC and case folding are one."""
    assert code_of_problem(join(registered().campaign, again, None)) == "already_registered"


def test_a_name_that_waits_is_registered_too() -> None:
    """Z21: one registration each, also on the waiting list."""
    assert (
        code_of_problem(join(joined(registered(), "sixth").campaign, "Sixth", None)) == "already_registered"
    )


def test_a_player_of_the_partie_cannot_register_for_the_next_while_it_is_played() -> None:
    """Z21: five others may register."""
    book = deal(registered())
    assert code_of_problem(join(book.campaign, "Snaga", None)) == "already_playing"


def test_an_earlier_player_keeps_the_spelling_of_their_name() -> None:
    """design.md, Ledger: names equal under NFKC and case folding are one."""
    event = join(over().campaign, "SNAGA", None)
    assert isinstance(event, Joined)
    assert event.player == "snaga"


@pytest.mark.parametrize("name", ["", "   ", "a" * 41, "a\u202eb", "a\x07"])
def test_a_name_the_ledger_cannot_hold_is_refused(name: str) -> None:
    """design.md, Ledger: 1 to 40 code points, none of those refused."""
    assert code_of_problem(join(registered().campaign, name, None)) == "bad_name"


def test_names_and_words_are_cleaned_on_entering() -> None:
    """design.md, Ledger: NFC, runs of white space to one space, trimmed, one line."""
    event = join(registered().campaign, "  Zoe\u0301\n la  belle ", " un\t mot ")
    assert event == Joined("Zo\u00e9 la belle", "un mot")


def test_who_registers_without_a_partie_waits_for_the_next() -> None:
    """Z21: first come first served, before the registration period too."""
    book = joined(Book(), "early")
    assert book.campaign.queue == ("early",)
    joined(open_partie(book, Random(1)), "late")
    assert book.campaign.players == ("early", "late")


def test_after_the_deal_a_player_leaves_by_sanction_only() -> None:
    """Z28: leaving during a manche is a sanction."""
    book = deal(registered())
    assert code_of_problem(leave(book.campaign, "snaga")) == "leaves_by_sanction"


def test_who_waits_may_leave_after_the_deal() -> None:
    """Z21: the waiting list is not the table."""
    book = deal(joined(registered(), "sixth"))
    event = leave(book.campaign, "sixth")
    assert event == Left("sixth")
    book.add(event)
    assert book.campaign.queue == ()


def test_nobody_leaves_who_is_not_there() -> None:
    """design.md, Command line: an unknown name comes back with the closest match."""
    assert code_of_problem(leave(registered().campaign, "snagga")) == "unknown_name_closest"
    assert code_of_problem(give_word(registered().campaign, "xyz", "mot")) == "unknown_name"


def test_one_partie_at_a_time() -> None:
    """Z21: the next partie comes when the last one is over."""
    book = registered()
    assert code_of_problem(propose_partie(book.campaign, [], beacon_rule=None, schedule=None)) == (
        "registration_open"
    )
    assert code_of_problem(propose_partie(deal(book).campaign, [], beacon_rule=None, schedule=None)) == (
        "partie_running"
    )


def test_opening_a_partie_commits_to_a_seed_for_each_manche() -> None:
    """design.md, Dealing: `partie_opened` publishes H("gm/commit/1", …) for every manche, two here (Z21)."""
    book = open_partie(Book(), Random(1))
    partie = book.campaign.partie
    assert partie is not None
    assert set(partie.commitments) == {1, 2}
    for manche, seed in partie.seeds.items():
        assert partie.commitments[manche].digest == dealing.commit("zebest", 1, manche, seed)


class TestWords:
    def test_the_last_word_counts(self) -> None:
        """design.md, Dealing: the last word counts."""
        book = registered()
        book.add(give_word(book.campaign, "snaga", "autre"))
        assert book.campaign.words_for(1)["snaga"] == "autre"
        assert book.campaign.words_for(1)["MisterH"] == ""

    def test_a_word_before_the_commitment_does_not_count(self) -> None:
        """design.md, Dealing: only words given after the entry that commits to the seed."""
        book = Book()
        book.add(join(book.campaign, "snaga", "trop tôt"))
        open_partie(book, Random(1))
        assert book.campaign.words_for(1) == {"snaga": ""}

    def test_a_word_after_the_deal_counts_for_the_next_manche_only(self) -> None:
        """design.md, Dealing: the last word before the manche's first deal."""
        book = deal(registered())
        book.add(give_word(book.campaign, "snaga", "tard"))
        assert book.campaign.words_for(1)["snaga"] == "vive les révolutions"
        assert book.campaign.words_for(2)["snaga"] == "tard"

    def test_a_word_of_the_first_manche_counts_for_the_second_too(self) -> None:
        """design.md, Dealing: it was given after the entry that commits to both seeds."""
        book = play_manche(choose_order(deal(registered()), Random(1)), Random(1))
        assert book.campaign.words_for(2) == book.campaign.words_for(1)

    def test_words_of_those_who_do_not_play_are_left_out(self) -> None:
        """design.md, Dealing: entropy is of the players' words."""
        book = registered()
        book.add(join(book.campaign, "sixth", "dehors"))
        assert set(book.campaign.words_for(1)) == set(PLAYERS)

    def test_a_word_that_is_too_long_or_hidden_is_refused(self) -> None:
        """design.md, Ledger: up to 200 code points, none of those refused."""
        book = registered()
        assert code_of_problem(give_word(book.campaign, "snaga", "x" * 201)) == "bad_text"
        assert code_of_problem(join(book.campaign, "new", "\u200f")) == "bad_text"
        assert isinstance(give_word(book.campaign, "snaga", "x" * 200), Word)


def test_a_partie_never_dealt_is_dropped_and_its_players_keep_their_rank() -> None:
    """design.md, Dealing: parties dropped undealt are counted; Z21: first come, first served."""
    from gm.events import PartieOpened

    book = register(open_partie(Book(), Random(1)), PLAYERS[:3])
    book.add(PartieOpened(2, {1: "00" * 32, 2: "11" * 32}))
    assert [partie.dropped for partie in book.campaign.parties] == [True, False]
    assert book.campaign.partie is not None
    assert book.campaign.partie.number == 2
    assert joined(book, "new").campaign.players == (*PLAYERS[:3], "new")


def test_a_player_of_a_partie_that_is_over_is_registered_no_more() -> None:
    """Z21: after its two manches others register; who played may come back, with a new registration."""
    book = over()
    assert code_of_problem(give_word(book.campaign, "snaga", "mot")).startswith("unknown_name")
    assert code_of_problem(leave(book.campaign, "snaga")).startswith("unknown_name")
    joined(book, "snaga")
    assert isinstance(leave(book.campaign, "snaga"), Left)
