"""What it takes to offer a match: where it is shown, and how long an invitation stands."""

from dataclasses import dataclass

from bot.match.chat import MatchChat
from bot.ui.context import Context


@dataclass(frozen=True, slots=True)
class Hosting:
    """Made once, where the bot is composed. ``invitation_s``: an invitation's life in seconds."""

    chat: MatchChat
    invitation_s: int

    def expiry_ms(self, ctx: Context) -> int:
        """Return when an invitation that is made now expires, in epoch milliseconds."""
        return ctx.service.now_ms() + self.invitation_s * 1000
