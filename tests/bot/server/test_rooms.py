"""Where tables open: allowed channels, threads, a channel that is deleted, a rating window."""

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from simcord.actors import MemberActor
from simcord.backend.errors import SetupError
from simcord.builders import ChannelHandle

from engine.game.actions import Resign
from engine.service import Applied, GuildConfig, GuildId, InteractionId, MatchCommand, UserId
from tests.journeys.paths import ask
from tests.journeys.people import mover_of
from tests.journeys.world import Shown, World, running_world, shown, walk
from tests.worlds.lobbies import now
from tests.worlds.servers import admins, settled
from tests.worlds.tables import live_match, loaded, seated
from tests.worlds.turn_calls import eventually


async def config_of(world: World) -> GuildConfig:
    return await world.service.guild_config(GuildId(world.env.guild.id))


def menu_for(page: Shown, what: str) -> str:
    return str(next(m["custom_id"] for m in page.menus if m["custom_id"].endswith(what)))


async def test_administrators_see_and_change_the_settings(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        await admins(world)
        boss, bob = world.members
        sent = (await world.slash(boss, "admin settings")).response
        page = shown(sent, sent.components)
        assert "every channel" in page.text
        for what, value in (("threads", "always"), ("rated", "never"), ("language", "de")):
            await boss.select(sent, [value], custom_id=menu_for(page, what))
        await boss.select(
            sent, [world.channel], custom_id=next(m for m in _ids(sent) if m.endswith("channels"))
        )
        await world.press(boss, now(world, sent), "Gin may mention")
        config = await config_of(world)
        assert config.channels == (world.channel.id,)
        assert (config.threads, config.rated, config.language, config.pings) == (
            "always",
            "never",
            "de",
            False,
        )
        text = now(world, sent).text
        assert f"<#{world.channel.id}>" in text
        assert "Deutsch" in text
        with pytest.raises(SetupError, match="not visible"):
            await world.slash(bob, "admin settings")
        world.hand_out(bob)
        refused = await world.slash(bob, "admin settings")
        assert "Only admins" in shown(refused.response, refused.response.components).text
        assert len(world.env.errors) == 1


def _ids(message: Any) -> list[str]:
    return [part["custom_id"] for part in walk(message.components) if "custom_id" in part]


async def refusal(world: World, member: MemberActor, command: str, **options: object) -> str:
    result = await ask(world, member, command, **options)
    assert result.ephemeral
    return shown(result.response, result.response.components).text


async def test_tables_open_in_allowed_channels_only(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        other = world.env.guild.create_text_channel("gin-only")
        await settled(world, channels=[other.id])
        for command, options in (
            ("challenge", {"opponent": bob}),
            ("open", {}),
            ("practice", {}),
        ):
            assert f"<#{other.id}>" in await refusal(world, alice, command, **options)
        world.channel = other
        invitation = (await world.slash(alice, "challenge", opponent=bob)).response
        assert "challenges" in now(world, invitation).text
        assert not world.env.errors


async def test_nothing_is_rated_where_the_server_says_so(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        await settled(world, rated="never")
        said = await refusal(world, alice, "challenge", opponent=bob, rated=True)
        assert "Matches aren't rated" in said
        invitation = (await world.slash(alice, "challenge", opponent=bob)).response
        assert "unrated" in now(world, invitation).text


def threads_of(world: World) -> list[ChannelHandle]:
    return list(world.channel.threads)


async def test_a_table_gets_a_thread_that_is_archived_after_it(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        await settled(world, threads="ask")
        alice, bob = world.members
        world.bot.parts.display.threads.archive_seconds = 0.01
        sent = (await world.slash(alice, "challenge", opponent=bob, thread=True)).response
        assert "its own thread" in now(world, sent).text
        await world.press(bob, now(world, sent), "Accept")
        (thread,) = threads_of(world)
        assert "Alice" in str(thread.name)
        assert f"<#{thread.id}>" in now(world, sent).text
        live = (await world.service.running())[0]
        assert live.table.channel == thread.id
        table = world.env.backend.get_message(thread.id, live.table.message or 0)
        assert shown(table, table.components).has("My hand")
        command = MatchCommand(InteractionId(77), live.id, UserId(bob.id), Resign(), None)
        assert isinstance(await world.service.act(command), Applied)
        await world.settle()
        after = world.env.backend.get_message(thread.id, live.table.message or 0)
        assert "resigned" in shown(after, after.components).text

        def archived() -> bool:
            data = world.env.backend.get_thread(thread.id).thread_metadata
            return data is not None and data.archived

        await eventually(world, archived)
        assert not world.env.errors


async def test_without_the_permission_the_table_stays_in_the_channel(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        await settled(world, threads="always")
        alice, bob = world.members
        sent = (await world.slash(alice, "challenge", opponent=bob)).response
        world.env.inject_error("POST", "/channels/*/messages/*/threads", status=403, code=50013)
        result = await world.press(bob, now(world, sent), "Accept")
        told = [shown(one, one.components).text for one in result.followups]
        assert any("I can't open a thread" in text for text in told)
        assert now(world, sent).has("My hand")
        assert threads_of(world) == []
        live = (await world.service.running())[0]
        assert live.table.channel == world.channel.id
        assert not world.env.errors


async def test_a_server_without_threads_says_so(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        said = await refusal(world, alice, "challenge", opponent=bob, thread=True)
        assert "doesn't use threads" in said


async def test_a_table_whose_channel_is_deleted_comes_where_it_is_called(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        match = await live_match(world)
        for method in ("PATCH", "POST"):
            world.env.inject_error(
                method,
                f"/channels/{world.channel.id}/messages*",
                status=404,
                code=10003,
                times=None,
            )
        mover = await mover_of(people)
        await mover.take_turn()
        second = await mover_of(people)
        await second.take_turn()
        assert any("table's channel is gone" in one.panel().text for one in people)
        world.channel = world.env.guild.create_text_channel("new-room")
        told = await world.slash(people[0].member, "repost")
        assert "here now" in shown(told.response, told.response.components).text
        live = await loaded(world, match)
        assert live.table.channel == world.channel.id
        assert "Standard" in now(world, world.stored(live.table.message or 0)).text


async def test_or_to_a_channel_that_the_server_allows(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        match = await live_match(world)
        other = world.env.guild.create_text_channel("gin-only")
        await settled(world, channels=[other.id])
        for method in ("PATCH", "POST"):
            world.env.inject_error(
                method,
                f"/channels/{world.channel.id}/messages*",
                status=404,
                code=10003,
                times=None,
            )
        await (await mover_of(people)).take_turn()
        live = await loaded(world, match)
        assert live.table.channel == other.id
        assert live.table.rendered_version == live.version


async def test_an_open_table_for_certain_ratings(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        alice, bob, _ = world.members
        text = await refusal(world, alice, "open", rating_range="1600-1200")
        assert "minimum rating must not be higher" in text
        assert "`1400-1600`" in await refusal(world, alice, "open", rating_range="good players")
        sent = (await world.slash(alice, "open", rating_range="1600-")).response
        assert "players rated 1600" in now(world, sent).text
        result = await world.press(bob, now(world, sent), "Join")
        assert "rating" in shown(result.response, result.response.components).text
        await world.press(alice, now(world, sent), "Cancel")
        sent = (await world.slash(alice, "open", rating_range="1400 – 1600")).response
        with patch.object(world.bot.parts.display.panels, "opened"):
            await world.press(bob, now(world, sent), "Join")
        assert len(await world.service.running()) == 1
        assert not world.env.errors
