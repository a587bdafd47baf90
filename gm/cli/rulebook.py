"""`gm adjudicate` and `gm rules`: positions judged without a campaign, and the rules in force."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from gm.cli.answer import Answer, trouble
from gm.cli.runtime import Run


def adjudicate(
    run: Run,
    file: Annotated[Path, typer.Argument(metavar="FICHIER", help="adjudicate.file")],
) -> Answer:
    """Judge the positions of a scenario file, each of its documents."""
    from gm.cli.adjudicate import ScenarioProblem, judge_scenarios
    from gm.render import sentence

    judged = judge_scenarios(_text_of(file))
    if isinstance(judged, ScenarioProblem):
        why = sentence(run.locale, f"scenario.{judged.code}", judged.params)
        raise trouble("bad_scenarios", document=str(judged.document), why=why)
    lines = []
    for number, result in enumerate(judged["results"], start=1):
        lines.append(run.say("scenario", number=number))
        lines += [_verdict_line(run, verdict) for verdict in result["verdicts"]]
    return Answer(judged, public="\n".join(lines))


def _verdict_line(run: Run, verdict: Mapping[str, Any]) -> str:
    return run.say(
        "scenario_accepted" if verdict["accepted"] else "scenario_refused",
        player=verdict["player"],
        codes=[*verdict["violations"], *verdict["effects"]],
        clauses=list(verdict["clauses"]),
    )


def rules(
    run: Run,
    what: Annotated[list[str] | None, typer.Argument(metavar="[SYSTÈME]", help="rules.what")] = None,
) -> Answer:
    """Print the options in force and their clauses: of the campaign, or of the system named."""
    from gm.rules import OPTIONS, PRESETS, RulesProblem, house_rules, options_of

    words = [word for word in what or [] if word != "show"]
    if len(words) > 1:
        raise trouble("usage_extra", command="rules")
    chosen = house_rules({"preset": words[0]}) if words else None
    if isinstance(chosen, RulesProblem):
        raise trouble(chosen.code, name=chosen.name, value=chosen.value, choices=", ".join(PRESETS))
    step = ""
    if chosen is None:
        campaign = run.look().campaign
        chosen, step = campaign.rules, run.next_step(campaign)
    values = options_of(chosen)
    system = chosen.clauses["not_held"][0]  # the letter of the system's own clauses
    clauses = {
        option.name: [clause for clause in option.clauses if clause.startswith(system)] for option in OPTIONS
    }
    lines = [run.say("rules_of", preset=chosen.preset)]
    for option in OPTIONS:
        value = values[option.name]
        shown = value if isinstance(value, str) else ", ".join(value)
        lines.append(run.say("rules_option", name=option.name, value=shown, clauses=clauses[option.name]))
    options = {name: value if isinstance(value, str) else list(value) for name, value in values.items()}
    facts = {"preset": chosen.preset, "options": options, "clauses": clauses}
    return Answer(facts, public="\n".join(lines), next_step=step)


def read_options(path: Path) -> dict[str, Any]:
    """House rules from a YAML file: option names and values as texts, `closes` as a list of them."""
    import yaml

    text = _text_of(path)
    try:
        # The base loader makes every scalar a text: `no` stays `no`.
        options = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 safe: it builds no objects
    except (yaml.YAMLError, RecursionError):
        raise trouble("bad_rules_file", path=str(path)) from None
    if isinstance(options, dict) and list(options) == ["rules"]:  # as a scenario file writes them
        options = options["rules"]
    if isinstance(options, str):
        options = {"preset": options}
    if not isinstance(options, dict) or not all(_is_plain(value) for value in options.values()):
        raise trouble("bad_rules_file", path=str(path))
    return {
        str(name): tuple(value) if isinstance(value, list) else str(value) for name, value in options.items()
    }


def _is_plain(value: object) -> bool:
    """A text, or a list of texts."""
    return isinstance(value, str) or (
        isinstance(value, list) and all(isinstance(each, str) for each in value)
    )


def _text_of(path: Path) -> str:
    from gm.campaign import Problem
    from gm.store import read_given

    piped = sys.stdin.buffer.read() if str(path) == "-" and sys.stdin is not None else b""
    data = piped if str(path) == "-" else read_given(path)
    if isinstance(data, Problem):
        raise trouble("unreadable_file", **data.params)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise trouble("not_utf8") from None
