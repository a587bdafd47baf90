"""Do published salts open commitments in force: those of a play, and of the queens of the order of play."""

from gm import dealing
from gm.campaign import Campaign, Manche
from gm.cards import QUEEN_OF_HEARTS, QUEEN_OF_SPADES, Card, code_of
from gm.events import OrderChosen, Played
from gm.evidence.ends import sanctioned
from gm.evidence.report import Found


def check_play(before: Campaign, event: Played) -> list[Found]:
    """Each card of a play opens a commitment of that player's hand in force, and none is played twice."""
    manche = before.manche
    if manche is None or event.player not in manche.holdings:
        return []  # the fold says what is wrong: there is no such player, or no deal
    found = []
    for card, salt in zip(event.cards, event.salts, strict=True):
        if not _opens(before, manche, event.player, card, salt):
            why = f"this salt opens no commitment in force of {event.player} to {code_of(card)}"
            found.append(Found("bad_salt", why))
        elif (earlier := _entry_that_played(manche, card)) is not None:
            found.append(Found("salt_reused", f"entry {earlier} has played {code_of(card)} already"))
    return found


def _entry_that_played(manche: Manche, card: Card) -> int | None:
    """The last play of a card, by whomever; plays that were undone do not count."""
    for move in reversed(manche.moves):
        if isinstance(move.record.event, Played) and card in move.record.event.cards:
            return move.record.seq
    return None


def _opens(before: Campaign, manche: Manche, player: str, card: Card, salt: str) -> bool:
    partie = manche.deal.partie
    digest = dealing.card_commitment(before.name, partie, manche.number, player, card, salt)
    return digest in manche.holdings[player].digests


def check_order(before: Campaign, event: OrderChosen) -> list[Found]:
    """The salts of an order of play open Qh of the player named first and Qs of its chooser (Z3, Z26)."""
    manche = before.manche
    if manche is None or not event.order or event.order[0] not in manche.holdings:
        return []  # the fold says what is wrong
    found = []
    first = event.order[0]
    of_hearts, of_spades = event.salts
    if not _opens(before, manche, first, QUEEN_OF_HEARTS, of_hearts):
        found.append(Found("bad_salt", f"the first salt does not open a commitment of {first} to Qh"))
    holders = [name for name in manche.holdings if _opens(before, manche, name, QUEEN_OF_SPADES, of_spades)]
    if not holders:
        return [*found, Found("bad_salt", "the second salt opens nobody's commitment to Qs")]
    chooser = _chooser(manche, holders[0], first)
    if manche.state is None and event.by != chooser:  # where hands are known the fold judges it
        found.append(Found("bad_order", f"the order is for {chooser} to choose"))
    return found


def _chooser(manche: Manche, of_spades: str, of_hearts: str) -> str:
    """The holder of Qs, if sanctioned the holder of Qh, else the first active seat (Z26)."""
    out = sanctioned(manche)
    candidates = (of_spades, of_hearts, *manche.order)
    return next((name for name in candidates if name not in out), of_spades)
