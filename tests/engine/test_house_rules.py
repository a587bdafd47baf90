"""House rules: which values are taken, and which clauses they bring into force (rules.md, Option names)."""

import pytest
from rule_sets import rules_of

from gm.rules import (
    CLAUSES,
    PRESETS,
    OptionValue,
    RulesProblem,
    house_rules,
    in_force,
    options_of,
    read_rules,
)

Options = dict[str, OptionValue]


@pytest.mark.parametrize(
    ("name", "value", "written"),
    [
        ("manches", "1", "1"),
        ("manches", "100", "100"),
        ("exchange_limit", "0", "0"),
        ("exchange_limit", "100", "100"),
        ("two_both_ends", "on", "true"),
        ("closes", ("four", "top"), ("top", "four")),
        ("closes", (), ()),
    ],
)
def test_a_value_within_its_limits_is_taken_and_written_in_one_form(
    name: str, value: OptionValue, written: OptionValue
) -> None:
    assert options_of(rules_of("bga", **{name: value}))[name] == written


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("manches", "0"),
        ("manches", "101"),
        ("manches", "0004"),
        ("manches", "9" * 5000),
        ("manches", "٣"),
        ("target", "1001"),
        ("exchange_limit", "-1"),
        ("two_both_ends", "1"),
        ("closes", ("top", "top")),
        ("closes", "top"),
    ],
    ids=lambda each: str(each)[:12],
)
def test_any_other_value_is_refused(name: str, value: OptionValue) -> None:
    wrong = house_rules({"preset": "elysee", name: value})
    assert isinstance(wrong, RulesProblem)
    assert (wrong.code, wrong.name) == ("bad_value", name)


def test_options_beside_the_key_rules_are_not_passed_over() -> None:
    """Only a document that holds nothing else keeps its rules under that key."""
    assert read_rules({"rules": {"preset": "bga"}}) == PRESETS["bga"]
    wrong = read_rules({"rules": "bga", "pass": "free"})
    assert isinstance(wrong, RulesProblem)
    assert (wrong.code, wrong.name) == ("unknown_option", "rules")


USUAL = {
    "zebest": " ".join(f"Z{number}" for number in range(1, 29)),
    "bga": "Z13 Z16 Z18 Z20 Z21 Z22 Z23 Z24 Z25 Z26 Z27 Z28 B1 B2 B3 B4 B5 B6 B7 B8 B10 B11",
    "elysee": "Z12 Z13 Z16 Z18 Z20 Z21 Z22 Z23 Z24 Z25 Z26 Z27 Z28 B10 E1 E2 E3 E4 E5 E9",
    "classic": "Z12 Z13 Z16 Z18 Z20 Z21 Z22 Z23 Z24 Z25 Z26 Z27 Z28 B10 C1 C2 C3 C4 C5 C6",
}


@pytest.mark.parametrize("preset", PRESETS)
def test_the_clauses_of_a_preset_are_in_force(preset: str) -> None:
    assert " ".join(in_force(PRESETS[preset])) == USUAL[preset]


@pytest.mark.parametrize(
    ("options", "more", "fewer"),
    [
        ({"preset": "zebest", "pass": "locks"}, "B5", "Z12"),
        ({"preset": "bga", "pass": "free"}, "Z7 Z12", "B4 B5"),
        ({"preset": "elysee", "pass": "locks"}, "B4 B5", "Z12"),
        ({"preset": "classic", "pass": "locks"}, "B4 B5", "Z12"),
        ({"preset": "zebest", "equal": "no"}, "", "Z8 Z9"),
        ({"preset": "zebest", "equal": "yes"}, "", "Z8 Z9"),
        ({"preset": "zebest", "equal": "skip"}, "B9", "Z8 Z9"),
        ({"preset": "bga", "equal": "yes"}, "B9", ""),
        ({"preset": "bga", "equal": "skip"}, "B9", ""),
        ({"preset": "bga", "equal": "taggle"}, "Z8 Z9 B9", ""),
        ({"preset": "elysee", "equal": "yes"}, "E6", ""),
        ({"preset": "elysee", "equal": "skip"}, "E6", ""),
        ({"preset": "classic", "equal": "yes"}, "C7c", ""),
        ({"preset": "classic", "equal": "skip"}, "C7d", ""),
        ({"preset": "classic", "equal": "taggle"}, "Z8 Z9 C7c", ""),
        ({"preset": "classic", "larger": "if_higher"}, "C7a", ""),
        ({"preset": "classic", "larger": "any"}, "C7b", ""),
        ({"preset": "classic", "jokers": "rank"}, "C7g", ""),
        ({"preset": "zebest", "jokers": "rank"}, "B2", ""),
        ({"preset": "elysee", "jokers": "rank"}, "B2", "E3"),
        ({"preset": "classic", "jokers": "close"}, "E3", ""),
        ({"preset": "bga", "carre": "none"}, "", "B6"),
        ({"preset": "zebest", "carre": "reverse"}, "B6", "Z14"),
        ({"preset": "elysee", "carre": "reverse"}, "E7", ""),
        ({"preset": "classic", "carre": "reverse"}, "C7e", ""),
        ({"preset": "classic", "carre": "turn"}, "C7f", ""),
        ({"preset": "classic", "carre": "reverse_and_close"}, "Z14", ""),
        ({"preset": "zebest", "closes": ()}, "", "Z10 Z11"),
        ({"preset": "classic", "closes": ("top", "four")}, "Z10 Z11", ""),
        ({"preset": "classic", "forbidden_finish": "on_finish"}, "Z15", ""),
        ({"preset": "classic", "two_both_ends": "true"}, "C7h", ""),
        ({"preset": "classic", "transparent_threes": "true"}, "C7i", ""),
        ({"preset": "elysee", "exchange_limit": "2"}, "E8", ""),
        ({"preset": "zebest", "exchange_limit": "0"}, "E8", ""),
        ({"preset": "bga", "order": "by_place"}, "C3", ""),
        ({"preset": "zebest", "extra": "seats"}, "B1", "Z2"),
        ({"preset": "bga", "extra": "lot_then_last_two"}, "Z2", ""),
        ({"preset": "classic", "two_both_ends": "true", "transparent_threes": "true"}, "C7h C7i C8", ""),
        ({"preset": "classic", "larger": "any", "equal": "skip"}, "C7b C7d C8", ""),
        ({"preset": "classic", "jokers": "rank", "equal": "skip"}, "C7d C7g C8", ""),
        ({"preset": "classic", "jokers": "rank", "carre": "reverse"}, "C7e C7g C8", ""),
        ({"preset": "classic", "carre": "reverse", "equal": "yes"}, "C7c C7e", ""),
    ],
    ids=str,
)
def test_an_option_brings_its_clauses_into_force(options: Options, more: str, fewer: str) -> None:
    """C8 only where two of the options meet that it tells apart."""
    found, usual = set(in_force(rules_of(**options))), set(USUAL[str(options["preset"])].split())
    assert " ".join(clause for clause in CLAUSES if clause in found - usual) == more
    assert " ".join(clause for clause in CLAUSES if clause in usual - found) == fewer
