"""What a moderator does beside the moves, as steps: each is chosen by chance and taken in any world."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from soak_posts import a_move
from soak_world import PARIS, World, active, picked
from tables import SHOWN

from gm.campaign import Problem, events_in_force
from gm.desk import due as desk_due
from gm.desk import replacing
from gm.desk.amending import Broken, amend, before_move, judge_amendment, move_to_amend
from gm.desk.correction_texts import correction_text
from gm.desk.corrections import UndoProposed, abandon, sanction, undo
from gm.desk.delays import end_pause, pause, set_delays
from gm.desk.findings import incidents
from gm.desk.prepare import give_word, join, leave
from gm.desk.recheck import recheck_posts
from gm.desk.referee import claims_of
from gm.desk.texts import absences_text, sanction_text
from gm.events import Passed, Played, Record, Refused, Sanctioned, Undone

Args = tuple[Any, ...]

GUESTS = tuple(f"invité {number}" for number in range(9))


def choose_undo(world: World) -> Args | None:
    force = events_in_force(world.campaign.log)
    undone = sum(isinstance(each.event, Undone) for each in world.campaign.log)
    if not force or undone > 6:
        return None
    late = [None, *force[-6:]] if world.chance.random() < 0.9 else force
    return (world.chance.choice(late),)


def choose_undo_of_undo(world: World) -> Args | None:
    undone = [each.seq for each in world.campaign.log if isinstance(each.event, Undone)]
    return (world.chance.choice(undone),) if 0 < len(undone) <= 6 else None


def take_back(world: World, seq: int | None) -> None:
    found = undo(world.campaign, seq, "mal lu")
    world.add((found.event, *found.follows) if isinstance(found, UndoProposed) else found)


def choose_sanction(world: World) -> Args | None:
    name = picked(world.chance, active(world.campaign))
    refused = [each.seq for each in world.records if isinstance(each.event, Refused)]
    return name and (name, world.chance.random() < 0.4, tuple(refused[-2:]))


def throw_out(world: World, name: str, departure: bool, evidence: tuple[int, ...]) -> None:
    world.add(sanction(world.campaign, name, "un motif", evidence, departure=departure))
    last = next((each for each in reversed(world.records[-8:]) if isinstance(each.event, Sanctioned)), None)
    manche = world.campaign.manche
    if last is not None and manche is not None and any(move.record is last for move in manche.moves):
        world.tell(lambda: sanction_text(world.campaign, last, SHOWN))


def choose_replacement(world: World) -> Args | None:
    """Somebody comes in: from the waiting list, from nowhere, or back again."""
    partie = world.campaign.partie
    if partie is None or not partie.seats or partie.closed:
        return None
    former = [each.player for each in partie.replaced]
    ready = [*world.campaign.queue, *former, *former, *GUESTS[:4]]
    by = picked(world.chance, [name for name in ready if name not in partie.seats])
    return by and (world.chance.choice(partie.seats), by)


def come_in(world: World, name: str, by: str) -> None:
    world.add(replacing.replace(world.campaign, name, by))


def choose_amendment(world: World) -> Args | None:
    """Another move in the place of one of the last: what would have been allowed there, or nearly so."""
    events = {each.seq: each.event for each in world.campaign.log}
    force = [seq for seq in events_in_force(world.campaign.log) if isinstance(events[seq], Played | Passed)]
    if not force:
        return None
    seq = world.chance.choice(force[-5:])
    record = move_to_amend(world.campaign, seq)
    assert isinstance(record, Record)
    there = before_move(world.campaign, record, "mal lu")
    found = a_move(world.chance, there)
    return None if found is None else (seq, found[1])


def correct(world: World, seq: int, text: str) -> None:
    """`gm amend`: another move where it keeps all later ones legal."""
    record = move_to_amend(world.campaign, seq)
    if isinstance(record, Problem):
        world.facts.append(record.code)
        return
    event = record.event
    assert isinstance(event, Played | Passed)
    claims = claims_of(text, "fr", event.player)
    assert isinstance(claims, tuple)
    judged = judge_amendment(world.campaign, record, text, claims, "mal lu")
    if isinstance(judged, Problem) or not judged.accepted:
        world.facts.append("not amended")
        return
    amended = amend(world.campaign, record, judged, None, "mal lu")
    if isinstance(amended, Broken):
        world.facts.append(f"breaks {amended.record.seq}")
        return
    world.add(amended.events)
    world.tell(lambda: correction_text(world.campaign, amended, SHOWN))


def choose_recheck(world: World) -> Args | None:
    """A page as it was, or with one post edited."""
    if not world.posts:
        return None
    edited = world.chance.randrange(len(world.page())) if world.chance.random() < 0.5 else None
    return edited, world.chance.choice(("8♠ en fait", "je passe finalement", "rien"))


def look_again(world: World, edited: int | None, text: str) -> None:
    """`gm recheck --record`: what nobody touched is as it was, and of what was edited that alone is told."""
    posts = world.page()
    if edited is not None:
        posts[edited] = replace(posts[edited], text=text)
    found = recheck_posts(world.campaign, posts, records=world.records, kept=world.kept.get)
    odd = {each.post.id if each.post is not None else None for each in found.odd}
    assert odd <= ({posts[edited].id} if edited is not None else set()), found.odd
    world.facts.append(f"{len(odd)} odd")
    world.add([incident for _, incident in incidents(world.campaign, found.findings)])


def choose_absence(world: World) -> Args | None:
    return (world.chance.choice((1, 30, 80, 200)),) if world.campaign.waiting else None


def stay_away(world: World, hours: int) -> None:
    """Time goes by, and the house rule acts for whoever is late."""
    world.wait(hours=hours)
    late = desk_due.chosen(world.campaign, None, world.now)
    assert not isinstance(late, Problem)
    made = desk_due.in_their_place(world.campaign, [(due, "Absence de plus de trois jours.") for due in late])
    assert not isinstance(made, Problem), made
    for each in made:
        world.add(each.events)
    if made:
        world.tell(lambda: absences_text(made, world.campaign, SHOWN))


def choose_delays(world: World) -> Args | None:
    hours = world.chance.choice(("12", "24h", "2j"))
    return (
        hours,
        world.chance.choice(("23-8", "22-9", "none")),
        world.chance.choice(("ask", "stand_in", "stand_in")),
    )


def change_delays(world: World, hours: str, quiet: str, absent: str) -> None:
    world.add(set_delays(world.campaign, turn=hours, quiet=quiet, absent=absent))


def choose_pause(world: World) -> Args | None:
    return world.chance.choice((0, 0, 5, 24)), world.chance.choice((10, 50, 300)), world.chance.random() < 0.3


def change_pause(world: World, begins: int, hours: int, ends: bool) -> None:
    if ends:
        world.add(end_pause(world.campaign, world.now))
        return
    start = (world.now + timedelta(hours=begins)).astimezone(PARIS)
    stop = (start + timedelta(hours=hours)).astimezone(PARIS)
    world.add(
        pause(world.campaign, start.isoformat(timespec="minutes"), stop.isoformat(timespec="minutes"), None)
    )


def choose_guest(world: World) -> Args | None:
    return world.chance.choice(GUESTS), world.chance.choice(("join", "join", "leave", "word"))


def guest(world: World, name: str, does: str) -> None:
    _, source = world.write(name, f"{name} : {does}")
    match does:
        case "join":
            world.add(join(world.campaign, name, None, source))
        case "leave":
            world.add(leave(world.campaign, name, source))
        case _:
            world.add(give_word(world.campaign, name, "mot", source))


def choose_abandon(world: World) -> Args | None:
    if world.campaign.manche is None or len(world.campaign.parties) > 2:
        return None
    return (world.chance.randbytes(32),)


def give_up(world: World, seed: bytes) -> None:
    world.add(abandon(world.campaign, "main envoyée au mauvais joueur", seed))
