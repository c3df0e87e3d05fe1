"""What a browser says when somebody's turn begins: whose match it is, and no card."""

from bot.match.board import match_context
from bot.match.turn_pings import PingReason, opponents
from bot.push.sender import PushSender
from bot.ui.custom_id import base36
from bot.ui.listener import Messenger
from bot.ui.markup import plain_name
from engine.service import LiveMatch, UserId


class PushAlerts:
    """Tells the browsers of people of their turns."""

    def __init__(self, messenger: Messenger, sender: PushSender) -> None:
        self._messenger = messenger
        self._sender = sender

    async def reaches(self, user: UserId) -> bool:
        """Whether somebody has a browser that wants to hear."""
        return await self._sender.reaches(user)

    async def alert(self, live: LiveMatch, user: UserId, reason: PingReason) -> None:
        """Tell the browsers of a player that a match waits for them."""
        live = live.seen_by(user)
        seat = live.seat_of(user)
        if seat is None or not await self.reaches(user):
            return
        config = await self._messenger.service.guild_config(live.table.guild)
        reader = await self._messenger.preferences.private(
            user, config.language or live.table.locale or "en-US"
        )
        t, board = reader.words.t, match_context(self._messenger.service, live, reader)
        names = ", ".join(plain_name(board.name(other)) for other in opponents(board, seat))
        lines = [t("🃏 Your turn vs {names}.", names=names)]
        if reason is PingReason.REMINDER:
            lines.append(t("⏳ Reminder: your time is running out."))
        elif reason is PingReason.NUDGE:
            lines.append(t("🔔 Nudge: your opponent is waiting."))
        match = base36(live.id)
        self._sender.tell(
            user,
            f"turn-{match}",
            {"title": t("Gin rummy"), "body": "\n".join(lines), "match": match},
        )
