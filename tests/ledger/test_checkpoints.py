"""Checkpoints found in what people keep: posts, pages, other copies (design.md, Checkpoint)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledger_samples import EXAMPLE, OPENED, ledger

from gm.events import Joined, Note
from gm.ledger import (
    Checkpoint,
    check_checkpoints,
    checkpoint,
    checkpoints_against,
    find_checkpoints,
    parse_checkpoint,
    read,
)

HEAD = "1a2b3c4d5e6f708192a3b4c5d6e7f809"
TEXT = "zebest/12/1A2B-3C4D-5E6F-7081-92A3-B4C5-D6E7-F809"
FOUND = Checkpoint("zebest", 12, HEAD)

AROUND = {
    "a post": f"Table à jour.\n[i]Point de contrôle du registre : {TEXT}[/i]\nBon jeu !",
    "a page": f"<p>Point de contrôle&nbsp;: <em>{TEXT}</em>.</p>",
    "lower case": TEXT.lower(),
    "broken by the forum": TEXT.replace("-92A3", "-<wbr>92A3").replace("/12/", "/<b>12</b>/"),
    "coloured": TEXT.replace("5E6F", "[color=#f00]5E6F[/color]"),
    "entities": TEXT.replace("/", "&#x2F;").replace("-", "&#45;"),
    "other hyphens": TEXT.replace("-", "\u2011"),
    "dashes of a word processor": TEXT.replace("-", "–"),
    "soft hyphens": TEXT.replace("3C4D", "3C\u00ad4D"),
    "folded by mail": TEXT.replace("7081-", "7081-\r\n"),
    "in an address": f"https://forum.example/t/1#{TEXT}?x=1",
    "in quotes": f"« {TEXT} »",
    "after a dash": f"Point de contrôle --{TEXT}",
    "with word joiners": TEXT.replace("5E6F", "5E\u20606F"),
    "binary around": f"\x00\ufffd{TEXT}\ufffd\x00",
}


@pytest.mark.parametrize("text", AROUND.values(), ids=AROUND)
def test_a_checkpoint_is_found_whatever_stands_around_it(text: str) -> None:
    """A page, a post, a mail: what the forum or an editor put in between does not matter."""
    assert find_checkpoints(text) == (FOUND,)


@pytest.mark.parametrize(
    "text",
    [
        "",
        TEXT[:-1],
        TEXT + "A",
        TEXT + "-1A2B",
        TEXT.replace("3C4D", "3C4G"),
        TEXT.replace("/12/", "/0/"),
        TEXT.replace("/12/", "/1234567890/"),
        TEXT.removeprefix("zebest"),
        "12/1A2B-3C4D",
    ],
)
def test_what_is_not_a_whole_checkpoint_is_none(text: str) -> None:
    """Half of one proves nothing and could be taken for another."""
    assert find_checkpoints(text) == ()


def test_each_is_found_once_in_its_order() -> None:
    """Quotes repeat them; a page may hold those of several campaigns."""
    other = TEXT.replace("zebest", "autre")
    found = find_checkpoints(f"{TEXT} > {TEXT}\n{other}, {TEXT.replace('/12/', '/13/')}")
    assert found == (FOUND, replace(FOUND, campaign="autre"), replace(FOUND, seq=13))


@given(st.text(), st.text(), st.integers(1, 999_999_999), st.binary(min_size=32, max_size=32))
def test_what_is_printed_is_found(before: str, after: str, seq: int, head: bytes) -> None:
    """Any checkpoint stands in any text, a blank around it."""
    text = checkpoint("zebest", seq, head.hex())
    parsed = parse_checkpoint(text)
    assert parsed in find_checkpoints(f"{before.replace('<', '').replace('[', '')} {text} {after}")


COMMON = read(ledger(EXAMPLE))
LONGER = read(ledger([*EXAMPLE, Note("a"), Note("b")]))
OTHERWISE = read(ledger([*EXAMPLE, Joined("MisterH"), Note("b")]))
ANOTHER = read(ledger([replace(OPENED, title="Été"), *EXAMPLE[1:]]))


@pytest.mark.parametrize(
    ("mine", "other", "expected"),
    [
        (LONGER, COMMON, []),
        (COMMON, LONGER, [(4, "rollback")]),
        (OTHERWISE, LONGER, [(4, "fork")]),
        (COMMON, ANOTHER, [(1, "fork")]),
        (COMMON, COMMON, []),
    ],
    ids=["older", "newer", "forked", "another opening", "the same"],
)
def test_another_copy_names_the_first_entry_that_differs(
    mine: object, other: object, expected: list[tuple[int, str]]
) -> None:
    """Two copies that contradict each other part at one entry, and that one is named (equivocation)."""
    assert isinstance(mine, type(COMMON))
    assert isinstance(other, type(COMMON))
    wrong = check_checkpoints(mine, checkpoints_against(mine, other))
    assert [(fault.seq, fault.code) for fault in wrong.values()] == expected


def test_every_checkpoint_that_does_not_hold_is_answered_lowest_first() -> None:
    """Several posts are several proofs."""
    given_ones = [Checkpoint("zebest", seq, "0" * 32) for seq in (9, 2)]
    wrong = check_checkpoints(COMMON, [*given_ones, Checkpoint("zebest", 1, COMMON.entries[0].head[:32])])
    assert [(each.seq, fault.seq, fault.code) for each, fault in wrong.items()] == [
        (2, 2, "fork"),
        (9, 4, "rollback"),
    ]
