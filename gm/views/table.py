"""From a campaign to the table everybody sees, and to the story of a manche."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Protocol

from gm.campaign import Campaign, Manche, Phase, is_over, is_stand_in, leaders, totals
from gm.campaign import Move as Counted
from gm.cards import Rank, cards_in
from gm.events import Passed, Played, Record, Replaced, Sanctioned
from gm.manche import Effect, State
from gm.rules import Clause, Rules
from gm.views.answer import answer_of, worths
from gm.views.heading import Heading
from gm.views.public import (
    CLOSERS,
    EffectView,
    Move,
    PartieEnd,
    PilePlay,
    PlayerLine,
    RecapView,
    ReplacementView,
    TableView,
    Tour,
    ViolationView,
)


def heading_of(campaign: Campaign, manche: Manche | None = None) -> Heading:
    """Where a text belongs: the current partie, and the manche given, else the one dealt last."""
    shown = manche if manche is not None else campaign.manche
    partie = campaign.partie
    return Heading(
        campaign.name,
        campaign.title,
        partie.number if partie is not None else 0,
        shown.number if shown is not None else 0,
    )


def role_at(rules: Rules, seats: int, place: int) -> str:
    """The role key of a place, empty for none (Z17)."""
    return rules.roles_for(seats)[place - 1] if place else ""


def table_view(campaign: Campaign, checkpoint: str, manche: Manche | None = None) -> TableView:
    """The table of the manche dealt last, or of `manche` when it is ahead of the campaign.

    Raises ValueError when nothing is dealt or the hands are not known.
    """
    shown = manche if manche is not None else campaign.manche
    if shown is None or shown.state is None:
        raise ValueError("there is no table to show")
    state, partie = shown.state, campaign.partie
    schedule = partie.schedule if partie is not None else None
    before_first = shown.number == 1 and not has_begun(shown) and schedule is not None
    return TableView(
        heading=heading_of(campaign, shown),
        rules=campaign.rules,
        phase=_phase(shown, state),
        waiting=_waiting(shown, state),
        opener=opener_of(shown, state),
        dealer=shown.dealer,
        pile=pile_of(state, shown.order),
        answer=answer_of(state),
        taggle=state.taggle,
        revolution=state.revolution and not shown.over,
        players=_lines(campaign.rules, shown, state),
        end=_end(campaign, shown) if shown.over else None,
        start=schedule.start if before_first and schedule is not None else None,
        checkpoint=checkpoint,
    )


def replacement_view(campaign: Campaign, event: Replaced, checkpoint: str) -> ReplacementView:
    """A replacement once it counts, with the table of the manche being played."""
    manche = campaign.manche
    running = manche is not None and manche.state is not None and not manche.over
    return ReplacementView(
        heading=heading_of(campaign),
        player=event.player,
        by=event.by,
        playing=event.commitments is not None,
        table=table_view(campaign, checkpoint) if running else None,
        checkpoint=checkpoint,
    )


def pile_of(state: State, order: Sequence[str]) -> tuple[PilePlay, ...]:
    """The plays of the current tour, each with its author's name and what it is worth (C7i)."""
    plays = [cards_in(play.cards) for play in state.pile]
    worth = worths(state.rules.play.mimic, plays)
    return tuple(
        PilePlay(order[play.seat], cards, each)
        for play, cards, each in zip(state.pile, plays, worth, strict=True)
    )


def _end(campaign: Campaign, manche: Manche) -> PartieEnd | None:
    """The end of the partie if a manche that is over brings it (Z21, B11, E4, C6)."""
    before = campaign.partie.history if campaign.partie is not None else ()
    history = (*before[: manche.number - 1], manche.places)
    if not is_over(campaign.rules, history):
        return None
    return PartieEnd(
        leaders(campaign.rules, history), max(totals(campaign.rules, history).values(), default=0)
    )


def _phase(manche: Manche, state: State) -> Phase:
    if manche.over:
        return "over"
    if "order_not_chosen" in state.pending:
        return "order"
    return "exchange" if state.pending else "play"


def _waiting(manche: Manche, state: State) -> tuple[str, ...]:
    match _phase(manche, state):
        case "order":
            return (manche.chooser,) if manche.chooser is not None else ()
        case "exchange":
            return tuple(pair.better for pair in manche.pairs if not pair.done)
        case "play":
            return (manche.order[state.turn],)
        case _:
            return ()


def has_begun(manche: Manche) -> bool:
    """Whether anybody has played or passed; a departure or a sanction may come before the start (Z26)."""
    return any(isinstance(move.record.event, Played | Passed) for move in manche.moves)


def opener_of(manche: Manche, state: State) -> str | None:
    """Who opened or is to open the tour; None when it is over or depends on an order still to be chosen."""
    if state.opener < 0:
        return None
    # A sanction before the order is chosen may have taken the holder of Qh: then the order decides (Z26).
    undecided = "order_not_chosen" in state.pending and state.sanctioned
    return None if undecided else manche.order[state.opener]


def _lines(rules: Rules, manche: Manche, state: State) -> tuple[PlayerLine, ...]:
    seats = len(manche.order)
    lines = tuple(
        PlayerLine(
            player=name,
            cards_left=state.hands[seat].bit_count(),
            place=state.places[seat],
            role=role_at(rules, seats, state.places[seat]),
            sanctioned=bool(state.sanctioned >> seat & 1),
            locked=bool(state.locked & state.active & 1 << seat),
        )
        for seat, name in enumerate(manche.order)
    )
    return tuple(sorted(lines, key=lambda line: line.place)) if manche.over else lines


class Acted(Protocol):
    """What an accepted action brought about, as the campaign tells it: a counted move, or a ruling."""

    @property
    def effects(self) -> tuple[Effect, ...]: ...
    @property
    def clauses(self) -> tuple[Clause, ...]: ...
    @property
    def left(self) -> tuple[str, ...]: ...
    @property
    def skipped(self) -> str: ...


def effects_of(
    rules: Rules, acted: Acted, player: str, places: Mapping[str, int], *, seats: int, reversed_now: bool
) -> tuple[EffectView, ...]:
    """What an action of a player brought about; `places` are those taken by then, by name.

    Its clauses are in the order of the effects, several only for a closed tour.
    """
    views: list[EffectView] = []
    rest = list(acted.clauses)
    for index, effect in enumerate(acted.effects):
        number = len(rest) - (len(acted.effects) - index - 1) if effect is Effect.TOUR_CLOSED else 1
        own, rest = tuple(rest[:number]), rest[number:]
        closed_by = tuple(closer for closer in CLOSERS if rules.clauses.get(closer) in own)
        for name in _concerned(effect, acted, player):
            place = places.get(name, 0) if effect in (Effect.FINISHED, Effect.FORBIDDEN_FINISH) else 0
            views.append(
                EffectView(
                    name=effect.value,
                    player=name,
                    reversed_now=effect is Effect.REVOLUTION and reversed_now,
                    clauses=own,
                    place=place,
                    role=role_at(rules, seats, place),
                    closed_by=closed_by if effect is Effect.TOUR_CLOSED else (),
                )
            )
    return tuple(views)


def _concerned(effect: Effect, acted: Acted, player: str) -> tuple[str, ...]:
    """Whom an effect is about; holding a forbidden card can take several players out at once (Z15)."""
    if effect is Effect.SKIP:
        return (acted.skipped,)
    if effect is not Effect.FORBIDDEN_FINISH:
        return (player,)
    left = acted.left[:-1] if Effect.MANCHE_OVER in acted.effects else acted.left
    return tuple(name for name in left if name != player or Effect.FINISHED not in acted.effects) or (player,)


def recap_view(campaign: Campaign, checkpoint: str) -> RecapView:
    """What has happened in the manche dealt last, tour by tour; raises ValueError as `table_view`."""
    table = table_view(campaign, checkpoint)
    manche = campaign.manche
    assert manche is not None
    ends = [index + 1 for index, move in enumerate(manche.moves) if Effect.TOUR_CLOSED in move.effects]
    cuts = [0, *ends, len(manche.moves)]
    moves = _moves(campaign.rules, manche)
    tours = [moves[start:end] for start, end in pairwise(cuts) if start < end]
    mimic = campaign.rules.play.mimic
    return RecapView(
        tuple(Tour(number, _with_worths(mimic, tour)) for number, tour in enumerate(tours, start=1)), table
    )


def _with_worths(mimic: frozenset[Rank], tour: Sequence[Move]) -> tuple[Move, ...]:
    plays = [move for move in tour if move.kind == "play"]
    ranks = worths(mimic, (move.cards for move in plays))
    worth = dict(zip((move.seq for move in plays), ranks, strict=True))
    return tuple(replace(move, worth=worth.get(move.seq)) for move in tour)


def _moves(rules: Rules, manche: Manche) -> tuple[Move, ...]:
    moves = []
    reversed_now = False
    for counted in manche.moves:
        reversed_now ^= Effect.REVOLUTION in counted.effects
        moves.append(move_of(rules, manche, counted, reversed_now=reversed_now))
    return tuple(moves)


def move_of(rules: Rules, manche: Manche, counted: Counted, *, reversed_now: bool) -> Move:
    """One counted action in public terms; `reversed_now` says whether a revolution holds after it."""
    record = counted.record
    event = record.event
    assert isinstance(event, Played | Passed | Sanctioned)
    return Move(
        seq=record.seq,
        player=event.player,
        kind={Played: "play", Passed: "pass", Sanctioned: "sanction"}[type(event)],  # type: ignore[arg-type]
        cards=event.cards if isinstance(event, Played) else (),
        effects=effects_of(
            rules,
            counted,
            event.player,
            _places_then(manche, counted, event.player),
            seats=len(manche.order),
            reversed_now=reversed_now,
        ),
        stood_in=is_stand_in(event),
        overruled=() if isinstance(event, Sanctioned) else violations_of(rules, event.overruled),
        reason=None if isinstance(event, Sanctioned) else event.reason,
    )


def violations_of(rules: Rules, codes: Sequence[str]) -> tuple[ViolationView, ...]:
    """Violations by their codes, with the clause each breaks."""
    return tuple(ViolationView(code, rules.clauses.get(code, "")) for code in codes)


def _places_then(manche: Manche, counted: Counted, player: str) -> Mapping[str, int]:
    """The places of a player who acted and of those who left by it, by the names of that time (Z24)."""
    seq = counted.record.seq
    return {name: manche.places.get(manche.who_sits_for(name, seq), 0) for name in (player, *counted.left)}


def play_entry(manche: Manche, player: str, card: int) -> Record | None:
    """The entry that shows the play of a card from the seat of a player, if it was played there (Z24)."""
    for counted in manche.moves:
        record = counted.record
        if (
            isinstance(record.event, Played)
            and card in record.event.cards
            and manche.made_by(record) == player
        ):
            return record
    return None
