"""How the posts of one campaign are written: its images of cards, its players' other names and signatures.

The values of `campaign.yaml` that reading needs; none of them decides a ruling.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from gm.desk.names import folded

Table = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Customs:
    """What stands beside the language in how posts are read; empty where `campaign.yaml` says nothing.

    `cards` says which cards an image shows (`gm.posts.images`), `aliases` whose another name is, `signatures`
    what ends each post of somebody, by their name or an alias.
    """

    cards: Table = field(default_factory=dict)
    aliases: Table = field(default_factory=dict)
    signatures: Table = field(default_factory=dict)

    def player_of(self, author: str, known: Sequence[str]) -> str | None:
        """The known name that an author bears: exactly, else but for case and accents, else by an alias.

        None for somebody else, and where two names are as near.
        """
        if author in known:
            return author
        for wanted in (folded(author), folded(self._meant(author))):
            found = [name for name in known if folded(name) == wanted]
            if found:
                return found[0] if len(found) == 1 else None
        return None

    def name_of(self, author: str, known: Sequence[str]) -> str:
        """The name under which an author plays, or would: a known one, that of an alias, else their own."""
        return self.player_of(author, known) or self._meant(author)

    def signature_of(self, author: str) -> str:
        """What ends each post of an author, empty when nothing is known to."""
        if author in self.signatures:
            return self.signatures[author]
        wanted = folded(self._meant(author))
        same = (text for name, text in self.signatures.items() if folded(self._meant(name)) == wanted)
        return next(same, "")

    def _meant(self, name: str) -> str:
        """The player's name that another name stands for, else itself."""
        if name in self.aliases:
            return self.aliases[name]
        wanted = folded(name)
        return next((player for alias, player in self.aliases.items() if folded(alias) == wanted), name)


NO_CUSTOMS: Final = Customs()
