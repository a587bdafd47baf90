"""Is a deal the one that seed, words and beacon give: entropy, seats, opener, extra cards, hands."""

from gm import dealing
from gm.campaign import Campaign, Commitment, draws_opener, extra_by_rule
from gm.cards import Card, codes_of, deck
from gm.events import MancheDealt
from gm.evidence.known import Known, deal_secret, dealt_from
from gm.evidence.report import Found, RestsOn
from gm.evidence.texts import check_cleaned, has_unseen
from gm.ledger import clean_text


def commitment_for(before: Campaign, event: MancheDealt) -> Commitment | None:
    """The commitment that a deal opens, None when nothing fixed a seed for this manche before it."""
    partie = before.partie
    if partie is None or partie.number != event.partie:
        return None
    return partie.commitments.get(event.manche)


def rests_on(before: Campaign, event: MancheDealt, seats_by: int) -> RestsOn:
    """What a deal rests on (design.md, Dealing).

    `seats_by` is the last entry by which a seat changed hands. Who names a newcomer chooses among deals as
    who gives a word does: only the words given after it show that the moderator alone did not.
    """
    if event.beacon:
        return "beacon"
    words, dealt = before.words_for(event.manche), before.first_deal(event.partie, event.manche)
    later = {given.player for given in before.words if seats_by < given.seq < dealt}
    return "words" if any(word for player, word in words.items() if player in later) else "moderator"


def check_deal(before: Campaign, seq: int, event: MancheDealt, known: Known) -> list[Found]:
    """Everything wrong with the deal of entry `seq`; what its seed shows, only where the seed is known."""
    commitment = commitment_for(before, event)
    if commitment is None:
        why = f"nothing committed to a seed for partie {event.partie} manche {event.manche} before"
        return [Found("no_commitment", why)]
    found = _beacon(commitment, event)
    if dealing.entropy(before.words_for(event.manche), event.beacon or "") != event.entropy:
        why = "this is not the entropy of the words that count for the players, in order, and of the beacon"
        found.append(Found("bad_entropy", why))
    if sorted(event.seats) != sorted(before.players):
        why = f"the players of the partie are {', '.join(before.players)}"
        return [*found, Found("bad_seats", why)]
    found += _extra(before, event)
    if draws_opener(before.rules, event.manche) != (event.opener is not None):
        why = "nobody is drawn to open it" if event.opener is not None else "a player is drawn to open it"
        found.append(Found("bad_opener", f"under these rules {why}"))
    secret = deal_secret(before, event, known)
    deal = dealt_from(before, event, secret) if secret is not None else None
    if secret is None or deal is None:
        return [*found, *_sizes(before, event)]
    return [*found, *_against(before, seq, event, secret, deal)]


def _beacon(commitment: Commitment, event: MancheDealt) -> list[Found]:
    if not event.beacon and commitment.beacon_rule:
        return [Found("beacon_missing", f"entry {commitment.seq} promises one: {commitment.beacon_rule}")]
    if event.beacon is not None and not commitment.beacon_rule:
        why = f"entry {commitment.seq}, which commits to the seed, gives no rule that fixes a beacon"
        return [Found("beacon_without_rule", why)]
    found = check_cleaned(clean_text, event.beacon)
    if event.beacon and has_unseen(event.beacon) and not found:
        found = [Found("not_cleaned", "the beacon holds a character that nobody sees")]
    return found


def _extra(before: Campaign, event: MancheDealt) -> list[Found]:
    due = extra_by_rule(before)
    if due is None or sorted(due) == sorted(event.extra):
        return []
    return [Found("bad_extra", f"the extra cards are due to {', '.join(due)}")]


def _sizes(before: Campaign, event: MancheDealt) -> list[Found]:
    """What shows without the seed: so many commitments for each player, and one more for the extra cards."""
    each, over = divmod(len(deck(before.rules.joker_count)), len(event.seats))
    if len(event.extra) != over or len(set(event.extra)) != over:
        return [Found("bad_extra", f"{over} players get one card more")]
    return [
        Found("bad_commitments", f"{name} gets {each + (name in event.extra)} cards")
        for name in event.seats
        if len(event.commitments[name]) != each + (name in event.extra)
    ]


def _against(before: Campaign, seq: int, event: MancheDealt, secret: str, deal: dealing.Deal) -> list[Found]:
    found = []
    if event.seats != deal.seats:
        found.append(Found("bad_seats", f"the seed gives the seats {', '.join(deal.seats)}"))
    if extra_by_rule(before) is None and sorted(event.extra) != sorted(deal.extra):
        found.append(Found("bad_extra", f"the seed gives the extra cards to {', '.join(deal.extra)}"))
    drawn = dealing.opener_by_lot(deal.seats, secret)
    if draws_opener(before.rules, event.manche) and event.opener not in (None, drawn):
        found.append(Found("bad_opener", f"the seed gives the opening to {drawn}"))
    for name in deal.seats:
        hand = deal.hands[name]
        if event.hands is not None and event.hands.get(name) != hand:
            found.append(Found("bad_hands", f"the seed deals {codes_of(hand)} to {name}"))
        if event.commitments[name] != commitments_to(before, seq, event, name, hand, secret):
            found.append(Found("bad_commitments", f"these are not the commitments to the hand of {name}"))
    return found


def commitments_to(
    before: Campaign, seq: int, deal: MancheDealt, player: str, hand: tuple[Card, ...], secret: str
) -> tuple[str, ...]:
    """The commitments to a hand that entry `seq` has to publish, in a manche dealt from D."""
    key = dealing.hand_key(player, secret)
    return dealing.commitments(before.name, deal.partie, deal.manche, player, hand, seq, key)
