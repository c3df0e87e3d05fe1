"""Whoever deletes their data is in no cell of any table afterwards."""

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import Connection, insert, select

from engine.clocks.clock import DAY
from engine.game.actions import Resign
from engine.game.presets import PRESETS
from engine.game.record import from_json, to_json
from engine.service import (
    Applied,
    Command,
    GuildConfig,
    LiveMatch,
    MatchLuck,
    Person,
    Prefs,
    Started,
    UserId,
)
from engine.service.operations.redaction import GONE
from engine.store import Repeatable
from engine.store.schema import (
    metadata,
    season_places,
    season_roles,
)
from tests.service.test_daily import ask, open_day
from tests.service.world import ANN, BOB, CEE, DAN, GUILD, World, sqlite_url

ZOE: Final = Person(UserId(918273645918273645), "Zoë Unmistakable")
EVE: Final = Person(UserId(99), "Eve")
MAX: Final = Person(UserId(ZOE.user_id + 1), "Max")
QUICK = replace(PRESETS["standard"], target=10)
PERSONAL: Final = frozenset(
    (
        *("user_id", "other_id", "friend_id", "blocked_id", "about_id", "sender_id", "receiver_id"),
        *("reporter_id", "reported_id", "host_id", "actor_id", "subject_id", "banned_by"),
        *("closed_by", "pair_low", "pair_high"),
    )
)
"""Columns that hold somebody's id, in any table."""
WORDS: Final = frozenset(
    {
        ("players", "name"),
        ("match_players", "name"),
        ("lobby_players", "name"),
        ("matches", "seats"),
        ("lobbies", "invited"),
        ("audit", "detail"),
        ("reports", "reason"),
        ("reports", "record"),
        ("bans", "reason"),
    }
)
"""Columns of text in which a person can be named."""
STAYS: Final = frozenset({("bans", "user_id")})
"""A ban stays, or deleting oneself would lift it."""
UNTIL_TOMORROW: Final = frozenset({("puzzle_answers", "user_id")})
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


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    opened = await open_day(sqlite_url(tmp_path))
    yield opened
    await opened.service.close()


async def over(world: World, first: Person, second: Person) -> LiveMatch:
    live = await world.match(first, second, rules=QUICK, rated=True)
    return await world.play(live, lambda now: now.is_over)


async def everywhere(world: World) -> None:
    """One person does, and suffers, everything that is written down."""
    service, press = world.service, world.press
    await service.set_prefs(press(), ZOE, Prefs(world_board=True))
    await over(world, ZOE, BOB)
    ended = await over(world, BOB, ZOE)
    await service.shares.share(press(), ended.id, ZOE.user_id)
    await service.luck.enter(ended.id, {ZOE.user_id: MatchLuck(1, 1.0, 1.0, 1.0)})
    record = await service.record(ended.id)
    assert record is not None
    frozen = (ended.id, to_json(record))
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
        await service.notes.write_about(
            press(), one.user_id, other.user_id, f"{other.name} knocks early"
        )
    await service.blocks.block(press(), ZOE.user_id, ANN.user_id)
    await service.blocks.block(press(), ANN.user_id, ZOE.user_id)
    await world.opened(ZOE)
    await world.opened(BOB, ZOE)
    await service.daily.prepare()
    day = await service.daily.play(ask(world, ZOE))
    assert isinstance(day, Started)
    await world.play(day.live, lambda now: now.is_over)
    world.clock.pass_ms(DAY)
    await service.daily.prepare()
    await service.daily.close_ended()
    today = await service.daily.look(ZOE.user_id)
    assert today is not None
    await service.puzzles.answer(press(), today.day, ZOE, 0)
    live = await world.match(ZOE, DAN, rules=PRESETS["standard"])
    await service.mentions.claim(live.id, ZOE.user_id)
    await world.opened(ZOE, MAX)
    await service.bans.ban(press(), GUILD, BOB.user_id, ZOE, days=None, reason="again")

    def rows(connection: Connection) -> None:
        """What only a month's end, a role or an older release writes."""
        season: dict[str, Any] = {"guild_id": GUILD, "season": "2026-11"}
        place = {"board": "won", "pool": "any", "place": 1, "row": 1, "value": 1.0}
        connection.execute(insert(season_places), {**season, **place, "user_id": ZOE.user_id})
        connection.execute(insert(season_roles), {**season, "user_id": ZOE.user_id, "role_id": 5})

    await service._store.write(Repeatable(rows))


async def test_a_deleted_person_is_in_no_cell_of_any_table(world: World) -> None:
    await everywhere(world)
    before = await world.service._store.read(cells)
    wanted = WORDS | {
        (table.name, column.name)
        for table in metadata.sorted_tables
        for column in table.columns
        if column.name in PERSONAL
    }
    assert wanted - before == set(), "nothing is proved where the person never stood"
    assert await world.service.forget(world.press(), ZOE.user_id)
    assert await world.service._store.read(cells) == STAYS | UNTIL_TOMORROW
    world.clock.pass_ms(2 * DAY)
    await world.service.daily.prepare()
    await world.service.daily.close_ended()
    assert await world.service._store.read(cells) == STAYS


def of_others(connection: Connection) -> Counter[tuple[str, str]]:
    """Every row in which the person does not stand."""
    found = Counter[tuple[str, str]]()
    for table in metadata.sorted_tables:
        for row in connection.execute(select(table)):
            text = repr(tuple(row))
            if str(ZOE.user_id) not in text and ZOE.name not in text:
                found[table.name, text] += 1
    return found


async def others_do_the_same(world: World) -> None:
    """Two more people leave rows of their own wherever the person has some."""
    service, press = world.service, world.press
    ended = await over(world, BOB, DAN)
    await service.shares.share(press(), ended.id, BOB.user_id)
    await service.luck.enter(ended.id, {BOB.user_id: MatchLuck(1, 1.0, 1.0, 1.0)})
    await world.opened(ANN, DAN)
    day = await service.daily.play(ask(world, BOB))
    assert isinstance(day, Started)
    await world.play(day.live, lambda now: now.is_over)
    today = await service.daily.look(BOB.user_id)
    assert today is not None
    await service.puzzles.answer(press(), today.day, BOB, 0)
    await service.blocks.block(press(), BOB.user_id, ANN.user_id)
    await service.friends.add(press(), BOB, DAN)
    await service.notes.send(press(), BOB, DAN.user_id, "hello")
    await service.notes.write_about(press(), BOB.user_id, DAN.user_id, "careful")
    live = await world.match(BOB, DAN, rules=PRESETS["standard"])
    await service.mentions.claim(live.id, BOB.user_id)
    await service.reports.make(press(), GUILD, (BOB.user_id, DAN.user_id), "too slow", None)
    await service.bans.ban(press(), GUILD, ANN.user_id, EVE, days=3, reason="too slow")

    def rows(connection: Connection) -> None:
        season: dict[str, Any] = {"guild_id": GUILD, "season": "2026-10"}
        place = {"board": "won", "pool": "any", "place": 1, "row": 1, "value": 1.0}
        connection.execute(insert(season_places), {**season, **place, "user_id": BOB.user_id})
        connection.execute(insert(season_roles), {**season, "user_id": BOB.user_id, "role_id": 5})

    await service._store.write(Repeatable(rows))


@pytest.mark.slow
async def test_nobody_else_loses_anything(world: World) -> None:
    await everywhere(world)
    await others_do_the_same(world)
    for lobby in await world.service.open_lobbies_of(ZOE.user_id):
        await world.service.leave(world.press(), lobby.id, ZOE.user_id)
    for live in await world.service.live_matches_of(ZOE.user_id):
        resigned = Command(world.press(), live.id, ZOE.user_id, Resign(), None)
        assert isinstance(await world.service.act(resigned), Applied)
    mine = {table for table, _ in await world.service._store.read(cells)}
    before = await world.service._store.read(of_others)
    assert mine - {table for table, _ in before} == set(), "an empty table proves nothing"
    assert await world.service.forget(world.press(), ZOE.user_id)
    assert before - await world.service._store.read(of_others) == Counter()


async def test_an_export_is_everything_of_one_person_and_nothing_of_others(world: World) -> None:
    await everywhere(world)
    await others_do_the_same(world)
    data: dict[str, Any] = await world.service.export_of(ZOE.user_id)

    def own(connection: Connection) -> dict[str, list[dict[str, object]]]:
        found = {}
        for table in metadata.sorted_tables:
            if "user_id" in table.c and table.name in data:
                stored = [dict(row._mapping) for row in connection.execute(select(table))]
                found[table.name] = [row for row in stored if row["user_id"] == ZOE.user_id]
        return found

    stored = await world.service._store.read(own)
    assert len(stored) >= 15
    for name, found in stored.items():
        assert sorted(data[name], key=str) == sorted(found, key=str), name
    assert [row["name"] for row in data["profile"]] == [ZOE.name]
    assert {(row["sender_id"], row["receiver_id"]) for row in data["notes"]} == {
        (ZOE.user_id, BOB.user_id),
        (BOB.user_id, ZOE.user_id),
    }
    assert [row["reporter_id"] for row in data["reports"]] == [ZOE.user_id]
    assert {row["actor_id"] for row in data["administration"]} == {ZOE.user_id}
    assert len({row["lobby_id"] for row in data["invitations"]}) == len(data["invitations"]) >= 3
    names = {row["match_id"]: row["name"] for row in data["matches"]}
    assert set(names.values()) == {ZOE.name}
    assert len(names) >= 4
    played = data["matches"][0]
    assert (played["guild_id"], played["preset"], played["rated"]) == (GUILD, "standard", True)
    assert played["started_ms"] <= played["ended_ms"]
    assert {row["guild_id"] for row in data["invitations"]} == {GUILD}
    moves = [move for row in data["matches"] for move in row["moves"]]
    assert moves
    assert all(set(move) == {"action", "at_ms", "interaction_id"} for move in moves)
    assert f"{ZOE.name} knocks early" not in str(data), "what another has written about her"


@pytest.mark.slow
async def test_records_of_reports_about_others_keep_a_true_seal(world: World) -> None:
    await everywhere(world)
    assert await world.service.forget(world.press(), ZOE.user_id)
    kept = [one for one in await world.service.reports.of(GUILD) if one.record]
    assert [one.reported for one in kept] == [BOB.user_id]
    assert GONE in from_json(kept[0].record or "").names
    assert kept[0].reason == f"{GONE} saw it"
