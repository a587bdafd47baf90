"""Third stage: the cards that are named, phrase by phrase.

    phrase  = group { joint group }            joint: et + & / -, nothing, or a comma before the same rank

A group is a number of cards (`counted`) or a rank with its suits (`groups`); `11 de pique` is none that
exists. Here they are put together and what makes the whole doubtful is found: no play has two ranks.
Lookahead is bounded, so the stage is linear.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from gm.cards import RANKS, NamedCard, Rank
from gm.posts.claims import Doubt
from gm.posts.counted import counted_at
from gm.posts.groups import Group, card_at, completed
from gm.posts.lexicon import Role
from gm.posts.lexicon.pointing import COMPANIONS
from gm.posts.ranks import is_in_order, is_other_number, is_several, is_verb_as
from gm.posts.suits import MOST, SMALL, names_exception, skip, suits_from
from gm.posts.tokens import Token

_TWO: Final = RANKS.index("2")
_FIRST_DRAWN: Final = "🂡"
_FIRST_WORDS: Final = frozenset({"dc", "tt", "qd"})
_NO_RANKS: Final = frozenset({"zero", "onze", "douze", "treize", "quatorze", "eleven", "twelve", "thirteen"})


class Phrase(NamedTuple):
    """Cards named together in the tokens `first` up to `last` excluded."""

    first: int
    last: int
    cards: tuple[NamedCard, ...]
    bare: bool = False
    """One numeral or letter and nothing else: it may have nothing to do with cards."""
    counted: bool = False
    definite: bool = False
    """Begins with `le`, `the`: may speak of a card known already."""
    doubt: Doubt | None = None
    other: tuple[NamedCard, ...] = ()
    """A second reading of the same words."""
    torn: bool = False
    """The doubt lies in the words of one card, not in what the cards make together."""
    missing: int | None = None
    """A number of cards (0: one that does not exist) is stated, but not which."""
    fuzzy: bool = False
    """A misspelling was corrected."""


def phrases_of(tokens: Sequence[Token]) -> tuple[Phrase, ...]:
    """All the phrases in the order of the text; they do not overlap."""
    found: list[Phrase] = []
    last = 0
    for at, token in enumerate(tokens):
        if at < last or not _may_begin_group(token):
            continue
        phrase = _phrase(tokens, at)
        if phrase is not None:
            found.append(phrase)
            last = phrase.last
    return tuple(found)


def leaves_exception(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> bool:
    """Whether an exception (`sauf le trèfle`) stands outside all phrases: of what, is not said."""
    inside = {at for phrase in phrases for at in range(phrase.first, phrase.last)}
    return any(names_exception(tokens, at) for at in range(len(tokens)) if at not in inside)


def _phrase(tokens: Sequence[Token], first: int) -> Phrase | None:
    groups = _shared(tokens, _groups_from(tokens, first))
    if not groups:
        return None
    last = groups[-1].last
    words = tokens[first:last]
    cards = _drawn_once([card for group in groups for card in group.cards], words)
    counted = any(group.counted for group in groups)
    several = len(cards) == 1 and not counted and is_several(tokens, first)
    doubts: set[Doubt | None] = {group.doubt for group in groups}
    other = groups[0].other if len(groups) == 1 else ()
    if other or several or _is_doubtful(groups, cards, words):
        doubts.add("ambiguous")
    return Phrase(
        first,
        last,
        groups[0].cards if other else completed(cards),
        bare=all(group.bare for group in groups) and len({group.rank for group in groups}) == len(groups),
        counted=counted or bool(other),
        definite=first > 0 and tokens[first - 1].has(Role.DEFINITE),
        doubt="unreadable" if "unreadable" in doubts else "ambiguous" if "ambiguous" in doubts else None,
        other=other,
        torn=any(group.doubt for group in groups) or any(token.twin is not None for token in words),
        missing=next((group.missing for group in groups if group.missing is not None), None),
        fuzzy=any(token.fuzzy for token in words),
    )


def _groups_from(tokens: Sequence[Token], first: int) -> list[Group]:
    """The groups of the phrase that begins here, one said in two ways once; none when no phrase does."""
    group = _group_at(tokens, first)
    groups: list[Group] = []
    start = first
    while group is not None:
        groups.append(group)
        group = _joined(tokens, groups[-1]) if len(groups) < MOST else None
        while group is not None and _is_said_again(tokens, start, groups[-1], group):
            groups[-1] = groups[-1]._replace(last=group.last)
            group = _joined(tokens, groups[-1])
        start = groups[-1].last
    return groups


def _shared(tokens: Sequence[Token], groups: list[Group]) -> list[Group]:
    """`8 and 8, diamonds and spades`: the suits behind the last of several like ranks are those of all."""
    if len(groups) < 2 or len({group.rank for group in groups}) > 1:
        return groups
    *bare, last = groups
    if len(last.cards) != len(groups) or any(card.suit is None for card in last.cards):
        return groups
    if any(group.counted or len(group.cards) != 1 or group.cards[0].suit is not None for group in bare):
        return groups
    words = tokens[bare[-1].last : last.last]
    rank = next(at for at, token in enumerate(words) if token.sense.rank == last.rank)
    if rank + 1 == len(words):  # `joker, deux jokers`: both jokers, and no suit behind them
        return groups
    # `8 et 8 de pique et de cœur`: perhaps those of the last alone.
    doubt: Doubt | None = "ambiguous" if words[rank + 1].has(Role.OF) else last.doubt
    return [last._replace(doubt=doubt)]


def _is_said_again(tokens: Sequence[Token], first: int, before: Group, following: Group) -> bool:
    """`🂡 as de pique`: one card, in two ways, with nothing between."""
    if before.cards != following.cards or any(card.suit is None for card in before.cards):
        return False
    if tokens[before.last].has(Role.JOIN, Role.COMMA):
        return False
    one, two = tokens[first : before.last], tokens[before.last : following.last]
    return [token.text for token in one] != [token.text for token in two]


def _is_doubtful(groups: Sequence[Group], cards: Sequence[NamedCard], words: Sequence[Token]) -> bool:
    """Whether the groups together may be something else than one list of cards."""
    if len(groups) > 1 and any(group.counted for group in groups):
        return True
    if len(set(cards)) < len(cards) and any(_is_letter_code(token) for token in words):
        # `Ah Ac Ah`, `Qh dc`: one of them may be no card.
        if any(card.suit is not None and cards.count(card) > 1 for card in cards):
            return True
    if any(_may_be_two_ranks(token) for token in words):
        return True
    if len(groups) > 1 and any(_is_drawn(token) and _unsuited(token) in cards for token in words):
        # `dame 🂭`: the queen of the picture, or one beside it.
        return True
    if len(words) == 3 and words[1].text == "/" and words[1].glued and all(group.bare for group in groups):
        # `5/5` is a mark as well.
        return True
    mixed = len({group.rank for group in groups}) > 1
    return mixed and (_may_be_something_else(groups) or _begins_sentence(words))


def _drawn_once(cards: list[NamedCard], words: Sequence[Token]) -> list[NamedCard]:
    """A card that is named and shown in a picture is one card: `dame de pique 🂭`."""
    drawn = {(token.sense.rank, token.sense.suits) for token in words if _is_drawn(token)}
    if not drawn or len(set(cards)) == len(cards):
        return cards
    shown = [card for card in cards if (card.rank, (card.suit,)) in drawn]
    rest = [card for card in cards if card not in shown]
    return [*dict.fromkeys(shown), *rest]


def _is_drawn(token: Token) -> bool:
    """Whether a card is a picture: a Unicode playing card, typed or in the place of an image."""
    return token.code and len(token.text) == 1 and token.text >= _FIRST_DRAWN


def _unsuited(token: Token) -> NamedCard:
    return NamedCard(Rank(token.sense.rank or 0), None)


def _begins_sentence(tokens: Sequence[Token]) -> bool:
    """`Dc 7p` may be « donc 7p »: no play has two ranks."""
    return any(token.code and token.text in _FIRST_WORDS for token in tokens)


def _is_letter_code(token: Token) -> bool:
    return token.code and len(token.text) == 2 and token.text.isalpha()


def _may_be_two_ranks(token: Token) -> bool:
    """`KK`, `TT`, `QD`: a code, or two cards of one rank; `TK` is a code, for no play has two ranks."""
    return token.twin is not None and token.sense.rank == token.twin


def _may_be_something_else(groups: Sequence[Group]) -> bool:
    """`cinq as`, `7 8`, or `2 et 5`, a play that closes the tour and an opening: no play has two ranks."""
    return any(group.bare for group in groups) or groups[0].rank == _TWO


def _joined(tokens: Sequence[Token], before: Group) -> Group | None:
    """The next group of the same phrase, if one follows."""
    at = before.last
    alike = False
    if at < len(tokens) and tokens[at].has(Role.COMMA):
        alike = True
        at += 1
    if at < len(tokens) and tokens[at].has(Role.JOIN):
        at += 1
    elif at < len(tokens) and tokens[at].text in ("avec", "with"):
        alike = True
        at += 1
    if at + 1 < len(tokens) and tokens[at + 1].text in COMPANIONS and tokens[at].has(Role.THEIRS):
        # `8 de pique et son pote le 8 de trèfle`
        alike = True
        at += 2
    at = skip(tokens, at, (*SMALL, Role.SIZE), 3)
    group = _group_at(tokens, at)
    if group is None or (alike and group.rank != before.rank):
        return None
    if group.bare and group.rank != before.rank and tokens[at - 1].has(Role.PLURAL):
        # `🃁 🃑 les deux`
        return None
    return group


def _may_begin_group(token: Token) -> bool:
    """Whether a group may begin with this word: a rank, a number, a suit, or what is none of them."""
    sense = token.sense
    if sense.rank is not None or sense.count or sense.suits:
        return True
    return (token.unclear and not sense.known) or token.text.isdigit() or token.text in _NO_RANKS


def _group_at(tokens: Sequence[Token], at: int) -> Group | None:
    """The group that begins at a token, if one does."""
    if at >= len(tokens):
        return None
    if is_verb_as(tokens, at) or is_other_number(tokens, at) or is_in_order(tokens, at):
        return None
    return counted_at(tokens, at) or card_at(tokens, at) or _no_card(tokens, at)


def _no_card(tokens: Sequence[Token], at: int) -> Group | None:
    """`11 de pique`, `1♥`, `zéro de trèfle`: a suit follows what is no rank; or a word near two ranks."""
    token = tokens[at]
    if token.unclear and not token.sense.known:
        return Group(max(at + 1, suits_from(tokens, at + 1).last), -1, (), doubt="unreadable", missing=0)
    if not (token.text.isdigit() or token.text in _NO_RANKS) or token.sense.rank is not None:
        return None
    suits = suits_from(tokens, at + 1)
    if not suits.named or suits.coloured or tokens[at + 1].has(Role.COMMA, Role.COLON, Role.JOIN):
        return None
    if any(near.sense.letter for near in tokens[at + 1 : suits.last]):
        # `14h` is an hour.
        return None
    return Group(suits.last, -1, (), counted=True, doubt="unreadable", missing=0)
