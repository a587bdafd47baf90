"""Texts on entering: cleaning, refused code points, names that are one, digests of posts (design.md)."""

import sys
import unicodedata
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.ledger import TextProblem, clean_name, clean_text, is_campaign_name, post_digest, same_name

anything = st.text(st.characters(), max_size=50)


def refused(point: int) -> bool:
    """The list of design.md, word for word."""
    ranges = [
        (0x00, 0x1F),
        (0x7F, 0x9F),
        (0x61C, 0x61C),
        (0x200E, 0x200F),
        (0x2028, 0x202E),
        (0x2066, 0x2069),
    ]
    ranges += [(0xD800, 0xDFFF), (0xFDD0, 0xFDEF), (0xFEFF, 0xFEFF)]
    return any(low <= point <= high for low, high in ranges) or point & 0xFFFE == 0xFFFE


def test_the_refused_code_points_are_those_of_design_md() -> None:
    """Between two letters each code point is taken or refused as listed; white space becomes one space."""
    ends = [plane + end for plane in range(0, sys.maxunicode, 0x10000) for end in (0xFFFD, 0xFFFE, 0xFFFF)]
    for point in [*range(0x20000), *ends, *range(0xE0000, 0xE0200)]:
        char = chr(point)
        got = clean_text(f"a{char}b")
        if char.isspace() and char not in "\x1c\x1d\x1e\x1f\x85\u2028\u2029":
            assert got == "a b", hex(point)
        elif refused(point):
            assert got == TextProblem("refused_character", f"U+{point:04X}"), hex(point)
        else:
            assert got == unicodedata.normalize("NFC", f"a{char}b"), hex(point)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  l'e\u0301te\u0301 \t\n en\u00a0 \u2003 pente ", "l'été en pente"),
        ("MrRarty", "MrRarty"),
        ("C-4 💣", "C-4 💣"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ('"quoted" \\', '"quoted" \\'),
        ("x" * 40, "x" * 40),
        ("e\u0301" * 40, "é" * 40),
    ],
)
def test_a_name_is_cleaned_once_on_entering(typed: str, kept: str) -> None:
    """NFC, runs of white space to one space, trimmed, one line, counted in code points after that."""
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("", TextProblem("empty", "1")),
        (" \n\t\u00a0", TextProblem("empty", "1")),
        ("x" * 41, TextProblem("too_long", "40")),
        ("a\u202eb", TextProblem("refused_character", "U+202E")),
        ("a\udcffb", TextProblem("refused_character", "U+DCFF")),
        ("a\x00b", TextProblem("refused_character", "U+0000")),
    ],
)
def test_a_name_that_cannot_be_taken_says_why(typed: str, problem: TextProblem) -> None:
    """The problem is a value with a code and what it is about."""
    assert clean_name(typed) == problem


def test_a_word_may_be_empty_and_has_at_most_200_code_points() -> None:
    """What is no name has 0 to 200 code points (design.md, The ledger)."""
    assert clean_text("") == ""
    assert clean_text("x" * 200) == "x" * 200
    assert clean_text("x" * 201) == TextProblem("too_long", "200")


@given(anything)
def test_cleaning_twice_changes_nothing(text: str) -> None:
    """What was cleaned is stored and hashed as it is."""
    cleaned = clean_text(text)
    if isinstance(cleaned, str):
        assert clean_text(cleaned) == cleaned
        assert "\n" not in cleaned


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("MrRarty", "mrrarty", True),
        ("Été", "e\u0301te\u0301", True),
        ("Été", "Ete", False),
        ("STRASSE", "straße", True),
        ("ＭｉｓｔｅｒＨ", "misterh", True),
        ("ﬁn", "FIN", True),
        ("℡", "tel", True),
        ("ͅ", "Ι", True),
        ("oliv10", "oliv1O", False),
        ("a b", "ab", False),
        ("a b", "a\u1680b", True),
        ("a b", "\u2003a b ", True),
    ],
)
def test_names_equal_under_nfkc_and_case_folding_are_one(left: str, right: str, same: bool) -> None:
    """Two spellings of one name cannot be two players."""
    assert same_name(left, right) is same
    assert same_name(right, left) is same


@given(anything, anything)
def test_sameness_is_kept_by_case_and_compatibility_forms(left: str, right: str) -> None:
    """A name is the same as itself folded or decomposed, and sameness goes both ways."""
    assert same_name(left, left.casefold())
    assert same_name(left, unicodedata.normalize("NFKD", left))
    assert same_name(left, right) == same_name(right, left)


@pytest.mark.parametrize(
    ("name", "valid"),
    [
        ("zebest", True),
        ("7-familles", True),
        ("a", True),
        ("a" * 40, True),
        ("a" * 41, False),
        ("", False),
        ("-a", False),
        ("A", False),
        ("été", False),
        ("a b", False),
        ("a/b", False),
        ("..", False),
        ("a\n", False),
        ("a_b", False),
    ],
)
def test_a_campaign_has_a_plain_name(name: str, valid: bool) -> None:
    """`[a-z0-9][a-z0-9-]{0,39}`, which is safe as a folder's name and in a hash."""
    assert is_campaign_name(name) is valid


@pytest.mark.parametrize(
    ("text", "hashed"),
    [
        ("7s", "7s"),
        ("7s  \r\n\r\nje passe\t\r\n", "7s\n\nje passe\n"),
        ("7s\rje passe", "7s\nje passe"),
        ("  e\u0301", "  é"),
        ("", ""),
    ],
)
def test_a_posts_digest_is_of_nfc_lf_and_lines_trimmed_at_the_right(text: str, hashed: str) -> None:
    """However a browser or a terminal hands a post on, its digest is the same (design.md, `post`)."""
    assert post_digest(text) == sha256(hashed.encode()).hexdigest()


@given(anything)
def test_any_text_has_a_digest(text: str) -> None:
    """No text makes it raise, and what was digested has the same digest again with CR LF."""
    assert post_digest(text.replace("\r", "")) == post_digest(text.replace("\r", "").replace("\n", " \r\n"))
