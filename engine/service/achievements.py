"""Achievements: what somebody has done, read off recorded facts, each once and paid once.

They are entered by the transaction that ends the match, answers the puzzle or ends the challenge.
All but those the coach gives can be derived again; paying is the ledger's business and happens
once (:mod:`engine.service.coins`).
"""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    delete,
    func,
    insert,
    literal_column,
    select,
    update,
)

from engine.match import Match
from engine.pools import ANY
from engine.rules import PRESETS
from engine.service import coins, counting
from engine.service.counting import EVERYWHERE, MatchFacts, PlayerFacts
from engine.service.live import StoredMatch
from engine.service.people import MatchId, UserId
from engine.service.ports import Clock
from engine.service.sums import ALL_TIME
from engine.stats import counts
from engine.store import Store
from engine.store.schema import (
    achievements,
    daily_days,
    daily_tries,
    head_to_head,
    players,
    preset_results,
    puzzle_answers,
    standings,
)

RARITY_S: Final = 600.0
"""How long a count of who has what is good enough."""


class Worth(IntEnum):
    """What an achievement brings, in coins."""

    BRONZE = 10
    SILVER = 25
    GOLD = 60


WORTH: Final[dict[str, Worth]] = {
    "first_match": Worth.BRONZE,
    "first_win": Worth.BRONZE,
    "ten_wins": Worth.SILVER,
    "hundred_matches": Worth.GOLD,
    "streak_five": Worth.SILVER,
    "streak_ten": Worth.GOLD,
    "first_gin": Worth.BRONZE,
    "fifty_gins": Worth.GOLD,
    "quick_gin": Worth.SILVER,
    "big_gin": Worth.SILVER,
    "undercut": Worth.BRONZE,
    "undercuts_25": Worth.GOLD,
    "shutout": Worth.SILVER,
    "blitz": Worth.GOLD,
    "comeback": Worth.SILVER,
    "layoffs_100": Worth.SILVER,
    "five_rulesets": Worth.SILVER,
    "every_ruleset": Worth.GOLD,
    "ten_people": Worth.SILVER,
    "partners": Worth.BRONZE,
    "beat_expert": Worth.BRONZE,
    "beat_master": Worth.SILVER,
    "first_day": Worth.BRONZE,
    "under_par": Worth.BRONZE,
    "week": Worth.SILVER,
    "month": Worth.GOLD,
    "solver": Worth.BRONZE,
    "solver_20": Worth.GOLD,
    "perfect_round": Worth.SILVER,
}
"""Every achievement and what it is worth, in the order in which they are listed."""
BY_COACH: Final = "perfect_round"
"""Given when the coach is asked; kept by a rebuild, because no match says that it was asked."""
QUICK_TURN: Final = 4
COMEBACK_SHARE: Final = 0.6
"""Behind by so much of the target, and won."""
PERFECT: Final = 99.5
PERFECT_DECISIONS: Final = 8


@dataclass(frozen=True, slots=True)
class Achieved:
    """An achievement of one person. ``share``: of all players, 0 to 1, who have it."""

    name: str
    at_ms: int
    share: float


@dataclass(frozen=True, slots=True)
class Cabinet:
    """What somebody has achieved, and how rare everything is."""

    mine: tuple[Achieved, ...]
    shares: Mapping[str, float]


Told = Mapping[tuple[int, str], int]
"""By person and name: whether it was told before a rebuild."""


def settle(connection: Connection, match: StoredMatch) -> None:
    """What a match that has just ended achieves, paid at once; part of its transaction."""
    if not counts(match.match):
        return
    facts = None
    if counting.counts_for_standings(match):
        facts = counting.recorded(connection, match)
    for user_id, names in of_match(connection, match, facts):
        enter(connection, user_id, names, match.ended_ms or match.updated_ms, match.match_id)


def of_match(
    connection: Connection, match: StoredMatch, facts: MatchFacts | None
) -> Iterable[tuple[UserId, set[str]]]:
    """What a counted match means for each of its people; its sums are entered already."""
    if facts is None:
        yield from _against_computers(match)
        return
    for player in sorted(facts.players, key=lambda one: one.user_id or 0):
        if player.user_id is not None:
            yield player.user_id, _of_player(connection, match.match, player)


def _against_computers(match: StoredMatch) -> Iterable[tuple[UserId, set[str]]]:
    outcome = match.match.outcome
    people = [player for player in match.players if player.user_id is not None]
    if match.day is not None or outcome is None or outcome.winner is None or len(people) != 1:
        return
    won = people[0].seat in match.match.parties[outcome.winner]
    levels = {player.level for player in match.players if player.is_computer}
    if won and match.match.played:
        names = {f"beat_{level}" for level in levels} & WORTH.keys()
        assert people[0].user_id is not None
        yield people[0].user_id, names


def _of_player(connection: Connection, match: Match, player: PlayerFacts) -> set[str]:
    figures, won = player.figures, player.result > 0
    party = next(one for one in match.parties if player.seat in one)
    fastest = figures.fastest_gin
    here = {
        "first_match": True,
        "quick_gin": fastest is not None and fastest <= QUICK_TURN,
        "big_gin": figures.big_gins > 0,
        "undercut": figures.undercuts > 0,
        "shutout": figures.shutouts > 0,
        "blitz": figures.blitzes > 0,
        "comeback": won and _was_far_behind(match, player.party),
        "partners": won and len(party) > 1,
    }
    return {name for name, is_so in here.items() if is_so} | _of_sums(connection, player)


def _of_sums(connection: Connection, player: PlayerFacts) -> set[str]:
    user_id = player.user_id
    row = connection.execute(
        select(standings).where(
            standings.c.scope == EVERYWHERE,
            standings.c.season == ALL_TIME,
            standings.c.user_id == user_id,
            standings.c.pool == ANY,
        )
    ).one_or_none()
    if row is None:
        return set()
    reached = {
        "first_win": row.won >= 1,
        "ten_wins": row.won >= 10,
        "hundred_matches": row.matches >= 100,
        "streak_five": row.best_streak >= 5,
        "streak_ten": row.best_streak >= 10,
        "first_gin": row.gins >= 1,
        "fifty_gins": row.gins >= 50,
        "undercuts_25": row.undercuts >= 25,
        "layoffs_100": row.layoff_points >= 100,
    }
    played = set(
        connection.execute(
            select(preset_results.c.preset).where(
                preset_results.c.scope == EVERYWHERE, preset_results.c.user_id == user_id
            )
        ).scalars()
    )
    met = connection.execute(
        select(func.count()).where(
            head_to_head.c.scope == EVERYWHERE, head_to_head.c.user_id == user_id
        )
    ).scalar_one()
    known = played & PRESETS.keys()
    reached |= {
        "five_rulesets": len(known) >= 5,
        "every_ruleset": len(known) == len(PRESETS),
        "ten_people": met >= 10,
    }
    return {name for name, is_so in reached.items() if is_so}


def _was_far_behind(match: Match, party: int) -> bool:
    """Behind somebody, after some round, by so much of the target."""
    limit = COMEBACK_SHARE * match.rules.target
    totals = [0] * len(match.parties)
    for one in match.played:
        totals = [sum(pair) for pair in zip(totals, one.entry.scores, strict=True)]
        if max(totals) - totals[party] >= limit:
            return True
    return False


# -- the challenge and the puzzle of a day ----------------------------------------------


def of_day(points: int, par: int | None, streak: int) -> set[str]:
    """What a challenge that was played to its end means."""
    reached = {
        "first_day": True,
        "under_par": par is not None and points > par,
        "week": streak >= 7,
        "month": streak >= 30,
    }
    return {name for name, is_so in reached.items() if is_so}


def of_answers(right: int) -> set[str]:
    """What so many best answers to puzzles mean."""
    reached = {"solver": right >= 1, "solver_20": right >= 20}
    return {name for name, is_so in reached.items() if is_so}


# -- entering ---------------------------------------------------------------------------


def enter(
    connection: Connection, user_id: int, names: Iterable[str], at_ms: int, match_id: int | None
) -> list[str]:
    """Write down what is new, and pay for it; what is new."""
    new = _new(connection, user_id, names)
    if new:
        rows = [_row(user_id, name, at_ms, match_id, told=0) for name in new]
        connection.execute(insert(achievements), rows)
    for name in new:
        coins.pay(connection, user_id, f"achievement:{name}", int(WORTH[name]), at_ms)
    return new


def _new(connection: Connection, user_id: int, names: Iterable[str]) -> list[str]:
    wanted = set(names)
    if not wanted:
        return []
    held = select(achievements.c.name).where(achievements.c.user_id == user_id)
    return sorted(wanted - set(connection.execute(held).scalars()))


def _row(user_id: int, name: str, at_ms: int, match_id: int | None, *, told: int) -> dict[str, Any]:
    return {
        "user_id": user_id,
        "name": name,
        "at_ms": at_ms,
        "match_id": match_id,
        "told": told,
    }


# -- making them again ------------------------------------------------------------------


class Again:
    """Derives achievements anew while matches are counted again; nothing is paid."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        derived = achievements.c.name != BY_COACH
        found = connection.execute(select(achievements).where(derived))
        self._told: Told = {(row.user_id, row.name): row.told for row in found}
        self._held: set[tuple[int, str]] = set()
        connection.execute(delete(achievements).where(derived))

    def match(self, held: StoredMatch, facts: MatchFacts | None) -> None:
        """An ended match, after it was entered into the sums."""
        if not counts(held.match):
            return
        ended = held.updated_ms if held.ended_ms is None else held.ended_ms
        for user_id, names in of_match(self._connection, held, facts):
            self._enter(user_id, names, ended, held.match_id)

    def days(self) -> None:
        """The challenges and puzzles of all days."""
        tries = connection_rows(
            self._connection,
            select(daily_tries, daily_days.c.par)
            .join(daily_days, daily_days.c.day == daily_tries.c.day)
            .where(daily_tries.c.points.is_not(None))
            .order_by(daily_tries.c.day, daily_tries.c.user_id),
        )
        for row in tries:
            names = of_day(row.points, row.par, row.streak)
            self._enter(row.user_id, names, row.ended_ms, row.match_id)
        right: dict[int, int] = {}
        answers = select(puzzle_answers).where(puzzle_answers.c.best == 1)
        for row in connection_rows(self._connection, answers.order_by(puzzle_answers.c.at_ms)):
            right[row.user_id] = right.get(row.user_id, 0) + 1
            self._enter(row.user_id, of_answers(right[row.user_id]), row.at_ms, None)

    def _enter(self, user_id: int, names: Iterable[str], at_ms: int, match_id: int | None) -> None:
        new = [name for name in sorted(names) if (user_id, name) not in self._held]
        if new:
            self._held |= {(user_id, name) for name in new}
            rows = [
                _row(user_id, name, at_ms, match_id, told=self._told.get((user_id, name), 1))
                for name in new
            ]
            self._connection.execute(insert(achievements), rows)


def connection_rows(connection: Connection, query: Any) -> list[Row[Any]]:
    """All rows of a query."""
    return list(connection.execute(query).all())


# -- reading ----------------------------------------------------------------------------


class Achievements:
    """Questions about achievements, and what the coach gives."""

    def __init__(
        self, store: Store, clock: Clock, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._clock = clock
        self._monotonic = monotonic
        self._counted: tuple[float, dict[str, float]] | None = None

    async def of(self, user_id: UserId) -> Cabinet:
        """What somebody has achieved, newest first, with its rarity."""
        shares = await self.shares()
        mine = select(achievements).where(achievements.c.user_id == user_id)
        found = await self._store.read(
            lambda c: connection_rows(c, mine.order_by(achievements.c.at_ms.desc()))
        )
        return Cabinet(
            tuple(Achieved(row.name, row.at_ms, shares.get(row.name, 0.0)) for row in found),
            shares,
        )

    async def shares(self) -> dict[str, float]:
        """Which share of all players has each; counted every ten minutes at most."""
        now = self._monotonic()
        if self._counted is None or now - self._counted[0] >= RARITY_S:
            self._counted = (now, await self._store.read(_shares))
        return self._counted[1]

    async def untold(self, user_id: UserId) -> tuple[str, ...]:
        """What somebody has achieved and not been shown."""
        asked = select(achievements.c.name).where(
            achievements.c.user_id == user_id, _UNTOLD == _NOT_YET
        )
        return tuple(await self._store.read(lambda c: list(c.execute(asked).scalars())))

    async def tell(self, user_id: UserId, names: Iterable[str]) -> None:
        """These were shown."""
        shown = list(names)

        def note(connection: Connection) -> None:
            connection.execute(
                update(achievements)
                .where(achievements.c.user_id == user_id, achievements.c.name.in_(shown))
                .values(told=1)
            )

        await self._store.write(note, key=user_id)

    async def praised(
        self, user_id: UserId, match_id: MatchId, accuracy: float | None, decisions: int
    ) -> bool:
        """The coach has judged a round; ``True`` if it was the first without a fault."""
        if accuracy is None or accuracy < PERFECT or decisions < PERFECT_DECISIONS:
            return False
        now = self._clock.now_ms()
        new = await self._store.write(
            lambda c: enter(c, user_id, {BY_COACH}, now, match_id), key=user_id
        )
        return bool(new)


# Written out, because a partial index answers only where its very condition stands.
_UNTOLD: Final[ColumnElement[int]] = literal_column("told")
_NOT_YET: Final[ColumnElement[int]] = literal_column("0")


def _shares(connection: Connection) -> dict[str, float]:
    everybody = connection.execute(select(func.count()).select_from(players)).scalar_one()
    held = connection.execute(
        select(achievements.c.name, func.count().label("n")).group_by(achievements.c.name)
    )
    return {row.name: row.n / max(1, everybody) for row in held}
