"""View → text, one function per audience: a public text cannot be made of a moderator's view.

The words are in `templates/<locale>/`; a text's first line is its title or subject.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from gm.render.engine import Presentation, environment_of, role_names
from gm.render.markup import tidy
from gm.views import PublicView, moderator, player, public, public_pages, public_posts

if TYPE_CHECKING:  # most texts are rendered without going through a ledger
    from gm.views.audit import AuditView
    from gm.views.recheck import RecheckView
    from gm.views.verification import VerificationView


@dataclass(frozen=True, slots=True)
class PublicText:
    """A text for the topic: `kind` as in `gm post KIND` (verdicts and sanctions are kinds of their own)."""

    kind: str
    title: str
    body: str


@dataclass(frozen=True, slots=True)
class Message:
    """A private message."""

    to: str
    subject: str
    body: str


def public_text(view: PublicView, presentation: Presentation) -> PublicText:
    """The text of a public view, with the checkpoint at its foot (design.md, Checkpoint)."""
    kind = _public_kind(view)
    title, body = titled(f"{kind}.bbcode", view, presentation)
    return PublicText(kind, title, body)


def _public_kind(view: PublicView) -> str:
    match view:
        case public.TableView():
            return "table"
        case public.VerdictView():
            return "verdict"
        case public.SanctionView():
            return "sanction"
        case public_posts.StandingsView():
            return "standings"
        case public_posts.RulesView():
            return "rules"
        case public_posts.FirstPostView():
            return "first"
        case public.RecapView():
            return "recap"
        case public_pages.ReplyView():
            return "reply"
        case public_pages.PageView():
            return "page"
        case public.AbsencesView():
            return "absences"
        case public.ReplacementView():
            return "replacement"
        case public_pages.LateChangesView():
            return "recheck"
        case _:
            assert_never(view)


def message(view: player.PlayerView, presentation: Presentation) -> Message:
    """The private message of a player's view."""
    subject, body = titled(f"message_{_message_kind(view)}.bbcode", view, presentation)
    return Message(view.to, subject, body)


def _message_kind(view: player.PlayerView) -> str:
    match view:
        case player.HandMessage():
            return "hand"
        case player.ExchangeMessage():
            return "exchange"
        case player.SanctionMessage():
            return "sanction"
        case player.TurnMessage():
            return "turn"
        case player.ReminderMessage():
            return "reminder"
        case _:
            assert_never(view)


def moderator_text(view: moderator.ModeratorView, presentation: Presentation) -> str:
    """A text for the moderator's eyes, without markup."""
    match view:
        case moderator.StatusView():
            name = "status"
        case moderator.DueView():
            name = "due"
        case moderator.CampaignLine():
            name = "status_line"
        case moderator.HandView():
            name = "hand"
        case moderator.PrivateNote():
            name = "note"
        case moderator.ObjectionsView():
            name = "objections"
        case moderator.QuestionView():
            name = "question"
        case moderator.PageTableView():
            name = "page"
        case _:
            assert_never(view)
    return plain(name, view, presentation)


def recheck_text(view: "RecheckView", presentation: Presentation) -> str:
    """What has become of recorded posts, for the moderator's eyes."""
    return plain("recheck", view, presentation)


def audit_text(view: "AuditView", presentation: Presentation) -> str:
    """The attempts on record, for the moderator."""
    return plain("audit", view, presentation)


def verification_text(view: "VerificationView", presentation: Presentation) -> str:
    """The outcome of a verification, for whoever asked for it."""
    return plain("verify", view, presentation)


def plain(name: str, view: object, presentation: Presentation) -> str:
    """The text of a template for a terminal."""
    template = environment_of(presentation.locale, "plain").get_template(f"{name}.txt")
    return tidy(template.render(view=view, roles=role_names(presentation)))


def titled(name: str, view: object, presentation: Presentation) -> tuple[str, str]:
    """The first line of a text for the forum, and the rest of it."""
    template = environment_of(presentation.locale, "bbcode").get_template(name)
    text = tidy(template.render(view=view, roles=role_names(presentation)))
    title, _, body = text.partition("\n")
    return title, body.strip("\n")
