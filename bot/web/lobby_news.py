"""What the lobby of a page says about today's deals and the next event of a server."""

from typing import Final

from cachetools import TTLCache

from bot.ui.markup import plain_name, safe_name, safe_words
from bot.ui.members import Members
from bot.web.protocol.lobby import DailyLine, DailyState, EventTeaser
from bot.web.session import Session
from bot.wording.scores import signed
from engine.daily import ROUNDS
from engine.service import GuildId, Service
from engine.service.events.types import EntryState, Event, EventState

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
                    points=signed(one.points),
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
