"""A moderator's day: several campaigns, the ledger as a story, why, who registers and who leaves."""

from collections.abc import Callable

import pytest
from cli_help import PLAYERS, Machine, order_of, shown
from reading_help import saved

Prepare = Callable[[Machine], object]
Prepared = Callable[[Prepare], Machine]


def in_play(machine: Machine) -> None:
    """Manche 1 is in play and its first card is on the pile."""
    machine.in_play()
    opener = machine.status["turn"]
    machine.done("play", opener, shown(machine.hand(opener)[-1:]), "--post-id", "7", "--url", "http://x.fr/7")


def registering(machine: Machine) -> None:
    """Four of five seats are taken, by what the moderator typed."""
    machine.registered(PLAYERS[:4])


def abandoned(machine: Machine) -> None:
    """A deal that cannot stand, with somebody who waits."""
    machine.registered()
    machine.done("join", "Zoé")
    machine.done("deal")
    machine.done("abandon", "--reason", "main envoyée au mauvais joueur")


def between(machine: Machine) -> None:
    """Manche 1 is over, manche 2 is not dealt."""
    machine.in_play()
    for player in PLAYERS[1:]:
        machine.done("sanction", player, "--reason", "pour finir")


def two(machine: Machine) -> None:
    """One campaign in play, another one without a partie."""
    in_play(machine)
    machine.done("new", "autre", "--title", "Chez moi")


class TestSeveralCampaigns:
    def test_status_shows_them_all_when_none_is_named(self, prepared: Prepared) -> None:
        """`{"campaigns": [...]}`, each as `gm status -c` has it; by name."""
        machine = prepared(two)
        told = machine.done("status")
        one_by_one = [machine.done("status", "-c", name) for name in ("autre", "zebest")]
        assert told["campaigns"] == one_by_one
        assert machine.here("status", "--json", environ={"GM_CAMPAIGN": "autre"}).json == one_by_one[0]
        every = machine.here("status", "--json", "--all", environ={"GM_CAMPAIGN": "autre"})
        assert every.json == told

    def test_the_short_text_says_who_is_awaited_since_when(self, prepared: Prepared) -> None:
        """One line or two for each: who is awaited since when, else what to do next."""
        machine = prepared(two)
        ran = machine.here("status")
        lines = ran.out.replace("\u00a0", " ").splitlines()
        assert ran.code == 0
        assert len(lines) == 3
        assert lines[0] == "Chez moi (autre) : aucune partie n’est ouverte."
        assert "gm open" in lines[1]
        turn = machine.done("status", "-c", "zebest")["turn"]
        assert lines[2].startswith(f"zebest, partie 1, manche 1 : on attend {turn} depuis le ")

    def test_one_alone_is_told_in_full_unless_all_are_asked_for(self, prepared: Prepared) -> None:
        """design.md, Command line: `-c` may be left out when there is only one."""
        machine = prepared(in_play)
        alone = machine.status
        assert alone["campaign"] == "zebest"
        assert machine.done("status", "--all")["campaigns"] == [alone]

    def test_a_broken_ledger_does_not_hide_the_others(self, prepared: Prepared) -> None:
        """Its row says what is wrong; the exit code is 3 only where none can be read."""
        machine = prepared(two)
        (machine.campaigns / "autre" / "ledger.yaml").write_text("…", encoding="utf-8")
        ran = machine.here("status", "--json")
        broken, sound = ran.json["campaigns"]
        assert (ran.code, broken["campaign"], broken["error"]["code"]) == (0, "autre", "tampered")
        assert sound["phase"] == "play"
        assert "gm status -c zebest" in ran.json["next_step"]
        assert machine.here("status").err.startswith("autre")
        machine.ledger.unlink()
        assert machine.here("status", "--json").code == 3

    def test_one_player_plays_in_two_parties_at_once(self, prepared: Prepared) -> None:
        """Z21 is of one campaign: another campaign has its own seats."""
        machine = prepared(in_play)
        machine.done("new", "autre")
        machine.done("open", "-c", "autre")
        for player in PLAYERS:
            machine.done("join", player, "-c", "autre")
        assert machine.done("deal", "-c", "autre")["waiting"] != []
        both = machine.done("status")["campaigns"]
        assert [set(each["players"]) for each in both] == [set(PLAYERS)] * 2


class TestLog:
    def test_everybodys_story_is_for_the_topic(self, prepared: Prepared) -> None:
        """JSON {entries: [{seq, at, event, text, counts}]}; else on standard output, the checkpoint last."""
        machine = prepared(in_play)
        told = machine.done("log")
        assert [entry["seq"] for entry in told["entries"]] == list(range(1, 11))
        assert all(entry.keys() >= {"seq", "at", "event", "text", "counts"} for entry in told["entries"])
        assert told["entries"][-1]["event"] == "played"
        (published,) = machine.key.parent.glob("*.checkpoints")
        published.unlink()
        ran = machine.here("log")
        assert machine.status["checkpoint"] in ran.out
        assert published.exists()
        assert told["entries"][-1]["text"] in ran.out
        assert "Mains" not in ran.out + ran.err

    def test_the_moderators_is_not(self, prepared: Prepared) -> None:
        """`--private`: on standard error, with the hands."""
        machine = prepared(in_play)
        ran = machine.here("log", "--private", "--from", "8")
        assert (ran.code, ran.out) == (0, "")
        assert "Mains" in ran.err
        dealt = machine.done("log", "--private", "--from", "8")["entries"][0]
        assert "Mains" in dealt["text"]
        assert machine.here("log", "--from", "99", "--json").error == "no_such_entry"


def test_why_is_for_the_player_who_asks(prepared: Prepared) -> None:
    """The public part is for the topic; reasons and notes are the moderator's."""
    machine = prepared(in_play)
    player = machine.status["turn"]
    pile = machine.status["pile"]
    machine.here("play", player, "3♠ 4♠", "--record")
    told = machine.done("why")
    assert told.keys() >= {"seq", "player", "accepted", "counts", "violations", "effects", "clauses"}
    assert (told["seq"], told["player"], told["accepted"]) == (11, player, False)
    missing = next(code for code in ("3s", "3h", "3d", "3c") if code not in machine.hand(player))
    machine.here("play", player, shown([missing]), "--record")
    told, ran = machine.done("why"), machine.here("why")
    assert "not_held" in told["violations"]
    if "too_low" in told["violations"]:
        assert told["rests_on"] == [{"seq": 10, **pile[0]}]
        assert "message 7, http://x.fr/7" in ran.out
    assert "jamais eu" in ran.err
    assert "jamais eu" not in ran.out
    assert machine.status["checkpoint"] in ran.out
    seq = told["seq"]
    machine.done("sanction", player, "--reason", "triche", "--evidence", str(seq), "--evidence", "10")
    told = machine.done("why")
    assert (told["clauses"], [each["seq"] for each in told["rests_on"]]) == (["Z18"], [seq, 10])


class TestRegistration:
    def test_the_earlier_post_gets_the_seat(self, prepared: Prepared) -> None:
        """Z21: first come, first served by the time of posts; who is overtaken is told."""
        machine = prepared(registering)
        late = machine.done("join", "tard", "--post-id", "12", "--at", "2030-06-12 14:05")
        assert (late["waits"], late["place"], late["overtakes"]) == (False, 5, [])
        early = ("join", "tôt", "--word", "navet", "--post-id", "11", "--url", "http://x.fr/11")
        ran = machine.here(*early, "--at", "2030-06-12 14:01")
        assert "tôt prend sa place devant tard" in ran.err
        assert "tard passe sur la liste d’attente" in ran.err
        status = machine.status
        assert (status["players"][-1], status["queue"]) == ("tôt", ["tard"])
        recorded = machine.ledger.read_text(encoding="utf-8")
        for kept in ('id: "11"', 'url: "http://x.fr/11"', 'at: "2030-06-12T14:01:00+02:00"', 'author: "tôt"'):
            assert kept in recorded

    def test_a_post_that_is_not_written_yet_is_doubted(self, prepared: Prepared) -> None:
        """Z21: a wrong date would cost somebody their place in the line."""
        machine = prepared(registering)
        doubt = "nous n’y sommes pas encore"
        assert doubt in machine.here("join", "tard", "--at", "9014-06-12 14:05").err
        assert doubt not in machine.here("join", "tôt", "--at", "2014-06-12 14:05").err

    def test_a_word_and_a_withdrawal_keep_their_post(self, prepared: Prepared) -> None:
        """design.md, Events: `word` and `left` {player, …, post?}."""
        machine = prepared(registering)
        machine.done("word", PLAYERS[0], "navet", "--post-id", "21")
        machine.done("leave", PLAYERS[0], "--post-id", "22", "--at", "2030-06-12 14:05")
        recorded = machine.ledger.read_text(encoding="utf-8")
        assert 'id: "21"' in recorded
        assert 'id: "22"' in recorded
        assert machine.status["players"] == list(PLAYERS[1:4])
        bad = machine.here("word", PLAYERS[1], "navet", "--at", "le 31 juin", "--json")
        assert (bad.code, bad.error) == (2, "bad_moment")

    def test_a_post_that_is_read_counts_from_its_own_time(self, prepared: Prepared) -> None:
        """`gm read` keeps the time of each post: it may be older than what was typed before."""
        machine = prepared(registering)
        post = {"id": "1", "author": "tôt", "at": "2020-06-12T14:10:00+02:00", "text": "Je m'inscris !"}
        machine.done("read", saved(machine, [post]))
        assert machine.status["players"] == ["tôt", *PLAYERS[:4]]

    def test_those_who_wait_are_the_first_of_the_next_partie(self, prepared: Prepared) -> None:
        """Z21: who registers while a partie is played waits, and comes first next time."""
        machine = prepared(between)
        waits = machine.done("join", "Zoé", "--word", "navet")
        assert (waits["waits"], waits["place"]) == (True, 1)
        machine.done("deal")
        for player in PLAYERS[1:]:
            machine.done("sanction", player, "--reason", "pour finir")
        assert machine.status["phase"] == "over"
        assert "d’avance" in machine.here("join", PLAYERS[0]).err
        assert "redemandez-en un à Zoé." in machine.here("open").err
        assert machine.done("join", "Théo")["overtakes"] == [PLAYERS[0]]
        assert machine.status["players"] == ["Zoé", "Théo", PLAYERS[0]]


class TestLeaving:
    def test_after_the_deal_it_takes_the_player_out_of_the_manche(self, prepared: Prepared) -> None:
        """Z28: leaving during a manche is Z18 without the word cheat."""
        machine = prepared(in_play)
        told = machine.done("leave", "snaga")
        assert (told["player"], told["accepted"]) == ("snaga", True)
        assert (machine.status["places"]["snaga"], machine.status["cards_left"]["snaga"]) == (5, 0)
        assert "départ volontaire" in told["public"]
        assert "tric" not in told["public"]
        assert "départ volontaire" in machine.done("log")["entries"][-1]["text"]
        assert machine.done("why")["clauses"] == ["Z28"]
        again = machine.here("leave", "snaga", "--json")
        assert (again.code, again.json["violations"]) == (1, ["already_out"])
        machine.done("leave", "oliv10", "--reason", "vacances")
        assert "vacances" in machine.done("log")["entries"][-1]["text"]

    def test_between_two_manches_the_seat_is_kept(self, prepared: Prepared) -> None:
        """Z24, Z28: somebody else takes it, or they leave once the manche is dealt."""
        machine = prepared(between)
        ran = machine.here("leave", "snaga", "--json")
        assert (ran.code, ran.error) == (1, "leaves_once_dealt")
        assert "gm replace snaga" in machine.here("leave", "snaga").err

    def test_who_waits_leaves_the_list_at_any_time(self, prepared: Prepared) -> None:
        """Z21: the waiting list is not the table."""
        machine = prepared(between)
        machine.done("join", "Zoé")
        machine.done("leave", "Zoé")
        assert machine.status["queue"] == []


class TestOpeningAgain:
    def test_the_same_five_are_seated_first(self, prepared: Prepared) -> None:
        """Z21: after an abandoned manche; without `--again` nobody's partie is given up by a slip."""
        machine = prepared(abandoned)
        refused = machine.here("open", "--json")
        assert (refused.code, refused.error) == (1, "partie_abandoned")
        assert "gm deal" in refused.json["error"]["message"]
        assert "gm open --again" in refused.json["error"]["message"]
        assert machine.done("open", "--again")["partie"] == 2
        assert (machine.status["players"], machine.status["queue"]) == (list(PLAYERS), ["Zoé"])
        machine.done("deal")
        machine.done("order", *order_of(machine))
        assert machine.done("verify")["ok"]

    def test_it_is_refused_where_no_manche_was_abandoned(self, prepared: Prepared) -> None:
        """A partie in play goes on; one that is over has nobody to seat again."""
        for prepare, code in ((in_play, "partie_running"), (Machine.new_campaign, "nothing_abandoned")):
            machine = prepared(prepare)
            ran = machine.here("open", "--again", "--json")
            assert (ran.code, ran.error) == (1, code)
            machine.campaigns.rename(machine.folder / f"done-{code}")

    def test_the_finished_manches_of_a_partie_given_up_stay_in_the_standings(
        self, prepared: Prepared
    ) -> None:
        """Z25: the classement keeps what was played."""
        machine = prepared(between)
        before = machine.done("post", "standings")["body"]
        assert f"Président : {PLAYERS[0]}".replace(" :", "\u00a0:") in before
        machine.done("deal")
        machine.done("abandon", "--reason", "main envoyée au mauvais joueur")
        machine.done("open", "--again")
        body = machine.done("post", "standings")["body"]
        assert f"Président : {PLAYERS[0]}".replace(" :", "\u00a0:") in body
        assert "La partie s’est arrêtée là." in body
        assert body.index("[PARTIE 1]") < body.index("[PARTIE 2]")


@pytest.mark.parametrize("words", [["hand", "snaga"], ["join", "x"], ["log"], ["why"]])
def test_other_commands_want_to_know_which_campaign(words: list[str], prepared: Prepared) -> None:
    """design.md, The campaign folder: `-c NAME` may be left out when there is only one."""
    ran = prepared(two).here(*words, "--json")
    assert (ran.code, ran.error) == (2, "several_campaigns")
