"""Writes every attack into a folder, to try another verifier on: `python tests/attacks/export.py FOLDER`.

For each attack a folder of its name with `own.yaml`, `public.yaml` and `attack.json`: who does what and why,
the public key and the checkpoints to verify against, and by copy the faults that must be found. Those of a
Tampering are all of them unless `more` says that others may follow; a fault without line is one of the
events, and others may follow it in later entries. Run it from the checkout, with `PYTHONPATH=.:tests`.
"""

import json
import sys
from pathlib import Path

from attacks.every_attack import CATALOGUE
from attacks.expecting import bytes_of, expected_of
from attacks.named import Named
from attacks.tampering import Tampering


def export(attack: Named, folder: Path) -> None:
    """Write one attack into a folder of its name."""
    made = attack.make()
    there = folder / attack.name
    there.mkdir(parents=True)
    (there / "own.yaml").write_bytes(bytes_of(made, "own"))
    (there / "public.yaml").write_bytes(bytes_of(made, "public"))
    facts = {
        "attack": attack.name,
        "by": attack.who,
        "what": attack.what,
        "key": made.key.hex() if isinstance(made, Tampering) and made.key is not None else None,
        "checkpoints": list(made.checkpoints) if isinstance(made, Tampering) else [],
        "more": made.more if isinstance(made, Tampering) else True,
        "own": [fault._asdict() for fault in expected_of(made, "own")],
        "public": [fault._asdict() for fault in expected_of(made, "public")],
    }
    (there / "attack.json").write_text(json.dumps(facts, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    for group in CATALOGUE.values():
        for each in group:
            export(each, Path(sys.argv[1]))
