"""The texts of posts, kept beside the ledger so that `gm recheck` can show what has changed in them."""

from collections.abc import Iterable
from pathlib import Path

from gm.cli.answer import print_aside, told
from gm.cli.runtime import Run


def keep_texts(run: Run, folder: Path, texts: Iterable[str]) -> None:
    """Keep the texts of posts; where that cannot be done it is told, and what is recorded stays recorded."""
    from gm.store import keep_posts

    trouble = keep_posts(folder, texts)
    if trouble is not None:
        why = told(trouble, run.locale)
        print_aside(
            run.say(
                "texts_not_kept", full=trouble.code == "disk_full", path=why["path"], why=why.get("why", "")
            )
        )
