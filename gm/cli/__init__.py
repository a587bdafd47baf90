"""The command line: `gm`, also installed as `mj`, also `python -m gm` (design.md, Command line)."""

import os
import sys
from collections.abc import Sequence
from typing import TextIO


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code; `arguments` default to the process's own."""
    _speak_utf8()
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] in (["--version"], ["-V"]):
        from gm import __version__

        sys.stdout.write(f'{{"version": "{__version__}"}}\n' if "--json" in words else f"gm {__version__}\n")
        return 0
    try:
        from gm.cli.app import run_app

        return run_app(words)
    except KeyboardInterrupt:
        return 130  # as shells say that Ctrl-C ended a command


def _speak_utf8() -> None:
    """Texts are UTF-8 whatever the console's code page: `gm post table > post.txt` keeps its card symbols."""
    # A stream that the caller closed (`>&-`) takes what is said and says nothing.
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 no file of ours; open to the end
