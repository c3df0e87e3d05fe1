"""A process that plays many matches and says which moves were answered, until it is killed.

Run as ``python -m tests.service.busy_process URL FIRST_ID``. Each line is a match and a version
that was acknowledged to a player.
"""

import asyncio
import os
import sys

import pytest

from engine.game.presets import PRESETS
from engine.service import Applied, LiveMatch, MatchCommand, Person, Repeated, UserId
from engine.service.live import stored_of
from tests.patient import be_patient
from tests.service.world import World, existing, open_world, sensible

TABLES = 8


async def play(world: World, live: LiveMatch) -> None:
    while True:
        if live.is_over:
            return
        seat = stored_of(live).match.to_act[0]
        user = existing(live.player(seat).user_id)
        press = MatchCommand(
            world.press(), live.id, user, sensible(live, seat), live.revision(seat)
        )
        # Everything is delivered twice, as Discord may do.
        for outcome in await asyncio.gather(world.service.act(press), world.service.act(press)):
            if isinstance(outcome, Applied | Repeated):
                live = outcome.live
                os.write(1, f"{live.id} {live.version}\n".encode())


async def main(url: str, first_id: int) -> None:
    world = await open_world(url, last_id=first_id, seed=str(first_id))
    lives: list[LiveMatch] = []
    for table in range(TABLES):
        host, guest = (Person(UserId(100 + 2 * table + k), "p") for k in (0, 1))
        known = await world.service.live_matches_of(host.user_id)
        rules = PRESETS["standard"]
        lives.append(known[0] if known else await world.match(host, guest, rules=rules))
    os.write(1, b"ready\n")
    await asyncio.gather(*(play(world, live) for live in lives))


if __name__ == "__main__":
    be_patient(pytest.MonkeyPatch())
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
