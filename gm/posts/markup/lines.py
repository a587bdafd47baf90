"""Line by line: quotes with `>` and after `X a écrit :`, headings, bullets and numbered lists.

A quote after an attribution ends at the first blank line; a quotation in « » or "" is exactly that, and so
are lines with `>`. Where more lines follow the first one and no blank line does, its end cannot be known:
these lines are kept and are `unsure`.
"""

import re
from dataclasses import replace
from enum import Enum, auto
from typing import Final

from gm.posts.markup.attribution import HINT, Attribution, attribution_in
from gm.posts.markup.lists import ITEM, Item, numbering
from gm.posts.markup.seen import Cut, Range, Visible, edited, joined

_QUOTED: Final = re.compile(r"[ \t]{0,3}>(?![_.]<|[:;=]['o-]?[()|/dpo]|=)")
_RULE: Final = re.compile(r"[ \t]*(?:(?:-[ ]?){2,}+|(?:\*[ ]?){3,}+|(?:_[ ]?){3,}+|={3,}+)\s*")
_LEAD: Final = re.compile(r"[ \t]*(?:#{1,6}|[-*•–])[ \t]+(?=\S)")
_TAIL: Final = r"(?:(?! ?: )[^\n]){0,80}+(?:(?<=reason|raison) ?: [^\n]{0,80})?"
_NOTICE: Final = re.compile(
    r"[ \t]*(?:derniere (?:edition|modification)|last (?:edited|modified)|edited by"
    r"|(?:(?:ce )?message )?(?:a ete )?(?:edite|modifie) (?:en dernier )?(?:lieu )?par)"
    r"[ ][^\n]{0,100}[0-9]{2,4}" + _TAIL
)
"""What forums write under a post that was edited."""
_NOTICE_INSIDE: Final = re.compile(
    r"(?<!\w)(?:derniere (?:edition|modification)|modifie en dernier(?: lieu)?|last (?:edited|modified))"
    r" (?:par|by|le|on)[ ][^\n]{1,60}?[0-9]{1,2}[:h][0-9]{2}" + _TAIL
)
"""The same, run into the last line of the post."""
_CLOSING: Final = {"«": "»", "“": "”", "„": "“", '"': '"'}
_SENTENCE: Final = re.compile(r"[.!?…]{1,5}\s+")
_LONGEST_QUOTATION: Final = 1000
_BEGINNING: Final = 60


_SPECIAL: Final = re.compile(
    rf"^[ \t]*+(?:[>#*•–=_-]|[0-9]{{1,2}}[.)]|derniere|last|edite|modifie|message|ce message)|{HINT}"
    r"|derniere (?:edition|modification) |modifie en dernier |last (?:edited|modified) ",
    re.MULTILINE,
)
"""Somewhere in each line that is more than words of the author's own."""


class _Quote(Enum):
    """Where a quote after an attribution has got to."""

    NONE = auto()
    ANNOUNCED = auto()
    """Its words are still to come."""
    RUNNING = auto()
    """It runs to the first blank line."""


def lined(seen: Visible) -> Visible:
    """What is the author's own, line by line, without the signs of Markdown at the beginning of lines."""
    return _Lines(seen).lined()


class _Lines:
    def __init__(self, seen: Visible) -> None:
        self.seen = seen
        self.cuts: list[Cut] = []
        self.unsure: list[Range] = []
        self.items: list[Item] = []
        self.quote = _Quote.NONE
        self.open_end: list[Range] = []
        """Lines that belong to a quote if a blank line and the author's own words come after them."""

    def lined(self) -> Visible:
        text, at, number = self.seen.text, 0, 0
        codes = iter(self.seen.verbatim)
        code = next(codes, None)
        while at < len(text):
            if self.quote is _Quote.NONE and not self.open_end:
                # Most lines are the author's own and have nothing to be taken away.
                special = _SPECIAL.search(text, at)
                first = len(text) if special is None else text.rfind("\n", at, special.start()) + 1 or at
                at, number = first, number + text.count("\n", at, first)
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            while code is not None and code[1] <= at:
                code = next(codes, None)
            if code is not None and code[0] <= at:
                self.own(at, end)
            else:
                end = self.read(at, end, number)
            at, number = end + 1, number + 1
        self.unsure += self.open_end
        return self.result()

    def result(self) -> Visible:
        counting, unsure = numbering(self.items)
        self.cuts += [Cut(item.first, item.last) for item in counting]
        ranges = [*self.seen.unsure, *self.unsure, *((item.first, item.last) for item in unsure)]
        return edited(replace(self.seen, unsure=joined(ranges)), sorted(self.cuts))

    def read(self, at: int, end: int, number: int) -> int:
        """Reads the line from `at` to `end`, and gives back where what was read ends."""
        line = self.seen.text[at:end]
        if _QUOTED.match(line):
            self.hide(at, end)
            self.quote = _Quote.NONE
            return end
        if not line.strip():
            self.quote = _Quote.NONE if self.quote is _Quote.RUNNING else self.quote
            return end
        attribution = attribution_in(line, after_another=self.quote is _Quote.ANNOUNCED)
        if attribution is not None and attribution.sentence:
            self.own(at, end)
            self.unsure.append((at + attribution.first, end))
            return end
        if attribution is not None:
            return self.begin_quote(at, end, attribution)
        if self.quote is _Quote.ANNOUNCED:
            return self.quote_from(at, at, end)
        if self.quote is _Quote.RUNNING:
            self.open_end.append((at, end))
            return end
        self.own(at, end)
        self.read_lead(at, line, number)
        return end

    def own(self, at: int, end: int) -> None:
        """The author's own words: what ran on before a blank line above them was a quote."""
        if self.seen.text[at:end].strip():
            for first, last in self.open_end:
                self.hide(first, last)
            self.open_end.clear()
            self.quote = _Quote.NONE

    def begin_quote(self, at: int, end: int, attribution: Attribution) -> int:
        self.unsure += self.open_end
        self.open_end.clear()
        if self.seen.text[at + attribution.last : end].strip():
            return self.quote_from(at + attribution.first, at + attribution.last, end)
        self.hide(at + attribution.first, end)
        self.quote = _Quote.ANNOUNCED
        return end

    def quote_from(self, first: int, begin: int, end: int) -> int:
        """The words quoted begin at `begin`; all from `first` on is hidden."""
        text = self.seen.text
        begin += len(text[begin:end]) - len(text[begin:end].lstrip())
        closing = _CLOSING.get(text[begin])
        last = text.find(closing, begin + 1, begin + _LONGEST_QUOTATION) if closing else -1
        if last < 0:
            # Its first sentence at least, where the words stand behind the name.
            sentence = _SENTENCE.search(text, begin, end) if first < begin else None
            stop = sentence.end() if sentence else end
            self.hide(first, stop)
            self.open_end.append((stop, end))
            self.quote = _Quote.RUNNING
            return end
        self.hide(first, last + 1)
        self.quote = _Quote.NONE
        return last

    def read_lead(self, at: int, line: str, number: int) -> None:
        """The signs of Markdown at the beginning of a line of the author's own."""
        if _RULE.fullmatch(line) or _NOTICE.fullmatch(line):
            self.hide(at, at + len(line))
            return
        if notice := _NOTICE_INSIDE.search(line):
            self.hide(at + notice.start(), at + notice.end())
        if lead := _LEAD.match(line):
            self.cuts.append(Cut(at, at + lead.end()))
        elif item := ITEM.match(line):
            says = line[item.end() : item.end() + _BEGINNING]
            self.items.append(Item(int(item[1]), at, at + item.end(), number, says))

    def hide(self, first: int, last: int) -> None:
        self.cuts.append(Cut(first, last, "\n"))
