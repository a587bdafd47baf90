"""`gm adjudicate`: positions judged without a campaign, and cases that say what has to come of them."""

from collections.abc import Iterator, Mapping
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
    file: Annotated[str, typer.Argument(metavar="FICHIER", help="adjudicate.file")],
) -> Answer:
    """Judge the positions and cases of a file, each of its documents."""
    from gm.desk.cases import CaseProblem, judge_documents
    from gm.render import sentence

    judged = judge_documents(given_text(run, file, _MOST))
    if isinstance(judged, CaseProblem):
        why = sentence(run.locale, f"scenario.{judged.code}", judged.params)
        raise trouble("bad_scenarios", document=str(judged.document), why=why)
    results = judged["results"]
    wrong = sum(not result.get("as_expected", True) for result in results)
    lines = [line for number, result in enumerate(results, 1) for line in _lines(run, number, result)]
    cases = sum("case" in result for result in results)
    if cases:
        lines.append(run.say("cases_counted", number=cases, wrong=wrong))
    return Answer(judged, public="\n".join(lines), exit_code=REFUSED if wrong else DONE)


def _lines(run: Run, number: int, result: "Result") -> Iterator[str]:
    """What a person reads of one document: each verdict of a position, of a case whether it is as stated."""
    if "case" in result:
        yield run.say("case_judged", name=result["case"], as_expected=result["as_expected"])
        yield from (f"  {_difference_line(run, each)}" for each in result["differs"])
        return
    yield run.say("scenario", number=number)
    yield from (_verdict_line(run, verdict) for verdict in result["verdicts"])


def _verdict_line(run: Run, verdict: Mapping[str, Any]) -> str:
    return run.say(
        "scenario_accepted" if verdict["accepted"] else "scenario_refused",
        player=verdict["player"],
        codes=[*verdict["violations"], *verdict["effects"]],
        clauses=list(verdict["clauses"]),
    )


def _difference_line(run: Run, difference: "Difference") -> str:
    stated, came = _noted(difference["expected"]), _noted(difference["found"])
    return run.say("case_differs", where=difference["where"], expected=stated, found=came)


def _noted(value: object) -> str:
    """A value as a case writes it in one line."""
    match value:
        case list():
            return f"[{', '.join(map(_noted, value))}]"
        case dict():
            return "{" + ", ".join(f"{key}: {_noted(each)}" for key, each in value.items()) + "}"
        case _:
            return str(value)
