"""Handlers of the buttons that lead to a feature: below the welcome, help and their screens."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.account import confirm_delete_screen, export_file, export_screen
from bot.coach.position import ask_of
from bot.coach.study_handlers import studies_of
from bot.coach.tutor import Tutor, open_tutor
from bot.commands.help import about_of, records_screen, rules_page, whom_screen
from bot.commands.me import own_settings
from bot.commands.person import open_person
from bot.current_matches import (
    act_on_a_table,
    ask_for_days,
    go_on_vacation,
    my_table,
    tables_of,
    verify_last,
)
from bot.daily import screen_of as daily_of
from bot.events.event_renderer import list_of as events_of
from bot.friends.handlers import list_of
from bot.history.handlers import page_of
from bot.history.screens import history_screen
from bot.leaderboard.handlers import first_screen, unrated_of
from bot.lessons.handlers import open_course
from bot.lobby.finder import open_finder
from bot.lobby.handlers import (
    challenge_to_standard,
    offer_standard_table,
    opponent_of,
    practise_standard,
)
from bot.lobby.messages import LobbyContext, require_company
from bot.match.coaching import Coaching
from bot.match.hand.handlers import open_panel
from bot.match.proof import deals_screen
from bot.match.tv import watch_liveliest
from bot.moderation.handlers import clear_pair, fair_play_of, lift_ban, log_of, reports_of
from bot.moderation.screens import bans_screen
from bot.notes import inbox_of
from bot.presses.match import ChoicePurpose
from bot.presses.menu import MenuPress, MenuVerb
from bot.presses.pages import Filter, ShownLeaderboard
from bot.presses.server import AdminPress, AdminVerb
from bot.profile.handlers import screen_of as profile_of
from bot.rewards import screen_of as rewards_of
from bot.server.handlers import houses_of, open_setup, remove_house
from bot.trainer.puzzles import trainer_of
from bot.trainer.races import races_of
from bot.ui.context import Context, is_submitted
from bot.ui.i18n import mark
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import Screen, notice_screen
from engine.service import UserId

PAGES = {
    AdminVerb.REMOVE: AdminVerb.HOUSES,
    AdminVerb.UNBAN: AdminVerb.BANS,
    AdminVerb.CLEAR: AdminVerb.FAIR_PLAY,
}
"""The pages on which the menus stand."""


def admin_answers(press: AdminPress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: a new message for a page, in place for what a menu has done."""
    return AnswerKind.IN_PLACE if press.verb in PAGES else AnswerKind.PRIVATE


async def admin_pressed(ctx: Context, press: AdminPress) -> None:
    """Show a page, or do what is chosen on it."""
    ctx.require_admin()
    page = PAGES.get(press.verb, press.verb) if ctx.turns_a_page else press.verb
    screen = await _admin_screen(ctx, page)
    if press.verb in PAGES:
        await ctx.reply.update(screen)
    else:
        await ctx.reply.private(screen)


async def _admin_screen(ctx: Context, verb: AdminVerb) -> Screen:
    service, reader, guild = ctx.service, ctx.reader, ctx.guild
    match verb:
        case AdminVerb.HOUSES:
            return await houses_of(ctx)
        case AdminVerb.REMOVE:
            return await remove_house(ctx, ctx.value)
        case AdminVerb.BANS:
            return bans_screen(reader, await service.bans.of(guild))
        case AdminVerb.UNBAN:
            return await lift_ban(ctx, UserId(int(ctx.value)))
        case AdminVerb.REPORTS:
            return await reports_of(service, reader, guild)
        case AdminVerb.LOG:
            return await log_of(service, reader, guild, 0)
        case AdminVerb.UNRATED:
            return await unrated_of(ctx)
        case AdminVerb.FAIR_PLAY:
            return await fair_play_of(ctx)
        case AdminVerb.CLEAR:
            return await clear_pair(ctx)
        case AdminVerb.DEALS:
            return deals_screen(reader, await service.dealing.statistics(guild))


TOO_LATE = mark("Gin took too long to open the card table. Press the button again.")
PUBLIC = (MenuVerb.PRACTICE, MenuVerb.WHO, MenuVerb.OPEN)
PURPOSES = {
    MenuVerb.RESIGN: ChoicePurpose.RESIGN,
    MenuVerb.PAUSE: ChoicePurpose.PAUSE,
    MenuVerb.RESUME: ChoicePurpose.RESUME,
    MenuVerb.GIVE: ChoicePurpose.GIVE,
}


def go_answers(press: MenuPress, submitted: bool) -> AnswerKind:
    """Return the answer kind: public for a table or an invitation, private for everything else."""
    opens = press.verb is MenuVerb.CARD_TABLE
    if opens or (press.verb is MenuVerb.VACATION and not submitted):
        return AnswerKind.FORM
    if press.verb in PURPOSES:
        return AnswerKind.IN_PLACE
    return AnswerKind.PUBLIC if press.verb in PUBLIC else AnswerKind.PRIVATE


async def go_pressed(
    hosting: LobbyContext, coaching: Coaching, tutor: Tutor, ctx: Context, press: MenuPress
) -> None:
    """Open the button's target for the presser; the pressed message stays."""
    match press.verb:
        case MenuVerb.PRACTICE:
            await practise_standard(hosting.display, ctx)
        case MenuVerb.OPEN:
            await offer_standard_table(hosting, ctx)
        case MenuVerb.WHO:
            await _challenge(hosting, ctx, int(ctx.value))
        case MenuVerb.PERSON:
            await open_person(ctx, int(ctx.value))
        case MenuVerb.LEARN:
            await open_course(coaching, ctx)
        case MenuVerb.TUTOR:
            await open_tutor(tutor, ctx)
        case MenuVerb.SETUP:
            await open_setup(ctx)
        case MenuVerb.FIND:
            await open_finder(ctx)
        case MenuVerb.HAND:
            await open_panel(hosting.display, ctx, await my_table(ctx))
        case MenuVerb.WATCH:
            await watch_liveliest(hosting.display, ctx)
        case MenuVerb.CARD_TABLE:
            await ctx.reply.launch(notice_screen(ctx.t(TOO_LATE)))
        case MenuVerb.VERIFY:
            await verify_last(ctx)
        case MenuVerb.VACATION if is_submitted(ctx):
            await go_on_vacation(ctx)
        case MenuVerb.VACATION:
            await ask_for_days(ctx, press)
        case purpose if purpose in PURPOSES:
            await act_on_a_table(hosting.display, ctx, PURPOSES[purpose])
        case _:
            await _show(ctx, _place(ctx, press.verb))


async def _whom(ctx: Context) -> Screen:
    require_company(ctx)
    return whom_screen(ctx.reader)


async def _own_profile(ctx: Context) -> Screen:
    own = await profile_of(ctx, ctx.user)
    assert own is not None, "nobody's profile is hidden from its owner"
    return own


async def _export(ctx: Context) -> Screen:
    data = await ctx.service.export_of(ctx.user)
    return export_screen(ctx.reader, await asyncio.to_thread(export_file, data))


async def _history(ctx: Context) -> Screen:
    return history_screen(ctx.reader, await page_of(ctx, Filter()))


async def _records(ctx: Context) -> Screen:
    return records_screen(ctx.reader)


async def _delete(ctx: Context) -> Screen:
    return confirm_delete_screen(ctx.reader)


SCREENS: Final[Mapping[MenuVerb, Callable[[Context], Awaitable[Screen]]]] = {
    MenuVerb.CHALLENGE: _whom,
    MenuVerb.RECORDS: _records,
    MenuVerb.DAILY: daily_of,
    MenuVerb.TRAINER: trainer_of,
    MenuVerb.RACE: races_of,
    MenuVerb.ASK: ask_of,
    MenuVerb.STUDIES: studies_of,
    MenuVerb.RULES: lambda ctx: rules_page(ctx, "standard"),
    MenuVerb.SETTINGS: own_settings,
    MenuVerb.ABOUT: about_of,
    MenuVerb.TABLES: tables_of,
    MenuVerb.EVENTS: events_of,
    MenuVerb.FRIENDS: list_of,
    MenuVerb.PROFILE: _own_profile,
    MenuVerb.HISTORY: _history,
    MenuVerb.LEADERBOARD: lambda ctx: first_screen(ctx, ShownLeaderboard()),
    MenuVerb.REWARDS: rewards_of,
    MenuVerb.INBOX: inbox_of,
    MenuVerb.EXPORT: _export,
    MenuVerb.DELETE: _delete,
}
"""What shows the screen of a button that only shows one."""


def _place(ctx: Context, verb: MenuVerb) -> MenuVerb:
    """Return the place of a press: that of its button, or the one chosen in the menu."""
    try:
        return MenuVerb(ctx.value) if verb is MenuVerb.MORE else verb
    except ValueError:
        raise Refusal(OLD_BUTTON) from None


async def _show(ctx: Context, verb: MenuVerb) -> None:
    if verb not in SCREENS:
        raise Refusal(OLD_BUTTON)
    await ctx.reply.private(await SCREENS[verb](ctx))


async def _challenge(hosting: LobbyContext, ctx: Context, whom: int) -> None:
    await challenge_to_standard(hosting, ctx, await opponent_of(ctx, whom))
