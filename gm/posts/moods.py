"""What a phrase or a pass is by the words around it: a move, a possibility, or talk.

A post is a row of clauses, cut at signs, at `donc` and `puis`, and where the author begins anew with `je`.
In its clause a phrase is a move after a verb of playing or among harmless words alone; somebody else's
cards, praise, rules, the past, a negation or a question make talk of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from gm.posts.lexicon import Role
from gm.posts.phrases import Phrase
from gm.posts.tokens import Token

BREAKS: Final = (Role.STOP, Role.QUESTION, Role.COMMA, Role.COLON, Role.OPEN, Role.CLOSE)
HARMLESS: Final = frozenset(
    {
        *(Role.FILLER, Role.ARTICLE, Role.DEFINITE, Role.OF, Role.JOIN, Role.ME, Role.SO, Role.THEN),
        *(Role.PLAY, Role.TO_PLAY, Role.OPENING, Role.PASS, Role.TO_PASS, Role.WILL, Role.MUST, Role.EDIT),
        *(Role.PARTS, Role.CARD, Role.TURN, Role.SIZE, Role.TIMES, *BREAKS),
    }
)
VERBS: Final = (Role.PLAY, Role.OPENING)


class Mood(Enum):
    """What a phrase is, by the words around it."""

    MOVE = auto()
    UNSURE = auto()
    """A move if the moderator says so."""
    POSSIBLE = auto()
    """The author speaks of what they might do."""
    TALK = auto()


@dataclass(slots=True)
class Clause:
    """The words of one clause: from `first` to `last` excluded, with the phrases that begin in it."""

    first: int
    last: int
    phrases: list[Phrase] = field(default_factory=list)
    asked: bool = False
    """Ends with a question mark."""
    questioned: bool = False
    """Stands in a sentence that does."""


def clauses_of(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> list[Clause]:
    """The post cut into clauses; a phrase is never cut."""
    clauses = [Clause(0, 0)]
    waiting = list(reversed(phrases))
    at = 0
    while at < len(tokens):
        token = tokens[at]
        clause = clauses[-1]
        if waiting and waiting[-1].first == at:
            clause.phrases.append(waiting.pop())
            at = clause.phrases[-1].last
            clause.last = at
        elif token.has(*BREAKS):
            clause.last = at
            clause.asked = token.has(Role.QUESTION)
            at += 1
            clauses.append(Clause(at, at))
        elif _begins_clause(tokens, at, clause):
            clauses.append(Clause(at, at + 1))
            at += 1
        else:
            at += 1
            clause.last = at
    _spread_questions(tokens, clauses)
    return clauses


def _spread_questions(tokens: Sequence[Token], clauses: Sequence[Clause]) -> None:
    questioned = False
    for clause in reversed(clauses):
        ended = clause.last < len(tokens) and tokens[clause.last].has(Role.STOP)
        questioned = clause.asked or (questioned and not ended)
        clause.questioned = questioned


def _begins_clause(tokens: Sequence[Token], at: int, clause: Clause) -> bool:
    if at == clause.first:
        return False
    if tokens[at].has(Role.SO, Role.THEN):
        return True
    return tokens[at].has(Role.ME) and not tokens[at - 1].has(
        Role.HESITATE, Role.THAT, Role.SO, Role.THEN, Role.EDIT
    )


def is_introduced_as_talk(tokens: Sequence[Token], clause: Clause) -> bool:
    """`mot : as de pique`, `exemple : double 8`."""
    if clause.first < 2 or not tokens[clause.first - 1].has(Role.COLON):
        return False
    return tokens[clause.first - 2].has(Role.TALK)


def mood_of(
    tokens: Sequence[Token], clause: Clause, phrase: Phrase, before: set[Role], *, unknown: bool
) -> Mood:
    verb = not before.isdisjoint(VERBS) or {Role.WILL, Role.TO_PLAY} <= before
    after = [tokens[at] for at in range(phrase.last, min(clause.last, phrase.last + 4))]
    own = verb and Role.ME in before
    if Role.OTHER in before or (Role.TALK in before and not own):
        return Mood.TALK
    if Role.HESITATE in before or any(token.has(Role.HESITATE) for token in after[:2]):
        return Mood.TALK if clause.questioned else Mood.POSSIBLE
    if Role.NOT in before or Role.NE in before:
        return Mood.TALK
    if Role.OWN in before and not verb:
        return Mood.TALK if phrase.bare else Mood.POSSIBLE
    if clause.asked:
        alone = not unknown and not after
        return Mood.POSSIBLE if alone or own else Mood.TALK
    if after and after[0].has(Role.PAST, Role.TALK, Role.OTHER) and not after[0].has(Role.OF, Role.FILLER):
        return Mood.TALK
    if Role.PASS in before:
        return Mood.UNSURE
    if verb:
        return Mood.UNSURE if unknown and Role.ME not in before else Mood.MOVE
    if unknown:
        return Mood.TALK if phrase.bare or not _is_sure(phrase) else Mood.UNSURE
    if phrase.bare and after and not after[0].sense.known:
        return Mood.TALK
    if phrase.definite and after and not after[0].has(Role.FILLER):
        return Mood.UNSURE
    return Mood.MOVE


def _is_sure(phrase: Phrase) -> bool:
    return phrase.counted or all(card.suit is not None for card in phrase.cards)


def is_past(tokens: Sequence[Token], at: int) -> bool:
    """`ai joué`, `bien joué`, folded to `joue`: no verb of a move."""
    return at > 0 and tokens[at].has(*VERBS, Role.PASS) and tokens[at - 1].has(Role.PAST)


def pass_mood_of(
    tokens: Sequence[Token], clause: Clause, at: int, before: set[Role], *, strange: bool
) -> Mood:
    after = tokens[at + 1] if at + 1 < clause.last else None
    if Role.OTHER in before or is_past(tokens, at) or clause.asked:
        return Mood.TALK
    if Role.TALK in before and not tokens[at - 1].has(Role.ME):
        return Mood.TALK
    if after is not None and after.has(Role.NOT):
        return Mood.TALK
    if _is_negated(tokens, clause, at) or _passes_something(tokens, clause, at):
        return Mood.TALK
    if tokens[at].has(Role.TO_PASS) and {Role.NE, Role.HESITATE} <= before and tokens[at - 1].has(Role.THAT):
        return Mood.MOVE
    if Role.HESITATE in before:
        return Mood.TALK if clause.questioned else Mood.POSSIBLE
    if tokens[at].has(Role.TO_PASS):
        alone = at == clause.first and (after is None or after.has(Role.TURN, *BREAKS))
        if alone and not strange:
            return Mood.MOVE
        meant = not before.isdisjoint({Role.WILL, Role.MUST}) and Role.NE not in before
        return Mood.MOVE if meant else Mood.TALK
    if after is not None and after.has(Role.HESITATE):
        return Mood.POSSIBLE
    mine = Role.ME in before
    if not mine and (strange or (at > clause.first and tokens[at - 1].has(Role.NUMBERED))):
        return Mood.TALK
    return Mood.MOVE


def _is_negated(tokens: Sequence[Token], clause: Clause, at: int) -> bool:
    """`ne passe`, `pas passer`, `not pass`: a negation that bears on the pass itself."""
    near = tokens[max(clause.first, at - 2) : at]
    if any(token.has(Role.NE) for token in near[-1:]):
        return True
    return any(token.has(Role.NOT) for token in near)


def _passes_something(tokens: Sequence[Token], clause: Clause, at: int) -> bool:
    """`je passe une bonne soirée`: what follows is passed, unless it is the turn."""
    following = tokens[at + 1 : min(clause.last, at + 3)]
    if not following or not following[0].has(Role.NOT_A_PASS):
        return False
    return following[0].has(Role.OTHER) or not any(token.has(Role.TURN) for token in following)
