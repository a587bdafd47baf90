"""`gm init` and `gm new`: the moderator's key, and the folder of a campaign."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import DEFAULT_LOCALE, Answer
from gm.cli.runtime import Run, solid, trouble

if TYPE_CHECKING:
    from gm.rules import Rules

LOCALES = ("fr", "en")
DEFAULT_TIMEZONE = "Europe/Paris"
DEFAULT_RULES = "zebest"


def init(
    run: Run,
    no_passphrase: Annotated[bool, typer.Option("--no-passphrase", help="init.no_passphrase")] = False,
) -> Answer:
    """Make the moderator's key, encrypted unless told otherwise; an existing one is left alone."""
    from gm.store import create_key, key_path

    path = key_path(os.environ)
    if path.exists():
        raise trouble("key_exists", path=str(path))
    passphrase = None if no_passphrase else _passphrase(run)
    key = solid(create_key(path, passphrase, run.randomness))
    said = run.say("key_made", path=str(path), encrypted="yes" if key.encrypted else "no")
    return Answer(
        {"key": str(path), "public": key.public_text, "encrypted": key.encrypted},
        private=said,
        next_step=run.say("after_init"),
    )


def _passphrase(run: Run) -> str:
    given = os.environ.get("GM_PASSPHRASE")
    if not given and not run.interactive:
        raise trouble("passphrase_needed")
    return given or ask_new_passphrase(run)


def ask_new_passphrase(run: Run) -> str:
    """A passphrase that is being chosen, typed twice at the terminal."""
    from getpass import getpass

    first = getpass(run.say("passphrase_new") + " ", stream=sys.stderr)
    if first != getpass(run.say("passphrase_again") + " ", stream=sys.stderr):
        raise trouble("passphrases_differ")
    return first


def new(
    run: Run,
    name: Annotated[str, typer.Argument(metavar="NOM", help="new.name")],
    title: Annotated[str | None, typer.Option("--title", metavar="TITRE", help="new.title")] = None,
    rules: Annotated[str | None, typer.Option("--rules", metavar="SYSTÈME|FICHIER", help="new.rules")] = None,
    locale: Annotated[str | None, typer.Option("--locale", metavar="fr|en", help="new.locale")] = None,
    timezone: Annotated[str | None, typer.Option("--timezone", metavar="ZONE", help="new.timezone")] = None,
    continues: Annotated[
        Path | None, typer.Option("--continues", metavar="CAMPAGNE|REGISTRE", help="new.continues")
    ] = None,
) -> Answer:
    """Make the folder of a campaign with its signed first entry; one that continues another cites its end."""
    from gm.cli.continuing import cited, citing, note_of
    from gm.desk.prepare import new_campaign
    from gm.render import locales
    from gm.store import campaigns_folder, create_campaign, is_campaign_name, remember_folder

    if not is_campaign_name(name):
        raise trouble("bad_campaign_name", name=name)
    old = cited(run, continues, name) if continues is not None else None
    before = old.campaign if old is not None else None
    if locale is None:
        locale = before.locale if before is not None else DEFAULT_LOCALE
    if timezone is None:
        timezone = before.timezone if before is not None else DEFAULT_TIMEZONE
    if locale not in LOCALES:
        raise trouble("unknown_locale", locale=locale, choices=", ".join(LOCALES))
    run.locale = locale
    if rules is None:
        chosen = before.rules if before is not None else _rules_of(DEFAULT_RULES)
    else:
        chosen = _rules_of(rules)
    key = run.key()
    opening = solid(
        new_campaign(
            name,
            title=title or (before.title if before is not None else name),
            locale=locale,
            timezone=timezone,
            rules=chosen,
            moderator=key.public_text,
        )
    )
    parent = campaigns_folder(run.campaigns, os.environ)
    folder = solid(
        create_campaign(
            parent,
            opening,
            key,
            clock=run.clock,
            randomness=run.randomness,
            settings=run.say("campaign_yaml").encode("utf-8") + b"\n",
            note=note_of(run, old) if old is not None else None,
        )
    )
    remember_folder(parent, os.environ)
    said = run.say("campaign_made", name=name, folder=str(folder))
    if locale not in locales():
        said += "\n" + run.say("no_texts_yet", locale=locale)
    made = Answer(
        {"campaign": name, "folder": str(folder), "rules": dict(opening.rules)},
        private=said,
        next_step=run.say("after_new", name=name),
    )
    return made if old is None else citing(run, made, old, folder)


def _rules_of(chosen: str) -> "Rules":
    """The rules of a preset's name or of a YAML file of house rules."""
    from gm.cli.rulebook import read_options
    from gm.rules import PRESETS, RulesProblem, house_rules

    if chosen in PRESETS:
        return PRESETS[chosen]
    path = Path(chosen)
    options = read_options(path) if path.suffix in (".yaml", ".yml") or path.is_file() else {"preset": chosen}
    rules = house_rules(options)
    if isinstance(rules, RulesProblem):
        raise trouble(rules.code, name=rules.name, value=rules.value, choices=", ".join(rules.choices))
    return rules
