"""Marks of Markdown within lines, and signs that forums write in letters: `**`, `~~`, `\\*`, `:cool:`."""

import re
from dataclasses import replace
from typing import Final

from gm.posts.markup.addresses import SUNGLASSES
from gm.posts.markup.seen import Cut, Range, Visible, edited, joined

_MARK: Final = re.compile(
    r"""(?P<blank>\n[ \t]*+\n)
      | \\(?P<escaped>[!-/:-@\[-`{-~])
      | (?P<strike>(?<!~)~~(?!~))
      | (?P<face>(?<!\w)[toxuq0]_{1,3}[toxuq0](?!\w))
      | (?P<stress>\*{1,3}|_{1,3})
      | (?P<cool>:cool:|:sunglasses:|:8-?\):)""",
    re.VERBOSE,
)


def inlined(seen: Visible) -> Visible:
    """The text without the marks of Markdown and without what is struck between `~~`."""
    cuts: list[Cut] = []
    unsure: list[Range] = []
    struck: int | None = None
    codes = iter(seen.verbatim)
    code = next(codes, None)
    text = seen.text
    for mark in _MARK.finditer(text):
        first, last = mark.span()
        while code is not None and code[1] <= first:
            code = next(codes, None)
        kind = mark.lastgroup
        if kind == "blank":
            unsure += [] if struck is None else [(struck, first)]
            struck = None
        elif code is not None and code[0] <= first:
            continue
        elif kind == "strike":
            if struck is None:
                struck = first if text[last : last + 1].strip() else None
                continue
            while cuts and cuts[-1].first >= struck:
                cuts.pop()
            cuts.append(Cut(struck, last, " "))
            struck = None
        elif kind == "escaped":
            cuts.append(Cut(first, first + 1))
        elif kind == "stress":
            cuts += [Cut(first, last)] if _is_stress(text, first, last) else []
        else:
            cuts.append(Cut(first, last, SUNGLASSES if kind == "cool" else " "))
    unsure += [] if struck is None else [(struck, len(text))]
    return edited(replace(seen, unsure=joined([*seen.unsure, *unsure])), cuts)


def _is_stress(text: str, first: int, last: int) -> bool:
    """Whether stars or underscores begin or end a stress: `2*8` is none, nor is a star between blanks."""
    before, after = text[max(0, first - 1) : first], text[last : last + 1]
    begins = not before.isalnum() and bool(after.strip())
    ends = not after.isalnum() and bool(before.strip())
    return begins or ends
