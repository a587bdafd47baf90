"""What players tried that the rules do not allow, with the evidence and what was done (Z18, Z9, Z19, Z22).

The whole ledger is gone through: an attempt is judged by what counted when it was recorded, and its evidence
and outcome by what counts at the end. It tells what is not public, such as a card given away.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, assert_never

from gm.campaign import Campaign, Manche, Problem, advance, fold
from gm.campaign.showing import corrected, gifts_of_seat, is_card, plays_from_seat
from gm.cards import NO_CARDS, Card, cards_in, code_of, codes_of, of_rank
from gm.desk.names import find_name
from gm.desk.outcomes import Act, Outcomes
from gm.desk.texts import Shown
from gm.events import (
    Exchanged,
    Incident,
    Joined,
    MancheDealt,
    Passed,
    Played,
    Post,
    Record,
    Refused,
    Replaced,
    Sanctioned,
)
from gm.manche import Code
from gm.render import audit_text
from gm.views.audit import ATTEMPT_KINDS, Attempt, AttemptKind, AuditView, Ground

_BY_CODE: Final[dict[str, AttemptKind]] = {
    Code.NOT_HELD: "not_held",
    Code.TAGGLE_MUST_PLAY: "forced_card_not_played",
    Code.TAGGLE_MUST_MATCH: "forced_pass_not_made",
    Code.NOT_YOUR_TURN: "out_of_turn",
}
_NOT_HELD: Final[tuple[AttemptKind, ...]] = ("never_held", "already_played", "given_away", "not_held")


def audit(records: Sequence[Record], name: str | None = None) -> AuditView | Problem:
    """Every attempt on record in order, of one player if a name is given; `unknown_name` for nobody's."""
    player = None if name is None else find_name(name, _names(records))
    if isinstance(player, Problem):
        return player
    walk = _Walk(records, fold(records[:1]))
    for record in records[1:]:
        walk.step(record)
    attempts = walk.attempts()
    return AuditView(player or "", tuple(each for each in attempts if player in (None, each.player)))


def _names(records: Iterable[Record]) -> tuple[str, ...]:
    """Everybody who was ever registered or had a seat."""
    names: dict[str, None] = {}
    for record in records:
        match record.event:
            case Joined(player=player) | Replaced(by=player):
                names[player] = None
            case MancheDealt(seats=seats):
                names.update(dict.fromkeys(seats))
            case _:
                pass
    return tuple(names)


@dataclass(slots=True)
class _Walk:
    """The way through a ledger: each attempt as it stood, with the entry of its deal, 0 for none."""

    records: Sequence[Record]
    campaign: Campaign
    found: list[tuple[Attempt, int]] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    logs: list[Sequence[Record]] = field(default_factory=list)
    """The log of each manche that can no longer be undone."""

    def step(self, record: Record) -> None:
        """Count one more record, and note the attempt that it is."""
        before, event = self.campaign, record.event
        self.campaign = after = advance(before, record)
        if before.log and before.log[:1] != after.log[:1]:
            self.logs.append(before.log)
        if len(before.disorders) != len(after.disorders):
            return
        deal = before.manche.dealt.seq if before.manche is not None else 0
        if isinstance(event, Sanctioned | Played | Passed):
            self.acts.append(Act(record.seq, event, deal))
        if isinstance(event, Incident):
            cited = [self.records[seq - 1] for seq in event.entries if seq <= len(self.records)]
            self.found.append((_incident(before, record, event, cited), deal))
        elif isinstance(event, Refused) or (isinstance(event, Played | Passed) and event.overruled):
            self.found.append((_move(before, record, event), deal))

    def attempts(self) -> tuple[Attempt, ...]:
        """The attempts as they stand at the end of the ledger."""
        outcomes = Outcomes(self.campaign, self.acts, corrected(*self.logs, self.campaign.log))
        return tuple(outcomes.of(attempt, deal) for attempt, deal in self.found)


def _move(before: Campaign, record: Record, event: Refused | Played | Passed) -> Attempt:
    """A refused move, or one that was accepted though rules stand against it."""
    codes = event.violations if isinstance(event, Refused) else event.overruled
    return Attempt(
        seq=record.seq,
        at=record.at,
        partie=before.partie.number if before.partie is not None else 0,
        manche=before.manche.number if before.manche is not None else 0,
        player=event.player,
        claim=_claimed(event),
        codes=codes,
        accepted=not isinstance(event, Refused),
        incident=None,
        grounds=_grounds(before, record, event, codes),
        post=event.post,
        note=event.note if isinstance(event, Refused) else None,
        held=_held(before.manche, event) if isinstance(event, Refused) else (),
    )


def _held(manche: Manche | None, event: Refused) -> tuple[Card, ...]:
    """The cards in hand of the ranks that a claim of cards not held names, where hands are known."""
    if manche is None or manche.state is None or Code.NOT_HELD not in event.violations:
        return ()
    ranks = {named[0] for named in event.claim.split()}
    held = cards_in(manche.hand(event.player)) if event.player in manche.order else ()
    return tuple(card for card in held if code_of(card)[0] in ranks)


def _claimed(event: Refused | Played | Passed) -> str:
    match event:
        case Refused(claim=claim):
            return claim
        case Played(cards=cards):
            return codes_of(cards)
        case Passed():
            return "pass"
        case _:
            assert_never(event)


def _incident(before: Campaign, record: Record, event: Incident, cited: Sequence[Record]) -> Attempt:
    """An incident; without a post of its own it is that of the first entry it is about."""
    kind: AttemptKind = "exchange_not_owed" if event.kind == "exchange_not_owed" else "edited_post"
    posts = (getattr(each.event, "post", None) for each in cited)
    return Attempt(
        seq=record.seq,
        at=record.at,
        partie=before.partie.number if before.partie is not None else 0,
        manche=before.manche.number if before.manche is not None else 0,
        player=event.player,
        claim=None,
        codes=(),
        accepted=False,
        incident=event.kind,
        grounds=(Ground(kind, event.entries),),
        post=event.post or next((post for post in posts if isinstance(post, Post)), None),
        note=event.note,
    )


def _grounds(
    before: Campaign, record: Record, event: Refused | Played | Passed, codes: Sequence[str]
) -> tuple[Ground, ...]:
    """What a move is that breaks these rules, with the entries that prove each."""
    kinds: set[AttemptKind] = {_BY_CODE[code] for code in codes if code in _BY_CODE}
    manche = before.manche
    if (
        "forced_pass_not_made" in kinds
        and manche is not None
        and _holds_what_taggle_asks(manche, event.player)
    ):
        kinds = kinds - {"forced_pass_not_made"} | {"forced_card_not_played"}
    if "not_held" in kinds and isinstance(event, Refused) and event.reasons:
        kinds = kinds - {"not_held"} | {kind for kind in _NOT_HELD if kind in event.reasons}
    found = [Ground(kind, _entries(before, record, event, kind)) for kind in ATTEMPT_KINDS if kind in kinds]
    return tuple(found) or (Ground("other"),)


def _holds_what_taggle_asks(manche: Manche, player: str) -> bool:
    """Whether a player in Taggle holds a card of the rank that has to be played (Z9)."""
    state, seat = manche.state, manche.seat(player)
    if state is None or seat is None or state.demand.top is None or not state.rules.play.taggle_forced:
        return False
    return of_rank(state.hands[seat], state.demand.top.rank) != NO_CARDS


def _entries(
    before: Campaign, record: Record, event: Refused | Played | Passed, kind: AttemptKind
) -> tuple[int, ...]:
    """The entries that prove one kind of attempt: plays, gifts, the deal, the card on top of the pile."""
    manche = before.manche
    if manche is None:
        return ()
    claim = event.claim.split() if isinstance(event, Refused) else []
    match kind:
        case "already_played" | "not_held":
            named = [each for each in claim if kind == "already_played" or each[1:] != "?"]
            plays = plays_from_seat(manche, event.player, record.seq)
            return tuple(play.seq for play in plays if _names_any(named, play))
        case "given_away":
            gifts = gifts_of_seat(before, event.player)
            return tuple(gift.seq for gift, given in gifts if given and _names_any(claim, gift))
        case "never_held":
            received = (gift.seq for gift, given in gifts_of_seat(before, event.player) if not given)
            return (manche.dealt.seq, *received)
        case "forced_card_not_played" | "forced_pass_not_made":
            plays = tuple(move.record for move in manche.moves if isinstance(move.record.event, Played))
            return tuple(play.seq for play in plays[-1:])
        case _:
            return ()


def _names_any(claim: Iterable[str], record: Record) -> bool:
    """Whether a claim names a card of a play or a gift."""
    event = record.event
    cards = (event.cards or ()) if isinstance(event, Played | Exchanged) else ()
    return any(is_card(named, card) for named in claim for card in cards)


def attempts_text(view: AuditView, shown: Shown) -> str:
    """The attempts for the moderator to read."""
    return audit_text(view, shown.presentation)
