"""Whole parties of every system and of house rules: who sits, who opens, how they end; they verify."""

from collections.abc import Sequence
from random import Random

import pytest
from builders import (
    Book,
    choose_order,
    deal,
    exchange_all,
    next_manche,
    open_partie,
    play_move,
    register,
    whole_partie,
)
from rule_sets import rule_sets, rules_of
from tables import code_of_problem, give_back, holding, receive, sanctioned_to_the_end

from gm.campaign import Manche, Partie, Problem, fold, is_fresh, totals
from gm.cards import QUEEN_OF_HEARTS, QUEEN_OF_SPADES, cards_in, cards_of, codes_of, rank_of
from gm.desk.corrections import UndoProposed, abandon, sanction, undo
from gm.desk.exchange import exchange
from gm.desk.prepare import deal as propose_deal
from gm.desk.prepare import order
from gm.evidence import examine
from gm.ledger import Copy, read
from gm.manche import LegalPlay, legal
from gm.rules import PRESETS, OptionValue, Rules

COPIES: tuple[Copy, ...] = ("own", "public")
NAMES = tuple("abcdefghi")


def registered(rules: Rules, players: Sequence[str]) -> Book:
    return register(open_partie(Book(rules=rules), Random(3)), players)


def partie_of(book: Book) -> Partie:
    assert book.campaign.partie is not None
    return book.campaign.partie


def verifies(book: Book) -> bool:
    """Whether nothing is wrong with either copy, every ruling judged."""
    reports = [
        examine(read(book.own() if copy == "own" else book.public(), copy=copy), copy) for copy in COPIES
    ]
    return not any(report.faults or report.unjudged for report in reports)


def quickly(book: Book, chance: Random, places: Sequence[str] = ()) -> Book:
    """A manche with its exchange, ended by sanctions: the last of `places` is sanctioned first."""
    deal(book)
    if book.campaign.phase == "order":
        choose_order(book, chance)
    exchange_all(book, chance)
    for name in (*places, *(each for each in book.manche.order if each not in places))[:0:-1]:
        book.add(sanction(book.campaign, name, "pour finir", ()))
    return book


@pytest.mark.parametrize("seed", range(24))
def test_a_partie_of_any_house_rules_is_replayed_and_verifies(seed: int) -> None:
    """design.md: a campaign is replayed from its events, and `gm verify` finds nothing, in either copy."""
    chance = Random(seed)
    (options, _), *_ = rule_sets(chance, 1)
    rules = rules_of(**{**options, "manches": str(chance.randint(1, 4))})
    players = NAMES[: chance.randint(*rules.deal.seats)]
    book = whole_partie(seed, rules=rules, players=players)
    assert fold(book.records) == book.campaign
    assert verifies(book)
    for manche in partie_of(book).manches:
        assert sorted(manche.places.values()) == list(range(1, len(players) + 1))
        assert bool(manche.pairs) != manche.fresh
        assert (manche.deal.opener is not None) == (manche.fresh and options["preset"] != "zebest")


@pytest.mark.parametrize(
    ("preset", "seats"),
    [("zebest", 5), ("bga", 4), ("bga", 8), ("elysee", 4), ("classic", 4), ("classic", 5), ("classic", 7)],
)
def test_a_partie_of_a_system_ends_where_its_rules_say(preset: str, seats: int) -> None:
    """Z21, B11: after so many manches; E4, C6: with the manche in which somebody reaches the target."""
    rules = PRESETS[preset]
    book = registered(rules, NAMES[:seats])
    chance = Random(seats)
    while book.campaign.phase != "over":
        quickly(book, chance, chance.sample(NAMES[:seats], seats))
    history = partie_of(book).history
    if rules.scoring.manches is not None:
        assert len(history) == rules.scoring.manches
    else:
        target = rules.scoring.target
        assert target is not None
        assert max(totals(rules, history).values()) >= target or len(history) == 40
        assert max(totals(rules, history[:-1]).values()) < target
    assert verifies(book)


def test_a_partie_without_a_number_of_manches_ends_with_its_last_seed() -> None:
    """design.md, Dealing: 40 seeds where the rules set no number."""
    book = registered(rules_of("classic", target="1000"), "abcd")
    chance = Random(1)
    for manche in range(40):
        assert book.campaign.phase == "ready_to_deal", manche
        quickly(book, chance)
    assert book.campaign.phase == "over"


class TestSeats:
    def test_registration_goes_on_from_the_least_number_to_the_most(self) -> None:
        """B1: 4 to 8 players; Z21: those after the last seat wait."""
        book = registered(PRESETS["bga"], ())
        for count, name in enumerate(NAMES, start=1):
            register(book, [name])
            assert book.campaign.phase == ("registration" if count < 4 else "ready_to_deal")
            assert book.campaign.missing == max(0, 4 - count)
            assert book.campaign.players == NAMES[:count][:8]
        assert book.campaign.queue == ("i",)

    def test_too_few_are_not_dealt_to(self) -> None:
        """C1: at least four."""
        book = registered(PRESETS["classic"], "abc")
        problem = propose_deal(book.campaign, None)
        assert code_of_problem(problem) == "too_few_players"

    def test_who_registers_after_the_first_deal_waits(self) -> None:
        """Z21: also where a seat was free."""
        book = register(deal(registered(PRESETS["bga"], "abcde")), ["late"])
        assert (book.campaign.players, book.campaign.queue) == (tuple("abcde"), ("late",))
        sanctioned_to_the_end(book)
        assert sorted(deal(book).manche.deal.seats) == list("abcde")

    def test_an_undone_deal_is_dealt_anew_to_the_same(self) -> None:
        """design.md, Events: from the same seats, whoever has registered since."""
        book = register(deal(registered(PRESETS["bga"], "abcde")), ["late"])
        first = book.manche.deal
        proposed = undo(book.campaign, book.manche.dealt.seq, "erreur")
        assert isinstance(proposed, UndoProposed)
        book.add(proposed.event)
        assert deal(book).manche.deal.hands == first.hands
        assert book.manche.deal.opener == first.opener

    def test_the_seats_of_the_first_manche_are_kept(self) -> None:
        """B10: the order is that of the seats; it is kept after a reset too (E8)."""
        book = registered(rules_of("elysee", exchange_limit="1", target="none", manches="4"), "abcd")
        while book.campaign.phase != "over":
            quickly(book, Random(1))
        first, *others = partie_of(book).manches
        assert first.order == first.deal.seats
        assert {manche.order for manche in others} == {first.order}
        assert len({manche.deal.seats for manche in partie_of(book).manches}) > 1

    def test_an_abandoned_first_deal_takes_its_seats_with_it(self) -> None:
        """design.md, Dealing: the manche is dealt anew, and so is its order."""
        book = deal(registered(PRESETS["bga"], "abcdefg"))
        gone = book.manche.order
        book.add(abandon(book.campaign, "erreur", bytes(32)))
        assert partie_of(book).order is None
        deal(book)
        assert book.manche.order == book.manche.deal.seats != gone


class TestOpener:
    def test_the_first_manche_is_opened_by_whom_the_lot_names(self) -> None:
        """B8, E9: no order to choose, no exchange; they play at once."""
        book = deal(registered(PRESETS["bga"], "abcdef"))
        assert book.campaign.phase == "play"
        assert book.campaign.waiting == (book.manche.deal.opener,)
        assert book.manche.dealer is None

    def test_the_last_opens_the_next(self) -> None:
        """B8, E9."""
        book = deal(quickly(registered(PRESETS["bga"], "abcd"), Random(1), "cadb"))
        assert book.manche.deal.opener is None
        assert book.manche.turn == "b"
        assert book.campaign.phase == "exchange"
        assert book.campaign.waiting == ("c", "a")

    @pytest.mark.parametrize(("dealer", "name"), [("president", "c"), ("last", "b")])
    def test_the_player_after_the_dealer_opens(self, dealer: str, name: str) -> None:
        """C3: the Président deals, or the last; at first whoever sits before the drawn opener."""
        book = quickly(registered(rules_of("classic", dealer=dealer), "abcd"), Random(1), "cadb")
        order = book.manche.order
        drawn = book.manche.deal.opener
        assert drawn is not None
        assert book.manche.dealer == order[order.index(drawn) - 1]
        deal(book)
        assert book.manche.dealer == name
        assert book.manche.turn == order[(order.index(name) + 1) % 4]

    def test_the_order_follows_the_places(self) -> None:
        """C3: option order; the Président deals, so the second opens."""
        book = quickly(registered(rules_of("classic", order="by_place"), "abcd"), Random(1), "cadb")
        deal(book)
        assert (book.manche.order, book.manche.dealer, book.manche.turn) == (tuple("cadb"), "c", "a")

    def test_a_sanctioned_opener_is_followed_by_the_next_active_player(self) -> None:
        """Z18, Z26: a sanction may come from the deal on, in every system."""
        book = deal(quickly(registered(PRESETS["bga"], "abcd"), Random(1), "cadb"))
        order = book.manche.order
        book.add(sanction(book.campaign, "b", "départ", ()))
        assert [pair.dropped for pair in book.manche.pairs] == [True, False]
        assert book.manche.turn == order[(order.index("b") + 1) % 4]
        exchange_all_but_dropped(book)
        assert book.campaign.phase == "play"


def exchange_all_but_dropped(book: Book) -> None:
    for pair in book.manche.pairs:
        if not pair.dropped:
            receive(book, pair.better)
            give_back(book, pair.better, codes_of(cards_in(book.manche.hand(pair.better))[: pair.number]))


class TestReset:
    def test_zebest_with_a_limit_chooses_its_order_anew(self) -> None:
        """E8, Z2, Z3: manche 3 is like a first one: Qh opens, Qs chooses, extra cards by lot, no exchange."""
        rules = rules_of("zebest", exchange_limit="1", manches="4")
        chance = Random(5)
        book = registered(rules, "abcde")
        while book.campaign.phase != "over":
            next_manche(book, chance)
        manches = partie_of(book).manches
        assert [manche.fresh for manche in manches] == [True, False, True, False]
        assert [manche.order_chosen is not None for manche in manches] == [True, False, True, False]
        assert manches[1].order == manches[0].order
        assert manches[3].order == manches[2].order
        for manche in (manches[0], manches[2]):
            assert manche.deal.extra == manche.deal.seats[:2]
            assert manche.order[0] == holder(manche, QUEEN_OF_HEARTS)
            assert manche.chooser == holder(manche, QUEEN_OF_SPADES)
        for before, manche in ((manches[0], manches[1]), (manches[2], manches[3])):
            assert {before.places[name] for name in manche.deal.extra} == {4, 5}
        assert verifies(book)

    def test_a_reset_manche_awaits_its_order(self) -> None:
        """Z3, E8: nobody plays before it is chosen, and the first order is no longer offered."""
        book = registered(rules_of("zebest", exchange_limit="1", manches="3"), "abcde")
        chance = Random(5)
        deal(quickly(quickly(book, chance), chance))
        assert book.campaign.phase == "order"
        assert partie_of(book).order is None
        opens = holder(book.manche, QUEEN_OF_HEARTS)
        book.add(order(book.campaign, ()))
        assert book.manche.order[0] == opens == book.manche.turn

    def test_nobody_chooses_the_order_of_a_later_manche(self) -> None:
        """Z4: it is kept; B10: it is that of the seats."""
        book = deal(quickly(registered(PRESETS["zebest"], "abcde"), Random(1)))
        assert code_of_problem(order(book.campaign, tuple("abcde"))) == "order_is_kept"
        book = deal(registered(PRESETS["bga"], "abcd"))
        assert code_of_problem(order(book.campaign, tuple("abcd"))) == "order_is_kept"

    def test_titles_are_forgotten_and_points_are_not(self) -> None:
        """E8: no exchange, the opener drawn; it gives titles and points as usual."""
        rules = rules_of("elysee", exchange_limit="2", target="none", manches="5")
        book = registered(rules, "abcd")
        while book.campaign.phase != "over":
            quickly(book, Random(1), "abcd")
        manches = partie_of(book).manches
        assert [bool(manche.pairs) for manche in manches] == [False, True, True, False, True]
        assert [manche.deal.opener is None for manche in manches] == [False, True, True, False, True]
        assert totals(rules, partie_of(book).history) == {"a": 20, "b": 15, "c": 10, "d": 5}
        assert all(manche.fresh == is_fresh(rules, manche.number) for manche in manches)


def holder(manche: Manche, card: int) -> str:
    return next(name for name, cards in (manche.deal.hands or {}).items() if card in cards)


@pytest.mark.parametrize(
    ("preset", "seats", "sizes"),
    [
        ("bga", 4, [13, 13, 14, 14]),
        ("bga", 7, [7, 7, 8, 8, 8, 8, 8]),
        ("bga", 8, [6, 6, 7, 7, 7, 7, 7, 7]),
        ("elysee", 4, [13, 13, 14, 14]),
        ("classic", 4, [13, 13, 13, 13]),
        ("classic", 5, [10, 10, 10, 11, 11]),
        ("classic", 7, [7, 7, 7, 7, 8, 8, 8]),
    ],
)
def test_the_whole_deck_is_dealt_as_equally_as_possible(preset: str, seats: int, sizes: list[int]) -> None:
    """B1, E1: 52 cards and two jokers; C1: 52 cards; hands differ by one at most."""
    event = deal(registered(PRESETS[preset], NAMES[:seats])).manche.deal
    hands = event.hands or {}
    assert sorted(map(len, hands.values())) == sizes
    longer = [name for name in event.seats if len(hands[name]) == sizes[-1]] if sizes[0] != sizes[-1] else []
    assert list(event.extra) == longer == list(event.seats[: len(longer)])


def test_the_last_places_get_the_extra_cards_where_house_rules_say_so() -> None:
    """Z2 in bga: as many of the last places as cards are over, six of eight."""
    rules = rules_of("bga", extra="lot_then_last_two")
    book = quickly(registered(rules, NAMES[:8]), Random(1), "abcdefgh")
    assert book.manche.deal.extra == book.manche.deal.seats[:6]
    event = deal(book).manche.deal
    assert set(event.extra) == set("cdefgh")
    assert {len((event.hands or {})[name]) for name in "cdefgh"} == {7}


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("zebest", {}),
        ("bga", {}),
        ("elysee", {"carre": "reverse"}),
        ("classic", {"carre": "reverse"}),
        ("classic", {"carre": "turn"}),
    ],
)
def test_a_revolution_ends_whole_with_its_manche(preset: str, options: dict[str, OptionValue]) -> None:
    """Z14, B6, E7, C7e, C7f: neither order nor direction nor "best" (Z20) of the next manche is turned."""
    rules, names = rules_of(preset, **options), NAMES[: PRESETS[preset].deal.seats[0]]
    carres = {name: f"{rank}s {rank}h {rank}d {rank}c" for name, rank in zip(names, "45678", strict=False)}
    book = register(open_partie(Book(rules=rules, change=holding(1, carres)), Random(3)), names)
    deal(book)
    if book.campaign.phase == "order":
        choose_order(book, Random(3))
    play_move(book, LegalPlay(rank_of(cards_of(carres[book.manche.turn or ""])[0]), 4))
    assert book.state.revolution
    for name in book.manche.order[:0:-1]:
        book.add(sanction(book.campaign, name, "pour finir", ()))
    deal(book)
    for pair in book.manche.pairs:
        hand = cards_in(book.manche.hand(pair.worse))
        best = sorted(sorted(hand, key=rank_of, reverse=True)[: pair.number])
        made = exchange(book.campaign, pair.better, asked=(), given=None)
        assert not isinstance(made, Problem)
        assert sorted(made.received) == best
        book.add(made.events)
        dealt = (book.manche.deal.hands or {})[pair.better]
        give_back(book, pair.better, codes_of(dealt[: pair.number]))
    assert not book.state.revolution
    order = book.manche.order
    opener = order.index(book.manche.turn or "")
    lowest = legal(book.state)[0]
    play_move(book, lowest)
    assert book.manche.turn == order[(opener + 1) % len(order)]
    assert all(answer.rank >= lowest.rank for answer in legal(book.state) if isinstance(answer, LegalPlay))
