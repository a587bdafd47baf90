"""The booklet tells the rules in force: each clause that the referee enforces, each option (Z25)."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random

import pytest
from rule_sets import rule_sets, rules_of
from test_texts_typography import WRONG
from text_samples import CHECKPOINT, FRENCH

from gm.campaign import seed_count
from gm.render import public_text
from gm.rules import (
    CLAUSES,
    OPTIONS,
    PRESETS,
    OptionValue,
    Rules,
    choices_of,
    contradiction_in,
    house_rules,
    in_force,
    options_of,
)
from gm.views.heading import Heading
from gm.views.public_posts import RulesView

PARAGRAPH = re.compile(r"^\[b\]([ZBEC]\d+[a-i]?)\[/b\] (\S.*)$", re.MULTILINE)
BOOKLET = Path(__file__).resolve().parents[2] / "templates" / "fr" / "booklet"

Options = Mapping[str, OptionValue]


def booklet(rules: Rules) -> str:
    """The booklet of these rules."""
    view = RulesView(Heading("zebest", "Titre", 1, 1), rules, in_force(rules), seed_count(rules), CHECKPOINT)
    return public_text(view, FRENCH).body


@cache
def some_rules() -> tuple[Rules, ...]:
    """The presets and many house rules of chance."""
    drawn = (rules for _, rules in rule_sets(Random("booklets"), 120))
    return (*PRESETS.values(), *drawn)


def test_the_booklet_has_each_clause_in_force_once_and_no_other() -> None:
    """Z25: the booklet tells the rules in force, numbered as verdicts cite them."""
    for rules in some_rules():
        shown = [clause for clause, _ in PARAGRAPH.findall(booklet(rules))]
        assert sorted(shown) == sorted(in_force(rules)), options_of(rules)
        assert set(rules.clauses.values()) <= set(shown), options_of(rules)


def test_each_clause_of_the_rules_has_its_paragraph() -> None:
    """rules.md: a clause without a paragraph could be cited and not be looked up."""
    assert {path.stem for path in BOOKLET.glob("*.bbcode")} == set(CLAUSES)


def test_no_paragraph_sends_its_reader_to_itself() -> None:
    """Z25: a clause that cites itself tells nothing."""
    for rules in some_rules():
        for clause, text in PARAGRAPH.findall(booklet(rules)):
            assert not re.search(rf"\b{clause}\b", text), (clause, text)


def values_of(name: str) -> tuple[OptionValue, ...]:
    """Some values of an option, all of them where they are words."""
    numbers: dict[str, tuple[OptionValue, ...]] = {
        "manches": ("1", "2", "3", "25", "none"),
        "target": ("1", "12", "30", "none"),
        "exchange_limit": ("0", "1", "2", "none"),
        "closes": ((), ("top",), ("four",), ("top", "four")),
    }
    option = next(option for option in OPTIONS if option.name == name)
    return numbers.get(name, choices_of(option))


def with_option(preset: str, name: str, value: OptionValue) -> Options:
    """A preset with one option, and with what that option needs beside it."""
    beside: dict[str, OptionValue] = {}
    if name == "equal_top" and PRESETS[preset].play.equal == "no":
        beside = {"equal": "yes"}
    if name == "taggle_forced":
        beside = {"equal": "taggle"}
    if name == "target":
        beside = {"manches": "20"}
    if name == "manches" and PRESETS[preset].scoring.points:
        beside = {"target": "50"}
    return {"preset": preset, **beside, name: value}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_no_two_values_of_an_option_have_one_booklet(preset: str, option: object) -> None:
    """rules.md, Option names: what players read is what the referee enforces."""
    name = option.name  # type: ignore[attr-defined]
    texts: dict[str, OptionValue] = {}
    for value in values_of(name):
        rules = house_rules(with_option(preset, name, value))
        if isinstance(rules, Rules) and contradiction_in(rules) is None:
            text = booklet(rules)
            assert text not in texts, (value, texts[text])
            texts[text] = value


DECIDED = {
    "zebest": "Z3 Z6 Z7 Z8 Z9 Z10 Z12 Z14 Z15 Z18 Z19 Z20 Z21 Z24 Z26 Z28",
    "bga": "B5 B6 B8 B11 Z18 Z20 Z21 Z24 Z26 Z28",
    "elysee": "E3 E4 E5 E9 Z12 Z18 Z20 Z21 Z24 Z26 Z28",
    "classic": "C3 C5 C6 Z12 Z18 Z20 Z21 Z24 Z26 Z28",
}


@pytest.mark.parametrize("preset", PRESETS)
def test_decisions_of_the_moderator_are_marked(preset: str) -> None:
    """rules.md: a clause marked ◇ is a decision where the seed is silent; the booklet tells players so."""
    marked = {clause for clause, text in PARAGRAPH.findall(booklet(PRESETS[preset])) if "◇" in text}
    assert marked == set(DECIDED[preset].split())


ENGLISH = re.compile(
    r"\b(free|locks|yes|skip|if_higher|any|close|reverse\w*|turn|four|on_\w+|off|kept|by_place|seats|lot_\w+|"
    r"true|false|none|last)\b"
)


@pytest.mark.parametrize("wrong", WRONG)
def test_no_booklet_has_a_slip_of_typography(wrong: str) -> None:
    """Every rendered French text reads as printed French does, whatever the rules."""
    for rules in some_rules():
        text = booklet(rules)
        found = WRONG[wrong].search(text)
        assert found is None, text[max(0, found.start() - 60) : found.end() + 20]


def test_no_booklet_shows_the_name_of_an_option_s_value() -> None:
    """Everything that players read is in their language."""
    for rules in some_rules():
        found = ENGLISH.search(booklet(rules))
        assert found is None, found


@pytest.mark.parametrize(
    ("options", "clause", "words"),
    [
        ({"preset": "zebest"}, "Z6", "égale ou supérieure"),
        ({"preset": "zebest", "equal": "no"}, "Z6", "strictement supérieure"),
        ({"preset": "bga"}, "B1", "de quatre à huit, avec 52 cartes et deux jokers"),
        ({"preset": "bga"}, "B3", "strictement supérieure"),
        ({"preset": "bga", "equal": "skip"}, "B9", "le 3 pendant une révolution) et sur un joker"),
        ({"preset": "bga", "equal": "skip", "equal_top": "true"}, "B9", "en même nombre."),
        ({"preset": "bga", "carre": "turn", "equal": "yes"}, "B9", "l’as pendant une révolution"),
        ({"preset": "elysee"}, "E1", "deux mains de 13 cartes, deux de 14"),
        ({"preset": "elysee", "jokers": "none"}, "E1", "quatre mains de 13 cartes."),
        ({"preset": "elysee"}, "E4", "atteint 30 points, au plus tard après la manche 40"),
        ({"preset": "elysee", "manches": "7"}, "E4", "au plus tard après la manche 7."),
        ({"preset": "elysee", "target": "none", "manches": "7"}, "E4", "compte sept manches"),
        ({"preset": "elysee"}, "E5", "on ne rend pas une carte qu’on vient de recevoir"),
        ({"preset": "classic"}, "C4", "À sept : Président (+2)"),
        ({"preset": "classic"}, "C5", "le dernier donne sa meilleure carte au premier (Président)"),
        ({"preset": "classic", "dealer": "last"}, "C3", "Le dernier d’une manche donne"),
        ({"preset": "classic", "order": "by_place"}, "C3", "dans l’ordre des places"),
        ({"preset": "classic", "larger": "any", "jokers": "rank"}, "C8", "Un double bat un joker seul"),
        ({"preset": "classic", "exchange_limit": "3"}, "E8", "Après trois échanges de suite"),
        ({"preset": "zebest", "jokers": "rank"}, "Z1", "une main de 10 cartes, quatre de 11"),
        ({"preset": "zebest"}, "Z19", "Avant la manche 2"),
        ({"preset": "zebest", "exchange_limit": "0"}, "Z19", "on n’échange pas de cartes (E8)"),
        ({"preset": "zebest", "exchange_limit": "0"}, "Z3", "À chaque manche"),
        ({"preset": "bga", "manches": "1"}, "B8", "on n’échange donc jamais"),
        (
            {"preset": "bga", "exchange_limit": "0"},
            "B8",
            "Chaque manche est ouverte par un joueur tiré au sort",
        ),
        ({"preset": "zebest", "two_both_ends": "true"}, "Z14", "l’as la plus faible"),
        ({"preset": "classic", "carre": "reverse", "closes": ("top",)}, "C7e", "reste ouvert (sauf Z11)"),
        ({"preset": "classic", "equal": "yes", "carre": "turn"}, "C7c", "pas d’autre effet, sauf C7f"),
        ({"preset": "elysee"}, "E2", "d’autres réponses sont permises, voir E3"),
        ({"preset": "bga", "equal": "skip"}, "B3", "de force égale (B9) ou supérieure"),
        ({"preset": "zebest", "jokers": "close"}, "E3", "(sauf en Taggle, Z9)"),
        ({"preset": "bga"}, "B1", "Les sièges sont tirés au sort à la première manche"),
        ({"preset": "bga"}, "B2", "ne se mêlent à aucune autre carte"),
        ({"preset": "bga"}, "B5", "tous ceux qui le sont encore soient exclus du tour"),
        ({"preset": "elysee"}, "E2", "(sauf à l’ouverture)"),
        ({"preset": "bga", "carre": "turn"}, "C7f", "l’as et le joker se battent l’un l’autre"),
        ({"preset": "elysee", "carre": "turn"}, "C7f", "Les jokers restent au-dessus des autres cartes."),
        (
            {"preset": "classic", "two_both_ends": "true", "carre": "reverse", "closes": ("top",)},
            "C8",
            "la plus forte valeur du moment est le 3, et non le 2 (Z11)",
        ),
        (
            {"preset": "classic", "two_both_ends": "true", "carre": "reverse", "larger": "if_higher"},
            "C8",
            "le 2 garde sa place, au-dessus des autres, même pendant une révolution",
        ),
        ({"preset": "classic", "exchange_limit": "2"}, "E8", "qui suit un donneur tiré au sort (C3)"),
        (
            {"preset": "classic", "exchange_limit": "2", "order": "by_place"},
            "E8",
            "L’ordre de jeu y redevient celui des sièges (B10)",
        ),
        ({"preset": "classic", "exchange_limit": "2", "order": "by_place"}, "B10", "(C3), sauf E8"),
    ],
    ids=str,
)
def test_a_paragraph_follows_the_options(options: Options, clause: str, words: str) -> None:
    """Z25: what players read is what the referee enforces."""
    assert words in dict(PARAGRAPH.findall(booklet(rules_of(**options)).replace("\u00a0", " ")))[clause]
