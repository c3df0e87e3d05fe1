"""Sharing a finished match by a link: a player makes it, or takes it back."""

from bot.match.link import shared_address
from bot.presses.match import SharePress, ShareVerb
from bot.ui.context import Context
from bot.ui.reader import Reader
from bot.ui.replying import NO_MATCH, NOT_SEATED, Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import Accent, Button, Row, Screen, Style, Text
from engine.service import LiveMatch, MatchId


def share_screen(reader: Reader, match: int, link: str | None) -> Screen:
    """Return the screen with the link, or with the offer to make one."""
    t = reader.words.t

    def press(verb: ShareVerb) -> str:
        return str(SharePress(verb, match))

    if link is None:
        text = t(
            "Share this match: anyone with the link can see its replay, with all cards and the "
            "players' names, without an account. Any player can stop sharing at any time."
        )
        begin = Button(t("Share"), press(ShareVerb.BEGIN), Style.SUCCESS, "🔗")
        return Screen((Text(text), Row((begin,))), Accent.CALM)
    text = t("This match is shared. Anyone with the link can see its replay:")
    buttons = (
        Button(t("Open the replay"), link, emoji="🎬", link=True),
        Button(t("Stop sharing"), press(ShareVerb.END), Style.DANGER),
    )
    return Screen((Text(f"{text}\n{link}"), Row(buttons)), Accent.CALM)


def share_answers(press: SharePress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: a private message first, which then changes in place."""
    return AnswerKind.PRIVATE if press.verb is ShareVerb.LOOK else AnswerKind.IN_PLACE


async def share_pressed(url: str, ctx: Context, press: SharePress) -> None:
    """Show, begin or end the sharing of a match. ``url``: of the card table, where it is on."""
    if not url:
        raise Refusal("Matches can't be shared here.")
    live = await ctx.load_match(MatchId(press.id))
    if live is None or live.setup.has_shared_deals:
        raise Refusal(NO_MATCH)
    if live.seat_of(ctx.user) is None:
        raise Refusal(NOT_SEATED)
    if not live.is_over:
        raise Refusal("A match can be shared once it's over.")
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
