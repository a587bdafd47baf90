"""The table of events: name, class, fields in the order of design.md, what holds between them.

An optional field that is None or empty is left out. Mappings keep the order that the event gives them:
players in the order of the seats (giver, then receiver; places from 1), manches in theirs, `rules` as
`options_of` lists them. Reading keeps the order that it finds.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from gm.codec.between import (
    check_abandoned,
    check_dealt,
    check_delays,
    check_exchanged,
    check_incident,
    check_opened,
    check_order,
    check_paused,
    check_played,
    check_replaced,
)
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
    DelaysSet,
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
    Refused,
    Replaced,
    Sanctioned,
    Schedule,
    StandingPass,
    StandingPassEnded,
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
        check=check_opened,
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
        check=check_dealt,
    ),
    _form(
        "order_chosen",
        OrderChosen,
        _required("order", list_of(NAME)),
        _required("by", NAME),
        _required("salts", SALTS),
        _optional("post", _POST),
        check=check_order,
    ),
    _form(
        "exchanged",
        Exchanged,
        _required("giver", NAME),
        _required("receiver", NAME),
        _required("commitments", COMMITMENTS),
        _hidden("cards", CARDS),
        _hidden_maybe("asked", LINE),
        check=check_exchanged,
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
        check=check_played,
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
        check=check_replaced,
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
        check=check_abandoned,
    ),
    _form("partie_closed", PartieClosed, _required("partie", NUMBER)),
    _form("note", Note, _required("text", TEXT)),
    _form(
        "delays_set",
        DelaysSet,
        _required("turn", NUMBER),
        _required("exchange", NUMBER),
        _required("order", NUMBER),
        _required("grace", NUMBER),
        _required("absent", LINE),
        _optional("quiet", LINE),
        check=check_delays,
    ),
    _form(
        "paused",
        Paused,
        _required("from", LINE, "from_"),
        _required("until", LINE),
        _optional("reason", TEXT),
        check=check_paused,
    ),
    _form("standing_pass", StandingPass, _required("player", NAME), _optional("post", _POST)),
    _form("standing_pass_ended", StandingPassEnded, _required("player", NAME), _optional("post", _POST)),
    _form(
        "incident",
        Incident,
        _required("player", NAME),
        _required("kind", LINE),
        _optional("entries", list_of(NUMBER)),
        _optional("post", _POST),
        _hidden_maybe("note", TEXT),
        check=check_incident,
    ),
)
