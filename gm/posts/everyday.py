"""Words that those beside them make harmless: `s'il vous plaît`, `à toi`, `1 roi`."""

from typing import Final

from gm.posts.lexicon import Role, Sense
from gm.posts.tokens import Token

_POLITE: Final = {
    "s'": (("il", "vous", "plait"), ("il", "te", "plait")),
    "a": (("toi",), ("vous",)),
}
_FILLER: Final = Sense(roles=frozenset({Role.FILLER}))
_ONE: Final = Sense(roles=frozenset({Role.ARTICLE}))


def settle_everyday(tokens: list[Token]) -> None:
    """Takes such words as what they are there; a colour beside its suit is left out."""
    told = {at for first in range(len(tokens)) for at in _colour_told_twice(tokens, first)}
    tokens[:] = [token for at, token in enumerate(tokens) if at not in told]
    for at, token in enumerate(tokens):
        if token.text in _POLITE:
            _settle_politeness(tokens, at)
        elif token.text == "1" and _is_article(tokens, at):
            tokens[at] = token._replace(sense=_ONE)


def _settle_politeness(tokens: list[Token], at: int) -> None:
    """`s'il vous plaît`, and `à toi` at the beginning of a sentence, speak of nobody's cards."""
    following = tuple(near.text for near in tokens[at + 1 : at + 4])
    if tokens[at].text == "s'":
        size = 4 if following in _POLITE["s'"] else 0
    else:
        begins = at == 0 or tokens[at - 1].has(Role.STOP)
        size = 2 if begins and following[:1] in _POLITE["a"] else 0
    for to in range(at, at + size):
        tokens[to] = tokens[to]._replace(sense=_FILLER)


def _colour_told_twice(tokens: list[Token], at: int) -> tuple[int, ...]:
    """`un rouge (carreau)`, `le noir pique`: the places of the words beside the suit, which says it all."""
    token = tokens[at]
    if not token.sense.colour or token.sense.plural:
        return ()
    opened = at + 2 < len(tokens) and tokens[at + 1].has(Role.OPEN)
    to = at + 2 if opened else at + 1
    if to >= len(tokens) or len(tokens[to].sense.suits) != 1 or tokens[to].sense.letter:
        return ()
    if tokens[to].sense.rank is not None or tokens[to].sense.suits[0] not in token.sense.suits:
        return ()
    if not opened:
        return (at,)
    closed = to + 1 < len(tokens) and tokens[to + 1].has(Role.CLOSE)
    return (at, at + 1, to + 1) if closed else ()


def _is_article(tokens: list[Token], at: int) -> bool:
    """`1 roi`, `1 as de pique`"""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    return following is not None and following.sense.rank is not None and len(following.text) > 1
