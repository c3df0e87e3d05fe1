"""Handlers of a person's match list: pages, one match, its record, and the link that shares it."""

import logging
from typing import Any, Final

import discord
from discord import app_commands

from bot.history.screens import (
    PAGE_LINES,
    HistoryPage,
    PastMatch,
    history_screen,
    past_in_short,
    past_screen,
    record_screen,
    records_screen,
)
from bot.match.board import match_context
from bot.match.links import shared_address
from bot.match.options import choosing_rules
from bot.match.replay.handlers import last_round, shown
from bot.match.replay.records import MAX_FILE_BYTES, CachedRecord, finished_rounds, may_see
from bot.match.sheet_screen import match_title
from bot.match.wiring import MatchDisplay
from bot.presses.match import ReplaySource, SharePress, ShareVerb, Watching
from bot.presses.pages import Filter, HistoryPress, HistoryVerb
from bot.ui.context import Context, context_of
from bot.ui.custom_id import base36, read_id
from bot.ui.press import Link
from bot.ui.reader import Reader
from bot.ui.replying import NO_MATCH, NOT_SEATED, Refusal
from bot.ui.requests import FAILURES, described
from bot.ui.routes import AnswerKind
from bot.ui.screen import (
    MAX_CHOICE,
    MAX_CHOICES,
    Accent,
    Button,
    Row,
    Screen,
    Style,
    Text,
    clipped,
)
from bot.wording.errors import record_refusal
from engine.game.errors import RecordError
from engine.game.record import to_json, to_text
from engine.service import Finished, LiveMatch, MatchId, Service, UserId

MOST_RECORDS: Final = 1000
log = logging.getLogger(__name__)
"""The most matches in one archive: some megabytes, within Discord's limit."""


def history_answers(press: HistoryPress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: a new message for files, in place for pages."""
    has_files = press.verb in (HistoryVerb.RECORD, HistoryVerb.ALL)
    return AnswerKind.PRIVATE if has_files else AnswerKind.IN_PLACE


async def history_pressed(display: MatchDisplay, ctx: Context, press: HistoryPress) -> None:
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
            await _record(display, ctx, press.id)
            return
        case HistoryVerb.ALL:
            await _records(display, ctx, user, chosen)
            return
        case _:
            page = await page_of(ctx, chosen, first=press.id)
    await ctx.reply.update(history_screen(ctx.reader, page))


async def page_of(
    ctx: Context,
    chosen: Filter,
    *,
    first: int | None = None,
    before: int | None = None,
    after: int | None = None,
) -> HistoryPage:
    """Return a page of the person's matches, the newest page if no match is named."""
    wanted = Finished(
        None if chosen.opponent is None else UserId(chosen.opponent),
        chosen.preset,
        first=None if first is None else MatchId(first),
        before=None if before is None else MatchId(before),
        after=None if after is None else MatchId(after),
    )
    found = await ctx.service.ended_matches_of(ctx.user, wanted, PAGE_LINES + 1)
    more = len(found) > PAGE_LINES
    page = found[:PAGE_LINES] if after is None else found[-PAGE_LINES:]
    lines = tuple(past for live in page if (past := past_of(ctx, live)) is not None)
    if after is not None:
        return HistoryPage(lines, chosen, newer=more, older=True)
    return HistoryPage(
        lines,
        chosen,
        newer=(first or before) is not None and await _is_newer(ctx, wanted, lines),
        older=more,
    )


async def _is_newer(ctx: Context, wanted: Finished, lines: tuple[PastMatch, ...]) -> bool:
    """Whether the list has newer matches than its first line."""
    if not lines:
        return False
    newer = Finished(wanted.opponent, wanted.preset, after=MatchId(lines[0].board.match))
    return bool(await ctx.service.ended_matches_of(ctx.user, newer, 1))


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


async def _records(display: MatchDisplay, ctx: Context, user: UserId, chosen: Filter) -> None:
    """Return all listed matches of a person, newest first, in one archive."""
    wanted = Finished(
        opponent=None if chosen.opponent is None else UserId(chosen.opponent),
        preset=chosen.preset,
    )
    try:
        archive, count = await display.replays.archive(user, wanted, MOST_RECORDS)
    except RecordError as error:
        raise Refusal.in_words(record_refusal(ctx.reader, error)) from error
    if not count:
        raise Refusal("You haven't finished a round yet.")
    await ctx.reply.private(records_screen(ctx.reader, archive, count))


async def _record(display: MatchDisplay, ctx: Context, match: int) -> None:
    """Send the files of a match in a private message."""
    live = await ctx.load_match(MatchId(match))
    if live is None or not await may_see(ctx, live):
        raise Refusal("There is no such match on this server.")
    record = (await finished_rounds(display.replays, ctx, live)).record
    screen = record_screen(ctx.reader, base36(match), to_text(record), to_json(record))
    await ctx.reply.private(screen)


CHOICES: Final = 10
Asked = discord.Interaction


def history_command() -> app_commands.Command[Any, Any, Any]:
    """``/gin history``."""

    @app_commands.command(description="Your finished matches, with replays")
    @app_commands.describe(
        opponent="Only matches against this person", preset="Only matches with these rules"
    )
    @app_commands.rename(preset="rules")
    @app_commands.autocomplete(preset=choosing_rules())
    async def history(
        interaction: Asked, opponent: discord.User | None = None, preset: str | None = None
    ) -> None:
        ctx = context_of(interaction)
        chosen = Filter(None if opponent is None else opponent.id, preset and preset[:32])
        page = await page_of(ctx, chosen)
        await ctx.reply.private(history_screen(ctx.reader, page))

    return history


def replay_command(display: MatchDisplay) -> app_commands.Command[Any, Any, Any]:
    """``/gin replay``."""

    @app_commands.command(description="Replay a finished round move by move")
    @app_commands.describe(
        match="The share id of a match (default: your last one)",
        round_number="Which round (default: the last finished one)",
        file="A record you have downloaded, as text or JSON",
    )
    @app_commands.rename(round_number="round")
    @app_commands.autocomplete(match=_match_choices)
    async def replay(
        interaction: Asked,
        match: str | None = None,
        round_number: app_commands.Range[int, 1, 1000] | None = None,
        file: discord.Attachment | None = None,
    ) -> None:
        ctx = context_of(interaction)
        await ctx.reply.private(await _screen(display, ctx, match, round_number, file))

    return replay


async def _screen(
    display: MatchDisplay,
    ctx: Context,
    match: str | None,
    number: int | None,
    file: discord.Attachment | None,
) -> Screen:
    """Return the requested replay."""
    if file is not None:
        place, shelved = await _brought(display, ctx, file)
        at = Watching(ReplaySource.STUDY, place, number or 1)
    else:
        live = await _match(ctx, match)
        shelved = await finished_rounds(display.replays, ctx, live)
        at = Watching(ReplaySource.MATCH, live.id, number or last_round(shelved))
    if not shelved.replay.of(at.number, 0):
        raise Refusal("Round {n} wasn't finished.", n=at.number)
    return await shown(display.replays, ctx.reader, shelved, at)


async def _brought(
    display: MatchDisplay, ctx: Context, file: discord.Attachment
) -> tuple[int, CachedRecord]:
    """Read an attached record; return its number in the cache."""
    try:
        if file.size > MAX_FILE_BYTES:
            raise RecordError("record_too_large", limit=MAX_FILE_BYTES // 1024)
        return await display.replays.bring(await file.read(), ctx.user)
    except RecordError as error:
        raise Refusal.in_words(record_refusal(ctx.reader, error)) from error
    except FAILURES as error:
        log.info("an attached record was not delivered (%s)", described(error))
        raise Refusal("Discord didn't deliver the file. Try again.") from error


async def _match(ctx: Context, share: str | None) -> LiveMatch:
    """Return the requested match, or the person's last one."""
    if share is None:
        mine = await ctx.service.ended_matches_of(ctx.user, Finished(), 1)
        if not mine:
            raise Refusal("You haven't finished a match yet. Start one with `/gin practice`.")
        return ctx.seen(mine[0])
    match = read_id(share)
    live = None if match is None else await ctx.load_match(MatchId(match))
    if live is None or not await may_see(ctx, live):
        raise Refusal(
            "There is no such match on this server. Find the ids of yours with `/gin history`."
        )
    return live


async def coachable(service: Service, user: UserId, share: str | None) -> LiveMatch | None:
    """Return the person's match to be coached; by default the last one."""
    if share is None:
        return await service.last_match_of(user)
    match = read_id(share)
    live = None if match is None else await service.load(MatchId(match))
    return live if live is not None and live.seat_of(user) is not None else None


async def coachable_choices(asked: Asked, typed: str) -> list[app_commands.Choice[str]]:
    """Return the person's matches with a finished round, running ones first."""
    ctx = context_of(asked)
    wanted = typed.casefold()
    running = [
        app_commands.Choice(name=clipped(title, MAX_CHOICE), value=base36(live.id))
        for live in await ctx.service.live_matches_of(ctx.user)
        if live.public().played
        and not live.setup.has_shared_deals
        and (seat := live.seat_of(ctx.user)) is not None
        for title in [
            match_title(ctx.reader, match_context(ctx.service, ctx.seen(live), ctx.reader), seat)
        ]
        if wanted in title.casefold()
    ]
    return [*running, *await _match_choices(asked, typed)][:MAX_CHOICES]


async def _match_choices(asked: Asked, typed: str) -> list[app_commands.Choice[str]]:
    """Return the person's last matches."""
    ctx = context_of(asked)
    found = await ctx.service.ended_matches_of(ctx.user, Finished(), CHOICES)
    lines = [(live.id, past) for live in found if (past := past_of(ctx, live)) is not None]
    named = [(base36(match), past_in_short(ctx.reader, past)) for match, past in lines]
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=line, value=share)
        for share, line in named
        if wanted in line.casefold() or share.startswith(wanted)
    ]


def share_screen(reader: Reader, match: int, link: str | None) -> Screen:
    """Return the screen with the link, or with the offer to make one."""
    t = reader.words.t

    def press(verb: ShareVerb) -> SharePress:
        return SharePress(verb, match)

    if link is None:
        text = t(
            "Share this match: anyone with the link can see its replay, with all cards and the "
            "players' names, without an account. Any player can stop sharing at any time."
        )
        begin = Button(t("Share"), press(ShareVerb.BEGIN), Style.SUCCESS, "🔗")
        return Screen((Text(text), Row((begin,))), Accent.CALM)
    text = t("This match is shared. Anyone with the link can see its replay:")
    buttons = (
        Button(t("Open the replay"), Link(link), emoji="🎬"),
        Button(t("Stop sharing"), press(ShareVerb.END), Style.DANGER),
    )
    return Screen((Text(f"{text}\n{link}"), Row(buttons)), Accent.CALM)


def share_answers(press: SharePress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: a private message first, which then changes in place."""
    return AnswerKind.PRIVATE if press.verb is ShareVerb.LOOK else AnswerKind.IN_PLACE


async def share_pressed(url: str, ctx: Context, press: SharePress) -> None:
    """Show, begin or end the sharing of a match. ``url``: of the card table, where it is on."""
    if not url:
        raise Refusal("Matches can't be shared here.")
    live = await ctx.load_match(MatchId(press.id))
    if live is None or live.setup.has_shared_deals:
        raise Refusal(NO_MATCH)
    if live.seat_of(ctx.user) is None:
        raise Refusal(NOT_SEATED)
    if not live.is_over:
        raise Refusal("A match can be shared once it's over.")
    name = await _name(ctx, live, press.verb)
    link = None if name is None else shared_address(url, name)
    screen = share_screen(ctx.reader, live.id, link)
    is_first = press.verb is ShareVerb.LOOK
    await (ctx.reply.private(screen) if is_first else ctx.reply.update(screen))


async def _name(ctx: Context, live: LiveMatch, verb: ShareVerb) -> str | None:
    """Return the name of the shared match after the press; ``None`` if it is not shared."""
    shares = ctx.service.shares
    match verb:
        case ShareVerb.BEGIN:
            return await shares.share(ctx.key, live.id, ctx.user)
        case ShareVerb.END:
            await shares.unshare(ctx.key, live.id, ctx.user)
            return None
        case ShareVerb.LOOK:
            return await shares.name_of(live.id)
