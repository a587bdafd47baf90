"""`gm adjudicate`: positions judged without a campaign, and cases that say what has to come of them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from gm.cli.answer import DONE, REFUSED, Answer, trouble
from gm.cli.house import given_text
from gm.cli.runtime import Run

if TYPE_CHECKING:
    from gm.desk.cases import Difference, Result

_MOST: Final = 16 * 2**20  # bytes: some ten thousand positions


def adjudicate(
    run: Run,
    files: Annotated[list[str], typer.Argument(metavar="FICHIER…", help="adjudicate.files")],
) -> Answer:
    """Judge the positions and cases of files, each of their documents; a folder stands for its files."""
    judged = [(file, _judged(run, file)) for named in files for file in _files_of(named)]
    results = [result for _, of_file in judged for result in of_file]
    wrong = sum(not result.get("as_expected", True) for result in results)
    lines: list[str] = []
    for file, of_file in judged:
        told = [line for number, result in enumerate(of_file, 1) for line in _lines(run, number, result)]
        lines += [file, *told] if told and len(judged) > 1 else told
    cases = sum("case" in result for result in results)
    if cases:
        lines.append(run.say("cases_counted", number=cases, wrong=wrong))
    return Answer({"results": results}, public="\n".join(lines), exit_code=REFUSED if wrong else DONE)


def _files_of(named: str) -> list[str]:
    """A file, or those of a folder, by their names."""
    from gm.store import is_folder

    folder = Path(named)
    if not is_folder(folder):
        return [named]
    files = [str(each) for each in sorted(folder.glob("*.yaml"))]
    if not files:
        raise trouble("no_case_files", path=named)
    return files


def _judged(run: Run, file: str) -> "list[Result]":
    from gm.desk.cases import CaseProblem, judge_documents
    from gm.render import sentence

    judged = judge_documents(given_text(run, file, _MOST))
    if isinstance(judged, CaseProblem):
        why = sentence(run.locale, f"scenario.{judged.code}", judged.params)
        raise trouble("bad_scenarios", path=file, document=str(judged.document), why=why)
    return judged["results"]


def _lines(run: Run, number: int, result: "Result") -> Iterator[str]:
    """What a person reads of one document: each verdict of a position, of a case what is not as stated."""
    if "case" not in result:
        yield run.say("scenario", number=number)
        yield from (_verdict_line(run, verdict) for verdict in result["verdicts"])
    elif not result["as_expected"]:
        yield run.say("case_differs", name=result["case"])
        yield from (f"  {_difference_line(run, each)}" for each in result["differs"])


def _verdict_line(run: Run, verdict: Mapping[str, Any]) -> str:
    return run.say(
        "scenario_accepted" if verdict["accepted"] else "scenario_refused",
        player=verdict["player"],
        codes=[*verdict["violations"], *verdict["effects"]],
        clauses=list(verdict["clauses"]),
    )


def _difference_line(run: Run, difference: "Difference") -> str:
    stated, came = _noted(difference["expected"]), _noted(difference["found"])
    return run.say("case_difference", where=difference["where"], expected=stated, found=came)


def _noted(value: object) -> str:
    """A value as a case writes it in one line."""
    match value:
        case list():
            return f"[{', '.join(map(_noted, value))}]"
        case dict():
            return "{" + ", ".join(f"{key}: {_noted(each)}" for key, each in value.items()) + "}"
        case _:
            return str(value)
