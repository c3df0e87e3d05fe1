"""Replays: which record a button means, who may see it, and the next screen."""

from dataclasses import replace

from bot.match.chat import MatchChat
from bot.match.replay.cache import CachedRecord
from bot.match.replay.permission import finished_rounds, may_see
from bot.match.replay.screen import Projector, Source, Watching, parse_watching, replay_screen
from bot.ui.answers import Answer
from bot.ui.context import Context
from bot.ui.custom_id import CustomId
from bot.ui.reader import Reader
from bot.ui.refusal import Refusal
from bot.ui.screen import Screen
from engine.service import MatchId


def replay_answers(press: CustomId, _submitted: bool) -> Answer:
    """A new private message for ``open``, everything else in place."""
    found = parse_watching(press)
    return Answer.PRIVATE if found is not None and found[1] == "open" else Answer.IN_PLACE


async def replay_pressed(chat: MatchChat, ctx: Context, press: CustomId) -> None:
    """A button or menu of a replay; ``open`` makes a new private message of it."""
    found = parse_watching(press)
    if found is None:
        raise Refusal("This button is from an older version. Start again with `/gin replay`.")
    at, verb = found
    shelved = await _shelved(chat, ctx, at)
    moving = verb in ("play", "playeyes")
    screen = shown(ctx.reader, shelved, _chosen(at, verb, ctx.values), moving=moving)
    await (ctx.reply.private(screen) if verb == "open" else ctx.reply.update(screen))


def shown(reader: Reader, shelved: CachedRecord, at: Watching, *, moving: bool = False) -> Screen:
    """A record at some place; the first round there is if that place was not played."""
    rounds = shelved.replay.rounds
    if not shelved.replay.of(at.number, at.table):
        at = replace(at, number=rounds[0].number, table=rounds[0].table, step=0)
    projector = Projector(shelved.replay, shelved.players, shelved.preset, at, moving)
    return replay_screen(reader, projector)


def last_round(shelved: CachedRecord) -> int:
    """The newest round that was played to its end, or the newest at all."""
    over = [one.number for one in shelved.replay.rounds if one.over]
    return max(over) if over else shelved.replay.rounds[-1].number


async def _shelved(chat: MatchChat, ctx: Context, at: Watching) -> CachedRecord:
    """Return the record a button means."""
    if at.source is Source.STUDY:
        found = chat.replays.brought(at.id)
        if found is None:
            raise Refusal(
                "This file is no longer available. Attach it again with `/gin replay file:`."
            )
        return found
    live = await ctx.service.load(MatchId(at.id))
    if live is None or not await may_see(ctx, live):
        raise Refusal("There is no such match on this server.")
    return await finished_rounds(chat.replays, ctx, live)


def _chosen(at: Watching, verb: str, values: tuple[str, ...]) -> Watching:
    """The step a menu leads to; buttons name it themselves."""
    if not values:
        return at
    numbers = [int(part) for part in values[0].split(".") if part.isdecimal()]
    if verb == "jump" and len(numbers) == 1:
        return replace(at, step=numbers[0])
    if verb == "round" and len(numbers) == 2:
        return replace(at, number=numbers[0], table=numbers[1], step=0)
    return at
