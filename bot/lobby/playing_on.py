"""Play on from a step of a replay, against a computer."""

import asyncio

from bot.lobby.handlers import start_practice
from bot.match.options import Ruleset
from bot.match.replay.records import finished_rounds, may_see
from bot.match.wiring import MatchMessages
from bot.presses.match import PlayOnPress
from bot.ui.context import Context
from bot.ui.replying import OLD_BUTTON, Refusal
from engine.game.errors import RecordError
from engine.game.seats import Seat
from engine.game.start_position import StartPosition, position_of
from engine.service import MatchId


async def play_on_pressed(chat: MatchMessages, ctx: Context, press: PlayOnPress) -> None:
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
    record = (await finished_rounds(chat.replays, ctx, live)).record
    try:
        position = await asyncio.to_thread(position_of, record, press.revision, press.step)
    except RecordError as error:
        raise Refusal(OLD_BUTTON) from error
    own = live.seat_of(ctx.user)
    seat = position.match().to_act[0] if own is None else own

    def begun(_seed: int) -> tuple[StartPosition, Seat]:
        return position, seat

    chosen = Ruleset(live.setup.preset, position.rules)
    await start_practice(chat, ctx, chosen, ctx.value, begun)
