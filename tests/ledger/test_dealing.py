"""Dealing as anyone can check it (design.md, Dealing that anyone can check)."""

import subprocess
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm import dealing
from gm.cards import card_of, cards_of, code_of, codes_of, deck
from gm.rules import BGA, ZEBEST

SEED = bytes(range(32)).hex()
WORDS = {
    "intersideral": "carotte",
    "MisterH": "",
    "MrRarty": "l'été",
    "oliv10": "42",
    "snaga": "vive les révolutions",
}
COMMIT = "5e3c73acf59d7a22805d7a0b9dffe5d0b1649682e5cbafbe2289b9ed821b7362"
ENTROPY = "4ea920a96f635603a34e32e4f26eca5de832c976924b4bfafa84a1e3ed26af59"
D = "b4b08dfbe8a7c578fbe191c07a48332bdc4b756d03f3a10fc2f72939e99afc7e"
K = "3f7d5b8a72b5e6f3119a3e1f245ad3e2619224fd731016f3b6eac6a9556eb78c"
SALT = "9291e5f8ac8aa1cc66f0200cc3df6ad7"
CARD = "4816ea7db5df275f10ddd1cc5b328c4be5363788157c5fa10633455641634d63"
HANDS = {
    "intersideral": "4s 4c 6s 7h 9h 9d 9c Tc Kd Ah 2h",
    "oliv10": "3h 3c 6h 6c Ts Jh Jc Qh Ks Kc Ac",
    "MrRarty": "3d 5h 5c 7d 8s Th Js Qc Kh 2c",
    "MisterH": "3s 4h 5s 6d 7s 8h 8d 8c Qd 2d",
    "snaga": "4d 5d 7c 9s Td Jd Qs As Ad 2s",
}
names = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)
keys = st.binary(min_size=32, max_size=32).map(bytes.hex)


def sha256sum(text: str) -> str:
    """What coreutils says, as a player would ask it."""
    done = subprocess.run(["sha256sum"], input=text.encode(), capture_output=True, check=True)
    return done.stdout.decode().split()[0]


def test_the_vector_of_design_md() -> None:
    """Commitment, entropy, D, seats, hands, K, salt and commitment are those that design.md prints."""
    assert dealing.commit("zebest", 1, 1, SEED) == COMMIT
    assert (COMMIT[:8], COMMIT[-6:]) == ("5e3c73ac", "1b7362")
    assert dealing.entropy(WORDS) == ENTROPY
    assert (ENTROPY[:8], ENTROPY[-6:]) == ("4ea920a9", "26af59")
    assert dealing.deal_key("zebest", 1, 1, ENTROPY, SEED) == D
    assert (D[:8], D[-6:]) == ("b4b08dfb", "9afc7e")
    dealt = dealing.deal(ZEBEST, list(WORDS), D)
    assert dealt.seats == ("intersideral", "oliv10", "MrRarty", "MisterH", "snaga")
    assert dealt.extra == ("intersideral", "oliv10")
    assert {name: codes_of(hand) for name, hand in dealt.hands.items()} == HANDS
    assert tuple(dealt.hands) == dealt.seats
    assert dealing.hand_key("MisterH", D) == K
    assert (K[:8], K[-6:]) == ("3f7d5b8a", "6eb78c")
    assert dealing.salt(8, card_of("8h"), K) == SALT
    assert dealing.card_commitment("zebest", 1, 1, "MisterH", card_of("8h"), SALT) == CARD
    assert (CARD[:8], CARD[-6:]) == ("4816ea7d", "634d63")


def test_sha256sum_alone_says_the_same() -> None:
    """coreutils finds the commitment, the entropy, the first card of the deck and a card's commitment."""
    assert sha256sum(f"gm/commit/1\nzebest\n1\n1\n{SEED}") == COMMIT
    fields = [field for name in sorted(WORDS, key=str.encode) for field in (name, WORDS[name])]
    assert sha256sum("\n".join(["gm/entropy/1", *fields, ""])) == ENTROPY
    assert sha256sum(f"gm/card/1\nzebest\n1\n1\nMisterH\n8h\n{SALT}") == CARD
    digests = {code_of(card): sha256sum(f"{D}:{code_of(card)}") for card in deck(0)}
    assert [code_of(card) for card in dealing.deck_order(deck(0), D)] == sorted(
        digests, key=digests.__getitem__
    )


@given(keys, st.lists(names, min_size=5, max_size=5, unique=True))
def test_every_card_is_dealt_once(key: str, players: list[str]) -> None:
    """A deal gives each card of the deck to one player: two hands of eleven, three of ten (Z1)."""
    dealt = dealing.deal(ZEBEST, players, key)
    assert sorted(card for hand in dealt.hands.values() for card in hand) == list(deck(0))
    assert [len(dealt.hands[name]) for name in dealt.seats] == [11, 11, 10, 10, 10]
    assert all(list(hand) == sorted(hand) for hand in dealt.hands.values())


@given(keys, st.permutations(list(WORDS)))
def test_a_deal_depends_on_nothing_but_its_key(key: str, players: list[str]) -> None:
    """Whatever the order of registration, the same D deals the same cards: dealing again never draws anew."""
    assert dealing.deal(ZEBEST, players, key) == dealing.deal(ZEBEST, list(WORDS), key)


@given(keys, st.sampled_from(list(permutations(WORDS, 2))))
def test_extra_cards_go_to_those_who_are_named(key: str, extra: tuple[str, str]) -> None:
    """In manche 2 the Trou du cul and the Paysan have eleven cards, wherever they sit (Z2)."""
    dealt = dealing.deal(ZEBEST, list(WORDS), key, extra)
    assert dealt.extra == extra
    assert {name for name, hand in dealt.hands.items() if len(hand) == 11} == set(extra)
    assert sorted(card for hand in dealt.hands.values() for card in hand) == list(deck(0))


@pytest.mark.parametrize(
    ("players", "extra"),
    [
        (["a", "b", "c", "d", "e"], ("a",)),
        (["a", "b", "c", "d", "e"], ("a", "a")),
        (["a", "b", "c", "d", "e"], ("a", "z")),
        (["a", "b", "c", "d", "e"], ()),
        (["a", "b", "c", "d", "d"], None),
    ],
)
def test_a_deal_that_does_not_come_out_even_is_refused(
    players: list[str], extra: tuple[str, ...] | None
) -> None:
    """Two players, both of this deal, have one card more: anything else is a bug of the caller (Z1)."""
    with pytest.raises(ValueError, match="cannot be dealt"):
        dealing.deal(ZEBEST, players, D, extra)


def test_jokers_are_dealt_when_the_rules_have_them() -> None:
    """With two jokers 54 cards are dealt, and the order of the deck is by their codes Xr and Xb too (B1)."""
    dealt = dealing.deal(BGA, list(WORDS), D)
    assert sorted(card for hand in dealt.hands.values() for card in hand) == list(deck(2))
    assert {code_of(card) for card in dealing.deck_order(deck(2), D)} >= {"Xr", "Xb"}


def test_words_are_taken_in_the_order_of_their_players_bytes() -> None:
    """Names sort by UTF-8 bytes, so that neither registration nor a locale chooses the entropy."""
    words = {"é": "1", "z": "2", "Z": "3", "\U0001f600": "4", "\uffee": "5"}
    expected = dealing.digest(
        "gm/entropy/1", "Z", "3", "z", "2", "é", "1", "\uffee", "5", "\U0001f600", "4", "loto"
    )
    assert dealing.entropy(dict(reversed(words.items())), "loto") == expected


def test_an_absent_beacon_is_the_empty_string() -> None:
    """A deal without beacon hashes an empty last field, and a beacon changes the entropy."""
    assert dealing.entropy(WORDS) == dealing.entropy(WORDS, "")
    assert dealing.entropy(WORDS, "7") != dealing.entropy(WORDS)


def test_the_opener_by_lot_is_the_first_by_open() -> None:
    """The opener drawn is the name with the lowest SHA-256 of `D:open:name`, not the first seat."""
    drawn = {dealing.opener_by_lot(WORDS, key): key for key in (f"{n:064x}" for n in range(60))}
    assert set(drawn) == set(WORDS)
    for name, key in drawn.items():
        assert name == min(WORDS, key=lambda each: sha256sum(f"{key}:open:{each}"))


@given(keys, st.integers(1, 9999))
def test_the_commitments_of_a_hand_tell_no_order(key: str, seq: int) -> None:
    """They are sorted, one for each card, whatever the order in which the cards are named."""
    cards = cards_of("8h 3s 2d")
    published = dealing.commitments("zebest", 1, 2, "snaga", cards, seq, key)
    assert published == dealing.commitments("zebest", 1, 2, "snaga", cards[::-1], seq, key)
    assert list(published) == sorted(set(published))
    opened = dealing.card_commitment("zebest", 1, 2, "snaga", cards[0], dealing.salt(seq, cards[0], key))
    assert opened in published


def test_each_thing_committed_to_changes_the_commitment() -> None:
    """Campaign, partie, manche, player, card and entry each make another commitment."""

    def commitment(campaign: str, partie: int, manche: int, player: str, card: str, seq: int) -> str:
        salt = dealing.salt(seq, card_of(card), K)
        return dealing.card_commitment(campaign, partie, manche, player, card_of(card), salt)

    made = {
        commitment("zebest", 1, 2, "snaga", "8h", 8),
        commitment("zebest2", 1, 2, "snaga", "8h", 8),
        commitment("zebest", 2, 2, "snaga", "8h", 8),
        commitment("zebest", 1, 1, "snaga", "8h", 8),
        commitment("zebest", 1, 2, "oliv10", "8h", 8),
        commitment("zebest", 1, 2, "snaga", "8d", 8),
        commitment("zebest", 1, 2, "snaga", "8h", 9),
    }
    assert len(made) == 7
