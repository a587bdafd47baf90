"""Whose a move is, and when it was made: somebody else's, and one that is over, are no move of the author.

Somebody else is the subject of the verb (`snaga pose`), or is said to own the cards (`le roi de snaga`).
"""

from collections.abc import Sequence
from typing import Final

from gm.posts.clauses import BREAKS, Clause
from gm.posts.lexicon import Role
from gm.posts.phrases import Phrase
from gm.posts.tokens import Token

_VERBS: Final = (Role.PLAY, Role.OPENING, Role.CLOSING)
_THAT: Final = ("que", "qu'", "that")
_ACTS: Final = (
    *(Role.PLAY, Role.PASS, Role.OPENING, Role.CLOSING, Role.DOES),
    *(Role.DECLINE, Role.UNABLE),
)
_THIRD: Final = ("va", "vont", "veut", "doit", "will")
_OBJECTS: Final = ("m'", "me", "t'", "te", "s'", "se", "vous")
_MARKS: Final = ('"', "«", "»", "“", "”")
_STAYS: Final = ("reste", "restent", "restera", "resteront")
REACH: Final = 4


def tells_of_another(tokens: Sequence[Token], at: int, first: int, *, strange: bool) -> bool:
    """`snaga pose`, `MisterH croit que`: an unknown word is the subject."""
    if tokens[at].text in _THAT:
        return strange
    acts = tokens[at].has(*_ACTS)
    has = tokens[at].text == "a" and tokens[at].has(Role.PAST)
    if not (acts or has) and tokens[at].text not in _THIRD:
        return False
    before = at - 1
    while before > max(first, at - REACH) and tokens[before].has(Role.ADVERB, Role.NE):
        before -= 1
    return before >= first and not tokens[before].sense.known and tokens[before].text.isalnum()


def is_past(tokens: Sequence[Token], at: int) -> bool:
    """`ai joué`, `bien joué`, folded to `joue`: no verb of a move."""
    if at == 0 or not tokens[at].has(*_VERBS, Role.PASS, Role.OWN):
        return False
    return tokens[at - 1].has(Role.PAST) or (
        at > 1 and tokens[at - 1].has(Role.ADVERB, Role.THEN) and tokens[at - 2].has(Role.PAST)
    )


def is_object(tokens: Sequence[Token], at: int) -> bool:
    """`je vous mets`, `prends-toi`: to whom the author plays."""
    ordered = tokens[at - 1].text == "-" and tokens[at].text in ("toi", "vous")
    return ordered or tokens[at - 1].has(Role.ME, Role.WILL)


def belongs_to_another(tokens: Sequence[Token], clause: Clause, phrase: Phrase, *, strange: bool) -> bool:
    """`… de MisterH`, `… est passé`, `… posé par snaga`, `roi de la blague`: it is said whose, or what."""
    at = phrase.last
    if at >= clause.last:
        return False
    if tokens[at].has(Role.DONE):
        return at + 1 < clause.last and tokens[at + 1].text in ("par", "by")
    while at + 1 < clause.last and tokens[at].text in _MARKS:
        at += 1
    if tokens[at].text in _OBJECTS and at + 1 < clause.last:
        # `ma dame m'attend`; but `le valet de pique s'invite`, in which the card may come down now.
        return not is_sure(phrase) or tokens[at + 1].has(Role.PAST, Role.TALK, Role.DONE)
    if tokens[at].text in _STAYS and (phrase.definite or is_owned(tokens, phrase)):
        # `mon 2 de pique reste au chaud`
        return True
    if tokens[at].has(Role.NE) or tokens[at].text == "a":
        near = tokens[at + 1 : min(clause.last, at + 4)]
        return any(token.has(Role.PAST, Role.DONE, Role.DOES, Role.TALK) for token in near)
    if tokens[at].text in ("que", "qu'") and at + 1 < clause.last and tokens[at + 1].has(Role.OTHER):
        return True
    if tokens[at].text in ("qui", "which", "that") and at + 1 < clause.last:
        return not tokens[at + 1].has(Role.CLOSING, Role.DOES)
    if not tokens[at].has(Role.OF):
        told = tokens[at].has(Role.PAST, Role.TALK, Role.OTHER, Role.WE)
        return told and not tokens[at].has(Role.FILLER)
    if tokens[at].text in ("en", "in"):
        return False
    at += 1
    while at < clause.last and at < phrase.last + REACH and tokens[at].has(Role.ARTICLE, Role.DEFINITE):
        at += 1
    if phrase.doubt == "unreadable" and not (phrase.definite or is_led(tokens, phrase)):
        # `un valet de zorglub`: a suit that nobody knows.
        # `un double de MisterH`
        named = at < len(tokens) and tokens[at].capital and not tokens[at].sense.known
        return strange or (phrase.missing is not None and named)
    return at < clause.last and (not tokens[at].sense.known or tokens[at].has(Role.OTHER))


def is_here(tokens: Sequence[Token], at: int) -> bool:
    """`l'as de pique est là !`: the card may come down now."""
    if tokens[at].text not in ("est", "sont", "is", "are") or at + 1 >= len(tokens):
        return False
    here = tokens[at + 1].text in ("la", "ici", "here", "there")
    return here and (at + 2 == len(tokens) or tokens[at + 2].has(*BREAKS))


def is_over(tokens: Sequence[Token], clause: Clause, phrase: Phrase) -> bool:
    """`quand le carré de 5 est tombé`: what was played, whatever hangs on it."""
    following = tokens[phrase.last : min(clause.last, phrase.last + 2)]
    if len(following) < 2 or following[0].text not in ("est", "a", "sont", "ont"):
        return False
    word = following[1]
    return word.has(Role.DONE) or (not word.sense.known and word.text.rstrip("s").endswith(("e", "u", "i")))


def is_owned(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """`mon roi`, `my king`"""
    return phrase.first > 0 and tokens[phrase.first - 1].text in ("mon", "ma", "mes", "my")


def is_led(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """`au roi`, `du roi`."""
    return phrase.first > 0 and tokens[phrase.first - 1].text in ("au", "du")


def is_suited(phrase: Phrase) -> bool:
    return all(card.suit is not None for card in phrase.cards)


def is_sure(phrase: Phrase) -> bool:
    return phrase.counted or is_suited(phrase)
