"""What must hold between the fields of an event: each check says what is wrong, None for nothing."""

import re
from datetime import datetime
from typing import Final

from gm.events import (
    INCIDENTS,
    WHEN_ABSENT,
    DelaysSet,
    Exchanged,
    Incident,
    MancheAbandoned,
    MancheDealt,
    OrderChosen,
    PartieOpened,
    Paused,
    Played,
    Replaced,
)

_QUIET: Final = re.compile(r"(?!(\d+)-\1$)(?:1?\d|2[0-3])-(?:1?\d|2[0-3])", re.ASCII)
_INSTANT: Final = re.compile(r"\d{4}-\d\d-\d\dT(?!24)\d\d:\d\d:\d\d[+-]\d\d:\d\d", re.ASCII)


def check_opened(event: PartieOpened) -> str | None:
    if event.seeds is not None and list(event.seeds) != list(event.commitments):
        return "seeds and commitments are of the same manches"
    return None


def check_dealt(event: MancheDealt) -> str | None:
    if len(set(event.seats)) != len(event.seats) or set(event.commitments) != set(event.seats):
        return "each seat has its commitments"
    if event.hands is not None and {name: len(cards) for name, cards in event.hands.items()} != {
        name: len(digests) for name, digests in event.commitments.items()
    }:
        return "each hand has as many cards as commitments"
    if not set(event.extra) <= set(event.seats) or event.opener not in {None, *event.seats}:
        return "extra and opener name players of this deal"
    return None


def check_order(event: OrderChosen) -> str | None:
    return None if len(event.salts) == 2 else "two salts are expected, of Qh and of Qs"


def check_exchanged(event: Exchanged) -> str | None:
    if event.giver == event.receiver or set(event.commitments) != {event.giver, event.receiver}:
        return "commitments are of the giver and the receiver"
    return None


def check_played(event: Played) -> str | None:
    return None if len(event.salts) == len(event.cards) else "one salt for each card is expected"


def check_replaced(event: Replaced) -> str | None:
    if event.commitments is not None and set(event.commitments) != {event.by}:
        return "commitments are of the new player"
    return None


def check_abandoned(event: MancheAbandoned) -> str | None:
    if event.next_commitment is None and event.next_seed is not None:
        return "a next seed has a commitment"
    return None


def check_delays(event: DelaysSet) -> str | None:
    if event.absent not in WHEN_ABSENT:
        return f"absent is one of {', '.join(WHEN_ABSENT)}"
    if event.quiet is not None and _QUIET.fullmatch(event.quiet) is None:
        return "quiet is two hours, as 23-8"
    return None


def check_paused(event: Paused) -> str | None:
    if not all(_is_instant(each) for each in (event.from_, event.until)):
        return "a pause is between two instants with seconds and an offset"
    return None


def _is_instant(text: str) -> bool:
    """Whether a text is a time that exists, in the one spelling that the ledger has for it."""
    if _INSTANT.fullmatch(text) is None:
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def check_incident(event: Incident) -> str | None:
    return None if event.kind in INCIDENTS else f"kind is one of {', '.join(INCIDENTS)}"
