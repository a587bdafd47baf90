"""From the words of the command line to one command: only its own module is imported."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from gm.cli.answer import (
    DEFAULT_LOCALE,
    INTERRUPTED,
    USAGE,
    output_lost,
    print_out,
    show_problem,
    without_keys,
)

if TYPE_CHECKING:
    from typer.exceptions import TyperException

# By heading of the help page, each command and the function that carries it out (design.md, Command line).
COMMANDS: Final[Mapping[str, Mapping[str, str]]] = {
    "prepare": {
        "init": "gm.cli.setup:init",
        "key": "gm.cli.key:key",
        "new": "gm.cli.setup:new",
        "open": "gm.cli.prepare:open_",
        "join": "gm.cli.prepare:join",
        "word": "gm.cli.prepare:word",
        "leave": "gm.cli.prepare:leave",
        "deal": "gm.cli.prepare:deal",
        "order": "gm.cli.prepare:order",
        "delays": "gm.cli.delays:delays",
        "pause": "gm.cli.delays:pause",
        "exchange": "gm.cli.exchange:exchange",
    },
    "referee": {
        "check": "gm.cli.referee:check",
        "play": "gm.cli.referee:play",
        "read": "gm.cli.read:read",
        "recheck": "gm.cli.recheck:recheck",
        "due": "gm.cli.due:due",
        "undo": "gm.cli.corrections:undo",
        "amend": "gm.cli.amending:amend",
        "sanction": "gm.cli.corrections:sanction",
        "replace": "gm.cli.replacing:replace",
        "abandon": "gm.cli.corrections:abandon",
    },
    "publish": {
        "pm": "gm.cli.publish:pm",
        "post": "gm.cli.publish:post",
        "publish": "gm.cli.publish:publish",
    },
    "look": {
        "status": "gm.cli.look:status",
        "hand": "gm.cli.look:hand",
        "log": "gm.cli.log:log",
        "why": "gm.cli.log:why",
        "audit": "gm.cli.audit:audit",
        "verify": "gm.cli.verify:verify",
        "verify-hand": "gm.cli.verify_hand:verify_hand",
        "repair": "gm.cli.repair:repair",
        "adjudicate": "gm.cli.adjudicate:adjudicate",
        "rules": "gm.cli.rulebook:rules",
        "claims": "gm.cli.claims:claims",
    },
    "practice": {"demo": "gm.cli.demo:demo"},
}
PLACES: Final = {name: place for commands in COMMANDS.values() for name, place in commands.items()}

_HELP: Final = ("--help", "-h")
_FLAGS: Final = ("--json", "--yes", "-y", *_HELP)
_WITH_VALUE: Final = ("--campaign", "-c", "--campaigns")


def run_app(words: Sequence[str]) -> int:
    """Run one command line; the exit code of design.md, 130 after Ctrl-C."""
    words = command_first(words)
    if words[:1] == ["help"]:
        words = [*words[1:2], "--help"]
    as_json = wants_json(words)
    if not words or words[0] in _HELP:
        from gm.cli.help import front_page

        return print_out(front_page(COMMANDS))
    if words[0] not in PLACES:
        return _unknown(words, as_json=as_json)
    return _run(words[0], words[1:], as_json=as_json)


def _run(name: str, words: Sequence[str], *, as_json: bool) -> int:
    from typer import Abort
    from typer.exceptions import TyperException

    from gm.cli.command import command

    module, _, function = PLACES[name].partition(":")
    try:
        outcome = command(name, getattr(import_module(module), function))(
            args=list(words), prog_name=f"gm {name}", standalone_mode=False
        )
    except TyperException as error:
        return _misused(error, name, words, as_json=as_json)
    except OSError as error:  # what a command does is caught before: this was a help page
        return output_lost(error)
    except Abort:  # the end of the input where somebody should have typed
        return INTERRUPTED
    return outcome if isinstance(outcome, int) else 0


def command_first(words: Sequence[str]) -> list[str]:
    """The same words with the options that every command takes put after it: `gm -c zebest status`."""
    front, rest = list[str](), list(words)
    while rest:
        size = 1 if rest[0] in _FLAGS or (rest[0].startswith("--campaign") and "=" in rest[0]) else 0
        size = 2 if rest[0] in _WITH_VALUE else size
        if not size:
            break
        front, rest = [*front, *rest[:size]], rest[size:]
    return [*rest[:1], *front, *rest[1:]]


def wants_json(words: Sequence[str]) -> bool:
    """Whether a command line asks for JSON, be it understood or not."""
    before = words[: words.index("--")] if "--" in words else words
    return "--json" in before


def _unknown(words: Sequence[str], *, as_json: bool) -> int:
    """One sentence for a command that does not exist, with the closest one that does."""
    from difflib import get_close_matches

    from gm.campaign import problem

    if words[0].startswith("-"):
        wrong = problem("usage_no_option", option=words[0], command="")
    else:
        closest = next(iter(get_close_matches(words[0].casefold(), PLACES, n=1)), "")
        wrong = problem("usage_no_command", command=words[0], closest=closest)
    show_problem(without_keys(wrong), locale=DEFAULT_LOCALE, as_json=as_json)
    return USAGE


def _misused(error: "TyperException", name: str, words: Sequence[str], *, as_json: bool) -> int:
    """One sentence for a command whose words cannot be understood."""
    from gm.campaign import problem

    param: Any = getattr(error, "param", None)
    argument = str(getattr(param, "metavar", None) or (param.opts[0] if param is not None else ""))
    if param is not None and param.param_type_name == "option":
        argument = max(param.opts, key=len)
    match type(error).__name__:
        case "MissingParameter":
            wrong = problem("usage_missing", argument=argument, command=name)
        case "NoSuchOption":
            wrong = problem("usage_no_option", option=getattr(error, "option_name", ""), command=name)
        case "BadOptionUsage":  # its value is missing, or it takes none
            wrong = problem("usage_value", argument=getattr(error, "option_name", ""), command=name)
        case "BadParameter":
            wrong = problem("usage_value", argument=argument, command=name)
        case _ if "extra argument" in error.format_message():
            secret = name == "init" or "change-passphrase" in words
            wrong = problem("passphrase_typed") if secret else problem("usage_extra", command=name)
        case _:
            wrong = problem("usage_other", command=name)
    show_problem(without_keys(wrong), locale=DEFAULT_LOCALE, as_json=as_json)
    return USAGE
