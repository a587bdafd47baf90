"""`gm demo`: a whole partie by the same use cases as the commands, as a moderator would see it.

With fixed randomness, clock and key every run writes the same bytes; `campaigns/exemple` is one of them:
`python -m gm demo campaigns` makes it anew where it is not.
"""

from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Final

import typer

from gm.cli.answer import DONE, REFUSED, Answer, print_out, solid, trouble
from gm.cli.runtime import Run
from gm.cli.story import BEGINS, LOCALE, PUBLIC, Print, Story, told
from gm.desk.prepare import new_campaign
from gm.render import sentence
from gm.rules import ZEBEST
from gm.store import (
    Randomness,
    SystemRandomness,
    UnsafeFixedRandomness,
    create_campaign,
    create_key,
    open_for_writing,
)

NAME: Final = "exemple"
KEY: Final = "moderator.key.pem"
SEED: Final = b"gm demo 1"
STEP: Final = timedelta(hours=1, minutes=37)


class StoryClock:
    """The time in the story: it moves on by a step at each look, and to a later moment when told."""

    def __init__(self, start: datetime) -> None:
        self._next = start

    def now(self) -> datetime:
        """The time in the story."""
        now, self._next = self._next, self._next + STEP
        return now

    def go_to(self, moment: datetime) -> None:
        """Let time pass until a moment; it never runs back."""
        self._next = max(self._next, moment)


def demo(
    run: Run,
    folder: Annotated[Path | None, typer.Argument(metavar="[DOSSIER]", help="demo.folder")] = None,
    random: Annotated[bool, typer.Option("--random", help="demo.random")] = False,
) -> Answer:
    """Play a complete partie and show what a moderator would see."""
    chance: Randomness = SystemRandomness() if random else UnsafeFixedRandomness(SEED)
    say = _silent if run.as_json else _print
    if folder is None:
        with TemporaryDirectory(prefix="gm-demo-") as temporary:
            answer = _play_in(Path(temporary), chance, say)
        say(told("not_kept"))
        return Answer({**answer.data, "folder": None}, exit_code=answer.exit_code)
    final = folder / NAME
    if final.exists():
        raise trouble("demo_exists", path=str(final))
    folder.mkdir(parents=True, exist_ok=True)
    # Made beside its place and moved there at the end: a demo that is stopped leaves nothing.
    with TemporaryDirectory(prefix=".gm-demo-", dir=folder) as temporary:
        answer = _play_in(Path(temporary), chance, say)
        (Path(temporary) / NAME).rename(final)
    say(told("left_in", folder=str(final)))
    return Answer({**answer.data, "folder": str(final)}, exit_code=answer.exit_code)


def _silent(_: str) -> None:
    """With `--json` only the outcome is printed."""


def _print(text: str) -> None:
    if text:
        print_out(text)
        print_out("")


def _play_in(parent: Path, chance: Randomness, say: Print) -> Answer:
    key = solid(create_key(parent / KEY, None, chance))
    clock = StoryClock(BEGINS)
    opening = solid(
        new_campaign(
            NAME,
            title=told("title"),
            locale=LOCALE,
            timezone="Europe/Paris",
            rules=ZEBEST,
            moderator=key.public_text,
        )
    )
    settings = sentence(LOCALE, "cli.campaign_yaml", {}).encode("utf-8") + b"\n"
    made = create_campaign(parent, opening, key, clock=clock, randomness=chance, settings=settings)
    folder = solid(made)
    with open_for_writing(folder, key, clock=clock, randomness=chance) as opened:
        story = Story(solid(opened), chance, clock, say)
        story.play()
        own, published = story.verify(folder)
        checkpoint = story.writer.checkpoint
    key.path.rename(folder / KEY)
    ok = own.ok and published.ok
    data = {"ok": ok, "entries": own.entries, "head": own.head, "checkpoint": checkpoint, "public": PUBLIC}
    return Answer(data, exit_code=DONE if ok else REFUSED)
