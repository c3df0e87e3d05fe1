"""Presses under the public table message: hand, sheet, watch, more, ready, rematch."""

from typing import TYPE_CHECKING, Final

from bot.match.agreements.handlers import courtesy_pressed
from bot.match.hand.handlers import act, given_up, open_panel, outcome_of
from bot.match.menus import confirm_resign_screen, more_screen
from bot.match.panels import PanelKind
from bot.match.replay.handlers import hands_are_open
from bot.match.sheet_screen import sheet_screen
from bot.match.table_screen import table_screen
from bot.match.verify_screen import verify_screen
from bot.match.watch_screen import watch_screen
from bot.ui.answers import Answer
from bot.ui.custom_id import CustomId
from bot.ui.notice import notice_screen
from bot.ui.reader import Reader
from bot.ui.reply import Reply
from bot.ui.screen import Accent, Screen
from bot.wording.rules import rules_screen
from engine.game.actions import Ready
from engine.service import ChannelId, LiveMatch, MatchId, UserId

if TYPE_CHECKING:
    from bot.app import GinBot


_IN_PLACE: Final = frozenset(
    (
        *("ready", "watching", "resign-yes", "resign-no", "abort"),
        *("by-pause", "by-resume", "by-time", "by-allow0", "by-refuse0"),
    )
)
"""Presses that change the message they stand on."""
_OF_DAY: Final = ("hand", "resign", "resign-yes", "resign-no")
"""The presses that a match without a table has too."""


def table_answers(press: CustomId, _submitted: bool) -> Answer:
    """The kind of answer to a button under the table."""
    return Answer.IN_PLACE if press.what in _IN_PLACE else Answer.PRIVATE


async def table_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    """A button that does not depend on the revision it was drawn for."""
    reader = await bot.readers.of(reply.interaction)
    live = await bot.service.load(MatchId(press.id))
    if live is None:
        await reply.private(notice_screen(reader.words.t("This match no longer exists.")))
        return
    if live.is_private and press.what not in _OF_DAY:
        # It has no table: what belongs to one is not for it, for its player no more than others.
        await reply.private(
            notice_screen(reader.words.t("The daily challenge is private; it has no public table."))
        )
        return
    if press.what.startswith("by-"):
        await courtesy_pressed(bot, reply, press, reader, live)
        return
    match press.what:
        case "hand":
            await open_panel(bot, reply, live)
        case "ready":
            await _ready(bot, reply, press, reader)
        case "sheet":
            await reply.private(sheet_screen(reader, bot.board(live)))
        case "watch":
            await watch(bot, reply, reader, live)
        case "watching":
            await _keep_watching(bot, reply, reader, live)
        case "resign-yes" | "abort":
            await _give_up(bot, reply, press, reader)
        case _:
            await _more(bot, reply, press, reader, live)


async def _more(
    bot: "GinBot", reply: Reply, press: CustomId, reader: Reader, live: LiveMatch
) -> None:
    t, board = reader.words.t, bot.board(live)
    match press.what:
        case "more":
            seat = live.seat_of(UserId(reply.interaction.user.id))
            await reply.private(more_screen(reader, board, seat))
        case "rules":
            await reply.private(rules_screen(reader, live.rules, live.preset))
        case "verify":
            proof = await bot.service.proof(live.id, board.view.number)
            await reply.private(verify_screen(reader, board, proof))
        case "bump":
            await bump(bot, reply, reader, live)
        case "talk":
            await reply.private(await _talk(bot, reply, reader, live))
        case "resign":
            seat = live.seat_of(UserId(reply.interaction.user.id))
            if seat is None:
                await reply.private(notice_screen(t("You aren't at this table.")))
            else:
                await reply.private(confirm_resign_screen(reader, board, seat))
        case "resign-no":
            await reply.update(notice_screen(t("OK, play on."), Accent.CALM))
        case _:
            text = t("This button is from an older version. Get a new one with `/gin table`.")
            await reply.private(notice_screen(text))


async def _ready(bot: "GinBot", reply: Reply, press: CustomId, reader: Reader) -> None:
    outcome = await act(bot, reply, press, Ready())
    live, notice = outcome_of(reader, outcome)
    if notice or live is None:
        await reply.private(notice_screen(notice))
        return
    await reply.update(table_screen(await bot.readers.public(live.guild), bot.board(live)))
    await bot.boards.catch_up(live)


async def watching(bot: "GinBot", reader: Reader, live: LiveMatch) -> Screen:
    """The watch panel of a table."""
    opened = await hands_are_open(bot, live)
    return watch_screen(reader, bot.board(live), open_hands=opened)


async def watch(bot: "GinBot", reply: Reply, reader: Reader, live: LiveMatch) -> None:
    """Open a private panel that follows a table."""
    editor = await reply.private(await watching(bot, reader, live))
    if editor is not None:
        await bot.boards.opened(live, PanelKind.WATCH, editor, reply.interaction)


async def _keep_watching(bot: "GinBot", reply: Reply, reader: Reader, live: LiveMatch) -> None:
    editor = await reply.update(await watching(bot, reader, live))
    await bot.boards.opened(live, PanelKind.WATCH, editor, reply.interaction)


async def _talk(bot: "GinBot", reply: Reply, reader: Reader, live: LiveMatch) -> Screen:
    """A thread beside the table, for whoever wants to talk about the match."""
    t = reader.words.t
    if bot.rooms.is_own_thread(live):
        return notice_screen(t("This table has its own thread: talk right here."), Accent.CALM)
    thread = None
    if live.message is not None and not live.is_over:
        thread = await bot.rooms.open_talk(reply.interaction, live, live.message)
    if thread is None:
        text = t(
            "I can't open a thread for this table. I need the permissions Create Public Threads "
            "and Send Messages in Threads, and the match must be in progress."
        )
        return notice_screen(text)
    text = t("Talk about the match in {thread}.", thread=f"<#{thread}>")
    return notice_screen(f"💬 {text}", Accent.CALM)


async def _give_up(bot: "GinBot", reply: Reply, press: CustomId, reader: Reader) -> None:
    action = given_up(press.what)
    assert action is not None
    outcome = await act(bot, reply, press, action)
    live, notice = outcome_of(reader, outcome)
    if notice or live is None:
        await reply.update(notice_screen(notice))
    else:
        await reply.update(notice_screen(reader.words.t("The match is over."), Accent.CALM))


async def bump(bot: "GinBot", reply: Reply, reader: Reader, live: LiveMatch) -> None:
    """Bring a table's message to the end of its channel; only for those who play at it."""
    t = reader.words.t
    if live.seat_of(UserId(reply.interaction.user.id)) is None:
        await reply.private(notice_screen(t("Only players at the table can repost it.")))
        return
    if live.is_private:
        await reply.private(
            notice_screen(t("The daily challenge is private; it has no public table."))
        )
        return
    here = ChannelId(reply.interaction.channel_id or live.channel)
    _, moved = await bot.boards.move_down(live, here)
    text = t("The table is now at the bottom of the channel.")
    if moved:
        text = t("The table's channel is gone, so the table is here now.")
    await reply.private(notice_screen(text, Accent.CALM))
