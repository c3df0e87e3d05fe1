"""The public messages of lobbies and their updates, and invitations shown to one person alone.

The message in the channel may have been deleted, or may be in a channel that the person does not
see, so whoever is refused because of an invitation gets the invitation itself.
"""

import asyncio
import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, assert_never

from bot.lobby.screens import lobby_screen
from bot.match.board import match_context
from bot.match.hand.handlers import show_panel
from bot.match.links import THREAD
from bot.match.messages import TableMessages
from bot.match.table_screen import moved_screen
from bot.match.wiring import MatchDisplay
from bot.ops.metrics import Drawing
from bot.presses.lobby import LobbyPress, LobbyVerb
from bot.ui.context import Context
from bot.ui.listener import Messenger
from bot.ui.markup import safe_name
from bot.ui.press import Link, Press
from bot.ui.public_message import LIMIT, PublicMessages
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from bot.ui.requests import FAILURES
from bot.ui.screen import Accent, Part, Row, Screen, Text
from bot.wording.errors import lobby_refusal
from engine.service import (
    ChannelId,
    LiveMatch,
    Lobby,
    LobbyChanged,
    LobbyClosed,
    LobbyCode,
    LobbyEvent,
    LobbyOutcome,
    LobbyRefused,
    LobbyStatus,
    MatchId,
    MessageId,
    Place,
    Started,
    TableMessage,
    UserId,
)


@dataclass(frozen=True, slots=True)
class LobbyContext:
    """The collaborators, composed once. ``invitation_s``: an invitation's lifetime in seconds."""

    display: MatchDisplay
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
    if not ctx.origin.is_seen_by_others:
        raise Refusal(
            "This server hides replies from user-installed apps, so nobody else would see your "
            "table. Type the command in a group or in direct messages with a friend."
        )


class Invitations(PublicMessages[Lobby]):
    """The listener that keeps lobby messages consistent with the store."""

    name, letter = "an invitation", "l"

    def __init__(self, messenger: Messenger, tables: TableMessages, interval: float) -> None:
        super().__init__(messenger, interval)
        self._tables = tables

    async def start(self) -> None:
        """Listen to committed changes. Safe to call again after a reconnect."""
        if self._events.start():
            self._events.subscribe(self._messenger.service.bus, LobbyEvent, self._on_lobby)

    async def _on_lobby(self, change: LobbyEvent) -> None:
        """Redraw an invitation that changed without a press on it: it expired, or was found."""
        lobby = change.lobby
        may_be_found = lobby.status is LobbyStatus.STARTED and lobby.across is not None
        if lobby.status is LobbyStatus.EXPIRED or may_be_found:
            await self.draw(lobby)

    async def _outdated(self) -> Sequence[Lobby]:
        return await self._messenger.service.messages.outdated_lobbies(LIMIT + len(self.backoff))

    def is_due(self, shown: Lobby) -> bool:
        """Whether an outdated message may be drawn now."""
        return not self._tables.is_expected(shown.id) and super().is_due(shown)

    def _is_left_alone(self, shown: Lobby) -> bool:
        return shown.status is not LobbyStatus.OPEN or super()._is_left_alone(shown)

    def _queued(self, shown: Lobby, rest: float = 0.0) -> asyncio.Future[None] | None:
        # In chats that the bot is not a member of, the next press shows it as it is.
        return None if shown.table.place.is_outside else super()._queued(shown, rest)

    async def _edit_or_post(self, shown: Lobby) -> Drawing:
        found = await self._found_across(shown)
        is_own = found is not None or shown.status is not LobbyStatus.STARTED
        if not is_own and (live := await self._live(shown)) is not None:
            if live.table.message is None:
                return Drawing.EDITED  # Where the table is, is known later.
            # After the start, the message is that of the table, or names its thread; if the match
            # began while the invitation was posted, the table is another message.
            is_here = live.table.channel == shown.table.channel
            is_own = is_here and live.table.message != shown.table.message
        if not is_own or (shown.table.message is None and self._is_over(shown)):
            messages = self._messenger.service.messages
            await messages.lobby_rendered(
                shown.id, shown.version, shown.table.channel, shown.table.message
            )
            return Drawing.EDITED
        return await super()._edit_or_post(shown)

    async def screen(self, shown: Lobby) -> Screen:
        """Return a lobby's public message."""
        # The finder's process may not know the language of the server.
        locale = shown.table.language if shown.table.message is None else shown.table.locale
        reader = await self._messenger.preferences.public(shown.table.guild, locale)
        screen = lobby_screen(reader, shown, found=await self._found_across(shown))
        if not (await self._messenger.service.guild_config(shown.table.guild)).pings:
            screen = replace(screen, pings=())
        return screen

    async def _found_across(self, lobby: Lobby) -> MatchId | None:
        """Return the match of an invitation that was found across servers."""
        live = await self._live(lobby) if lobby.status is LobbyStatus.STARTED else None
        return live.id if live is not None and live.table.is_apart else None

    async def _live(self, lobby: Lobby) -> LiveMatch | None:
        """Return the match of an invitation that was taken."""
        return (
            None if lobby.match_id is None else await self._messenger.service.load(lobby.match_id)
        )

    def _is_over(self, shown: Lobby) -> bool:
        return shown.status is not LobbyStatus.OPEN

    def _address(self, shown: Lobby) -> TableMessage:
        return shown.table

    async def _newest(self, shown: Lobby) -> Lobby | None:
        return await self._messenger.service.lobby(shown.id)

    async def _record(
        self, shown: Lobby, channel: ChannelId, message: MessageId, *, is_new: bool
    ) -> None:
        messages = self._messenger.service.messages
        await messages.lobby_rendered(shown.id, shown.version, channel, message)


IN_THE_WAY: Final = frozenset((LobbyCode.ALREADY_OPEN, LobbyCode.SELF, LobbyCode.ALREADY_IN))
"""The refusals of something new that name the open invitation in its way."""


def may_press(user: UserId, lobby: Lobby, press: Press | Link) -> bool:
    """Whether a button of an invitation is for this person.

    The message in the chat is the same for everybody, so it has the buttons of all.
    """
    if not isinstance(press, LobbyPress):
        return False
    is_host, is_in = lobby.host == user, user in {one.user_id for one in lobby.people}
    invited = {one.user_id for one in lobby.invited}
    match press.verb:
        case LobbyVerb.JOIN:
            return not is_in and (not invited or user in invited)
        case LobbyVerb.DECLINE:
            return user in invited
        case LobbyVerb.LEAVE:
            return is_in and not is_host
        case LobbyVerb.BLUE | LobbyVerb.ORANGE:
            return is_in
        case LobbyVerb.START:
            return is_host and len(lobby.people) >= lobby.seats
        case LobbyVerb.CANCEL | LobbyVerb.SHUFFLE:
            return is_host
        case LobbyVerb.FAIR:
            # It is for whoever reads the message, before and after joining.
            return False
        case _:
            assert_never(press.verb)


def offers_screen(reader: Reader, text: str, offers: Iterable[Lobby], user: UserId) -> Screen:
    """Return open invitations for one person. ``text``: why they are shown."""
    parts: list[Part] = [Text(text)] if text else []
    for lobby in offers:
        offer = lobby_screen(reader, lobby)
        words = "\n".join(offer.texts())
        if not lobby.table.place.is_outside:
            words += f"\n-# <#{lobby.table.channel}>"
        parts.append(Text(words))
        own = tuple(one for one in offer.buttons() if may_press(user, lobby, one.press))
        if own:
            parts.append(Row(own))
    return Screen(tuple(parts), Accent.CALM)


async def refuse_with_offers(ctx: Context, refused: LobbyRefused) -> None:
    """Refuse something new; show the invitations that are in its way, if there are any."""
    offers: list[Lobby] = []
    if refused.code is LobbyCode.TOO_MANY_OPEN:
        mine = await ctx.service.open_lobbies_of(ctx.user)
        offers = [one for one in mine if one.host == ctx.user]
    elif refused.code in IN_THE_WAY and refused.lobby is not None:
        offers = [refused.lobby] if refused.lobby.status is LobbyStatus.OPEN else []
    if refused.code is LobbyCode.SELF and offers:
        refused = LobbyRefused(LobbyCode.ALREADY_OPEN, refused.lobby)
    text, own = lobby_refusal(ctx.reader, refused), refused.lobby
    if refused.code is LobbyCode.ALREADY_OPEN and own is not None and not own.invited:
        text = ctx.t(
            "You're already waiting for an opponent with these rules, in {channel}.",
            channel=f"<#{own.table.channel}>",
        )
    if not offers or ctx.interaction is None:  # A page lists the invitations by itself.
        raise Refusal.in_words(text)
    await ctx.reply.refuse(offers_screen(ctx.reader, f"⚠️ {text}", offers, ctx.user))


async def answer_on_offer(
    display: MatchDisplay, invitations: Invitations, ctx: Context, outcome: LobbyOutcome
) -> None:
    """Show the outcome of a press on an invitation that one person alone sees.

    The invitation's own message follows by itself: it becomes the table, or says how it ended.
    """
    match outcome:
        case Started(live=live, lobby=lobby):
            if lobby is not None:
                await room_of_table(display, ctx, live, lobby)
            await show_panel(display, ctx, ctx.seen(live))
        case LobbyChanged(lobby=lobby):
            await ctx.reply.update(offers_screen(ctx.reader, "", [lobby], ctx.user))
            await invitations.draw(lobby)
        case LobbyClosed(lobby=lobby):
            await ctx.reply.update(lobby_screen(ctx.reader, lobby, safe_name(ctx.origin.name)))
            await invitations.draw(lobby)
        case LobbyRefused(code=LobbyCode.CLOSED, lobby=Lobby() as lobby):
            await ctx.reply.update(lobby_screen(ctx.reader, lobby))
        case LobbyRefused():
            raise Refusal.in_words(lobby_refusal(ctx.reader, outcome))
        case _:
            raise AssertionError(outcome)


async def room_of_table(display: MatchDisplay, ctx: Context, live: LiveMatch, lobby: Lobby) -> str:
    """Return where a table is that begins away from its invitation's message.

    It moves to a thread of its own if its lobby wants one.
    """
    if lobby.room == THREAD and lobby.table.message is not None:
        thread = None
        with contextlib.suppress(*FAILURES):  # The table is in the channel then.
            thread = await display.threads.open_thread(ctx.origin, live, lobby.table.message)
        if thread is not None:
            public = await ctx.public_reader()
            moved = moved_screen(public, match_context(ctx.service, live, public), thread)
            await display.tables.edit(lobby.table.channel, lobby.table.message, moved)
            await display.tables.post(live, channel=ChannelId(thread))
            return f"<#{thread}>"
    return f"<#{lobby.table.channel}>"
