"""A server's boards show its members: who has left is found by request, and remembered an hour."""

from sqlalchemy import Connection, insert, update

from bot.presses.server import ConfigPress, ServerSetting
from engine.clocks import DAY, HOUR
from engine.service import Prefs
from engine.service.standings.match_facts import ALL_TIME
from engine.standings.rating import ANY
from engine.store import Repeatable
from engine.store.schema import daily_tries, players, standings
from tests.journeys.club import Club, Seen, Who, journey
from tests.keys import fresh
from tests.worlds.daily import day_of, play_day

PEOPLE = 24


async def winners(club: Club) -> list[Who]:
    """Members of whom the first has won most matches, and so on."""
    names = [f"Winner {n:02}" for n in range(PEOPLE)]
    people = [club.joins(name) for name in names]

    def write(connection: Connection) -> None:
        board = {"scope": club.env.guild.id, "season": ALL_TIME, "pool": ANY, "shown": 1}
        for place, (one, name) in enumerate(zip(people, names, strict=True)):
            who = {"user_id": one.id, "last_ms": 1}
            counts = {"matches": 100, "won": 100 - place}
            connection.execute(insert(standings), board | who | counts)
            person = {"user_id": one.id, "name": name, "prefs": "{}", "seen_ms": 1}
            connection.execute(insert(players), person)

    await club.service._store.write(Repeatable(write))
    return people


async def reader_of(club: Club) -> Who:
    reader = club.alice
    await club.service.set_prefs(fresh(), reader.named, Prefs(text_mode=True))
    club.bot.parts.messenger.preferences.forget(reader.id)
    return reader


def lines(board: Seen) -> list[str]:
    """The ranks and names of a board."""
    found = [line.split("  ")[0] for line in board.text.splitlines()]
    return [line for line in found if "Winner" in line]


def of(*places: int) -> list[str]:
    """The lines of these people, in this order."""
    return [f"{rank}. **Winner {place:02}**" for rank, place in enumerate(places, start=1)]


def asked(club: Club) -> int:
    """How many members the bot has asked about."""
    return sum(
        one.method == "GET" and "/members/" in one.path and "/guilds/" in one.path
        for one in club.env.http_requests
    )


@journey(people=1)
async def test_who_left_is_left_out_until_they_come_back(club: Club) -> None:
    reader, people = await reader_of(club), await winners(club)
    for place in (0, 2, 10):
        club.env.guild.remove_member(people[place].member)
    first = await reader.asks("leaderboard")
    assert lines(first) == of(1, 3, 4, 5, 6, 7, 8, 9, 11, 12)
    assert asked(club) == 13, "each person of the page, and who came up in their place"
    assert lines(await reader.asks("leaderboard")) == lines(first)
    assert asked(club) == 13, "an answer is remembered"
    page = lines(first)
    await reader.presses("Next", first)
    assert first.text.count("Winner") == 10
    assert "\n11. **Winner 13**" in f"\n{first.text}", "the ranks go on over the pages"
    club.env.guild.add_member(people[0].member.user)
    assert lines(await reader.asks("leaderboard")) == page
    club.time.ahead_ms += HOUR
    assert lines(await reader.asks("leaderboard"))[0] == of(0)[0]


@journey(people=1)
async def test_who_acts_is_back_at_once(club: Club) -> None:
    reader, people = await reader_of(club), await winners(club)
    club.env.guild.remove_member(people[0].member)
    assert lines(await reader.asks("leaderboard"))[0] == of(1)[0]
    club.env.guild.add_member(people[0].member.user)
    await people[0].asks("help")
    assert lines(await reader.asks("leaderboard"))[:2] == of(0, 1)


@journey(people=1)
async def test_administrators_choose_to_show_everybody(club: Club) -> None:
    reader, people, boss = await reader_of(club), await winners(club), club.boss()
    club.env.guild.remove_member(people[0].member)
    panel = await boss.asks("admin settings")
    panel.says("members only")
    await boss.presses(ConfigPress(ServerSetting.MEMBERS), panel)
    panel.says("everybody who has played here")
    assert lines(await reader.asks("leaderboard")) == of(*range(10))
    assert asked(club) == 0


@journey(people=1)
async def test_a_page_is_filled_up_three_times_at_most(club: Club) -> None:
    reader, people = await reader_of(club), await winners(club)
    for one in people:
        club.env.guild.remove_member(one.member)
    assert lines(await reader.asks("leaderboard")) == []
    assert asked(club) == PEOPLE


@journey(people=1)
async def test_everybody_is_shown_while_discord_does_not_answer(club: Club) -> None:
    reader, people = await reader_of(club), await winners(club)
    club.env.guild.remove_member(people[0].member)
    path = f"/guilds/{club.env.guild.id}/members/*"
    club.env.inject_error("GET", path, status=403, code=50001, times=None)
    assert lines(await reader.asks("leaderboard")) == of(*range(10))
    silent = asked(club)
    assert lines(await reader.asks("leaderboard")) == of(*range(10))
    assert asked(club) == silent, "a server that does not answer is left alone for a minute"
    club.env.backend.faults.clear()
    club.time.ahead_ms += 60_000
    assert lines(await reader.asks("leaderboard"))[0] == of(1)[0]


@journey(people=2)
async def test_a_day_of_a_server_leaves_them_out_too(club: Club) -> None:
    club.time.ahead_ms = -(club.time.now_ms() % DAY) + 6 * HOUR
    reader, bob = await reader_of(club), club.bob
    await play_day(bob)

    def write(connection: Connection) -> None:
        connection.execute(update(daily_tries).values(points=40, ended_ms=1))

    await club.service._store.write(Repeatable(write))
    (await day_of(reader)).says("Bob")
    club.env.guild.remove_member(bob.member)
    assert "Bob" in (await day_of(reader)).text, "remembered"
    club.time.ahead_ms += HOUR
    (await day_of(reader)).does_not_say("Bob")
