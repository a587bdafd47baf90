"""The rules of a campaign as data: four systems and their options, each with its clause (rules.md).

A system (`zebest`) is a preset: one value of `Rules`. House rules are a preset and some options by the names
of rules.md, "Option names"; `house_rules` reads them, `options_of` writes every option back. Nothing here
judges: `gm.manche` reads these values and knows no system by name.
"""

from gm.rules.clauses import CLAUSES, in_force
from gm.rules.house import TRUTH, RulesProblem, contradiction_in, house_rules, read_rules
from gm.rules.model import (
    Clause,
    DealRules,
    ExchangeRules,
    Gift,
    OptionValue,
    PlayRules,
    Rules,
    ScoringRules,
    TableRules,
)
from gm.rules.options import OPTIONS, Choice, Flag, Number, Option, Several, choices_of, options_of
from gm.rules.presets import BGA, CLASSIC, ELYSEE, PRESETS, ZEBEST

__all__ = [
    "BGA",
    "CLASSIC",
    "CLAUSES",
    "ELYSEE",
    "OPTIONS",
    "PRESETS",
    "TRUTH",
    "ZEBEST",
    "Choice",
    "Clause",
    "DealRules",
    "ExchangeRules",
    "Flag",
    "Gift",
    "Number",
    "Option",
    "OptionValue",
    "PlayRules",
    "Rules",
    "RulesProblem",
    "ScoringRules",
    "Several",
    "TableRules",
    "choices_of",
    "contradiction_in",
    "house_rules",
    "in_force",
    "options_of",
    "read_rules",
]
