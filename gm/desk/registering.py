"""A post that registers its author or gives a word of chance, as what is to be recorded (Z21)."""

from gm.campaign import Campaign, Problem, problem
from gm.desk.customs import Customs
from gm.desk.doubts import PostDoubt, excerpt
from gm.desk.names import registered
from gm.desk.prepare import give_word, join
from gm.events import Joined, Post, Word
from gm.posts.registration import Registration, read_registration


def registration_of(
    campaign: Campaign, text: str, player: str, customs: Customs, post: Post
) -> Joined | Word | PostDoubt | Problem | None:
    """What a post says of its author's registration; None for a post that is about something else.

    A problem is why it cannot be recorded (`already_registered`): nothing is to be asked then.
    """
    found = read_registration(text, campaign.locale, signature=customs.signature_of(player))
    if found is None or not _matters(campaign, player, found):
        return None
    is_registered = player in registered(campaign)
    if found.withdraws and not found.joins:
        if not is_registered:
            return problem("withdraws_unregistered", player=player)
        return PostDoubt(problem("post_withdraws", text=excerpt(text)), "withdrawal", player, text)
    if not found.joins and found.word is None:
        if not is_registered:
            return None
        return PostDoubt(problem("post_word_unclear", text=excerpt(text)), "word", player, text)
    proposed = _proposed(campaign, player, found, post)
    if found.doubt and not isinstance(proposed, Problem):
        unclear = problem("post_registers_unclearly", text=excerpt(text))
        return PostDoubt(unclear, "word" if is_registered else "registration", player, text)
    return proposed


def _matters(campaign: Campaign, player: str, found: Registration) -> bool:
    """Whether what is said so shortly, or of a word that cannot be read, is meant here and now."""
    before_deal = campaign.phase in ("registration", "ready_to_deal")
    if found.echoes:
        return before_deal and campaign.manche is None and player not in registered(campaign)
    if found.joins or found.word is not None:
        return True
    return before_deal or (found.withdraws and player in registered(campaign))


def _proposed(
    campaign: Campaign, player: str, found: Registration, post: Post
) -> Joined | Word | Problem | None:
    if not found.joins:
        return None if found.word is None else _given(campaign, player, found.word, post)
    joined = join(campaign, player, found.word, post)
    if isinstance(joined, Joined) or found.word is None or joined.code != "already_registered":
        return joined
    # Who registers again gives a word, the first one or another; the last one before the deal counts.
    is_same = campaign.words_for(campaign.next_manche).get(player) == found.word
    return joined if is_same else _given(campaign, player, found.word, post)


def _given(campaign: Campaign, player: str, word: str, post: Post) -> Word | Problem:
    """The word as it is recorded; of somebody who is not registered it would not count."""
    if player not in registered(campaign):
        return problem("not_registered", player=player)
    return give_word(campaign, player, word, post)
