"""The trainer at the card table, with the screens and handlers of the chat."""

from pathlib import Path

from bot.presses.pages import TrainerPress, TrainerVerb
from bot.ui.custom_id import parse_custom_id
from engine.service import UserId
from engine.trainer.puzzle import Track
from tests.prepared import fill
from tests.worlds.pages import buttons, one_page, open_from_menu, text


def read(press: str) -> TrainerPress | None:
    custom_id = parse_custom_id(press)
    return None if custom_id is None else TrainerPress.read(custom_id)


async def test_a_puzzle_is_answered_on_a_page(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (web, page):
        await fill(web.world.service)
        panel = await open_from_menu(page, "Trainer")
        menu = next(part for part in panel["parts"] if part["type"] == "menu")
        answer = await page.press(panel["panel"], menu["press"], values=[Track.KNOCK.value])
        assert answer["outcome"] == "applied", answer
        asked = page.newest_panel()
        assert "Do you knock or play on?" in text(asked)
        press = next(p for p in buttons(asked).values() if (one := read(p)) and one.choice == 0)
        assert (await page.press(asked["panel"], press))["outcome"] == "applied"
        solution = page.newest_panel()
        assert "Expected points for each answer:" in text(solution)
        assert (await web.world.service.trainer.standing(UserId(web.user(0)))).answered == 1
        again = await page.press(solution["panel"], press)
        assert again["outcome"] == "refused", "what a panel no longer offers is no button"
        following = str(TrainerPress(TrainerVerb.NEXT, Track.KNOCK))
        assert following in buttons(solution).values()
        await page.press(solution["panel"], following)
        assert "Do you knock or play on?" in text(page.newest_panel())
