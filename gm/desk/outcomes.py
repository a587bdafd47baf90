"""What was done about the attempts on record, as the ledger stands at its end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gm.campaign import Campaign
from gm.campaign.showing import Corrected
from gm.events import Passed, Played, Sanctioned
from gm.views.audit import Attempt, Done, DoneKind, Ground

_RESTS_ON_ENTRIES: Final = ("never_held", "already_played", "given_away", "edited_post")


@dataclass(frozen=True, slots=True)
class Act:
    """A sanction or an accepted move by its entry, and the entry of the deal it belongs to."""

    seq: int
    event: Sanctioned | Played | Passed
    deal: int


class Outcomes:
    """A campaign at its end, its acts in order, and what was corrected in its manches."""

    def __init__(self, campaign: Campaign, acts: Sequence[Act], corrections: Corrected) -> None:
        self._campaign = campaign
        self._corrections = corrections
        self._acts = {act.seq: act.event for act in acts}
        self._sanctions: list[tuple[Act, Sanctioned]] = []
        self._moves: dict[tuple[str, int], list[tuple[int, Played | Passed]]] = {}
        for act in acts:
            if act.seq in corrections.undone:
                continue
            if isinstance(act.event, Sanctioned):
                self._sanctions.append((act, act.event))
            else:
                self._moves.setdefault((act.event.player, act.deal), []).append((act.seq, act.event))

    def of(self, attempt: Attempt, deal: int) -> Attempt:
        """An attempt with what was done about it, its evidence by the entries that count now."""
        said_now = self._corrections.said_now
        grounds = tuple(
            replace(ground, entries=tuple(map(said_now, ground.entries))) for ground in attempt.grounds
        )
        now = replace(attempt, grounds=grounds)
        done = next(self._done(now, deal), None)
        if done is not None:
            return replace(now, done=done)
        return replace(now, open=self._can_be_sanctioned(now.player, deal))

    def _done(self, attempt: Attempt, deal: int) -> Iterator[Done]:
        """What was done, the most telling first."""
        sanctions = [(act, event) for act, event in self._sanctions if act.seq > attempt.seq]
        for act, event in sanctions:
            if attempt.seq in event.evidence:
                yield _left_by(act.seq, event)
        if attempt.accepted:
            reason = self._acts[attempt.seq].reason
            yield self._undone((attempt.seq,)) or Done("overruled", attempt.seq, reason)
        for act, event in sanctions:
            if (event.player, act.deal) == (attempt.player, deal):
                yield _left_by(act.seq, event)
        undone = self._by_undo(attempt.grounds)
        if undone is not None:
            yield undone
        moves = self._moves.get((attempt.player, deal), ())
        following = next(((seq, event) for seq, event in moves if seq > attempt.seq), None)
        if following is not None and attempt.codes and set(attempt.codes) <= set(following[1].overruled):
            yield Done("overruled", following[0], following[1].reason)

    def _by_undo(self, grounds: Sequence[Ground]) -> Done | None:
        """The undo after which no entry shows any longer what an attempt is, if any."""
        resting = [
            ground.entries for ground in grounds if ground.kind in _RESTS_ON_ENTRIES and ground.entries
        ]
        undone = [self._undone(entries) for entries in resting]
        return undone[0] if undone and None not in undone else None

    def _undone(self, entries: Sequence[int]) -> Done | None:
        """The undo that took back all of some entries, the last of them by it; None where one counts."""
        undone = self._corrections.undone
        if not undone.keys() >= set(entries):
            return None
        return Done("undone", max(undone[seq] for seq in entries))

    def _can_be_sanctioned(self, player: str, deal: int) -> bool:
        """Whether somebody still plays in the deal of an attempt (Z18)."""
        manche = self._campaign.manche
        if manche is None or manche.over or manche.dealt.seq != deal:
            return False
        return player in manche.order and player not in manche.places


def _left_by(seq: int, event: Sanctioned) -> Done:
    kind: DoneKind = "departure" if event.is_departure else "sanction"
    return Done(kind, seq, event.plain_reason, event.player)
