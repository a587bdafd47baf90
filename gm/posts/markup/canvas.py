"""What has been seen so far of a post, as it grows."""

from array import array
from typing import Final

from gm.posts.markup.folding import folded
from gm.posts.markup.seen import IMAGE, Range, Visible, joined

_PIECE: Final = 2000
"""Characters folded at once: one ligature makes a piece slow, not the whole post."""


class Canvas:
    """The visible text as it grows, in pieces, with the place of each character in the post."""

    def __init__(self, post: str) -> None:
        self._post = post
        self._pieces: list[str] = []
        self._starts, self._ends = array("I"), array("I")
        self._images: list[tuple[int, str]] = []
        self._ranges: dict[str, list[Range]] = {"faint": [], "unsure": [], "verbatim": []}

    def __len__(self) -> int:
        return len(self._starts)

    def keep(self, first: int, last: int) -> None:
        """The post from one index to another is seen as it is written."""
        for at in range(first, last, _PIECE):
            self._keep_piece(at, min(at + _PIECE, last))

    def put(self, text: str, first: int, last: int) -> None:
        """A folded text is seen in place of the post from one index to another."""
        if not text:
            return
        self._pieces.append(text)
        self._starts.extend([first] * len(text))
        self._ends.extend([last] * len(text))

    def put_image(self, address: str, first: int, last: int) -> None:
        """An image that may be a card is seen there."""
        self._images.append((len(self), address))
        self.put(IMAGE, first, last)

    def flag(self, kind: str, first: int) -> None:
        """All since the index `first` is `faint`, `unsure` or `verbatim`."""
        if first < len(self):
            self._ranges[kind].append((first, len(self)))

    def since(self, first: int, most: int) -> str | None:
        """What has been seen since an index, None when that is more than `most` characters."""
        size, pieces = len(self), list[str]()
        if size - first > most:
            return None
        for piece in reversed(self._pieces):
            if size <= first:
                break
            size -= len(piece)
            pieces.append(piece)
        return "".join(reversed(pieces))[first - size :]

    def seen(self, *, unclosed: bool) -> Visible:
        """All that has been seen."""
        return Visible(
            "".join(self._pieces),
            self._starts,
            self._ends,
            unclosed=unclosed,
            images=tuple(self._images),
            faint=joined(self._ranges["faint"]),
            unsure=joined(self._ranges["unsure"]),
            verbatim=joined(self._ranges["verbatim"]),
        )

    def _keep_piece(self, first: int, last: int) -> None:
        piece = self._post[first:last]
        ascii_only = piece.isascii()
        chars = [piece.lower().replace("\r", "\n")] if ascii_only else list(map(folded, piece))
        text = "".join(chars)
        self._pieces.append(text)
        if len(text) == len(piece) and all(chars):
            self._starts.extend(range(first, last))
            self._ends.extend(range(first + 1, last + 1))
            return
        for at, char in enumerate(chars, first):
            if not char and self._ends and self._ends[-1] == at:
                # A combining mark or a variation selector belongs to the character that it follows.
                self._ends[-1] = at + 1
            for _ in char:
                self._starts.append(at)
                self._ends.append(at + 1)
