"""A newcomer goes through the lesson by pressing, on the real bot."""

from pathlib import Path
from typing import Any

from bot.lessons.course import COURSE, END, PLAYED, begins_step
from bot.presses.match import HandVerb
from bot.presses.pages import LessonPress, LessonVerb
from engine.game.actions import Discard
from engine.service import UserId
from engine.service.rewards.achievements import BY_LESSON
from tests.journeys.world import Shown, World, running_world, shown


async def pressed(world: World, panel: Shown, press: LessonPress) -> Shown:
    """Press a button of the open lesson by what it means."""
    (offered,) = [one for one in panel.buttons.values() if one.get("custom_id") == str(press)]
    await world.members[0].click(panel.message, custom_id=offered["custom_id"])
    await world.settle()
    return now(world, panel)


def now(world: World, panel: Shown) -> Shown:
    message = world.stored(panel.message.id)
    return shown(panel.message, message.components)


async def opened(world: World) -> Shown:
    sent = (await world.slash(world.members[0], "help")).response
    return panel_of(await world.press(world.members[0], shown(sent, sent.components), "Learn"))


def panel_of(result: Any) -> Shown:
    return shown(result.response, result.response.components)


async def play(world: World, panel: Shown, place: int) -> Shown:
    """Make the right move of a place, with the selection that it needs."""
    press = LessonPress(LessonVerb.PLAY, action=COURSE[place].right, revision=place)
    action = COURSE[place].right
    if isinstance(action, Discard):
        pick = LessonPress(LessonVerb.VIEW, view=HandVerb.PICK, card=action.card, revision=place)
        panel = await pressed(world, panel, pick)
    return await pressed(world, panel, press)


async def test_the_whole_lesson_ends_with_an_achievement_and_a_real_match(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        alice = world.members[0]
        user = UserId(alice.id)
        panel = await opened(world)
        for place in range(PLAYED):
            panel = await play(world, panel, place)
            reached = (await world.service.prefs(user)).lesson
            assert (reached == place + 1) == begins_step(place + 1)
        await pressed(world, panel, LessonPress(LessonVerb.NEXT, revision=PLAYED))
        panel = now(world, panel)
        assert "achievement" in panel.text
        held = await world.service.achievements.of(user)
        assert held == (BY_LESSON,)
        assert not await world.service.achievements.unannounced(user)
        assert (await world.service.prefs(user)).lesson == 0
        assert not await world.service.running(), "the lesson is no match"
        await pressed(world, panel, LessonPress(LessonVerb.REAL, revision=END))
        (live,) = await world.service.running()
        assert live.is_solitary
        assert {player.level for player in live.players} == {None, "novice"}
        assert not world.env.errors


async def test_a_wrong_press_says_why_and_changes_nothing(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        panel = await opened(world)
        before = panel.texts[0]
        await world.press(world.members[0], panel, "Pass")
        panel = now(world, panel)
        assert any("sure to make a meld" in text for text in panel.texts)
        assert panel.texts[0] == before
        panel = await play(world, panel, 0)
        assert "Deadwood" in panel.texts[0]


async def test_a_lesson_outlives_a_restart_and_a_lost_message(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        panel = await opened(world)
        for place in (0, 1, 2):
            panel = await play(world, panel, place)
        await world.restart()
        panel = await play(world, panel, 3)
        assert "Step 4" in panel.texts[0]
        again = await opened(world)
        assert again.message.id != panel.message.id
        assert "Step 4" in again.texts[0]
        await world.press(world.members[0], again, "Start over")
        assert "Step 1" in now(world, again).texts[0]
        assert "Step 1" in (await opened(world)).texts[0]


async def test_text_mode_has_the_cards_in_words(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        alice = world.members[0]
        settings = (await world.slash(alice, "settings")).response
        await world.press(alice, shown(settings, settings.components), "Text mode")
        panel = await opened(world)
        assert not panel.pictures
        assert "seven of hearts" in panel.text
