"""A ledger in which seats change hands verifies, in both copies and on the way (Z24; design.md, Dealing)."""

import dataclasses
from functools import cache
from random import Random

import pytest
from builders import (
    PLAYERS,
    Book,
    choose_order,
    deal,
    exchange_all,
    open_partie,
    play_manche,
    play_move,
    play_some,
    post_of,
    register,
    sealed,
)
from hand_messages import checked, dealt_again, exchanged, in_play, message
from tables import in_order, sanctioned_to_the_end

from gm.campaign import fold
from gm.cards import cards_in
from gm.desk.closing import following_events
from gm.desk.corrections import UndoProposed, sanction, undo
from gm.desk.prepare import give_word, join
from gm.desk.replacing import replace
from gm.events import Incident, Joined, Record, Replaced, StandingPass, StandingPassEnded
from gm.evidence import Report, examine
from gm.ledger import Copy, public_copy, read
from gm.manche import legal
from gm.rules import ZEBEST, Rules, house_rules

COPIES: tuple[Copy, ...] = ("own", "public")
SEEDS = range(4)
NAMES = ("Alice", "Bob", "Émile", *PLAYERS)


def verified(records: list[Record], copy: Copy) -> Report:
    data = sealed(records)
    return examine(read(data if copy == "own" else public_copy(data), copy=copy), copy)


def replaced(book: Book, name: str, by: str = "Zoé") -> Replaced:
    event = replace(book.campaign, name, by)
    assert isinstance(event, Replaced), event
    book.add(event)
    return event


def undone(book: Book, seq: int | None = None) -> None:
    proposed = undo(book.campaign, seq, "une erreur")
    if isinstance(proposed, UndoProposed):
        book.add(proposed.event)


def begun(seed: int = 3, rules: Rules = ZEBEST) -> tuple[Book, Random]:
    chance = Random(seed)
    return register(open_partie(Book(rules=rules), chance)), chance


def something_happens(book: Book, chance: Random) -> None:
    """One time in five a seat changes hands; now and then a sanction, an undo."""
    partie, manche = book.campaign.partie, book.manche
    assert partie is not None
    what = chance.random()
    if what < 0.2:
        free = [name for name in NAMES if name not in partie.seats]
        replaced(book, chance.choice(partie.seats), chance.choice(free))
    elif what < 0.24 and not manche.over:
        out = sanction(book.campaign, chance.choice(manche.order), "triche", ())
        if isinstance(out, tuple):
            book.add(out)
    elif what < 0.28:
        undone(book)


@cache
def partie_with_replacements(seed: int) -> Book:
    """A partie in which seats change hands at every stage, between two manches too."""
    book, chance = begun(seed)
    for _ in range(400):
        match book.campaign.phase:
            case "over":
                break
            case "ready_to_deal":
                deal(book)
            case "order":
                choose_order(book, chance)
            case "exchange":
                exchange_all(book, chance) if chance.random() < 0.5 else something_happens(book, chance)
            case _:
                play_some(book, chance, 2)
        if book.campaign.phase != "over":
            something_happens(book, chance)
    return book


@pytest.mark.parametrize("seed", SEEDS)
def test_a_partie_with_replacements_verifies_and_replays(seed: int) -> None:
    """Both copies are sound to the end and on the way, and the fold of the records is the campaign."""
    book = partie_with_replacements(seed)
    assert fold(book.records) == book.campaign
    length = len(book.records)
    for copy in COPIES:
        assert verified(book.records, copy).faults == ()
    assert verified(book.records[: length * 2 // 5], "public").faults == ()


def test_replacements_come_at_every_stage_of_these_parties() -> None:
    """What the test above rests on: seats change hands with a hand and without, once and again."""
    seen = {
        (record.event.commitments is None, record.event.player in PLAYERS)
        for seed in SEEDS
        for record in partie_with_replacements(seed).records
        if isinstance(record.event, Replaced)
    }
    assert seen == {(True, True), (True, False), (False, True), (False, False)}


class TestHandMessages:
    @pytest.mark.parametrize("copy", COPIES)
    def test_the_newcomers_is_confirmed(self, copy: Copy) -> None:
        """design.md, Dealing: the key of the newcomer opens the commitments of the replacement."""
        book = in_play()
        player = book.manche.order[1]
        replaced(book, player)
        play_some(book, Random(2), 6)
        report = checked(message(book, "Zoé"), book, copy)
        assert report.ok
        assert report.in_force
        assert report.hand is not None
        assert (report.hand.player, report.hand.by) == ("Zoé", "replacement")

    def test_the_former_players_is_still_true_of_its_time(self) -> None:
        """The hand of the deal was that player's until the seat changed hands."""
        book = in_play()
        player = book.manche.order[1]
        text = message(book, player)
        replaced(book, player)
        report = checked(text, book)
        assert (report.ok, report.in_force) == (True, False)

    def test_the_former_key_opens_nothing_of_the_newcomers(self) -> None:
        """Z24: who gave up the seat has no key to the commitments that count from then on."""
        book = in_play()
        player = book.manche.order[1]
        old, hand = message(book, player), book.manche.holdings[player].digests
        replaced(book, player)
        new = message(book, "Zoé")
        keys = [text.split("[code]", 1)[1][:64] for text in (old, new)]
        assert not set(hand) & set(book.manche.holdings["Zoé"].digests)
        forged = checked(new.replace(keys[1], keys[0]), book)
        assert "key_opens_nothing" in {fault.code for fault in forged.faults}

    def test_it_is_of_the_deal_once_the_seed_is_known(self) -> None:
        """`deal`: hand and key are those that the seed gives, what was played and exchanged included."""
        book = exchanged()
        player = book.manche.order[1]
        replaced(book, player)
        text = message(book, "Zoé")
        play_manche(book, Random(2))
        report = checked(text, book)
        assert (report.ok, report.checks.deal) == (True, "confirmed")

    def test_the_exchange_of_a_newcomer_is_confirmed(self) -> None:
        """Z19: gifts before and after a replacement are committed to under the names of their time."""
        book = dealt_again()
        pair = book.manche.pairs[0]
        replaced(book, pair.worse, "Yann")
        replaced(book, pair.better)
        exchange_all(book, Random(1))
        for name in ("Yann", "Zoé"):
            assert checked(message(book, name, "exchange"), book).ok


class TestWhatADealRestsOn:
    def between(self) -> Book:
        book, chance = begun()
        return play_manche(choose_order(deal(book), chance), chance)

    @pytest.mark.parametrize("copy", COPIES)
    def test_a_newcomer_named_by_the_moderator_alone(self, copy: Copy) -> None:
        """Who names the newcomer chooses among the deals that names give: words given before show nothing."""
        book = self.between()
        replaced(book, "snaga")
        seq = len(book.records)
        _, second = verified(deal(book).records, copy).deals
        assert (second.rests_on, second.fixed_by, second.seats_by) == ("moderator", seq, seq)

    def test_a_word_given_since(self) -> None:
        """A player who speaks last, of a checkpoint that shows the newcomer, is one the moderator needs."""
        book = self.between()
        replaced(book, "snaga")
        seq = len(book.records)
        book.add(give_word(book.campaign, "oliv10", "encore 42", post_of("oliv10", "encore 42")))
        _, second = verified(deal(book).records, "public").deals
        assert (second.rests_on, second.fixed_by, second.shown_by) == ("words", seq + 1, seq)

    def test_an_undone_replacement_counts_as_one(self) -> None:
        """To take a replacement back chooses among deals as well."""
        book = self.between()
        replaced(book, "snaga")
        undone(book, len(book.records))
        _, second = verified(deal(book).records, "public").deals
        assert (second.rests_on, second.fixed_by) == ("moderator", len(book.records) - 1)

    def test_a_deal_made_anew_rests_on_what_it_did(self) -> None:
        """design.md, `undone`: the same seats and words, whatever was replaced and taken back meanwhile."""
        book, chance = begun()
        deal(book)
        replaced(book, "snaga")
        undone(book, 8)
        (basis,) = verified(deal(book).records, "public").deals
        assert (basis.rests_on, basis.fixed_by) == ("words", 7)
        play_manche(choose_order(book, chance), chance)
        assert verified(book.records, "public").faults == ()


@pytest.mark.parametrize("copy", COPIES)
def test_a_replacement_taken_back_leaves_no_name_behind(copy: Copy) -> None:
    """A name that has no seat and is not registered may be spelt otherwise later (design.md, The ledger)."""
    book, _ = begun()
    replaced(deal(book), "snaga")
    undone(book, len(book.records))
    book.add(join(book.campaign, "zoé", None))
    assert isinstance(book.records[-1].event, Joined)
    assert verified(book.records, copy).faults == ()


@pytest.mark.parametrize("copy", COPIES)
def test_standing_passes_and_incidents_verify(copy: Copy) -> None:
    """Z7, Z18: what answers by itself and what is put on record, in a closed manche and in an open one."""
    book, chance = begun()
    choose_order(deal(book), chance)
    choice = len(book.records)
    play_move(book, legal(book.state)[0])
    player = book.manche.order[2]
    book.add(StandingPass(player, post_of(player, "je passe jusqu’à la fin du tour")))
    book.add(following_events(book.campaign))
    ruled = tuple(range(choice, len(book.records) + 1))
    book.add(Incident("snaga", "post_changed", (7,), post_of("snaga", "un autre mot")))
    book.add(StandingPassEnded(player, post_of(player, "me revoilà")))
    report = verified(book.records, copy)
    assert report.faults == ()
    assert report.unjudged == ((*ruled, len(book.records)) if copy == "public" else ())
    report = verified(sanctioned_to_the_end(book).records, copy)
    assert (report.faults, report.unjudged) == ((), ())


@pytest.mark.parametrize("copy", COPIES)
def test_who_takes_the_seat_of_a_sanctioned_player_has_no_hand(copy: Copy) -> None:
    """Z18, Z24: the cards that were left are out of the game, and nothing is committed to."""
    book = in_play()
    book.add(sanction(book.campaign, "snaga", "triche", (2,)))
    replaced(book, "snaga")
    assert verified(book.records, copy).faults == ()


def test_one_single_card_may_have_taken_its_holder_out() -> None:
    """Z15, Z24, `forbidden_finish: on_holding`: that, and nothing more, goes without a hand."""
    rules = house_rules({"preset": "zebest", "forbidden_finish": "on_holding"})
    assert isinstance(rules, Rules)
    book = in_order({"snaga": "2s", "oliv10": "2h 2d 2c"}, rules=rules)
    while "snaga" not in book.manche.places:
        play_move(book, legal(book.state)[0 if book.manche.turn == "snaga" else -1])
    assert len(cards_in(book.manche.hand("snaga"))) == 1
    replaced(book, "snaga")
    assert verified(book.records, "public").faults == ()
    playing = next(name for name in book.manche.order if name not in book.manche.places)
    replaced(book, playing, "Yann")
    book.records[-1] = dataclasses.replace(book.records[-1], event=Replaced(playing, "Yann"))
    assert [fault.code for fault in verified(book.records, "public").faults] == ["bad_commitments"]


def test_an_entry_proves_nothing_of_itself() -> None:
    """Z18: what is cited as evidence stands before the entry that cites it."""
    book = in_play()
    for cited in (1, 0):
        book.add(Incident("snaga", "post_changed", (len(book.records) + cited,)))
    assert [fault.code for fault in verified(book.records, "own").faults] == ["bad_evidence"]
