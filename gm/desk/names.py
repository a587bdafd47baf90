"""From what somebody typed to a name that is known (any unique prefix, without case or accents) or a text."""

import difflib
import unicodedata
from collections.abc import Sequence
from typing import Final

from gm.campaign import Campaign, Problem, problem
from gm.ledger import TextProblem, clean_text

_TYPED_ALIKE: Final = str.maketrans({"œ": "oe", "æ": "ae", "’": "'", "‘": "'", "ʼ": "'", "–": "-", "—": "-"})


def find_name(typed: str, known: Sequence[str]) -> str | Problem:
    """The known name that a text stands for: itself, the same but for case and accents, or a unique prefix.

    An unknown one comes back as a problem with the closest match, an unclear one with all that fit
    (design.md, Command line).
    """
    wanted = folded(typed)
    for same in (lambda name: name == typed, lambda name: folded(name) == wanted):
        exact = [name for name in known if same(name)]
        if len(exact) == 1:
            return exact[0]
    starting = [name for name in known if wanted and folded(name).startswith(wanted)]
    if len(starting) == 1:
        return starting[0]
    if starting:
        return problem("ambiguous_name", name=typed, names=", ".join(starting))
    closest = closest_name(typed, known)
    if closest is None:
        return problem("unknown_name", name=typed, names=", ".join(known))
    return problem("unknown_name_closest", name=typed, closest=closest)


def closest_name(typed: str, known: Sequence[str]) -> str | None:
    """The known name nearest to a text, for a suggestion; None when nothing is near."""
    by_folded = {folded(name): name for name in known}
    near = difflib.get_close_matches(folded(typed), list(by_folded), n=1, cutoff=0.5)
    return by_folded[near[0]] if near else None


def folded(name: str) -> str:
    """A name without case, accents, ligatures and kinds of apostrophe, for comparing what people type."""
    decomposed = unicodedata.normalize("NFKD", name.strip()).casefold().translate(_TYPED_ALIKE)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def resembling(name: str, known: Sequence[str]) -> str | None:
    """A known name that this one may mean: told from it only by spelling, or begun by it (`find_name`)."""
    return next((each for each in known if each != name and folded(each).startswith(folded(name))), None)


def everyone(campaign: Campaign) -> tuple[str, ...]:
    """Every name the campaign knows now: the players of the partie, then those who wait."""
    return tuple(dict.fromkeys((*campaign.players, *campaign.queue)))


def registered(campaign: Campaign) -> tuple[str, ...]:
    """Who is registered now: the players of a partie that is not over, then those who wait (Z21)."""
    over = campaign.partie is not None and campaign.partie.closed
    return campaign.queue if over else everyone(campaign)


def said(text: str) -> str | Problem:
    """A text that has to say something, as the ledger keeps it; `bad_text` when it is blank or unfit."""
    cleaned = clean_text(text)
    return problem("bad_text", text=text) if isinstance(cleaned, TextProblem) or not cleaned else cleaned
