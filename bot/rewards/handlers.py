"""Handlers of coins, achievements and the shop."""

from bot.presses.rewards import RewardsPress, RewardsVerb
from bot.rewards.screens import (
    REFUSED,
    RewardsModel,
    achievements_screen,
    good_screen,
    rewards_screen,
    shop_screen,
)
from bot.ui.context import Context
from bot.ui.screen import Screen
from bot.wording.goods import GOOD_NAMES
from engine.service import Purchase
from engine.service.rewards.coins import GOODS, ShopItem


async def rewards_pressed(ctx: Context, press: RewardsPress) -> None:
    """Show a page, or buy or wear a look."""
    key = ctx.value if press.verb is RewardsVerb.SEE else press.good or ""
    match press.verb:
        case RewardsVerb.LIST | RewardsVerb.BACK | RewardsVerb.NEXT:
            earned = await ctx.service.achievements.of(ctx.user)
            await ctx.reply.update(achievements_screen(ctx.reader, earned, press.id))
        case RewardsVerb.SHOP:
            await ctx.reply.update(shop_screen(await _wallet(ctx)))
        case RewardsVerb.SEE if key in GOODS:
            await ctx.reply.update(good_screen(await _wallet(ctx), GOODS[key]))
        case RewardsVerb.BUY:
            await ctx.reply.update(await _bought(ctx, key))
        case RewardsVerb.WEAR | RewardsVerb.OFF if key in GOODS:
            await ctx.reply.update(await _worn(ctx, GOODS[key], on=press.verb is RewardsVerb.WEAR))
        case _:
            await ctx.reply.update(await screen_of(ctx))


async def screen_of(ctx: Context) -> Screen:
    """Return the balance of the reply's person, with new achievements announced."""
    user, achieved = ctx.user, ctx.service.achievements
    new = await achieved.untold(user)
    earned = await achieved.of(user)
    if new:
        await achieved.tell(user, new)
    return rewards_screen(await _wallet(ctx), earned, new)


async def _bought(ctx: Context, key: str) -> Screen:
    outcome = await ctx.service.coins.buy(ctx.key, ctx.person, key)
    if outcome is Purchase.BOUGHT:
        return await _worn(ctx, GOODS[key], on=True)
    wallet = await _wallet(ctx)
    return shop_screen(wallet, wallet.reader.words.t(REFUSED[outcome]))


async def _worn(ctx: Context, good: ShopItem, *, on: bool) -> Screen:
    """Choose a look that the person owns, or return to the default."""
    wallet = await _wallet(ctx)
    if good.key not in wallet.purse.owned:
        return good_screen(wallet, good)
    usual = type(wallet.prefs)()
    value = good.name if on else getattr(usual, good.kind.value)
    await ctx.prefer(**{good.kind.value: value})
    after = await _wallet(ctx)
    t = after.reader.words.t
    name = t(GOOD_NAMES[good.key])
    said = (
        t("✨ In use: **{name}**", name=name)
        if on
        else t("No longer in use: **{name}**", name=name)
    )
    return shop_screen(after, said)


async def _wallet(ctx: Context) -> RewardsModel:
    purse = await ctx.service.coins.purse(ctx.user)
    return RewardsModel(purse, await ctx.prefs(), ctx.reader)
