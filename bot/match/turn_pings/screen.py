"""The ping that calls a player to the table: opponent, deadline and a link."""

from enum import Enum

from bot.presses.table import TablePress, TableVerb
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Accent, Button, Row, Screen, Style, Text
from engine.game.seats import Seat


class PingReason(Enum):
    """The reason for a ping: the turn began, its time runs out, or the opponent nudges."""

    TURN = "t"
    REMINDER = "r"
    NUDGE = "n"


def turn_screen(
    reader: Reader,
    board: MatchContext,
    seat: Seat,
    link: str,
    *,
    direct: bool,
    call: PingReason = PingReason.TURN,
) -> Screen:
    """Return the ping for the person in ``seat``. ``link``: the table; ``direct``: by DM.

    In a channel only this person is mentioned. Some tables have no link.
    """
    t = reader.words.t
    player = board.players[seat]
    names = ", ".join(f"**{board.name(other)}**" for other in _opponents(board, seat))
    if direct:
        said = t("🃏 Your turn against {names}.", names=names)
    else:
        said = t("🃏 {you}, your turn against {names}.", you=player.mention, names=names)
    if call is PingReason.REMINDER:
        said += "\n" + t("⏳ Reminder: your time is running out.")
    elif call is PingReason.NUDGE:
        said += "\n" + t("🔔 Nudge: your opponent is waiting.")
    deadline = board.deadline(seat)
    if deadline is not None:
        said += "\n-# " + t("Your time runs out {when}.", when=f"<t:{deadline}:R>")
    hand = str(TablePress(TableVerb.HAND, board.match))
    buttons = [Button(t("My hand"), hand, Style.PRIMARY, "🃏")]
    if link:
        buttons.append(Button(t("Go to table"), link, link=True))
    pings = () if direct or player.user is None else (player.user,)
    return Screen((Text(said), Row(tuple(buttons))), Accent.TURN, pings)


def _opponents(board: MatchContext, seat: Seat) -> list[Seat]:
    """Return the opponents of this seat at its table."""
    found = [
        other
        for table in board.view.tables
        if seat in table.players
        for other in table.players
        if other is not seat
    ]
    return found or [other for other in board.view.seats if other is not seat]
