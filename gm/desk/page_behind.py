"""How much of a page is behind: what its posts come to where they are new, against what is recorded."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from gm.campaign import Campaign, stands
from gm.desk.closing import with_events
from gm.desk.overlap import PRICES, Outcome, Overlap, Told, overlap
from gm.desk.page_rows import Row
from gm.desk.recorded import Entry, Signed


class Asked(Protocol):
    """Which posts the moderator said something about, by their index."""

    @property
    def readings(self) -> Mapping[int, object]: ...
    @property
    def new(self) -> frozenset[int]: ...
    @property
    def recorded(self) -> frozenset[int]: ...


class Page(Protocol):
    """The posts of a page beside the entries of the ledger; `known` are those certainly known by index."""

    @property
    def start(self) -> Campaign: ...
    @property
    def shown(self) -> Sequence[Signed]: ...
    @property
    def entries(self) -> Sequence[Entry]: ...
    @property
    def known(self) -> Mapping[int, int]: ...
    @property
    def answers(self) -> Asked: ...
    def judged(self, campaign: Campaign, index: int) -> Row: ...


def how_much_is_behind(page: Page) -> Overlap:
    """How much of the page is behind: up to the last move that is certainly known, and what follows along.

    What an undo leaves in force, say a refusal, is no sign that the moves before it are.
    """
    shown, entries, known, answers = page.shown, page.entries, page.known, page.answers
    moves = {at: entry for at, entry in known.items() if not all(map(stands, entries[entry].events))}
    start = max(moves, default=-1) + 1
    first = max(moves.values(), default=-1) + 1
    most = min((index for index in (*answers.new, *answers.readings) if index >= start), default=len(shown))
    least = max((index + 1 for index in answers.recorded if start <= index < most), default=start)
    if not entries[first:]:
        return Overlap(least, known)
    rows = [page.judged(page.start, index) for index in range(start, len(shown))]

    def price_from(index: int, most: int) -> int:
        price, after = 0, page.start
        for at in range(start + index, len(shown)):
            row = page.judged(after, at)
            price += PRICES[_outcome(row)]
            if price > most or row.status == "doubt":
                break
            after = with_events(after, row.events)
        return price

    rest = overlap(
        shown[start:],
        entries[first:],
        [Told(_outcome(row), row.claims) for row in rows],
        price_from,
        follows=bool(moves),
        least=least - start,
        most=most - start,
    )
    return Overlap(
        cut=start + rest.cut,
        entries={**known, **{start + at: first + each for at, each in rest.entries.items()}},
        unclear=None if rest.unclear is None else start + rest.unclear,
    )


def _outcome(row: Row) -> Outcome:
    """What comes of a post; a stranger's is nothing, whatever they say."""
    if row.acts:
        return "counts"
    match row.status:
        case "doubt":
            return "asked"
        case "not_judged":
            return "refused"
        case "refused" if row.at_table or row.problem is not None:
            return "refused"
        case _:
            return "nothing"
