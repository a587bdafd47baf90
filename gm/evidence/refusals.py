"""Is a move that was refused one that the rules refuse, and for the codes that were recorded?"""

from gm.campaign import Campaign, bind, judge
from gm.cards import NO_CARDS, CardError, cards_in, hand_of, named_cards_of
from gm.events import Refused
from gm.evidence.report import Found
from gm.manche import Action, Pass, Play


def check_refusal(before: Campaign, event: Refused) -> list[Found]:
    """The verdict on a refused claim is the judge's; where the hands are not known nothing can be said."""
    manche = before.manche
    if manche is None:
        return [Found("bad_refusal", "nothing is dealt")]
    if manche.state is None:
        return []
    held = manche.hand(event.player) if event.player in manche.order else NO_CARDS
    try:
        action: Action = Pass()
        if event.claim != "pass":
            cards = bind(named_cards_of(event.claim), cards_in(held))
            action = Play(hand_of(cards), len(cards))
    except CardError as error:
        return [Found("bad_refusal", f"`{error.code}` is no card")]
    due = [each.code.value for each in judge(manche, event.player, action).objections]
    if sorted(due) == sorted(event.violations):
        return []
    return [Found("bad_refusal", f"the judge says: {' '.join(due) or 'accepted'}")]
