"""The controls of coins, achievements and the shop."""

from typing import TYPE_CHECKING

from bot.rewards.screens import (
    REFUSED,
    RewardsModel,
    achievements_screen,
    good_screen,
    rewards_screen,
    shop_screen,
)
from bot.ui.custom_id import CustomId
from bot.ui.reply import Reply
from bot.ui.screen import Screen
from bot.wording.goods import GOOD_NAMES
from engine.service import Person, Purchase, UserId
from engine.service.rewards.coins import GOODS, ShopItem

if TYPE_CHECKING:
    from bot.app import GinBot


async def rewards_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    """``rewards-shop``, ``rewards-buy-felt:walnut`` and the like; the id is a page."""
    verb, _, key = press.what.removeprefix("rewards-").partition("-")
    if verb == "see" and values:
        key = values[0]
    match verb:
        case "list":
            cabinet = await bot.service.achievements.of(_user(reply))
            reader = await bot.readers.of(reply.interaction)
            await reply.update(achievements_screen(reader, cabinet, press.id))
        case "shop":
            await reply.update(shop_screen(await _wallet(bot, reply)))
        case "see" if key in GOODS:
            await reply.update(good_screen(await _wallet(bot, reply), GOODS[key]))
        case "buy":
            await reply.update(await _bought(bot, reply, key))
        case "wear" | "off" if key in GOODS:
            await reply.update(await _worn(bot, reply, GOODS[key], on=verb == "wear"))
        case _:
            await reply.update(await screen_of(bot, reply))


async def screen_of(bot: "GinBot", reply: Reply) -> Screen:
    """The purse of the person behind a reply; what is new in it is told now."""
    user, achieved = _user(reply), bot.service.achievements
    new = await achieved.untold(user)
    cabinet = await achieved.of(user)
    if new:
        await achieved.tell(user, new)
    return rewards_screen(await _wallet(bot, reply), cabinet, new)


async def _bought(bot: "GinBot", reply: Reply, key: str) -> Screen:
    user = reply.interaction.user
    person = Person(UserId(user.id), user.display_name)
    outcome = await bot.service.coins.buy(reply.key, person, key)
    if outcome is Purchase.BOUGHT:
        return await _worn(bot, reply, GOODS[key], on=True)
    wallet = await _wallet(bot, reply)
    return shop_screen(wallet, wallet.reader.words.t(REFUSED[outcome]))


async def _worn(bot: "GinBot", reply: Reply, good: ShopItem, *, on: bool) -> Screen:
    """Choose a look that is one's own, or go back to the usual one."""
    user = reply.interaction.user
    wallet = await _wallet(bot, reply)
    if good.key not in wallet.purse.owned:
        return good_screen(wallet, good)
    usual = type(wallet.prefs)()
    value = good.name if on else getattr(usual, good.kind.value)
    changed = wallet.prefs.model_copy(update={good.kind.value: value})
    person = Person(UserId(user.id), user.display_name)
    await bot.service.set_prefs(reply.key, person, changed)
    bot.readers.forget(user.id)
    after = await _wallet(bot, reply)
    t = after.reader.words.t
    name = t(GOOD_NAMES[good.key])
    said = (
        t("✨ In use: **{name}**", name=name)
        if on
        else t("No longer in use: **{name}**", name=name)
    )
    return shop_screen(after, said)


async def _wallet(bot: "GinBot", reply: Reply) -> RewardsModel:
    user = _user(reply)
    purse = await bot.service.coins.purse(user)
    prefs = await bot.readers.prefs(user)
    return RewardsModel(purse, prefs, await bot.readers.of(reply.interaction))


def _user(reply: Reply) -> UserId:
    return UserId(reply.interaction.user.id)
