"""A move corrected and all that followed kept, at the desk (`gm amend`; design.md, `undone`)."""

from dataclasses import replace
from random import Random

import pytest
from builders import (
    PLAYERS,
    Book,
    choose_order,
    deal,
    open_partie,
    play_some,
    post_of,
    register,
    whole_partie,
)
from tables import (
    LAST,
    PRESIDENT,
    code_of_problem,
    dealt,
    first_manche,
    in_order,
    judged,
    play,
    receive,
    sanctioned_to_the_end,
    second_manche,
)

from gm.campaign import Manche, Problem, fold
from gm.cards import cards_in, code_of, rank_of
from gm.desk.amending import Amended, Broken, amend, judge_amendment, move_to_amend
from gm.desk.corrections import sanction, undo
from gm.desk.overruling import overruling_of
from gm.desk.referee import PostJudged, claims_of, entries_of, judge_text
from gm.desk.replacing import replace as replacement
from gm.desk.secrets import by_commitment, salts_of
from gm.events import (
    Event,
    Exchanged,
    Passed,
    Played,
    Post,
    Record,
    Sanctioned,
    StandingPass,
    StandingPassEnded,
    Undone,
)
from gm.evidence import examine
from gm.ledger import read
from gm.manche import Code, LegalPlay, legal

A, B, C = "MisterH", "snaga", "oliv10"
SUITS = dict(zip("shdc", "♠♥♦♣", strict=True))
STANDING = "je passe jusqu'à la fin du tour"


def table() -> Book:
    return in_order({A: "3s 3h 7s 7h 2s", B: "8s 8h 4s As", C: "9s Js"})


def corrected(book: Book, seq: int, text: str, post: Post | None = None) -> Amended | Broken | Problem:
    """What comes of `gm amend SEQ TEXT`."""
    record = move_to_amend(book.campaign, seq)
    if isinstance(record, Problem):
        return record
    claims = claims_of(text, "fr", "")
    assert isinstance(claims, tuple), claims
    found = judge_amendment(book.campaign, record, text, claims, "correction")
    if isinstance(found, Problem):
        return found
    assert found.accepted, found
    return amend(book.campaign, record, found, post, "correction")


def amended(book: Book, seq: int, text: str) -> Amended:
    """The correction recorded."""
    found = corrected(book, seq, text)
    assert isinstance(found, Amended), found
    book.add(found.events)
    return found


def as_typed(event: Event) -> str:
    """A move in words that name it whole."""
    if not isinstance(event, Played):
        return "je passe"
    codes = [code_of(card) for card in event.cards]
    return " ".join(code[0].replace("T", "10") + SUITS[code[1]] for code in codes)


def told(manche: Manche) -> tuple[object, ...]:
    """What a manche comes to, the numbers of its entries and what depends on them aside."""
    moves = [(move.record.event, move.effects, move.clauses) for move in manche.moves]
    plain = [
        (replace(event, salts=()) if isinstance(event, Played) else event, *rest) for event, *rest in moves
    ]
    return (manche.state, manche.order, manche.passing, plain, manche.closed is None)


def moves_of(book: Book) -> list[Record]:
    """The moves in force, in order."""
    return [move.record for move in book.manche.moves if isinstance(move.record.event, Played | Passed)]


def others(book: Book) -> list[str]:
    """All that the player whose turn it is may do, in words."""
    held = cards_in(book.manche.hand(book.manche.turn or ""))
    texts = []
    for action in legal(book.state):
        same = [card for card in held if isinstance(action, LegalPlay) and rank_of(card) == action.rank]
        number = action.number if isinstance(action, LegalPlay) else 0
        texts.append(as_typed(Played("", tuple(same[:number]), ())) if number else "je passe")
    return texts


def last_play(book: Book) -> Record:
    return next(each for each in reversed(moves_of(book)) if isinstance(each.event, Played))


class TestWhatStands:
    def test_another_card_takes_the_place_of_the_one_that_was_recorded(self) -> None:
        """design.md, Events: one append of the undo, the corrected move and all later ones anew."""
        book = table()
        seq = len(book.records) + 1
        for text in ("3♠", "8♠", "9♠"):
            play(book, None, text)
        found = amended(book, seq, "3♥")
        assert [type(event) for event in found.events] == [Undone, Played, Played, Played]
        assert found.events[0] == Undone(seq, "correction")
        assert (found.seq, found.again) == (seq + 4, {seq + 1: seq + 5, seq + 2: seq + 6})
        assert [code_of(*move.record.event.cards) for move in book.manche.moves] == ["3h", "8s", "9s"]  # type: ignore[union-attr]
        assert [each.seq for each in found.gone] == [seq]

    @pytest.mark.parametrize("seed", range(8))
    def test_the_same_move_again_leaves_the_same_state(self, seed: int) -> None:
        """Whatever entry of the manche it is: plays, passes, what closes and what follows come out alike."""
        chance = Random(seed)
        book = play_some(first_manche(seed=seed), chance, chance.randint(3, 60))
        before = told(book.manche)
        record = chance.choice(moves_of(book))
        found = amended(book, record.seq, as_typed(record.event))
        assert told(book.manche) == before
        assert [each.seq for each in found.gone] == [record.seq]

    @pytest.mark.parametrize("seed", range(12))
    def test_it_is_the_sequence_with_another_move_in_that_place(self, seed: int) -> None:
        """design.md: as if it had been played so, up to the first move that is illegal then."""
        chance = Random(seed)
        book = play_some(first_manche(seed=seed), chance, chance.randint(3, 30))
        moves = moves_of(book)
        at = chance.randrange(len(moves))
        twin = Book()
        twin.records = book.records[: moves[at].seq - 1]
        twin.campaign = fold(twin.records)
        texts = [as_typed(each.event) for each in moves[at:]]
        texts[0] = chance.choice(others(twin))
        found = corrected(book, moves[at].seq, texts[0])
        for move, text in zip(moves[at:], texts, strict=True):
            again = judge_text(twin.campaign, getattr(move.event, "player", ""), text)
            assert isinstance(again, PostJudged)
            if not again.accepted:
                assert isinstance(found, Broken)
                assert found.record == move
                return
            twin.add(entries_of(twin.campaign, again, None))
        assert isinstance(found, Amended)
        before = book.campaign
        book.add(found.events)
        assert told(book.manche)[0] == told(twin.manche)[0]
        back = undo(book.campaign, before.seq + 1, "c'était juste")
        assert not isinstance(back, Problem)
        book.add(back.event)
        assert book.manche == before.manche

    def test_it_is_the_state_of_the_sequence_with_that_move_replaced(self) -> None:
        """design.md: the only state is the events in force."""
        other = table()
        for text in ("7♥", "8♠", "9♠", "je passe"):
            play(other, None, text)
        book = table()
        seq = len(book.records) + 1
        for text in ("7♠", "8♠", "9♠", "je passe"):
            play(book, None, text)
        amended(book, seq, "7♥")
        assert told(book.manche) == told(other.manche)
        play(book, None, "je passe")
        play(other, None, "je passe")
        assert told(book.manche) == told(other.manche)

    def test_undoing_the_undo_brings_back_what_was_recorded_first(self) -> None:
        """design.md: an earlier `undone` included."""
        book = table()
        seq = len(book.records) + 1
        for text in ("3♠", "8♠", "9♠"):
            play(book, None, text)
        before = book.manche
        found = amended(book, seq, "3♥")
        back = undo(book.campaign, found.seq - 1, "c'était juste")
        assert not isinstance(back, Problem)
        book.add(back.event)
        assert book.manche == before

    def test_a_correction_after_the_end_of_the_manche_ends_it_anew(self) -> None:
        """design.md: it may reach over `manche_closed` until the next deal; the seed was out."""
        book = whole_partie(3)
        before = told(book.manche)
        seq = last_play(book).seq
        found = amended(book, seq, as_typed(last_play(book).event))
        assert found.seed_was_out
        assert book.campaign.phase == "over"
        assert told(book.manche) == before
        assert [each.seq for each in found.gone] == [seq]

    def test_a_partie_opened_meanwhile_waits_as_before(self) -> None:
        """design.md, Events: joins and words stand; the manche is in reach until the next deal."""
        book = whole_partie(3)
        record = last_play(book)
        open_partie(book, Random(2))
        amended(book, record.seq, as_typed(record.event))
        assert (book.campaign.phase, len(book.campaign.parties)) == ("registration", 2)

    def test_the_post_of_the_entry_is_kept_unless_a_whole_one_is_given(self) -> None:
        """design.md, `post`: the later ones keep theirs too."""
        book = table()
        seq = len(book.records) + 1
        posts = [post_of(A, "3♠"), post_of(B, "8♠")]
        for text, post in zip(("3♠", "8♠"), posts, strict=True):
            book.add(entries_of(book.campaign, judged(book, None, text), post))
        found = amended(book, seq, "3♥")
        assert [each.post for each in found.events if isinstance(each, Played)] == posts
        new = post_of(A, "3♥ pardon")
        again = corrected(book, found.seq, "3♠", new)
        assert isinstance(again, Amended)
        assert [each.post for each in again.events if isinstance(each, Played)] == [new, posts[1]]

    def test_a_sanction_that_cites_what_is_recorded_anew_cites_it_there(self) -> None:
        """Z18: `evidence` are entries that count; others keep their numbers."""
        book = table()
        seq = len(book.records) + 1
        for text in ("3♠", "8♠"):
            play(book, None, text)
        book.add(sanction(book.campaign, C, "triche", (2, seq, seq + 1)))
        amended(book, seq, "3♥")
        (event,) = [each.event for each in book.records if isinstance(each.event, Sanctioned)][1:]
        assert event.evidence == (2, seq + 4, seq + 5)

    def test_who_takes_a_seat_later_takes_it_again(self) -> None:
        """Z24: the hand is committed to anew, under the newcomer's name, by the entry that counts now."""
        book = table()
        seq = len(book.records) + 1
        for text in ("3♠", "8♠"):
            play(book, None, text)
        book.add(replacement(book.campaign, A, "Zoé"))
        holdings = book.manche.holdings["Zoé"]
        for text in ("9♠", "je passe", "je passe", "2♠"):
            play(book, None, text)
        before = examine(read(book.own()), "own").faults  # the hands are no seed's
        amended(book, seq, "3♥")
        assert book.manche.order[0] == "Zoé"
        assert book.manche.holdings["Zoé"].seq > holdings.seq
        assert examine(read(book.own()), "own").faults == before

    def test_what_was_overruled_stays_overruled_as_far_as_it_holds(self) -> None:
        """design.md, `overruled`: of the entry and of later ones."""
        book = table()
        play(book, None, "7♠")
        seq = len(book.records) + 1
        overrule(book, "4♠", "too_low")
        made = amended(book, seq, "4♠")
        assert made.events[1] == replace(
            book.records[seq - 1].event,
            salts=made.events[1].salts,  # type: ignore[union-attr, type-var, call-arg]
        )
        made = amended(book, made.seq, "8♠")
        event = made.events[1]
        assert isinstance(event, Played)
        assert (event.overruled, event.reason) == ((), None)

    def test_a_later_move_that_needs_no_overruling_any_more_has_none(self) -> None:
        """design.md, `overruled`: the codes that the moderator set aside, and why; no code, no reason."""
        book = table()
        seq = len(book.records) + 1
        play(book, None, "7♠")
        overrule(book, "4♠", "too_low")
        event = amended(book, seq, "3♠").events[2]
        assert isinstance(event, Played)
        assert (event.overruled, event.reason) == ((), None)

    def test_an_order_chosen_after_a_move_is_recorded_again_with_its_post(self) -> None:
        """design.md, `overruled`: the moderator may let somebody play before the order is chosen (Z3)."""
        book = dealt({A: "Qh 3s 3h"})
        overrule(book, "3♠", "order_not_chosen", "not_your_turn", name=A)
        seq = len(book.records)
        choose_order(book, Random(1))
        chosen = book.records[-1].event
        assert amended(book, seq, "3♥").events[2] == chosen

    def test_a_gift_after_a_move_is_recorded_again_with_its_demand(self) -> None:
        """design.md, `overruled`: the moderator may let somebody play before the exchange is made (Z19)."""
        book = second_manche({LAST: "4s 4h 2s"})
        overrule(book, "4♠", "exchange_pending", name=LAST)
        seq = len(book.records)
        receive(book, PRESIDENT, "2s")
        gift = book.records[-1].event
        assert isinstance(gift, Exchanged)
        again = amended(book, seq, "4♥").events[2]
        assert isinstance(again, Exchanged)
        assert (again.cards, again.asked) == (gift.cards, gift.asked)

    def test_the_gift_that_a_sanction_brings_about_follows_from_it_again(self) -> None:
        """Z26: it is made by itself, behind the sanction of who owes it."""
        book = second_manche({LAST: "4s 4h 2s"})
        overrule(book, "4♠", "exchange_pending", name=LAST)
        seq = len(book.records)
        receive(book, PRESIDENT)
        book.add(sanction(book.campaign, PRESIDENT, "triche", (2,)))
        found = amended(book, seq, "4♥")
        assert [type(event) for event in found.events[1:]] == [Played, Exchanged, Sanctioned, Exchanged]
        assert [each.seq for each in found.gone] == [seq]

    def test_what_a_later_move_brings_about_no_more_is_told(self) -> None:
        """design.md, `gm undo`: what was published is listed; a 7 on a 3 puts nobody in Taggle (Z8)."""
        book = in_order({A: "3s 7s", B: "7h", C: "9s"})
        play(book, None, "7♠")
        seq = len(book.records)
        play(book, None, "7♥")
        assert [each.seq for each in amended(book, seq, "3♠").gone] == [seq, seq + 1]

    def test_a_card_put_down_for_somebody_was_their_own_after_all(self) -> None:
        """Their post says so: then nobody was absent. Without one it is another card for the same reason."""
        for post, reason in ((post_of(A, "3♥"), None), (None, "sans réponse")):
            book = table()
            card = by_commitment(book.campaign, book.manche, A)[:1]
            salts = salts_of(book.campaign, book.manche, A, card)
            book.add(Played(A, card, salts, reason="sans réponse"))
            found = corrected(book, len(book.records), "3♥", post)
            assert isinstance(found, Amended)
            event = found.events[1]
            assert isinstance(event, Played)
            assert (event.post, event.reason) == (post, reason)


def overrule(book: Book, text: str, *codes: str, name: str | None = None) -> None:
    """Record a move that the moderator accepts against these rules."""
    overruling = overruling_of(codes, "annoncé trop tard")
    assert not isinstance(overruling, Problem)
    found = judge_text(book.campaign, name, text, overruling=overruling)
    assert isinstance(found, PostJudged)
    assert found.accepted, found
    book.add(entries_of(book.campaign, found, None))


class TestStandingPasses:
    def book(self) -> tuple[Book, int]:
        """A plays, B passes until the tour closes, the others pass, A is not alone: C plays."""
        book = table()
        seq = len(book.records) + 1
        for text in ("3♠", STANDING, "9♠"):
            play(book, None, text)
        while book.manche.turn != A:
            play(book, None, "je passe")
        play(book, A, "2♠")
        return book, seq

    def test_automatic_passes_are_worked_out_anew(self) -> None:
        """Z7: a standing pass answers each turn; they follow, and are not copied."""
        book, seq = self.book()
        before = told(book.manche)
        found = amended(book, seq, "3♥")
        assert StandingPass(B) in found.events
        assert [each.seq for each in found.gone] == [seq]
        assert told(book.manche)[0] != before[0]

    def test_a_pass_that_was_said_for_once_stands_no_longer(self) -> None:
        """The correction says the whole move: `passe` is one pass; where C played on it is B's turn again."""
        book = table()
        seq = len(book.records) + 1
        for text in ("3♠", STANDING, "9♠"):
            play(book, None, text)
        found = amended(book, seq + 1, "je passe")
        assert not any(isinstance(event, StandingPass) for event in found.events)
        assert book.manche.passing == {}

    def test_a_pass_that_stands_after_all_answers_from_there(self) -> None:
        """Z7"""
        book = table()
        seq = len(book.records) + 1
        for text in ("3♠", "je passe", "9♠"):
            play(book, None, text)
        while book.manche.turn != A:
            play(book, None, "je passe")
        play(book, A, "dame de cœur")
        assert book.manche.turn == B
        amended(book, seq + 1, STANDING)
        assert book.manche.turn == C

    def test_a_card_in_place_of_an_automatic_pass_ends_the_standing_pass(self) -> None:
        """No post made that pass: none is kept for the card either."""
        book = table()
        for text in ("3♠", STANDING, "9♠", "je passe", "je passe", "dame de cœur"):
            post = post_of(book.manche.turn or "", text)
            book.add(entries_of(book.campaign, judged(book, None, text), post))
        automatic = [move for move in book.manche.moves if move.automatic]
        assert [move.record.event for move in automatic] == [Passed(B, post=post_of(B, STANDING))]
        found = amended(book, automatic[0].record.seq, "as de pique")
        assert [type(event) for event in found.events] == [Undone, StandingPassEnded, Played]
        assert isinstance(found.events[2], Played)
        assert found.events[2].post is None
        assert book.records[found.seq - 1].event is found.events[2]

    def test_a_pass_and_that_it_stands_stay_together(self) -> None:
        """They are of one post: what others said in advance answers behind both."""
        book = table()
        play(book, None, "3♠")
        seq = len(book.records)
        book.add(StandingPass(C))
        play(book, None, STANDING)
        events = amended(book, seq, "3♥").events[2:]
        assert events == (StandingPass(C), Passed(B), StandingPass(B), Passed(C))


class TestWhatIsRefused:
    def test_the_first_later_entry_that_would_be_illegal_is_named(self) -> None:
        """Z6: a 9 does not answer a knave."""
        book = table()
        seq = len(book.records) + 1
        for text in ("7♠", "8♠", "9♠"):
            play(book, None, text)
        before = book.campaign
        found = corrected(book, seq, "double 7")
        assert isinstance(found, Broken)
        assert found.record.seq == seq + 1
        assert [each.code for each in found.why.objections] == [Code.WRONG_COUNT]  # type: ignore[union-attr]
        assert book.campaign is before

    def test_one_move_is_put_in_place_of_one(self) -> None:
        """A chain is several entries."""
        book = table()
        play(book, None, "3♠")
        chain = "2♠, je ferme le tour et j’ouvre avec 7♠"
        assert code_of_problem(corrected(book, len(book.records), chain)) == "amend_one_move"

    def test_what_is_no_move_of_the_manche_is_refused_each_with_its_reason(self) -> None:
        """design.md, Events; Z26."""
        book = table()
        order = len(book.records)
        play(book, None, "3♠")
        play(book, None, "8♠")
        undone = undo(book.campaign, None, "erreur")
        assert not isinstance(undone, Problem)
        book.add(undone.event)
        last = len(book.records)
        codes = [
            (order, "amend_no_move"),
            (book.manche.dealt.seq, "amend_deal"),
            (2, "amend_too_late"),
            (0, "no_such_entry"),
            (last + 1, "no_such_entry"),
            (last - 1, "amend_undone"),
            (last, "amend_no_move"),
        ]
        assert [(seq, code_of_problem(move_to_amend(book.campaign, seq))) for seq, _ in codes] == codes

    def test_after_the_next_deal_it_is_too_late(self) -> None:
        """design.md: until the next deal."""
        book = first_manche()
        play_some(book, Random(1), 1)
        seq = len(book.records)
        deal(sanctioned_to_the_end(book))
        assert code_of_problem(move_to_amend(book.campaign, seq)) == "amend_too_late"

    def test_before_any_deal_there_is_nothing_to_correct(self) -> None:
        """Every entry is one of the registration."""
        book = register(open_partie(Book(), Random(1)), PLAYERS)
        assert code_of_problem(move_to_amend(book.campaign, 3)) == "amend_too_late"
        assert choose_order(dealt(), Random(1)).manche.moves == ()
