"""Pages for the tests of `gm read`: what a table says next, as a moderator saves it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from cli_help import Machine, move_for

Entry = dict[str, str]


def posts_to_come(machine: Machine, number: int, folder: Path) -> list[Entry]:
    """The next legal moves of a table as posts, p1 first; they are played on a copy of the machine."""
    twin = machine.copied_to(folder)
    posts = []
    for each in range(1, number + 1):
        status = twin.status
        move = move_for(status, twin.hand(status["turn"]))
        text = move if "passe" in move else f"Salut,\nje pose {move} !"
        posts.append({"id": f"p{each}", "author": status["turn"], "at": AT.format(each), "text": text})
        twin.done("play", status["turn"], move)
    return posts


AT = "2030-06-15T20:{:02}:00+02:00"


def saved(machine: Machine, posts: Sequence[Mapping[str, str]], name: str = "page.yaml") -> str:
    """A page saved beside the machine; its path."""
    path = machine.folder / name
    path.write_text(yaml.safe_dump(list(posts), allow_unicode=True, sort_keys=False), encoding="utf-8")
    return str(path)


def statuses(answer: Mapping[str, Any]) -> list[str]:
    """The statuses of the posts that `gm read --json` answers."""
    return [post["status"] for post in answer["posts"]]


def in_play(machine: Machine) -> None:
    """Manche 1 is dealt and its order chosen."""
    machine.in_play()


def registering(machine: Machine) -> None:
    """Two players are registered, three seats are free."""
    machine.registered(("intersideral", "MisterH"))
