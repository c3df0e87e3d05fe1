"""A newcomer goes through the course by pressing, on the real bot."""

from pathlib import Path
from typing import Any

from bot.presses.exercise import ExercisePress, ExerciseVerb
from bot.presses.pages import LessonPress, LessonVerb
from bot.ui.press import Press
from engine.course.grading import graded
from engine.course.lessons import FIRST_LESSONS, IN_A_LESSON, LESSONS, lesson
from engine.service import InteractionId, UserId
from engine.service.exercises.attempts import Attempt, AttemptKey, Series, begin
from engine.service.rewards.achievements import BY_LESSON
from engine.service.tx import Tx
from tests.journeys.world import Shown, World, running_world, shown

KEY = InteractionId(7)
MAP = LessonPress(LessonVerb.MAP)


async def pressed(world: World, panel: Shown, press: Press) -> Shown:
    """Press a button of the course by what it means."""
    (offered,) = [one for one in panel.buttons.values() if one.get("custom_id") == str(press)]
    await world.members[0].click(panel.message, custom_id=offered["custom_id"])
    await world.settle()
    return now(world, panel)


def now(world: World, panel: Shown) -> Shown:
    message = world.stored(panel.message.id)
    return shown(panel.message, message.components)


async def opened(world: World) -> Shown:
    """The map of the course, from which a newcomer's first lesson leads back."""
    panel = await learning(world)
    return await pressed(world, panel, MAP) if panel.has("All lessons") else panel


async def learning(world: World) -> Shown:
    sent = (await world.slash(world.members[0], "help")).response
    return panel_of(await world.press(world.members[0], shown(sent, sent.components), "Learn"))


def panel_of(result: Any) -> Shown:
    return shown(result.response, result.response.components)


def answer(name: str, step: int, *, right: bool) -> ExercisePress:
    found = graded(lesson(name).at(step).view())
    assert found is not None
    best = found.puzzle.best
    choice = best if right else (best + 1) % len(found.puzzle.answers)
    return ExercisePress(
        ExerciseVerb.ANSWER, Series.COURSE, choice, id=LESSONS.index(name) + 1, revision=step
    )


def opens(name: str, step: int = 0) -> LessonPress:
    return LessonPress(LessonVerb.OPEN, LESSONS.index(name) + 1, step)


async def play(world: World, panel: Shown, name: str, right: list[bool]) -> Shown:
    """Answer all steps of a lesson that is open, and stay at what became of the last."""
    for step, is_right in enumerate([True, *right]):
        panel = await pressed(world, panel, answer(name, step, right=is_right))
        if step + 1 < IN_A_LESSON:
            panel = await pressed(world, panel, opens(name, step + 1))
    return panel


async def test_stars_are_earned_and_kept(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        user = UserId(world.members[0].id)
        panel = await pressed(world, await opened(world), opens("runs"))
        panel = await play(world, panel, "runs", [True, False, True])
        assert "★★☆" in panel.text
        progress = await world.service.exercises.progress(user)
        assert progress.stars == {"runs": 2}
        assert not progress.under_way
        panel = await pressed(world, panel, opens("sets"))
        panel = await pressed(world, panel, answer("sets", 0, right=True))
        assert (await world.service.exercises.progress(user)).results_of("sets") == "1"
        assert not await world.service.running(), "a lesson is no match"
        assert not world.env.errors


async def test_a_newcomer_begins_at_once_and_others_see_the_map(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        panel = await learning(world)
        assert "Best here" in panel.text
        await pressed(world, panel, answer("runs", 0, right=True))
        assert (await learning(world)).has("Continue")


async def test_a_wrong_answer_says_what_it_costs(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        panel = await pressed(world, await opened(world), opens("runs"))
        panel = await pressed(world, panel, answer("runs", 0, right=False))
        assert "loses about" in panel.text
        assert "Best here" in panel.text, "the example waits for its move"
        panel = await pressed(world, panel, answer("runs", 0, right=True))
        panel = await pressed(world, panel, opens("runs", 1))
        panel = await pressed(world, panel, answer("runs", 1, right=False))
        assert "loses about" in panel.text
        assert panel.has("Next")


async def test_a_lesson_outlives_a_restart_and_a_lost_message(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        panel = await pressed(world, await opened(world), opens("runs"))
        panel = await pressed(world, panel, answer("runs", 0, right=True))
        await world.restart()
        panel = await pressed(world, panel, opens("runs", 1))
        assert "Question 1 of 3" in panel.text
        again = await opened(world)
        assert again.message.id != panel.message.id
        assert again.has("Continue")
        assert "Question 1 of 3" in (await pressed(world, again, opens("runs"))).text


async def test_the_first_lessons_bring_the_achievement_and_a_match(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        user = UserId(world.members[0].id)
        last = FIRST_LESSONS[-1]

        def learn(tx: Tx) -> None:
            for number in range(1, len(FIRST_LESSONS)):
                key = AttemptKey(Series.COURSE, number, user)
                begin(tx, key, Attempt(solved=1))

        await world.service._repeat(learn)
        panel = await opened(world)
        assert not panel.has("Play Pip")
        panel = await play(world, await pressed(world, panel, opens(last)), last, [True] * 3)
        assert "achievement" in panel.text
        assert BY_LESSON in await world.service.achievements.of(user)
        panel = await pressed(world, panel, MAP)
        await pressed(world, panel, LessonPress(LessonVerb.REAL))
        (live,) = await world.service.running()
        assert live.is_solitary
        assert {player.level for player in live.players} == {None, "novice"}


async def test_text_mode_has_the_cards_in_words(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        alice = world.members[0]
        settings = (await world.slash(alice, "settings")).response
        await world.press(alice, shown(settings, settings.components), "Text mode")
        panel = await pressed(world, await opened(world), opens("runs"))
        assert not panel.pictures
        assert "Your hand" in panel.text
