"""What players post, a move or talk, and what a moderator records of it: typed, or read from a page."""

from collections.abc import Sequence
from random import Random
from typing import Any

from soak_world import World, picked
from tables import SHOWN

from gm.campaign import Campaign, Problem, judge
from gm.cards import Card, cards_in, code_of, hand_of, rank_of
from gm.desk.closing import following_events, with_events
from gm.desk.page import read_posts
from gm.desk.referee import PostJudged, entries_of, judge_text, refusal_of
from gm.desk.secrets import salts_of
from gm.desk.texts import verdict
from gm.events import Passed, Played, StandingPassEnded, Undone
from gm.manche import PASS, LegalPlay, Pass, Play, legal
from gm.posts.pages import ForumPost

Args = tuple[Any, ...]

SUITS = "♠♥♦♣"
WORDS = {"J": "valet", "Q": "dame", "K": "roi", "A": "as"}
STANDING = "Je passe jusqu'à la fin du tour"
JOKERS = {"Xr": "joker rouge", "Xb": "joker noir"}
CHATTER = ("Bien joué !", "Quelle belle partie", "Bonjour à tous", "Désolé du retard")


def text_of(cards: Sequence[Card]) -> str:
    """Cards as a player names them, each with its suit."""
    return " ".join(JOKERS.get(code) or code[0].replace("T", "10") + suit for code, suit in _shown(cards))


def _shown(cards: Sequence[Card]) -> list[tuple[str, str]]:
    return [(code_of(card), SUITS[card & 3]) for card in cards]


def an_action(chance: Random, campaign: Campaign) -> tuple[str, tuple[Card, ...]] | None:
    """The player whose turn it is with cards that they may play, none for a pass; sets are liked best."""
    manche = campaign.manche
    if campaign.phase != "play" or manche is None or manche.state is None or manche.turn is None:
        return None
    actions = legal(manche.state)
    plays = [each for each in actions if isinstance(each, LegalPlay)]
    if Pass() in actions and (not plays or chance.random() < 0.15):
        return manche.turn, ()
    action = max(chance.choices(plays, k=2), key=lambda play: play.number)
    held = [card for card in cards_in(manche.hand(manche.turn)) if rank_of(card) == action.rank]
    return manche.turn, tuple(chance.sample(held, action.number))


def a_move(chance: Random, campaign: Campaign) -> tuple[str, str] | None:
    """The player whose turn it is with the text of a move that the rules allow."""
    found = an_action(chance, campaign)
    if found is None or campaign.manche is None or campaign.manche.state is None:
        return None
    player, cards = found
    if not cards:
        return player, STANDING if campaign.manche.state.pile and chance.random() < 0.4 else "Je passe"
    if len(cards) == 1 and code_of(cards[0]) not in JOKERS and chance.random() < 0.2:
        return player, f"je joue un {WORDS.get(code_of(cards[0])[0], text_of(cards)[:-1])}"
    return player, text_of(cards)


def choose_move(world: World) -> Args | None:
    return a_move(world.chance, world.campaign)


def choose_quick(world: World) -> Args | None:
    return an_action(world.chance, world.campaign)


def move(world: World, player: str, cards: tuple[Card, ...]) -> None:
    """A move as any client of the desk may record it, with all that follows by itself."""
    _, source = world.write(player, text_of(cards) or "Je passe")
    campaign, manche = world.campaign, world.campaign.manche
    if (
        manche is None
        or not judge(manche, player, Play(hand_of(cards), len(cards)) if cards else PASS).accepted
    ):
        world.facts.append("refused")
        return
    ended = (StandingPassEnded(player, source),) if player in manche.passing else ()
    made = Played(
        player, tuple(sorted(cards)), salts_of(campaign, manche, player, sorted(cards)), post=source
    )
    events = (*ended, made if cards else Passed(player, post=source))
    world.add((*events, *following_events(with_events(campaign, events))))


def choose_slip(world: World) -> Args | None:
    """Somebody plays what they may not: any cards, at any time."""
    if not world.playing or world.manche.state is None:
        return None
    rank = world.chance.randrange(13)
    suits = sorted(world.chance.sample(range(4), world.chance.choice((1, 1, 1, 2))))
    cards = [Card(4 * rank + suit) for suit in suits]
    return world.chance.choice(world.manche.order), text_of(cards), world.chance.random() < 0.4


def choose_chatter(world: World) -> Args | None:
    name = picked(world.chance, world.manche.order if world.playing else ())
    return name and (name, world.chance.choice(CHATTER))


def say(world: World, player: str, text: str, record: bool = False) -> None:
    """A post typed by the moderator: judged, recorded where it stands, told to everybody."""
    _, source = world.write(player, text)
    before = world.campaign
    judged = judge_text(before, player, text)
    if not isinstance(judged, PostJudged):
        world.facts.append(str(judged.code if isinstance(judged, Problem) else judged.problem.code))
        return
    events = entries_of(before, judged, source)
    codes = [each.code.value for move in judged.moves for each in move.ruling.objections]
    world.facts.append(f"{judged.accepted} {codes}")
    if record and not judged.accepted and player in world.manche.order:
        events = (*events, refusal_of(judged.moves[-1], source, None))
    world.add(events)
    world.tell(lambda: verdict(before, judged, SHOWN).public)


def choose_page(world: World) -> Args | None:
    """Some posts that the moderator reads together."""
    campaign, said = world.campaign, []
    for _ in range(world.chance.randint(1, 4)):
        move = a_move(world.chance, campaign)
        if move is None:
            break
        said.append(move)
        judged = judge_text(campaign, *move)
        if not isinstance(judged, PostJudged):  # a card that has no suit, a joker
            break
        campaign = with_events(campaign, entries_of(campaign, judged, None))
    if said and world.chance.random() < 0.3:
        said.insert(world.chance.randrange(len(said) + 1), (said[0][0], world.chance.choice(CHATTER)))
    return (tuple(said),) if said else None


def page(world: World, said: Sequence[tuple[str, str]]) -> None:
    """The last page of the topic is read, and read again: nothing is recorded twice."""
    for player, text in said:
        world.write(player, text)
        world.wait(minutes=3)
    record_page(world, world.page())
    if len(world.posts) % 2 and not any(isinstance(each.event, Undone) for each in world.campaign.log):
        again = read_posts(world.campaign, world.page(), records=tuple(world.records))
        assert not [row.events for row in again.rows if row.events], "a page read again is recorded again"


def record_page(world: World, posts: Sequence[ForumPost]) -> None:
    """What `gm read` records of a page up to its first doubt."""
    read = read_posts(world.campaign, posts, records=tuple(world.records))
    for row in read.rows:
        codes = [each.code.value for each in row.judged.moves[-1].ruling.objections] if row.judged else []
        world.facts.append(f"{row.status} {codes} {row.notes}")
        if row.events:
            world.add(row.events)
