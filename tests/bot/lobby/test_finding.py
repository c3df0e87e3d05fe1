"""Finding an opponent: two who have not agreed on anything play within a few presses."""

from pathlib import Path
from typing import Any

import discord
import pytest

from engine.service import GuildConfig, GuildId, UserId
from tests.journeys.world import Shown, running_world, shown
from tests.keys import fresh


def seen(result: Any) -> Shown:
    return shown(result.response, result.response.components)


async def test_two_who_seek_meet_at_the_first_ones_table(tmp_path: Path) -> None:
    async with running_world(tmp_path) as world:
        alice, bob, *_ = world.members
        finder = seen(await world.slash(alice, "find"))
        assert "Nobody is waiting" in finder.text
        assert not finder.has("Join")
        await world.press(alice, finder, "Find an opponent")
        invitation = world.public()[-1]
        assert "Alice opened a gin rummy table" in invitation.text
        finder = seen(await world.slash(bob, "find"))
        assert "**Alice**" in finder.text
        found = seen(await world.press(bob, finder, "Find an opponent"))
        assert "You've found an opponent" in found.text
        assert "⚠️" not in found.text, "it is good news"
        assert f"<#{world.channel.id}>" in found.text
        # Whose turn it is may be mentioned below it by now.
        [table] = [one for one in world.public() if one.has("Score sheet")]
        assert table.message.id == invitation.message.id, "the invitation becomes the table"
        assert "My hand" in table.buttons
        [live] = await world.service.live_matches_of(UserId(bob.id))
        assert live.table.rendered_version == live.version


async def test_a_table_is_chosen_from_the_list(tmp_path: Path) -> None:
    async with running_world(tmp_path) as world:
        alice, bob, carol, *_ = world.members
        await world.slash(alice, "open", rules="oklahoma")
        await world.slash(bob, "open", rules="three_handed")
        finder = seen(await world.slash(carol, "find"))
        assert "Oklahoma" in finder.text
        lobbies = {one["label"]: one["value"] for one in finder.menu(0)["options"]}
        seated = seen(await world.choose(carol, finder, 0, lobbies["Bob"]))
        assert "The match starts when the host starts it" in seated.text
        found = seen(await world.choose(carol, finder, 0, lobbies["Alice"]))
        assert "You've found an opponent" in found.text
        gone = seen(await world.choose(carol, finder, 0, lobbies["Alice"]))
        assert "You've found" not in gone.text


async def test_menus_narrow_the_search(tmp_path: Path) -> None:
    async with running_world(tmp_path) as world:
        alice, *_ = world.members
        finder = seen(await world.slash(alice, "find"))
        finder = seen(await world.choose(alice, finder, 0, "hollywood"))
        finder = seen(await world.choose(alice, finder, 1, "live"))
        finder = seen(await world.choose(alice, finder, 2, "200"))
        await world.press(alice, finder, "Find an opponent")
        [invitation] = world.public()
        assert "Hollywood" in invitation.text
        assert "90 seconds" in invitation.text
        assert "for players rated 1300 to 1700" in invitation.text
        again = seen(await world.press(alice, finder, "Find an opponent"))
        assert "already waiting for an opponent" in again.text
        assert len(world.public()) == 1


async def test_a_hidden_channel_stays_hidden(tmp_path: Path) -> None:
    async with running_world(tmp_path) as world:
        alice, bob, *_ = world.members
        guild, unseen = world.env.guild, discord.PermissionOverwrite(view_channel=False)
        invited = discord.PermissionOverwrite(view_channel=True)
        secret = guild.create_text_channel(
            "board-room", overwrites={guild.default_role: unseen, alice: invited}
        )
        public, world.channel = world.channel, secret
        finder = seen(await world.slash(alice, "find"))
        await world.press(alice, finder, "Find an opponent")
        world.channel = public
        finder = seen(await world.slash(bob, "find"))
        assert "Alice" not in finder.text
        await world.press(bob, finder, "Find an opponent")
        assert "Bob opened a gin rummy table" in world.public()[-1].text


async def test_the_table_has_its_thread_where_the_server_wants_threads(tmp_path: Path) -> None:
    async with running_world(tmp_path) as world:
        alice, bob, *_ = world.members
        guild = GuildId(world.env.guild.id)
        config = GuildConfig(threads="always")
        await world.service.set_guild_config(fresh(), guild, UserId(alice.id), config)
        found = Shown(None)
        for person in (alice, bob):
            finder = seen(await world.slash(person, "find"))
            found = seen(await world.press(person, finder, "Find an opponent"))
        [live] = await world.service.live_matches_of(UserId(bob.id))
        assert live.table.channel != world.channel.id
        assert f"<#{live.table.channel}>" in found.text
        assert f"<#{live.table.channel}>" in world.public()[0].text
        assert live.table.rendered_version == live.version


@pytest.mark.parametrize("preset", ["three_handed", "nonsense"])
async def test_only_rules_for_two_are_searched(tmp_path: Path, preset: str) -> None:
    async with running_world(tmp_path) as world:
        alice, *_ = world.members
        finder = seen(await world.slash(alice, "find", rules=preset))
        if preset == "nonsense":
            assert "There's no ruleset called" in finder.text
            return
        refused = seen(await world.press(alice, finder, "Find an opponent"))
        assert "more players" in refused.text
