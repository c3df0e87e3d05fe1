"""Every screen once, in a fresh process: what was read or started only then is printed."""

import asyncio
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from unittest.mock import patch

from bot.render import faces
from engine.game.melds import solver
from engine.players import network
from engine.service import SystemEntropy
from tests.journeys.paths import ask
from tests.journeys.people import Person
from tests.journeys.world import World, running_world, shown
from tests.seeds import EntropyByName
from tests.worlds.lobbies import now, play_round

COMMANDS = (
    *("help", "settings", "friends list", "note inbox", "profile", "leaderboard", "history"),
    *("rules", "rewards", "turns", "tv"),
)
OWN = ("tests", "simcord", "_pytest")


def read() -> dict[str, object]:
    """What has been read or begun so far, by name."""
    caches = (faces._atlas, solver, network._networks)
    return {cache.__name__: cache.cache_info().misses for cache in caches}


async def use(world: World) -> None:
    alice = world.members[0]
    for command in COMMANDS:
        await ask(world, alice, command)
    message = (await world.slash(alice, "practice")).response
    person = Person(world, alice, random.Random(4))
    await person.open_hand(now(world, message))
    while not person.panel().has("Hint"):
        await person.press("Refresh")
    await person.press("Hint")
    await play_round(world, [person])
    await world.press(alice, person.panel(), "Coach")
    asked = (await ask(world, alice, "resign")).response
    await world.press(alice, shown(asked, asked.components), "Yes")
    for command in (*COMMANDS, "coach", "replay", "verify"):
        await ask(world, alice, command)


async def main(folder: Path) -> None:
    # With other cards the computer might end the round in its first turn.
    named = EntropyByName("first use")
    with patch.object(SystemEntropy, "token", lambda _, count: named.token(count)):
        await look(folder)


async def look(folder: Path) -> None:
    async with running_world(folder, people=1, warm=True) as world:
        modules, before = set(sys.modules), read()
        began = world.bot.parts.coaching._pool.executor
        assert isinstance(began, ProcessPoolExecutor)
        processes = set(began._processes)
        await use(world)
        late = {one for one in set(sys.modules) - modules if not one.startswith(OWN)}
        after = read()
        said = {
            "modules": late,
            "caches": {name for name in before if before[name] != after[name]},
            "processes": {str(one) for one in set(began._processes) ^ processes},
        }
        for name, found in said.items():
            sys.stdout.write(f"{name}: {' '.join(sorted(found))}\n")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
