"""`gm recheck`: recorded posts that have changed, vanished or appeared, and nothing else."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest
from builders import Book
from hypothesis import given
from hypothesis import strategies as st
from tables import SHOWN, first_manche, play
from test_desk_overlap import Topic, a_topic

from gm.campaign import Problem
from gm.cards import cards_in, code_of
from gm.desk.corrections import undo
from gm.desk.customs import Customs
from gm.desk.difference import Piece, difference
from gm.desk.findings import incidents
from gm.desk.page import read_posts
from gm.desk.page_rows import post_of
from gm.desk.prepare import give_word
from gm.desk.recheck import Rechecked, recheck_posts
from gm.desk.recheck_texts import changes_text, recheck_table
from gm.events import Incident, Played, Post, Record, Refused
from gm.ledger import post_digest, post_form
from gm.posts.pages import ForumPost, read_page

Posts = tuple[ForumPost, ...]
SAVED = Path(__file__).parent.parent / "posts" / "pages" / "saved"
KINDS = ("ids", "dates", "words")


def kept(posts: Sequence[ForumPost]) -> Mapping[str, str]:
    """What the archive holds once these posts were read."""
    return {post_digest(post.text): post_form(post.text).decode() for post in posts}


@dataclass(frozen=True, slots=True)
class Recorded:
    """A topic that was read as a whole: its ledger, and what was kept of its posts."""

    topic: Topic
    book: Book
    archive: Mapping[str, str]

    @property
    def moves(self) -> list[int]:
        """The indexes of the posts that are recorded."""
        return [at for at, move in enumerate(self.topic.moves) if move is not None]

    def again(self, posts: Sequence[ForumPost], archive: Mapping[str, str] | None = None) -> Rechecked:
        """A page compared with the ledger."""
        kept_texts = self.archive if archive is None else archive
        return recheck_posts(self.book.campaign, posts, records=self.book.records, kept=kept_texts.get)


@cache
def recorded(kind: str, seed: int = 5) -> Recorded:
    """A topic read and recorded, with chatter and refused passes in between."""
    topic = a_topic(seed, kind, 50)
    book = topic.start()
    for row in read_posts(book.campaign, topic.posts, records=book.records).rows:
        book.add(row.events)
    return Recorded(topic, book, kept(topic.posts))


def odd(found: Rechecked) -> list[tuple[str, int | None]]:
    """What is told, and at which place of the page."""
    return [(each.status, each.number) for each in found.odd]


def changed_to(text: str) -> Callable[[Posts, int], Posts]:
    """The edit that puts another text in the place of a post."""

    def edit(posts: Posts, at: int) -> Posts:
        return (*posts[:at], replace(posts[at], text=text.format(posts[at].text)), *posts[at + 1 :])

    return edit


def deleted(posts: Posts, at: int) -> Posts:
    return (*posts[:at], *posts[at + 1 :])


def inserted(posts: Posts, at: int) -> Posts:
    """A move of the same player, put before the post that was there."""
    new = replace(posts[at], text="je pose le 7♥ et le 7♠", id="9" if posts[at].id else None)
    return (*posts[:at], new, *posts[at:])


EDITS: Mapping[str, tuple[Callable[[Posts, int], Posts], str | None]] = {
    "another card": (changed_to("Je pose l’as de pique."), "changed"),
    "a word more": (changed_to("{} mes amis"), "changed"),
    "a quotation before": (changed_to("[quote=snaga]bonjour[/quote]\n{}"), "changed"),
    "talk": (changed_to("J’ai tout effacé, désolé."), "changed"),
    "nothing": (changed_to(""), "changed"),
    "blanks": (changed_to("\n  {}\r\n\n"), None),
    "deleted": (deleted, "vanished"),
    "inserted": (inserted, "appeared"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_as_it_was_has_nothing_odd(kind: str) -> None:
    """Passes that many players write alike, refused moves and chatter included."""
    one = recorded(kind)
    found = one.again(one.topic.posts)
    assert (odd(found), found.unchecked, found.adrift) == ([], 0, False)
    assert [each.number for each in found.findings] == [at + 1 for at in one.moves]


@given(
    kind=st.sampled_from(KINDS),
    seed=st.sampled_from([2, 5]),
    place=st.integers(1, 30),
    name=st.sampled_from(sorted(EDITS)),
)
def test_one_edit_is_told_and_nothing_else(kind: str, seed: int, place: int, name: str) -> None:
    """Whatever a page tells of its posts: numbers, dates, or their words alone."""
    one, (edit, status) = recorded(kind, seed), EDITS[name]
    plays = [at for at in one.moves if isinstance(one.topic.moves[at], Played)]
    within = [at for at in one.moves if plays[0] < at < plays[-1]]  # everybody passes in the same words
    at = within[place % len(within)]
    found = one.again(edit(one.topic.posts, at))
    number = None if status == "vanished" else at + 1
    assert odd(found) == ([] if status is None else [(status, number)])


@given(kind=st.sampled_from(KINDS), first=st.integers(0, 40), size=st.integers(1, 30))
def test_what_a_part_of_the_topic_does_not_show_has_not_vanished(kind: str, first: int, size: int) -> None:
    """A page begins and ends anywhere."""
    one = recorded(kind)
    part = one.topic.posts[first : first + size]
    found = one.again(part)
    assert odd(found) == []
    assert len(found.findings) + found.elsewhere == len(one.again(one.topic.posts).findings) + 6


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_of_the_topic_that_is_not_there_is_no_deletion(kind: str) -> None:
    """Two pages in one file, the one between them left out: many posts of many players in a row."""
    one = recorded(kind)
    assert odd(one.again((*one.topic.posts[:12], *one.topic.posts[36:]))) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_deletion_is_told_beside_what_it_stood_before(kind: str) -> None:
    """The one missing is told between its neighbours, with its own entry."""
    one = recorded(kind)
    at = one.moves[5]
    found = one.again(deleted(one.topic.posts, at))
    place = [each.status for each in found.findings].index("vanished")
    gone = found.findings[place]
    assert gone.recorded is not None
    assert gone.player == one.topic.posts[at].author
    assert isinstance(one.book.records[gone.recorded.seqs[0] - 1].event, type(one.topic.moves[at]))
    assert found.findings[place - 1].number == one.moves[4] + 1


def test_a_post_that_now_stands_elsewhere_is_missing_where_it_stood() -> None:
    """Words alone tell these posts: the order of the others is that of the ledger."""
    one = recorded("words")
    plays = [at for at in one.moves if isinstance(one.topic.moves[at], Played)]
    at = plays[len(plays) // 2]
    assert odd(one.again((*deleted(one.topic.posts, at), one.topic.posts[at]))) == [("vanished", None)]


@pytest.mark.parametrize(
    ("text", "says_the_same"),
    [
        ("{} ;)", True),
        ("{}\n[quote=x]Je passe ?[/quote]", True),
        ("Je pose un double roi.", False),
        ("Bonjour à tous !", False),
        ("Je pose peut-être le roi.", None),
    ],
)
def test_a_changed_post_says_the_same_or_not(text: str, says_the_same: bool | None) -> None:
    """What it says now is read; where that is unclear nobody is accused."""
    one = recorded("ids")
    at = next(at for at in one.moves[3:] if isinstance(one.topic.moves[at], Played))
    (finding,) = one.again(changed_to(text)(one.topic.posts, at)).odd
    assert (finding.status, finding.says_the_same) == ("changed", says_the_same)


def test_a_post_that_was_not_kept_is_told_by_its_digest() -> None:
    """Without the archive there is no difference to show, and talk may always have been there."""
    one = recorded("ids")
    at = one.moves[5]
    posts = changed_to("Je pose le roi de pique.")(one.topic.posts, at)
    found = one.again(posts, {})
    assert odd(found) == [("changed", at + 1)]
    assert found.odd[0].difference is None
    assert found.unseen > 0


def test_talk_that_appeared_is_told_where_talk_was_kept() -> None:
    """It claims no move, so that nothing can be put on record of it."""
    one = recorded("ids")
    talk = ForumPost("Quelle partie !", "snaga", None)
    at = one.moves[5]
    found = one.again((*one.topic.posts[:at], talk, *one.topic.posts[at:]))
    assert odd(found) == [("appeared", at + 1)]
    assert incidents(one.book.campaign, found.findings) == []
    stranger = ForumPost("je pose le 7♥ et le 7♠", "Passant", None)
    found = one.again((*one.topic.posts[:at], stranger, *one.topic.posts[at:]))
    assert (len(found.odd), incidents(one.book.campaign, found.findings)) == (1, [])


def test_a_move_noted_by_hand_under_the_id_of_its_post_is_no_change() -> None:
    """`gm play NAME 7h --post-id 12`: the digest is that of what was typed."""
    one = recorded("ids")
    at = next(at for at in one.moves[3:] if isinstance(one.topic.moves[at], Played))
    posts = changed_to("Salut, je pose {}")(one.topic.posts, at)
    typed = {key: text for key, text in one.archive.items() if text != one.topic.posts[at].text}
    assert odd(one.again(posts, typed)) == []


def test_typed_moves_are_counted_and_their_posts_are_not_new() -> None:
    """Entries without a post cannot be compared; a post that states one is not said to have appeared."""
    book = first_manche(seed=3)
    posts: list[ForumPost] = []
    for number in range(5):
        turn = book.manche.turn or ""
        if number in (0, 4):
            post = ForumPost("Je passe." if number else lowest(book), turn, str(number))
            (row,) = read_posts(book.campaign, [post]).rows
            assert row.status == "accepted"
            book.add(row.events)
        else:
            post = ForumPost("Je passe mon tour.", turn, str(number))
            play(book, turn, "je passe")
        posts.append(post)
    talk = ForumPost("Bonjour à tous.", posts[2].author, None)
    archive = kept([posts[0], talk])
    page = [*posts[:2], talk, *posts[2:]]
    found = recheck_posts(book.campaign, page, records=book.records, kept=archive.get)
    assert (odd(found), found.unchecked) == ([], 0)
    gone = recheck_posts(book.campaign, [posts[0], posts[4]], records=book.records, kept=kept(posts[:1]).get)
    assert (odd(gone), gone.unchecked) == ([], 3)


def lowest(book: Book) -> str:
    """The weakest card of the player whose turn it is, as they would type it."""
    code = code_of(cards_in(book.manche.hand(book.manche.turn or ""))[0])
    return code[0].replace("T", "10") + dict(zip("shdc", "♠♥♦♣", strict=True))[code[1]]


def test_another_name_and_another_case_are_the_same_author() -> None:
    """campaign.yaml `aliases`."""
    one = recorded("ids")
    author = one.topic.posts[one.moves[3]].author or ""
    posts = [replace(post, author="Le Patron") if post.author == author else post for post in one.topic.posts]
    customs = Customs(aliases={"le patron": author})
    found = recheck_posts(one.book.campaign, posts, customs, records=one.book.records, kept=one.archive.get)
    assert odd(found) == []


def test_a_page_from_elsewhere_accuses_nobody() -> None:
    """Other posts, in which somebody passes now and then as everybody does."""
    one = recorded("words")
    talk = [ForumPost(f"Message {number}", "snaga") for number in range(9)]
    passes = [ForumPost("je passe", name) for name in ("oliv10", "snaga", "MisterH")]
    found = one.again([*talk[:3], passes[0], *talk[3:6], passes[1], *talk[6:], passes[2]])
    assert odd(found) == []


def test_a_page_that_is_certainly_known_is_told_however_much_has_changed() -> None:
    """Ids say which posts these are, though hardly one is as it was."""
    one = recorded("ids")
    posts = one.topic.posts
    for at in one.moves:
        posts = changed_to("Tout est effacé.")(posts, at)
    found = one.again(posts)
    assert not found.adrift
    assert {each.status for each in found.findings} == {"changed"}


def test_a_word_that_another_topic_shows_has_not_vanished() -> None:
    """Registrations and words may have a topic of their own, its posts numbered in between (Z21)."""
    book = first_manche(seed=3)
    posts: list[ForumPost] = []
    for number in ("10", "30"):
        turn = book.manche.turn or ""
        posts.append(ForumPost("Je passe." if posts else lowest(book), turn, number))
        book.add(read_posts(book.campaign, posts[-1:]).rows[0].events)
        book.add(give_word(book.campaign, turn, "trèfle", Post("0" * 64, id="20")))
    found = recheck_posts(book.campaign, posts, records=book.records, kept=kept(posts).get)
    assert (odd(found), len(found.findings)) == ([], 2)


def test_one_that_appeared_is_between_the_nearest_entries() -> None:
    """A post may rest in several entries: the last of the one before, the first of the one behind."""
    book = first_manche(seed=3)
    posts = [ForumPost(f"Je passe, et {word}.", "snaga", str(at)) for at, word in enumerate(("un", "deux"))]
    for post in posts:
        refused = Refused("snaga", "pass", ("not_your_turn",), post_of(post, "snaga", book.campaign))
        book.add((refused, refused))
    first, last = len(book.records) - 2, len(book.records) - 1
    new = ForumPost("Je pose le roi de pique.", "snaga", None)
    page = [posts[0], new, replace(posts[1], text="Rien.")]
    found = recheck_posts(book.campaign, page, records=book.records, kept=kept(posts).get)
    assert [(each.status, each.between) for each in found.odd] == [
        ("appeared", (first, last)),
        ("changed", ()),
    ]
    assert [event.entries for _, event in incidents(book.campaign, found.findings)] == [(), (last, last + 1)]


def test_texts_of_gm_between_the_moves_are_not_told() -> None:
    """The moderator posts a table after a move: it shows a checkpoint of the campaign."""
    one = recorded("ids")
    table = ForumPost(f"[i]Point de contrôle du registre : {SHOWN.checkpoint}[/i]", "Arbitre", "9")
    posts = one.topic.posts
    assert odd(one.again((*posts[:20], table, *posts[20:]))) == []
    by_a_player = replace(table, author="snaga", text=f"{table.text}\nJe pose le roi de pique.")
    assert odd(one.again((*posts[:20], by_a_player, *posts[20:]))) == [("appeared", 21)]


def test_what_is_undone_is_not_compared() -> None:
    """Only entries in force rest on a post."""
    topic = a_topic(5, "ids", 20)
    book = topic.start()
    for row in read_posts(book.campaign, topic.posts, records=book.records).rows:
        book.add(row.events)
    last = book.records[-1].seq
    proposed = undo(book.campaign, last, "erreur")
    assert not isinstance(proposed, Problem)
    book.add(proposed.event)
    at = max(at for at, move in enumerate(topic.moves) if move is not None)
    posts = changed_to("Je pose le roi de pique.")(topic.posts, at)
    found = recheck_posts(book.campaign, posts, records=book.records, kept=kept(topic.posts).get)
    assert odd(found) == []


def test_a_standing_pass_is_one_post_however_often_it_answers() -> None:
    """Z7: its later passes rest on the post that says it, which is there once."""
    book = first_manche(seed=3)
    posts = []
    for number, text in enumerate(
        ["", "je passe jusqu’à la fin du tour", "je passe", "je passe", "je passe"]
    ):
        turn = book.manche.turn or ""
        posts.append(ForumPost(text or lowest(book), turn))
        page = read_posts(book.campaign, tuple(posts[-1:]))
        assert page.rows[0].status == "accepted", (number, page.rows[0])
        book.add(page.rows[0].events)
    found = recheck_posts(book.campaign, posts, records=book.records, kept=kept(posts).get)
    assert odd(found) == []
    assert len(found.findings) == 5
    gone = recheck_posts(book.campaign, deleted(tuple(posts), 1), records=book.records, kept=kept(posts).get)
    assert odd(gone) == [("vanished", None)]


class TestOnRecord:
    """The incidents that `--record` appends for `gm audit`."""

    def test_each_finding_is_recorded_once(self) -> None:
        one = recorded("ids")
        a, b, c = one.moves[3], one.moves[8], one.moves[12]
        posts = inserted(changed_to("Rien.")(deleted(one.topic.posts, c), b), a)
        found = one.again(posts)
        made = incidents(one.book.campaign, found.findings)
        assert [each.kind for _, each in made] == ["post_appeared", "post_changed", "post_vanished"]
        book = Book()
        book.records, book.campaign = [*one.book.records], one.book.campaign
        book.add([event for _, event in made])
        archive = {**one.archive, **kept(posts)}
        again = recheck_posts(book.campaign, posts, records=book.records, kept=archive.get)
        assert odd(again) == odd(found)
        assert [each.incident for each in again.odd] == [record.seq for record in book.records[-3:]]
        assert incidents(book.campaign, again.findings) == []

    def test_another_change_of_the_same_post_is_another_incident(self) -> None:
        one = recorded("ids")
        posts = changed_to("Rien.")(one.topic.posts, one.moves[3])
        ((_, first),) = incidents(one.book.campaign, one.again(posts).findings)
        book = Book()
        book.records, book.campaign = [*one.book.records], one.book.campaign
        book.add(first)
        posts = changed_to("Rien du tout.")(one.topic.posts, one.moves[3])
        found = recheck_posts(book.campaign, posts, records=book.records, kept=one.archive.get)
        ((_, second),) = incidents(book.campaign, found.findings)
        assert second.entries == first.entries
        assert second.post != first.post

    def test_the_same_words_of_somebody_else_are_another_incident(self) -> None:
        one = recorded("ids")
        at = one.moves[5]
        a, b = (ForumPost("je pose le 7♥ et le 7♠", name, None) for name in ("snaga", "oliv10"))
        ((_, first),) = incidents(
            one.book.campaign, one.again((*one.topic.posts[:at], a, *one.topic.posts[at:])).findings
        )
        book = Book()
        book.records, book.campaign = [*one.book.records], one.book.campaign
        book.add(first)
        posts = (*one.topic.posts[:at], a, b, *one.topic.posts[at:])
        found = recheck_posts(book.campaign, posts, records=book.records, kept=one.archive.get)
        ((_, second),) = incidents(book.campaign, found.findings)
        assert (second.player, second.kind) == ("oliv10", "post_appeared")

    def test_an_incident_names_the_entries_and_the_post_as_it_stands(self) -> None:
        one = recorded("dates")
        posts = changed_to("Rien.")(one.topic.posts, one.moves[3])
        found = one.again(posts)
        ((_, event),) = incidents(one.book.campaign, found.findings)
        post = posts[one.moves[3]]
        assert found.odd[0].recorded is not None
        assert event == Incident(
            post.author or "",
            "post_changed",
            found.odd[0].recorded.seqs,
            post_of(post, post.author or "", one.book.campaign),
        )


@pytest.mark.parametrize("name", ["phpbb.html", "phpbb_30.html", "discourse.json", "copied_phpbb.txt"])
def test_saved_pages_are_compared_as_they_were_read(name: str) -> None:
    """A refused move is recorded with its post too; then one word of the page is changed."""
    data = (SAVED / name).read_bytes()
    posts = read_page(data)
    assert isinstance(posts, tuple)
    book = first_manche()
    for post in posts:
        author = post.author or ""
        book.add(Refused(author, "pass", ("not_your_turn",), post_of(post, author, book.campaign)))

    def again(page: bytes) -> Rechecked:
        now = read_page(page)
        assert isinstance(now, tuple)
        return recheck_posts(book.campaign, now, records=book.records, kept=kept(posts).get)

    assert odd(again(data)) == []
    assert len(again(data).findings) == len(posts)
    edited = data.replace("trèfle".encode(), b"carreau").replace(b"tr\\u00e8fle", b"carreau")
    edited = edited.replace(b"passe", b"passse") if edited == data else edited
    found = again(edited)
    assert {each.status for each in found.odd} == {"changed"}
    assert any(piece.op == "added" for each in found.odd for piece in each.difference or ())


class TestTexts:
    def test_the_moderator_reads_what_has_changed_and_what_to_do(self) -> None:
        """An accepted move stands until they decide: amend, undo, sanction."""
        one = recorded("ids")
        at = next(at for at in one.moves[3:] if isinstance(one.topic.moves[at], Played))
        found = one.again(changed_to("Je pose le roi de pique.")(one.topic.posts, at))
        (row,) = found.odd
        assert row.recorded is not None
        seq = row.recorded.seqs[0]
        text = recheck_table(one.book.campaign, found, SHOWN)
        assert f"[-{one.topic.posts[at].text}-] {{+Je pose le roi de pique.+}}" in text
        assert "Il dit maintenant\u00a0: R♠" in text
        assert "tient tant que vous n’en décidez pas autrement" in text
        for command in (f"gm amend {seq} ", f"gm undo {seq} ", f"--evidence {seq}"):
            assert command in text

    def test_the_topic_reads_that_what_is_recorded_stands(self) -> None:
        """Nothing is posted about a post that still says the same, nor about one that has appeared."""
        one = recorded("ids")
        found = one.again(deleted(one.topic.posts, one.moves[3]))
        text = changes_text(one.book.campaign, found, SHOWN)
        assert text is not None
        assert "n’est plus là" in text.body
        assert SHOWN.checkpoint in text.body
        for posts in (
            changed_to("{} ;)")(one.topic.posts, one.moves[3]),
            inserted(one.topic.posts, one.moves[3]),
        ):
            assert changes_text(one.book.campaign, one.again(posts), SHOWN) is None


class TestDifference:
    @pytest.mark.parametrize(
        ("old", "new", "pieces"),
        [
            ("je pose le 7♥", "je pose le 8♥", "je pose le [-7♥-] {+8♥+}"),
            ("je passe", "oh, je passe", "{+oh,+} je passe"),
            ("je passe ici", "je passe", "je passe [-ici-]"),
            ("a b", "a  b\n", ""),
            ("", "je passe", "{+je passe+}"),
            (
                "un deux trois quatre cinq six sept huit neuf dix 7♥ fin",
                "un deux trois quatre cinq six sept huit neuf dix 8♥ fin",
                "… cinq six sept huit neuf dix [-7♥-] {+8♥+} fin",
            ),
        ],
    )
    def test_only_what_is_near_a_change_is_shown(self, old: str, new: str, pieces: str) -> None:
        marks = {"same": "{}", "removed": "[-{}-]", "added": "{{+{}+}}"}
        assert " ".join(marks[each.op].format(each.text) for each in difference(old, new)) == pieces

    @given(
        old=st.lists(st.sampled_from("abcd"), max_size=12), new=st.lists(st.sampled_from("abcd"), max_size=12)
    )
    def test_short_texts_are_made_of_their_pieces(self, old: list[str], new: list[str]) -> None:
        """Without what was added it is the old text, without what was removed the new one."""
        pieces = difference(" ".join(old), " ".join(new))
        if not pieces:
            assert old == new
        if all("…" not in each.text for each in pieces) and pieces:
            assert " ".join(each.text for each in pieces if each.op != "added").split() == old
            assert " ".join(each.text for each in pieces if each.op != "removed").split() == new

    def test_a_huge_text_is_shortened(self) -> None:
        """A megabyte of words against another: a few lines."""
        old, new = "ab " * 300_000, "a" * 1_000_000 + " ba" * 300_000
        pieces = difference(old, new)
        assert pieces[0] == Piece("removed", " ".join([*["ab"] * 60, "…"]))
        assert sum(len(each.text) for each in pieces) < 1_000


def test_a_page_of_many_posts_in_the_same_words_is_compared_too() -> None:
    """Passes by the hundred without number or date, more than can be laid along each other."""
    book = first_manche()
    begin = ForumPost("C’est parti.", "snaga")
    passes = [ForumPost("je passe", name) for _ in range(330) for name in ("snaga", "oliv10")]
    for post in (begin, *passes):
        author = post.author or ""
        made = post_of(post, author, book.campaign)
        book.records.append(Record(len(book.records) + 1, "", Refused(author, "pass", ("x",), made)))

    def again(posts: Sequence[ForumPost]) -> Rechecked:
        return recheck_posts(book.campaign, posts, records=book.records, kept=kept([begin, *passes]).get)

    assert (odd(again([begin, *passes])), len(again([begin, *passes]).findings)) == ([], 661)
    assert odd(again(passes)) == []
    assert again(passes).adrift
