"""Guards whose loss changes nothing as long as everything goes well."""

import asyncio
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select, text

from engine.game.actions import RoundAction
from engine.game.view import SeatView
from engine.service import Applied, Committed, LobbyClosed, MatchCommand, Stale
from engine.service.operations.timers import computer_move
from engine.service.scheduler import Timer, TimerKind
from engine.service.tx import Tx
from engine.store import Repeatable, StoreFailedError
from engine.store.schema import secrets
from tests.service.world import ANN, BOB, World, existing, open_world, sensible


async def test_a_press_made_for_a_state_to_come_plays_nothing(world: World) -> None:
    """Such a press can only be made up, or come from a time that was taken back by a restore."""
    live = await world.match()
    seat = live.public().to_act[0]
    user = existing(live.player(seat).user_id)
    for ahead in (1, 5):
        command = MatchCommand(
            world.press(), live.id, user, sensible(live, seat), live.revision(seat) + ahead
        )
        assert isinstance(await world.service.act(command), Stale)
    assert (await world.load(live.id)).version == live.version


class Undecided:
    """A computer that never comes to a decision, so that the test makes its move."""

    async def choose(self, view: SeatView, level: str, seed: int) -> RoundAction:
        await asyncio.Event().wait()
        raise AssertionError


async def test_a_computer_moves_only_at_the_table_it_looked_at(tmp_path: Path) -> None:
    """A move that was thought out for an earlier state must not be played in a later one."""
    world = await open_world(tmp_path, chooser=Undecided())
    live = await world.practice()
    seat = next(player.seat for player in live.players if player.is_computer)
    mine = next(player.seat for player in live.players if not player.is_computer)
    while seat not in live.public().to_act:
        live = await world.did(live, mine, sensible(live, mine))
    action = sensible(live, seat)
    fence = live.revision(seat)

    def moved(tx: Tx, offset: int) -> object:
        timer = Timer(TimerKind.THINK, live.id, int(seat), fence + offset, 0)
        return computer_move(tx, timer, action)  # type: ignore[arg-type]

    for offset in (-1, 1):
        assert await world.service._repeat(partial(moved, offset=offset)) is None
    assert (await world.load(live.id)).version == live.version
    assert isinstance(await world.service._repeat(partial(moved, offset=0)), Applied)
    await world.service.close()


@pytest.mark.parametrize("how", ["cancel", "decline", "expire"])
async def test_the_secret_of_a_closed_lobby_is_gone(world: World, how: str) -> None:
    lobby = await world.opened(ANN, BOB)

    def roots(connection: Connection) -> list[int]:
        return list(connection.execute(select(secrets.c.ref_id)).scalars())

    assert await world.service._store.read(roots) == [lobby]
    if how == "cancel":
        assert isinstance(
            await world.service.cancel(world.press(), lobby, ANN.user_id), LobbyClosed
        )
    elif how == "decline":
        assert isinstance(
            await world.service.decline(world.press(), lobby, BOB.user_id), LobbyClosed
        )
    else:
        await world.pass_ms(3_600_000)
    assert await world.service._store.read(roots) == []


async def test_the_newer_of_two_states_is_handed_out_in_whatever_order_they_come(
    world: World,
) -> None:
    live = await world.match()
    first = live.public().to_act[0]
    outcome = await world.did(live, first, sensible(live, first))
    old = Committed(live.id, live.version, (), live)
    new = Committed(live.id, outcome.version, (), outcome)
    for later, earlier in ((new, old), (old, new)):
        merged = later.after(earlier)
        assert merged.version == outcome.version
        assert merged.live is outcome


async def test_a_connection_is_not_used_again_after_an_error(world: World) -> None:
    """What the database left open in it is anybody's guess."""
    store = world.service._store
    seen: list[sqlite3.Connection] = []

    def note(connection: Connection) -> None:
        driver: Any = connection.connection.dbapi_connection
        assert isinstance(driver, sqlite3.Connection)
        seen.append(driver)

    await store.write(Repeatable(note))
    await store.write(Repeatable(note))
    assert seen[0] is seen[1]

    def broken(connection: Connection) -> None:
        connection.execute(text("SELECT no_such_function()"))

    with pytest.raises(StoreFailedError):
        await store.write(Repeatable(broken))
    await store.write(Repeatable(note))
    assert seen[2] is not seen[1]
