"""The four systems of rules.md, each a preset of the same options: zebest, bga, elysee, classic."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from gm.rules.clauses import with_clauses
from gm.rules.model import (
    DealRules,
    ExchangeRules,
    Gift,
    PlayRules,
    Rules,
    ScoringRules,
    TableRules,
)

# Strictly higher, in equal number, and nothing else: what the systems start from.
_PLAIN_PLAY: Final = PlayRules(
    equal="no",
    equal_top=True,
    taggle_forced=True,
    larger="no",
    jokers="none",
    mimic=frozenset(),
    both_ends=frozenset(),
)
_PLAIN_TABLE: Final = TableRules(passing="free", carre="none", closes=frozenset(), forbidden_finish="off")
_TWO_PAIRS: Final = (Gift(1, -1, 2), Gift(2, -2, 1))

ZEBEST: Final = with_clauses(
    Rules(
        preset="zebest",
        play=replace(_PLAIN_PLAY, equal="taggle"),
        table=TableRules(
            passing="free",
            carre="reverse_and_close",
            closes=frozenset({"top", "four"}),
            forbidden_finish="on_finish",
        ),
        deal=DealRules(
            seats=(5, 5),
            extra="lot_then_last_two",
            first_opener="queen_of_hearts",
            later_opener="last",
            dealer=None,
            first_order="queen_of_spades",
            later_order="kept",
        ),
        exchange=ExchangeRules(gifts=_TWO_PAIRS, demands=True, as_dealt=False, limit=None),
        scoring=ScoringRules(manches=2, target=None, points={}),
        roles={5: ("president", "premier_ministre", "neutre", "paysan", "trou_du_cul")},
        clauses={},
    )
)

_DRAWN: Final = DealRules(
    seats=(4, 8),
    extra="seats",
    first_opener="lot",
    later_opener="last",
    dealer=None,
    first_order="deal",
    later_order="kept",
)

BGA: Final = with_clauses(
    Rules(
        preset="bga",
        play=replace(_PLAIN_PLAY, equal_top=False, jokers="rank"),
        table=replace(_PLAIN_TABLE, passing="locks", carre="reverse"),
        deal=_DRAWN,
        exchange=ExchangeRules(gifts=_TWO_PAIRS, demands=False, as_dealt=False, limit=None),
        scoring=ScoringRules(manches=4, target=None, points={}),
        roles={
            seats: ("president", "premier_ministre", *("citoyen",) * (seats - 4), "paysan", "mendiant")
            for seats in range(4, 9)
        },
        clauses={},
    )
)

ELYSEE: Final = with_clauses(
    Rules(
        preset="elysee",
        play=replace(_PLAIN_PLAY, jokers="close"),
        table=_PLAIN_TABLE,
        deal=replace(_DRAWN, seats=(4, 4)),
        exchange=ExchangeRules(gifts=_TWO_PAIRS, demands=False, as_dealt=True, limit=None),
        scoring=ScoringRules(manches=None, target=30, points={4: (4, 3, 2, 1)}),
        roles={4: ("president", "premier_ministre", "ouvrier", "clochard")},
        clauses={},
    )
)

CLASSIC: Final = with_clauses(
    Rules(
        preset="classic",
        play=_PLAIN_PLAY,
        table=_PLAIN_TABLE,
        deal=replace(_DRAWN, seats=(4, 7), later_opener="after_dealer", dealer="president"),
        exchange=ExchangeRules(gifts=(Gift(1, -1, 1),), demands=False, as_dealt=False, limit=None),
        scoring=ScoringRules(
            manches=None,
            target=11,
            points={seats: (2, 1, *(0,) * (seats - 4), -1, -2) for seats in range(4, 8)},
        ),
        roles={
            4: ("president", "vice_president", "vice_racaille", "racaille"),
            5: ("president", "vice_president", "neutre", "vice_racaille", "racaille"),
            6: (
                *("president", "vice_president", "neutre_superieur"),
                *("neutre_inferieur", "vice_racaille", "racaille"),
            ),
            7: (
                *("president", "vice_president", "neutre_superieur", "neutre"),
                *("neutre_inferieur", "vice_racaille", "super_racaille"),
            ),
        },
        clauses={},
    )
)

PRESETS: Final[Mapping[str, Rules]] = {rules.preset: rules for rules in (ZEBEST, BGA, ELYSEE, CLASSIC)}
