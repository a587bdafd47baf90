"""What only the words around it make of a word, before cards are looked for.

Expressions become one token (`lexicon.expressions`); a verb written with an accent is a participle (`posé`);
digits glued to an unknown word belong to a name (`oliv10`); an unknown word in -ment is an adverb.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from gm.posts.lexicon import Role, Sense
from gm.posts.lexicon.expressions import expressions
from gm.posts.tokens import Token

Known = Mapping[str, Sequence[tuple[tuple[str, ...], frozenset[Role]]]]
_VERBS: Final = (Role.PLAY, Role.OPENING, Role.PASS, Role.CLOSING, Role.OWN)
_ENDS: Final = (Role.STOP, Role.QUESTION)
_DONE: Final = Sense(roles=frozenset({Role.DONE}))
_WHERE: Final = Sense(roles=frozenset({Role.CONDITION}))
_ADVERB: Final = Sense(roles=frozenset({Role.FILLER, Role.ADVERB}))
_NOTHING: Final = Sense()
_SHORTEST_ADVERB: Final = 7
_LAUGHTER: Final = tuple(map(frozenset, "ha he hi ho lo mdr ptdr pf gr hm mouah mwah bwah".split()))
_LAUGHING: Final = frozenset().union(*_LAUGHTER)
_SHORTEST_NAME: Final = 3


def with_expressions(text: str, tokens: Sequence[Token]) -> list[Token]:
    """The tokens of a post, `text`, with its expressions as one token each and its participles known."""
    found: list[Token] = []
    known = expressions()
    at = 0
    while at < len(tokens):
        match = _expression(tokens, at, known)
        if match is None:
            found.append(_settled(text, tokens, at))
            at += 1
            continue
        last, roles = match
        first = tokens[at]
        if first.has(Role.ME) and roles != {Role.FILLER}:
            roles |= {Role.ME}
        words = " ".join(token.text for token in tokens[at:last])
        # `3♥, Ah ah`: the capital within a line may be that of a code.
        dismissed = first.dismissed and first.capital and not (at == 0 or tokens[at - 1].has(*_ENDS))
        found.append(
            first._replace(
                text=words,
                sense=Sense(roles=roles),
                end=tokens[last - 1].end,
                code=False,
                dismissed=dismissed,
            )
        )
        at = last
    return found


def _expression(tokens: Sequence[Token], at: int, known: Known) -> tuple[int, frozenset[Role]] | None:
    """The longest expression that begins here: where it ends, and its roles."""
    found = known.get(tokens[at].text)
    if found is None:
        return None
    beside_card = at > 0 and (_is_card(tokens[at - 1]) or tokens[at - 1].has(Role.EXCEPT))
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    passed = following is not None and following.has(Role.ADVERB)
    for words, roles in found:
        if len(words) > 1 and not passed and (following is None or following.text != words[1]):
            continue
        last = _end(tokens, at + 1, words[1:])
        if last is not None and not (beside_card and any(map(_is_card, tokens[at:last]))):
            return last, roles
    return None


def _is_card(token: Token) -> bool:
    """Part of a card: after another one, `à carreau` and `Ah ah` may be more of it."""
    return token.code or (
        not token.sense.letter and (token.sense.rank is not None or bool(token.sense.suits))
    )


def _end(tokens: Sequence[Token], at: int, words: Sequence[str]) -> int | None:
    """Past these words, an adverb allowed between any two; None when they do not stand here."""
    for word in words:
        if at + 1 < len(tokens) and tokens[at].text != word and tokens[at].has(Role.ADVERB):
            at += 1
        if at >= len(tokens) or tokens[at].text != word:
            return None
        at += 1
    return at


def _settled(text: str, tokens: Sequence[Token], at: int) -> Token:
    token = tokens[at]
    before = tokens[at - 1] if at else None
    if token.sense.roles:
        return _settled_word(text, token, before)
    if token.glued and before is not None and token.text.isdigit() and _may_be_name(before):
        return token._replace(sense=_NOTHING)
    adverb = token.text.endswith("ment") and len(token.text) >= _SHORTEST_ADVERB
    if (adverb or _is_laughter(token.text)) and not token.sense.known:
        return token._replace(sense=_ADVERB)
    return token


def _settled_word(text: str, token: Token, before: Token | None) -> Token:
    """A word that is known, by how it is written: `posé`, `où`, `à`."""
    if token.has(*_VERBS):
        mine = before is not None and before.has(Role.ME)
        return token._replace(sense=_DONE) if _written(text, token).endswith("é") and not mine else token
    if token.text == "ou" and _written(text, token) == "où":
        return token._replace(sense=_WHERE)
    if token.text == "a" and _written(text, token) == "à":
        return token._replace(sense=replace(token.sense, roles=token.sense.roles - {Role.PAST}))
    return token


def _written(text: str, token: Token) -> str:
    return unicodedata.normalize("NFC", text[token.start : token.end]).lower()


def _is_laughter(text: str) -> bool:
    """`hahaha`, `loool`, `mdrrr`."""
    return len(text) > 2 and text[0] in _LAUGHING and any(laugh.issuperset(text) for laugh in _LAUGHTER)


def _may_be_name(token: Token) -> bool:
    return len(token.text) >= _SHORTEST_NAME and token.text.isalpha() and not token.sense.known
