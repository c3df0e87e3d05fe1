"""Challenges and open seats: presses on them, and what becomes of them."""

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from bot.lobby.messages import invitation_screen
from bot.match.hand.handlers import open_panel_after
from bot.match.table_screen import moved_screen, table_screen
from bot.match.threads import THREAD
from bot.ui.custom_id import CustomId
from bot.ui.names import safe_name
from bot.ui.notice import notice_screen
from bot.ui.reader import Reader
from bot.ui.reply import Reply
from bot.wording.errors import lobby_refusal
from engine.service import (
    ChannelId,
    GuildId,
    InteractionId,
    LiveMatch,
    LobbyChanged,
    LobbyClosed,
    LobbyId,
    LobbyOpened,
    LobbyOutcome,
    LobbyRefused,
    MatchId,
    MessageId,
    Person,
    Rematch,
    Started,
    UserId,
)

if TYPE_CHECKING:
    from bot.app import GinBot


async def lobby_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    """A button of an invitation."""
    service, user = bot.service, reply.interaction.user
    key, lobby = InteractionId(reply.interaction.id), LobbyId(press.id)
    person = Person(UserId(user.id), user.display_name)
    match press.what:
        case "join":
            async with bot.boards.expecting(key):
                outcome = await service.join(key, lobby, person)
                await answer_lobby_outcome(bot, reply, outcome, fresh=False)
            return
        case "leave":
            outcome = await service.leave(key, lobby, person.user_id)
        case "decline":
            outcome = await service.decline(key, lobby, person.user_id)
        case "cancel":
            outcome = await service.cancel(key, lobby, person.user_id)
        case "start":
            async with bot.boards.expecting(key):
                outcome = await service.start_lobby(key, lobby, person.user_id)
                await answer_lobby_outcome(bot, reply, outcome, fresh=False)
            return
        case "shuffle":
            outcome = await service.shuffle_sides(key, lobby, person.user_id)
        case _:
            side = int(press.what[-1]) if press.what in ("side0", "side1") else 0
            outcome = await service.choose_side(key, lobby, person.user_id, side)
    await answer_lobby_outcome(bot, reply, outcome, fresh=False)


async def answer_lobby_outcome(
    bot: "GinBot", reply: Reply, outcome: LobbyOutcome, *, fresh: bool
) -> None:
    """Show what became of an invitation. ``fresh``: there is no message of it yet."""
    reader = await bot.readers.of(reply.interaction)
    guild = reply.interaction.guild_id or 0
    public = await bot.readers.public(guild)
    match outcome:
        case LobbyRefused():
            await reply.private(notice_screen(lobby_refusal(reader, outcome)))
        case LobbyOpened(lobby=lobby):
            screen = invitation_screen(public, lobby)
            if not (await bot.service.guild_config(GuildId(guild))).pings:
                screen = replace(screen, pings=())
            message_id = await reply.public(screen)
            if message_id is not None:
                await bot.service.messages.lobby_rendered(
                    lobby.id, lobby.version, lobby.channel, MessageId(message_id)
                )
        case LobbyChanged(lobby=lobby):
            await reply.update(invitation_screen(public, lobby))
        case LobbyClosed(lobby=lobby):
            name = safe_name(reply.interaction.user.display_name)
            await reply.update(invitation_screen(public, lobby, name))
        case Started(live=live):
            await _show_started(bot, reply, public, live, fresh=fresh)
        case _:
            assert_never(outcome)


async def _show_started(
    bot: "GinBot", reply: Reply, public: Reader, live: LiveMatch, *, fresh: bool
) -> None:
    """The invitation becomes the table, and the one who pressed sees the own hand at once.

    Where a thread is wanted, the table opens in it and the invitation says where.
    """
    if not fresh and await _show_in_thread(bot, reply, public, live):
        await open_panel_after(bot, reply, live)
        return
    screen = table_screen(public, bot.board(live))
    interaction = reply.interaction
    message_id: int | None = None
    if fresh:
        message_id = await reply.public(screen)
    else:
        await reply.update(screen)
        message_id = None if interaction.message is None else interaction.message.id
    if message_id is not None:
        await bot.service.messages.rendered(
            live.id, live.version, live.channel, MessageId(message_id)
        )
    await open_panel_after(bot, reply, live)


async def _show_in_thread(bot: "GinBot", reply: Reply, public: Reader, live: LiveMatch) -> bool:
    """Open the table in a thread of its own, if its lobby wants one and one can be made."""
    lobby = None if live.lobby_id is None else await bot.service.lobby(live.lobby_id)
    message = reply.interaction.message
    if lobby is None or lobby.room != THREAD or message is None:
        return False
    thread = await bot.rooms.open_thread(reply.interaction, live, message.id)
    if thread is None:
        reader = await bot.readers.of(reply.interaction)
        screen = table_screen(public, bot.board(live))
        await reply.update(screen)
        await bot.service.messages.rendered(
            live.id, live.version, live.channel, MessageId(message.id)
        )
        text = reader.words.t(
            "I can't open a thread here (I need the permissions Create Public Threads, Send "
            "Messages in Threads and Read Message History), so the table is in the channel."
        )
        await reply.also_private(notice_screen(text))
        return True
    await reply.update(moved_screen(public, bot.board(live), thread))
    await bot.boards.post(live, channel=ChannelId(thread))
    return True


async def rematch_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, _values: tuple[str, ...]
) -> None:
    """The same people again, under the table that is over."""
    reader = await bot.readers.of(reply.interaction)
    live = await bot.service.load(MatchId(press.id))
    if live is None or live.is_private:
        text = reader.words.t("This match no longer exists.")
        await reply.private(notice_screen(text))
        return
    user = reply.interaction.user
    ask = Rematch(
        interaction=reply.key,
        match_id=live.id,
        channel=ChannelId(reply.interaction.channel_id or live.channel),
        person=Person(UserId(user.id), user.display_name),
        expires_at_ms=bot.expiry_ms(),
    )
    async with bot.boards.expecting(ask.interaction):
        await answer_lobby_outcome(bot, reply, await bot.service.rematch(ask), fresh=True)
