"""`gm rules`: the options in force and their clauses, and how two sets of rules differ."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from gm.cli.answer import Answer, trouble
from gm.cli.house import named_rules
from gm.cli.runtime import Run

if TYPE_CHECKING:
    from gm.rules import Clause, Option, OptionValue, Rules

    Named = tuple[str, Rules]


def rules(
    run: Run,
    what: Annotated[
        list[str] | None, typer.Argument(metavar="[show|diff] [RÈGLES] [RÈGLES]", help="rules.what")
    ] = None,
) -> Answer:
    """Print the options in force and their clauses, or how two sets of rules differ."""
    match what or []:
        case ["diff"]:
            raise trouble("usage_missing", argument="RÈGLES", command="rules")
        case ["diff", name]:
            campaign = run.look().campaign
            return _diff(run, (name, named_rules(run, name)), (campaign.name, campaign.rules))
        case ["diff", first, second]:
            return _diff(run, (first, named_rules(run, first)), (second, named_rules(run, second)))
        case [] | ["show"]:
            campaign = run.look().campaign
            return _show(run, campaign.rules, run.next_step(campaign))
        case ["show", name] | [name]:
            return _show(run, named_rules(run, name), "")
        case _:
            raise trouble("usage_extra", command="rules")


def _show(run: Run, chosen: "Rules", step: str) -> Answer:
    from gm.rules import OPTIONS, PRESETS, options_of

    options, usual = options_of(chosen), options_of(PRESETS[chosen.preset])
    clauses = {option.name: _clauses(option, chosen) for option in OPTIONS if option.name in options}
    lines = [run.say("rules_of", preset=chosen.preset)]
    for name, told in clauses.items():
        default = _written(usual.get(name)) if usual.get(name) != options[name] else ""
        lines.append(
            run.say("rules_option", name=name, value=_written(options[name]), clauses=told, default=default)
        )
    facts = {name: _plain(value) for name, value in options.items()}
    return Answer(
        {"preset": chosen.preset, "options": facts, "clauses": clauses},
        public="\n".join(lines),
        next_step=step,
    )


def _diff(run: Run, one: "Named", other: "Named") -> Answer:
    (first, a), (second, b) = one, other
    differences = _differences(a, b)
    lines = [run.say("rules_same", a=first, b=second)]
    if differences:
        lines = [run.say("rules_differ", a=first, b=second)]
    for each in differences:
        values = {"a": _written(each["a"]), "b": _written(each["b"])}
        lines.append(run.say("rules_difference", name=each["name"], clauses=each["clauses"], **values))
    return Answer({"a": first, "b": second, "differences": differences}, public="\n".join(lines))


def _differences(a: "Rules", b: "Rules") -> list[dict[str, Any]]:
    """The options whose values differ, and the preset with what goes with it: deck, seats, titles, points."""
    from gm.rules import CLAUSES, OPTIONS, in_force, options_of

    ours, theirs = options_of(a), options_of(b)
    differences: list[dict[str, Any]] = []
    for option in OPTIONS:
        one, other = ours.get(option.name), theirs.get(option.name)
        if one == other:
            continue
        having = [each for each, value in ((a, one), (b, other)) if value is not None]
        told = {clause for each in having for clause in _clauses(option, each)}
        clauses = [clause for clause in CLAUSES if clause in told]
        differences.append({"name": option.name, "a": _plain(one), "b": _plain(other), "clauses": clauses})
    if a.preset != b.preset:
        named = {clause for each in differences for clause in each["clauses"]}
        apart = set(in_force(a)) ^ set(in_force(b))
        clauses = [clause for clause in CLAUSES if clause in apart - named]
        differences.insert(0, {"name": "preset", "a": a.preset, "b": b.preset, "clauses": clauses})
    return differences


def _clauses(option: "Option", chosen: "Rules") -> "list[Clause]":
    """The clauses that tell an option under these rules: those in force, all where none is."""
    from gm.rules import in_force

    told = [clause for clause in option.clauses if clause in in_force(chosen)]
    return told or list(option.clauses)


def _written(value: "OptionValue | list[str] | None") -> str:
    """A value of an option in one line, a dash for an option that is not there."""
    if value is None:
        return "–"
    return value if isinstance(value, str) else f"[{', '.join(value)}]"


def _plain(value: "OptionValue | None") -> str | list[str] | None:
    return list(value) if isinstance(value, tuple) else value
