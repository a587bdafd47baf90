"""The English words of moves: cards, numbers, and the small words that tell a move from talk.

Words are written folded (`markup.fold`): lower case, no accents, oe for œ. An elided word keeps its
apostrophe (`j'`).
"""

from typing import Final

from gm.posts.lexicon.senses import Language, Role

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
        3: "triple triples trips triplet trio",
        4: "quad quads quadruple",
    },
    roles={
        Role.FILLER: """
            result conclusion verdict
            hi hello hey everyone everybody all ok okay well now alright right yes yeah yep sorry late
            taggle tagle revolution guys folks friends there here is it's that's my turn this round trick
            for me too again still let us let's go please thanks lol haha sure just simply will ll m s im
            i'm to on table down your next move card cards close closes end ends by am close win winning
            """,
        Role.PLURAL: "these those every",
        Role.ARTICLE: "a an my some one every",
        Role.DEFINITE: "the this that these those",
        Role.OF: "of in a kind o o'",
        Role.SIZE: "last little small big lovely only other remaining",
        Role.JOIN: "and plus",
        Role.OR: "or",
        Role.EXCEPT: "except but without minus",
        Role.ALL: "all any every everything",
        Role.PARTS: "with namely",
        Role.ME: "i i' im",
        Role.OTHER: """
            you your yours he she his her him they their them we our somebody someone who nobody
            everyone's people
            """,
        Role.SO: "so therefore because hence but",
        Role.THAT: "that which because when if since as",
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
            hesitate hesitating between maybe perhaps might could would should either whether wonder
            wondering thinking think unsure can why suppose
            """,
        Role.OWN: "have had hold keep left got holding keeping",
        Role.PAST: "was were had has did been  have",
        Role.TALK: """
            played nice great good congrats gg thanks rule rules example was were are had has beats beat
            did wait waiting missed love like yesterday laid threw dropped dumped passed opened word words
            """,
        Role.EDIT: "edit edited correction erratum",
        Role.RETRACT: "actually instead rather oops sorry mistake nope",
        Role.WORD: "word words",
        Role.APART: "but so because since anyway",
        Role.CONDITION: "if when unless whenever",
        Role.LATER: "tomorrow tonight later soon monday tuesday wednesday thursday friday saturday sunday",
        Role.SAY: "said says say wrote writes",
        Role.REPORT: "score scores recap summary table pile",
        Role.CLOSING: "close closes closing end ends",
        Role.THEIRS: "your his her their our",
        Role.DOES: "is closes ends beats makes wins reverses",
        Role.SAME: "ditto likewise same",
        Role.UNABLE: "nothing",
        Role.UNTIL: "until till",
        Role.ADVERB: "really just still also unfortunately simply sadly again",
        Role.TIME: "at in until till before after within around about by since",
        Role.NUMBERED: "round game page player number no place match turn part rule post message deal",
        Role.UNIT: """
            cards minutes minute min hours hour h seconds sec days day weeks week years times time players
            rounds points games months things people pm am more star stars
            """,
    },
    letter_ranks={"j": "J", "q": "Q", "k": "K", "a": "A", "t": "T", "v": "J", "d": "Q", "r": "K"},
    letter_suits={"s": "s", "h": "h", "d": "d", "c": "c", "p": "s", "k": "d", "t": "c"},
    code_suits="shdc",
    listed_suits="shdc",
    everyday=frozenset("ah as ad ac dc js ks ts rd rs td vs".split()),
)

ELSEWHERE: Final = frozenset(
    """
        as a on me son sa ton des dans plus main car ou place pour met mets lance sort sors sur est ont en par
        pars point rien fin coup table page message re ci y no tape tente balance continue
        suit propose rang top sera note tout tour min h place a y parti large chez
    """.split()
)
"""French words that mean something else in everyday English."""
