"""The main texts word for word, to be read as a forum member would.

After a change that is meant: `GM_GOLDEN=write pytest tests/texts`, then read what changed.
"""

import os
import re
from pathlib import Path

import pytest
from text_samples import Sample
from text_systems import everything

GOLDEN = Path(__file__).parent / "golden"

# File by file, the sample it holds: the first whose name begins so and whose body has these words.
MAIN = {
    "first-registering": ("first registering", ""),
    "first-playing": ("first ordered", ""),
    "first-closed": ("first closed", ""),
    "hand-chooses-order": ("HandMessage dealt ", "Tu choisis l’ordre"),
    "hand-opens": ("HandMessage dealt ", "C’est toi qui ouvres"),
    "hand-waits": ("HandMessage dealt ", "Rien à faire"),
    "hand-may-ask": ("HandMessage dealt again ", "te donne droit"),
    "hand-must-give": ("HandMessage dealt again ", "t’oblige à donner"),
    "exchange-received": ("ExchangeMessage received ", "Tu reçois"),
    "exchange-taken": ("ExchangeMessage received ", "Tu as donné"),
    "exchange-asked": ("ExchangeMessage exchanged ", "te demandait"),
    "exchange-done": ("ExchangeMessage exchanged ", "L’échange est terminé"),
    "turn-opens": ("TurnMessage ", "Tu ouvres"),
    "turn-answers": ("TurnMessage ", "Tu peux répondre"),
    "turn-taggle": ("TurnMessage ", "Taggle"),
    "reminder-taggle": ("ReminderMessage ", "Taggle"),
    "reminder-exchange": ("ReminderMessage received ", "était attendue"),
    "absences": ("absences ", "À la place"),
    "absences-exchange": ("absences dealt again", ""),
    "due-asks": ("DueView dealt again ", "À vous de décider"),
    "sanction-message": ("SanctionMessage ", "Je te sanctionne"),
    "departure-message": ("SanctionMessage ", "ton départ"),
    "table-order": ("table dealt", ""),
    "table-exchange": ("table dealt again", ""),
    "table-over": ("table over", ""),
    "verdict-taggle": ("verdict move", "se suivent"),
    "verdict-closed": ("verdict move", "Le tour est clos"),
    "verdict-finished": ("verdict move", "n’a plus de cartes"),
    "verdict-refused": ("verdict refused in taggle", "Il faut autant de cartes"),
    "verdict-cheating": ("verdict refused 1", "étourderie"),
    "note-cheating": ("PrivateNote refused 1", "jamais eu"),
    "sanction": ("sanction sanctioned", "[b]Sanction.[/b]"),
    "standings": ("standings closed", ""),
    "standings-replaced": ("standings replaced", ""),
    "replacement": ("replacement replaced", "sa main, son tour"),
    "replacement-message": ("HandMessage replaced", "Tu prends la place"),
    "replacement-exchange": ("ExchangeMessage newcomer", "Tu prends la place"),
    "replacement-sanctioned": ("SanctionMessage replaced", "Tu prends la place"),
    "recap": ("recap sanctioned", ""),
    "why": ("why ", "Le coup égalé"),
    "why-sanction": ("why sanction", ""),
    "reply-moves": ("reply moves", ""),
    "reply-cards": ("reply cards", ""),
    "question-moves": ("QuestionView moves", ""),
    "page": ("page full", ""),
    "page-table": ("PageTableView full", ""),
    "recheck": ("recheck", ""),
    "recheck-table": ("RecheckView full", ""),
    "status": ("StatusView sanctioned", ""),
    "booklet-zebest": ("booklet zebest", ""),
    "booklet-bga": ("booklet bga", ""),
    "booklet-elysee": ("booklet elysee", ""),
    "booklet-classic": ("booklet classic", ""),
    "classic-first": ("classic first registering", ""),
    "classic-hand-opens": ("classic HandMessage dealt ", "C’est toi qui ouvres"),
    "classic-hand-exchange": ("classic HandMessage dealt again ", "te donne droit"),
    "classic-standings": ("classic standings closed", ""),
    "bga-hand-waits": ("bga HandMessage dealt ", "On attend"),
    "bga-standings": ("bga standings over", ""),
    "bga-skip": ("bga verdict ", "saute son tour"),
    "elysee-exchange": ("elysee ExchangeMessage received ", "À toi de donner"),
    "elysee-standings": ("elysee standings closed", ""),
    "elysee-joker": ("elysee verdict ", "un joker y met fin"),
    "house-turn": ("house TurnMessage ", "Ou par un double"),
}


def sample_of(start: str, words: str) -> Sample:
    """The first sample whose name begins so and whose body has these words."""
    return next(each for each in everything() if each.name.startswith(start) and words in each.body)


def shown(sample: Sample) -> str:
    """A text as a golden file holds it: hashes are long and tell a reader nothing."""
    hidden = re.sub("[0-9a-f]{64}", "<64 hex>", sample.body)
    return f"{sample.title}\n\n{re.sub('[0-9a-f]{32}', '<32 hex>', hidden)}\n"


@pytest.mark.parametrize("name", MAIN)
def test_the_main_texts_read_as_they_did_when_they_were_last_read(name: str) -> None:
    """Every rendered French text has been read as a forum member would read it."""
    path = GOLDEN / f"{name}.txt"
    text = shown(sample_of(*MAIN[name]))
    if os.environ.get("GM_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8", newline="\n")
    assert text == path.read_text(encoding="utf-8")


def test_every_golden_file_is_one_of_the_main_texts() -> None:
    """No golden file is left over from a text that is gone."""
    assert {path.stem for path in GOLDEN.iterdir()} == set(MAIN)
