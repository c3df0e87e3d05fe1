"""Open invitations shown to one person alone, with the buttons that are for them.

The message in the channel may have been deleted, or may be in a channel that the person does not
see, so whoever is refused because of an invitation gets the invitation itself.
"""

import contextlib
from collections.abc import Iterable
from typing import Final, assert_never

from bot.lobby.messages import Invitations
from bot.lobby.screens import lobby_screen
from bot.match.board import match_context
from bot.match.hand.panel import show_panel
from bot.match.table_screen import moved_screen
from bot.match.threads import THREAD
from bot.match.wiring import MatchMessages
from bot.presses.lobby import LobbyPress, LobbyVerb
from bot.ui.context import Context
from bot.ui.custom_id import parse_custom_id
from bot.ui.failures import FAILURES
from bot.ui.markup import safe_name
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from bot.ui.screen import Accent, Part, Row, Screen, Text
from bot.wording.errors import lobby_refusal
from engine.service import (
    ChannelId,
    LiveMatch,
    Lobby,
    LobbyChanged,
    LobbyClosed,
    LobbyCode,
    LobbyOutcome,
    LobbyRefused,
    LobbyStatus,
    Started,
    UserId,
)

IN_THE_WAY: Final = frozenset((LobbyCode.ALREADY_OPEN, LobbyCode.SELF, LobbyCode.ALREADY_IN))
"""The refusals of something new that name the open invitation in its way."""


def may_press(user: UserId, lobby: Lobby, press: str) -> bool:
    """Whether a button of an invitation is for this person.

    The message in the chat is the same for everybody, so it has the buttons of all.
    """
    custom_id = parse_custom_id(press)
    pressed = None if custom_id is None else LobbyPress.read(custom_id)
    if pressed is None:
        return False
    is_host, is_in = lobby.host == user, user in {one.user_id for one in lobby.people}
    invited = {one.user_id for one in lobby.invited}
    match pressed.verb:
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
        case _:
            assert_never(pressed.verb)


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


async def refuse_with_offers(ctx: Context, refused: LobbyRefused, text: str = "") -> None:
    """Refuse something new; show the invitations that are in its way, if there are any.

    ``text``: the reason, if not that of the refusal's code.
    """
    offers: list[Lobby] = []
    if refused.code is LobbyCode.TOO_MANY_OPEN:
        mine = await ctx.service.open_lobbies_of(ctx.user)
        offers = [one for one in mine if one.host == ctx.user]
    elif refused.code in IN_THE_WAY and refused.lobby is not None:
        offers = [refused.lobby] if refused.lobby.status is LobbyStatus.OPEN else []
    if refused.code is LobbyCode.SELF and offers:
        refused = LobbyRefused(LobbyCode.ALREADY_OPEN, refused.lobby)
    text = text or lobby_refusal(ctx.reader, refused)
    if not offers or ctx.interaction is None:  # A page lists the invitations by itself.
        raise Refusal.in_words(text)
    await ctx.reply.refuse(offers_screen(ctx.reader, f"⚠️ {text}", offers, ctx.user))


async def answer_on_offer(
    chat: MatchMessages, invitations: Invitations, ctx: Context, outcome: LobbyOutcome
) -> None:
    """Show the outcome of a press on an invitation that one person alone sees.

    The invitation's own message follows by itself: it becomes the table, or says how it ended.
    """
    match outcome:
        case Started(live=live, lobby=lobby):
            if lobby is not None:
                await room_of_table(chat, ctx, live, lobby)
            await show_panel(chat, ctx, ctx.seen(live))
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


async def room_of_table(chat: MatchMessages, ctx: Context, live: LiveMatch, lobby: Lobby) -> str:
    """Return where a table is that begins away from its invitation's message.

    It moves to a thread of its own if its lobby wants one.
    """
    if lobby.room == THREAD and lobby.table.message is not None:
        thread = None
        with contextlib.suppress(*FAILURES):  # The table is in the channel then.
            thread = await chat.threads.open_thread(ctx.origin, live, lobby.table.message)
        if thread is not None:
            public = await ctx.public_reader()
            moved = moved_screen(public, match_context(ctx.service, live, public), thread)
            await chat.tables.edit(lobby.table.channel, lobby.table.message, moved)
            await chat.tables.post(live, channel=ChannelId(thread))
            return f"<#{thread}>"
    return f"<#{lobby.table.channel}>"
