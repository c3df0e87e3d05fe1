"""Watching: a panel of one's own, open hands one round behind, the television, talk."""

from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from bot.ui.custom_id import base36
from engine.game.actions import Resign
from engine.service import GuildId, InteractionId, LiveMatch, MatchCommand
from tests.journeys.paths import ask
from tests.journeys.played import play_rounds
from tests.journeys.world import Shown, World, running_world, shown
from tests.worlds.lobbies import now
from tests.worlds.tables import seated
from tests.worlds.turn_calls import eventually


async def told(world: World, member: MemberActor, command: str, **options: Any) -> Shown:
    result = await ask(world, member, command, **options)
    assert result.ephemeral
    return shown(result.response, result.response.components)


def text_of(result: Any) -> str:
    return shown(result.response, result.response.components).text


async def boss_of(world: World) -> MemberActor:
    role = world.env.guild.create_role("Boss", permissions=discord.Permissions(manage_guild=True))
    user = world.env.create_user("boss", global_name="Boss")
    return world.env.guild.add_member(user, roles=[role])


async def end(world: World, live: LiveMatch) -> None:
    user = next(player.user_id for player in live.players if player.user_id is not None)
    await world.service.act(MatchCommand(InteractionId(990), live.id, user, Resign(), None))
    await world.settle()


async def let_watchers_see(world: World, member: MemberActor) -> None:
    settings = await told(world, member, "settings")
    await world.press(member, settings, "Spectators may see")


@pytest.mark.slow
async def test_finished_rounds_are_open_to_watchers_only_if_both_players_want(
    tmp_path: Path,
) -> None:
    async with running_world(tmp_path, people=3) as world:
        alice, bob, carol = world.members
        _, table = await seated(world, 1)
        (live,) = await world.service.running()
        await play_rounds(world, live.id, 1)
        share = base36(live.id)
        result = await world.press(carol, table, "Watch")
        assert result.ephemeral
        panel = shown(result.response, result.response.components)
        assert not panel.has("Last round")
        refused = await told(world, carol, "replay", match=share)
        assert "no such match" in refused.text
        await let_watchers_see(world, alice)
        await world.press(carol, panel, "Refresh")
        assert not now(world, panel.message).has("Last round")
        await let_watchers_see(world, bob)
        await world.press(carol, panel, "Refresh")
        panel = now(world, panel.message)
        opened = await world.press(carol, panel, "Last round, open hands")
        assert opened.ephemeral
        replay = shown(opened.response, opened.response.components)
        assert "Round 1" in replay.text
        assert not replay.has("Round 2")
        players_own = await told(world, alice, "replay", match=share)
        assert "Round 1" in players_own.text


@pytest.mark.slow
async def test_the_television_shows_the_liveliest_table_and_survives_its_loss(
    tmp_path: Path,
) -> None:
    async with running_world(tmp_path, people=3) as world:
        _, _, carol = world.members
        world.bot.parts.tv.every_seconds = 0.0
        boss = await boss_of(world)
        nothing = await told(world, carol, "tv")
        assert "Nobody is playing" in nothing.text
        world.hand_out(carol)
        refused = await told(world, carol, "admin settings")
        assert "Only admins" in refused.text
        assert len(world.env.errors) == 1
        lounge = world.env.guild.create_text_channel("lounge")
        await ask(world, boss, "admin tv", chosen=[lounge])

        def screen() -> Shown:
            stored = world.env.backend.messages[lounge.id].values()
            (one,) = (message for message in stored if not message.is_ephemeral)
            return shown(one, one.components)

        assert "Nobody is playing" in screen().text
        await seated(world, 2)
        (live,) = await world.service.running()
        await eventually(world, lambda: bool(screen().pictures))
        assert "Gin TV" in screen().text
        assert "Alice" in screen().pictures[0]["description"]
        assert screen().has("Watch")
        assert screen().has("Go to table")
        assert not screen().has("My hand")
        own = await told(world, carol, "tv")
        assert "You are watching" in own.text
        world.env.backend.delete_message(lounge.id, screen().message.id)
        await end(world, live)
        await eventually(world, lambda: "Nobody is playing" in screen().text)
        await ask(world, boss, "admin tv", chosen=[])
        config = await world.service.guild_config(GuildId(world.env.guild.id))
        assert config.tv_channel is None
        log = await told(world, boss, "admin log")
        assert log.text.count("changed the settings") == 2, "the bot's own notes are no deeds"


async def test_talk_has_a_thread_beside_the_table_that_is_archived_with_the_match(
    tmp_path: Path,
) -> None:
    async with running_world(tmp_path, people=3) as world:
        alice, _, carol = world.members
        world.bot.parts.display.threads.archive_seconds = 0.0
        _, table = await seated(world, 3)
        for member in (carol, alice):
            more = await world.press(member, table, "More")
            menu = shown(more.response, more.response.components)
            said = await world.press(member, menu, "Open a thread")
            text = shown(said.response, said.response.components).text
            assert f"<#{table.message.id}>" in text
        (live,) = await world.service.running()
        await end(world, live)

        def archived() -> bool:
            data = world.env.backend.get_thread(table.message.id).thread_metadata
            return data is not None and data.archived

        await eventually(world, archived)
