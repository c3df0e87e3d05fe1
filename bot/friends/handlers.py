"""Handlers of the friends list: requests, challenges, and another match with who was met last."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from bot.friends.people import FriendLine, PastOpponent
from bot.friends.screens import FriendsList, friends_screen
from bot.lobby.handlers import challenge_to_standard, member_of, rematch_pressed
from bot.lobby.messages import LobbyContext
from bot.match.board import match_context
from bot.presses.account import FriendsPress, FriendsVerb
from bot.presses.match import RematchPress
from bot.ui.context import Context
from bot.ui.listener import InboxListener
from bot.ui.markup import plain_name, safe_name
from bot.ui.replying import Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import Screen
from bot.wording.names import title_of_match
from engine.service import (
    Finished,
    HeadToHead,
    LiveMatch,
    LobbyId,
    LobbyStatus,
    Person,
    UserId,
)
from engine.service.social import Friend, FriendOutcome

MATCHES_LOOKED_AT: Final = 30
LOBBIES_LOOKED_AT: Final = 50
MOST_AGAIN: Final = 5
_POSTS: Final = (FriendsVerb.CHALLENGE, FriendsVerb.AGAIN)


def friends_answers(press: FriendsPress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: public for a challenge, in place for the list."""
    return AnswerKind.PUBLIC if press.verb in _POSTS else AnswerKind.IN_PLACE


async def friends_pressed(
    hosting: LobbyContext, notify: InboxListener, ctx: Context, press: FriendsPress
) -> None:
    """Answer a request, challenge a friend, or take either back."""
    if ctx.turns_a_page:
        await ctx.reply.update(await list_of(ctx))
        return
    service, notice = ctx.service, ""
    match press.verb:
        case FriendsVerb.CHALLENGE:
            friend = press.id or int(ctx.value)
            await _challenge(hosting, ctx, friend)
            await _show_sent(ctx)
            return
        case FriendsVerb.AGAIN:
            await rematch_pressed(hosting, ctx, RematchPress(press.id))
            await _show_sent(ctx)
            return
        case FriendsVerb.ADD:
            notice = await add_friend(notify, ctx, await _listed(ctx, press.id))
        case FriendsVerb.DECLINE:
            await service.friends.remove(ctx.key, UserId(press.id), ctx.user)
        case FriendsVerb.REMOVE:
            await service.friends.remove(ctx.key, ctx.user, UserId(press.id))
        case FriendsVerb.REFUSE:
            await service.decline(ctx.key, LobbyId(press.id), ctx.user)
        case FriendsVerb.WITHDRAW:
            await service.cancel(ctx.key, LobbyId(press.id), ctx.user)
    await ctx.reply.update(await list_of(ctx, notice))


async def _show_sent(ctx: Context) -> None:
    """Show on a page that a challenge is on its way; a message of chat shows it by itself."""
    if not ctx.reply.is_page:
        return
    sent = await ctx.service.lobby(LobbyId(ctx.key))
    if sent is not None and sent.status is LobbyStatus.OPEN and sent.host == ctx.user:
        name = safe_name(sent.invited[0].name)
        notice = ctx.t("You've challenged **{name}**.", name=name)
        await ctx.reply.update(await list_of(ctx, notice))


async def _listed(ctx: Context, user: int) -> Person:
    listed = await ctx.service.friends.of(ctx.user)
    name = next((one.name for one in listed if one.user_id == user), "")
    return Person(UserId(user), name)


async def add_friend(notify: InboxListener, ctx: Context, friend: Person) -> str:
    """Add a person to the presser's list and report the result."""
    outcome = await ctx.service.friends.add(ctx.key, ctx.person, friend)
    if outcome is FriendOutcome.ASKED and await ctx.service.notes.request(
        ctx.key, ctx.person, friend.user_id
    ):
        await notify(friend.user_id)
    return befriended(ctx, outcome, safe_name(friend.name))


def befriended(ctx: Context, outcome: FriendOutcome, name: str) -> str:
    """Return the result of adding a friend in one sentence."""
    t = ctx.t
    match outcome:
        case FriendOutcome.ASKED:
            return t(
                "**{name}** is on your list. You'll be friends when they add you too.", name=name
            )
        case FriendOutcome.FRIENDS:
            return t("You and **{name}** are now friends.", name=name)
        case FriendOutcome.ALREADY:
            return t("**{name}** is already on your list.", name=name)
        case FriendOutcome.FULL:
            return t("Your list is full. Remove someone first.")
        case FriendOutcome.SELF:
            return t("You can't add yourself.")
        case FriendOutcome.BLOCKED:
            return t("You have blocked **{name}**. Unblock them first.", name=name)


@dataclass(slots=True)
class _Between:
    """What the reader plays with others, and the open challenges, by the other person."""

    matches: dict[UserId, LiveMatch] = field(default_factory=dict)
    sent: dict[UserId, LobbyId] = field(default_factory=dict)
    received: dict[UserId, LobbyId] = field(default_factory=dict)


async def _between(ctx: Context) -> _Between:
    found = _Between()
    for live in await ctx.service.live_matches_of(ctx.user):
        for player in live.players:
            if player.user_id is not None and player.user_id != ctx.user:
                found.matches[player.user_id] = live
    for lobby in await ctx.service.open_lobbies_of(ctx.user):
        if lobby.is_challenge and lobby.host == ctx.user:
            found.sent[lobby.invited[0].user_id] = lobby.id
    if ctx.guild:
        for lobby in await ctx.service.open_lobbies_in(ctx.guild, LOBBIES_LOOKED_AT):
            if lobby.is_challenge and lobby.invited[0].user_id == ctx.user:
                found.received[lobby.host] = lobby.id
    return found


async def list_of(ctx: Context, notice: str = "") -> Screen:
    """Return the presser's friends list."""
    listed = [await _named(ctx, one) for one in await ctx.service.friends.of(ctx.user)]
    lines = [line_of(ctx, one) for one in listed]
    if not ctx.reply.is_page:
        return friends_screen(ctx.reader, FriendsList(lines), notice)
    between = await _between(ctx)
    shown = [
        await _with_table(ctx, between, one, line) for one, line in zip(listed, lines, strict=True)
    ]
    again = await _past_opponents(ctx, between)
    return friends_screen(ctx.reader, FriendsList(shown, again), notice)


async def _named(ctx: Context, friend: Friend) -> Friend:
    """Return a friend with a name: the service knows none of who has never used Gin."""
    if friend.name:
        return friend
    member = await member_of(ctx, friend.user_id)
    return friend if member is None else replace(friend, name=member.display_name)


def line_of(ctx: Context, friend: Friend) -> FriendLine:
    """Return a friend with a safe name, a link to their table, and whether they are here."""
    name = safe_name(friend.name)
    link = ""
    if friend.table is not None:
        table = friend.table
        link = f"https://discord.com/channels/{table.guild}/{table.channel}"
        link += f"/{table.message}" if table.message is not None else ""
    return FriendLine(
        user=friend.user_id,
        name=name,
        plain=plain_name(name),
        mutual=friend.mutual,
        asks=friend.asks,
        link=link,
        is_here=friend.mutual and not friend.is_private and ctx.presence.is_here(friend.user_id),
    )


async def _with_table(
    ctx: Context, between: _Between, friend: Friend, line: FriendLine
) -> FriendLine:
    if not friend.mutual:
        return line
    own = between.matches.get(friend.user_id)
    watched = None
    if own is None and friend.table is not None:
        watched = await ctx.load_match(friend.table.match_id)
    seat = None if own is None else own.seat_of(ctx.user)
    return replace(
        line,
        watch=watched.id if watched is not None and ctx.may_see(watched) else 0,
        match=0 if own is None else own.id,
        is_turn=own is not None and seat in own.public().to_act,
        sent=between.sent.get(friend.user_id, 0),
        received=between.received.get(friend.user_id, 0),
    )


async def _past_opponents(ctx: Context, between: _Between) -> tuple[PastOpponent, ...]:
    """Return the opponents of the last matches who may be played again, the newest first."""
    ended = await ctx.service.ended_matches_of(ctx.user, Finished(), MATCHES_LOOKED_AT)
    met = await ctx.service.statistics.opponents(ctx.user)
    blocked = frozenset(await ctx.service.blocks.of(ctx.user))
    found: dict[UserId | str, PastOpponent] = {}
    for live in ended:
        if len(found) == MOST_AGAIN:
            break
        other = next(one for one in live.players if one.user_id != ctx.user)
        is_gone = other.user_id is None and not other.is_computer
        key = other.name if other.user_id is None else other.user_id
        if is_gone or key in blocked or key in found or not _may_be_repeated(ctx, live):
            continue
        found[key] = _past_opponent(ctx, between, met, live)
    return tuple(found.values())


def _may_be_repeated(ctx: Context, live: LiveMatch) -> bool:
    """Whether a match of two can be played again from here."""
    is_here = live.table.guild == ctx.guild and live.table.place is ctx.place
    is_free = not (live.table.is_apart or live.table.place.is_outside)
    return len(live.players) == 2 and is_here and is_free and not live.setup.has_shared_deals


def _past_opponent(
    ctx: Context, between: _Between, met: Mapping[UserId, HeadToHead], live: LiveMatch
) -> PastOpponent:
    seat = next(seat for seat, one in enumerate(live.players) if one.user_id != ctx.user)
    board = match_context(ctx.service, live, ctx.reader)
    user = live.players[seat].user_id
    results = None if user is None else met.get(user)
    running = None if user is None else between.matches.get(user)
    return PastOpponent(
        match=live.id,
        name=board.players[seat].plain,
        user=user,
        rules=title_of_match(ctx.reader.words, live.setup),
        ended_ms=live.ended_ms or 0,
        won=0 if results is None else results.won,
        lost=0 if results is None else results.lost,
        running=0 if running is None else running.id,
        is_asked=user in between.sent,
    )


async def _challenge(hosting: LobbyContext, ctx: Context, friend: int) -> None:
    member = await member_of(ctx, friend)
    if member is None:
        raise Refusal("Your friend isn't on this server. Challenge them on a server you share.")
    await challenge_to_standard(hosting, ctx, member)
