"""Replays: which record a button means, who may see it, and the next screen."""

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.match.replay.cache import CachedRecord
from bot.match.replay.screen import Projector, Source, Watching, parse_watching, replay_screen
from bot.ui.answers import Answer
from bot.ui.custom_id import CustomId
from bot.ui.notice import notice_screen
from bot.ui.reader import Reader
from bot.ui.reply import Reply
from bot.ui.screen import Screen
from bot.wording.errors import record_refusal
from engine.game.errors import RecordError
from engine.service import LiveMatch, MatchId, UserId

if TYPE_CHECKING:
    from bot.app import GinBot


def replay_answers(press: CustomId, _submitted: bool) -> Answer:
    """A new private message for ``open``, everything else in place."""
    found = parse_watching(press)
    return Answer.PRIVATE if found is not None and found[1] == "open" else Answer.IN_PLACE


async def replay_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    """A button or menu of a replay; ``open`` makes a new private message of it."""
    found = parse_watching(press)
    reader = await bot.readers.of(reply.interaction)
    if found is None:
        text = reader.words.t(
            "This button is from an older version. Start again with `/gin replay`."
        )
        await reply.private(notice_screen(text))
        return
    at, verb = found
    shelved, refusal = await _shelved(bot, reader, reply, at)
    if shelved is None:
        await reply.private(notice_screen(refusal))
        return
    moving = verb in ("play", "playeyes")
    screen = shown(reader, shelved, _chosen(at, verb, values), moving=moving)
    await (reply.private(screen) if verb == "open" else reply.update(screen))


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


async def may_see(bot: "GinBot", live: LiveMatch, user: int, guild: int | None) -> bool:
    """Replays are for those who played, and for the server where it was played.

    While the match goes on, others see its finished rounds only if everybody at it allows that.
    """
    if live.seat_of(UserId(user)) is not None:
        return True
    if guild is None or live.guild != guild:
        return False
    return live.is_over or await hands_are_open(bot, live)


async def hands_are_open(bot: "GinBot", live: LiveMatch) -> bool:
    """Whether every person at a table lets watchers see finished rounds with open hands."""
    people = [player.user_id for player in live.players if player.user_id is not None]
    chosen = [await bot.readers.prefs(user) for user in people]
    return bool(people) and all(prefs.open_hands for prefs in chosen)


async def _shelved(
    bot: "GinBot", reader: Reader, reply: Reply, at: Watching
) -> tuple[CachedRecord | None, str]:
    """The record a button means, or why it is not shown."""
    t = reader.words.t
    if at.source is Source.STUDY:
        found = bot.replays.brought(at.id)
        return found, t(
            "This file is no longer available. Attach it again with `/gin replay file:`."
        )
    live = await bot.service.load(MatchId(at.id))
    asked = reply.interaction
    if live is None or not await may_see(bot, live, asked.user.id, asked.guild_id):
        return None, t("There is no such match on this server.")
    try:
        found = await bot.replays.of(live)
    except RecordError as error:
        return None, record_refusal(reader, error)
    return found, t("No round of this match is finished yet.")


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
