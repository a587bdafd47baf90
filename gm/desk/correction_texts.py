"""The texts of a correction: the ruling on the new move, why a correction or what follows cannot stand."""

from gm.campaign import Campaign, Problem, Ruling, problem
from gm.cards import codes_of
from gm.desk.amending import Amended, Broken
from gm.desk.texts import Shown
from gm.events import Passed, Played
from gm.render import PublicText, moderator_text, public_text
from gm.render import problem as sentence
from gm.views import VerdictView, objections_view, ruling_view, table_view


def correction_text(after: Campaign, amended: Amended, shown: Shown) -> PublicText:
    """The ruling on the corrected move, and the table as it now stands."""
    rulings = tuple(ruling_view(after.rules, move) for move in amended.judged.moves)
    return public_text(VerdictView(rulings, table_view(after, shown.checkpoint)), shown.presentation)


def objections_text(campaign: Campaign, ruling: Ruling, shown: Shown) -> str:
    """What stands against a move, in the words of its verdict."""
    lines = moderator_text(objections_view(campaign.rules, ruling), shown.presentation)
    return " ".join(lines.split("\n"))


def broken_problem(campaign: Campaign, broken: Broken, amended: int, shown: Shown) -> Problem:
    """The later entry that a correction would make illegal: who, which move, the codes and their words."""
    event, why = broken.record.event, broken.why
    move = ""
    if isinstance(event, Played | Passed):
        move = codes_of(event.cards) if isinstance(event, Played) else "pass"
    if isinstance(why, Ruling):
        codes = " ".join(each.code.value for each in why.objections)
        said = objections_text(campaign, why, shown)
    else:
        codes, said = why.code, sentence(shown.presentation.locale, why.code, {})
    return problem(
        "amend_breaks",
        seq=str(broken.record.seq),
        player=getattr(event, "player", getattr(event, "giver", "")),
        move=move,
        codes=codes,
        why=said,
        amended=str(amended),
    )
