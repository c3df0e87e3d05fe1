"""Two members of the playground sit down at one table with a single press.

One person sits before both windows, so nobody is asked whether they accept. At Discord there is no
such thing: there everybody answers for themselves.
"""

import asyncio

from bot.lobby.challenge import challenge_to
from bot.lobby.handlers import answer_lobby_outcome
from bot.lobby.hosting import Hosting
from bot.match.options import ruleset
from bot.ui.context import Context
from engine.clocks.clock import DAILY
from engine.service import InteractionId, LobbyOpened, Person


class Together:
    """Finds or starts the match of two members, whichever of their windows asks first."""

    def __init__(self, hosting: Hosting) -> None:
        self._hosting = hosting
        self._asking = asyncio.Lock()

    async def sit_down(self, ctx: Context, other: Person, others_key: InteractionId) -> None:
        """Show the table of two members. ``others_key``: under which the other one joins."""
        async with self._asking:
            for live in await ctx.service.live_matches_of(ctx.user):
                people = {one.user_id for one in live.players}
                if people == {ctx.user, other.user_id} and not live.is_private:
                    await ctx.reply.lay_out(live.id, "")
                    return
            await self._start(ctx, other, others_key)

    async def _start(self, ctx: Context, other: Person, others_key: InteractionId) -> None:
        chat = self._hosting.chat
        ask = await challenge_to(
            self._hosting, ctx, other, ruleset({}, "standard"), DAILY, rated=False
        )
        async with chat.tables.expecting(others_key):
            outcome = await ctx.service.open_lobby(ask)
            if isinstance(outcome, LobbyOpened):
                outcome = await ctx.service.join(others_key, outcome.lobby.id, other)
            await answer_lobby_outcome(chat, ctx, outcome, fresh=True)
