"""House rules for tests: those of some options, and random ones that do not contradict one another."""

from collections.abc import Iterator
from random import Random

from gm.rules import (
    OPTIONS,
    PRESETS,
    Choice,
    Flag,
    Number,
    Option,
    OptionValue,
    Rules,
    Several,
    contradiction_in,
    house_rules,
)


def rules_of(preset: str = "zebest", **options: OptionValue) -> Rules:
    """The rules of a system with these options."""
    rules = house_rules({"preset": preset, **options})
    assert isinstance(rules, Rules), rules
    return rules


def some_value(chance: Random, option: Option) -> OptionValue:
    """One of the values of an option, small where it is a number."""
    match option.values:
        case Choice(words=words):
            return chance.choice(words)
        case Flag():
            return chance.choice(("true", "false"))
        case Number(least=least):
            return chance.choice(("none", str(least), str(least + chance.randrange(12))))
        case Several(words=words):
            return tuple(word for word in words if chance.random() < 0.5)


def rule_sets(chance: Random, count: int) -> Iterator[tuple[dict[str, OptionValue], Rules]]:
    """So many consistent sets of a preset and some options, with the rules that they make."""
    while count:
        options: dict[str, OptionValue] = {"preset": chance.choice(list(PRESETS))}
        share = chance.random()
        options |= {option.name: some_value(chance, option) for option in OPTIONS if chance.random() < share}
        rules = house_rules(options)
        if isinstance(rules, Rules) and contradiction_in(rules) is None:
            yield options, rules
            count -= 1
