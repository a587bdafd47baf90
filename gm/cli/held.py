"""A campaign as a command holds it: read only, or for writing until the command is done."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gm.cli.answer import Failure, solid, trouble

if TYPE_CHECKING:
    from gm.campaign import Campaign, Problem
    from gm.desk.customs import Customs
    from gm.events import Event, Record
    from gm.ledger import Reading
    from gm.store import Opened, Presentation, Writer


@dataclass(slots=True)
class Look:
    """A campaign as it stands, for commands that only look."""

    folder: Path
    campaign: "Campaign"
    settings: "Presentation"
    opened: "Opened"

    @property
    def checkpoint(self) -> str:
        """The checkpoint of the last entry."""
        from gm.store import current_checkpoint

        return current_checkpoint(self.opened.reading)

    @property
    def reading(self) -> "Reading":
        """The verified ledger."""
        return self.opened.reading

    @property
    def records(self) -> "tuple[Record, ...]":
        """The records of all entries."""
        return self.opened.records


@dataclass(slots=True)
class Book:
    """A campaign held for writing."""

    folder: Path
    campaign: "Campaign"
    settings: "Presentation"
    writer: "Writer"

    def record(self, *events: "Event") -> "tuple[Record, ...]":
        """Append the events of one proposal; the campaign is then the one after them.

        What the rules would not count is never signed, whatever proposed it.
        """
        from gm.campaign import advance
        from gm.desk.closing import not_counted

        wrong = not_counted(self.campaign, events)
        if wrong is not None:
            raise trouble("not_counted", why=f"{wrong.code} {wrong.detail}".strip())
        records = solid(self.writer.append(events))
        for record in records:
            self.campaign = advance(self.campaign, record)
        return records

    def finish_what_was_cut(self) -> None:
        """Append what follows by itself and a power cut kept from the disk."""
        from gm.desk.closing import following_events

        missing = following_events(self.campaign)
        if missing:
            self.record(*missing)

    @property
    def checkpoint(self) -> str:
        """The checkpoint of the last entry."""
        return self.writer.checkpoint

    @property
    def reading(self) -> "Reading":
        """The verified ledger, with what was recorded."""
        return self.writer.reading

    @property
    def records(self) -> "tuple[Record, ...]":
        """The records of all entries, with what was recorded."""
        return self.writer.records


def missing_of(reading: "Reading", folder: Path, key: Path) -> "Problem | None":
    """What was published of a campaign and is not in its ledger, be it read again."""
    from gm.store import Opened, check_published, read_only

    missing = check_published(reading, key)
    if missing is None or missing.code != "rollback":
        return missing
    now = read_only(folder)  # somebody may have recorded and published more since it was read
    return check_published(now.reading, key) if isinstance(now, Opened) else now


def folded(records: "Sequence[Record]") -> "Campaign":
    """The campaign of sound records; one with rules of a later version of gm is not played with this one."""
    from gm.campaign import NotACampaign, fold

    try:
        return fold(records)
    except NotACampaign as error:
        raise trouble("unknown_campaign_rules", why=str(error)) from None


def settings_of(folder: Path) -> "Presentation":
    """What `campaign.yaml` says; read first, so that nothing is recorded when it cannot be."""
    from gm.store import read_presentation

    settings = read_presentation(folder)
    if isinstance(settings, tuple):
        raise Failure(settings[0])
    return settings


def customs_of(settings: "Presentation") -> "Customs":
    """How the posts of a campaign are written, as `campaign.yaml` has it."""
    from gm.desk.customs import Customs

    return Customs(settings.cards, settings.aliases, settings.signatures)
