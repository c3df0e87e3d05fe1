"""The fine print of tables: the commitment to all deals, and dates by which to move."""

import re
from pathlib import Path

from tests.journeys.world import running_world, shown
from tests.worlds.lobbies import now, seated_all, the_match

DIGITS = re.compile("[0-9a-f]{64}")


async def test_a_challenge_shows_its_commitment_to_whoever_asks(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        alice, bob, carol = world.members
        message = (await world.slash(alice, "challenge", opponent=bob)).response
        assert not DIGITS.search(now(world, message).text)
        found = set()
        for member in (alice, bob, carol):
            answer = (await world.press(member, now(world, message), "Fair deal")).response
            assert answer.flags.ephemeral
            found.update(DIGITS.findall(shown(answer, answer.components).text))
        await world.press(bob, now(world, message), "Accept")
        assert found == {(await the_match(world)).anchor}


async def test_practice_names_no_date_by_which_to_move(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        message = (await world.slash(world.members[0], "practice", level="novice")).response
        (person,) = await seated_all(world, message)
        assert "until <t:" not in now(world, message).text + person.panel().text
