"""Kills a process at every instant of one press and prints what the database holds afterwards.

Run as ``python -m tests.service.crasher URL``. Each attempt is a process of its own (a fork): it
presses once and dies without any goodbye at the n-th instant, before or after a statement, at
COMMIT, after COMMIT, or after its answer was ready. A second process then repeats the press.
One line of JSON an attempt: how it ended, versions, and what the repetition was told.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable, Coroutine
from functools import partial

import pytest
from sqlalchemy import event, func, select
from sqlalchemy.engine import Connection, Engine

from engine.service import InteractionId, LiveMatch, MatchCommand, MatchId, Started
from engine.service.live import stored_of
from engine.store.committer import Committer
from engine.store.schema import matches, moves
from engine.store.statements import PreparedStatement
from tests.patient import be_patient
from tests.service.world import ANN, BOB, World, existing, open_world, sensible
from tests.worlds.statements import executed

DIED = 9


class Instants:
    """Counts instants and dies at one of them."""

    EVENTS: tuple[str, ...] = ("begin", "before_cursor_execute", "after_cursor_execute", "commit")

    def __init__(self, last: int) -> None:
        self._left = last

    def tick(self, *anything: object) -> None:
        self._left -= 1
        if self._left == 0:
            os._exit(DIED)

    def watch(self) -> None:
        for name in self.EVENTS:
            event.listen(Engine, name, self.tick)
        PreparedStatement._executed = executed  # type: ignore[assignment, method-assign]
        run = Committer._commit

        async def commit(committer: Committer, batch: object) -> None:
            await run(committer, batch)  # type: ignore[arg-type]
            self.tick()

        Committer._commit = commit  # type: ignore[assignment, method-assign]


def in_a_process(work: Callable[[], Coroutine[object, object, int]]) -> tuple[int, str]:
    """Run ``work`` in a fork; its exit status and what it wrote."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.dup2(writer, 1)
        status = 1
        try:
            status = asyncio.run(work())
            sys.stdout.flush()
        finally:
            os._exit(status)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        said = pipe.read()
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), said


async def prepare(url: str) -> int:
    world = await open_world(url)
    lobby = await world.opened(ANN, BOB)
    started = await world.service.join(InteractionId(7), lobby, BOB)
    assert isinstance(started, Started)
    await world.service.close()
    return 0


async def press(url: str, interaction: int, dying_at: int) -> int:
    """Press once, dying at an instant; without one, say what the database holds then and before."""
    world = await open_world(url)
    if not dying_at:
        await look(world)
    live = await world.load(MatchId(7))
    if dying_at:
        # The watch over the timers has statements of its own, which would be counted too.
        await world.service._deadlines.close()
        await asyncio.gather(*world.service._store._reading)
        Instants(dying_at).watch()
    outcome = await world.service.act(command(live, interaction))
    say(type(outcome).__name__)
    if dying_at:
        os._exit(0)
    await look(world)
    await world.service.close()
    return 0


def command(live: LiveMatch, interaction: int) -> MatchCommand:
    seat = stored_of(live).match.to_act[0]
    user = existing(live.player(seat).user_id)
    return MatchCommand(InteractionId(interaction), live.id, user, sensible(live, seat))


async def look(world: World) -> None:
    """Print version, number of moves and last move of the match."""
    made = select(func.count(moves.c.seq), func.coalesce(func.max(moves.c.seq), 0))
    version = select(matches.c.version).where(matches.c.match_id == 7)

    def count(connection: Connection) -> list[int]:
        return [connection.execute(version).scalar_one(), *connection.execute(made).one()]

    say(json.dumps(await world.service._store.read(count)))


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(url: str) -> None:
    """Presses that die one instant later each time, until two in a row die no more.

    Two presses an instant, because drawing and discarding take turns and do not have equally many:
    with one of them the instant after COMMIT could be stepped over.
    """
    in_a_process(partial(prepare, url))
    instant, died, before = 0, True, [0, 0, 0]
    while died:
        instant, died = instant + 1, False
        for number in range(2):
            interaction = 1000 + 2 * instant + number
            status, said = in_a_process(partial(press, url, interaction, instant))
            told = in_a_process(partial(press, url, interaction, 0))[1].splitlines()
            after, again, final = json.loads(told[0]), told[1], json.loads(told[2])
            say(json.dumps([instant, status, said.strip(), before, after, again, final]))
            died, before = died or status == DIED, final


if __name__ == "__main__":
    be_patient(pytest.MonkeyPatch())
    main(sys.argv[1])
