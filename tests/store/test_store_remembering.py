"""What an image shows is asked about once: one line more in `campaign.yaml`, all else of it as it was."""

from pathlib import Path

import pytest
from store_help import NOON, ledger_of

from gm.campaign import Problem
from gm.store import (
    FixedClock,
    ModeratorKey,
    Presentation,
    SystemRandomness,
    open_for_writing,
    read_presentation,
    remember_card,
)

IMAGE = 'https://i.example.org/Dame%20pique.png?taille=2#"é"'
LINE = '"https://i.example.org/Dame%20pique.png?taille=2#\\"é\\"": "Qs"'


def remember(
    campaign: Path, key: ModeratorKey, before: bytes | None, image: str = IMAGE, cards: str = "Qs"
) -> Problem | None:
    """Remember a card in a campaign whose settings are these."""
    settings = campaign / "campaign.yaml"
    settings.unlink(missing_ok=True)
    if before is not None:
        settings.write_bytes(before)
    clock = FixedClock(NOON)
    with open_for_writing(campaign, key, clock=clock, randomness=SystemRandomness()) as held:
        assert not isinstance(held, Problem)
        return remember_card(held, image, cards)


WAYS = {
    "no file": (None, f"cards:\n  {LINE}\n"),
    "empty": ("", f"cards:\n  {LINE}\n"),
    "comments only": ("# rien\n# cards:\n", f"# rien\n# cards:\ncards:\n  {LINE}\n"),
    "another setting": ("roles:\n  a: b  # c\n", f"roles:\n  a: b  # c\ncards:\n  {LINE}\n"),
    "no end of line": ("aliases: {a: b}", f"aliases: {{a: b}}\ncards:\n  {LINE}\n"),
    "cards there": (
        "# début\ncards:   # mes images\n    # les dames\n    dame: Qh\n\nmarkup: bbcode\n",
        f"# début\ncards:   # mes images\n    {LINE}\n    # les dames\n    dame: Qh\n\nmarkup: bbcode\n",
    ),
    "cards last": ("cards:\n  v: J", f"cards:\n  {LINE}\n  v: J"),
    "cards without value": ("cards: # à remplir\nmarkup: x\n", f"cards: # à remplir\n  {LINE}\nmarkup: x\n"),
    "quoted key": ('"cards":\n  v: J\n', f'"cards":\n  {LINE}\n  v: J\n'),
    "CR LF": ("roles:\r\n  a: b\r\n", f"roles:\r\n  a: b\r\ncards:\r\n  {LINE}\r\n"),
}


@pytest.mark.parametrize("name", WAYS)
def test_one_line_is_added_and_nothing_else_changes(name: str, campaign: Path, key: ModeratorKey) -> None:
    """Comments, blank lines, ends of lines and order stay byte for byte; the file then says the card."""
    before, after = WAYS[name]
    assert remember(campaign, key, None if before is None else before.encode()) is None
    assert (campaign / "campaign.yaml").read_bytes() == after.encode()
    settings = read_presentation(campaign)
    assert isinstance(settings, Presentation)
    assert settings.cards[IMAGE] == "Qs"


@pytest.mark.parametrize(
    "text",
    [
        "cards: {dame: Qh}\n",
        "cards: {}\n",
        "cards: ~\n",
        "{roles: {a: b}}\n",
        "cards: &own\n  v: J\naliases: *own\n",
        "aliases: |\n  x\n",  # no settings at all
        "...\n",
        "cards: Qs\n",
        "# rien\n\t\n",  # a tab that YAML takes for a token
        "# rien\u0085: non\n",  # a line end to YAML alone
        b"# \xe9\n",  # a comment in Latin-1
    ],
)
def test_what_cannot_be_extended_safely_is_left_alone(
    text: str | bytes, campaign: Path, key: ModeratorKey
) -> None:
    """Flow style, a shared anchor, no sound settings: the line to add by hand, the file as before."""
    before = text if isinstance(text, bytes) else text.encode()
    found = remember(campaign, key, before)
    assert found is not None
    assert (found.code, found.params["line"]) == ("card_by_hand", LINE)
    assert (campaign / "campaign.yaml").read_bytes() == before


def test_an_image_that_is_no_card_is_remembered_as_such(campaign: Path, key: ModeratorKey) -> None:
    """An empty value: the image is asked about no more, and shows no card."""
    assert remember(campaign, key, b"", "sourire.gif", "") is None
    settings = read_presentation(campaign)
    assert isinstance(settings, Presentation)
    assert dict(settings.cards) == {"sourire.gif": ""}


def test_one_after_the_other_and_the_same_again(campaign: Path, key: ModeratorKey) -> None:
    """Each image is a line of its own; the same said again leaves the file as it is."""
    path = campaign / "campaign.yaml"
    assert remember(campaign, key, b"", "un.gif", "As") is None
    assert remember(campaign, key, path.read_bytes(), "deux.gif", "2s 2h") is None
    twice = path.read_bytes()
    assert remember(campaign, key, twice, "un.gif", "As") is None
    assert path.read_bytes() == twice
    assert ledger_of(campaign).count(b"entry:") == 1


@pytest.mark.parametrize(
    "image", ["a\u0085b", "a\x07b", "a\u2028b", "\ud800", "\U0001f0ad.png", "x: y # z", ""]
)
def test_any_address_is_kept_or_told(image: str, campaign: Path, key: ModeratorKey) -> None:
    """Whatever an address holds, the file says it exactly or the line is given for doing it by hand."""
    before = b"markup: x\n"
    found = remember(campaign, key, before, image)
    settings = read_presentation(campaign)
    assert isinstance(settings, Presentation)
    kept = dict(settings.cards) == {image: "Qs"}
    assert kept if found is None else (campaign / "campaign.yaml").read_bytes() == before
