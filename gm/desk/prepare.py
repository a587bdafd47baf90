"""Before the first card: opening a campaign and its parties, registration, the deal, the order of play.

Each use case answers with the events to record, or with the problem that stands in the way; nothing is
written here. Randomness comes in as bytes.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from gm import dealing
from gm.calendar import is_before, is_moment
from gm.campaign import Campaign, Manche, Problem, draws_opener, extra_by_rule, must_be_first, problem
from gm.cards import QUEEN_OF_HEARTS, QUEEN_OF_SPADES
from gm.desk.names import find_name, registered, said
from gm.desk.secrets import salts_of
from gm.events import (
    CampaignOpened,
    Joined,
    Left,
    MancheDealt,
    OrderChosen,
    PartieOpened,
    Post,
    Schedule,
    Word,
)
from gm.ledger import TextProblem, clean_name, clean_text, same_name
from gm.manche import ENGINE
from gm.rules import Rules, options_of

SEED_BYTES = 32


def new_campaign(
    name: str, *, title: str, locale: str, timezone: str, rules: Rules, moderator: str
) -> CampaignOpened | Problem:
    """The first event of a campaign; `moderator` is the raw public key in base64."""
    cleaned = said(title)
    if isinstance(cleaned, Problem):
        return cleaned
    return CampaignOpened(name, cleaned, locale, timezone, options_of(rules), moderator, ENGINE)


def open_partie(
    campaign: Campaign,
    seeds: Sequence[bytes],
    *,
    beacon_rule: str | None,
    schedule: Schedule | None,
    again: bool = False,
) -> PartieOpened | Problem:
    """Open registration and commit to the seed of every manche; one partie at a time.

    `again` gives up a partie whose deal was abandoned: its players are registered for the next one first.
    """
    current = campaign.partie
    if current is not None and not current.closed:
        if not current.abandoned:
            code = "partie_running" if current.seats else "registration_open"
            return problem(code, partie=str(current.number))
        if not again:
            return problem("partie_abandoned", partie=str(current.number), manche=str(campaign.next_manche))
    elif again:
        return problem("nothing_abandoned")
    if beacon_rule is not None:
        cleaned = said(beacon_rule)
        if isinstance(cleaned, Problem):
            return cleaned
        beacon_rule = cleaned
    if schedule is not None and schedule.registration is not None:
        period = said(schedule.registration)
        if isinstance(period, Problem):
            return period
        schedule = replace(schedule, registration=period)
    number = len(campaign.parties) + 1
    hexes = {manche: seed.hex() for manche, seed in enumerate(seeds, start=1)}
    commitments = {
        manche: dealing.commit(campaign.name, number, manche, seed) for manche, seed in hexes.items()
    }
    return PartieOpened(number, commitments, hexes, beacon_rule, schedule)


def join(campaign: Campaign, name: str, word: str | None, post: Post | None = None) -> Joined | Problem:
    """Register a player under the name as cleaned; nobody registers twice (Z21)."""
    cleaned = clean_name(name)
    if isinstance(cleaned, TextProblem):
        return problem("bad_name", name=name)
    partie = campaign.partie
    for known in registered(campaign):
        if same_name(known, cleaned):
            playing = partie is not None and not partie.closed and known in partie.seats
            return problem("already_playing" if playing else "already_registered", player=known)
    spelt = as_spelt_before(campaign, cleaned)
    if word is None or not word.strip():
        return Joined(spelt, None, post)
    cleaned_word = clean_text(word)
    if isinstance(cleaned_word, TextProblem):
        return problem("bad_text", text=word)
    return Joined(spelt, cleaned_word, post)


def as_spelt_before(campaign: Campaign, name: str) -> str:
    """The spelling under which an earlier player is known, so that one person stays one name."""
    earlier = (known for partie in campaign.parties for known in partie.everybody)
    return next((known for known in earlier if same_name(known, name)), name)


def give_word(campaign: Campaign, name: str, word: str, post: Post | None = None) -> Word | Problem:
    """Record a word of chance; after the deal it can no longer count for that manche (design.md, Dealing)."""
    player = find_name(name, registered(campaign))
    if isinstance(player, Problem):
        return player
    cleaned = clean_text(word)
    if isinstance(cleaned, TextProblem):
        return problem("bad_text", text=word)
    return Word(player, cleaned, post)


def leave(campaign: Campaign, name: str, post: Post | None = None) -> Left | Problem:
    """Take a player out of the registration or the waiting list; once dealt it is a sanction (Z28)."""
    player = find_name(name, registered(campaign))
    if isinstance(player, Problem):
        return player
    partie = campaign.partie
    if partie is not None and not partie.closed and player in partie.seats:
        dealt = campaign.phase in ("order", "exchange", "play")
        return problem("leaves_by_sanction" if dealt else "leaves_once_dealt", player=player)
    return Left(player, post)


def deal(campaign: Campaign, beacon: str | None) -> MancheDealt | Problem:
    """The next deal: it follows from seed, words and beacon; `dealt_already` when there is one (Z2, B8)."""
    ready = _ready_to_deal(campaign)
    if ready is not None:
        return ready
    partie = campaign.partie
    assert partie is not None
    number = campaign.next_manche
    if number not in partie.seeds:
        return problem("not_ready_to_deal")
    rule = partie.commitments[number].beacon_rule
    if beacon is not None:
        cleaned = said(beacon)
        if isinstance(cleaned, Problem):
            return cleaned
        beacon = cleaned
    if rule is None and beacon is not None:
        return problem("beacon_without_rule")
    if rule is not None and beacon is None:
        return problem("beacon_missing", rule=rule)
    entropy = dealing.entropy(campaign.words_for(number), beacon or "")
    secret = dealing.deal_key(campaign.name, partie.number, number, entropy, partie.seeds[number])
    dealt = dealing.deal(campaign.rules, campaign.players, secret, extra_by_rule(campaign))
    seq = campaign.seq + 1
    commitments = {
        player: dealing.commitments(
            campaign.name, partie.number, number, player, cards, seq, dealing.hand_key(player, secret)
        )
        for player, cards in dealt.hands.items()
    }
    return MancheDealt(
        partie=partie.number,
        manche=number,
        seats=dealt.seats,
        entropy=entropy,
        commitments=commitments,
        extra=dealt.extra,
        opener=dealing.opener_by_lot(dealt.seats, secret) if draws_opener(campaign.rules, number) else None,
        beacon=beacon,
        hands=dealt.hands,
    )


def before_the_calendar(campaign: Campaign, now: datetime) -> dict[str, str] | None:
    """What of the calendar is still to come at the first deal of a partie, None for nothing (Z23).

    `registration`, the end of it, and `deal` are moments, empty where they are over or not told.
    """
    partie = campaign.partie
    if partie is None or partie.schedule is None or partie.manches:
        return None
    schedule, found = partie.schedule, dict[str, str]()
    for name, moment in (("registration", schedule.registration), ("deal", schedule.deal)):
        found[name] = ""
        if moment is not None and is_moment(moment) and is_before(now, moment, campaign.timezone):
            found[name] = moment
    return found if any(found.values()) else None


def _ready_to_deal(campaign: Campaign) -> Problem | None:
    match campaign.phase:
        case "none":
            return problem("no_partie")
        case "over":
            return problem("partie_over")
        case "registration":
            players, missing = len(campaign.players), campaign.missing
            return problem("too_few_players", players=str(players), missing=str(missing))
        case "order" | "exchange" | "play":
            manche = campaign.manche
            assert manche is not None
            return problem(
                "dealt_already", manche=str(manche.number), seq=str(manche.dealt.seq), at=manche.dealt.at
            )
        case _:
            # Over but not closed: the append that should have closed it was cut, and its last move is undone.
            over = campaign.manche is not None and campaign.manche.closed is None
            return problem("not_ready_to_deal") if over else None


def order(campaign: Campaign, names: Sequence[str], post: Post | None = None) -> OrderChosen | Problem:
    """The order of play as its chooser gave it: every player, the holder of Qh first (Z3, Z26).

    Without names the one that holds when the chooser does not answer: Qh first, then as registered.
    """
    manche = campaign.manche
    if manche is None or campaign.phase in ("none", "over"):
        return problem("nothing_dealt")
    if manche.over:
        return problem("manche_over")
    if not manche.chooses_order:
        return problem("order_is_kept", order=", ".join(manche.order))
    if manche.order_chosen is not None:
        return problem("order_already_chosen", order=", ".join(manche.order))
    found = []
    for name in names or _default_order(campaign, manche):
        player = find_name(name, manche.order)
        if isinstance(player, Problem):
            return player
        found.append(player)
    if sorted(found) != sorted(manche.order):
        missing = [name for name in manche.order if name not in found]
        return problem("order_names_all", count=str(len(manche.order)), missing=", ".join(missing))
    first = must_be_first(manche)
    if first is None or found[0] != first:
        return problem("order_starts_with", player=first or "")
    queens = (QUEEN_OF_HEARTS, QUEEN_OF_SPADES)
    hands = manche.hands_dealt or {}
    salts = tuple(
        salts_of(campaign, manche, next(name for name in hands if queen in hands[name]), (queen,))[0]
        for queen in queens
    )
    return OrderChosen(tuple(found), manche.chooser or found[0], salts, post)


def _default_order(campaign: Campaign, manche: Manche) -> tuple[str, ...]:
    first = must_be_first(manche) or ""
    return (first, *(name for name in campaign.players if name != first))
