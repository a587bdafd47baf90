"""A passphrase that is being chosen: from the environment, or typed twice; never from the command line."""

import os
import sys

from gm.cli.answer import trouble
from gm.cli.runtime import Run


def new_passphrase(run: Run, variable: str, question: str) -> str | None:
    """The passphrase of a variable, else typed at the terminal; None where nobody sits."""
    given = os.environ.get(variable)
    if given:
        return given
    if not run.interactive:
        return None
    from getpass import getpass

    first = getpass(question + " ", stream=sys.stderr)
    if first != getpass(run.say("passphrase_again") + " ", stream=sys.stderr):
        raise trouble("passphrases_differ")
    return first
