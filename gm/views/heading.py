"""Where a text belongs."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Heading:
    """Where a text belongs; `partie` and `manche` are 0 as long as there is none."""

    campaign: str
    title: str
    partie: int
    manche: int
