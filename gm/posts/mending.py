"""Misspelt words, read as what they are near to where a card or a move would stand.

A word that nobody knows is a suit after a rank (`valet de pic`), a rank before a suit, after a number of
cards or after a verb of playing (`dmae de cœur`, `deux vallets`, `je pose un rio`), a number before a
rank (`brelant de 7`), a verb after `je` (`je psse`). It is corrected (`Token.fuzzy`) when exactly one meaning
that fits its place is near; near to two it is `unclear`, and the post will be asked about. Elsewhere it stays
the word it is.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from gm.posts.lexicon import Role, Sense, lexicon
from gm.posts.spelling import drawn_out, is_run_together, near, within_reach
from gm.posts.suits import LEAD_IN, skip
from gm.posts.tokens import Token

_Fits = Callable[[Sense], bool]
_BETWEEN: Final = (Role.OF, Role.SIZE, Role.ARTICLE, Role.DEFINITE, Role.COLON, Role.OPEN)
_ARTICLES: Final = (Role.ARTICLE, Role.DEFINITE)
_ENDS: Final = (Role.STOP, Role.QUESTION, Role.COMMA, Role.COLON, Role.CLOSE)
_PASSES: Final = frozenset({Role.PASS, Role.TO_PASS})
_MOVES: Final = _PASSES | {Role.PLAY, Role.TO_PLAY}


def mend(tokens: list[Token], strange: Sequence[int], locale: str) -> None:
    """Corrects the words at the places `strange`, in the order of the text, where one reading alone fits."""
    words = lexicon(locale)
    for at in strange:
        token = tokens[at]
        close = near(token.text, locale)
        if not close and (short := drawn_out(token.text, words)):
            # `passsse` without `je` may be no pass.
            unclear = not _PASSES.isdisjoint(words[short].roles) and not (at and tokens[at - 1].has(Role.ME))
            tokens[at] = token._replace(text=short, sense=words[short], fuzzy=True, unclear=unclear)
        elif not close:
            if _is_all_but_card(tokens, at, locale) or _is_all_but_suit(tokens, at, locale):
                tokens[at] = token._replace(unclear=True)
            continue
        fits = _fitting(tokens, at, locale)
        meant = [words[word] for word in close if any(fit(words[word]) for fit in fits)]
        if meant:
            tokens[at] = _mended(token, meant, locale)
    if len(strange) == 1 and _is_whole_post(tokens, strange[0], locale):
        tokens[strange[0]] = tokens[strange[0]]._replace(fuzzy=True, unclear=True)


def _is_all_but_card(tokens: Sequence[Token], at: int, locale: str) -> bool:
    """`jeux de carreau`: an everyday word near a rank, alone in its clause with a suit, is asked about."""
    if at + 2 >= len(tokens) or not tokens[at + 1].has(Role.OF) or not tokens[at + 2].sense.suits:
        return False
    begins = at - 1 if at and tokens[at - 1].has(*_ARTICLES) else at
    ends = at + 3 == len(tokens) or tokens[at + 3].has(*_ENDS)
    if tokens[at + 2].sense.letter or not ends or (begins and not tokens[begins - 1].has(*_ENDS)):
        return False
    words = lexicon(locale)
    return any(_is_rank(words[word]) for word in within_reach(tokens[at].text, locale))


def _is_all_but_suit(tokens: Sequence[Token], at: int, locale: str) -> bool:
    """`valet cour`: an everyday word near a suit, at once after a rank and at the end of its clause."""
    ends = at + 1 == len(tokens) or tokens[at + 1].has(*_ENDS)
    if not (ends and at and _is_rank_word(tokens[at - 1])):
        return False
    words = lexicon(locale)
    return any(_is_suit(words[word]) for word in within_reach(tokens[at].text, locale))


def _is_whole_post(tokens: Sequence[Token], at: int, locale: str) -> bool:
    """`Valett !`: a word near a rank and nothing else but small words is worth a question."""
    harmless = (Role.FILLER, Role.STOP, Role.COMMA, *_ARTICLES)
    if not all(
        to == at or (token.has(*harmless) and not _is_card_word(token)) for to, token in enumerate(tokens)
    ):
        return False
    return _may_be(tokens[at], _is_rank, locale)


def _mended(token: Token, meant: Sequence[Sense], locale: str) -> Token:
    meanings = {_meaning(sense) for sense in meant}
    verb = all(_is_verb(sense) for sense in meant)
    if len(meanings) == 1 and (verb or not is_run_together(token.text, locale)):
        plural = token.text[-1] in "sx" and any(sense.plural for sense in meant)
        return token._replace(sense=replace(meant[0], plural=plural), fuzzy=True)
    roles = frozenset().union(*(sense.roles & _MOVES for sense in meant))
    return token._replace(sense=Sense(roles=roles), fuzzy=True, unclear=True)


def _meaning(sense: Sense) -> tuple[object, ...]:
    """What two words for the same have in common."""
    if _is_verb(sense):
        return (bool(sense.roles & _PASSES),)
    return (sense.rank, sense.count, sense.suits, sense.colour)


def _fitting(tokens: Sequence[Token], at: int, locale: str) -> list[_Fits]:
    """What the word here may be by its place."""
    fits: list[_Fits] = []
    if _stands_after_rank(tokens, at) or _leads_to_rank(tokens, at):
        fits.append(_is_suit)
    if _stands_before_suit(tokens, at, locale) or _is_counted(tokens, at) or _is_played(tokens, at):
        fits.append(_is_rank)
    if _stands_before_rank(tokens, at, locale):
        fits.append(_is_count)
    if tokens[at].text.startswith("j"):
        fits.append(_is_own_verb)
    if at and tokens[at - 1].has(Role.ME):
        fits.append(_is_finite)
    elif at and _stands_after(tokens, at, (Role.WILL, Role.MUST), (Role.OF,)):
        fits.append(_is_verb)
    elif _is_alone(tokens, at):
        fits.append(_is_pass)
    return fits


def _is_suit(sense: Sense) -> bool:
    return bool(sense.suits)


def _is_rank(sense: Sense) -> bool:
    return sense.rank is not None


def _is_count(sense: Sense) -> bool:
    return bool(sense.count)


def _is_verb(sense: Sense) -> bool:
    return sense.rank is None and not sense.count and not _MOVES.isdisjoint(sense.roles)


def _is_own_verb(sense: Sense) -> bool:
    """`jpasse`."""
    return Role.ME in sense.roles and _is_verb(sense)


def _is_finite(sense: Sense) -> bool:
    return _is_verb(sense) and sense.roles.isdisjoint({Role.TO_PASS, Role.TO_PLAY})


def _is_pass(sense: Sense) -> bool:
    return Role.PASS in sense.roles


def _stands_after_rank(tokens: Sequence[Token], at: int) -> bool:
    """`valet de pic`, `double 8 : pique et coer`; a comma alone does not lead from a rank to a suit."""
    to = _back(tokens, at, LEAD_IN)
    if to is None:
        return False
    before = tokens[to]
    if before.sense.suits and not before.sense.colour:
        return True
    if not _is_rank_word(before):
        return False
    return not any(token.has(Role.COMMA) for token in tokens[to + 1 : at])


def _leads_to_rank(tokens: Sequence[Token], at: int) -> bool:
    """`karreau, le 10` at the beginning of a sentence."""
    to = skip(tokens, at + 1, (Role.COMMA, Role.COLON, Role.DEFINITE), 2)
    led = to < len(tokens) and tokens[to - 1].has(Role.COLON, Role.DEFINITE) and _is_rank_word(tokens[to])
    return led and (at == 0 or tokens[at - 1].has(Role.STOP))


def _stands_before_suit(tokens: Sequence[Token], at: int, locale: str) -> bool:
    """`dmae de cœur`, `vallet de pic`."""
    to = skip(tokens, at + 1, (Role.OF, Role.OPEN), 2)
    if to >= len(tokens):
        return False
    if tokens[to].sense.suits:
        return not tokens[to].sense.letter
    return to > at + 1 and _may_be(tokens[to], _is_suit, locale)


def _stands_before_rank(tokens: Sequence[Token], at: int, locale: str) -> bool:
    """`brelant de 7`, `doubel dame`, `un doubel vallet`."""
    to = skip(tokens, at + 1, (Role.OF, Role.SIZE), 2)
    if to >= len(tokens):
        return False
    if _is_rank_word(tokens[to]):
        return True
    begins = at == 0 or tokens[at - 1].has(*_ENDS, Role.ARTICLE)
    return begins and _may_be(tokens[to], _is_rank, locale)


def _is_counted(tokens: Sequence[Token], at: int) -> bool:
    """`deux vallets`, `une paire de dmaes`."""
    to = _back(tokens, at, _BETWEEN)
    if to is None or not tokens[to].sense.count:
        return False
    return not tokens[to].sense.number or all(token.has(Role.SIZE) for token in tokens[to + 1 : at])


def _is_played(tokens: Sequence[Token], at: int) -> bool:
    """`je pose un vallet`, `vais jouer la dmae`."""
    return _stands_after(tokens, at, (Role.PLAY, Role.TO_PLAY, Role.OPENING), (*_ARTICLES, Role.SIZE))


def _is_alone(tokens: Sequence[Token], at: int) -> bool:
    """`Pase !`, `pase mon tour`: nothing else in its clause."""
    begins = at == 0 or tokens[at - 1].has(*_ENDS)
    to = skip(tokens, at + 1, (Role.ARTICLE, Role.DEFINITE, Role.FILLER), 1)
    return begins and (to == len(tokens) or tokens[to].has(*_ENDS, Role.TURN))


def _stands_after(
    tokens: Sequence[Token], at: int, roles: tuple[Role, ...], between: tuple[Role, ...]
) -> bool:
    to = _back(tokens, at, between)
    return to is not None and tokens[to].has(*roles)


def _back(tokens: Sequence[Token], at: int, roles: Iterable[Role]) -> int | None:
    """The place before this one and before at most three words of these roles that are no cards."""
    for to in range(at - 1, max(at - 5, -1), -1):
        token = tokens[to]
        if _is_card_word(token) or not token.has(*roles):
            return to
    return None


def _is_card_word(token: Token) -> bool:
    """A rank, a suit or a number that is no small word: `a` is none, `A` is."""
    sense = token.sense
    if sense.letter and sense.roles and not token.capital:
        return False
    return sense.rank is not None or bool(sense.suits or sense.count)


def _is_rank_word(token: Token) -> bool:
    return token.sense.rank is not None and _is_card_word(token)


def _may_be(token: Token, fit: _Fits, locale: str) -> bool:
    """Whether a word that nobody knows is near to one of these."""
    if token.sense.known or not token.text.isalpha():
        return False
    words = lexicon(locale)
    return any(fit(words[word]) for word in near(token.text, locale))
