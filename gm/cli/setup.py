"""`gm init` and `gm new`: the moderator's key, and the folder of a campaign."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import DEFAULT_LOCALE, Answer, solid, trouble
from gm.cli.house import chosen_rules
from gm.cli.passphrases import new_passphrase
from gm.cli.runtime import Run

if TYPE_CHECKING:
    from gm.campaign import Campaign
    from gm.events import CampaignOpened, Note
    from gm.rules import Rules
    from gm.store import ModeratorKey

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
        raise trouble("key_is_folder" if path.is_dir() else "key_exists", path=str(path))
    passphrase = None
    if not no_passphrase:
        passphrase = new_passphrase(run, "GM_PASSPHRASE", run.say("passphrase_chosen"))
        if passphrase is None:
            raise trouble("passphrase_needed")
    key = solid(create_key(path, passphrase, run.randomness))
    said = run.say("key_made", path=str(path), encrypted="yes" if key.encrypted else "no")
    return Answer(
        {"key": str(path), "public": key.public_text, "encrypted": key.encrypted},
        private=said,
        next_step=run.say("after_init"),
    )


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
    from gm.cli.continuing import ask_why, cited, citing, note_of
    from gm.render import locales
    from gm.store import is_campaign_name

    if not is_campaign_name(name):
        raise trouble("bad_campaign_name", name=name)
    old = cited(run, continues, name) if continues is not None else None
    usual = _usual(name) if old is None else _as(old.campaign)
    run.locale = _locale(locale or usual.locale)
    chosen = Choices(
        title=title or usual.title,
        rules=chosen_rules(run, rules) if rules is not None else usual.rules,
        locale=run.locale,
        timezone=usual.timezone if timezone is None else timezone,
    )
    key = run.key()
    if old is not None:
        ask_why(run, old, key)
    opening = _opening(name, chosen, key)
    folder = _created(run, opening, key, note_of(run, old) if old is not None else None)
    said = run.say("campaign_made", name=name, folder=str(folder))
    if run.locale not in locales():
        said += "\n" + run.say("no_texts_yet", locale=run.locale)
    made = Answer(
        {"campaign": name, "folder": str(folder), "rules": dict(opening.rules)},
        private=said,
        next_step=run.say("after_new", name=name),
    )
    return made if old is None else citing(run, made, old, folder)


@dataclass(frozen=True, slots=True)
class Choices:
    """What a campaign's opening says besides its name and its moderator's key."""

    title: str
    rules: "Rules"
    locale: str
    timezone: str


def _usual(name: str) -> Choices:
    """What is taken where nothing is said."""
    from gm.rules import PRESETS

    return Choices(name, PRESETS[DEFAULT_RULES], DEFAULT_LOCALE, DEFAULT_TIMEZONE)


def _as(campaign: "Campaign") -> Choices:
    """The choices of the campaign that is continued."""
    return Choices(campaign.title, campaign.rules, campaign.locale, campaign.timezone)


def _locale(chosen: str) -> str:
    if chosen not in LOCALES:
        raise trouble("unknown_locale", locale=chosen, choices=", ".join(LOCALES))
    return chosen


def _opening(name: str, chosen: Choices, key: "ModeratorKey") -> "CampaignOpened":
    from gm.desk.prepare import new_campaign

    return solid(
        new_campaign(
            name,
            title=chosen.title,
            locale=chosen.locale,
            timezone=chosen.timezone,
            rules=chosen.rules,
            moderator=key.public_text,
        )
    )


def _created(run: Run, opening: "CampaignOpened", key: "ModeratorKey", note: "Note | None") -> Path:
    """The new campaign's folder, in the folder of campaigns that is remembered from now on."""
    from gm.store import campaigns_folder, create_campaign, remember_folder

    parent = campaigns_folder(run.campaigns, os.environ)
    settings = run.say("campaign_yaml").encode("utf-8") + b"\n"
    folder = solid(
        create_campaign(
            parent,
            opening,
            key,
            clock=run.clock,
            randomness=run.randomness,
            settings=settings,
            note=note,
        )
    )
    remember_folder(parent, os.environ)
    return folder
