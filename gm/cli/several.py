"""The campaigns that a command is about which only looks: one, or all those of the folder.

    rows = campaigns_meant(run, every=every)
    if rows is None:            # one is meant: the command answers as it does for a single campaign
        look = run.look()
    else:                       # one short answer for each, one that cannot be read among them
        return told_together(run, rows, short_answer)

With `--json` the several-form is `{"campaigns": [object, …]}`, where one that cannot be read is
`{"campaign": name, "error": {…}}`.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import DONE, UNUSABLE, Answer, Failure, solid, told
from gm.cli.held import Look
from gm.cli.runtime import Run

if TYPE_CHECKING:
    from gm.campaign import Problem

Every = Annotated[bool, typer.Option("--all", help="option.every")]


@dataclass(frozen=True, slots=True)
class Row:
    """One campaign of the folder by its name: the run that is about it, and it, or why it cannot be read."""

    name: str
    run: Run
    look: "Look | Problem"


def campaigns_meant(run: Run, *, every: bool) -> tuple[Row, ...] | None:
    """All campaigns of the folder, by name; None where one is meant, or none is there.

    All are meant where none is named, by `-c` or GM_CAMPAIGN, and there are several; `every` asks for all.
    """
    from gm.store import campaigns_folder, campaigns_in, remember_folder

    if not every and (run.name or os.environ.get("GM_CAMPAIGN")):
        return None
    folder = campaigns_folder(run.campaigns, os.environ)
    names = solid(campaigns_in(folder))
    if not names or (len(names) == 1 and not every):
        return None
    remember_folder(folder, os.environ)
    return tuple(_row(replace(run, name=name), name) for name in names)


def _row(run: Run, name: str) -> Row:
    try:
        return Row(name, run, run.look())
    except Failure as failure:
        return Row(name, run, failure.problem)


def told_together(run: Run, rows: Sequence[Row], tell: Callable[[Run, Look], Answer]) -> Answer:
    """The short answers about all campaigns in one; exit code 3 only where none of them can be read.

    `tell` gets the run that speaks the campaign's language. A campaign that cannot be read is told about on
    standard error, by its name.
    """
    answers = [_answer(row, tell) for row in rows]
    some = next((row.name for row in rows if isinstance(row.look, Look)), rows[0].name)
    failed = all("error" in answer.data for answer in answers)
    return Answer(
        {"campaigns": [answer.data for answer in answers]},
        public="\n".join(filter(None, (answer.public for answer in answers))),
        private="\n".join(filter(None, (answer.private for answer in answers))),
        next_step=run.say("after_campaigns", campaign=some),
        exit_code=UNUSABLE if failed else DONE,
    )


def _answer(row: Row, tell: Callable[[Run, Look], Answer]) -> Answer:
    wrong = row.look
    if isinstance(wrong, Look):
        try:
            return tell(row.run, wrong)
        except Failure as failure:
            wrong = failure.problem
    error = told(wrong, row.run.locale)
    said = row.run.say("campaign_unreadable", campaign=row.name, why=error["message"])
    return Answer({"campaign": row.name, "error": error}, private=said)
