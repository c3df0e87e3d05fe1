"""What one types is little; everything else is at most two presses from where people are."""

import re
from pathlib import Path

import pytest

from bot.server.greetings import greeting_screen
from engine.service import Person, UserId
from tests.journeys.paths import PATHS, ask
from tests.journeys.world import Shown, World, running_world, shown
from tests.keys import fresh
from tests.worlds.command_tree import leaves
from tests.worlds.lobbies import now
from tests.worlds.project import ROOT
from tests.worlds.servers import admins
from tests.worlds.tables import seated

COMMANDS = ROOT / "docs" / "play" / "commands.md"
FIRST_CARD = 3
"""The most presses from the welcome to the first drawn card."""


async def test_every_command_is_explained_and_the_rest_is_pressed(tmp_path: Path) -> None:
    explained = set(re.findall(r"/(gin(?:-admin)? [a-z-]+)", COMMANDS.read_text(encoding="utf-8")))
    async with running_world(tmp_path, people=1) as world:
        names = {name for name, _ in leaves(world)}
    assert names == explained
    assert not names & {f"gin-{one}" if "admin" in one else f"gin {one}" for one in PATHS}


@pytest.mark.slow
@pytest.mark.parametrize("what", sorted(PATHS))
async def test_what_no_command_does_is_two_presses_away(tmp_path: Path, what: str) -> None:
    assert len(PATHS[what].steps) <= 2
    async with running_world(tmp_path, people=2) as world:
        await admins(world)
        alice, bob = world.members
        await seated(world, 5)
        options: dict[str, object] = {"user": bob}
        if what == "admin preset-remove":
            await world.slash(alice, "admin house-rules", name="club", options="target=150")
            options["chosen"] = ["club"]
        if what == "friends unblock":
            await world.service.blocks.block(fresh(), UserId(alice.id), UserId(bob.id))
        if what == "friends remove":
            await world.service.friends.add(
                fresh(), Person(UserId(alice.id), "Alice"), Person(UserId(bob.id), "Bob")
            )
        if what in ("admin tv", "admin reports here"):
            options["chosen"] = [world.channel]
        if PATHS[what].form:
            options["days"] = 1
        if what in ("friends report", "note send"):
            options["days"] = "a few words"
        result = await ask(world, alice, what, **options)
        text = shown(result.response, result.response.components).text
        assert "older version" not in text
        assert text
        assert not world.env.errors


def everybody_sees(world: World) -> Shown:
    """The newest public message, to be pressed."""
    newest = world.public()[-1].message
    message = next(one for one in world.channel.history() if one.id == newest.id)
    return shown(message, newest.components)


async def test_a_newcomer_draws_a_card_after_three_presses(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        alice = world.members[0]
        message = await world.bot.parts.messenger.compose(
            greeting_screen(await world.bot.parts.messenger.preferences.public(0))
        )
        await world.bot.get_partial_messageable(world.channel.id).send(view=message.view)
        welcome = everybody_sees(world)
        presses = 0
        opened = (await world.press(alice, welcome, "Learn")).response
        presses += 1
        panel = shown(opened, opened.components)
        await world.press(alice, panel, "Take")
        presses += 1
        assert "You found the best answer" in now(world, opened).text
        assert presses <= FIRST_CARD
        # And into a real match: Practice, then My hand, then a card.
        await world.press(alice, welcome, "Practice")
        presses = 1
        table = everybody_sees(world)
        result = (await world.press(alice, table, "My hand")).response
        presses += 1
        hand = shown(result, result.components)
        label = next(one for one in ("Stock", "Take") if hand.has(one))
        await world.press(alice, hand, label)
        presses += 1
        (live,) = await world.service.running()
        assert live.public().tables[0].events, "a card has been drawn"
        assert presses <= FIRST_CARD
        assert not world.env.errors
