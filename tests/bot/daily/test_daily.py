"""Two days on two servers: the challenge in private, its boards, the puzzle, coins and looks."""

import random
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from engine import daily
from engine.clocks import DAY, HOUR
from engine.game.record import MatchRecord
from engine.service import MatchId, UserId, jobs
from engine.service.daily.challenge import LEASE, worked_out
from engine.service.daily.days import WorkedOut
from engine.service.rewards import coins
from tests.journeys.paths import ask
from tests.journeys.people import Person
from tests.journeys.played import play_until
from tests.journeys.world import Shown, World, running_world, shown
from tests.worlds.daily import play_day, typed


async def in_earnest(found: list[MatchRecord], root: bytes, day: int) -> WorkedOut:
    return worked_out(found, root, day)


def as_now(world: World, panel: Shown, channel: ChannelHandle | None = None) -> Shown:
    place = world.channel.id if channel is None else channel.id
    stored: Any = world.env.backend.get_message(place, panel.message.id)
    return shown(panel.message, stored.components)


def panel_of(result: Any) -> Shown:
    return shown(result.response, result.response.components)


async def play_all(world: World, member: MemberActor, panel: Shown) -> Shown:
    """Play the three deals in the panel as it is offered."""
    person = Person(world, member, random.Random(5), panel.message)
    for _ in range(400):
        if not person.may_move:
            return person.panel()
        await person.take_turn()
    raise AssertionError("three deals are not so long")


@pytest.mark.slow
async def test_a_day_is_played_in_private_and_stands_on_its_board(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        world.time.ahead_ms = -(world.time.now_ms() % DAY) + 6 * HOUR
        alice, bob = world.members
        before = len(world.public())
        panel = panel_of(await play_day(world, alice))
        assert "Deal 1 of 3" in panel.text
        assert not panel.has("Hint")
        assert len(panel.pictures) == 2, "no table in public, so the panel shows it"
        again = panel_of(await play_day(world, alice))
        assert "Deal 1 of 3" in again.text
        end = await play_all(world, alice, panel)
        assert "Your score" in end.text
        for button in ("Rematch", "Coach", "Luck"):
            assert not end.has(button)
        assert len(world.public()) == before, "nothing of it in the channel"
        for command in ("verify", "coach", "repost", "replay"):
            told = await member_sees(world, alice, command)
            assert "Secret:" not in told
            assert "Recomputed" not in told
        assert len(world.public()) == before
        theirs = await typed(world, bob, "daily")
        assert "haven't played this challenge" in theirs.text
        assert theirs.pictures
        mine = await typed(world, alice, "daily")
        assert "Your score" in mine.text
        assert not mine.has("Play the deals")
        await world.press(alice, mine, "Verify")
        proof = as_now(world, mine)
        assert "until the day is over" in proof.text
        assert "Secret:" not in proof.text
        world.time.ahead_ms += DAY
        await world.service.daily.run()
        fresh = await typed(world, alice, "daily")
        assert fresh.has("Play the deals")
        await world.press(alice, fresh, "Yesterday")
        past = as_now(world, fresh)
        await world.press(alice, past, "Verify")
        proof = as_now(world, past)
        assert "✅" in proof.text
        assert proof.text.count("Deal ") == 3


async def member_sees(world: World, member: MemberActor, command: str) -> str:
    result = await ask(world, member, command)
    assert result.response is not None
    return shown(result.response, result.response.components).text


async def begun(world: World, member: MemberActor) -> MatchId:
    """The match of somebody's challenge of the day."""
    day = await world.service.daily.look(UserId(member.id))
    assert day is not None
    assert day.mine is not None
    return day.mine.match_id


@pytest.mark.slow
async def test_boards_of_two_servers_and_two_days(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        world.time.ahead_ms = -(world.time.now_ms() % DAY) + 6 * HOUR
        alice, bob = world.members
        other = world.env.create_guild("Elsewhere")
        room = other.create_text_channel("cards")
        carol = other.add_member(world.env.create_user("carol", global_name="Carol"))
        for _ in range(2):
            await play_day(world, alice)
            await play_until(world, await begun(world, alice), lambda live: live.is_over)
            await play_day(world, bob)
            await world.settle()
            result = await play_day(world, carol, room)
            await world.settle()
            assert result.ephemeral
            here = await typed(world, alice, "daily")
            alt = here.pictures[0]["description"]
            assert "alice" in alt.casefold()
            assert "carol" not in alt.casefold()
            there = await typed(world, carol, "daily", room)
            assert "No scores yet" in there.text
            await world.press(alice, here, "All servers")
            everywhere = as_now(world, here)
            assert "No scores yet" in everywhere.text
            world.time.ahead_ms += DAY
            await world.service.daily.run()
        day = await world.service.daily.look(UserId(alice.id))
        assert day is not None
        assert day.streak == 2
        look = await world.service.daily.look(UserId(bob.id))
        assert look is not None
        assert look.streak == 0, "who does not finish has no score"
        assert await world.service.count_running() == 0, "what nobody finished is called off"


@pytest.mark.slow
async def test_the_puzzle_shows_its_solution_once_answered(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        world.service.daily.think = in_earnest
        alice, bob = world.members
        page = await typed(world, alice, "daily")
        await world.press(alice, page, "Puzzle")
        question = as_now(world, page)
        assert "Expected points" not in question.text
        label = next(label for label in question.buttons if label != "Daily challenge")
        await world.press(alice, question, label)
        solution = as_now(world, question)
        assert "Expected points" in solution.text
        assert "100%" in solution.text
        assert label not in solution.buttons
        page = await typed(world, bob, "daily")
        await world.press(bob, page, "Puzzle")
        assert "Expected points" not in as_now(world, page).text


async def test_coins_buy_a_look_that_is_worn(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        [alice] = world.members
        user = UserId(alice.id)
        await world.service._repeat(lambda tx: coins.pay(tx, user, "day:1", 200))
        sent = (await ask(world, alice, "rewards")).response
        page = shown(sent, sent.components)
        assert "200 coins" in page.text
        await world.press(alice, page, "Achievements")
        assert "▫️" in as_now(world, page).text
        await world.press(alice, as_now(world, page), "Shop")
        await world.choose(alice, as_now(world, page), 0, "felt:starlight")
        assert "It costs 250 coins" in as_now(world, page).text
        await world.press(alice, as_now(world, page), "Back")
        await world.choose(alice, as_now(world, page), 0, "felt:walnut")
        offer = as_now(world, page)
        assert offer.pictures
        assert (await world.service.coins.account(user)).balance == 200, "nothing is bought unasked"
        await world.press(alice, offer, "Yes, buy it")
        assert (await world.service.coins.account(user)).balance == 50
        assert (await world.service.prefs(user)).felt == "walnut"
        await world.choose(alice, as_now(world, page), 0, "felt:walnut")
        await world.press(alice, as_now(world, page), "Stop using")
        assert (await world.service.prefs(user)).felt == "green"


async def test_deals_are_offered_once_they_are_prepared(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        alice, days = world.members[0], world.service.daily
        world.time.ahead_ms = -(world.time.now_ms() % DAY) + 6 * HOUR
        key = daily.dashed(days.day)
        assert await days._repeat(lambda tx: jobs.claim(tx, LEASE, key, "another process"))
        early = await typed(world, alice, "daily")
        assert "Today's deals aren't ready yet." in early.text
        assert not early.has("Play the deals")
        assert not early.has("Puzzle")
        world.time.ahead_ms += jobs.HOLD_MS + 1
        assert await days.prepare(), "a press waits for this only a second"
        await world.press(alice, early, "Refresh")
        ready = as_now(world, early)
        assert ready.has("Play the deals")
        assert ready.has("Puzzle")
        assert not world.env.errors
