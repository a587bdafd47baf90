"""The texts are French as it is printed: spaces, quotes, apostrophes, dates, numbers, cards."""

import re

import pytest
from builders import WORDS
from text_systems import everything

from gm.cards import Card, cards_of
from gm.render.engine import environment_of
from gm.render.filters import Phrases
from gm.render.markup import french
from gm.render.texts import table_of

NARROW, NO_BREAK = "\u202f", "\u00a0"
CODE = re.compile(r"\[code\].*?\[/code\]", re.DOTALL)

SAID = Phrases(table_of("fr", "words"))

# What a French text must not contain outside of code, by the reason why.
WRONG = {
    "a straight apostrophe or quote": re.compile("['\"]"),
    "two spaces in a row": re.compile(r"(?<=\S)  "),  # a list may be indented
    "a breaking space before ; : ! ?": re.compile(" [;:!?]"),
    "no space before a ; or ! or ?": re.compile(r"[^\s\u202f;!?]( )?[;!?](?!\))"),
    "a breaking space inside guillemets": re.compile("« | »"),
    "a space at the end of a line": re.compile("[ \u00a0\u202f]$", re.MULTILINE),
    "a space before a comma or full stop": re.compile(r"[\s][,.](?!\w)"),
    "three dots": re.compile(r"\.\.\."),
    "two empty lines in a row": re.compile("\n\n\n"),
    "something that was not filled in": re.compile(r"None|Undefined|\{\{|\{%|%\}|<gm|Card\("),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_no_text_has_a_slip_of_typography(wrong: str) -> None:
    """Every rendered French text reads as printed French does."""
    for sample in everything():
        text = CODE.sub("x", f"{sample.title}\n{sample.body}")
        for word in WORDS.values():  # what players wrote is shown as they wrote it
            text = text.replace(word, "x")
        found = WRONG[wrong].search(text)
        assert found is None, f"{sample.name}: {text[max(0, found.start() - 40) : found.end() + 20]!r}"


def test_every_text_has_a_title_and_a_body() -> None:
    """design.md, Command line: `{kind, title, body}` and `{to, subject, body}` are never empty."""
    for sample in everything():
        if sample.audience == "player" or sample.title:
            assert sample.title.strip() == sample.title != ""
            assert sample.body


def test_tags_open_and_close_in_turn() -> None:
    """The texts are BBCode that a forum can show."""
    for sample in everything():
        opened: list[str] = []
        for closing, name in re.findall(r"\[(/?)(b|i|code|spoiler)(?:=[^\[\]]*)?\]", sample.body):
            if closing:
                assert opened.pop() == name, sample.name
            else:
                opened.append(name)
        assert opened == [], sample.name


@pytest.mark.parametrize(
    ("plain", "printed"),
    [
        ("Quoi ?", f"Quoi{NARROW}?"),
        ("a : b ; c !", f"a{NO_BREAK}: b{NARROW}; c{NARROW}!"),
        ("« oui »", f"«{NO_BREAK}oui{NO_BREAK}»"),
        ("à 16:00", "à 16:00"),
    ],
)
def test_our_own_words_get_the_spaces_of_french(plain: str, printed: str) -> None:
    """Narrow no-break space before ; : ! ?, no-break space inside guillemets."""
    assert french(plain) == printed


def test_values_keep_the_spaces_they_came_with() -> None:
    """What a player wrote is shown as it was written."""
    template = environment_of("fr", "plain").from_string("« {{ word }} » !")
    assert template.render(word="a ; b !") == f"«{NO_BREAK}a ; b !{NO_BREAK}»{NARROW}!"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("2014-06-14T16:00", f"samedi 14{NO_BREAK}juin à 16{NO_BREAK}h"),
        ("2014-06-12T13:30:00+02:00", f"jeudi 12{NO_BREAK}juin à 13{NO_BREAK}h{NO_BREAK}30"),
        ("2015-01-01 09:05", f"jeudi 1er{NO_BREAK}janvier à 9{NO_BREAK}h{NO_BREAK}05"),
        ("2014-08-03", f"dimanche 3{NO_BREAK}août"),
        ("du 4 au 12 juin", "du 4 au 12 juin"),
    ],
)
def test_dates_are_said_as_people_do(written: str, said: str) -> None:
    """Z23: the calendar is read by people; what is no date stays as the moderator wrote it."""
    assert SAID.date(written) == said


@pytest.mark.parametrize(
    ("codes", "shown"),
    [
        ("7h 7c", "7 ♥♣"),
        ("3s Ts Jd Qh Kc Ac 2d", "3 ♠ · 10 ♠ · V ♦ · D ♥ · R ♣ · A ♣ · 2 ♦"),
        ("Xr Xb", "Joker rouge · Joker noir"),
    ],
)
def test_a_hand_is_grouped_by_rank(codes: str, shown: str) -> None:
    """Cards grouped by rank, `7 ♥♣`."""
    assert SAID.grouped(cards_of(codes)) == shown


@pytest.mark.parametrize(
    ("codes", "shown"),
    [
        ("7h", "7♥"),
        ("Ts", "10♠"),
        ("Qd 7?", "D♦ 7"),
        ("K?", "un roi"),
        ("Q? Q?", "un double dame"),
        ("A? A? A? A?", "un carré d’as"),
        ("7? 7? 7? 7? 7?", "7 7 7 7 7"),
    ],
)
def test_a_claim_is_shown_as_it_was_named(codes: str, shown: str) -> None:
    """design.md, Command line: every card read is shown as `7♥`; a suit nobody named is not shown."""
    assert SAID.said(codes.split()) == shown


def test_a_demand_names_cards_of_one_rank_together() -> None:
    """Z19: by rank, or by rank and suit."""
    assert SAID.demand("A? A?") == "un double as"
    assert SAID.demand("A? Ks") == "un as et R♠"


def test_small_words_agree() -> None:
    """French counts from two, elides before a vowel and writes 1re, 2e."""
    assert [SAID.plural(number, "carte") for number in (0, 1, 2)] == [
        f"0{NO_BREAK}carte",
        f"1{NO_BREAK}carte",
        f"2{NO_BREAK}cartes",
    ]
    assert [SAID.of(name) for name in ("oliv10", "MisterH", "Élise")] == ["d’oliv10", "de MisterH", "d’Élise"]
    assert [SAID.ordinal(number) for number in (1, 5)] == ["1re", "5e"]
    assert [SAID.listed(list(names)) for names in ("", "a", "ab", "abc")] == ["", "a", "a et b", "a, b et c"]
    assert SAID.card(Card(0)) == "3♠"
    rows = {(7,): "entrée\u00a07", (7, 8): "entrées\u00a07 et 8", (2, 4, 5, 6): "entrées\u00a02 et 4 à 6"}
    assert {numbers: SAID.entries(numbers) for numbers in rows} == rows
