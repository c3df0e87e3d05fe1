"""Servers that come and go: their matches rest, go on, or lose the server after 30 days."""

from functools import partial

from sqlalchemy import Connection, Select, func, select

from engine.clocks import DAY, HOUR, LIVE, MINUTE, SECOND, ClockRules
from engine.game.actions import Pass
from engine.game.match import EndReason
from engine.service import Applied, GuildConfig, GuildId, InteractionId, UserId
from engine.service.commands import Dependencies
from engine.service.operations.guilds import RETENTION_MS
from engine.service.operations.processes import ALIVE_MS, Processes, Shards
from engine.store.schema import metadata
from tests.service.world import ANN, BOB, CEE, GUILD, World, existing, first_deadline

BY_THE_DAY = ClockRules("by_the_day", DAY)
ELSEWHERE = GuildId(701)


async def holding(world: World, guild: int) -> list[str]:
    """The tables that say a server's id anywhere."""
    found = []
    for table in metadata.sorted_tables:
        for column in table.columns:
            if column.name in ("guild_id", "scope", "channel_id"):
                asked = select(func.count()).select_from(table).where(column == guild)
                if await world.service._store.read(partial(counted, asked)):
                    found.append(f"{table.name}.{column.name}")
    return found


def counted(asked: Select[tuple[int]], connection: Connection) -> int:
    return connection.execute(asked).scalar_one()


async def ended(world: World, guild: GuildId = GUILD) -> None:
    live = await world.match(clock=BY_THE_DAY, rated=True, guild=guild)
    for _ in range(8):
        await world.pass_ms(DAY)
    assert (await world.load(live.id)).is_over


async def test_clocks_rest_while_the_bot_is_away_and_then_nobody_is_too_late(world: World) -> None:
    live = await world.match(clock=BY_THE_DAY)
    other = await world.match(ANN, CEE, clock=BY_THE_DAY, guild=ELSEWHERE)
    world.clock.pass_ms(23 * HOUR)
    assert await world.service.absences.left(GUILD, removed=True) == 1
    assert await world.service.absences.left(GUILD, removed=True) == 0
    assert await world.service.absences.known() == (GUILD,)
    await world.pass_ms(10 * DAY)
    assert (await world.load(live.id)).version == 0
    assert (await world.load(other.id)).version > 0, "another server goes on"
    assert await world.service.absences.returned(GUILD) == 1
    back = await world.load(live.id)
    assert first_deadline(back) == world.clock.now + 12 * HOUR
    assert back.table.rendered_version == -1, "its board is drawn again"
    assert await world.service.absences.returned(GUILD) == 0
    await world.pass_ms(12 * HOUR)
    assert (await world.load(live.id)).version == 1


async def test_what_was_left_of_a_turn_is_not_shortened(world: World) -> None:
    live = await world.match(clock=BY_THE_DAY)
    due = first_deadline(live)
    await world.service.absences.left(GUILD, removed=False)
    world.clock.pass_ms(HOUR)
    await world.service.absences.returned(GUILD)
    assert first_deadline(await world.load(live.id)) == due
    quick = await world.match(ANN, CEE, clock=LIVE)
    await world.service.absences.left(GUILD, removed=False)
    world.clock.pass_ms(209 * SECOND)
    await world.service.absences.returned(GUILD)
    assert first_deadline(await world.load(quick.id)) == world.clock.now + 2 * MINUTE


async def test_a_computer_and_the_next_deal_go_on_too(world: World) -> None:
    live = await world.practice(clock=BY_THE_DAY)
    await world.service.absences.left(GUILD, removed=True)
    seat = existing(live.seat_of(ANN.user_id))
    world.clock.pass_ms(DAY)
    await world.service.absences.returned(GUILD)
    await world.service.idle()
    live = await world.load(live.id)
    if seat in live.public().to_act:
        assert isinstance(await world.act(live, seat, Pass()), Applied)
    await world.play(live, lambda now: len(now.public().played) >= 1 or now.is_over)
    await world.service.absences.left(GUILD, removed=True)
    await world.pass_ms(DAY)
    number = (await world.load(live.id)).public().number
    await world.service.absences.returned(GUILD)
    await world.service.idle()
    assert (await world.load(live.id)).public().number > number or live.is_over


async def test_after_thirty_days_the_server_is_gone_and_its_players_keep_their_matches(
    world: World,
) -> None:
    await ended(world)
    await ended(world, guild=ELSEWHERE)
    running = await world.match(clock=BY_THE_DAY)
    await world.opened(ANN, CEE)
    await world.service.set_guild_config(InteractionId(5), GUILD, UserId(9), GuildConfig())
    absences = world.service.absences
    assert not await absences.purge(GUILD), "it is here"
    await absences.left(GUILD, removed=True)
    await absences.left(ELSEWHERE, removed=False)
    world.clock.pass_ms(RETENTION_MS - 1)
    assert await absences.due() == ()
    assert not await absences.purge(GUILD)
    assert "matches.guild_id" in await holding(world, GUILD)
    world.clock.pass_ms(1)
    assert await absences.due() == (GUILD,), "not the one that is only out of reach"
    assert await absences.purge(GUILD)
    assert not await absences.purge(GUILD), "once"
    assert await holding(world, GUILD) == []
    assert existing((await world.load(running.id)).public().outcome).reason is EndReason.CANCELLED
    export = await world.service.export_of(ANN.user_id)
    mine = export["matches"]
    assert isinstance(mine, list)
    assert len(mine) == 3, "players keep what they played"
    assert {one["guild_id"] for one in mine} - {ELSEWHERE} != {0}
    assert "matches.guild_id" in await holding(world, ELSEWHERE)
    await world.service.idle()


async def test_a_removal_in_an_outage_counts_from_the_removal(world: World) -> None:
    absences = world.service.absences
    await absences.left(GUILD, removed=False)
    world.clock.pass_ms(RETENTION_MS)
    await absences.left(GUILD, removed=True)
    assert await absences.due() == ()
    world.clock.pass_ms(RETENTION_MS)
    assert await absences.due() == (GUILD,)
    await world.match(ANN, BOB)
    assert GUILD in await absences.played_in()


async def test_two_processes_for_the_same_servers_hear_of_each_other(world: World) -> None:
    store, clock = world.service._store, world.clock
    one, two, three = (Processes(Dependencies(store, clock)) for _ in range(3))
    assert await one.beat(Shards()) == ()
    assert await two.beat(Shards(4, (0, 1))) == (one.name,)
    assert await three.beat(Shards(4, (2, 3))) == (one.name,), "other shards than the second"
    assert set(await one.beat(Shards())) == {two.name, three.name}
    await two.leave()
    assert await one.beat(Shards()) == (three.name,)
    clock.pass_ms(ALIVE_MS + 1)
    assert await one.beat(Shards()) == (), "three has not been heard of for long"
