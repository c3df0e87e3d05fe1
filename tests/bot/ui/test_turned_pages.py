"""A choice that turns the page of a long menu shows the same screen, whatever the menu does."""

from pathlib import Path

from simcord.actors import MemberActor
from sqlalchemy import Connection, insert

from bot.ui.paging import MARK
from engine.service import GuildId, UserId
from engine.store import Repeatable
from engine.store.schema import bans, friends, players
from tests.journeys.paths import ask
from tests.journeys.world import Shown, World, running_world, shown
from tests.worlds.friends import told
from tests.worlds.servers import boss_of, settled

MANY = range(1, 41)


def stored(panel: Shown, world: World) -> Shown:
    return shown(panel.message, world.stored(panel.message.id).components)


async def turn(
    world: World, member: MemberActor, panel: Shown, menu: int | str, page: int = 1
) -> Shown:
    """The panel after another page of a menu."""
    before = len(world.env.backend.messages[world.channel.id])
    await world.choose(member, panel, menu, f"{MARK}{page}")
    assert len(world.env.backend.messages[world.channel.id]) == before, "shown in place"
    return stored(panel, world)


def values(menu: dict[str, object]) -> list[str]:
    options = menu["options"]
    assert isinstance(options, list)
    return [one["value"] for one in options]


async def strangers(world: World, member: MemberActor) -> None:
    """People who are the member's friends, and banned from the server."""

    def write(connection: Connection) -> None:
        for n in MANY:
            person = {"user_id": n, "name": f"Friend {n:02}", "prefs": "{}", "seen_ms": 1}
            connection.execute(insert(players), person)
            for pair in ((member.id, n), (n, member.id)):
                row = {"user_id": pair[0], "friend_id": pair[1], "since_ms": n}
                connection.execute(insert(friends), row)
            ban = {"guild_id": world.env.guild.id, "user_id": n, "reason": "", "banned_by": 1}
            connection.execute(insert(bans), ban | {"since_ms": n})

    await world.service._store.write(Repeatable(write))


async def test_the_menu_of_friends_challenges_nobody(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        alice = world.members[0]
        await strangers(world, alice)
        listed = await told(world, alice, "friends list")
        assert listed.menus[0]["placeholder"].endswith("1–23 of 40")
        turned = await turn(world, alice, listed, 0)
        assert len(values(turned.menus[0])) == 18, "the rest, and the way back"
        assert values(turned.menus[0])[0] == f"{MARK}0"


async def test_the_menu_of_bans_lifts_none(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        boss = boss_of(world)
        await strangers(world, boss)
        sent = (await world.slash(boss, "admin settings")).response
        asked = (await world.press(boss, shown(sent, sent.components), "Bans")).response
        turned = await turn(world, boss, shown(asked, asked.components), 0)
        [last] = [one for one in turned.menus[0]["options"] if one["label"] == "Friend 01"]
        await world.choose(boss, turned, 0, last["value"])
        assert "can play again" in stored(turned, world).text
        found = await world.service.bans.of(GuildId(world.env.guild.id))
        assert {one.user_id for one in found} == {UserId(n) for n in MANY} - {UserId(1)}


async def test_the_rules_of_the_finder_and_of_an_open_table(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        alice = world.members[0]
        await settled(world, presets={f"house_{n:02}": {"target": 100 + n} for n in MANY})
        asked = (await world.slash(alice, "find")).response
        finder = shown(asked, asked.components)
        press = next(m["custom_id"] for m in finder.menus if "find-preset" in m["custom_id"])
        assert "standard" in values(finder.menu(press)), "the present choice"
        turned = await turn(world, alice, finder, press, page=0)
        assert "standard" not in values(turned.menu(press))
        await world.choose(alice, turned, press, "house_05")
        again = stored(turned, world)
        assert any("house_05" in m["custom_id"] for m in again.menus)
        wanted = (await world.slash(alice, "open", players=2, rules="three_handed")).response
        offered = shown(wanted, wanted.components)
        turned = await turn(world, alice, offered, 0)
        before = len(world.public())
        await world.choose(alice, turned, 0, "house_40")
        [table] = world.public()[before:]
        assert "house_40" in table.text


async def test_the_menu_of_tables_resigns_the_chosen_one(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        alice = world.members[0]
        for _ in range(27):
            await world.slash(alice, "practice")
        asked = (await ask(world, alice, "resign")).response
        turned = await turn(world, alice, shown(asked, asked.components), 0)
        assert len(values(turned.menus[0])) == 5, "four tables, and the way back"
        await world.choose(alice, turned, 0, values(turned.menus[0])[-1])
        assert "Resign this match?" in stored(turned, world).text
