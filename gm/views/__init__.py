"""What each audience may know: views of ready facts, and the way from a campaign to each of them.

`public`, `public_pages` and `public_posts` hold what everybody may read, `player` what one player may,
`moderator` what the moderator alone may. `gm.render` has one function for each; none takes another's views.
"""

from gm.views.messages import exchange_message, hand_message, sanction_message, turn_message
from gm.views.moderator import CampaignLine, DueView, HandView, ModeratorView, PrivateNote, StatusView
from gm.views.player import (
    ExchangeMessage,
    HandMessage,
    PlayerView,
    ReminderMessage,
    SanctionMessage,
    TurnMessage,
)
from gm.views.private import campaign_line, hand_view, private_note, status_view
from gm.views.public import (
    AbsencesView,
    RecapView,
    ReplacementView,
    RulingView,
    SanctionView,
    TableView,
    VerdictView,
)
from gm.views.public_pages import LateChangesView, PageView, ReplyView
from gm.views.public_posts import FirstPostView, RulesView, StandingsView
from gm.views.reminders import absences_view, due_view, reminder_message
from gm.views.table import recap_view, replacement_view, table_view
from gm.views.topic import booklet_view, first_post_view, rules_view, standings_view
from gm.views.verdicts import objections_view, ruling_view, sanction_view, verdict_view

PublicView = (
    TableView
    | VerdictView
    | SanctionView
    | StandingsView
    | RulesView
    | FirstPostView
    | RecapView
    | ReplyView
    | PageView
    | AbsencesView
    | ReplacementView
    | LateChangesView
)
"""Every view behind a text of the topic."""

__all__ = [
    "AbsencesView",
    "CampaignLine",
    "DueView",
    "ExchangeMessage",
    "FirstPostView",
    "HandMessage",
    "HandView",
    "ModeratorView",
    "PlayerView",
    "PrivateNote",
    "PublicView",
    "RecapView",
    "ReminderMessage",
    "ReplacementView",
    "RulesView",
    "RulingView",
    "SanctionMessage",
    "SanctionView",
    "StandingsView",
    "StatusView",
    "TableView",
    "TurnMessage",
    "VerdictView",
    "absences_view",
    "booklet_view",
    "campaign_line",
    "due_view",
    "exchange_message",
    "first_post_view",
    "hand_message",
    "hand_view",
    "objections_view",
    "private_note",
    "recap_view",
    "reminder_message",
    "replacement_view",
    "rules_view",
    "ruling_view",
    "sanction_message",
    "sanction_view",
    "standings_view",
    "status_view",
    "table_view",
    "turn_message",
    "verdict_view",
]
