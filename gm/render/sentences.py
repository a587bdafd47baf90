"""One sentence for each code: problems, the next thing to do, the command line's help."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from gm.render.engine import Presentation, environment_of, role_names, typography_of
from gm.render.markup import Markup, UnprintableError, tidy
from gm.render.texts import source_of

if TYPE_CHECKING:
    from jinja2 import Template


def sentence(
    locale: str,
    code: str,
    params: Mapping[str, object],
    roles: Mapping[str, str] | None = None,
    markup: Markup = "plain",
) -> str:
    """The sentence of a dotted code such as `problem.no_key`, filled in; the code itself when there is none.

    Parameters are texts, numbers and lists of texts; with `bbcode` as markup the sentence may be posted. A
    sentence that lacks one falls back to its code, so that a gap in the texts never stops a command; a test
    finds it instead.
    """
    if source_of(locale, code) is None:
        return code
    from jinja2 import UndefinedError

    names = role_names(Presentation(locale, roles or {}))
    try:
        return tidy(_sentence(locale, code, markup).render(**params, roles=names))
    except (UndefinedError, UnprintableError):
        return code


def problem(locale: str, code: str, params: Mapping[str, object]) -> str:
    """What is wrong and what to do about it, in one or two sentences (`problem.toml`)."""
    return sentence(locale, f"problem.{code}", params)


def next_step(locale: str, code: str, params: Mapping[str, object]) -> str:
    """The next thing to do, in one line (`next.toml`)."""
    return sentence(locale, f"next.{code}", params)


def help_text(locale: str, code: str) -> str:
    """A text of the command line's help, such as `deal` or `deal.beacon`; needs no Jinja2 (`help.toml`)."""
    return typography_of(locale)(source_of(locale, f"help.{code}") or code)


def known(locale: str, code: str) -> bool:
    """Whether a dotted code has a sentence."""
    return source_of(locale, code) is not None


@lru_cache(maxsize=256)
def _sentence(locale: str, code: str, markup: Markup) -> "Template":
    return environment_of(locale, markup).from_string(source_of(locale, code) or code)
