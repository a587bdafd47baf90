"""What the moderator signs in place of what the writer writes: layout, spelling, values, times (forms.toml).

The signature is valid and the chain holds. It is refused all the same, since of every ledger there is only
one spelling (gm.ledger, Blocks): a player's tool would read one name or card, gm another.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from attacks.named import Named, by
from attacks.tampering import JOINED, ORDER, Blame, Tampering, once, signed_anew, written

_FORMS: Final = Path(__file__).with_name("forms.toml")


@cache
def forms() -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    """The attacks of forms.toml by code and name."""
    return tomllib.loads(_FORMS.read_text("utf-8"))


def _blamed(code: str, form: Mapping[str, Any]) -> Blame:
    """The line that `forms.toml` says is to blame, by its beginning."""
    seq = form["entry"]
    if code == "bad_event":
        return Blame(code, seq, b"event: ")
    if "line" in form:
        return Blame(code, seq, form["line"].encode(), nth=form.get("nth", 1))
    before = written()[seq - 1]
    after = once(before, form["old"].encode(), form["new"].encode())
    same = next(at for at in range(len(after)) if after[at : at + 1] != before[at : at + 1])
    return Blame(code, seq, after.split(b"\n")[after.count(b"\n", 0, same)])


def form_attack(code: str, name: str) -> Tampering:
    """A ledger with one entry in another form, all of it signed by the moderator."""
    form = forms()[code][name]
    data = signed_anew(form["entry"], form["old"].encode(), form["new"].encode())
    return Tampering(data, (_blamed(code, form),))


def a_thousand_levels() -> Tampering:
    """The moderator signs a mapping a thousand levels deep, at which a recursive reader crashes."""
    nest = b"".join(b"  " * level + b"a:\n" for level in range(1, 1001))
    data = signed_anew(JOINED, b'  player: "intersideral"\n', nest)
    return Tampering(data, (Blame("not_canonical", JOINED, b"      a:"),))


def a_thousand_dashes() -> Tampering:
    """The moderator signs a thousand lists on one line, at which a recursive reader crashes."""
    data = signed_anew(ORDER, b"  order:\n  - ", b"  order:\n  " + b"- " * 1000)
    return Tampering(data, (Blame("not_canonical", ORDER, b"  - - "),))


def a_thousand_aliases() -> Tampering:
    """The moderator signs lists of aliases of lists, which unfold to more than any memory."""
    bomb = b"".join(b"  a%d: &a%d [%s]\n" % (at, at, b"*a%d, " % (at - 1) * 9) for at in range(1, 30))
    data = signed_anew(JOINED, b'  player: "intersideral"\n', b"  a0: &a0 x\n" + bomb)
    return Tampering(data, (Blame("not_canonical", JOINED, b"  a0: &a0"),))


def catalogue() -> dict[str, tuple[Named, ...]]:
    """The attacks on the form of entries by the code that refuses them."""

    def named(code: str, name: str, what: str) -> Named:
        return Named(name, "moderator", what, lambda: form_attack(code, name))

    groups = {
        code: tuple(named(code, name, form["what"]) for name, form in there.items())
        for code, there in forms().items()
    }
    deep = by("moderator", a_thousand_levels, a_thousand_dashes, a_thousand_aliases)
    return {**groups, "not_canonical": groups["not_canonical"] + deep}
