"""`/gin history` and `/gin replay`: what has been played."""

from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.history.handlers import page_of, past_of
from bot.history.screens import Filter, history_screen, past_in_short
from bot.match.match_line import match_title
from bot.match.options import preset_choices
from bot.match.replay.cache import CachedRecord
from bot.match.replay.handlers import last_round, may_see, shown
from bot.match.replay.reading import MAX_FILE_BYTES
from bot.match.replay.screen import Source, Watching
from bot.ui.custom_id import base36, read_id
from bot.ui.errors import Refusal
from bot.ui.reader import Reader
from bot.ui.reply import reply_to
from bot.ui.screen import MAX_CHOICE, MAX_CHOICES, Screen, clipped
from bot.wording.errors import record_refusal
from engine.game.errors import RecordError
from engine.service import Finished, LiveMatch, MatchId, UserId

if TYPE_CHECKING:
    from bot.app import GinBot

CHOICES: Final = 10
Asked = discord.Interaction


def history_command(bot: "GinBot") -> app_commands.Command[Any, Any, Any]:
    """``/gin history``."""

    @app_commands.command(description="Your finished matches, with replays")
    @app_commands.describe(
        opponent="Only matches against this person", preset="Only matches with these rules"
    )
    @app_commands.autocomplete(preset=preset_choices)
    async def history(
        interaction: Asked, opponent: discord.User | None = None, preset: str | None = None
    ) -> None:
        reply = reply_to(interaction)
        reader = await bot.readers.of(interaction)
        chosen = Filter(None if opponent is None else opponent.id, preset and preset[:32])
        page = await page_of(bot, UserId(interaction.user.id), chosen)
        await reply.private(history_screen(reader, page))

    return history


def replay_command(bot: "GinBot") -> app_commands.Command[Any, Any, Any]:
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
        reply = reply_to(interaction)
        await reply.private(await _screen(bot, interaction, match, round_number, file))

    return replay


async def _screen(
    bot: "GinBot",
    asked: Asked,
    match: str | None,
    number: int | None,
    file: discord.Attachment | None,
) -> Screen:
    """The replay that is asked for; Unusable says why there is none."""
    reader = await bot.readers.of(asked)
    try:
        if file is not None:
            place, shelved = await bot.replays.bring(await _read(reader, file))
            at = Watching(Source.STUDY, place, number or 1)
        else:
            live = await _match(bot, asked, reader, match)
            shelved = await _rounds_of(bot, reader, live)
            at = Watching(Source.MATCH, live.id, number or last_round(shelved))
    except RecordError as error:
        raise Refusal(record_refusal(reader, error)) from error
    if not shelved.replay.of(at.number, 0):
        text = reader.words.t("Round {n} wasn't finished.", n=at.number)
        raise Refusal(text)
    return shown(reader, shelved, at)


async def _read(reader: Reader, file: discord.Attachment) -> bytes:
    if file.size > MAX_FILE_BYTES:
        raise RecordError("record_too_large", limit=MAX_FILE_BYTES // 1024)
    try:
        return await file.read()
    except discord.HTTPException as error:
        text = reader.words.t("Discord didn't deliver the file. Try again.")
        raise Refusal(text) from error


async def _match(bot: "GinBot", asked: Asked, reader: Reader, share: str | None) -> LiveMatch:
    """The match that is asked for, or the last one this person played."""
    t = reader.words.t
    if share is None:
        mine = await bot.service.ended_matches_of(UserId(asked.user.id), Finished(), 1)
        if not mine:
            raise Refusal(t("You haven't finished a match yet. Start one with `/gin practice`."))
        return mine[0]
    match = read_id(share)
    live = None if match is None else await bot.service.load(MatchId(match))
    if live is None or not await may_see(bot, live, asked.user.id, asked.guild_id):
        text = t(
            "There is no such match on this server. Find the ids of yours with `/gin history`."
        )
        raise Refusal(text)
    return live


async def _rounds_of(bot: "GinBot", reader: Reader, live: LiveMatch) -> CachedRecord:
    shelved = await bot.replays.of(live)
    if shelved is None:
        raise Refusal(reader.words.t("No round of this match is finished yet."))
    return shelved


async def coachable(bot: "GinBot", user: UserId, share: str | None) -> LiveMatch | None:
    """The match of somebody's own that the coach is asked about; by default the last one."""
    if share is None:
        return await bot.service.last_match_of(user)
    match = read_id(share)
    live = None if match is None else await bot.service.load(MatchId(match))
    return live if live is not None and live.seat_of(user) is not None else None


async def coachable_choices(asked: Asked, typed: str) -> list[app_commands.Choice[str]]:
    """One's own matches with a finished round, those that are running first."""
    bot: GinBot = asked.client  # type: ignore[assignment]
    reader, user = await bot.readers.of(asked), UserId(asked.user.id)
    wanted = typed.casefold()
    running = [
        app_commands.Choice(name=clipped(title, MAX_CHOICE), value=base36(live.id))
        for live in await bot.service.live_matches_of(user)
        if live.public().played and not live.is_private and (seat := live.seat_of(user)) is not None
        for title in [match_title(reader, bot.board(live), seat)]
        if wanted in title.casefold()
    ]
    return [*running, *await _match_choices(asked, typed)][:MAX_CHOICES]


async def _match_choices(asked: Asked, typed: str) -> list[app_commands.Choice[str]]:
    """One's own last matches."""
    bot: GinBot = asked.client  # type: ignore[assignment]
    reader = await bot.readers.of(asked)
    user = UserId(asked.user.id)
    found = await bot.service.ended_matches_of(user, Finished(), CHOICES)
    lines = [(live.id, past) for live in found if (past := past_of(bot, live, user)) is not None]
    named = [(base36(match), past_in_short(reader, past)) for match, past in lines]
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=line, value=share)
        for share, line in named
        if wanted in line.casefold() or share.startswith(wanted)
    ]
