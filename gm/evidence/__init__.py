"""Does a ledger prove what it says: commitments, deals, salts, rulings (design.md, Dealing).

`examine` takes what `gm.ledger.read` made of the bytes and adds what only the events can show. In one's own
copy everything is judged. In a public copy the hands of a manche are recomputed from its seed once it is
closed or abandoned, and the same fold judges it; of an open manche the salts are checked. The codes of what
can be found are listed in docs/verify.md, with what a verification proves and what it cannot.
"""

from collections.abc import Sequence

from gm.campaign import NotACampaign, fold
from gm.events import CampaignOpened, MancheAbandoned, Passed, Played, Record
from gm.evidence.known import Known, gifts_of, seeds_of
from gm.evidence.report import (
    Copy,
    DealBasis,
    Finding,
    FindingCode,
    Report,
    RestsOn,
    Tally,
)
from gm.evidence.walk import Walk
from gm.ledger import Checkpoint, Fault, Reading, check_checkpoint, parse_checkpoint
from gm.manche import ENGINE

__all__ = [
    "Copy",
    "DealBasis",
    "Finding",
    "FindingCode",
    "Report",
    "RestsOn",
    "Tally",
    "examine",
]


def examine(reading: Reading, copy: Copy, checkpoints: Sequence[str | Checkpoint] = ()) -> Report:
    """Verify everything that the entries of a ledger can show; the faults of its bytes come first.

    Where an entry could not be read, those after it are not examined. `checkpoints` are texts as they are
    printed, or parsed ones.
    """
    faults: list[Fault | Finding] = [*reading.all_faults, *_against(reading, checkpoints)]
    records = _unbroken(reading)
    first = records[0].event if records else None
    if not isinstance(first, CampaignOpened):
        if not faults:
            faults.append(Finding(None, 1, "no_campaign", "there is no entry that opens a campaign"))
        return _report(reading, copy, faults, records, None)
    seeds, wrong_seeds = seeds_of(first.campaign, records)
    try:
        opened = fold(records[:1])
    except NotACampaign as error:
        faults.append(Finding(1, reading.entries[0].line, "unknown_rules", str(error)))
        return _report(reading, copy, faults, records, None)
    lines = {entry.record.seq: entry.line for entry in reading.entries}
    walk = Walk(opened, Known(seeds, gifts_of(records)), first.engine == ENGINE, lines)
    for seq, found in wrong_seeds:
        walk.find(seq, found)
    for record in records[1:]:
        walk.step(record)
    faults += sorted(walk.findings, key=lambda finding: finding.seq or 0)
    return _report(reading, copy, faults, records, walk)


def _against(reading: Reading, checkpoints: Sequence[str | Checkpoint]) -> list[Fault | Finding]:
    faults: list[Fault | Finding] = []
    for given in checkpoints:
        parsed = parse_checkpoint(given) if isinstance(given, str) else given
        if parsed is None:
            faults.append(Finding(None, 1, "bad_checkpoint", f"this is not a checkpoint: {given}"))
        elif (fault := check_checkpoint(reading, parsed)) is not None:
            faults.append(fault)
    return faults


def _unbroken(reading: Reading) -> tuple[Record, ...]:
    """The records up to the first that is missing or out of its place."""
    records = []
    for seq, entry in enumerate(reading.entries, start=1):
        if entry.record.seq != seq:
            break
        records.append(entry.record)
    return tuple(records)


def _report(
    reading: Reading,
    copy: Copy,
    faults: Sequence[Fault | Finding],
    records: Sequence[Record],
    walk: Walk | None,
) -> Report:
    campaign = walk.campaign if walk is not None else None
    manche = campaign.manche if campaign is not None else None
    bases = walk.bases.values() if walk is not None else ()
    undone = walk.undone_deals if walk is not None else set()
    return Report(
        copy=copy,
        faults=tuple(faults),
        deals=tuple(basis for seq, basis in bases if seq not in undone),
        tally=_tally(records, walk),
        entries=len(reading.entries),
        head=reading.head,
        campaign=campaign,
        rulings_judged=walk is not None and walk.judged,
        unjudged=tuple(walk.unjudged) if walk is not None else (),
        open_manche=manche is not None and manche.closed is None,
    )


def _tally(records: Sequence[Record], walk: Walk | None) -> Tally:
    events = [record.event for record in records]
    return Tally(
        parties_dropped=sum(partie.dropped for partie in walk.campaign.parties) if walk is not None else 0,
        manches_abandoned=sum(isinstance(event, MancheAbandoned) for event in events),
        deals_undone=walk.deals_undone if walk is not None else 0,
        undone_after_closing=walk.undone_after_closing if walk is not None else 0,
        plays_without_post=sum(isinstance(event, Played) and event.post is None for event in events),
        passes_without_post=sum(isinstance(event, Passed) and event.post is None for event in events),
    )
