"""What the ledger tells: its entries as a story, and why a ruling was made (`gm log`, `gm why`)."""

from collections.abc import Sequence
from dataclasses import dataclass

from gm.campaign import Problem, problem
from gm.desk.texts import Shown
from gm.events import Record
from gm.render import PublicText
from gm.render.stories import entry_text, log_text, moderators_log_text, why_note, why_text
from gm.views.log import LogEntry, WhyView
from gm.views.story import log_view, moderators_log, story
from gm.views.why import is_ruling, kept_of_ruling, why_view


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the story and its sentence."""

    entry: LogEntry
    text: str


@dataclass(frozen=True, slots=True)
class Story:
    """The entries with their sentences, and the whole of it as one text."""

    lines: tuple[Line, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Explained:
    """A ruling explained: what it rests on, the text for the topic, what the moderator alone may know."""

    view: WhyView
    public: PublicText
    private: str


def public_log(records: Sequence[Record], start: int, shown: Shown) -> Story | Problem:
    """The story from one entry on, as everybody may read it."""
    if not 1 <= start <= len(records):
        return problem("no_such_entry", seq=str(start))
    view = log_view(records, shown.checkpoint, start)
    entries = [entry for section in view.sections for entry in section.entries]
    lines = tuple(Line(entry, entry_text(entry, shown.presentation)) for entry in entries)
    return Story(lines, log_text(view, shown.presentation).body)


def private_log(records: Sequence[Record], start: int, shown: Shown) -> Story | Problem:
    """The story from one entry on with what the ledger keeps back, for the moderator."""
    if not 1 <= start <= len(records):
        return problem("no_such_entry", seq=str(start))
    view = moderators_log(records, shown.checkpoint, start)
    entries = [entry for section in view.log.sections for entry in section.entries]
    lines = tuple(
        Line(entry, entry_text(entry, shown.presentation, view.secrets.get(entry.seq))) for entry in entries
    )
    return Story(lines, moderators_log_text(view, shown.presentation))


def why(records: Sequence[Record], seq: int | None, shown: Shown) -> Explained | Problem:
    """What a ruling rests on; without a number the last one that counts, else the last one."""
    if seq is not None and not 1 <= seq <= len(records):
        return problem("no_such_entry", seq=str(seq))
    told = story(records)
    if seq is None:
        ruled = [each.entry for each in told if is_ruling(each.record)]
        if not ruled:
            return problem("nothing_to_explain")
        seq = max(ruled, key=lambda entry: (entry.counts, entry.seq)).seq
    if not is_ruling(records[seq - 1]):
        return problem("nothing_ruled", seq=str(seq))
    view = why_view(told, seq, shown.checkpoint)
    kept = kept_of_ruling(records[seq - 1])
    private = "" if kept is None else why_note(kept, shown.presentation)
    return Explained(view, why_text(view, shown.presentation), private)
