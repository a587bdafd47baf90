"""Where the texts are and how they are read: `templates/<locale>/`, through importlib.resources.

A locale is a folder. `*.bbcode` are texts for the forum, `*.txt` texts for a terminal, `*.toml` tables of
words and sentences. A text that a locale lacks is taken from the default one.
"""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

DEFAULT_LOCALE: Final = "fr"

Table = Mapping[str, Any]


def template_root() -> Traversable:
    """The folder with one folder of texts per locale.

    A wheel carries it as `gm/templates`; in a checkout (editable install, `python -m gm`) it is the folder
    `templates` beside the package.
    """
    package = files("gm")
    inside = package / "templates"
    return inside if inside.is_dir() else package / ".." / "templates"


def locales() -> tuple[str, ...]:
    """The locales there are texts for, sorted."""
    return tuple(sorted(entry.name for entry in template_root().iterdir() if entry.is_dir()))


def text_of(locale: str, name: str) -> str:
    """The source of one text, by its path inside the locale's folder; raises FileNotFoundError for none."""
    own = template_root() / locale / name
    return (own if own.is_file() else template_root() / DEFAULT_LOCALE / name).read_text(encoding="utf-8")


@lru_cache(maxsize=64)
def table_of(locale: str, name: str) -> Table:
    """One table of words or sentences, such as `words` for `words.toml`."""
    return tomllib.loads(text_of(locale, f"{name}.toml"))


@lru_cache(maxsize=512)
def source_of(locale: str, code: str) -> str | None:
    """The unfilled sentence of a dotted code such as `problem.no_key`, None when there is none.

    The first part names the table, the others lead to a string in it, or to a table whose `about` it is.
    """
    name, _, path = code.partition(".")
    if not (template_root() / DEFAULT_LOCALE / f"{name}.toml").is_file():
        return None
    found: Any = table_of(locale, name)
    for key in path.split("."):
        found = found.get(key) if isinstance(found, dict) else None
    if isinstance(found, dict):
        found = found.get("about")
    return found if isinstance(found, str) else None
