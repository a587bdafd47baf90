"""What texts may hold: refused code points, cleaning on entering, names that are one (design.md, Ledger)."""

import re
import unicodedata
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal

from gm.codec import CAMPAIGN_NAME, NAME_LENGTH, TEXT_LENGTH

_PLANE_ENDS: Final = "".join(f"\\U{plane:04x}fffe-\\U{plane:04x}ffff" for plane in range(17))
REFUSED: Final = re.compile(
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufeff"
    + _PLANE_ENDS
    + "]"
)
"""The code points that no text of a ledger holds: they hide, reorder or are no characters."""


# The blanks of keyboards and of Unicode; the separators among the refused code points are none of them.
_WHITE_SPACE: Final = re.compile("[ \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")


@dataclass(frozen=True, slots=True)
class TextProblem:
    """Why a text cannot be taken; `detail` is the length allowed or the code point refused (`U+202E`)."""

    code: Literal["empty", "too_long", "refused_character"]
    detail: str


def clean_name(text: str) -> str | TextProblem:
    """A player's name as the ledger keeps it: NFC, single spaces, one line, 1 to 40 code points."""
    return _clean(text, shortest=1, longest=NAME_LENGTH)


def clean_text(text: str) -> str | TextProblem:
    """A word, a beacon or another text as the ledger keeps it: as a name, of 0 to 200 code points."""
    return _clean(text, shortest=0, longest=TEXT_LENGTH)


def _clean(text: str, *, shortest: int, longest: int) -> str | TextProblem:
    cleaned = _WHITE_SPACE.sub(" ", unicodedata.normalize("NFC", text)).strip(" ")
    refused = REFUSED.search(cleaned)
    if refused is not None:
        return TextProblem("refused_character", f"U+{ord(refused.group()):04X}")
    if len(cleaned) > longest:
        return TextProblem("too_long", str(longest))
    if len(cleaned) < shortest:
        return TextProblem("empty", str(shortest))
    return cleaned


def name_key(name: str) -> str:
    """What two names share when they are one: NFKC and case folding, and NFKC of what that gives.

    Blanks are as in a cleaned name, whoever wrote this one.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return _WHITE_SPACE.sub(" ", folded).strip(" ")


def same_name(left: str, right: str) -> bool:
    """Whether two names are one (design.md: equal under NFKC and case folding)."""
    return name_key(left) == name_key(right)


def is_campaign_name(text: str) -> bool:
    """Whether a campaign may have this name: `[a-z0-9][a-z0-9-]{0,39}`."""
    return CAMPAIGN_NAME.fullmatch(text) is not None


def post_form(text: str) -> bytes:
    """A post's text as it is digested: in NFC, its lines ended by LF and trimmed at the right, in UTF-8.

    Lone surrogates, which no post holds, are kept as they are, so that no text raises.
    """
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).encode("utf-8", "surrogatepass")


def post_digest(text: str) -> str:
    """The hex SHA-256 of a post's text in its form."""
    return sha256(post_form(text)).hexdigest()
