"""The help pages, in the moderator's language throughout.

An option or argument of a command carries the code of its text in `help.toml` (`play.record`); the words are
read only when somebody asks for a page.
"""

import shutil
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from gm.render import DEFAULT_LOCALE, help_text, known

_WIDEST: Final = 100

Row = tuple[str, str]


def front_page(groups: Mapping[str, Mapping[str, str]]) -> str:
    """The page of `gm --help`: every command under its heading."""
    width = max(len(name) for commands in groups.values() for name in commands)
    parts = [f"{_said('page.usage')} gm {_said('page.command')}", _wrapped(_said("gm"))]
    for heading, commands in groups.items():
        parts.append(_section(_said(f"heading.{heading}"), [(name, _said(name)) for name in commands], width))
    parts.append(_section(_said("page.options"), [("--version", _said("option.version"))], width))
    parts.append(_wrapped(_said("page.more")))
    return "\n\n".join(parts)


def page_of(name: str, params: Sequence[Any]) -> str:
    """The page of one command, from its parameters as typer has them."""
    arguments = [
        (str(param.metavar), _said(param.help)) for param in params if param.param_type_name == "argument"
    ]
    options = [_option(param) for param in params if param.param_type_name == "option"]
    usage = " ".join([name, *(shown for shown, _ in arguments), _said("page.option")])
    parts = [f"{_said('page.usage')} gm {usage}", _wrapped(_said(name))]
    if arguments:
        parts.append(_section(_said("page.arguments"), arguments))
    parts.append(_section(_said("page.options"), options))
    if known(DEFAULT_LOCALE, f"help.{name}.example"):
        examples = _said(f"{name}.example").splitlines()
        parts.append("\n".join([_said("page.example"), *(f"  {line}" for line in examples)]))
    return "\n\n".join(parts)


def _option(param: Any) -> Row:
    names = ", ".join(sorted(param.opts, key=len))
    text = _said("option.help" if param.name == "help" else param.help)
    if param.required:
        text += " " + _said("page.required")
    return (f"{names} {param.metavar}" if param.metavar else names), text


def _section(title: str, rows: Sequence[Row], width: int = 0) -> str:
    width = width or max(len(left) for left, _ in rows)
    return "\n".join([title, *(line for row in rows for line in _row(row, width))])


def _row(row: Row, width: int) -> Iterator[str]:
    left, right = row
    first, _, rest = _wrapped(right, " " * (width + 4)).partition("\n")
    yield f"  {left.ljust(width)}  {first[width + 4 :]}"
    if rest:
        yield rest


def _wrapped(text: str, indent: str = "") -> str:
    width = max(min(shutil.get_terminal_size().columns, _WIDEST), len(indent) + 30)
    # textwrap leaves no-break spaces alone, so the French ones before `:` and `?` stay with their word.
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def _said(code: str) -> str:
    return help_text(DEFAULT_LOCALE, code)
