"""Opening a table: by a command, or by a button of the rulesets for a number of players."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.lobby.handlers import offer_table
from bot.lobby.messages import LobbyContext, require_company
from bot.match.options import chosen_rules, rulesets_for, server_presets
from bot.presses.lobby import OpenPress
from bot.ui.context import Context
from bot.ui.paging import paged
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Menu, MenuChoice, Screen, Text, clipped, rows
from bot.wording.names import title_of
from engine.game.presets import players_of

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
        menu = paged(reader, Menu(str(wanted), choices, t("Rules")))
        return Screen((Text("\n".join(lines)), menu), Accent.CALM)
    buttons = [
        Button(clipped(title, 80), str(replace(wanted, preset=name)))
        for name, title in titles.items()
    ]
    return Screen((Text("\n".join(lines)), *rows(buttons)), Accent.CALM)
