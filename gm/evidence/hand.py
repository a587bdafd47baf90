"""A player's own check: is the hand they were sent the one that the ledger commits to (design.md, Dealing).

The digests of a message are told apart by the ledger: those it publishes are commitments, the key is among
the others. The key opens the commitments of one player in one entry, and so says whose hand the message is,
whatever words came along; what the words do say must not differ from it. No fault ever tells the key.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from gm.campaign import Campaign
from gm.cards import Card, codes_of
from gm.evidence.hand_text import HandText
from gm.evidence.hands import MOST_TRIED, Ended, Life, Published, Search, life_of, published_hands, search
from gm.evidence.report import Finding, Report
from gm.ledger import Fault, Reading, check_checkpoints

HandFaultCode = Literal[
    "no_key_in_text",
    "no_hand_in_text",
    "key_opens_nothing",
    "key_opens_part",
    "key_of_other",
    "key_not_of_deal",
    "too_much_to_try",
    "hand_differs",
    "other_player",
    "other_entry",
    "other_manche",
    "commitments_differ",
    "not_in_force",
]
"""What a hand message can be found to be wrong in, in the order of docs/verify.md."""

Check = Literal["confirmed", "refuted", "unknown"]

_OF_KEY: Final = frozenset({"key_opens_nothing", "key_opens_part", "key_of_other", "key_not_of_deal"})
_KEYLESS: Final = frozenset({"no_key_in_text", "key_opens_nothing", "key_of_other"})
_OF_HAND: Final = frozenset(
    {"hand_differs", "other_player", "other_entry", "other_manche", "commitments_differ"}
)
_OF_CHECKPOINT: Final = frozenset({"rollback", "fork", "bad_checkpoint", "not_in_force"})


@dataclass(frozen=True, slots=True)
class HandFault:
    """One thing wrong with a hand message: the entry it is about, its stable code, and why."""

    seq: int | None
    code: HandFaultCode
    why: str


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

    `player` to `seq` are whose hand it is and the entry that commits to it, None where that cannot be told.
    `cards` is what the message shows, in code order; `committed` how many the entry commits to, of which some
    may have been played since. `strange` are cards shown that should not be, `missing` the reverse. Where
    the seed is known and `deal` is not, gifts are missing: those of an undone exchange are never published.
    """

    player: str | None
    partie: int | None
    manche: int | None
    seq: int | None
    cards: tuple[Card, ...]
    checks: Checks
    faults: tuple[Fault | Finding | HandFault, ...]
    committed: int = 0
    strange: tuple[Card, ...] = ()
    missing: tuple[Card, ...] = ()
    ended: Ended | None = None
    seed_known: bool = False

    @property
    def ok(self) -> bool:
        """Whether key and hand are confirmed and nothing was found wrong."""
        return not self.faults and self.checks.key == self.checks.hand == "confirmed"


class _Told(NamedTuple):
    """The digests of a text told apart by the ledger: by hand, the most named first, and the rest."""

    listed: tuple[tuple[Published, frozenset[str]], ...]
    others: tuple[str, ...]


class _Cards(NamedTuple):
    """The cards shown held against those that the key opens."""

    faults: list[HandFault]
    strange: tuple[Card, ...] = ()
    missing: tuple[Card, ...] = ()


def check_hand(text: HandText, reading: Reading, report: Report) -> HandReport:
    """Check a hand message against a ledger; `report` is what `examine` says of the same reading.

    Where the ledger does not verify nothing is confirmed, and only checkpoints are looked at besides.
    """
    wrong = check_checkpoints(reading, text.checkpoints)
    faults: list[Fault | Finding | HandFault] = [*report.faults]
    faults += [fault for fault in wrong.values() if fault not in faults]
    cards = tuple(sorted(text.cards))
    campaign = report.campaign
    if campaign is None or any(fault.code not in _OF_CHECKPOINT for fault in report.faults):
        checks = Checks("refuted", checkpoint=_checkpoint(text, report, faults))
        return HandReport(None, None, None, None, cards, checks, tuple(faults))

    records = [entry.record for entry in reading.entries]
    hands = published_hands(records)
    told = _told(text, hands)
    found = _search(campaign, told, hands)
    hand = _meant(told, found)
    if hand is None:
        faults += _key_faults(told, None, found)
        checks = _checks(text, report, faults, None)
        return HandReport(None, None, None, None, cards, checks, tuple(faults))
    life = life_of(hand, records, judged=report.rulings_judged)
    times = [each.seq for each in text.checkpoints if each not in wrong]
    shown = _cards(text, hand, found, life, times)
    faults += [
        *_key_faults(told, hand, found),
        *_deal_faults(hand, found, life),
        *shown.faults,
        *_word_faults(text, hand, told),
        *_time_faults(hand, life, times),
    ]
    return HandReport(
        player=hand.player,
        partie=hand.partie,
        manche=hand.manche,
        seq=hand.seq,
        cards=cards,
        checks=_checks(text, report, faults, life),
        faults=tuple(faults),
        committed=len(hand.digests),
        strange=shown.strange,
        missing=shown.missing,
        ended=life.ended,
        seed_known=life.key is not None,
    )


def _told(text: HandText, hands: Sequence[Published]) -> _Told:
    owners = {digest: hand for hand in hands for digest in hand.digests}
    named = Counter(owners[digest] for digest in text.digests if digest in owners)
    return _Told(
        tuple((hand, hand.digests.intersection(text.digests)) for hand, _ in named.most_common()),
        tuple(digest for digest in text.digests if digest not in owners),
    )


def _search(campaign: Campaign, told: _Told, hands: Sequence[Published]) -> Search:
    """What a key of the text opens: the hand it lists, for want of that any other, the latest first."""
    named = [hand for hand, _ in told.listed]
    return search(campaign, told.others, dict.fromkeys([*named, *reversed(hands)]))


def _meant(told: _Told, found: Search) -> Published | None:
    """The hand that a text is about: the one whose commitments it lists, else the one that its key opens."""
    if told.listed:
        return told.listed[0][0]
    return found.opened.hand if found.opened is not None else None


def _key_faults(told: _Told, hand: Published | None, found: Search) -> list[HandFault]:
    seq = hand.seq if hand is not None else None
    opened = found.opened
    if not told.others:
        return [HandFault(seq, "no_key_in_text", "there are no 64 hex digits that may be a key")]
    if opened is None and hand is None and found.stopped:
        why = f"nothing was opened in {MOST_TRIED} tries, and there is more to try"
        return [HandFault(None, "too_much_to_try", why)]
    if opened is None or hand is None:
        return [HandFault(seq, "key_opens_nothing", "the key opens no commitment of this ledger")]
    if opened.hand.player != hand.player:
        why = f"the key is the one of {opened.hand.player}, the commitments are those of {hand.player}"
        return [HandFault(seq, "key_of_other", why)]
    if opened.hand != hand:
        why = f"the key opens commitments of entry {opened.hand.seq}, not these"
        return [HandFault(seq, "key_opens_nothing", why)]
    if len(opened.cards) != len(hand.digests):
        why = f"the key opens {len(opened.cards)} of {len(hand.digests)} commitments"
        return [HandFault(seq, "key_opens_part", why)]
    return []


def _deal_faults(hand: Published, found: Search, life: Life) -> list[HandFault]:
    opened = found.opened
    if opened is None or opened.hand != hand or life.key in (None, opened.key):
        return []
    return [HandFault(hand.seq, "key_not_of_deal", "the seed of the manche gives this player another key")]


def _cards(text: HandText, hand: Published, found: Search, life: Life, times: Sequence[int]) -> _Cards:
    """The cards shown are those the key opens but for those played, at the checkpoint if there is one."""
    if not text.cards:
        return _Cards([HandFault(hand.seq, "no_hand_in_text", "the text shows no cards")])
    if found.opened is None or found.opened.hand != hand or not life.played:
        return _Cards([])
    moments = [seq for seq in times if seq in life.played] or list(life.played)
    held = [found.opened.cards - life.played[seq] for seq in moments]
    shown = Counter(text.cards)
    nearest = min(held, key=lambda cards: len(cards.symmetric_difference(shown)))
    strange = tuple(sorted((shown - Counter(nearest)).elements()))
    missing = tuple(sorted(nearest - set(shown)))
    if not strange and not missing:
        return _Cards([])
    why = f"shown and not to be shown: {codes_of(strange) or '-'}; the reverse: {codes_of(missing) or '-'}"
    return _Cards([HandFault(hand.seq, "hand_differs", why)], strange, missing)


def _word_faults(text: HandText, hand: Published, told: _Told) -> list[HandFault]:
    """What the text says of itself and of its commitments is so."""
    faults = []
    if not text.greets(hand.player):
        faults.append(HandFault(hand.seq, "other_player", f"the commitments are those of {hand.player}"))
    if text.entries - {hand.seq}:
        faults.append(HandFault(hand.seq, "other_entry", f"entry {hand.seq} publishes the commitments"))
    if text.manches - {hand.manche}:
        faults.append(HandFault(hand.seq, "other_manche", f"this is a hand of manche {hand.manche}"))
    listed = next((digests for named, digests in told.listed if named == hand), frozenset())
    added = len(told.listed) > 1 or len(told.others) > 1  # one of the others is the key, or should be
    # A single one is that of the card worked out as an example, in a copy without the list.
    if added or 1 < len(listed) < len(hand.digests):
        why = f"the text has {len(listed)} of {len(hand.digests)} commitments{', and others' * added}"
        faults.append(HandFault(hand.seq, "commitments_differ", why))
    return faults


def _time_faults(hand: Published, life: Life, times: Sequence[int]) -> list[HandFault]:
    if life.played and (not times or any(seq in life.played for seq in times)):
        return []
    return [HandFault(hand.seq, "not_in_force", "this hand did not count when the message was written")]


def _checks(
    text: HandText, report: Report, faults: Sequence[Fault | Finding | HandFault], life: Life | None
) -> Checks:
    """The checks of a text held against a ledger that verifies."""
    codes = {fault.code for fault in faults}
    opened = life is not None and bool(life.played) and not codes & _KEYLESS
    shown = opened and "no_hand_in_text" not in codes
    return Checks(
        ledger="confirmed",
        key=_check(confirmed=opened, refuted=bool(codes & _OF_KEY)),
        hand=_check(confirmed=shown, refuted=bool(codes & _OF_HAND)),
        checkpoint=_checkpoint(text, report, faults),
        deal=_check(
            confirmed=opened and life is not None and life.key is not None and life.hand_known,
            refuted="key_not_of_deal" in codes,
        ),
    )


def _checkpoint(text: HandText, report: Report, faults: Sequence[Fault | Finding | HandFault]) -> Check:
    given = bool(text.checkpoints) or report.confirmed > 0
    return _check(confirmed=given, refuted=any(fault.code in _OF_CHECKPOINT for fault in faults))


def _check(*, confirmed: bool, refuted: bool) -> Check:
    if refuted:
        return "refuted"
    return "confirmed" if confirmed else "unknown"
