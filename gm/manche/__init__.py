"""The judge of one deal: what stands against an action, what is legal, what an action leads to (rules.md).

Pure: a State goes in, an Outcome or a Refusal comes out. Players are seats, integers in the order of play.
"""

from typing import Final

from gm.manche.absent import for_absent
from gm.manche.advance import NEVER_OVERRULED, OVERRULABLE, apply, overrule
from gm.manche.codes import Closing, Code, Effect
from gm.manche.judge import PASS, forced, legal, objections
from gm.manche.model import (
    NOBODY,
    Action,
    LegalPlay,
    NotHeld,
    NotHeldWhy,
    Objection,
    Outcome,
    Pass,
    Pending,
    Play,
    PlayOnPile,
    Refusal,
    Sanction,
    Seat,
    State,
)
from gm.manche.setting import best, give, lowest, play_of, put_down, reseat, settle, start

ENGINE: Final = "1"
"""The version of the rules engine: it changes when a position is judged otherwise than before."""

__all__ = [
    "ENGINE",
    "NEVER_OVERRULED",
    "NOBODY",
    "OVERRULABLE",
    "PASS",
    "Action",
    "Closing",
    "Code",
    "Effect",
    "LegalPlay",
    "NotHeld",
    "NotHeldWhy",
    "Objection",
    "Outcome",
    "Pass",
    "Pending",
    "Play",
    "PlayOnPile",
    "Refusal",
    "Sanction",
    "Seat",
    "State",
    "apply",
    "best",
    "for_absent",
    "forced",
    "give",
    "legal",
    "lowest",
    "objections",
    "overrule",
    "play_of",
    "put_down",
    "reseat",
    "settle",
    "start",
]
