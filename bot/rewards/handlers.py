"""Handlers of coins, achievements and the shop."""

import logging
from collections.abc import Callable

from bot.presses.account import RewardsPress, RewardsVerb
from bot.rewards.screens import (
    REFUSED,
    RewardsModel,
    achievements_screen,
    good_screen,
    new_achievements,
    rewards_screen,
    shop_screen,
)
from bot.ui.context import Context
from bot.ui.edits import FollowUps
from bot.ui.failures import FAILURES, described
from bot.ui.listener import EventListener, Messenger
from bot.ui.screen import Accent, Screen, notice_screen
from bot.wording.names import GOOD_NAMES
from engine.service import Committed, Purchase, UserId
from engine.service.rewards.coins import GOODS, ShopItem
from engine.store import StoreError


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
    new = await achieved.unannounced(user)
    earned = await achieved.of(user)
    if new:
        await achieved.mark_announced(user, new)
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
    if good.key not in wallet.account.owned:
        return good_screen(wallet, good)
    usual = type(wallet.prefs)()
    value = good.name if on else getattr(usual, good.kind.value)
    await ctx.prefer(**{good.kind.value: value})
    after = await _wallet(ctx)
    t = after.reader.words.t
    name = t(GOOD_NAMES[good.key])
    text = (
        t("✨ In use: **{name}**", name=name)
        if on
        else t("No longer in use: **{name}**", name=name)
    )
    return shop_screen(after, text)


async def _wallet(ctx: Context) -> RewardsModel:
    account = await ctx.service.coins.account(ctx.user)
    return RewardsModel(account, await ctx.prefs(), ctx.reader)


log = logging.getLogger(__name__)


class AchievementAnnouncer:
    """The listener that announces achievements; absent people find them in their records."""

    def __init__(self, messenger: Messenger, here: Callable[[UserId], FollowUps | None]) -> None:
        self._messenger = messenger
        self._here = here
        self._events = EventListener()

    async def start(self) -> None:
        """Listen to matches that end. Safe to call again."""
        if self._events.start():
            bus = self._messenger.service.bus
            self._events.subscribe(bus, Committed, self._on_committed, lambda one: one.has_ended)

    async def stop(self) -> None:
        """Stop listening."""
        self._events.stop()

    async def _on_committed(self, change: Committed) -> None:
        if not change.has_ended:
            return
        people = [one.user_id for one in change.live.players if one.user_id is not None]
        for user in people:
            await self.show(user)

    async def show(self, user: UserId) -> None:
        """Show a person's new achievements if they are present."""
        follow_ups = self._here(user)
        if follow_ups is None:
            return
        try:
            new = await self._messenger.service.achievements.unannounced(user)
            if not new:
                return
            reader = await self._messenger.preferences.private(user, follow_ups.locale)
            screen = notice_screen(new_achievements(reader, new), Accent.GOLD)
            message = await self._messenger.compose(screen)
            await follow_ups.send(message)
            await self._messenger.service.achievements.mark_announced(user, new)
        except StoreError:
            log.warning("achievements could not be read")
        except FAILURES as error:
            log.info("achievements are told later (%s)", described(error))
