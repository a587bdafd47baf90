"""Every kind of text, rendered from a real campaign: desk functions propose, the fold counts, views show.

`samples()` is one walk through a partie with everything on the way that a text can tell; `of_ruling` and
`of_effect` make the verdicts that a walk does not reach.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import get_args

from builders import PLAYERS, WORDS, Book, choose_order, deal, named, play_manche, play_some

from gm import views
from gm.campaign import Campaign, Manche, Problem, Ruling, judge, problem
from gm.cards import Card, Hand, NamedCard, cards_in, code_of, codes_of, hand_of, named_cards_of
from gm.desk import corrections, exchange, prepare, replacing
from gm.desk.closing import with_events
from gm.desk.doubts import PostDoubt
from gm.desk.due import dues, in_their_place
from gm.desk.page import read_posts
from gm.desk.page_texts import page_table, page_text
from gm.desk.questions import question_text, reply_text
from gm.desk.recheck import recheck_posts
from gm.desk.recheck_texts import changes_text, recheck_table
from gm.desk.secrets import hand_key
from gm.desk.stories import Explained, Story, private_log, public_log, why
from gm.desk.texts import Shown, due_text
from gm.events import Schedule, WhenAbsent
from gm.ledger import post_digest
from gm.manche import PASS, Code, Effect, Play
from gm.posts import Claim
from gm.posts.pages import ForumPost
from gm.render import Presentation, message, moderator_text, public_text
from gm.rules import ZEBEST, Rules
from gm.views.public import CLOSERS, AlreadyPlayed, EffectView, RulingView, VerdictView, ViolationView

CHECKPOINT = "zebest/12/0123-4567-89AB-CDEF-0123-4567-89AB-CDEF"
SCHEDULE = Schedule("du 4 au 12 juin à 13 h 30", "2014-06-12T14:00", "2014-06-14T16:00")
FRENCH = Presentation()

Roles = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """A text with where it comes from: `public`, `player` or `moderator`, its title or subject, its body."""

    audience: str
    name: str
    title: str
    body: str


@dataclass(frozen=True, slots=True)
class Names:
    """What people chose: their names and words, the title, the reasons they give."""

    players: Sequence[str] = PLAYERS
    words: tuple[tuple[str, str], ...] = tuple(WORDS.items())
    waiting: str = "Zéphyrine"
    title: str = "Une partie"
    reason: str = "le même 7 de pique deux fois"
    beacon_rule: str = "le tirage du Loto du samedi 7 juin, boules dans l’ordre croissant"

    def word(self, player: str) -> str | None:
        """The word of a player, None for none."""
        return dict(self.words).get(player)


@dataclass(frozen=True, slots=True)
class Said:
    """A judged move as the desk makes it from a post."""

    claim: Claim
    written: str
    unheld: Hand
    ruling: Ruling
    overruled: tuple[str, ...] = ()
    reason: str | None = None


def said(manche: Manche, player: str, cards: Sequence[Card] | None, *, fuzzy: bool = False) -> Said:
    """The judge's answer to these cards, or to a pass."""
    action = PASS if cards is None else Play(hand_of(cards), len(cards))
    written = "pass" if cards is None else codes_of(cards)
    kind = "pass" if cards is None else "play"
    claim = Claim(kind, (), (0, 1), "valet de pic", fuzzy)  # type: ignore[arg-type]
    return Said(claim, written, Hand(0), judge(manche, player, action))


@cache
def samples(names: Names = Names(), roles: Roles = ()) -> tuple[Sample, ...]:
    """All texts of one partie, in the order in which they come up; `roles` are renamed ones by their keys."""
    return tuple(_walk(names, Presentation(roles=dict(roles))))


def _walk(names: Names, look: Presentation) -> Iterator[Sample]:
    chance = Random(11)
    book = Book(rules=ZEBEST)
    book.campaign = replace(book.campaign, title=names.title)
    show = Shower(look)
    yield from show.topic("opened", book.campaign)
    seeds = [chance.randbytes(32), chance.randbytes(32)]
    book.add(prepare.open_partie(book.campaign, seeds, beacon_rule=names.beacon_rule, schedule=SCHEDULE))
    for player in names.players[:4]:
        book.add(prepare.join(book.campaign, player, names.word(player)))
    yield from show.topic("registering", book.campaign)
    for player in (names.players[4], names.waiting):
        book.add(prepare.join(book.campaign, player, names.word(player)))
    yield from show.topic("full", book.campaign)
    deal(book, beacon="3 7 21 33 48")
    yield from show.table("dealt", book.campaign)
    yield from show.messages("dealt", book.campaign)
    yield from show.waited("dealt", book.campaign)
    choose_order(book, chance)
    yield from show.table("ordered", book.campaign)
    yield from show.messages("ordered", book.campaign)
    yield from show.waited("ordered", book.campaign)
    yield from moves(show, book, chance)
    yield from show.table("over", book.campaign)
    yield from show.messages("over", book.campaign)
    yield from _second_manche(show, book, chance, names)


def moves(show: "Shower", book: Book, chance: Random) -> Iterator[Sample]:
    """The first manche: a verdict whenever something new happens, refusals on the way."""
    seen: set[object] = set()
    for step in range(1000):
        if book.manche.over:
            return
        before, player = book.campaign, book.manche.turn
        assert player is not None
        taggle = book.state.taggle and "taggle" not in seen
        if taggle or step in (1, 30):
            seen.add("taggle" if taggle else "")
            yield show.turn(f"{step}", before)
            yield from show.waited(f"{step}", before)
            yield from _refusals(show, book, f"refused {'in taggle' if taggle else step}")
            yield from show.table(f"table {step}", before)
        count = len(book.manche.moves)
        play_some(book, chance, 1)
        made = book.manche.moves[count]
        event = made.record.event
        cards = getattr(event, "cards", None)
        if (made.effects, cards is None) in seen:
            continue
        seen.add((made.effects, cards is None))
        assert before.manche is not None
        yield show.turn(f"{step}", before)
        yield from show.verdict(f"move {step}", before, [said(before.manche, player, cards, fuzzy=True)])
        yield from show.why(f"{step}", book, made.record.seq)


def _refusals(show: "Shower", book: Book, name: str) -> Iterator[Sample]:
    manche = book.manche
    for player in (*manche.order, "personne"):
        own = cards_in(manche.hand(player)) if player in manche.order else (Card(0),)
        missing = next(card for card in map(Card, range(52)) if card not in own)
        for cards in (None, own[:1], own[:2], own[:3], (missing,), own[:1] * 2):
            move = said(manche, player, cards)
            if not move.ruling.accepted:
                yield from show.verdict(f"{name} {player} {cards}", book.campaign, [move])


def _second_manche(show: "Shower", book: Book, chance: Random, names: Names) -> Iterator[Sample]:
    deal(book, beacon="1 2 3 4 5")
    yield from show.table("dealt again", book.campaign)
    yield from show.messages("dealt again", book.campaign)
    yield from show.waited("dealt again", book.campaign)
    first = book.manche.pairs[0]
    received = exchange.exchange(book.campaign, first.better, asked=(), given=None)
    _add(book, received)
    yield from show.messages("received", book.campaign)
    yield from show.waited("received", book.campaign)
    branch = Book()
    branch.records, branch.campaign = [*book.records], book.campaign
    gift = cards_in(branch.manche.hand(first.better))[:2]
    chosen = exchange.exchange(book.campaign, first.better, asked=None, given=_named(gift))
    _add(branch, chosen)
    other = branch.manche.pairs[1]
    asked = exchange.exchange(branch.campaign, other.better, asked=_named([Card(48)]), given=None)
    _add(branch, asked)
    yield from show.messages("given", branch.campaign)
    newcomers = _copy(branch)
    newcomers.add(replacing.replace(newcomers.campaign, first.better, names.waiting))
    yield show.player("newcomer", show.exchange(newcomers.campaign, names.waiting))
    gift = cards_in(branch.manche.hand(other.better))[:1]
    _add(branch, exchange.exchange(branch.campaign, other.better, asked=None, given=_named(gift)))
    yield from show.messages("exchanged", branch.campaign)
    play_some(branch, chance, 12)
    out = branch.manche.turn
    assert out is not None
    left = branch.campaign
    branch.add(corrections.sanction(branch.campaign, out, names.reason, (3, 5)))
    yield from show.sanction("sanctioned", branch.campaign, out)
    events = corrections.sanction(left, out, names.reason, (3, 5), departure=True)
    assert not isinstance(events, Problem)
    yield from show.sanction("departed", with_events(left, events), out)
    yield from replacements(show, _copy(branch), names, out)
    yield from show.why("sanction", branch, len(branch.records))
    yield from show.table("sanctioned", branch.campaign)
    play_manche(branch, chance)
    yield from show.table("closed", branch.campaign)
    yield from show.topic("closed", branch.campaign)
    yield from show.log("closed", branch)


def _copy(book: Book) -> Book:
    copy = Book()
    copy.records, copy.campaign = [*book.records], book.campaign
    return copy


def replacements(show: "Shower", book: Book, names: Names, out: str) -> Iterator[Sample]:
    """Two seats change hands, of one who waits for their turn and of one who was sanctioned, to the end."""
    playing = next(name for name in book.manche.order if name not in book.manche.places)
    for player, by in ((playing, names.waiting), (out, f"{names.waiting[:30]} 2")):
        event = replacing.replace(book.campaign, player, by)
        assert not isinstance(event, Problem), event
        book.add(event)
        yield show.public("replaced", views.replacement_view(book.campaign, event, CHECKPOINT))
    key = hand_key(book.campaign, book.manche, names.waiting)
    yield show.player("replaced", views.hand_message(book.campaign, names.waiting, key, CHECKPOINT))
    yield show.player("replaced", views.sanction_message(book.campaign, by, CHECKPOINT))
    yield from show.table("replaced", book.campaign)
    yield from show.log("replaced", book)


def _named(cards: Sequence[Card]) -> list[NamedCard]:
    return [named(card) for card in cards]


def _add(book: Book, made: exchange.ExchangeMade | Problem) -> None:
    assert not isinstance(made, Problem), made
    book.add(made.events)


class Shower:
    """Renders what a campaign shows at one moment."""

    def __init__(self, look: Presentation) -> None:
        self.look = look

    def public(self, name: str, view: views.PublicView) -> Sample:
        text = public_text(view, self.look)
        return Sample("public", f"{text.kind} {name}", text.title, text.body)

    def player(self, name: str, view: views.PlayerView) -> Sample:
        text = message(view, self.look)
        return Sample("player", f"{type(view).__name__} {name} {text.to}", text.subject, text.body)

    def moderator(self, name: str, view: views.ModeratorView | None) -> Sample:
        assert view is not None
        return Sample("moderator", f"{type(view).__name__} {name}", "", moderator_text(view, self.look))

    def topic(self, name: str, campaign: Campaign) -> Iterator[Sample]:
        makers: tuple[Callable[[Campaign, str], views.PublicView], ...] = (
            views.first_post_view,
            views.standings_view,
            views.rules_view,
        )
        for make in makers:
            yield self.public(name, make(campaign, CHECKPOINT))
        yield self.moderator(name, views.status_view(campaign, "ab" * 32, CHECKPOINT))

    def table(self, name: str, campaign: Campaign) -> Iterator[Sample]:
        yield from self.topic(name, campaign)
        yield self.public(name, views.table_view(campaign, CHECKPOINT))
        yield self.public(name, views.recap_view(campaign, CHECKPOINT))

    def messages(self, name: str, campaign: Campaign) -> Iterator[Sample]:
        manche = campaign.manche
        assert manche is not None
        for player in manche.order:
            key = hand_key(campaign, manche, player)
            deadline = "2014-06-13T20:30"
            yield self.player(name, views.hand_message(campaign, player, key, CHECKPOINT, deadline))
            yield self.moderator(name, views.hand_view(campaign, player, key))
            exchanged = views.exchange_message(campaign, player, key, CHECKPOINT, deadline)
            if exchanged is not None:
                yield self.player(name, exchanged)

    def exchange(self, campaign: Campaign, player: str) -> views.ExchangeMessage:
        """What an exchange has brought a player who takes part in one."""
        assert campaign.manche is not None
        key = hand_key(campaign, campaign.manche, player)
        view = views.exchange_message(campaign, player, key, CHECKPOINT, "2014-06-13T20:30")
        assert view is not None
        return view

    def turn(self, name: str, campaign: Campaign) -> Sample:
        view = views.turn_message(campaign, CHECKPOINT, "2014-06-15")
        assert view is not None
        return self.player(name, view)

    def verdict(self, name: str, campaign: Campaign, moves: Sequence[Said]) -> Iterator[Sample]:
        yield self.public(name, views.verdict_view(campaign, moves, CHECKPOINT))
        for move in moves:
            note = views.private_note(campaign, move, "2014-06-14T16:00")
            yield self.moderator(name, note)

    def why(self, name: str, book: Book, seq: int) -> Iterator[Sample]:
        found = why(book.records, seq, Shown(self.look, CHECKPOINT))
        assert isinstance(found, Explained)
        yield Sample("public", f"why {name}", found.public.title, found.public.body)
        if found.private:
            yield Sample("moderator", f"why {name}", "", found.private)

    def log(self, name: str, book: Book) -> Iterator[Sample]:
        for audience, tell in (("public", public_log), ("moderator", private_log)):
            told = tell(book.records, 1, Shown(self.look, CHECKPOINT))
            assert isinstance(told, Story)
            yield Sample(audience, f"log {name}", "", told.text)

    def waited(self, name: str, campaign: Campaign) -> Iterator[Sample]:
        """What is told of those who are waited for: before the deadline, at it, and when the rule acts."""
        shown = Shown(self.look, CHECKPOINT)
        (first, *_) = dues(campaign, datetime(2014, 6, 20, tzinfo=UTC))
        for now in (first.deadline - timedelta(hours=1), first.deadline, first.grace):
            for absent in get_args(WhenAbsent):
                ruled = replace(campaign, delays=replace(campaign.delays, absent=absent))
                waited = dues(ruled, now)
                paused = None if first.deadline > now else "2014-07-01T08:00:00+02:00"
                text = due_text(ruled, waited, paused, shown)
                yield Sample("moderator", f"DueView {name} {now} {absent}", "", text)
                for due in waited:
                    yield self.player(
                        f"{name} {now} {absent}", views.reminder_message(ruled, due, CHECKPOINT)
                    )
        made = in_their_place(campaign, [(each, "sans réponse") for each in dues(campaign, first.grace)])
        assert not isinstance(made, Problem)
        after = with_events(campaign, [event for each in made for event in each.events])
        yield self.public(name, views.absences_view(made, after, CHECKPOINT))
        yield self.public(f"absent {name}", views.recap_view(after, CHECKPOINT))

    def sanction(self, name: str, campaign: Campaign, player: str) -> Iterator[Sample]:
        yield self.public(name, views.sanction_view(campaign, player, CHECKPOINT))
        yield self.player(name, views.sanction_message(campaign, player, CHECKPOINT))


@cache
def a_table() -> views.TableView:
    """A table in the middle of a manche, its pile not empty."""
    chance = Random(3)
    book = play_some(_in_play(), chance, 7)
    while not book.state.pile:
        play_some(book, chance, 1)
    return views.table_view(book.campaign, CHECKPOINT)


RULED = RulingView(
    player="oliv10",
    rules=ZEBEST,
    verdict="accepted",
    cards=("7s", "7h"),
    violations=(),
    already_played=(),
    effects=(),
    overruled=(),
    reason=None,
)


def of_ruling(ruling: RulingView, look: Presentation = FRENCH) -> str:
    """The body of the verdict on one ruling, over an ordinary table."""
    return public_text(VerdictView((ruling,), a_table()), look).body


def refused(*codes: str, rules: Rules = ZEBEST) -> RulingView:
    """A refusal for these codes."""
    verdict = "cheating" if "not_held" in codes else "refused"
    found = tuple(ViolationView(code, rules.clauses.get(code, "Z7")) for code in codes)
    return replace(RULED, rules=rules, verdict=verdict, violations=found)


def brought_about(name: str, **more: object) -> RulingView:
    """An accepted play with one effect."""
    effect = EffectView(name, "oliv10", reversed_now=False, clauses=("Z8",), place=0, role="", closed_by=())
    return replace(RULED, effects=(replace(effect, **more),))  # type: ignore[arg-type]


@cache
def verdicts(roles: Roles = ()) -> tuple[Sample, ...]:
    """A verdict for each code of refusal, each effect and each way a tour closes."""
    made: dict[str, RulingView] = {code.value: refused(code) for code in Code}
    made |= {effect.value: brought_about(effect.value, place=1, role="president") for effect in Effect}
    made["counter-revolution"] = brought_about("revolution", reversed_now=True)
    made |= {each: brought_about("tour_closed", closed_by=(each,)) for each in CLOSERS}
    made["already played"] = replace(refused("not_held"), already_played=(AlreadyPlayed(Card(16), 14),))
    made["unsuited"] = replace(refused("too_low"), cards=("K?", "K?"))
    made["pass"] = replace(refused("taggle_must_play"), cards=())
    overruled = (ViolationView("not_your_turn", "Z22"), ViolationView("too_low", "Z6"))
    made["overruled"] = replace(RULED, overruled=overruled, reason="le tour précédent était mal noté")
    made["pass accepted"] = replace(RULED, cards=())
    look = Presentation(roles=dict(roles))
    return tuple(Sample("public", name, "", of_ruling(each, look)) for name, each in made.items())


DOUBTFUL = "Bonsoir,\nje pose un 7 de cœur. Ou plutôt, finalement, deux rois.\nÀ vous."
SPANS = tuple((DOUBTFUL.index(said), DOUBTFUL.index(said) + len(said)) for said in ("7 de cœur", "deux rois"))
ONE, TWO = (
    (Claim("play", named_cards_of("7h"), SPANS[0], "7 de cœur", fuzzy=False),),
    (Claim("play", named_cards_of("K? K?"), SPANS[1], "deux rois", fuzzy=False),),
)
IMAGE = "https://i.example.org/[b]inconnue[/b].png"

DOUBTS = {
    "moves": PostDoubt(problem("x"), "moves", "oliv10", DOUBTFUL, SPANS, (ONE, TWO, ONE + TWO)),
    "thinking": PostDoubt(problem("x"), "moves", "oliv10", "Je réfléchis encore, [i]pitié[/i]."),
    "move": PostDoubt(problem("x"), "move", "oliv10", DOUBTFUL, SPANS[:1], (ONE,)),
    "cards": PostDoubt(problem("x"), "cards", "oliv10", "Je pose un double."),
    "garbled": PostDoubt(problem("x"), "cards", "oliv10", DOUBTFUL, SPANS[:1], (ONE,)),
    "image": PostDoubt(problem("x"), "image", "oliv10", f"[img]{IMAGE}[/img]", images=(IMAGE,)),
    "faint": PostDoubt(problem("x"), "faint", "oliv10", DOUBTFUL, SPANS[:1], (ONE,)),
    "chain": PostDoubt(problem("x"), "chain", "oliv10", DOUBTFUL, SPANS, (ONE, TWO)),
    "author": PostDoubt(problem("x"), "author", None, DOUBTFUL, SPANS[:1]),
    "registration": PostDoubt(problem("x"), "registration", "Zéphyrine", "Je m’inscris, peut-être."),
    "word": PostDoubt(problem("x"), "word", "oliv10", "Je prends navet comme mot."),
    "withdrawal": PostDoubt(problem("x"), "withdrawal", "oliv10", "Je me désinscris."),
    "again": PostDoubt(problem("x"), "again", "oliv10", "Je passe."),
}


def doubts(look: Presentation) -> Iterator[Sample]:
    """Both voices for each thing that may be missing from a post."""
    shown = Shown(look, CHECKPOINT)
    campaign = _in_play().campaign
    for name, doubt in DOUBTS.items():
        yield Sample("moderator", f"QuestionView {name}", "", question_text(doubt, shown, "4217"))
        on_page = question_text(doubt, shown, number=9, campaign=campaign)
        yield Sample("moderator", f"QuestionView {name} on a page", "", on_page)
        reply = reply_text(campaign, doubt, shown)
        if reply is not None:
            yield Sample("public", f"reply {name}", reply.title, reply.body)


def pages(look: Presentation) -> Iterator[Sample]:
    """A page of posts with one of each kind, and one without anything new."""
    book = _in_play()
    shown = Shown(look, CHECKPOINT)
    first, second, third = (*book.manche.order, *book.manche.order)[
        book.manche.order.index(book.manche.turn or "") :
    ][:3]
    old = "2014-06-12T10:00:00+02:00"
    posts = (
        ForumPost("Je passe.", second, "1"),
        ForumPost(f"Je pose {said_of(book, first)}.", first, "2", old, edited=True),
        ForumPost("Je passe jusqu’à la fin du tour.", second, "3"),
        ForumPost("Belle partie !", first, "4"),
        ForumPost("Je passe.", "Passant", "5"),
        ForumPost("Je m’inscris, mot : carotte", "Zéphyrine", "6"),
        ForumPost("Je m’inscris.", first, "7"),
        ForumPost("Mot : navet", first, "8"),
        ForumPost(DOUBTFUL, third, "9"),
        ForumPost("Je passe.", first, "10"),
    )
    page = read_posts(book.campaign, posts)
    doubt = replace(DOUBTS["moves"], player=third)
    rows = tuple(replace(row, doubt=doubt) if row.status == "doubt" else row for row in page.rows)
    public = page_text(replace(page, rows=rows), page.campaign, shown)
    assert public is not None
    yield Sample("public", "page full", public.title, public.body)
    yield Sample("moderator", "PageTableView full", "", page_table(page, shown))
    nothing = read_posts(book.campaign, posts[3:4])
    yield Sample("moderator", "PageTableView nothing", "", page_table(nothing, shown))
    yield from rechecked(shown)


def rechecked(shown: Shown) -> Iterator[Sample]:
    """A page whose posts were changed, deleted and added after they were recorded, and one as it was."""
    book = _in_play()
    posts: list[ForumPost] = []
    for number in range(1, 7):
        player = book.manche.turn or ""
        text = f"Je pose {said_of(book, player)}." if number == 1 else "Je passe pour cette fois."
        posts.append(ForumPost(text, player, str(number * 10)))
        book.add(read_posts(book.campaign, posts[-1:]).rows[0].events)
        if book.manche.state is not None and not book.manche.state.pile and number > 1:
            break
    texts = {post_digest(post.text): post.text for post in posts}
    new = [
        replace(posts[0], text="Je pose le roi de pique."),
        ForumPost("Un as !", posts[-1].author, "15"),
        ForumPost("Bonjour.", "Passant", "16"),
        replace(posts[1], text="Je passe pour cette fois, mes amis."),
        *posts[3:],
    ]
    for name, page, kept in (
        ("full", new, texts),
        ("unkept", new, {}),
        ("nothing", posts, texts),
        ("elsewhere", posts[:0], texts),
    ):
        found = recheck_posts(book.campaign, page, records=book.records, kept=kept.get)
        yield Sample("moderator", f"RecheckView {name}", "", recheck_table(book.campaign, found, shown))
    public = changes_text(
        book.campaign, recheck_posts(book.campaign, new, records=book.records, kept=texts.get), shown
    )
    assert public is not None
    yield Sample("public", "recheck", public.title, public.body)


def said_of(book: Book, player: str) -> str:
    """The weakest card of a player as they would name it."""
    card = code_of(cards_in(book.manche.hand(player))[0])
    return card[0].replace("T", "10") + "♠♥♦♣"["shdc".index(card[1])]


def _in_play() -> Book:
    chance = Random(3)
    book = Book()
    seeds = [chance.randbytes(32), chance.randbytes(32)]
    book.add(prepare.open_partie(book.campaign, seeds, beacon_rule=None, schedule=SCHEDULE))
    for player in PLAYERS:
        book.add(prepare.join(book.campaign, player, WORDS.get(player)))
    return choose_order(deal(book), chance)
