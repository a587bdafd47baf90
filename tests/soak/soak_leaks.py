"""What the public must not learn: keys, seeds and salts in bytes, cards in entries and in texts.

`hidden_values` is what anybody could open more with; `untold_cards` are cards that a text shows though nobody
has played or named them; `swap_in` makes a twin.
"""

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256

from builders import Change
from soak_world import World
from tables import committed

from gm import dealing
from gm.campaign import Campaign
from gm.cards import DECK_SIZE, QUEEN_OF_HEARTS, QUEEN_OF_SPADES, Card, card_of, code_of
from gm.codec import encode
from gm.events import (
    Event,
    Exchanged,
    MancheAbandoned,
    MancheClosed,
    MancheDealt,
    OrderChosen,
    PartieOpened,
    Played,
    Record,
    Refused,
    Replaced,
)

HEX = re.compile(rb"[0-9a-f]{32,}")
CODE = re.compile(r"\b(?:[2-9TJQKA][shdc]|X[rb])\b")
SHOWN_CARD = re.compile(r"\b(10|[2-9VDRAJQK])\s?([♠♥♦♣])")
SUITS = dict(zip("♠♥♦♣", "shdc", strict=True))
RANKS = {"10": "T", "V": "J", "D": "Q", "R": "K"}


def hidden_values(campaign: str, records: Sequence[Record]) -> set[str]:
    """Every seed, key and salt that no entry has published, and nothing published lets anybody compute."""
    seeds: dict[tuple[int, int], list[str]] = {}
    open_seeds, opened = set(), set()
    for record in records:
        match record.event:
            case PartieOpened(partie=partie, seeds=given):
                for manche, seed in (given or {}).items():
                    seeds.setdefault((partie, manche), []).append(seed)
            case MancheAbandoned(partie=partie, manche=manche, seed=seed, next_seed=following):
                open_seeds.add(seed)
                seeds.setdefault((partie, manche), []).extend([following] if following else [])
            case MancheClosed(seed=seed):
                open_seeds.add(seed)
            case Played(salts=salts) | OrderChosen(salts=salts):
                opened.update(salts)
            case _:
                pass
    hidden = {seed for each in seeds.values() for seed in each} - open_seeds
    secret: str | None = None
    for record in records:
        event = record.event
        if isinstance(event, MancheDealt):
            of_deal = [each for each in seeds[event.partie, event.manche] if each in hidden]
            known = [
                dealing.deal_key(campaign, event.partie, event.manche, event.entropy, s) for s in of_deal
            ]
            hidden.update(known)
            secret = next((key for key in known if _is_of(campaign, record, event, key)), None)
        if secret is not None and isinstance(event, MancheDealt | Exchanged | Replaced):
            for player in event.commitments or {}:
                key = dealing.hand_key(player, secret)
                hidden.add(key)
                hidden.update(dealing.salt(record.seq, Card(card), key) for card in range(DECK_SIZE))
    hidden.update(sha256(f"salt {record.seq}".encode()).hexdigest()[:32] for record in records)
    return hidden - opened


def _is_of(campaign: str, record: Record, event: MancheDealt, secret: str) -> bool:
    """Whether a deal was made with this secret: its commitments are."""
    player, cards = next(iter((event.hands or {}).items()))
    key = dealing.hand_key(player, secret)
    made = dealing.commitments(campaign, event.partie, event.manche, player, cards, record.seq, key)
    return made == event.commitments[player]


def hex_values(data: bytes) -> set[str]:
    """Every long hexadecimal value that stands in these bytes."""
    return {found.decode() for found in HEX.findall(data)}


def cards_told(event: Event) -> set[str]:
    """The cards that an entry shows where nobody played or named any."""
    data = {key: value for key, value in encode(event).data.items() if key not in ("seats", "order")}
    if isinstance(event, Played):
        data.pop("cards")
    if isinstance(event, Refused):
        data.pop("claim")
    if isinstance(event, MancheClosed):
        data.pop("exchanges", None)
    return set(CODE.findall(str(data)))


def untold_cards(world: World, said: Iterable[str]) -> set[str]:
    """The cards that the texts of this step show and that nobody has played or named in this campaign."""
    known = {QUEEN_OF_HEARTS, QUEEN_OF_SPADES}  # Z3
    for record in world.records:
        if isinstance(record.event, Played):
            known.update(record.event.cards)
        if isinstance(record.event, MancheClosed):
            known.update(card for gift in record.event.exchanges for card in gift.cards)
    named = {card for text in said for card in _cards_in(text)}
    named.update(
        code for each in world.records if isinstance(each.event, Refused) for code in each.event.claim.split()
    )
    return (
        {card for text in world.texts for card in _cards_in(text)} - {code_of(card) for card in known} - named
    )


def _cards_in(text: str) -> set[str]:
    return {RANKS.get(rank, rank) + SUITS[suit] for rank, suit in SHOWN_CARD.findall(text)}


def without_secrets_of_form(text: str) -> str:
    """A text with commitments, salts, keys, hashes and checkpoints replaced by placeholders."""
    text = re.sub(r"\b[0-9A-F]{4}(-[0-9A-F]{4}){7}\b", "CHECKPOINT", text)
    return re.sub(r"\b[0-9a-f]{16,}\b", "HEX", text)


def swap_in(world: World) -> Change | None:
    """A change that deals this manche with two cards swapped that nobody has seen; None where none are."""
    manche = world.manche
    hands = manche.deal.hands
    assert hands is not None
    shown = {QUEEN_OF_HEARTS, QUEEN_OF_SPADES}
    for record in world.records[manche.dealt.seq :]:
        match record.event:
            case Played(cards=cards) | Exchanged(cards=tuple(cards)):
                shown.update(cards)
            case Refused(claim=claim):
                shown.update(card_of(code) for code in CODE.findall(claim))
            case _:
                pass
    ready = {name: [card for card in cards if card not in shown] for name, cards in hands.items()}
    names = [name for name, cards in ready.items() if cards]
    if len(names) < 2:
        return None
    one, other = world.chance.sample(names, 2)
    swapped = {world.chance.choice(ready[one]), world.chance.choice(ready[other])}

    def change(campaign: Campaign, event: Event) -> Event:
        if not isinstance(event, MancheDealt) or event.hands != hands:
            return event
        changed = {
            name: set(cards) ^ swapped if name in (one, other) else cards for name, cards in hands.items()
        }
        return committed(campaign, event, {name: tuple(sorted(cards)) for name, cards in changed.items()})

    return change
