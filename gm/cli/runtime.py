"""What every command shares: the campaign meant, the key, the lock, and the way back to the person.

A command is a function of a `Run` and its own arguments that gives an `Answer`; `gm.cli.command` puts it on
the command line.
"""

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gm.cli.answer import DEFAULT_LOCALE, Answer, Failure, print_aside, solid, told, trouble
from gm.cli.held import Book, Look, folded, missing_of, settings_of

if TYPE_CHECKING:
    from datetime import datetime

    from gm.campaign import Campaign
    from gm.cards import Card
    from gm.desk.texts import Shown
    from gm.ledger import Reading
    from gm.store import Clock, ModeratorKey, Passphrase, Randomness

_YES = frozenset({"o", "oui", "y", "yes"})
_NO = frozenset({"", "n", "non", "no"})
LONGEST_POST = 64 * 1024  # bytes, ten times what forums allow


@dataclass(slots=True)
class Run:
    """One run of a command: what the person chose, and what is opened on the way."""

    as_json: bool
    assume_yes: bool
    campaigns: str | None
    name: str | None
    locale: str = DEFAULT_LOCALE

    @property
    def interactive(self) -> bool:
        """Whether somebody sits at the terminal who can be asked."""
        return not self.as_json and sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()

    @property
    def asks(self) -> bool:
        """Whether questions are asked: of somebody at the terminal who did not say yes to all."""
        return self.interactive and not self.assume_yes

    def folder(self) -> Path:
        """The folder of the campaign meant."""
        from gm.store import locate

        return solid(locate(self.campaigns, self.name, os.environ))

    def look(self) -> "Look":
        """The campaign, verified and read without the key."""
        from gm.store import read_only

        opened = solid(read_only(self.folder()))
        self.locale = opened.opening.locale
        return Look(opened.folder, folded(opened.records), settings_of(opened.folder), opened)

    def key(self) -> "ModeratorKey":
        """The moderator's key, its passphrase from GM_PASSPHRASE or a prompt."""
        from gm.store import load_key

        return solid(load_key(key_file(), self.passphrase))

    @property
    def passphrase(self) -> "Passphrase":
        """How the key's passphrase is had: from GM_PASSPHRASE, or by asking."""
        from gm.store import passphrase_from

        return passphrase_from(os.environ, lambda: self.ask_secretly(self.say("passphrase_prompt")))

    def ask_secretly(self, question: str) -> str | None:
        """What somebody types at the terminal without its being shown; None where nobody sits."""
        if sys.stdin is None or not (sys.stdin.isatty() and sys.stderr.isatty()):
            return None
        from getpass import getpass

        return getpass(question + " ", stream=sys.stderr)

    @contextlib.contextmanager
    def write(self) -> "Iterator[Book]":
        """The campaign held for writing until the command is done."""
        from gm.store import open_for_writing

        folder = self.folder()
        settings_of(folder)  # a slip in them is told before a passphrase is asked for
        key = self.key()
        with open_for_writing(folder, key, clock=self.clock, randomness=self.randomness) as opened:
            writer = solid(opened)
            self.locale = writer.opening.locale
            book = Book(folder, folded(writer.records), settings_of(folder), writer)
            book.finish_what_was_cut()
            yield book

    @property
    def clock(self) -> "Clock":
        """The system's clock."""
        from gm.store import SystemClock

        return SystemClock()

    @property
    def randomness(self) -> "Randomness":
        """The system's randomness."""
        from gm.store import SystemRandomness

        return SystemRandomness()

    def now_in(self, campaign: "Campaign") -> "datetime":
        """The time now, for a campaign whose time zone this machine knows."""
        from gm.store import zone_of

        solid(zone_of(campaign.timezone))
        return self.clock.now()

    def shown(self, held: "Look | Book") -> "Shown":
        """How the texts look that are shown in public now: their checkpoint is remembered as published."""
        from gm.store import remember_published

        if not key_file().exists():  # nothing is signed here
            return self.shown_privately(held)
        trouble = remember_published(held.reading, key_file())
        if trouble is not None and isinstance(held, Look):
            if trouble.code == "rollback":  # or somebody published more meanwhile
                trouble = missing_of(held.reading, held.folder, key_file())
            if trouble is not None:
                raise Failure(trouble)
        if trouble is not None:  # what is recorded stays recorded
            print_aside(told(trouble, self.locale)["message"])
        return self.shown_privately(held)

    def warning_of(self, reading: "Reading") -> str:
        """What keeps the campaign meant from going on, with the way out: what was published of it is missing.

        Empty when the ledger that was read holds all that was published (`gm.store.check_published`).
        """
        missing = missing_of(reading, self.folder(), key_file())
        return "" if missing is None else told(missing, self.locale)["message"]

    def shown_privately(self, held: "Look | Book") -> "Shown":
        """How the texts look that only the moderator sees."""
        from gm.desk.texts import Shown
        from gm.render import Presentation

        return Shown(Presentation(self.locale, held.settings.roles), held.checkpoint)

    def next_step(self, campaign: "Campaign", *, pages: bool = False) -> str:
        """The next thing to do, in one line; `pages` where the moderator has whole pages read."""
        from gm.desk.texts import next_step as step_after
        from gm.render import next_step

        step = step_after(campaign)
        code = "play_pages" if pages and step.code == "play" else step.code
        return next_step(self.locale, code, step.params)

    def cards(self, cards: "Iterable[Card]") -> str:
        """Cards as a person reads them: `7♥ 7♣`."""
        return self.say("cards", cards=list(cards))

    def say(self, code: str, **params: object) -> str:
        """A sentence for the moderator in the campaign's language (`cli.toml`)."""
        from gm.render import sentence

        return sentence(self.locale, f"cli.{code}", params)

    def post(self, code: str, **params: object) -> str:
        """A sentence of `cli.toml` that may be posted: what names hold is read as no markup."""
        from gm.render import sentence

        return sentence(self.locale, f"cli.{code}", params, markup="bbcode")

    def tell(self, code: str, **params: object) -> None:
        """Tell the moderator something before it is done; a program that reads JSON is not told."""
        if not self.as_json:
            print_aside(self.say(code, **params))

    def confirm(self, code: str, **params: object) -> None:
        """Ask before something that is hard to take back; who declines is told that nothing is recorded."""
        if not self.agreed(code, **params):
            raise trouble("not_confirmed")

    def agreed(self, code: str, **params: object) -> bool:
        """Whether the person at the terminal says yes; elsewhere it is taken as said.

        An empty line, or the end of what they type, is no; what is neither yes nor no is asked again.
        """
        while (answer := self.asked(code, **params)) is not None:
            if answer.casefold() in _NO:
                return False
            if answer.casefold() in _YES:
                return True
            self.tell("yes_or_no")
        return True

    def asked(self, code: str, **params: object) -> str | None:
        """What the person at the terminal types on a question; None where nobody is to be asked."""
        if not self.asks:
            return None
        sys.stderr.write(self.say(code, **params) + " ")
        sys.stderr.flush()
        return sys.stdin.readline().strip()


def key_file() -> Path:
    """Where the moderator's key is."""
    from gm.store import key_path

    return key_path(os.environ)


def piped(most: int, invite: Callable[[], None]) -> bytes:
    """What stands on standard input, up to one byte more than `most`; somebody who types is invited first."""
    if sys.stdin is None:
        return b""
    if sys.stdin.isatty():
        invite()
    octets = getattr(sys.stdin, "buffer", None)
    return (
        sys.stdin.read().encode("utf-8", "surrogatepass") if octets is None else bytes(octets.read(most + 1))
    )


def typed_text(run: Run, text: str) -> str:
    """A text of the command line; `-` stands for standard input, which is UTF-8."""
    if text != "-":
        return text
    data = piped(LONGEST_POST, lambda: run.tell("paste"))
    if len(data) > LONGEST_POST:
        raise trouble("post_too_long", kilobytes=str(LONGEST_POST // 1024))
    try:
        return str(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise trouble("not_utf8") from None


def done(
    run: Run, held: "Look | Book", data: Mapping[str, object], *, private: str = "", public: str = ""
) -> Answer:
    """The answer of a command about a campaign, with the next thing to do."""
    return Answer(data, public=public, private=private, next_step=run.next_step(held.campaign))


def table_of(run: Run, held: "Look | Book") -> str:
    """The table as it now stands, to be posted after what a command changed."""
    from gm.desk.texts import post

    return solid(post(held.campaign, "table", run.shown(held))).body
