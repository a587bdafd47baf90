"""How much of a page the ledger has already, where neither id nor date tells (`gm read`).

A page is a stretch of the topic, and the entries are what became of its posts, in order: so there is one
place, the cut, before which all is behind and from which on all is new. What a cut leaves unexplained is its
price:

    behind: a move without an entry 2, or 3 when it would count now and no entry has its words,
            an entry without a post 2, an entry whose post has other words now 2
    new:    a move that is refused 1, or 2 when it is a play in the words of an entry,
            a post that has to be asked about 2

The cheapest cut is taken. Where another one is nearly as cheap and something else would count by it, nobody
can tell, and the moderator is asked.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from gm.desk.recorded import Entry, Signed, may_rest_on
from gm.desk.stated import is_made
from gm.posts import Claim

Outcome = Literal["nothing", "counts", "refused", "asked"]
"""What comes of a post that is judged: no move, entries, none, a question to the moderator."""

PRICES: Final[Mapping[Outcome, int]] = {"nothing": 0, "counts": 0, "refused": 1, "asked": 2}
_ODD: Final = 2
_NEVER: Final = 3
_NEAR: Final = 1
_MOST: Final = 200


@dataclass(frozen=True, slots=True)
class Told:
    """What comes of a post where it is the first new one, and the moves it states."""

    outcome: Outcome
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class Overlap:
    """The posts before `cut` are behind; `entries` are those that rest on them, by the index of the post.

    `unclear` is the post that may be the first to count, and may be behind; None where all is clear.
    """

    cut: int
    entries: Mapping[int, int]
    unclear: int | None = None


class _Way(NamedTuple):
    price: int
    cut: int
    counts: int
    """The first post that then counts, or is asked about."""


def overlap(
    posts: Sequence[Signed],
    entries: Sequence[Entry],
    told: Sequence[Told],
    price_from: Callable[[int, int], int],
    *,
    follows: bool = False,
    least: int = 0,
    most: int,
) -> Overlap:
    """Where the new posts of a page begin, what is known for certain left out of both.

    `price_from` tells the price of the posts from one on that counts, all new, or any price above a bound.
    `follows` says that the page begins where the entries do. The moderator said that the posts before `least`
    are behind, and that those from `most` on are new.
    """
    fits = [_fits(each, one, entries) for each, one in zip(posts, told, strict=True)]
    same = {index for each in fits for index, price in each.items() if price == 0}
    if not same:
        return Overlap(least, {})
    rows = _behind(fits, told, len(entries), follows=follows)
    # A stretch from the middle of the ledger is read again only where it was read, not typed.
    anywhere = any(entries[index].post is not None for index in same)
    begun = _ways(rows, fits, told, least, most, anywhere=anywhere)
    if not begun:  # nothing counts of what the moderator says is new
        return Overlap(least, {})
    ways: list[_Way] = []
    bound = begun[0].price + _ODD * len(posts)
    for way in sorted(begun):
        rest = price_from(way.counts, bound - way.price) if way.counts < len(posts) else 0
        ways.append(way._replace(price=way.price + rest))
        bound = min(bound, ways[-1].price + _NEAR)
    near = [way for way in ways if way.price <= bound]
    best = min(near, key=lambda way: (way.price, -way.cut))
    first = min(way.counts for way in near)
    cut = best.cut if len(near) == 1 else min(first, max(way.cut for way in near))
    along = _entries_along(rows, fits, cut, anywhere=anywhere)
    # What is said after the last entry and is no move is new: it may end a standing pass.
    while cut > least and told[cut - 1].outcome == "nothing" and cut - 1 not in along:
        cut -= 1
    return Overlap(cut, along, None if len(near) == 1 else first)


def _fits(each: Signed, told: Told, entries: Sequence[Entry]) -> dict[int, int]:
    """The entries that may rest on a post, by index, each with its price: nothing, or that of other words."""
    fits: dict[int, int] = {}
    for index, entry in enumerate(entries):
        if not may_rest_on(entry, each):
            continue
        if entry.post is None:
            same = len(told.claims) == len(entry.events) == 1 and is_made(told.claims[0], entry.events[0])
        else:
            same = each.says(entry.post)
        if same:
            fits[index] = 0
        elif (told.claims or told.outcome == "asked") and each.player == entry.player:
            fits[index] = _ODD
    return fits


def _behind(
    fits: Sequence[Mapping[int, int]], told: Sequence[Told], size: int, *, follows: bool
) -> list[list[int]]:
    """The least price of so many posts behind, up to so many entries: `rows[posts][entries]`.

    The rows end where more posts state moves than the ledger can know of.
    """
    rows = [[_ODD * index if follows else 0 for index in range(size + 1)]]
    moves = 0
    for each, one in zip(fits, told, strict=True):
        alone, above = _alone(one, each), rows[-1]
        if not alone and not each:
            rows.append(above)
            continue
        moves += 1
        if moves > _MOST + 2 * size:
            break
        row = [above[0] + alone]
        for at in range(size):
            price = min(above[at + 1] + alone, row[at] + _ODD)
            row.append(min(price, above[at] + each[at]) if at in each else price)
        rows.append(row)
    return rows


def _alone(told: Told, fits: Mapping[int, int]) -> int:
    """The price of a post behind that no entry rests on; one that would count in words of its own is new."""
    if told.outcome == "nothing":
        return 0
    return _NEVER if told.outcome == "counts" and 0 not in fits.values() else _ODD


def _ways(
    rows: Sequence[Sequence[int]],
    fits: Sequence[Mapping[int, int]],
    told: Sequence[Told],
    least: int,
    most: int,
    *,
    anywhere: bool,
) -> list[_Way]:
    """The cheapest cut for each post that may be the first to count, its rest not counted, and for none.

    `anywhere`: a page that is all behind may end before the entries do.
    """
    ways: list[_Way] = []
    low, end = least, len(told)
    for counts in [*(at for at, one in enumerate(told) if one.outcome in ("counts", "asked")), end]:
        if not least <= counts <= most:
            continue
        refused = 0
        found: list[_Way] = []
        for cut in range(counts, low - 1, -1):
            refused += _refused(told[cut], fits[cut]) if cut < counts else 0
            if cut < len(rows):
                price = min(rows[cut]) if anywhere and cut == end else rows[cut][-1]
                found.append(_Way(price + refused, cut, counts))
        ways += [min(found, key=lambda way: (way.price, -way.cut))] if found else []
        low = counts + 1
    return ways


def _refused(told: Told, fits: Mapping[int, int]) -> int:
    """The price of a post that is new and does not count; who passes out of turn writes what all write."""
    if told.outcome != "refused":
        return 0
    again = 0 in fits.values() and any(claim.kind == "play" for claim in told.claims)
    return _ODD if again else PRICES["refused"]


def _entries_along(
    rows: Sequence[Sequence[int]],
    fits: Sequence[Mapping[int, int]],
    cut: int,
    *,
    anywhere: bool,
) -> dict[int, int]:
    """Which entries rest on the posts before a cut, along the cheapest way back."""
    last = rows[cut]
    at = len(last) - 1
    if anywhere and cut == len(fits):
        at = max(range(len(last)), key=lambda index: (-last[index], index))
    found: dict[int, int] = {}
    for index in range(cut - 1, -1, -1):
        row, above, fit = rows[index + 1], rows[index], fits[index]
        # Of ways that cost the same, one in which no post has other words.
        while at and row[at] == row[at - 1] + _ODD and (fit.get(at - 1) != 0 or row[at] != above[at - 1]):
            at -= 1
        price = fit.get(at - 1) if at else None
        if price is not None and row[at] == above[at - 1] + price:
            at -= 1
            found[index] = at
    return found
