"""Suits said apart from their rank (the last step of `phrases`).

    Huit. De pique.   Double dame. Cœur pour l'une, carreau pour l'autre.   Trois 3. Sans le cœur.
    Cœur, le valet.   Je pose un valet, et pas n'importe lequel : celui de pique.
    8 de pique et celui de carreau.   8 de pique et son pote de trèfle.

Suits complete cards without suit when they are exactly as many and only signs, harmless clauses and the small
words that lead to a suit stand between. `celui de …` is else one more card of the rank named last: together
with it after `et`, by itself elsewhere. Suits that fit nowhere are left, and the post is asked about.
"""

from collections.abc import Sequence
from typing import Final

from gm.cards import NamedCard, Rank, Suit
from gm.posts.groups import completed, ordered
from gm.posts.lexicon import Role
from gm.posts.lexicon.pointing import YES
from gm.posts.loose import BREAKS, Loose, loose_suits
from gm.posts.phrases import Phrase
from gm.posts.ranks import is_several
from gm.posts.suits import ALL_SUITS, SMALL, skip
from gm.posts.tokens import Token

_FAR: Final = 40
_BULLETS: Final = ("-", "*", "•", "–")
_BETWEEN_LINES: Final = ("\n", *_BULLETS)
_LONGEST_WAY: Final = 12
_WAY_BACK: Final = 3
_HARMLESS: Final = (*BREAKS, Role.JOIN, Role.PARTS, Role.FILLER, Role.ADVERB)
_OPEN: Final = (
    *(Role.HESITATE, Role.OWN, Role.REPORT, Role.OR, Role.CONDITION, Role.LATER, Role.SAY),
    *(Role.PAST, Role.DONE),
)
_AGAIN: Final = (*BREAKS, *SMALL, Role.ALL, Role.PLURAL, Role.IS)
_Item = Phrase | Loose


def with_suits(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> list[Phrase]:
    """The phrases with the suits that are said of them apart, and the cards that are named by suit alone."""
    items: list[_Item] = [*phrases, *loose_suits(tokens, phrases)]
    items.sort(key=lambda item: item.first)
    done: list[Phrase] = []
    at = 0
    while at < len(items):
        item = items[at]
        at += 1
        if isinstance(item, Loose):
            done += _own_card(tokens, done, item)
        elif done and _says_number(tokens, done[-1], item) == len(done[-1].cards) > 1:
            done[-1] = done[-1]._replace(last=item.last)
        else:
            phrase, taken = _completed(tokens, item, items[at : at + _FAR])
            if not taken:
                phrase = _led(tokens, items[at - 2] if at > 1 else None, phrase)
            done.append(phrase)
            at += taken
    return _on_lines(tokens, done)


def _completed(tokens: Sequence[Token], phrase: Phrase, following: Sequence[_Item]) -> tuple[Phrase, int]:
    """The phrase with the suits that follow it, and how many of the items those are; as it is if none fit."""
    if not _may_lack(tokens, phrase):
        return phrase, 0
    end = phrase.last
    suits: list[int] = []
    said = 0
    fuzzy = phrase.fuzzy
    for number, item in enumerate(following, 1):
        if isinstance(item, Phrase):
            said = _says_number(tokens, phrase, item)
            if not said:
                break
            # `three of them`
            end = skip(tokens, item.last, (Role.OF, Role.OTHER), 2)
            continue
        if _is_joined(tokens, end, item) and not (_is_numbered(tokens, phrase) and _lacks(phrase)):
            more = _one_more(phrase, item)
            # `deux as noirs et un rouge`: what it adds is not clear.
            return (more, number) if more is not None else (phrase._replace(doubt="ambiguous"), 0)
        if not _leads_on(tokens, end, item.first) or not _says_of(phrase, item):
            return _asked(tokens, phrase, item) if not suits else _doubtful(phrase), 0
        fuzzy = fuzzy or any(token.fuzzy for token in tokens[item.first : item.last])
        cards = _filled(tokens, phrase, [*suits, *_meant(item)])
        if cards and said in (0, len(cards)):
            return phrase._replace(last=item.last, cards=cards, bare=False, doubt=None, fuzzy=fuzzy), number
        # `un noir, un rouge : pique, cœur`: a colour alone says too little.
        suits += () if item.coloured else _meant(item)
        end = max(item.last, item.end)
    return _doubtful(phrase) if suits else phrase, 0


def _says_of(phrase: Phrase, item: Loose) -> bool:
    """Whether suits may be said of the cards of a phrase: `l'autre` is none of one."""
    return item.end >= 0 and (not item.more or len(phrase.cards) > 1)


def _asked(tokens: Sequence[Token], phrase: Phrase, item: Loose) -> Phrase:
    """`Valets. Rouge sang` may say their suits or not: the phrase, doubtful when the suits come next."""
    near = all(token.has(*BREAKS) for token in tokens[phrase.last : item.first])
    return _doubtful(phrase) if near and not item.pointing else phrase


def _doubtful(phrase: Phrase) -> Phrase:
    return phrase._replace(doubt="ambiguous") if _lacks(phrase) else phrase


def _lacks(phrase: Phrase) -> bool:
    return any(card.suit is None for card in phrase.cards)


def _may_lack(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """Whether the cards of a phrase are of one rank and may have suits, or a like, said after them."""
    if phrase.torn or phrase.other or len({card.rank for card in phrase.cards}) != 1:
        return False
    return phrase.doubt is None or _is_vague(tokens, phrase)


def _is_vague(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """`mes rois`: however many."""
    return phrase.doubt == "ambiguous" and not phrase.counted and is_several(tokens, phrase.first)


def _is_numbered(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """`double valet`: no more than the number said."""
    return phrase.counted and bool(tokens[phrase.first].sense.count)


def _meant(item: Loose) -> tuple[int, ...]:
    return tuple(suit for suit in ALL_SUITS if suit not in item.suits) if item.excepted else item.suits


def _filled(tokens: Sequence[Token], phrase: Phrase, suits: Sequence[int]) -> tuple[NamedCard, ...]:
    """The cards of a phrase with the suits said of them; none when these do not fit exactly."""
    rank = phrase.cards[0].rank
    named = [card.suit for card in phrase.cards if card.suit is not None]
    fits = len(named) + len(suits) == len(phrase.cards) or (len(suits) > 1 and _is_vague(tokens, phrase))
    every = [*named, *suits]
    if not suits or not fits or len(set(every)) < len(every):
        return ()
    return completed([NamedCard(rank, Suit(suit)) for suit in every])


def _leads_on(tokens: Sequence[Token], first: int, last: int) -> bool:
    """Whether only signs, harmless clauses and brackets stand between, or what ends in a colon."""
    between = tokens[first:last]
    if between and not between[-1].has(*BREAKS, Role.JOIN):
        return False
    if between and between[-1].has(Role.COLON) and len(between) <= _LONGEST_WAY:
        return not any(token.has(Role.STOP, Role.QUESTION, Role.OR) for token in between)
    inside = False
    for token in between:
        inside = (inside or token.has(Role.OPEN)) and not token.has(Role.CLOSE)
        if not (inside or token.has(*_HARMLESS)):
            return False
    return True


def _is_joined(tokens: Sequence[Token], first: int, item: Loose) -> bool:
    """`… et celui de trèfle`, `… + un rouge`; but `… et c'est celui de trèfle`."""
    at = skip(tokens, first, (Role.COMMA,), 1)
    if at + 1 != item.first or not tokens[at].has(Role.JOIN, Role.PARTS) or tokens[item.first].has(Role.IS):
        return False
    return item.pointing or item.more or (item.coloured and item.end >= 0 and item.first < item.at)


def _one_more(phrase: Phrase, item: Loose) -> Phrase | None:
    """The phrase and one more card of its rank."""
    if len(item.suits) != 1 or item.excepted:
        return None
    card = NamedCard(phrase.cards[0].rank, Suit(item.suits[0]))
    if card in phrase.cards:
        return None
    return phrase._replace(last=item.last, cards=ordered([*phrase.cards, card]), bare=False)


def _own_card(tokens: Sequence[Token], done: Sequence[Phrase], item: Loose) -> list[Phrase]:
    """`celui de trèfle`: a card of the rank named last, joined to it or by itself."""
    ranks = {card.rank for card in done[-1].cards} if done else set()
    if len(ranks) != 1 or not item.pointing or item.excepted or item.coloured or len(item.suits) != 1:
        return []
    if item.first - done[-1].last > _FAR:
        return []
    fuzzy = any(token.fuzzy for token in tokens[item.first : item.last])
    card = NamedCard(Rank(ranks.pop()), Suit(item.suits[0]))
    return [Phrase(item.first, item.last, (card,), fuzzy=fuzzy)]


def _led(tokens: Sequence[Token], before: _Item | None, phrase: Phrase) -> Phrase:
    """`cœur, le valet`, `du trèfle : le six`: the phrase with the suits that lead to it, if they fit."""
    if not isinstance(before, Loose) or not before.plain or not _may_lack(tokens, phrase):
        return phrase
    between = tokens[before.last : phrase.first]
    if not (phrase.definite or any(token.has(Role.COLON) for token in between)) or len(between) > _WAY_BACK:
        return phrase
    if not all(token.has(Role.COLON, Role.COMMA, *SMALL) for token in between):
        return phrase
    cards = _filled(tokens, phrase, before.suits)
    if not cards or any(card.suit is not None for card in phrase.cards):
        return phrase
    fuzzy = phrase.fuzzy or tokens[before.at].fuzzy
    return phrase._replace(first=before.at, cards=cards, bare=False, doubt=None, fuzzy=fuzzy)


def _says_number(tokens: Sequence[Token], phrase: Phrase, item: Phrase) -> int:
    """`tous les deux`, `both`, `three of them`: how many cards a phrase has, said again; else 0."""
    if not all(token.has(*_AGAIN) or token.text in YES for token in tokens[phrase.last : item.first]):
        return 0
    if item.missing:
        return item.missing if not item.cards else 0
    count = tokens[item.first].sense.count
    if item.last != item.first + 1 or not count or len(item.cards) != 1:
        return 0
    them = item.last + 1 < len(tokens) and tokens[item.last + 1].text in ("them", "eux", "elles")
    return count if them or tokens[item.first - 1].has(Role.PLURAL) else 0


def _on_lines(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> list[Phrase]:
    """Single cards of one rank, each on a line of its own and nothing else there, are one play."""
    done: list[Phrase] = []
    for phrase in phrases:
        before = done[-1] if done else None
        if before is not None and _is_next_line(tokens, before, phrase):
            cards = ordered([*before.cards, *phrase.cards])
            done[-1] = before._replace(last=phrase.last, cards=cards, fuzzy=before.fuzzy or phrase.fuzzy)
        else:
            done.append(phrase)
    return done


def _is_next_line(tokens: Sequence[Token], before: Phrase, phrase: Phrase) -> bool:
    between = tokens[before.last : phrase.first]
    if not between or between[0].text != "\n" or before.doubt or phrase.doubt or len(phrase.cards) != 1:
        return False
    ends = phrase.last == len(tokens) or tokens[phrase.last].text == "\n"
    begins = skip(tokens, _line_of(tokens, before.first), SMALL, 1) == before.first
    led = all(token.has(*SMALL) or token.text in _BETWEEN_LINES for token in between)
    if not (begins and ends and led) or _is_open(tokens, before.first):
        return False
    cards = [*before.cards, *phrase.cards]
    one = len({card.rank for card in cards}) == 1
    return one and len(set(cards)) == len(cards) and all(card.suit is not None for card in cards)


def _is_open(tokens: Sequence[Token], at: int) -> bool:
    """`J'hésite entre :`, `il me reste :`, `snaga :`: by the line before, the cards listed are no move."""
    while at > 0 and tokens[at - 1].text != "\n":
        at -= 1
    last = at
    while last > 0 and tokens[last - 1].text == "\n":
        last -= 1
    first = last
    while first > 0 and last - first < _FAR and tokens[first - 1].text != "\n":
        first -= 1
    line = tokens[first:last]
    if any(token.has(*_OPEN) for token in line):
        return True
    led = bool(line) and line[-1].has(Role.COLON) and not any(token.has(Role.PLAY) for token in line)
    return led and any(token.has(Role.OTHER) or not token.sense.known for token in line)


def _line_of(tokens: Sequence[Token], at: int) -> int:
    """Where the line begins, past its bullet; -1 when more stands before."""
    to = at
    while to > 0 and at - to < 3 and tokens[to - 1].text != "\n":
        to -= 1
    if to > 0 and tokens[to - 1].text != "\n":
        return -1
    return to + 1 if to < at and tokens[to].text in _BULLETS else to
