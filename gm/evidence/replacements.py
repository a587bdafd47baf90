"""Is a replacement what it says: the commitments to the hand under its new name (Z24)."""

from gm.campaign import Campaign, Manche, is_in_play
from gm.cards import cards_in
from gm.events import Replaced
from gm.evidence.deals import commitments_to
from gm.evidence.ends import cards_left, sanctioned
from gm.evidence.known import Known, deal_secret
from gm.evidence.report import Found
from gm.rules import Rules


def check_replacement(before: Campaign, seq: int, event: Replaced, known: Known) -> list[Found]:
    """The commitments of entry `seq` are those to the cards left, under the newcomer's name and key.

    Where the hands are not known only their number can be checked. Whether there are any to make, and whether
    the seat can be taken, is a ruling: the fold judges it.
    """
    manche = before.manche
    if manche is None or manche.over or event.player not in manche.holdings:
        return []
    digests = (event.commitments or {}).get(event.by, ())
    secret = deal_secret(before, manche.deal, known)
    if manche.state is not None and secret is not None:
        if not is_in_play(manche, event.player):
            return []
        hand = cards_in(manche.hand(event.player))
        if digests == commitments_to(before, seq, manche.deal, event.by, hand, secret):
            return []
        return [Found("bad_commitments", f"these are not the commitments to the hand of {event.by}")]
    numbers = _numbers(before.rules, manche, event.player)
    if len(digests) in numbers:
        return []
    why = f"{event.player} has {numbers[0]} cards in play, {len(digests)} are committed to"
    return [Found("bad_commitments", why)]


def _numbers(rules: Rules, manche: Manche, player: str) -> tuple[int, ...]:
    """How many cards of a hand can be in play; one that is held alone may have taken it out (Z15)."""
    left = 0 if player in sanctioned(manche) else cards_left(manche, player)
    return (left, 0) if left == 1 and rules.table.forbidden_finish == "on_holding" else (left,)
