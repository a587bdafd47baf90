"""Passes that stand until the tour closes (Z7): what they answer, what ends them, pages read again."""

from dataclasses import dataclass, replace
from random import Random

import pytest
from builders import PLAYERS, Book
from tables import SHOWN, first_manche, in_order, play

from gm.campaign import Problem, events_in_force
from gm.cards import cards_in, code_of, of_rank
from gm.desk.amending import Amended, amend, judge_amendment, move_to_amend
from gm.desk.closing import following_events
from gm.desk.corrections import UndoProposed, undo
from gm.desk.page import Answers, PageJudged, read_posts
from gm.desk.referee import claims_of
from gm.events import Event, Passed, Played, Record, StandingPass, StandingPassEnded
from gm.manche import LegalPlay, Pass, legal
from gm.posts.pages import ForumPost

A, B, C = "MisterH", "snaga", "oliv10"
D, E = (name for name in PLAYERS if name not in (A, B, C))
STANDING = "je passe jusqu'à la fin du tour"
CHATTER = ("Bonjour à tous", "Bien joué !", "haha", "À qui le tour ?")
SUITS = dict(zip("shdc", "♠♥♦♣", strict=True))


def table() -> Book:
    """Manche 1 in play: MisterH, snaga, oliv10 and two others, in this order."""
    return in_order({A: "3s 3h 2s", B: "8s Ks", C: "9s Jd As"})


def read(book: Book, *posts: ForumPost | tuple[str, str], first: int = 1, **options: object) -> PageJudged:
    given = [
        each if isinstance(each, ForumPost) else ForumPost(each[1], each[0], f"p{number}")
        for number, each in enumerate(posts, start=first)
    ]
    return read_posts(book.campaign, given, records=book.records, **options)  # type: ignore[arg-type]


def recorded(book: Book, page: PageJudged) -> Book:
    for row in page.rows:
        if row.events:
            book.add(row.events)
    return book


def statuses(page: PageJudged) -> list[str]:
    return [row.status for row in page.rows]


ROUND = ((A, "3♠"), (B, STANDING), (C, "9♠"), (D, "je passe"), (E, "je passe"), (A, "dame de cœur"))


class TestAnswering:
    def test_it_answers_in_the_write_that_brings_the_turn(self) -> None:
        """Z7: `passed` with the post that says it, right behind the move."""
        page = read(table(), *ROUND)
        assert [type(event) for event in page.rows[1].events] == [Passed, StandingPass]
        assert [type(event) for event in page.rows[5].events] == [Played, Passed]
        assert page.rows[5].events[1] == page.rows[1].events[0]
        again = read(recorded(table(), page), *ROUND).rows[1]  # no post makes the automatic one
        assert (again.status, again.seq, again.undo) == ("recorded", 12, 11)
        judged = page.rows[5].judged
        assert judged is not None
        assert [ruling.player for ruling in judged.automatic] == [B]
        assert judged.after.turn == page.campaign.manche.turn == C  # type: ignore[union-attr]

    def test_it_yields_to_a_forced_taggle(self) -> None:
        """Z9: who holds one must play it."""
        book = recorded(table(), read(table(), *ROUND[:5], (A, "3♥")))
        assert book.manche.turn == A
        book = recorded(table(), read(table(), *ROUND[:1], (B, STANDING), (C, "9♠"), (D, "je passe")))
        assert B in book.manche.passing

    def test_a_pass_that_is_overruled_is_not_made_by_it(self) -> None:
        """Z9: a standing pass yields; the moderator's word makes this one."""
        book = in_order({A: "7s", B: "7h", C: "7d"})
        recorded(book, read(book, (A, "7♠")))
        book.add(StandingPass(C))
        recorded(book, read(book, (B, "7♥"), first=2))
        assert (book.manche.turn, list(book.manche.passing)) == (C, [C])
        assert statuses(read(book, (C, STANDING), first=3)) == ["refused"]
        book.add(Passed(C, overruled=("taggle_must_play",), reason="annoncé trop tard"))
        assert not book.manche.moves[-1].automatic

    def test_the_declared_pass_that_closes_the_tour_stands_for_nothing(self) -> None:
        """Z12: nothing is left to answer."""
        texts = ((A, "3♠"), (B, "8♠"), (C, "je passe"), (D, "je passe"), (E, "je passe"), (A, STANDING))
        row = read(table(), *texts).rows[-1]
        assert [type(event) for event in row.events] == [Passed]

    def test_it_ends_with_the_tour(self) -> None:
        """Z12, Z13: in the next tour its player is asked again."""
        texts = [*ROUND[:2], *((name, "je passe") for name in (C, D, E)), (A, "3♥")]
        book = recorded(table(), read(table(), *texts))
        assert book.manche.turn == B
        assert book.manche.passing == {}

    def test_a_cut_write_is_finished_first(self) -> None:
        """design.md, The campaign folder: an append may be cut anywhere."""
        book = recorded(table(), read(table(), *ROUND[:5]))
        rest = read(book, *ROUND).rows[5].events
        book.add(rest[:1])
        assert following_events(book.campaign) == rest[1:]


class TestEnding:
    @pytest.mark.parametrize("text", ["bonne chance à tous", "je passe", "K♠", "8♠ finalement"])
    def test_any_post_ends_it_be_it_chatter_or_refused(self, text: str) -> None:
        """Z7: whoever posts decides for themselves again."""
        book = recorded(table(), read(table(), *ROUND[:3], (B, text)))
        assert book.manche.passing == {}
        assert isinstance(book.records[-1].event, StandingPassEnded)
        assert statuses(read(book, *ROUND[:3], (B, text))) == ["recorded"] * 4
        book = recorded(book, read(book, *ROUND[3:], first=5))
        assert book.manche.turn == B

    def test_a_post_that_is_asked_about_ends_it_and_is_asked_about_again(self) -> None:
        """Z7: they have posted, whatever the answer to the question will be."""
        posts = (*ROUND[:3], (B, "j'hésite entre un roi et un as"))
        book = recorded(table(), read(table(), *posts))
        assert book.campaign.log[-1].event == StandingPassEnded(B)
        again = read(book, *posts).rows[-1]
        assert (again.status, again.events) == ("doubt", ())

    def test_a_post_of_somebody_else_does_not(self) -> None:
        """Z7"""
        book = recorded(table(), read(table(), *ROUND[:3], (C, "bien joué"), (A, "haha"), ("Zoé", "salut")))
        assert list(book.manche.passing) == [B]

    def test_a_text_of_gm_does_not_be_it_posted_by_a_player(self) -> None:
        """The moderator may play too: the table they post shows a checkpoint of the campaign."""
        book = recorded(table(), read(table(), *ROUND[:2]))
        table_posted = f"[i]Point de contrôle du registre : {SHOWN.checkpoint}[/i]"
        assert list(recorded(book, read(book, (B, table_posted), first=3)).manche.passing) == [B]

    def test_saying_it_again_keeps_it(self) -> None:
        """The newer post says it from there on; nothing is refused."""
        page = read(table(), *ROUND[:3], (B, "Je passe jusqu’à la fin du tour, je le redis."))
        assert statuses(page)[3] == "chatter"
        book = recorded(table(), page)
        assert list(book.manche.passing) == [B]
        assert (
            statuses(read(book, *ROUND[:3], (B, "Je passe jusqu’à la fin du tour, je le redis.")))
            == ["recorded"] * 4
        )

    def test_what_was_written_before_it_does_not(self) -> None:
        """A page that shows an older post behind a newer one."""
        at = "2030-06-15T20:{:02}:00+02:00"
        posts = [
            ForumPost(text, name, None, at.format(index)) for index, (name, text) in enumerate(ROUND[:3])
        ]
        page = read(table(), *posts, ForumPost("bonjour", B, None, at.format(0)))
        assert page.campaign.manche is not None
        assert list(page.campaign.manche.passing) == [B]

    def test_a_post_without_a_move_says_the_moderator(self) -> None:
        """`--skip`: it was posted all the same."""
        page = read(table(), *ROUND[:3], (B, "je joue 7 ou 8 ?"), answers=Answers(skipped=frozenset({3})))
        assert page.campaign.manche is not None
        assert page.campaign.manche.passing == {}

    def test_a_play_ends_it_and_counts(self) -> None:
        """Z7, Z22: at the turn that was not answered, here since a Taggle wants a card of them."""
        book = in_order({A: "3s 8d", B: "8s Ks", C: "5s", D: "6s", E: "8c"})
        for text in ("3♠", STANDING, "5♠", "6♠", "8♣"):
            play(book, None, text)
        play(book, A, "8♦")
        assert (book.manche.turn, book.state.taggle) == (B, True)
        assert list(book.manche.passing) == [B]
        page = read(book, (B, "8♠"))
        assert [type(event) for event in page.rows[0].events] == [StandingPassEnded, Played]
        recorded(book, page)
        (changed,) = read(book, (B, "R♠")).rows
        assert (changed.status, changed.undo) == ("changed", len(book.records))


class TestUndoing:
    def test_without_a_number_the_move_that_was_answered_goes(self) -> None:
        """design.md, `gm undo [SEQ]`: the last decision, and what followed from it."""
        book = recorded(table(), read(table(), *ROUND))
        found = undo(book.campaign, None, "erreur")
        assert isinstance(found, UndoProposed)
        assert [type(record.event) for record in found.undone] == [Played, Passed]
        assert found.follows == ()
        book.add(found.event)
        assert book.manche.turn == A
        assert list(book.manche.passing) == [B]

    def test_without_a_number_the_pass_goes_with_what_it_says(self) -> None:
        """The pass and that it stands are of one post."""
        book = recorded(table(), read(table(), *ROUND[:2]))
        found = undo(book.campaign, None, "erreur")
        assert isinstance(found, UndoProposed)
        assert [type(record.event) for record in found.undone] == [Passed, StandingPass]

    def test_an_automatic_pass_is_not_undone_alone(self) -> None:
        """It would follow again; the move before is named."""
        book = recorded(table(), read(table(), *ROUND))
        last = len(book.records)
        found = undo(book.campaign, last, "erreur")
        assert isinstance(found, Problem)
        assert (found.code, found.params["before"]) == ("automatic_not_undoable", str(last - 1))

    def test_what_an_undo_leaves_to_follow_is_recorded_with_it(self) -> None:
        """Where a pass stands for once after all, those said in advance behind it answer again."""
        book = recorded(table(), read(table(), ROUND[0]))
        book.add(StandingPass(C))
        recorded(book, read(book, ROUND[1], first=2))
        assert book.manche.turn == D
        said = [each.seq for each in book.records if isinstance(each.event, StandingPass)]
        found = undo(book.campaign, said[-1], "erreur")
        assert isinstance(found, UndoProposed)
        assert [event.player for event in found.follows if isinstance(event, Passed)] == [C]
        book.add((found.event, *found.follows))
        assert (book.manche.turn, list(book.manche.passing)) == (D, [C])
        assert following_events(book.campaign) == ()


@dataclass(frozen=True, slots=True)
class Topic:
    """Posts, and the book after each of them was read alone."""

    posts: tuple[ForumPost, ...]
    made: tuple[tuple[Event, ...], ...]


def a_topic(seed: int, kind: str, size: int = 60) -> Topic:
    """A manche by chance in which many pass until the tour closes, chat, and say it again."""
    chance, book = Random(seed), first_manche(seed=seed)
    posts: list[ForumPost] = []
    made: list[tuple[Event, ...]] = []

    def say(author: str, text: str) -> None:
        number = 1000 + len(posts)
        at = f"2030-06-15T{number // 60:02}:{number % 60:02}:00+02:00"
        post = ForumPost(
            text, author, str(number) if kind == "ids" else None, at if kind == "dates" else None
        )
        (row,) = read_posts(book.campaign, [post]).rows
        assert row.status in ("accepted", "chatter"), (text, row)
        if row.events:
            book.add(row.events)
        posts.append(post)
        made.append(told(book))

    while not book.manche.over and len(posts) < size:
        if chance.random() < 0.2:
            say(chance.choice(PLAYERS), chance.choice(CHATTER))
        elif book.manche.passing and chance.random() < 0.1:
            again = chance.choice(sorted(book.manche.passing))
            if again != book.manche.turn:  # where a Taggle wants a card it would be refused
                say(again, f"Je le redis : {STANDING}.")
        turn = book.manche.turn or ""
        action = chance.choice(legal(book.state)[-2:])
        if isinstance(action, Pass):
            say(turn, STANDING if chance.random() < 0.6 else "je passe")
            continue
        assert isinstance(action, LegalPlay)
        cards = cards_in(of_rank(book.manche.hand(turn), action.rank))[: action.number]
        say(turn, " ".join(code_of(each)[0].replace("T", "10") + SUITS[code_of(each)[1]] for each in cards))
    return Topic(tuple(posts), tuple(made))


def told(book: Book) -> tuple[Event, ...]:
    """The moves in force, without their posts and salts: those that standing passes made too."""
    force = set(events_in_force(book.campaign.log))
    events = [record.event for record in book.records if record.seq in force]
    return tuple(
        replace(each, post=None, salts=()) if isinstance(each, Played) else replace(each, post=None)
        for each in events
        if isinstance(each, Played | Passed)
    )


def read_on(book: Book, posts: tuple[ForumPost, ...], new: int) -> int:
    """Read a page whose posts from `new` on are new and record it; how often that had to be asked."""
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
        kind = "new" if at >= new else "recorded"
        answers = replace(answers, **{kind: getattr(answers, kind) | {at}})
    recorded(book, page)
    return asked


@pytest.mark.parametrize("kind", ["ids", "dates", "words"])
@pytest.mark.parametrize("seed", [1, 4, 6, 9])
def test_overlapping_pages_with_standing_passes_are_recorded_once(kind: str, seed: int) -> None:
    """After each page the moves are those of the topic read post by post, the automatic ones among them."""
    topic, book, chance = a_topic(seed, kind), first_manche(seed=seed), Random(seed)
    done = asked = pages = 0
    while done < len(topic.posts):
        first = chance.randint(max(0, done - 12), done)
        last = min(len(topic.posts), max(first + 1, chance.randint(first, done + 10)))
        asked += read_on(book, topic.posts[first:last], max(0, done - first))
        pages += 1
        done = max(done, last)
        assert told(book) == topic.made[done - 1]
    assert asked <= pages / 4


@pytest.mark.parametrize("kind", ["ids", "dates", "words"])
@pytest.mark.parametrize("seed", [1, 4])
def test_a_page_is_read_again_after_corrections(kind: str, seed: int) -> None:
    """`gm amend` records later entries anew under their posts: nothing is recorded twice, nothing asked."""
    topic, book, chance = a_topic(seed, kind), first_manche(seed=seed), Random(seed)
    for last in range(12, len(topic.posts) + 1, 12):
        assert read_on(book, topic.posts[:last], last) <= 0 or kind == "words"
        assert told(book) == topic.made[last - 1]
        book.add(_corrected(book, chance.choice(_corrigible(book))).events)
        assert told(book) == topic.made[last - 1]
        assert read_on(book, topic.posts[:last], last) == 0
        assert told(book) == topic.made[last - 1]


def _corrigible(book: Book) -> list[Record]:
    force = set(events_in_force(book.campaign.log))
    automatic = {move.record.seq for move in book.manche.moves if move.automatic}
    return [
        each
        for each in book.records
        if each.seq in force - automatic and isinstance(each.event, Played | Passed)
    ]


def _corrected(book: Book, record: Record) -> Amended:
    """The same move again, in other words."""
    text = f"Bon : {_words(book, record)}."
    claims = claims_of(text, "fr", "")
    assert isinstance(claims, tuple)
    assert move_to_amend(book.campaign, record.seq) == record
    judged = judge_amendment(book.campaign, record, text, claims, "correction")
    assert not isinstance(judged, Problem)
    made = amend(book.campaign, record, judged, None, "correction")
    assert isinstance(made, Amended)
    return made


def _words(book: Book, record: Record) -> str:
    if not isinstance(record.event, Played):
        beside = book.records[record.seq].event if record.seq < len(book.records) else None
        return STANDING if isinstance(beside, StandingPass) else "je passe"
    codes = [code_of(card) for card in record.event.cards]
    return "je pose " + " ".join(code[0].replace("T", "10") + SUITS[code[1]] for code in codes)
