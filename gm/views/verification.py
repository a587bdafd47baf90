"""What a verification says to whoever asked for it; nothing in it is secret."""

from collections.abc import Sequence
from dataclasses import dataclass

from gm.evidence import Copy, DealBasis, MancheShown, Report, Tally


@dataclass(frozen=True, slots=True)
class VerificationView:
    """The outcome of a verification for a reader: what is proven, what is not yet, what never can be.

    `faults` are lines ready to be shown, the first of `fault_count`. `keyed` is set when the moderator's key
    was required, `confirmed` is the highest checkpoint that holds, 0 for none. `parts_at` is the first entry
    known to differ from a checkpoint, `missing_from` the first that a checkpoint shows to be missing, None
    where there is none.
    """

    ok: bool
    copy: Copy
    entries: int
    fault_count: int
    faults: tuple[str, ...]
    keyed: bool
    confirmed: int
    parts_at: int | None
    missing_from: int | None
    manches: tuple[MancheShown, ...]
    deals: tuple[DealBasis, ...]
    tally: Tally
    rulings_judged: bool
    unjudged: int

    @property
    def is_open(self) -> bool:
        """Whether a manche is being played, of which a public copy cannot show everything."""
        return any(each.shown == "open" for each in self.manches)

    @property
    def doubts(self) -> bool:
        """Whether anything is left that this verification could have shown and did not."""
        unseen = (self.is_open and self.copy == "public") or self.unjudged > 0 or not self.rulings_judged
        return unseen or not self.keyed or not self.confirmed


def verification_view(report: Report, faults: Sequence[str], *, keyed: bool) -> VerificationView:
    """The view of a report; `faults` are the lines to show of them."""

    def first(code: str) -> int | None:
        return min((each.seq for each in report.faults if each.code == code and each.seq), default=None)

    return VerificationView(
        ok=report.ok,
        copy=report.copy,
        entries=report.entries,
        fault_count=len(report.faults),
        faults=tuple(faults),
        keyed=keyed,
        confirmed=report.confirmed,
        parts_at=first("fork"),
        missing_from=first("rollback"),
        manches=report.manches,
        deals=report.deals,
        tally=report.tally,
        rulings_judged=report.rulings_judged,
        unjudged=len(report.unjudged),
    )
