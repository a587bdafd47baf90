"""Fourth stage: which of the cards and passes named are moves of the author, and what must be asked.

A post is a row of clauses; `Role`s of the words around a phrase in its clause decide:

- a verb of playing, or nothing but harmless words: a move;
- somebody else's cards, praise, rules, the past, a negation, a question: talk, neither claim nor doubt;
- one's own possible cards (`j'hésite`, `j'ai`, `peut-être`): no claim, and the post is `ambiguous` when it
  states no move beside;
- words of which nothing is known: a claim that must be asked about, or talk for a mere numeral;
- a move without its cards (`je pose un double`): `unreadable`.

Moves said twice are one, the fuller wording kept. Two different moves are a chain, without doubt, when the
second is said to open (`puis`, `j'ouvre avec`) or follows nothing but twos or a carré, and the post holds no
sign of a change of mind; else both are given and the post is `ambiguous`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import pairwise
from typing import Final, NamedTuple

from gm.cards import RANKS
from gm.posts.claims import Claim, Doubt, Kind, NamedCard, Reading
from gm.posts.lexicon import Role
from gm.posts.phrases import Phrase, names_exception, phrases_of
from gm.posts.words import Token

_NEAR: Final = 4
_TWO: Final = RANKS.index("2")
_BREAKS: Final = (Role.STOP, Role.QUESTION, Role.COMMA, Role.COLON, Role.OPEN, Role.CLOSE)
_HARMLESS: Final = frozenset(
    {
        *(Role.FILLER, Role.ARTICLE, Role.DEFINITE, Role.OF, Role.JOIN, Role.ME, Role.SO, Role.THEN),
        *(Role.PLAY, Role.TO_PLAY, Role.OPENING, Role.PASS, Role.TO_PASS, Role.WILL, Role.MUST, Role.EDIT),
        *(Role.PARTS, Role.CARD, Role.TURN, Role.SIZE, Role.TIMES, *_BREAKS),
    }
)
_VERBS: Final = (Role.PLAY, Role.OPENING)


class _Mood(Enum):
    """What a phrase is, by the words around it."""

    MOVE = auto()
    UNSURE = auto()
    """A move if the moderator says so."""
    POSSIBLE = auto()
    """The author speaks of what they might do."""
    TALK = auto()


class _Move(NamedTuple):
    kind: Kind
    cards: tuple[NamedCard, ...]
    first: int
    last: int
    doubt: Doubt | None
    opens: bool = False


@dataclass(slots=True)
class _Clause:
    """The words of one clause: from `first` to `last` excluded, with the phrases that begin in it."""

    first: int
    last: int
    phrases: list[Phrase] = field(default_factory=list)
    asked: bool = False
    """Ends with a question mark."""
    questioned: bool = False
    """Stands in a sentence that does."""


def reading_of(text: str, tokens: Sequence[Token]) -> Reading:
    """The claims of a post's tokens and its doubt; `text` is the post that their spans index."""
    moves: list[_Move] = []
    possible = incomplete = garbled = opening = False
    for clause in _clauses(tokens, phrases_of(tokens)):
        found = _moves_of(tokens, clause, opening=opening)
        opening = found.opening if not found.moves else False
        moves += found.moves
        possible = possible or found.possible
        incomplete = incomplete or found.incomplete
        garbled = garbled or found.garbled
    distinct = _distinct(moves)
    doubt = _doubt(distinct, edited=any(token.has(Role.EDIT) for token in tokens))
    if not distinct:
        doubt = "unreadable" if incomplete else "ambiguous" if possible else None
    elif doubt is None and garbled:
        doubt = "unreadable"
    elif doubt is None and any(names_exception(tokens, at) for at in range(len(tokens))):
        doubt = "ambiguous"
    return Reading(tuple(_claim(text, tokens, move) for move in distinct), doubt)


def _claim(text: str, tokens: Sequence[Token], move: _Move) -> Claim:
    span = (tokens[move.first].start, tokens[move.last - 1].end)
    return Claim(move.kind, move.cards, span, text[slice(*span)], fuzzy=False)


def _clauses(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> list[_Clause]:
    """The post cut into clauses; a phrase is never cut."""
    clauses = [_Clause(0, 0)]
    waiting = list(reversed(phrases))
    at = 0
    while at < len(tokens):
        token = tokens[at]
        clause = clauses[-1]
        if waiting and waiting[-1].first == at:
            clause.phrases.append(waiting.pop())
            at = clause.phrases[-1].last
            clause.last = at
        elif token.has(*_BREAKS):
            clause.last = at
            clause.asked = token.has(Role.QUESTION)
            at += 1
            clauses.append(_Clause(at, at))
        elif _begins_clause(tokens, at, clause):
            clauses.append(_Clause(at, at + 1))
            at += 1
        else:
            at += 1
            clause.last = at
    _spread_questions(tokens, clauses)
    return clauses


def _spread_questions(tokens: Sequence[Token], clauses: Sequence[_Clause]) -> None:
    questioned = False
    for clause in reversed(clauses):
        ended = clause.last < len(tokens) and tokens[clause.last].has(Role.STOP)
        questioned = clause.asked or (questioned and not ended)
        clause.questioned = questioned


def _begins_clause(tokens: Sequence[Token], at: int, clause: _Clause) -> bool:
    if at == clause.first:
        return False
    if tokens[at].has(Role.SO, Role.THEN):
        return True
    return tokens[at].has(Role.ME) and not tokens[at - 1].has(
        Role.HESITATE, Role.THAT, Role.SO, Role.THEN, Role.EDIT
    )


class _Found(NamedTuple):
    moves: list[_Move]
    possible: bool
    incomplete: bool
    garbled: bool
    """A card is named with a word for its suit that nobody knows."""
    opening: bool


def _moves_of(tokens: Sequence[Token], clause: _Clause, *, opening: bool) -> _Found:
    """The moves of one clause, read from left to right; `opening`: the clause before said `j'ouvre`."""
    moves: list[_Move] = []
    possible = incomplete = garbled = False
    before: set[Role] = {Role.TALK} if _is_introduced_as_talk(tokens, clause) else set()
    unknown = strange = False
    at = clause.first
    for phrase in [*clause.phrases, None]:
        stop = phrase.first if phrase else clause.last
        for here in range(at, stop):
            token = tokens[here]
            if token.has(Role.PASS, Role.TO_PASS):
                mood = _pass_mood(tokens, clause, here, before, strange=strange)
                possible = possible or mood is _Mood.POSSIBLE
                if mood in (_Mood.MOVE, _Mood.UNSURE):
                    moves.append(_pass(tokens, clause, here, None if mood is _Mood.MOVE else "ambiguous"))
            before |= {Role.TALK} if _is_past(tokens, here) else token.sense.roles
            strange = strange or not token.sense.known
            unknown = unknown or _HARMLESS.isdisjoint(token.sense.roles)
        opening = opening or Role.OPENING in before or Role.THEN in before
        if phrase is None:
            break
        mood = _mood(tokens, clause, phrase, before, unknown=unknown)
        possible = possible or mood is _Mood.POSSIBLE
        if phrase.doubt == "unreadable":
            incomplete = incomplete or mood is _Mood.MOVE
            garbled = garbled or (mood is _Mood.MOVE and bool(phrase.cards))
        elif mood in (_Mood.MOVE, _Mood.UNSURE):
            doubt = "ambiguous" if mood is _Mood.UNSURE else phrase.doubt
            moves += _plays(phrase, opening=opening, doubt=doubt)
            opening = False
        at = phrase.last
    if not clause.phrases and not moves and _names_no_card(tokens, clause, before):
        incomplete = True
    return _Found(moves, possible, incomplete, garbled, opening)


def _is_introduced_as_talk(tokens: Sequence[Token], clause: _Clause) -> bool:
    """`mot : as de pique`, `exemple : double 8`."""
    if clause.first < 2 or not tokens[clause.first - 1].has(Role.COLON):
        return False
    return tokens[clause.first - 2].has(Role.TALK)


def _plays(phrase: Phrase, *, opening: bool, doubt: Doubt | None) -> list[_Move]:
    readings = [phrase.cards, phrase.other] if phrase.other else [phrase.cards]
    return [_Move("play", cards, phrase.first, phrase.last, doubt, opens=opening) for cards in readings]


def _mood(
    tokens: Sequence[Token], clause: _Clause, phrase: Phrase, before: set[Role], *, unknown: bool
) -> _Mood:
    verb = not before.isdisjoint(_VERBS) or {Role.WILL, Role.TO_PLAY} <= before
    after = [tokens[at] for at in range(phrase.last, min(clause.last, phrase.last + 4))]
    own = verb and Role.ME in before
    if Role.OTHER in before or (Role.TALK in before and not own):
        return _Mood.TALK
    if Role.HESITATE in before or any(token.has(Role.HESITATE) for token in after[:2]):
        return _Mood.TALK if clause.questioned else _Mood.POSSIBLE
    if Role.NOT in before or Role.NE in before:
        return _Mood.TALK
    if Role.OWN in before and not verb:
        return _Mood.TALK if phrase.bare else _Mood.POSSIBLE
    if clause.asked:
        alone = not unknown and not after
        return _Mood.POSSIBLE if alone or own else _Mood.TALK
    if after and after[0].has(Role.PAST, Role.TALK, Role.OTHER) and not after[0].has(Role.OF, Role.FILLER):
        return _Mood.TALK
    if Role.PASS in before:
        return _Mood.UNSURE
    if verb:
        return _Mood.UNSURE if unknown and Role.ME not in before else _Mood.MOVE
    if unknown:
        return _Mood.TALK if phrase.bare or not _is_sure(phrase) else _Mood.UNSURE
    if phrase.bare and after and not after[0].sense.known:
        return _Mood.TALK
    if phrase.definite and after and not after[0].has(Role.FILLER):
        return _Mood.UNSURE
    return _Mood.MOVE


def _is_sure(phrase: Phrase) -> bool:
    return phrase.counted or all(card.suit is not None for card in phrase.cards)


def _names_no_card(tokens: Sequence[Token], clause: _Clause, before: set[Role]) -> bool:
    """Whether the clause plays something without a rank: a card, a suit."""
    if before.isdisjoint(_VERBS) or clause.asked:
        return False
    if not before.isdisjoint({Role.OTHER, Role.TALK, Role.HESITATE, Role.NOT, Role.NE, Role.OWN}):
        return False
    words = tokens[clause.first : clause.last]
    return any(token.has(Role.CARD) or (token.sense.suits and not token.sense.letter) for token in words)


def _is_past(tokens: Sequence[Token], at: int) -> bool:
    """`ai joué`, `bien joué`, folded to `joue`: no verb of a move."""
    return at > 0 and tokens[at].has(*_VERBS, Role.PASS) and tokens[at - 1].has(Role.PAST)


def _pass_mood(
    tokens: Sequence[Token], clause: _Clause, at: int, before: set[Role], *, strange: bool
) -> _Mood:
    after = tokens[at + 1] if at + 1 < clause.last else None
    if Role.OTHER in before or _is_past(tokens, at) or clause.asked:
        return _Mood.TALK
    if Role.TALK in before and not tokens[at - 1].has(Role.ME):
        return _Mood.TALK
    if after is not None and after.has(Role.NOT):
        return _Mood.TALK
    if _is_negated(tokens, clause, at) or _passes_something(tokens, clause, at):
        return _Mood.TALK
    if tokens[at].has(Role.TO_PASS) and {Role.NE, Role.HESITATE} <= before and tokens[at - 1].has(Role.THAT):
        return _Mood.MOVE
    if Role.HESITATE in before:
        return _Mood.TALK if clause.questioned else _Mood.POSSIBLE
    if tokens[at].has(Role.TO_PASS):
        meant = not before.isdisjoint({Role.WILL, Role.MUST}) and Role.NE not in before
        return _Mood.MOVE if meant else _Mood.TALK
    if after is not None and after.has(Role.HESITATE):
        return _Mood.POSSIBLE
    mine = Role.ME in before
    if not mine and (strange or (at > clause.first and tokens[at - 1].has(Role.NUMBERED))):
        return _Mood.TALK
    return _Mood.MOVE


def _is_negated(tokens: Sequence[Token], clause: _Clause, at: int) -> bool:
    """`ne passe`, `pas passer`, `not pass`: a negation that bears on the pass itself."""
    near = tokens[max(clause.first, at - 2) : at]
    if any(token.has(Role.NE) for token in near[-1:]):
        return True
    return any(token.has(Role.NOT) for token in near)


def _passes_something(tokens: Sequence[Token], clause: _Clause, at: int) -> bool:
    """`je passe une bonne soirée`: what follows is passed, unless it is the turn."""
    following = tokens[at + 1 : min(clause.last, at + 3)]
    if not following or not following[0].has(Role.NOT_A_PASS):
        return False
    return following[0].has(Role.OTHER) or not any(token.has(Role.TURN) for token in following)


def _pass(tokens: Sequence[Token], clause: _Clause, at: int, doubt: Doubt | None) -> _Move:
    first = at
    while first > clause.first and tokens[first - 1].has(Role.ME, Role.WILL, Role.MUST):
        first -= 1
    last = at + 1
    while last < clause.last and last < at + 3 and tokens[last].has(Role.TURN, Role.ARTICLE, Role.DEFINITE):
        last += 1
    return _Move("pass", (), first, last, doubt)


def _distinct(moves: Sequence[_Move]) -> list[_Move]:
    """The moves without repetitions; of two wordings of one move the fuller is kept, in the first's place."""
    kept: list[_Move] = []
    for move in moves:
        near = range(max(0, len(kept) - _NEAR), len(kept))
        same = next((at for at in near if _same(kept[at], move)), None)
        if same is None or move.opens:
            kept.append(move)
        elif _named(move) > _named(kept[same]):
            kept[same] = move._replace(opens=kept[same].opens, doubt=kept[same].doubt or move.doubt)
    return kept


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
