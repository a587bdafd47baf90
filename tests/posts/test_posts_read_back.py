"""Any move a player may make, in any notation, below any quote and amid chatter, is read back exactly.

The pool of chatter is stated below: sentences of forum talk that name no card and no pass.
"""

from collections.abc import Callable
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from gm.posts import Reading, read

RANKS = "3456789TJQKA2"
SUITS = "shdc"

POOLS = {
    "fr": """
        Salut tout le monde !
        Bonsoir à tous, désolé du retard.
        Coucou les amis :)
        Pardon pour l'attente, j'étais en déplacement.
        Merci à snaga pour l'organisation !
        Belle soirée à tous.
        Hâte de voir la suite...
        Quelle partie de fous !
        Allez, c'est parti !
        lol
        mdr
        Je rentre tout juste du boulot.
        Il fait un temps superbe ici, profitez-en.
        Ma connexion est vraiment capricieuse en ce moment.
        Bravo à MisterH pour sa victoire d'hier.
        Bon courage pour les partiels, oliv10 !
        On s'amuse bien, merci encore.
        Vous êtes redoutables.
        Ça devient tendu...
        C'était limite !
        Joyeux anniversaire MrRarty !
        Bonnes vacances à ceux qui partent.
        À ce soir !
        Bonne nuit.
        J'ai bien rigolé en lisant vos messages.
        Le suspense est insoutenable.
        Je n'avais pas vu ton message, toutes mes excuses.
        Mon chat vient de marcher sur le clavier.
        Ce forum est toujours aussi sympa.
        Désolé, j'avais oublié de regarder le topic.
        Quel jeu !
        Voilà, à toi snaga.
        Bien joué tout le monde.
        On continue comme ça !
        Courage à tous.
        Petit message rapide depuis le train.
        Merci pour le rappel par MP.
        Enfin mon tour !
        Hop hop hop.
        Bisous à toute la table.
        Que le meilleur gagne !
        Il y a du monde ce soir.
        La révolution gronde...
        J'adore cette ambiance.
        Vivement la prochaine manche.
    """,
    "en": """
        Hi everyone!
        Hello all, sorry for being late.
        Hey guys :)
        Sorry, I was away from my computer.
        Thanks for organising this!
        Have a nice evening everybody.
        Can't wait to see what happens next...
        What a crazy match!
        Here we go!
        lol
        Just got home from work.
        The weather is lovely over here.
        My connection is terrible today.
        Congrats to MisterH on yesterday's win.
        Good luck with your exams, oliv10!
        This is great fun.
        You are all so good at this.
        It is getting tense...
        That was close!
        Happy birthday MrRarty!
        Enjoy your holidays.
        See you tonight!
        Good night.
        Your messages made me laugh.
        I didn't see your message, my apologies.
        My cat walked over the keyboard.
        I forgot to check the thread, my bad.
        What fun!
        Over to you, snaga.
        Well done everyone.
        Keep it up!
        Quick message from the train.
        Finally, it is my turn!
        May the best player win.
        The revolution is coming...
        I love this atmosphere.
        Take care.
        Nice to see so many people tonight.
        Cheers!
        Back from lunch.
    """,
}
CHATTER = {locale: [line.strip() for line in pool.strip().splitlines()] for locale, pool in POOLS.items()}


def table(words: str, keys: str) -> dict[str, str]:
    return dict(zip(keys, words.split(), strict=True))


DIGITS_FR = table("3 4 5 6 7 8 9 10 valet dame roi as 2", RANKS)
WORDS_FR = table("trois quatre cinq six sept huit neuf dix valet reine roi as deux", RANKS)
PLURALS_FR = table("trois quatre cinq six sept huit neuf dix valets dames rois as deux", RANKS)
LETTERS_FR = table("3 4 5 6 7 8 9 10 V D R A 2", RANKS)
WORDS_EN = table("three four five six seven eight nine ten jack queen king ace two", RANKS)
PLURALS_EN = table("threes fours fives sixes sevens eights nines tens jacks queens kings aces twos", RANKS)
SUITS_FR = table("pique cœur carreau trèfle", SUITS)
SUITS_EN = table("spades hearts diamonds clubs", SUITS)
INITIALS_FR = table("p c k t", SUITS)
SIGNS = table("♠ ♥ ♦ ♣", SUITS)
EMOJI = table("♠️ ♥️ ♦️ ♣️", SUITS)
NAMED_EMOJI = table(":pique: :coeur: :carreau: :trefle:", SUITS)
NAMED_EN = table(":spades: :hearts: :diamonds: :clubs:", SUITS)
COLOURS = {"sc": ("noirs", "black"), "hd": ("rouges", "red")}
FEMININE = {"Q"}
NUMBERS_FR = {2: "double", 3: "triple", 4: "carré de"}
WORD_NUMBERS = {2: ("deux", "two"), 3: ("trois", "three"), 4: ("quatre", "four")}


def playing_card(rank: str, suit: str) -> str:
    return chr(0x1F0A1 + 16 * SUITS.index(suit) + "A23456789TJ-QK".index(rank))


CARDS: dict[str, list[Callable[[str, str], str]]] = {
    "fr": [
        lambda rank, suit: f"{DIGITS_FR[rank]} de {SUITS_FR[suit]}",
        lambda rank, suit: f"{WORDS_FR[rank]} de {SUITS_FR[suit]}",
        lambda rank, suit: f"{WORDS_FR[rank]} {SUITS_FR[suit]}",
        lambda rank, suit: f"{DIGITS_FR[rank]} {SIGNS[suit]}",
        lambda rank, suit: f"{DIGITS_FR[rank]} de {EMOJI[suit]}",
        lambda rank, suit: f"{DIGITS_FR[rank]} ({SUITS_FR[suit]})",
        lambda rank, suit: f"{DIGITS_FR[rank]} {NAMED_EMOJI[suit]}",
        lambda rank, suit: LETTERS_FR[rank] + EMOJI[suit],
        lambda rank, suit: SIGNS[suit] + LETTERS_FR[rank],
        lambda rank, suit: f"{LETTERS_FR[rank]} de {SUITS_FR[suit]}",
        lambda rank, suit: f"{LETTERS_FR[rank]}-{SIGNS[suit]}",
        playing_card,
    ],
    "en": [
        lambda rank, suit: f"{WORDS_EN[rank]} of {SUITS_EN[suit]}",
        lambda rank, suit: f"{rank.replace('T', '10')} of {SUITS_EN[suit]}",
        lambda rank, suit: rank.replace("T", "10") + SIGNS[suit],
        lambda rank, suit: f"{WORDS_EN[rank]} {EMOJI[suit]}",
        lambda rank, suit: f"{WORDS_EN[rank]} {NAMED_EN[suit]}",
        lambda rank, suit: SIGNS[suit] + rank,
        playing_card,
    ],
}


class Written(NamedTuple):
    """A move as written: its words, and the cards they name (`7?` without suit); none for a pass."""

    words: str
    cards: list[str]


def full(rank: str, suits: str) -> list[str]:
    return [rank + suit for suit in suits]


def several_fr(rank: str, suits: str) -> list[Written]:
    """Two to four cards of one rank in French, in every way."""
    number, names = len(suits), [SUITS_FR[suit] for suit in suits]
    bare = full(rank, SUITS) if number == 4 else [rank + "?"] * number
    said, counted = DIGITS_FR[rank], NUMBERS_FR[number]
    plural = PLURALS_FR[rank]
    ways = [
        Written(f"{counted} {said}", bare),
        Written(f"{WORD_NUMBERS[number][0]} {plural}", bare),
        Written(f"les {WORD_NUMBERS[number][0]} {plural}", bare),
        Written(f"un {counted} {said} : {', '.join(names[:-1])} et {names[-1]}", full(rank, suits)),
        Written(f"{WORD_NUMBERS[number][0]} {plural} ({'/'.join(names)})", full(rank, suits)),
        Written(f"{counted} {plural} ({' '.join(INITIALS_FR[suit] for suit in suits)})", full(rank, suits)),
        Written(
            f"{counted} {said} {'+'.join(INITIALS_FR[suit].upper() for suit in suits)}", full(rank, suits)
        ),
        Written(f"{counted} {said} {' '.join(EMOJI[suit] for suit in suits)}", full(rank, suits)),
    ]
    if suits in COLOURS:
        colour = COLOURS[suits][0]
        colour = colour.replace("noirs", "noires") if rank in FEMININE else colour
        ways.append(Written(f"les deux {plural} {colour}", full(rank, suits)))
        if rank not in "234":
            ways.append(Written(f"mes {plural} {colour}", full(rank, suits)))
    if number == 3:
        (left,) = set(SUITS) - set(suits)
        ways += [
            Written(f"un triple {said} : tout sauf le {SUITS_FR[left]}", full(rank, suits)),
            Written(f"tous mes {plural} sauf {SUITS_FR[left]}", full(rank, suits)),
        ]
    return ways


def several_en(rank: str, suits: str) -> list[Written]:
    """Two to four cards of one rank in English, in every way."""
    number, names = len(suits), [SUITS_EN[suit] for suit in suits]
    bare = full(rank, SUITS) if number == 4 else [rank + "?"] * number
    counted = {2: "a pair of", 3: "three", 4: "all four"}[number]
    plural = PLURALS_EN[rank]
    ways = [
        Written(f"{counted} {plural}", bare),
        Written(f"{WORD_NUMBERS[number][1]} {plural}", bare),
        Written(f"{counted} {plural}: {', '.join(names[:-1])} and {names[-1]}", full(rank, suits)),
        Written(f"{WORD_NUMBERS[number][1]} {plural} ({'/'.join(names)})", full(rank, suits)),
    ]
    if suits in COLOURS:
        ways.append(Written(f"both {COLOURS[suits][1]} {plural}", full(rank, suits)))
    if number == 3:
        (left,) = set(SUITS) - set(suits)
        ways.append(Written(f"all my {plural} except the {SUITS_EN[left]}", full(rank, suits)))
    return ways


SEVERAL = {"fr": several_fr, "en": several_en}
BETWEEN = {"fr": [" et ", " + ", " ", "/"], "en": [" and ", " + ", " ", "/"]}
PASSES = {
    "fr": """
        Je passe
        je passe mon tour
        Passe
        PASSE
        je passe !
        Je dois passer
        Bon, je passe
        je suis obligé de passer
        Pour moi ce sera passe
    """,
    "en": """
        I pass
        pass
        Pass!
        I'll pass
        I have to pass
        I pass my turn
    """,
}
LEADS = {
    "fr": ["", "Je pose ", "Je joue ", "Je mets ", "Alors je pose ", "Allez, ", "Voici : ", "Pour moi "],
    "en": ["", "I play ", "I'll play ", "I put down ", "Okay, I play ", "Here is "],
}
OPENINGS = {
    "fr": [" ! Et j'ouvre avec ", ", puis ", ". J'ouvre avec ", " et je rejoue ", ", je relance avec "],
    "en": [". Then ", "! And I open with ", ", then "],
}
QUOTED = {"fr": "Je pose un 3 de pique, et non je passe pas !", "en": "I play the three of spades"}
QUOTES: list[Callable[[str, str], str]] = [
    lambda post, _: post,
    lambda post, said: f"[quote]{said}[/quote]\n{post}",
    lambda post, said: f'[quote="snaga"]{said}[/quote]{post}',
    lambda post, said: f"[QUOTE=snaga;1234][quote]je passe[/quote]\n{said}[/QUOTE]\n\n{post}",
    lambda post, said: f"> {said}\n\n{post}",
    lambda post, said: f"> > je passe\n> {said}\n> 2 de pique\n\n{post}",
    lambda post, said: f"snaga a écrit :\n{said}\n\n{post}",
]


def single(locale: str, rank: str, suit: str) -> list[Written]:
    bare = f"a {WORDS_EN[rank]}" if locale == "en" else f"un {DIGITS_FR[rank]}"
    return [
        Written(bare, [rank + "?"]),
        *(Written(write(rank, suit), [rank + suit]) for write in CARDS[locale]),
    ]


def plays(locale: str) -> st.SearchStrategy[Written]:
    """One to four cards of a rank, in any notation."""

    @st.composite
    def draw_play(draw: st.DrawFn) -> Written:
        rank = draw(st.sampled_from(RANKS))
        suits = "".join(sorted(draw(st.sets(st.sampled_from(SUITS), min_size=1)), key=SUITS.index))
        if len(suits) == 1:
            return draw(st.sampled_from(single(locale, rank, suits)))
        ways = list(SEVERAL[locale](rank, suits))
        write, between = draw(st.sampled_from(CARDS[locale])), draw(st.sampled_from(BETWEEN[locale]))
        ways.append(Written(between.join(write(rank, suit) for suit in suits), full(rank, suits)))
        return draw(st.sampled_from(ways))

    return draw_play()


def closing(locale: str) -> st.SearchStrategy[Written]:
    """What closes a tour whatever lies on the pile: a two or a carré."""
    twos = st.sampled_from(SUITS).flatmap(lambda suit: st.sampled_from(single(locale, "2", suit)))
    carres = st.sampled_from(RANKS).flatmap(lambda rank: st.sampled_from(SEVERAL[locale](rank, SUITS)))
    return twos | carres


@st.composite
def posts(draw: st.DrawFn, locale: str) -> tuple[str, list[tuple[str, list[str]]]]:
    """A post and what it claims: kind and cards, in order."""
    kind = draw(st.sampled_from(["pass", "play", "play", "play", "chain"]))
    if kind == "pass":
        passes = [line.strip() for line in PASSES[locale].strip().splitlines()]
        words, expected = draw(st.sampled_from(passes)), [("pass", [])]
    else:
        lead = draw(st.sampled_from(LEADS[locale]))
        play = draw(closing(locale) if kind == "chain" else plays(locale))
        words, expected = lead + play.words, [("play", play.cards)]
        if kind == "chain":
            following = draw(plays(locale))
            words += draw(st.sampled_from(OPENINGS[locale])) + following.words
            expected.append(("play", following.cards))
    case = draw(st.sampled_from([str, str, str, str.upper]))
    chatter = st.sampled_from(["", *CHATTER[locale]])
    between = draw(st.sampled_from(["\n", "\n\n", " "]))
    # `je passe Noël chez moi` is no pass, `un 7 Bravo` may count: on one line these end with a sign.
    unsuited = kind == "pass" or any(card.endswith("?") for card in expected[-1][1])
    ends = [".", " !"] if unsuited and between == " " else ["", ".", " !"]
    lines = [draw(chatter), case(words) + draw(st.sampled_from(ends)), draw(chatter)]
    body = between.join(line for line in lines if line)
    return draw(st.sampled_from(QUOTES))(body, QUOTED[locale]), expected


def claimed(reading: Reading) -> list[tuple[str, list[str]]]:
    return [(claim.kind, sorted(map(str, claim.cards))) for claim in reading.claims]


def assert_read_back(post: str, locale: str, expected: list[tuple[str, list[str]]]) -> None:
    reading = read(post, locale)
    stated = [(kind, sorted(cards)) for kind, cards in expected]
    assert (claimed(reading), reading.doubt) == (stated, None), post


@given(post=posts("fr"))
@settings(max_examples=400, deadline=None)
def test_a_move_in_a_french_post_is_read_back(post: tuple[str, list[tuple[str, list[str]]]]) -> None:
    """Kind, ranks and suits as written, no doubt, whatever stands around the move."""
    assert_read_back(post[0], "fr", post[1])


@given(post=posts("en"))
@settings(max_examples=250, deadline=None)
def test_a_move_in_an_english_post_is_read_back(post: tuple[str, list[tuple[str, list[str]]]]) -> None:
    """Kind, ranks and suits as written, no doubt, whatever stands around the move."""
    assert_read_back(post[0], "en", post[1])
