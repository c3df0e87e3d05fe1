"""What is shown beside a match: its event, the request for a rematch, spectators' guesses."""

from dataclasses import dataclass, field
from typing import Final

from cachetools import LRUCache

from bot.match.messages import EventRounds
from bot.ui.markup import plain_name, safe_name
from bot.ui.reader import Reader
from bot.web.lobby import invitation
from bot.web.protocol.messages import (
    BesideMatch,
    EventOfMatch,
    GuessResult,
    GuessState,
    RematchState,
)
from bot.web.session import Session
from bot.web.views.actions import id_text
from engine.game.formats import party_of
from engine.game.match import MatchPhase
from engine.game.round import Phase
from engine.game.seats import Seat
from engine.service import LiveMatch, Lobby, LobbyStatus, Service, UserId


class BesideView:
    """Makes what a page is told beside a match."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._events = EventRounds(service)

    async def of(
        self, session: Session, reader: Reader, live: LiveMatch, changed: Lobby | None = None
    ) -> BesideMatch:
        """Return it for one page. ``changed``: the invitation to a rematch, if that has changed."""
        event = await self._events.of(live)
        name, number = event or ("", 0)
        return BesideMatch(
            match=id_text(live.id),
            event=EventOfMatch(name=plain_name(safe_name(name)), round=number) if event else None,
            rematch=await self._rematch(session, reader, live, changed),
        )

    async def _rematch(
        self, session: Session, reader: Reader, live: LiveMatch, changed: Lobby | None
    ) -> RematchState | None:
        if live.ended_ms is None or live.setup.has_shared_deals or live.table.is_apart:
            return None
        begun = changed if changed and changed.status is LobbyStatus.STARTED else None
        asked = None if begun else await self._service.open_rematch(live.id)
        may_answer = asked is not None and live.seat_of(session.user) is not None
        offer = invitation(session, reader, asked) if asked and may_answer else None
        seats = () if asked is None else [live.seat_of(one.user_id) for one in asked.people]
        return RematchState(
            asked=tuple(int(seat) for seat in seats if seat is not None),
            count=await self._count(live),
            panel="" if offer is None else offer.panel,
            buttons=() if offer is None else offer.buttons,
            match=id_text(begun.match_id) if begun and begun.match_id else None,
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


LAST_CARDS: Final = 10
"""With fewer cards in the stock nobody may guess any more."""
MOST_GUESSES: Final = 1_000
_PLAYED: Final = frozenset(Phase) - {Phase.LAYOFF, Phase.LAST_DISCARD, Phase.OVER}


@dataclass(slots=True)
class RoundGuesses:
    """The guesses of a round, as seats by people.

    ``streaks``: how often in a row each person was right before, in this match. ``settled``: the
    round before this one, with its guesses and its winner.
    """

    number: int = 0
    seats: dict[UserId, Seat] = field(default_factory=dict)
    streaks: dict[UserId, int] = field(default_factory=dict)
    settled: tuple[int, dict[UserId, Seat], int | None] | None = None


class Guesses:
    """The guesses of the spectators, until the program ends."""

    def __init__(self) -> None:
        self._matches: LRUCache[int, RoundGuesses] = LRUCache(MOST_GUESSES)

    def guess(self, live: LiveMatch, user: UserId, number: int, seat: int) -> bool:
        """Note a guess; return whether it counts: the first one of an open round."""
        found = self.settle(live)
        is_possible = found is not None and is_open(live) and live.seat_of(user) is None
        if not is_possible or found is None or number != live.public().number:
            return False
        if user in found.seats or seat not in live.public().seats:
            return False
        found.number = number
        found.seats[user] = Seat(seat)
        return True

    def settle(self, live: LiveMatch) -> RoundGuesses | None:
        """Return the guesses of the current round; ``None`` where nobody guesses."""
        if not _may_be_guessed(live):
            return None
        found = self._matches.setdefault(live.id, RoundGuesses())
        view = live.public()
        played = next((one for one in view.played if one.number == found.number), None)
        if played is not None and found.seats:
            winner = played.entry.winner
            for user, seat in found.seats.items():
                right = party_of(view.parties, seat) == winner
                found.streaks[user] = found.streaks.get(user, 0) + 1 if right else 0
            found.settled = (found.number, found.seats, winner)
            found.seats = {}
        if view.phase is MatchPhase.PLAYING and found.settled is not None:
            found.settled = None
        return found

    def state(self, live: LiveMatch, user: UserId) -> GuessState | None:
        """Return what a spectator is told; ``None`` for players and where nobody guesses."""
        found = None if live.seat_of(user) is not None else self.settle(live)
        if found is None:
            return None
        own, result = found.seats.get(user), None
        if found.settled is not None:
            _, seats, winner = found.settled
            parties = live.public().parties
            mine = seats.get(user)
            result = GuessResult(
                right=sum(party_of(parties, one) == winner for one in seats.values()),
                all=len(seats),
                own=None if mine is None else party_of(parties, mine) == winner,
                streak=found.streaks.get(user, 0),
            )
        return GuessState(
            match=id_text(live.id),
            round=live.public().number,
            open=is_open(live) and own is None,
            counts=tuple(
                sum(seat == one for seat in found.seats.values()) for one in live.public().seats
            ),
            own=own,
            result=result,
        )


def _may_be_guessed(live: LiveMatch) -> bool:
    return len(live.players) == 2 and not live.setup.has_shared_deals


def is_open(live: LiveMatch) -> bool:
    """Whether the winner of the round may still be guessed: before a knock and the last cards."""
    view = live.public()
    if view.phase is not MatchPhase.PLAYING or len(view.tables) != 1:
        return False
    [table] = view.tables
    return table.phase in _PLAYED and table.knock is None and table.stock_size >= LAST_CARDS
