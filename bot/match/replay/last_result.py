"""The result of the round that was finished last, while the next one is played."""

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.match.replay.cache import CachedRecord
from bot.match.replay.last_result_screen import last_result_screen
from bot.ui.notice import notice_screen
from bot.ui.reply import Reply
from bot.wording.errors import record_refusal
from engine.game.errors import RecordError
from engine.game.view import MatchView
from engine.service import MatchId, UserId

if TYPE_CHECKING:
    from bot.app import GinBot


async def last_result_pressed(bot: "GinBot", reply: Reply, match: MatchId) -> None:
    """Show it in a private message of its own, so that the hand stays where it is."""
    reader = await bot.readers.of(reply.interaction)
    t, live = reader.words.t, await bot.service.load(match)
    if live is None or live.seat_of(UserId(reply.interaction.user.id)) is None:
        await reply.private(notice_screen(t("You aren't at this table.")))
        return
    try:
        shelved = await bot.replays.of(live)
    except RecordError as error:
        await reply.private(notice_screen(record_refusal(reader, error)))
        return
    found = None if shelved is None else _at_the_end(shelved)
    if found is None:
        await reply.private(notice_screen(t("No round of this match is finished yet.")))
        return
    board = replace(bot.board(live), view=found)
    await reply.private(last_result_screen(reader, board))


def _at_the_end(shelved: CachedRecord) -> MatchView | None:
    """The match at the moment when its newest finished round ended at the last of its tables."""
    ends = [
        frames[-1].match
        for frames in shelved.replay.frames
        if all(table.facts is not None for table in frames[-1].match.tables)
    ]
    return max(ends, key=lambda view: view.number, default=None)
