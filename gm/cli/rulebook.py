"""`gm rules`: the options in force and their clauses, the booklet, and how two sets of rules differ."""

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from gm.cli.answer import Answer, Failure, trouble
from gm.cli.house import Named, named_rules, own_rules
from gm.cli.runtime import Run

if TYPE_CHECKING:
    from gm.rules import Clause, Option, OptionValue, Rules

_ACTIONS: Final = ("show", "diff", "booklet")


def rules(
    run: Run,
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="[show|booklet|diff] [RÈGLES] [RÈGLES]", help="rules.what"),
    ] = None,
) -> Answer:
    """Print the options in force and their clauses, the booklet, or how two sets of rules differ."""
    match what or []:
        case ["diff"]:
            raise trouble("usage_missing", argument="RÈGLES", command="rules")
        case ["diff", name]:
            return _diff(run, named_rules(run, name), own_rules(run))
        case ["diff", first, second]:
            return _diff(run, named_rules(run, first), named_rules(run, second))
        case ["booklet"]:
            return _booklet(run, own_rules(run))
        case ["booklet", name]:
            return _booklet(run, named_rules(run, name))
        case [] | ["show"]:
            return _show(run, own_rules(run))
        case ["show", name] | [name]:
            return _show(run, named_rules(run, name))
        case words:
            raise _too_many(words)


def _too_many(words: list[str]) -> Failure:
    """What is said to more words than an action takes: which one was meant, where the first is nearly one."""
    from difflib import get_close_matches

    closest = next(iter(get_close_matches(words[0].casefold(), _ACTIONS, n=1)), "")
    if not closest or words[0] in _ACTIONS:
        return trouble("usage_extra", command="rules")
    return trouble("usage_no_command", command=f"rules {words[0]}", closest=f"rules {closest}")


def _show(run: Run, chosen: Named) -> Answer:
    from gm.rules import OPTIONS, PRESETS, in_force, options_of

    rules, told = chosen.rules, in_force(chosen.rules)
    options, usual = options_of(rules), options_of(PRESETS[rules.preset])
    clauses = {option.name: _clauses(option, rules) for option in OPTIONS if option.name in options}
    lines = [run.say("rules_of", preset=rules.preset, own=options != usual)]
    for name, cited in clauses.items():
        default = _written(usual.get(name)) if usual.get(name) != options[name] else ""
        words = {"value": _written(options[name]), "clauses": cited, "default": default}
        lines.append(run.say("rules_option", name=name, told=set(cited) <= set(told), **words))
    return Answer(
        {"preset": rules.preset, "options": _plain_options(rules), "clauses": clauses},
        public="\n".join(lines),
        next_step=run.next_step(chosen.look.campaign) if chosen.look is not None else "",
    )


def _booklet(run: Run, chosen: Named) -> Answer:
    """The booklet as `gm post rules` has it, but for the checkpoint: nothing is signed here."""
    from gm.render import Presentation, public_text
    from gm.views import booklet_view

    title, presentation = chosen.name, Presentation(run.locale)
    if chosen.look is not None:
        title = chosen.look.campaign.title
        presentation = run.shown_privately(chosen.look).presentation
    view = booklet_view(chosen.rules, title)
    text = public_text(view, presentation)
    data = {"preset": chosen.rules.preset, "options": _plain_options(chosen.rules)}
    return Answer(
        {**data, "clauses": list(view.clauses), "title": text.title, "body": text.body}, public=text.body
    )


def _diff(run: Run, one: Named, other: Named) -> Answer:
    differences = _differences(one.rules, other.rules)
    a, b = (run.say("rules_named", kind=each.kind, name=each.name) for each in (one, other))
    lines = [run.say("rules_differ" if differences else "rules_same", a=a, b=b)]
    for each in differences:
        values = {"a": _written(each["a"]), "b": _written(each["b"])}
        lines.append(run.say("rules_difference", name=each["name"], clauses=each["clauses"], **values))
    return Answer({"a": one.name, "b": other.name, "differences": differences}, public="\n".join(lines))


def _differences(a: "Rules", b: "Rules") -> list[dict[str, Any]]:
    """The options whose values differ, and the preset with what goes with it: deck, seats, titles, points."""
    from gm.rules import CLAUSES, OPTIONS, in_force, options_of

    ours, theirs = options_of(a), options_of(b)
    differences: list[dict[str, Any]] = []
    for option in OPTIONS:
        one, other = ours.get(option.name), theirs.get(option.name)
        if one == other:
            continue
        told = [clause for clause in option.clauses if clause in {*in_force(a), *in_force(b)}]
        clauses = told or list(option.clauses)
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


def _plain_options(rules: "Rules") -> dict[str, str | list[str] | None]:
    from gm.rules import options_of

    return {name: _plain(value) for name, value in options_of(rules).items()}


def _written(value: "OptionValue | list[str] | None") -> str:
    """A value of an option in one line, a dash for an option that is not there."""
    if value is None:
        return "–"
    return value if isinstance(value, str) else f"[{', '.join(value)}]"


def _plain(value: "OptionValue | None") -> str | list[str] | None:
    return list(value) if isinstance(value, tuple) else value
