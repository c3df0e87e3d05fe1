"""The dependencies for offering a match: where it is shown, and how long an invitation lasts."""

from dataclasses import dataclass

from bot.match.chat import MatchChat
from bot.ui.context import Context


@dataclass(frozen=True, slots=True)
class Hosting:
    """The collaborators, composed once. ``invitation_s``: an invitation's lifetime in seconds."""

    chat: MatchChat
    invitation_s: int

    def expiry_ms(self, ctx: Context) -> int:
        """Return the expiry of an invitation created now, in epoch milliseconds."""
        return ctx.service.now_ms() + self.invitation_s * 1000
