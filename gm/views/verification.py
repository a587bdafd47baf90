"""What a verification says to whoever asked for it; nothing in it is secret."""

from collections.abc import Sequence
from dataclasses import dataclass

from gm.evidence import DealBasis, MancheShown, Report, Tally
from gm.ledger import CR_LF, OTHER_CAMPAIGN, Copy, Reading, checkpoint, find_checkpoints


@dataclass(frozen=True, slots=True)
class Given:
    """What the reader gave to hold a ledger against: whether its key is sure, and how many checkpoints."""

    keyed: bool
    checkpoints: int


@dataclass(frozen=True, slots=True)
class VerificationView:
    """The outcome of a verification for a reader: what is proven, what is not yet, what never can be.

    `faults` are lines ready to be shown, the first of `fault_count`; `remedies` the codes of those that can
    be helped. `public_key` is the one that the ledger states, in base64. `confirmed` is the highest
    checkpoint that holds, 0 for none, `parts_at` the first entry known to differ from a checkpoint,
    `missing_from` the first that a checkpoint shows to be missing, None where there is none. `never_judged`
    rulings could not be judged and will not be. `continues` is a checkpoint of the campaign that this one
    says it continues.
    """

    ok: bool
    copy: Copy
    entries: int
    fault_count: int
    faults: tuple[str, ...]
    remedies: frozenset[str]
    public_key: str
    given: Given
    confirmed: int
    parts_at: int | None
    missing_from: int | None
    manches: tuple[MancheShown, ...]
    deals: tuple[DealBasis, ...]
    tally: Tally
    rulings_judged: bool
    never_judged: int
    hands_known: bool
    continues: str | None

    @property
    def is_open(self) -> bool:
        """Whether a manche is being played whose hands this copy does not show yet."""
        return not self.hands_known and any(each.shown == "open" for each in self.manches)

    @property
    def doubts(self) -> bool:
        """Whether anything is left that this verification could have shown and did not."""
        unseen = self.is_open or self.never_judged > 0 or not self.rulings_judged
        return unseen or not self.given.keyed or not self.confirmed


def verification_view(
    reading: Reading, report: Report, given: Given, faults: Sequence[str], *, fault_count: int
) -> VerificationView:
    """The view of a report on what was read; `faults` are the lines to show of so many."""

    def first(code: str) -> int | None:
        found = [each for each in report.faults if each.code == code]
        return min(
            (each.seq for each in found if each.seq and not each.why.startswith(OTHER_CAMPAIGN)), default=None
        )

    origin = report.campaign.origin if report.campaign is not None else None
    cited = find_checkpoints(origin) if origin is not None else ()
    return VerificationView(
        ok=report.ok,
        copy=report.copy,
        entries=report.entries,
        fault_count=fault_count,
        faults=tuple(faults),
        remedies=_remedies(report),
        public_key=reading.opening.moderator if reading.opening is not None else "",
        given=given,
        confirmed=report.confirmed,
        parts_at=first("fork"),
        missing_from=first("rollback"),
        manches=report.manches,
        deals=report.deals,
        tally=report.tally,
        rulings_judged=report.rulings_judged,
        hands_known=_hands_known(report),
        never_judged=len(set(report.unjudged) - set(report.awaiting)),
        continues=checkpoint(cited[0].campaign, cited[0].seq, cited[0].head) if cited else None,
    )


def _hands_known(report: Report) -> bool:
    """Whether the hands of the manche being played are known: from one's own copy, or a seed that is out."""
    manche = report.campaign.manche if report.campaign is not None else None
    return manche is not None and manche.state is not None


def _remedies(report: Report) -> frozenset[str]:
    """What can be done about the faults: `no_ledger`, `cr_lf`, or codes of faults that are nobody's fault."""
    codes = {fault.code for fault in report.faults} & {"torn", "future_version", "secret_missing"}
    if any(fault.why == CR_LF for fault in report.faults):
        return frozenset({"cr_lf"})
    if not report.entries and not codes & {"future_version"} and report.faults:
        return frozenset({"no_ledger"})
    return frozenset(codes)
