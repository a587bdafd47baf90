"""A list of posts `{id, author, at, text}` in YAML or JSON, all but `text` optional."""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from gm.posts.pages.posts import ForumPost, PageProblem, well_formed, without_repeats

if TYPE_CHECKING:
    from yaml import ScalarNode

_FIELDS: Final = ("text", "author", "id", "at", "url", "edited")
_KEY: Final = r"""(?:[&!]\S{0,40}\s{1,9})?[{\s]{0,9}["']?(?:id|author|at|text|url)["']?\s{0,9}:(?:\s|$)"""
_LIST: Final = re.compile(rf"-\s{{1,9}}{_KEY}|\[\s{{0,9}}\{{{_KEY}")
_MAPPING: Final = re.compile(r"""\{?\s{0,9}["']?(?:id|author|text|posts)["']?\s{0,9}:(?:\s|$)""")
_PREAMBLE: Final = re.compile(r"(?:[ \t]*(?:#.*|---[ \t]*)?\r?\n|%YAML.*\n)*")
_NOTHING: Final = frozenset({"", "~", "null", "Null", "NULL"})
_YES: Final = frozenset({"true", "yes", "oui", "1"})


def looks_like_list(text: str) -> bool:
    """Whether this text is meant as YAML: its first item or key is a field of a post."""
    start = _PREAMBLE.match(text)
    at = start.end() if start else 0
    return _LIST.match(text, at) is not None or _MAPPING.match(text, at) is not None


def is_list_of_texts(text: str) -> bool:
    """Whether each line goes on a YAML list of plain texts, at least two: who wrote them is not told."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith(("#", "---"))]
    items = [line for line in lines if line.startswith("- ")]
    return len(items) > 1 and lines[0] is items[0] and all(line.startswith(("- ", "  ")) for line in lines)


def read_yaml(text: str) -> tuple[ForumPost, ...] | PageProblem:
    """The posts of a YAML list; numbers and dates stay the text that was written."""
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # libyaml where it is present
    try:
        documents = list(yaml.compose_all(text, Loader=loader))
    except yaml.MarkedYAMLError as error:
        line = "" if error.problem_mark is None else str(error.problem_mark.line + 1)
        return PageProblem("page_bad_list", {"line": line})
    except (yaml.YAMLError, RecursionError):
        return PageProblem("page_bad_list", {"line": ""})
    if len(documents) != 1 or not isinstance(documents[0], yaml.SequenceNode):
        return PageProblem("page_unknown", {})
    return read_entries(map(_plain, documents[0].value))


def _plain(node: object) -> object:
    """An entry as a mapping of texts; None for what is empty, and anything else for what is no text."""
    import yaml

    if not isinstance(node, yaml.MappingNode):
        return node
    entry: dict[str, object] = {}
    for key, value in node.value:
        name = key.value if isinstance(key, yaml.ScalarNode) else ""
        twice = name in entry
        if not isinstance(value, yaml.ScalarNode) or twice:
            entry[name] = value
        else:
            entry[name] = None if says_nothing(value) else value.value
    return entry


def says_nothing(node: "ScalarNode") -> bool:
    """Whether a plain scalar, neither quoted nor a block, stands for no value."""
    return not node.style and node.value in _NOTHING


def read_entries(entries: Iterable[object]) -> tuple[ForumPost, ...] | PageProblem:
    """The posts of entries that are mappings of texts or None."""
    posts: list[ForumPost] = []
    for number, entry in enumerate(entries, 1):
        wrong = "" if not isinstance(entry, Mapping) else _wrong_field(entry)
        if wrong is not None or not isinstance(entry, Mapping):
            return PageProblem("page_bad_entry", {"number": str(number), "field": wrong or ""})
        posts.append(_post(entry))
    return without_repeats(posts) if posts else PageProblem("page_empty", {})


def _wrong_field(entry: Mapping[str, object]) -> str | None:
    if not isinstance(entry.get("text"), str):
        return "text"
    return next((field for field in _FIELDS if not isinstance(entry.get(field), str | None)), None)


def _post(entry: Mapping[str, object]) -> ForumPost:
    text, author, post_id, at, url, edited = (
        well_formed(found) if isinstance(found := entry.get(field), str) else None for field in _FIELDS
    )
    return ForumPost(
        text or "",
        author=(author or "").strip() or None,
        id=(post_id or "").strip() or None,
        at=(at or "").strip() or None,
        url=(url or "").strip() or None,
        edited=(edited or "").strip().lower() in _YES,
    )
