"""Events as plain mappings and back (design.md, Events and their data)."""

import copy
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, get_args

import pytest
from ledger_samples import (
    ABANDONED,
    ABANDONED_FULL,
    CLOSED,
    CLOSED_FULL,
    DEALT,
    DEALT_FULL,
    DELAYS,
    DELAYS_FULL,
    EVENTS,
    GIFT,
    GIFT_ASKED,
    HEX,
    INCIDENT,
    INCIDENT_FULL,
    MODERATOR,
    OPENED,
    ORDER,
    PARTIE,
    PARTIE_FULL,
    PAUSED,
    PAUSED_FULL,
    PLAYED,
    PLAYED_FULL,
    POST,
    REFUSED,
    REFUSED_FULL,
    RULES,
    SALTS,
)

from gm.codec import FORMS, CodecError, decode, encode, is_beginning, secrecy
from gm.events import Event, Joined, Note, Replaced, Sanctioned, StandingPass, StandingPassEnded, Undone, Word

ALL = pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)


def test_every_event_has_a_form_and_a_round_trip() -> None:
    """The table and the samples have each member of `Event`, and no name stands twice."""
    assert {form.make for form in FORMS} == set(get_args(Event)) == {type(event) for event in EVENTS}
    assert len({form.name for form in FORMS}) == len(FORMS) == len(get_args(Event))


def test_the_samples_have_every_optional_field_with_and_without() -> None:
    """Of each optional field of each event one sample has it and another has not."""
    for form in FORMS:
        mine = [encode(event) for event in EVENTS if isinstance(event, form.make)]
        for field in (*form.data, *form.secret):
            if field.need == "optional":
                have = [field.key in {**each.data, **(each.secret or {})} for each in mine]
                assert True in have, (form.name, field.key)
                assert False in have, (form.name, field.key)


def test_every_field_of_an_event_is_written() -> None:
    """The table names each field of each event class once."""
    for form in FORMS:
        written = [field.attribute for field in (*form.data, *form.secret)]
        assert sorted(written) == sorted(field.name for field in fields(form.make))


@ALL
def test_an_event_comes_back_from_its_mappings(event: Event) -> None:
    """Decoding gives the same event back, and encoding that the same mappings in the same order."""
    encoded = encode(event)
    assert decode(*encoded) == event
    assert str(encode(decode(*encoded))) == str(encoded)


@ALL
def test_a_public_copy_comes_back_without_its_secrets(event: Event) -> None:
    """Without the secret block each event is read, the fields that were in it None."""
    name, data, secret = encode(event)
    public = decode(name, data, None)
    assert encode(public) == (name, data, None)
    if secret is not None:
        assert public != event
        hidden = {field.attribute for form in FORMS if form.name == name for field in form.secret}
        assert all(getattr(public, attribute) is None for attribute in hidden)


@ALL
def test_numbers_are_texts_and_nothing_is_empty(event: Event) -> None:
    """A mapping holds texts, lists and mappings only, no empty one (design.md, Canonical form)."""

    def check(plain: object) -> None:
        if isinstance(plain, dict):
            assert plain
            assert all(isinstance(key, str) for key in plain)
            for value in plain.values():
                check(value)
        elif isinstance(plain, list):
            assert plain
            for value in plain:
                check(value)
        else:
            assert isinstance(plain, str)

    encoded = encode(event)
    check(encoded.data)
    if encoded.secret is not None:
        check(encoded.secret)


@pytest.mark.parametrize(
    ("event", "name", "data", "secret"),
    [
        (
            DEALT_FULL,
            "manche_dealt",
            "partie manche seats extra opener beacon entropy commitments",
            "hands",
        ),
        (PARTIE_FULL, "partie_opened", "partie commitments beacon_rule schedule", "seeds"),
        (OPENED, "campaign_opened", "campaign title locale timezone rules moderator engine", ""),
        (PLAYED_FULL, "played", "player cards salts overruled reason post", ""),
        (REFUSED_FULL, "refused", "player claim violations post", "reasons note"),
        (Undone(3, "r"), "undone", "from reason", ""),
        (
            ABANDONED_FULL,
            "manche_abandoned",
            "partie manche seed reason next_commitment beacon_rule",
            "next_seed",
        ),
        (DELAYS_FULL, "delays_set", "turn exchange order grace absent quiet", ""),
        (PAUSED_FULL, "paused", "from until reason", ""),
        (StandingPass("a", POST), "standing_pass", "player post", ""),
        (StandingPassEnded("a", POST), "standing_pass_ended", "player post", ""),
        (INCIDENT_FULL, "incident", "player kind entries post", "note"),
    ],
)
def test_keys_stand_in_the_order_of_design_md(event: Event, name: str, data: str, secret: str) -> None:
    """The keys of `data` and `secret` are those of the table of events, in its order."""
    encoded = encode(event)
    assert (encoded.name, " ".join(encoded.data), " ".join(encoded.secret or {})) == (name, data, secret)


def test_nested_keys_have_their_order() -> None:
    """`post`, `schedule` and `rules` have their keys in the order of design.md and rules.md."""
    assert list(encode(Joined("a", None, POST)).data["post"]) == ["id", "url", "author", "at", "sha256"]
    assert list(encode(PARTIE_FULL).data["schedule"]) == ["registration", "deal", "start"]
    assert list(encode(OPENED).data["rules"]) == list(RULES)


def test_cards_are_one_text_in_the_order_of_the_deck() -> None:
    """`"8s 8d"`, strength first, then s h d c; a list of texts would be another format."""
    assert encode(PLAYED).data["cards"] == "8s 8d"
    assert encode(DEALT).secret == {"hands": {"snaga": "3s Qh", "MisterH": "2d"}}


def test_an_option_that_is_an_empty_list_is_left_out_and_comes_back() -> None:
    """`closes: []` cannot be written, and its absence must not fall back to the preset's default."""
    event = replace(OPENED, rules={**RULES, "closes": ()})
    encoded = encode(event)
    assert "closes" not in encoded.data["rules"]
    assert decode(*encoded) == event


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (PARTIE, "always"),
        (DEALT, "always"),
        (GIFT, "always"),
        (REFUSED, "maybe"),
        (REFUSED_FULL, "maybe"),
        (ABANDONED, "never"),
        (ABANDONED_FULL, "always"),
        (Note("n"), "never"),
        (OPENED, "never"),
        (INCIDENT, "maybe"),
        (INCIDENT_FULL, "maybe"),
        (DELAYS_FULL, "never"),
        (PAUSED_FULL, "never"),
        (StandingPass("a", POST), "never"),
        (StandingPassEnded("a", POST), "never"),
    ],
)
def test_which_entries_keep_something_back(event: Event, expected: str) -> None:
    """Seeds, hands and gifts always are, what is added to a refusal or an incident perhaps, nothing else."""
    assert secrecy(event) == expected


Change = Callable[[dict[str, Any]], object]
DEEP = "a" * 63


@pytest.mark.parametrize(
    ("event", "change", "code"),
    [
        (Joined("a"), lambda data: data.pop("player"), "missing_field"),
        (Joined("a"), lambda data: data.update(colour="red"), "unknown_field"),
        (Joined("a"), lambda data: data.update(player=["a"]), "bad_shape"),
        (Joined("a"), lambda data: data.update(player=7), "bad_shape"),
        (Joined("a"), lambda data: data.update(player=""), "bad_value"),
        (Joined("a"), lambda data: data.update(player="a" * 41), "bad_value"),
        (Joined("a"), lambda data: data.update(player="a\nb"), "bad_value"),
        (Joined("a"), lambda data: data.update(post={}), "bad_shape"),
        (Joined("a"), lambda data: data.update(post={"id": "1"}), "missing_field"),
        (Joined("a"), lambda data: data.update(post={"sha256": HEX[0], "id": "1"}), "bad_order"),
        (Joined("a"), lambda data: data.update(post={"sha256": HEX[10].upper()}), "bad_value"),
        (Joined("a"), lambda data: data.update(post={"sha256": DEEP}), "bad_value"),
        (Joined("a"), lambda data: data.update(post="x"), "bad_shape"),
        (Word("a", "w"), lambda data: data.update(player=data.pop("player")), "bad_order"),
        (Word("a", "w"), lambda data: data.update(word="w" * 201), "bad_value"),
        (Word("a", "w"), lambda data: data.update(word="a\nsnaga\nb"), "bad_value"),
        (Undone(3, "r"), lambda data: data.update({"from": "03"}), "bad_value"),
        (Undone(3, "r"), lambda data: data.update({"from": "0"}), "bad_value"),
        (Undone(3, "r"), lambda data: data.update({"from": "-3"}), "bad_value"),
        (Undone(3, "r"), lambda data: data.update({"from": "+3"}), "bad_value"),
        (Undone(3, "r"), lambda data: data.update({"from": "3.0"}), "bad_value"),
        (Undone(3, "r"), lambda data: data.update({"from": "٣"}), "bad_value"),
        (Undone(3, "r"), lambda data: data.update({"from": "9" * 10}), "bad_value"),
        (Undone(3, "r"), lambda data: data.update({"from": " 3"}), "bad_value"),
        (PLAYED, lambda data: data.update(cards="8d 8s"), "bad_value"),
        (PLAYED, lambda data: data.update(cards="8s 8s"), "bad_value"),
        (PLAYED, lambda data: data.update(cards="8s  8d"), "bad_value"),
        (PLAYED, lambda data: data.update(cards="8s 8x"), "bad_value"),
        (PLAYED, lambda data: data.update(cards=""), "bad_value"),
        (PLAYED, lambda data: data.update(cards=["8s", "8d"]), "bad_shape"),
        (PLAYED, lambda data: data.update(salts=[SALTS[0]]), "bad_value"),
        (PLAYED, lambda data: data.update(salts=[SALTS[0], "0" * 31]), "bad_value"),
        (PLAYED, lambda data: data.update(salts=SALTS[0]), "bad_shape"),
        (PLAYED, lambda data: data.update(overruled=[]), "bad_shape"),
        (PLAYED, lambda data: data.update(overruled=["too low"]), "bad_value"),
        (ORDER, lambda data: data.update(salts=[SALTS[0]]), "bad_value"),
        (GIFT, lambda data: data["commitments"].pop("snaga"), "bad_value"),
        (GIFT, lambda data: data["commitments"].update(x=[HEX[1]]), "bad_value"),
        (GIFT, lambda data: data["commitments"].update(snaga=[HEX[2], HEX[1]]), "bad_value"),
        (GIFT, lambda data: data["commitments"].update(snaga=[HEX[1], HEX[1]]), "bad_value"),
        (GIFT, lambda data: data["commitments"].update(snaga=[]), "bad_shape"),
        (Replaced("a", "b", {"b": (HEX[1],)}), lambda data: data.update(by="c"), "bad_value"),
        (DEALT, lambda data: data.update(seats=["snaga"]), "bad_value"),
        (DEALT, lambda data: data.update(seats=["snaga", "snaga"]), "bad_value"),
        (DEALT, lambda data: data["commitments"].update(snaga=[HEX[1]]), "bad_value"),
        (PARTIE, lambda data: data["commitments"].update({"3": HEX[1]}), "bad_value"),
        (PARTIE, lambda data: data.update(commitments={"01": HEX[1]}), "bad_value"),
        (OPENED, lambda data: data.update(moderator=MODERATOR[:-1]), "bad_value"),
        (OPENED, lambda data: data.update(moderator=MODERATOR[:-2] + "h="), "bad_value"),
        (OPENED, lambda data: data.update(moderator="AAAA"), "bad_value"),
        (OPENED, lambda data: data.update(campaign="Zebest"), "bad_value"),
        (OPENED, lambda data: data.update(campaign="-zebest"), "bad_value"),
        (OPENED, lambda data: data.update(campaign="z" * 41), "bad_value"),
        (OPENED, lambda data: data["rules"].pop("preset"), "missing_field"),
        (OPENED, lambda data: data["rules"].update(preset=["zebest"]), "bad_shape"),
        (OPENED, lambda data: data["rules"].update(closes="top"), "bad_shape"),
        (OPENED, lambda data: data["rules"].update({"pass": {"a": "b"}}), "bad_shape"),
        (OPENED, lambda data: data["rules"].update({"Pass": "free"}), "bad_value"),
        (OPENED, lambda data: data.update(rules="zebest"), "bad_shape"),
        (Sanctioned("a", "r", (1,)), lambda data: data.update(evidence="1"), "bad_shape"),
        (CLOSED, lambda data: data.update(places={"a": "first"}), "bad_value"),
        (CLOSED, lambda data: data.update(places={}), "bad_shape"),
        (CLOSED_FULL, lambda data: data["exchanges"][0].pop("cards"), "missing_field"),
        (CLOSED_FULL, lambda data: data["exchanges"].append("x"), "bad_shape"),
        (DELAYS, lambda data: data.update(turn="0"), "bad_value"),
        (DELAYS, lambda data: data.update(exchange="-1"), "bad_value"),
        (DELAYS, lambda data: data.update(order="1.5"), "bad_value"),
        (DELAYS, lambda data: data.update(grace="024"), "bad_value"),
        (DELAYS, lambda data: data.update(turn="48 h"), "bad_value"),
        (DELAYS, lambda data: data.pop("grace"), "missing_field"),
        (DELAYS, lambda data: data.update(grace=data.pop("grace")), "bad_order"),
        (DELAYS, lambda data: data.update(absent="x"), "bad_value"),
        (DELAYS, lambda data: data.update(absent="Ask"), "bad_value"),
        (DELAYS, lambda data: data.update(quiet="23-23"), "bad_value"),
        (DELAYS, lambda data: data.update(quiet="24-8"), "bad_value"),
        (DELAYS, lambda data: data.update(quiet="8-24"), "bad_value"),
        (DELAYS, lambda data: data.update(quiet="08-8"), "bad_value"),
        (DELAYS, lambda data: data.update(quiet="23-08"), "bad_value"),
        (DELAYS, lambda data: data.update(quiet="23"), "bad_value"),
        (DELAYS, lambda data: data.update(quiet="23h-8h"), "bad_value"),
        (DELAYS, lambda data: data.update(quiet="23-8 "), "bad_value"),
        (DELAYS, lambda data: data.update(quiet="٢٣-٨"), "bad_value"),
        (DELAYS, lambda data: data.update(quiet=["23", "8"]), "bad_shape"),
        (PAUSED, lambda data: data.update({"from": "2014-07-14T00:00:00"}), "bad_value"),
        (PAUSED, lambda data: data.update(until="2014-07-21T08:30:00Z"), "bad_value"),
        (PAUSED, lambda data: data.update(until="2014-07-21T08:30+02:00"), "bad_value"),
        (PAUSED, lambda data: data.update(until="2014-07-21 08:30:00+02:00"), "bad_value"),
        (PAUSED, lambda data: data.update(until="2014-07-21T08:30:00.5+02:00"), "bad_value"),
        (PAUSED, lambda data: data.update(until="2014-07-21"), "bad_value"),
        (PAUSED, lambda data: data.update({"from": "2014-02-30T00:00:00+01:00"}), "bad_value"),
        (PAUSED, lambda data: data.update(until="2014-07-21T08:30:00+25:00"), "bad_value"),
        (PAUSED, lambda data: data.pop("until"), "missing_field"),
        (PAUSED, lambda data: data.update({"from": data.pop("from")}), "bad_order"),
        (PAUSED, lambda data: data.update(until="2014-07-21T24:00:00+02:00"), "bad_value"),
        (PAUSED, lambda data: data.update(reason=["x"]), "bad_shape"),
        (StandingPass("a"), lambda data: data.update(player="a\nb"), "bad_value"),
        (StandingPass("a"), lambda data: data.update(until="tour"), "unknown_field"),
        (StandingPassEnded("a"), lambda data: data.update(post={}), "bad_shape"),
        (StandingPassEnded("a"), lambda data: data.pop("player"), "missing_field"),
        (INCIDENT, lambda data: data.update(kind="post_edited"), "bad_value"),
        (INCIDENT, lambda data: data.update(kind="Post_changed"), "bad_value"),
        (INCIDENT, lambda data: data.pop("kind"), "missing_field"),
        (INCIDENT, lambda data: data.update(entries=[]), "bad_shape"),
        (INCIDENT, lambda data: data.update(entries=["0"]), "bad_value"),
        (INCIDENT, lambda data: data.update(entries="9"), "bad_shape"),
        (INCIDENT, lambda data: data.update(note="public"), "unknown_field"),
    ],
)
def test_data_that_is_not_that_of_the_event_is_refused(event: Event, change: Change, code: str) -> None:
    """A field that is missing, unknown, out of order, of another shape or value has its code."""
    name, data, secret = copy.deepcopy(encode(event))
    change(data)
    with pytest.raises(CodecError) as raised:
        decode(name, data, secret)
    assert raised.value.code == code
    assert raised.value.path


@pytest.mark.parametrize(
    ("event", "secret", "code"),
    [
        (Note("n"), {"text": "n"}, "unknown_field"),
        (Note("n"), {}, "bad_shape"),
        (PARTIE, {}, "bad_shape"),
        (PARTIE, {"seeds": {"1": HEX[1]}}, "bad_value"),
        (PARTIE, {"seeds": {"2": HEX[1], "1": HEX[2]}}, "bad_value"),
        (DEALT, {"hands": {"snaga": "3s Qh"}}, "bad_value"),
        (DEALT, {"hands": {"snaga": "3s", "MisterH": "2d"}}, "bad_value"),
        (GIFT, {"asked": "2?"}, "missing_field"),
        (REFUSED_FULL, {"note": "n", "reasons": ["r"]}, "bad_order"),
        (ABANDONED, {"next_seed": HEX[0]}, "bad_value"),
        (DEALT, "x", "bad_shape"),
        (DEALT, ["x"], "bad_shape"),
        (INCIDENT, {}, "bad_shape"),
        (INCIDENT, {"note": ["n"]}, "bad_shape"),
        (INCIDENT, {"entries": ["9"]}, "unknown_field"),
        (DELAYS, {"note": "n"}, "unknown_field"),
    ],
)
def test_a_secret_that_is_not_that_of_the_event_is_refused(event: Event, secret: Any, code: str) -> None:
    """What is kept back has the shape of its event too, and covers the players and manches of its data."""
    with pytest.raises(CodecError) as raised:
        decode(encode(event).name, encode(event).data, secret)
    assert raised.value.code == code


def test_an_unknown_event_is_refused() -> None:
    """A name that the table has not is no event."""
    with pytest.raises(CodecError) as raised:
        decode("cheated", {"player": "a"}, None)
    assert raised.value.code == "unknown_event"


def test_options_of_another_release_are_read() -> None:
    """A ledger of another engine is checked for bytes and deals: its options need not be known here."""
    name, data, _ = encode(OPENED)
    data["rules"]["weather"] = "rain"  # type: ignore[index,call-overload] # a mapping, as the test above says
    event = decode(name, data, None)
    assert encode(event).data == data


@pytest.mark.parametrize(
    ("event", "secret", "expected"),
    [
        (PARTIE, {}, True),
        (PARTIE, {"seeds": {"1": HEX[1]}}, True),
        (PARTIE, {"seeds": {"2": HEX[1]}}, False),
        (PARTIE, {"seeds": {"1": HEX[1], "2": HEX[2]}}, False),
        (PARTIE, {"seeds": {"1": DEEP}}, False),
        (PARTIE, {"hands": {"1": HEX[1]}}, False),
        (DEALT, {"hands": {"snaga": "3s Qh"}}, True),
        (DEALT, {"hands": {"MisterH": "2d"}}, False),
        (GIFT_ASKED, {"cards": "2h"}, False),
        (Note("n"), {"text": "n"}, False),
    ],
)
def test_the_beginning_of_a_secret_is_told_from_another_one(
    event: Event, secret: Any, expected: bool
) -> None:
    """A block cut between two lines lacks a required field, a hand or a seed, and what is there is sound."""
    assert is_beginning(encode(event).name, encode(event).data, secret) is expected
