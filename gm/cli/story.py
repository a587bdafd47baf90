"""The story that `gm demo` tells: who registers, who plays what, what is shown of it stage by stage."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from gm.campaign import Campaign, Manche, advance, fold, must_be_first, seed_count
from gm.cards import DECK_SIZE, RANKS, Card, NamedCard, Rank, cards_in, of_rank, rank_of
from gm.cli.answer import solid
from gm.desk import corrections, exchange, prepare, referee, texts
from gm.events import Event, MancheClosed, Post, Record, Sanctioned, Schedule
from gm.evidence import Report, examine
from gm.ledger import post_digest, public_copy, read
from gm.manche import Effect, LegalPlay, State, legal
from gm.render import Presentation, sentence, table_of
from gm.rules import ZEBEST
from gm.store import LEDGER, Randomness, Writer, put_in_outbox, read_bytes, write_atomically

if TYPE_CHECKING:
    from gm.desk.referee import PostJudged

LOCALE: Final = "fr"
PUBLIC: Final = "exemple-public.yaml"
PLAYERS: Final = ("intersideral", "MisterH", "MrRarty", "oliv10", "snaga")
STAGES: Final = (
    *("registration", "deal", "order", "refused", "play", "standings"),
    *("deal", "exchange", "play", "cheat", "standings", "verify"),
)
SHOWN_MOVES: Final = 6
CHEAT_AT: Final = 9
ASKED: Final = "A"
BAR: Final = 24

_SUMMER: Final = timezone(timedelta(hours=2))


def _june(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2014, 6, day, hour, minute, tzinfo=_SUMMER)


BEGINS: Final = _june(4, 13, 30)
JOINED_AT: Final = (
    *(_june(4, 15, 12), _june(4, 20, 41), _june(6, 9, 5)),
    _june(9, 18, 30),
    _june(11, 22, 17),
)
SIXTH_AT: Final = _june(12, 8, 2)
DEALT_AT: Final = _june(12, 14)
STARTS: Final = _june(14, 16)

Print = Callable[[str], None]


class Clock(Protocol):
    """The time in the story."""

    def now(self) -> datetime:
        """The time, a little later at each look."""
        ...

    def go_to(self, moment: datetime) -> None:
        """Let time pass until a moment."""
        ...


def told(code: str, **params: object) -> str:
    """A sentence of the story (`demo.toml`)."""
    return sentence(LOCALE, f"demo.{code}", params)


class Story:
    """One run: the campaign held for writing, and what is shown of it."""

    def __init__(self, writer: Writer, chance: Randomness, clock: Clock, say: Print) -> None:
        self.writer = writer
        self.campaign: Campaign = fold(writer.records)
        self._chance = chance
        self._clock = clock
        self._say = say
        self._stage = 0
        self._posts = 0

    def play(self) -> None:
        """The whole partie, from registration to the last place."""
        self._registration()
        self._deal()
        self._order()
        self._clock.go_to(STARTS)
        self._refusals()
        self._moves(cheat_at=None)
        self._standings()
        self._deal()
        self._exchanges()
        self._moves(cheat_at=CHEAT_AT)
        self._standings()

    def verify(self, folder: Path) -> tuple[Report, Report]:
        """Write the public ledger and verify it and the moderator's, as `gm verify` does."""
        self._heading()
        data = solid(read_bytes(folder / LEDGER))
        public = public_copy(data)
        solid(write_atomically(folder / PUBLIC, public))
        own = examine(read(data, copy="own"), "own")
        published = examine(read(public, copy="public"), "public")
        for copy, report in (("own_copy", own), ("public_copy", published)):
            code = "cli.verify_ok" if report.ok else "cli.verify_faults"
            counts = {"entries": report.entries, "faults": len(report.faults)}
            self._say(f"{told(copy)} {sentence(LOCALE, code, counts)}")
        return own, published

    # The stages

    def _registration(self) -> None:
        self._heading()
        seeds = [self._chance.bytes(prepare.SEED_BYTES) for _ in range(seed_count(ZEBEST))]
        schedule = Schedule(told("period"), "2014-06-12T14:00", "2014-06-14T16:00")
        self._record(solid(prepare.open_partie(self.campaign, seeds, beacon_rule=None, schedule=schedule)))
        words = table_of(LOCALE, "demo")["words"]
        for name, moment in zip(PLAYERS, JOINED_AT, strict=True):
            self._join(name, moment, words.get(name))
        self._join(told("sixth"), SIXTH_AT, None)
        self._post("first")

    def _join(self, name: str, moment: datetime, word: str | None) -> None:
        self._clock.go_to(moment)
        text = told("joins_with_word", word=word) if word is not None else told("joins")
        event = solid(prepare.join(self.campaign, name, word, self._forum_post(name, text)))
        self._record(event)
        waits = event.player in self.campaign.queue
        line = self.campaign.queue if waits else self.campaign.players
        said = {"player": event.player, "place": len(line)}
        self._say(
            f"{self._quoted(name, text)}\n{_command_says('joined_waits' if waits else 'joined', **said)}"
        )

    def _deal(self) -> None:
        number = self.campaign.next_manche
        self._heading(manche=number)
        self._clock.go_to(DEALT_AT)
        self._record(solid(prepare.deal(self.campaign, None)))
        self._say(_command_says("dealt", partie=1, manche=number))
        self._say(told("hands_sent"))
        for player in PLAYERS:
            shown = player == self.campaign.waiting[0]
            self._message(player, "hand", f"manche {number} - {player}", show=shown)

    def _order(self) -> None:
        self._heading()
        first = must_be_first(self._manche)
        assert first is not None
        order = [first, *(name for name in PLAYERS if name != first)]
        event = solid(prepare.order(self.campaign, order))
        self._record(event)
        self._say(_command_says("order_chosen", order=list(event.order), by=event.by))
        self._post("table")

    def _refusals(self) -> None:
        """Somebody out of turn, and an opening that is passed: refused, and nothing is recorded."""
        self._heading()
        turn = self._manche.turn
        assert turn is not None
        other = self._manche.order[2]
        lowest = cards_in(self._manche.hand(other))[0]
        for player, text in ((other, told("play_1", cards=[lowest])), (turn, told("pass_1"))):
            self._show_verdict(player, text, self._judged(self.campaign, player, text))

    def _moves(self, cheat_at: int | None) -> None:
        """The manche to its end: the first moves, a Taggle and the last move are shown."""
        self._heading(manche=self._manche.number)
        hidden, taggle = 0, False
        for index, (player, text) in enumerate(self._chosen()):
            if index == cheat_at:
                self._skipped(hidden)
                hidden = 0
                self._cheat()
                continue
            before = self.campaign
            judged = self._judged(before, player, text)
            records = self._record(*referee.entries_of(before, judged, self._forum_post(player, text)))
            tagged = any(Effect.TAGGLE in move.ruling.effects for move in judged.moves)
            last = any(isinstance(record.event, MancheClosed) for record in records)
            if index < SHOWN_MOVES or last or (tagged and not taggle):
                self._skipped(hidden)
                hidden, taggle = 0, taggle or tagged
                self._show_verdict(player, text, judged, before)
            else:
                hidden += 1

    def _chosen(self) -> Iterator[tuple[str, str]]:
        """Who plays and what they write, until the manche is over."""
        while (turn := self._manche.turn) is not None:
            options = legal(self._state)
            pick = self._chance.bytes(2)
            chosen = options[pick[0] % len(options)]
            if isinstance(chosen, LegalPlay):
                held = cards_in(of_rank(self._manche.hand(turn), chosen.rank))
                yield turn, told(f"play_{pick[1] % 4 + 1}", cards=list(held[: chosen.number]))
            else:
                yield turn, told(f"pass_{pick[1] % 3 + 1}")

    def _cheat(self) -> None:
        """A player names a card they never had: the refusal is put on record, then the sanction."""
        self._heading()
        player = self._manche.turn
        assert player is not None
        dealt = self._state.dealt[self._manche.order.index(player)]
        foreign = next(Card(card) for card in reversed(range(DECK_SIZE)) if not dealt >> card & 1)
        text = told("play_1", cards=[foreign])
        judged = self._judged(self.campaign, player, text)
        before = self.campaign
        (refused,) = self._record(referee.refusal_of(judged.moves[0], self._forum_post(player, text), None))
        self._show_verdict(player, text, judged, before)
        reason = told("sanction_reason")
        events = solid(corrections.sanction(self.campaign, player, reason, (refused.seq,)))
        records = self._record(*events)
        assert isinstance(records[0].event, Sanctioned)
        self._say(texts.sanction_text(self.campaign, records[0], self._shown()).body)

    def _exchanges(self) -> None:
        """The Président asks for an ace, the Premier Ministre takes the best; both give their lowest."""
        self._heading()
        for pair in self._manche.pairs:
            president = pair.number == 2
            asked = [NamedCard(Rank(RANKS.index(ASKED)), None)] if president else None
            received = solid(exchange.exchange(self.campaign, pair.better, asked=asked, given=None))
            self._record(*received.events)
            lowest = cards_in(self._manche.hand(pair.better))[: pair.number]
            gift = [NamedCard(rank_of(card), None) for card in lowest]
            made = solid(exchange.exchange(self.campaign, pair.better, asked=None, given=gift))
            self._record(*made.events)
            for player in (pair.better, pair.worse):
                self._message(player, "exchange", f"echange - {player}", show=president)

    def _standings(self) -> None:
        self._heading()
        self._post("standings")

    # What the stages are made of

    @property
    def _manche(self) -> Manche:
        manche = self.campaign.manche
        assert manche is not None
        return manche

    @property
    def _state(self) -> State:
        state = self._manche.state
        assert state is not None
        return state

    def _record(self, *events: Event) -> tuple[Record, ...]:
        records = solid(self.writer.append(events))
        for record in records:
            self.campaign = advance(self.campaign, record)
        return records

    @staticmethod
    def _judged(campaign: Campaign, player: str, text: str) -> "PostJudged":
        judged = referee.judge_text(campaign, player, text)
        assert isinstance(judged, referee.PostJudged)  # the posts of this story are clear
        return judged

    def _forum_post(self, author: str, text: str) -> Post:
        self._posts += 1
        return Post(sha256=post_digest(text), id=str(self._posts), author=author)

    def _shown(self) -> texts.Shown:
        return texts.Shown(Presentation(LOCALE), self.writer.checkpoint)

    def _post(self, kind: str) -> None:
        self._say(solid(texts.post(self.campaign, kind, self._shown())).body)

    def _message(self, player: str, kind: str, name: str, *, show: bool) -> None:
        message = solid(texts.message_to(self.campaign, player, kind, self._shown()))
        solid(put_in_outbox(self.writer.folder, name, message.body))
        if show:
            head = _command_says("message", to=player, subject=message.subject)
            self._say(f"{head}\n\n{message.body}")

    def _quoted(self, player: str, text: str) -> str:
        return told("post_of", player=player, text=text)

    def _show_verdict(
        self, player: str, text: str, judged: "PostJudged", before: Campaign | None = None
    ) -> None:
        verdict = texts.verdict(before or self.campaign, judged, self._shown())
        self._say(self._quoted(player, text))
        self._say(verdict.private)
        self._say(verdict.public.body)

    def _skipped(self, number: int) -> None:
        if number:
            self._say(told("more", number=number))

    def _heading(self, **params: object) -> None:
        code = STAGES[self._stage]
        self._stage += 1
        done = round(BAR * self._stage / len(STAGES))
        bar = "█" * done + "░" * (BAR - done)
        self._say(f"{bar} {self._stage}/{len(STAGES)}\n\n══ {told(f'heading_{code}', **params)} ══")


def _command_says(code: str, **params: object) -> str:
    """What the command of the same step says to the moderator (`cli.toml`)."""
    return sentence(LOCALE, f"cli.{code}", params)
