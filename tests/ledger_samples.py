"""Sample events and ledgers for tests; nothing here is random."""

from base64 import b64encode
from collections.abc import Iterable
from dataclasses import replace

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gm import dealing
from gm.cards import cards_of
from gm.events import (
    CampaignOpened,
    ClosedExchange,
    DelaysSet,
    Event,
    Exchanged,
    Incident,
    Joined,
    Left,
    MancheAbandoned,
    MancheClosed,
    MancheDealt,
    Note,
    OrderChosen,
    PartieClosed,
    PartieOpened,
    Passed,
    Paused,
    Played,
    Post,
    Record,
    Refused,
    Replaced,
    Sanctioned,
    Schedule,
    StandingPass,
    StandingPassEnded,
    Undone,
    Word,
)
from gm.ledger import NO_ENTRY, head_of, post_digest, seal

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC_KEY = KEY.public_key().public_bytes_raw()
MODERATOR = b64encode(PUBLIC_KEY).decode()
OTHER_KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
AT = "2014-06-12T14:00:00+02:00"
SALT = "000102030405060708090a0b0c0d0e0f"
SEED = bytes(range(32)).hex()
SEED_2 = bytes(range(32, 64)).hex()
HEX = [f"{digit:x}" * 64 for digit in range(16)]
SALTS = [f"{digit:x}" * 32 for digit in range(16)]

# Written out, so that an option added later leaves the published example as it is.
RULES: dict[str, str | tuple[str, ...]] = {
    "preset": "zebest",
    "pass": "free",
    "equal": "taggle",
    "equal_top": "true",
    "taggle_forced": "true",
    "larger": "no",
    "jokers": "none",
    "carre": "reverse_and_close",
    "closes": ("top", "four"),
    "two_both_ends": "false",
    "transparent_threes": "false",
    "forbidden_finish": "on_finish",
    "manches": "2",
    "target": "none",
    "exchange_limit": "none",
    "order": "kept",
    "extra": "lot_then_last_two",
}
OPENED = CampaignOpened("zebest", "Été 2014", "fr", "Europe/Paris", RULES, MODERATOR, "1")
PARTIE = PartieOpened(
    partie=1,
    commitments={1: dealing.commit("zebest", 1, 1, SEED), 2: dealing.commit("zebest", 1, 2, SEED_2)},
    seeds={1: SEED, 2: SEED_2},
)
POST = Post(HEX[9], "8412", "https://forum.example/t/1?p=8412#p", "intersideral", "12 juin 2014, 14:03")
DEALT = MancheDealt(
    partie=1,
    manche=1,
    seats=("snaga", "MisterH"),
    entropy=HEX[7],
    commitments={"snaga": (HEX[1], HEX[2]), "MisterH": (HEX[3],)},
    hands={"snaga": cards_of("3s Qh"), "MisterH": cards_of("2d")},
)

POST_TEXT = "J'en suis !\nMot : l'\"été\" \\o/\n"
EXAMPLE: tuple[Event, ...] = (
    OPENED,
    PARTIE,
    Joined("MrRarty", 'l\'"été" \\o/', Post(post_digest(POST_TEXT), "8412")),
)
"""The worked example of docs/ledger.md."""

PARTIE_FULL = PartieOpened(
    partie=2,
    commitments={1: HEX[1]},
    seeds={1: HEX[2]},
    beacon_rule="tirage du loto du 14 juin, 5 numéros",
    schedule=Schedule("2014-06-12", "2014-06-14", "2014-06-14T20:00"),
)
DEALT_FULL = replace(
    DEALT,
    partie=2,
    manche=40,
    extra=("snaga",),
    opener="MisterH",
    beacon="3 14 15 92 65",
    hands={"snaga": cards_of("3s Qh"), "MisterH": cards_of("Xr")},
)
ORDER = OrderChosen(("MisterH", "snaga"), "snaga", (SALTS[1], SALTS[2]))
GIFT = Exchanged("snaga", "MisterH", {"snaga": (HEX[1],), "MisterH": (HEX[2], HEX[3])}, cards_of("As 2h"))
GIFT_ASKED = Exchanged(
    "snaga", "MisterH", {"snaga": (HEX[1],), "MisterH": (HEX[2],)}, cards_of("2h"), "2? As"
)
PLAYED = Played("snaga", cards_of("8s 8d"), (SALTS[3], SALTS[1]))
PLAYED_FULL = Played(
    "snaga", cards_of("8s"), (SALTS[3],), ("too_low", "wrong_count"), "deux lignes\nen tout", POST
)
REFUSED = Refused("snaga", "7?", ("not_held",))
REFUSED_FULL = Refused(
    "snaga", "7s", ("not_held", "too_low"), POST, ("7s given_away", "7s already_played"), "à surveiller"
)
CLOSED = MancheClosed(1, 1, {"MisterH": 1, "snaga": 2}, SEED)
CLOSED_FULL = replace(
    CLOSED,
    exchanges=(
        ClosedExchange("MisterH", "snaga", cards_of("As 2s"), "2?"),
        ClosedExchange("snaga", "MisterH", cards_of("3s")),
    ),
)
ABANDONED = MancheAbandoned(1, 2, SEED, "main envoyée au mauvais joueur")
DELAYS = DelaysSet(48, 24, 12, 6, "ask")
DELAYS_FULL = DelaysSet(1, 999, 48, 24, "stand_in", "23-8")
PAUSED = Paused("2014-07-14T00:00:00+02:00", "2014-07-21T08:30:00-09:30")
PAUSED_FULL = replace(PAUSED, reason="vacances\nà la mer")
INCIDENT = Incident("snaga", "exchange_not_owed")
INCIDENT_FULL = Incident("snaga", "post_changed", (9, 12), POST, "« 7♠ » est devenu « 8♠ »")
ABANDONED_FULL = replace(ABANDONED, next_commitment=HEX[4], beacon_rule="loto", next_seed=HEX[5])

EVENTS: tuple[Event, ...] = (
    OPENED,
    PARTIE,
    PARTIE_FULL,
    PartieOpened(2, {1: HEX[1]}, {1: HEX[2]}, None, Schedule(start="2014-06-14T20:00")),
    Joined("intersideral"),
    Joined("snaga", "vive les révolutions", POST),
    Joined("MisterH", ""),
    Word("oliv10", '42 "\\" n’est pas\u00a0vide'),
    Word("oliv10", "", Post(HEX[0])),
    Left("MrRarty"),
    Left("MrRarty", POST),
    DEALT,
    DEALT_FULL,
    ORDER,
    replace(ORDER, post=POST),
    GIFT,
    GIFT_ASKED,
    PLAYED,
    PLAYED_FULL,
    Passed("oliv10"),
    Passed("oliv10", ("not_your_turn",), "convenu", POST),
    REFUSED,
    REFUSED_FULL,
    Refused("snaga", "pass", ("taggle_must_play",), None, None, "a le huit"),
    Sanctioned("snaga", "carte jamais eue"),
    Sanctioned("snaga", "carte jamais eue", (12, 40)),
    Replaced("snaga", "C-4 💣"),
    Replaced("snaga", "C-4 💣", {"C-4 💣": (HEX[1], HEX[2])}),
    Undone(17, "mal lu"),
    CLOSED,
    CLOSED_FULL,
    ABANDONED,
    ABANDONED_FULL,
    PartieClosed(1),
    DELAYS,
    DELAYS_FULL,
    PAUSED,
    PAUSED_FULL,
    StandingPass("oliv10"),
    StandingPass("oliv10", POST),
    StandingPassEnded("oliv10"),
    StandingPassEnded("oliv10", POST),
    INCIDENT,
    INCIDENT_FULL,
    Incident("snaga", "post_vanished", (9,)),
    Incident("snaga", "post_appeared", (), POST),
    Note("première ligne\n\nune \\n qui n'en est pas une : # - & * ! | > % @ ` [a] {b}"),
)


def ledger(events: Iterable[Event], key: Ed25519PrivateKey = KEY, at: str = AT) -> bytes:
    """A ledger of these events in this order, every salt the same."""
    return b"".join(entries(events, key, at))


def entries(events: Iterable[Event], key: Ed25519PrivateKey = KEY, at: str = AT) -> list[bytes]:
    """The entries of a ledger, each with its `---` and its `secret` block."""
    sealed = []
    head = NO_ENTRY
    for seq, event in enumerate(events, start=1):
        sealed.append(seal(Record(seq, at, event), head, SALT, key.sign))
        head = head_of(sealed[-1])
    return sealed


def resealed(entry: bytes, old: bytes, new: bytes, key: Ed25519PrivateKey = KEY) -> bytes:
    """An entry without secret, changed and signed again: what only the moderator could forge."""
    body, _, _ = entry.removeprefix(b"---\n").partition(b"sig: ")
    assert old in body
    body = body.replace(old, new, 1)
    return b"---\n" + body + b'sig: "' + b64encode(key.sign(body)) + b'"\n'
