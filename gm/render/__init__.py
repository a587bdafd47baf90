"""View → text: the only door from what an audience may know to the words it reads.

One function per audience, and one sentence per code. The words are in `templates/<locale>/`; Jinja2 is
imported when the first text is rendered, not before.
"""

from gm.render.engine import Presentation, role_names
from gm.render.pages import (
    Message,
    PublicText,
    audit_text,
    message,
    moderator_text,
    public_text,
    recheck_text,
    verification_text,
)
from gm.render.sentences import help_text, known, next_step, problem, sentence
from gm.render.texts import DEFAULT_LOCALE, locales, table_of

__all__ = [
    "DEFAULT_LOCALE",
    "Message",
    "Presentation",
    "PublicText",
    "audit_text",
    "help_text",
    "known",
    "locales",
    "message",
    "moderator_text",
    "next_step",
    "problem",
    "public_text",
    "recheck_text",
    "role_names",
    "sentence",
    "table_of",
    "verification_text",
]
