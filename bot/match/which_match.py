"""Which of somebody's running matches a command means."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bot.match.agreements.handlers import agree
from bot.match.menus import confirm_resign_screen
from bot.match.which_match_screen import ChoicePurpose, which_match_screen
from bot.ui.custom_id import Area, CustomId
from bot.ui.notice import notice_screen
from bot.ui.reader import Reader
from bot.ui.reply import Reply
from engine.game.actions import AskPause, GiveTime, Resume, SeatAction
from engine.game.seats import Seat
from engine.service import LiveMatch, MatchId, UserId

if TYPE_CHECKING:
    from bot.app import GinBot

ACTIONS: Final[dict[ChoicePurpose, SeatAction]] = {
    ChoicePurpose.PAUSE: AskPause(),
    ChoicePurpose.RESUME: Resume(),
    ChoicePurpose.GIVE: GiveTime(),
}


def current(matches: Sequence[LiveMatch], user: UserId, channel: int | None) -> LiveMatch | None:
    """The match that somebody most likely means: at a table, here, waiting for them longest.

    The challenge of a day has no table, so it comes last and never hides one.
    """
    return min(
        matches,
        key=lambda live: (
            live.is_private,
            live.channel != channel,
            not waits_for(live, user),
            live.updated_ms,
        ),
        default=None,
    )


def waits_for(live: LiveMatch, user: UserId) -> bool:
    """Whether somebody is to act in a match."""
    seat = live.seat_of(user)
    return seat is not None and seat in live.public().to_act


def meant(matches: Sequence[LiveMatch], wish: ChoicePurpose, user: UserId) -> list[LiveMatch]:
    """The matches in which a wish makes sense; all with a table where it does in none.

    The rules then say why it does not.
    """
    if wish is ChoicePurpose.RESIGN:
        return list(matches)
    tables = [live for live in matches if not live.is_private]
    return [live for live in tables if _makes_sense(live, wish, user)] or tables


def _makes_sense(live: LiveMatch, wish: ChoicePurpose, user: UserId) -> bool:
    if wish is ChoicePurpose.RESUME:
        mine = live.seat_of(user)
        return live.is_paused or (live.wants_pause is not None and live.wants_pause == mine)
    return not live.is_solitary and not live.is_paused


async def fulfil(
    bot: "GinBot", reply: Reply, reader: Reader, matches: Sequence[LiveMatch], wish: ChoicePurpose
) -> None:
    """Do what is wished with the only match that can be meant, or ask which."""
    user = UserId(reply.interaction.user.id)
    found = meant(matches, wish, user)
    if len(found) == 1:
        await _do(bot, reply, reader, found[0], wish)
        return
    seated = [(bot.board(live), seat) for live in found if (seat := live.seat_of(user)) is not None]
    await reply.private(which_match_screen(reader, wish, seated))


async def pick_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    """``pick-resign`` and the like, with the match in the menu's value."""
    reader = await bot.readers.of(reply.interaction)
    wish = ChoicePurpose(press.what.removeprefix("pick-"))
    live = await bot.service.load(MatchId(int(values[0], 36)))
    if live is None or live.seat_of(UserId(reply.interaction.user.id)) is None:
        await reply.private(notice_screen(reader.words.t("You aren't at this table.")))
        return
    await _do(bot, reply, reader, live, wish)


async def _do(
    bot: "GinBot", reply: Reply, reader: Reader, live: LiveMatch, wish: ChoicePurpose
) -> None:
    if wish is not ChoicePurpose.RESIGN:
        press = CustomId(Area.TABLE, live.id, 0, "by-time")
        await agree(bot, reply, press, reader, ACTIONS[wish])
        return
    seat = live.seat_of(UserId(reply.interaction.user.id)) or Seat.ONE
    screen = confirm_resign_screen(reader, bot.board(live), seat)
    if reply.interaction.message is None:
        await reply.private(screen)
    else:
        await reply.update(screen)
