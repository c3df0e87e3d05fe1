"""The watch over discards: counted and told once, seen by one server, forgotten with people."""

import pytest

from engine.coach.helping import Help
from engine.game.actions import Resign
from engine.game.presets import PRESETS
from engine.game.seats import Seat
from engine.service import GuildId, LiveMatch, UserId
from engine.service.moderation.helping import DAY_MS, REMEMBERED_MS
from tests.keys import fresh
from tests.service.world import ANN, BOB, CEE, GUILD, World

TOO_MUCH = Help(40, 30, 8.0, 6.0)
USUAL = Help(40, 8, 8.0, 6.0)
ADMIN = UserId(99)


async def ended(world: World, **more: object) -> LiveMatch:
    live = await world.match(ANN, BOB, **{"rated": True, **more})
    world.clock.pass_ms(1000)
    await world.act(live, Seat.ONE, Resign())
    return live


async def counted(world: World, given: Help, **more: object) -> int:
    """A match in which Ann's discards did so much for Bob; how many pairs were noticed."""
    live = await ended(world, **more)
    assert await world.service.helping.pending(9) == [live.id]
    found = {ANN.user_id: given, BOB.user_id: USUAL}
    noticed = await world.service.helping.enter(live.id, found)
    assert await world.service.helping.pending(9) == []
    return len(noticed)


async def test_a_pair_is_noticed_once_and_shown_to_its_server_only(world: World) -> None:
    assert await counted(world, TOO_MUCH) == 0, "one match has too few discards"
    assert await world.service.helping.pairs_of(GUILD) == ()
    assert await counted(world, TOO_MUCH) == 1
    assert await counted(world, TOO_MUCH) == 0
    [pair] = await world.service.helping.pairs_of(GUILD)
    assert (pair.giver, pair.taker, pair.names) == (ANN.user_id, BOB.user_id, ("Ann", "Bob"))
    assert pair.help == TOO_MUCH + TOO_MUCH + TOO_MUCH
    assert len(pair.matches) == 3
    assert await world.service.helping.pairs_of(GuildId(1)) == ()


@pytest.mark.slow
async def test_honest_pairs_are_counted_and_never_noticed(world: World) -> None:
    for _ in range(5):
        assert await counted(world, USUAL) == 0
    assert await world.service.helping.pairs_of(GUILD) == ()


async def test_matches_on_another_server_do_not_add_up(world: World) -> None:
    assert await counted(world, TOO_MUCH) == 0
    assert await counted(world, TOO_MUCH, guild=GuildId(1)) == 0


async def test_old_matches_do_not_count(world: World) -> None:
    assert await counted(world, TOO_MUCH) == 0
    world.clock.pass_ms(REMEMBERED_MS + DAY_MS)
    assert await counted(world, TOO_MUCH) == 0


@pytest.mark.slow
async def test_whom_an_administrator_clears_starts_afresh(world: World) -> None:
    for _ in range(2):
        await counted(world, TOO_MUCH)
    key, pair = fresh(), (ANN.user_id, BOB.user_id)
    helping = world.service.helping
    assert not await helping.clear(fresh(), GuildId(1), ADMIN, pair), "another server's"
    assert await helping.clear(key, GUILD, ADMIN, pair)
    assert await helping.clear(key, GUILD, ADMIN, pair), "the same press again"
    assert not await helping.clear(fresh(), GUILD, ADMIN, pair)
    assert await helping.pairs_of(GUILD) == ()
    [deed] = [one for one in await world.service.audit_log(GUILD, 9, 0) if "pair" in one.deed]
    assert (deed.actor_id, deed.subject_id) == (ADMIN, ANN.user_id)
    assert await counted(world, TOO_MUCH) == 0
    assert await counted(world, TOO_MUCH) == 1
    [found] = await helping.pairs_of(GUILD)
    assert found.help.discards == 80


@pytest.mark.parametrize(
    "other",
    [{"rated": False}, {"rules": PRESETS["mahjong"], "preset": "mahjong"}],
    ids=["unrated", "mahjong"],
)
async def test_only_rated_gin_is_watched(world: World, other: dict[str, object]) -> None:
    await ended(world, **other)
    assert await world.service.helping.pending(9) == []


async def test_neither_computers_nor_tables_of_three_are_watched(world: World) -> None:
    await world.act(await world.practice(), Seat.ONE, Resign())
    lobby = await world.opened(ANN, rules=PRESETS["three_handed"], seats=3, max_seats=3, rated=True)
    for person in (BOB, CEE):
        await world.service.join(world.press(), lobby, person)
    [three] = await world.service.live_matches_of(CEE.user_id)
    for seat in (Seat.ONE, Seat.TWO):
        await world.act(await world.load(three.id), seat, Resign())
    assert await world.service.helping.pending(9) == []


async def test_what_was_counted_is_exported_and_forgotten(world: World) -> None:
    for _ in range(2):
        await counted(world, TOO_MUCH)
    exported = await world.service.export_of(ANN.user_id)
    assert len(exported["match_help"]) == 2  # type: ignore[arg-type]
    assert await world.service.forget(world.press(), BOB.user_id)
    assert await world.service.helping.pairs_of(GUILD) == ()
    exported = await world.service.export_of(ANN.user_id)
    assert exported["match_help"] == []
    assert exported["helpful_pairs"] == []
