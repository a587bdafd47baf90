"""Checkpoints: what is printed under public texts so that a ledger cannot be shortened or rewritten."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import chain, takewhile
from typing import Final

from gm.codec import CAMPAIGN_NAME
from gm.ledger.values import Entry, Fault, Reading

OTHER_CAMPAIGN: Final = "the checkpoint is of"
"""How the reason of a `fork` begins when checkpoint and ledger are of two campaigns."""

MOST_CHECKPOINTS: Final = 1000
"""More different ones no page shows; beyond that looking for them stops."""

_DIGITS: Final = 32
_GROUP: Final = 4
_FORM: Final = re.compile(
    rf"({CAMPAIGN_NAME.pattern})/([1-9][0-9]{{0,8}})/((?:[0-9A-F]{{4}}-){{7}}[0-9A-F]{{4}})", re.ASCII
)
TAG: Final = re.compile(
    r"</?[a-z][^<>]{0,300}>|\[/?[a-z*][a-z0-9]{0,20}(?::[0-9a-z]{1,10}){0,2}(?:=[^\[\]\n]{0,200})?\]",
    re.IGNORECASE,
)
"""What looks like a tag of HTML or BBCode in copied text, known to a forum or not."""
_AS_TYPED: Final = {
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212"), "-"),
    **dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff")),
}
"""Hyphens of word processors, and what nobody sees."""
_NUMBER_AND_HEAD: Final = re.compile(
    r"/([1-9][0-9]{0,8})/((?:[0-9A-F]{4}-\s{0,4}){7}[0-9A-F]{4})(?![0-9A-F-])", re.ASCII | re.IGNORECASE
)
_HEX_GROUP: Final = re.compile(r"[0-9A-Fa-f]{4}", re.ASCII)
_LONGEST_NAME: Final = 40
_NAME_BEFORE: Final = re.compile(r"[a-z0-9][a-z0-9-]*\Z")


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


def find_checkpoints(text: str) -> tuple[Checkpoint, ...]:
    """The checkpoints in a text or a saved page, whatever stands around them, each once and in its order.

    Tags and invisible characters within one are passed over, entities read, its hyphens may be typographic
    ones or followed by the end of a line. One more than MOST_CHECKPOINTS are found at most.
    """
    seen = unescape(text).translate(_AS_TYPED)
    # What looks like a tag may be a smiley and an arrow with a checkpoint between them.
    found: dict[Checkpoint, None] = {}
    for each in chain(_found(seen), _found(TAG.sub("", seen))):
        found[each] = None
        if len(found) > MOST_CHECKPOINTS:
            break
    return tuple(found)


def _found(text: str) -> Iterator[Checkpoint]:
    for number in _NUMBER_AND_HEAD.finditer(text):
        name = _NAME_BEFORE.search(text, max(0, number.start() - _LONGEST_NAME), number.start())
        if name is not None:
            groups = "-".join(_HEX_GROUP.findall(number[2]))
            parsed = parse_checkpoint(f"{name[0]}/{number[1]}/{groups}")
            if parsed is not None:
                yield parsed


def check_checkpoint(reading: Reading, checkpoint: Checkpoint) -> Fault | None:
    """Whether a ledger goes on from a checkpoint: None, `rollback` if it is shorter, `fork` if it differs.

    The fault's `seq` is the first entry that is known to differ: the one of the checkpoint, or the first that
    is missing. Its `line` is that of the entry with this number, 1 without one.
    """
    return check_checkpoints(reading, (checkpoint,)).get(checkpoint)


def check_checkpoints(reading: Reading, checkpoints: Collection[Checkpoint]) -> dict[Checkpoint, Fault]:
    """The fault of `check_checkpoint` for each checkpoint that has one, the lowest number first."""
    campaign = reading.opening.campaign if reading.opening is not None else None
    last = max((entry.record.seq for entry in reading.entries), default=0) if checkpoints else 0
    named: dict[int, list[Entry]] = {each.seq: [] for each in checkpoints}
    for entry in reading.entries if checkpoints else ():
        if entry.record.seq in named:
            named[entry.record.seq].append(entry)
    faults = {}
    for each in sorted(checkpoints, key=lambda checkpoint: checkpoint.seq):
        if campaign is not None and each.campaign != campaign:
            why = f"{OTHER_CAMPAIGN} {each.campaign}, this is the ledger of {campaign}"
            faults[each] = Fault(each.seq, 1, "fork", why)
        elif (fault := _against(named[each.seq], each, last)) is not None:
            faults[each] = fault
    return faults


def checkpoints_against(reading: Reading, other: Reading) -> tuple[Checkpoint, ...]:
    """What another sound copy shows against a ledger: the last entry of both, the first that parts them.

    The second is there when the other copy goes on otherwise, or goes on where this ledger ends.
    """
    heads = zip(reading.entries, other.entries, strict=False)
    common = sum(1 for _ in takewhile(lambda pair: pair[0].head == pair[1].head, heads))
    campaign = other.opening.campaign if other.opening is not None else ""
    around = other.entries[max(0, common - 1) : common + 1]
    return tuple(Checkpoint(campaign, each.record.seq, each.head[:_DIGITS]) for each in around)


def _against(there: Sequence[Entry], checkpoint: Checkpoint, last: int) -> Fault | None:
    if last < checkpoint.seq:
        why = f"the ledger ends at entry {last}, the checkpoint is of entry {checkpoint.seq}"
        return Fault(last + 1, 1, "rollback", why)
    for entry in there:
        if not entry.head.startswith(checkpoint.head):
            return Fault(checkpoint.seq, entry.line, "fork", "this entry is not the one of the checkpoint")
    if not there:
        return Fault(checkpoint.seq, 1, "fork", "the entry of the checkpoint is not there")
    return None
