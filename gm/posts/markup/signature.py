"""What stands under a post and is none of it: the author's signature, and all below a separating line."""

import re
from dataclasses import replace
from typing import Final

from gm.posts.markup.seen import Visible, part

_SEPARATOR: Final = re.compile(r"^[ \t]*+(?:--|_{5,}+|[⎯—─―]{3,}+)[ \t]*+$", re.MULTILINE)
_LONG: Final = 16
_MARGIN: Final = 40


def without_signature(seen: Visible, signature: str) -> Visible:
    """The text without the folded signature at its end, however often it stands there.

    Letters, digits and signs beyond ASCII are compared. A post that is nothing but the signature is kept and
    `unsure`.
    """
    letters = "".join(filter(_counts, signature))
    end = len(seen.text)
    while letters and (first := _begin_of(letters, seen.text, end)) is not None:
        end = first
    if end == len(seen.text):
        return seen
    above = _SEPARATOR.sub("", seen.text[:end])
    if not any(map(_counts, above)):
        return replace(seen, unsure=((0, len(seen.text)),))
    return part(seen, 0, end)


def set_apart(seen: Visible) -> Visible:
    """The text above the first separating line that has text above it; what stands under it is `aside`."""
    content = next((at for at, char in enumerate(seen.text) if _counts(char)), len(seen.text))
    line = _SEPARATOR.search(seen.text, content)
    if line is None:
        return seen
    below = part(seen, line.end(), len(seen.text))
    return replace(part(seen, 0, line.start()), aside=below if any(map(_counts, below.text)) else None)


def _begin_of(letters: str, text: str, end: int) -> int | None:
    """Where the letters that end a text begin in it; None when it ends otherwise.

    A short signature begins a line, so that the end of a sentence is not taken for it.
    """
    at = end
    for letter in reversed(letters):
        at -= 1
        while at >= 0 and not _counts(text[at]):
            at -= 1
        if at < 0 or text[at] != letter:
            return None
    before = text[max(0, at - _MARGIN) : at].rpartition("\n")[2]
    if len(letters) < _LONG and any(map(_counts, before)):
        return None
    return None if before[-1:].isalnum() and text[at].isalnum() else at


def _counts(char: str) -> bool:
    return char.isalnum() or (char > "\x7f" and not char.isspace())
