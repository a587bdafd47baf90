"""Moves stated without their cards: a card or a suit (`un cœur`), `idem`, `je le pose`.

Their cards stand in another post, in a picture, or before them in the same one.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from gm.posts.clauses import HARMLESS, Clause
from gm.posts.lexicon import Role
from gm.posts.moods import Heard, is_harmless
from gm.posts.phrases import Phrase
from gm.posts.tokens import Token

_FAR: Final = 10
_LONGEST_SAME: Final = 4
_THAN: Final = (" que", " qu'", " as")
_ELSEWHERE: Final = frozenset({Role.OTHER, Role.TALK, Role.HESITATE, Role.NOT, Role.NE, Role.OWN})
_POINTING: Final = frozenset({Role.SAME, Role.ME})
_MANY: Final = ("les", "them", "which", "that", "que", "qu'")
_ONE: Final = ("le", "la", "l'", "it", "which", "that", "que", "qu'")


def points_back(tokens: Sequence[Token], clause: Clause, heard: Heard, last: Phrase | None) -> bool:
    """`je le pose`, `which I play`: the cards named last, when the pronoun agrees with their number."""
    if last is None or not last.cards or not heard.own or heard.strange:
        return False
    if not heard.roles.isdisjoint({*_ELSEWHERE, Role.LATER}):
        return False
    words = list(clause.words(tokens))
    before = [one for one, two in pairwise(words) if two.has(Role.PLAY) and not one.has(Role.ME)]
    pronoun = before[0] if before else words[0]
    return pronoun.text in (_MANY if len(last.cards) > 1 else _ONE)


def lacks_cards(tokens: Sequence[Token], clause: Clause, heard: Heard) -> bool:
    """Whether the clause states a move without its cards."""
    return _points_elsewhere(tokens, clause, heard) or _names_no_card(tokens, clause, heard)


def _names_no_card(tokens: Sequence[Token], clause: Clause, heard: Heard) -> bool:
    """Whether the clause plays something without a rank: a card, a suit."""
    words = tokens[clause.first : clause.last]
    if not heard.verb and any(
        word.sense.suits and _is_suit_alone(words, at) for at, word in enumerate(words)
    ):
        # `Carreau.`, `hop, un cœur`, and nothing else in the sentence.
        return not clause.strange and not clause.questioned
    elsewhere = _ELSEWHERE - {Role.OWN} if heard.own else _ELSEWHERE
    if not heard.verb or not heard.roles.isdisjoint({*elsewhere, Role.LATER}):
        return False
    if any(one.has(Role.DEFINITE) and two.has(Role.PLAY) for one, two in pairwise(words)):
        # `je la pose`: which, was said before, or elsewhere.
        return not heard.unknown
    if len(words) > 1 and words[-1].dismissed and words[-2].has(Role.PLAY, Role.OPENING):
        return True
    return any(token.has(Role.CARD) or (token.sense.suits and not token.sense.letter) for token in words)


def _is_suit_alone(words: Sequence[Token], at: int) -> bool:
    suited = words[at].sense.suits and not words[at].sense.letter and words[at].text.isalpha()
    return bool(suited) and (at == 0 or words[at - 1].has(Role.ARTICLE, Role.SIZE))


def _points_elsewhere(tokens: Sequence[Token], clause: Clause, heard: Heard) -> bool:
    """`idem`, `je pose la même chose`, `je suis`: what is played stands in another post."""
    if clause.roles(tokens).isdisjoint(_POINTING):
        return False
    words = [token for token in clause.words(tokens) if not token.has(Role.ADVERB, Role.APART, Role.RETRACT)]
    if len(words) == 2 and words[0].has(Role.ME) and words[1].text == "suis":
        return True
    if any(token.has(Role.SAME) and token.text.endswith(_THAN) for token in words):
        # `la même chose que snaga`
        return heard.own or (words[0].has(Role.SAME) and len(words) <= _LONGEST_SAME)
    if Role.SAME not in heard.roles or not heard.roles.isdisjoint({*_ELSEWHERE, Role.IS}):
        return False
    return is_harmless(tokens, clause) and _stands_alone(tokens, clause)


def _stands_alone(tokens: Sequence[Token], clause: Clause) -> bool:
    """Whether only harmless words follow up to the end of the sentence: not `pareil, ça m'a fait rire`."""
    for at in range(clause.last, min(len(tokens), clause.last + _FAR)):
        if tokens[at].has(Role.STOP):
            break
        if HARMLESS.isdisjoint(tokens[at].sense.roles) or tokens[at].has(Role.OTHER):
            return False
    return True
