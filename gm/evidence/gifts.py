"""Is an exchange what it says: the commitments after each gift, and the gifts published at the end (Z19)."""

from gm.campaign import Campaign
from gm.cards import cards_in
from gm.events import Exchanged, MancheClosed
from gm.evidence.deals import commitments_to
from gm.evidence.ends import cards_left
from gm.evidence.known import Known, deal_secret, gifts_in_force
from gm.evidence.report import Found


def check_gift(before: Campaign, after: Campaign, seq: int, event: Exchanged, known: Known) -> list[Found]:
    """The commitments of entry `seq` are those to both players' whole hands after the gift.

    Where the hands are not known only their numbers can be checked. Whether the giver held the cards and the
    demand was honoured is a ruling: the fold judges it.
    """
    manche, earlier = after.manche, before.manche
    if manche is None or earlier is None or not {event.giver, event.receiver} <= set(earlier.holdings):
        return []
    secret = deal_secret(before, manche.deal, known)
    if manche.state is not None and secret is not None:
        return [
            Found("bad_commitments", f"these are not the commitments to the hand of {name} after the gift")
            for name in (event.giver, event.receiver)
            if event.commitments[name]
            != commitments_to(before, seq, manche.deal, name, cards_in(manche.hand(name)), secret)
        ]
    given = cards_left(earlier, event.giver) - len(event.commitments[event.giver])
    received = len(event.commitments[event.receiver]) - cards_left(earlier, event.receiver)
    pair = next((pair for pair in manche.pairs if event.giver in (pair.better, pair.worse)), None)
    due = pair.number if pair is not None else 0
    if given == received == due:
        return []
    why = f"{event.giver} has {given} fewer and {event.receiver} {received} more, the gift is of {due}"
    return [Found("bad_commitments", why)]


def check_published(before: Campaign, event: MancheClosed) -> list[Found]:
    """The exchanges of a `manche_closed` are the gifts in force, neither more nor other ones."""
    made = {(gift.giver, gift.receiver): gift for _, gift in gifts_in_force(before.log)}
    published = {(gift.giver, gift.receiver): gift for gift in event.exchanges}
    found = []
    if len(published) != len(event.exchanges) or set(published) != set(made):
        found.append(Found("bad_exchanges", "the gifts published are not the gifts made"))
    for pair, gift in published.items():
        kept = made.get(pair)
        if kept is None or kept.cards is None:
            continue
        if (kept.cards, kept.asked) != (gift.cards, gift.asked):
            why = f"the gift of {gift.giver} to {gift.receiver} was another one when it was made"
            found.append(Found("bad_exchanges", why))
    return found
