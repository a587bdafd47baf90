"""The words of moves, as data per language: cards, numbers, and the small words that tell a move from talk.

Words are written folded (`markup.fold`): lower case, no accents, oe for œ. An elided word keeps its
apostrophe (`j'`). Both languages are known in both locales; where they clash the campaign's own wins, and a
word of the other one that means something else in everyday speech is left out (`ALIEN`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cache
from typing import Final

from gm.cards import RANKS, SUITS


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
    """`sauf`, `dont`: turns the suits after it into something that must be asked about."""
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


FRENCH: Final = Language(
    ranks={
        "J": "valet valets",
        "Q": "dame dames reine reines",
        "K": "roi rois",
        "A": "as",
        "X": "joker jokers",
    },
    numerals={
        "3": "trois",
        "4": "quatre quatres",
        "5": "cinq cinqs",
        "6": "six",
        "7": "sept septs",
        "8": "huit huits",
        "9": "neuf neufs",
        "T": "dix",
        "2": "deux",
    },
    suits={
        "s": "pique piques",
        "h": "coeur coeurs",
        "d": "carreau carreaux",
        "c": "trefle trefles",
    },
    colours={"sc": "noir noire noirs noires", "hd": "rouge rouges"},
    counts={
        2: "double doubles paire paires doublette doublon",
        3: "triple triples brelan brelans triplette",
        4: "carre carres quadruple",
    },
    roles={
        Role.FILLER: """
            salut bonjour bonsoir coucou hello slt bjr re bon bien ben bah beh eh hey ok oki okay oui
            ouais allez aller hop zou paf bim boum tac tiens tenez alors voila c'est parti moi aussi
            encore ici aujourd'hui enfin tout toute tous toutes monde tlm les amis ami copains gens
            joueurs pour desole desolee retard pardon taggle tagle revolution tour mon ma mes ce coup ci
            main fin manche partie petit petite gentil simple svp stp merci toi vous plaisir grand y lol
            mdr ptdr haha hihi hehe xd jeu carte cartes du suite mieux lance termine terminer finis ferme
            fermer clos clot cloture conclus gagne reponse reponds reponse sinon direct directement sur la
            table dessus te par suis rapide vite enchaine monsieur messieurs dames
            """,
        Role.PLURAL: "mes les des ces",
        Role.ARTICLE: "un une mon ma mes des",
        Role.DEFINITE: "le la les l' ce cet cette ces",
        Role.OF: "de d' du des en a",
        Role.SIZE: """
            dernier derniere derniers dernieres petit petite petits petites beau beaux belle belles gros
            grosse joli jolie jolis jolies seul seule premier premiere premiers premieres autre autres
            """,
        Role.JOIN: "et plus",
        Role.OR: "ou",
        Role.EXCEPT: "sauf dont excepte sans hormis",
        Role.PARTS: "avec compose composee soit",
        Role.ME: "je j' jpasse jpose jjoue jmets",
        Role.OTHER: """
            tu t' toi ton ta tes vous votre vos il elle ils elles lui leur leurs eux son sa ses on nous
            notre nos qui ca se s' quelqu' quelqu'un personne lequel
            """,
        Role.SO: "donc alors mais car sinon coup or enfin voila",
        Role.THAT: "que qu' parce puisque quand lorsque si comme",
        Role.PLAY: """
            pose joue mets met place jette lance sors balance lache abats depose rejoue repose reponds
            continue surencheris surenchere monte claque envoie degaine tente choisis prends opte tape
            voici voila annonce enchaine propose balance glisse ressors pars finis termine jpose jjoue jmets
            """,
        Role.TO_PLAY: """
            poser jouer mettre placer jeter lancer sortir balancer lacher abattre deposer rejouer repondre
            suivre continuer surencherir monter enchainer partir
            """,
        Role.WILL: "vais vas veux souhaite prefere decide",
        Role.MUST: "dois oblige obligee force forcee contraint contrainte",
        Role.CARD: "carte",
        Role.OPENING: """
            ouvre rouvre ouvrir entame entamer relance relancer recommence recommencer commence commencer
            repars repartir redemarre redemarrer inaugure debute rejoue rejouer enchaine enchainer
            reprends attaque
            """,
        Role.THEN: "puis ensuite apres",
        Role.PASS: "passe pass skip jpasse",
        Role.TO_PASS: "passer",
        Role.NOT_A_PASS: """
            une un le la les l' des du de d' en par chez devant au aux vous te ton me moi toi lui leur
            nous bien bonne mes ma tes sa ses vite a dire tout son
            """,
        Role.TURN: "mon ce tour main",
        Role.NE: "ne n'",
        Role.NOT: "pas plus aucun aucune jamais ni sans point rien non",
        Role.HESITATE: """
            hesite hesitais entre peut peut-etre etre si soit pourrais pourrait peux aurais devrais
            voudrais aimerais demande demandais sais pense penche pourquoi imagine imaginons supposons
            reflechis eventuellement peutetre quand lorsque
            """,
        Role.OWN: "ai reste restent garde possede tiens main avoir conserve",
        Role.PAST: """
            ai as a avons avez ont avais avait avaient ayant aurais est etait etaient etais bien ete suis
            deja fut sera aurait
            """,
        Role.TALK: """
            faut fallait doit beau bel belle jolie joli bravo gg dommage regle regles rappel exemple
            jouait avait etait etaient sont auras aura serait fut est joues poses mettra attends attend
            cherche manque manquait voulais croyais pensais hier felicitations adore aime deteste vu mot
            mots
            """,
        Role.EDIT: """
            edit edite edition finalement correction rectification oups erreur erratum trompe trompee
            plutot pardon
            """,
        Role.TIME: """
            a vers dans avant apres des depuis jusqu'a jusque il y entre h heure heures toutes pendant
            environ jusqu'
            """,
        Role.NUMBERED: """
            manche partie tour page joueur numero n no place match round rang top post message regle
            """,
        Role.UNIT: """
            cartes minutes minute min mn heures heure h secondes sec jours jour semaines semaine ans fois
            joueurs tours points manches parties mois choses trucs euros
            """,
    },
    letter_ranks={"v": "J", "d": "Q", "r": "K", "a": "A", "j": "J", "q": "Q", "k": "K", "t": "T"},
    letter_suits={"p": "s", "c": "h", "k": "d", "t": "c", "s": "s", "h": "h", "d": "d"},
    code_suits="pcktshd",
    listed_suits="pckt",
    everyday=frozenset("ah as ad at ap ac dc dt dp tt tp tc td ts qd js vs jt".split()),
)

ENGLISH: Final = Language(
    ranks={
        "J": "jack jacks knave knaves",
        "Q": "queen queens",
        "K": "king kings",
        "A": "ace aces",
        "X": "joker jokers",
    },
    numerals={
        "3": "three threes",
        "4": "four fours",
        "5": "five fives",
        "6": "six sixes",
        "7": "seven sevens",
        "8": "eight eights",
        "9": "nine nines",
        "T": "ten tens",
        "2": "two twos deuce deuces",
    },
    suits={
        "s": "spade spades",
        "h": "heart hearts",
        "d": "diamond diamonds",
        "c": "club clubs",
    },
    colours={"sc": "black", "hd": "red"},
    counts={
        2: "double doubles pair pairs both",
        3: "triple triples trips triplet",
        4: "quad quads quadruple",
    },
    roles={
        Role.FILLER: """
            hi hello hey everyone everybody all ok okay well now alright right yes yeah yep sorry late
            taggle tagle revolution guys folks friends there here is it's that's my turn this round trick
            for me too again still let us let's go please thanks lol haha sure just simply will ll m s im
            i'm to on table down your next move card cards close closes end ends by am close win winning
            """,
        Role.PLURAL: "these those",
        Role.ARTICLE: "a an my some one",
        Role.DEFINITE: "the this that these those",
        Role.OF: "of in a kind",
        Role.SIZE: "last little small big lovely only other remaining",
        Role.JOIN: "and plus",
        Role.OR: "or",
        Role.EXCEPT: "except but without",
        Role.PARTS: "with namely",
        Role.ME: "i i' im",
        Role.OTHER: """
            you your yours he she his her him they their them we our somebody someone who nobody
            everyone's people
            """,
        Role.SO: "so therefore because hence but",
        Role.THAT: "that because when if since as",
        Role.PLAY: """
            play put lay throw drop use choose place post bring continue respond answer raise finish end
            follow here's
            """,
        Role.TO_PLAY: "playing putting laying throwing dropping",
        Role.WILL: "will ll am m going want gonna shall",
        Role.MUST: "must have need forced",
        Role.CARD: "card",
        Role.OPENING: "open opening lead leading start starting restart begin beginning reopen",
        Role.THEN: "then afterwards next",
        Role.PASS: "pass skip passe",
        Role.TO_PASS: "passing skipping",
        Role.NOT_A_PASS: "by the a an me him her it out away through you this over",
        Role.TURN: "turn round one time",
        Role.NE: "don't won't",
        Role.NOT: "not no never don won cannot can't neither nor without didn doesn haven hasn",
        Role.HESITATE: """
            hesitate hesitating between maybe perhaps might could would should either if whether wonder
            wondering thinking think unsure can why when suppose
            """,
        Role.OWN: "have hold keep left got holding keeping",
        Role.PAST: "was were had has did been  have",
        Role.TALK: """
            played nice great good congrats gg thanks rule rules example was were are had has beats beat
            should did wait waiting missed love like yesterday laid threw dropped passed opened word words
            """,
        Role.EDIT: "edit edited actually instead rather correction oops sorry mistake erratum",
        Role.TIME: "at in until till before after within around about by since",
        Role.NUMBERED: "round game page player number no place match turn part rule post message deal",
        Role.UNIT: """
            cards minutes minute min hours hour h seconds sec days day weeks week years times time players
            rounds points games months things people pm am more
            """,
    },
    letter_ranks={"j": "J", "q": "Q", "k": "K", "a": "A", "t": "T", "v": "J", "d": "Q", "r": "K"},
    letter_suits={"s": "s", "h": "h", "d": "d", "c": "c", "p": "s", "k": "d", "t": "c"},
    code_suits="shdc",
    listed_suits="shdc",
    everyday=frozenset("ah as ad ac dc js ks ts rd rs td vs".split()),
)

LANGUAGES: Final = {"fr": FRENCH, "en": ENGLISH}
ALIEN: Final = {
    "fr": """
        a i' if or on as but him me an all do did are place part tout large can car main one use
        plus s m ll no table message page min minute minutes h re sec point points pour am
        """,
    "en": """
        as a on me son sa ton des dans plus main car ou place pour met mets lance sort sors sur est ont en par
        pars point rien fin coup table page message re ci y no tape tente balance continue
        suit propose rang top sera note tout tour min h place a y parti large chez
        """,
}

SYMBOLS: Final = {
    "♠": Sense(suits=(0,)),
    "♤": Sense(suits=(0,)),
    "♥": Sense(suits=(1,)),
    "♡": Sense(suits=(1,)),
    "♦": Sense(suits=(2,)),
    "♢": Sense(suits=(2,)),
    "♣": Sense(suits=(3,)),
    "♧": Sense(suits=(3,)),
    "+": Sense(roles=frozenset({Role.JOIN})),
    "&": Sense(roles=frozenset({Role.JOIN})),
    "/": Sense(roles=frozenset({Role.JOIN})),
    "-": Sense(roles=frozenset({Role.JOIN})),
    "–": Sense(roles=frozenset({Role.JOIN})),
    "—": Sense(roles=frozenset({Role.COLON})),
    "×": Sense(roles=frozenset({Role.TIMES})),
    "*": Sense(roles=frozenset({Role.FILLER})),
    ",": Sense(roles=frozenset({Role.COMMA})),
    ":": Sense(roles=frozenset({Role.COLON})),
    "=": Sense(roles=frozenset({Role.COLON})),
    "(": Sense(roles=frozenset({Role.OPEN})),
    "[": Sense(roles=frozenset({Role.OPEN})),
    ")": Sense(roles=frozenset({Role.CLOSE})),
    "]": Sense(roles=frozenset({Role.CLOSE})),
    ".": Sense(roles=frozenset({Role.STOP})),
    "!": Sense(roles=frozenset({Role.STOP})),
    ";": Sense(roles=frozenset({Role.STOP})),
    "\n": Sense(roles=frozenset({Role.STOP})),
    "?": Sense(roles=frozenset({Role.QUESTION})),
}


@cache
def lexicon(locale: str) -> dict[str, Sense]:
    """Every word known to a campaign of this locale and what it may mean; another locale reads as English."""
    own = locale if locale in LANGUAGES else "en"
    alien = frozenset(ALIEN[own].split())
    words: dict[str, Sense] = {}
    for name, language in LANGUAGES.items():
        if name != own:
            words |= {word: s for word, s in _senses(language).items() if word not in alien}
    return words | _senses(LANGUAGES[own])


def language_of(locale: str) -> Language:
    """The campaign's own language; another locale than those known reads as English."""
    return LANGUAGES.get(locale, ENGLISH)


def _senses(language: Language) -> dict[str, Sense]:
    words: dict[str, Sense] = {}
    for role, group in language.roles.items():
        for word in group.split():
            known = words[word].roles if word in words else frozenset()
            words[word] = Sense(roles=known | {role})
    for word, sense in _card_senses(language):
        words[word] = replace(sense, roles=words[word].roles) if word in words else sense
    return words


def _card_senses(language: Language) -> Iterator[tuple[str, Sense]]:
    for code, group in language.suits.items():
        yield from ((word, Sense(suits=(SUITS.index(code),))) for word in group.split())
    for codes, group in language.colours.items():
        suits = tuple(SUITS.index(code) for code in codes)
        yield from ((word, Sense(suits=suits, colour=True)) for word in group.split())
    for number, group in language.counts.items():
        yield from ((word, Sense(count=number)) for word in group.split())
    for code, group in language.ranks.items():
        for word in group.split():
            yield word, Sense(rank=RANKS.index(code), plural=_is_plural(word, group))
    for code, group in language.numerals.items():
        for word in group.split():
            yield word, replace(numeral(code), plural=_is_plural(word, group))


def _is_plural(word: str, group: str) -> bool:
    """Whether the group of a rank holds the word's singular too."""
    return any(word in (f"{singular}s", f"{singular}es") for singular in group.split())


def numeral(code: str) -> Sense:
    """The sense of a numeral whose rank has this code: a rank, and a number of cards from two to four."""
    return Sense(rank=RANKS.index(code), count=int(code) if code in "234" else 0, number=True)
