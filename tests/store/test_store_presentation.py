"""`campaign.yaml`: presentation only (design.md, The flow)."""

from pathlib import Path

import pytest

from gm.store import Presentation, read_presentation


def read(folder: Path, text: str | bytes) -> object:
    (folder / "campaign.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_presentation(folder)


def test_every_setting_is_read(tmp_path: Path) -> None:
    """Each key of `campaign.yaml` has its field; scalars are text, `no` and `7` too."""
    text = """
    roles: {president: Le Président, neutre: no}
    card_style: letters
    markup: bbcode
    aliases: {misterh: MisterH, 7: snaga}
    signatures: {snaga: "-- \\nsnaga"}
    cards: {valet.gif: J, dame_pique: Qs, "cartes/{rank}_{suit}.png": fr, sourire.gif: ""}
    selectors: {post: div.message, body: .texte}
    """
    assert read(tmp_path, text) == Presentation(
        roles={"president": "Le Président", "neutre": "no"},
        card_style="letters",
        aliases={"misterh": "MisterH", "7": "snaga"},
        signatures={"snaga": "-- \nsnaga"},
        markup="bbcode",
        cards={"valet.gif": "J", "dame_pique": "Qs", "cartes/{rank}_{suit}.png": "fr", "sourire.gif": ""},
        selectors={"post": "div.message", "body": ".texte"},
    )


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "roles:\ncard_style:\n", "---\n", b"\xef\xbb\xbf"])
def test_what_says_nothing_is_the_default(tmp_path: Path, text: str | bytes) -> None:
    """An empty file, comments, keys without values and a byte order mark leave every default."""
    assert read(tmp_path, text) == Presentation()


def test_a_missing_file_is_the_default(tmp_path: Path) -> None:
    """A campaign without `campaign.yaml` is shown as the locale has it."""
    assert read_presentation(tmp_path) == Presentation()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rolles: {}\n", [("unknown_setting", "key", "rolles"), ("unknown_setting", "closest", "roles")]),
        ("roles: Président\n", [("bad_setting", "key", "roles")]),
        ("roles: {president: [a]}\n", [("bad_setting", "key", "roles")]),
        ("markup: {a: b}\n", [("bad_setting", "key", "markup")]),
        ("roles: {a: b\nx: y\n", [("bad_campaign_file", "line", "2")]),
        ("a: b\n\tc: d\n", [("bad_campaign_file", "line", "2")]),
        ("cards: {a: Qs, b: Zz}\n", [("bad_setting", "key", "cards"), ("bad_setting", "entry", "b")]),
        ("cards: {'{rank}.png': fr}\n", [("bad_setting", "entry", "{rank}.png")]),
        ("selectors: {post: div}\n", [("bad_setting", "key", "selectors"), ("bad_setting", "entry", "body")]),
        ("- roles\n", [("bad_campaign_file", "why", "mapping")]),
        ("just words\n", [("bad_campaign_file", "why", "mapping")]),
        (b"roles: {a: \xe9}\n", [("bad_campaign_file", "why", "UTF-8")]),
        ("a: b\nc: \x07\n", [("bad_campaign_file", "line", "2"), ("bad_campaign_file", "why", "character")]),
        ("aliases:\n\ta: b\n", [("bad_campaign_file", "why", "tab")]),
        ("aliases: {Le H: MisterH, le h: snaga}\n", [("same_alias", "alias", "Le H")]),
        ("? [a, b]\n: c\n", [("bad_campaign_file", "line", "1")]),
        ("a: b\n" + "#" * 2**20, [("bad_campaign_file", "why", "too large")]),
    ],
)
def test_a_slip_is_told_with_its_place(
    tmp_path: Path, text: str | bytes, expected: list[tuple[str, str, str]]
) -> None:
    """Bad YAML, an unknown key and a value of the wrong shape are problems with the place to look at."""
    problems = read(tmp_path, text)
    assert isinstance(problems, tuple)
    for code, name, value in expected:
        assert [each.params[name] for each in problems if each.code == code] == [value]


def test_every_slip_is_told(tmp_path: Path) -> None:
    """Problems accumulate and are all reported."""
    problems = read(tmp_path, "roles: x\ncards: y\nsuits: z\n")
    assert isinstance(problems, tuple)
    assert [each.code for each in problems] == ["bad_setting", "bad_setting", "unknown_setting"]


def test_a_folder_in_its_place_is_told(tmp_path: Path) -> None:
    """What cannot be read is a problem, no traceback."""
    (tmp_path / "campaign.yaml").mkdir()
    problems = read_presentation(tmp_path)
    assert isinstance(problems, tuple)
    assert [each.code for each in problems] == ["unreadable"]
