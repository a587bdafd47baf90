"""`campaign.yaml`: how a campaign looks and is written, never what is ruled (design.md, The flow).

Every key is optional:

    roles:                        # shown names of the role keys of the rules
      president: "Le Président"
    card_style: symbols           # how cards are shown
    markup: bbcode                # what the forum understands
    aliases: {misterh: MisterH}   # other names of a player in posts
    signatures: {snaga: "..."}    # a player's signature, which is not part of a post
    images: {valet.gif: "J"}      # what an image in a post stands for
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gm.campaign import Problem, problem
from gm.store.files import read_if_there
from gm.store.folders import SETTINGS

if TYPE_CHECKING:
    from yaml import YAMLError

Names = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Presentation:
    """What `campaign.yaml` says; an empty string or mapping where it says nothing."""

    roles: Names = field(default_factory=dict)
    card_style: str = ""
    aliases: Names = field(default_factory=dict)
    signatures: Names = field(default_factory=dict)
    markup: str = ""
    images: Names = field(default_factory=dict)


KEYS: Final = tuple(each.name for each in fields(Presentation))
_LARGEST: Final = 2**20  # bytes: reading YAML takes half a second for as many
_WORDS: Final = frozenset({"card_style", "markup"})


def read_presentation(campaign: Path) -> Presentation | tuple[Problem, ...]:
    """Read a campaign folder's `campaign.yaml`; a missing file says nothing.

    Problems, all that are found: `bad_campaign_file` (no YAML, no mapping, over 1 MiB; `line`, `why`),
    `unknown_setting` (`key`, `closest`), `bad_setting` (`key`), `unreadable`.
    """
    path = campaign / SETTINGS
    data = read_if_there(path)
    if data is None:
        return Presentation()
    if isinstance(data, Problem):
        return (data,)
    if len(data) > _LARGEST:
        return (problem("bad_campaign_file", path=str(path), line="", why="too large"),)
    if all(line.strip()[:1] in (b"", b"#") for line in data.splitlines()):
        return Presentation()  # nothing but comments, as `gm new` leaves it: YAML costs 20 ms
    import yaml

    try:
        # The base loader makes every scalar a string: `no` is a name, and no date is ever tried.
        tree = yaml.load(data.decode("utf-8"), Loader=yaml.BaseLoader)  # noqa: S506 it makes plain strings only
    except UnicodeDecodeError:
        return (problem("bad_campaign_file", path=str(path), line="1", why="UTF-8"),)
    except yaml.YAMLError as error:
        return (_no_yaml(error, path),)
    except RecursionError:
        return (problem("bad_campaign_file", path=str(path), line="1", why="too deep"),)
    if tree in (None, ""):
        return Presentation()
    if not isinstance(tree, dict):
        return (problem("bad_campaign_file", path=str(path), line="1", why="mapping"),)
    problems = tuple(found for key, value in tree.items() if (found := _wrong(key, value, path)) is not None)
    return problems or Presentation(**{key: value for key, value in tree.items() if value != ""})


def _wrong(key: object, value: object, path: Path) -> Problem | None:
    """What is wrong with one setting, if anything; one without a value says nothing."""
    if key not in KEYS:
        from difflib import get_close_matches  # only after a slip: 8 ms

        closest = next(iter(get_close_matches(str(key), KEYS, n=1)), "")
        return problem("unknown_setting", path=str(path), key=str(key), closest=closest)
    good = isinstance(value, str)
    if key not in _WORDS and value != "":
        good = isinstance(value, dict) and all(
            isinstance(each, str) for pair in value.items() for each in pair
        )
    return None if good else problem("bad_setting", path=str(path), key=str(key))


def _no_yaml(error: "YAMLError", path: Path) -> Problem:
    mark = getattr(error, "problem_mark", None)
    line = str(mark.line + 1) if mark is not None else ""
    why = getattr(error, "problem", None) or str(error)
    return problem("bad_campaign_file", path=str(path), line=line, why=why)
