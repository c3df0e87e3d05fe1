"""A table in a channel that somebody cannot see is nowhere shown to them, in chat or on a page."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.match.page.public import MATCH
from bot.match.tv import TvMessages
from bot.presses.lobby import LobbyPress, LobbyVerb
from bot.presses.match import TablePress, TableVerb
from bot.ui.custom_id import base36
from bot.web.lobby import invitation_panel
from engine.game.actions import Resign
from engine.service import GuildId, InteractionId, LiveMatch, Lobby, MatchCommand, UserId
from tests.journeys.world import World, shown
from tests.web.pages import Page, WebWorld, running_web

SEES_NOTHING = discord.PermissionOverwrite(view_channel=False)
SEES = discord.PermissionOverwrite(view_channel=True, send_messages=True, embed_links=True)


def room_of(world: World, *, hidden: bool) -> ChannelHandle:
    """A channel of the first two members and the bot, or of everybody."""
    guild = world.env.guild
    if not hidden:
        return guild.create_text_channel("hall")
    assert world.bot.user is not None
    closed: dict[Any, discord.PermissionOverwrite] = {guild.default_role: SEES_NOTHING}
    closed |= dict.fromkeys((*world.members[:2], world.bot.user), SEES)
    return guild.create_text_channel("back-room", overwrites=closed)


@dataclass
class Scene:
    """A running and a finished table, and an open seat, before a third member."""

    web: WebWorld
    page: Page
    live: LiveMatch
    ended: LiveMatch
    lobby: Lobby

    async def says(self, command: str, **options: Any) -> str:
        """What the third member is answered in the open channel."""
        result = await self.web.world.slash(self.web.world.members[2], command, **options)
        return shown(result.response, result.response.components).text


async def scene(web: WebWorld, *, hidden: bool) -> Scene:
    world = web.world
    alice, bob, _ = world.members
    room = room_of(world, hidden=hidden)
    found = []
    for _ in range(2):
        await alice.slash(room, "gin practice", level="novice")
        await world.settle()
        [live] = await world.service.live_matches_of(UserId(alice.id))
        found.append(live)
        if len(found) == 1:
            stop = MatchCommand(InteractionId(990), live.id, UserId(alice.id), Resign(), None)
            await world.service.act(stop)
            await world.settle()
    await bob.slash(room, "gin open")
    await world.settle()
    [lobby] = await world.service.open_lobbies_of(UserId(bob.id))
    assert found[1].table.channel == lobby.table.channel == room.id
    return Scene(web, await web.page(2), found[1], found[0], lobby)


async def watch_list(at: Scene) -> bool:
    lobby = await at.page.show_lobby()
    return base36(at.live.id) in {one["match"] for one in lobby["watch"]}


async def open_seats(at: Scene) -> bool:
    lobby = await at.page.show_lobby()
    return base36(at.lobby.id) in {one["lobby"] for one in lobby["invitations"]}


async def following(at: Scene) -> bool:
    await at.page.send("follow", match=base36(at.live.id))
    await at.page.until(lambda: at.page.received[-1]["type"] in ("table", "gone"))
    return bool(at.page.received[-1]["type"] == "table")


async def joining(at: Scene) -> bool:
    press = str(LobbyPress(LobbyVerb.JOIN, at.lobby.id))
    answer = await at.page.press(invitation_panel(at.lobby.id), press)
    return bool(answer["outcome"] == "applied")


async def score_sheet_on_the_page(at: Scene) -> bool:
    press = str(TablePress(TableVerb.SHEET, at.live.id))
    answer = await at.page.press(f"{MATCH}{base36(at.live.id)}", press)
    return bool(answer["outcome"] == "applied")


async def table_of_the_server_in_chat(at: Scene) -> bool:
    world, carol = at.web.world, at.web.world.members[2]
    found = (await world.slash(carol, "find")).response
    answer = (await world.press(carol, shown(found, found.components), "Watch")).response
    return "You are watching" in shown(answer, answer.components).text


async def finder_in_chat(at: Scene) -> bool:
    return "Bob" in str(
        (await at.web.world.slash(at.web.world.members[2], "find")).response.components
    )


async def replay_in_chat(at: Scene) -> bool:
    return "no such match" not in await at.says("replay", match=base36(at.ended.id))


async def television(at: Scene) -> bool:
    world = at.web.world
    config = await world.service.guild_config(GuildId(world.env.guild.id))
    changed = config.model_copy(update={"tv_channel": world.channel.id})
    guild = GuildId(world.env.guild.id)
    await world.service.set_guild_config(InteractionId(991), guild, UserId(1), changed)
    tv = TvMessages(world.bot.parts.messenger, 0.0)
    state = await tv._state(guild)
    return state is not None and state.live is not None


SURFACES: list[Callable[[Scene], Awaitable[bool]]] = [
    watch_list,
    open_seats,
    following,
    score_sheet_on_the_page,
    table_of_the_server_in_chat,
    finder_in_chat,
    replay_in_chat,
    television,
    joining,
]


@pytest.mark.parametrize("hidden", [False, True])
async def test_every_surface_knows_who_sees_the_channel(tmp_path: Path, *, hidden: bool) -> None:
    async with running_web(tmp_path, people=3) as web:
        at = await scene(web, hidden=hidden)
        found = {surface.__name__: await surface(at) for surface in SURFACES}
        assert found == dict.fromkeys(found, not hidden)
        assert not web.world.env.errors


async def test_a_channel_that_is_closed_is_followed_no_more(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=3) as web:
        at = await scene(web, hidden=False)
        assert await following(at)
        guild = web.world.env.guild
        role = {"permissions": discord.Permissions.none().value}
        web.world.env.backend.edit_role(guild.id, guild.id, role)
        await web.world.settle()
        before = len(at.page.received)
        stop = MatchCommand(InteractionId(992), at.live.id, UserId(web.user(0)), Resign(), None)
        await web.world.service.act(stop)
        await web.world.settle()
        lobby = await at.page.show_lobby()
        assert not lobby["watch"]
        assert not lobby["invitations"]
        assert "table" not in [one["type"] for one in at.page.received[before:]]
