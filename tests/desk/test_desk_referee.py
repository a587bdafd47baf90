"""From a post to a ruling and what is recorded of it (design.md, Command line, Events; Z18, Z27)."""

import pytest
from builders import PLAYERS, Book
from tables import (
    LAST,
    PRESIDENT,
    code_of_problem,
    dealt,
    exchange_all_default,
    first_manche,
    give_back,
    in_order,
    judged,
    play,
    receive,
    registered,
    sanctioned_to_the_end,
    second_manche,
)

from gm import dealing
from gm.campaign import Problem
from gm.cards import Card, NamedCard, cards_in, cards_of, code_of, codes_of, of_rank, rank_of
from gm.desk.doubts import PostDoubt
from gm.desk.names import closest_name, find_name
from gm.desk.referee import bind, entries_of, judge_text, refusal_of
from gm.desk.secrets import by_commitment, hand_key
from gm.events import MancheClosed, PartieClosed, Passed, Played, Post, Refused
from gm.manche import LegalPlay, legal

A, B, C = "MisterH", "snaga", "oliv10"
POST = Post("00" * 32, id="12")


def codes(book: Book, name: str | None, text: str, move: int = 0) -> list[str]:
    return [objection.code for objection in judged(book, name, text).moves[move].ruling.objections]


def bound(book: Book, name: str, text: str) -> str:
    return codes_of(judged(book, name, text).moves[0].cards)


class TestBinding:
    def test_a_card_without_suit_is_the_one_whose_commitment_sorts_first(self) -> None:
        """design.md, Command line: the held card of that rank whose commitment sorts first."""
        book = in_order({A: "7s 7h 7d 7c", B: "8s", C: "8h"})
        manche, key = book.manche, hand_key(book.campaign, book.manche, A)
        digests = {
            card: dealing.card_commitment("zebest", 1, 1, A, card, dealing.salt(manche.dealt.seq, card, key))
            for card in cards_of("7s 7h 7d 7c")
        }
        by_digest = sorted(digests, key=lambda card: digests[card])
        assert set(digests.values()) <= set(manche.holdings[A].digests)
        assert bound(book, A, "je joue un 7") == code_of(by_digest[0])
        assert bound(book, A, "double 7") == codes_of(sorted(by_digest[:2]))

    def test_after_an_exchange_the_commitments_are_the_new_ones(self) -> None:
        """design.md, Events: a player's commitments replace earlier ones."""
        book = second_manche({LAST: "7s 7h 7d 7c 2s 2h", PRESIDENT: "3s 3h"})
        exchange_all_default(book)
        held = by_commitment(book.campaign, book.manche, LAST)
        first = next(card for card in held if rank_of(card) == rank_of(cards_of("7s")[0]))
        assert bound(book, LAST, "un 7") == code_of(first)
        key, seq = hand_key(book.campaign, book.manche, LAST), book.manche.holdings[LAST].seq
        digests = [
            dealing.card_commitment("zebest", 1, 2, LAST, card, dealing.salt(seq, card, key)) for card in held
        ]
        assert tuple(digests) == book.manche.holdings[LAST].digests

    @pytest.mark.parametrize("held", ["7s 7h", "7h 7s"])
    def test_a_card_named_in_full_is_not_taken_for_another_one(self, held: str) -> None:
        """A suit-less card is a held one that is not named otherwise, whatever the order."""
        seven = cards_of("7s")[0]
        named = NamedCard(rank_of(seven), 0), NamedCard(rank_of(seven), None)  # type: ignore[arg-type]
        in_hand = cards_of(held)
        assert codes_of(bind(named, in_hand)) == "7s 7h"
        assert codes_of(bind(named[::-1], in_hand)) == "7h 7s"

    def test_more_than_is_held_is_not_held(self) -> None:
        """Z18: the second seven stands for one that is not held."""
        book = in_order({A: "7s", B: "7h 7d 7c", C: "8s"})
        move = judged(book, A, "double 7").moves[0]
        assert [objection.code for objection in move.ruling.objections] == ["not_held"]
        assert move.written == "7? 7?"
        assert [code_of(card) for card in cards_in(move.unheld)] != ["7s"]
        assert move.unheld.bit_count() == 1

    def test_none_held(self) -> None:
        """Z18: naming a rank of which no card is held."""
        book = in_order({A: "8s", B: "7s 7h 7d 7c", C: "8h"})
        move = judged(book, A, "7").moves[0]
        assert move.unheld.bit_count() == 1
        assert codes(book, A, "7") == ["not_held"]

    def test_five_of_a_rank_are_one_too_many(self) -> None:
        """Z5, rules.md: the number of cards is the number named, duplicates included."""
        book = in_order({A: "7s 7h 7d 7c", B: "8s", C: "8h"})
        assert codes(book, A, "7 7 7 7 7") == ["duplicate_card"]

    @pytest.mark.parametrize("text", ["joker", "deux jokers", "trois jokers"])
    def test_jokers_are_cards_nobody_holds(self, text: str) -> None:
        """Z1: 52 cards, no joker."""
        book = first_manche()
        move = judged(book, None, text).moves[0]
        assert "not_held" in [objection.code for objection in move.ruling.objections]
        assert all(code_of(card)[0] == "X" for card in move.cards)
        assert isinstance(refusal_of(move, None, None), Refused)

    def test_named_in_full_or_not_the_claim_is_kept_as_written(self) -> None:
        """design.md, Events: `claim` as written: "7s", "7?", "pass"."""
        book = in_order({A: "7s 7h", B: "8s", C: "8h"})
        assert judged(book, A, "7♠").moves[0].written == "7s"
        assert judged(book, A, "7").moves[0].written == "7?"
        assert judged(book, A, "je passe").moves[0].written == "pass"


class TestChains:
    def test_the_next_opening_may_stand_in_the_same_post(self) -> None:
        """Z11: a 2 closes the tour, the next opening may stand in the same post."""
        book = in_order({A: "2s 3s", B: "8s", C: "8h"})
        found = judged(book, A, "2♠ puis 3♠")
        assert found.accepted
        assert [move.written for move in found.moves] == ["2s", "3s"]
        events = entries_of(book.campaign, found, POST)
        assert [type(event) for event in events] == [Played, Played]
        book.add(events)
        assert [codes_of(cards_in(each.cards)) for each in book.state.pile] == ["3s"]

    def test_a_chain_the_rules_do_not_allow_is_a_question(self) -> None:
        """Z22: each turn is one play or one pass; nothing is recorded."""
        book = in_order({A: "3s 4s", B: "8s", C: "8h"})
        found = judge_text(book.campaign, A, "3♠, je ferme le tour et j’ouvre avec 4♠")
        assert isinstance(found, PostDoubt)
        assert (found.problem.code, found.asks, found.player) == ("post_not_a_chain", "chain", A)
        assert [[str(card) for card in claim.cards] for (claim,) in found.readings] == [["3s"], ["4s"]]

    def test_after_a_refused_move_the_rest_is_not_judged(self) -> None:
        """design.md, `then`: what follows a refused move has no position to be judged in."""
        book = in_order({A: "3s 4s", B: "8s 2s", C: "8h"})
        found = judged(book, A, "2♠ puis 4♠")
        assert [move.written for move in found.moves] == ["2s"]
        assert not found.accepted
        assert entries_of(book.campaign, found, POST) == ()

    def test_what_stands_of_a_chain_is_recorded(self) -> None:
        """design.md, Events: accepted actions are recorded, a refused one when the moderator says so."""
        book = in_order({A: "2s 3s", B: "8s 4s", C: "8h"})
        found = judged(book, A, "2♠ puis 4♠")
        assert [move.ruling.accepted for move in found.moves] == [True, False]
        assert not found.accepted
        assert [type(event) for event in entries_of(book.campaign, found, POST)] == [Played]


class TestEntries:
    def test_a_play_opens_its_commitments(self) -> None:
        """design.md, Events: salts follow their cards, each opens one commitment; Z27: all are recorded."""
        book = in_order({A: "7s 7h 7d", B: "8s", C: "8h"})
        (event,) = entries_of(book.campaign, judged(book, A, "double 7"), POST)
        assert isinstance(event, Played)
        assert event.cards == tuple(sorted(event.cards))
        assert (event.player, event.post, event.overruled) == (A, POST, ())
        digests = [
            dealing.card_commitment("zebest", 1, 1, A, card, salt)
            for card, salt in zip(event.cards, event.salts, strict=True)
        ]
        assert len(digests) == 2
        assert set(digests) <= set(book.manche.holdings[A].digests)

    def test_a_pass_is_recorded_with_its_post(self) -> None:
        """Z7: a pass is said."""
        book = play(in_order({A: "3s", B: "8s", C: "8h"}), A, "3♠")
        assert entries_of(book.campaign, judged(book, B, "je passe"), POST) == (Passed(B, post=POST),)

    def test_the_end_of_a_manche_closes_it(self) -> None:
        """Z16; design.md, Events: `manche_closed` {places {player: n}, seed}; the partie goes on."""
        book = sanctioned_to_the_end(first_manche())
        closed, partie = book.manche.closed, book.campaign.partie
        assert closed is not None
        assert partie is not None
        assert closed.places == book.manche.places
        assert list(closed.places.values()) == [1, 2, 3, 4, 5]
        assert (closed.seed, closed.exchanges) == (partie.seeds[1], ())
        assert not partie.closed

    def test_the_end_of_the_second_manche_closes_the_partie(self) -> None:
        """Z21: a partie is two manches."""
        book = sanctioned_to_the_end(exchange_all_default(second_manche()))
        assert [type(record.event) for record in book.records[-2:]] == [MancheClosed, PartieClosed]
        assert book.campaign.phase == "over"

    def test_a_play_that_ends_the_manche_closes_it(self) -> None:
        """design.md, Events: `manche_closed` is appended together with the play that causes it."""
        book = first_manche()
        while book.manche.closed is None:
            plays = [each for each in legal(book.state) if isinstance(each, LegalPlay) and each.number == 1]
            held = cards_in(of_rank(book.manche.hand(book.manche.turn or ""), plays[0].rank)) if plays else ()
            play(book, None, as_french(code_of(held[0])) if held else "je passe")
        assert [type(record.event) for record in book.records[-2:]] == [Played, MancheClosed]
        assert sorted(book.manche.places.values()) == [1, 2, 3, 4, 5]

    def test_a_play_after_an_exchange_opens_the_commitments_of_the_exchange(self) -> None:
        """design.md, Events: salts are those of the entry that published the commitments in force."""
        book = exchange_all_default(second_manche())
        card = cards_in(book.manche.hand(LAST))[0]
        holding = book.manche.holdings[LAST]
        (event,) = entries_of(book.campaign, judged(book, LAST, as_french(code_of(card))), None)
        assert isinstance(event, Played)
        assert holding.seq != book.manche.dealt.seq
        assert dealing.card_commitment("zebest", 1, 2, LAST, card, event.salts[0]) in holding.digests


def as_french(code: str) -> str:
    """A code that reads the same in every language: its suit as a symbol."""
    return code[:-1].replace("T", "10") + "♠♥♦♣"["shdc".index(code[-1])]


class TestRefusals:
    def test_a_refused_action_is_recorded_with_its_codes(self) -> None:
        """design.md, Events: `refused` {player, claim, violations, post?} and `reasons?, note?` in secret."""
        book = play(in_order({A: "8s", B: "3s", C: "8h"}), A, "8♠")
        refused = refusal_of(judged(book, B, "3♠").moves[0], POST, "vu")
        assert refused == Refused(B, "3s", ("too_low",), POST, None, "vu")
        book.add(refused)
        assert book.manche.turn == B

    def test_why_a_card_is_not_held_stays_in_reasons(self) -> None:
        """design.md, Events: why a card is not held stays in `reasons`: `given_away` would show a gift."""
        book = receive(second_manche({LAST: "2s 2h", PRESIDENT: "3s 3h"}), PRESIDENT)
        give_back(book, PRESIDENT, "3s 3h")
        receive(book, "MisterH")
        give_back(book, "MisterH", codes_of(cards_in(book.manche.hand("MisterH"))[:1]))
        refused = refusal_of(judged(book, LAST, "2♠").moves[0], None, None)
        assert (refused.violations, refused.reasons) == (("not_held",), ("given_away",))

    def test_already_played_and_never_held(self) -> None:
        """rules.md, Verdict codes: `not_held` carries for each card why."""
        book = play(in_order({A: "2s", B: "8s 7s", C: "8h"}), A, "2♠")
        assert refusal_of(judged(book, A, "2♠").moves[0], None, None).reasons == ("already_played",)
        assert refusal_of(judged(book, A, "7♠").moves[0], None, None).reasons == ("never_held",)

    def test_a_refused_pass(self) -> None:
        """Z5: the opener cannot pass."""
        book = in_order({A: "2s", B: "8s 7s", C: "8h"})
        refused = refusal_of(judged(book, A, "je passe").moves[0], None, None)
        assert (refused.claim, refused.violations) == ("pass", ("cannot_pass_opening",))


class TestPosts:
    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("", "empty_post"),
            (" \n ", "empty_post"),
            ("bonjour à tous", "post_without_move"),
        ],
    )
    def test_a_post_without_a_move_is_a_question(self, text: str, code: str) -> None:
        """A post that is empty; nothing is judged."""
        assert code_of_problem(judge_text(first_manche().campaign, None, text)) == code

    def test_a_doubtful_post_is_a_question_that_quotes_it(self) -> None:
        """style: unreadable, ambiguous, illegal stay apart, each quoting the text."""
        found = judge_text(first_manche().campaign, None, "je joue 7 ou 8 " + "et encore " * 20)
        assert isinstance(found, PostDoubt)
        assert found.problem.code in ("post_ambiguous", "post_unreadable")
        assert len(found.problem.params["text"]) == 60

    def test_nothing_is_judged_before_a_deal(self) -> None:
        """Z3: there is no hand yet."""
        assert code_of_problem(judge_text(registered().campaign, None, "7")) == "nothing_dealt"

    def test_after_the_manche_every_action_is_refused_as_such(self) -> None:
        """Z16: `manche_over` stands alone; without a name it is nobody's turn."""
        book = sanctioned_to_the_end(first_manche())
        assert codes(book, "snaga", "7") == ["manche_over"]
        assert code_of_problem(judge_text(book.campaign, None, "7")) == "name_needed"

    def test_without_a_name_it_is_the_player_whose_turn_it_is(self) -> None:
        """design.md, Command line: it may be left out."""
        book = in_order({A: "3s", B: "8s", C: "8h"})
        assert judged(book, None, "3♠").player == A
        assert judged(play(book, None, "3♠"), None, "je passe").player == B


class TestNames:
    KNOWN = ("Élodie", "Elodie2", "Zoé la Belle", "zoo", "l'Été", "ﬁn")

    @pytest.mark.parametrize(
        ("typed", "name"),
        [
            ("Élodie", "Élodie"),
            ("elodie", "Élodie"),
            ("ELODIE2", "Elodie2"),
            ("zoé", "Zoé la Belle"),
            ("ZOE LA", "Zoé la Belle"),
            ("l'e", "l'Été"),
            ("FIN", "ﬁn"),
            (" zoo ", "zoo"),
        ],
    )
    def test_a_unique_prefix_without_case_or_accents(self, typed: str, name: str) -> None:
        """design.md, Command line: any unique prefix, without case or accents; a whole name goes first."""
        assert find_name(typed, self.KNOWN) == name

    def test_a_prefix_of_several_is_a_question(self) -> None:
        """design.md, Command line: a unique prefix."""
        found = find_name("zo", self.KNOWN)
        assert code_of_problem(found) == "ambiguous_name"
        assert isinstance(found, Problem)
        assert found.params["names"] == "Zoé la Belle, zoo"
        assert code_of_problem(find_name("ZOE", ("Zoé", "Zoe"))) == "ambiguous_name"
        assert find_name("Zoe", ("Zoé", "Zoe")) == "Zoe"

    def test_an_unknown_name_gets_the_closest_match(self) -> None:
        """An unknown one gets the closest match as a suggestion."""
        found = find_name("elodi3", ("Élodie", "snaga"))
        assert code_of_problem(found) == "unknown_name_closest"
        assert isinstance(found, Problem)
        assert found.params == {"name": "elodi3", "closest": "Élodie"}
        assert closest_name("qqq", self.KNOWN) is None
        assert code_of_problem(find_name("qqq", self.KNOWN)) == "unknown_name"
        assert code_of_problem(find_name("", self.KNOWN)) == "unknown_name"

    def test_who_does_not_play_is_refused_alone(self) -> None:
        """Z1: `unknown_player` stands alone; design.md: nothing is recorded."""
        book = first_manche()
        found = judged(book, "Toto", "7♠")
        assert [each.code for each in found.moves[0].ruling.objections] == ["unknown_player"]
        assert entries_of(book.campaign, found, None) == ()

    def test_an_ambiguous_name_is_a_question(self) -> None:
        """design.md, Command line: a unique prefix."""
        assert code_of_problem(judge_text(first_manche().campaign, "m", "7♠")) == "ambiguous_name"

    def test_what_cannot_be_a_name_is_none(self) -> None:
        """design.md, Ledger: names of 1 to 40 code points; an entry could not hold it."""
        assert code_of_problem(judge_text(first_manche().campaign, "x" * 41, "7♠")) == "bad_name"


def test_every_player_is_judged_by_the_hand_they_hold() -> None:
    """Z18, Z27: each card dealt is held by one player and no other."""
    book = dealt()
    for name in PLAYERS:
        for card in range(52):
            held = bool(book.manche.hand(name) >> card & 1)
            text = as_french(code_of(Card(card)))
            assert ("not_held" in codes(book, name, text)) != held
