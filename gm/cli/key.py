"""`gm key`: the moderator's public key for the players, another passphrase for the private one."""

import os
from typing import Annotated

import typer

from gm.cli.answer import Answer, solid, trouble
from gm.cli.passphrases import new_passphrase
from gm.cli.runtime import Run, key_file


def key(
    run: Run,
    action: Annotated[str | None, typer.Argument(metavar="ACTION", help="key.action")] = None,
    no_passphrase: Annotated[bool, typer.Option("--no-passphrase", help="key.no_passphrase")] = False,
) -> Answer:
    """Show the key's public half, or put the key under another passphrase."""
    match action:
        case "show" if not no_passphrase:
            return _show(run)
        case "change-passphrase":
            return _change(run, encrypted=not no_passphrase)
        case _:
            raise trouble("key_action")


def _show(run: Run) -> Answer:
    from gm.store import public_pem

    opened = run.key()
    pem = public_pem(opened.public).decode("ascii")
    encrypted = "yes" if opened.encrypted else "no"
    return Answer(
        {"key": str(opened.path), "public": opened.public_text, "pem": pem, "encrypted": opened.encrypted},
        public=pem,
        private=run.say("key_shown", path=str(opened.path), public=opened.public_text, encrypted=encrypted),
    )


def _change(run: Run, *, encrypted: bool) -> Answer:
    from gm.store import change_passphrase, is_file, passphrase_from

    path = key_file()
    if not encrypted and is_file(path) and not run.agreed("confirm_no_passphrase"):
        raise trouble("not_changed")
    current = passphrase_from(os.environ, lambda: run.ask_secretly(run.say("passphrase_current")))
    changed = solid(change_passphrase(path, current, (lambda: _new(run)) if encrypted else lambda: None))
    return Answer(
        {"key": str(path), "public": changed.public_text, "encrypted": changed.encrypted},
        private=run.say("passphrase_changed" if encrypted else "passphrase_removed", path=str(path)),
        next_step=run.say("after_passphrase"),
    )


def _new(run: Run) -> str:
    chosen = new_passphrase(run, "GM_NEW_PASSPHRASE", run.say("passphrase_new"))
    if chosen is None:
        raise trouble("new_passphrase_needed")
    return chosen
