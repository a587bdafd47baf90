"""A campaign that is played on as a moderator does: posts, a clock, records, and what everybody was told.

A step is what somebody does, as data (`soak_steps`), so that the same steps can be taken in a twin campaign.
"""

from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from builders import PUBLIC_KEY, Change
from rule_sets import rules_of

from gm.campaign import Campaign, Manche, Problem, advance, fold
from gm.codec import encode
from gm.desk.prepare import new_campaign
from gm.events import Event, Post, Record
from gm.ledger import post_digest
from gm.posts.pages import ForumPost
from gm.render import PublicText
from gm.rules import PRESETS, ZEBEST, Rules

PARIS = ZoneInfo("Europe/Paris")
PAGE = 12
"""So many posts stand on a page of the forum."""


class World:
    """One campaign as it goes on; `chance` is for whoever chooses the next step, no step draws from it."""

    def __init__(self, seed: int, change: Change | None = None) -> None:
        self.chance = Random(seed)
        self.change = change
        # Some parties go on over the nights in which the clocks change.
        self.now = datetime(2014, 3, 29, 20, tzinfo=PARIS) + timedelta(days=7 * (seed % 31))
        opening = new_campaign(
            "zebest",
            title="Une partie",
            locale="fr",
            timezone="Europe/Paris",
            rules=rules_for(seed),
            moderator=b64encode(PUBLIC_KEY).decode(),
        )
        assert not isinstance(opening, Problem)
        self.records = [Record(1, self.at, opening)]
        self.campaign = fold(self.records)
        self.posts: list[ForumPost] = []
        self.kept: dict[str, str] = {}
        """The texts of the posts by their digests."""
        self.listening = False
        self.texts: list[str] = []
        """The public texts of the step that is being taken."""
        self.facts: list[str] = []
        """What everybody learns of that step beside texts: entries, and the codes of what was refused."""

    @property
    def at(self) -> str:
        """The time that an entry would bear now."""
        return self.now.isoformat(timespec="seconds")

    @property
    def manche(self) -> Manche:
        """The manche dealt last."""
        assert self.campaign.manche is not None
        return self.campaign.manche

    @property
    def playing(self) -> bool:
        """Whether a manche is being played."""
        return self.campaign.phase == "play"

    def wait(self, **time: float) -> None:
        """Let time go by, as much of it as the clock on the wall of the world shows."""
        self.now = (self.now.astimezone(ZoneInfo("UTC")) + timedelta(**time)).astimezone(PARIS)

    def add(self, proposed: Event | Sequence[Event] | Problem) -> None:
        """Record what the desk proposes, if it does; the fold has to count it."""
        if isinstance(proposed, Problem):
            self.facts.append(proposed.code)
            return
        for event in proposed if isinstance(proposed, Sequence) else (proposed,):
            recorded = event if self.change is None else self.change(self.campaign, event)
            record = Record(len(self.records) + 1, self.at, recorded)
            self.records.append(record)
            self.campaign = advance(self.campaign, record)
            assert not self.campaign.disorders, self.campaign.disorders
            self.facts.append(f"{record.seq} {encode(recorded).name} {encode(recorded).data}")

    def tell(self, rendered: Callable[[], PublicText]) -> None:
        """Show a text to everybody, where this step is listened to."""
        if self.listening:
            text = rendered()
            self.texts.append(f"{text.title}\n{text.body}")

    def write(self, player: str, text: str) -> tuple[ForumPost, Post]:
        """A post that a player writes now, and what the ledger keeps of it."""
        number = len(self.posts) + 101
        written = ForumPost(text, player, f"{number}", self.at)
        self.posts.append(written)
        self.kept[post_digest(text)] = text
        return written, Post(post_digest(text), id=f"{number}", author=player, at=self.at)

    def page(self) -> list[ForumPost]:
        """The last page of the topic."""
        return self.posts[-PAGE:]


def rules_for(seed: int) -> Rules:
    """The rules of a partie: one in ten is of another system, of two manches all the same."""
    others = [preset for preset in PRESETS if preset != ZEBEST.preset]
    return rules_of(others[seed // 10 % len(others)], manches="2") if seed % 10 == 9 else ZEBEST


def active(campaign: Campaign) -> list[str]:
    """Who is still playing the manche."""
    manche = campaign.manche
    return [] if manche is None else [name for name in manche.order if name not in manche.places]


def picked(chance: Random, among: Iterable[str]) -> str | None:
    """One of these by chance, None of none."""
    names = list(among)
    return chance.choice(names) if names else None
