"""Fourth stage: which of the cards and passes named are moves of the author, and what must be asked.

The words around a phrase in its clause decide (`moods`):

- a verb of playing, or nothing but harmless words: a move;
- somebody else's cards, praise, rules, the past, a negation, a question: talk, neither claim nor doubt;
- one's own possible cards (`j'hésite`, `j'ai`, `peut-être`): no claim, and the post is `ambiguous` when it
  states no move beside;
- words of which nothing is known: a claim that must be asked about, or talk for a mere numeral;
- a move without its cards (`je pose un double`): `unreadable`.

Moves said twice are one, the fuller wording kept. Two different moves are a chain, without doubt, when the
second is said to open (`puis`, `j'ouvre avec`) or follows nothing but twos or a carré, and the post holds no
sign of a change of mind; else both are given and the post is `ambiguous`. So is a move beside which something
like a card was not read (`leftovers`): a part of a move is never taken for the whole.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from gm.cards import RANKS, NamedCard
from gm.posts.claims import Claim, Doubt, Kind, Reading
from gm.posts.leftovers import is_part_unread
from gm.posts.lexicon import Role
from gm.posts.moods import (
    BREAKS,
    HARMLESS,
    VERBS,
    Clause,
    Mood,
    clauses_of,
    is_introduced_as_talk,
    is_past,
    mood_of,
    pass_mood_of,
)
from gm.posts.phrases import Phrase, phrases_of
from gm.posts.suits import names_exception
from gm.posts.tokens import Token

_NEAR: Final = 4
_TWO: Final = RANKS.index("2")


class _Move(NamedTuple):
    kind: Kind
    cards: tuple[NamedCard, ...]
    first: int
    last: int
    doubt: Doubt | None
    opens: bool = False


def reading_of(text: str, tokens: Sequence[Token]) -> Reading:
    """The claims of a post's tokens and its doubt; `text` is the post that their spans index."""
    moves: list[_Move] = []
    missing: list[int] = []
    possible = incomplete = garbled = opening = False
    for clause in clauses_of(tokens, phrases_of(tokens)):
        found = _moves_of(tokens, clause, opening=opening)
        opening = found.opening if not found.moves else False
        moves += found.moves
        possible = possible or found.possible
        incomplete = incomplete or found.incomplete
        garbled = garbled or found.garbled
        missing += found.missing
    distinct = _distinct(tokens, moves)
    if any(before.first > after.first for before, after in pairwise(distinct)):
        # A fuller wording of an earlier move stands behind another move: in what order, is asked.
        distinct.sort(key=lambda move: move.first)
        distinct = [move._replace(doubt=move.doubt or "ambiguous") for move in distinct]
    sizes = {len(move.cards) for move in distinct}
    doubt = _doubt(distinct, edited=any(token.has(Role.EDIT) for token in tokens))
    if not distinct:
        doubt = "unreadable" if incomplete else "ambiguous" if possible else None
    elif doubt is None and (garbled or not sizes.issuperset(missing)):
        doubt = "unreadable"
    elif doubt is None:
        played = [(move.first, move.last) for move in moves if move.kind == "play"]
        excepted = any(names_exception(tokens, at) for at in range(len(tokens)))
        doubt = "ambiguous" if excepted or is_part_unread(tokens, played) else None
    return Reading(tuple(_claim(text, tokens, move) for move in distinct), doubt)


def _claim(text: str, tokens: Sequence[Token], move: _Move) -> Claim:
    span = (tokens[move.first].start, tokens[move.last - 1].end)
    return Claim(move.kind, move.cards, span, text[slice(*span)], fuzzy=False)


class _Found(NamedTuple):
    moves: list[_Move]
    possible: bool
    incomplete: bool
    garbled: bool
    """A card is named with a word for its suit that nobody knows."""
    missing: list[int]
    """Numbers of cards said without saying which."""
    opening: bool


def _moves_of(tokens: Sequence[Token], clause: Clause, *, opening: bool) -> _Found:
    """The moves of one clause, read from left to right; `opening`: the clause before said `j'ouvre`."""
    moves: list[_Move] = []
    missing: list[int] = []
    possible = incomplete = garbled = False
    before: set[Role] = {Role.TALK} if is_introduced_as_talk(tokens, clause) else set()
    unknown = strange = False
    at = clause.first
    for phrase in [*clause.phrases, None]:
        stop = phrase.first if phrase else clause.last
        for here in range(at, stop):
            token = tokens[here]
            if token.has(Role.PASS, Role.TO_PASS):
                mood = pass_mood_of(tokens, clause, here, before, strange=strange)
                possible = possible or mood is Mood.POSSIBLE
                if mood in (Mood.MOVE, Mood.UNSURE):
                    moves.append(_pass(tokens, clause, here, None if mood is Mood.MOVE else "ambiguous"))
            before |= {Role.TALK} if is_past(tokens, here) else token.sense.roles
            strange = strange or not token.sense.known
            unknown = unknown or HARMLESS.isdisjoint(token.sense.roles)
        opening = opening or Role.OPENING in before or Role.THEN in before
        if phrase is None:
            break
        mood = mood_of(tokens, clause, phrase, before, unknown=unknown)
        possible = possible or mood is Mood.POSSIBLE
        if phrase.doubt == "unreadable":
            incomplete = incomplete or mood is Mood.MOVE
            garbled = garbled or (mood is Mood.MOVE and bool(phrase.cards))
            if mood is Mood.MOVE and phrase.missing is not None:
                missing.append(phrase.missing)
        elif mood in (Mood.MOVE, Mood.UNSURE):
            doubt = "ambiguous" if mood is Mood.UNSURE else phrase.doubt
            moves += _plays(phrase, opening=opening, doubt=doubt)
            opening = False
        at = phrase.last
    if not clause.phrases and not moves and _names_no_card(tokens, clause, before):
        incomplete = True
        if tokens[clause.last - 1].dismissed:
            missing.append(0)
    return _Found(moves, possible, incomplete, garbled, missing, opening)


def _plays(phrase: Phrase, *, opening: bool, doubt: Doubt | None) -> list[_Move]:
    readings = [phrase.cards, phrase.other] if phrase.other else [phrase.cards]
    return [_Move("play", cards, phrase.first, phrase.last, doubt, opens=opening) for cards in readings]


def _names_no_card(tokens: Sequence[Token], clause: Clause, before: set[Role]) -> bool:
    """Whether the clause plays something without a rank: a card, a suit."""
    if before.isdisjoint(VERBS) or clause.asked:
        return False
    if not before.isdisjoint({Role.OTHER, Role.TALK, Role.HESITATE, Role.NOT, Role.NE, Role.OWN}):
        return False
    words = tokens[clause.first : clause.last]
    if len(words) > 1 and words[-1].dismissed and words[-2].has(*VERBS):
        return True
    return any(token.has(Role.CARD) or (token.sense.suits and not token.sense.letter) for token in words)


def _pass(tokens: Sequence[Token], clause: Clause, at: int, doubt: Doubt | None) -> _Move:
    first = at
    while first > clause.first and tokens[first - 1].has(Role.ME, Role.WILL, Role.MUST):
        first -= 1
    last = at + 1
    while last < clause.last and last < at + 3 and tokens[last].has(Role.TURN, Role.ARTICLE, Role.DEFINITE):
        last += 1
    return _Move("pass", (), first, last, doubt)


def _distinct(tokens: Sequence[Token], moves: Sequence[_Move]) -> list[_Move]:
    """The moves without repetitions; of two wordings of one move the fuller is kept, in the first's place."""
    kept: list[_Move] = []
    for at, move in enumerate(moves):
        near = range(max(0, len(kept) - _NEAR), len(kept))
        same = next((to for to in near if _same(kept[to], move)), None)
        if same is None or move.opens:
            kept.append(move)
            continue
        doubt = kept[same].doubt or move.doubt
        apart = kept[same] is not kept[-1] and _named(move) < len(move.cards)
        if apart or _may_be_more(tokens, moves[at - 1], move):
            doubt = doubt or "ambiguous"
        fuller = move if _named(move) > _named(kept[same]) else kept[same]
        kept[same] = fuller._replace(opens=kept[same].opens, doubt=doubt)
    return kept


def _may_be_more(tokens: Sequence[Token], before: _Move, move: _Move) -> bool:
    """Whether a second mention may be a second card: `roi` and `roi` on two lines, but not `7♥`, twice."""
    if "pass" in (before.kind, move.kind) or not _same(before, move):
        return False
    between = tokens[before.last : move.first]
    if not all(token.has(*BREAKS) for token in between):
        return False
    if _named(move) == _named(before):
        return _named(move) < len(move.cards)
    return _named(move) < _named(before) or all(token.text == "\n" for token in between)


def _same(one: _Move, two: _Move) -> bool:
    if "pass" in (one.kind, two.kind):
        return one.kind == two.kind
    if [card.rank for card in one.cards] != [card.rank for card in two.cards]:
        return False
    few, many = sorted((set(_suits(one)), set(_suits(two))), key=len)
    return few <= many


def _suits(move: _Move) -> list[int]:
    return [card.suit for card in move.cards if card.suit is not None]


def _named(move: _Move) -> int:
    return len(_suits(move))


def _doubt(moves: Sequence[_Move], *, edited: bool) -> Doubt | None:
    for move in moves:
        if move.doubt is not None:
            return move.doubt
    if len(moves) < 2:
        return None
    chained = all(
        before.kind == after.kind == "play" and (after.opens or _closes(before))
        for before, after in pairwise(moves)
    )
    return None if chained and not edited else "ambiguous"


def _closes(move: _Move) -> bool:
    """Whether this play closes a tour outside a revolution, whatever lies on the pile (Z11, Z14)."""
    return len(move.cards) == 4 or all(card.rank == _TWO for card in move.cards)
