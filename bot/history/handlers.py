"""Handlers of a person's match list: pages, one match, its record."""

from typing import Final

from bot.history.screens import (
    PAGE_LINES,
    Page,
    PastMatch,
    history_screen,
    past_screen,
    record_screen,
    records_screen,
)
from bot.match.board import match_context
from bot.match.replay.permission import finished_rounds, may_see
from bot.match.wiring import MatchChat
from bot.presses.history import Filter, HistoryPress, HistoryVerb
from bot.ui.answers import Answer
from bot.ui.context import Context
from bot.ui.custom_id import base36
from bot.ui.refusal import Refusal
from bot.wording.errors import record_refusal
from engine.game.errors import RecordError
from engine.game.record import to_json, to_text
from engine.service import Finished, LiveMatch, MatchId, Service, UserId

MOST_RECORDS: Final = 1000
"""The most matches in one archive: some megabytes, within Discord's limit."""


def history_answers(press: HistoryPress, _submitted: bool) -> Answer:
    """Return the answer kind: a new message for files, in place for pages."""
    has_files = press.verb in (HistoryVerb.RECORD, HistoryVerb.ALL)
    return Answer.PRIVATE if has_files else Answer.IN_PLACE


async def history_pressed(chat: MatchChat, ctx: Context, press: HistoryPress) -> None:
    """Show a page of the list or a match in it, or send records as files."""
    chosen, user = press.chosen, ctx.user
    match press.verb:
        case HistoryVerb.OLDER:
            page = await page_of(ctx, chosen, before=press.id)
        case HistoryVerb.NEWER:
            page = await page_of(ctx, chosen, after=press.id)
        case HistoryVerb.OPEN:
            await _open(ctx, int(ctx.value, 36), press.id, chosen)
            return
        case HistoryVerb.RECORD:
            await _record(chat, ctx, press.id)
            return
        case HistoryVerb.ALL:
            await _records(chat, ctx, user, chosen)
            return
        case _:
            page = await page_of(ctx, chosen, before=press.id + 1)
    await ctx.reply.update(history_screen(ctx.reader, page))


async def page_of(
    ctx: Context,
    chosen: Filter,
    *,
    before: int | None = None,
    after: int | None = None,
) -> Page:
    """Return a page of the person's matches, the newest page if no match is named."""
    wanted = Finished(
        None if chosen.opponent is None else UserId(chosen.opponent),
        chosen.preset,
        None if before is None else MatchId(before),
        None if after is None else MatchId(after),
    )
    found = await ctx.service.ended_matches_of(ctx.user, wanted, PAGE_LINES + 1)
    more = len(found) > PAGE_LINES
    kept = found[:PAGE_LINES] if after is None else found[-PAGE_LINES:]
    lines = tuple(past for live in kept if (past := past_of(ctx, live)) is not None)
    if after is not None:
        return Page(lines, chosen, newer=more, older=True)
    return Page(
        lines,
        chosen,
        newer=before is not None and await _is_newer(ctx.service, ctx.user, wanted, lines),
        older=more,
    )


async def _is_newer(
    service: Service, user: UserId, wanted: Finished, lines: tuple[PastMatch, ...]
) -> bool:
    """Whether the list has newer matches than its first line."""
    if not lines:
        return False
    first = Finished(wanted.opponent, wanted.preset, after=MatchId(lines[0].board.match))
    return bool(await service.ended_matches_of(user, first, 1))


def past_of(ctx: Context, live: LiveMatch) -> PastMatch | None:
    """Return an ended match from its player's point of view."""
    seat = live.seat_of(ctx.user)
    if seat is None:
        return None
    board = match_context(ctx.service, ctx.seen(live), ctx.reader)
    return PastMatch(board, seat, (live.ended_ms or live.updated_ms) // 1000)


async def _open(ctx: Context, match: int, first: int, chosen: Filter) -> None:
    live = await ctx.load_match(MatchId(match))
    past = None if live is None else past_of(ctx, live)
    if past is None:
        raise Refusal("This match no longer exists.")
    await ctx.reply.update(past_screen(ctx.reader, past, first, chosen))


async def _records(chat: MatchChat, ctx: Context, user: UserId, chosen: Filter) -> None:
    """Return all listed matches of a person, newest first, in one archive."""
    wanted = Finished(
        opponent=None if chosen.opponent is None else UserId(chosen.opponent),
        preset=chosen.preset,
    )
    try:
        archive, count = await chat.replays.archive(user, wanted, MOST_RECORDS)
    except RecordError as error:
        raise Refusal.in_words(record_refusal(ctx.reader, error)) from error
    if not count:
        raise Refusal("You haven't finished a round yet.")
    await ctx.reply.private(records_screen(ctx.reader, archive, count))


async def _record(chat: MatchChat, ctx: Context, match: int) -> None:
    """Send the files of a match in a private message."""
    live = await ctx.load_match(MatchId(match))
    if live is None or not await may_see(ctx, live):
        raise Refusal("There is no such match on this server.")
    record = (await finished_rounds(chat.replays, ctx, live)).record
    screen = record_screen(ctx.reader, base36(match), to_text(record), to_json(record))
    await ctx.reply.private(screen)
