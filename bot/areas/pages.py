"""Screens without a match in play: settings."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.areas.administration import log_pressed
from bot.areas.coach import coach_pressed
from bot.areas.daily import daily_pressed
from bot.areas.friends import friends_pressed
from bot.areas.history import history_pressed
from bot.areas.house_builder import house_pressed
from bot.areas.leaderboard import board_pressed
from bot.areas.notes import notes_pressed
from bot.areas.privacy import privacy_pressed
from bot.areas.profile import profile_pressed
from bot.areas.replays import replay_pressed
from bot.areas.reports import reports_pressed
from bot.areas.rewards import rewards_pressed
from bot.areas.rules import rules_pressed
from bot.areas.server_settings import config_pressed
from bot.areas.welcome import go_pressed
from bot.areas.which_match import pick_pressed
from bot.presenter.pages import notice_screen, settings_screen
from bot.presenter.server_settings import OWN_LANGUAGE
from bot.press import Press
from bot.reply import Reply
from engine.service import Kind, Person, UserId
from engine.service.coins import may_use

if TYPE_CHECKING:
    from bot.app import GinBot

Answer: TypeAlias = Callable[["GinBot", Reply, Press, tuple[str, ...]], Awaitable[None]]

_PAGES: Final[dict[str, Answer]] = {
    "board": board_pressed,
    "pick": pick_pressed,
    "profile": profile_pressed,
    "coach": coach_pressed,
    "config": config_pressed,
    "daily": daily_pressed,
    "friends": friends_pressed,
    "go": go_pressed,
    "history": history_pressed,
    "house": house_pressed,
    "log": log_pressed,
    "note": notes_pressed,
    "privacy": privacy_pressed,
    "replay": replay_pressed,
    "reports": reports_pressed,
    "rewards": rewards_pressed,
    "rules": rules_pressed,
}
"""Who answers a page's press, by the word before the first hyphen."""
_SWITCHES: Final = ("text_mode", "one_tap", "table_talk", "world_board", "open_hands")
_MENUS: Final = (
    "theme",
    "felt",
    "back",
    "hand_order",
    "notify",
    "quiet_hours",
    "profile",
    "locale",
)
_LOOKS: Final = {"felt": Kind.FELT, "back": Kind.BACK}
"""The menus in which a choice may have to be bought first."""


async def page_pressed(bot: "GinBot", reply: Reply, press: Press, values: tuple[str, ...]) -> None:
    """A page's own button or menu."""
    answer = _PAGES.get(press.what.partition("-")[0])
    if answer is not None:
        await answer(bot, reply, press, values)
        return
    reply.watch(updates=True)
    area, _, name = press.what.partition("-")
    if area == "set" and (name in _SWITCHES or (name in _MENUS and values)):
        await _change_setting(bot, reply, name, values)
        return
    reader = await bot.readers.of(reply.interaction)
    text = reader.words.t("This button is from an older version. `/gin help` shows what to type.")
    await reply.private(notice_screen(text))


async def _change_setting(bot: "GinBot", reply: Reply, name: str, values: tuple[str, ...]) -> None:
    user = UserId(reply.interaction.user.id)
    person = Person(user, reply.interaction.user.display_name)
    prefs = await bot.readers.prefs(user)
    owned = await bot.service.coins.owned(user)
    if name in _LOOKS and not may_use(_LOOKS[name], values[0], owned):
        t = (await bot.readers.of(reply.interaction)).words.t
        text = t("This look is not yours. The shop in `/gin rewards` has it.")
        await reply.private(notice_screen(text))
        return
    value: object = _chosen(name, values[0]) if name in _MENUS else not getattr(prefs, name)
    changed = type(prefs).model_validate(prefs.model_dump() | {name: value})
    await bot.service.set_prefs(person, changed)
    bot.readers.forget(user)
    reader = await bot.readers.of(reply.interaction)
    await reply.update(settings_screen(reader, changed, owned))


def _chosen(name: str, value: str) -> object:
    """What the line of a menu stands for: ``1320-420`` are quiet hours in minutes."""
    if name == "locale":
        return None if value == OWN_LANGUAGE else value
    if name != "quiet_hours":
        return value
    return None if value == "none" else tuple(int(part) for part in value.split("-"))
