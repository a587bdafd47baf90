"""`gm replace`: the newcomer has the seat with all that goes with it (Z24; design.md, Events)."""

import re
from random import Random

import pytest
from builders import (
    PLAYERS,
    Book,
    choose_order,
    deal,
    exchange_all,
    next_manche,
    open_partie,
    play_manche,
    play_some,
    register,
)
from tables import (
    LAST,
    MINISTER,
    NEUTRAL,
    PEASANT,
    PRESIDENT,
    SHOWN,
    code_of_problem,
    dealt,
    first_manche,
    give_back,
    holding,
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
from gm.cards import cards_in, code_of
from gm.desk.corrections import UndoProposed, sanction, undo
from gm.desk.page import read_posts
from gm.desk.prepare import deal as propose_deal
from gm.desk.prepare import give_word, join, leave
from gm.desk.replacing import newcomers_message, replace, replacement_text
from gm.desk.secrets import deal_secret, hand_key
from gm.desk.texts import (
    hand_of_player,
    message_to,
    players_with_messages,
    post,
    sanction_text,
    status_text,
    verdict,
)
from gm.events import Joined, MancheDealt, Replaced, Sanctioned
from gm.posts.pages import ForumPost
from gm.render import Message, PublicText
from gm.rules import BGA, CLASSIC
from gm.views import recap_view, standings_view


def replaced(book: Book, name: str, by: str = "Zoé") -> Replaced:
    event = replace(book.campaign, name, by)
    assert isinstance(event, Replaced), event
    book.add(event)
    return event


def body(book: Book, kind: str) -> str:
    text = post(book.campaign, kind, SHOWN)
    assert isinstance(text, PublicText), text
    return re.sub("[\u00a0\u202f]", " ", text.body)


def told(book: Book, name: str, kind: str | None = None) -> Message:
    found = message_to(book.campaign, name, kind, SHOWN)
    assert isinstance(found, Message), found
    return found


def undone(book: Book, seq: int | None) -> Book:
    proposed = undo(book.campaign, seq, "une erreur")
    assert isinstance(proposed, UndoProposed)
    book.add(proposed.event)
    return book


class TestSeat:
    def test_the_hand_is_committed_to_under_the_new_name_and_key(self) -> None:
        """design.md, Dealing: K is of the player's name, salts of the entry that publishes the commitment."""
        book = play_some(first_manche(), Random(1), 6)
        player = book.manche.order[1]
        hand, secret = cards_in(book.manche.hand(player)), deal_secret(book.campaign, book.manche)
        event = replaced(book, player)
        key = dealing.hand_key("Zoé", secret)
        assert event.commitments == {
            "Zoé": dealing.commitments("zebest", 1, 1, "Zoé", hand, len(book.records), key)
        }
        assert hand_key(book.campaign, book.manche, "Zoé") == key
        assert cards_in(book.manche.hand("Zoé")) == hand

    def test_taggle_holds_for_the_newcomer(self) -> None:
        """Z9: who takes over a seat in Taggle must play the card that lies in its hand."""
        book = in_order({PLAYERS[0]: "7s 3c", PLAYERS[1]: "7h 3d", PLAYERS[2]: "7d 9s"})
        play(play(book, None, "7♠"), None, "7♥")
        replaced(book, PLAYERS[2])
        assert not judged(book, "Zoé", "je passe").accepted
        assert judged(book, "Zoé", "7♦").accepted

    def test_a_pass_counts_for_the_seat(self) -> None:
        """Z12: the tour closes once everybody but its author has passed, whoever has the seats by then."""
        book = in_order({PLAYERS[0]: "8s 3c"})
        play(book, None, "8♠")
        play(book, None, "je passe")
        replaced(book, PLAYERS[1])
        for _ in range(3):
            play(book, None, "je passe")
        assert (book.manche.turn, book.state.pile) == (PLAYERS[0], ())

    def test_the_chooser_of_the_order_is_the_newcomer(self) -> None:
        """Z3: the offices of Qs and of Qh go with the hand."""
        book = dealt({"snaga": "Qs", "oliv10": "Qh"})
        replaced(book, "snaga", "Zoé")
        replaced(book, "oliv10", "Yann")
        assert book.campaign.waiting == ("Zoé",)
        choose_order(book, Random(3))
        chosen = book.manche.order_chosen
        assert chosen is not None
        assert (chosen.by, chosen.order[0], book.manche.turn) == ("Zoé", "Yann", "Yann")

    @pytest.mark.parametrize("begun", ["not begun", "begun"])
    def test_the_exchange_due_is_the_newcomers(self, begun: str) -> None:
        """Z19: what the better-placed receive and give is the seat's."""
        book = second_manche()
        if begun == "begun":
            receive(book, PRESIDENT)
        event = replaced(book, PRESIDENT)
        last = replaced(book, LAST, "Yann")
        if begun == "begun":
            assert newcomers_message(book.campaign, last, SHOWN) == told(book, "Yann", "exchange")
            message = newcomers_message(book.campaign, event, SHOWN)
            assert message is not None
            assert "À toi de donner" in message.body
            assert hand_key(book.campaign, book.manche, "Zoé") in message.body
        assert book.campaign.waiting == ("Zoé", MINISTER)
        exchange_all(book, Random(1)) if begun == "not begun" else give_back(
            book, "Zoé", " ".join(map(code_of, cards_in(book.manche.hand("Zoé"))[:2]))
        )
        for name, word in (("Zoé", "Yann"), ("Yann", "Zoé")):
            assert f"{word}" in told(book, name, "exchange").body

    def test_the_turn_and_the_order_are_the_newcomers_in_another_system(self) -> None:
        """B10: Z24 holds in every system; a drawn opener may be replaced before the first card."""
        book = deal(register(open_partie(Book(rules=BGA), Random(5)), PLAYERS))
        opener = book.manche.turn
        assert opener is not None
        replaced(book, opener)
        assert book.manche.turn == "Zoé"

    def test_the_dealer_is_the_newcomer(self) -> None:
        """C3, Z24: who deals in the classic system is an office of the seat."""
        book = deal(register(open_partie(Book(rules=CLASSIC), Random(5)), PLAYERS))
        dealer = book.manche.dealer
        assert dealer is not None
        replaced(book, dealer)
        assert book.manche.dealer == "Zoé"

    def test_a_seat_that_is_out_has_no_hand_to_take_over(self) -> None:
        """Z15, Z18: its cards are gone; the place stays with the seat."""
        book = first_manche()
        book.add(sanction(book.campaign, "snaga", "triche", ()))
        event = replaced(book, "snaga")
        assert event.commitments is None
        assert newcomers_message(book.campaign, event, SHOWN) is None
        assert book.manche.places == {"Zoé": 5}
        assert "Tu prends la place de snaga" in told(book, "Zoé").body
        (record,) = [each for each in book.records if isinstance(each.event, Sanctioned)]
        assert "[b]snaga[/b] est hors" in sanction_text(book.campaign, record, SHOWN).body

    def test_a_replacement_is_undone_like_a_move(self) -> None:
        """design.md, `undone`: the seat goes back, and comes again when the undo is undone."""
        book = first_manche()
        before = book.campaign.players
        replaced(book, "snaga")
        undone(undone(book, None), len(book.records))
        assert "Zoé" in book.campaign.players
        undone(book, len(book.records) - 2)
        assert book.campaign.players == before
        assert hand_of_player(book.campaign, "snaga") is not None
        assert "snaga" in book.manche.holdings


class TestFormerName:
    def test_it_no_longer_acts(self) -> None:
        """Z24, Z1: moves, messages and sanctions know the newcomer alone."""
        book = first_manche()
        player = book.manche.turn
        assert player is not None
        replaced(book, player)
        refused = judged(book, player, "je passe").moves[0].ruling.objections
        assert [each.code for each in refused] == ["unknown_player"]
        for found in (
            message_to(book.campaign, player, None, SHOWN),
            hand_of_player(book.campaign, player),
            sanction(book.campaign, player, "triche", ()),
            replace(book.campaign, player, "Yann"),
        ):
            assert code_of_problem(found).startswith("unknown_name")
        assert players_with_messages(book.campaign, "hand") == book.manche.order

    def test_it_is_gone_between_two_manches_too(self) -> None:
        """Z24: the places of a manche that is over are the newcomer’s, and nobody has the former name."""
        book = sanctioned_to_the_end(first_manche())
        places = dict(book.manche.places)
        replaced(book, "snaga")
        assert book.manche.places == {"Zoé" if name == "snaga" else name: at for name, at in places.items()}
        assert code_of_problem(hand_of_player(book.campaign, "snaga")).startswith("unknown_name")
        assert code_of_problem(message_to(book.campaign, "snaga", None, SHOWN)).startswith("unknown_name")
        assert players_with_messages(book.campaign, None) == book.manche.order
        assert "Zoé" in body(book, "table")

    def test_its_bearer_may_wait_for_the_next_partie(self) -> None:
        """Z21: who gave up a seat plays this partie no more."""
        book = first_manche()
        replaced(book, "snaga")
        joined = join(book.campaign, "SNAGA", None)
        assert joined == Joined("snaga")  # the spelling that is known
        book.add(joined)
        assert book.campaign.queue == ("snaga",)

    def test_a_card_played_from_the_seat_before_is_already_played(self) -> None:
        """Z18; design.md: `already_played` cites the entry that shows it, whoever had the seat then."""
        book = in_order({PLAYERS[0]: "8s 3c 4c"})
        play(book, None, "8♠")
        seq = len(book.records)
        replaced(book, PLAYERS[0])
        for _ in range(4):
            play(book, None, "je passe")
        found = judged(book, "Zoé", "8♠")
        text = verdict(book.campaign, found, SHOWN).public.body
        assert re.search(rf"8♠.: carte déjà posée, .*entrée.{seq}\b", text)


class TestNewcomer:
    def test_who_waits_leaves_the_line(self) -> None:
        """Z21: somebody from the waiting list takes the seat under the name that is known."""
        book = registered(players=(*PLAYERS, "Zoé", "Yann"))
        deal(book)
        event = replaced(book, "snaga", "  zoé ")
        assert event.by == "Zoé"
        assert (book.campaign.queue, "Zoé" in book.campaign.players) == (("Yann",), True)

    def test_a_name_is_cleaned_and_spelt_as_before(self) -> None:
        """design.md, The ledger: names are cleaned once; one person stays one name."""
        book = first_manche()
        assert replaced(book, "snaga", " Jean \u00a0 Paul ").by == "Jean Paul"
        assert replaced(book, "oliv10", "SNAGA").by == "snaga"

    def test_a_word_of_the_newcomer_counts_for_the_next_deal(self) -> None:
        """design.md, Dealing: the last word given before the manche's first deal."""
        book = sanctioned_to_the_end(first_manche())
        replaced(book, "snaga")
        book.add(give_word(book.campaign, "zoé", "trèfle"))
        event = propose_deal(book.campaign, None)
        assert isinstance(event, MancheDealt)
        words = {**dict.fromkeys(book.campaign.players, ""), **book.campaign.words_for(2)}
        assert words["Zoé"] == "trèfle"
        assert event.entropy == dealing.entropy(words)
        assert "snaga" not in event.seats

    @pytest.mark.parametrize("seat", PLAYERS)
    def test_places_between_two_manches_are_the_newcomers(self, seat: str) -> None:
        """Z2, Z4, Z19: extra cards, opening and exchange of manche 2 follow the places of the seats."""
        book = registered(change=holding(2, {}))
        deal(book)
        choose_order(book, Random(7))
        for name in (LAST, PEASANT, NEUTRAL, MINISTER):
            book.add(sanction(book.campaign, name, "pour finir", ()))
        replaced(book, seat)
        deal(book)
        now = {name: "Zoé" if name == seat else name for name in PLAYERS}
        assert set(book.manche.deal.extra) == {now[LAST], now[PEASANT]}
        assert [(pair.better, pair.worse) for pair in book.manche.pairs] == [
            (now[PRESIDENT], now[LAST]),
            (now[MINISTER], now[PEASANT]),
        ]
        exchange_all(book, Random(2))
        assert book.manche.turn == now[LAST]
        for name in book.manche.order:
            told(book, name, "hand")
        assert told(book, now[PRESIDENT], "exchange").to == now[PRESIDENT]

    @pytest.mark.parametrize(
        ("name", "by", "code"),
        [
            ("snaga", "MISTERH", "already_seated"),
            ("snaga", "snaga", "already_seated"),
            ("toto", "Zoé", "unknown_name"),
            ("m", "Zoé", "ambiguous_name"),
            ("snaga", " ", "bad_name"),
            ("snaga", "x" * 41, "bad_name"),
        ],
    )
    def test_a_plain_refusal(self, name: str, by: str, code: str) -> None:
        """Z24; design.md, Command line: who is meant, and who may come in."""
        assert code_of_problem(replace(first_manche().campaign, name, by)) == code

    def test_who_comes_back_to_their_seat_sat_there_after_another(self) -> None:
        """Z24: nobody comes in for themselves."""
        book = first_manche()
        replaced(book, "snaga")
        replaced(book, "Zoé", "snaga")
        assert book.campaign.partie is not None
        assert book.campaign.partie.formerly("snaga") == ("Zoé",)

    def test_who_has_a_seat_already_is_named_as_they_are_known(self) -> None:
        """design.md, The ledger: names equal under case folding are one."""
        found = replace(first_manche().campaign, "snaga", "MISTERH")
        assert isinstance(found, Problem)
        assert found.params == {"player": "MisterH"}

    def test_there_is_a_time_for_it(self) -> None:
        """Z24: seats are had from the first deal on; design.md, `undone`: a deal is made anew to the same."""
        book = Book()
        assert code_of_problem(replace(book.campaign, "snaga", "Zoé")) == "no_partie"
        book = registered()
        assert code_of_problem(replace(book.campaign, "snaga", "Zoé")) == "replaced_undealt"
        deal(book)
        undone(book, book.manche.dealt.seq)
        assert code_of_problem(replace(book.campaign, "snaga", "Zoé")) == "deal_first"
        deal(book)
        assert isinstance(replace(book.campaign, "snaga", "Zoé"), Replaced)
        choose_order(book, Random(1))
        next_manche(sanctioned_to_the_end(book), Random(2))
        assert code_of_problem(replace(book.campaign, "snaga", "Zoé")) == "partie_over"

    def test_the_newcomer_cannot_simply_leave_again(self) -> None:
        """Z28: a seat with cards is left by a sanction."""
        book = first_manche()
        replaced(book, "snaga")
        assert code_of_problem(leave(book.campaign, "Zoé")) == "leaves_by_sanction"


class TestTwoSeats:
    """Somebody who gave up one seat comes back in another one."""

    def come_back(self) -> tuple[Book, dict[str, int]]:
        chance = Random(4)
        book = play_some(choose_order(deal(registered()), chance), chance, 9)
        replaced(book, "snaga", "Zoé")
        play_manche(book, chance)
        places = dict(book.manche.places)
        replaced(book, "oliv10", "snaga")
        return book, places

    def test_the_places_stay_with_the_seats(self) -> None:
        """Z24, Z25: each is named where they sit, with who sat there before."""
        book, places = self.come_back()
        now = {"oliv10": "snaga"}
        assert book.campaign.partie is not None
        assert book.campaign.partie.history == ({now.get(name, name): at for name, at in places.items()},)
        assert book.campaign.partie.formerly("snaga") == ("oliv10",)
        text = body(book, "standings")
        assert "Zoé (à la place de snaga)\n" in text
        assert "snaga (à la place d’oliv10)\n" in text
        assert "MisterH\n" in text

    def test_the_second_manche_is_played_and_told(self) -> None:
        """Every text and message of a manche with two who changed seats."""
        book, _ = self.come_back()
        next_manche(book, Random(5))
        assert book.campaign.phase == "over"
        for kind in ("first", "table", "recap", "standings"):
            body(book, kind)

    def test_in_one_manche_each_plays_for_one_seat(self) -> None:
        """Z18: what somebody played in a seat they gave up is not of their new one."""
        book = in_order({PLAYERS[0]: "8s 3c", PLAYERS[1]: "9s"})
        play(book, None, "8♠")
        replaced(book, PLAYERS[0], "Zoé")
        replaced(book, PLAYERS[2], PLAYERS[0])
        table = recap_view(book.campaign, "").table
        assert [line.player for line in table.players][:3] == ["Zoé", PLAYERS[1], PLAYERS[0]]
        play(book, None, "9♠")
        missing = judged(book, PLAYERS[0], "8♠").moves[0].ruling.objections[0].cards
        assert [each.why for each in missing] == ["never_held"]


class TestTexts:
    def test_the_public_text_names_both_and_no_card(self) -> None:
        """design.md, Two audiences: who has the seat is public, the hand is not."""
        book = first_manche()
        event = replaced(book, "oliv10")
        text = replacement_text(book.campaign, event, SHOWN)
        assert "[b]Zoé[/b] prend la place d’oliv10" in text.body
        assert not re.search("[♠♥♦♣]", text.body)
        assert hand_key(book.campaign, book.manche, "Zoé") not in text.body
        assert re.search("Zoé.: 1[01].cartes", text.body)

    def test_hidden_cards_change_neither_text(self) -> None:
        """design.md, Two audiences: with other cards in others' hands, the same public text and message."""

        def texts(one: str, other: str) -> list[str]:
            book = in_order({PLAYERS[0]: "8s 3c", PLAYERS[1]: one, PLAYERS[2]: other})
            event = replaced(play(book, None, "8♠"), PLAYERS[0])
            message = newcomers_message(book.campaign, event, SHOWN)
            assert message is not None
            told = (replacement_text(book.campaign, event, SHOWN).body, message.body)
            return [re.sub(r"\b[0-9a-f]{16,}\b", "HEX", text) for text in told]

        assert texts("Ks", "4h") == texts("4h", "Ks")

    def test_between_two_manches_there_is_no_table(self) -> None:
        """Z24: places and roles go along, and no hand."""
        book = sanctioned_to_the_end(first_manche())
        event = replaced(book, "snaga")
        text = replacement_text(book.campaign, event, SHOWN).body
        assert "places et les rôles déjà acquis" in text
        assert "La manche est terminée" not in text
        assert newcomers_message(book.campaign, event, SHOWN) is None

    def test_the_newcomers_message_is_their_hand(self) -> None:
        """Z27: the whole hand with the key that opens its commitments."""
        book = play_some(first_manche(), Random(1), 7)
        player = book.manche.order[1]
        key = hand_key(book.campaign, book.manche, player)
        event = replaced(book, player)
        message = newcomers_message(book.campaign, event, SHOWN)
        assert message is not None
        assert message == told(book, "Zoé", "hand")
        assert f"Tu prends la place {'d’' if player[0] in 'aeiou' else 'de '}{player}" in message.body
        assert hand_key(book.campaign, book.manche, "Zoé") in message.body
        assert key not in message.body

    def test_what_was_played_keeps_the_name_of_its_time(self) -> None:
        """design.md: an entry says who played; places and roles are the seat's."""
        book = first_manche()
        book.add(sanction(book.campaign, "snaga", "triche", ()))
        replaced(book, "snaga")
        (tour,) = recap_view(book.campaign, "").tours
        assert tour.moves[0].player == "snaga"
        assert "snaga" in body(book, "recap")
        assert "Zoé" in body(book, "table")
        assert "snaga" not in body(book, "table")

    def test_points_are_added_up_by_seat(self) -> None:
        """C4, C6: a total is the seat's, whoever sat in it."""
        chance = Random(9)
        book = next_manche(register(open_partie(Book(rules=CLASSIC), chance), PLAYERS), chance)
        first = dict(book.manche.places)
        replaced(book, "snaga")
        next_manche(book, chance)
        scores = {line.player: line for line in standings_view(book.campaign, "").parties[0].scores}
        assert "snaga" not in scores
        worth = book.campaign.rules.points_for(5)
        assert scores["Zoé"].points == (worth[first["snaga"] - 1], worth[book.manche.places["Zoé"] - 1])
        assert scores["Zoé"].formerly == ("snaga",)
        assert "Zoé" in status_text(book.campaign, "", SHOWN)

    def test_a_seat_taken_over_twice_names_both(self) -> None:
        """Z25: the classement says who played before, in order."""
        book = first_manche()
        replaced(book, "snaga", "Zoé")
        replaced(book, "Zoé", "Ève")
        assert "Ève (à la place de snaga et de Zoé)" in body(sanctioned_to_the_end(book), "standings")


def test_posts_of_a_former_player_are_known_on_a_page() -> None:
    """design.md, `post`: what is recorded of somebody stays so once they gave up the seat."""
    posts = [ForumPost(text="Passe", author="SNAGA", id="7", at=None, url=None, edited=False)]
    book = in_order({"MisterH": "8s", "snaga": "3s"})
    play(book, "MisterH", "8♠")
    read = read_posts(book.campaign, posts, records=book.records)
    assert [row.status for row in read.rows] == ["accepted"]
    book.add(read.rows[0].events)
    replaced(book, "snaga")
    (again,) = read_posts(book.campaign, posts, records=book.records).rows
    assert (again.status, again.player) == ("recorded", "snaga")
