"""The trainer at the card table: a puzzle is a table, answered by its number."""

from pathlib import Path
from typing import Any

import pytest

from bot.presses.exercise import ExercisePress
from bot.ui.custom_id import parse_custom_id
from engine.game.cards import card_text, cards_of
from engine.service import UserId
from engine.service.trainer.answers import PuzzleForPerson
from engine.trainer.puzzle import Question, Track
from engine.trainer.race import LEAST_ANSWER_MS, LENGTH_MS
from tests.prepared import fill
from tests.web.pages import Page, WebWorld
from tests.worlds.pages import buttons, one_page, open_from_menu, text


def table_of(panel: dict[str, Any]) -> dict[str, Any]:
    [found] = [part for part in panel["parts"] if part["type"] == "lesson"]
    return dict(found)


async def asked(web: WebWorld, part: dict[str, Any]) -> PuzzleForPerson:
    custom_id = parse_custom_id(part["press"])
    press = None if custom_id is None else ExercisePress.read(custom_id)
    assert press is not None
    found = await web.world.service.trainer.shown(UserId(web.user(0)), press.id)
    assert found is not None
    return found


async def chosen(page: Page, panel: dict[str, Any], track: Track) -> dict[str, Any]:
    menu = next(part for part in panel["parts"] if part["type"] == "menu")
    answer = await page.press(panel["panel"], menu["press"], values=[track.value])
    assert answer["outcome"] == "applied", answer
    return page.newest_panel()


@pytest.mark.parametrize("question", list(Question))
async def test_a_puzzle_of_each_theme_is_answered_at_its_table(
    tmp_path: Path, question: Question
) -> None:
    async with one_page(tmp_path) as (web, page):
        await fill(web.world.service)
        panel = await open_from_menu(page, "Trainer")
        panel = await chosen(page, panel, Track(question.value))
        part = table_of(panel)
        puzzle = (await asked(web, part)).puzzle
        assert puzzle.question is question
        assert set(part["seat"]["hand"]) == {card_text(card) for card in cards_of(puzzle.hand)}
        assert part["worths"] == []
        assert part["verdict"] == "", "nothing of the solution before the answer"
        offered = {one["action"] for one in part["seat"]["actions"]}
        offered |= {one["knock"]["action"] for one in part["seat"]["actions"] if one["knock"]}
        assert offered == {str(number) for number in range(len(puzzle.answers))}
        press, number = part["press"], str(puzzle.best)
        answer = await page.press(panel["panel"], press, values=[number])
        assert answer["outcome"] == "applied", answer
        solution = page.newest_panel()
        solved = table_of(solution)
        assert "You found the best answer" in solved["verdict"]
        assert solved["seat"]["actions"] == []
        assert len(solved["worths"]) == len(puzzle.answers)
        first = solved["worths"][0]
        assert (first["best"], first["own"], first["cost"]) == (True, True, "Best")
        assert (await web.world.service.trainer.standing(UserId(web.user(0)))).answered == 1
        again = await page.press(solution["panel"], press, values=[number])
        assert again["outcome"] == "refused", "what a panel no longer offers is no button"
        await page.press(solution["panel"], solved["next"]["press"])
        following = table_of(page.newest_panel())
        assert (await asked(web, following)).key != (await asked(web, part)).key


async def test_an_answer_that_is_none_of_the_puzzle_is_refused(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (web, page):
        await fill(web.world.service)
        panel = await open_from_menu(page, "Trainer")
        part = table_of(panel)
        for value in (str(len((await asked(web, part)).puzzle.answers)), "-1", "x"):
            answer = await page.press(panel["panel"], part["press"], values=[value])
            assert answer["outcome"] == "refused"
        assert (await web.world.service.trainer.standing(UserId(web.user(0)))).answered == 0


async def test_the_puzzle_of_the_day_is_a_table_too(
    tmp_path: Path,
) -> None:
    async with one_page(tmp_path) as (web, page):
        await fill(web.world.service)
        await web.world.service.daily.run()
        panel = await open_from_menu(page, "Trainer")
        part = table_of(panel)
        [tool] = [one for one in part["tools"] if one["label"] == "Puzzle of the day"]
        await page.press(panel["panel"], tool["press"])
        question = page.newest_panel()
        part = table_of(question)
        assert part["title"] == "Puzzle of the day"
        await page.press(question["panel"], part["press"], values=["0"])
        solved = table_of(page.newest_panel())
        assert solved["worths"]
        assert "chosen by 100%" in solved["verdict"]
        await page.press(question["panel"], solved["next"]["press"])
        assert table_of(page.newest_panel())["title"] == "Trainer"
        assert not buttons(page.newest_panel()), "the table has the answers"


async def test_a_race_is_a_table_with_a_clock_and_gives_no_solution_away(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (web, page):
        await fill(web.world.service)
        races, user = web.world.service.races, UserId(web.user(0))
        panel = await open_from_menu(page, "Race")
        await page.press(panel["panel"], buttons(panel)["Start the race"])
        for number in range(3):
            shown = page.newest_panel()
            part = table_of(shown)
            race = await races.running(user)
            assert race is not None
            assert race.puzzle is not None
            clock = part["race"]
            assert (clock["ends"], clock["solved"]) == (race.ends_ms, number)
            assert (part["worths"], part["verdict"], part["hint"]) == ([], "", None)
            # The best answer is a number that is offered like any other.
            offered = [one["action"] for one in part["seat"]["actions"]]
            assert all(one.isdecimal() for one in offered)
            press, best = part["press"], str(race.puzzle.best)
            web.world.time.ahead_ms += LEAST_ANSWER_MS
            answer = await page.press(shown["panel"], press, values=[best])
            assert answer["outcome"] == "applied", answer
            again = await page.press(shown["panel"], press, values=[best])
            assert again["outcome"] == "refused", "the next puzzle has another press"
        again = await open_from_menu(page, "Race")
        assert table_of(again)["race"]["solved"] == 3, "whoever comes back goes on"
        web.world.time.ahead_ms += LENGTH_MS
        await page.press(again["panel"], table_of(again)["race"]["press"])
        over = page.newest_panel()
        assert "**3** puzzles solved" in text(over)
        [board] = [part for part in over["parts"] if part["type"] == "rows"]
        assert [row["value"] for row in board["rows"]] == ["3"]
