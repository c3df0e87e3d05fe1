"""Rated matches that did not count, for administrators."""

from typing import Final

from bot.ui.context import Context
from bot.ui.custom_id import base36
from bot.ui.i18n import mark
from bot.ui.names import safe_name
from bot.ui.notice import notice_screen
from bot.ui.screen import Accent, Screen
from engine.service import Unrated

REASONS: Final = {
    Unrated.SHORT: mark("no round was finished"),
    Unrated.OFTEN: mark("more than five rated matches between the same two players in one day"),
    Unrated.LOSSES: mark("four surprising losses in a row to the same player"),
    Unrated.RESIGNATIONS: mark("third quick resignation to the same player within a week"),
}


async def unrated_of(ctx: Context) -> Screen:
    """Return the matches of the server, each with the rule that it met."""
    t = ctx.t
    found = await ctx.service.ratings.unrated(ctx.guild)
    lines = [t("## Rated matches that didn't count")]
    for one in found:
        live = await ctx.load_match(one.match_id)
        names = "" if live is None else " – ".join(safe_name(p.name) for p in live.players)
        day = f"<t:{one.ended_ms // 1000}:d>"
        reason = t(REASONS[one.reason])
        lines.append(f"{day} **{names}**: {reason}  ·  `{base36(one.match_id)}`")
    if not found:
        lines.append(t("None so far."))
    hint = t(
        "These are rules of thumb, not proof. Look at a match with `/gin replay match:` "
        "before you speak to anyone."
    )
    return notice_screen("\n".join([*lines, f"-# {hint}"])[:3900], Accent.CALM)
