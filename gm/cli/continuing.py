"""`gm new --continues`: a campaign that goes on where another one cannot, and cites its end.

Whoever lost the key of a campaign, or entries of it that were published, goes on in a new one. Its second
entry is a note that binds it to all that is left of the old one.
"""

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from gm.cli.answer import Answer, Failure, solid, trouble
from gm.cli.runtime import Run, key_file

if TYPE_CHECKING:
    from gm.campaign import Campaign
    from gm.events import Note
    from gm.store import ModeratorKey


@dataclass(frozen=True, slots=True)
class Cited:
    """The end of a verified campaign, its `moderator`'s public key, and what was published of it and lost.

    `published` is its last checkpoint shown where this copy lacks it. When the copy is as long but another,
    `differs_from` is the entry of that checkpoint: the two part there or before.
    """

    campaign: "Campaign"
    moderator: str
    head: str
    published: str | None = None
    differs_from: int | None = None

    @property
    def facts(self) -> dict[str, object]:
        """The campaign's name, the number of its entries, the head and the checkpoint of the last one."""
        from gm.ledger import checkpoint

        name, entries = self.campaign.name, self.campaign.seq
        end = {"head": self.head, "checkpoint": checkpoint(name, entries, self.head)}
        lost = {"published": self.published, "differs_from": self.differs_from}
        return {"campaign": name, "entries": entries, **end, **lost}


def cited(run: Run, given: Path, name: str) -> Cited:
    """The campaign that `name` is to continue, given by its name, its folder or a ledger, public or not."""
    from gm.cli.verify import read_copy
    from gm.evidence import examine
    from gm.store import check_published, is_folder, tampered

    path = _place_of(run, given)
    reading, copy = read_copy(run, path, None)
    if any(fault.code == "future_version" for fault in reading.faults):
        raise trouble("future_version", path=str(path), seq="")
    if reading.opening is None:
        raise trouble("empty_ledger" if is_folder(path) else "not_a_ledger", path=str(path))
    if reading.torn is not None:
        raise trouble("torn", path=str(path))
    report = examine(reading, copy)
    if report.faults or report.campaign is None:
        raise Failure(tampered(path, report.faults[0]))
    if report.campaign.name == name:
        raise trouble("continues_same_name", name=name)
    end = Cited(report.campaign, reading.opening.moderator, reading.head)
    lost = check_published(reading, key_file())
    if lost is None:
        return end
    if lost.code not in ("rollback", "fork"):
        raise Failure(lost)
    differs_from = int(lost.params["entry"]) if lost.code == "fork" else None
    return replace(end, published=lost.params["published"], differs_from=differs_from)


def ask_why(run: Run, old: Cited, key: "ModeratorKey") -> None:
    """Ask whether a campaign that could go on is to be left: the players are told that it cannot."""
    could_go_on = old.published is None and old.moderator == key.public_text
    if could_go_on and not run.agreed("confirm_continues", campaign=old.campaign.name):
        raise trouble("not_changed")


def note_of(run: Run, old: Cited) -> "Note":
    """The second entry of the campaign that continues another, in its language."""
    from gm.events import Note

    return Note(run.say("continues_note", **old.facts))


def citing(run: Run, made: Answer, old: Cited, folder: Path) -> Answer:
    """The answer of `gm new` with the text for the topic; the checkpoint in it is remembered as published."""
    from gm.store import current_checkpoint, read_only, remember_published

    opened = solid(read_only(folder))
    solid(remember_published(opened.reading, key_file()))
    checkpoint = current_checkpoint(opened.reading)
    name, key = opened.opening.campaign, opened.opening.moderator
    public = run.post("continues_public", name=name, public_key=key, **old.facts)
    public += "\n\n" + run.post("foot", checkpoint=checkpoint)
    data = {**made.data, "checkpoint": checkpoint, "continues": old.facts, "public": public}
    return replace(made, data=data, public=public, next_step=run.say("after_continuing", name=name))


def _place_of(run: Run, given: Path) -> Path:
    """The folder of the campaign of that name, else the file or folder given."""
    from gm.store import campaigns_folder, campaigns_in, find_campaign

    parent = campaigns_folder(run.campaigns, os.environ)
    if str(given) in solid(campaigns_in(parent)):
        return solid(find_campaign(parent, str(given)))
    if len(given.parts) == 1 and not os.path.lexists(given):
        raise trouble("continues_nothing", name=str(given))
    return given
