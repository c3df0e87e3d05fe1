"""The lobby of a page: one's tables, open seats, tables to watch, people, and the news."""

from collections.abc import Callable
from typing import Final, TypedDict

from cachetools import TTLCache

from bot.lobby.messages import may_press
from bot.lobby.screens import lobby_screen
from bot.match.board import match_context
from bot.match.messages import EventRound, EventRounds
from bot.match.options import clock_titles, level_titles, ruleset_cards
from bot.match.page.seat import hand_cards, hand_panel
from bot.match.sheet_screen import match_in_short, score_line
from bot.presses.menu import MenuPress
from bot.ui.custom_id import base36
from bot.ui.markup import disc_of, plain_name, safe_name, safe_words
from bot.ui.members import Members
from bot.ui.page_buttons import press_button
from bot.ui.parts.base import Named
from bot.ui.press import Link
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Button, Screen
from bot.web.people import PeopleLookup
from bot.web.protocol.lobby import (
    DailyLine,
    DailyState,
    EventOfMatch,
    EventTeaser,
    LobbyInvitation,
    LobbyPlayer,
    LobbyState,
    LobbyTable,
    OwnTables,
    PageLink,
)
from bot.web.rights import Rights
from bot.web.session import Session
from bot.wording.names import title_of_match
from bot.wording.scores import signed
from engine.daily import ROUNDS
from engine.game.cards import Card
from engine.game.formats import party_of
from engine.service import Finished, GuildId, LiveMatch, Service
from engine.service import Lobby as OpenLobby
from engine.service.events import EntryState, Event, EventState

DAILY_LINES: Final = 4
SERVERS: Final = 20_000
EVENT_SECONDS: Final = 5.0
"""How long a server's events are remembered: lobbies are drawn far more often than those change."""
TAKING_PART: Final = (EntryState.ENTERED, EntryState.HERE, EntryState.PAUSED)


class LobbyNews:
    """Today's deals, and the next event of a server."""

    def __init__(self, service: Service, members: Members) -> None:
        self._service = service
        self._members = members
        self._events: TTLCache[GuildId, tuple[Event, ...]] = TTLCache(SERVERS, EVENT_SECONDS)

    async def daily(self, session: Session) -> DailyState | None:
        """Return today's deals; ``None`` until they are prepared."""
        daily = self._service.daily
        found = await daily.look(session.user)
        if found is None or found.par is None:
            return None
        guild = session.guild or None
        board = await self._members.page(
            guild,
            lambda left: daily.board(found.day, guild, session.user, DAILY_LINES, left),
            lambda board: (one.user_id for one in board.lines),
        )
        shown = [one for one in board.lines if one != board.mine]
        if board.mine is not None:
            shown = sorted((*shown[: DAILY_LINES - 1], board.mine), key=lambda one: one.rank)
        mine = found.mine
        return DailyState(
            deals=ROUNDS,
            points=None if mine is None or mine.points is None else signed(mine.points),
            begun=mine is not None,
            lines=tuple(
                DailyLine(
                    rank=one.rank,
                    name=plain_name(safe_name(one.name)),
                    points=signed(round(one.value)),
                    mine=one.user_id == session.user,
                )
                for one in shown
            ),
        )

    async def event(self, session: Session) -> EventTeaser | None:
        """Return the event that runs, or that begins next."""
        if not session.guild:
            return None
        events = self._events.get(session.guild)
        if events is None:
            listed = await self._service.events.of_guild(session.guild)
            events = self._events[session.guild] = listed.current
        if not events:
            return None
        event = min(
            events, key=lambda one: (one.state is not EventState.RUNNING, one.plan.starts_ms)
        )
        taking_part = [one for one in event.entries if one.state in TAKING_PART]
        return EventTeaser(
            title=plain_name(safe_words(event.plan.name)),
            starts=event.plan.starts_ms,
            running=event.state is EventState.RUNNING,
            entrants=len(taking_part),
            entered=any(one.user_id == session.user for one in taking_part),
        )


MENU: Final = "menu"
"""The name of the panel that the lobby's menu belongs to."""
INVITATION: Final = "l"
"""The first letter of the panels of invitations."""
MOST: Final = 12
MOST_LOOKED_AT: Final = 50
"""The open seats among which those are chosen that the person may see."""


def invitation_panel(lobby: int) -> str:
    """Return the name of the panel that the buttons of an invitation belong to."""
    return f"{INVITATION}{base36(lobby)}"


class LobbyView:
    """Makes the lobby of a session. ``menu``: the screen with the further features."""

    def __init__(
        self,
        service: Service,
        people: PeopleLookup,
        menu: Callable[[Reader], Screen],
        place: str,
        rights: Rights,
        members: Members,
    ) -> None:
        self._service = service
        self._people = people
        self._menu = menu
        self._place = place
        self._rights = rights
        self._news = LobbyNews(service, members)
        self._events = EventRounds(service)

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
        tables = [await self._own_table(session, reader, live) for live in mine]
        return LobbyState(
            place=self._place,
            tables=tuple(sorted(tables, key=lambda one: (not one.mine, one.private))),
            invitations=tuple(
                sorted(
                    (invitation(session, reader, one) for one in offered.values()),
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
            presets=ruleset_cards(reader.words, house),
            clocks=tuple(
                Named(name=name, title=title) for name, title in clock_titles(reader.words).items()
            ),
            people=await self._people.of(session),
            panel=MENU,
            menu=tuple(_page_link(one) for one in self._menu(reader).buttons()),
            can_start=bool(session.guild and session.channel),
            daily=await self._news.daily(session),
            event=await self._news.event(session),
            last=None if mine else await self._last_match(session, reader),
        )

    async def own_tables(self, session: Session, reader: Reader) -> OwnTables:
        """Return the running matches of a session's person."""
        mine = await self._service.live_matches_of(session.user)
        tables = [await self._own_table(session, reader, live) for live in mine]
        return OwnTables(tables=tuple(tables))

    async def _own_table(self, session: Session, reader: Reader, live: LiveMatch) -> LobbyTable:
        event, seat = await self._events.of(live), live.seat_of(session.user)
        assert seat is not None, "only matches of this person are listed"
        board = match_context(self._service, live.seen_by(session.user, session.guild), reader)
        deadline = board.deadline(seat)
        return LobbyTable(
            match=base36(live.id),
            title=title_of_match(reader.words, live.setup),
            line=match_in_short(reader, board, seat),
            mine=seat in live.public().to_act,
            players=_players(board, live),
            deadline=None if deadline is None else deadline * 1000,
            private=live.setup.has_shared_deals,
            seat=int(seat),
            hand=hand_cards(hand_panel(reader, board, live, seat)),
            event=None if event is None else event_of_match(event, live),
            **_piles(live),
        )

    async def _last_match(self, session: Session, reader: Reader) -> LobbyTable | None:
        found = await self._service.ended_matches_of(session.user, Finished(), 1)
        seats = [(live, live.seat_of(session.user)) for live in found]
        for live, seat in seats:
            if seat is not None:
                board = match_context(self._service, live, reader)
                kind = [reader.words.t("practice")] if live.is_solitary else []
                return LobbyTable(
                    match=base36(live.id),
                    title=" · ".join([title_of_match(reader.words, live.setup), *kind]),
                    line=match_in_short(reader, board, seat),
                    mine=False,
                    players=_players(board, live),
                    seat=int(seat),
                    **_piles(live),
                )
        return None

    def _watched(self, reader: Reader, live: LiveMatch) -> LobbyTable:
        board = match_context(self._service, live, reader)
        return LobbyTable(
            match=base36(live.id),
            title=title_of_match(reader.words, live.setup),
            line=score_line(reader, board),
            mine=False,
            players=_players(board, live),
            **_piles(live),
        )


class _Piles(TypedDict):
    """What lies between the players of the only table of a match."""

    upcard: Card | None
    stock: int | None


def _piles(live: LiveMatch) -> _Piles:
    tables = live.public().tables
    if len(tables) != 1:
        return {"upcard": None, "stock": None}
    [table] = tables
    return {
        "upcard": table.discards[-1] if table.discards else None,
        "stock": table.stock_size,
    }


def _players(board: MatchContext, live: LiveMatch) -> tuple[LobbyPlayer, ...]:
    view = board.view
    columns = view.sheet.columns or view.sheet.games[-1:]
    found = []
    for player in live.players:
        shown = board.players[player.seat]
        disc = disc_of(shown.plain, shown.user)
        party = party_of(view.parties, player.seat)
        found.append(
            LobbyPlayer(
                name=shown.plain,
                initials=disc.initials,
                tone=disc.tone,
                score=" / ".join(str(one.points[party]) for one in columns),
                computer=player.level is not None,
            )
        )
    return tuple(found)


def _page_link(button: Button) -> PageLink:
    assert isinstance(button.press, MenuPress), "the menu has presses of its own only"
    return PageLink(name=button.press.verb.value, **dict(press_button(button)))


def invitation(session: Session, reader: Reader, lobby: OpenLobby) -> LobbyInvitation:
    """Return an invitation as one person sees it."""
    screen = lobby_screen(reader, lobby)
    return LobbyInvitation(
        lobby=base36(lobby.id),
        panel=invitation_panel(lobby.id),
        markdown="\n".join(screen.texts()),
        names={str(one.user_id): plain_name(safe_name(one.name)) for one in lobby.invited},
        buttons=tuple(
            press_button(one)
            for one in screen.buttons()
            if isinstance(one.press, Link) or may_press(session.user, lobby, one.press)
        ),
        to_me=session.user in {one.user_id for one in lobby.invited},
    )


def event_of_match(event: EventRound, live: LiveMatch) -> EventOfMatch:
    """Return the event of a match."""
    scores = [event.scores.get(one.user_id, "") if one.user_id else "" for one in live.players]
    return EventOfMatch(
        name=plain_name(safe_name(event.name)),
        page=f"event.{base36(event.event)}",
        round=event.round,
        rounds=event.rounds,
        scores=tuple(scores) if any(scores) else (),
    )
