"""The words of a verdict: codes of refusal and effects, both in the order of rules.md ("Verdict codes")."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, Literal


class Code(StrEnum):
    """Why an action is refused, in the order in which rules.md lists the codes."""

    UNKNOWN_PLAYER = "unknown_player"
    MANCHE_OVER = "manche_over"
    ALREADY_OUT = "already_out"
    ORDER_NOT_CHOSEN = "order_not_chosen"
    EXCHANGE_PENDING = "exchange_pending"
    NOT_YOUR_TURN = "not_your_turn"
    CANNOT_PASS_OPENING = "cannot_pass_opening"
    TAGGLE_MUST_PLAY = "taggle_must_play"
    DUPLICATE_CARD = "duplicate_card"
    NOT_HELD = "not_held"
    MIXED_RANKS = "mixed_ranks"
    WRONG_COUNT = "wrong_count"
    TAGGLE_MUST_MATCH = "taggle_must_match"
    TOO_LOW = "too_low"
    LOCKED_OUT = "locked_out"


class Effect(StrEnum):
    """What an accepted action brings about, in the order in which rules.md lists the effects."""

    REVOLUTION = "revolution"
    FINISHED = "finished"
    FORBIDDEN_FINISH = "forbidden_finish"
    MANCHE_OVER = "manche_over"
    TOUR_CLOSED = "tour_closed"
    TAGGLE = "taggle"
    SKIP = "skip"


Closing = Literal["closed_by_four", "closed_by_top", "closed_by_passes", "closed_by_carre", "closed_by_joker"]
Told = Literal["revolution", "finished", "forbidden_finish", "manche_over", "taggle", "skip"] | Closing

EFFECT_OF: Final[Mapping[Told, Effect]] = {
    "revolution": Effect.REVOLUTION,
    "finished": Effect.FINISHED,
    "forbidden_finish": Effect.FORBIDDEN_FINISH,
    "manche_over": Effect.MANCHE_OVER,
    "closed_by_four": Effect.TOUR_CLOSED,
    "closed_by_top": Effect.TOUR_CLOSED,
    "closed_by_passes": Effect.TOUR_CLOSED,
    "closed_by_carre": Effect.TOUR_CLOSED,
    "closed_by_joker": Effect.TOUR_CLOSED,
    "taggle": Effect.TAGGLE,
    "skip": Effect.SKIP,
}
"""What the engine tells of an accepted action, in the order of rules.md; each is a key of `Rules.clauses`
where it can come up."""
