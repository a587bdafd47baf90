"""The clauses of a post; what each takes from its sentence is found by `sentences`.

A clause ends at a sign, at `donc`, `puis` or `non`, and where the author begins anew with `je`; a sentence
at a full stop, a question mark or the end of a line.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from gm.posts.lexicon import Role
from gm.posts.phrases import Phrase
from gm.posts.tokens import Token

BREAKS: Final = (Role.STOP, Role.QUESTION, Role.COMMA, Role.COLON, Role.OPEN, Role.CLOSE)
HARMLESS: Final = frozenset(
    {
        *(Role.FILLER, Role.ARTICLE, Role.DEFINITE, Role.OF, Role.JOIN, Role.ME, Role.SO, Role.THEN),
        *(Role.PLAY, Role.TO_PLAY, Role.OPENING, Role.PASS, Role.TO_PASS, Role.WILL, Role.MUST, Role.EDIT),
        *(Role.PARTS, Role.CARD, Role.TURN, Role.SIZE, Role.TIMES, Role.ADVERB, Role.RETRACT, Role.ONLY),
        *(Role.STANDS, Role.UNABLE, Role.DECLINE, Role.SAME, Role.CLOSING, Role.NE, Role.APART, Role.IMAGE),
        *(Role.OR, Role.IS),
        *BREAKS,
    }
)
BEGINNINGS: Final = (Role.SO, Role.THEN, Role.RETRACT)
_HOLD_ME: Final = (Role.HESITATE, Role.THAT, Role.SO, Role.THEN, Role.EDIT, Role.CONDITION, Role.NOT)


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
    conditional: bool = False
    """Hangs on a condition, or is doubted at once."""
    later: bool = False
    """`demain, …`"""
    reported: bool = False
    """Introduced as the state of the table, an example, a word: `sur la table : …`."""
    quoted: bool = False
    """Introduced as somebody's words: `snaga a dit : …`."""
    addressed: bool = False
    """Introduced by praise or by somebody's name: `snaga : …`."""

    called: bool = False
    """Stands after a comma and somebody's name: `allez snaga, …`."""
    resumed: bool = False
    """Taken up again after a comma: `un roi, ça se garde`."""
    told: bool = False
    """One of several lines that each begin with somebody's name: `snaga : 7 de pique`."""
    edited: bool = False
    """Stands in a line that corrects: `Edit : …`, `je voulais dire …`."""
    praised: bool = False
    """The next sentence begins with praise: `Un as ! Bravo oliv`."""
    strange: bool = False
    """Its sentence holds a word that is not harmless beside a move."""
    said: frozenset[Role] | None = None
    """What `roles` found."""

    def words(self, tokens: Sequence[Token]) -> Sequence[Token]:
        """The words that belong to no phrase."""
        if not self.phrases:
            return tokens[self.first : self.last]
        words: list[Token] = []
        at = self.first
        for phrase in self.phrases:
            words += tokens[at : phrase.first]
            at = phrase.last
        words += tokens[at : self.last]
        return words

    def roles(self, tokens: Sequence[Token]) -> frozenset[Role]:
        """All that the words outside the phrases may do; to be asked when the clause is whole."""
        if self.said is None:
            self.said = frozenset[Role]().union(*(token.sense.roles for token in self.words(tokens)))
        return self.said


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
    return clauses


def _begins_clause(tokens: Sequence[Token], at: int, clause: Clause) -> bool:
    if at == clause.first:
        return False
    token, before = tokens[at], tokens[at - 1]
    if token.has(*BEGINNINGS):
        return not before.has(Role.PAST)
    if is_and_if(tokens, at) or (token.text in ("allez", "hop") and not before.has(Role.OTHER)):
        return True
    begins = token.title or (token.capital and token.text.endswith("'"))
    if begins and _ends_move(tokens, clause, at):
        return True
    return token.has(Role.ME) and not before.has(*_HOLD_ME)


def _ends_move(tokens: Sequence[Token], clause: Clause, at: int) -> bool:
    """`roi de pique Belle soirée`: a capital right after a move begins a sentence, in `je passe Noël` not."""
    token = tokens[at]
    if clause.phrases and clause.phrases[-1].last == at:
        phrase = clause.phrases[-1]
        # `8 Mile`: a numeral may belong to the name after it.
        one = phrase.first > clause.first and tokens[phrase.first - 1].has(Role.ARTICLE)
        return token.sense.known or one or not phrase.bare
    if token.has(Role.TITLE):
        return False
    return token.sense.known and tokens[at - 1].has(Role.PASS, Role.TO_PASS, Role.TURN)


def is_and_if(tokens: Sequence[Token], at: int) -> bool:
    """`et si …`."""
    return tokens[at].has(Role.JOIN) and at + 1 < len(tokens) and tokens[at + 1].has(Role.CONDITION)
