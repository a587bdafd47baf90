"""The ledger told as a story, and a ruling explained to its player (`gm log`, `gm why`)."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from builders import PLAYERS, Book, choose_order, deal, open_partie, register, time_of, whole_partie
from tables import (
    SHOWN,
    code_of_problem,
    exchange_all_default,
    first_manche,
    in_order,
    judged,
    play,
    registered,
    sanctioned_to_the_end,
    second_manche,
)

from gm.campaign import Problem
from gm.cards import SUITS, Rank, cards_in, code_of
from gm.codec import FORMS
from gm.desk import replacing
from gm.desk.corrections import abandon, sanction, undo
from gm.desk.prepare import give_word, join, leave
from gm.desk.referee import refusal_of
from gm.desk.stories import Explained, Line, Story, private_log, public_log, why
from gm.events import (
    DELAYS,
    Incident,
    MancheAbandoned,
    Note,
    Passed,
    Paused,
    Post,
    Record,
    StandingPass,
    StandingPassEnded,
)
from gm.render import table_of
from gm.render.filters import Phrases
from gm.rules import house_rules
from gm.views.log import PauseFact

ONE, TWO, THREE, FOUR, FIVE = PLAYERS
POST = Post("0" * 64, "8412", "https://forum.example/t?p=8412")


def told(found: Story | Problem) -> Story:
    assert isinstance(found, Story), found
    return found


def lines(book: Book) -> dict[int, Line]:
    """The lines of the public story by their numbers."""
    return {line.entry.seq: line for line in told(public_log(book.records, 1, SHOWN)).lines}


def undone(book: Book, seq: int | None = None) -> Book:
    found = undo(book.campaign, seq, "erreur de saisie")
    assert not isinstance(found, Problem), found
    book.add(found.event)
    return book


def refused(book: Book, name: str, text: str) -> Book:
    """Record a refused post, with a note of the moderator's."""
    found = judged(book, name, text)
    assert not found.accepted
    book.add(refusal_of(found.moves[-1], POST, "à surveiller"))
    return book


def explained(book: Book, seq: int | None = None) -> Explained:
    found = why(book.records, seq, SHOWN)
    assert isinstance(found, Explained), found
    return found


def eventful() -> Book:
    """A campaign with each kind of entry."""
    book = register(open_partie(Book(), Random(2)))
    book.add(join(book.campaign, "sixième", None))
    book.add(give_word(book.campaign, ONE, "navet"))
    book.add(leave(book.campaign, "sixième"))
    book.add([Note("la coupe d’été"), replace(DELAYS, turn=24)])
    book.add(Paused("2014-08-01T00:00:00+02:00", "2014-08-10T00:00:00+02:00", "vacances"))
    book = choose_order(deal(book), Random(2))
    play(book, None, card_of(book))
    turn = str(book.manche.turn)
    book.add([StandingPass(turn, POST), StandingPassEnded(turn), Passed(turn)])
    refused(book, ONE, "4 trèfles")
    book.add(Incident(ONE, "post_changed", (len(book.records),), POST, "il a effacé un 8"))
    book.add(replacing.replace(book.campaign, TWO, "Zoé"))
    undone(book)
    sanctioned_to_the_end(book)
    exchange_all_default(deal(book))
    sanctioned_to_the_end(book)
    open_partie(book, Random(3))
    register(book)
    abandoned(deal(book))
    return book


def card_of(book: Book) -> str:
    """A card that whoever is to open may open with, as a post names it."""
    turn = book.manche.turn
    assert turn is not None
    code = code_of(cards_in(book.manche.hand(turn))[0])
    return code[0].replace("T", "10") + dict(zip(SUITS, "♠♥♦♣", strict=True))[code[1]]


def abandoned(book: Book) -> Book:
    event = abandon(book.campaign, "main envoyée au mauvais joueur", bytes(32))
    assert isinstance(event, MancheAbandoned)
    book.add(event)
    return book


@pytest.fixture(scope="module")
def full() -> Book:
    return eventful()


class TestLog:
    def test_every_kind_of_entry_has_its_sentence(self, full: Book) -> None:
        """design.md, Events: each of them is told in words, not by its name."""
        found = lines(full)
        assert {line.entry.event for line in found.values()} == {form.name for form in FORMS}
        assert len(found) == len(full.records)
        for line in found.values():
            assert line.text.endswith((".", "!"))
            assert line.entry.event not in line.text
            assert "None" not in line.text

    def test_only_the_moderator_reads_what_the_ledger_keeps_back(self, full: Book) -> None:
        """design.md, Two audiences: hands, reasons and notes are in the moderator's story alone."""
        public = told(public_log(full.records, 1, SHOWN))
        private = told(private_log(full.records, 1, SHOWN))
        for secret in ("Mains", "à surveiller", "il a effacé un 8", "jamais eue"):
            assert secret in private.text
            assert secret not in public.text
        assert SHOWN.checkpoint in public.text.splitlines()[-1]

    def test_a_gift_is_public_once_the_manche_is_over(self) -> None:
        """Z19; design.md, Events: `manche_closed` publishes exchanges."""
        book = exchange_all_default(second_manche())
        pair = book.manche.pairs[0]
        assert pair.received is not None
        cards = Phrases(table_of("fr", "words")).cards(pair.received.cards or ())
        first = book.manche.dealt.seq + 1
        assert cards not in told(public_log(book.records, first, SHOWN)).text
        assert f"Cartes\u00a0: {cards}" in told(private_log(book.records, first, SHOWN)).text
        sanctioned_to_the_end(book)
        assert f"avait donné {cards} à" in told(public_log(book.records, first, SHOWN)).text

    def test_what_an_undo_took_back_is_struck_with_its_number(self) -> None:
        """design.md, Events: of that manche's events those count that counted just before `from`."""
        book = in_order({ONE: "7s", TWO: "8s"})
        play(play(book, ONE, "7♠"), TWO, "8♠")
        first = len(book.records) - 1
        undone(book, first)
        found = lines(book)
        assert [(found[seq].entry.counts, found[seq].entry.undone_by) for seq in (first, first + 1)] == [
            (False, first + 2)
        ] * 2
        text = told(public_log(book.records, 1, SHOWN)).text
        assert f"[s]{ONE} joue 7♠.[/s] (annulé par l’entrée\u00a0{first + 2})" in text

    def test_what_the_rules_do_not_count_is_told_as_such(self) -> None:
        """design.md: a ledger that others wrote may hold an entry that breaks them."""
        book = in_order({ONE: "7s"})
        seq = len(book.records) + 1
        book.records.append(Record(seq, time_of(seq), Passed(TWO)))
        assert [seq for seq, line in lines(book).items() if not line.entry.counts] == [seq]

    def test_an_undone_undo_gives_back_what_it_took(self) -> None:
        """design.md, Events: an earlier `undone` may be undone; it is then the one that is struck."""
        book = in_order({ONE: "7s"})
        play(book, ONE, "7♠")
        seq = len(book.records)
        undone(undone(book, seq), seq + 1)
        found = lines(book)
        assert found[seq].entry.counts
        assert found[seq + 1].entry.undone_by == seq + 2

    def test_a_restored_undo_is_again_what_struck_its_entries(self) -> None:
        """design.md, Events: of the manche's events those count that counted just before `from`."""
        book = in_order({ONE: "7s"})
        play(book, ONE, "7♠")
        seq = len(book.records)
        undone(undone(undone(book, seq), seq + 1), seq + 2)
        struck = {at: line.entry.undone_by for at, line in lines(book).items() if not line.entry.counts}
        assert struck == {seq: seq + 1, seq + 2: seq + 3}

    def test_an_abandoned_deal_takes_its_moves_with_it(self) -> None:
        """design.md, Dealing: a deal that cannot stand; what came before its first entry still counts."""
        book = first_manche()
        play(book, None, card_of(book))
        last = len(abandoned(book).records)
        found = lines(book)
        dealt = next(seq for seq, line in found.items() if line.entry.event == "manche_dealt")
        assert {seq for seq, line in found.items() if line.entry.undone_by == last} == set(range(dealt, last))

    def test_it_is_told_partie_by_partie_and_tour_by_tour(self) -> None:
        """Z22: entries that follow each other in one tour stand together."""
        book = in_order({ONE: "2s 3s", TWO: "3h"})
        play(play(play(book, ONE, "2♠"), ONE, "3♠"), TWO, "3♥")
        text = told(public_log(book.records, 1, SHOWN)).text
        heads = [line for line in text.splitlines() if line.startswith("[b]")]
        assert [head.count("tour") for head in heads] == [0, 0, 0, 1, 1]
        assert text.index("tour 2") < text.index("joue 3♠") < text.index("joue 3♥")
        assert text.index("tour 1") < text.index("joue 2♠") < text.index("tour 2")

    def test_what_follows_a_closed_tour_begins_no_other(self) -> None:
        """Z22: the next tour begins with its first move."""
        book = play(in_order({ONE: "2s"}), ONE, "2♠")
        book.add(replacing.replace(book.campaign, FIVE, "Zoé"))
        assert "tour 2" not in told(public_log(book.records, 1, SHOWN)).text

    def test_a_name_is_that_of_its_time(self) -> None:
        """Z24: what somebody did before they were replaced is told under their name."""
        book = in_order({ONE: "7s", TWO: "8s"})
        play(book, ONE, "7♠")
        book.add(replacing.replace(book.campaign, ONE, "Zoé"))
        texts = [line.text for line in lines(book).values()]
        assert f"{ONE} joue 7♠." in texts
        assert f"Zoé remplace {ONE}." in texts

    def test_a_pause_that_is_called_off_has_no_end(self) -> None:
        """design.md, Events: one whose `until` is not after its `from` is none."""
        book = Book()
        pause = Paused("2014-08-01T00:00:00+02:00", "2014-08-10T00:00:00+02:00")
        book.add([pause, replace(pause, until=pause.from_)])
        facts = [line.entry.fact for line in lines(book).values()]
        assert [fact.until for fact in facts if isinstance(fact, PauseFact)] == [pause.until, None]

    def test_it_begins_where_it_is_asked_to(self, full: Book) -> None:
        """`--from`: the entries from that one on; one that there is not is told."""
        story = told(public_log(full.records, 20, SHOWN))
        assert [line.entry.seq for line in story.lines] == list(range(20, len(full.records) + 1))
        for start in (0, len(full.records) + 1):
            assert code_of_problem(public_log(full.records, start, SHOWN)) == "no_such_entry"
            assert code_of_problem(private_log(full.records, start, SHOWN)) == "no_such_entry"


def _locks() -> Book:
    """Zebest where a pass locks, manche 1 in play."""
    rules = house_rules({"preset": "zebest", "pass": "locks"})
    book = Book(rules=rules)  # type: ignore[arg-type]
    return choose_order(deal(register(open_partie(book, Random(5)))), Random(5))


def _opened(cards: str = "7s") -> Book:
    return play(in_order({ONE: cards, TWO: "8s 4d", THREE: "9s"}), ONE, "7♠")


def _taggle() -> Book:
    return play(play(in_order({ONE: "7s", TWO: "7h 9d", THREE: "7d Ks"}), ONE, "7♠"), TWO, "7♥")


def _replayed() -> Book:
    book = _opened("7s 3d")
    for name in (TWO, THREE, FOUR, FIVE):
        play(book, name, "je passe")
    return book


def _sanctioned() -> Book:
    book = _opened()
    book.add(sanction(book.campaign, FOUR, "triche", ()))
    return book


def _taken_over() -> Book:
    book = _sanctioned()
    book.add(replacing.replace(book.campaign, FOUR, "Zoé"))
    return book


# The table, who is refused for what, the code, and the entries that show it, counted back from the refusal.
REFUSALS: dict[str, tuple[Callable[[], Book], str, str, str, list[int]]] = {
    "too low": (_opened, TWO, "4♦", "too_low", [1]),
    "wrong count": (_opened, TWO, "8♠ 8♥", "wrong_count", [1]),
    "not their turn": (_opened, THREE, "9♠", "not_your_turn", [1]),
    "a pass in Taggle": (_taggle, THREE, "je passe", "taggle_must_play", [2, 1]),
    "higher in Taggle": (_taggle, THREE, "R♠", "taggle_must_match", [2, 1]),
    "a pass instead of an opening": (_replayed, ONE, "je passe", "cannot_pass_opening", [1]),
    "already played": (_replayed, ONE, "7♠", "not_held", [5]),
    "out by sanction": (_sanctioned, FOUR, "9♠", "already_out", [1]),
    "in the seat of who is out": (_taken_over, "Zoé", "9♠", "already_out", [2]),
    "exchange pending": (second_manche, FIVE, "9♠", "exchange_pending", [1]),
    "order not chosen": (lambda: deal(registered()), FIVE, "9♠", "order_not_chosen", [1]),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_a_refusal_cites_the_entries_that_show_it(case: str) -> None:
    """rules.md, Verdict codes: each clause with what anyone can look up, as it was when the move was made."""
    make, name, text, code, back = REFUSALS[case]
    book = refused(make(), name, text)
    seq = len(book.records)
    found = explained(book)
    assert code in [each.code for each in found.view.ruling.violations]
    (reason,) = [each for each in found.view.reasons if each.code == code]
    assert [entry.seq for entry in reason.entries] == [seq - each for each in back]
    for entry in reason.entries:
        assert f"entrée\u00a0{entry.seq}," in found.public.body
    assert found.view.entry.seq == seq
    assert "message 8412, https://forum.example/t?p=8412" in found.public.body


def test_who_was_to_play_is_named() -> None:
    """Z22: `not_your_turn` says whose turn it was; a note on it is the moderator's."""
    found = explained(refused(_opened(), THREE, "9♠"))
    assert "à surveiller" in found.private
    assert f"C’était à {TWO} de jouer" in found.public.body


def test_a_lock_rests_on_the_pass_of_the_tour() -> None:
    """Z7, `pass: locks`: locked out by their own pass."""
    book = _locks()
    play(book, None, card_of(book))
    passed = str(book.manche.turn)
    play(book, passed, "je passe")
    refused(book, passed, "je passe")
    assert [entry.seq for entry in _reason(book, "locked_out")] == [len(book.records) - 1]
    book.add(replacing.replace(book.campaign, passed, "Zoé"))
    refused(book, "Zoé", "je passe")
    assert [entry.seq for entry in _reason(book, "locked_out")] == [len(book.records) - 3]


def _reason(book: Book, code: str, seq: int | None = None) -> list:  # type: ignore[type-arg]
    return [
        entry for each in explained(book, seq).view.reasons if each.code == code for entry in each.entries
    ]


def test_a_card_named_without_its_suit_is_not_shown_to_be_played() -> None:
    """design.md, Two audiences: it may be any card of that rank."""
    book = refused(_replayed(), ONE, "double 7")
    assert "not_held" in [each.code for each in explained(book).view.ruling.violations]
    assert _reason(book, "not_held") == []


@pytest.mark.parametrize("hidden", ["2d", "2h"])
def test_why_a_card_is_not_held_is_for_the_moderator_alone(hidden: str) -> None:
    """design.md, Two audiences: never had or held by another, the public text is the same."""
    book = in_order({ONE: "7s", TWO: "2s", THREE: hidden})
    found = explained(refused(play(book, ONE, "7♠"), TWO, "2♣"))
    assert [each.code for each in found.view.ruling.violations] == ["not_held"]
    assert found.view.ruling.verdict == "cheating"
    assert found.view.reasons == ()
    assert "jamais eue" in found.private
    assert "à surveiller" in found.private
    assert "jamais" not in found.public.body
    assert "surveiller" not in found.public.body


def test_a_tour_closed_by_passes_cites_the_play_that_stayed_and_the_passes() -> None:
    """Z12: every active player but the author of the top play has passed since it."""
    book = play(_opened(), TWO, "8♠")
    for _ in range(4):
        play(book, None, "je passe")
    seq = len(book.records)
    assert [entry.seq for entry in _reason(book, "closed_by_passes")] == [seq - 4, seq - 3, seq - 2, seq - 1]


def test_a_tour_closed_by_four_cites_the_other_plays() -> None:
    """Z10: the plays on top of the pile hold all four cards of one rank, passes in between, no other one."""
    book = in_order({ONE: "6s 7c", TWO: "7s", THREE: "7h", FOUR: "Ks", FIVE: "7d"})
    for text in ("6♠", "7♠", "7♥", "je passe", "7♦", "7♣"):
        play(book, None, text)
    seq = len(book.records)
    assert [entry.seq for entry in _reason(book, "closed_by_four")] == [seq - 4, seq - 3, seq - 1]
    assert [entry.seq for entry in _reason(book, "taggle", seq - 1)] == [seq - 3]


def test_a_revolution_in_force_is_cited() -> None:
    """Z14, Z6: too low because the order is reversed; Z11: a 3 closes because of it."""
    book = in_order({ONE: "5s 5h 5d 5c 6s", TWO: "8s 3s"})
    play(play(book, ONE, "5♠ 5♥ 5♦ 5♣"), ONE, "6♠")
    carre = len(book.records) - 1
    refused(book, TWO, "8♠")
    assert [entry.seq for entry in _reason(book, "too_low")] == [carre + 1, carre]
    play(book, TWO, "3♠")
    assert [entry.seq for entry in _reason(book, "closed_by_top")] == [carre]


def test_a_revolution_that_another_one_ended_is_not_cited() -> None:
    """Z14: each four of a kind turns the order again; the last one is why it stands as it does."""
    held = {ONE: "4s 4h 4d 4c 5s 5h 5d 5c", TWO: "2s 9s 9h 9d 9c Ks 3s", THREE: "As"}
    book = in_order(held)
    for name, text in ((ONE, "4♠ 4♥ 4♦ 4♣"), (ONE, "5♠ 5♥ 5♦ 5♣"), (ONE, "D♥")):
        play(book, name, text)
    refused(book, TWO, "3♠")
    top = len(book.records) - 1
    assert [entry.seq for entry in _reason(book, "too_low")] == [top]
    for text in ("2♠", "9♠ 9♥ 9♦ 9♣", "R♠"):
        play(book, TWO, text)
    refused(book, THREE, "As♠")
    top = len(book.records) - 1
    assert [entry.seq for entry in _reason(book, "too_low")] == [top, top - 1]


def test_a_sanction_cites_its_evidence() -> None:
    """Z18: the entries that the sanction rests on, as everybody may read them."""
    book = refused(_opened(), TWO, "2♣")
    seq = len(book.records)
    book.add(sanction(book.campaign, TWO, "carte jamais reçue", (seq,)))
    found = explained(book)
    assert [entry.seq for entry in _reason(book, "evidence")] == [seq]
    assert f"{TWO} annonce 2♣" in found.public.body


@pytest.mark.parametrize(("departure", "clause"), [(False, "Z18"), (True, "Z28")])
def test_who_is_out_is_told_by_which_clause(*, departure: bool, clause: str) -> None:
    """Z18, Z28: a sanction and a departure each name their own."""
    book = _opened()
    book.add(sanction(book.campaign, TWO, "un motif", (), departure=departure))
    found = explained(book)
    assert found.view.clauses == (clause,)
    assert f"({clause})" in found.public.body


def test_an_undone_ruling_is_explained_as_it_was_made() -> None:
    """design.md, Events: it was right at its time, and no longer counts."""
    book = _taggle()
    seq = len(book.records)
    undone(book, seq - 1)
    found = explained(book, seq)
    assert (found.view.entry.counts, found.view.entry.undone_by) == (False, seq + 1)
    assert [each.name for each in found.view.ruling.effects] == ["taggle"]
    assert [entry.seq for entry in _reason(book, "taggle", seq)] == [seq - 1]
    assert _reason(book, "answered", seq) == []


def test_without_a_number_the_last_ruling_that_counts_is_explained() -> None:
    """design.md, Events: what an undo took back is explained only where nothing else was ruled."""
    book = play(_opened(), TWO, "8♠")
    seq = len(book.records)
    undone(book, seq)
    assert explained(book).view.entry.seq == seq - 1
    undone(book, seq - 1)
    assert explained(book).view.entry.seq == seq


def test_a_plain_answer_cites_the_play_it_lies_on() -> None:
    """Z6: an accepted play answers the top; an opening answers nothing."""
    book = play(_opened(), TWO, "8♠")
    assert [entry.seq for entry in _reason(book, "answered")] == [len(book.records) - 1]
    assert explained(book, len(book.records) - 1).view.reasons == ()


def test_a_forbidden_finish_names_the_highest_rank_and_what_made_it_so() -> None:
    """Z15: judged by the order in force before the last play, here that of a revolution."""
    book = in_order({ONE: "4s 4h 4d 4c 5s 5h 5d 5c 3s"})
    play(book, ONE, "4♠ 4♥ 4♦ 4♣")
    carre = len(book.records)
    for cards in ("5♠ 5♥", "5♦ 5♣", "D♥"):
        play(book, ONE, cards)
        for name in (TWO, THREE, FOUR, FIVE):
            play(book, name, "je passe")
    play(book, ONE, "3♠")
    (reason,) = [each for each in explained(book).view.reasons if each.code == "forbidden_finish"]
    assert ([entry.seq for entry in reason.entries], reason.rank) == ([carre], Rank(0))
    assert "La plus forte valeur du moment\u00a0: le 3, depuis la révolution" in explained(book).public.body


def test_who_has_no_seat_any_longer_is_shown_who_took_it() -> None:
    """Z24: `unknown_player` rests on the replacement of that player, not on another one's."""
    book = _opened()
    book.add(replacing.replace(book.campaign, FOUR, "Zoé"))
    book.add(replacing.replace(book.campaign, FIVE, "Yann"))
    refused(book, FOUR, "9♠")
    assert [entry.seq for entry in _reason(book, "unknown_player")] == [len(book.records) - 2]


def test_a_card_played_by_whoever_had_the_seat_before_is_cited() -> None:
    """Z24: the newcomer takes the hand as it is; a former name's turn has come to an end."""
    book = _replayed()
    book.add(replacing.replace(book.campaign, ONE, "Zoé"))
    refused(book, "Zoé", "7♠")
    assert [entry.seq for entry in _reason(book, "not_held")] == [len(book.records) - 6]


@pytest.mark.parametrize("seq", [1, 8])
def test_what_is_no_ruling_is_not_explained(seq: int) -> None:
    """An opening, a deal: nobody was judged there."""
    assert code_of_problem(why(first_manche().records, seq, SHOWN)) == "nothing_ruled"


def test_without_a_number_it_is_the_last_ruling() -> None:
    """design.md, Command line: `gm why`; a number that there is not is told."""
    book = whole_partie(3)
    last = book.manche.moves[-1].record.seq
    assert explained(book) == explained(book, last)
    for seq in (0, len(book.records) + 1):
        assert code_of_problem(why(book.records, seq, SHOWN)) == "no_such_entry"


def test_there_may_be_nothing_to_explain_yet() -> None:
    """Without a number it is the last ruling, and there may be none."""
    assert code_of_problem(why(registered().records, None, SHOWN)) == "nothing_to_explain"
