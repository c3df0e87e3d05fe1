"""Screens without a match in play: settings."""

from typing import TYPE_CHECKING, Final

from bot.account.screens import settings_screen
from bot.ui.custom_id import CustomId
from bot.ui.errors import OLD_BUTTON
from bot.ui.notice import notice_screen
from bot.ui.reply import Reply
from bot.wording.languages import OWN_LANGUAGE
from engine.service import Kind, Person, UserId
from engine.service.rewards.coins import may_use

if TYPE_CHECKING:
    from bot.app import GinBot

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


async def settings_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    """``set-NAME``: a switch, or a menu with what was chosen."""
    name = press.what.partition("-")[2]
    if name in _SWITCHES or (name in _MENUS and values):
        await _change_setting(bot, reply, name, values)
        return
    reader = await bot.readers.of(reply.interaction)
    await reply.private(notice_screen(reader.words.t(OLD_BUTTON)))


async def _change_setting(bot: "GinBot", reply: Reply, name: str, values: tuple[str, ...]) -> None:
    user = UserId(reply.interaction.user.id)
    person = Person(user, reply.interaction.user.display_name)
    prefs = await bot.readers.prefs(user)
    owned = await bot.service.coins.owned(user)
    if name in _LOOKS and not may_use(_LOOKS[name], values[0], owned):
        t = (await bot.readers.of(reply.interaction)).words.t
        text = t("You don't own this look. You can buy it in the shop in `/gin rewards`.")
        await reply.private(notice_screen(text))
        return
    value: object = _chosen(name, values[0]) if name in _MENUS else not getattr(prefs, name)
    changed = type(prefs).model_validate(prefs.model_dump() | {name: value})
    stored = await bot.service.set_prefs(reply.key, person, changed)
    bot.readers.forget(user)
    reader = await bot.readers.of(reply.interaction)
    await reply.update(settings_screen(reader, stored, owned))


def _chosen(name: str, value: str) -> object:
    """The meaning of a menu's line: ``1320-420`` are quiet hours in minutes."""
    if name == "locale":
        return None if value == OWN_LANGUAGE else value
    if name != "quiet_hours":
        return value
    return None if value == "none" else tuple(int(part) for part in value.split("-"))
