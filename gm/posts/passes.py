"""Passes: what a pass is by the words around it, which words it rests on, and whether it stands.

`je passe` is judged like cards (`moods`), and by what follows: a turn is passed, not an evening. Who plays
nothing passes too (`je ne joue pas`), who cannot play perhaps does (`je n'ai rien`). Until the end of the
tour a pass stands (`jusqu'à la fin du tour`); for longer, or until another day, is asked.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from gm.posts.chains import Move
from gm.posts.claims import Doubt
from gm.posts.clauses import BREAKS, Clause
from gm.posts.lexicon import Role
from gm.posts.moods import (
    DENIED,
    ELSE,
    OPEN,
    Heard,
    Mood,
    is_harmless,
    is_open,
)
from gm.posts.others import REACH, is_past, tells_of_another
from gm.posts.tokens import Token

_TURN: Final = (Role.TURN, Role.ARTICLE, Role.DEFINITE)
_CARDS: Final = ("le", "la", "l'", "les", "it", "them")
_NEAR: Final = 5
_NO_PLAY: Final = (Role.DECLINE, Role.UNABLE)
_FAR: Final = 10
_NEGATION: Final = 6


def pass_mood_of(tokens: Sequence[Token], clause: Clause, at: int, heard: Heard) -> Mood:
    """What the pass at `at` is after what was heard before it in its clause."""
    before = heard.roles
    mine = Role.ME in before or tokens[at].has(Role.ME)
    at_me = tokens[at - 1].has(Role.ME) if at else False
    another = (not mine or Role.THAT in before) and tells_of_another(
        tokens, at, clause.first, strange=heard.strange
    )
    if clause.quoted or clause.asked or another or Role.OTHER in before or is_past(tokens, at):
        return Mood.TALK
    if (clause.reported and not mine) or (not at_me and not before.isdisjoint(ELSE)):
        return Mood.TALK
    following = tokens[at + 1] if at + 1 < clause.last else None
    if following is not None and following.has(Role.NOT) and not following.has(Role.EXCEPT, Role.UNABLE):
        return Mood.TALK
    if _is_negated(tokens, clause, at, mine=mine):
        return Mood.TALK
    if _is_spoken_of(tokens, clause, at):
        return Mood.POSSIBLE
    near = tokens[at + 1 : min(clause.last, at + 1 + REACH)]
    if mine and before.isdisjoint(OPEN) and _promises(tokens, clause, at):
        return Mood.MOVE
    passed = _passed(tokens, clause, at)
    if passed is Mood.TALK:
        return Mood.TALK
    if tokens[at].has(Role.LATER) and any(token.has(Role.LATER) for token in near):
        # `je passerai dans la soirée`: a visit.
        return Mood.TALK
    doubted = tokens[at].has(*OPEN) or any(token.has(*OPEN) for token in near)
    doubted = doubted or any(token.has(Role.OR) for token in near[:1])
    if doubted or not before.isdisjoint(OPEN) or is_open(clause):
        thought = mine and _is_thought(tokens, clause, heard)
        return Mood.TALK if clause.questioned and not thought else Mood.POSSIBLE
    if tokens[at].has(Role.TO_PASS) and not tokens[at].has(Role.PASS):
        alone = at == clause.first and (following is None or following.has(Role.TURN, Role.FILLER))
        meant = not before.isdisjoint({Role.WILL, Role.MUST})
        return Mood.MOVE if meant or (alone and not heard.strange) else Mood.TALK
    if not mine and (heard.strange or (at > clause.first and tokens[at - 1].has(Role.NUMBERED))):
        return Mood.TALK
    ordered = not mine and _calls_somebody(near, tokens, at + 2)
    if Role.WE in before or ordered or _is_cited(tokens, clause, at) or (clause.addressed and not mine):
        return Mood.UNSURE
    return passed


def _is_spoken_of(tokens: Sequence[Token], clause: Clause, at: int) -> bool:
    """`j'annule mon passe`, `fin de mon passe`, `mon passe ne tient plus`: who knows what is said of it."""
    if at == clause.first or tokens[at].has(Role.TO_PASS) or not tokens[at - 1].has(Role.ARTICLE, Role.OF):
        return False
    if any(token.has(Role.OF) for token in tokens[max(clause.first, at - 2) : at]):
        return True
    return not is_harmless(tokens, clause, Role.PASS, Role.PLAY, Role.STANDS)


def _promises(tokens: Sequence[Token], clause: Clause, at: int) -> bool:
    """`je passerai tant que ce tour n'est pas fini`: a pass that stands."""
    if is_open(clause) or not tokens[at].has(Role.LATER):
        return False
    return any(token.has(Role.STANDS) for token in tokens[at : clause.last])


def _is_thought(tokens: Sequence[Token], clause: Clause, heard: Heard) -> bool:
    """`je crois que je vais passer, ou un roi ?`: what is asked stands behind it."""
    cut = clause.last < len(tokens) and tokens[clause.last].has(Role.COMMA)
    return cut and Role.HESITATE in heard.roles


def _calls_somebody(near: Sequence[Token], tokens: Sequence[Token], at: int) -> bool:
    """`passe MisterH !` may be an order: one unknown word, up to the token `at`, and the clause ends."""
    if not near or near[0].sense.known or not near[0].text.isalpha():
        return False
    return at >= len(tokens) or tokens[at].has(*BREAKS)


def _is_cited(tokens: Sequence[Token], clause: Clause, at: int) -> bool:
    """`« Je passe »`: perhaps somebody else's words."""
    led = clause.first > 0 and tokens[clause.first].has(Role.ME)
    first = clause.first - 1 if led else clause.first
    return first < at and tokens[first].text in ("«", "“", '"')


def _is_negated(tokens: Sequence[Token], clause: Clause, at: int, *, mine: bool) -> bool:
    """`ne passe`, `pas passer`, `not pass`: a negation that bears on the pass itself."""
    far = mine or tokens[at].has(Role.TO_PASS)
    for to in range(at - 1, max(clause.first, at - (_NEGATION if far else 2)) - 1, -1):
        if tokens[to].has(Role.ONLY, Role.JOIN):
            return False
        if tokens[to].has(*DENIED):
            return True
    return False


def _passed(tokens: Sequence[Token], clause: Clause, at: int) -> Mood:
    """`je passe une bonne soirée`, `je passe dire bonjour`: what follows is passed, unless it is the turn."""
    to = at + 1
    while to < min(clause.last, at + REACH) and tokens[to].has(Role.ADVERB):
        to += 1
    following = tokens[to : min(clause.last, to + REACH)]
    if not following:
        return Mood.MOVE
    token = following[0]
    second = following[1] if len(following) > 1 else None
    if token.has(Role.TITLE) or (token.text == "-" and token.glued):
        # `je passe Premier Ministre`, `passe-moi le sel`
        return Mood.TALK
    if token.text in ("pour", "for") and second is not None and second.has(Role.ARTICLE, Role.DEFINITE):
        return _passed_for(following[2:])
    if any(each.has(Role.UNTIL, Role.BEYOND) for each in following):
        return Mood.UNSURE
    if token.has(Role.STANDS):
        return Mood.MOVE
    if not token.sense.known:
        if token.text.endswith(("er", "ir", "re")):
            return Mood.TALK
        # `je passe Noël en famille`; but `je passe MisterH`
        return Mood.UNSURE if token.title and second is not None else Mood.MOVE
    if second is not None and token.text == "a" and not second.sense.known and second.text.isalpha():
        # `je passe à snaga`, or to something else.
        return Mood.UNSURE
    if second is not None and token.sense.number and second.has(Role.UNIT):
        return Mood.TALK
    if not token.has(Role.NOT_A_PASS, Role.ARTICLE, Role.DEFINITE):
        return Mood.MOVE
    turn = any(each.has(Role.TURN) for each in following) and not token.has(Role.OTHER)
    return Mood.MOVE if turn else Mood.TALK


def _passed_for(what: Sequence[Token]) -> Mood:
    """`je passe pour un débutant`, or `pour le tour`: a pass by what is passed for."""
    if not what or what[0].has(Role.TURN):
        return Mood.MOVE
    return Mood.UNSURE if what[0].sense.known else Mood.TALK


def declined(tokens: Sequence[Token], clause: Clause) -> Mood:
    """What a clause is that says that its author plays nothing (`je ne joue pas`) or cannot (`j'ai rien`)."""
    roles = clause.roles(tokens)
    if roles.isdisjoint(_NO_PLAY) or clause.phrases or clause.asked or is_open(clause):
        return Mood.TALK
    if clause.quoted or clause.reported or not is_harmless(tokens, clause, Role.NOT, Role.OWN, Role.HESITATE):
        return Mood.TALK
    if not roles.isdisjoint({*OPEN, *ELSE, Role.OTHER, Role.WE, Role.EXCEPT}):
        return Mood.TALK
    one = any(to.has(Role.DECLINE) and it.text in _CARDS for it, to in pairwise(clause.words(tokens)))
    return Mood.MOVE if Role.DECLINE in roles and not one else Mood.UNSURE


def pass_at(tokens: Sequence[Token], clause: Clause, at: int, doubt: Doubt | None) -> Move:
    """The pass at `at` with the words around it: who passes, what turn, until when."""
    first = at
    while first > clause.first and tokens[first - 1].has(Role.ME, Role.WILL, Role.MUST):
        first -= 1
    last = at + 1
    while last < clause.last and last < at + 3 and tokens[last].has(*_TURN):
        last += 1
    for to in range(last, min(len(tokens), last + _FAR)):
        if tokens[to].has(Role.STANDS):
            return Move("pass", (), first, to + 1, doubt, fuzzy=_fuzzy(tokens, first, to + 1), stands=True)
        if to >= clause.last and not tokens[to].has(Role.COMMA, Role.OPEN, *_TURN, Role.JOIN, Role.FILLER):
            break
    for to in range(first - 1, max(-1, first - _NEAR), -1):
        if tokens[to].has(Role.STANDS):
            return Move("pass", (), to, last, doubt, fuzzy=_fuzzy(tokens, to, last), stands=True)
        if not tokens[to].has(Role.COMMA, Role.FILLER):
            break
    return Move("pass", (), first, last, doubt, fuzzy=_fuzzy(tokens, first, last))


def pass_in(tokens: Sequence[Token], clause: Clause, doubt: Doubt | None) -> Move:
    """A pass that rests on all the words of its clause."""
    return Move("pass", (), clause.first, clause.last, doubt, fuzzy=_fuzzy(tokens, clause.first, clause.last))


def _fuzzy(tokens: Sequence[Token], first: int, last: int) -> bool:
    return any(token.fuzzy for token in tokens[first:last])
