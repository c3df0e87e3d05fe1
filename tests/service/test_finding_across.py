"""Finding an opponent on another server: only where both people and both servers want it."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from engine.clocks import HOUR, LIVE
from engine.game.presets import PRESETS
from engine.game.rules import Rules
from engine.service import (
    GuildConfig,
    GuildId,
    LiveMatch,
    LobbyCode,
    LobbyId,
    LobbyOpened,
    LobbyOutcome,
    LobbyRefused,
    LobbyStatus,
    Person,
    Place,
    Prefs,
    Started,
    UserId,
)
from engine.service.lobbies import lobby_transactions
from engine.service.tx import Tx
from engine.standings.rating import pool_of
from tests.keys import fresh
from tests.service.two_servers import (
    ADMIN,
    AWAY,
    AWAY_CHANNEL,
    be_found,
    open_servers,
    seek,
)
from tests.service.world import ANN, BOB, CEE, CHANNEL, DAN, GUILD, World
from tests.transactions import writing

SINGLE = PRESETS["single"]


@pytest.fixture
async def open_world_of_two(world: World) -> World:
    await open_servers(world, GUILD, AWAY)
    await be_found(world, ANN, BOB, CEE, DAN)
    return world


def met(outcome: LobbyOutcome) -> tuple[int | None, ...]:
    assert isinstance(outcome, Started), outcome
    return tuple(player.user_id for player in outcome.live.players)


def waits(outcome: LobbyOutcome) -> bool:
    return isinstance(outcome, LobbyOpened)


@pytest.mark.slow
async def test_whoever_waits_on_another_server_is_found(open_world_of_two: World) -> None:
    world = open_world_of_two
    first = await seek(world, ANN, GUILD)
    assert isinstance(first, LobbyOpened)
    second = await seek(world, BOB, AWAY)
    assert met(second) == (ANN.user_id, BOB.user_id)
    assert isinstance(second, Started)
    assert second.live.table.is_apart
    closed = await world.service.lobby(first.lobby.id)
    assert closed is not None
    assert (closed.status, closed.match_id) == (LobbyStatus.STARTED, second.live.id)
    assert (closed.table.guild, closed.table.channel, closed.table.place) == (
        GUILD,
        CHANNEL,
        Place.SERVER,
    )
    assert [one.id for one in await world.service.live_matches_of(ANN.user_id)] == [second.live.id]


async def test_ones_own_server_comes_first(open_world_of_two: World) -> None:
    world = open_world_of_two
    await seek(world, ANN, GUILD)
    world.clock.pass_ms(1000)
    await world.opened(CEE, guild=AWAY, channel=AWAY_CHANNEL)
    outcome = await seek(world, BOB, AWAY)
    assert met(outcome) == (CEE.user_id, BOB.user_id)
    assert isinstance(outcome, Started)
    assert not outcome.live.table.is_apart


@pytest.mark.parametrize(
    ("servers", "people"),
    [
        ((), (ANN, BOB)),
        ((GUILD,), (ANN, BOB)),
        ((AWAY,), (ANN, BOB)),
        ((GUILD, AWAY), ()),
        ((GUILD, AWAY), (ANN,)),
        ((GUILD, AWAY), (BOB,)),
    ],
)
async def test_nobody_is_found_unless_everybody_wants_it(
    world: World, servers: tuple[GuildId, ...], people: tuple[Person, ...]
) -> None:
    await open_servers(world, *servers)
    await be_found(world, *people)
    assert waits(await seek(world, ANN, GUILD))
    assert waits(await seek(world, BOB, AWAY))


async def person_changes_their_mind(world: World) -> None:
    await world.service.set_prefs(fresh(), ANN, Prefs())


async def server_changes_its_mind(world: World) -> None:
    await world.service.set_guild_config(fresh(), GUILD, ADMIN, GuildConfig())


async def server_is_out_of_reach(world: World) -> None:
    await world.service.absences.left(GUILD, removed=False)


async def banned_there(world: World) -> None:
    await world.service.bans.ban(fresh(), GUILD, ADMIN, BOB, days=None, reason="no")


async def banned_here(world: World) -> None:
    await world.service.bans.ban(fresh(), AWAY, ADMIN, ANN, days=1, reason="no")


async def blocks(world: World) -> None:
    await world.service.blocks.block(fresh(), ANN.user_id, BOB.user_id)


async def is_blocked(world: World) -> None:
    await world.service.blocks.block(fresh(), BOB.user_id, ANN.user_id)


@pytest.mark.parametrize(
    "reason",
    [
        person_changes_their_mind,
        server_changes_its_mind,
        server_is_out_of_reach,
        banned_there,
        banned_here,
        blocks,
        is_blocked,
    ],
)
async def test_somebody_who_waits_is_left_alone(
    open_world_of_two: World, reason: Callable[[World], Awaitable[None]]
) -> None:
    world = open_world_of_two
    assert waits(await seek(world, ANN, GUILD))
    await reason(world)
    assert waits(await seek(world, BOB, AWAY))


async def test_whoever_is_banned_at_home_does_not_play_elsewhere(open_world_of_two: World) -> None:
    world = open_world_of_two
    await seek(world, ANN, GUILD)
    await world.service.bans.ban(fresh(), AWAY, ADMIN, BOB, days=None, reason="no")
    refused = await seek(world, BOB, AWAY)
    assert isinstance(refused, LobbyRefused)
    assert refused.code is LobbyCode.BANNED


@pytest.mark.parametrize(
    "other",
    [{"clock": LIVE}, {"rated": True}, {"rules": PRESETS["oklahoma"], "preset": "oklahoma"}],
)
async def test_only_the_same_game_fits(open_world_of_two: World, other: dict[str, object]) -> None:
    world = open_world_of_two
    assert waits(await seek(world, ANN, GUILD, **other))  # type: ignore[arg-type]
    assert waits(await seek(world, BOB, AWAY))


async def test_house_rules_stay_on_their_server(open_world_of_two: World) -> None:
    world = open_world_of_two
    house = {"preset": "club_rules", "rules": Rules(target=70)}
    for person, guild in ((ANN, GUILD), (BOB, AWAY)):
        outcome = await seek(world, person, guild, **house)  # type: ignore[arg-type]
        assert isinstance(outcome, LobbyOpened)
        assert outcome.lobby.across is None


async def test_the_same_person_on_two_servers_does_not_meet_themselves(
    open_world_of_two: World,
) -> None:
    world = open_world_of_two
    assert waits(await seek(world, ANN, GUILD))
    assert waits(await seek(world, ANN, AWAY))


async def test_an_open_table_is_not_found_from_elsewhere(open_world_of_two: World) -> None:
    world = open_world_of_two
    await world.opened(ANN)
    assert waits(await seek(world, BOB, AWAY))


async def strong_and_weak(world: World) -> tuple[Person, Person, int]:
    """Return two people, and by how much their ratings of all servers differ after a match."""

    def over(live: LiveMatch) -> bool:
        return live.is_over

    third = GuildId(703)
    live = await world.match(ANN, BOB, rules=SINGLE, preset="single", rated=True, guild=third)
    pool = pool_of(SINGLE, live.setup.clock)
    await world.play(live, over)
    rated = {one: (await world.service.ratings.of(one.user_id, pool)).value for one in (ANN, BOB)}
    weak, strong = sorted(rated, key=rated.__getitem__)
    return strong, weak, round(rated[strong]) - round(rated[weak])


@pytest.mark.slow
@pytest.mark.parametrize("asks", ["waiting", "seeking"])
async def test_ratings_of_all_servers_are_near_for_both(
    open_world_of_two: World, asks: str
) -> None:
    world = open_world_of_two
    strong, weak, apart = await strong_and_weak(world)
    assert apart > 10
    more = {"rules": SINGLE, "preset": "single"}
    near = apart - 1
    windows = (near, None) if asks == "waiting" else (None, near)
    assert waits(await seek(world, strong, GUILD, windows[0], **more))
    assert waits(await seek(world, weak, AWAY, windows[1], **more))
    world.clock.pass_ms(HOUR)
    await world.service.idle()
    assert waits(await seek(world, strong, GUILD, apart, **more))
    assert met(await seek(world, weak, AWAY, apart, **more)) == (
        strong.user_id,
        weak.user_id,
    )


async def test_the_same_press_again_finds_the_same(open_world_of_two: World) -> None:
    world = open_world_of_two
    await seek(world, ANN, GUILD)
    ask = world.offer(BOB, guild=AWAY, channel=AWAY_CHANNEL)
    twice = [await world.service.find(ask, None, frozenset()) for _ in range(2)]
    assert met(twice[0]) == met(twice[1]) == (ANN.user_id, BOB.user_id)
    assert len(await world.service.live_matches_of(BOB.user_id)) == 1


@pytest.mark.slow
async def test_many_at_once_in_two_servers_are_all_paired(world: World) -> None:
    await open_servers(world, GUILD, AWAY)
    people = [Person(UserId(100 + n), f"P{n}") for n in range(20)]
    await be_found(world, *people)
    outcomes = await asyncio.gather(
        *(seek(world, one, (GUILD, AWAY)[n % 2]) for n, one in enumerate(people))
    )
    assert sum(isinstance(one, Started) for one in outcomes) == 10
    for guild in (GUILD, AWAY):
        assert await world.service.open_tables_in(guild) == ()


async def test_whoever_is_met_while_waiting_for_their_turn_to_search_finds_nobody_else(
    open_world_of_two: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = open_world_of_two
    await seek(world, BOB, AWAY)

    def meanwhile(tx: Tx) -> None:
        """In the place of the wait: Dan sits down at a table of Ann's that was not seen."""
        ask = world.offer(ANN)
        lobby_transactions.open_lobby(writing(tx._connection, tx.now, ask.interaction), ask)
        joining = writing(tx._connection, tx.now, fresh())
        lobby_transactions.join(joining, LobbyId(ask.interaction), DAN)

    monkeypatch.setattr("engine.service.lobbies.commands.take_turn", meanwhile)
    outcome = await seek(world, ANN, GUILD)
    assert isinstance(outcome, LobbyRefused)
    assert outcome.code is LobbyCode.JUST_MET
    assert [
        (one.players[1].user_id) for one in await world.service.live_matches_of(ANN.user_id)
    ] == [DAN.user_id]
