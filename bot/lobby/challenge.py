"""Challenges from one person to another, by command or button."""

import discord

from bot.lobby.handlers import answer_lobby_outcome
from bot.lobby.hosting import Hosting, host_locale, require_company
from bot.match.options import Ruleset, house_of, rated_here, room_of, ruleset
from bot.ui.context import Context
from bot.ui.refusal import Refusal
from engine.clocks.clock import DAILY, ClockRules
from engine.service import OpenLobby, Person, UserId


async def offer_challenge(
    hosting: Hosting,
    ctx: Context,
    opponent: discord.Member | discord.User,
    chosen: Ruleset,
    clock: ClockRules,
    *,
    rated: bool | None = None,
    thread: bool = False,
) -> None:
    """Challenge one person."""
    require_company(ctx)
    if rated or thread:
        ctx.require_server()
    if opponent.bot:
        raise Refusal("Bots can't accept challenges. Play one with `/gin practice`.")
    person = Person(UserId(opponent.id), opponent.display_name)
    ask = await challenge_to(hosting, ctx, person, chosen, clock, rated=rated, thread=thread)
    async with hosting.chat.tables.expecting(ask.interaction):
        outcome = await ctx.service.open_lobby(ask)
        await answer_lobby_outcome(hosting.chat, ctx, outcome, fresh=True)


async def challenge_to(
    hosting: Hosting,
    ctx: Context,
    opponent: Person,
    chosen: Ruleset,
    clock: ClockRules,
    *,
    rated: bool | None = None,
    thread: bool = False,
) -> OpenLobby:
    """Return the challenge of one person by the rules and customs of this place."""
    config = await house_of(ctx)
    room = room_of(config, asked=thread)
    if 2 not in chosen.rules.players():
        raise Refusal("These rules need more players. Find them with `/gin open`.")
    return OpenLobby(
        interaction=ctx.key,
        guild=ctx.guild,
        channel=ctx.channel,
        host=ctx.person,
        rules=chosen.rules,
        expires_at_ms=hosting.expiry_ms(ctx),
        preset=chosen.name,
        invited=(opponent,),
        clock=clock,
        rated=rated_here(config, asked=rated, usual=True),
        locale=await host_locale(ctx),
        room=room,
        place=ctx.place,
    )


async def challenge_to_standard(
    hosting: Hosting, ctx: Context, opponent: discord.Member | discord.User
) -> None:
    """Challenge a person to standard gin."""
    chosen = ruleset({}, "standard")
    await offer_challenge(hosting, ctx, opponent, chosen, DAILY)


async def member_of(ctx: Context, user: int) -> discord.Member | None:
    """Return the member of the interaction's server; ``None`` if they are not on it."""
    try:
        server = await ctx.server()
        return None if server is None else await server.fetch_member(user)
    except discord.NotFound:
        return None


async def opponent_of(ctx: Context, user: int) -> discord.Member | discord.User:
    """Return the person to challenge here; Refusal if they are not on the interaction's server.

    Nobody can be looked up in a chat that the bot is no member of, so anybody on Discord will do.
    """
    if not ctx.place.is_outside:
        require_company(ctx)
        member = await member_of(ctx, user)
        if member is None:
            raise Refusal("This person is no longer on this server. Choose someone else.")
        return member
    try:
        return await ctx.client.fetch_user(user)
    except discord.NotFound as error:
        raise Refusal("This person is no longer on Discord.") from error
