"""Another player takes a seat with all that goes with it: hand, turn, offices, what is due, place (Z24)."""

from datetime import datetime

from gm.campaign import Campaign, Problem, is_in_play, problem
from gm.cards import cards_in
from gm.desk.closing import not_counted
from gm.desk.due import LONG_AGO
from gm.desk.names import find_name
from gm.desk.prepare import as_spelt_before
from gm.desk.secrets import commitments_to
from gm.desk.texts import Shown, message_to
from gm.events import Replaced
from gm.ledger import TextProblem, clean_name, same_name
from gm.render import Message, PublicText, public_text
from gm.views import replacement_view


def replace(campaign: Campaign, name: str, by: str) -> Replaced | Problem:
    """Somebody takes over a seat; a hand still in play is committed to under the newcomer's name and key.

    The newcomer may wait for a later partie, whose line they then leave. Refused: `replaced_undealt` before
    the first deal, `deal_first` while an undone deal is to be made again, somebody who has a seat already.
    """
    partie = campaign.partie
    if partie is None:
        return problem("no_partie")
    if partie.closed:
        return problem("partie_over")
    if not partie.seats:
        return problem("replaced_undealt")
    player = find_name(name, partie.seats)
    if isinstance(player, Problem):
        return player
    newcomer = _newcomer(campaign, by)
    if isinstance(newcomer, Problem):
        return newcomer
    event = Replaced(player, newcomer, _commitments(campaign, player, newcomer))
    wrong = not_counted(campaign, (event,))
    return event if wrong is None else problem(wrong.code, player=player)


def _newcomer(campaign: Campaign, typed: str) -> str | Problem:
    """The name of somebody who comes in, cleaned as for a registration and spelt as it was before."""
    cleaned = clean_name(typed)
    if isinstance(cleaned, TextProblem):
        return problem("bad_name", name=typed)
    for seated in campaign.players:
        if same_name(seated, cleaned):
            return problem("already_seated", player=seated)
    waiting = (known for known in campaign.queue if same_name(known, cleaned))
    return next(waiting, None) or as_spelt_before(campaign, cleaned)


def _commitments(campaign: Campaign, player: str, newcomer: str) -> dict[str, tuple[str, ...]] | None:
    """The commitments to a hand that is still played, under its new name; None where no hand is."""
    manche = campaign.manche
    if manche is None or manche.over or not is_in_play(manche, player):
        return None
    return commitments_to(campaign, manche, campaign.seq + 1, {newcomer: cards_in(manche.hand(player))})


def replacement_text(campaign: Campaign, event: Replaced, shown: Shown) -> PublicText:
    """The public text of a replacement that counts: who takes whose seat, and the table."""
    return public_text(replacement_view(campaign, event, shown.checkpoint), shown.presentation)


def wants_word(campaign: Campaign) -> bool:
    """Whether a deal to come rests on words of chance: only those given after a replacement bind it."""
    partie, manche = campaign.partie, campaign.manche
    if partie is None or partie.closed or manche is None:
        return False
    following = partie.commitments.get(manche.number + 1)
    return following is not None and following.beacon_rule is None


def newcomers_message(
    campaign: Campaign, event: Replaced, shown: Shown, now: datetime = LONG_AGO
) -> Message | None:
    """The private message with hand and new key, once the replacement counts; None for no hand in play.

    That of an exchange that is begun tells the hand as well, and what it has brought so far.
    """
    if event.commitments is None:
        return None
    pairs = campaign.manche.pairs if campaign.manche is not None and campaign.phase == "exchange" else ()
    begun = any(pair.received is not None and event.by in (pair.better, pair.worse) for pair in pairs)
    told = message_to(campaign, event.by, "exchange" if begun else "hand", shown, now)
    assert not isinstance(told, Problem)
    return told
