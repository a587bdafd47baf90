"""One more line in `campaign.yaml`: what an image shows, all else of the file kept byte for byte."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Final

from gm.campaign import Problem, problem
from gm.store.files import read_if_there, write_atomically
from gm.store.folders import SETTINGS
from gm.store.presentation import Presentation, presentation_of, read_presentation
from gm.store.writing import Writer

_INDENT: Final = "  "


def remember_card(held: Writer, image: str, cards: str) -> Problem | None:
    """Add `image: cards` under `cards:` of a campaign's settings; whoever writes its ledger may do so.

    `image` is a piece of an address, `cards` are codes (`Qs`, `J?`, empty for no card). Problems:
    `card_by_hand` (`path`, `line`), with the line to add, where the file is written in a way that cannot be
    extended or cannot be read; `disk_full`, `not_writable`, `unreadable`. The file is then as before.
    """
    path = held.folder / SETTINGS
    data = read_if_there(path)
    if isinstance(data, Problem):
        return data
    line = f"{json.dumps(image, ensure_ascii=False)}: {json.dumps(cards)}"
    if _says(held.folder, image, cards):
        return None
    extended = _extended(data or b"", path, image, cards, line)
    if extended is None:
        return problem("card_by_hand", path=str(path), line=line)
    trouble = write_atomically(path, extended)
    if trouble is not None:
        return trouble
    return None if _says(held.folder, image, cards) else problem("card_by_hand", path=str(path), line=line)


def _says(campaign: Path, image: str, cards: str) -> bool:
    settings = read_presentation(campaign)
    return isinstance(settings, Presentation) and settings.cards.get(image) == cards


def _extended(data: bytes, path: Path, image: str, cards: str, line: str) -> bytes | None:
    """The file with one line more, None unless it then says what it said and that."""
    before = presentation_of(data, path)
    if not isinstance(before, Presentation):
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:  # in comments
        return None
    place = _place(text)
    if place is None:
        return None
    at, indent, heading = place
    end = "\r\n" if "\r\n" in text else "\n"
    added = f"{heading}{end if heading else ''}{indent}{line}{end}"
    if at > 0 and text[at - 1] not in "\r\n":  # a last line without its end
        added = end + added
    extended = f"{text[:at]}{added}{text[at:]}".encode("utf-8", "surrogatepass")  # which is then no UTF-8
    after = presentation_of(extended, path)
    return extended if after == replace(before, cards={**before.cards, image: cards}) else None


def _place(text: str) -> tuple[int, str, str] | None:
    """Where the line goes, how far in, and the heading it needs; None where only a person can tell."""
    import yaml

    try:
        tree = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError:  # a lone tab between comments
        return None
    if tree is None:
        return len(text), _INDENT, "cards:"
    if not isinstance(tree, yaml.MappingNode) or tree.flow_style:
        return None
    found = next((pair for pair in tree.value if pair[0].value == "cards"), None)
    if found is None:
        return len(text), _INDENT, "cards:"
    key, value = found
    end = text.find("\n", key.end_mark.index)
    at = end + 1 if end >= 0 else len(text)
    if isinstance(value, yaml.MappingNode) and not value.flow_style and value.value:
        return at, " " * value.value[0][0].start_mark.column, ""
    if isinstance(value, yaml.ScalarNode) and value.value == "":
        return at, " " * key.start_mark.column + _INDENT, ""
    return None
