"""Handlers of sharing: a player makes a link to the replay of a match, or takes it back."""

from bot.match.card_table import shared_address
from bot.presses.share import SharePress, ShareVerb
from bot.sharing.screens import share_screen
from bot.ui.answers import Answer
from bot.ui.context import Context
from bot.ui.refusal import NO_MATCH, NOT_SEATED, Refusal
from engine.service import LiveMatch, MatchId


def share_answers(press: SharePress, _submitted: bool) -> Answer:
    """Return the answer kind: a private message first, which then changes in place."""
    return Answer.PRIVATE if press.verb is ShareVerb.LOOK else Answer.IN_PLACE


async def share_pressed(url: str, ctx: Context, press: SharePress) -> None:
    """Show, begin or end the sharing of a match. ``url``: of the card table, where it is on."""
    if not url:
        raise Refusal("Matches can't be shared here.")
    live = await ctx.load_match(MatchId(press.id))
    if live is None or live.is_private:
        raise Refusal(NO_MATCH)
    if live.seat_of(ctx.user) is None:
        raise Refusal(NOT_SEATED)
    if not live.is_over:
        raise Refusal("A match can be shared when it is over.")
    name = await _name(ctx, live, press.verb)
    link = None if name is None else shared_address(url, name)
    screen = share_screen(ctx.reader, live.id, link)
    is_first = press.verb is ShareVerb.LOOK
    await (ctx.reply.private(screen) if is_first else ctx.reply.update(screen))


async def _name(ctx: Context, live: LiveMatch, verb: ShareVerb) -> str | None:
    """Return the name of the shared match after the press; ``None`` if it is not shared."""
    shares = ctx.service.shares
    match verb:
        case ShareVerb.BEGIN:
            return await shares.share(ctx.key, live.id, ctx.user)
        case ShareVerb.END:
            await shares.unshare(ctx.key, live.id, ctx.user)
            return None
        case ShareVerb.LOOK:
            return await shares.name_of(live.id)
