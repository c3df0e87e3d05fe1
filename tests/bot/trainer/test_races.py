"""Races on the real bot: against the clock, against others with the same puzzles, on the board."""

from pathlib import Path

from simcord.actors import MemberActor

from bot.presses.exercise import ExercisePress, ExerciseVerb
from bot.ui.custom_id import base36, parse_custom_id
from engine.service import UserId
from engine.service.trainer.races import RaceState
from engine.trainer.race import LEAST_ANSWER_MS, LENGTH_MS, MOST_WRONG, WEEK_MS
from tests.journeys.paths import ask
from tests.journeys.world import Shown, World, running_world, shown
from tests.prepared import fill


def as_now(world: World, panel: Shown) -> Shown:
    return shown(panel.message, world.stored(panel.message.id).components)


async def pressed(world: World, member: MemberActor, panel: Shown, label: str) -> Shown:
    await world.press(member, panel, label)
    return as_now(world, panel)


async def opened(world: World, member: MemberActor) -> Shown:
    sent = (await ask(world, member, "trainer")).response
    return await pressed(world, member, shown(sent, sent.components), "Race")


def answers_of(panel: Shown) -> list[ExercisePress]:
    found = []
    for button in panel.buttons.values():
        custom_id = parse_custom_id(button.get("custom_id", ""))
        press = None if custom_id is None else ExercisePress.read(custom_id)
        if press is not None and press.verb is ExerciseVerb.ANSWER and not button.get("disabled"):
            found.append(press)
    return found


async def race_of(world: World, member: MemberActor) -> RaceState:
    found = await world.service.races.running(UserId(member.id))
    assert found is not None
    return found


async def answered(world: World, member: MemberActor, panel: Shown, *, right: bool) -> Shown:
    puzzle = (await race_of(world, member)).puzzle
    assert puzzle is not None
    fitting = (one for one in answers_of(panel) if one.choice is not None)
    press = next(one for one in fitting if puzzle.is_right(one.choice or 0) is right)
    world.time.ahead_ms += LEAST_ANSWER_MS
    await member.click(panel.message, custom_id=str(press))
    await world.settle()
    return as_now(world, panel)


async def test_a_race_against_the_clock_and_then_against_a_friend(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        await fill(world.service)
        alice, bob = world.members
        panel = await opened(world, alice)
        assert "the third wrong answer ends the race" in panel.text
        assert "No scores yet." in panel.text
        panel = await pressed(world, alice, panel, "Start the race")
        assert f"ends <t:{(await race_of(world, alice)).ends_ms // 1000}:R>" in panel.text
        panel = await answered(world, alice, panel, right=True)
        assert "Right!" in panel.text
        panel = await answered(world, alice, panel, right=True)
        assert "for each answer" not in panel.text, "no solution while the race goes on"
        world.time.ahead_ms += LENGTH_MS
        await alice.click(panel.message, custom_id=str(answers_of(panel)[0]))
        await world.settle()
        panel = as_now(world, panel)
        assert "**2** puzzles solved" in panel.text
        assert not answers_of(panel)

        sent = await world.press(alice, panel, "Challenge the channel")
        posted = shown(sent.response, sent.response.components)
        assert "solved 2 puzzles in three minutes" in posted.text
        assert not sent.ephemeral
        taken = await world.press(bob, posted, "Race")
        offer = shown(taken.response, taken.response.components)
        assert "same puzzles in the same order" in offer.text
        panel = await pressed(world, bob, offer, "Start the race")
        for number in range(MOST_WRONG):
            assert panel.text.count("❌") == number
            panel = await answered(world, bob, panel, right=False)
        assert "**0** puzzles solved" in panel.text
        assert "comes back under *My mistakes*" in panel.text
        assert not world.env.errors


async def test_a_race_of_the_board_is_taken_up_and_one_that_runs_is_gone_on_with(
    tmp_path: Path,
) -> None:
    async with running_world(tmp_path, people=2) as world:
        await fill(world.service)
        alice, bob = world.members
        panel = await pressed(world, alice, await opened(world, alice), "Start the race")
        race = (await race_of(world, alice)).race
        panel = await answered(world, alice, panel, right=True)
        again = await opened(world, alice)
        assert answers_of(again), "the race that runs is shown, wherever it is opened"
        panel = await pressed(world, alice, again, "Stop")
        assert "**1** puzzle solved" in panel.text

        panel = await opened(world, bob)
        await world.choose(bob, panel, 0, base36(race))
        panel = await pressed(world, bob, as_now(world, panel), "Start the race")
        assert (await race_of(world, bob)).race == race
        panel = await pressed(world, bob, panel, "Stop")
        assert "**0** puzzles solved" in panel.text
        await world.choose(bob, panel, 0, base36(race))
        assert "**0** puzzles solved" in as_now(world, panel).text, "once is all"
        world.time.ahead_ms += WEEK_MS
        panel = await opened(world, bob)
        assert "No scores yet." in panel.text, "a new week"
        assert not world.env.errors
