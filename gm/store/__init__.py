"""The campaign folder, the moderator's key, the lock, the clock and randomness: all that touches the disk.

What can go wrong outside (no key, a full disk, an edited ledger) is a `Problem` with a code of `CODES`.
"""

from gm.store.chance import (
    Clock,
    FixedClock,
    Randomness,
    SystemClock,
    SystemRandomness,
    UnsafeFixedRandomness,
    zone_of,
)
from gm.store.creating import create_campaign
from gm.store.files import is_file, is_folder, read_bytes, read_given, text_of, write_atomically
from gm.store.folders import (
    LEDGER,
    OUTBOX,
    campaigns_folder,
    campaigns_in,
    configuration_folder,
    find_campaign,
    is_campaign_name,
    key_path,
    locate,
    outbox_of,
    put_in_outbox,
    remember_folder,
)
from gm.store.keys import (
    ModeratorKey,
    Passphrase,
    change_passphrase,
    create_key,
    load_key,
    passphrase_from,
    public_pem,
    read_public_pem,
    read_public_text,
)
from gm.store.posts import keep_posts, kept_post
from gm.store.presentation import Presentation, read_presentation
from gm.store.problems import CODES
from gm.store.published import (
    check_published,
    checkpoints_path,
    current_checkpoint,
    last_published,
    remember_published,
)
from gm.store.reading import Opened, read_ledger, read_only, tampered
from gm.store.remembering import remember_card
from gm.store.repairing import Repaired, repair
from gm.store.writing import Writer, open_for_writing

__all__ = [
    "CODES",
    "LEDGER",
    "OUTBOX",
    "Clock",
    "FixedClock",
    "ModeratorKey",
    "Opened",
    "Passphrase",
    "Presentation",
    "Randomness",
    "Repaired",
    "SystemClock",
    "SystemRandomness",
    "UnsafeFixedRandomness",
    "Writer",
    "campaigns_folder",
    "campaigns_in",
    "change_passphrase",
    "check_published",
    "checkpoints_path",
    "configuration_folder",
    "create_campaign",
    "create_key",
    "current_checkpoint",
    "find_campaign",
    "is_campaign_name",
    "is_file",
    "is_folder",
    "keep_posts",
    "kept_post",
    "key_path",
    "last_published",
    "load_key",
    "locate",
    "open_for_writing",
    "outbox_of",
    "passphrase_from",
    "public_pem",
    "put_in_outbox",
    "read_bytes",
    "read_given",
    "read_ledger",
    "read_only",
    "read_presentation",
    "read_public_pem",
    "read_public_text",
    "remember_card",
    "remember_folder",
    "remember_published",
    "repair",
    "tampered",
    "text_of",
    "write_atomically",
    "zone_of",
]
