"""What a clause takes from the words around it: a question, a condition, an introduction, a correction.

A condition bears on its sentence, a correction on its line, a colon on what it leads to; lines that begin
with names tell what their owners did.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from gm.posts.clauses import HARMLESS, Clause, is_and_if
from gm.posts.lexicon import Role
from gm.posts.tokens import Token

_DOUBTS: Final = (Role.HESITATE, Role.JOIN, Role.FILLER, Role.ADVERB, Role.ME, Role.NE, Role.NOT)
_PRONOUNS: Final = ("ca", "c'", "c'est", "il", "elle", "ils", "elles", "it", "it's", "they")
_PRAISE: Final = ("bravo", "gg", "felicitations", "congrats")
_LONGEST_NAME: Final = 3
_CALLING: Final = ("a toi", "toi", "vous", "mon", "@")
_EMPTY: Final = (Role.FILLER, Role.JOIN, Role.ADVERB, Role.LATER)


def read_context(tokens: Sequence[Token], clauses: Sequence[Clause]) -> None:
    """Notes in each clause of a post what the others make of it."""
    _spread_questions(tokens, clauses)
    _spread_conditions(tokens, clauses)
    _spread_doubts(tokens, clauses)
    _spread_strangeness(tokens, clauses)
    _spread_edits(tokens, clauses)
    for before, clause in pairwise(clauses):
        _introduce(tokens, before, clause)
    _spread_marks(tokens, clauses)
    _find_recap(tokens, clauses)


def _ends_sentence(tokens: Sequence[Token], clause: Clause) -> bool:
    return clause.last < len(tokens) and tokens[clause.last].has(Role.STOP, Role.QUESTION)


def _spread_questions(tokens: Sequence[Token], clauses: Sequence[Clause]) -> None:
    questioned = False
    for clause in reversed(clauses):
        ended = clause.last < len(tokens) and tokens[clause.last].has(Role.STOP)
        questioned = clause.asked or (questioned and not ended)
        clause.questioned = questioned


def _spread_conditions(tokens: Sequence[Token], clauses: Sequence[Clause]) -> None:
    """A condition bears on its whole sentence, but on nothing beyond a `mais` or a `donc`."""
    reach: list[Clause] = []
    found = False
    for clause in [*clauses, None]:
        apart = clause is None or _stands_apart(tokens, clause.first)
        if apart or (reach and _ends_sentence(tokens, reach[-1])):
            for each in reach:
                each.conditional = found
            reach, found = [], False
        if clause is not None:
            reach.append(clause)
            found = found or _sets_condition(tokens, clause)


def _stands_apart(tokens: Sequence[Token], at: int) -> bool:
    """`mais …`, `et si …`: on no condition before it."""
    return at < len(tokens) and (tokens[at].has(Role.APART) or is_and_if(tokens, at))


def _spread_doubts(tokens: Sequence[Token], clauses: Sequence[Clause]) -> None:
    """`roi de pique, peut-être`, `je passe… ou pas`: words of doubt alone doubt what stands before them."""
    before: Clause | None = None
    for clause in clauses:
        doubts = Role.HESITATE in clause.roles(tokens) and not clause.phrases
        if before is not None and doubts and all(token.has(*_DOUBTS) for token in clause.words(tokens)):
            before.conditional = True
        if clause.first < clause.last:
            before = clause


def _spread_strangeness(tokens: Sequence[Token], clauses: Sequence[Clause]) -> None:
    first = 0
    for last, clause in enumerate(clauses, 1):
        at_capital = clause.last < len(tokens) and tokens[clause.last].title
        if last < len(clauses) and not (at_capital or _ends_sentence(tokens, clause)):
            continue
        strange = any(_holds_strange_word(tokens, each) for each in clauses[first:last])
        for each in clauses[first:last]:
            each.strange = strange
        first = last


def _find_recap(tokens: Sequence[Token], clauses: Sequence[Clause]) -> None:
    """`snaga : 7 de pique`, `snaga (7 de pique)`, `8 de pique (oliv10)`: of two names or more, all theirs."""
    named: list[tuple[str, Clause]] = []
    reported = False
    for before, after in pairwise(clauses):
        reported = reported or Role.REPORT in before.roles(tokens)
        if before.last == after.first or not tokens[before.last].has(Role.OPEN, Role.COLON):
            continue
        behind = tokens[before.last].has(Role.OPEN) and not _is_name(tokens, before)
        name, clause = (after, before) if behind else (before, after)
        if _is_name(tokens, name):
            named.append((_words_of_name(tokens, name)[0].text, clause))
    if len({name for name, _ in named}) < 2:
        return
    for _, clause in named:
        clause.told = True
        clause.reported = clause.reported or reported


def _words_of_name(tokens: Sequence[Token], clause: Clause) -> list[Token]:
    """Without the signs of a list: `- snaga`."""
    return [token for token in clause.words(tokens) if token.text[0].isalnum() and not token.has(Role.JOIN)]


def _is_name(tokens: Sequence[Token], clause: Clause) -> bool:
    words = _words_of_name(tokens, clause)
    strange = bool(words) and not any(token.sense.known for token in words)
    return strange and len(words) <= _LONGEST_NAME and not clause.phrases


def _spread_marks(tokens: Sequence[Token], clauses: Sequence[Clause]) -> None:
    """`mon mot est « as, je passe »`: what somebody says is quoted up to its closing mark."""
    within = False
    for clause in clauses:
        clause.quoted = clause.quoted or within
        roles = clause.roles(tokens)
        told = within or Role.WORD in roles or (Role.SAY in roles and Role.ME not in roles)
        for token in clause.words(tokens) if told else ():
            if token.text in ("«", "“"):
                within = told
            elif token.text in ("»", "”"):
                within = False
        within = within and not (clause.last < len(tokens) and tokens[clause.last].text == "\n")


def _spread_edits(tokens: Sequence[Token], clauses: Sequence[Clause]) -> None:
    edited = False
    for clause in clauses:
        clause.edited = edited = edited or Role.EDIT in clause.roles(tokens)
        edited = edited and not (clause.last < len(tokens) and tokens[clause.last].text == "\n")


def _holds_strange_word(tokens: Sequence[Token], clause: Clause) -> bool:
    """Whether a word of the clause is not harmless; whom it calls by name does not count: `à toi snaga`."""
    before: Token | None = None
    words = clause.words(tokens)
    for word in words:
        calls = word is words[-1] and not word.sense.known and (before is None or before.text in _CALLING)
        card = word.sense.suits or word.sense.rank is not None
        if HARMLESS.isdisjoint(word.sense.roles) and not calls and not card:
            return True
        before = word
    return False


def _sets_condition(tokens: Sequence[Token], clause: Clause) -> bool:
    """`si …`, but not the `si` that contradicts: `enfin si : roi de pique`."""
    if Role.CONDITION not in clause.roles(tokens):
        return False
    words = clause.words(tokens)
    return any(token.has(Role.CONDITION) for token in (words if clause.phrases else words[:-1]))


def _introduce(tokens: Sequence[Token], before: Clause, clause: Clause) -> None:
    """What the clause before makes of this one, when it leads to it by a colon, a comma or at once."""
    if _ends_sentence(tokens, before) or before.first == before.last:
        before.praised = clause.first < len(tokens) and tokens[clause.first].text in _PRAISE
        return
    words = before.words(tokens)
    roles = before.roles(tokens)
    own = Role.ME in roles
    at_once = before.last == clause.first
    clause.later = bool(words) and words[0].has(Role.LATER) and all(token.has(*_EMPTY) for token in words)
    comma = not at_once and tokens[before.last].has(Role.COMMA)
    begun = clause.first < clause.last and tokens[clause.first].has(Role.PLAY)
    order = begun and tokens[clause.first].text.isalpha() and not tokens[clause.first].has(Role.FILLER)
    clause.called = comma and order and bool(words) and not words[-1].sense.known
    before.resumed = comma and clause.first < len(tokens) and tokens[clause.first].text in _PRONOUNS
    named = _is_name(tokens, before)
    opened = not at_once and named and tokens[before.last].has(Role.OPEN)
    colon = opened or (not at_once and tokens[before.last].has(Role.COLON))
    if at_once or colon:
        marks = before.addressed and any(token.text in '«“"' for token in words)
        chance = colon and Role.WORD in roles
        clause.quoted = before.quoted or marks or chance or (Role.SAY in roles and not own)
    if not colon:
        clause.reported = before.reported
        return
    plays = own and not roles.isdisjoint({Role.PLAY, Role.OPENING, Role.TO_PLAY})
    praised = tokens[before.last - 1].has(Role.TALK) and not own
    clause.reported = not plays and (Role.REPORT in roles or praised)
    # `Vu que snaga a mis double 10 : …`
    because = words[0].has(Role.THAT) if words else False
    told = not plays and not because and not roles.isdisjoint({Role.OTHER, Role.TALK, Role.DONE})
    clause.addressed = named or told
