"""Whoever deletes their data is in no cell of any table afterwards."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import Connection, insert, select

from engine.clocks.clock import DAY
from engine.game.presets import PRESETS
from engine.game.record import from_json, to_json
from engine.service import (
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


async def test_records_of_reports_about_others_keep_a_true_seal(world: World) -> None:
    await everywhere(world)
    assert await world.service.forget(world.press(), ZOE.user_id)
    kept = [one for one in await world.service.reports.of(GUILD) if one.record]
    assert [one.reported for one in kept] == [BOB.user_id]
    assert GONE in from_json(kept[0].record or "").names
    assert kept[0].reason == f"{GONE} saw it"
