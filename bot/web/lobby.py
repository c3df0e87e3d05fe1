"""The lobby of a page: one's tables, open seats, tables to watch, people, what can be started."""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol, TypeAlias, assert_never

import discord
from cachetools import LRUCache, TTLCache
from discord.http import Route

from bot.lobby.screens import lobby_screen
from bot.match.board import match_context
from bot.match.options import clock_titles, level_titles, rulesets_for
from bot.match.sheet_screen import match_in_short, score_line
from bot.presses.lobby import LobbyPress, LobbyVerb
from bot.ui.custom_id import parse_custom_id
from bot.ui.listener import Messenger
from bot.ui.markup import plain_name, safe_name
from bot.ui.reader import Reader
from bot.ui.reply import CUT
from bot.ui.screen import Screen
from bot.web.panels import press_button
from bot.web.protocol.screens import (
    LobbyInvitation,
    LobbyState,
    LobbyTable,
    Named,
    OwnTables,
    PersonPart,
    PresetChoice,
)
from bot.web.rights import Rights
from bot.web.session import Session
from bot.web.views.actions import id_text
from bot.wording.names import title_of
from engine.game.option_types import Option
from engine.service import GuildId, LiveMatch, Service, UserId
from engine.service import Lobby as OpenLobby

MOST_PEOPLE: Final = 25
KEPT: Final = 20_000
SEARCH_SECONDS: Final = 30.0
log = logging.getLogger(__name__)


class PeopleLookup(Protocol):
    """The people around a session."""

    async def of(self, session: Session) -> tuple[PersonPart, ...]:
        """Return the first people to choose from."""

    async def find(self, session: Session, text: str) -> tuple[PersonPart, ...]:
        """Return the members of the server whose name begins with a text."""

    async def names(self, session: Session, users: Sequence[int]) -> dict[int, str]:
        """Return the known names of people, safe to show."""

    def seen(self, session: Session) -> None:
        """Note a person who has opened the page."""


class ServerPeople:
    """Friends, people who have opened the page on this server, and members by a search."""

    def __init__(self, messenger: Messenger, clock: Callable[[], float] = time.monotonic) -> None:
        self._messenger = messenger
        self._names: LRUCache[int, str] = LRUCache(KEPT)
        self._here: dict[GuildId, dict[UserId, None]] = {}
        self._found: TTLCache[tuple[int, str], tuple[PersonPart, ...]] = TTLCache(
            KEPT, SEARCH_SECONDS, clock
        )

    def seen(self, session: Session) -> None:
        """Note a person who has opened the page."""
        self._know(session.user, session.name)
        if session.guild:
            here = self._here.setdefault(session.guild, {})
            here.pop(session.user, None)
            here[session.user] = None
            if len(here) > MOST_PEOPLE:
                del here[next(iter(here))]

    async def of(self, session: Session) -> tuple[PersonPart, ...]:
        """Return the first people to choose from: friends, then who is on the page."""
        found: dict[int, str] = {}
        for friend in await self._messenger.service.friends.of(session.user):
            if not friend.asks:
                found[friend.user_id] = plain_name(safe_name(friend.name))
        for user in reversed(self._here.get(session.guild, {})):
            if user in self._names:
                found.setdefault(user, plain_name(self._names[user]))
        found.pop(session.user, None)
        return _parts(found)

    async def find(self, session: Session, text: str) -> tuple[PersonPart, ...]:
        """Return the members of the server whose name begins with a text."""
        wanted = text.strip().casefold()
        if not wanted or not session.guild:
            return await self.of(session)
        key = (session.guild, wanted)
        kept = self._found.get(key)
        if kept is None:
            kept = self._found[key] = await self._search(session.guild, wanted)
        return tuple(one for one in kept if one.value != str(session.user))

    async def names(self, session: Session, users: Sequence[int]) -> dict[int, str]:
        """Return the known names of people, safe to show."""
        return {user: self._names[user] for user in users if user in self._names}

    async def _search(self, guild: int, text: str) -> tuple[PersonPart, ...]:
        route = Route("GET", "/guilds/{guild_id}/members/search", guild_id=guild)
        try:
            members: list[dict[str, Any]] = await self._messenger.client.http.request(
                route, params={"query": text, "limit": MOST_PEOPLE}
            )
        except (discord.HTTPException, *CUT) as error:
            log.info("members were not found by name (%s)", type(error).__name__)
            return ()
        found = {}
        for member in members:
            user = member["user"]
            if not user.get("bot"):
                name = member.get("nick") or user.get("global_name") or user["username"]
                found[int(user["id"])] = plain_name(safe_name(name))
                self._know(int(user["id"]), name)
        return _parts(found)

    def _know(self, user: int, name: str) -> None:
        self._names[user] = safe_name(name)


def _parts(found: dict[int, str]) -> tuple[PersonPart, ...]:
    return tuple(
        PersonPart(value=str(user), name=name) for user, name in list(found.items())[:MOST_PEOPLE]
    )


HouseRules: TypeAlias = Mapping[str, Mapping[str, Option]]
MENU: Final = "menu"
"""The name of the panel that the lobby's menu belongs to."""
INVITATION: Final = "l"
"""The first letter of the panels of invitations."""
MOST: Final = 12
MOST_LOOKED_AT: Final = 50
"""The open seats among which those are chosen that the person may see."""


def invitation_panel(lobby: int) -> str:
    """Return the name of the panel that the buttons of an invitation belong to."""
    return f"{INVITATION}{id_text(lobby)}"


class LobbyView:
    """Makes the lobby of a session. ``menu``: the screen with the further features."""

    def __init__(
        self,
        service: Service,
        people: PeopleLookup,
        menu: Callable[[Reader], Screen],
        place: str,
        rights: Rights,
    ) -> None:
        self._service = service
        self._people = people
        self._menu = menu
        self._place = place
        self._rights = rights

    async def of(self, session: Session, reader: Reader) -> LobbyState:
        """Return the lobby."""
        service = self._service
        mine = await service.live_matches_of(session.user)
        here: tuple[LiveMatch, ...] = ()
        offers: tuple[OpenLobby, ...] = ()
        if session.guild:
            here = await service.running_in(session.guild)
            offers = await service.open_lobbies_in(session.guild, MOST_LOOKED_AT)
        own = await service.open_lobbies_of(session.user)
        house = (await service.guild_config(session.guild)).presets if session.guild else {}
        offered = {one.id: one for one in own}
        for one in offers:
            if len(offered) < MOST + len(own) and self._rights.may_join(session, one):
                offered[one.id] = one
        watched = [live for live in here if self._rights.may_see(session, live)]
        tables = [self._own_table(session, reader, live) for live in mine]
        return LobbyState(
            place=self._place,
            tables=tuple(sorted(tables, key=lambda one: (not one.mine, one.private))),
            invitations=tuple(
                sorted(
                    (_invitation(session, reader, one) for one in offered.values()),
                    key=lambda one: not one.to_me,
                )
            ),
            watch=tuple(
                self._watched(reader, live)
                for live in watched[:MOST]
                if live.seat_of(session.user) is None
            ),
            levels=tuple(
                Named(name=name, title=title) for name, title in level_titles(reader.words).items()
            ),
            presets=_presets(reader, house),
            clocks=tuple(
                Named(name=name, title=title) for name, title in clock_titles(reader.words).items()
            ),
            people=await self._people.of(session),
            panel=MENU,
            menu=tuple(press_button(one) for one in self._menu(reader).buttons()),
            can_start=bool(session.guild and session.channel),
        )

    async def own_tables(self, session: Session, reader: Reader) -> OwnTables:
        """Return the running matches of a session's person."""
        mine = await self._service.live_matches_of(session.user)
        return OwnTables(tables=tuple(self._own_table(session, reader, live) for live in mine))

    def _own_table(self, session: Session, reader: Reader, live: LiveMatch) -> LobbyTable:
        seat = live.seat_of(session.user)
        assert seat is not None, "only matches of this person are listed"
        board = match_context(self._service, live.seen_by(session.user, session.guild), reader)
        deadline = board.deadline(seat)
        return LobbyTable(
            match=id_text(live.id),
            title=title_of(reader.words, live.setup.preset),
            line=match_in_short(reader, board, seat),
            mine=seat in live.public().to_act,
            deadline=None if deadline is None else deadline * 1000,
            private=live.setup.has_shared_deals,
        )

    def _watched(self, reader: Reader, live: LiveMatch) -> LobbyTable:
        return LobbyTable(
            match=id_text(live.id),
            title=title_of(reader.words, live.setup.preset),
            line=score_line(reader, match_context(self._service, live, reader)),
            mine=False,
        )


def _presets(reader: Reader, house: HouseRules) -> tuple[PresetChoice, ...]:
    """Return the rules to choose from, by number of players, a server's own first."""
    return tuple(
        PresetChoice(name=name, title=title_of(reader.words, name) or name, players=players)
        for name, players in rulesets_for(house).items()
    )


def _invitation(session: Session, reader: Reader, lobby: OpenLobby) -> LobbyInvitation:
    screen = lobby_screen(reader, lobby)
    # The commitment, the last line, is for the message that everybody can look up later.
    text, _, _ = "\n".join(screen.texts()).rpartition("\n")
    return LobbyInvitation(
        lobby=id_text(lobby.id),
        panel=invitation_panel(lobby.id),
        markdown=text,
        names={str(one.user_id): plain_name(safe_name(one.name)) for one in lobby.invited},
        buttons=tuple(
            press_button(one)
            for one in screen.buttons()
            if one.link or _may_press(session.user, lobby, one.press)
        ),
        to_me=session.user in {one.user_id for one in lobby.invited},
    )


def _may_press(user: UserId, lobby: OpenLobby, press: str) -> bool:
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
