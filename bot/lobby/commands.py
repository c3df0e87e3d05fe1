"""What begins a match: `/gin challenge`, `find`, `open` and `practice`, and buttons like them."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands

from bot.lobby.finder import Search, open_finder
from bot.lobby.handlers import offer_challenge, offer_table, start_practice
from bot.lobby.messages import LobbyContext, require_company
from bot.match.options import (
    LEVEL_CHOICES,
    Ruleset,
    choosing_rules,
    chosen_rules,
    clock_of,
    clock_titles,
    offering,
    rating_window,
    rulesets_for,
    server_presets,
)
from bot.match.own_matches import require_no_turn
from bot.match.replay.records import finished_rounds, may_see
from bot.match.wiring import MatchDisplay
from bot.presses.lobby import OpenPress
from bot.presses.match import PlayOnPress
from bot.ui.context import Context, context_of
from bot.ui.paging import paged
from bot.ui.publishing import SlashCommand
from bot.ui.reader import Reader
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.routes import PUBLIC
from bot.ui.screen import Accent, Button, Menu, MenuChoice, Screen, Text, clipped, rows
from bot.wording.names import title_of
from engine.clocks import DAILY
from engine.game.errors import RecordError
from engine.game.presets import players_of
from engine.game.seats import Seat
from engine.game.start_position import StartPosition, position_of
from engine.players import Level
from engine.service import MatchId

DEFAULT: Final = "standard"
MOST_BUTTONS: Final = 25


async def open_wanted(hosting: LobbyContext, ctx: Context, wanted: OpenPress) -> None:
    """Open a table, or offer the rulesets for so many players if the wanted one is not."""
    if ctx.values and not ctx.turns_a_page:
        wanted = replace(wanted, preset=ctx.value)
    chosen = await chosen_rules(ctx, wanted.preset or DEFAULT, wanted.target or None)
    players = wanted.players or None
    if players is not None and players not in players_of(chosen.name, chosen.rules):
        require_company(ctx)
        config = await server_presets(ctx)
        found = rulesets_for(config.presets, players)
        sizes = players_of(chosen.name, chosen.rules) if wanted.preset else ()
        screen = rulesets_screen(ctx.reader, wanted, found, sizes)
        await (ctx.reply.update(screen) if ctx.turns_a_page else ctx.reply.private(screen))
        return
    await offer_table(
        hosting,
        ctx,
        chosen,
        wanted.clock,
        players=players,
        rated=bool(wanted.rated),
        thread=bool(wanted.thread),
        ratings=(wanted.low, wanted.high) if wanted.high else None,
    )


def rulesets_screen(
    reader: Reader,
    wanted: OpenPress,
    found: Mapping[str, tuple[int, ...]],
    sizes: tuple[int, ...] = (),
) -> Screen:
    """Return the rulesets for the wanted number of players: a button each, or a menu of many.

    ``sizes``: the numbers of players of the ruleset that was named, if any.
    """
    t = reader.words.t
    lines = [f"### {t('Rules for {n} players', n=wanted.players)}"]
    if sizes:
        named = title_of(reader.words, wanted.preset)
        numbers = ", ".join(map(str, sizes))
        lines.append(t("**{rules}** is for {players} players.", rules=named, players=numbers))
    lines.append(t("Choose the rules; your table opens for everybody here."))
    titles = {name: title_of(reader.words, name) for name in found}
    if len(titles) > MOST_BUTTONS:
        choices = tuple(MenuChoice(clipped(title, 100), name) for name, title in titles.items())
        menu = paged(reader, Menu(wanted, choices, t("Rules")))
        return Screen((Text("\n".join(lines)), menu), Accent.CALM)
    buttons = [
        Button(clipped(title, 80), replace(wanted, preset=name)) for name, title in titles.items()
    ]
    return Screen((Text("\n".join(lines)), *rows(buttons)), Accent.CALM)


async def play_on_pressed(display: MatchDisplay, ctx: Context, press: PlayOnPress) -> None:
    """Begin a match at the step: in the own seat, or for others in the seat that acts."""
    live = await ctx.load_match(MatchId(press.id))
    if live is None or not await may_see(ctx, live):
        raise Refusal("There is no such match on this server.")
    if not live.is_over:
        raise Refusal("This match is still in progress. Play on from it when it's over.")
    if live.is_hidden:
        raise Refusal(
            "Others are still playing this deal. You can play on from it when they have "
            "finished, or the day is over."
        )
    await require_no_turn(ctx)
    record = (await finished_rounds(display.replays, ctx, live)).record
    try:
        position = await asyncio.to_thread(position_of, record, press.revision, press.step)
    except RecordError as error:
        raise Refusal(OLD_BUTTON) from error
    own = live.seat_of(ctx.user)
    seat = position.match().to_act[0] if own is None else own

    def begun(_seed: int) -> tuple[StartPosition, Seat]:
        return position, seat

    chosen = Ruleset(live.setup.preset, position.rules)
    await start_practice(display, ctx, chosen, ctx.value, begun)


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
        await start_practice(hosting.display, ctx, chosen, level)

    return practice
