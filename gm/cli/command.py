"""From a function of a `Run` and its own arguments to a command: what typer reads its words with."""

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from gm.cli.answer import INTERRUPTED, Answer, Failure, print_aside, show, show_problem
from gm.cli.runtime import Run


class _Page(TyperCommand):
    """A command whose help page speaks the moderator's language throughout."""

    def get_help(self, ctx: Any) -> str:
        from gm.cli.help import page_of

        return page_of(self.name or "", self.get_params(ctx))


Command = Callable[..., Answer]


def command(name: str, function: Command) -> Any:
    """What reads the command line of a function of a `Run` and its own arguments, and then runs it."""

    def on_the_command_line(**given: Any) -> None:
        run = Run(
            as_json=given.pop("as_json"),
            assume_yes=given.pop("assume_yes"),
            campaigns=given.pop("campaigns"),
            name=given.pop("campaign_name"),
        )
        raise typer.Exit(carry_out(run, lambda: function(run, **given)))

    own = list(inspect.signature(function).parameters.values())[1:]
    every = inspect.Signature([*own, *_common_options()])
    on_the_command_line.__signature__ = every  # type: ignore[attr-defined]
    on_the_command_line.__annotations__ = {each.name: each.annotation for each in every.parameters.values()}
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command(name, cls=_Page, context_settings={"help_option_names": ["--help", "-h"]})(
        on_the_command_line
    )
    return typer.main.get_command(app)


def carry_out(run: Run, work: Callable[[], Answer]) -> int:
    """Do a command's work and show its answer or what went wrong; returns the exit code."""
    try:
        answer = work()
    except Failure as failure:
        return show_problem(failure.problem, locale=run.locale, as_json=run.as_json)
    except OSError as error:
        from gm.campaign import problem

        wrong = problem("not_writable", path=str(error.filename or ""), why=error.strerror or "")
        return show_problem(wrong, locale=run.locale, as_json=run.as_json)
    except KeyboardInterrupt:
        print_aside("\n")
        return INTERRUPTED
    return show(answer, as_json=run.as_json)


def _common_options() -> list[inspect.Parameter]:
    def option(name: str, annotation: object, default: object) -> inspect.Parameter:
        return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)

    text, flag = str | None, bool
    campaign = typer.Option("-c", "--campaign", metavar="NOM", help="option.campaign")
    campaigns = typer.Option("--campaigns", metavar="DOSSIER", help="option.campaigns")
    return [
        option("campaign_name", Annotated[text, campaign], None),
        option("campaigns", Annotated[text, campaigns], None),
        option("assume_yes", Annotated[flag, typer.Option("--yes", "-y", help="option.yes")], False),
        option("as_json", Annotated[flag, typer.Option("--json", help="option.json")], False),
    ]
