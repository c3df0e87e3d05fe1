"""Whoever deletes their data is in no cell of any table afterwards."""

import shutil
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio
from sqlalchemy import Connection, Row, insert, select

from engine.clocks import DAY, LIVE, MINUTE
from engine.coach.helping import Help
from engine.events.kinds import SWISS
from engine.events.plan import EventPlan
from engine.game.actions import Advise, Resign
from engine.game.notation import action_text
from engine.game.presets import PRESETS
from engine.game.record import from_json, to_json
from engine.game.seats import Seat
from engine.service import (
    DIRECT_MESSAGES,
    Applied,
    ChannelId,
    GuildConfig,
    LiveMatch,
    LobbyOpened,
    MatchCommand,
    MatchId,
    MatchSetup,
    MessageId,
    OpenLobby,
    Person,
    Place,
    Practice,
    Prefs,
    Started,
    TableMessage,
    UserId,
)
from engine.service.events.organizer_actions import Remove
from engine.service.events.outcomes import EventChanged
from engine.service.events.types import Announce, EventState
from engine.service.exercises.attempts import Series
from engine.service.operations.deletion import GONE
from engine.service.operations.guilds import RETENTION_MS
from engine.service.standings import MatchLuck
from engine.store import Repeatable
from engine.store.schema import (
    daily_tries,
    exercise_answers,
    marked,
    metadata,
    moves,
    season_places,
    season_roles,
    trainer_puzzles,
)
from engine.store.schema.base import Of
from engine.trainer.puzzle import Track
from tests.prepared import fill
from tests.service.two_servers import AWAY, account, be_found, open_servers, seek
from tests.service.world import ANN, BOB, CEE, CHANNEL, DAN, GUILD, Hands, World, existing
from tests.worlds.answering import answered
from tests.worlds.days import open_day, played
from tests.worlds.put_up import POSITION, hand_to_post

pytestmark = pytest.mark.xdist_group("privacy")

ZOE: Final = Person(UserId(918273645918273645), "Zoë Unmistakable")
EVE: Final = Person(UserId(99), "Eve")
MAX: Final = Person(UserId(ZOE.user_id + 1), "Max")
QUICK = replace(PRESETS["standard"], target=10)
WORDS: Final = frozenset(
    {
        ("players", "name"),
        ("match_players", "name"),
        ("match_players", "world_name"),
        ("lobby_players", "name"),
        ("lobby_players", "world_name"),
        ("event_entries", "name"),
        ("event_entries", "world_name"),
        ("lobby_invitees", "name"),
        ("events", "plan"),
        ("event_drafts", "plan"),
        ("matches", "seats"),
        ("audit", "detail"),
        ("reports", "reason"),
        ("bans", "reason"),
    }
)
"""Columns of text in which a person can be named."""
STAYS: Final = frozenset(
    {
        ("bans", "user_id"),
        ("bans", "reason"),
        ("audit", "detail"),
        ("reports", "reason"),
        ("events", "plan"),
    }
)
"""A ban, and what somebody has written about others or a server; all marked with the reason."""
UNTIL_TOMORROW: Final = frozenset({("exercise_answers", "user_id")})
"""That there was an answer stays until the day is over, or there could be a second one."""


def cells(connection: Connection) -> set[tuple[str, str]]:
    """Where the person stands, by table and column."""
    found = set()
    for table in metadata.sorted_tables:
        for row in connection.execute(select(table)):
            for name, value in row._mapping.items():
                text = str(value)
                if str(ZOE.user_id) in text or ZOE.name in text or "Unmistakable" in text:
                    found.add((table.name, str(name)))
    return found


def names_of_columns(*of: Of) -> set[tuple[str, str]]:
    """The columns with such marks, by table and column."""
    return {(column.table.name, column.name) for column, _ in marked(*of)}


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    opened = await open_day(tmp_path)
    yield opened
    await opened.service.close()


@dataclass(frozen=True)
class Kept:
    """A database that is at rest, the time in it, and the last press."""

    file: Path
    now_ms: int
    last_id: int


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """What :func:`everywhere` leaves, made once."""
    folder = tmp_path_factory.mktemp("everything")
    opened = await open_day(folder)
    await everywhere(opened)
    await opened.service.close()
    return Kept(folder / "gin.db", opened.clock.now, opened.last_id)


@pytest.fixture
async def lived(kept: Kept, tmp_path: Path) -> AsyncIterator[World]:
    """A world in which somebody has done everything already."""
    shutil.copy(kept.file, tmp_path / "gin.db")
    opened = await open_day(tmp_path, Hands(kept.now_ms), seed="later", last_id=kept.last_id)
    yield opened
    await opened.service.close()


async def over(world: World, first: Person, second: Person) -> LiveMatch:
    live = await world.match(first, second, rules=QUICK, rated=True)
    return await world.play(live, lambda now: now.is_over)


async def look_into(world: World, ended: LiveMatch, person: Person, other: Person) -> None:
    """A match is shared, its luck is found, and it is noticed that both seem to be helped."""
    await world.service.shares.share(world.press(), ended.id, person.user_id)
    await world.service.luck.enter(ended.id, {person.user_id: MatchLuck(1, 1.0, 1.0, 1.0)})
    too_much = dict.fromkeys((person.user_id, other.user_id), Help(90, 80, 9.0, 8.0))
    await world.service.helping.enter(ended.id, too_much)


async def train(world: World, person: Person) -> None:
    """Answer a puzzle, have the last matches looked into, and begin a race."""
    await fill(world.service)
    asked = existing(await world.service.trainer.next(person.user_id, Track.KNOCK))
    await answered(world.service, Series.TRAINER, asked.key, person, 0)
    await world.service.races.start(world.press(), GUILD, person)


async def event(world: World, host: Person, *entered: Person) -> None:
    """An event that is over, and one to come."""
    service, press = world.service, world.press
    for starts in (MINUTE, DAY):
        plan = EventPlan(
            name=f"{host.name}’s cup",
            kind=SWISS,
            preset="standard",
            rules=QUICK,
            starts_ms=world.clock.now + starts,
            clock=LIVE,
        )
        announced = await service.events.announce(Announce(press(), GUILD, CHANNEL, host, plan))
        assert isinstance(announced, EventChanged)
        await service.idle()
        for one in entered:
            await service.events.enter(press(), announced.event.id, account(one))
        if starts == DAY:
            await service.events.begin_draft(press(), GUILD, host.user_id, plan)
            return
        world.clock.pass_ms(MINUTE)
        await service.idle()
        running = existing(await service.events.event(announced.event.id))
        [pairing] = running.pairings
        await service.act(
            MatchCommand(press(), pairing.matches[0], entered[0].user_id, Resign(), None)
        )
        deed = Remove(entered[1].user_id)
        await service.events.organize(press(), announced.event.id, host.user_id, deed)
        for _ in range(2):
            world.clock.pass_ms(MINUTE)
            await service.idle()
        running = existing(await service.events.event(announced.event.id))
        assert running.state is EventState.FINISHED


async def post_weekly(world: World, person: Person) -> None:
    """Let somebody post a hand of the week, and answer it."""
    weekly, ask = world.service.weekly, hand_to_post(world.press(), GUILD, CHANNEL, person.user_id)
    hand = await weekly.post(ask)
    await answered(world.service, Series.WEEK, hand, person, 0)
    await weekly.close(world.press(), hand)


async def across(world: World, host: Person, guest: Person) -> None:
    """A match of two people of different servers."""
    await open_servers(world, GUILD, AWAY)
    await be_found(world, host, guest, named=True)
    await seek(world, host, GUILD)
    met = await seek(world, guest, AWAY)
    assert isinstance(met, Started)
    await world.play(met.live, lambda now: now.is_over)


async def end_season(world: World, winner: Person, season: str) -> None:
    """Write what only a month's end writes: a place, and the role for it."""

    def rows(connection: Connection) -> None:
        own: dict[str, Any] = {"guild_id": GUILD, "season": season, "user_id": winner.user_id}
        place = {"board": "won", "pool": "any", "place": 1, "row": 1, "value": 1.0}
        connection.execute(insert(season_places), {**own, **place})
        connection.execute(insert(season_roles), {**own, "role_id": 5})

    await world.service._store.write(Repeatable(rows))


async def everywhere(world: World) -> None:
    """One person does, and suffers, everything that is written down."""
    service, press = world.service, world.press
    await service.set_prefs(press(), ZOE, Prefs(world_board=True))
    await over(world, ZOE, BOB)
    ended = await over(world, BOB, ZOE)
    await train(world, ZOE)
    await look_into(world, ended, ZOE, BOB)
    pair = (ZOE.user_id, BOB.user_id)
    assert await service.helping.clear(press(), GUILD, ANN.user_id, pair)
    frozen = (ended.id, to_json(existing(await service.record(ended.id))))
    mine, hers = (ZOE.user_id, BOB.user_id), (BOB.user_id, ZOE.user_id)
    about_her = f"{ZOE.name} (<@{ZOE.user_id}>) stalls"
    await service.reports.make(press(), GUILD, mine, "he stalls", frozen)
    await service.reports.make(press(), GUILD, hers, about_her, frozen)
    # A complaint of one player about another mentions a third.
    await service.reports.make(
        press(), GUILD, (CEE.user_id, BOB.user_id), f"{ZOE.name} saw it", frozen
    )
    for report in await service.reports.of(GUILD):
        await service.reports.close(press(), GUILD, ZOE.user_id, report.id)
    await service.bans.ban(press(), GUILD, BOB.user_id, ZOE, days=3, reason=about_her)
    await service.bans.lift(press(), GUILD, BOB.user_id, ZOE.user_id)
    await service.bans.ban(press(), GUILD, ZOE.user_id, CEE, days=3, reason=about_her)
    await service.set_guild_config(press(), GUILD, ZOE.user_id, GuildConfig(language="de"))
    for one, other in ((ZOE, BOB), (BOB, ZOE)):
        await service.friends.add(press(), one, other)
        await service.notes.send(press(), one, other.user_id, "hello")
        await service.notes.request(press(), one, other.user_id)
    await service.blocks.block(press(), ZOE.user_id, ANN.user_id)
    await service.blocks.block(press(), ANN.user_id, ZOE.user_id)
    await across(world, ZOE, BOB)
    await world.opened(ZOE)
    await world.opened(BOB, ZOE)
    await service.daily.prepare()
    await played(world, ZOE)
    world.clock.pass_ms(DAY)
    await service.daily.prepare()
    await service.daily.close_ended()
    today = existing(await service.daily.look(ZOE.user_id))
    await answered(service, Series.DAY, today.day, ZOE, 0)
    live = await world.match(ZOE, DAN, rules=PRESETS["standard"])
    await service.mentions.claim(live.id, ZOE.user_id)
    await service.tutoring.advise(ZOE.user_id, 0, [])
    await service.studies.create(press(), ZOE, "Mine", POSITION)
    await post_weekly(world, ZOE)
    await world.opened(ZOE, MAX)
    await event(world, ZOE, BOB, ZOE)
    await service.bans.ban(press(), GUILD, BOB.user_id, ZOE, days=None, reason="again")

    await end_season(world, ZOE, "2026-11")


@pytest.mark.slow
async def test_a_deleted_person_is_in_no_cell_of_any_table(lived: World) -> None:
    before = await lived.service._store.read(cells)
    wanted = WORDS | names_of_columns(Of.OWN, Of.ABOUT, Of.RETAINED) - {("deletions", "user_id")}
    assert wanted - before == set(), "nothing is proved where the person never stood"
    assert before & names_of_columns(Of.SERVER, Of.NONE) == set()
    assert await lived.service.forget(lived.press(), ZOE.user_id)
    assert await lived.service._store.read(cells) == STAYS | UNTIL_TOMORROW
    assert names_of_columns(Of.RETAINED, Of.WORDS) >= STAYS | UNTIL_TOMORROW
    lived.clock.pass_ms(2 * DAY)
    await lived.service.daily.prepare()
    await lived.service.daily.close_ended()
    assert await lived.service._store.read(cells) == STAYS


@pytest.mark.slow
async def test_a_purged_server_is_in_no_column_of_ids(lived: World) -> None:
    def holding(connection: Connection) -> set[tuple[str, str]]:
        return {
            (column.table.name, column.name)
            for column, _ in marked(*Of)
            if connection.execute(select(column).where(column == GUILD).limit(1)).first()
        }

    short = await lived.match(BOB, DAN, rules=QUICK, rated=True)
    await lived.service.adjudicate(
        lived.press(), short.id, GUILD, CEE.user_id, "they agreed", Seat.ONE
    )
    absences = lived.service.absences
    await absences.left(GUILD, removed=True)
    lived.clock.pass_ms(RETENTION_MS)
    assert await lived.service._store.read(holding) == names_of_columns(Of.SERVER)
    assert await absences.purge(GUILD)
    assert await lived.service._store.read(holding) == set()


def of_others(connection: Connection) -> Counter[tuple[str, str]]:
    """Every row in which the person does not stand."""
    found = Counter[tuple[str, str]]()
    for table in metadata.sorted_tables:
        for row in connection.execute(select(table)):
            text = repr(tuple(row))
            if str(ZOE.user_id) not in text and ZOE.name not in text:
                found[table.name, text] += 1
    return found


def puzzles_of_hers(connection: Connection) -> Counter[tuple[str, str]]:
    """The puzzles of her own mistakes, which nobody else has been asked."""
    trained = exercise_answers.c.series == Series.TRAINER.value
    rows = connection.execute(select(exercise_answers).where(trained)).all()
    others = {row.exercise_id for row in rows if row.user_id != ZOE.user_id}
    mine = {row.exercise_id for row in rows if row.user_id == ZOE.user_id} - others
    found = connection.execute(select(trainer_puzzles).where(trainer_puzzles.c.pool == 0)).all()
    return Counter(("trainer_puzzles", repr(tuple(row))) for row in found if row.puzzle_id in mine)


async def others_do_the_same(world: World) -> None:
    """Two more people leave rows of their own wherever the person has some."""
    service, press = world.service, world.press
    ended = await over(world, BOB, DAN)
    await train(world, BOB)
    await look_into(world, ended, BOB, DAN)
    await world.opened(ANN, DAN)
    await played(world, BOB)
    today = existing(await service.daily.look(BOB.user_id))
    await answered(service, Series.DAY, today.day, BOB, 0)
    await service.blocks.block(press(), BOB.user_id, ANN.user_id)
    await service.friends.add(press(), BOB, DAN)
    await service.notes.send(press(), BOB, DAN.user_id, "hello")
    await service.notes.request(press(), BOB, DAN.user_id)
    live = await world.match(BOB, DAN, rules=PRESETS["standard"])
    await service.mentions.claim(live.id, BOB.user_id)
    await service.tutoring.advise(BOB.user_id, 0, [])
    await service.studies.create(press(), BOB, "Mine", POSITION)
    await post_weekly(world, BOB)
    await service.reports.make(press(), GUILD, (BOB.user_id, DAN.user_id), "too slow", None)
    await service.bans.ban(press(), GUILD, ANN.user_id, EVE, days=3, reason="too slow")
    await event(world, BOB, BOB, DAN)
    await end_season(world, BOB, "2026-10")


@pytest.mark.slow
async def test_nobody_is_led_to_the_private_chats_of_a_deleted_person(world: World) -> None:
    """A chat with one person, or between two, says who they are."""
    service, chat = world.service, ChannelId(777_001)
    table = TableMessage(DIRECT_MESSAGES, chat, place=Place.DIRECT, locale="de")
    alone = await service.practice(
        Practice(
            interaction=world.press(),
            person=ZOE,
            setup=MatchSetup(QUICK),
            table=table,
        )
    )
    assert isinstance(alone, Started)
    await service.messages.rendered(alone.live, 0, chat, MessageId(777_002))
    await world.play(await world.load(alone.live.id), lambda now: now.is_over)
    asked = OpenLobby(
        interaction=world.press(),
        host=ZOE,
        setup=MatchSetup(QUICK),
        expires_at_ms=world.clock.now + DAY,
        invited=(BOB,),
        table=replace(table, place=Place.PRIVATE),
    )
    opened = await service.open_lobby(asked)
    assert isinstance(opened, LobbyOpened)
    await service.messages.lobby_rendered(opened.lobby.id, 0, chat, MessageId(777_003))
    await service.cancel(world.press(), opened.lobby.id, ZOE.user_id)
    before = await service._store.read(everything)
    assert all(str(number) in before for number in (777_001, 777_002, 777_003))
    assert await service.forget(world.press(), ZOE.user_id)
    after = await service._store.read(everything)
    assert not any(str(number) in after for number in (777_001, 777_002, 777_003))


def everything(connection: Connection) -> str:
    """Every cell of every table."""
    return str([connection.execute(select(table)).all() for table in metadata.sorted_tables])


@pytest.mark.slow
async def test_nobody_else_loses_anything(lived: World) -> None:
    await others_do_the_same(lived)
    for lobby in await lived.service.open_lobbies_of(ZOE.user_id):
        await lived.service.leave(lived.press(), lobby.id, ZOE.user_id)
    for live in await lived.service.live_matches_of(ZOE.user_id):
        resigned = MatchCommand(lived.press(), live.id, ZOE.user_id, Resign(), None)
        assert isinstance(await lived.service.act(resigned), Applied)
    mine = {table for table, _ in await lived.service._store.read(cells)}
    before = await lived.service._store.read(of_others)
    private = await lived.service._store.read(puzzles_of_hers)
    assert mine - {table for table, _ in before} == set(), "an empty table proves nothing"
    assert await lived.service.forget(lived.press(), ZOE.user_id)
    assert before - await lived.service._store.read(of_others) == private


@pytest.mark.slow
async def test_an_export_is_everything_of_one_person_and_nothing_of_others(lived: World) -> None:
    await others_do_the_same(lived)
    data: dict[str, Any] = await lived.service.export_of(ZOE.user_id)

    def own(connection: Connection) -> dict[str, list[dict[str, object]]]:
        found = {}
        for table in metadata.sorted_tables:
            if "user_id" in table.c and table.name in data:
                stored = [dict(row._mapping) for row in connection.execute(select(table))]
                found[table.name] = [row for row in stored if row["user_id"] == ZOE.user_id]
        return found

    stored = await lived.service._store.read(own)
    assert len(stored) >= 15
    for name, found in stored.items():
        assert sorted(data[name], key=str) == sorted(found, key=str), name
    assert [row["name"] for row in data["profile"]] == [ZOE.name]
    for table in ("notes", "friend_requests"):
        assert {(row["sender_id"], row["receiver_id"]) for row in data[table]} == {
            (ZOE.user_id, BOB.user_id),
            (BOB.user_id, ZOE.user_id),
        }
    assert [row["reporter_id"] for row in data["reports"]] == [ZOE.user_id]
    assert {row["actor_id"] for row in data["administration"]} == {ZOE.user_id}
    noted = [(row["deed"], row["detail"]) for row in data["noted_by_administrators"]]
    assert ("ban", "again") in noted
    assert ("unban", "") in noted
    assert all(set(row) == NOTED for row in data["noted_by_administrators"])
    assert len({row["lobby_id"] for row in data["invitations"]}) == len(data["invitations"]) >= 3
    names = {row["match_id"]: row["name"] for row in data["matches"]}
    assert set(names.values()) == {ZOE.name}
    assert len(names) >= 4
    played = data["matches"][0]
    assert (played["guild_id"], played["preset"], played["rated"]) == (GUILD, "standard", True)
    assert played["started_ms"] <= played["ended_ms"]
    assert {row["guild_id"] for row in data["invitations"]} == {GUILD}
    assert {row["preset"] for row in data["invitations"]} == {"standard"}
    for table in ("matches", "invitations"):
        assert f"{ZOE.name}@account" in {row["world_name"] for row in data[table]}
    moves = [move for row in data["matches"] for move in row["moves"]]
    assert moves
    assert all(set(move) == {"action", "at_ms", "interaction_id"} for move in moves)


@pytest.mark.slow
async def test_records_of_reports_about_others_keep_a_true_seal(lived: World) -> None:
    assert await lived.service.forget(lived.press(), ZOE.user_id)
    [kept] = [one for one in await lived.service.reports.of(GUILD) if one.match_id]
    assert kept.reported == BOB.user_id
    record = existing(await lived.service.reports.record_of(kept.id))
    assert set(from_json(record).names) == {GONE, BOB.name}
    assert kept.reason == f"{ZOE.name} saw it", "it is the evidence of somebody else"


NOTED = {"guild_id", "deed", "detail", "at_ms"}
ABOUT_ONE = frozenset(
    (
        *("user_id", "profile", "matches", "invitations", "notes", "reports"),
        *("season_places", "administration"),
    )
)
MATCH_FIELDS = frozenset(
    (
        *("match_id", "guild_id", "channel_id", "preset", "rated", "status"),
        *("started_ms", "ended_ms", "seat", "name", "world_name", "moves"),
    )
)


@pytest.mark.slow
async def test_an_export_says_whose_it_is_and_holds_each_match_with_its_own_moves(
    lived: World,
) -> None:
    await lived.match(ANN, BOB)
    data: dict[str, Any] = await lived.service.export_of(ZOE.user_id)
    assert set(data) >= ABOUT_ONE
    assert data["user_id"] == ZOE.user_id
    played = {row["match_id"]: row for row in data["matches"]}
    assert len(played) == len(data["matches"])

    def stored(connection: Connection) -> list[Row[Any]]:
        asked = select(moves).where(moves.c.user_id == ZOE.user_id).order_by(moves.c.seq)
        return list(connection.execute(asked).all())

    made: dict[int, list[int]] = {match: [] for match in played}
    for row in await lived.service._store.read(stored):
        made[row.match_id].append(row.interaction_id)
    assert sum(map(len, made.values())) > 20
    for match, row in played.items():
        assert set(row) == MATCH_FIELDS
        assert [move["interaction_id"] for move in row["moves"]] == made[match]
        live = await lived.load(MatchId(match))
        assert live.seat_of(ZOE.user_id) == row["seat"]
        channel = 0 if live.table.is_apart else CHANNEL
        assert (row["channel_id"], row["rated"]) == (channel, live.setup.rated)


async def advised(world: World) -> LiveMatch:
    """A match of three in which at least two of them, Zoë among them, advised the captain."""
    rules = PRESETS["three_handed"]
    lobby = await world.opened(BOB, rules=rules, seats=3, max_seats=3)
    await world.service.join(world.press(), lobby, CEE)
    started = await world.service.join(world.press(), lobby, ZOE)
    assert isinstance(started, Started)
    live, advisers = started.live, set[UserId]()
    while len(advisers) < 2 or ZOE.user_id not in advisers:
        (idle,) = live.public().lineup.idle
        user = existing(live.player(idle).user_id)
        said = await world.did(live, idle, Advise(f"low cards, says {user}"))
        advisers.add(user)
        number = said.public().number
        live = await world.play(said, partial(_is_after, number))
    return await world.did(live, existing(live.seat_of(BOB.user_id)), Resign())


def _is_after(number: int, live: LiveMatch) -> bool:
    return live.public().number > number


@pytest.mark.slow
async def test_only_the_own_advice_is_taken_back_and_every_other_move_stays(world: World) -> None:
    live = await advised(world)
    other = await over(world, BOB, CEE)

    def played(connection: Connection) -> list[tuple[int, str, int | None]]:
        asked = select(moves.c.match_id, moves.c.action, moves.c.user_id).order_by(
            moves.c.match_id, moves.c.seq
        )
        return [tuple(row) for row in connection.execute(asked).all()]

    before = await world.service._store.read(played)
    assert await world.service.forget(world.press(), ZOE.user_id)
    after = await world.service._store.read(played)
    silenced = action_text(Advise("…"))
    advice = [one for one in before if "says" in one[1]]
    assert len({user for _, _, user in advice}) >= 2
    expected = [
        (match, silenced if (match, action, user) in advice else action, None)
        if user == ZOE.user_id
        else (match, action, user)
        for match, action, user in before
    ]
    assert after == expected
    assert {match for match, *_ in after} == {live.id, other.id}
    names = [player.name for player in (await world.load(live.id)).players]
    assert sorted(names) == ["Bob", "Cee", "Former player"]


@pytest.mark.slow
async def test_who_leaves_on_the_day_of_an_attempt_is_on_no_board_and_has_no_second_one(
    world: World,
) -> None:
    await service_day(world, ZOE)
    await service_day(world, BOB)

    def tries(connection: Connection) -> dict[int, tuple[object, ...]]:
        columns = (daily_tries.c.guild_id, daily_tries.c.shown, daily_tries.c.points)
        asked = select(daily_tries.c.user_id, *columns, daily_tries.c.streak)
        return {row[0]: tuple(row[1:]) for row in connection.execute(asked).all()}

    before = await world.service._store.read(tries)
    assert before[ZOE.user_id][0] == GUILD
    assert before[ZOE.user_id][3] == 1
    assert await world.service.forget(world.press(), ZOE.user_id)
    assert await world.service._store.read(tries) == before | {ZOE.user_id: (0, 0, None, 0)}


async def service_day(world: World, person: Person) -> None:
    """Play the day's challenge to its end, shown on the global board."""
    await world.service.set_prefs(world.press(), person, Prefs(world_board=True))
    await world.service.daily.prepare()
    await played(world, person)


async def test_of_a_report_about_her_only_the_report_stays(world: World) -> None:
    ended = await over(world, ZOE, BOB)
    frozen = (ended.id, to_json(existing(await world.service.record(ended.id))))
    await world.service.reports.make(
        world.press(), GUILD, (BOB.user_id, ZOE.user_id), "stalls", frozen
    )
    assert await world.service.forget(world.press(), ZOE.user_id)
    (kept,) = await world.service.reports.of(GUILD)
    assert (kept.reporter, kept.reported) == (BOB.user_id, 0)
    assert (kept.match_id, kept.reason) == (None, "")
    assert await world.service.reports.record_of(kept.id) is None


async def test_others_stay_invited(world: World) -> None:
    rules = PRESETS["three_handed"]
    lobby = await world.opened(ANN, ZOE, MAX, rules=rules, seats=3, max_seats=3)
    assert await world.service.forget(world.press(), ZOE.user_id)
    found = existing(await world.service.lobby(lobby))
    assert [person.user_id for person in found.invited] == [MAX.user_id]
