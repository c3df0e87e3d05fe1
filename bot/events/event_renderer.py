"""How a person gets a screen of an event: on a page, and in place of their own one."""

from dataclasses import replace
from typing import Final

from bot.events.event_facts import Looker
from bot.events.event_page import event_board
from bot.events.event_screen import event_screen
from bot.events.list_screens import events_screen
from bot.events.player_screens import match_screen
from bot.events.screen_parts import open_pairings
from bot.ui.context import Context, may_organize
from bot.ui.i18n import mark
from bot.ui.replying import Refusal
from bot.ui.screen import Screen
from bot.wording.events import event_refusal
from engine.service.events import (
    Event,
    EventChanged,
    EventCode,
    EventId,
    EventOutcome,
    EventRefused,
)

ONLY_ON_SERVERS: Final = mark("Events are held on servers. Use this command on one.")


async def answer(ctx: Context, screen: Screen) -> None:
    """Show a screen to the person alone."""
    if ctx.origin.message is None or ctx.origin.is_public:
        await ctx.reply.private(screen)
    else:
        await ctx.reply.update(screen)


async def event_of(ctx: Context, number: int) -> Event:
    """Return an event of this server; Refusal if there is none."""
    event = await ctx.service.events.event(EventId(number))
    if event is None or not ctx.guild or event.guild != ctx.guild:
        gone = EventRefused(EventCode.NO_SUCH_EVENT)
        raise Refusal.in_words(event_refusal(ctx.reader, gone))
    ctx.version = event.version
    return event


def changed_event(ctx: Context, outcome: EventOutcome, *, organizes: bool = False) -> Event:
    """Return the event after a change; Refusal with the reason otherwise."""
    if isinstance(outcome, EventChanged):
        ctx.version = outcome.event.version
        return outcome.event
    raise Refusal.in_words(event_refusal(ctx.reader, outcome, organizes=organizes))


async def list_of(ctx: Context, page: int = 0, notice: str = "") -> Screen:
    """Return the server's events."""
    if not ctx.guild:
        raise Refusal(ONLY_ON_SERVERS)
    events = await ctx.service.events.of_guild(ctx.guild, page)
    organizes = await may_organize(ctx)
    role = (await ctx.service.guild_config(ctx.guild)).organiser_role
    return events_screen(
        ctx.reader,
        events,
        ctx.user,
        page=page,
        organizes=organizes,
        role=role,
        notice=notice,
        now_ms=ctx.service.now_ms(),
    )


async def page_of(ctx: Context, event: Event, notice: str = "") -> Screen:
    """Return an event as this person sees it."""
    looker = Looker(ctx.user, await may_organize(ctx), now_ms=ctx.service.now_ms())
    screen = event_screen(ctx.reader, event, looker, notice=notice)
    if not ctx.reply.is_page:
        return screen
    boards = None
    if event.revealed:
        boards = await ctx.service.events.boards_of(event.id, event.revealed, ctx.user)
    looker = replace(looker, scores=await ctx.service.events.scores_of(event.id, ctx.user))
    board = event_board(ctx.reader, event, looker, boards=boards, notice=notice)
    return replace(screen, parts=(*board, *screen.parts))


async def own_match(ctx: Context, event: Event, notice: str = "") -> Screen:
    """Return the person's next match, with a link to its table."""
    pairings, link = open_pairings(event, ctx.user), ""
    if len(pairings) == 1 and pairings[0].matches:
        live = await ctx.load_match(pairings[0].matches[-1])
        if live is not None and live.table.message is not None:
            link = f"https://discord.com/channels/{live.table.guild}/{live.table.channel}/{live.table.message}"
    now = ctx.service.now_ms()
    return match_screen(ctx.reader, event, ctx.user, link=link, notice=notice, now_ms=now)
