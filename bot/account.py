"""A person's own settings, and the export and deletion of stored data."""

import gzip
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence, Set
from enum import Enum
from typing import Final, Literal, TypeAlias, TypeVar

from bot.presses.account import PrivacyPress, PrivacyVerb, Setting, SettingsPress
from bot.presses.menu import MenuPress, MenuVerb
from bot.render.models import Back, Felt, Theme
from bot.ui.both import in_both
from bot.ui.context import Context
from bot.ui.page_buttons import press_button
from bot.ui.parts.choices import ChoicesPart, NamedSetting, SettingsIcon, Value
from bot.ui.parts.kinds import Covers, Ground, PartPlace
from bot.ui.parts.section import SectionPart
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from bot.ui.screen import (
    Accent,
    Button,
    Download,
    Part,
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
V = TypeVar("V", bound=Enum)
Head: TypeAlias = Callable[[Context], Awaitable[Sequence[Part]]]


def settings_screen(
    reader: Reader, prefs: Prefs, owned: Set[str] = frozenset(), head: Sequence[Part] = ()
) -> Screen:
    """Return the settings; every choice is saved at once.

    ``owned``: keys of the looks bought; ``head``: what a page shows of the person.
    """
    t = reader.words.t
    groups: tuple[tuple[SettingsIcon, str, tuple[NamedSetting, ...]], ...] = (
        ("play", t("Play"), _of_play(reader)),
        ("eye", t("Look"), _of_looks(reader, owned)),
        ("bell", t("Notifications"), _of_notifications(reader, prefs)),
        ("lock", t("Privacy"), _of_privacy(reader, prefs)),
        ("globe", t("Language"), (_language(reader, prefs),)),
    )
    data = (
        Button(t("Get my data"), MenuPress(MenuVerb.EXPORT), emoji="💾"),
        Button(t("Delete my data…"), MenuPress(MenuVerb.DELETE), Style.DANGER, "🗑️"),
    )
    shown = [
        ChoicesPart(
            icon=icon,
            title=title,
            choices=choices,
            ground=Ground.BOX,
            place=PartPlace.LATER,
            covers=Covers.ALL,
        )
        for icon, title, choices in groups
    ]
    own_data = SectionPart(
        title=t("My data"),
        lines=(t("Everything Gin has stored about you, as a file."),),
        ground=Ground.BOX,
        place=PartPlace.LATER,
        buttons=tuple(press_button(one) for one in data),
    )
    parts = [part for one in shown for part in in_both(reader, one)]
    words = t("## Your settings") + "\n-# " + t("These settings apply on every server.")
    return Screen((*head, Text(words), *parts, own_data, Row(data)), Accent.CALM)


def _of_play(reader: Reader) -> tuple[NamedSetting, ...]:
    t = reader.words.t
    orders = {
        HandOrder.MELDS: t("By melds"),
        HandOrder.SUITS: t("By suit"),
        HandOrder.RANKS: t("By rank"),
        HandOrder.OWN: t("My own order"),
    }
    return (
        _switch(
            t("One-tap discards"),
            Setting.ONE_TAP,
            reader.one_tap,
            t("A tap on a card discards it at once."),
        ),
        _switch(t("Computer players chat"), Setting.TABLE_TALK, reader.table_talk),
        _one_of(t("Sort my hand"), Setting.HAND_ORDER, orders, reader.order),
    )


def _of_looks(reader: Reader, owned: Set[str]) -> tuple[NamedSetting, ...]:
    t, look = reader.words.t, reader.look
    themes = {
        Theme.FOUR_COLOUR: t("Four colours"),
        Theme.CLASSIC: t("Classic red and black"),
        Theme.HIGH_CONTRAST: t("High contrast"),
    }
    felts = {
        Felt.GREEN: t("Green"),
        Felt.BLUE: t("Blue"),
        Felt.BURGUNDY: t("Burgundy"),
        Felt.CHARCOAL: t("Charcoal"),
    } | {Felt(name): label for name, label in _bought(reader, GoodsKind.FELT, owned)}
    backs = {
        Back.LATTICE: t("Lattice"),
        Back.WAVES: t("Waves"),
        Back.DIAMONDS: t("Diamonds"),
        Back.SUITS: t("Suits"),
    } | {Back(name): label for name, label in _bought(reader, GoodsKind.BACK, owned)}
    return (
        _switch(t("Text mode (no pictures)"), Setting.TEXT_MODE, reader.text_mode),
        _one_of(t("Cards"), Setting.THEME, themes, look.theme, "theme"),
        _one_of(t("Felt"), Setting.FELT, felts, look.felt, "felt"),
        _one_of(t("Card backs"), Setting.BACK, backs, look.back, "back"),
    )


def _of_notifications(reader: Reader, prefs: Prefs) -> tuple[NamedSetting, ...]:
    t = reader.words.t
    calls = {
        Notify.CHANNEL: t("Mention in the channel"),
        Notify.DIRECT: t("Direct message"),
        Notify.NONE: t("Off"),
    }
    return (
        _one_of(t("When it's your turn"), Setting.NOTIFY, calls, prefs.notify),
        NamedSetting(
            title=t("Quiet hours"),
            press=SettingsPress(Setting.QUIET_HOURS),
            values=tuple(_quiet_hours(reader, prefs.quiet_hours)),
        ),
    )


def _of_privacy(reader: Reader, prefs: Prefs) -> tuple[NamedSetting, ...]:
    t = reader.words.t
    profiles = {
        ProfileFor.SERVER: t("Members of my servers"),
        ProfileFor.EVERYBODY: t("Everyone, with all servers"),
        ProfileFor.NOBODY: t("Only me"),
    }
    return (
        _switch(t("Show me on the global leaderboard"), Setting.WORLD_BOARD, prefs.world_board),
        _switch(t("Spectators may see my finished rounds"), Setting.OPEN_HANDS, prefs.open_hands),
        _switch(
            t("My finished rounds may become puzzles, without my name"),
            Setting.PUZZLES,
            prefs.puzzles,
        ),
        _switch(
            t("My finished matches may be published as open games, without my name"),
            Setting.OPEN_GAMES,
            prefs.open_games,
        ),
        _switch(t("Let players from other servers find me"), Setting.ACROSS, prefs.across),
        _one_of(t("Who sees my profile"), Setting.PROFILE, profiles, prefs.profile),
    )


def _language(reader: Reader, prefs: Prefs) -> NamedSetting:
    t = reader.words.t
    names = {OWN_LANGUAGE: t("Automatic"), **LANGUAGE_NAMES}
    chosen = prefs.locale or OWN_LANGUAGE
    values = (Value(value=one, label=name, chosen=one == chosen) for one, name in names.items())
    return NamedSetting(
        title=t("Page and messages"), press=SettingsPress(Setting.LOCALE), values=tuple(values)
    )


def _switch(title: str, setting: Setting, on: bool, note: str = "") -> NamedSetting:
    return NamedSetting(title=title, press=SettingsPress(setting), on=on, note=note)


def _one_of(
    title: str,
    setting: Setting,
    labels: Mapping[V, str],
    chosen: V,
    drawn: Literal["", "theme", "felt", "back"] = "",
) -> NamedSetting:
    values = (
        Value(value=str(value.value), label=label, chosen=value is chosen)
        for value, label in labels.items()
    )
    return NamedSetting(
        title=title, press=SettingsPress(setting), values=tuple(values), drawn=drawn
    )


def _bought(reader: Reader, kind: GoodsKind, owned: Set[str]) -> list[tuple[str, str]]:
    """Return the looks of a kind that the person has bought, in shop order."""
    mine = [good for key, good in GOODS.items() if good.kind is kind and key in owned]
    return [(good.name, reader.words.t(GOOD_NAMES[good.key])) for good in mine]


def _quiet_hours(reader: Reader, chosen: tuple[int, int] | None) -> Iterator[Value]:
    """Return the quiet hours on offer: none, or nine hours from any full hour."""
    t = reader.words.t
    yield Value(value="none", label=t("None"), chosen=chosen is None)
    for start in range(24):
        end = (start + QUIET_HOURS) % 24
        label = t("{start}:00 to {end}:00 UTC", start=f"{start:02}", end=f"{end:02}")
        hours = (start * 60, end * 60)
        yield Value(value=f"{hours[0]}-{hours[1]}", label=label, chosen=chosen == hours)


_SWITCHES: Final = frozenset(
    (
        Setting.TEXT_MODE,
        Setting.ONE_TAP,
        Setting.TABLE_TALK,
        Setting.WORLD_BOARD,
        Setting.OPEN_HANDS,
        Setting.PUZZLES,
        Setting.OPEN_GAMES,
        Setting.ACROSS,
    )
)
_LOOKS: Final = {Setting.FELT: GoodsKind.FELT, Setting.BACK: GoodsKind.BACK}
"""The menus whose choices may have to be bought first."""


async def settings_pressed(head: Head, ctx: Context, press: SettingsPress) -> None:
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
    await ctx.reply.update(settings_screen(ctx.reader, stored, owned, await head(ctx)))


async def settings_of(head: Head, ctx: Context) -> Screen:
    """Return the person's current settings. ``head``: makes what a page shows of the person."""
    owned = await ctx.service.coins.owned(ctx.user)
    return settings_screen(ctx.reader, await ctx.prefs(), owned, await head(ctx))


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
