"""The layering of design.md, "The flow, and who may import whom", read off the syntax trees of gm/."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

GM = Path(__file__).resolve().parent.parent / "gm"

# In the order of design.md: each imports only those to its left. Inside a package all is free.
LAYERS = (
    *("cards", "rules", "events", "manche", "campaign", "posts", "calendar", "dealing", "codec", "ledger"),
    *("evidence", "views", "render", "pictures", "bots", "desk", "simulate", "store", "cli"),
)
TOUCHES_THE_WORLD = {"store", "cli"}
READS_PACKAGE_DATA = {"render"}

# What reaches files, clock, chance or other processes. A name forbids the module and all in it.
WORLDLY_IMPORTS = (
    *("os", "posix", "nt", "pathlib", "shutil", "glob", "fileinput", "tempfile", "io.open", "io.FileIO"),
    *("codecs.open", "mmap", "sqlite3", "fcntl", "msvcrt", "time", "random", "secrets", "uuid", "subprocess"),
    *("multiprocessing", "socket", "http", "urllib.request", "asyncio", "getpass", "platformdirs"),
    *("importlib", "pkgutil", "runpy", "__main__"),
)
PACKAGE_DATA = "importlib.resources"
WORLDLY_BUILTINS = {"open", "input", "exec", "eval", "__import__"}
CLOCK_METHODS = {"now", "today", "utcnow"}

MODULES = sorted(path.relative_to(GM).as_posix() for path in GM.rglob("*.py"))


def layer(module: str) -> str:
    """The entry of LAYERS that a file under gm/ belongs to: ``cli/app.py`` is of ``cli``."""
    return module.removesuffix(".py").split("/")[0]


def imported(tree: ast.AST, module: str) -> Iterator[tuple[int, str]]:
    """Line and full dotted name of each import of the file, in functions and under TYPE_CHECKING too."""
    package = ("gm", *module.split("/")[:-1])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else ()
            for alias in node.names:
                yield node.lineno, ".".join((*base, *filter(None, [node.module]), alias.name))


def upward(source: str, module: str) -> list[str]:
    """The imports in a file of gm/ that do not go to its own layer or one above it in design.md's list."""
    own = layer(module)
    faults = []
    for line, name in imported(ast.parse(source), module):
        top, _, rest = name.partition(".")
        if top != "gm":
            continue
        target = rest.split(".")[0]
        if own == "__init__":
            allowed = False
        elif own == "__main__":
            allowed = target == "cli"
        elif target in LAYERS:
            allowed = LAYERS.index(target) <= LAYERS.index(own)
        else:
            allowed = target == "__version__"
        if not allowed:
            faults.append(f"gm/{module}:{line} imports {name}")
    return faults


def within(name: str, forbidden: str) -> bool:
    return name == forbidden or name.startswith(forbidden + ".")


def worldly(source: str, module: str) -> list[str]:
    """The places in a file of gm/ that reach files, clock, chance or another process."""
    if layer(module) in TOUCHES_THE_WORLD | {"__main__"}:
        return []
    tree = ast.parse(source)
    faults = []
    for line, name in imported(tree, module):
        if layer(module) in READS_PACKAGE_DATA and within(name, PACKAGE_DATA):
            continue
        if any(within(name, forbidden) for forbidden in WORLDLY_IMPORTS):
            faults.append(f"gm/{module}:{line} imports {name}")
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) if name in WORLDLY_BUILTINS:
                faults.append(f"gm/{module}:{node.lineno} uses {name}")
            case ast.Call(func=ast.Attribute(attr=name)) if name in CLOCK_METHODS:
                faults.append(f"gm/{module}:{node.lineno} calls .{name}")
            case ast.Attribute(value=ast.Name(id="io"), attr="open" | "FileIO" as name):
                faults.append(f"gm/{module}:{node.lineno} uses io.{name}")
            case ast.Attribute(value=ast.Name(id=name), attr="generate") if name.endswith("PrivateKey"):
                faults.append(f"gm/{module}:{node.lineno} draws a key")
    return faults


@pytest.mark.parametrize("module", MODULES)
def test_every_module_is_on_the_list(module: str) -> None:
    """Each file of gm/ belongs to an entry of the list in design.md ("The flow")."""
    assert layer(module) in {*LAYERS, "__init__", "__main__"}


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_upward_only(module: str) -> None:
    """ "A module imports only modules above it in this list" (design.md, "The flow")."""
    assert upward((GM / module).read_text("utf-8"), module) == []


@pytest.mark.parametrize("module", MODULES)
def test_only_store_and_cli_touch_the_world(module: str) -> None:
    """ "Only store.py and cli/ touch files, clock or randomness" (design.md, "The flow")."""
    assert worldly((GM / module).read_text("utf-8"), module) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("cards.py", "import gm.rules"),
        ("cards.py", "from gm import rules"),
        ("cards.py", "from gm.rules import Rules"),
        ("cards.py", "from . import rules"),
        ("cards.py", "from .rules import Rules"),
        ("manche/model.py", "from ..campaign import Ruling"),
        ("manche/model.py", "from gm.cli.session import run"),
        ("desk.py", "def f():\n    from gm import store"),
        ("desk.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from gm.store import Folder"),
        ("desk.py", "from gm import *"),
        ("desk.py", "from gm.unheard_of import x"),
        ("desk.py", "import gm.__main__"),
        ("__init__.py", "from gm.cards import Card"),
        ("__main__.py", "from gm.desk import judge"),
    ],
)
def test_an_import_that_goes_down_is_found(module: str, source: str) -> None:
    """The check above sees an import in every form it can take."""
    assert len(upward(source, module)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("cards.py", "import enum"),
        ("rules.py", "from gm.cards import Rank"),
        ("manche/judge.py", "from . import model"),
        ("manche/judge.py", "from .model import State"),
        ("manche/judge.py", "from ..rules import Rules"),
        ("posts/words.py", "from gm.posts.claims import Claim"),
        ("ledger.py", "from gm import __version__, codec"),
        ("cli/__init__.py", "from gm import desk, store\nfrom gm.cli.app import app"),
        ("__main__.py", "from gm.cli import main"),
    ],
)
def test_an_import_that_goes_up_is_allowed(module: str, source: str) -> None:
    """The check above accepts a layer's own package and what stands above it."""
    assert upward(source, module) == []


@pytest.mark.parametrize(
    "source",
    [
        "import os",
        "import os.path as p",
        "from os.path import join",
        "from pathlib import Path",
        "import time",
        "from random import Random",
        "import secrets",
        "import subprocess",
        "import tempfile",
        "import socket",
        "from io import open",
        "import io\nio.open('x')",
        "open('x')",
        "import importlib",
        "from importlib import resources",
        "from importlib.resources import files",
        "from datetime import datetime\ndatetime.now()",
        "from datetime import date\ndate.today()",
        "import datetime\ndatetime.datetime.utcnow()",
        "def f():\n    import time",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pathlib import Path",
        "key = Ed25519PrivateKey.generate()",
        "__import__('os')",
    ],
)
def test_a_reach_for_the_world_is_found(source: str) -> None:
    """The check above sees files, clock, chance and processes, and lets store and cli have them."""
    assert len(worldly(source, "desk.py")) == 1
    assert worldly(source, "store.py") == worldly(source, "cli/app.py") == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("calendar.py", "from datetime import datetime, time, timedelta\nfrom zoneinfo import ZoneInfo"),
        ("pictures.py", "import io\nbuffer = io.BytesIO()"),
        (
            "render.py",
            "from importlib.resources import files\nfrom importlib.resources.abc import Traversable",
        ),
        ("desk.py", "def f(context):\n    return context.now"),
    ],
)
def test_values_of_time_and_memory_are_allowed(module: str, source: str) -> None:
    """Types of time, buffers in memory and the package's own data are no reach for the world."""
    assert worldly(source, module) == []
