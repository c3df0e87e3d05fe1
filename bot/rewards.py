"""Coins, achievements, and the shop for looks."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from bot.presses.account import RewardsPress, RewardsVerb
from bot.render.models import Back, Felt, TablePicture, TablePlayer
from bot.ui.context import Context
from bot.ui.edits import FollowUps
from bot.ui.i18n import Translator, mark
from bot.ui.listener import EventListener, Messenger
from bot.ui.parts.cards import CardGroup, CardsPart, ListedCard
from bot.ui.parts.kinds import Covers, Way
from bot.ui.reader import Reader
from bot.ui.requests import FAILURES, described
from bot.ui.screen import (
    Accent,
    Button,
    Image,
    Menu,
    MenuChoice,
    Part,
    Row,
    Screen,
    Style,
    Text,
    clipped,
    notice_screen,
)
from bot.wording.names import GOOD_NAMES, achievement_condition, achievement_title, title_words
from bot.wording.scores import signed
from engine.game.cards import cards_from
from engine.service import Committed, Prefs, UserId
from engine.service.rewards import (
    GOODS,
    WORTH,
    CoinAccount,
    GoodsKind,
    LedgerLine,
    Purchase,
    ShopItem,
)
from engine.store import StoreError

PAGE: Final = 10
_REASONS: Final = {
    "day": mark("Daily challenge"),
    "par": mark("Better than par"),
    "week": mark("Seven-day streak"),
    "puzzle": mark("Puzzle answered"),
    "puzzle-best": mark("Best answer to a puzzle"),
}
REFUSED: Final = {
    Purchase.OWNED: mark("You already own it. You weren't charged."),
    Purchase.TOO_DEAR: mark("You don't have enough coins. You weren't charged."),
    Purchase.UNKNOWN: mark("This is no longer for sale. You weren't charged."),
}
_SAMPLE: Final = cards_from("7H 8D 9C QS")


@dataclass(frozen=True, slots=True)
class RewardsModel:
    """The model of the rewards screens."""

    account: CoinAccount
    prefs: Prefs
    reader: Reader

    def wears(self, good: ShopItem) -> bool:
        """Whether this look is selected now."""
        return str(getattr(self.prefs, good.kind.value)) == good.name


def rewards_screen(wallet: RewardsModel, earned: Sequence[str], new: Sequence[str] = ()) -> Screen:
    """Return the balance, its sources, and the controls to the other pages.

    ``earned`` and ``new`` are names of achievements.
    """
    t, tn, account = wallet.reader.words.t, wallet.reader.words.tn, wallet.account
    head = f"## 🪙 {tn('{n} coin', '{n} coins', account.balance)}"
    lines = [head, "-# " + t("Earned from daily challenges, puzzles, streaks and achievements.")]
    title = title_words(wallet.reader.words, wallet.prefs.title)
    if title:
        lines.append(t("Your title: **{title}**", title=title))
    lines.append(t("Achievements: **{n}** of {all}", n=len(earned), all=len(WORTH)))
    parts: list[Part] = [Text("\n".join(lines))]
    if new:
        parts.append(Text(new_achievements(wallet.reader, new)))
    if account.lines:
        parts.append(Text("\n".join(_line(wallet.reader, line) for line in account.lines)))
    parts.append(_ways(wallet.reader, RewardsVerb.HOME))
    return Screen(tuple(parts), Accent.GOLD)


def new_achievements(reader: Reader, names: Sequence[str]) -> str:
    """Return the new achievements, one per line."""
    words = reader.words
    return "\n".join(
        "🏅 "
        + words.t(
            "New: **{title}** ({deed}), {n} coins",
            title=achievement_title(words, name),
            deed=achievement_condition(words, name),
            n=int(WORTH[name]),
        )
        for name in names
        if name in WORTH
    )


def _line(reader: Reader, line: LedgerLine) -> str:
    reason = _reason(reader.words, line.reason)
    return f"-# {signed(line.amount)}  ·  {reason}  ·  <t:{line.at_ms // 1000}:d>"


def _reason(words: Translator, reason: str) -> str:
    kind, _, name = reason.partition(":")
    if kind == "achievement":
        return achievement_title(words, name)
    if reason in GOOD_NAMES:
        return words.t(GOOD_NAMES[reason])
    return words.t(_REASONS[kind]) if kind in _REASONS else kind


def _ways(reader: Reader, here: RewardsVerb) -> Row:
    t = reader.words.t
    ways = {
        RewardsVerb.HOME: (t("Coins"), "🪙"),
        RewardsVerb.LIST: (t("Achievements"), "🏅"),
        RewardsVerb.SHOP: (t("Shop"), "🛍️"),
    }
    return Row(
        tuple(
            Button(label, RewardsPress(verb), Style.PRIMARY, emoji, disabled=verb is here)
            for verb, (label, emoji) in ways.items()
        )
    )


def achievements_screen(reader: Reader, earned: Sequence[str], page: int) -> Screen:
    """Return all achievements, the person's own first."""
    t = reader.words.t
    names = [name for name in earned if name in WORTH]
    names += [name for name in WORTH if name not in earned]
    pages = (len(names) + PAGE - 1) // PAGE
    page = min(max(0, page), pages - 1)
    lines = [
        f"## 🏅 {t('Achievements')}",
        "-# " + t("{n} of {all} earned", n=len(earned), all=len(WORTH)),
    ]
    for name in names[page * PAGE : (page + 1) * PAGE]:
        sign = "🏅" if name in earned else "▫️"
        title = achievement_title(reader.words, name)
        lines.append(f"{sign} **{title}**: {achievement_condition(reader.words, name)}")
        lines.append(f"-# 🪙 {int(WORTH[name])}")
    back = RewardsPress(RewardsVerb.BACK, id=max(0, page - 1))
    ahead = RewardsPress(RewardsVerb.NEXT, id=min(pages - 1, page + 1))
    turn = Row(
        (
            Button(t("Back"), back, emoji="⬅️", disabled=page == 0),
            Button(t("Next"), ahead, emoji="➡️", disabled=page == pages - 1),
        )
    )
    return Screen((Text("\n".join(lines)), turn, _ways(reader, RewardsVerb.LIST)), Accent.GOLD)


def shop_screen(wallet: RewardsModel, notice: str = "") -> Screen:
    """Return the shop with everything on sale."""
    t, tn = wallet.reader.words.t, wallet.reader.words.tn
    lines = [
        f"## 🛍️ {t('Shop')}",
        tn("You have {n} coin.", "You have {n} coins.", wallet.account.balance),
    ]
    lines.append(
        "-# "
        + t("Cosmetic only: nothing here helps at the table, and it can't be bought with money.")
    )
    if notice:
        lines.append(notice)
    menus, groups = list[Menu](), list[CardGroup]()
    for kind, placeholder in (
        (GoodsKind.FELT, t("Tables")),
        (GoodsKind.BACK, t("Card backs")),
        (GoodsKind.TITLE, t("Titles for your profile")),
    ):
        goods = [good for good in GOODS.values() if good.kind is kind]
        cards = tuple(_offered(wallet, good) for good in goods)
        choices = tuple(one.choice for one in cards if one.choice is not None)
        menus.append(Menu(RewardsPress(RewardsVerb.SEE, kind), choices, placeholder))
        groups.append(CardGroup(title=placeholder, cards=cards))
    goods_part = CardsPart(covers=Covers.MENUS, groups=tuple(groups))
    ways = _ways(wallet.reader, RewardsVerb.SHOP)
    return Screen((Text("\n".join(lines)), goods_part, *menus, ways), Accent.GOLD)


_DRAWN: Final[Mapping[GoodsKind, Literal["felt", "back"]]] = {
    GoodsKind.FELT: "felt",
    GoodsKind.BACK: "back",
}


def _offered(wallet: RewardsModel, good: ShopItem) -> ListedCard:
    """Return a look as a card with its price, or that it is owned."""
    name, state = wallet.reader.words.t(GOOD_NAMES[good.key]), _state(wallet, good)
    return ListedCard(
        title=name,
        choice=MenuChoice(name, good.key, state),
        own=state,
        mine=wallet.wears(good),
        drawn=_DRAWN.get(good.kind, ""),
        look=good.name if good.kind in _DRAWN else "",
        way=Way(press=RewardsPress(RewardsVerb.LOOK, good=good.key)),
    )


def _state(wallet: RewardsModel, good: ShopItem) -> str:
    t, tn = wallet.reader.words.t, wallet.reader.words.tn
    if wallet.wears(good):
        return t("owned, in use")
    if good.key in wallet.account.owned:
        return t("owned")
    return tn("{n} coin", "{n} coins", good.price)


def good_screen(wallet: RewardsModel, good: ShopItem) -> Screen:
    """Return a preview of one look, with the button to buy or to wear it."""
    t, tn, reader = wallet.reader.words.t, wallet.reader.words.tn, wallet.reader
    name = reader.words.t(GOOD_NAMES[good.key])
    parts: list[Part] = [Text(f"### {name}"), *_preview(reader, good, name)]
    back = Button(t("Back"), RewardsPress(RewardsVerb.SHOP), emoji="↩️")

    def press(verb: RewardsVerb) -> RewardsPress:
        return RewardsPress(verb, good=good.key)

    if good.key in wallet.account.owned:
        if wallet.wears(good):
            use = Button(t("Stop using"), press(RewardsVerb.OFF))
        else:
            use = Button(t("Use"), press(RewardsVerb.WEAR), Style.SUCCESS, "✨")
        return Screen((*parts, Row((use, back))), Accent.GOLD)
    left = wallet.account.balance - good.price
    price = tn("{n} coin", "{n} coins", good.price)
    if left < 0:
        parts.append(Text(t("It costs {price}; you have {n}.", price=price, n=left + good.price)))
        return Screen((*parts, Row((back,))), Accent.GOLD)
    parts.append(Text(t("Buy it for {price}? You'll have {n} left.", price=price, n=left)))
    buy = Button(t("Yes, buy it"), press(RewardsVerb.BUY), Style.SUCCESS, "🪙")
    return Screen((*parts, Row((buy, back))), Accent.GOLD)


def _preview(reader: Reader, good: ShopItem, name: str) -> list[Part]:
    t = reader.words.t
    if good.kind is GoodsKind.TITLE:
        return [Text(t("It is shown under your name in `/gin profile`."))]
    words = t("A table with this design: {name}.", name=name)
    if reader.text_mode:
        return [Text(words)]
    look = (
        replace(reader.look, felt=Felt(good.name)) if good.kind is GoodsKind.FELT else reader.look
    )
    if good.kind is GoodsKind.BACK:
        look = replace(look, back=Back(good.name))
    model = TablePicture(
        TablePlayer(t("You")),
        TablePlayer(t("Opponent"), hand=(_SAMPLE[:3],)),
        stock=31,
        discard=_SAMPLE[3],
        knock_limit="10",
        knock_label=t("Knock"),
        stock_label=t("Stock"),
        discard_label=t("Discard"),
        look=look,
    )
    return [Image(model, "look", clipped(words, 1024))]


async def rewards_pressed(ctx: Context, press: RewardsPress) -> None:
    """Show a page, or buy or wear a look."""
    key = ctx.value if press.verb is RewardsVerb.SEE else press.good or ""
    match press.verb:
        case RewardsVerb.LIST | RewardsVerb.BACK | RewardsVerb.NEXT:
            earned = await ctx.service.achievements.of(ctx.user)
            await ctx.reply.update(achievements_screen(ctx.reader, earned, press.id))
        case RewardsVerb.SHOP:
            await ctx.reply.update(shop_screen(await _wallet(ctx)))
        case RewardsVerb.SEE | RewardsVerb.LOOK if key in GOODS:
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
