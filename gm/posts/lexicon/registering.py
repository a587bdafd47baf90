"""The words of registrations, folded; both languages are known everywhere, a space between their pieces."""

from typing import Final

JOINS: Final = (
    *(
        "je m' inscris",
        "m' inscrire",
        "inscrivez moi",
        "inscris moi",
        "inscrit moi",
        "je m' incris",
        "jm' inscris",
    ),
    *("je participe", "je veux participer", "je souhaite participer", "je voudrais participer", "je rejoins"),
    *(
        "j' en suis",
        "je suis de la partie",
        "je suis partant",
        "je suis partante",
        "je suis chaud",
        "je suis chaude",
    ),
    *("je suis preneur", "je suis preneuse", "je suis des votres", "je suis present", "je suis presente"),
    *(
        "compte moi",
        "comptez moi",
        "compte sur moi",
        "comptez sur moi",
        "ajoute moi",
        "ajoutez moi",
        "notez moi",
    ),
    *("note moi", "je me porte volontaire", "je me joins a vous", "je vous rejoins", "je prends une place"),
    *(
        "count me in",
        "i' m in",
        "im in",
        "i am in",
        "sign me up",
        "i join",
        "i' ll join",
        "i' d like to join",
    ),
    *(
        "i' m joining",
        "i register",
        "i want to join",
        "i want in",
        "put me down",
        "add me",
        "i' m signing up",
    ),
)
"""Said of oneself anywhere in a clause."""

ALONE: Final = (
    *("inscription", "present", "presente", "partant", "partante", "preneur", "volontaire", "chaud", "in"),
    *("une inscription", "demande d' inscription", "moi aussi j' en suis", "register", "registration"),
)
"""Said with nothing but small words beside (`BESIDE`)."""

BESIDE: Final = frozenset(
    """
    pour moi svp stp s' il vous te plait merci a cette la partie prochaine manche tour jeu ca avec plaisir
    toujours aussi bonjour salut hello bonsoir coucou ok et oui ici grave carrement evidemment de ma part
    please for me the game too hi hey suis je
    """.split()
)

LEAVES: Final = (
    *("je me desinscris", "je me desinscrit", "me desinscrire", "desinscription", "desinscrivez moi"),
    *("desinscris moi", "je me retire", "retirez moi", "retire moi", "je quitte la partie", "j' abandonne"),
    *("je me desiste", "je ne participe plus", "je participe plus", "je ne m' inscris plus", "je suis out"),
    *(
        "je renonce",
        "annulez mon inscription",
        "annule mon inscription",
        "i withdraw",
        "count me out",
        "i' m out",
    ),
    *("i quit", "i leave the game", "i' m leaving the game", "take me off", "sign me off"),
)

ECHOES: Final = (
    *(
        "moi aussi",
        "moi egalement",
        "moi de meme",
        "moi pareil",
        "pareil",
        "idem",
        "de meme",
        "itou",
        "plus un",
    ),
    *("me too", "same", "same here", "ditto", "plus one"),
)
"""As somebody before: said with nothing but small words beside (`BESIDE`), in a short post; `+1` too."""

NEGATED: Final = frozenset(
    "ne n' pas plus jamais aucun aucune ni not don don' won won' can can' cannot never".split()
)
POLITE: Final = ("s' il vous plait", "s' il te plait")
UNSURE: Final = frozenset(
    """
    peut etre si s' eventuellement hesite pense crois sans doute sais demande probablement maybe if
    perhaps might possibly think probably unless
    """.split()
)
OTHERS: Final = frozenset("comment ou quand qui pourquoi how where when who why".split())
"""After or before these a question is no wish."""

WORD: Final = ("mot", "mots", "word")
KINDS: Final = (
    *(
        "secret",
        "libre",
        "perso",
        "personnel",
        "magique",
        "cle",
        "aleatoire",
        "choisi",
        "de chance",
        "du hasard",
    ),
    *("du sort", "pour le tirage", "pour la donne", "pour le hasard", "du jour", "d' inscription"),
)
"""May follow the word for a word (`mot secret : 42`)."""

BEFORE: Final = frozenset(
    "mon le nouveau comme avec pour et my the new secret free with as mot is choisi".split()
)
"""May stand before it."""
OWN: Final = frozenset("mon my nouveau new".split())
"""Before it where a verb follows: `mon mot est carotte`."""
OWN_WORDS: Final = (
    "mon mot",
    "nouveau mot",
    "comme mot",
    "pour mot",
    "de mot",
    "my word",
    "new word",
    "as word",
)
"""Of one's own word of chance, wherever it is then named."""
OTHER_OWN: Final = ("de passe", "a dire", "de la fin", "password")
"""After them it is no word of chance."""
LATER: Final = frozenset(
    "tard bientot demain suivra suit venir ensuite reflechis reflechir cherche chercher mp later soon".split()
)
"""The word is to come."""
WITH: Final = frozenset("avec comme with as".split())
"""Near before it where nothing parts it from the word: `avec le mot carotte`."""
OTHER_WORDS: Final = frozenset(
    """
    un petit dernier derniere ce cet son ton votre leur gros autre du au chaque aucun quel quelques en premier
    grand bon beau one last this your his her their a
    """.split()
)
"""Before it they make it another one: `dernier mot : merci`."""
