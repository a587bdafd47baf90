"""The moves of one post together: one said twice, a chain that the rules allow, or a doubt.

Moves said twice are one, the fuller wording kept. Plays are a chain when each but the last closes the tour
by itself, whatever lies on the pile (twos, a carré: Z11, Z14), is said to close it (`je ferme le tour`), or
is followed by what is said to open (`j'ouvre avec`); and when the post holds no sign of a change of mind.
Else all of them are given and the post is `ambiguous`.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from gm.cards import RANKS, NamedCard
from gm.posts.claims import Doubt, Kind
from gm.posts.clauses import BREAKS
from gm.posts.lexicon import Role
from gm.posts.tokens import Token

_LONG: Final = 20
_NEAR: Final = 4
_ALL: Final = 4
_TWO: Final = RANKS.index("2")


class Move(NamedTuple):
    """A move read in the tokens `first` up to `last` excluded."""

    kind: Kind
    cards: tuple[NamedCard, ...]
    first: int
    last: int
    doubt: Doubt | None = None
    fuzzy: bool = False
    stands: bool = False
    opens: bool = False
    """Said to open a tour: `j'ouvre avec`."""
    next: bool = False
    """Said to come after another move: `puis`."""
    closed: bool = False
    """Between the move before and this one the tour is said to be closed."""


def distinct(tokens: Sequence[Token], moves: Sequence[Move]) -> list[Move]:
    """The moves without repetitions; of two wordings of one move the fuller is kept, in the first's place."""
    kept: list[Move] = []
    for at, move in enumerate(moves):
        near = range(max(0, len(kept) - _NEAR), len(kept))
        same = next((to for to in near if _same(kept[to], move)), None)
        if same is None or move.opens or move.next:
            kept.append(move)
            continue
        fuller, other = (move, kept[same]) if _named(move) > _named(kept[same]) else (kept[same], move)
        doubt = _doubt_of_both(fuller, other)
        apart = kept[same] is not kept[-1] and _named(move) < len(move.cards)
        if apart or _may_be_more(tokens, moves[at - 1], move):
            doubt = doubt or "ambiguous"
        stands = move.stands or kept[same].stands
        kept[same] = fuller._replace(opens=kept[same].opens, doubt=doubt, stands=stands)
    if any(before.first > after.first for before, after in pairwise(kept)):
        # A fuller wording of an earlier move stands behind another move: in what order, is asked.
        kept.sort(key=lambda move: move.first)
        kept = [move._replace(doubt=move.doubt or "ambiguous") for move in kept]
    return kept


def without_comments(tokens: Sequence[Token], moves: Sequence[Move]) -> list[Move]:
    """The moves, of which cards that the author speaks of before a clear `je passe` are none.

    `Un triple valet, je ne suis pas près de suivre. Je passe`: their suits are not said, and their sentence
    holds a negation and no verb of playing.
    """
    *plays, last = moves
    mine = any(token.has(Role.ME) for token in tokens[last.first : last.last])
    if last.kind != "pass" or last.doubt or not mine or not all(_is_comment(tokens, play) for play in plays):
        return list(moves)
    return [last]


def _is_comment(tokens: Sequence[Token], play: Move) -> bool:
    if play.kind == "pass" or _named(play) == len(play.cards):
        return False
    first, last = play.first, play.last
    while first > 0 and play.first - first < _LONG and not tokens[first - 1].has(Role.STOP):
        first -= 1
    while last < len(tokens) and last - play.last < _LONG and not tokens[last].has(Role.STOP):
        last += 1
    words = [*tokens[first : play.first], *tokens[play.last : last]]
    denied = any(token.has(Role.NE, Role.NOT) for token in words)
    return denied and not any(token.has(Role.PLAY, Role.OPENING, Role.CLOSING) for token in words)


def _doubt_of_both(fuller: Move, other: Move) -> Doubt | None:
    """What a vaguer wording leaves open, a full one says: it is asked when all that say as much must be."""
    if _named(other) < _named(fuller):
        return fuller.doubt
    if _named(fuller) == len(fuller.cards):
        return fuller.doubt and other.doubt
    return fuller.doubt or other.doubt


def _may_be_more(tokens: Sequence[Token], before: Move, move: Move) -> bool:
    """Whether a second mention may be a second card: `roi` and `roi` on two lines, but not `7♥`, twice."""
    if "pass" in (before.kind, move.kind) or not _same(before, move):
        return False
    between = tokens[before.last : move.first]
    if not all(token.has(*BREAKS) for token in between):
        return False
    if _named(move) == _named(before):
        return _named(move) < len(move.cards)
    return _named(move) < _named(before) or all(token.text == "\n" for token in between)


def _same(one: Move, two: Move) -> bool:
    if "pass" in (one.kind, two.kind):
        return one.kind == two.kind
    ranks = [card.rank for card in two.cards]
    # `Carré. De trois. Oui, de trois.`: after all four none is left.
    all_four = len(one.cards) == _ALL and {card.rank for card in one.cards} == set(ranks)
    if not all_four and [card.rank for card in one.cards] != ranks:
        return False
    few, many = sorted((set(_suits(one)), set(_suits(two))), key=len)
    return few <= many


def _suits(move: Move) -> list[int]:
    return [card.suit for card in move.cards if card.suit is not None]


def _named(move: Move) -> int:
    return len(_suits(move))


def doubt_of(tokens: Sequence[Token], moves: Sequence[Move]) -> Doubt | None:
    """What must be asked of these moves: one of them is doubtful, or together they are no chain."""
    for move in moves:
        if move.doubt is not None:
            return move.doubt
    if len(moves) < 2:
        return None
    chained = all(_follows(before, after) for before, after in pairwise(moves))
    return None if chained and not _is_changed(tokens, moves[0].first) else "ambiguous"


def _follows(before: Move, after: Move) -> bool:
    if "pass" in (before.kind, after.kind):
        return False
    return after.opens or after.closed or _closes(before)


def _closes(move: Move) -> bool:
    return len(move.cards) == 4 or all(card.rank == _TWO for card in move.cards)


def _is_changed(tokens: Sequence[Token], first: int) -> bool:
    """`Edit :` anywhere, or after the first move a word that takes something back."""
    return any(
        token.has(Role.EDIT) or (at > first and token.has(Role.RETRACT) and not _is_apology(tokens, at))
        for at, token in enumerate(tokens)
    )


def _is_apology(tokens: Sequence[Token], at: int) -> bool:
    """`pardon pour l'attente`, `sorry, I was away`: for something else than the move."""
    if tokens[at].text in ("non", "nan", "no", "nope", "finalement", "plutot", "instead", "rather"):
        return False
    following = [token for token in tokens[at + 1 : at + 4] if not token.has(Role.COMMA)]
    if len(following) < 2:
        return False
    return following[0].has(Role.OF, Role.FILLER) or (
        following[0].has(Role.ME) and following[1].has(Role.PAST)
    )
