"""From an entry of the ledger to what its ruling rests on: clauses, and entries that anyone can look up.

Only what everybody may read is used: the moves before the entry, the pile, whose turn it was; of the cards
that a player does not hold those alone that an entry shows to be played (design.md, "Two audiences").
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from gm.campaign import Campaign, Manche, Replacement
from gm.campaign import Move as Counted
from gm.cards import Rank, card_of
from gm.events import Passed, Played, Record, Refused, Sanctioned
from gm.manche import Code, Effect
from gm.views.answer import worths
from gm.views.log import (
    LogEntry,
    MoreOfRuling,
    MoveFact,
    RefusalFact,
    SanctionFact,
    WhyNotHeld,
    WhyReason,
    WhyView,
)
from gm.views.public import CLOSERS, AlreadyPlayed, EffectView, RulingView
from gm.views.story import Told, secret_of
from gm.views.table import heading_of, play_entry
from gm.views.verdicts import ruling_of_move

_CARRE: Final = 4


def is_ruling(record: Record) -> bool:
    """Whether an entry judges what somebody did."""
    return isinstance(record.event, Played | Passed | Refused | Sanctioned)


def why_view(told: Sequence[Told], seq: int, checkpoint: str) -> WhyView:
    """One ruling of a story explained as everybody may read it; raises ValueError for what judges nothing."""
    each = told[seq - 1]
    ruling = _ruling(each)
    fact = each.entry.fact
    cited = ["Z28" if fact.departure else "Z18"] if isinstance(fact, SanctionFact) else []
    cited += [violation.clause for violation in (*ruling.violations, *ruling.overruled)]
    cited += [clause for effect in ruling.effects for clause in effect.clauses]
    grounds = _Grounds(each, {entry.record.seq: entry.entry for entry in told})
    return WhyView(
        heading=heading_of(each.after),
        entry=each.entry,
        ruling=ruling,
        clauses=tuple(cited),
        reasons=tuple(grounds.reasons(ruling)),
        checkpoint=checkpoint,
    )


def kept_of_ruling(record: Record) -> MoreOfRuling | None:
    """What the moderator alone may know of a ruling; None where nothing is kept back."""
    kept = secret_of(record.event)
    return MoreOfRuling(record.seq, kept) if isinstance(kept, WhyNotHeld) else None


def _ruling(told: Told) -> RulingView:
    rules = told.before.rules
    match told.entry.fact:
        case MoveFact(move=move) | SanctionFact(move=move):
            return ruling_of_move(rules, move)
        case RefusalFact() as fact:
            cheating = any(each.code == Code.NOT_HELD for each in fact.violations)
            return RulingView(
                player=fact.player,
                rules=rules,
                verdict="cheating" if cheating else "refused",
                cards=fact.cards,
                violations=fact.violations,
                already_played=_already_played(told.before.manche, fact) if cheating else (),
                effects=(),
                overruled=(),
                reason=None,
            )
        case _:
            raise ValueError(f"entry {told.record.seq} judges nothing")


def _already_played(manche: Manche | None, fact: RefusalFact) -> tuple[AlreadyPlayed, ...]:
    """The named cards that an entry shows to be gone; of a card named without suit nothing is shown."""
    if manche is None:
        return ()
    found = [code for code in dict.fromkeys(fact.cards) if not code.endswith("?")]
    cards = [card_of(code) for code in found]
    entries = [(card, play_entry(manche, fact.player, card)) for card in cards]
    return tuple(AlreadyPlayed(card, entry.seq) for card, entry in entries if entry is not None)


class _Grounds:
    """Where the entries are that a ruling rests on, from the campaign just before it."""

    def __init__(self, told: Told, entries: Mapping[int, LogEntry]) -> None:
        self.told, self.entries = told, entries
        self.campaign: Campaign = told.before
        self.manche = told.before.manche
        self.moves = self.manche.moves if self.manche is not None else ()
        ends = [at for at, move in enumerate(self.moves, start=1) if Effect.TOUR_CLOSED in move.effects]
        self.tour = self.moves[ends[-1] if ends else 0 :]
        self.plays = [move for move in self.tour if isinstance(move.record.event, Played)]

    def reasons(self, ruling: RulingView) -> Iterator[WhyReason]:
        """What each violation, each effect and the ruling as a whole rest on, where there is something."""
        for violation in (*ruling.violations, *ruling.overruled):
            yield from self._violation(violation.code, ruling)
        fact = self.told.entry.fact
        if isinstance(fact, SanctionFact) and fact.evidence:
            yield self._reason("evidence", (seq for seq in fact.evidence if seq in self.entries))
        effects = [reason for effect in ruling.effects for reason in self._effect(effect, ruling)]
        cited = {entry.seq for reason in effects for entry in reason.entries}
        if ruling.verdict == "accepted" and ruling.cards and not cited.issuperset(self._top()):
            yield self._reason("answered", self._top())
        yield from effects

    def _reason(
        self, code: str, seqs: Iterable[int], names: tuple[str, ...] = (), rank: Rank | None = None
    ) -> WhyReason:
        found = tuple(self.entries[seq] for seq in dict.fromkeys(seqs))
        return WhyReason(code, found, names, rank)

    def _violation(self, code: str, ruling: RulingView) -> Iterator[WhyReason]:
        manche = self.manche
        match code:
            case Code.UNKNOWN_PLAYER:
                left = [each.seq for each in self._replaced() if each.player == ruling.player]
                found = self._reason(code, left)
            case Code.MANCHE_OVER | Code.CANNOT_PASS_OPENING:
                found = self._reason(code, _seqs(self.moves[-1:]))
            case Code.ALREADY_OUT:
                found = self._reason(code, self._leaving(ruling.player))
            case Code.ORDER_NOT_CHOSEN | Code.EXCHANGE_PENDING:
                dealt = [manche.dealt.seq] if manche is not None else []
                found = self._reason(code, dealt, self.campaign.waiting)
            case Code.NOT_YOUR_TURN:
                turn = (manche.turn,) if manche is not None and manche.turn is not None else ()
                found = self._reason(code, _seqs(self.moves[-1:]), turn)
            case Code.TAGGLE_MUST_PLAY | Code.TAGGLE_MUST_MATCH:
                found = self._reason(code, _seqs(self.plays[-2:]))
            case Code.NOT_HELD:
                found = self._reason(code, (each.seq for each in ruling.already_played))
            case Code.WRONG_COUNT | Code.TOO_LOW:
                found = self._reason(code, [*self._top(), *self._turned()])
            case Code.LOCKED_OUT:
                found = self._reason(code, self._passes_of(ruling.player)[-1:])
            case _:  # the cards that were named say it all
                return
        if found.entries or found.names:
            yield found

    def _effect(self, effect: EffectView, ruling: RulingView) -> Iterator[WhyReason]:
        closers: Mapping[str, Callable[[], list[int]]] = {
            "closed_by_four": lambda: self._four(ruling),
            "closed_by_top": self._turned,
            "closed_by_passes": self._since_top,
        }
        codes = [each for each in CLOSERS if each in effect.closed_by]
        match effect.name:
            case "tour_closed":
                found = [self._reason(code, closers[code]()) for code in codes if code in closers]
            case "taggle" | "skip":
                found = [self._reason(effect.name, _seqs(self.plays[-1:]))]
            case "revolution":
                found = [self._reason(effect.name, self._turned())]
            case "forbidden_finish":
                found = [self._reason(effect.name, self._turned(), rank=self._highest())]
            case _:
                found = []
        yield from (each for each in found if each.entries or each.rank is not None)

    def _replaced(self) -> Sequence[Replacement]:
        return self.campaign.partie.replaced if self.campaign.partie is not None else ()

    def _leaving(self, player: str) -> list[int]:
        """The move by which somebody left the manche."""
        manche = self.manche
        if manche is None:
            return []
        gone = (
            move
            for move in self.moves
            if any(manche.who_sits_for(name, move.record.seq) == player for name in move.left)
        )
        return _seqs(list(gone)[:1])

    def _passes_of(self, player: str) -> list[int]:
        manche = self.manche
        passes = [move for move in self.tour if isinstance(move.record.event, Passed)]
        return _seqs(move for move in passes if manche is not None and manche.made_by(move.record) == player)

    def _top(self) -> list[int]:
        """The play that must be answered; before one that took its rank from another, that one too (C7i)."""
        cards = [move.record.event.cards for move in self.plays if isinstance(move.record.event, Played)]
        worth = worths(self.campaign.rules.play.mimic, cards)
        at = len(worth) - 1
        while at > 0 and worth[at] is not None:
            at -= 1
        return _seqs(self.plays[at:]) if self.plays else []

    def _since_top(self) -> list[int]:
        """The play that stayed on top and all that was done since."""
        if not self.plays:
            return []
        return _seqs(self.tour[self.tour.index(self.plays[-1]) :])

    def _four(self, ruling: RulingView) -> list[int]:
        """The plays below that complete the four cards of a rank (Z10)."""
        missing, seqs = _CARRE - len(ruling.cards), list[int]()
        for move in reversed(self.plays):
            if missing <= 0:
                break
            assert isinstance(move.record.event, Played)
            missing -= len(move.record.event.cards)
            seqs.insert(0, move.record.seq)
        return seqs

    def _turned(self) -> list[int]:
        """The revolution in force just before, if one is (Z14)."""
        state = self.manche.state if self.manche is not None else None
        if state is None or not state.revolution:
            return []
        return _seqs([move for move in self.moves if Effect.REVOLUTION in move.effects][-1:])

    def _highest(self) -> Rank | None:
        """The highest rank in force just before (Z15)."""
        state = self.manche.state if self.manche is not None else None
        return state.demand.order.highest if state is not None else None


def _seqs(moves: Iterable[Counted]) -> list[int]:
    return [move.record.seq for move in moves]
