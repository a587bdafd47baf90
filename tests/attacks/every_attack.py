"""The whole catalogue, in the order of README.md."""

from typing import Final

from attacks import (
    attacks_on_absence,
    attacks_on_corrections,
    attacks_on_deals,
    attacks_on_entries,
    attacks_on_exchanges,
    attacks_on_files,
    attacks_on_forms,
    attacks_on_history,
    attacks_on_play,
    attacks_on_registration,
    attacks_on_replacements,
    attacks_on_secrets,
    attacks_on_seeds,
    attacks_on_signatures,
    attacks_on_systems,
    attacks_on_texts,
    attacks_on_turns,
)
from attacks.named import Named

_FORMS: Final = attacks_on_forms.catalogue()
CATALOGUE: Final[dict[str, tuple[Named, ...]]] = {
    "The file": attacks_on_files.CATALOGUE,
    "Entries": attacks_on_entries.CATALOGUE,
    "Signatures and keys": attacks_on_signatures.CATALOGUE,
    "Secrets": attacks_on_secrets.CATALOGUE,
    "Layout of an entry": _FORMS["bad_layout"],
    "Spelling of a block": _FORMS["not_canonical"],
    "Events and their fields": _FORMS["bad_event"],
    "Times": _FORMS["bad_time"],
    "Text": attacks_on_texts.catalogue(),
    "Checkpoints": attacks_on_history.CATALOGUE,
    "Registration and rules": attacks_on_registration.CATALOGUE,
    "Replacements": attacks_on_replacements.CATALOGUE,
    "Deals": attacks_on_deals.CATALOGUE,
    "Seeds and deals that come again": attacks_on_seeds.CATALOGUE,
    "Order of play, plays and places": attacks_on_play.CATALOGUE,
    "Turns and times": attacks_on_turns.CATALOGUE,
    "Those who stay away": attacks_on_absence.CATALOGUE,
    "Exchanges": attacks_on_exchanges.CATALOGUE,
    "Other systems": attacks_on_systems.CATALOGUE,
    "Sanctions, refusals, undos and ends": attacks_on_corrections.CATALOGUE,
}
