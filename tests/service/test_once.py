"""Every command is done once, although the answer of COMMIT is lost and the command comes again.

Two worlds of the same chance go the same way; in one of them the answer of each COMMIT that
matters is lost. Answers and every row have to be the same in both.
"""

import ast
import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass, replace
from typing import Any, Final, get_type_hints

import pytest
from sqlalchemy import select

from engine.clocks import DAY, LIVE
from engine.coach.helping import Help
from engine.coach.study import START, with_note
from engine.events.kinds import SWISS
from engine.events.plan import EventPlan
from engine.game.actions import Pass, Resign
from engine.game.presets import PRESETS
from engine.game.seats import Seat
from engine.premoves import Premoves
from engine.service import (
    GuildConfig,
    InteractionId,
    LiveMatch,
    MatchCommand,
    MatchSetup,
    Prefs,
    Rematch,
    Service,
    TableMessage,
)
from engine.service.changes import RETENTION_MS, forget_old
from engine.service.commands import command, own_command, repeatable, request
from engine.service.daily.challenge import AskDay
from engine.service.events.commands import event_command
from engine.service.events.organizer_actions import Remove
from engine.service.events.types import Announce, EventId
from engine.service.exercises.answering import Given
from engine.service.exercises.attempts import Series
from engine.service.people import own_key
from engine.service.preferences import Notify
from engine.service.rewards import coins
from engine.store import Repeatable
from engine.store.schema import metadata
from tests.prepared import fill
from tests.service.world import (
    ANN,
    BOB,
    CEE,
    CHANNEL,
    DAN,
    GUILD,
    STANDARD,
    World,
    open_world,
)
from tests.transactions import writing
from tests.worlds.engines import NIGHTLY, database, losing_answers
from tests.worlds.exercises import EXERCISES
from tests.worlds.put_up import POSITION, hand_to_post

Call = Callable[[InteractionId], Awaitable[object]]
Prepare = Callable[[World], Awaitable[Call]]
CASES: Final[dict[str, Prepare]] = {}
TEAMS: Final = PRESETS["partnership_4"]
OWN_ROWS: Final = {"leases", "processes"}


def case(prepare: Prepare) -> Prepare:
    """One command: what it needs, then how it is called with a key."""
    CASES[prepare.__name__] = prepare
    return prepare


# -- events -----------------------------------------------------------------------------


def cup(world: World, interaction: InteractionId) -> Announce:
    starts, kind = world.clock.now + DAY, SWISS
    plan = EventPlan("Cup", kind, "standard", STANDARD, starts, LIVE)
    return Announce(interaction, GUILD, CHANNEL, ANN, plan)


async def entered_cup(world: World) -> EventId:
    event_id = EventId(world.press())
    await world.service.events.announce(cup(world, InteractionId(event_id)))
    for one in (ANN, BOB, CEE):
        await world.service.events.enter(world.press(), event_id, one)
    return event_id


@case
async def announce_event(world: World) -> Call:
    return lambda key: world.service.events.announce(cup(world, key))


@case
async def enter_event(world: World) -> Call:
    event_id = await entered_cup(world)
    return lambda key: world.service.events.enter(key, event_id, DAN)


@case
async def check_in_refused(world: World) -> Call:
    event_id = await entered_cup(world)
    return lambda key: world.service.events.check_in(key, event_id, BOB.user_id)


@case
async def withdraw_from_event(world: World) -> Call:
    event_id = await entered_cup(world)
    return lambda key: world.service.events.withdraw(key, event_id, BOB.user_id)


@case
async def manage_event(world: World) -> Call:
    event_id = await entered_cup(world)
    deed = Remove(CEE.user_id)
    return lambda key: world.service.events.organize(key, event_id, ANN.user_id, deed)


# -- lobbies ----------------------------------------------------------------------------


@case
async def open_lobby(world: World) -> Call:
    ask = world.offer(ANN, BOB)
    return lambda key: world.service.open_lobby(replace(ask, interaction=key))


@case
async def find_one_who_waits(world: World) -> Call:
    await world.opened(ANN)
    ask, here = world.offer(BOB), frozenset({CHANNEL})
    return lambda key: world.service.find(replace(ask, interaction=key), None, here)


@case
async def find_nobody(world: World) -> Call:
    ask, here = world.offer(ANN), frozenset({CHANNEL})
    return lambda key: world.service.find(replace(ask, interaction=key), 200, here)


@case
async def join_first_of_two(world: World) -> Call:
    lobby = await world.opened(ANN, rules=TEAMS, seats=4, max_seats=4)
    return lambda key: world.service.join(key, lobby, BOB)


@case
async def join_last(world: World) -> Call:
    lobby = await world.opened(ANN, BOB)
    return lambda key: world.service.join(key, lobby, BOB)


@case
async def join_refused(world: World) -> Call:
    lobby = await world.opened(ANN, BOB)
    return lambda key: world.service.join(key, lobby, CEE)


@case
async def start_lobby(world: World) -> Call:
    lobby = await world.opened(ANN, rules=TEAMS, seats=4, max_seats=6)
    for person in (BOB, CEE, DAN):
        await world.service.join(world.press(), lobby, person)
    return lambda key: world.service.start_lobby(key, lobby, ANN.user_id)


@case
async def leave(world: World) -> Call:
    lobby = await world.opened(ANN, rules=TEAMS, seats=4, max_seats=4)
    await world.service.join(world.press(), lobby, BOB)
    return lambda key: world.service.leave(key, lobby, BOB.user_id)


@case
async def decline(world: World) -> Call:
    lobby = await world.opened(ANN, BOB)
    return lambda key: world.service.decline(key, lobby, BOB.user_id)


@case
async def cancel(world: World) -> Call:
    lobby = await world.opened(ANN, BOB)
    return lambda key: world.service.cancel(key, lobby, ANN.user_id)


@case
async def choose_side(world: World) -> Call:
    lobby = await world.opened(ANN, rules=TEAMS, seats=4, max_seats=4)
    return lambda key: world.service.choose_side(key, lobby, ANN.user_id, 1)


@case
async def shuffle_sides(world: World) -> Call:
    lobby = await world.opened(ANN, rules=TEAMS, seats=4, max_seats=4)
    for person in (BOB, CEE):
        await world.service.join(world.press(), lobby, person)
    return lambda key: world.service.shuffle_sides(key, lobby, ANN.user_id)


@case
async def practice(world: World) -> Call:
    from engine.service import Practice

    return lambda key: world.service.practice(
        Practice(
            interaction=key,
            table=TableMessage(GUILD, CHANNEL),
            person=ANN,
            setup=MatchSetup(PRESETS["single"]),
        )
    )


@case
async def rematch(world: World) -> Call:
    live = await world.match()
    await world.act(live, live.public().to_act[0], Resign())
    expires = world.clock.now + 900_000
    return lambda key: world.service.rematch(Rematch(key, live.id, CHANNEL, ANN, expires))


# -- matches ----------------------------------------------------------------------------


@case
async def act(world: World) -> Call:
    live = await world.match()
    seat = live.public().to_act[0]
    user = live.player(seat).user_id
    assert user is not None
    return lambda key: world.service.act(
        MatchCommand(key, live.id, user, Pass(), live.revision(seat))
    )


@case
async def adjudicate(world: World) -> Call:
    live = await world.match()
    return lambda key: world.service.adjudicate(key, live.id, GUILD, DAN.user_id, "stuck")


@case
async def switch_a_premove(world: World) -> Call:
    live = await world.match()

    def switched(plans: Premoves) -> Premoves:
        return replace(plans, draw_stock=not plans.draw_stock)

    return lambda key: world.service.planning.change(key, live.id, ANN.user_id, switched)


@case
async def nudge(world: World) -> Call:
    live = await world.match()
    world.clock.pass_ms(3_600_000)
    waiting = next(s for s in live.public().seats if s not in live.public().to_act)
    user = live.player(waiting).user_id
    assert user is not None
    return lambda key: world.service.planning.nudge(key, live.id, user)


@case
async def nudge_refused(world: World) -> Call:
    live = await world.match()
    world.clock.pass_ms(3_600_000)
    for person in (ANN, BOB):
        await world.service.set_prefs(world.press(), person, Prefs(notify=Notify.NONE))
    waiting = next(s for s in live.public().seats if s not in live.public().to_act)
    user = live.player(waiting).user_id
    assert user is not None
    return lambda key: world.service.planning.nudge(key, live.id, user)


# -- people -----------------------------------------------------------------------------


@case
async def set_prefs(world: World) -> Call:
    return lambda key: world.service.set_prefs(key, ANN, Prefs(text_mode=True))


@case
async def set_guild_config(world: World) -> Call:
    chosen = GuildConfig(pings=False)
    return lambda key: world.service.set_guild_config(key, GUILD, DAN.user_id, chosen)


@case
async def add_friend(world: World) -> Call:
    return lambda key: world.service.friends.add(key, ANN, BOB)


@case
async def remove_friend(world: World) -> Call:
    await world.service.friends.add(world.press(), ANN, BOB)
    return lambda key: world.service.friends.remove(key, ANN.user_id, BOB.user_id)


@case
async def block(world: World) -> Call:
    return lambda key: world.service.blocks.block(key, ANN.user_id, BOB.user_id)


@case
async def unblock(world: World) -> Call:
    await world.service.blocks.block(world.press(), ANN.user_id, BOB.user_id)
    return lambda key: world.service.blocks.unblock(key, ANN.user_id, BOB.user_id)


@case
async def send_note(world: World) -> Call:
    await world.match()
    return lambda key: world.service.notes.send(key, ANN, BOB.user_id, "hello")


@case
async def send_the_last_note_of_ten_minutes(world: World) -> Call:
    await world.match()
    for _ in range(4):
        await world.service.notes.send(world.press(), ANN, BOB.user_id, "hello")
    return lambda key: world.service.notes.send(key, ANN, BOB.user_id, "the fifth")


@case
async def friend_request(world: World) -> Call:
    return lambda key: world.service.notes.request(key, ANN, BOB.user_id)


@case
async def delete_notes(world: World) -> Call:
    await world.match()
    await world.service.notes.send(world.press(), ANN, BOB.user_id, "hello")
    return lambda key: world.service.notes.delete(key, BOB.user_id, None)


@case
async def ban(world: World) -> Call:
    return lambda key: world.service.bans.ban(
        key, GUILD, DAN.user_id, BOB, days=3, reason="rude words"
    )


@case
async def lift_a_ban(world: World) -> Call:
    await world.service.bans.ban(world.press(), GUILD, DAN.user_id, BOB, days=3, reason="rude")
    return lambda key: world.service.bans.lift(key, GUILD, DAN.user_id, BOB.user_id)


@case
async def report(world: World) -> Call:
    people = (ANN.user_id, BOB.user_id)
    return lambda key: world.service.reports.make(key, GUILD, people, "rude words", None)


@case
async def close_a_report(world: World) -> Call:
    made = world.press()
    people = (ANN.user_id, BOB.user_id)
    await world.service.reports.make(made, GUILD, people, "rude words", None)
    return lambda key: world.service.reports.close(key, GUILD, DAN.user_id, made)


@case
async def clear_a_pair(world: World) -> Call:
    live = await world.match(ANN, BOB, rated=True)
    await world.act(live, Seat.ONE, Resign())
    await world.service.helping.enter(live.id, {ANN.user_id: Help(90, 80, 9.0, 8.0)})
    pair = ANN.user_id, BOB.user_id
    return lambda key: world.service.helping.clear(key, GUILD, DAN.user_id, pair)


@case
async def buy(world: World) -> Call:
    await world.service._repeat(lambda tx: coins.pay(tx, ANN.user_id, "day:1", 200))
    return lambda key: world.service.coins.buy(key, ANN, "felt:walnut")


@case
async def answer_a_puzzle_that_is_none(world: World) -> Call:
    return lambda key: world.service.exercises.answer(Given(key, Series.DAY, 20260101, ANN, 0, 0))


def answering(series: Series) -> Prepare:
    """An answer to the first question of an exercise."""

    async def prepare(world: World) -> Call:
        ready = await EXERCISES[series](world, ANN)
        return lambda key: ready.answer(world, ANN, ready.right, key)

    prepare.__name__ = f"answer_{series}"
    return prepare


for _one in EXERCISES:
    case(answering(_one))


@case
async def start_race(world: World) -> Call:
    await fill(world.service)
    return lambda key: world.service.races.start(key, GUILD, ANN)


async def raced(world: World) -> int:
    await fill(world.service)
    await world.service.races.start(world.press(), GUILD, ANN)
    race = await world.service.races.running(ANN.user_id)
    assert race is not None
    return race.race


@case
async def stop_race(world: World) -> Call:
    race = await raced(world)
    return lambda key: world.service.races.stop(key, ANN.user_id, race)


@case
async def post_weekly_hand(world: World) -> Call:
    return lambda key: world.service.weekly.post(hand_to_post(key, GUILD, CHANNEL, ANN.user_id))


@case
async def close_weekly_hand(world: World) -> Call:
    hand = await world.service.weekly.post(hand_to_post(world.press(), GUILD, CHANNEL, ANN.user_id))
    return lambda key: world.service.weekly.close(key, hand)


@case
async def make_study(world: World) -> Call:
    return lambda key: world.service.studies.create(key, ANN, "Mine", POSITION)


@case
async def save_study(world: World) -> Call:
    study = await world.service.studies.create(world.press(), ANN, "Mine", POSITION)
    changed = with_note(POSITION, START, "why")
    return lambda key: world.service.studies.save(key, study, ANN.user_id, 1, "Ours", changed)


@case
async def share_study(world: World) -> Call:
    study = await world.service.studies.create(world.press(), ANN, "Mine", POSITION)
    return lambda key: world.service.studies.share(key, study, ANN.user_id)


@case
async def unshare_study(world: World) -> Call:
    study = await world.service.studies.create(world.press(), ANN, "Mine", POSITION)
    await world.service.studies.share(world.press(), study, ANN.user_id)
    return lambda key: world.service.studies.unshare(key, study, ANN.user_id)


@case
async def delete_study(world: World) -> Call:
    study = await world.service.studies.create(world.press(), ANN, "Mine", POSITION)
    return lambda key: world.service.studies.remove(key, study, ANN.user_id)


@case
async def forget(world: World) -> Call:
    await world.match()
    return lambda key: world.service.forget(key, ANN.user_id)


@case
async def lesson_learned(world: World) -> Call:
    return lambda key: world.service.achievements.learned(key, ANN)


@case
async def draft_begun(world: World) -> Call:
    plan = cup(world, world.press()).plan
    return lambda key: world.service.events.begin_draft(key, GUILD, ANN.user_id, plan)


@case
async def draft_changed(world: World) -> Call:
    plan = cup(world, world.press()).plan
    draft = await world.service.events.begin_draft(world.press(), GUILD, ANN.user_id, plan)
    better = replace(plan, name="Better cup")
    return lambda key: world.service.events.change_draft(key, draft, better)


@case
async def evening_asked_for(world: World) -> Call:
    plan = cup(world, world.press()).plan
    return lambda key: world.service.events.ask_for(key, GUILD, BOB.user_id, plan)


@case
async def request_taken_over(world: World) -> Call:
    plan = cup(world, world.press()).plan
    asked = await world.service.events.ask_for(world.press(), GUILD, BOB.user_id, plan)
    assert asked is not None
    return lambda key: world.service.events.take_over(key, asked, ANN.user_id)


@case
async def pause_refused(world: World) -> Call:
    event_id = await entered_cup(world)
    return lambda key: world.service.events.pause(key, event_id, BOB.user_id, True)


@case
async def day_begun(world: World) -> Call:
    await world.service.daily.prepare()
    return lambda key: world.service.daily.play(AskDay(key, GUILD, CHANNEL, ANN))


# -- the proof --------------------------------------------------------------------------


async def rows_of(world: World) -> dict[str, list[str]]:
    """Every row, but those of the bot's own."""

    def everything(connection: Any) -> dict[str, list[str]]:
        return {
            table.name: sorted(
                str(tuple(row))
                for row in connection.execute(select(table))
                if table.name != "answers" or row[0] > 0
            )
            for table in metadata.sorted_tables
            if table.name not in OWN_ROWS
        }

    return await world.service._store.read(everything)


def plain(answer: object) -> object:
    """An answer without what differs between two readings of the same row."""
    if isinstance(answer, LiveMatch):
        return ("match", answer.id, answer.version, answer.plans_of(answer.players[0].seat))
    if is_dataclass(answer) and not isinstance(answer, type):
        fields = {name: plain(getattr(answer, name)) for name in answer.__dataclass_fields__}
        fields.pop("happened", None)
        return (type(answer).__name__, fields)
    return answer


ONCE_MORE: Final = {"act": "Repeated", "adjudicate": "Repeated"}
"""Moves say themselves that they were done before."""


@dataclass
class Told:
    """What somebody was told the first time and the second, and what is stored."""

    first: object
    second: object
    rows: dict[str, list[str]]


async def run(world: World, name: str, *, lose: bool) -> Told:
    call = await CASES[name](world)
    await world.service.idle()
    key = world.press()
    if lose:
        with losing_answers(world.service._store) as lost:
            first = await call(key)
        assert lost, "its COMMIT was done, and the answer was lost"
    else:
        first = await call(key)
    stored = await rows_of(world)
    second = await call(key)
    assert await rows_of(world) == stored, "the second time changes nothing"
    return Told(plain(first), plain(second), stored)


def judge(name: str, clean: Told, lossy: Told) -> None:
    assert lossy.first == clean.first
    assert lossy.rows == clean.rows
    for told in (clean, lossy):
        if name in ONCE_MORE:
            assert isinstance(told.second, tuple)
            assert told.second[0] == ONCE_MORE[name]
        else:
            assert told.second == told.first


@pytest.mark.slow
@pytest.mark.parametrize("engine", NIGHTLY)
@pytest.mark.parametrize("name", sorted(CASES))
async def test_a_lost_answer_changes_nothing(
    request: pytest.FixtureRequest, name: str, engine: str
) -> None:
    told = []
    for lose in (False, True):
        async with database(engine, request) as url:
            world = await open_world(url)
            try:
                told.append(await run(world, name, lose=lose))
            finally:
                await world.service.close()
    judge(name, *told)


# -- by type ----------------------------------------------------------------------------

HOUSEKEEPING: Final = {
    *("Service.start", "Maintenance.look"),
    *("Messages.rendered", "Messages.lobby_rendered", "Messages.still_shows", "Messages.flush"),
    *("Notes.read", "Achievements.mark_announced", "Achievements.praised"),
    *("Mentions.claim", "Mentions.sent", "Mentions.remove", "Mentions.restore", "Mentions.forget"),
    *("GuildAbsences.left", "GuildAbsences.returned", "GuildAbsences.purge"),
    *("LuckRecords.enter", "HelpRecords.enter", "Tutoring.advise"),
    *("Welcomes.joined", "Welcomes.claim", "Welcomes.put_back"),
    *("Processes.beat", "Processes.leave", "Daily.prepare", "Daily.close_ended"),
    "Deletions.advance",
    *("Seasons.close_ended", "Seasons.crown", "Seasons.dethrone"),
    *("Events.fire", "Events.shown", "Events.claim_news", "Events.mark_announced"),
    *("WeeklyHands.tend", "WeeklyHands.shown"),
}
"""What the bot writes by itself: own rows show that it is done."""


def parts_of(service: Service) -> Iterator[type]:
    """The service and everything it is made of that those outside call."""
    yield type(service)
    for value in vars(service).values():
        if type(value).__module__.startswith("engine.service"):
            yield type(value)


def members_of(part: type) -> Mapping[str, object]:
    """The attributes of a class as they are declared, with inherited ones."""
    return {name: member for one in reversed(part.__mro__) for name, member in vars(one).items()}


def writes(member: object) -> bool:
    """Whether a command or a method changes what is stored."""
    if isinstance(member, command | event_command | request | own_command | repeatable):
        return True
    if not inspect.iscoroutinefunction(member):
        return False
    source = inspect.cleandoc("\n" + inspect.getsource(member))
    called = (node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    names = {one.attr for one in called if isinstance(one, ast.Attribute)}
    return bool(names & {"write", "_self_keyed", "_decide", "_once", "_repeat"})


def is_keyed(member: object) -> bool:
    """Whether a command takes the interaction, by itself or in what is asked."""
    if not inspect.iscoroutinefunction(member):
        return isinstance(member, command | event_command | request)
    for name, kind in get_type_hints(member).items():
        if name != "return" and kind is InteractionId:
            return True
        if is_dataclass(kind) and get_type_hints(kind).get("interaction") is InteractionId:
            return True
    return False


@pytest.mark.slow
async def test_every_command_takes_the_interaction(world: World) -> None:
    unkeyed, commands = set(), 0
    for part in parts_of(world.service):
        for name, member in members_of(part).items():
            if name.startswith("_") or not writes(member):
                continue
            commands += 1
            if not is_keyed(member):
                unkeyed.add(f"{part.__name__}.{name}")
    assert commands > len(CASES) / 2, "they are found at all"
    assert unkeyed <= HOUSEKEEPING


def test_every_command_has_a_case(world: World) -> None:
    called = {
        node.func.attr
        for case in CASES.values()
        for node in ast.walk(ast.parse(inspect.cleandoc("\n" + inspect.getsource(case))))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    left = set()
    for part in parts_of(world.service):
        for name, member in members_of(part).items():
            known = {name, getattr(member, "_name", name)} | {f"{part.__name__}.{name}"}
            if name[0] != "_" and writes(member) and not known & (called | HOUSEKEEPING):
                left.add(f"{part.__name__}.{name}")
    assert left == set()


async def test_answers_are_forgotten_after_an_hour(world: World) -> None:
    await world.service.friends.add(InteractionId(77 << 22), ANN, BOB)
    key = own_key()
    now = world.clock.now + RETENTION_MS

    def kept(connection: Any) -> int:
        return len(connection.execute(select(metadata.tables["answers"])).all())

    before = await world.service._store.read(kept)
    gone = await world.service._store.write(Repeatable(lambda c: forget_old(writing(c, now))))
    assert gone >= 1
    assert await world.service._store.read(kept) == before - gone
    assert key < 0
