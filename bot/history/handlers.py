"""The list of one's own matches: pages, one match, its record."""

from typing import TYPE_CHECKING, Final

from bot.history.screens import (
    PAGE_LINES,
    Filter,
    Page,
    PastMatch,
    history_screen,
    past_screen,
    record_screen,
    records_screen,
)
from bot.match.replay.handlers import may_see
from bot.ui.answers import Answer
from bot.ui.custom_id import CustomId, base36
from bot.ui.notice import notice_screen
from bot.ui.reply import Reply
from bot.wording.errors import record_refusal
from engine.game.errors import RecordError
from engine.game.record import to_json, to_text
from engine.service import Finished, LiveMatch, MatchId, UserId

if TYPE_CHECKING:
    from bot.app import GinBot


MOST_RECORDS: Final = 1000
"""Matches in one archive: some megabytes, within what Discord takes."""


def history_answers(press: CustomId, _submitted: bool) -> Answer:
    """Files in a message of their own, pages in place."""
    _, _, rest = press.what.partition("-")
    return Answer.PRIVATE if rest.partition("-")[0] in ("record", "all") else Answer.IN_PLACE


async def history_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    """``history-older-<opponent>-<preset>`` and the like; the id is a match."""
    _, verb, opponent, preset = press.what.split("-", 3)
    chosen = Filter(int(opponent, 36) or None, preset or None)
    reader = await bot.readers.of(reply.interaction)
    user = UserId(reply.interaction.user.id)
    match verb:
        case "older":
            page = await page_of(bot, user, chosen, before=press.id)
        case "newer":
            page = await page_of(bot, user, chosen, after=press.id)
        case "open" if values:
            await _open(bot, reply, int(values[0], 36), press.id, chosen)
            return
        case "record":
            await _record(bot, reply, press.id)
            return
        case "all":
            await _records(bot, reply, user, chosen)
            return
        case _:
            page = await page_of(bot, user, chosen, before=press.id + 1)
    await reply.update(history_screen(reader, page))


async def page_of(
    bot: "GinBot",
    user: UserId,
    chosen: Filter,
    *,
    before: int | None = None,
    after: int | None = None,
) -> Page:
    """A page of somebody's matches, the newest if no match is named."""
    wanted = Finished(
        None if chosen.opponent is None else UserId(chosen.opponent),
        chosen.preset,
        None if before is None else MatchId(before),
        None if after is None else MatchId(after),
    )
    found = await bot.service.ended_matches_of(user, wanted, PAGE_LINES + 1)
    more = len(found) > PAGE_LINES
    kept = found[:PAGE_LINES] if after is None else found[-PAGE_LINES:]
    lines = tuple(past for live in kept if (past := past_of(bot, live, user)) is not None)
    if after is not None:
        return Page(lines, chosen, newer=more, older=True)
    return Page(
        lines,
        chosen,
        newer=before is not None and await _is_newer(bot, user, wanted, lines),
        older=more,
    )


async def _is_newer(
    bot: "GinBot", user: UserId, wanted: Finished, lines: tuple[PastMatch, ...]
) -> bool:
    """Whether the list goes on before its first line."""
    if not lines:
        return False
    first = Finished(wanted.opponent, wanted.preset, after=MatchId(lines[0].board.match))
    return bool(await bot.service.ended_matches_of(user, first, 1))


def past_of(bot: "GinBot", live: LiveMatch, user: UserId) -> PastMatch | None:
    """An ended match as its player remembers it."""
    seat = live.seat_of(user)
    if seat is None:
        return None
    return PastMatch(bot.board(live), seat, (live.ended_ms or live.updated_ms) // 1000)


async def _open(bot: "GinBot", reply: Reply, match: int, first: int, chosen: Filter) -> None:
    reader = await bot.readers.of(reply.interaction)
    live = await bot.service.load(MatchId(match))
    past = None if live is None else past_of(bot, live, UserId(reply.interaction.user.id))
    if past is None:
        await reply.private(notice_screen(reader.words.t("This match no longer exists.")))
        return
    await reply.update(past_screen(reader, past, first, chosen))


async def _records(bot: "GinBot", reply: Reply, user: UserId, chosen: Filter) -> None:
    """All matches of a person (that the list shows), newest first, in one archive."""
    reader = await bot.readers.of(reply.interaction)
    wanted = Finished(
        opponent=None if chosen.opponent is None else UserId(chosen.opponent),
        preset=chosen.preset,
    )
    try:
        archive, count = await bot.replays.archive(user, wanted, MOST_RECORDS)
    except RecordError as error:
        await reply.private(notice_screen(record_refusal(reader, error)))
        return
    if not count:
        await reply.private(notice_screen(reader.words.t("You haven't finished a round yet.")))
        return
    await reply.private(records_screen(reader, archive, count))


async def _record(bot: "GinBot", reply: Reply, match: int) -> None:
    """The files of a match, in a private message of their own."""
    reader = await bot.readers.of(reply.interaction)
    t, asked = reader.words.t, reply.interaction
    live = await bot.service.load(MatchId(match))
    if live is None or not await may_see(bot, live, asked.user.id, asked.guild_id):
        await reply.private(notice_screen(t("There is no such match on this server.")))
        return
    try:
        shelved = await bot.replays.of(live)
    except RecordError as error:
        await reply.private(notice_screen(record_refusal(reader, error)))
        return
    if shelved is None:
        await reply.private(notice_screen(t("No round of this match is finished yet.")))
        return
    record = shelved.record
    screen = record_screen(reader, base36(match), to_text(record), to_json(record))
    await reply.private(screen)
