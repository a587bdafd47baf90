"""What a phrase is by the words around it in its clause: a move, a possibility, or talk.

The same questions are asked of cards and of a pass (`passes`), and the first that is answered decides. Is
it somebody else's play, the past, the state of the table, praise? Talk. Is it denied? Talk. Is it hoped,
doubted, conditional, promised? A possibility. Is it said by the author with a verb of playing, or in words
that are all known and harmless? A move. What is left may be a move or not, and is asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from gm.posts.clauses import HARMLESS, Clause
from gm.posts.lexicon import Role
from gm.posts.others import (
    REACH,
    belongs_to_another,
    is_here,
    is_led,
    is_object,
    is_over,
    is_owned,
    is_past,
    is_suited,
    is_sure,
    tells_of_another,
)
from gm.posts.phrases import Phrase
from gm.posts.tokens import Token

_MEANT: Final = (Role.WILL, Role.MUST)
_VERBS: Final = (Role.PLAY, Role.OPENING, Role.CLOSING)
ELSE: Final = frozenset({Role.TALK, Role.DONE, Role.REPORT, Role.SAY})
DENIED: Final = frozenset({Role.NOT, Role.NE, Role.DECLINE})
OPEN: Final = frozenset({Role.HESITATE, Role.LATER})
_HIS: Final = ("s'", "se", "son", "sa", "ses", "his", "her", "their")
_THAT: Final = ("que", "qu'", "that")


class Mood(Enum):
    """What a phrase is, by the words around it."""

    MOVE = auto()
    UNSURE = auto()
    """A move if the moderator says so."""
    POSSIBLE = auto()
    """The author speaks of what they might do."""
    LACKING = auto()
    """The author says that they do not hold the card: perhaps a pass."""
    UNCLEAR = auto()
    """Taken for talk, but nothing says whose cards these are."""
    TALK = auto()


@dataclass(slots=True)
class Heard:
    """What the words of a clause said up to some place."""

    roles: set[Role] = field(default_factory=set)
    unknown: bool = False
    """Among them is a word that is not harmless beside a move."""
    strange: bool = False
    """Among them is a word of which nothing is known."""
    cards: bool = False
    """Cards were named that are played, or may be."""
    theirs: bool = False
    """It is somebody else's only as the owner of the cards named next."""
    named: bool = False
    """The last of them is such a word, written as a name: `Final Fantasy 7`."""

    admired: bool = False
    """The cards are called fine: `un beau roi`."""
    fuzzy: bool = False
    """Among them is a misspelling."""
    himself: bool = False
    """The author speaks as of somebody else: `votre humble serviteur dépose son dix`."""

    @property
    def verb(self) -> bool:
        """A verb of playing was said, and not as a wish."""
        if not self.roles.isdisjoint(_VERBS):
            return True
        return Role.TO_PLAY in self.roles and not self.roles.isdisjoint(_MEANT)

    @property
    def own(self) -> bool:
        """The author is said to play."""
        return self.verb and Role.ME in self.roles

    @property
    def article(self) -> bool:
        """`un`, `une` was said: any card of the kind."""
        return Role.ARTICLE in self.roles

    def hear(self, tokens: Sequence[Token], at: int, first: int) -> None:
        """One more word of the clause that begins at `first`."""
        token = tokens[at]
        after_that = at > first and tokens[at - 1].text in _THAT and not token.sense.known
        mine = Role.ME in self.roles
        if after_that or (not mine and tells_of_another(tokens, at, first, strange=self.strange)):
            self.roles.add(Role.OTHER)
        if token.has(Role.ONLY):
            self.roles -= {*DENIED, Role.HESITATE}
            self.roles.add(Role.MUST)
        if token.has(Role.ME) and " " in token.text:
            self.himself = self.himself or not token.text.startswith(("j", "i ", "i'"))
        himself = self.himself and token.text in _HIS
        if himself or (token.has(Role.OTHER) and at > first and is_object(tokens, at)):
            self.roles.add(Role.FILLER)
            return
        if token.has(Role.SIZE) and at > first and tokens[at - 1].has(Role.ARTICLE):
            # `un beau roi`, but `beau roi`: praise.
            self.admired = self.admired or token.has(Role.TALK)
            return
        self.theirs = token.has(Role.THEIRS) and (self.theirs or Role.OTHER not in self.roles)
        self.roles |= {Role.TALK} if is_past(tokens, at) else token.sense.roles
        self.named = not token.sense.known and token.capital and at > first
        self.fuzzy = self.fuzzy or token.fuzzy
        word = token.sense.known or token.text[0].isascii()
        self.strange = self.strange or (word and not token.sense.known)
        called = token.glued and at > 0 and tokens[at - 1].text == "@"
        self.unknown = self.unknown or (word and not called and HARMLESS.isdisjoint(token.sense.roles))

    def pass_by(self) -> None:
        """Cards were just read that are no move: whose they are says nothing of the next."""
        if self.theirs:
            self.roles.discard(Role.OTHER)

    def played(self) -> None:
        """The cards just read were played: what led to them leads to no other."""
        self.cards = True
        verb = self.verb
        self.roles -= {Role.OPENING, Role.THEN, Role.CLOSING}
        self.roles |= {Role.PLAY} if verb else set()


def mood_of(tokens: Sequence[Token], clause: Clause, phrase: Phrase, heard: Heard) -> Mood:
    """What the cards of a phrase are after what was heard before them in their clause."""
    before = heard.roles
    after = tokens[phrase.last : min(clause.last, phrase.last + REACH)]
    if _is_mine(tokens, clause, phrase, heard):
        return Mood.UNSURE
    if clause.quoted or Role.OTHER in before or _counts_something(phrase, heard, after):
        return Mood.TALK
    if not heard.own and (clause.reported or not before.isdisjoint(ELSE)):
        return Mood.TALK
    if not before.isdisjoint(DENIED):
        return Mood.LACKING if _is_lacking(tokens, clause, heard) else Mood.TALK
    if not before.isdisjoint(OPEN) or is_open(clause) or any(token.has(*OPEN) for token in after[:2]):
        over = clause.questioned or (clause.conditional and is_over(tokens, clause, phrase))
        return Mood.TALK if over else Mood.POSSIBLE
    if Role.UNABLE in before or (Role.OWN in before and not heard.verb):
        return Mood.TALK if phrase.bare or clause.asked else Mood.POSSIBLE
    if clause.asked:
        alone = not heard.unknown and (not after or (after[0].has(Role.OR) and not phrase.definite))
        return Mood.POSSIBLE if alone or heard.own else Mood.TALK
    anothers = belongs_to_another(tokens, clause, phrase, strange=heard.strange)
    if anothers or (clause.questioned and phrase.definite):
        return _anothers(tokens, clause, phrase, heard)
    return _stated(phrase, clause, heard, after)


def _is_mine(tokens: Sequence[Token], clause: Clause, phrase: Phrase, heard: Heard) -> bool:
    """`ton valet ne fait pas le poids face à mon roi de pique`: whatever is said, it is the author's."""
    if (
        not is_owned(tokens, phrase)
        or clause.quoted
        or clause.questioned
        or is_open(clause)
        or not is_suited(phrase)
        or heard.verb
    ):
        return False
    told = {*ELSE, *OPEN, Role.PAST, Role.OWN, Role.RETRACT}
    if heard.roles.isdisjoint({Role.OTHER, *DENIED}) or not heard.roles.isdisjoint(told):
        return False
    return not belongs_to_another(tokens, clause, phrase, strange=heard.strange)


def _counts_something(phrase: Phrase, heard: Heard, after: Sequence[Token]) -> bool:
    """`3 examens`, `je pose 3 questions`, `Final Fantasy 7`: a mere number, of something unknown."""
    if not phrase.bare or heard.named or not after:
        return phrase.bare and heard.named
    return _is_strange(after[0]) and not after[0].title and (not heard.verb or after[0].text.endswith("s"))


def is_open(clause: Clause) -> bool:
    return clause.conditional or clause.later or clause.told


def _is_lacking(tokens: Sequence[Token], clause: Clause, heard: Heard) -> bool:
    """`pas de 7`, `je n'ai pas de roi`, and nothing else in the clause."""
    if (
        Role.OWN not in heard.roles
        or len(clause.phrases) > 1
        or heard.verb
        or clause.asked
        or is_open(clause)
    ):
        return False
    owned = {*HARMLESS, Role.NOT, Role.OWN}
    return all(not owned.isdisjoint(token.sense.roles) for token in clause.words(tokens))


def _anothers(tokens: Sequence[Token], clause: Clause, phrase: Phrase, heard: Heard) -> Mood:
    """The mood of cards that seem to be somebody else's."""
    following = tokens[phrase.last]
    if is_here(tokens, phrase.last) and not clause.questioned and not clause.addressed:
        return Mood.UNSURE
    if heard.cards or phrase is not clause.phrases[-1]:
        return Mood.TALK
    if heard.own:
        return Mood.MOVE
    definite = phrase.definite or is_led(tokens, phrase)
    # `un 7 de cœur des familles` is a joke beside a move, `le 7 de cœur de snaga` is none.
    praise = following.has(Role.TALK) and not following.has(Role.PAST, Role.REPORT)
    joke = (praise or following.has(Role.OF)) and not definite and is_sure(phrase) and not clause.addressed
    return Mood.UNSURE if heard.verb or joke else Mood.TALK


def _stated(phrase: Phrase, clause: Clause, heard: Heard, after: Sequence[Token]) -> Mood:
    """The mood of cards that are neither talked of, denied nor open: a move, if the words are known."""
    following = after[0] if after else None
    counts = phrase.bare and not heard.article and _is_strange(following)
    if not heard.verb and Role.IS in heard.roles:
        return Mood.UNSURE if is_sure(phrase) and not heard.unknown else Mood.TALK
    if Role.WE in heard.roles:
        return Mood.UNSURE if heard.verb else Mood.TALK
    if Role.PASS in heard.roles:
        return Mood.UNSURE
    if not heard.verb and Role.TO_PASS in heard.roles:
        # `passer ou poser mon double 9`: an infinitive states nothing.
        return Mood.POSSIBLE
    if heard.verb:
        # `pose un roi snaga !` may be an order.
        ordered = not heard.own and (heard.unknown or clause.called or _is_strange(following))
        return Mood.UNSURE if counts or ordered else Mood.MOVE
    if heard.unknown:
        return Mood.UNCLEAR if phrase.bare or not (heard.cards or is_sure(phrase)) else Mood.UNSURE
    if clause.addressed or (clause.resumed and (phrase.definite or not is_suited(phrase))):
        return Mood.UNSURE
    if phrase.bare and not heard.article and any(map(_is_strange, after)):
        return Mood.UNSURE
    if following is not None and following.has(Role.DOES, Role.CLOSING):
        if phrase.definite or not is_sure(phrase):
            return Mood.TALK if heard.article and not phrase.definite else Mood.UNSURE
        return Mood.MOVE
    if heard.admired and clause.strange:
        return Mood.UNSURE
    vague = clause.strange or clause.questioned or clause.praised
    if vague and not is_sure(phrase) and phrase.doubt != "unreadable":
        # A rank is an everyday word (`ma dame m'attend`): alone it is a move among harmless words only.
        return Mood.UNSURE
    if following is None:
        return Mood.MOVE
    return (
        Mood.UNSURE
        if Role.DEFINITE in heard.roles and not following.has(Role.FILLER, Role.JOIN)
        else Mood.MOVE
    )


def _is_strange(token: Token | None) -> bool:
    return token is not None and not token.sense.known and token.text.isalnum()


def is_harmless(tokens: Sequence[Token], clause: Clause, *also: Role) -> bool:
    """Whether the clause holds, beside its phrases, only words that may stand beside a move."""
    allowed = HARMLESS.union(also)
    return all(not allowed.isdisjoint(token.sense.roles) for token in clause.words(tokens))
