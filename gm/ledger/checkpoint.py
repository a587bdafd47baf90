"""Checkpoints: what is printed under public texts so that a ledger cannot be shortened or rewritten."""

import re
from dataclasses import dataclass
from typing import Final

from gm.codec import CAMPAIGN_NAME
from gm.events import CampaignOpened
from gm.ledger.values import Fault, Reading

_DIGITS: Final = 32
_GROUP: Final = 4
_FORM: Final = re.compile(
    rf"({CAMPAIGN_NAME.pattern})/([1-9][0-9]{{0,8}})/((?:[0-9A-F]{{4}}-){{7}}[0-9A-F]{{4}})", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A campaign, a number of entries and the first 32 hex digits, lower case, of the head at that number."""

    campaign: str
    seq: int
    head: str


def checkpoint(campaign: str, seq: int, head: str) -> str:
    """The checkpoint of a ledger of `seq` entries: `zebest/8/1A2B-…`, eight groups of four digits."""
    digits = head[:_DIGITS].upper()
    groups = (digits[start : start + _GROUP] for start in range(0, _DIGITS, _GROUP))
    return f"{campaign}/{seq}/{'-'.join(groups)}"


def parse_checkpoint(text: str) -> Checkpoint | None:
    """The checkpoint that a text is, blanks around it and the case of its digits aside, or None."""
    campaign, _, rest = text.strip().partition("/")
    found = _FORM.fullmatch(f"{campaign}/{rest.upper()}")
    if found is None:
        return None
    return Checkpoint(found[1], int(found[2]), found[3].replace("-", "").lower())


def check_checkpoint(reading: Reading, checkpoint: Checkpoint) -> Fault | None:
    """Whether a ledger goes on from a checkpoint: None, `rollback` if it is shorter, `fork` if it differs.

    The fault's `seq` is the checkpoint's; its `line` is that of the entry with this number, 1 without one.
    """
    first = reading.entries[0].record.event if reading.entries else None
    if isinstance(first, CampaignOpened) and first.campaign != checkpoint.campaign:
        why = f"this is the ledger of {first.campaign}, the checkpoint is of {checkpoint.campaign}"
        return Fault(checkpoint.seq, 1, "fork", why)
    last = max((entry.record.seq for entry in reading.entries), default=0)
    if last < checkpoint.seq:
        why = f"the ledger ends at entry {last}, the checkpoint is of entry {checkpoint.seq}"
        return Fault(checkpoint.seq, 1, "rollback", why)
    there = [entry for entry in reading.entries if entry.record.seq == checkpoint.seq]
    for entry in there:
        if not entry.head.startswith(checkpoint.head):
            return Fault(checkpoint.seq, entry.line, "fork", "this entry is not the one of the checkpoint")
    if not there:
        return Fault(checkpoint.seq, 1, "fork", "the entry of the checkpoint is not there")
    return None
