"""A person's own settings, and the export and deletion of stored data."""

import gzip
import json
from collections.abc import Sequence, Set
from typing import Final

from bot.presses.account import PrivacyPress, PrivacyVerb, Setting, SettingsPress
from bot.presses.menu import MenuPress, MenuVerb
from bot.render.models import Back, Felt, Theme
from bot.ui.context import Context
from bot.ui.press import Press
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from bot.ui.screen import (
    Accent,
    Button,
    Download,
    Menu,
    MenuChoice,
    Row,
    Screen,
    Style,
    Text,
    notice_screen,
)
from bot.wording.names import GOOD_NAMES, LANGUAGE_NAMES, OWN_LANGUAGE
from engine.service import HandOrder, Notify, Prefs, ProfileFor
from engine.service.rewards import GOODS, GoodsKind, may_use

QUIET_HOURS = 9


def settings_screen(reader: Reader, prefs: Prefs, owned: Set[str] = frozenset()) -> Screen:
    """Return the settings; every choice is saved at once. ``owned``: keys of the looks bought."""
    t = reader.words.t

    def press(setting: Setting) -> SettingsPress:
        return SettingsPress(setting)

    def switch(label: str, setting: Setting, on: bool) -> Button:
        style = Style.SUCCESS if on else Style.SECONDARY
        return Button(label, press(setting), style, "☑️" if on else "⬜")

    themes = {
        Theme.FOUR_COLOUR: t("Four colours"),
        Theme.CLASSIC: t("Classic red and black"),
        Theme.HIGH_CONTRAST: t("High contrast"),
    }
    felts = {
        Felt.GREEN: t("Green felt"),
        Felt.BLUE: t("Blue felt"),
        Felt.BURGUNDY: t("Burgundy felt"),
        Felt.CHARCOAL: t("Charcoal felt"),
    } | {Felt(name): label for name, label in _bought(reader, GoodsKind.FELT, owned)}
    backs = {
        Back.LATTICE: t("Backs: lattice"),
        Back.WAVES: t("Backs: waves"),
        Back.DIAMONDS: t("Backs: diamonds"),
        Back.SUITS: t("Backs: suits"),
    } | {Back(name): label for name, label in _bought(reader, GoodsKind.BACK, owned)}
    orders = {
        HandOrder.MELDS: t("Sort by melds"),
        HandOrder.SUITS: t("Sort by suit"),
        HandOrder.RANKS: t("Sort by rank"),
        HandOrder.OWN: t("My own order"),
    }
    calls = {
        Notify.CHANNEL: t("Your turn: mention me in the channel"),
        Notify.DIRECT: t("Your turn: send me a direct message"),
        Notify.NONE: t("Your turn: don't notify me"),
    }
    languages = [(OWN_LANGUAGE, t("Language: same as my Discord"), prefs.locale is None)]
    languages += [(code, name, code == prefs.locale) for code, name in LANGUAGE_NAMES.items()]
    profiles = {
        ProfileFor.SERVER: t("Profile: visible to members of each server"),
        ProfileFor.EVERYBODY: t("Profile: visible to everyone, with all servers"),
        ProfileFor.NOBODY: t("Profile: visible only to me"),
    }
    look = reader.look
    return Screen(
        (
            Text(t("## Your settings") + "\n-# " + t("These settings apply on every server.")),
            Row(
                (
                    switch(t("Text mode (no pictures)"), Setting.TEXT_MODE, reader.text_mode),
                    switch(t("One-tap discards"), Setting.ONE_TAP, reader.one_tap),
                    switch(t("Computer players chat"), Setting.TABLE_TALK, reader.table_talk),
                )
            ),
            Row(
                (
                    switch(
                        t("Show me on the global leaderboard"),
                        Setting.WORLD_BOARD,
                        prefs.world_board,
                    ),
                    switch(
                        t("Spectators may see my finished rounds"),
                        Setting.OPEN_HANDS,
                        prefs.open_hands,
                    ),
                    switch(
                        t("My finished rounds may become puzzles, without my name"),
                        Setting.PUZZLES,
                        prefs.puzzles,
                    ),
                    switch(
                        t("Let players from other servers find me"), Setting.ACROSS, prefs.across
                    ),
                )
            ),
            _menu(press(Setting.LOCALE), languages),
            _menu(press(Setting.THEME), [(v.value, k, v is look.theme) for v, k in themes.items()]),
            _menu(press(Setting.FELT), [(v.value, k, v is look.felt) for v, k in felts.items()]),
            _menu(press(Setting.BACK), [(v.value, k, v is look.back) for v, k in backs.items()]),
            _menu(
                press(Setting.HAND_ORDER),
                [(v.value, k, v is reader.order) for v, k in orders.items()],
            ),
            _menu(
                press(Setting.NOTIFY), [(v.value, k, v is prefs.notify) for v, k in calls.items()]
            ),
            _menu(press(Setting.QUIET_HOURS), _quiet_choices(reader, prefs.quiet_hours)),
            _menu(
                press(Setting.PROFILE),
                [(v.value, k, v is prefs.profile) for v, k in profiles.items()],
            ),
            Row(
                (
                    Button(t("Get my data"), MenuPress(MenuVerb.EXPORT), emoji="💾"),
                    Button(t("Delete my data…"), MenuPress(MenuVerb.DELETE), Style.DANGER, "🗑️"),
                )
            ),
        ),
        Accent.CALM,
    )


def _bought(reader: Reader, kind: GoodsKind, owned: Set[str]) -> list[tuple[str, str]]:
    """Return the looks of a kind that the person has bought, in shop order."""
    mine = [good for key, good in GOODS.items() if good.kind is kind and key in owned]
    return [(good.name, reader.words.t(GOOD_NAMES[good.key])) for good in mine]


def _quiet_choices(reader: Reader, chosen: tuple[int, int] | None) -> list[tuple[str, str, bool]]:
    """Return the quiet hours on offer: none, or nine hours from any full hour."""
    t = reader.words.t
    choices = [("none", t("No quiet hours"), chosen is None)]
    for start in range(24):
        end = (start + QUIET_HOURS) % 24
        label = t("Quiet hours: {start}:00 to {end}:00 UTC", start=f"{start:02}", end=f"{end:02}")
        hours = (start * 60, end * 60)
        choices.append((f"{hours[0]}-{hours[1]}", label, chosen == hours))
    return choices


def _menu(press: Press, choices: Sequence[tuple[str, str, bool]]) -> Menu:
    return Menu(press, tuple(MenuChoice(label, value, chosen=on) for value, label, on in choices))


_SWITCHES: Final = frozenset(
    (
        Setting.TEXT_MODE,
        Setting.ONE_TAP,
        Setting.TABLE_TALK,
        Setting.WORLD_BOARD,
        Setting.OPEN_HANDS,
        Setting.PUZZLES,
        Setting.ACROSS,
    )
)
_LOOKS: Final = {Setting.FELT: GoodsKind.FELT, Setting.BACK: GoodsKind.BACK}
"""The menus whose choices may have to be bought first."""


async def settings_pressed(ctx: Context, press: SettingsPress) -> None:
    """Toggle a switch, or save the choice from a menu."""
    setting = press.setting
    owned = await ctx.service.coins.owned(ctx.user)
    if setting in _LOOKS and not may_use(_LOOKS[setting], ctx.value, owned):
        raise Refusal("You don't own this design. You can buy it in the shop.")
    if setting in _SWITCHES:
        value: object = not getattr(await ctx.prefs(), setting)
    else:
        value = _chosen(setting, ctx.value)
    stored = await ctx.prefer(**{setting: value})
    await ctx.reply.update(settings_screen(ctx.reader, stored, owned))


async def settings_of(ctx: Context) -> Screen:
    """Return the person's current settings."""
    owned = await ctx.service.coins.owned(ctx.user)
    return settings_screen(ctx.reader, await ctx.prefs(), owned)


def _chosen(setting: Setting, value: str) -> object:
    """Return the value of a menu choice: ``1320-420`` are quiet hours in minutes."""
    if setting is Setting.LOCALE:
        return None if value == OWN_LANGUAGE else value
    if setting is not Setting.QUIET_HOURS:
        return value
    return None if value == "none" else tuple(int(part) for part in value.split("-"))


LARGE: Final = 8_000_000
"""The size in bytes above which a file is compressed, because Discord accepts ten million."""


def export_file(data: dict[str, object]) -> Download:
    """Return one person's data as a file."""
    text = json.dumps(data, indent=1, ensure_ascii=False).encode()
    if len(text) > LARGE:
        return Download("gin-data.json.gz", gzip.compress(text))
    return Download("gin-data.json", text)


def export_screen(reader: Reader, download: Download) -> Screen:
    """Return the screen with the file of the reader's data."""
    text = reader.words.t(
        "This is everything Gin has stored about you. Only you can see this message."
    )
    return Screen((Text(text), download), Accent.CALM)


def confirm_delete_screen(reader: Reader) -> Screen:
    """Return the confirmation screen that precedes any deletion."""
    t = reader.words.t
    yes, no = PrivacyPress(PrivacyVerb.DELETE), PrivacyPress(PrivacyVerb.KEEP)
    return Screen(
        (
            Text(
                t(
                    "Delete everything Gin knows about you? You'll resign every match you're "
                    "playing, lose your leaderboard places and your settings, and appear as a "
                    "former player in other people's matches. This can't be undone. To save a copy "
                    "first, use **Get my data**."
                )
            ),
            Row((Button(t("No, keep it"), no, Style.SUCCESS),)),
            Row((Button(t("Yes, delete my data"), yes, Style.DANGER, "🗑️"),)),
        ),
        Accent.ALERT,
    )


async def privacy_pressed(ctx: Context, press: PrivacyPress) -> None:
    """Handle the answer to the confirmation; it always concerns the person who presses."""
    t, user = ctx.t, ctx.user
    if press.verb is PrivacyVerb.KEEP:
        await ctx.reply.update(notice_screen(t("OK, your data stays."), Accent.CALM))
        return
    done = await ctx.service.forget(ctx.key, user)
    ctx.preferences.forget(user)
    text = t(
        "Your data has been deleted. Backups that still contain it are deleted within 28 days."
    )
    if not done:
        text = t("Gin is very busy, and not everything is deleted yet. Press again in a moment.")
    await ctx.reply.update(notice_screen(text, Accent.CALM))
