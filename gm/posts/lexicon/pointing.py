"""Words by which a suit is said apart from its rank: `celui de trèfle`, `le second, de pique`.

Written folded (`markup.fold`), of both languages.
"""

from typing import Final

POINTERS: Final = frozenset("celui celle ceux celles un une one".split())
"""Stand for a card of the rank just named, where a suit is said of them."""

ONES: Final = frozenset("celui celle one".split())
"""Those that may be a card of their own, of that rank: `je joue celui de trèfle`."""

COMPANIONS: Final = frozenset(
    """
        autre other another premier premiere deuxieme second seconde troisieme dernier derniere first third
        last
        pote potes copain copine frere frangin soeur jumeau jumelle cousin cousine collegue camarade compere
        compagnon ami amie acolyte binome homologue friend mate brother sister twin buddy pal
    """.split()
)
"""One more card of that rank beside those named: `l'autre, de trèfle`, `son pote de trèfle`."""

YES: Final = frozenset("oui ouais si yes yep bien".split())
"""May stand before a number of cards said again: `Oui, les quatre`."""

LABELS: Final = frozenset("couleur couleurs suit suits est sont sera is are both deux two".split()) | {
    *("tous les deux", "toutes les deux", "tous les trois", "toutes les trois"),
}
"""May stand between such a word, or a sign, and the suits; so may `tous les deux`."""
