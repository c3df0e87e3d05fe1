"""What is shown beside a match: its event and the request for a rematch."""

from bot.match.messages import EventRounds
from bot.ui.custom_id import base36
from bot.ui.reader import Reader
from bot.web.lobby import event_of_match, invitation
from bot.web.protocol.messages import BesideMatch, RematchState
from bot.web.session import Session
from engine.service import LiveMatch, LobbyStatus, Service


class BesideView:
    """Makes what a page is told beside a match."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._events = EventRounds(service)

    async def of(self, session: Session, reader: Reader, live: LiveMatch) -> BesideMatch:
        """Return it for one page."""
        event = await self._events.of(live)
        return BesideMatch(
            match=base36(live.id),
            event=None if event is None else event_of_match(event, live),
            rematch=await self._rematch(session, reader, live),
        )

    async def _rematch(
        self, session: Session, reader: Reader, live: LiveMatch
    ) -> RematchState | None:
        if live.ended_ms is None or live.setup.has_shared_deals or live.table.is_apart:
            return None
        newest = await self._service.newest_rematch(live.id)
        has_begun = newest is not None and newest.status is LobbyStatus.STARTED
        asked, begun = (None, newest) if has_begun else (newest, None)
        may_answer = asked is not None and live.seat_of(session.user) is not None
        offer = invitation(session, reader, asked) if asked and may_answer else None
        seats = () if asked is None else [live.seat_of(one.user_id) for one in asked.people]
        return RematchState(
            asked=tuple(int(seat) for seat in seats if seat is not None),
            count=await self._count(live),
            panel="" if offer is None else offer.panel,
            buttons=() if offer is None else offer.buttons,
            match=base36(begun.match_id) if begun and begun.match_id else None,
        )

    async def _count(self, live: LiveMatch) -> tuple[int, int] | None:
        """Return how many matches each of two people has won against the other."""
        first, *others = live.players
        if len(others) != 1 or first.user_id is None or others[0].user_id is None:
            return None
        met = await self._service.statistics.meetings(
            live.table.guild, first.user_id, others[0].user_id
        )
        return (0, 0) if met is None else (met.won, met.lost)
