"""Pages that grow and overlap: each move of the topic is recorded once, or asked about (`gm read`)."""

from dataclasses import dataclass, replace
from random import Random

import pytest
from builders import PLAYERS, Book, open_partie
from tables import first_manche, in_order, play

from gm.campaign import Problem
from gm.cards import cards_in, code_of, of_rank
from gm.desk.corrections import sanction, undo
from gm.desk.page import Answers, PageJudged, read_posts
from gm.events import Event, Passed, Played
from gm.manche import LegalPlay, legal
from gm.posts.pages import ForumPost

A, B, C = "MisterH", "snaga", "oliv10"
D, E = (name for name in PLAYERS if name not in (A, B, C))
CHATTER = ("Bonjour à tous", "Bien joué !", "À qui le tour ?", "haha")
SUITS = dict(zip("shdc", "♠♥♦♣", strict=True))


@dataclass(frozen=True, slots=True)
class Topic:
    """Posts with the move each makes, if any; `start` is the book before them."""

    seed: int
    posts: tuple[ForumPost, ...]
    moves: tuple[Event | None, ...]

    def start(self) -> Book:
        return first_manche(seed=self.seed)


def a_topic(seed: int, kind: str, size: int = 90) -> Topic:
    """A manche by chance, chatter and passes out of turn between its moves."""
    chance, book = Random(seed), first_manche(seed=seed)
    posts: list[ForumPost] = []
    moves: list[Event | None] = []

    def say(author: str, text: str, move: Event | None = None) -> None:
        number = 1000 + len(posts)
        at = f"2030-06-15T{number // 60:02}:{number % 60:02}:00+02:00"
        posts.append(
            ForumPost(text, author, str(number) if kind == "ids" else None, at if kind == "dates" else None)
        )
        moves.append(move)

    while not book.manche.over and len(posts) < size:
        turn = book.manche.turn or ""
        if chance.random() < 0.3:
            say(chance.choice(PLAYERS), chance.choice(CHATTER))
        if chance.random() < 0.1:
            say(next(name for name in book.manche.order if name != turn), "je passe")
        action = chance.choice(legal(book.state)[-2:])
        text = "je passe"
        if isinstance(action, LegalPlay):
            cards = cards_in(of_rank(book.manche.hand(turn), action.rank))[: action.number]
            codes = [code_of(card) for card in cards]
            text = " ".join(code[0].replace("T", "10") + SUITS[code[1]] for code in codes)
        (row,) = read_posts(book.campaign, [ForumPost(text, turn)]).rows
        assert row.status == "accepted", (text, row)
        book.add(row.events)
        say(turn, text, row.events[0])
    return Topic(seed, tuple(posts), tuple(moves))


def moves_in(book: Book) -> list[Event]:
    """The moves of a ledger, without their posts."""
    events = [record.event for record in book.records]
    return [replace(each, post=None) for each in events if isinstance(each, Played | Passed)]


def read_on(book: Book, posts: tuple[ForumPost, ...], new: set[int]) -> int:
    """Read a page and record it, what is unclear answered by who knows which posts are new; the questions."""
    answers, asked = Answers(), 0
    while True:
        page = read_posts(book.campaign, posts, records=book.records, answers=answers)
        at = page.stopped
        if at is None:
            break
        doubt = page.rows[at].doubt
        assert doubt is not None
        assert doubt.asks == "again"
        asked += 1
        is_new = at in new
        answers = replace(answers, **{"new" if is_new else "recorded": _with(answers, at, is_new=is_new)})
    for row in page.rows:
        if row.events:
            book.add(row.events)
    return asked


def _with(answers: Answers, at: int, *, is_new: bool) -> frozenset[int]:
    return (answers.new if is_new else answers.recorded) | {at}


@pytest.mark.parametrize("kind", ["ids", "dates", "words"])
@pytest.mark.parametrize("seed", [2, 5, 11])
def test_a_topic_read_in_overlapping_pages_is_recorded_once(kind: str, seed: int) -> None:
    """After each page the ledger holds exactly the moves of the posts read so far; few are asked about."""
    topic, book, chance = a_topic(seed, kind), first_manche(seed=seed), Random(seed)
    done = asked = pages = 0
    while done < len(topic.posts):
        first = chance.randint(max(0, done - 12), done)
        last = min(len(topic.posts), max(first + 1, chance.randint(first, done + 10)))
        new = {at - first for at in range(max(done, first), last) if topic.moves[at] is not None}
        asked += read_on(book, topic.posts[first:last], new)
        pages += 1
        done = max(done, last)
        made = [move for move in topic.moves[:done] if move is not None]
        assert moves_in(book) == [replace(move, post=None) for move in made]  # type: ignore[type-var]
    assert asked <= pages / 4


@pytest.mark.parametrize("kind", ["ids", "dates", "words"])
def test_a_page_that_grows_asks_nothing(kind: str) -> None:
    """The same page again, longer: what stood there is passed over, what was added is judged."""
    topic, book = a_topic(3, kind), first_manche(seed=3)
    for last in range(0, len(topic.posts) + 1, 7):
        assert read_on(book, topic.posts[:last], set()) == 0
        made = [move for move in topic.moves[:last] if move is not None]
        assert moves_in(book) == [replace(move, post=None) for move in made]  # type: ignore[type-var]


def table() -> Book:
    """Manche 1 in play: MisterH, snaga, oliv10 and two others, in this order."""
    return in_order({A: "3s 7s 7h 2s", B: "8s 8h", C: "9s Js"})


def read(book: Book, *posts: tuple[str, str] | ForumPost, answers: Answers | None = None) -> PageJudged:
    given = [each if isinstance(each, ForumPost) else ForumPost(each[1], each[0]) for each in posts]
    return read_posts(book.campaign, given, records=book.records, answers=answers or Answers())


def recorded(book: Book, *posts: tuple[str, str] | ForumPost) -> Book:
    for row in read(book, *posts).rows:
        if row.events:
            book.add(row.events)
    return book


def statuses(page: PageJudged) -> list[str]:
    return [row.status for row in page.rows]


class TestWordsAlone:
    def test_a_pass_in_words_used_before_is_a_new_one(self) -> None:
        """The next page of a topic without numbers: the same word by the same player, a tour later."""
        book = recorded(table(), (A, "3♠"), (B, "je passe"))
        page = read(book, (C, "9♠"), (D, "je passe"), (E, "je passe"), (A, "je passe"), (B, "je passe"))
        assert statuses(page) == ["accepted"] * 5

    def test_a_fragment_that_may_be_old_or_new_is_asked_about(self) -> None:
        """It is snaga's turn, and snaga has passed before in these words: nobody can tell."""
        book = recorded(table(), (A, "3♠"), (B, "je passe"), (C, "9♠"), (D, "je passe"), (E, "je passe"))
        book = recorded(book, (A, "je passe"))
        page = read(book, (B, "je passe"))
        doubt = page.rows[0].doubt
        assert doubt is not None
        assert (doubt.asks, doubt.problem.code) == ("again", "post_maybe_recorded")
        assert page.rows[0].events == ()
        assert statuses(read(book, (B, "je passe"), answers=Answers(new=frozenset({0})))) == ["accepted"]
        assert statuses(read(book, (B, "je passe"), answers=Answers(recorded=frozenset({0})))) == ["recorded"]

    def test_more_of_the_page_makes_it_clear(self) -> None:
        """The posts before it tell where it stands."""
        old = [(A, "3♠"), (B, "je passe"), (C, "9♠"), (D, "je passe"), (E, "je passe"), (A, "je passe")]
        book = recorded(table(), *old)
        assert statuses(read(book, *old, (B, "je passe"))) == ["recorded"] * 6 + ["accepted"]
        assert statuses(read(book, *old[2:], (B, "je passe"))) == ["recorded"] * 4 + ["accepted"]
        assert statuses(read(book, *old[:2])) == ["recorded"] * 2

    def test_words_that_were_changed_are_still_the_same_post(self) -> None:
        """An edited post of a page without numbers is told, not judged."""
        book = recorded(table(), (A, "3♠"), (B, "8♠"), (C, "9♠"), (D, "je passe"))
        page = read(book, (A, "3♠"), (B, "8♥ finalement"), (C, "9♠"), (D, "je passe"), (E, "je passe"))
        assert statuses(page) == ["recorded", "changed", "recorded", "recorded", "accepted"]

    def test_moves_typed_by_hand_are_found_on_the_page(self) -> None:
        """`gm play` without a post: the page that has these moves goes on behind them."""
        book = table()
        for name, text in [(A, "3♠"), (B, "je passe"), (C, "9♠"), (D, "je passe")]:
            book = play(book, name, text)
        page = read(book, (A, "3 de pique"), (B, "je passe"), (C, "9♠ !"), (D, "je passe"), (E, "je passe"))
        assert statuses(page) == ["recorded"] * 4 + ["accepted"]

    def test_a_move_made_for_somebody_absent_is_in_no_post(self) -> None:
        """Z22: who comes back and passes is too late; that is a post of theirs, and of no entry."""
        book = recorded(table(), (A, "3♠"), (B, "je passe"))
        book.add(Passed(C, reason="sans nouvelles"))
        page = read(book, (A, "3♠"), (B, "je passe"), (C, "je passe"), (D, "je passe"))
        assert statuses(page) == ["recorded", "recorded", "refused", "accepted"]

    def test_a_doubt_that_was_settled_by_hand_is_not_asked_again(self) -> None:
        """`gm play` with what the player meant: the posts around it tell which one that was."""
        said = [(A, "3♠"), (B, "je pose un double")]
        book = play(recorded(table(), *said), B, "8♠")
        assert statuses(read(book, *said, (C, "9♠"))) == ["recorded", "recorded", "accepted"]

    def test_a_sanction_between_two_posts_changes_nothing(self) -> None:
        """Z18: it stands in no post."""
        book = recorded(table(), (A, "3♠"), (B, "je passe"))
        book.add(sanction(book.campaign, C, "départ", ()))
        page = read(book, (A, "3♠"), (B, "je passe"), (D, "je passe"), (E, "je passe"))
        assert statuses(page) == ["recorded", "recorded", "accepted", "accepted"]


class TestUndone:
    @pytest.mark.parametrize("numbers", [(10, 11, 12), (None, None, None)])
    def test_a_refusal_on_record_hides_no_move_that_was_undone(self, numbers: tuple[int | None, ...]) -> None:
        """design.md, Events: refusals stand; a move undone before one is judged or asked about."""
        said = [(A, "3♠"), (B, "8♠"), (A, "7♠")]
        posts = [
            ForumPost(text, name, None if number is None else str(number))
            for (name, text), number in zip(said, numbers, strict=True)
        ]
        book = table()
        page = read_posts(book.campaign, posts, records=book.records, record_refused=True)
        assert statuses(page) == ["accepted", "accepted", "refused"]
        for row in page.rows:
            book.add(row.events)
        undone = undo(book.campaign, book.records[-2].seq, "mal lu")
        assert not isinstance(undone, Problem)
        book.add(undone.event)
        assert statuses(read(book, *posts))[:2] in (["recorded", "doubt"], ["recorded", "accepted"])

    def test_registrations_on_record_are_not_recorded_again(self) -> None:
        """Z21: the same page, longer."""
        posts = [ForumPost("je m'inscris, mot : carotte", A, "10"), ForumPost("je m'inscris", B, "11")]
        book = open_partie(Book(), Random(1))
        for row in read(book, *posts).rows:
            book.add(row.events)
        page = read(book, *posts, ForumPost("je m'inscris", C, "12"))
        assert statuses(page) == ["recorded", "recorded", "joined"]


class TestOlder:
    @pytest.mark.parametrize(
        ("seen", "old"),
        [({"id": "120"}, {"id": "99"}), ({"at": "2030-06-15T20:05"}, {"at": "2030-06-15T20:01"})],
    )
    def test_a_post_older_than_a_recorded_one_is_asked_about(
        self, seen: dict[str, str], old: dict[str, str]
    ) -> None:
        """A page of before: its moves that were refused may be allowed by now."""
        book = recorded(table(), ForumPost("3♠", A, **seen))
        page = read(book, ForumPost("je passe", B, **old))
        assert statuses(page) == ["doubt"]
        assert page.rows[0].doubt is not None
        assert page.rows[0].doubt.asks == "again"
        new = Answers(new=frozenset({0}))
        assert statuses(read(book, ForumPost("je passe", B, **old), answers=new)) == ["accepted"]

    def test_the_same_words_with_another_date_are_another_post(self) -> None:
        """Where the page tells when, nothing has to be asked."""
        at = "2030-06-15T20:{:02}"
        old = [(A, "3♠"), (B, "je passe"), (C, "9♠"), (D, "je passe"), (E, "je passe"), (A, "je passe")]
        dated = [
            ForumPost(text, name, at=at.format(minute)) for minute, (name, text) in enumerate(old, start=10)
        ]
        book = recorded(table(), *dated)
        assert statuses(read(book, ForumPost("je passe", B, at=at.format(30)))) == ["accepted"]
        assert statuses(read(book, ForumPost("je passe", B, at=at.format(11)))) == ["recorded"]
        twice = [ForumPost("je passe", B, at=at.format(11))] * 2
        assert statuses(read(book, *twice)) == ["recorded", "doubt"]
