"""`/gin time …`: pauses, vacations and extra time."""

from collections.abc import Callable
from typing import TypeAlias

import discord
from discord import app_commands

from bot.match.board import match_context
from bot.match.chat import MatchChat
from bot.match.hand.acting import outcome_of
from bot.match.which_match import fulfil
from bot.presses.pick import ChoicePurpose
from bot.ui.context import Context, context_of
from bot.ui.notice import notice_screen
from bot.ui.refusal import Refusal
from bot.ui.screen import Accent
from engine.clocks.pauses import VACATION_DAYS
from engine.game.actions import Vacation
from engine.service import Applied, Command, LiveMatch, UserId

Translate: TypeAlias = Callable[..., str]


class TimeCommands(app_commands.Group):
    """Commands for pauses, extra time and vacations."""

    def __init__(self, chat: MatchChat) -> None:
        super().__init__(name="time", description="Pause a match, go on vacation, give extra time")
        self._chat = chat

    @app_commands.command(description="Ask for a pause, or agree to one")
    async def pause(self, interaction: discord.Interaction) -> None:
        await self._do(context_of(interaction), ChoicePurpose.PAUSE)

    @app_commands.command(description="Resume, or withdraw your pause request")
    async def resume(self, interaction: discord.Interaction) -> None:
        await self._do(context_of(interaction), ChoicePurpose.RESUME)

    @app_commands.command(description="Give your opponent extra time")
    async def give(self, interaction: discord.Interaction) -> None:
        await self._do(context_of(interaction), ChoicePurpose.GIVE)

    @app_commands.command(description="Go on vacation: pause correspondence clocks")
    @app_commands.describe(days="Number of days from now (14 in total per match)")
    async def vacation(
        self, interaction: discord.Interaction, days: app_commands.Range[int, 1, VACATION_DAYS]
    ) -> None:
        ctx = context_of(interaction)
        t, user = ctx.t, ctx.user
        mine = await ctx.service.live_matches_of(user)
        slow = [live for live in mine if live.clock.is_slow]
        if not slow:
            raise Refusal("You have no match with hours or days per turn.")
        lines = []
        for live in slow:
            command = Command(ctx.key, live.id, user, Vacation(days), None)
            outcome = await ctx.service.act(command)
            names = match_context(ctx.service, live)
            others = ", ".join(
                names.name(p.seat) for p in live.players if p.user_id != ctx.interaction.user.id
            )
            if isinstance(outcome, Applied):
                lines.append(self._away(t("against {names}", names=others), outcome.live, user, t))
            else:
                _, notice = outcome_of(ctx.reader, outcome)
                lines.append(f"- {t('against {names}', names=others)}: {notice}")
        text = "\n".join([t("🌴 Enjoy your time off."), *lines])
        await ctx.reply.private(notice_screen(text[:3900], Accent.CALM))

    @staticmethod
    def _away(against: str, live: LiveMatch, user: UserId, t: Translate) -> str:
        seat = live.seat_of(user)
        assert seat is not None
        until = (live.away_until(seat) or 0) // 1000
        left = live.vacation_left(seat)
        when = f"<t:{until}:f>"
        said = t(
            "{against}: away until {when}, {n} vacation days left",
            against=against,
            when=when,
            n=left,
        )
        return f"- {said}"

    async def _do(self, ctx: Context, wish: ChoicePurpose) -> None:
        mine = await ctx.service.live_matches_of(ctx.user)
        tables = [live for live in mine if not live.is_private]
        if not tables:
            raise Refusal(
                "You aren't at any table. Start a match with `/gin challenge` or `/gin practice`."
            )
        await fulfil(self._chat, ctx, tables, wish)
