"""What a page shows of its reader above the settings: name, rating, and the last matches."""

from typing import Final

from bot.account import settings_of
from bot.history.handlers import page_of
from bot.history.screens import row_of
from bot.presses.pages import Filter
from bot.profile.handlers import own_figures
from bot.ui.context import Context
from bot.ui.parts.kinds import Ground, PartPlace, Way
from bot.ui.parts.rows import ListedRow, RowsPart
from bot.ui.screen import Part, Screen

LAST_MATCHES: Final = 3


async def own_head(ctx: Context) -> tuple[Part, ...]:
    """Return who the person is, with the last matches on paper."""
    played = (await page_of(ctx, Filter())).lines[:LAST_MATCHES]
    every = ListedRow(name=ctx.t("All matches"), way=Way(page="history"))
    rows = [row_of(ctx.reader, one) for one in played]
    paper = RowsPart(
        title=ctx.t("Last matches"),
        ground=Ground.PAPER,
        place=PartPlace.SIDE,
        rows=(*rows, every) if rows else (),
        nobody=ctx.t("You have no finished matches here yet."),
    )
    return await own_figures(ctx), paper


async def own_settings(ctx: Context) -> Screen:
    """Return the person's settings."""
    return await settings_of(own_head, ctx)
