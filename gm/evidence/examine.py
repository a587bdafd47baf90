"""The whole verification of a ledger: what reading found, what checkpoints say, what the events show."""

from bisect import bisect
from collections.abc import Callable, Sequence
from typing import Final

from gm.campaign import Campaign, Manche, NotACampaign, fold
from gm.events import CampaignOpened, MancheAbandoned, Passed, Played, Record
from gm.evidence.known import Known, gifts_of, seeds_of
from gm.evidence.report import Copy, Finding, MancheShown, Report, Shown, Tally
from gm.evidence.walk import Walk
from gm.ledger import Checkpoint, Fault, Reading, check_checkpoints, parse_checkpoint
from gm.manche import ENGINE

Progress = Callable[[int], None]

_PROGRESS_EVERY: Final = 500  # entries


def examine(
    reading: Reading,
    copy: Copy,
    checkpoints: Sequence[str | Checkpoint] = (),
    *,
    progress: Progress | None = None,
) -> Report:
    """Verify everything that the entries of a ledger can show; the faults of its bytes come first.

    Where an entry could not be read, those after it are not examined. `checkpoints` are texts as they are
    printed, or parsed ones; `progress` is told now and then how many entries are examined.
    """
    confirmed, against = _against(reading, checkpoints)
    faults: list[Fault | Finding] = [*reading.all_faults, *against]
    records = _unbroken(reading)
    first = records[0].event if records else None
    walk: Walk | None = None
    if not isinstance(first, CampaignOpened):
        if not faults:
            faults.append(Finding(None, 1, "no_campaign", "there is no entry that opens a campaign"))
    else:
        try:
            walk = _walked(reading, first, records, progress)
            faults += sorted(walk.findings, key=lambda finding: finding.seq or 0)
        except NotACampaign as error:
            faults.append(Finding(1, reading.entries[0].line, "unknown_rules", str(error)))
    return _report(reading, copy, faults, records, walk, confirmed)


def _walked(
    reading: Reading, first: CampaignOpened, records: Sequence[Record], progress: Progress | None
) -> Walk:
    """The pass over all records; raises NotACampaign when their campaign cannot be played."""
    opened = fold(records[:1])
    seeds, wrong_seeds = seeds_of(first.campaign, records)
    lines = {entry.record.seq: entry.line for entry in reading.entries}
    walk = Walk(opened, Known(seeds, gifts_of(records)), first.engine == ENGINE, lines)
    for seq, found in wrong_seeds:
        walk.find(seq, found)
    for record in records[1:]:
        walk.step(record)
        if progress is not None and record.seq % _PROGRESS_EVERY == 0:
            progress(record.seq)
    return walk


def _against(reading: Reading, checkpoints: Sequence[str | Checkpoint]) -> tuple[int, list[Fault | Finding]]:
    """The highest number of a checkpoint that holds, and what is wrong with the others."""
    faults: list[Fault | Finding] = []
    parsed: list[Checkpoint] = []
    for given in checkpoints:
        read_as = parse_checkpoint(given) if isinstance(given, str) else given
        if read_as is None:
            faults.append(Finding(None, 1, "bad_checkpoint", f"this is not a checkpoint: {given}"))
        else:
            parsed.append(read_as)
    wrong = check_checkpoints(reading, parsed)
    return max((each.seq for each in parsed if each not in wrong), default=0), [*faults, *wrong.values()]


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
    confirmed: int,
) -> Report:
    campaign = walk.campaign if walk is not None else None
    bases = walk.bases.values() if walk is not None else ()
    undone = walk.undone_deals if walk is not None else set()
    unjudged = tuple(walk.unjudged) if walk is not None else ()
    return Report(
        copy=copy,
        faults=tuple(faults),
        deals=tuple(basis for seq, basis in bases if seq not in undone),
        manches=_shown(campaign, unjudged) if campaign is not None else (),
        tally=_tally(records, walk),
        entries=len(reading.entries),
        head=reading.head,
        campaign=campaign,
        rulings_judged=walk is not None and walk.judged,
        unjudged=unjudged,
        confirmed=confirmed,
    )


def _shown(campaign: Campaign, unjudged: Sequence[int]) -> tuple[MancheShown, ...]:
    """How much of each manche in force could be checked, by what of its entries could not be judged."""
    manches = [
        (partie.number, manche)
        for partie in campaign.parties
        if not partie.dropped
        for manche in partie.manches
    ]
    bounds = [*(manche.dealt.seq for _, manche in manches), campaign.seq + 1]
    return tuple(
        MancheShown(partie, manche.number, _how_much(manche, unjudged, end))
        for (partie, manche), end in zip(manches, bounds[1:], strict=True)
    )


def _how_much(manche: Manche, unjudged: Sequence[int], end: int) -> Shown:
    if manche.closed is None:
        return "open"
    return "in_part" if bisect(unjudged, end - 1) > bisect(unjudged, manche.dealt.seq) else "whole"


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
