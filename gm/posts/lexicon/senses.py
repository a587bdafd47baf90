"""What a word of a post may mean: a rank, a number, suits, and the roles that tell a move from talk."""

from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache

from gm.cards import RANKS


class Role(Enum):
    """What a word that is no card does to the cards around it."""

    # The hash of Enum is that of the name, computed anew each time: a third of the time of a long post.
    __hash__ = object.__hash__

    FILLER = auto()
    """Harmless beside a move: greetings, adverbs, the names of the game's events."""
    ARTICLE = auto()
    DEFINITE = auto()
    """`le`, `the`, `ce`: may speak of a card known already."""
    OF = auto()
    JOIN = auto()
    OR = auto()
    PLURAL = auto()
    """`mes`, `les`: more than one card, however many."""
    SIZE = auto()
    """May stand between a number of cards and their rank (`mes deux derniers 9`)."""
    EXCEPT = auto()
    """`sauf`, `except`: the suits after it are not meant."""
    ALL = auto()
    """`tout`, `all`: may stand before an exception."""
    PARTS = auto()
    """`avec`, `composé de`: the single cards of a play follow."""
    TIMES = auto()
    COMMA = auto()
    COLON = auto()
    OPEN = auto()
    CLOSE = auto()
    STOP = auto()
    QUESTION = auto()
    ME = auto()
    OTHER = auto()
    """Somebody else, or everybody: their cards are not the author's move."""
    SO = auto()
    """Begins a clause of its own."""
    THAT = auto()
    """A clause after it hangs on the one before."""
    PLAY = auto()
    """A form of a verb of playing that the author may use of their own move."""
    TO_PLAY = auto()
    WILL = auto()
    """Makes a move of the infinitive after it."""
    MUST = auto()
    CARD = auto()
    """The bare word for a card: a move without saying which."""
    OPENING = auto()
    """Says that the play after it opens a tour."""
    THEN = auto()
    PASS = auto()
    TO_PASS = auto()
    NOT_A_PASS = auto()
    """After `passe`: something else is passed."""
    TITLE = auto()
    """Who one becomes, not what one passes: `je passe Premier Ministre`."""
    TURN = auto()
    """After `passe`: still a pass (`la main`, `mon tour`)."""
    NE = auto()
    NOT = auto()
    HESITATE = auto()
    OWN = auto()
    """Speaks of the cards one holds."""
    PAST = auto()
    """An auxiliary: the verb after it is over."""
    TALK = auto()
    """Praise, rules, comments: no move in this clause."""
    EDIT = auto()
    TIME = auto()
    """A number after it is an hour or a delay."""
    NUMBERED = auto()
    """A number after it is its number (`manche 2`)."""
    UNIT = auto()
    """A number before it counts it (`2 cartes`)."""
    IMAGE = auto()
    """An image that nobody named: it may be a card."""
    ADVERB = auto()
    """May stand between the words of an expression and changes nothing."""
    DONE = auto()
    """A participle: the move it tells is over, or another's."""
    WE = auto()
    """`on`, `nous`: the author, or everybody."""
    REPORT = auto()
    """What follows tells the state of the table."""
    WORD = auto()
    """What follows is a word of chance, whatever it says (`mot : as de pique`)."""
    SAY = auto()
    """What follows are words of somebody."""
    CONDITION = auto()
    """Makes a possibility of the moves in its sentence, up to a word that is `APART`."""
    APART = auto()
    """What follows hangs on no condition before it (`mais`, `donc`)."""
    LATER = auto()
    """A time to come: what is said to happen then is a promise."""
    ONLY = auto()
    """Takes back a negation: `je ne peux que`."""
    STANDS = auto()
    """After a pass: until the end of the tour."""
    BEYOND = auto()
    """After a pass: for longer or for less than a tour."""
    UNTIL = auto()
    DECLINE = auto()
    """Says that the author plays nothing: a pass when nothing unknown stands beside."""
    UNABLE = auto()
    """Says that the author cannot play: perhaps a pass."""
    SAME = auto()
    """Points to what somebody else did."""
    RETRACT = auto()
    """Takes back what was said before it."""
    IS = auto()
    """`c'est`: what is shown, or what is played."""
    THEIRS = auto()
    """`ton`, `son`: the cards named next are somebody else's."""
    DOES = auto()
    """What cards do by the rules: after them, it is said of them (`un carré fait la révolution`)."""
    CLOSING = auto()
    """Says that a play closes the tour."""


@dataclass(frozen=True, slots=True)
class Sense:
    """What a word may mean: a rank, a number of cards, suits, a colour, and its roles."""

    rank: int | None = None
    count: int = 0
    suits: tuple[int, ...] = ()
    colour: bool = False
    """The suits are the two of a colour, not two named ones."""
    number: bool = False
    """A numeral, which may have nothing to do with cards."""
    plural: bool = False
    """More than one card, however many: `rois`."""
    letter: bool = False
    """A single letter standing for a rank or a suit."""
    roles: frozenset[Role] = field(default_factory=frozenset)

    @property
    def known(self) -> bool:
        """Whether the word means anything here."""
        return self.rank is not None or bool(self.count or self.suits or self.roles)


@dataclass(frozen=True, slots=True)
class Language:
    """The words of one language. Ranks and suits are given by their code letters."""

    ranks: dict[str, str]
    numerals: dict[str, str]
    suits: dict[str, str]
    colours: dict[str, str]
    counts: dict[int, str]
    roles: dict[Role, str]
    letter_ranks: dict[str, str]
    letter_suits: dict[str, str]
    code_suits: str
    """The letters that make a code after a letter (`Dc`)."""
    listed_suits: str
    """The letters that may be listed after a rank without blanks (`8ck`): no codes of another language."""
    everyday: frozenset[str]
    """Words of everyday writing that look like a code of two letters."""


@cache
def numeral(code: str) -> Sense:
    """The sense of a numeral whose rank has this code: a rank, and a number of cards from two to four."""
    return Sense(rank=RANKS.index(code), count=int(code) if code in "234" else 0, number=True)
