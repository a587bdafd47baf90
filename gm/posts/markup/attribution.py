"""Lines that say whose words follow: `MrRarty a écrit :`, `Le 12 juin 2014, X wrote:`, `Citation :`.

A line is one when what stands before the verb may be a name: four words at most, no pronoun and no card, or
a date beside them. Texts are folded.
"""

import re
from typing import Final, NamedTuple

from gm.posts.lexicon import Role, lexicon

_LONGEST: Final = 250
_DATE: Final = (
    r"(?:[a-z]{3,9}[.,]?[ ]){0,2}[0-9]{1,4}(?:er|st|nd|rd|th)?[ /.,-]{1,2}[a-z0-9]{1,9}[ /.,-]{1,2}[0-9]{2,4}"
    r"(?:,?[ ]?(?:a|at|-)?[ ]?[0-9]{1,2}[:h][0-9]{2}(?::[0-9]{2})?(?:[ ]?[ap]m)?)?"
)
HINT: Final = r"ecri|dit|disait|post|repond|wrote|writes|said|says|citation|quot|envoye"
"""What a line holds that says whose words follow."""

_HINT: Final = re.compile(HINT)
_MORE: Final = (
    r"(?:,?[ ](?:dans|in)[ ].{1,80}?|,?[ ]?\(?(?:(?:le|on|the)[ ])?" + _DATE + r"\)?"
    r"|[ ](?:a|at)[ ][0-9]{1,2}[:h][0-9]{2}|[ ](?:hier|aujourd'hui|yesterday|today)[^:]{0,20})?"
)
_SAID: Final = re.compile(
    rf"""(?P<name>\S.{{0,100}}?),?[ ]
         (?:(?P<wrote>(?:a|avait)[ ](?:ecrit|poste|repondu)|ecrivait|wrote|writes|posted|replied)
           |(?:a|avait)[ ]dit|disait|said|says)
         {_MORE}
         (?:[ ]?:(?!\w)|(?<=ecrit)\s*$|(?<=wrote)\s*$)""",
    re.VERBOSE,
)
_CITED: Final = re.compile(
    r"\s*(?:citation|quote|quoting)(?:[ ](?:de|from|by)[ ].{1,60}?|[ ]@?[^\s:]{1,30})?[ ]?:(?!\w)"
    r"|\s*citation\s*$"
)
_POSTED: Final = re.compile(
    r"\s*(?:message[ ])?(?:envoye|poste|publie|originally posted|posted|sent)[ ](?:par|by)[ ].{1,80}$"
)
_ARROW: Final = re.compile(
    rf"[ ]?(?:↑[^\n]{{0,40}}?[0-9]{{1,2}}[:h][0-9]{{2}}(?:[ ]?[ap]m)?|↑|{_DATE}[ ]?:?(?=\s|$))"
)
_A_DATE: Final = re.compile(_DATE)
_BEFORE_NAME: Final = re.compile(r"[.,!?;:()«»–—-][ ]+(?=\S)")
_WORD: Final = re.compile(r"[^\s,']+'?")
_NO_NAMES: Final = frozenset(
    """
    je j' on nous vous tu il elle ils elles qui ca c'est c' moi i we you he she they it who that this what
    comme que quand si deja donc bien
    """.split()
)
_MOST_WORDS: Final = 4
_QUOTATION: Final = tuple('«“„"')
_MOVES: Final = frozenset({Role.PASS, Role.TO_PASS})


class Attribution(NamedTuple):
    """The stretch of a line that says whose words follow, by its indices in the line."""

    first: int
    last: int
    sentence: bool = False
    """A sentence of the author's own that may lead to somebody's words: `j'ai lu ce que X a écrit : …`."""


def attribution_in(line: str, *, after_another: bool) -> Attribution | None:
    """Where a folded line says whose words follow; `after_another`: the line before did so too."""
    line = line[:_LONGEST]
    if _HINT.search(line) is None:
        return None
    cited = _CITED.match(line)
    if cited is not None:
        return Attribution(0, _past_date(line, cited.end()))
    posted = _POSTED.match(line)
    if posted is not None and (after_another or line.rstrip().endswith(":") or "originally" in line):
        return Attribution(0, len(line))
    said = _SAID.match(line)
    if said is None:
        return None
    name, last = said["name"], _past_date(line, said.end())
    dated = _A_DATE.search(said[0]) is not None
    begin = 0
    if not dated:
        begin = max((end.end() for end in _BEFORE_NAME.finditer(name)), default=0)
    follows = line[last:].strip()
    if follows and not (dated or said["wrote"]) and not follows.startswith(_QUOTATION):
        # Speech told in a sentence of the author's own, whose end is that of the sentence.
        return None
    sentence = not dated and not _may_be_name(name[begin:])
    return Attribution(begin + said.start("name"), last, sentence)


def _may_be_name(name: str) -> bool:
    """Whether words are a name; `je passe` and `roi de pique` may be a move."""
    words = _WORD.findall(name)
    senses = [known[word] for word in words for known in (lexicon("fr"), lexicon("en")) if word in known]
    moves = any(sense.rank is not None or sense.roles & _MOVES for sense in senses)
    return len(words) <= _MOST_WORDS and _NO_NAMES.isdisjoint(words) and not moves


def _past_date(line: str, at: int) -> int:
    """Past the arrow and the date that phpBB puts after the name."""
    arrow = _ARROW.match(line, at)
    return arrow.end() if arrow else at
