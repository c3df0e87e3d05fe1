"""Handlers of the tutor: its advice, which changes in place while it is being computed."""

from collections.abc import AsyncIterator

from bot.coach.tutor import Studying, Tutor
from bot.coach.tutor_screen import tutor_screen
from bot.presses.pages import TutorPress, TutorVerb
from bot.ui.context import Context
from bot.ui.screen import Screen


async def open_tutor(tutor: Tutor, ctx: Context) -> None:
    """Show the advice in a private message, and how far it is until then."""
    await ctx.reply.show_each(_screens(tutor, ctx, anew=False), is_new=True)


async def tutor_pressed(tutor: Tutor, ctx: Context, press: TutorPress) -> None:
    """Show the advice again, or draw new advice."""
    await ctx.reply.show_each(_screens(tutor, ctx, anew=press.verb is TutorVerb.RENEW))


async def _screens(tutor: Tutor, ctx: Context, *, anew: bool) -> AsyncIterator[Screen]:
    while True:
        state = await tutor.look(ctx.user, anew=anew)
        yield tutor_screen(ctx.reader, state)
        if not isinstance(state, Studying):
            return
        anew = False
