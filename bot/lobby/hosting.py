"""The dependencies for offering a match: where it is shown, and how long an invitation lasts."""

from dataclasses import dataclass

from bot.match.wiring import MatchChat
from bot.ui.context import Context
from bot.ui.refusal import Refusal
from engine.service import Place


@dataclass(frozen=True, slots=True)
class Hosting:
    """The collaborators, composed once. ``invitation_s``: an invitation's lifetime in seconds."""

    chat: MatchChat
    invitation_s: int

    def expiry_ms(self, ctx: Context) -> int:
        """Return the expiry of an invitation created now, in epoch milliseconds."""
        return ctx.service.now_ms() + self.invitation_s * 1000


async def host_locale(ctx: Context) -> str:
    """Return the language of an invitation: the server's, elsewhere that of its host."""
    return await ctx.public_locale() or ctx.origin.guild_locale or "en-US"


def require_company(ctx: Context) -> None:
    """Refuse an invitation that nobody but its host would see."""
    if ctx.place is Place.DIRECT:
        raise Refusal(
            "Only you and Gin are in this chat. Type the command on a server, in a group, or in "
            "your direct messages with a friend."
        )
    if not ctx.origin.is_heard:
        raise Refusal(
            "This server hides the answers of apps that people bring themselves, so nobody else "
            "would see your table. Type the command in a group or in direct messages with a friend."
        )
