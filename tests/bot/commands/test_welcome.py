"""The welcome's buttons do what one wants; settings have the own language."""

from pathlib import Path
from typing import Any

import pytest

from engine.service import GuildConfig, GuildId, InteractionId, UserId
from tests.journeys.world import Shown, World, running_world, shown
from tests.worlds.lobbies import now


async def welcomed(world: World) -> Shown:
    sent = (await world.slash(world.members[0], "help")).response
    return shown(sent, sent.components)


def panel_of(result: Any) -> Shown:
    return shown(result.response, result.response.components)


async def test_practice_begins_with_one_press(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        alice = world.members[0]
        await world.press(alice, await welcomed(world), "Practice")
        (live,) = await world.service.running()
        assert live.is_solitary
        assert "Marge" in world.public()[-1].pictures[0]["description"]
        hand = await world.press(alice, await welcomed(world), "My hand")
        assert hand.ephemeral
        assert "Marge" in panel_of(hand).pictures[0]["description"]


async def test_a_friend_is_chosen_and_challenged(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        asked = await world.press(alice, await welcomed(world), "Challenge a friend")
        assert asked.ephemeral
        menu = panel_of(asked)
        (custom_id,) = (
            part["custom_id"]
            for row in asked.response.components[0]["components"]
            for part in row.get("components", ())
        )
        await alice.select(menu.message, [bob], custom_id=custom_id)
        await world.settle()
        invitation = world.public()[-1]
        assert invitation.has("Accept")
        assert f"<@{bob.id}>" in invitation.text


async def test_a_press_that_may_not_open_a_table_here_says_where_it_may(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        boss = world.members[0]
        elsewhere = world.env.guild.create_text_channel("tables")
        welcome = await welcomed(world)
        guild, user = GuildId(world.env.guild.id), UserId(boss.id)
        config = GuildConfig(channels=(elsewhere.id,))
        await world.service.set_guild_config(InteractionId(1), guild, user, config)
        refused = await world.press(boss, welcome, "Practice")
        assert refused.ephemeral
        assert f"<#{elsewhere.id}>" in panel_of(refused).text
        assert not await world.service.running()
        assert not world.env.errors


@pytest.mark.slow
async def test_the_other_buttons_show_their_screens(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        alice = world.members[0]
        welcome = await welcomed(world)
        for label, words in {
            "Settings": "Your settings",
            "Daily challenge": "Daily challenge",
            "My hand": "You aren't at any table",
        }.items():
            result = await world.press(alice, welcome, label)
            assert result.ephemeral
            assert words in panel_of(result).text
        menu = welcome.menus[0]
        for place, words in {"rules": "Standard", "friends": "No friends yet"}.items():
            result = await alice.select(welcome.message, [place], custom_id=menu["custom_id"])
            await world.settle()
            assert result.response is not None
            assert result.response.ephemeral
            assert words in panel_of(result).text


async def test_everybody_has_a_language_of_their_own(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        alice = world.members[0]
        settings = (await world.slash(alice, "settings")).response
        custom_id = next(
            menu["custom_id"]
            for menu in shown(settings, settings.components).menus
            if menu["custom_id"].endswith("locale")
        )
        await alice.select(settings, ["de"], custom_id=custom_id)
        await world.settle()
        assert (await world.service.prefs(UserId(alice.id))).locale == "de"
        assert "Your settings" not in now(world, settings).text
        await alice.select(settings, ["server"], custom_id=custom_id)
        await world.settle()
        assert (await world.service.prefs(UserId(alice.id))).locale is None
        assert "Your settings" in now(world, settings).text
