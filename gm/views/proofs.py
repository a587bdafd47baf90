"""What public entries prove of the refused claims that a sanction cites (Z18; design.md, "Two audiences").

Made of the claims, the codes of their verdicts and the plays: nothing here depends on a hidden card.
"""

from collections.abc import Sequence
from typing import Final

from gm.campaign import Campaign, Manche
from gm.campaign.showing import corrected, plays_shown
from gm.events import Refused
from gm.manche import Code
from gm.views.public import Proofs, Repetition

_BY_HANDS: Final = (Code.NOT_HELD, Code.TAGGLE_MUST_PLAY)


def proofs_of(campaign: Campaign, manche: Manche, evidence: Sequence[int]) -> Proofs:
    """What proves the refusals of this manche among the entries that a sanction cites."""
    corrections = corrected(campaign.log)
    shown: list[Repetition] = []
    later: list[int] = []
    for record in campaign.log:
        event = record.event
        if record.seq in evidence and isinstance(event, Refused) and set(_BY_HANDS) & set(event.violations):
            plays = plays_shown(manche, corrections, record) if Code.NOT_HELD in event.violations else ()
            shown += [
                Repetition(record.seq, card, play.seq, corrections.said_first(play.seq))
                for play, cards in plays
                for card in cards
            ]
            later += [] if plays else [record.seq]
    return Proofs(tuple(shown), tuple(later))
