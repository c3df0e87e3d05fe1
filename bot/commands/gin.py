"""`/gin …`: challenge, practice, hand, table and the rest ."""

import discord
from discord import app_commands

from bot.coach.position import ask_command
from bot.coach.review import coach_screen
from bot.commands.help import help_screen, rules_page
from bot.commands.me import own_settings
from bot.current_matches import hand_command, repost_command
from bot.daily import daily_command
from bot.events.handlers import events_command
from bot.history.handlers import coachable, coachable_choices, history_command, replay_command
from bot.leaderboard.handlers import first_screen
from bot.lessons.handlers import open_course
from bot.lobby.commands import challenge_command, find_command, open_command, practice_command
from bot.match.options import choosing_rules
from bot.presses.pages import ShownLeaderboard
from bot.profile.handlers import profile_command
from bot.ui.context import context_of
from bot.ui.publishing import ANYWHERE, TO_ANYONE
from bot.ui.replying import Refusal
from bot.wiring import Parts

Asked = discord.Interaction


class GinCommands(app_commands.Group):
    """The `/gin` commands."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(
            name="gin",
            description="Play gin rummy",
            allowed_contexts=ANYWHERE,
            allowed_installs=TO_ANYONE,
        )
        self._coaching = parts.coaching
        for command in (
            challenge_command(parts.hosting),
            find_command(),
            open_command(parts.hosting),
            practice_command(parts.hosting),
            hand_command(parts.display),
            repost_command(parts.display),
            history_command(),
            replay_command(parts.display),
            profile_command(),
            daily_command(),
            ask_command(parts.coaching),
            events_command(),
        ):
            self.add_command(command)

    @app_commands.command(description="Coach's review of a finished round")
    @app_commands.describe(
        match="Which match (default: the one you played last)",
        round_number="Which round (default: the last finished one)",
    )
    @app_commands.rename(round_number="round")
    @app_commands.autocomplete(match=coachable_choices)
    async def coach(
        self,
        interaction: Asked,
        match: str | None = None,
        round_number: app_commands.Range[int, 1, 1000] | None = None,
    ) -> None:
        ctx = context_of(interaction)
        live = await coachable(ctx.service, ctx.user, match)
        seat = None if live is None else live.seat_of(ctx.user)
        if live is None or seat is None:
            if match is None:
                raise Refusal("You haven't played yet. Start with `/gin practice`.")
            raise Refusal(
                "You didn't play in that match. Find the ids of yours with `/gin history`."
            )
        finished = len(live.public().played)
        number = round_number or finished
        study = await self._coaching.study(live.id, number, seat) if number else None
        if study is None:
            raise Refusal("You haven't finished that round. Ask the coach when it's over.")
        await ctx.reply.private(coach_screen(ctx.reader, live.id, study, 0, asked=False))

    @app_commands.command(description="The rules in plain words")
    @app_commands.describe(preset="Which rules (default: standard gin)")
    @app_commands.rename(preset="rules")
    @app_commands.autocomplete(preset=choosing_rules())
    async def rules(self, interaction: Asked, preset: str = "standard") -> None:
        ctx = context_of(interaction)
        await ctx.reply.private(await rules_page(ctx, preset))

    @app_commands.command(name="help", description="Menu and help")
    async def help_(self, interaction: Asked) -> None:
        ctx = context_of(interaction)
        await ctx.reply.private(help_screen(ctx.reader, manages=ctx.origin.may_manage))

    @app_commands.command(description="Learn gin rummy step by step")
    async def learn(self, interaction: Asked) -> None:
        await open_course(self._coaching, context_of(interaction))

    @app_commands.command(description="The best players of this server, or of your friends")
    async def leaderboard(self, interaction: Asked) -> None:
        ctx = context_of(interaction)
        await ctx.reply.private(await first_screen(ctx, ShownLeaderboard()))

    @app_commands.command(description="Your settings: notifications, cards, language")
    async def settings(self, interaction: Asked) -> None:
        ctx = context_of(interaction)
        await ctx.reply.private(await own_settings(ctx))
