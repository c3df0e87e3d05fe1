"""Handlers of the profile's controls."""

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot.presses.account import ProfilePress, ProfileScope, ProfileVerb
from bot.profile.screens import figures_part, profile_screen
from bot.ui.context import Context, context_of
from bot.ui.parts.facts import FactsPart
from bot.ui.replying import Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import Screen, notice_screen
from engine.service import UserId
from engine.service.standings import Hidden
from engine.standings.rating import Pool, parse_pool


def profile_answers(press: ProfilePress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: public if the owner posts the profile, in place for pages."""
    return AnswerKind.PUBLIC if press.verb is ProfileVerb.SHOW else AnswerKind.IN_PLACE


async def profile_pressed(ctx: Context, press: ProfilePress) -> None:
    """Show another part of a profile, or post the presser's own."""
    user, pool = UserId(press.id), press.pool
    everywhere = press.scope is ProfileScope.WORLD
    match press.verb:
        case ProfileVerb.SHOW:
            await _show_here(ctx, user, everywhere, pool)
            return
        case ProfileVerb.POOL:
            pool = parse_pool(ctx.value)
        case ProfileVerb.WORLD:
            everywhere = True
        case ProfileVerb.SERVER:
            ctx.require_server()
            everywhere = False
        case ProfileVerb.MORE | ProfileVerb.LESS:
            pass
    more = press.verb is ProfileVerb.MORE
    screen = await screen_of(ctx, user, everywhere=everywhere, pool=pool, more=more)
    if screen is None:
        await ctx.reply.private(await hidden_screen(ctx))
    else:
        await ctx.reply.update(screen)


async def screen_of(
    ctx: Context,
    user: UserId,
    *,
    everywhere: bool = False,
    pool: Pool | None = None,
    more: bool = False,
    name: str = "",
) -> Screen | None:
    """Return a profile as the reply's person may see it; ``None``: they may not.

    ``name``: the name of a person who has not played yet.
    """
    guild, me = None if everywhere else ctx.guild or None, ctx.user
    found = await ctx.service.statistics.profile(user, me, guild, pool)
    if isinstance(found, Hidden):
        return None
    called = found.name or (ctx.origin.name if user == me else name)
    # Names of events are names of what a server does, which stay with those who share it.
    shows_events = more and (bool(ctx.guild) or user == me)
    events = await ctx.service.events.honours_of(user) if shows_events else ()
    shown = replace(found, name=called)
    return profile_screen(ctx.reader, shown, own=user == me, more=more, events=events)


async def own_figures(ctx: Context) -> FactsPart:
    """Return who the person is: disc, name, title and rating."""
    found = await ctx.service.statistics.profile(ctx.user, ctx.user, None, None)
    assert not isinstance(found, Hidden), "one's own profile is in sight"
    return figures_part(ctx.reader, replace(found, name=found.name or ctx.origin.name))


async def hidden_screen(ctx: Context) -> Screen:
    """Return the sentence in place of a hidden profile."""
    t = ctx.t
    text = t("This profile is private. Its owner can change that in `/gin settings`.")
    return notice_screen(text)


async def _show_here(ctx: Context, user: UserId, everywhere: bool, pool: Pool | None) -> None:
    """Post the presser's profile in the channel."""
    if user != ctx.user:
        raise Refusal("Only the owner of a profile can share it.")
    guild = None if everywhere else ctx.guild or None
    found = await ctx.service.statistics.profile(user, user, guild, pool)
    if not isinstance(found, Hidden):
        everybody = await ctx.public_reader()
        await ctx.reply.public(profile_screen(everybody, found, own=False, public=True))


def profile_command() -> app_commands.Command[Any, Any, Any]:
    """``/gin profile``."""

    @app_commands.command(description="A player's rating, results and habits")
    @app_commands.describe(user="Whose profile (default: yours)")
    async def profile(interaction: discord.Interaction, user: discord.User | None = None) -> None:
        ctx = context_of(interaction)
        if user is not None and user.bot:
            raise Refusal("Bots don't have profiles.")
        owner = UserId(ctx.user if user is None else user.id)
        name = "" if user is None else user.display_name
        screen = await screen_of(ctx, owner, name=name)
        await ctx.reply.private(screen or await hidden_screen(ctx))

    return profile
