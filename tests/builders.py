"""Ledgers made by real means: desk functions propose, the fold counts, a fixed key seals.

`whole_partie(7)` plays a partie by simple legal moves, two manches and their exchange in zebest; each number
gives its own bytes. `Book` goes step by step:

    book = Book()
    chance = Random(7)
    register(open_partie(book, chance))
    deal(book); choose_order(book, chance); play_manche(book, chance)
    book.own(); book.public()

A `change` stands between what the desk proposes and what is recorded, so that a test can be the moderator
who cheats and seals it with the real key; the game then goes on from what was recorded.
"""

from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta, timezone
from hashlib import sha256
from itertools import count
from random import Random

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gm.campaign import Campaign, Manche, Problem, advance, fold, giveable, seed_count
from gm.cards import Card, NamedCard, cards_in, code_of, hand_of, rank_of, suit_of
from gm.desk.closing import following_events, with_events
from gm.desk.exchange import exchange
from gm.desk.prepare import deal as propose_deal
from gm.desk.prepare import join, new_campaign, order
from gm.desk.prepare import open_partie as propose_partie
from gm.desk.secrets import by_commitment, salts_of
from gm.events import Event, Passed, Played, Post, Record
from gm.ledger import NO_ENTRY, head_of, public_copy, seal
from gm.manche import PASS, LegalPlay, Pass, State, legal
from gm.rules import ZEBEST, Rules

PLAYERS = ("intersideral", "MisterH", "MrRarty", "oliv10", "snaga")
WORDS = {"intersideral": "carotte", "MrRarty": "l'été", "oliv10": "42", "snaga": "vive les révolutions"}

Change = Callable[[Campaign, Event], Event]

_KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC_KEY = _KEY.public_key().public_bytes_raw()
_START = datetime(2014, 6, 12, 14, tzinfo=timezone(timedelta(hours=2)))


class Book:
    """A campaign with its records; `change` may replace each event before it is recorded."""

    def __init__(self, name: str = "zebest", *, rules: Rules = ZEBEST, change: Change | None = None) -> None:
        self.change = change
        opening = new_campaign(
            name,
            title="Une partie",
            locale="fr",
            timezone="Europe/Paris",
            rules=rules,
            moderator=b64encode(PUBLIC_KEY).decode(),
        )
        assert not isinstance(opening, Problem)
        self.records = [Record(1, time_of(1), opening)]
        self.campaign = fold(self.records)

    def add(self, proposed: Event | Sequence[Event] | Problem) -> None:
        """Record what the desk proposes; the fold has to count it."""
        assert not isinstance(proposed, Problem), proposed
        for event in proposed if isinstance(proposed, Sequence) else (proposed,):
            recorded = event if self.change is None else self.change(self.campaign, event)
            seq = len(self.records) + 1
            record = Record(seq, time_of(seq), recorded)
            self.records.append(record)
            self.campaign = advance(self.campaign, record)
            assert not self.campaign.disorders, self.campaign.disorders

    @property
    def manche(self) -> Manche:
        """The manche dealt last."""
        assert self.campaign.manche is not None
        return self.campaign.manche

    @property
    def state(self) -> State:
        """The judge's state of the manche dealt last."""
        assert self.manche.state is not None
        return self.manche.state

    def own(self) -> bytes:
        """The ledger as the moderator has it."""
        return sealed(self.records)

    def public(self) -> bytes:
        """The ledger as everybody may have it."""
        return public_copy(self.own())


def time_of(seq: int) -> str:
    """The time that the entry of this number bears."""
    return (_START + timedelta(minutes=seq)).isoformat()


def sealed(records: Iterable[Record]) -> bytes:
    """The bytes of a ledger of these records, signed with the moderator's key."""
    head, entries = NO_ENTRY, []
    for record in records:
        salt = sha256(f"salt {record.seq}".encode()).hexdigest()[:32]
        entries.append(seal(record, head, salt, _KEY.sign))
        head = head_of(entries[-1])
    return b"".join(entries)


def numbered(events: Iterable[Event]) -> list[Record]:
    """Records of these events, one entry each from 1."""
    return [Record(seq, time_of(seq), event) for seq, event in zip(count(1), events, strict=False)]


def post_of(player: str, text: str) -> Post:
    """The post in which a player says something."""
    return Post(sha256(text.encode()).hexdigest(), author=player)


def open_partie(book: Book, chance: Random, *, beacon_rule: str | None = None) -> Book:
    """Open the next partie with seeds of chance."""
    seeds = [chance.randbytes(32) for _ in range(seed_count(book.campaign.rules))]
    book.add(propose_partie(book.campaign, seeds, beacon_rule=beacon_rule, schedule=None))
    return book


def register(book: Book, players: Sequence[str] = PLAYERS) -> Book:
    """Register players, with their word where `WORDS` has one."""
    for player in players:
        word = WORDS.get(player)
        book.add(join(book.campaign, player, word, post_of(player, f"j'en suis : {word}")))
    return book


def deal(book: Book, beacon: str | None = None) -> Book:
    """Deal the next manche."""
    book.add(propose_deal(book.campaign, beacon))
    return book


def choose_order(book: Book, chance: Random) -> Book:
    """The order of play: the holder of Qh first, the others by chance (Z3)."""
    hands = book.manche.hands_dealt
    assert hands is not None
    names = sorted(hands, key=lambda name: "Qh" not in map(code_of, hands[name]))
    others = chance.sample(names[1:], len(names) - 1)
    book.add(order(book.campaign, [names[0], *others], post_of(names[0], "l'ordre")))
    return book


def exchange_all(book: Book, chance: Random) -> Book:
    """Every exchange, with a demand by chance where there are any, and a gift of chance (Z19, B8, E5, C5)."""
    rules = book.campaign.rules
    for pair in book.manche.pairs:
        number = chance.randint(0, pair.number) if rules.exchange.demands else 0
        wanted = chance.sample(cards_in(book.manche.hand(pair.worse)), number)
        asked = [named(card) for card in wanted]
        received = exchange(book.campaign, pair.better, asked=asked, given=None)
        assert not isinstance(received, Problem)
        book.add(received.events)
        may_give = giveable(rules, book.manche.hand(pair.better), hand_of(received.received))
        gift = chance.sample(cards_in(may_give), pair.number)
        given = exchange(book.campaign, pair.better, asked=None, given=[named(card) for card in gift])
        assert not isinstance(given, Problem)
        book.add(given.events)
    return book


def named(card: Card) -> NamedCard:
    """A card as a player names it in full."""
    return NamedCard(rank_of(card), suit_of(card))


def play_move(book: Book, action: LegalPlay | Pass) -> Book:
    """Record an action of the player whose turn it is, and what follows by itself after it."""
    manche = book.manche
    player = manche.turn
    assert player is not None
    if isinstance(action, Pass):
        move: Played | Passed = Passed(player, post=post_of(player, "je passe"))
    else:
        held = by_commitment(book.campaign, manche, player)
        cards = sorted([card for card in held if rank_of(card) == action.rank][: action.number])
        salts = salts_of(book.campaign, manche, player, cards)
        move = Played(player, tuple(cards), salts, post=post_of(player, "je joue"))
    book.add((move, *following_events(with_events(book.campaign, [move]))))
    return book


def play_some(book: Book, chance: Random, moves: int) -> Book:
    """So many moves by chance, one pass in four where one may pass; fewer when the manche is over."""
    for _ in range(moves):
        manche = book.campaign.manche
        if manche is None or manche.over:
            break
        actions = legal(book.state)
        may_pass = actions[-1] == PASS
        if may_pass and (len(actions) == 1 or chance.random() < 0.25):
            play_move(book, PASS)
        else:
            play_move(book, chance.choice(actions[: len(actions) - may_pass]))
    return book


def play_manche(book: Book, chance: Random) -> Book:
    """Play the manche dealt to its end."""
    return play_some(book, chance, 1000)


def next_manche(book: Book, chance: Random) -> Book:
    """Deal the next manche with all that comes before its first card, and play it to its end."""
    deal(book)
    if book.campaign.phase == "order":
        choose_order(book, chance)
    return play_manche(exchange_all(book, chance), chance)


def whole_partie(
    seed: int, *, rules: Rules = ZEBEST, players: Sequence[str] = PLAYERS, change: Change | None = None
) -> Book:
    """A partie with its exchanges, from the first entry to `partie_closed`."""
    chance = Random(seed)
    book = register(open_partie(Book(rules=rules, change=change), chance), players)
    while book.campaign.phase != "over":
        next_manche(book, chance)
    return book
