"""The problems of this layer: their codes, and what the operating system reports turned into one."""

import errno
from pathlib import Path
from typing import Final

from gm.campaign import Problem, problem

CODES: Final = frozenset(
    """
    no_campaign no_ledger several_campaigns unknown_campaign campaign_exists bad_campaign_name
    bad_campaign_file unknown_setting bad_setting same_alias card_by_hand
    no_key key_exists key_is_folder key_changed no_passphrase wrong_passphrase bad_passphrase
    bad_key other_key bad_public_key
    busy tampered torn empty_ledger future_version other_campaign rollback fork bad_checkpoints
    unknown_timezone ledger_full disk_full not_writable unreadable
    """.split()
)
"""Every code this layer gives; each has a sentence in every locale. All but a few name a `path`."""

# EFBIG is what a limit on the size of a file gives; EDQUOT does not exist on Windows.
_FULL: Final = frozenset({errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})


def cannot_write(error: OSError, path: Path) -> Problem:
    """`disk_full` or `not_writable`, with the path and the system's own words."""
    code = "disk_full" if error.errno in _FULL else "not_writable"
    return problem(code, path=str(path), **_why(error))


def cannot_read(error: OSError, path: Path) -> Problem:
    """`unreadable`, with the path and the system's own words."""
    return problem("unreadable", path=str(path), **_why(error))


def _why(error: OSError) -> dict[str, str]:
    """The system's own words, and the name of the error by which a locale has its own (`ENOENT`)."""
    return {"why": error.strerror or str(error), "errno": errno.errorcode.get(error.errno or 0, "")}
