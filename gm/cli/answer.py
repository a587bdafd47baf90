"""What a command answers, and how it is shown: a person's text or one JSON object, and the exit code."""

import json
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from errno import errorcode
from typing import IO, TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from gm.campaign import Problem

Json = Mapping[str, Any]
T = TypeVar("T")

DEFAULT_LOCALE: Final = "fr"

DONE: Final = 0
REFUSED: Final = 1
USAGE: Final = 2
UNUSABLE: Final = 3
INTERRUPTED: Final = 130

_QUOTED: Final = 200
_BESIDE_A_KEY: Final = 80  # of a message given as a file name that is not yet its hand
_LIKE_A_KEY: Final = re.compile(r"[0-9A-Fa-f]{33,}")  # a checkpoint and a salt have 32 digits

USAGE_CODES: Final = frozenset(
    """
    unknown_name unknown_name_closest ambiguous_name name_needed bad_name bad_text reason_missing
    empty_post post_too_long post_ambiguous post_unreadable post_without_move post_not_a_chain
    post_without_author post_registers_unclearly post_word_unclear post_withdraws post_maybe_recorded
    no_such_post
    page_empty page_too_long page_too_deep page_not_text page_unknown page_bad_list page_bad_entry
    page_same_id page_bad_selector page_shortcut
    unreadable_cards bad_campaign_name unknown_campaign several_campaigns passphrase_typed
    not_a_mapping unknown_preset unknown_option bad_value never_ends target_without_points nobody_deals
    no_taggle_to_force no_equal_answer no_such_rules
    bad_rules_file bad_scenarios no_case_files unreadable_file file_too_large not_utf8
    unknown_locale unknown_timezone bad_moment moment_skipped bad_calendar
    bad_delay bad_quiet bad_absent pause_backwards pause_too_long pause_what
    unknown_code reason_alone amend_one_move
    no_such_entry unknown_kind bad_public_key_file bad_checkpoint pm_who beacon_yes_and_no
    continues_same_name continues_nothing key_action
    no_checkpoint_found too_many_checkpoints copy_of_another bad_copy
    no_hand_message several_hands
    usage_missing usage_no_command usage_no_option usage_value usage_extra usage_other
    """.split()
)
"""The codes of what cannot be read or understood: exit code 2."""

UNUSABLE_CODES: Final = frozenset(
    """
    no_key key_exists key_is_folder key_changed no_passphrase passphrase_needed new_passphrase_needed
    wrong_passphrase passphrases_differ bad_passphrase bad_key other_key bad_public_key busy tampered
    torn empty_ledger ledger_needed not_a_ledger future_version other_campaign rollback fork bad_checkpoints
    disk_full not_writable unreadable no_campaign no_ledger bad_campaign_file unknown_setting bad_setting
    same_alias
    card_by_hand campaign_exists ledger_full demo_exists output_lost would_overwrite unknown_campaign_rules
    """.split()
)
"""The codes of a ledger, a key or a folder that is not usable: exit code 3."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command has to say.

    `public` may be posted and goes to standard output, `private` and `next_step` are for the moderator and go
    to standard error; with `--json` only `data` is printed, on standard output.
    """

    data: Json = field(default_factory=dict)
    public: str = ""
    private: str = ""
    next_step: str = ""
    exit_code: int = DONE


class Failure(Exception):
    """A command cannot go on: the problem that stands in its way. Never leaves this package."""

    def __init__(self, problem: "Problem") -> None:
        super().__init__(problem.code)
        self.problem = problem


def solid(value: "T | Problem") -> "T":
    """The value, unless it is a problem: then the command ends with it."""
    from gm.campaign import Problem

    if isinstance(value, Problem):
        raise Failure(value)
    return value


def trouble(code: str, **params: str) -> Failure:
    """The end of a command that found something wrong itself."""
    from gm.campaign import problem

    return Failure(problem(code, **params))


def exit_code_of(problem: "Problem") -> int:
    """1 for what rules or state refuse, 2 for unreadable input, 3 for an unusable ledger, key or folder."""
    if problem.code in UNUSABLE_CODES:
        return UNUSABLE
    return USAGE if problem.code in USAGE_CODES else REFUSED


def show(answer: Answer, *, as_json: bool) -> int:
    """Print an answer where it belongs; returns the exit code."""
    if as_json:
        data = {**answer.data, "next_step": answer.next_step} if answer.next_step else answer.data
        return print_out(json.dumps(data, ensure_ascii=False), answer.exit_code)
    print_aside(answer.private)
    if answer.private and answer.public and _one_screen():
        print_aside("─" * 60)  # what is above is for the moderator alone, what is below may be posted
    exit_code = print_out(answer.public, answer.exit_code) if answer.public else answer.exit_code
    print_aside(answer.next_step)
    return exit_code


def _one_screen() -> bool:
    """Whether both streams end on the same terminal, where they would run into each other."""
    return sys.stdout.isatty() and sys.stderr.isatty()


def show_problem(problem: "Problem", *, locale: str, as_json: bool) -> int:
    """Say what is wrong and what to do about it; returns the exit code."""
    exit_code = exit_code_of(problem)
    if as_json:
        return print_out(json.dumps({"error": told(problem, locale)}, ensure_ascii=False), exit_code)
    print_aside(told(problem, locale)["message"])
    return exit_code


def told(problem: "Problem", locale: str) -> dict[str, str]:
    """A problem in JSON: its code, its sentence, the words of the sentence."""
    from gm.render import known
    from gm.render import problem as sentence
    from gm.render import sentence as words

    params = {key: _shortened(value) for key, value in problem.params.items()}
    system = f"system.{params.get('errno', '')}"
    if known(locale, system):
        params["why"] = words(locale, system, {})
    return {**params, "code": problem.code, "message": sentence(locale, problem.code, params)}


def _shortened(value: str, most: int = _QUOTED) -> str:
    """What somebody typed, quoted back to them: the beginning of it says which one is meant."""
    return value if len(value) <= most else value[: most - 1] + "…"


def without_keys(problem: "Problem") -> "Problem":
    """The problem without what may be the key of a hand, or the message with it, typed in a wrong place."""
    lines = {name: value.strip().partition("\n")[0] for name, value in problem.params.items()}
    shown = {name: _LIKE_A_KEY.sub("…", line) for name, line in lines.items()}
    return replace(problem, params={name: _shortened(line, _BESIDE_A_KEY) for name, line in shown.items()})


def print_out(text: str, exit_code: int = DONE) -> int:
    """Print on standard output; returns the exit code, 3 where it cannot be written.

    A reader who left early (`gm demo | head`) is no error.
    """
    try:
        sys.stdout.write(text.rstrip("\n") + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        _forget(sys.stdout)
    except OSError as error:
        return output_lost(error)
    return exit_code


def output_lost(error: OSError) -> int:
    """Say on standard error that standard output could not be written; returns the exit code."""
    from gm.campaign import problem

    _forget(sys.stdout)
    code = errorcode.get(error.errno or 0, "")
    lost = problem("output_lost", why=error.strerror or str(error), errno=code)
    return show_problem(lost, locale=DEFAULT_LOCALE, as_json=False)


def print_aside(text: str) -> None:
    """Print on standard error, where the moderator looks; where nobody can look it is lost."""
    if not text or sys.stderr is None:
        return
    try:
        sys.stderr.write(text.rstrip("\n") + "\n")
        sys.stderr.flush()
    except OSError:
        _forget(sys.stderr)


def _forget(stream: IO[str]) -> None:
    """Let what could not be written go nowhere, or the interpreter would try again at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
