"""`campaign.yaml`: how a campaign looks and is written, never what is ruled (design.md, The flow).

Every key is optional:

    roles:                          # shown names of the role keys of the rules
      president: "Le Président"
    card_style: symbols             # how cards are shown
    markup: bbcode                  # what the forum understands
    aliases: {misterh: MisterH}     # other names of a player in posts
    signatures: {snaga: "..."}      # a player's signature, which is not part of a post
    cards:                          # what an image in a post shows, by a piece of its address
      dame_pique: "Qs"              #   (`gm.posts.images`)
    selectors:                      # where the posts stand on the forum's pages
      post: "div.message"           #   (`gm.posts.pages`)
"""

from collections.abc import Iterator, Mapping
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
    cards: Names = field(default_factory=dict)
    selectors: Names = field(default_factory=dict)


KEYS: Final = tuple(each.name for each in fields(Presentation))
_LARGEST: Final = 2**20  # bytes: reading YAML takes half a second for as many
_WORDS: Final = frozenset({"card_style", "markup"})


def read_presentation(campaign: Path) -> Presentation | tuple[Problem, ...]:
    """Read a campaign folder's `campaign.yaml`; a missing file says nothing.

    Problems, all that are found: `bad_campaign_file` (no YAML, no mapping, over 1 MiB; `line`, `why`),
    `same_alias` (`alias`, `other`: one name in two spellings, of two players), `unknown_setting` (`key`,
    `closest`), `bad_setting` (`key`, and `entry` where one of many is wrong), `unreadable`.
    """
    path = campaign / SETTINGS
    data = read_if_there(path)
    if data is None:
        return Presentation()
    return (data,) if isinstance(data, Problem) else presentation_of(data, path)


def presentation_of(data: bytes, path: Path) -> Presentation | tuple[Problem, ...]:
    """What the bytes of a `campaign.yaml` say; `path` is where they stand, for problems."""
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
        return (_no_yaml(error, data, path),)
    except RecursionError:
        return (problem("bad_campaign_file", path=str(path), line="1", why="deep"),)
    if tree in (None, ""):
        return Presentation()
    if not isinstance(tree, dict):
        return (problem("bad_campaign_file", path=str(path), line="1", why="mapping"),)
    problems = tuple(found for key, value in tree.items() if (found := _wrong(key, value, path)) is not None)
    if problems:
        return problems
    settings = Presentation(**{key: value for key, value in tree.items() if value != ""})
    return _wrong_entries(settings, path) or settings


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


def _wrong_entries(found: Presentation, path: Path) -> tuple[Problem, ...]:
    """The images that are said to show no card, and what is wrong with the selectors."""
    wrong: list[tuple[str, str]] = []
    if found.cards:
        from gm.posts.images import wrong_images  # reading posts costs a command 20 ms

        wrong += [("cards", entry) for entry in wrong_images(found.cards, "fr")]
    if found.selectors:
        from gm.posts.pages import PageProblem, selectors_of

        selectors = selectors_of(found.selectors)
        if isinstance(selectors, PageProblem):
            wrong.append(("selectors", selectors.params.get("key", "")))
    bad = tuple(problem("bad_setting", path=str(path), key=key, entry=entry) for key, entry in wrong)
    return bad + tuple(_same_aliases(found.aliases, path))


def _same_aliases(aliases: Names, path: Path) -> Iterator[Problem]:
    """Aliases that only case or accents tell apart, of two players: nobody could say whose they are."""
    if not aliases:
        return
    from gm.desk.names import folded

    known: dict[str, str] = {}
    for alias, player in aliases.items():
        other = known.setdefault(folded(alias), alias)
        if folded(aliases[other]) != folded(player):
            yield problem("same_alias", path=str(path), alias=other, other=alias)


def _no_yaml(error: "YAMLError", data: bytes, path: Path) -> Problem:
    """Where the YAML breaks, and what is wrong there as far as it can be told: `tab`, `character`, `yaml`."""
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        at = getattr(error, "position", 0)
        line = data.decode("utf-8", "replace").count("\n", 0, at) + 1
        return problem("bad_campaign_file", path=str(path), line=str(line), why="character")
    lines = data.decode("utf-8", "replace").splitlines()
    broken = lines[mark.line] if mark.line < len(lines) else ""
    indent = broken[: len(broken) - len(broken.lstrip())]
    why = "tab" if "\t" in indent else "yaml"
    return problem("bad_campaign_file", path=str(path), line=str(mark.line + 1), why=why)
