"""The permissions of the invitation are enough, and each of them is there for something.

SimCord refuses what Discord refuses; here its bot has what the link in the README asks for.
"""

import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from engine.game.match import MatchPhase
from tests.journeys.people import mover_of
from tests.journeys.world import README, World, allow_only, invited, running_world, shown
from tests.worlds.servers import settled
from tests.worlds.tables import live_match, loaded, seated

NAMES = {
    "view_channel": "View Channels",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "read_message_history": "Read Message History",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
}
"""The permissions of the invitation as Discord's settings call them."""


def test_the_documents_name_exactly_what_the_invitation_asks_for() -> None:
    assert invited() == discord.Permissions(**dict.fromkeys(NAMES, True))
    page = (README.parent / "docs" / "host" / "portal.md").read_text(encoding="utf-8")
    chapter = page[page.index("## Permissions") :]
    said = chapter[: chapter.index("and nothing more")].replace("\n", " ")
    asked = re.findall(r"\*([^*]+)\*", said)
    assert sorted(asked) == sorted(NAMES.values())
    reasons = chapter[chapter.index("|---|") : chapter.index("## In groups")]
    assert all(name in reasons for name in NAMES.values())
    assert "Never give it Administrator" in chapter


@contextlib.asynccontextmanager
async def invited_world(folder: Path) -> AsyncIterator[tuple[World, set[str]]]:
    """A world whose bot was invited by the README's link, and what Discord asks it for."""
    async with running_world(folder, people=2) as world:
        allow_only(world.env, world.env.guild, invited())
        await world.settle()
        asked = set[str]()
        require = world.env.backend.require_permissions

        def noting(guild: int | None, user: int, channel: int | None, *names: str) -> None:
            if user == world.env.backend.bot_user.id:
                asked.update(names)
            require(guild, user, channel, *names)

        world.env.backend.require_permissions = noting  # type: ignore[method-assign,assignment]
        yield world, asked
        assert not world.env.errors
        assert "gin_refused_requests 0.0" in world.bot.parts.messenger.metrics.text().decode()


async def test_the_bot_has_these_and_no_others(tmp_path: Path) -> None:
    async with invited_world(tmp_path) as (world, _):
        guild = world.bot.get_guild(world.env.guild.id)
        assert guild is not None
        channel = guild.get_channel(world.channel.id)
        assert channel is not None
        allowed = {name for name, has in channel.permissions_for(guild.me) if has}
        assert allowed - {"use_application_commands"} == {name for name, has in invited() if has}


@pytest.mark.slow
async def test_a_round_and_its_result_need_nothing_else(tmp_path: Path) -> None:
    async with invited_world(tmp_path) as (world, asked):
        people, _ = await seated(world, 3)
        match = await live_match(world)
        while (live := await loaded(world, match)).public().phase is MatchPhase.PLAYING:
            await (await mover_of(people)).take_turn()
        assert live.table.rendered_version == live.version
        assert asked <= {name for name, has in invited() if has}


async def test_a_table_in_a_thread_needs_nothing_else(tmp_path: Path) -> None:
    async with invited_world(tmp_path) as (world, asked):
        await settled(world, threads="always")
        alice, bob = world.members
        sent = (await world.slash(alice, "challenge", opponent=bob)).response
        await world.press(bob, shown(sent, sent.components), "Accept")
        (thread,) = world.channel.threads
        live = await loaded(world, await live_match(world))
        assert live.table.channel == thread.id
        assert live.table.rendered_version == live.version
        assert {"create_public_threads", "read_message_history"} <= asked
        assert asked <= {name for name, has in invited() if has}
