"""A page saved by a browser as one file (MHTML): the HTML inside it."""

import re
from typing import Final

from gm.posts.pages.decoding import decoded

_HEAD: Final = 4096
_HEADER: Final = re.compile(r"[A-Za-z-]{1,40}:|[ \t]")
_TELLING: Final = ("mime-version:", "snapshot-content-location:", "content-type: multipart/related")
_RECODED: Final = frozenset({"quoted-printable", "base64"})


def is_archive(text: str) -> bool:
    """Whether a text begins with the header of a MIME message, in which a line says so."""
    head = text[:_HEAD].lstrip().partition("\n\n")[0].partition("\r\n\r\n")[0].lower().splitlines()
    return any(line.startswith(_TELLING) for line in head) and all(map(_HEADER.match, head))


def html_of_archive(text: str) -> str | None:
    """The first HTML part of a MIME archive, None where there is none."""
    from email import message_from_bytes
    from email.errors import MessageError

    try:
        for part in message_from_bytes(text.lstrip().encode("utf-8", "surrogatepass")).walk():
            if part.get_content_type() != "text/html":
                continue
            content = part.get_payload(decode=True)
            if not isinstance(content, bytes):
                return None
            # What stands there as it is was decoded with the file; what is quoted has a charset of its own.
            quoted = str(part.get("Content-Transfer-Encoding", "")).strip().lower() in _RECODED
            charset = part.get_content_charset() if quoted else None
            return decoded(content) if charset is None else content.decode(charset, "replace")
    except (MessageError, LookupError, ValueError):
        return None
    return None
