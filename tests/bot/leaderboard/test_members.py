"""A server's boards show its members: who has left is found by request, and remembered an hour."""

from pathlib import Path

from simcord.actors import MemberActor
from sqlalchemy import Connection, insert, update

from bot.presses.server import ConfigPress, ServerSetting
from engine.clocks import DAY, HOUR
from engine.service import Person, Prefs, UserId
from engine.service.standings.match_facts import ALL_TIME
from engine.standings.rating import ANY
from engine.store import Repeatable
from engine.store.schema import daily_tries, players, standings
from tests.journeys.paths import ask
from tests.journeys.world import Shown, World, running_world, shown
from tests.keys import fresh
from tests.worlds.daily import play_day, typed
from tests.worlds.servers import boss_of

PEOPLE = 24


async def winners(world: World) -> list[MemberActor]:
    """Members of whom the first has won most matches, and so on."""
    names = [f"Winner {n:02}" for n in range(PEOPLE)]
    people = [world.env.guild.add_member(world.env.create_user(name)) for name in names]

    def write(connection: Connection) -> None:
        board = {"scope": world.env.guild.id, "season": ALL_TIME, "pool": ANY, "shown": 1}
        for place, (one, name) in enumerate(zip(people, names, strict=True)):
            who = {"user_id": one.id, "last_ms": 1}
            counts = {"matches": 100, "won": 100 - place}
            connection.execute(insert(standings), board | who | counts)
            person = {"user_id": one.id, "name": name, "prefs": "{}", "seen_ms": 1}
            connection.execute(insert(players), person)

    await world.service._store.write(Repeatable(write))
    return people


async def reads(world: World, reader: MemberActor) -> Shown:
    asked = (await ask(world, reader, "leaderboard")).response
    return shown(asked, asked.components)


async def reader_of(world: World) -> MemberActor:
    reader = world.members[0]
    user = UserId(reader.id)
    await world.service.set_prefs(fresh(), Person(user, "Reader"), Prefs(text_mode=True))
    world.bot.parts.messenger.preferences.forget(user)
    return reader


def lines(board: Shown) -> list[str]:
    """The ranks and names of a board."""
    found = [line.split("  ")[0] for line in board.text.splitlines()]
    return [line for line in found if "Winner" in line]


def of(*places: int) -> list[str]:
    """The lines of these people, in this order."""
    return [f"{rank}. **Winner {place:02}**" for rank, place in enumerate(places, start=1)]


def asked(world: World) -> int:
    """How many members the bot has asked about."""
    return sum(
        one.method == "GET" and "/members/" in one.path and "/guilds/" in one.path
        for one in world.env.http_requests
    )


async def test_who_left_is_left_out_until_they_come_back(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        reader, people = await reader_of(world), await winners(world)
        for place in (0, 2, 10):
            world.env.guild.remove_member(people[place])
        first = await reads(world, reader)
        assert lines(first) == of(1, 3, 4, 5, 6, 7, 8, 9, 11, 12)
        assert asked(world) == 13, "each person of the page, and who came up in their place"
        assert lines(await reads(world, reader)) == lines(first)
        assert asked(world) == 13, "an answer is remembered"
        second = (await world.press(reader, first, "Next")).response or first.message
        board = shown(second, world.stored(second.id).components)
        assert board.text.count("Winner") == 10
        assert "\n11. **Winner 13**" in f"\n{board.text}", "the ranks go on over the pages"
        world.env.guild.add_member(people[0].user)
        assert lines(await reads(world, reader)) == lines(first)
        world.time.ahead_ms += HOUR
        assert lines(await reads(world, reader))[0] == of(0)[0]


async def test_who_acts_is_back_at_once(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        reader, people = await reader_of(world), await winners(world)
        world.env.guild.remove_member(people[0])
        assert lines(await reads(world, reader))[0] == of(1)[0]
        back = world.env.guild.add_member(people[0].user)
        await world.slash(back, "help")
        assert lines(await reads(world, reader))[:2] == of(0, 1)


async def test_administrators_choose_to_show_everybody(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        reader, people, boss = await reader_of(world), await winners(world), boss_of(world)
        world.env.guild.remove_member(people[0])
        panel = (await world.slash(boss, "admin settings")).response
        assert "members only" in shown(panel, panel.components).text
        await boss.click(panel, custom_id=str(ConfigPress(ServerSetting.MEMBERS)))
        await world.settle()
        assert (
            "everybody who has played here" in shown(panel, world.stored(panel.id).components).text
        )
        assert lines(await reads(world, reader)) == of(*range(10))
        assert asked(world) == 0


async def test_a_page_is_filled_up_three_times_at_most(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        reader, people = await reader_of(world), await winners(world)
        for one in people:
            world.env.guild.remove_member(one)
        assert lines(await reads(world, reader)) == []
        assert asked(world) == PEOPLE


async def test_everybody_is_shown_while_discord_does_not_answer(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        reader, people = await reader_of(world), await winners(world)
        world.env.guild.remove_member(people[0])
        path = f"/guilds/{world.env.guild.id}/members/*"
        world.env.inject_error("GET", path, status=403, code=50001, times=None)
        assert lines(await reads(world, reader)) == of(*range(10))
        silent = asked(world)
        assert lines(await reads(world, reader)) == of(*range(10))
        assert asked(world) == silent, "a server that does not answer is left alone for a minute"
        world.env.backend.faults.clear()
        world.time.ahead_ms += 60_000
        assert lines(await reads(world, reader))[0] == of(1)[0]


async def test_a_day_of_a_server_leaves_them_out_too(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        world.time.ahead_ms = -(world.time.now_ms() % DAY) + 6 * HOUR
        reader, bob = await reader_of(world), world.members[1]
        await play_day(world, bob)

        def write(connection: Connection) -> None:
            connection.execute(update(daily_tries).values(points=40, ended_ms=1))

        await world.service._store.write(Repeatable(write))
        assert "Bob" in (await typed(world, reader, "daily")).text
        world.env.guild.remove_member(bob)
        assert "Bob" in (await typed(world, reader, "daily")).text, "remembered"
        world.time.ahead_ms += HOUR
        assert "Bob" not in (await typed(world, reader, "daily")).text
