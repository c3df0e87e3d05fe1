"""Two days on two servers: the challenge in private, its boards, the puzzle, coins and looks."""

import pytest

from engine import daily
from engine.clocks import DAY, HOUR
from engine.game.record import MatchRecord
from engine.service import MatchId, jobs
from engine.service.daily.challenge import LEASE, worked_out
from engine.service.daily.days import WorkedOut
from engine.service.rewards import coins
from tests.journeys.club import Club, Seen, Who, journey
from tests.journeys.played import play_until
from tests.service.world import existing
from tests.worlds.daily import day_of, play_day


async def in_earnest(found: list[MatchRecord], root: bytes, day: int) -> WorkedOut:
    return worked_out(found, root, day)


async def play_all(who: Who, panel: Seen) -> Seen:
    """Play the three deals in the panel as it is offered."""
    who.panel_message = panel.message
    for _ in range(400):
        if not who.may_move:
            return who.hand
        await who.take_turn()
    raise AssertionError("three deals are not so long")


@pytest.mark.slow
@journey(people=2)
async def test_a_day_is_played_in_private_and_stands_on_its_board(club: Club) -> None:
    club.time.ahead_ms = -(club.time.now_ms() % DAY) + 6 * HOUR
    alice, bob = club.people
    before = len(club.room())
    panel = await play_day(alice)
    panel.says("Deal 1 of 3").does_not_offer("Hint")
    assert len(panel.pictures) == 2, "no table in public, so the panel shows it"
    again = await play_day(alice)
    again.says("Deal 1 of 3")
    end = await play_all(alice, panel)
    end.says("Your score")
    end.does_not_offer("Rematch", "Coach", "Luck")
    assert len(club.room()) == before, "nothing of it in the channel"
    for command in ("verify", "coach", "repost", "replay"):
        (await alice.asks(command)).does_not_say("Secret:", "Recomputed")
    assert len(club.room()) == before
    theirs = await day_of(bob)
    theirs.says("haven't played this challenge")
    assert theirs.pictures
    mine = await day_of(alice)
    mine.says("Your score").does_not_offer("Play the deals")
    await alice.presses("Verify", mine)
    mine.says("until the day is over").does_not_say("Secret:")
    club.time.ahead_ms += DAY
    await club.service.daily.run()
    fresh = await day_of(alice)
    fresh.offers("Play the deals")
    await alice.presses("Yesterday", fresh)
    await alice.presses("Verify", fresh)
    fresh.says("✅")
    assert fresh.text.count("Deal ") == 3


async def begun(club: Club, who: Who) -> MatchId:
    """The match of somebody's challenge of the day."""
    day = existing(await club.service.daily.look(who.id))
    return existing(day.mine).match_id


@pytest.mark.slow
@journey(people=2)
async def test_boards_of_two_servers_and_two_days(club: Club) -> None:
    club.time.ahead_ms = -(club.time.now_ms() % DAY) + 6 * HOUR
    alice, bob = club.people
    carol = club.elsewhere("Carol")
    for _ in range(2):
        await play_day(alice)
        await play_until(club, await begun(club, alice), lambda live: live.is_over)
        await play_day(bob)
        await club.settle()
        await play_day(carol)
        here = await day_of(alice)
        alt = here.pictures[0]["description"]
        assert "alice" in alt.casefold()
        assert "carol" not in alt.casefold()
        (await day_of(carol)).says("No scores yet")
        await alice.presses("All servers", here)
        here.says("No scores yet")
        club.time.ahead_ms += DAY
        await club.service.daily.run()
    assert existing(await club.service.daily.look(alice.id)).streak == 2
    assert existing(await club.service.daily.look(bob.id)).streak == 0, (
        "who does not finish has no score"
    )
    assert await club.service.count_running() == 0, "what nobody finished is called off"


@pytest.mark.slow
@journey(people=2)
async def test_the_puzzle_shows_its_solution_once_answered(club: Club) -> None:
    club.service.daily.think = in_earnest
    alice, bob = club.people
    page = await day_of(alice)
    await alice.presses("Puzzle", page)
    page.does_not_say("Expected points")
    label = next(label for label in page.buttons if label != "Daily challenge")
    await alice.presses(label, page)
    page.says("Expected points", "100%")
    assert label not in page.buttons
    page = await day_of(bob)
    await bob.presses("Puzzle", page)
    page.does_not_say("Expected points")


@journey(people=1)
async def test_coins_buy_a_look_that_is_worn(club: Club) -> None:
    [alice] = club.people
    user = alice.id
    await club.service._repeat(lambda tx: coins.pay(tx, user, "day:1", 200))
    page = await alice.asks("rewards")
    page.says("200 coins")
    await alice.presses("Achievements", page)
    page.says("▫️")
    await alice.presses("Shop", page)
    await alice.chooses("felt:starlight", page)
    page.says("It costs 250 coins")
    await alice.presses("Back", page)
    await alice.chooses("felt:walnut", page)
    assert page.pictures
    assert (await club.service.coins.account(user)).balance == 200, "nothing is bought unasked"
    await alice.presses("Yes, buy it", page)
    assert (await club.service.coins.account(user)).balance == 50
    assert (await club.service.prefs(user)).felt == "walnut"
    await alice.chooses("felt:walnut", page)
    await alice.presses("Stop using", page)
    assert (await club.service.prefs(user)).felt == "green"


@journey(people=1)
async def test_deals_are_offered_once_they_are_prepared(club: Club) -> None:
    alice, days = club.alice, club.service.daily
    club.time.ahead_ms = -(club.time.now_ms() % DAY) + 6 * HOUR
    key = daily.dashed(days.day)
    assert await days._repeat(lambda tx: jobs.claim(tx, LEASE, key, "another process"))
    early = await day_of(alice)
    early.says("Today's deals aren't ready yet.").does_not_offer("Play the deals", "Puzzle")
    club.time.ahead_ms += jobs.HOLD_MS + 1
    assert await days.prepare(), "a press waits for this only a second"
    await alice.presses("Refresh", early)
    early.offers("Play the deals", "Puzzle")
