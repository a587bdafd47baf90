"""House rules on the command line: a system, a campaign, or a file of options named by one word."""

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from gm.cli.answer import Failure, solid, trouble
from gm.cli.runtime import Run, piped

if TYPE_CHECKING:
    from gm.cli.held import Look
    from gm.rules import Rules, RulesProblem

_MOST: Final = 64 * 1024  # bytes of a file of house rules: a hundred times what all options take
_ENDINGS: Final = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Named:
    """Rules by the word that names them: a system, a file, or a campaign, which is then looked at."""

    kind: Literal["system", "file", "campaign"]
    name: str
    rules: "Rules"
    look: "Look | None" = None


def chosen_rules(run: Run, word: str) -> "Rules":
    """The rules of `gm new --rules`: a system or a file of house rules."""
    from gm.rules import PRESETS, RulesProblem, read_rules

    if word in PRESETS:
        return PRESETS[word]
    if _names_a_file(word):
        return _rules_in(run, word)
    rules = read_rules(word)
    assert isinstance(rules, RulesProblem), rules
    raise _not_taken(rules)


def named_rules(run: Run, word: str) -> Named:
    """The rules of a word of `gm rules`: a system, a campaign or a file of house rules."""
    from difflib import get_close_matches

    from gm.rules import PRESETS
    from gm.store import campaigns_folder, campaigns_in

    if word in PRESETS:
        return Named("system", word, PRESETS[word])
    campaigns = solid(campaigns_in(campaigns_folder(run.campaigns, os.environ)))
    if word in campaigns:
        meant_run = replace(run, name=word)
        found = own_rules(meant_run)
        run.locale = meant_run.locale
        return found
    if _names_a_file(word):
        return Named("file", word, _rules_in(run, word))
    known = (*PRESETS, *campaigns)
    meant = next(iter(get_close_matches(word.casefold(), known, n=1)), "")
    raise trouble("no_such_rules", name=word, meant=meant, choices=", ".join(known))


def own_rules(run: Run) -> Named:
    """The rules of the campaign meant."""
    look = run.look()
    return Named("campaign", look.campaign.name, look.campaign.rules, look)


def _rules_in(run: Run, file: str) -> "Rules":
    """The rules of a YAML file of house rules; `-` is standard input."""
    from gm.desk.documents import NotPlain, plain_documents
    from gm.render import sentence
    from gm.rules import RulesProblem, contradiction_in, read_rules

    documents = [each for each in plain_documents(given_text(run, file, _MOST)) if each != ""]
    for document in documents:
        if isinstance(document, NotPlain):
            why = sentence(run.locale, f"scenario.{document.code}", document.params)
            raise trouble("bad_rules_file", path=file, why=why)
    rules = read_rules(documents[0] if len(documents) == 1 else None)
    wrong = rules if isinstance(rules, RulesProblem) else contradiction_in(rules)
    if wrong is not None:
        raise _not_taken(wrong)
    assert not isinstance(rules, RulesProblem)
    return rules


def _not_taken(wrong: "RulesProblem") -> Failure:
    """Rules that cannot be played by, as the end of a command."""
    choices = ", ".join(wrong.choices)
    return trouble(wrong.code, name=wrong.name, value=wrong.value, choices=choices, meant=wrong.meant)


def given_text(run: Run, file: str, most: int) -> str:
    """The text of a file named on the command line, up to so many bytes; `-` is standard input."""
    from gm.cli.verify import given_bytes
    from gm.store import text_of

    data = piped(most, lambda: run.tell("paste_yaml")) if file == "-" else given_bytes(Path(file))
    if len(data) > most:
        raise trouble("file_too_large", path=file, kilobytes=str(most // 1024))
    try:
        return text_of(data)
    except UnicodeDecodeError:
        raise trouble("not_utf8", **({"path": file} if file != "-" else {})) from None


def _names_a_file(word: str) -> bool:
    """Whether a word is meant as a file: by its ending, or because something of that name is there."""
    from gm.store import is_file, is_folder

    path = Path(word)
    return word == "-" or path.suffix.lower() in _ENDINGS or is_file(path) or is_folder(path)
