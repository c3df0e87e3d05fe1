"""A nickname stays on its server: lists of every server have the name of the account."""

from pathlib import Path
from typing import Any

from engine.service import GuildId, UserId
from engine.service.standings.statistics import Profile
from tests.journeys.world import World, running_world
from tests.worlds.friends import told
from tests.worlds.servers import boss_of


async def stored_name(world: World, member: Any) -> str:
    found = await world.service.statistics.profile(UserId(member.id), UserId(member.id), None)
    assert isinstance(found, Profile)
    return found.name


async def test_a_nickname_is_not_stored_for_every_server(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        boss, names = boss_of(world), ("played", "banned")
        player, banned = (
            world.env.guild.add_member(
                world.env.create_user(name, global_name=f"{name} account"), nick=f"{name} here"
            )
            for name in names
        )
        await world.slash(player, "practice")
        live = await world.service.last_match_of(UserId(player.id))
        assert live is not None
        here = live.seen_by(UserId(player.id), GuildId(world.env.guild.id))
        assert "played here" in {one.name for one in here.players}
        elsewhere = live.seen_by(UserId(player.id))
        assert "played account" in {one.name for one in elsewhere.players}
        await told(world, boss, "admin ban", user=banned.user, reason="rude", days=3)
        stored = [await stored_name(world, one) for one in (player, banned)]
        assert stored == ["played account", "banned account"]
        assert not world.env.errors
