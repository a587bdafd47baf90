"""Does a ledger prove what it says: commitments, deals, salts, rulings (design.md, Dealing).

`examine` takes what `gm.ledger.read` made of the bytes and adds what only the events can show. In one's own
copy everything is judged. In a public copy the hands of a manche are recomputed from its seed once it is
closed or abandoned, and the same fold judges it; of an open manche the salts are checked. The codes of what
can be found are listed in docs/verify.md, with what a verification proves and what it cannot.
"""

from gm.evidence.examine import examine
from gm.evidence.hand import Check, Checks, HandFault, HandFaultCode, HandReport, check_hand
from gm.evidence.hand_text import HandText, read_hand
from gm.evidence.hands import CommittedHand
from gm.evidence.report import (
    DealBasis,
    Finding,
    FindingCode,
    MancheShown,
    Report,
    RestsOn,
    Tally,
)

__all__ = [
    "Check",
    "Checks",
    "CommittedHand",
    "DealBasis",
    "Finding",
    "FindingCode",
    "HandFault",
    "HandFaultCode",
    "HandReport",
    "HandText",
    "MancheShown",
    "Report",
    "RestsOn",
    "Tally",
    "check_hand",
    "examine",
    "read_hand",
]
