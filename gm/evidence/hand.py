"""A player's own check: is the hand they were sent the one that the ledger commits to (design.md, Dealing).

The commitments that a message lists say which hand of the ledger it is about. Its key has to open them, what
its commands state has to be so, and the cards it shows are those that the key opens, but for those played
by the entry of its checkpoint. No fault ever tells the key.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from gm import dealing
from gm.campaign import Campaign, Manche, fold
from gm.cards import Card, code_of, codes_of
from gm.events import Played, Record
from gm.evidence.examine import examine
from gm.evidence.hand_text import HandText, plain
from gm.evidence.hands import CommittedHand, OpenedCard, committed_hands, opened
from gm.evidence.known import Known, deal_secret
from gm.evidence.report import Finding, Report
from gm.evidence.seeds import seeds_of
from gm.ledger import Checkpoint, Copy, Fault, Progress, Reading

HandFaultCode = Literal[
    "rollback",
    "other_campaign",
    "key_differs",
    "key_opens_nothing",
    "key_opens_part",
    "key_not_of_deal",
    "hand_differs",
    "count_differs",
    "commitments_differ",
    "other_player",
    "other_entry",
    "other_manche",
    "example_differs",
    "not_in_force",
]
"""What a hand message can be found to be wrong in, in the order of docs/verify.md."""

Check = Literal["confirmed", "refuted", "unknown"]
Checked = Literal["key", "hand", "checkpoint", "deal"]

_REFUTES: Final[Mapping[str, Checked]] = {
    "key_differs": "key",
    "key_opens_nothing": "key",
    "key_opens_part": "key",
    "key_not_of_deal": "deal",
    "hand_differs": "hand",
    "count_differs": "hand",
    "commitments_differ": "hand",
    "other_player": "hand",
    "other_entry": "hand",
    "other_manche": "hand",
    "example_differs": "hand",
    "not_in_force": "checkpoint",
    "fork": "checkpoint",
}
"""What a fault speaks against; `rollback` and `other_campaign` only say that this ledger cannot tell."""


@dataclass(frozen=True, slots=True)
class HandFault:
    """One thing wrong with a hand message: the entry it is about, its stable code, why, words to tell it."""

    seq: int | None
    code: HandFaultCode
    why: str
    params: Mapping[str, str | int] = field(default_factory=dict)


AnyFault = Fault | Finding | HandFault


@dataclass(frozen=True, slots=True)
class Checks:
    """What was looked at; `deal` is whether key and hand are those that the seed gives, once it is known."""

    ledger: Check
    key: Check = "unknown"
    hand: Check = "unknown"
    checkpoint: Check = "unknown"
    deal: Check = "unknown"


@dataclass(frozen=True, slots=True)
class HandReport:
    """The outcome of the check of one hand message.

    `hand` is the one that the message is about, None where that cannot be told; some of its cards may have
    been played since. `cards` is what the message shows, in code order; `strange` are those that should not
    be there, `missing` the reverse. `in_force` is whether no gift, replacement, undo or abandoned manche put
    another hand in its place; `seed_known` whether the seed of its manche is known, so that the ledger will
    tell no more.
    """

    hand: CommittedHand | None
    cards: tuple[Card, ...]
    checks: Checks
    faults: tuple[AnyFault, ...]
    strange: tuple[Card, ...] = ()
    missing: tuple[Card, ...] = ()
    in_force: bool = False
    seed_known: bool = False

    @property
    def ok(self) -> bool:
        """Whether key and hand are confirmed and nothing was found wrong."""
        return not self.faults and self.checks.key == self.checks.hand == "confirmed"


def check_hand(
    text: HandText,
    reading: Reading,
    copy: Copy,
    checkpoints: Sequence[Checkpoint] = (),
    *,
    progress: Progress | None = None,
) -> HandReport:
    """Check a hand message against a ledger, which is examined with the message's checkpoint and others.

    Where the ledger does not verify, is of another campaign or ends too early, no more is looked at.
    """
    given = (*checkpoints, text.checkpoint)
    report = examine(reading, copy, given, progress=progress)
    campaign = report.campaign
    unsound = tuple(fault for fault in report.faults if fault.code not in ("rollback", "fork"))
    if campaign is None or unsound:
        return HandReport(None, text.cards, Checks("refuted"), unsound or report.faults)
    elsewhere = _elsewhere(text, given, report, campaign)
    if elsewhere is not None:
        return HandReport(None, text.cards, Checks("confirmed"), (elsewhere,))
    records = [entry.record for entry in reading.entries]
    hand = _meant(text, committed_hands(records))
    if hand is None:
        why = "this ledger has none of the commitments of the message"
        faults = (*report.faults, HandFault(text.stated.seq, "key_opens_nothing", why))
        return HandReport(None, text.cards, _checks({"checkpoint"}, faults), faults)
    held = _held(text, hand, campaign, records)
    faults = (*report.faults, *_faults(text, hand, held))
    followed = report.rulings_judged or hand.by == "deal"  # under another engine nothing after it is
    return HandReport(
        hand=hand,
        cards=text.cards,
        checks=_checks(_unless_refuted(held, followed=followed), faults),
        faults=faults,
        strange=held.strange,
        missing=held.missing,
        in_force=any(_holds(manche, hand) for partie in campaign.parties for manche in partie.manches),
        seed_known=held.key is not None,
    )


def _elsewhere(
    text: HandText, given: Sequence[Checkpoint], report: Report, campaign: Campaign
) -> HandFault | None:
    """Why the ledger cannot tell: it is of another campaign, or ends before what the message supposes."""
    message, ours, entries = text.stated.campaign, campaign.name, report.entries
    if message != ours:
        why = f"this is the ledger of {ours}, the message is of {message}"
        return HandFault(None, "other_campaign", why, {"ledger": ours, "message": message})
    supposed = max(text.stated.seq, text.checkpoint.seq)
    needed = max(supposed, *(each.seq for each in given))
    if needed <= entries or any(fault.code == "fork" for fault in report.faults):
        return None
    why = f"the ledger ends at entry {entries}, and {needed} is supposed"
    params = {"entries": entries, "needed": needed, "given": needed > supposed}
    return HandFault(entries + 1, "rollback", why, params)


def _meant(text: HandText, hands: Sequence[CommittedHand]) -> CommittedHand | None:
    """The hand of which a text names most commitments."""
    owners = {digest: hand for hand in hands for digest in hand.digests}
    named = Counter(owners[digest] for digest in (*text.digests, text.stated.worked[-1]) if digest in owners)
    return named.most_common(1)[0][0] if named else None


class _Held(NamedTuple):
    """What the key of a text opens of a hand, and how it stood at its checkpoint.

    `key` is the one that the seed gives, None while that is not known; `counted` whether it was that player's
    hand then; `strange` and `missing` are as in the report, against the cards that had not been played.
    """

    cards: Sequence[OpenedCard]
    key: str | None = None
    counted: bool = False
    strange: tuple[Card, ...] = ()
    missing: tuple[Card, ...] = ()


def _held(text: HandText, hand: CommittedHand, campaign: Campaign, records: Sequence[Record]) -> _Held:
    held = _Held(opened(hand, campaign, text.stated.key))
    then = fold(records[: text.checkpoint.seq])
    if then.manche is None or not _holds(then.manche, hand):
        return held
    secret = deal_secret(then, then.manche.deal, Known(seeds_of(campaign.name, records)[0], {}))
    key = dealing.hand_key(hand.player, secret) if secret is not None else None
    held = held._replace(counted=True, key=key)
    if not held.cards:
        return held
    left = {each.card for each in held.cards} - _played(then.manche, hand.player)
    strange = (Counter(text.cards) - Counter(left)).elements()
    return held._replace(strange=tuple(sorted(strange)), missing=tuple(sorted(left - set(text.cards))))


def _holds(manche: Manche, hand: CommittedHand) -> bool:
    """Whether a hand is the one that counts of its player; entries have their number once."""
    return hand.player in manche.holdings and manche.holdings[hand.player].seq == hand.seq


def _played(manche: Manche, player: str) -> set[Card]:
    events = [move.record.event for move in manche.moves]
    plays = [event.cards for event in events if isinstance(event, Played) and event.player == player]
    return {card for cards in plays for card in cards}


def _faults(text: HandText, hand: CommittedHand, held: _Held) -> list[HandFault]:
    """Everything that is wrong with a message about a hand."""
    stated, cards, size = text.stated, held.cards, len(hand.digests)
    listed = hand.digests.intersection(text.digests)
    others = set(text.digests[1:]) - hand.digests - {stated.key}  # the first is the key or a fault itself
    examples = [(code_of(each.card), each.salt) * 2 + (each.commitment,) for each in cards]
    shown = f"wrongly shown: {codes_of(held.strange) or '-'}, not shown: {codes_of(held.missing) or '-'}"
    other_key = bool(cards) and held.key not in (None, stated.key)
    other_list = bool(others) or 0 < len(listed) < size
    other_player = stated.player != plain(dealing.printf_format(hand.player))
    other_manche = (stated.partie, stated.manche) != (hand.partie, hand.manche)
    wrong: Sequence[tuple[bool, HandFaultCode, str]] = (
        (text.digests[:1] != (stated.key,), "key_differs", "the first key is not that of the command"),
        (not cards, "key_opens_nothing", "the key opens none of these commitments"),
        (0 < len(cards) < size, "key_opens_part", f"the key opens {len(cards)} of {size} commitments"),
        (other_key, "key_not_of_deal", "the seed gives this player another key"),
        (bool(held.strange or held.missing), "hand_differs", shown),
        (bool(text.counts - {len(text.cards)}), "count_differs", f"these are {len(text.cards)} cards"),
        (other_list, "commitments_differ", f"it lists {len(listed)} of {size}, and {len(others)} others"),
        (other_player, "other_player", f"the commitments are those of {hand.player}"),
        (stated.seq != hand.seq, "other_entry", f"entry {hand.seq} publishes these commitments"),
        (other_manche, "other_manche", f"this is of partie {hand.partie}, manche {hand.manche}"),
        (bool(cards) and stated.worked not in examples, "example_differs", "it gives something else"),
        (not held.counted, "not_in_force", "this hand did not count at the checkpoint of the message"),
    )
    return [HandFault(hand.seq, code, why) for is_so, code, why in wrong if is_so]


def _unless_refuted(held: _Held, *, followed: bool) -> set[Checked]:
    """What is confirmed of a hand where nothing speaks against it."""
    confirmed: set[Checked] = {"checkpoint"}
    if held.cards and held.counted:
        confirmed |= {"key", "hand"}
        confirmed |= {"deal"} if held.key is not None and followed else set()
    return confirmed


def _checks(confirmed: set[Checked], faults: Iterable[AnyFault]) -> Checks:
    """The checks of a text held against a ledger that verifies."""
    refuted = {_REFUTES.get(fault.code) for fault in faults}

    def check(name: Checked) -> Check:
        return "refuted" if name in refuted else "confirmed" if name in confirmed else "unknown"

    return Checks("confirmed", check("key"), check("hand"), check("checkpoint"), check("deal"))
