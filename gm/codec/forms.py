"""The table of events: name, class, fields in the order of design.md, and what must hold between them.

An optional field that is None or empty is left out. Mappings keep the order that the event gives them:
players in the order of the seats (giver, then receiver; places from 1), manches in theirs, `rules` as
`options_of` lists them. Reading keeps the order that it finds.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from gm.codec.shapes import (
    BY_MANCHE,
    CAMPAIGN,
    CARDS,
    CODES,
    COMMITMENTS,
    DIGEST,
    LINE,
    LINES,
    NAME,
    NUMBER,
    PUBLIC_KEY,
    RULES,
    SALTS,
    TEXT,
    WORD,
    Field,
    Shape,
    list_of,
    mapping_of,
    part_of,
)
from gm.events import (
    CampaignOpened,
    ClosedExchange,
    Exchanged,
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
    Played,
    Post,
    Refused,
    Replaced,
    Sanctioned,
    Schedule,
    Undone,
    Word,
)


class Form(NamedTuple):
    """One line of the table: the event's name, its class, its fields and what must hold between them."""

    name: str
    make: type[Any]
    data: tuple[Field, ...]
    secret: tuple[Field, ...]
    check: Callable[[Any], str | None]


def _required(key: str, shape: Shape, attribute: str = "") -> Field:
    return Field(key, shape, "data", "required", attribute or key)


def _optional(key: str, shape: Shape) -> Field:
    return Field(key, shape, "data", "optional", key)


def _hidden(key: str, shape: Shape) -> Field:
    return Field(key, shape, "secret", "required", key)


def _hidden_maybe(key: str, shape: Shape) -> Field:
    return Field(key, shape, "secret", "optional", key)


def _form(
    name: str, make: type[Any], *fields: Field, check: Callable[[Any], str | None] = lambda _: None
) -> Form:
    data = tuple(field for field in fields if field.place == "data")
    secret = tuple(field for field in fields if field.place == "secret")
    return Form(name, make, data, secret, check)


def _check_opened(event: PartieOpened) -> str | None:
    if event.seeds is not None and list(event.seeds) != list(event.commitments):
        return "seeds and commitments are of the same manches"
    return None


def _check_dealt(event: MancheDealt) -> str | None:
    if len(set(event.seats)) != len(event.seats) or set(event.commitments) != set(event.seats):
        return "each seat has its commitments"
    if event.hands is not None and {name: len(cards) for name, cards in event.hands.items()} != {
        name: len(digests) for name, digests in event.commitments.items()
    }:
        return "each hand has as many cards as commitments"
    if not set(event.extra) <= set(event.seats) or event.opener not in {None, *event.seats}:
        return "extra and opener name players of this deal"
    return None


def _check_order(event: OrderChosen) -> str | None:
    return None if len(event.salts) == 2 else "two salts are expected, of Qh and of Qs"


def _check_exchanged(event: Exchanged) -> str | None:
    if event.giver == event.receiver or set(event.commitments) != {event.giver, event.receiver}:
        return "commitments are of the giver and the receiver"
    return None


def _check_played(event: Played) -> str | None:
    return None if len(event.salts) == len(event.cards) else "one salt for each card is expected"


def _check_replaced(event: Replaced) -> str | None:
    if event.commitments is not None and set(event.commitments) != {event.by}:
        return "commitments are of the new player"
    return None


def _check_abandoned(event: MancheAbandoned) -> str | None:
    if event.next_commitment is None and event.next_seed is not None:
        return "a next seed has a commitment"
    return None


_POST: Final = part_of(
    Post,
    (
        _optional("id", LINE),
        _optional("url", LINE),
        _optional("author", LINE),
        _optional("at", LINE),
        _required("sha256", DIGEST),
    ),
)
_SCHEDULE: Final = part_of(
    Schedule, (_optional("registration", LINE), _optional("deal", LINE), _optional("start", LINE))
)
_GIFT: Final = part_of(
    ClosedExchange,
    (
        _required("giver", NAME),
        _required("receiver", NAME),
        _required("cards", CARDS),
        _optional("asked", LINE),
    ),
)

FORMS: Final[tuple[Form, ...]] = (
    _form(
        "campaign_opened",
        CampaignOpened,
        _required("campaign", CAMPAIGN),
        _required("title", LINE),
        _required("locale", LINE),
        _required("timezone", LINE),
        _required("rules", RULES),
        _required("moderator", PUBLIC_KEY),
        _required("engine", LINE),
    ),
    _form(
        "partie_opened",
        PartieOpened,
        _required("partie", NUMBER),
        _required("commitments", BY_MANCHE),
        _optional("beacon_rule", WORD),
        _optional("schedule", _SCHEDULE),
        _hidden("seeds", BY_MANCHE),
        check=_check_opened,
    ),
    _form("joined", Joined, _required("player", NAME), _optional("word", WORD), _optional("post", _POST)),
    _form("word", Word, _required("player", NAME), _required("word", WORD), _optional("post", _POST)),
    _form("left", Left, _required("player", NAME), _optional("post", _POST)),
    _form(
        "manche_dealt",
        MancheDealt,
        _required("partie", NUMBER),
        _required("manche", NUMBER),
        _required("seats", list_of(NAME)),
        _optional("extra", list_of(NAME)),
        _optional("opener", NAME),
        _optional("beacon", WORD),
        _required("entropy", DIGEST),
        _required("commitments", COMMITMENTS),
        _hidden("hands", mapping_of(NAME, CARDS)),
        check=_check_dealt,
    ),
    _form(
        "order_chosen",
        OrderChosen,
        _required("order", list_of(NAME)),
        _required("by", NAME),
        _required("salts", SALTS),
        _optional("post", _POST),
        check=_check_order,
    ),
    _form(
        "exchanged",
        Exchanged,
        _required("giver", NAME),
        _required("receiver", NAME),
        _required("commitments", COMMITMENTS),
        _hidden("cards", CARDS),
        _hidden_maybe("asked", LINE),
        check=_check_exchanged,
    ),
    _form(
        "played",
        Played,
        _required("player", NAME),
        _required("cards", CARDS),
        _required("salts", SALTS),
        _optional("overruled", CODES),
        _optional("reason", TEXT),
        _optional("post", _POST),
        check=_check_played,
    ),
    _form(
        "passed",
        Passed,
        _required("player", NAME),
        _optional("overruled", CODES),
        _optional("reason", TEXT),
        _optional("post", _POST),
    ),
    _form(
        "refused",
        Refused,
        _required("player", NAME),
        _required("claim", LINE),
        _required("violations", CODES),
        _optional("post", _POST),
        _hidden_maybe("reasons", LINES),
        _hidden_maybe("note", TEXT),
    ),
    _form(
        "sanctioned",
        Sanctioned,
        _required("player", NAME),
        _required("reason", TEXT),
        _optional("evidence", list_of(NUMBER)),
    ),
    _form(
        "replaced",
        Replaced,
        _required("player", NAME),
        _required("by", NAME),
        _optional("commitments", COMMITMENTS),
        check=_check_replaced,
    ),
    _form("undone", Undone, _required("from", NUMBER, "from_"), _required("reason", TEXT)),
    _form(
        "manche_closed",
        MancheClosed,
        _required("partie", NUMBER),
        _required("manche", NUMBER),
        _required("places", mapping_of(NAME, NUMBER)),
        _required("seed", DIGEST),
        _optional("exchanges", list_of(_GIFT)),
    ),
    _form(
        "manche_abandoned",
        MancheAbandoned,
        _required("partie", NUMBER),
        _required("manche", NUMBER),
        _required("seed", DIGEST),
        _required("reason", TEXT),
        _optional("next_commitment", DIGEST),
        _optional("beacon_rule", WORD),
        _hidden_maybe("next_seed", DIGEST),
        check=_check_abandoned,
    ),
    _form("partie_closed", PartieClosed, _required("partie", NUMBER)),
    _form("note", Note, _required("text", TEXT)),
)
