"""What looks like a card beside a move and was not read: the move may then be only a part of what was said.

Whatever the stages before made of a word, a letter, a suit or a code next to the cards of a move must be in
that move or in another one; if not, the post is asked about.
"""

from collections.abc import Sequence
from typing import Final

from gm.posts.clauses import BREAKS, HARMLESS
from gm.posts.lexicon import Role
from gm.posts.tokens import Token

_LINKS: Final = (
    *(Role.JOIN, Role.COMMA, Role.COLON, Role.OPEN, Role.CLOSE),
    *(Role.ARTICLE, Role.DEFINITE, Role.OF),
)
_REACH: Final = 4
_CARD_LETTERS: Final = frozenset("vdrjqktpcshx0123456789")
_LONGEST: Final = 8
_SENTENCE_WORDS: Final = frozenset({"ah", "dc", "tt", "qd", "as", "ad"})
_SUITS: Final = ("pique", "coeur", "carreau", "trefle", "spade", "heart", "diamond", "club")
_RANKS: Final = ("valet", "dame", "reine", "roi", "jack", "queen", "king", "ace")


def is_part_unread(
    tokens: Sequence[Token],
    taken: Sequence[tuple[int, int]],
    theirs: Sequence[tuple[int, int]] = (),
    *,
    suited: bool = True,
) -> bool:
    """Whether something like a card stands beside one of the taken stretches of tokens and outside all.

    What stands in the stretches `theirs` are cards of somebody else, and read as such.
    Where not all cards of the moves have their suits (`suited`), a list of suits is as much anywhere.
    """
    inside = {at for first, last in (*taken, *theirs) for at in range(first, last)}
    outside = [at for at in range(len(tokens)) if at not in inside] if taken else []
    if any(_stands_for_card(tokens, at) or (not suited and _is_lone_suit(tokens, at)) for at in outside):
        return True
    for first, last in taken:
        coded = all(_is_coded(token) for token in tokens[first:last] if not token.has(*_LINKS))
        for at in (_beside(tokens, first - 1, -1), _beside(tokens, last, 1)):
            if (
                at is not None
                and at not in inside
                and _is_like_card(tokens, at, coded=coded, after=at >= last)
            ):
                return True
    return False


def images_beside(tokens: Sequence[Token], taken: Sequence[tuple[int, int]], *, passed: bool) -> set[int]:
    """Which of the images that nobody named, by their order in the post, a move rests on or may rest on.

    One in the line of a play, or between two of its lines; without any play or pass one among harmless words.
    Elsewhere it is an illustration.
    """
    found: set[int] = set()
    if not any(token.has(Role.IMAGE) for token in tokens):
        return found
    played = {at for first, last in taken for at in range(first, last)}
    start, end = min(played, default=len(tokens)), max(played, default=0)
    number = first = 0
    for last in range(len(tokens) + 1):
        if last < len(tokens) and tokens[last].text != "\n":
            continue
        line = tokens[first:last]
        images = sum(token.has(Role.IMAGE) for token in line)
        between = start < first and last <= end
        alone = not played and not passed and _is_harmless(line)
        if images and (between or alone or _says_to_play(line) or not played.isdisjoint(range(first, last))):
            found.update(range(number, number + images))
        number += images
        first = last + 1
    return found


def _says_to_play(line: Sequence[Token]) -> bool:
    roles = {role for token in line for role in token.sense.roles}
    return Role.PLAY in roles and roles.isdisjoint({Role.OTHER, Role.TALK, Role.QUESTION, Role.PASS})


def _is_harmless(line: Sequence[Token]) -> bool:
    return all(not HARMLESS.isdisjoint(token.sense.roles) and not token.has(Role.TALK) for token in line)


def _is_lone_suit(tokens: Sequence[Token], at: int) -> bool:
    """`… : pique, carreau`: a suit among signs and other suits."""
    token = tokens[at]
    if not token.sense.suits or token.sense.letter or token.sense.rank is not None or token.fond:
        return False
    around = [tokens[to] for to in (at - 1, at + 1) if 0 <= to < len(tokens)]
    return all(near.has(*BREAKS, Role.JOIN, Role.OF) or near.sense.suits for near in around)


def _stands_for_card(tokens: Sequence[Token], at: int) -> bool:
    """Wherever it stands: a code that is no everyday word, `a ♠`, `ah` on a line of its own."""
    token = tokens[at]
    around = [tokens[to].text if 0 <= to < len(tokens) else "\n" for to in (at - 1, at + 1)]
    alone = all(text in ("\n", ";") for text in around)
    if token.sense.letter and token.sense.rank is not None and alone:
        return True
    if token.sense.letter and token.sense.suits and _is_sentence(tokens, at):
        return True
    if token.dismissed:
        return alone or not token.everyday or (token.capital and token.text not in _SENTENCE_WORDS)
    if not token.sense.suits or token.sense.colour or token.code or at == 0:
        return False
    of = at > 1 and not tokens[at - 1].sense.letter and tokens[at - 1].has(Role.OF)
    to = at - 2 if of else at - 1
    before = tokens[to]
    if not before.sense.letter or before.sense.rank is None or before.code:
        return False
    return not token.text.isalpha() or to == 0 or tokens[to - 1].has(*BREAKS)


def _is_sentence(tokens: Sequence[Token], at: int) -> bool:
    """`7. C.`, but not `P.S.`"""
    if not tokens[at].capital or tokens[at].glued or (at and not tokens[at - 1].has(Role.STOP)):
        return False
    glued = at + 2 < len(tokens) and tokens[at + 2].glued
    return at + 1 == len(tokens) or (tokens[at + 1].has(Role.STOP) and not glued)


def _is_coded(token: Token) -> bool:
    """Part of a card written in letters, digits and signs rather than words."""
    if token.code or token.sense.letter or token.text.isdigit():
        return True
    return bool(token.sense.suits) and not token.text.isalpha()


def _beside(tokens: Sequence[Token], at: int, step: int) -> int | None:
    for _ in range(_REACH):
        if not 0 <= at < len(tokens):
            return None
        next_line = step > 0 and tokens[at].text == "\n"
        linked = tokens[at].has(*_LINKS) and not tokens[at].dismissed
        if not (linked or next_line) or _is_lone_letter(tokens, at):
            return at
        at += step
    return None


def _is_lone_letter(tokens: Sequence[Token], at: int) -> bool:
    """A letter of a rank or suit; `A toi` is the small word."""
    token = tokens[at]
    if not token.sense.letter or token.code:
        return False
    if not token.sense.roles:
        return True
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    speaks = following is not None and following.text[:1].isalpha() and not following.sense.suits
    cut = following is not None and not following.sense.known and _is_piece_of_word(following.text)
    if cut or (following is not None and following.text in ("de", "of")):
        return True
    return not speaks and (token.capital or following is None or bool(following.sense.suits))


def _is_like_card(tokens: Sequence[Token], at: int, *, coded: bool, after: bool) -> bool:
    token = tokens[at]
    sense = token.sense
    if token.dismissed:
        # `dc`, `tt`, `ah` are everyday writing beside words, and cards beside codes or after `et`.
        return coded or (at > 0 and tokens[at - 1].has(Role.JOIN))
    if token.has(Role.TIMES):
        return True
    if sense.letter:
        return token.code or _is_lone_letter(tokens, at)
    if sense.number:
        return _is_like_rank(tokens, at)
    if sense.suits:
        return not sense.colour
    if sense.rank is not None:
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        is_verb = token.has(Role.PAST) and following is not None and following.has(Role.OTHER)
        return after and not is_verb
    if sense.known:
        return False
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if token.text.isdigit():
        if following is None or not following.text.isalpha():
            return True
        return following.glued and bool(following.sense.suits) and following.text != "h"
    if _is_piece_of_word(token.text):
        return True
    return len(token.text) <= _LONGEST and _CARD_LETTERS.issuperset(token.text)


def _is_piece_of_word(text: str) -> bool:
    """A word for a card cut short or run into another: `dam`, `coeurroi`."""
    cut = len(text) > 1 and any(word.startswith(text) for word in (*_SUITS, *_RANKS))
    return cut or any(suit in text for suit in _SUITS)


def _is_like_rank(tokens: Sequence[Token], at: int) -> bool:
    """A numeral that counts nothing else and is the number of nothing."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is not None and (following.has(Role.UNIT) or following.text == "h"):
        return False
    return at == 0 or not tokens[at - 1].has(Role.NUMBERED, Role.TIME, Role.NOT)
