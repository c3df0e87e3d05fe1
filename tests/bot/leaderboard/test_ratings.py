"""Ratings, boards and profiles as people see them: two servers, two months, text mode too."""

from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.leaderboard.handlers import FIRST_POOL
from bot.presses.menu import MenuPress, MenuVerb
from engine.clocks import DAY
from engine.service import Person as Named
from engine.service import Prefs, ProfileFor, UserId
from engine.service.rewards.achievements import WORTH
from tests.journeys.paths import ask
from tests.journeys.played import play_match
from tests.journeys.world import Shown, World, running_world, shown
from tests.keys import fresh
from tests.worlds.lobbies import now

FIFTY_DAYS = 50 * DAY


SCOPES = {"w": "All servers", "f": "Friends", "s": "This server"}


async def leafed(
    world: World, member: MemberActor, panel: Shown, scope: str = "", **menus: str
) -> Shown:
    """A leaderboard after a press on its scope and choices in its menus."""
    if scope:
        await world.press(member, panel, SCOPES[scope])
    for name, value in menus.items():
        panel = again(world, panel)
        menu = next(m["custom_id"] for m in panel.menus if f"board-{name}-" in m["custom_id"])
        await member.select(panel.message, [value], custom_id=str(menu))
        await world.settle()
    return again(world, panel)


async def board(world: World, member: MemberActor, **chosen: str) -> Shown:
    asked = (await ask(world, member, "leaderboard")).response
    return await leafed(world, member, shown(asked, asked.components), **chosen)


async def profile(world: World, member: MemberActor, **options: Any) -> Shown:
    asked = (await world.slash(member, "profile", **options)).response
    return shown(asked, asked.components)


def again(world: World, panel: Shown) -> Shown:
    """The panel as it is now, in whichever channel it stands."""
    stored = next(
        messages[panel.message.id]
        for messages in world.env.backend.messages.values()
        if panel.message.id in messages
    )
    return shown(panel.message, stored.components)


async def choose(world: World, member: MemberActor, name: str, **chosen: Any) -> None:
    user = UserId(member.id)
    await world.service.set_prefs(fresh(), Named(user, name), Prefs(**chosen))
    world.bot.parts.messenger.preferences.forget(user)


@pytest.mark.slow
async def test_a_rated_match_says_what_it_changed(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        table = await play_match(world, alice, bob)
        line = next(text for text in table.text.splitlines() if "📈" in text)
        assert "Alice **" in line
        assert "Bob **" in line
        assert "?" in line, "provisional"
        assert "(+" in line
        assert "(−" in line
        table = await play_match(world, alice, bob, rated=False)
        assert "📈" not in table.text


@pytest.mark.slow
async def test_boards_and_profiles_of_two_people(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        alice, bob, carol = world.members
        await play_match(world, alice, bob)
        seen = await board(world, alice, board="points")
        alt = seen.pictures[0]["description"]
        assert "Alice" in alt or "Bob" in alt
        assert "Your rank" in seen.text or "You aren't ranked" in seen.text
        rated = await board(world, alice, board="rating")
        assert "about ten rated matches" in rated.text
        assert "deviation below 110" in rated.text
        own = await profile(world, alice)
        assert "Alice" in own.pictures[0]["description"]
        assert "1 rated match" in own.text
        assert "Plays most with **Bob**" not in own.text
        bold = [line for line in own.text.splitlines() if "**" in line]
        assert len(bold) == 4, "four figures under the picture"
        earned = await world.service.achievements.of(UserId(alice.id))
        assert f"Achievements: **{len(earned)}** of {len(WORTH)}" in bold
        assert "Take a seat" not in own.text
        await world.press(alice, own, "More")
        own = now(world, own.message)
        assert "Plays most with **Bob**" in own.text
        assert "Take a seat" in own.text, "an achievement by its title"
        await world.press(alice, own, "Less")
        assert "Plays most with" not in now(world, own.message).text
        other = await profile(world, bob, user=alice)
        await world.press(bob, other, "More")
        assert "Against you: " in now(world, other.message).text
        nothing = await profile(world, alice, user=carol)
        assert "Carol" in nothing.text
        assert "hasn't finished a match" in nothing.text
        await choose(world, alice, "Alice", text_mode=True)
        words = await profile(world, alice)
        assert words.pictures == []
        assert "Alice" in words.text
        assert (await board(world, alice, board="points")).pictures == []


@pytest.mark.slow
async def test_the_month_turns_and_keeps_its_table(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        await play_match(world, alice, bob)
        first = world.service.seasons.last(1)[0]
        world.time.ahead_ms += FIFTY_DAYS
        await world.bot.parts.seasons.once()
        now, before = world.service.seasons.last(3)[0], world.service.seasons.ended
        assert first < now
        old = await board(world, alice, season=first.replace("-", ""))
        assert len(old.pictures) == 1
        empty = await board(world, alice, season=now.replace("-", ""))
        assert "Nobody has finished" in empty.text
        assert await world.service.seasons.closed() == before
        assert not await world.service.seasons.close_ended(), "once is enough"


@pytest.mark.slow
async def test_nothing_of_one_server_is_seen_in_another(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        await play_match(world, alice, bob)
        other = world.env.create_guild("Elsewhere")
        hall = other.create_text_channel("hall")
        zoe = other.add_member(world.env.create_user("zoe", global_name="Zoe"))

        async def there(**chosen: str) -> Shown:
            asked: Any = (await zoe.slash(hall, "gin help")).response
            more = str(MenuPress(MenuVerb.MORE))
            asked = (await zoe.select(asked, ["records"], custom_id=more)).response
            board = str(MenuPress(MenuVerb.LEADERBOARD))
            asked = (await zoe.click(asked, custom_id=board)).response
            await world.settle()
            return await leafed(world, zoe, shown(asked, asked.components), **chosen)

        assert "Nobody has finished" in (await there(board="points")).text
        assert "Nobody has joined" in (await there(scope="w")).text
        for member, name in ((alice, "Alice"), (bob, "Bob")):
            await choose(world, member, name, world_board=True)
        everywhere = await there(scope="w", board="points")
        assert "Alice" in everywhere.pictures[0]["description"] or "Bob" in str(everywhere.pictures)
        assert "You aren't on the global leaderboard" in everywhere.text


async def test_a_profile_is_shown_to_whom_its_owner_allows(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        await play_match(world, alice, bob)
        here = await profile(world, bob, user=alice)
        hidden: Any = (await world.press(bob, here, "All servers")).response
        assert "profile is private" in shown(hidden, hidden.components).text
        await choose(world, alice, "Alice", profile=ProfileFor.EVERYBODY)
        await world.press(bob, here, "All servers")
        assert "All servers" in again(world, here).text
        await choose(world, alice, "Alice", profile=ProfileFor.NOBODY)
        assert "profile is private" in (await profile(world, bob, user=alice)).text
        own = await profile(world, alice)
        before = len(world.public())
        await world.press(alice, own, "Share in channel")
        public = world.public()
        assert len(public) == before + 1
        assert public[-1].buttons == {}


async def test_settings_switch_the_world_board_and_the_profile(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice = world.members[0]
        asked = (await world.slash(alice, "settings")).response
        await world.press(
            alice, shown(asked, asked.components), "Show me on the global leaderboard"
        )
        prefs = await world.service.prefs(UserId(alice.id))
        assert prefs.world_board
        panel = again(world, shown(asked, asked.components))
        await world.choose(alice, panel, "set-profile", "nobody")
        prefs = await world.service.prefs(UserId(alice.id))
        assert prefs.profile is ProfileFor.NOBODY


@pytest.mark.slow
async def test_menus_of_a_board_change_it(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        await play_match(world, alice, bob)
        panel = await board(world, alice)
        await world.choose(alice, panel, 0, "points")
        panel = again(world, panel)
        assert "Points" in panel.pictures[0]["description"]
        await world.choose(alice, panel, 1, str(FIRST_POOL))
        panel = again(world, panel)
        assert "Standard, correspondence" in panel.pictures[0]["description"]
        await world.choose(alice, panel, 0, "rating")
        panel = again(world, panel)
        assert "established rating" in panel.text
        await world.press(alice, panel, "Friends")
        assert "your friends" in again(world, panel).text
