"""Handlers of matches between servers: challenges, their codes, and the season table."""

from dataclasses import replace
from typing import Final

from bot.events.draft import of_kind, usual_draft
from bot.events.messages import EventMessages
from bot.events.server_screens import challenge_screen, code_screen, servers_screen, table_screen
from bot.events.showing import (
    ONLY_ON_SERVERS,
    answer,
    changed_event,
    may_organise,
    page_of,
    require_organiser,
)
from bot.presses.servers import ServersPress, ServersVerb
from bot.ui.answers import Answer
from bot.ui.context import Context
from bot.ui.forms import ask_for_text, is_submitted, text_of
from bot.ui.refusal import OLD_BUTTON, Refusal
from bot.wording.events import event_refusal
from engine.service.events.invitation_types import Accept, InvitationId, Invite
from engine.service.events.invitations import TEAM_NAME
from engine.service.events.outcome_types import EventCode, EventRefused
from engine.service.events.types import EventKind, EventPlan

FORMS: Final = (ServersVerb.CODE, ServersVerb.ACCEPT)
CODE_LENGTH: Final = 60


def servers_answers(press: ServersPress, submitted: bool) -> Answer:
    """Return the answer kind: a form for the code or the team's name, else in place."""
    return Answer.FORM if press.verb in FORMS and not submitted else Answer.IN_PLACE


async def servers_pressed(messages: EventMessages, ctx: Context, press: ServersPress) -> None:
    """Show matches between servers, or challenge, accept and list."""
    if not ctx.guild:
        raise Refusal(ONLY_ON_SERVERS)
    if press.verb is ServersVerb.TABLE:
        await _show_table(ctx, press.back, press.page)
        return
    if press.verb is ServersVerb.PAGE:
        await show_servers(ctx)
        return
    await require_organiser(ctx)
    match press.verb:
        case ServersVerb.CODE if is_submitted(ctx):
            await _look_up(ctx)
        case ServersVerb.CODE:
            await ask_for_text(
                ctx, str(press), ctx.t("Enter a code"), ctx.t("Code"), length=CODE_LENGTH
            )
        case ServersVerb.ACCEPT if is_submitted(ctx):
            await _accept(messages, ctx, press.code)
        case ServersVerb.ACCEPT:
            await ask_for_team(ctx, str(press))
        case ServersVerb.TAKE_BACK:
            await _take_back(ctx)
        case _:
            listed = press.verb is ServersVerb.LISTED
            await ctx.service.server_matches.be_listed(ctx.key, ctx.guild, ctx.user, listed=listed)
            await _show_table(ctx, 0, 0)


async def show_servers(ctx: Context, notice: str = "") -> None:
    """Show the page of matches between servers; its tools to organisers."""
    config = await ctx.service.guild_config(ctx.guild)
    if not await may_organise(ctx):
        await answer(ctx, servers_screen(ctx.reader, is_open=config.across, notice=notice))
        return
    draft = of_kind(usual_draft(config, ctx.locale), EventKind.TEAMS)
    waiting = await ctx.service.server_matches.of_guild(ctx.guild)
    screen = servers_screen(
        ctx.reader, is_open=config.across, draft=draft, waiting=waiting, notice=notice
    )
    await answer(ctx, screen)


async def ask_for_team(ctx: Context, press: str) -> None:
    """Ask under what name the own team plays, which the other server reads."""
    await ask_for_text(
        ctx,
        press,
        ctx.t("Your team"),
        ctx.t("Name, as the other server sees it")[:45],
        length=TEAM_NAME,
    )


async def challenge(ctx: Context, plan: EventPlan, team: str) -> None:
    """Challenge another server, and show the code to the organiser alone."""
    if not ctx.channel:
        raise Refusal(ONLY_ON_SERVERS)
    ask = Invite(
        interaction=ctx.key,
        guild=ctx.guild,
        channel=ctx.channel,
        host=ctx.person,
        plan=replace(plan, teams=(team, "")),
        locale=ctx.origin.guild_locale or "en-US",
    )
    invited = await ctx.service.server_matches.invite(ask)
    if invited.refused is not None:
        raise _refusal(ctx, invited.refused)
    if invited.code is None:
        await show_servers(ctx)  # Another process has shown the code.
        return
    await answer(ctx, code_screen(ctx.reader, invited.code))


def _refusal(ctx: Context, code: EventCode) -> Refusal:
    return Refusal.in_words(event_refusal(ctx.reader, EventRefused(code), organises=True))


async def _look_up(ctx: Context) -> None:
    code = "".join(one for one in text_of(ctx) if one.isascii() and one.isalnum())
    found = await ctx.service.server_matches.look_up(ctx.guild, code)
    if isinstance(found, EventCode):
        raise _refusal(ctx, found)
    await answer(ctx, challenge_screen(ctx.reader, found, code))


async def _accept(messages: EventMessages, ctx: Context, code: str) -> None:
    """Accept a challenge and post this server's message; the other one's follows by itself."""
    if not ctx.channel:
        raise Refusal(ONLY_ON_SERVERS)
    ask = Accept(
        interaction=ctx.key,
        guild=ctx.guild,
        channel=ctx.channel,
        host=ctx.person,
        code=code,
        team=text_of(ctx),
        locale=ctx.origin.guild_locale or "en-US",
    )
    async with messages.expecting(ctx.key, ctx.guild):
        outcome = await ctx.service.server_matches.accept(ask)
        event = changed_event(ctx, outcome, organises=True)
        await answer(ctx, await page_of(ctx, event, "✅ " + ctx.t("The match is agreed.")))
        await messages.announced(event, await ctx.reply.public(await messages.screen(event)))


async def _take_back(ctx: Context) -> None:
    if not ctx.value.isdecimal():
        raise Refusal(OLD_BUTTON)
    invitation = InvitationId(int(ctx.value))
    if not await ctx.service.server_matches.take_back(ctx.key, ctx.guild, ctx.user, invitation):
        raise _refusal(ctx, EventCode.NO_SUCH_INVITATION)
    await show_servers(ctx, "✅ " + ctx.t("The challenge is taken back."))


async def _show_table(ctx: Context, back: int, page: int) -> None:
    table = await ctx.service.server_matches.table(ctx.guild, back=back, page=page)
    organises = await may_organise(ctx)
    await answer(ctx, table_screen(ctx.reader, table, back, page, organises=organises))
