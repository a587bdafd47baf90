r"""The ledger: a campaign's events as signed entries in one file that is only ever added to.

The format, version `gm/1`. docs/ledger.md shows a whole ledger and how to check it with standard tools
alone.

Entries. A ledger is UTF-8 with LF, a sequence of entries and nothing before, between or after them. An
entry is the line `---` and then, in this order and each beginning its line:

    entry: "gm/1"
    seq: "<number of the entry, from 1 without a gap>"
    prev: "<head of the entry before, 64 zeros in the first>"
    at: "<YYYY-MM-DDThh:mm:ss+hh:mm>"
    event: "<name>"
    data:
      <block>
    sealed: "<SHA-256 of the secret block>"        only when something is kept back
    sig: "<signature>"
    secret:                                        only in the moderator's own copy, with `sealed`
      <block>

BODY is the bytes from `entry:` up to and excluding the line `sig:`, that is with the LF before it. The head
of an entry is the SHA-256 of its BODY. The signature is plain Ed25519 (RFC 8032) over BODY, its 64 bytes in
canonical base64: 88 characters, no second spelling. The first entry, and no other, is `campaign_opened`;
its `moderator` is the raw 32-byte public key in base64 that signs every entry, the first included; none of
the points of small order, for which anybody can sign.

Secrets. `sealed` is the SHA-256 of all bytes after the line `secret:` up to the next `---` line or the end
of the file. It is signed, the block is not: a public copy is the ledger without its `secret` blocks and
nothing else changed. A block begins with `salt`, 32 random hex digits, so that nobody can guess what
`sealed` binds. Entries of `partie_opened`, `manche_dealt` and `exchanged` keep something back,
`manche_abandoned` when it has a `next_commitment`, `refused` when there is something to say; no others do.

Blocks. A block is a mapping, two spaces in. Its canonical form, the only one:

- a key is a plain word; in the mappings `commitments`, `hands`, `seeds` and `places` it is a string;
- a value is a string on the line of its key, or nothing there and a mapping or a list on the lines below;
- a mapping stands two spaces further in than its key, a list's `- ` at the level of its key;
- a list's items are strings, or mappings: `- key: "value"`, their other keys two spaces in from the dash;
- a string is in double quotes on one line; of its text `"`, `\` and LF are written `\"`, `\\` and `\n`;
- no comment, blank line, null, empty list, empty mapping, anchor, tag, or key that stands twice; at most four
  levels, counting the entry itself and its `data` as two.

Values are texts; numbers are decimal without leading zeros, from 1, of at most nine digits. Keys stand in
the order of the table of events, `rules` in that of its options, `post` as id, url, author, at, sha256,
`schedule` as registration, deal, start. Players as keys stand in the order of the seats, giver before
receiver, winner first (`places`); numbers as keys go up. A reader keeps the order of such keys that it
finds. An option whose value is an empty list is left out, and means that list. Cards are their codes in the
order of the deck, one blank between.

Refused in any text: U+0000-001F but LF, 007F-009F, 061C, 200E-200F, 2028-202E, 2066-2069, D800-DFFF,
FDD0-FDEF, FEFF, the last two of each plane. An entry has at most 2^20 bytes, without its line `---`, a
ledger 2^26. Of what length names, words and beacons are stands in docs/ledger.md.

Reading. On bytes first: layout, signature, `prev`, `seq`, `sealed`; then text, the form of each line,
whether the canonical form of what it says is the same bytes, and last the event. Reading goes on after a
fault where it can.

    bad_layout       the lines of an entry are not those above in their order; it is not read further
    future_version   `entry` is "gm/2" or more; it is not read further
    too_large        an entry or the ledger is too long; it is not read further
    bad_signature    the key did not sign BODY, `sig` is not canonical base64, or no key is known that only
                     its owner can sign for
    wrong_key        the first entry states another key than the one required
    bad_chain        `prev` is not the head of the entry before
    bad_seq          `seq` is not the number after that of the entry before
    bad_sealed       `sealed` and the `secret` block do not agree, or stand where they may not
    secret_missing   own copy only: `sealed` without its block
    bad_text         not UTF-8, or a refused code point
    not_canonical    a line of a block is not in canonical form
    bad_time         `at` is not a time with seconds and a numeric offset, 00:00:00 to 23:59:59
    bad_event        the table of events has no such event, field, value or order; or a second opening
    too_many_faults  after 1000 faults reading stops
    torn             the last entry is the beginning of one: a crash cut it while it was written
    rollback, fork   a checkpoint is not of this ledger: it is shorter, or it differs

A tail is torn when its lines are in order and in form as far as they go and the entry is not whole: no line
`sig:`, or a `secret` block whose last line, hand, seed or required field is not there. NUL bytes at the
end, which some file systems leave after a crash, are part of it. (A block cut exactly between `cards` and
`asked`, or inside or after `reasons`, cannot be told from a changed one and is `bad_sealed`.) In one's own
copy a last entry without any block is both `secret_missing` and torn. A complete entry that does not verify
is never torn.

Checkpoint. `<campaign>/<seq>/` and the first 32 hex digits of the head, upper case, in groups
`XXXX-…-XXXX`.

Worked example: the second entry of docs/ledger.md, signed with the private key 00 01 … 1f; its head is
814aef5e5e10ca97ddd895b6c113e171fb71df5c87f95a90af136449708e3918.

    ---
    entry: "gm/1"
    seq: "2"
    prev: "ec3baa870533385d3e5cb0992460e894efa98e4978ec9c411828bed96398a8c1"
    at: "2014-06-12T14:00:00+02:00"
    event: "partie_opened"
    data:
      partie: "1"
      commitments:
        "1": "5e3c73acf59d7a22805d7a0b9dffe5d0b1649682e5cbafbe2289b9ed821b7362"
        "2": "91cc640fb12fe7af02a7729e40b91bd0979b053c0730ef74b23c016359da82bc"
    sealed: "0a6ea883fc743c72b38153ccf5e9d2fbd09ffef34ef7020a56df1b5b6a7a6c96"
    sig: "/G42z9C1pg7GXRf1nX+Kb+KO6vzVdmSR+RHvzVVRAgd7Exg9N/UT1HuOnccdwLiSObB9Lw5XzbzcXiomwbBaDw=="
    secret:
      salt: "000102030405060708090a0b0c0d0e0f"
      seeds:
        "1": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
        "2": "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"
"""

from gm.ledger.checkpoint import (
    MOST_CHECKPOINTS,
    OTHER_CAMPAIGN,
    Checkpoint,
    check_checkpoint,
    check_checkpoints,
    checkpoint,
    checkpoints_against,
    find_checkpoints,
    parse_checkpoint,
)
from gm.ledger.layout import LARGEST_LEDGER, is_ledger, keeps_secrets
from gm.ledger.read import read
from gm.ledger.text import (
    TextProblem,
    clean_name,
    clean_text,
    is_campaign_name,
    name_key,
    post_digest,
    post_form,
    same_name,
)
from gm.ledger.values import CR_LF, NO_ENTRY, Copy, Entry, Fault, FaultCode, Progress, Reading, cut_short
from gm.ledger.write import SealError, head_of, public_copy, seal

__all__ = [
    "CR_LF",
    "LARGEST_LEDGER",
    "MOST_CHECKPOINTS",
    "NO_ENTRY",
    "OTHER_CAMPAIGN",
    "Checkpoint",
    "Copy",
    "Entry",
    "Fault",
    "FaultCode",
    "Progress",
    "Reading",
    "SealError",
    "TextProblem",
    "check_checkpoint",
    "check_checkpoints",
    "checkpoint",
    "checkpoints_against",
    "clean_name",
    "clean_text",
    "cut_short",
    "find_checkpoints",
    "head_of",
    "is_campaign_name",
    "is_ledger",
    "keeps_secrets",
    "name_key",
    "parse_checkpoint",
    "post_digest",
    "post_form",
    "public_copy",
    "read",
    "same_name",
    "seal",
]
