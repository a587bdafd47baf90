"""The catalogue as README.md lists it, for those who write another verifier."""

from collections.abc import Iterable, Iterator

from attacks.every_attack import CATALOGUE
from attacks.expecting import blames_of
from attacks.forging import Attack
from attacks.named import Named
from attacks.tampering import Blame, Tampering

from gm.ledger import Copy

_LONGEST_LINE = 28
_MOST_FAULTS = 4


def listing() -> str:
    """A table of attacks for each part of the catalogue."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    for title, attacks in CATALOGUE.items():
        yield from (f"### {title}", "")
        yield "| attack | by | what and why | own copy | public copy |"
        yield "|---|---|---|---|---|"
        for attack in attacks:
            yield f"| `{attack.name}` | {attack.who} | {_escaped(attack.what)} | {_faults(attack)} |"
        yield ""


def _faults(attack: Named) -> str:
    made = attack.make()
    own, public = _in_copy(made, "own"), _in_copy(made, "public")
    return f"{own} | {'the same' if own == public else public}"


def _in_copy(attack: Attack | Tampering, copy: Copy) -> str:
    if isinstance(attack, Attack):
        codes = sorted(attack.own if copy == "own" else attack.public)
        return _joined(f"{attack.seq} `{code}`" for code in codes)
    more = ["…"] if attack.more else []
    return _joined([*map(_blame, blames_of(attack, copy)), *more])


def _joined(faults: Iterable[str]) -> str:
    listed = list(faults)
    cut = [*listed[:_MOST_FAULTS], "…"] if len(listed) > _MOST_FAULTS + 1 else listed
    return ", ".join(cut) or "–"


def _blame(blame: Blame) -> str:
    where = "" if blame.seq is None else f"{blame.seq} "
    if isinstance(blame.line, int):
        return f"{where}`{blame.code}` (line {blame.line})"
    line = _shown(blame.line)
    return f"{where}`{blame.code}` ({f'`{_escaped(line)}`' if line else 'a blank line'})"


def _shown(line: bytes) -> str:
    text = line.decode("utf-8", "backslashreplace").replace("\0", "\\0").replace("\t", "\\t")
    return text.strip()[:_LONGEST_LINE]


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")
