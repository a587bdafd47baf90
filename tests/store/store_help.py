"""What the tests of gm.store share."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from gm.campaign import Problem
from gm.events import CampaignOpened, Event, Note, Record
from gm.rules import ZEBEST, options_of
from gm.store import (
    FixedClock,
    ModeratorKey,
    Opened,
    SystemRandomness,
    open_for_writing,
    read_only,
)

NOON = datetime(2014, 6, 12, 12, 0, 0, tzinfo=UTC)


def opening(key: ModeratorKey, campaign: str = "zebest", timezone: str = "Europe/Paris") -> CampaignOpened:
    """The first event of a campaign of this key."""
    return CampaignOpened(
        campaign=campaign,
        title="Président",
        locale="fr",
        timezone=timezone,
        rules=options_of(ZEBEST),
        moderator=key.public_text,
        engine="1",
    )


def ledger_of(campaign: Path) -> bytes:
    """The bytes of a campaign's ledger."""
    return (campaign / "ledger.yaml").read_bytes()


def append(
    campaign: Path, key: ModeratorKey, events: Sequence[Event], wait: float = 5.0
) -> tuple[Record, ...] | Problem:
    """Open a campaign, append the events and close it, as one command does."""
    clock = FixedClock(NOON)
    with open_for_writing(campaign, key, clock=clock, randomness=SystemRandomness(), wait=wait) as writer:
        return writer if isinstance(writer, Problem) else writer.append(events)


def append_notes(campaign: Path, key: ModeratorKey, *texts: str) -> tuple[Record, ...]:
    """Append notes to a campaign that takes them."""
    records = append(campaign, key, [Note(text) for text in texts])
    assert not isinstance(records, Problem), records
    return records


def code(result: object) -> str:
    """The code of what must be a problem."""
    assert isinstance(result, Problem), result
    return result.code


def opened(campaign: Path) -> Opened:
    """A campaign that is read without a problem."""
    result = read_only(campaign)
    assert isinstance(result, Opened), result
    return result
