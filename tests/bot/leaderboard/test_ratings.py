"""Ratings, boards and profiles as people see them: two servers, two months, text mode too."""

from typing import Any

import pytest

from bot.leaderboard.handlers import FIRST_POOL
from bot.presses.menu import MenuPress, MenuVerb
from engine.clocks import DAY
from engine.service import Prefs, ProfileFor
from engine.service.rewards.achievements import WORTH
from tests.journeys.club import Club, Seen, Who, journey
from tests.keys import fresh

FIFTY_DAYS = 50 * DAY


SCOPES = {"w": "All servers", "f": "Friends", "s": "This server"}


async def leafed(who: Who, panel: Seen, scope: str = "", **menus: str) -> Seen:
    """A leaderboard after a press on its scope and choices in its menus."""
    if scope:
        await who.presses(SCOPES[scope], panel)
    for name, value in menus.items():
        menus_of_it = (menu["custom_id"] for menu in panel.menus)
        menu = next(one for one in menus_of_it if f"board-{name}-" in one)
        await who.chooses(value, panel, menu=menu)
    return panel


async def board(who: Who, **chosen: str) -> Seen:
    return await leafed(who, await who.asks("leaderboard"), **chosen)


async def choose(club: Club, who: Who, **chosen: Any) -> None:
    await club.service.set_prefs(fresh(), who.named, Prefs(**chosen))
    club.bot.parts.messenger.preferences.forget(who.id)


@pytest.mark.slow
@journey(people=2)
async def test_a_rated_match_says_what_it_changed(club: Club) -> None:
    alice, bob = club.people
    table = await club.plays_match(alice, bob)
    line = next(text for text in table.text.splitlines() if "📈" in text)
    assert "Alice **" in line
    assert "Bob **" in line
    assert "?" in line, "provisional"
    assert "(+" in line
    assert "(−" in line
    table = await club.plays_match(alice, bob, rated=False)
    table.does_not_say("📈")


@pytest.mark.slow
@journey(people=3)
async def test_boards_and_profiles_of_two_people(club: Club) -> None:
    alice, bob, carol = club.people
    await club.plays_match(alice, bob)
    seen = await board(alice, board="points")
    alt = seen.pictures[0]["description"]
    assert "Alice" in alt or "Bob" in alt
    assert "Your rank" in seen.text or "You aren't ranked" in seen.text
    rated = await board(alice, board="rating")
    rated.says("about ten rated matches", "deviation below 110")
    own = await alice.asks("profile")
    assert "Alice" in own.pictures[0]["description"]
    own.says("1 rated match").does_not_say("Plays most with **Bob**")
    bold = [line for line in own.text.splitlines() if "**" in line]
    assert len(bold) == 4, "four figures under the picture"
    earned = await club.service.achievements.of(alice.id)
    assert f"Achievements: **{len(earned)}** of {len(WORTH)}" in bold
    own.does_not_say("Take a seat")
    await alice.presses("More", own)
    own.says("Plays most with **Bob**")
    assert "Take a seat" in own.text, "an achievement by its title"
    await alice.presses("Less", own)
    own.does_not_say("Plays most with")
    other = await bob.asks("profile", user=alice)
    await bob.presses("More", other)
    other.says("Against you: ")
    (await alice.asks("profile", user=carol)).says("Carol", "hasn't finished a match")
    await choose(club, alice, text_mode=True)
    words = await alice.asks("profile")
    assert words.pictures == []
    words.says("Alice")
    assert (await board(alice, board="points")).pictures == []


@pytest.mark.slow
@journey(people=2)
async def test_the_month_turns_and_keeps_its_table(club: Club) -> None:
    alice, bob = club.people
    await club.plays_match(alice, bob)
    first = club.service.seasons.last(1)[0]
    club.time.ahead_ms += FIFTY_DAYS
    await club.bot.parts.seasons.once()
    now, before = club.service.seasons.last(3)[0], club.service.seasons.ended
    assert first < now
    old = await board(alice, season=first.replace("-", ""))
    assert len(old.pictures) == 1
    (await board(alice, season=now.replace("-", ""))).says("Nobody has finished")
    assert await club.service.seasons.closed() == before
    assert not await club.service.seasons.close_ended(), "once is enough"


@pytest.mark.slow
@journey(people=2)
async def test_nothing_of_one_server_is_seen_in_another(club: Club) -> None:
    alice, bob = club.people
    await club.plays_match(alice, bob)
    zoe = club.elsewhere("Zoe")

    async def there(**chosen: str) -> Seen:
        more = str(MenuPress(MenuVerb.MORE))
        records = await zoe.chooses("records", await zoe.asks("help"), menu=more)
        ranks = await zoe.presses(MenuPress(MenuVerb.LEADERBOARD), records)
        return await leafed(zoe, ranks, **chosen)

    (await there(board="points")).says("Nobody has finished")
    (await there(scope="w")).says("Nobody has joined")
    for person in (alice, bob):
        await choose(club, person, world_board=True)
    everywhere = await there(scope="w", board="points")
    assert "Alice" in everywhere.pictures[0]["description"] or "Bob" in str(everywhere.pictures)
    everywhere.says("You aren't on the global leaderboard")


@journey(people=2)
async def test_a_profile_is_shown_to_whom_its_owner_allows(club: Club) -> None:
    alice, bob = club.people
    await club.plays_match(alice, bob)
    here = await bob.asks("profile", user=alice)
    (await bob.presses("All servers", here)).says("profile is private")
    await choose(club, alice, profile=ProfileFor.EVERYBODY)
    await bob.presses("All servers", here)
    here.says("All servers")
    await choose(club, alice, profile=ProfileFor.NOBODY)
    (await bob.asks("profile", user=alice)).says("profile is private")
    own = await alice.asks("profile")
    before = len(club.room())
    await alice.presses("Share in channel", own)
    assert len(club.room()) == before + 1
    club.room()[-1].offers(only=True)


@journey(people=2)
async def test_settings_switch_the_world_board_and_the_profile(club: Club) -> None:
    alice = club.alice
    asked = await alice.asks("settings")
    await alice.presses("Show me on the global leaderboard", asked)
    assert (await club.service.prefs(alice.id)).world_board
    await alice.chooses("nobody", asked, menu="set-profile")
    assert (await club.service.prefs(alice.id)).profile is ProfileFor.NOBODY


@pytest.mark.slow
@journey(people=2)
async def test_menus_of_a_board_change_it(club: Club) -> None:
    alice, bob = club.people
    await club.plays_match(alice, bob)
    panel = await board(alice)
    await alice.chooses("points", panel)
    assert "Points" in panel.pictures[0]["description"]
    await alice.chooses(str(FIRST_POOL), panel, menu=1)
    assert "Standard, correspondence" in panel.pictures[0]["description"]
    await alice.chooses("rating", panel)
    panel.says("established rating")
    await alice.presses("Friends", panel)
    panel.says("your friends")
