"""What each audience may know: views of ready facts, and the way from a campaign to each of them.

`public` holds what everybody may read, `player` what one player may, `moderator` what the moderator alone
may. render.py has one function for each; none takes another's views.
"""

from gm.views.messages import exchange_message, hand_message, sanction_message, turn_message
from gm.views.moderator import HandView, ModeratorView, PrivateNote, StatusView, WhyView
from gm.views.player import ExchangeMessage, HandMessage, PlayerView, SanctionMessage, TurnMessage
from gm.views.private import hand_view, private_note, status_view, why_view
from gm.views.public import PublicView, RecapView, RulingView, SanctionView, TableView, VerdictView
from gm.views.public_posts import FirstPostView, RulesView, StandingsView
from gm.views.table import recap_view, table_view
from gm.views.topic import booklet_view, first_post_view, rules_view, standings_view
from gm.views.verdicts import ruling_view, sanction_view, verdict_view

__all__ = [
    "ExchangeMessage",
    "FirstPostView",
    "HandMessage",
    "HandView",
    "ModeratorView",
    "PlayerView",
    "PrivateNote",
    "PublicView",
    "RecapView",
    "RulesView",
    "RulingView",
    "SanctionMessage",
    "SanctionView",
    "StandingsView",
    "StatusView",
    "TableView",
    "TurnMessage",
    "VerdictView",
    "WhyView",
    "booklet_view",
    "exchange_message",
    "first_post_view",
    "hand_message",
    "hand_view",
    "private_note",
    "recap_view",
    "rules_view",
    "ruling_view",
    "sanction_message",
    "sanction_view",
    "standings_view",
    "status_view",
    "table_view",
    "turn_message",
    "verdict_view",
    "why_view",
]
