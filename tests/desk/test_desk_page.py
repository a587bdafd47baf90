"""A page of posts judged in order: what is passed over, who wrote what, where reading stops (`gm read`)."""

from dataclasses import replace

import pytest
from builders import PLAYERS, Book, deal, time_of
from tables import (
    exchange_all_default,
    first_manche,
    in_order,
    play,
    registered,
    sanctioned_to_the_end,
    second_manche,
)

from gm.campaign import Problem
from gm.cards import cards_in, code_of, of_rank
from gm.desk.corrections import sanction, undo
from gm.desk.customs import Customs
from gm.desk.page import Answers, PageJudged, read_posts
from gm.desk.page_rows import Row
from gm.events import Joined, Left, MancheClosed, Passed, Played, Post, Refused, StandingPass, Word
from gm.manche import LegalPlay, legal
from gm.posts.pages import ForumPost

A, B, C = "MisterH", "snaga", "oliv10"
LAST_TWO = [name for name in PLAYERS if name not in (A, B, C)]


def table() -> Book:
    """Manche 1 in play: MisterH, snaga, oliv10 and two others, in this order; the cards the tests need."""
    return in_order({A: "3s 7s 7h 2s", B: "8s 8h", C: "9s Js"})


def page(book: Book, *posts: ForumPost | tuple[str, str], first: int = 1, **options: object) -> PageJudged:
    """The page read against a book; a post given as author and text has its place as id, from `first` on."""
    given = [
        each if isinstance(each, ForumPost) else ForumPost(each[1], each[0], f"p{number}")
        for number, each in enumerate(posts, start=first)
    ]
    return read_posts(book.campaign, given, records=book.records, **options)  # type: ignore[arg-type]


def statuses(read: PageJudged) -> list[str]:
    return [row.status for row in read.rows]


def recorded(book: Book, read: PageJudged) -> Book:
    """Record what a page comes to, each post's events together."""
    for row in read.rows:
        if row.events:
            book.add(row.events)
    return book


def violations(row: Row) -> list[str]:
    assert row.judged is not None
    return [each.code.value for each in row.judged.moves[-1].ruling.objections]


class TestJudging:
    def test_each_post_is_judged_against_the_state_the_ones_before_left(self) -> None:
        """A page is a conversation: three moves in turn stand though the ledger has none of them."""
        read = page(table(), (A, "Je pose un 3 de pique"), (B, "8♠ !"), (C, "9 de pique"))
        assert statuses(read) == ["accepted"] * 3
        assert [type(row.events[0]) for row in read.rows] == [Played] * 3
        assert read.campaign.manche is not None
        assert read.campaign.manche.turn == LAST_TWO[0]

    def test_nothing_is_recorded_by_reading(self) -> None:
        """The campaign that was read is as before."""
        book = table()
        before = book.campaign
        page(book, (A, "3♠"))
        assert book.campaign is before
        assert book.manche.turn == A

    def test_a_refused_move_changes_nothing_and_stops_nothing(self) -> None:
        """The next posts are judged against the unchanged state."""
        read = page(table(), (A, "3♠"), (C, "9♠"), (B, "8♠"), (C, "9♠"))
        assert statuses(read) == ["accepted", "refused", "accepted", "accepted"]
        assert violations(read.rows[1]) == ["not_your_turn"]
        assert read.rows[1].events == ()

    def test_a_refused_move_is_put_on_record_when_the_moderator_says_so(self) -> None:
        """`--record`: `refused` with its claim and post; what stood before it in the post is recorded too."""
        book = table()
        read = page(book, (A, "3♠"), (C, "9♠"), ("Passant", "je passe"), record_refused=True)
        (refused,) = read.rows[1].events
        assert isinstance(refused, Refused)
        assert (refused.player, refused.claim, refused.violations) == (C, "9s", ("not_your_turn",))
        assert read.rows[2].events == ()
        assert statuses(page(recorded(book, read), (A, "3♠"), (C, "9♠"))) == ["recorded", "recorded"]

    def test_a_chain_in_one_post_is_two_entries_of_one_post(self) -> None:
        """Z11: a 2 closes the tour, the opening that follows stands in the same post."""
        read = page(table(), (A, "2 de pique, je termine le tour et j'ouvre avec 7 de pique + 7 de coeur"))
        (row,) = read.rows
        assert [type(event) for event in row.events] == [Played, Played]
        assert {event.post for event in row.events if isinstance(event, Played)} == {
            row.events[0].post  # type: ignore[union-attr]
        }

    def test_what_follows_by_itself_is_of_the_same_post(self) -> None:
        """design.md, Events: `manche_closed` is appended together with the play that causes it."""
        book, text = last_move()
        player = book.manche.turn or ""
        read = page(book, (player, text), (player, "bravo"), (B, "je passe"))
        assert [type(event) for event in read.rows[0].events] == [Played, MancheClosed]
        assert "ends_manche" in read.rows[0].notes
        assert statuses(read)[1:] == ["chatter", "not_judged"]

    def test_a_move_where_no_manche_is_played_is_not_judged(self) -> None:
        """Before the deal there is no hand; the rest of the page is still read."""
        read = page(registered(), (A, "je pose un 7 de coeur"), ("Zoé", "je m'inscris"))
        assert statuses(read) == ["not_judged", "joined"]

    def test_progress_is_told_for_every_post(self) -> None:
        """A long page shows how far it is."""
        told: list[int] = []
        page(table(), (A, "bonjour"), (B, "salut"), progress=told.append)
        assert told == [1, 2]


def last_move() -> tuple[Book, str]:
    """Two players are left, and the next move ends the manche; the book before it and that move."""
    book = first_manche()
    for name in [each for each in PLAYERS if each != book.manche.turn][:3]:
        book.add(sanction(book.campaign, name, "départ", ()))
    while True:
        player = book.manche.turn or ""
        plays = [each for each in legal(book.state) if isinstance(each, LegalPlay) and each.number == 1]
        cards = cards_in(of_rank(book.manche.hand(player), plays[0].rank)) if plays else ()
        text = "je pose " + named_in_french(code_of(cards[0])) if cards else "je passe"
        if page(book, (player, text)).rows[0].notes == ("ends_manche",):
            return book, text
        play(book, player, text)


def named_in_french(code: str) -> str:
    """A code that reads the same in every language: its suit as a symbol."""
    return code[:-1].replace("T", "10") + "♠♥♦♣"["shdc".index(code[-1])]


class TestPassedOver:
    def test_a_recorded_post_is_known_by_its_id(self) -> None:
        """What is recorded is not judged again; the entry is told."""
        book = recorded(table(), page(table(), (A, "3♠")))
        read = page(book, (A, "3♠"), (B, "8♠"))
        assert statuses(read) == ["recorded", "accepted"]
        assert read.rows[0].seq == book.records[-1].seq

    def test_a_recorded_post_that_says_something_else_now_is_told_and_not_judged(self) -> None:
        """The digest differs under the same id: edited since."""
        book = recorded(table(), page(table(), (A, "3♠")))
        read = page(book, (A, "7♠ finalement"), (B, "8♠"))
        assert statuses(read) == ["changed", "accepted"]

    @pytest.mark.parametrize(
        ("noted", "posted", "status"),
        [
            ("7♠ 7♥", "Allez, double 7 pour commencer", "recorded"),
            ("double 7", "7 de pique et 7 de coeur !", "recorded"),
            ("double 7", "double 7 finalement, non, je passe", "changed"),
            ("double 7", "bonjour à tous", "changed"),
            ("double 7", "je pose un double", "changed"),
            ("double 7", "7 de pique et 7 de carreau", "changed"),
            ("7♠", "double 7", "changed"),
            ("double 7", "double 7, je ferme, et 3♠", "changed"),
        ],
    )
    def test_a_post_noted_by_hand_is_recorded_when_it_states_the_move(
        self, noted: str, posted: str, status: str
    ) -> None:
        """Its words were typed, so that the digest differs: kind, ranks and the suits it names decide."""
        book = recorded(table(), page(table(), ForumPost(noted, A, "21")))
        (row,) = page(book, ForumPost(posted, A, "21")).rows
        assert (row.status, row.seq) == (status, book.records[-1].seq)
        assert row.undo == row.seq  # what was recorded can be undone

    def test_a_pass_and_a_refusal_noted_by_hand_are_known_too(self) -> None:
        """The claim of a refusal is compared as it was typed."""
        book = recorded(table(), page(table(), ForumPost("passe", B, "1"), record_refused=True))
        assert isinstance(book.records[-1].event, Refused)
        assert statuses(page(book, ForumPost("Je passe, tant pis", B, "1"))) == ["recorded"]
        assert statuses(page(book, ForumPost("8♠", B, "1"))) == ["changed"]

    @pytest.mark.parametrize("copy", ["3♠", "3♠\n", "\n\n3♠  \n\n", "\n3♠\r\n"])
    @pytest.mark.parametrize("noted", ["3♠", "3♠\n", "\n3♠\n"])
    def test_blank_lines_around_a_post_do_not_change_it(self, noted: str, copy: str) -> None:
        """Text that was piped ends with a line end; a page has none."""
        book = recorded(table(), page(table(), ForumPost(noted, A)))
        assert statuses(page(book, ForumPost(copy, A))) == ["recorded"]

    def test_a_post_half_of_whose_chain_was_undone_says_so(self) -> None:
        """2♠ closes the tour (Z10), 7♠ opens the next one; the second move no longer counts."""
        book = table()
        chain = ForumPost("2♠, je ferme et je pose 7♠", A, "1")
        book = recorded(book, page(book, chain))
        assert isinstance(book.records[-1].event, Played)
        proposed = undo(book.campaign, None, "erreur")
        assert not isinstance(proposed, Problem)
        book.add(proposed.event)
        (row,) = page(book, chain).rows
        assert (row.status, row.notes) == ("recorded", ("partly",))
        book = recorded(book, page(book, ForumPost("7♠", A, "1b"), ForumPost("8♠", B, "2")))
        assert page(book, chain).rows[0].notes == ("partly",)

    def test_a_chain_noted_by_hand_move_by_move_is_whole(self) -> None:
        """Two commands with the number of one post."""
        book = recorded(table(), page(table(), ForumPost("2♠", A, "1")))
        again = page(book, ForumPost("7♠", A, "x"))
        events = [
            replace(event, post=Post("0" * 64, id="1", author=A))
            for event in again.rows[0].events
            if isinstance(event, Played)
        ]
        book.add(events)
        (row,) = page(book, ForumPost("2♠, je ferme et je pose 7♠", A, "1")).rows
        assert (row.status, row.notes) == ("recorded", ())
        assert (row.undo, row.seq) == (len(book.records) - 1, len(book.records))

    def test_the_number_of_a_post_that_was_typed_for_another_players_too_is_that_players(self) -> None:
        """What is recorded of a post is what its author does."""
        book = recorded(table(), page(table(), ForumPost("3♠", A, "1")))
        book = recorded(book, page(book, ForumPost("8♠", B, "1")))
        rows = page(book, ForumPost("3♠", A, "1"), ForumPost("8♠", B, "1")).rows
        assert [row.undo for row in rows] == [len(book.records) - 1, len(book.records)]

    def test_a_move_of_the_manche_before_can_no_longer_be_undone(self) -> None:
        """design.md, `undone`: an entry of the current manche."""
        book = recorded(table(), page(table(), (A, "3♠")))
        assert page(book, (A, "3♠")).rows[0].undo == len(book.records)
        deal(sanctioned_to_the_end(book))
        assert page(book, (A, "3♠")).rows[0].undo is None

    def test_without_an_id_it_is_known_by_its_text_and_author(self) -> None:
        """Pasted text: the same words by the same player, once for each time they were recorded."""
        posts = [ForumPost("3♠", A), ForumPost("je passe", B), ForumPost("je passe", C)]
        book = recorded(table(), page(table(), *posts))
        assert statuses(page(book, *posts, ForumPost("je passe", LAST_TWO[0]))) == ["recorded"] * 3 + [
            "accepted"
        ]
        assert statuses(page(book, ForumPost("je passe", LAST_TWO[0]))) == ["accepted"]

    def test_two_posts_of_the_same_words_are_two_posts(self) -> None:
        """Who passes twice with the same words has posted twice; an id tells them apart."""
        first = ForumPost("je passe", B, "p2")
        book = recorded(table(), page(table(), ForumPost("3♠", A, "p1"), first))
        read = page(book, ForumPost("3♠", A, "p1"), first, replace(first, id="p9"))
        assert statuses(read) == ["recorded", "recorded", "refused"]
        without = [ForumPost("3♠", A), ForumPost("je passe", B), ForumPost("je passe", B)]
        assert statuses(page(book, *without)) == ["recorded", "recorded", "refused"]

    def test_what_stands_before_a_recorded_post_is_past(self) -> None:
        """Its moment is over, whatever it says."""
        book = recorded(table(), page(table(), ForumPost("3♠", A, "p5")))
        read = page(book, ForumPost("je passe", B, "p4"), ForumPost("3♠", A, "p5"), ForumPost("8♠", B, "p6"))
        assert statuses(read) == ["past", "recorded", "accepted"]

    def test_a_move_that_was_undone_is_judged_again(self) -> None:
        """Only an event in force makes a post known."""
        book = recorded(table(), page(table(), (A, "3♠")))
        proposed = undo(book.campaign, None, "mauvaise carte")
        assert not isinstance(proposed, Problem)
        book.add(proposed.event)
        assert statuses(page(book, (A, "3♠"))) == ["accepted"]

    def test_a_post_the_moderator_skips_is_no_move(self) -> None:
        """The answer of a moderator: there is no move in it, reading goes on."""
        read = page(table(), (A, "3♠"), (B, "8 ou 9 ? je pose un double"), (B, "8♠"), answers=skipped(1))
        assert statuses(read) == ["accepted", "skipped", "accepted"]


def skipped(*indexes: int) -> Answers:
    return Answers(skipped=frozenset(indexes))


class TestAuthors:
    @pytest.mark.parametrize(
        ("author", "customs"),
        [
            ("MisterH", Customs()),
            ("misterh", Customs()),
            ("MÍSTERH", Customs()),
            ("Le Grand H", Customs(aliases={"Le Grand H": "MisterH"})),
            ("LE GRAND H", Customs(aliases={"le grand h": "misterh"})),
        ],
    )
    def test_an_author_is_known_by_name_or_alias(self, author: str, customs: Customs) -> None:
        """Exactly, else without case and accents, else by an alias of the campaign."""
        read = page(table(), (author, "3♠"), customs=customs)
        assert (read.rows[0].player, read.rows[0].status) == (A, "accepted")
        event = read.rows[0].events[0]
        assert isinstance(event, Played)
        assert event.post is not None
        assert event.post.author == A

    def test_a_prefix_is_no_name_on_a_page(self) -> None:
        """Somebody else may well be called so."""
        assert page(table(), ("Mister", "3♠")).rows[0].player == "Mister"

    def test_who_is_not_at_the_table_is_not_judged(self) -> None:
        """A row of its own, `unknown_player` and nothing else; their chatter and their doubts are nothing."""
        read = page(table(), ("Passant", "je passe"), ("Passant", "salut"), ("Passant", "un 7 peut-être"))
        assert statuses(read) == ["refused", "chatter", "chatter"]
        assert violations(read.rows[0]) == ["unknown_player"]
        assert not read.rows[0].at_table

    def test_what_gm_wrote_for_the_topic_is_no_move_of_the_moderators(self) -> None:
        """A text with a checkpoint of this campaign, by somebody who is no player."""
        text = "snaga pose 8♠. Je passe. Point de contrôle : zebest/12/" + "-".join(["ABCD"] * 8)
        assert statuses(page(table(), ("Modérateur", text))) == ["chatter"]
        assert statuses(page(table(), ("Modérateur", text.replace("zebest", "autre")))) == ["refused"]

    def test_a_post_without_author_is_asked_about_when_it_says_something(self) -> None:
        """Who wrote it? A name given is the author's."""
        book = table()
        posts = [ForumPost("bonjour"), ForumPost("3♠"), ForumPost("8♠", B)]
        read = page(book, *posts)
        assert statuses(read) == ["chatter", "doubt", "unread"]
        doubt = read.rows[1].doubt
        assert doubt is not None
        assert (doubt.asks, doubt.problem.code) == ("author", "post_without_author")
        told = page(book, *posts, answers=Answers(authors={1: A}))
        assert statuses(told) == ["chatter", "accepted", "accepted"]
        assert statuses(page(recorded(book, told), *posts)) == ["past", "recorded", "recorded"]

    def test_a_signature_is_no_part_of_the_post(self) -> None:
        """campaign.yaml, `signatures`: by the player's name or an alias."""
        text = "Je passe.\nmembre depuis 2009, 7 de pique dans mon coeur"
        own = {"signatures": {"Mister H.": "membre depuis 2009, 7 de pique dans mon coeur"}}
        customs = Customs(aliases={"Mister H.": A}, **own)
        (claim,) = page(second_turn(), (A, text), customs=customs, first=20).rows[0].claims
        assert claim.kind == "pass"


def second_turn() -> Book:
    """It is MisterH's turn and a card lies on the pile."""
    book = table()
    others = [(B, "8♠"), *((name, "je passe") for name in (C, *LAST_TWO))]
    return recorded(book, page(book, (A, "3♠"), *others))


class TestDoubts:
    def test_reading_stops_at_the_first_doubt(self) -> None:
        """What stands before it is judged, what follows is not read."""
        read = page(table(), (A, "3♠"), (B, "je pose un double"), (C, "9♠"))
        assert statuses(read) == ["accepted", "doubt", "unread"]
        assert read.stopped == 1
        assert read.rows[1].events == ()

    def test_a_reading_that_the_moderator_chose_is_judged(self) -> None:
        """One of the numbered readings; reading goes on with it."""
        book = table()
        posts = [(A, "Edit : finalement 3♠.\n\n7♠."), (B, "8♠")]
        stopped = page(book, *posts)
        assert statuses(stopped) == ["doubt", "unread"]
        doubt = stopped.rows[0].doubt
        assert doubt is not None
        first = doubt.readings[0]
        assert [str(card) for card in first[0].cards] == ["3s"]
        read = page(book, *posts, answers=Answers(readings={0: first}))
        assert statuses(read) == ["accepted", "accepted"]
        assert "chosen" in read.rows[0].notes

    def test_a_chain_that_the_rules_do_not_allow_is_a_doubt(self) -> None:
        """Z22: the turn is somebody else's after the first move."""
        read = page(table(), (A, "3♠, je ferme le tour et j’ouvre avec 7♠"))
        doubt = read.rows[0].doubt
        assert doubt is not None
        assert (doubt.asks, doubt.problem.code) == ("chain", "post_not_a_chain")

    def test_an_unknown_image_is_a_doubt_until_it_is_named(self) -> None:
        """campaign.yaml, `cards`."""
        posts = [(A, "[img]https://i.example.org/x/trois.png[/img]"), (B, "8♠")]
        stopped = page(table(), *posts)
        doubt = stopped.rows[0].doubt
        assert doubt is not None
        assert (doubt.asks, doubt.images) == ("image", ("https://i.example.org/x/trois.png",))
        customs = Customs(cards={"https://i.example.org/x/trois.png": "3s"})
        assert statuses(page(table(), *posts, customs=customs)) == ["accepted", "accepted"]

    def test_who_has_a_place_is_not_asked(self) -> None:
        """Z15: nothing they may mean is a move; what they say plainly is refused."""
        book = table()
        book.add(sanction(book.campaign, C, "départ", ()))
        assert statuses(page(book, (C, "je pose un double"), (C, "je passe"))) == ["chatter", "refused"]


class TestRegistrations:
    def test_registrations_are_read_in_the_order_of_the_page(self) -> None:
        """Z21: who joins and the words, each with its post; the sixth waits."""
        read = page(
            registered(players=PLAYERS[:3]),
            ("oliv10", "je m'inscris, mot : carotte"),
            ("snaga", "Je m'inscris !"),
            ("Zoé", "je m'inscris, mot : Été"),
            (A, "bonne chance à tous"),
        )
        assert statuses(read) == ["joined", "joined", "joined", "chatter"]
        joined = [row.events[0] for row in read.rows[:3]]
        assert [(each.player, each.word) for each in joined if isinstance(each, Joined)] == [
            ("oliv10", "carotte"),
            ("snaga", None),
            ("Zoé", "Été"),
        ]
        assert read.campaign.players == PLAYERS
        assert read.campaign.queue == ("Zoé",)

    @pytest.mark.parametrize("text", ["+1", "Moi aussi, carotte", "pareil"])
    def test_an_echo_is_asked_about_where_players_register(self, text: str) -> None:
        """Only of somebody who is not registered, and only before the deal."""
        (row,) = page(registered(players=PLAYERS[:3]), ("Zoé", text)).rows
        assert row.doubt is not None
        assert row.doubt.asks == "registration"
        assert statuses(page(registered(players=PLAYERS[:3]), (PLAYERS[0], text))) == ["chatter"]
        assert statuses(page(table(), ("Zoé", text))) == ["chatter"]
        assert page(registered(players=PLAYERS[:3]), ForumPost("+1")).rows[0].status == "chatter"

    def test_who_withdraws_is_asked_about_as_such(self) -> None:
        """Of a stranger there is nothing to withdraw: a row with the reason."""
        read = page(
            registered(players=PLAYERS[:3]), ("Zoé", "Je me désinscris"), (PLAYERS[0], "Je me désinscris")
        )
        assert statuses(read) == ["refused", "doubt"]
        assert read.rows[0].problem is not None
        assert read.rows[0].problem.code == "withdraws_unregistered"
        doubt = read.rows[1].doubt
        assert doubt is not None
        assert (doubt.asks, doubt.problem.code) == ("withdrawal", "post_withdraws")

    def test_a_withdrawal_noted_by_hand_is_known_by_its_id(self) -> None:
        """The moderator decided it: read again, the post states what is recorded."""
        book = registered()
        book.add(Left(A, Post("0" * 64, id="p1", author=A)))
        assert statuses(page(book, (A, "finalement je me retire, désolé"))) == ["recorded"]
        assert statuses(page(book, (A, "finalement je reste"))) == ["changed"]

    def test_a_word_that_cannot_be_read_is_asked_about(self) -> None:
        """Before the deal, of somebody who is registered; later it is talk."""
        (row,) = page(registered(), (A, "Finalement je prends banane comme mot")).rows
        assert row.doubt is not None
        assert row.doubt.asks == "word"
        assert statuses(page(registered(), ("Zoé", "je prends banane comme mot"))) == ["chatter"]
        assert statuses(page(table(), (A, "je prends banane comme mot"))) == ["chatter"]

    def test_who_is_registered_already_is_told(self) -> None:
        """A row with the reason; no move is refused thereby."""
        read = page(registered(), (A, "je m'inscris"))
        (row,) = read.rows
        assert (row.status, row.judged) == ("refused", None)
        assert row.problem is not None
        assert row.problem.code == "already_registered"

    def test_a_word_alone_is_the_word_of_who_is_registered(self) -> None:
        """design.md: the last word before the deal counts."""
        read = page(registered(), (A, "mot : artichaut"), ("Zoé", "mot : poireau"))
        assert statuses(read) == ["word", "refused"]
        (word,) = read.rows[0].events
        assert isinstance(word, Word)
        assert (word.player, word.word) == (A, "artichaut")

    def test_the_word_of_somebody_registered_by_hand_is_still_taken(self) -> None:
        """Registered without a word, say by `gm join`, or with another: the last one counts."""
        book = registered()
        assert [player for player, word in book.campaign.words_for(1).items() if not word] == [A]
        read = page(
            book,
            (A, "je m'inscris, mot : poireau"),
            (B, "je m'inscris, mot : navet"),
            (B, "Je m'inscris ! Mot : navet"),
        )
        assert statuses(read) == ["word", "word", "refused"]
        assert read.campaign.words_for(1)[B] == "navet"

    def test_the_waiting_list_takes_who_does_not_play(self) -> None:
        """Z21: a registration during the manche is for a later partie."""
        read = page(table(), (A, "3♠"), ("Zoé", "je m'inscris, mot : carotte"), (A, "je m'inscris"))
        assert statuses(read) == ["accepted", "joined", "refused"]
        assert read.campaign.queue == ("Zoé",)
        assert read.rows[2].problem is not None
        assert read.rows[2].problem.code == "already_playing"


class TestNotes:
    def test_a_post_that_is_older_than_the_deal_is_noted(self) -> None:
        """Its clock is the forum's: the moderator decides."""
        old, late = (
            ForumPost("3♠", A, "p1", at) for at in ("2014-06-01T10:00:00+02:00", "2030-01-01T00:00:00Z")
        )
        assert page(table(), old).rows[0].notes == ("before_deal",)
        assert page(table(), late).rows[0].notes == ()

    def test_a_late_move_of_the_manche_before_is_not_judged(self) -> None:
        """The page reaches back before the deal, its clock is the ledger's: nobody plays a hand not dealt."""
        book = second_manche()
        join = next(each for each in book.records if isinstance(each.event, Joined))
        before = ForumPost("j'en suis", join.event.player, "p1", join.at)  # type: ignore[union-attr]
        book.records[join.seq - 1] = replace(join, event=replace(join.event, post=Post("0" * 64, id="p1")))  # type: ignore[type-var]
        exchange_all_default(book)
        turn = book.manche.turn or ""
        text = "je pose " + named_in_french(code_of(cards_in(book.manche.hand(turn))[0]))
        late = ForumPost(text, turn, "p2", join.at)
        assert [row.status for row in page(book, before, late).rows] == ["changed", "not_judged"]
        assert [row.status for row in page(book, late).rows] == ["accepted"]
        assert [row.status for row in page(book, before, replace(late, at=None)).rows] == [
            "changed",
            "accepted",
        ]
        elsewhere = replace(before, at="2013-01-01T00:00:00Z")
        assert [row.status for row in page(book, elsewhere, late).rows] == ["changed", "accepted"]
        at_once = replace(late, at=book.manche.dealt.at)
        assert [row.status for row in page(book, before, at_once).rows] == ["changed", "accepted"]
        earlier = replace(before, at="2014-05-20T14:00:00+02:00")
        assert [row.status for row in page(book, earlier, late).rows] == ["changed", "not_judged"]
        play(book, turn, text)
        book.add(StandingPass(turn))
        (_, chatter) = page(book, before, replace(late, text="bonjour")).rows
        assert (chatter.events, chatter.notes) == ((), ())  # the pass was said since

    def test_a_forum_whose_clock_is_late_loses_no_move(self) -> None:
        """Only a post that was recorded before the deal shows that its clock is the ledger's."""
        book = table()
        moves = ((A, "3♠", "10:01"), (B, "8♠", "10:02"))
        posts = [ForumPost(text, name, at, f"2014-06-12T{at}:00+02:00") for name, text, at in moves]
        recorded(book, page(book, posts[0]))
        assert statuses(page(book, *posts)) == ["recorded", "accepted"]

    @pytest.mark.parametrize("at", ["hier", "", "2014-99-99", None])
    def test_a_time_that_cannot_be_read_is_left_out(self, at: str | None) -> None:
        """The move counts all the same."""
        (row,) = page(table(), ForumPost("3♠", A, "p1", at)).rows
        assert (row.status, row.notes) == ("accepted", ())
        event = row.events[0]
        assert isinstance(event, Played)
        assert event.post is not None
        assert event.post.at is None

    def test_edited_misspelt_and_standing_posts_are_noted(self) -> None:
        """Each thing to look at before a signature."""
        read = page(
            table(),
            ForumPost("je pose un 3 de piqeu", A, "p1", edited=True),
            ForumPost("je passe jusqu'à la fin du tour", B, "p2"),
        )
        assert read.rows[0].notes == ("fuzzy", "edited")
        assert read.rows[1].notes == ("stands",)

    def test_a_refused_pass_until_the_end_of_the_tour_notes_nothing(self) -> None:
        """No pass is recorded then."""
        (row,) = page(table(), (A, "je passe jusqu'à la fin du tour")).rows
        assert (row.status, row.notes) == ("refused", ())

    def test_what_follows_from_a_refusal_is_noted(self) -> None:
        """A slip of one player leaves the turn theirs: those behind are refused for that alone."""
        read = page(table(), (A, "4♣"), (B, "8♠"), (C, "9♣"), (A, "3♠"), (C, "9♠"), (B, "8♠"))
        assert statuses(read) == ["refused"] * 3 + ["accepted", "refused", "accepted"]
        assert [row.notes for row in read.rows] == [(), ("after_refusal",), (), (), (), ()]

    def test_a_pass_that_may_be_recorded_by_hand_is_noted(self) -> None:
        """A pass without its post is in the ledger, and the post is older than that entry."""
        book = recorded(table(), page(table(), (A, "3♠"), (B, "8♠")))
        book.add([Passed(C), *(Passed(name) for name in LAST_TWO)])
        book = recorded(book, page(book, (A, "je passe"), (B, "8♥"), first=20))
        at = time_of(book.records[-3].seq)
        old = ForumPost("je passe", C, "p9", at.replace("2014", "2013"))
        assert page(book, old).rows[0].notes == ("before_deal", "maybe_recorded")
        assert page(book, replace(old, at=at.replace("2014", "2015"))).rows[0].notes == ()


def test_reading_a_page_is_the_same_each_time() -> None:
    """Pure: the same page against the same campaign comes to the same rows."""
    posts = [(A, "3♠"), (B, "8♠"), (C, "je pose un double")]
    book = table()
    assert page(book, *posts) == page(book, *posts)
