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
from tests.journeys.club import Club, gathered
from tests.journeys.people import mover_of
from tests.journeys.world import README, allow_only, invited
from tests.service.world import existing

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
async def invited_club(folder: Path) -> AsyncIterator[tuple[Club, set[str]]]:
    """A club whose bot was invited by the README's link, and what Discord asks it for."""
    async with gathered(folder, people=2) as club:
        allow_only(club.env, club.env.guild, invited())
        await club.settle()
        asked = set[str]()
        require = club.env.backend.require_permissions

        def noting(guild: int | None, user: int, channel: int | None, *names: str) -> None:
            if user == club.env.backend.bot_user.id:
                asked.update(names)
            require(guild, user, channel, *names)

        club.env.backend.require_permissions = noting  # type: ignore[method-assign,assignment]
        yield club, asked
        assert "gin_refused_requests 0.0" in club.bot.parts.messenger.metrics.text().decode()


async def test_the_bot_has_these_and_no_others(tmp_path: Path) -> None:
    async with invited_club(tmp_path) as (club, _):
        guild = existing(club.bot.get_guild(club.guild))
        channel = guild.get_channel(club.channel.id)
        assert channel is not None
        allowed = {name for name, has in channel.permissions_for(guild.me) if has}
        assert allowed - {"use_application_commands"} == {name for name, has in invited() if has}


@pytest.mark.slow
async def test_a_round_and_its_result_need_nothing_else(tmp_path: Path) -> None:
    async with invited_club(tmp_path) as (club, asked):
        await club.sits(3)
        while (live := await club.match()).public().phase is MatchPhase.PLAYING:
            await (await mover_of(club.people)).take_turn()
        assert live.table.rendered_version == live.version
        assert asked <= {name for name, has in invited() if has}


async def test_a_table_in_a_thread_needs_nothing_else(tmp_path: Path) -> None:
    async with invited_club(tmp_path) as (club, asked):
        await club.sets(threads="always")
        alice, bob = club.people
        await bob.accepts(await alice.challenges(bob))
        (thread,) = club.channel.threads
        live = await club.match()
        assert live.table.channel == thread.id
        assert live.table.rendered_version == live.version
        assert {"create_public_threads", "read_message_history"} <= asked
        assert asked <= {name for name, has in invited() if has}
