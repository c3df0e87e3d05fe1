"""Presses about pauses, late turns, moves taken back and nudges (``by-…`` under the table)."""

from typing import TYPE_CHECKING

from bot.match.agreements.screens import late_screen, nudge_words
from bot.match.hand.handlers import act, outcome_of
from bot.match.match_line import match_head
from bot.match.table_screen import table_screen
from bot.ui.custom_id import CustomId
from bot.ui.notice import notice_screen
from bot.ui.reader import Reader
from bot.ui.reply import Reply
from bot.ui.screen import Accent
from engine.game.actions import (
    AllowBack,
    AskPause,
    CallOff,
    ClaimWin,
    GiveTime,
    RefuseBack,
    Resume,
    SeatAction,
)
from engine.game.seats import Seat
from engine.service import Applied, LiveMatch, NudgeRefused, UserId

if TYPE_CHECKING:
    from bot.app import GinBot


async def courtesy_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, reader: Reader, live: LiveMatch
) -> None:
    """One of the buttons of :mod:`bot.match.agreements.screens`."""
    what = press.what.removeprefix("by-")
    word, number = what.rstrip("01234567"), what[-1:]
    seat = Seat(int(number)) if number.isdecimal() else Seat.ONE
    user = UserId(reply.interaction.user.id)
    mine = live.seat_of(user)
    if mine is None:
        text = reader.words.t("You aren't at this table. Press Watch to follow it.")
        await reply.private(notice_screen(text))
    elif word == "nudge":
        await nudge(bot, reply, reader, live)
    elif word == "late":
        await _choose(bot, reply, reader, live, seat)
    else:
        action = _action(word, seat)
        if action is None:
            text = reader.words.t(
                "This button is from an older version. Open the table with `/gin table`."
            )
            await reply.private(notice_screen(text))
            return
        await agree(bot, reply, press, reader, action)


def _action(word: str, seat: Seat) -> SeatAction | None:
    actions: dict[str, SeatAction] = {
        "pause": AskPause(),
        "resume": Resume(),
        "time": GiveTime(),
        "allow": AllowBack(),
        "refuse": RefuseBack(),
        "off": CallOff(),
        "claim": ClaimWin(seat),
    }
    return actions.get(word)


async def _choose(bot: "GinBot", reply: Reply, reader: Reader, live: LiveMatch, seat: Seat) -> None:
    mine = live.seat_of(UserId(reply.interaction.user.id))
    assert mine is not None
    if seat not in live.late:
        text = reader.words.t("Nobody is out of time any more; the match goes on.")
        await reply.private(notice_screen(text, Accent.CALM))
    elif seat not in live.rivals_of(mine):
        text = reader.words.t("It's your side's turn: play with `/gin hand`.")
        await reply.private(notice_screen(text))
    else:
        await reply.private(late_screen(reader, bot.board(live), seat))


async def agree(
    bot: "GinBot", reply: Reply, press: CustomId, reader: Reader, action: SeatAction
) -> None:
    """Put it through the door; the table says what became of it, a private screen too."""
    outcome = await act(bot, reply, press, action)
    live, notice = outcome_of(reader, outcome)
    if notice or live is None:
        await reply.private(notice_screen(notice))
        return
    message = reply.interaction.message
    if message is not None and not message.flags.ephemeral:
        public = await bot.readers.public(live.guild)
        await reply.update(table_screen(public, bot.board(live)))
        await bot.boards.catch_up(live)
        return
    said = done_words(reader, live, action, applied=isinstance(outcome, Applied))
    seat = live.seat_of(UserId(reply.interaction.user.id))
    if seat is not None:
        said += "\n-# " + match_head(reader, bot.board(live), seat)
    screen = notice_screen(said, Accent.CALM)
    await (reply.private(screen) if message is None else reply.update(screen))


def done_words(reader: Reader, live: LiveMatch, action: SeatAction, *, applied: bool) -> str:
    """The outcome, for the one who pressed."""
    t = reader.words.t
    match action:
        case AskPause() if live.is_paused:
            return t("⏸️ The match is paused.")
        case AskPause():
            return t("⏸️ You asked for a pause. It begins when the other side agrees.")
        case Resume():
            return t("▶️ The match is on again.")
        case GiveTime():
            return t("⏱️ The other side has extra time for one more turn.")
        case _ if applied and live.is_over:
            return t("The match is over.")
        case _:
            return t("Done.")


async def nudge(bot: "GinBot", reply: Reply, reader: Reader, live: LiveMatch) -> None:
    """Call the other side once more, if that is polite."""
    outcome = await bot.service.planning.nudge(
        reply.key, live.id, UserId(reply.interaction.user.id)
    )
    if isinstance(outcome, NudgeRefused):
        await reply.private(notice_screen(nudge_words(reader, outcome)))
        return
    await reply.private(notice_screen(nudge_words(reader, outcome), Accent.CALM))
    for user in outcome.users:
        await bot.notifications.call_again(outcome.live, user, nudged=True)
