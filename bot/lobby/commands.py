"""`/gin challenge`, `/gin find`, `/gin open` and `/gin practice`: what begins a match."""

import discord
from discord import app_commands

from bot.lobby.finder import Search, open_finder
from bot.lobby.handlers import offer_challenge, start_practice
from bot.lobby.messages import LobbyContext
from bot.lobby.opening import open_wanted
from bot.match.options import (
    LEVEL_CHOICES,
    choosing_rules,
    chosen_rules,
    clock_of,
    clock_titles,
    offering,
    rating_window,
)
from bot.presses.lobby import OpenPress
from bot.ui.context import context_of
from bot.ui.publishing import SlashCommand
from bot.ui.routes import PUBLIC
from engine.clocks.clock import DAILY
from engine.players import Level


def challenge_command(hosting: LobbyContext) -> SlashCommand:
    """``/gin challenge``."""

    @app_commands.command(description="Challenge someone", extras=PUBLIC)
    @app_commands.describe(
        opponent="Who you want to play",
        preset="The rules (default: standard gin)",
        target="Points needed to win a game",
        clock="Time limit per turn",
        rated="Play for rating (default: the server's choice)",
        thread="Open the table in its own thread",
    )
    @app_commands.rename(preset="rules")
    @app_commands.autocomplete(preset=choosing_rules(2), clock=offering(clock_titles))
    async def challenge(
        interaction: discord.Interaction,
        opponent: discord.User,
        preset: str = "standard",
        target: app_commands.Range[int, 10, 1000] | None = None,
        clock: str = DAILY.name,
        rated: bool | None = None,
        thread: bool = False,
    ) -> None:
        ctx = context_of(interaction)
        rules = await chosen_rules(ctx, preset, target)
        chosen = clock_of(ctx.reader, clock)
        await offer_challenge(hosting, ctx, opponent, rules, chosen, rated=rated, thread=thread)

    return challenge


def open_command(hosting: LobbyContext) -> SlashCommand:
    """``/gin open``."""

    @app_commands.command(
        name="open", description="Open a table anyone can join (2–8 players)", extras=PUBLIC
    )
    @app_commands.describe(
        preset="The rules (default: standard gin; with players, a list to choose from)",
        players="Number of players",
        target="Points needed to win a game",
        clock="Time limit per turn",
        rated="Play for rating (default: no)",
        thread="Open the table in its own thread",
        rating_range="Who may join, such as 1400-1600 or 1500- (default: anyone)",
    )
    @app_commands.rename(preset="rules")
    @app_commands.autocomplete(preset=choosing_rules(), clock=offering(clock_titles))
    async def open_table(
        interaction: discord.Interaction,
        *,
        preset: str = "",
        players: app_commands.Range[int, 2, 8] | None = None,
        target: app_commands.Range[int, 10, 1000] | None = None,
        clock: str = DAILY.name,
        rated: bool = False,
        thread: bool = False,
        rating_range: str = "",
    ) -> None:
        ctx = context_of(interaction)
        low, high = rating_window(rating_range) or (0, 0)
        wanted = OpenPress(
            clock=clock_of(ctx.reader, clock),
            players=players or 0,
            target=target or 0,
            rated=int(rated),
            thread=int(thread),
            low=low,
            high=high,
            preset=preset,
        )
        await open_wanted(hosting, ctx, wanted)

    return open_table


def find_command() -> SlashCommand:
    """``/gin find``."""

    @app_commands.command(description="Find an opponent")
    @app_commands.describe(preset="The rules (default: standard gin)", clock="Time limit per turn")
    @app_commands.rename(preset="rules")
    @app_commands.autocomplete(preset=choosing_rules(2), clock=offering(clock_titles))
    async def find(
        interaction: discord.Interaction, preset: str = "standard", clock: str = DAILY.name
    ) -> None:
        ctx = context_of(interaction)
        await open_finder(ctx, Search(preset, clock_of(ctx.reader, clock)))

    return find


def practice_command(hosting: LobbyContext) -> SlashCommand:
    """``/gin practice``."""

    @app_commands.command(description="Play the computer now", extras=PUBLIC)
    @app_commands.describe(
        level="How strong the computer plays",
        preset="The rules (default: standard gin)",
        target="Points needed to win",
    )
    @app_commands.rename(preset="rules")
    @app_commands.autocomplete(preset=choosing_rules())
    @app_commands.choices(level=LEVEL_CHOICES)
    async def practice(
        interaction: discord.Interaction,
        level: str = Level.CASUAL.value,
        preset: str = "standard",
        target: app_commands.Range[int, 10, 1000] | None = None,
    ) -> None:
        ctx = context_of(interaction)
        chosen = await chosen_rules(ctx, preset, target)
        await start_practice(hosting.chat, ctx, chosen, level)

    return practice
