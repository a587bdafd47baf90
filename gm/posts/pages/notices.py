"""The line that a forum puts under a post which was changed, where it is part of the text."""

import re
from typing import Final

_WHEN: Final = r".{0,40}[0-9]{1,2} ?[:h] ?[0-9]{2}(?::[0-9]{2})?(?: ?[ap]m)?"
# Nothing else may follow: a player who writes `Édité à 14h05 : 9 de carreau` says something.
_TIMES: Final = (
    r"(?: ?[,;] ?(?:[ée]dit[ée]|modifi[ée]|edited) [0-9]{1,4} (?:fois|times?)(?: au total| in total)?)?"
)
_NOTICE: Final = re.compile(
    r"\s*[(\[_]{0,2}(?:"
    rf"derni[èe]re (?:[ée]dition|modification|mise [àa] jour) par .{{1,60}}?{_WHEN}{_TIMES}"
    rf"|(?:modifi[ée]|[ée]dit[ée])(?: pour la derni[èe]re fois| en dernier)? par .{{1,60}}?{_WHEN}{_TIMES}"
    rf"|(?:ce message a [ée]t[ée] modifi[ée]) par .{{1,60}}?{_WHEN}{_TIMES}"
    rf"|(?:last edited|last modified|edited|modified) by .{{1,60}}?{_WHEN}{_TIMES}"
    r")[.)\]_]{0,3}\s*",
    re.IGNORECASE,
)
_LONGEST: Final = 250


def without_notice(text: str) -> tuple[str, bool]:
    """The text without `Dernière édition par … le …, édité 1 fois.` at its end, and whether it was there."""
    before, _, last = text.rstrip().rpartition("\n")
    if len(last) <= _LONGEST and _NOTICE.fullmatch(last):
        return before.rstrip(), True
    return text, False
