"""The daily challenge: three deals, the same for every player, against a fixed opponent.

A day is a number such as 20261121 (UTC). Its decks come from its own chain of secrets
(:mod:`engine.fairness`) whose anchor is public before the day; players do not contribute to them,
and the computer's moves depend only on the day and the position. Equal play has equal results.
"""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from statistics import median_low
from typing import Final

from engine.fairness import CommittedDecks, lot, round_secret
from engine.game.actions import CallOff, Ready, RoundAction
from engine.game.match import EndReason, Match, MatchPhase, act, start
from engine.game.presets import PRESETS
from engine.game.revision import revision
from engine.game.rules import DrawDeal, Rules, Shutout
from engine.game.seats import Seat
from engine.game.view import SeatView, seat_view
from engine.players import Level, choose

ROUNDS: Final = 3
PRESET: Final = "daily"
RULES: Final[Rules] = replace(
    PRESETS["standard"],
    target=1000,
    game_bonus=0,
    box_bonus=0,
    shutout=Shutout.NONE,
    draw_deal=DrawDeal.BY_RULE,
)
"""Standard gin without bonuses for the end of a game. Three rounds cannot reach the target, and
the deal also passes on after a void round, so that all players have the same seats."""
LEVEL: Final = Level.CASUAL
"""A level that needs no time; deeper levels could be cut short on a busy machine and differ."""
PERSON: Final = Seat.ONE
COMPUTER: Final = Seat.TWO
PAR_LEVEL: Final = Level.EXPERT
PAR_GAMES: Final = 5
MOST_MOVES: Final = 3000
"""Move limit, longer than any three rounds."""

Chosen = Callable[[SeatView, int], RoundAction]


def day_of(moment_ms: int) -> int:
    """Return the day of a moment, in UTC.

    >>> day_of(0)
    19700101
    """
    return _number(datetime.fromtimestamp(moment_ms / 1000, UTC).date())


def later(day: int, days: int = 1) -> int:
    """Return the day ``days`` days later.

    >>> later(20261231), later(20270101, -1)
    (20270101, 20261231)
    """
    return _number(_date(day) + timedelta(days=days))


def begins_ms(day: int) -> int:
    """Return the moment at which a day begins.

    >>> begins_ms(19700102)
    86400000
    """
    one = _date(day)
    return round(datetime(one.year, one.month, one.day, tzinfo=UTC).timestamp() * 1000)


def dashed(day: int) -> str:
    """Return a day in ISO format.

    >>> dashed(20261121)
    '2026-11-21'
    """
    return _date(day).isoformat()


def contributions_on(day: int) -> tuple[str, ...]:
    """Return the constants that replace the players' contributions in every deal of a day."""
    return (f"day:{day}", "computer")


def seed_of(deal_id: int, seat: Seat, fence: int) -> int:
    """Return the seed of a computer's decision, from the deal and the moment in the round."""
    question = f"{deal_id}:{seat}:{fence}".encode()
    return int.from_bytes(hashlib.sha256(question).digest()[:8], "big")


def score(match: Match) -> int | None:
    """Return the player's points less the computer's; ``None`` if unfinished or given up."""
    outcome = match.outcome
    if outcome is None or outcome.reason is not EndReason.CALLED_OFF:
        return None
    if len(match.played) < ROUNDS:
        return None
    mine, theirs = match.sheet().totals
    return mine - theirs


def par(root: bytes, day: int) -> int:
    """Return the expert's score on the day's deals: the median of five games.

    Takes seconds of computing; the result is deterministic.
    """

    def thinking(game: int) -> Chosen:
        return lambda view, fence: choose(view, PAR_LEVEL, seed_of(day, PERSON, fence + game))

    games = range(0, PAR_GAMES * 10**9, 10**9)
    return median_low(played_by(root, day, thinking(game)) for game in games)


def played_by(root: bytes, day: int, chosen: Chosen) -> int:
    """Return the score of a player who decides with ``chosen``, called with view and moment."""
    decks = CommittedDecks(root, day, contributions_on(day))
    first = lot(round_secret(root, 1), day, contributions_on(day))
    match = start(RULES, 2, first, decks)
    for _ in range(MOST_MOVES):
        if match.phase is MatchPhase.OVER:
            break
        match = _moved(match, day, decks, chosen)
    found = score(match)
    assert found is not None, "three rounds have an end"
    return found


def _moved(match: Match, day: int, decks: CommittedDecks, chosen: Chosen) -> Match:
    if match.phase is MatchPhase.BETWEEN:
        if match.number >= ROUNDS:
            return act(match, None, CallOff(), decks).match
        return act(match, match.to_act[0], Ready(), decks).match
    seat = match.to_act[0]
    view, fence = seat_view(match, seat), revision(match, seat)
    if seat is COMPUTER:
        action = choose(view, LEVEL, seed_of(day, seat, fence))
    else:
        action = chosen(view, fence)
    return act(match, seat, action, decks).match


def _date(day: int) -> date:
    return date(day // 10000, day // 100 % 100, day % 100)


def _number(one: date) -> int:
    return one.year * 10000 + one.month * 100 + one.day
