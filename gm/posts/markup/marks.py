"""Where markup begins in a post: one expression that finds the marks of all the dialects.

Each repetition is possessive or of one class that cannot match what follows it, and none reaches past the
next mark of its kind: the search is linear in the text, whatever it holds.
"""

import re
from functools import cache
from typing import Final

_ADDRESS: Final = (
    r"(?:https?://|www\.|upload://|data:image|\.{0,2}/)[^\s()<>\[\]]*+"
    r"(?:\([^\s()<>\[\]]{0,100}+\)[^\s()<>\[\]]*+)?+"
)
_TITLE: Final = r"""(?:[ ]{1,4}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'))?[ ]{0,4}"""

MARK: Final = rf"""
    (?P<line>\r\n)
  | (?P<fence>`{{3,20}}+|~{{3,20}}+)[^\n`~]{{0,80}}$
  | (?P<tick>`{{1,2}})(?P<span>[^`\n]{{1,300}}+)(?P=tick)
  | !\[(?P<alt>[^\[\]\n]{{0,300}}+)\]\([ ]{{0,4}}<?(?P<source>{_ADDRESS})>?{_TITLE}\)
  | (?P<text>\[)(?=!\[[^\[\]\n]{{0,300}}+\]\(|[^\[\]\n]{{1,300}}+\]\([ ]{{0,4}}<?{_ADDRESS}>?{_TITLE}\))
  | \]\([ ]{{0,4}}<?(?P<target>{_ADDRESS})>?{_TITLE}\)
  | \[(?P<close>/?)(?P<tag>[A-Za-z][A-Za-z0-9]{{0,14}}|\*)(?P<id>(?::[0-9a-z]{{1,10}}){{0,2}})
    (?:(?P<quoted>[= ](?:"[^"\n]{{0,100}}+"|\[[^\[\]\n]{{0,60}}+\]|[^"\[\]\n]{{1,300}}+){{0,12}}+)\]
      |(?P<value>[= ][^\[\]\n]{{0,300}}+)\]
      |\])
  | <!--(?P<comment>[^<>]*+)>
  | <(?P<end>/?)(?P<element>[A-Za-z][A-Za-z0-9]{{0,14}})(?P<attributes>[\s/][^<>]*+)?>
  | &(?:amp;){{0,3}}(?P<entity>\#[0-9]{{1,7}}|\#[xX][0-9a-fA-F]{{1,6}}|[A-Za-z][A-Za-z0-9]{{1,30}});
  | <?(?P<address>(?:[hH]ttps?://|www\.)[^\s\[\]<>"]++)>?
"""
_STRUCK: Final = "(?P<struck>(?:[^\\n\u0335\u0336][\u0335\u0336]++)++)"
_STROKES: Final = ("\u0335", "\u0336")


def marks_of(text: str) -> re.Pattern[str]:
    """The expression that finds the marks of this post, strokes through its letters too if it has any."""
    return _marks(f"{_STRUCK} | {MARK}" if any(stroke in text for stroke in _STROKES) else MARK)


@cache
def _marks(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.VERBOSE | re.MULTILINE)


@cache
def body_of(tag: str) -> re.Pattern[str]:
    """The plain content of a tag whose mark has just ended, `[` and `<` excluded, with its closing mark."""
    return re.compile(rf"\s*+([^\[\]<>]*+)(?:\[/{tag}(?::[0-9a-z]{{1,10}}){{0,2}}\])", re.IGNORECASE)


@cache
def end_of(tag: str) -> re.Pattern[str]:
    """The mark that closes a tag of BBCode."""
    return re.compile(rf"\[/{tag}(?::[0-9a-z]{{1,10}}){{0,2}}\]", re.IGNORECASE)


@cache
def fence_of(fence: str) -> re.Pattern[str]:
    """The line that closes a fence of code."""
    return re.compile(rf"^[ ]{{0,3}}{re.escape(fence)}[`~]*+[ \t]*+$", re.MULTILINE)
