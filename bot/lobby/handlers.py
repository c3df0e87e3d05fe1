"""Handlers of challenges, open tables and practice, by command or button."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeGuard, assert_never

import discord

from bot.lobby.messages import (
    Invitations,
    LobbyContext,
    answer_on_offer,
    host_locale,
    refuse_with_offers,
    require_company,
    room_of_table,
)
from bot.lobby.screens import fair_deal_screen, lobby_screen
from bot.match.board import match_context
from bot.match.hand.handlers import open_panel, open_panel_after
from bot.match.links import THREAD
from bot.match.options import Ruleset, rated_here, room_of, ruleset, server_presets
from bot.match.table_screen import moved_screen
from bot.match.wiring import MatchDisplay
from bot.presses.lobby import LobbyPress, LobbyVerb
from bot.presses.match import RematchPress
from bot.ui.context import Context
from bot.ui.i18n import mark
from bot.ui.markup import safe_name
from bot.ui.reader import Reader
from bot.ui.replying import Editor, Refusal
from bot.ui.requests import FAILURES
from bot.ui.screen import Screen, notice_screen
from bot.wording.errors import lobby_refusal
from engine.clocks import CASUAL, DAILY, ClockRules
from engine.game.presets import PRESET_PLAYERS, players_of
from engine.game.seats import Seat
from engine.game.start_position import StartPosition
from engine.players import Level
from engine.service import (
    ChannelId,
    LiveMatch,
    Lobby,
    LobbyChanged,
    LobbyClosed,
    LobbyCode,
    LobbyId,
    LobbyOpened,
    LobbyOutcome,
    LobbyRefused,
    LobbyStatus,
    MatchId,
    MatchSetup,
    MessageId,
    OpenLobby,
    Person,
    Practice,
    Rematch,
    Started,
    UserId,
)

_HIDDEN_CHANNEL: Final = mark(
    "I can't see this channel or write in it, so my messages here won't update. Play "
    "from your hand. An admin can grant me View Channel and Send Messages."
)
_NO_THREAD: Final = mark(
    "I can't open a thread here (I need the permissions Create Public Threads, Send Messages in "
    "Threads and Read Message History), so the table is in the channel."
)
_NO_THREAD_NOW: Final = mark(
    "Discord didn't open a thread just now, so the table is in the channel."
)
_LOCKED_THREAD: Final = mark(
    "This thread is locked, so my messages here won't update. Play from your hand. A "
    "moderator can unlock the thread, or an admin can grant me Manage Threads."
)


async def lobby_pressed(
    display: MatchDisplay, invitations: Invitations, ctx: Context, press: LobbyPress
) -> None:
    """Handle a button of an invitation, on its message or where one person alone sees it."""
    key, lobby = ctx.key, LobbyId(press.id)
    if press.verb is LobbyVerb.FAIR:
        await ctx.reply.private(await _fair_deal(ctx, lobby))
        return
    async with display.tables.expecting(key):
        outcome = await _pressed(ctx, press.verb, lobby)
        if ctx.interaction is None or ctx.origin.is_public:
            await answer_lobby_outcome(display, ctx, outcome, fresh=False)
        elif isinstance(outcome, Started) and outcome.live.table.place.is_outside:
            await answer_lobby_outcome(display, ctx, outcome, fresh=True)
        else:
            await answer_on_offer(display, invitations, ctx, outcome)


async def _fair_deal(ctx: Context, number: LobbyId) -> Screen:
    lobby = await ctx.service.lobby(number)
    if lobby is None:
        raise Refusal(
            mark("This invitation is gone. A table shows its deals: **Verify the deals**.")
        )
    return fair_deal_screen(ctx.reader, lobby)


async def _pressed(ctx: Context, verb: LobbyVerb, lobby: LobbyId) -> LobbyOutcome:
    service, key, user = ctx.service, ctx.key, ctx.user
    match verb:
        case LobbyVerb.JOIN:
            return await service.join(key, lobby, ctx.person)
        case LobbyVerb.LEAVE:
            return await service.leave(key, lobby, user)
        case LobbyVerb.DECLINE:
            return await service.decline(key, lobby, user)
        case LobbyVerb.CANCEL:
            return await service.cancel(key, lobby, user)
        case LobbyVerb.START:
            return await service.start_lobby(key, lobby, user)
        case LobbyVerb.SHUFFLE:
            return await service.shuffle_sides(key, lobby, user)
        case _:
            side = 1 if verb is LobbyVerb.ORANGE else 0
            return await service.choose_side(key, lobby, user, side)


async def answer_lobby_outcome(
    display: MatchDisplay, ctx: Context, outcome: LobbyOutcome, *, fresh: bool
) -> None:
    """Show the outcome of an invitation. ``fresh``: it has no message yet."""
    match outcome:
        case LobbyRefused(code=LobbyCode.CLOSED, lobby=lobby) if is_outdated(lobby, ctx):
            await _show_as_it_is(display, ctx, lobby)
        case LobbyRefused() if fresh:
            await refuse_with_offers(ctx, outcome)
        case LobbyRefused():
            raise Refusal.in_words(lobby_refusal(ctx.reader, outcome))
        case LobbyOpened(lobby=lobby):
            screen = lobby_screen(await reader_of(ctx, lobby), lobby)
            if not (await ctx.service.guild_config(ctx.guild)).pings:
                screen = replace(screen, pings=())
            message_id = await ctx.reply.public(screen)
            if message_id is not None:
                await ctx.service.messages.lobby_rendered(
                    lobby.id, lobby.version, lobby.table.channel, MessageId(message_id)
                )
            if not ctx.origin.may_post:
                await ctx.reply.also_private(notice_screen(_bar_words(ctx)))
        case LobbyChanged(lobby=lobby):
            await ctx.reply.update(lobby_screen(await reader_of(ctx, lobby), lobby))
        case LobbyClosed(lobby=lobby):
            name = safe_name(ctx.origin.name)
            await ctx.reply.update(lobby_screen(await reader_of(ctx, lobby), lobby, name))
        case Started(live=live, lobby=Lobby() as lobby) if fresh and _becomes_table(lobby):
            await room_of_table(display, ctx, live, lobby)
            await open_panel(display, ctx, ctx.seen(live))
        case Started(live=live, lobby=lobby):
            # The table for everybody, then the presser's hand at once.
            await _show_started(display, ctx, live, fresh=fresh)
            if not ctx.origin.may_post:
                # A message of its own: a hand is drawn anew with the next move.
                await ctx.reply.also_private(notice_screen(_bar_words(ctx)))
                for user in {ctx.user} if lobby is None else {ctx.user, lobby.host}:
                    display.tables.bar_explained(
                        live, user
                    )  # The host was told with the invitation.
            await open_panel_after(display, ctx, ctx.seen(live))
        case _:
            assert_never(outcome)


def _bar_words(ctx: Context) -> str:
    """Return why messages here stay as they are, and what helps."""
    return ctx.t(_LOCKED_THREAD if ctx.origin.is_locked else _HIDDEN_CHANNEL)


def _becomes_table(lobby: Lobby) -> bool:
    """Whether an invitation that was accepted elsewhere has a message, which becomes the table."""
    return lobby.table.message is not None and not lobby.table.place.is_outside


def is_outdated(lobby: Lobby | None, ctx: Context) -> TypeGuard[Lobby]:
    """Whether the pressed message is an old invitation that only a press can change."""
    if lobby is None or ctx.interaction is None:
        return False
    is_reached = ctx.origin.may_post and not lobby.table.place.is_outside
    return ctx.origin.is_public and not is_reached


async def _show_as_it_is(display: MatchDisplay, ctx: Context, lobby: Lobby) -> None:
    """Replace an outdated invitation by its table, or say on it how it ended."""
    live = None if lobby.match_id is None else await ctx.load_match(lobby.match_id)
    if live is not None and live.table.message in (None, ctx.origin.message):
        await _show_table(display, ctx, live, fresh=False)
    else:
        await ctx.reply.update(lobby_screen(await reader_of(ctx, lobby), lobby))


async def reader_of(ctx: Context, lobby: Lobby) -> Reader:
    """Return the reader of a lobby's message."""
    return await ctx.preferences.public(lobby.table.guild, lobby.table.language)


async def _show_started(
    display: MatchDisplay, ctx: Context, live: LiveMatch, *, fresh: bool
) -> None:
    """Replace the invitation with the table.

    If the lobby wants a thread, the table opens there and the invitation links to it.
    """
    if fresh or not await _show_in_thread(display, ctx, live):
        await _show_table(display, ctx, live, fresh=fresh)


async def _show_table(display: MatchDisplay, ctx: Context, live: LiveMatch, *, fresh: bool) -> None:
    """Post the table or put it in place of the pressed message, and store where it is."""
    screen = await display.tables.screen(live)
    editor: Editor | None
    if fresh:
        message_id: int | None = await ctx.reply.public(screen)
        editor = ctx.reply.posted
    else:
        editor, message_id = await ctx.reply.update(screen), ctx.origin.message
    if message_id is None:
        return
    shown = live.version if ctx.reply.is_delivered else -1  # The redraw job draws it then.
    await ctx.service.messages.rendered(live, shown, live.table.channel, MessageId(message_id))
    if live.table.place.is_outside and editor is not None:
        display.updates.follow_table(live, editor)
        await display.updates.catch_up(live)


async def _show_in_thread(display: MatchDisplay, ctx: Context, live: LiveMatch) -> bool:
    """Open the table in its own thread if its lobby wants one and it can be created."""
    lobby = None if live.lobby_id is None else await ctx.service.lobby(live.lobby_id)
    message = ctx.origin.message
    if lobby is None or lobby.room != THREAD or message is None:
        return False
    try:
        thread, reason = await display.threads.open_thread(ctx.origin, live, message), _NO_THREAD
    except FAILURES:
        thread, reason = None, _NO_THREAD_NOW
    if thread is None:
        await _show_table(display, ctx, live, fresh=False)
        await ctx.reply.also_private(notice_screen(ctx.t(reason)))
        return True
    public = await ctx.preferences.public(live.table.guild)
    await ctx.reply.update(moved_screen(public, match_context(ctx.service, live, public), thread))
    await display.tables.post(live, channel=ChannelId(thread))
    return True


async def rematch_pressed(hosting: LobbyContext, ctx: Context, press: RematchPress) -> None:
    """Start a rematch with the same people, below the table that is over."""
    live = await ctx.load_match(MatchId(press.id))
    if live is None or live.setup.has_shared_deals:
        raise Refusal("This match no longer exists.")
    if not live.table.is_apart:
        ctx.require_chat_of(live)
        if ctx.place is not live.table.place:
            raise Refusal("This only works in the chat where the table is. Do it there.")
    ask = Rematch(
        interaction=ctx.key,
        match_id=live.id,
        channel=ctx.channel or live.table.channel,
        person=ctx.person,
        expires_at_ms=hosting.expiry_ms(ctx),
    )
    async with hosting.display.tables.expecting(ask.interaction):
        outcome = await ctx.service.rematch(ask)
        if not (live.is_solitary or isinstance(outcome, LobbyRefused)):
            await _withdraw_search(ctx, live)
        await answer_lobby_outcome(hosting.display, ctx, outcome, fresh=True)


async def _withdraw_search(ctx: Context, live: LiveMatch) -> None:
    """Withdraw this person's own invitations for everybody to the game of a match.

    Otherwise the one for a rematch would be a second offer of the same, and two matches begin.
    """
    for one in await ctx.service.open_lobbies_of(ctx.user):
        same = replace(one.setup, preset=live.setup.preset) == live.setup
        if one.host == ctx.user and one.rematch_of is None and not one.invited and same:
            await ctx.service.cancel(ctx.key, one.id, ctx.user)


async def withdraw_rematch(ctx: Context, match: MatchId) -> None:
    """Withdraw this person's own invitation to a rematch, in favour of another opponent."""
    offer = await ctx.service.newest_rematch(match)
    if offer is not None and offer.status is LobbyStatus.OPEN and offer.host == ctx.user:
        await ctx.service.cancel(ctx.key, offer.id, ctx.user)


async def offer_challenge(
    hosting: LobbyContext,
    ctx: Context,
    opponent: discord.Member | discord.User,
    chosen: Ruleset,
    clock: ClockRules,
    *,
    rated: bool | None = None,
    thread: bool = False,
) -> None:
    """Challenge one person."""
    require_company(ctx)
    if rated or thread:
        ctx.require_server()
    if opponent.bot:
        raise Refusal("Bots can't accept challenges. Play one with `/gin practice`.")
    person = Person(UserId(opponent.id), opponent.display_name)
    ask = await challenge_to(hosting, ctx, person, chosen, clock, rated=rated, thread=thread)
    async with hosting.display.tables.expecting(ask.interaction):
        outcome = await ctx.service.open_lobby(ask)
        await answer_lobby_outcome(hosting.display, ctx, outcome, fresh=True)


async def challenge_to(
    hosting: LobbyContext,
    ctx: Context,
    opponent: Person,
    chosen: Ruleset,
    clock: ClockRules,
    *,
    rated: bool | None = None,
    thread: bool = False,
) -> OpenLobby:
    """Return the challenge of one person by the rules and customs of this place."""
    config = await server_presets(ctx)
    room = room_of(config, asked=thread)
    if 2 not in chosen.rules.players():
        raise Refusal("These rules need more players. Find them with `/gin open`.")
    return OpenLobby(
        interaction=ctx.key,
        table=ctx.table(await host_locale(ctx)),
        host=ctx.person,
        setup=MatchSetup(
            chosen.rules, chosen.name, clock, rated=rated_here(config, asked=rated, usual=True)
        ),
        expires_at_ms=hosting.expiry_ms(ctx),
        invited=(opponent,),
        room=room,
    )


async def challenge_to_standard(
    hosting: LobbyContext, ctx: Context, opponent: discord.Member | discord.User
) -> None:
    """Challenge a person to standard gin."""
    chosen = ruleset({}, "standard")
    await offer_challenge(hosting, ctx, opponent, chosen, DAILY)


async def member_of(ctx: Context, user: int) -> discord.Member | None:
    """Return the member of the interaction's server; ``None`` if they are not on it."""
    try:
        server = await ctx.server()
        return None if server is None else await server.fetch_member(user)
    except discord.NotFound:
        return None


async def opponent_of(ctx: Context, user: int) -> discord.Member | discord.User:
    """Return the person to challenge here; Refusal if they are not on the interaction's server.

    Nobody can be looked up in a chat that the bot is no member of, so anybody on Discord will do.
    """
    if not ctx.place.is_outside:
        require_company(ctx)
        member = await member_of(ctx, user)
        if member is None:
            raise Refusal("This person is no longer on this server. Choose someone else.")
        return member
    try:
        return await ctx.client.fetch_user(user)
    except discord.NotFound as error:
        raise Refusal("This person is no longer on Discord.") from error


async def offer_table(
    hosting: LobbyContext,
    ctx: Context,
    chosen: Ruleset,
    clock: ClockRules,
    *,
    players: int | None = None,
    rated: bool = False,
    thread: bool = False,
    ratings: tuple[int, int] | None = None,
) -> None:
    """Post the invitation to a table. ``players``: their number, where the rules leave it open."""
    require_company(ctx)
    if rated or thread:
        ctx.require_server()
    config = await server_presets(ctx)
    low, high = _sizes(ctx, chosen, players)
    ask = OpenLobby(
        interaction=ctx.key,
        table=ctx.table(await host_locale(ctx)),
        host=ctx.person,
        setup=MatchSetup(
            chosen.rules, chosen.name, clock, rated=rated_here(config, asked=rated, usual=False)
        ),
        expires_at_ms=hosting.expiry_ms(ctx),
        seats=low,
        max_seats=high,
        room=room_of(config, asked=thread),
        ratings=ratings,
    )
    async with hosting.display.tables.expecting(ask.interaction):
        outcome = await ctx.service.open_lobby(ask)
        await answer_lobby_outcome(hosting.display, ctx, outcome, fresh=True)


async def offer_standard_table(hosting: LobbyContext, ctx: Context) -> None:
    """Post the invitation to a table of standard gin."""
    await offer_table(hosting, ctx, ruleset({}, "standard"), DAILY)


def _sizes(ctx: Context, chosen: Ruleset, players: int | None) -> tuple[int, int]:
    """Return the fewest and the most players of a table."""
    fitting = players_of(chosen.name, chosen.rules)
    if players is not None and players not in fitting:
        raise Refusal(
            ctx.t(
                "These rules are for {players} players.",
                players=", ".join(map(str, fitting)),
            )
        )
    return (fitting[0], fitting[-1]) if players is None else (players, players)


async def start_practice(
    display: MatchDisplay,
    ctx: Context,
    chosen: Ruleset,
    level: str,
    position: Callable[[int], tuple[StartPosition, Seat]] | None = None,
) -> None:
    """Start a match against the computer in this channel, or play on from a position."""
    await server_presets(ctx)
    ask = Practice(
        interaction=ctx.key,
        table=ctx.table(await ctx.public_locale()),
        person=ctx.person,
        setup=MatchSetup(chosen.rules, chosen.name, CASUAL),
        level=level,
        seats=2 if position is not None else PRESET_PLAYERS.get(chosen.name),
        position=position,
    )
    async with display.tables.expecting(ask.interaction):
        outcome = await ctx.service.practice(ask)
        await answer_lobby_outcome(display, ctx, outcome, fresh=True)


async def practise_standard(display: MatchDisplay, ctx: Context) -> None:
    """Start a practice match with the standard rules."""
    await start_practice(display, ctx, ruleset({}, "standard"), Level.CASUAL.value)
