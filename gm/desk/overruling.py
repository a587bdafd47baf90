"""The moderator's last word: which codes they set aside, and why (design.md, `overruled`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gm.campaign import Problem, Ruling, problem
from gm.desk.names import said
from gm.manche import NEVER_OVERRULED, OVERRULABLE, Code


@dataclass(frozen=True, slots=True)
class Overruling:
    """The codes that the moderator does not hold against a move, and the reason that everybody reads."""

    codes: frozenset[Code] = frozenset()
    reason: str | None = None


NOTHING_OVERRULED: Final = Overruling()


def overruling_of(
    codes: Sequence[str], reason: str | None, *, is_recorded: bool = True
) -> Overruling | Problem:
    """What the moderator typed: codes of the verdicts, and a reason for what is recorded.

    Problems: `unknown_code` and `never_overruled` with the `choices` there are, `reason_alone` for a reason
    without a code, `reason_missing` for a code without a sound one.
    """
    choices = ", ".join(code.value for code in Code if code in OVERRULABLE)
    known = {code.value: code for code in Code}
    for code in codes:
        if code not in known:
            return problem("unknown_code", typed=code, choices=choices)
        if known[code] in NEVER_OVERRULED:
            return problem("never_overruled", typed=code, choices=choices)
    if not codes:
        return NOTHING_OVERRULED if reason is None else problem("reason_alone")
    overruled = frozenset(known[code] for code in codes)
    if reason is None and not is_recorded:
        return Overruling(overruled)
    why = said(reason or "")
    return problem("reason_missing") if isinstance(why, Problem) else Overruling(overruled, why)


def overruled_in(ruling: Ruling, overruling: Overruling) -> tuple[Code, ...]:
    """The codes that hold against an action and are set aside, in the order of the ruling."""
    return tuple(each.code for each in ruling.objections if each.code in overruling.codes)
