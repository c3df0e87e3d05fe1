"""What a player does at the table of a page: moves, premoves, the order of the cards, advice."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.match.hand.acting import act, outcome_of
from bot.match.hand.plans import sorted_as
from bot.ops.metrics import Ended, Source
from bot.presses.play import read_action
from bot.ui.context import Context
from bot.ui.reader import HandOrder
from bot.ui.refusal import NO_MATCH, NOT_SEATED, OLD_BUTTON, Refusal
from bot.web.connection import Connection
from bot.web.doing import Doing, Done, Outcome
from bot.web.protocol.messages import Act, Advise, Arrange, Plan, Sort
from bot.web.site import Site
from bot.web.views.seat import arranged
from bot.web.views.texts import id_number
from engine.game.actions import Abort, Resign, SeatAction
from engine.game.actions import Advise as Advice
from engine.game.cards import Card
from engine.premoves import Premoves
from engine.service import (
    Applied,
    Busy,
    LiveMatch,
    MatchId,
    Repeated,
    Stale,
    Unsure,
)

_OUTCOMES: Final[tuple[tuple[type[object], Outcome], ...]] = (
    (Applied, "applied"),
    (Repeated, "repeated"),
    (Stale, "stale"),
    (Busy, "busy"),
    (Unsure, "unsure"),
)


class Playing:
    """Answers the messages about a match."""

    def __init__(self, site: Site, doing: Doing) -> None:
        self._site = site
        self._doing = doing

    async def act(self, page: Connection, message: Act) -> None:
        """Play an action."""
        try:
            action = read_action(message.action)
        except ValueError:
            action = None
        await self._act(page, message.id, message.match, action, message.revision)

    async def advise(self, page: Connection, message: Advise) -> None:
        """Send advice to the captain."""
        await self._act(page, message.id, message.match, Advice(message.text), 0)

    async def _act(
        self, page: Connection, name: str, match: str, action: SeatAction | None, revision: int
    ) -> None:
        async def work(ctx: Context, done: Done) -> Ended:
            if action is None:
                raise Refusal(OLD_BUTTON)
            chat = self._site.hosting.chat
            # To end the match is meant whatever has been played since, as in the chat.
            meant_for = 0 if isinstance(action, Resign | Abort) else revision
            outcome = await act(chat, ctx, MatchId(id_number(match)), action, meant_for)
            live, done.sentence = outcome_of(ctx.reader, outcome)
            done.outcome = next(
                (said for kind, said in _OUTCOMES if isinstance(outcome, kind)), "refused"
            )
            if live is not None:
                self._site.followers.deliver(live)
                page.deliver(live, again=True)
            return Ended.REFUSED if done.outcome == "refused" else Ended.ANSWERED

        await self._doing.do(page, name, work, Source.PLAY)

    async def arrange(self, page: Connection, message: Arrange) -> None:
        """Keep the cards in the player's own order."""

        async def work(ctx: Context, done: Done) -> Ended:
            live = await self._own(ctx, message.match)
            seat = live.seat_of(ctx.user)
            assert seat is not None, "only a player's own match is arranged"
            cards = arranged(message.cards, live, seat)
            if cards is None:
                done.outcome = "stale"
                page.deliver(live, again=True)
                return Ended.REFUSED
            if ctx.reader.order is not HandOrder.OWN:
                await sorted_as(ctx, HandOrder.OWN)
            await self._plan(ctx, live, _in_order(cards))
            return Ended.ANSWERED

        await self._doing.do(page, message.id, work, Source.HAND)

    async def plan(self, page: Connection, message: Plan) -> None:
        """Set the premoves."""

        def change(plans: Premoves) -> Premoves:
            return replace(
                plans,
                pass_upcard=message.pass_upcard,
                draw_stock=message.draw_stock,
                knock_at=message.knock_at,
            )

        async def work(ctx: Context, done: Done) -> Ended:
            await self._plan(ctx, await self._own(ctx, message.match), change)
            return Ended.ANSWERED

        await self._doing.do(page, message.id, work, Source.HAND)

    async def sort(self, page: Connection, message: Sort) -> None:
        """Choose how hands are sorted."""

        async def work(ctx: Context, done: Done) -> Ended:
            await sorted_as(ctx, HandOrder(message.order))
            return Ended.ANSWERED

        await self._doing.do(page, message.id, work, Source.HAND)

    async def _own(self, ctx: Context, match: str) -> LiveMatch:
        live = await ctx.load_match(MatchId(id_number(match)))
        if live is None:
            raise Refusal(NO_MATCH)
        if live.seat_of(ctx.user) is None:
            raise Refusal(NOT_SEATED)
        return live

    async def _plan(
        self, ctx: Context, live: LiveMatch, change: Callable[[Premoves], Premoves]
    ) -> None:
        changed = await ctx.service.planning.change(ctx.key, live.id, ctx.user, change)
        if changed is not None:
            self._site.followers.deliver_own(ctx.user, changed)


def _in_order(cards: tuple[Card, ...]) -> Callable[[Premoves], Premoves]:
    return lambda plans: replace(plans, order=cards)
