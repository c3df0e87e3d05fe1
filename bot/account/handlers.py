"""Screens without a match in play: settings."""

from typing import TYPE_CHECKING, Final

from bot.account.privacy import privacy_pressed
from bot.coach.handlers import coach_answers, coach_pressed
from bot.commands.shortcuts import go_answers, go_pressed
from bot.daily.handlers import daily_answers, daily_pressed
from bot.friends.handlers import friends_answers, friends_pressed
from bot.history.handlers import history_answers, history_pressed
from bot.leaderboard.handlers import board_pressed
from bot.match.menus import settings_screen
from bot.match.replay.handlers import replay_answers, replay_pressed
from bot.match.which_match import pick_pressed
from bot.moderation.handlers import reports_pressed
from bot.moderation.log_handlers import log_pressed
from bot.notes.handlers import notes_answers, notes_pressed
from bot.profile.handlers import profile_answers, profile_pressed
from bot.rewards.handlers import rewards_pressed
from bot.rulebook.handlers import rules_pressed
from bot.server.handlers import config_pressed
from bot.server.house_handlers import house_answers, house_pressed
from bot.server.screens import OWN_LANGUAGE
from bot.ui.answers import Answer, Route
from bot.ui.custom_id import Press
from bot.ui.notice import notice_screen
from bot.ui.reply import Reply
from engine.service import Kind, Person, UserId
from engine.service.rewards.coins import may_use

if TYPE_CHECKING:
    from bot.app import GinBot

_PAGES: Final[dict[str, Route]] = {
    "board": Route(board_pressed, Answer.IN_PLACE),
    "profile": Route(profile_pressed, profile_answers),
    "coach": Route(coach_pressed, coach_answers),
    "config": Route(config_pressed, Answer.IN_PLACE),
    "daily": Route(daily_pressed, daily_answers),
    "friends": Route(friends_pressed, friends_answers),
    "go": Route(go_pressed, go_answers),
    "history": Route(history_pressed, history_answers),
    "house": Route(house_pressed, house_answers),
    "log": Route(log_pressed, Answer.IN_PLACE),
    "note": Route(notes_pressed, notes_answers),
    "pick": Route(pick_pressed, Answer.IN_PLACE),
    "privacy": Route(privacy_pressed, Answer.IN_PLACE),
    "replay": Route(replay_pressed, replay_answers),
    "reports": Route(reports_pressed, Answer.IN_PLACE),
    "rewards": Route(rewards_pressed, Answer.IN_PLACE),
    "rules": Route(rules_pressed, Answer.IN_PLACE),
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


def page_answers(press: Press, submitted: bool) -> Answer:
    """What the page says; settings change in place."""
    page = _PAGES.get(press.what.partition("-")[0])
    return Answer.IN_PLACE if page is None else page.kind_of(press, submitted=submitted)


async def page_pressed(bot: "GinBot", reply: Reply, press: Press, values: tuple[str, ...]) -> None:
    """A page's own button or menu."""
    page = _PAGES.get(press.what.partition("-")[0])
    if page is not None:
        await page.handle(bot, reply, press, values)
        return
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
    stored = await bot.service.set_prefs(reply.key, person, changed)
    bot.readers.forget(user)
    reader = await bot.readers.of(reply.interaction)
    await reply.update(settings_screen(reader, stored, owned))


def _chosen(name: str, value: str) -> object:
    """What the line of a menu stands for: ``1320-420`` are quiet hours in minutes."""
    if name == "locale":
        return None if value == OWN_LANGUAGE else value
    if name != "quiet_hours":
        return value
    return None if value == "none" else tuple(int(part) for part in value.split("-"))
