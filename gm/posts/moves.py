"""Fourth stage: which of the cards and passes named are moves of the author, and what must be asked.

Clause by clause, the words around a phrase or a pass say what it is (`moods`):

- a move: a claim;
- perhaps a move: a claim that must be asked about;
- a possibility (`j'hésite`, `si …`, `peut-être`): no claim but a candidate, and the post is `ambiguous`
  when it states no move beside;
- talk: neither claim nor doubt;
- a move without its cards (`je pose un double`, `idem`, an image nobody named): `unreadable`.

All the moves of the post are then taken together (`chains`). A move beside which something like a card was
not read (`leftovers`) is asked about: a part of a move is never taken for the whole.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from gm.cards import NamedCard
from gm.posts.apart import with_suits
from gm.posts.chains import Move, distinct, doubt_of, without_comments
from gm.posts.claims import Claim, Doubt, Reading
from gm.posts.clauses import Clause, clauses_of
from gm.posts.expressions import with_expressions
from gm.posts.leftovers import images_beside, is_part_unread
from gm.posts.lexicon import Role
from gm.posts.markup import Places, Visible
from gm.posts.missing import lacks_cards, points_back
from gm.posts.moods import DENIED, ELSE, Heard, Mood, mood_of
from gm.posts.passes import declined, pass_at, pass_in, pass_mood_of
from gm.posts.phrases import Phrase, leaves_exception, phrases_of
from gm.posts.sentences import read_context
from gm.posts.tokens import Token

_MOVING: Final = (
    *(Role.PASS, Role.TO_PASS, Role.PLAY, Role.TO_PLAY, Role.OPENING, Role.THEN, Role.CLOSING),
    *(Role.DECLINE, Role.UNABLE, Role.SAME, Role.ME),
)
"""What a clause without cards must hold to be heard."""
_TAKEN: Final = (Mood.MOVE, Mood.UNSURE)
_ARTICLES: Final = (Role.ARTICLE, Role.DEFINITE, Role.JOIN)
_TOLD: Final = frozenset({*ELSE, Role.PAST, Role.OTHER, Role.OWN, Role.IS})
_NOT_THIS: Final = frozenset({*DENIED, Role.OTHER, Role.HESITATE, Role.OWN})


@dataclass(slots=True)
class _Found:
    """What the clauses read so far hold."""

    moves: list[Move] = field(default_factory=list)
    weak: list[Move] = field(default_factory=list)
    """Passes by those who only say that they cannot play: they count where no move is stated."""
    possible: list[Move] = field(default_factory=list)
    talked: list[Phrase] = field(default_factory=list)
    theirs: list[tuple[int, int]] = field(default_factory=list)
    """Where cards of somebody else are named."""
    last: Phrase | None = None
    """The cards named last, whatever was said of them."""
    missing: list[int] = field(default_factory=list)
    """Numbers of cards said without saying which."""
    incomplete: bool = False
    garbled: bool = False
    """A card is named with a word for its suit that nobody knows."""
    lost: bool = False
    """Cards were named before of which it is not clear that they are no move."""
    opening: bool = False
    next: bool = False
    closed: bool = False
    list_end: int = -1
    list_mood: Mood = Mood.MOVE
    contrast: int = -1
    """Past cards that were not those meant: `ce n'était pas le roi mais la dame`."""
    excepted: bool = False
    """An exception is named, and not of which cards."""


def reading_of(text: str, tokens: Sequence[Token], seen: Visible) -> Reading:
    """The claims of a post's tokens and its doubt; `text` is the post that their spans index."""
    tokens = with_expressions(text, tokens)
    phrases = with_suits(tokens, phrases_of(tokens))
    found = _Found(excepted=leaves_exception(tokens, phrases))
    clauses = clauses_of(tokens, phrases)
    read_context(tokens, clauses)
    for clause in clauses:
        _read_clause(tokens, clause, found)
    if found.moves and len(meant := without_comments(tokens, found.moves)) < len(found.moves):
        found.possible += found.moves[: -len(meant)]
        found.moves = meant
    moves = distinct(tokens, found.moves or found.weak[:1])
    played = [(move.first, move.last) for move in found.moves if move.kind == "play"]
    beside = images_beside(tokens, played, passed=any(move.kind == "pass" for move in found.moves))
    images = tuple(address for at, (_, address) in enumerate(seen.images) if at in beside)
    faint, unsure = Places(seen, seen.faint), Places(seen, seen.unsure)
    claims = tuple(_claim(text, tokens, move, faint) for move in moves)
    candidates = tuple(_claim(text, tokens, move, faint) for move in found.possible)
    doubt = "unreadable" if beside else _doubt(tokens, found, moves)
    if doubt is None and any(claim.faint or unsure.touch(claim.span) for claim in claims):
        doubt = "ambiguous"
    return Reading(claims, doubt, images, candidates, either=_is_choice(tokens, played))


def _is_choice(tokens: Sequence[Token], played: Sequence[tuple[int, int]]) -> bool:
    """`double 7 ou double roi`"""
    return any(
        token.has(Role.OR) for before, after in pairwise(played) for token in tokens[before[1] : after[0]]
    )


def _doubt(tokens: Sequence[Token], found: _Found, moves: Sequence[Move]) -> Doubt | None:
    if not moves:
        return "unreadable" if found.incomplete else "ambiguous" if found.possible else None
    doubt = doubt_of(tokens, moves)
    if doubt is not None:
        return doubt
    sizes = {len(move.cards) for move in moves}
    if found.garbled or not sizes.issuperset(found.missing):
        return "unreadable"
    played = [(move.first, move.last) for move in found.moves if move.kind == "play"]
    edited = _is_edited(tokens, found, moves)
    suited = all(card.suit is not None for move in moves for card in move.cards)
    unread = found.excepted or edited or is_part_unread(tokens, played, found.theirs, suited=suited)
    return "ambiguous" if unread else None


def _is_edited(tokens: Sequence[Token], found: _Found, moves: Sequence[Move]) -> bool:
    """`Edit : c'était un 9`: in the line of an edit other cards are named."""
    cards = {card for move in moves for card in move.cards}
    cards |= {NamedCard(card.rank, None) for card in cards}
    talked = {phrase.first: phrase for phrase in found.talked}
    inside = {at for move in found.moves for at in range(move.first, move.last)}
    edited = False
    for at, token in enumerate(tokens):
        edited = (edited or token.has(Role.EDIT)) and token.text != "\n"
        if edited and at in talked and not cards.issuperset(talked[at].cards):
            return True
        if edited and token.sense.suits and not token.sense.letter and at not in inside:
            return True
    return False


def _read_clause(tokens: Sequence[Token], clause: Clause, found: _Found) -> None:
    """Adds what one clause holds, read from left to right."""
    if _is_idle(tokens, clause):
        return
    heard = Heard()
    before = len(found.moves)
    at = clause.first
    for phrase in [*clause.phrases, None]:
        for here in range(at, phrase.first if phrase else clause.last):
            talk = tokens[here].has(Role.PASS, Role.TO_PASS) and not _read_pass(
                tokens, clause, here, heard, found
            )
            heard.hear(tokens, here, clause.first)
            if talk and not tokens[here].unclear:
                heard.roles -= {Role.PASS, Role.TO_PASS}
        found.opening = found.opening or Role.OPENING in heard.roles
        found.next = found.next or Role.THEN in heard.roles
        if phrase is None:
            # `As, je ferme le tour` closes what was played; `je ferme avec le 2` closes with what comes.
            found.closed = found.closed or (Role.CLOSING in heard.roles and bool(found.moves))
            break
        _read_phrase(tokens, clause, phrase, heard, found)
        at = phrase.last
    if len(found.moves) > before:
        return
    mood = declined(tokens, clause)
    if mood is Mood.MOVE:
        found.moves.append(pass_in(tokens, clause, None))
    elif mood is Mood.UNSURE:
        found.weak.append(pass_in(tokens, clause, "ambiguous"))
    elif not clause.phrases:
        _read_without_cards(tokens, clause, heard, found)


def _is_idle(tokens: Sequence[Token], clause: Clause) -> bool:
    """Whether nothing in a clause can be a move or lead to one: most clauses of a post are chatter."""
    if clause.phrases or not clause.roles(tokens).isdisjoint(_MOVING):
        return False
    return not any(token.sense.suits for token in clause.words(tokens))


def _read_pass(tokens: Sequence[Token], clause: Clause, at: int, heard: Heard, found: _Found) -> bool:
    """Adds the pass here; whether it is one, or may be."""
    mood = pass_mood_of(tokens, clause, at, heard)
    if mood in _TAKEN:
        clear = mood is Mood.MOVE and not tokens[at].unclear
        found.moves.append(pass_at(tokens, clause, at, None if clear else "ambiguous"))
    elif mood is Mood.POSSIBLE:
        found.possible.append(pass_at(tokens, clause, at, None))
    return mood is not Mood.TALK


def _read_phrase(
    tokens: Sequence[Token], clause: Clause, phrase: Phrase, heard: Heard, found: _Found
) -> None:
    """Adds the cards of a phrase to what they are."""
    mood = _mood_in_post(tokens, clause, phrase, heard, found)
    found.last = phrase
    if mood is Mood.TALK or mood is Mood.UNCLEAR:
        found.lost = found.lost or mood is Mood.UNCLEAR
        if Role.OTHER in heard.roles:
            found.theirs.append((phrase.first, phrase.last))
        found.talked.append(phrase)
        heard.pass_by()
    elif mood is Mood.LACKING:
        found.possible.append(pass_in(tokens, clause, None))
    elif phrase.doubt == "unreadable":
        found.incomplete = found.incomplete or mood is Mood.MOVE
        found.garbled = found.garbled or (mood is Mood.MOVE and bool(phrase.cards))
        if mood is Mood.MOVE and phrase.missing is not None:
            found.missing.append(phrase.missing)
    elif mood is Mood.POSSIBLE:
        found.possible += _plays(phrase, found, heard, None)
    else:
        # `quatrième 8 …, donc je relance : 4 de pique`: the second move of two, and where is the first?
        second = not found.moves and found.lost and (found.opening or found.next or found.closed)
        unsure = mood is Mood.UNSURE or second
        found.moves += _plays(phrase, found, heard, "ambiguous" if unsure else phrase.doubt)
        found.opening = found.next = found.closed = False
        heard.played()


def _mood_in_post(
    tokens: Sequence[Token], clause: Clause, phrase: Phrase, heard: Heard, found: _Found
) -> Mood:
    """The mood of a phrase in its clause, and what the cards named before it and a correction make of it."""
    mood = mood_of(tokens, clause, phrase, heard)
    talk = mood is Mood.TALK or mood is Mood.UNCLEAR
    if talk and clause.edited and not clause.questioned and heard.roles.isdisjoint(_NOT_THIS):
        mood = Mood.UNSURE
    if _continues_list(tokens, clause, phrase, found):
        mood = found.list_mood
        heard.roles.add(Role.HESITATE if mood is Mood.POSSIBLE else Role.OTHER)
    if found.contrast == clause.first and mood is Mood.MOVE and not heard.verb:
        mood = Mood.UNSURE
    denied = not heard.roles.isdisjoint(DENIED)
    found.list_end = phrase.last
    found.list_mood = Mood.MOVE if denied else Mood.TALK if mood is Mood.UNCLEAR else mood
    if denied and not heard.verb and not heard.roles.isdisjoint(_TOLD):
        found.contrast = phrase.last
    return mood


def _continues_list(tokens: Sequence[Token], clause: Clause, phrase: Phrase, found: _Found) -> bool:
    """`il me reste un roi, un as`: what is said of the cards before the comma is said of these too."""
    if found.list_mood not in (Mood.TALK, Mood.POSSIBLE) or found.list_end != clause.first - 1:
        return False
    led = tokens[clause.first : phrase.first]
    comma = tokens[clause.first - 1].has(Role.COMMA)
    return comma and bool(led) and all(token.has(*_ARTICLES) for token in led)


def _plays(phrase: Phrase, found: _Found, heard: Heard, doubt: Doubt | None) -> list[Move]:
    readings = [phrase.cards, phrase.other] if phrase.other else [phrase.cards]
    fuzzy = phrase.fuzzy or heard.fuzzy
    told = {"opens": found.opening, "next": found.next, "closed": found.closed}
    return [Move("play", cards, phrase.first, phrase.last, doubt, fuzzy=fuzzy, **told) for cards in readings]


def _read_without_cards(tokens: Sequence[Token], clause: Clause, heard: Heard, found: _Found) -> None:
    """A clause that states a move and does not name its cards, or names them by `le`, `which`."""
    if clause.asked or clause.quoted or clause.reported or clause.conditional or clause.later:
        return
    meant = found.last if points_back(tokens, clause, heard, found.last) else None
    if meant is not None:
        own = bool(found.possible) and found.possible[-1].first == meant.first
        found.moves += _plays(meant, found, heard, meant.doubt if own else "ambiguous")
    elif lacks_cards(tokens, clause, heard):
        found.incomplete = True
        if clause.last > clause.first and tokens[clause.last - 1].dismissed:
            found.missing.append(0)


def _claim(text: str, tokens: Sequence[Token], move: Move, faint: Places) -> Claim:
    span = (tokens[move.first].start, tokens[move.last - 1].end)
    hidden = faint.touch(span)
    return Claim(move.kind, move.cards, span, text[slice(*span)], move.fuzzy, move.stands, hidden)
