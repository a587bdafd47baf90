"""The template engine of one locale and markup; Jinja2 is imported when the first text is rendered."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gm.render.filters import FILTERS, Phrases
from gm.render.markup import Markup, Ready, french, printed, printer, printf_argument, typographic_stream
from gm.render.texts import DEFAULT_LOCALE, table_of, text_of

if TYPE_CHECKING:
    from jinja2 import Environment


@dataclass(frozen=True, slots=True)
class Presentation:
    """How a campaign shows itself: its locale, and its own names for roles, by role key (Z17)."""

    locale: str = DEFAULT_LOCALE
    roles: Mapping[str, str] = field(default_factory=dict)


def role_names(presentation: Presentation) -> dict[str, str]:
    """The shown name of each role by its key: the locale's, unless the campaign has its own."""
    return {**table_of(presentation.locale, "roles"), **presentation.roles}


def typography_of(locale: str) -> Callable[[str], str]:
    """What the locale's own words go through: French spaces, or nothing."""
    return french if table_of(locale, "words")["typography"] == "french" else str


@lru_cache(maxsize=8)
def environment_of(locale: str, markup: Markup) -> "Environment":
    """The engine for texts of one locale and markup; every value it prints is made harmless (`markup.py`)."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined, pass_context
    from jinja2.ext import Extension
    from jinja2.runtime import Context

    typography = typography_of(locale)

    class Typography(Extension):
        def filter_stream(self, stream: Any) -> Any:
            return typographic_stream(stream, typography)

    @pass_context
    def role(context: Context, key: str) -> str:
        return str(context["roles"][key])

    environment = Environment(
        loader=FunctionLoader(lambda name: text_of(locale, name)),
        extensions=[Typography],
        undefined=StrictUndefined,
        finalize=printer(markup),
        autoescape=False,  # noqa: S701 - BBCode, not HTML: `printer` makes every value harmless
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )

    def bold(names: Sequence[str]) -> Ready:
        return Ready(phrases.listed([f"[b]{printed(name, markup)}[/b]" for name in names]))

    phrases = Phrases(table_of(locale, "words"))
    environment.filters.update({name: getattr(phrases, name) for name in FILTERS})
    environment.filters.update(role=role, printf=printf_argument, bold=bold)
    return environment
