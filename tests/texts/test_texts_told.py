"""What the table and the players are told: an exchange that is over, the end of a partie, jokers, recaps."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest
from builders import Book, deal, named, open_partie, play_some, register
from rule_sets import rules_of
from tables import asking, exchange_all_default, give_back, in_order, play, receive, second_manche
from test_texts_rules import plain
from text_samples import CHECKPOINT, FRENCH, RULED, Names, of_ruling, said, samples
from text_systems import SIX

from gm import views
from gm.campaign import Campaign, Problem
from gm.cards import Card, card_of, cards_in, cards_of, code_of, codes_of, rank_of
from gm.desk import corrections
from gm.desk import exchange as desk
from gm.desk.texts import next_step
from gm.events import Played, StandingPass
from gm.render import message, moderator_text, problem, public_text, sentence
from gm.render import next_step as next_words
from gm.render.filters import Phrases
from gm.render.texts import table_of
from gm.rules import OptionValue
from gm.views.answer import worths
from gm.views.public import EffectView, Move, RecapView, Tour

SAID = Phrases(table_of("fr", "words"))
KEY = "0" * 64


def dealt_by(options: Mapping[str, OptionValue], players: Sequence[str] = SIX[:4]) -> Book:
    """The first manche of a partie by these rules, dealt."""
    return deal(register(open_partie(Book(rules=rules_of(**options)), Random(2)), players))


def ended(book: Book, chance: Random) -> tuple[Campaign, Book]:
    """The manche played to its end by chance: the campaign before its last move, and the book after it."""
    while True:
        before = book.campaign
        play_some(book, chance, 1)
        if book.manche.over:
            return before, book


def by_sanctions(book: Book) -> Book:
    """The manche ended by sanctions, the places those of SIX."""
    for name in SIX[len(book.manche.order) - 1 : 0 : -1]:
        book.add(corrections.sanction(book.campaign, name, "pour finir", ()))
    return book


def table(book: Book) -> str:
    """The table as it is posted."""
    return plain(public_text(views.table_view(book.campaign, CHECKPOINT), FRENCH).body)


def exchanged(book: Book, player: str) -> str:
    """What a player is told of their exchange."""
    view = views.exchange_message(book.campaign, player, KEY, CHECKPOINT)
    assert view is not None
    return plain(message(view, FRENCH).body)


def test_who_has_exchanged_learns_who_opens_once_all_have() -> None:
    """Z19, Z4: nobody plays before both exchanges are recorded; then the last of the manche before opens."""
    book = second_manche()
    one, other = book.manche.pairs
    receive(book, one.better)
    give_back(book, one.better, codes_of(cards_in(book.manche.hand(one.better))[:2]))
    assert "la manche commence dès que tous le sont" in exchanged(book, one.better)
    receive(book, other.better)
    give_back(book, other.better, code_of(cards_in(book.manche.hand(other.better))[0]))
    for player in (one.better, other.better, other.worse):
        told = exchanged(book, player)
        assert (
            f"On attend [b]{one.worse}[/b] : le dernier de la manche précédente commence. Ordre de jeu"
            in told
        )
        assert "dès que tous le sont" not in told
    assert "C’est toi qui ouvres la manche" in exchanged(book, one.worse)


def test_an_empty_hand_is_told_in_words() -> None:
    """Z15: who has no cards has none to show."""
    view = views.exchange_message(exchange_all_default(second_manche()).campaign, "snaga", KEY, CHECKPOINT)
    assert view is not None
    assert "[b][/b]" not in message(replace(view, cards=()), FRENCH).body


def test_no_revolution_is_told_of_a_manche_that_is_over() -> None:
    """Z14: the revolution ends with the manche."""
    book = in_order({"MisterH": "9s 9h 9d 9c"})
    play(book, None, "9♠ 9♥ 9♦ 9♣")
    assert "Révolution en cours" in table(book)
    for name in [each for each in book.manche.order if each != "MisterH"]:
        book.add(corrections.sanction(book.campaign, name, "pour finir", ()))
    assert "Révolution en cours" not in table(book)
    status = views.status_view(book.campaign, "ab" * 32, CHECKPOINT)
    assert "Révolution" not in moderator_text(status, FRENCH)


def test_the_status_names_who_passes_until_the_tour_closes() -> None:
    """Z7: passes announced for the rest of a tour."""
    book = play(in_order({"MisterH": "4s"}), "MisterH", "4♠")
    assert book.manche.turn is not None
    book.add(StandingPass(book.manche.turn))
    status = plain(moderator_text(views.status_view(book.campaign, "ab" * 32, CHECKPOINT), FRENCH))
    assert f"Jusqu’à la fin du tour, {book.manche.turn} passe d’office." in status


def test_the_lot_names_the_dealer_and_the_next_player_opens() -> None:
    """C3: the player after the dealer opens; the first dealer is drawn."""
    book = dealt_by({"preset": "classic"})
    opener, dealer = book.manche.deal.opener, book.manche.dealer
    assert opener is not None
    said_of_deal = sentence("fr", "cli.dealt", {"manche": 1, "partie": 1, "opener": opener, "dealer": dealer})
    assert f"Le sort désigne le donneur : {dealer} ; {opener}, qui le suit, ouvre." in plain(said_of_deal)
    for player in book.manche.order:
        told = plain(message(views.hand_message(book.campaign, player, KEY, CHECKPOINT), FRENCH).body)
        assert f"le sort a désigné le donneur, {dealer}, et on commence après lui" in told


def test_the_last_move_of_a_partie_says_who_has_won() -> None:
    """E4: the partie ends when a player reaches the target; the highest total wins."""
    before, book = ended(dealt_by({"preset": "elysee", "target": "4"}), Random(4))
    assert before.manche is not None
    assert before.manche.turn is not None
    event = [move.record.event for move in book.manche.moves][-1]
    cards = event.cards if isinstance(event, Played) else None
    last = said(before.manche, before.manche.turn, cards)
    first = min(book.manche.places, key=lambda name: book.manche.places[name])
    verdict = plain(public_text(views.verdict_view(before, [last], CHECKPOINT), FRENCH).body)
    for text in (verdict, table(book)):
        assert "La partie est terminée" in text
        assert f"[b]Victoire[/b] {SAID.of(first)}, avec 4 points !" in text
    status = plain(moderator_text(views.status_view(book.campaign, "ab" * 32, CHECKPOINT), FRENCH))
    assert f"Victoire {SAID.of(first)}, avec 4 points !" in status
    assert f"Points : {first} 4, " in status


def test_a_manche_that_does_not_end_its_partie_says_nothing_of_it() -> None:
    """E4: a target of 30 points is not reached in one manche; B11: without points nobody wins."""
    assert "La partie est terminée" not in table(by_sanctions(dealt_by({"preset": "elysee"})))
    alone = table(by_sanctions(dealt_by({"preset": "bga", "manches": "1"})))
    assert "La partie est terminée" in alone
    assert "Victoire" not in alone


def test_who_has_nothing_to_ask_is_told_to_wait_for_the_cards() -> None:
    """B8, E5, C5: otherwise as Z19, without demands; what they receive is told once it is recorded."""
    book = by_sanctions(dealt_by({"preset": "elysee"}))
    deal(book)
    first = book.manche.pairs[0]
    told = plain(message(views.hand_message(book.campaign, first.better, KEY, CHECKPOINT), FRENCH).body)
    assert "Rien à répondre pour l’instant : mon prochain message te dira lesquelles" in told.replace(
        "[b]", ""
    ).replace("[/b]", "")
    assert next_step(book.campaign).code == "exchange_undemanded"
    received = desk.exchange(book.campaign, first.better, asked=None, given=None)
    assert not isinstance(received, Problem)
    book.add(received.events)
    step = next_step(book.campaign)
    words = plain(next_words("fr", step.code, step.params))
    assert f"envoyez son message à {first.better} (gm pm {first.better})" in words
    assert f"gm exchange {first.better} --give CARTES" in words
    assert f"on attend aussi l’échange {SAID.of(book.manche.pairs[1].better)}" in words


def test_a_refused_gift_says_which_card_stands_in_the_way() -> None:
    """E5: both gifts come from the hands as dealt; the moderator sees which card does not."""
    book = by_sanctions(dealt_by({"preset": "elysee"}))
    pair = deal(book).manche.pairs[1]
    received = desk.exchange(book.campaign, pair.better, asked=None, given=None)
    assert not isinstance(received, Problem)
    book.add(received.events)
    hand = book.manche.hand(pair.better)
    missing = next(Card(each) for each in range(52) if not hand >> each & 1)
    for card, code in ((received.received[0], "gift_received"), (missing, "gift_not_held")):
        found = desk.exchange(book.campaign, pair.better, asked=None, given=[named(card)])
        assert isinstance(found, Problem)
        assert found.code == code
        assert SAID.card(card) in problem("fr", found.code, found.params)


def test_a_gift_named_without_suit_is_refused_for_the_number_held() -> None:
    """E5, Z19: of two kings named where one is held, the double is what is missing."""
    book = second_manche()
    pair = book.manche.pairs[0]
    receive(book, pair.better)
    codes = [code_of(card) for card in cards_in(book.manche.hand(pair.better))]
    rank = next(each for each in "3456789TJQKA2" if sum(code[0] == each for code in codes) == 1)
    found = desk.exchange(book.campaign, pair.better, asked=None, given=asking(f"{rank}? {rank}?"))
    assert isinstance(found, Problem)
    assert found.params["cards"] == f"{rank}? {rank}?"


@pytest.mark.parametrize(
    ("codes", "words"),
    [
        ("Xb", "le joker noir"),
        ("Xr Xb", "les deux jokers"),
        ("K? X?", "un roi et un joker"),
        ("K? K? 7?", "un double roi et un 7"),
        ("2d Xb", "2♦, Joker noir"),
    ],
)
def test_jokers_are_told_in_words(codes: str, words: str) -> None:
    """B2, E3: a joker has no symbol, and does not run into the card beside it."""
    assert SAID.said(codes.split()) == words


def test_a_joker_is_put_down_with_its_article() -> None:
    """E3: the verdict on a joker is a sentence."""
    assert "pose le joker noir. Coup validé." in of_ruling(replace(RULED, cards=("Xb",)))


def test_a_name_that_ends_in_a_full_stop_does_not_double_that_of_the_sentence() -> None:
    """Every text reads as printed French does, whatever the players are called."""
    names = Names(players=("Damien B.", "Bob", "C.", "Dédé", "E."), words=(), waiting="Z.", reason="vu.")
    for sample in samples(names):
        assert ".." not in sample.body, sample.name
        assert "\ufdd0" not in sample.title + sample.body
    assert sentence("fr", "cli.left", {"player": "Zoé.."}) == "Inscription retirée\u00a0: Zoé.."


def test_a_transparent_three_takes_the_rank_it_answers() -> None:
    """C7i: threes are plain as an opening or a larger set; in equal number they take the rank in force."""
    three, queen = rank_of(card_of("3s")), rank_of(card_of("Qs"))
    plays = [cards_of(codes) for codes in ("3s", "Qs", "3h", "3d", "Kd", "3c 3s")]
    assert worths(frozenset({three}), plays) == (None, None, queen, queen, None, None)
    assert set(worths(frozenset(), plays)) == {None}


def recap(*effects: str) -> str:
    """One move in a recap, with these effects."""
    made = tuple(
        EffectView(name, "oliv10", reversed_now=True, clauses=(), place=3, role="ouvrier", closed_by=())
        for name in effects
    )
    move = Move(7, "oliv10", "play", cards_of("3h"), made, worth=rank_of(card_of("4s")))
    book = dealt_by({"preset": "elysee"})
    view = RecapView((Tour(1, (move,)),), views.table_view(book.campaign, CHECKPOINT))
    return plain(public_text(view, FRENCH).body)


def test_a_recap_marks_a_move_once() -> None:
    """C7i, Z15, Z16: what a three is worth as the pile tells it; all it brought about in one parenthesis."""
    assert "oliv10 3♥ (comme un 4) (Ouvrier, fin de la manche)" in recap("finished", "manche_over")
    assert "(Ouvrier !)" in recap("finished")
