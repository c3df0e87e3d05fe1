"""Kills a process at every instant at which two people of two servers meet; a second one repeats.

Run as ``python -m tests.service.meeting_crasher URL``. One line of JSON an attempt: the instant,
how the process ended, the matches of the seeker then, and what the repetition was told and left.
"""

import asyncio
import json
import os
import sys
from functools import partial

import pytest

from engine.service import InteractionId, OpenLobby, Person, UserId
from tests.patient import be_patient
from tests.service.crasher import DIED, Instants, in_a_process, say
from tests.service.two_servers import AWAY, AWAY_CHANNEL, account, be_found, open_servers, seek
from tests.service.world import GUILD, World, open_world

MOST = 200
ANSWERS = 500_000
"""The first interaction of those who find somebody."""


def pair(instant: int) -> tuple[Person, Person]:
    """Two people who have never met."""
    host, guest = UserId(10_000 + instant), UserId(20_000 + instant)
    return Person(host, f"Host {instant}"), Person(guest, f"Guest {instant}")


class Steps(Instants):
    """Dies after a statement, at a COMMIT, or right after it."""

    EVENTS = ("after_cursor_execute", "commit")


async def prepare(url: str) -> int:
    """Switch everything on, for all pairs."""
    world = await open_world(url)
    await open_servers(world, GUILD, AWAY)
    await be_found(world, *(one for number in range(1, MOST) for one in pair(number)))
    await world.service.close()
    return 0


async def die(url: str, instant: int) -> int:
    """One waits, the other seeks and dies at an instant."""
    world = await open_world(url, last_id=1000 * instant)
    await seek(world, pair(instant)[0], GUILD)
    ask = asked(world, instant)
    await world.service._deadlines.close()
    await asyncio.gather(*world.service._store._reading)
    Steps(instant).watch()
    outcome = await world.service.find(ask, None, frozenset())
    say(type(outcome).__name__)
    os._exit(0)


async def repeat(url: str, instant: int) -> int:
    """Say what the database holds, seek again by the same press, and say it again."""
    world = await open_world(url)
    await look(world, instant)
    say(type(await world.service.find(asked(world, instant), None, frozenset())).__name__)
    await look(world, instant)
    await world.service.close()
    return 0


def asked(world: World, instant: int) -> OpenLobby:
    key = InteractionId(ANSWERS + instant)
    guest = account(pair(instant)[1])
    return world.offer(guest, interaction=key, guild=AWAY, channel=AWAY_CHANNEL)


async def look(world: World, instant: int) -> None:
    """Print the matches of the seeker, with the servers still to be told, and who waits."""
    host, guest = pair(instant)
    behind = await world.service.messages.outdated_lobbies(500)
    found = [
        [
            [one.user_id for one in live.players] == [host.user_id, guest.user_id],
            sorted(one.table.guild for one in behind if one.match_id == live.id),
        ]
        for live in await world.service.live_matches_of(guest.user_id)
    ]
    waiting = len(await world.service.open_lobbies_of(host.user_id))
    say(json.dumps([found, waiting]))


def main(url: str) -> None:
    """Meetings that end one instant later each time, until one is not interrupted."""
    in_a_process(partial(prepare, url))
    instant, status = 0, DIED
    while status == DIED:
        instant += 1
        status, said = in_a_process(partial(die, url, instant))
        after, again, final = in_a_process(partial(repeat, url, instant))[1].splitlines()
        say(json.dumps([instant, status, said.strip(), *map(json.loads, (after, final)), again]))


if __name__ == "__main__":
    be_patient(pytest.MonkeyPatch())
    main(sys.argv[1])
