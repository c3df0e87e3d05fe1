"""Mistakes that the bot could have made. Each is switched on by a test, for that test alone."""

import contextlib
import itertools
from collections.abc import Callable
from typing import Any, Final

import discord
import pytest
from discord.gateway import ReconnectWebSocket
from discord.shard import EventItem, EventType, Shard

from bot.match import panels
from bot.match.board import panel_of
from bot.match.messages import TableMessages
from bot.ops.metrics import Ended
from bot.ui import pacing
from bot.ui.dispatcher import Answered, InteractionDispatcher
from bot.ui.reply import DiscordReply
from bot.web.connection import MatchStateCache
from engine.game.seats import Seat
from engine.service import LiveMatch
from tests.simulation.planted import answer_before_commit

Plant = Callable[[pytest.MonkeyPatch], None]


def _panel_of_the_other_seat(patch: pytest.MonkeyPatch) -> None:
    def other(
        reader: Any, board: Any, live: LiveMatch, seat: Seat, *more: Any, **named: Any
    ) -> Any:
        wrong = Seat(1 - seat) if len(live.players) == 2 else seat
        return panel_of(reader, board, live, wrong, *more, **named)

    patch.setattr(panels, "panel_of", other)


def _private_answers_are_public(patch: pytest.MonkeyPatch) -> None:
    async def private(reply: DiscordReply, screen: Any) -> Any:
        sent = await reply._send(screen, ephemeral=False)
        return None if sent is None else sent.editor

    patch.setattr(DiscordReply, "private", private)


def _table_messages_without_nonce(patch: pytest.MonkeyPatch) -> None:
    honest = discord.abc.Messageable.send

    async def send(where: Any, *content: Any, nonce: object = None, **more: Any) -> Any:
        return await honest(where, *content, **more)

    patch.setattr(discord.abc.Messageable, "send", send)


def _a_cut_gateway_stays_cut(patch: pytest.MonkeyPatch) -> None:
    honest = EventItem.__init__

    def event(item: EventItem, kind: Any, shard: Any, error: Any) -> None:
        if kind is EventType.resume or isinstance(error, ReconnectWebSocket):
            kind = EventType.clean_close + 100  # nobody handles it
        honest(item, kind, shard, error)

    async def _lost(shard: Shard, error: Exception) -> None:
        """Do nothing about it."""

    patch.setattr(EventItem, "__init__", event)
    patch.setattr(Shard, "_handle_disconnect", _lost)


def _stale_boards_overwrite(patch: pytest.MonkeyPatch) -> None:
    honest = TableMessages.screen
    drawn: dict[int, list[LiveMatch]] = {}

    async def screen(tables: TableMessages, live: LiveMatch) -> Any:
        before = drawn.setdefault(live.id, [live])
        if before[-1].version < live.version:
            drawn[live.id] = before = [before[-1], live]
        return await honest(tables, before[0])

    patch.setattr(TableMessages, "screen", screen)


def _pages_show_the_other_hand(patch: pytest.MonkeyPatch) -> None:
    honest = MatchStateCache.of

    def of(frames: MatchStateCache, reader: Any, live: LiveMatch, seat: Seat | None) -> bytes:
        return honest(frames, reader, live, Seat(1) if seat is None else Seat(1 - seat))

    patch.setattr(MatchStateCache, "of", of)


def _acknowledged_and_not_done(patch: pytest.MonkeyPatch) -> None:
    honest, numbers = InteractionDispatcher._answered, itertools.count(1)

    async def answered(dispatcher: InteractionDispatcher, ctx: Any, work: Any) -> Answered:
        if next(numbers) % 9 == 0:
            await ctx.reply.acknowledge()
            return Answered(Ended.ANSWERED)
        return await honest(dispatcher, ctx, work)

    patch.setattr(InteractionDispatcher, "_answered", answered)


def _a_limit_that_never_frees(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(pacing, "PER_SECOND", 1e-9)


def _lost_boards_stay_lost(patch: pytest.MonkeyPatch) -> None:
    honest = TableMessages.edit

    async def edit(tables: TableMessages, *what: Any) -> None:
        with contextlib.suppress(discord.NotFound):
            await honest(tables, *what)

    patch.setattr(TableMessages, "edit", edit)


def _shown_too_early(patch: pytest.MonkeyPatch) -> None:
    answer_before_commit(patch)


PLANTED: Final[dict[str, Plant]] = {
    "a_cut_gateway_stays_cut": _a_cut_gateway_stays_cut,
    "a_limit_that_never_frees": _a_limit_that_never_frees,
    "acknowledged_and_not_done": _acknowledged_and_not_done,
    "answer_before_commit": _shown_too_early,
    "lost_boards_stay_lost": _lost_boards_stay_lost,
    "pages_show_the_other_hand": _pages_show_the_other_hand,
    "panel_of_the_other_seat": _panel_of_the_other_seat,
    "private_answers_are_public": _private_answers_are_public,
    "stale_boards_overwrite": _stale_boards_overwrite,
    "table_messages_without_nonce": _table_messages_without_nonce,
}
"""Each mistake by its name."""
