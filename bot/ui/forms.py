"""Forms with one text field."""

from typing import Final

from bot.ui.context import Context
from bot.ui.i18n import mark
from bot.ui.notice import notice_screen
from bot.ui.replying import FIELD, Form

TOO_LATE: Final = mark("Gin took too long to open the form. Press the button again.")


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
    form = Form(press, title, label, length, placeholder, written, is_long)
    await ctx.reply.form(form, notice_screen(ctx.t(TOO_LATE)))


def is_submitted(ctx: Context) -> bool:
    """Whether the interaction is a submitted form."""
    return ctx.origin.fields is not None


def text_of(ctx: Context) -> str:
    """Return the text of a submitted form."""
    return (ctx.origin.fields or {}).get(FIELD, "")
