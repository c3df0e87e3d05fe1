"""The controls of a day: play it, its puzzle, its boards, its proof."""

from typing import TYPE_CHECKING

from bot.daily.puzzle_screen import puzzle_screen
from bot.daily.screens import BOARD_LINES, REFUSALS, DayShown, day_screen, verify_day_screen
from bot.match.hand.handlers import open_panel
from bot.ui.answers import Answer
from bot.ui.custom_id import CustomId
from bot.ui.notice import notice_screen
from bot.ui.reply import Reply
from bot.ui.screen import Screen
from engine.game.errors import RecordError
from engine.service import (
    AskDay,
    ChannelId,
    DayRefused,
    GuildId,
    InteractionId,
    Person,
    Today,
    UserId,
)

if TYPE_CHECKING:
    from bot.app import GinBot


def daily_answers(press: CustomId, _submitted: bool) -> Answer:
    """A hand of one's own for the day's deals, pages in place."""
    playing = press.what.startswith("daily-play")
    return Answer.PRIVATE if playing else Answer.IN_PLACE


async def daily_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    """``daily-look``, ``daily-answer-2`` and the like; the id is the day (0: today)."""
    kind, _, rest = press.what.removeprefix("daily-").partition("-")
    day = press.id or bot.service.daily.day
    if kind == "play":
        await play_day(bot, reply)
        return
    match kind:
        case "puzzle":
            await reply.update(await puzzle_of(bot, reply, day))
        case "answer":
            await reply.update(await _answered(bot, reply, day, rest))
        case "verify":
            await reply.update(await _verified(bot, reply, day))
        case _:
            await reply.update(await screen_of(bot, reply, day, everywhere=rest == "w"))


async def play_day(bot: "GinBot", reply: Reply) -> None:
    """Begin today's only try, or go on with it, in a panel that nobody else sees."""
    asked = reply.interaction
    ask = AskDay(
        interaction=InteractionId(asked.id),
        guild=GuildId(asked.guild_id or 0),
        channel=ChannelId(asked.channel_id or 0),
        person=Person(UserId(asked.user.id), asked.user.display_name),
    )
    outcome = await bot.service.daily.play(ask)
    if not isinstance(outcome, DayRefused):
        await open_panel(bot, reply, outcome.live)
        return
    if outcome.live is not None and not outcome.live.is_over:
        await open_panel(bot, reply, outcome.live)
        return
    reader = await bot.readers.of(asked)
    await reply.private(notice_screen(reader.words.t(REFUSALS[outcome.code])))


async def screen_of(
    bot: "GinBot", reply: Reply, day: int | None = None, *, everywhere: bool = False
) -> Screen:
    """A day as the person behind a reply sees it."""
    found, reader = await _found(bot, reply, day), await bot.readers.of(reply.interaction)
    if found is None:
        return notice_screen(reader.words.t("There was no daily challenge on that day."))
    user = UserId(reply.interaction.user.id)
    guild = None if everywhere else GuildId(reply.interaction.guild_id or 0)
    service = bot.service.daily
    board = await service.board(found.day, guild, user, BOARD_LINES)
    prefs = await bot.readers.prefs(user)
    shown = DayShown(found, board, everywhere, service.day, user, prefs.world_board)
    return day_screen(reader, shown)


async def puzzle_of(bot: "GinBot", reply: Reply, day: int) -> Screen:
    """The puzzle of a day, or its solution to who has answered."""
    reader, user = await bot.readers.of(reply.interaction), UserId(reply.interaction.user.id)
    await bot.service.daily.look(user)
    try:
        asked = await bot.service.puzzles.asked(day, user)
    except RecordError:
        asked = None
    if asked is None:
        return notice_screen(reader.words.t("There is no puzzle for this day."))
    return puzzle_screen(reader, asked)


async def _answered(bot: "GinBot", reply: Reply, day: int, choice: str) -> Screen:
    user = reply.interaction.user
    person = Person(UserId(user.id), user.display_name)
    number = int(choice) if choice.isdecimal() else -1
    await bot.service.puzzles.answer(reply.key, day, person, number)
    # A second answer and one that comes too late change nothing; what is shown says so.
    return await puzzle_of(bot, reply, day)


async def _verified(bot: "GinBot", reply: Reply, day: int) -> Screen:
    found, reader = await _found(bot, reply, day), await bot.readers.of(reply.interaction)
    if found is None:
        return notice_screen(reader.words.t("There was no daily challenge on that day."))
    return verify_day_screen(reader, found)


async def _found(bot: "GinBot", reply: Reply, day: int | None) -> Today | None:
    service, user = bot.service.daily, UserId(reply.interaction.user.id)
    found = await service.look(user, day)
    if found is not None and found.day < service.day and found.secret is None:
        # Whoever looks back first turns the page, where nobody has yet.
        await service.close_ended()
        found = await service.look(user, day)
    return found
