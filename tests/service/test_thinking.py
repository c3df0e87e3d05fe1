"""A restart in the middle of a computer's thinking costs neither the match nor a move."""

import asyncio
from pathlib import Path

from engine.game.actions import Resign, RoundAction
from engine.game.seats import Seat
from engine.game.view import SeatView
from engine.players import Level, choose
from engine.service import LiveMatch
from tests.service.world import Hands, World, open_world


class Ponderer:
    """Thinks until it is let go."""

    def __init__(self) -> None:
        self.asked: list[tuple[SeatView, int]] = []
        self.begun, self.let_go = asyncio.Event(), asyncio.Event()

    async def choose(self, view: SeatView, level: str, seed: int) -> RoundAction:
        self.asked.append((view, seed))
        self.begun.set()
        await self.let_go.wait()
        return choose(view, Level.CASUAL, seed)


async def thinking(world: World, ponderer: Ponderer) -> tuple[LiveMatch, asyncio.Task[None]]:
    """A practice match whose computer has begun to think, and the task in which it does."""
    live = await world.practice()
    while live.public().to_act != (Seat.TWO,):
        live = await world.turn(live)
    running = asyncio.create_task(world.service.idle())
    await ponderer.begun.wait()
    return live, running


async def test_a_service_killed_while_a_computer_thinks_asks_again_and_moves_once(
    tmp_path: Path,
) -> None:
    clock, first, second = Hands(), Ponderer(), Ponderer()
    world = await open_world(tmp_path, clock=clock, chooser=first)
    live, running = await thinking(world, first)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await world.service.close()

    again = await open_world(tmp_path, clock=clock, chooser=second, last_id=5000)
    second.let_go.set()
    await asyncio.gather(*(again.service.idle() for _ in range(3)))
    first.let_go.set()
    await again.service.idle()
    assert (await again.load(live.id)).version == live.version + 1
    assert second.asked[0] == first.asked[0], "the same question, so the same answer"
    await again.service.close()


async def test_a_person_who_resigns_while_the_computer_thinks_ends_the_match_for_good(
    tmp_path: Path,
) -> None:
    ponderer = Ponderer()
    world = await open_world(tmp_path, chooser=ponderer)
    live, running = await thinking(world, ponderer)
    await world.act(live, Seat.ONE, Resign())
    ponderer.let_go.set()
    await running
    after = await world.load(live.id)
    assert after.is_over
    assert after.version == live.version + 1, "what was thought out too late is dropped"
    await world.service.close()
