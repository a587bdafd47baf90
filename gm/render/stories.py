"""The story of a ledger and the explanation of a ruling → text, one function per audience."""

from gm.render.engine import Presentation, environment_of, role_names
from gm.render.markup import tidy
from gm.render.pages import PublicText, plain, titled
from gm.views.log import LogEntry, LogView, MoreOfLog, MoreOfRuling, Secret, WhyView


def log_text(view: LogView, presentation: Presentation) -> PublicText:
    """The story as everybody may read it, with the checkpoint at its foot."""
    return PublicText("log", *titled("log.bbcode", view, presentation))


def moderators_log_text(view: MoreOfLog, presentation: Presentation) -> str:
    """The story with what the ledger keeps back."""
    return plain("log", view, presentation)


def entry_text(entry: LogEntry, presentation: Presentation, secret: Secret | None = None) -> str:
    """The sentence of one entry without markup, and what the ledger keeps back of it where that is given."""
    template = environment_of(presentation.locale, "plain").get_template("log_entry.txt")
    return tidy(template.render(entry=entry, secret=secret, roles=role_names(presentation)))


def why_text(view: WhyView, presentation: Presentation) -> PublicText:
    """A ruling explained to everybody, with the checkpoint at its foot."""
    return PublicText("why", *titled("why.bbcode", view, presentation))


def why_note(view: MoreOfRuling, presentation: Presentation) -> str:
    """What the moderator alone may know of a ruling."""
    return plain("why", view, presentation)
