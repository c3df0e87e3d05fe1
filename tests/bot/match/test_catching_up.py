"""Boards that fell behind are found by themselves, in this process or after another one's move."""

import asyncio

from engine.service import MatchCommand, UserId
from engine.service.jobs import Job, JobRunner
from tests.journeys.club import Club, journey
from tests.journeys.people import mover_of
from tests.journeys.world import redrawn
from tests.keys import fresh
from tests.service.world import sensible


@journey(people=2)
async def test_a_board_that_discord_refused_is_drawn_later(club: Club) -> None:
    table = await club.sits(3)
    now = [0.0]
    club.bot.parts.display.tables.backoff._clock = lambda: now[0]
    club.env.inject_error("PATCH", f"/channels/*/messages/{table.id}", status=403, code=50013)
    await (await mover_of(club.people)).take_turn()
    live = await club.match()
    assert live.table.rendered_version < live.version
    assert await redrawn(club) == 0, "it is left in peace at first"
    now[0] += 31.0
    assert await redrawn(club) == 1
    live = await club.match()
    assert live.table.rendered_version == live.version
    assert await redrawn(club) == 0


@journey(people=2)
async def test_the_task_follows_moves_it_never_heard_of_and_ends(club: Club) -> None:
    table = await club.sits(3)
    await club.bot.parts.display.tables.stop()
    live = await club.match()
    seat = next(iter(live.public().to_act))
    user = live.player(seat).user_id or UserId(0)
    move = sensible(live, seat)
    await club.service.act(MatchCommand(fresh(), live.id, user, move, live.revision(seat)))
    await club.settle()
    before = table.text
    job = Job("boards-behind", 0.05, lambda: redrawn(club))
    catching_up = JobRunner(job, failures=club.service.failures)
    await catching_up.start()
    await catching_up.start()
    now = await club.match()
    while now.table.rendered_version != now.version:  # else it ends with the test's own limit
        await asyncio.sleep(0.02)
        now = await club.match()
    await catching_up.stop()
    assert table.text != before
