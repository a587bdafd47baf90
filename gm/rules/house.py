"""House rules: a preset and some options by the names of rules.md, checked alone and in combination."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, assert_never

from gm.rules.clauses import with_clauses
from gm.rules.model import OptionValue, Rules
from gm.rules.options import (
    BY_NAME,
    NONE,
    OPTIONS,
    Choice,
    Flag,
    Number,
    Option,
    Several,
    choices_of,
    written,
)
from gm.rules.presets import PRESETS

DEFAULT_PRESET: Final = "zebest"

ProblemCode = Literal[
    "not_a_mapping",
    "unknown_preset",
    "unknown_option",
    "bad_value",
    "never_ends",
    "target_without_points",
    "nobody_deals",
    "no_taggle_to_force",
    "no_equal_answer",
]


@dataclass(frozen=True, slots=True)
class RulesProblem:
    """Why house rules cannot be taken: what is wrong, with what, what is possible, what may have been meant.

    `name` is the option in question, `value` what was written for it, `meant` the nearest known word or "".
    """

    code: ProblemCode
    name: str
    value: str
    choices: tuple[str, ...] = ()
    meant: str = ""


_NAMES: Final = ("preset", *BY_NAME)
_NEAR: Final = 0.66  # of 1: `lock` is near `locks`, `false` is not near `close`
TRUTH: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("true", "yes", "on"), True),
    **dict.fromkeys(("false", "no", "off"), False),
}


def read_rules(document: object) -> Rules | RulesProblem:
    """The rules of plain data: a preset's name, or a mapping of option names to values, all scalars texts.

    Each option is taken by itself: `contradiction_in` tells whether a campaign can be played by the whole.
    So they stand in a scenario file and in a file of house rules, which may hold them under the key `rules`.
    """
    if isinstance(document, dict) and list(document) == ["rules"]:
        document = document["rules"]
    if isinstance(document, str):
        document = {"preset": document} if ":" not in document else None
    if not isinstance(document, dict) or any(":" in name for name in document if isinstance(name, str)):
        return RulesProblem("not_a_mapping", "", "")  # `preset:bga` without a blank is one word of YAML
    options: dict[str, OptionValue] = {}
    for name, value in document.items():
        if name not in _NAMES:
            return _unknown_option(name if isinstance(name, str) else "")
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            options[name] = tuple(value)
        elif isinstance(value, str):
            options[name] = value
        else:
            return RulesProblem("bad_value", name, "", _choices(name))
    return house_rules(options)


def house_rules(options: Mapping[str, OptionValue]) -> Rules | RulesProblem:
    """The rules that a mapping of option names to values asks for, or the first thing wrong with it.

    Values are texts (`"true"`, `"locks"`, `"4"`), a tuple of texts for `closes`; `preset` defaults to zebest.
    """
    preset = options.get("preset", DEFAULT_PRESET)
    if not isinstance(preset, str):
        return RulesProblem("bad_value", "preset", _shown(preset), tuple(PRESETS))
    if preset not in PRESETS:
        return _unknown("unknown_preset", "preset", preset, tuple(PRESETS))
    rules = PRESETS[preset]
    given = {name: value for name, value in options.items() if name != "preset"}
    for name in given:
        if name not in BY_NAME:
            return _unknown_option(name)
    for option in OPTIONS:
        if option.name in given:
            value = _value(option, given[option.name])
            if isinstance(value, RulesProblem):
                return value
            rules = option.write(rules, value)
    return with_clauses(rules)


def contradiction_in(rules: Rules) -> RulesProblem | None:
    """What rules ask for that they rule out themselves, if they do: no campaign is made by such rules."""
    return next(_contradictions(PRESETS[rules.preset], rules), None)


def _contradictions(usual: Rules, rules: Rules) -> Iterator[RulesProblem]:
    if rules.scoring.manches is None and rules.scoring.target is None:
        yield RulesProblem("never_ends", "manches", NONE)
    if rules.scoring.target is not None and not rules.scoring.points:
        yield RulesProblem("target_without_points", "target", str(rules.scoring.target))
    if rules.deal.dealer is not None and rules.deal.later_opener != "after_dealer":
        yield _changed("nobody_deals", "dealer", rules)
    if rules.play.equal != "taggle" and rules.play.taggle_forced != usual.play.taggle_forced:
        yield _changed("no_taggle_to_force", "taggle_forced", rules)
    if rules.play.equal == "no" and rules.play.equal_top != usual.play.equal_top:
        yield _changed("no_equal_answer", "equal_top", rules)


def _changed(code: ProblemCode, name: str, rules: Rules) -> RulesProblem:
    option = BY_NAME[name]
    return RulesProblem(code, name, _shown(written(option, option.read(rules))))


def _value(option: Option, value: OptionValue) -> Any:
    """What a text or a list of texts says for an option, or that it says nothing."""
    bad = RulesProblem("bad_value", option.name, _shown(value), _choices(option.name), _meant(option, value))
    match option.values:
        case Choice(words=words):
            return value.lower() if isinstance(value, str) and value.lower() in words else bad
        case Flag():
            return TRUTH.get(value.lower(), bad) if isinstance(value, str) else bad
        case Number(least=least, most=most):
            return _number(value, least, most, bad)
        case Several(words=words):
            right = isinstance(value, tuple) and set(value) <= set(words) and len(set(value)) == len(value)
            return frozenset(value) if right else bad
        case _:
            assert_never(option.values)


def _number(value: OptionValue, least: int, most: int, bad: RulesProblem) -> int | RulesProblem | None:
    if value == NONE:
        return None
    if not isinstance(value, str) or re.fullmatch("0|[1-9][0-9]{0,8}", value) is None:
        return bad
    return int(value) if least <= int(value) <= most else bad


def _meant(option: Option, value: OptionValue) -> str:
    """What may have been meant by a value that cannot be taken, as it is written, "" when nothing is near."""
    known = choices_of(option)
    if not isinstance(option.values, Several):
        wrong = value if isinstance(value, str) else next((word for word in value if word not in known), "")
        return _nearest(wrong, known)
    words = re.split("[ ,]+", value) if isinstance(value, str) else value
    if words in ([""], [NONE]):
        return _shown(())
    meant = dict.fromkeys(_nearest(word, known) for word in words)
    return "" if "" in meant else _shown(tuple(meant))


def _unknown_option(name: str) -> RulesProblem:
    return _unknown("unknown_option", name, name, _NAMES)


def _unknown(code: ProblemCode, name: str, word: str, known: tuple[str, ...]) -> RulesProblem:
    return RulesProblem(code, name, word, known, _nearest(word, known))


def _nearest(word: str, known: tuple[str, ...]) -> str:
    """The known word that somebody may have meant, "" when none is near."""
    from difflib import get_close_matches  # most commands never ask

    folded = word.strip().lower().replace("-", "_").replace("é", "e")
    return next(iter(get_close_matches(folded, known, n=1, cutoff=_NEAR)), "")


def _choices(name: str) -> tuple[str, ...]:
    """What may be written for an option or the preset; some lists where it is a list."""
    if name == "preset":
        return tuple(PRESETS)
    option = BY_NAME[name]
    if not isinstance(option.values, Several):
        return choices_of(option)
    words = option.values.words
    return tuple(_shown(each) for each in (*((word,) for word in words), words, ()))


def _shown(value: OptionValue) -> str:
    return value if isinstance(value, str) else f"[{', '.join(value)}]"
