"""What reading a ledger gives: entries, faults, where a torn tail begins."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from gm.events import CampaignOpened, Record

Copy = Literal["own", "public"]
"""The moderator's own ledger with its secrets, or a copy without them."""

Progress = Callable[[int], None]
"""Told now and then how many entries are done."""

NO_ENTRY: Final = "0" * 64
"""What stands for the head of a ledger without entries."""

CR_LF: Final = "the lines end in CR LF"
"""Why the layout of a ledger is bad that an editor or git wrote anew for Windows."""

FaultCode = Literal[
    "bad_layout",
    "future_version",
    "too_large",
    "bad_signature",
    "wrong_key",
    "bad_chain",
    "bad_seq",
    "bad_sealed",
    "secret_missing",
    "bad_text",
    "not_canonical",
    "bad_event",
    "bad_time",
    "too_many_faults",
    "torn",
    "rollback",
    "fork",
]


_LONGEST_WHY: Final = 200


def cut_short(why: str) -> str:
    """A reason short enough to be shown: what it quotes of a hostile ledger may be of any length."""
    return why if len(why) <= _LONGEST_WHY else f"{why[:_LONGEST_WHY]}…"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry that could be read; `line` is that of its `---`, `head` the SHA-256 of `body`."""

    record: Record
    prev: str
    body: bytes
    head: str
    line: int
    has_secret: bool
    secret_missing: bool
    """In one's own ledger: the entry keeps something back and the block that says what is not there."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a ledger: in which entry, on which line from 1, its stable code, and why."""

    seq: int | None
    line: int
    code: FaultCode
    why: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A ledger as read: nothing may rest on the entries while there is a fault or a torn tail.

    `entries` are those that could be read, in the order of the file; `head` is that of the last complete one,
    64 zeros when there is none. `torn` is the byte where an incomplete last entry begins; entries, head and
    `faults` are of what stands before it, but for a last entry of one's own ledger whose `secret` block is
    missing altogether: that may be a cut or a removal, and is both a `secret_missing` and torn.
    """

    entries: tuple[Entry, ...]
    faults: tuple[Fault, ...]
    head: str
    torn: int | None
    torn_at: Fault | None = None
    """The fault `torn`, with entry and line, when there is a torn tail."""

    @property
    def opening(self) -> CampaignOpened | None:
        """What the first entry says of the campaign, None when it could not be read or opens none."""
        event = self.entries[0].record.event if self.entries else None
        return event if isinstance(event, CampaignOpened) else None

    @property
    def all_faults(self) -> tuple[Fault, ...]:
        """Every fault with the torn tail as the last: what a verification reports."""
        return self.faults if self.torn_at is None else (*self.faults, self.torn_at)

    @property
    def repairable(self) -> bool:
        """Whether setting the torn tail aside leaves a ledger without fault (design.md, `gm repair`)."""
        tail = self.torn_at
        return tail is not None and all(
            fault.code == "secret_missing" and fault.line == tail.line for fault in self.faults
        )
