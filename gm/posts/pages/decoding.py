"""The text of a file as people save it: Unicode, or an older page that names its charset."""

import codecs
import re
from typing import Final

# The longer marks first: UTF-32 begins as UTF-16 does.
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED: Final = re.compile(
    rb"""(?:charset|encoding)\s{0,9}=\s{0,9}["']?([A-Za-z0-9_:.-]{1,40})""", re.IGNORECASE
)
_DECLARED_WITHIN: Final = 4096
# What browsers take these names for (WHATWG Encoding): pages in Latin-1 hold “ ” and œ of windows-1252.
_ONE_BYTE: Final = {
    **dict.fromkeys(
        "iso-8859-1 iso8859-1 latin1 l1 ascii us-ascii windows-1252 cp1252 ansi".split(), "cp1252"
    ),
    **dict.fromkeys("iso-8859-15 iso8859-15 latin9 latin-9".split(), "iso8859-15"),
    **dict.fromkeys("macintosh x-mac-roman mac".split(), "mac-roman"),
}
_CONTROLS: Final = re.compile("[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]")


def decoded(data: bytes) -> str | None:
    """The text of these bytes, None where they are none: binary, or an encoding that nobody names."""
    text = _decoded(data)
    if text is None or "\0" in text:
        return None
    # A post may hold a stray control character; a text that is full of them is none.
    return None if len(_CONTROLS.findall(text)) * 100 > len(text) else text


def _decoded(data: bytes) -> str | None:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _strictly(data[len(mark) :], encoding)
    text = _strictly(data, "utf-8")
    if text is not None:
        return text
    declared = _DECLARED.search(data[:_DECLARED_WITHIN])
    if declared is None:
        return None
    encoding = _ONE_BYTE.get(declared[1].decode("ascii").lower(), "")
    return _strictly(data, encoding) if encoding else None


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None
