"""Forms with one text field."""

from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.ui.context import Context
from bot.ui.i18n import mark
from bot.ui.notice import notice_screen

TOO_LATE: Final = mark("Gin took too long to open the form. Press the button again.")
MAX_TITLE: Final = 45


async def ask_for_text(
    ctx: Context,
    press: str,
    title: str,
    label: str,
    *,
    length: int,
    placeholder: str | None = None,
    written: str | None = None,
    is_long: bool = False,
) -> None:
    """Open a form whose submission has the custom id ``press``.

    ``written``: the current text, in a field that may also be left empty. ``is_long``: a field of
    several lines.
    """
    modal = discord.ui.Modal(title=title[:MAX_TITLE], custom_id=press, timeout=None)
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id="text",
        max_length=length,
        placeholder=placeholder,
        required=written is None,
        default=written or None,
        style=discord.TextStyle.paragraph if is_long else discord.TextStyle.short,
    )
    modal.add_item(discord.ui.Label(text=label, component=field))
    modal.stop()
    await ctx.reply.form(modal, notice_screen(ctx.t(TOO_LATE)))


def is_submitted(ctx: Context) -> bool:
    """Whether the interaction is a submitted form."""
    return ctx.interaction.type is discord.InteractionType.modal_submit


def text_of(ctx: Context) -> str:
    """Return the text of a submitted form."""
    data: Mapping[str, Any] = ctx.interaction.data or {}
    for part in data.get("components", ()):
        component = part.get("component") or (part.get("components") or [{}])[0]
        if component.get("custom_id") == "text":
            return str(component.get("value", ""))
    return ""
