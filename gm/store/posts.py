"""The texts of posts, kept beside the ledger: `campaigns/<name>/posts/<sha256>.txt`.

A file holds one text in the form of its digest (design.md, `post`), so that `sha256sum` gives its name. It is
evidence and no state: what is missing, or does not hash to its name, is as good as never kept.
"""

import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final

from gm.campaign import Problem
from gm.ledger import post_form
from gm.store.files import beside, discard, move, read_if_there
from gm.store.folders import POSTS
from gm.store.problems import cannot_write

LONGEST_TEXT: Final = 256 * 1024
"""The most bytes of a text that is kept, many times what forums allow."""
MOST_TEXTS: Final = 5000
"""The most texts that are kept at once, those of a hundred pages."""

_DIGEST: Final = re.compile("[0-9a-f]{64}")


def keep_posts(campaign: Path, texts: Iterable[str]) -> Problem | None:
    """Keep the texts of posts, but for those kept already and those too long or too many.

    Nothing rests on it. Problems, the first of several: `disk_full`, `not_writable`.
    """
    forms = {sha256(form).hexdigest(): form for form in map(post_form, texts) if len(form) <= LONGEST_TEXT}
    wanted = dict(list(forms.items())[:MOST_TEXTS])
    folder = campaign / POSTS
    missing = {digest: form for digest, form in wanted.items() if _bytes_of(folder, digest) is None}
    if not missing:
        return None
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        return cannot_write(error, folder)
    troubles = [_write(folder / _name(digest), form) for digest, form in missing.items()]
    return next((trouble for trouble in troubles if trouble is not None), None)


def kept_post(campaign: Path, digest: str) -> str | None:
    """The text of that digest where it was kept, in the form of the digest; None when it was not."""
    data = _bytes_of(campaign / POSTS, digest)
    try:
        return None if data is None else data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return None


def _name(digest: str) -> str:
    return f"{digest}.txt"


def _bytes_of(folder: Path, digest: str) -> bytes | None:
    """What is kept under a digest, where it has that digest."""
    if _DIGEST.fullmatch(digest) is None:
        return None
    data = read_if_there(folder / _name(digest))
    return data if isinstance(data, bytes) and sha256(data).hexdigest() == digest else None


def _write(path: Path, data: bytes) -> Problem | None:
    """Put a file in its place, a link that stands there included; a crash leaves one that is not believed."""
    temporary = beside(path)
    try:
        try:
            temporary.write_bytes(data)
            move(temporary, path)
        finally:
            discard(temporary)
    except OSError as error:
        return cannot_write(error, path)
    return None
