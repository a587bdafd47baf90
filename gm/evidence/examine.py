"""The whole verification of a ledger: what reading found, what checkpoints say, what the events show."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from gm.campaign import Campaign, Manche, NotACampaign, fold
from gm.events import CampaignOpened, MancheAbandoned, Passed, Played, Record
from gm.evidence.known import Known, gifts_of
from gm.evidence.report import Finding, MancheShown, Report, Shown, Tally
from gm.evidence.seeds import seeds_of
from gm.evidence.walk import Walk
from gm.ledger import Checkpoint, Copy, Fault, Progress, Reading, check_checkpoints
from gm.manche import ENGINE

_PROGRESS_EVERY: Final = 500  # entries


def examine(
    reading: Reading,
    copy: Copy,
    checkpoints: Sequence[Checkpoint] = (),
    *,
    progress: Progress | None = None,
) -> Report:
    """Verify everything that the entries of a ledger can show; the faults of its bytes come first.

    Where an entry could not be read, those after it are not examined. `progress` is told now and then how
    many are.
    """
    wrong = check_checkpoints(reading, checkpoints)
    confirmed = max((each.seq for each in checkpoints if each not in wrong), default=0)
    faults: list[Fault | Finding] = [*reading.all_faults, *wrong.values()]
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
    unjudged = walk.unjudged if walk is not None else {}
    undone = walk.undone if walk is not None else set()
    deals = walk.deals if walk is not None else {}
    in_part = {deal for seq, deal in unjudged.items() if seq not in undone}
    return Report(
        copy=copy,
        faults=tuple(faults),
        deals=tuple(basis for seq, basis in deals.items() if seq not in undone),
        manches=_shown(campaign, in_part) if campaign is not None else (),
        tally=_tally(records, walk),
        entries=len(reading.entries),
        head=reading.head,
        campaign=campaign,
        rulings_judged=walk is not None and walk.judged,
        unjudged=tuple(unjudged),
        awaiting=_awaiting(campaign, unjudged) if campaign is not None else (),
        confirmed=confirmed,
    )


def _shown(campaign: Campaign, in_part: Collection[int]) -> tuple[MancheShown, ...]:
    """How much of each manche in force could be checked; `in_part` are deals of which something could not."""

    def shown(manche: Manche) -> Shown:
        if manche.closed is None:
            return "open"
        return "in_part" if manche.dealt.seq in in_part else "whole"

    return tuple(
        MancheShown(partie.number, manche.number, shown(manche))
        for partie in campaign.parties
        for manche in partie.manches
    )


def _awaiting(campaign: Campaign, unjudged: Iterable[int]) -> tuple[int, ...]:
    """The entries that can be judged once the seed of the open manche is published."""
    manche = campaign.manche
    if manche is None or manche.closed is not None or not campaign.log:
        return ()
    return tuple(seq for seq in unjudged if seq > campaign.log[0].seq)


def _never_dealt(campaign: Campaign) -> int:
    return sum(partie.dropped and not partie.seats for partie in campaign.parties)


def _tally(records: Sequence[Record], walk: Walk | None) -> Tally:
    events = [record.event for record in records]
    return Tally(
        parties_dropped=_never_dealt(walk.campaign) if walk is not None else 0,
        manches_abandoned=sum(isinstance(event, MancheAbandoned) for event in events),
        deals_undone=walk.deals_undone if walk is not None else 0,
        undone_after_closing=walk.undone_after_closing if walk is not None else 0,
        plays_without_post=sum(isinstance(event, Played) and event.post is None for event in events),
        passes_without_post=sum(isinstance(event, Passed) and event.post is None for event in events),
    )
