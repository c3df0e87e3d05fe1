"""A database as large as a large bot's: people, matches, moves, and all totals derived from them.

Matches are invented, not played: plausible facts go through the code that counts real ones
(ratings, figures, leaderboards), are totalled in memory and inserted in bulk. Moves, rounds and
snapshots have realistic sizes. Only ``played`` matches at the end are real and can be replayed.
"""

import json
import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any, Final

from sqlalchemy import Connection, Table, insert

from engine.game import snapshot
from engine.game.actions import Ready, Resign
from engine.game.match import MatchPhase, act, neutral_action, start
from engine.game.presets import PRESETS as PRESET_RULES
from engine.game.seats import Seat
from engine.game.statistics import PlayStatistics
from engine.service.standings.match_facts import (
    ACTIVE_MS,
    ALL_TIME,
    EVERYBODY,
    EVERYWHERE,
    NEVER,
    season_of,
)
from engine.standings.rating import (
    ANY,
    NEWCOMER,
    PERIOD_MS,
    RatedResult,
    Rating,
    after_match,
    expected,
    widened,
)
from engine.store.schema import (
    friends,
    match_players,
    matches,
    moves,
    player_matches,
    players,
    rating_history,
    ratings,
    rounds,
    standings,
)

NOW: Final = 1_800_000_000_000
DAY: Final = 24 * 3600 * 1000
BATCH: Final = 5000
POOLS: Final = ("standard.correspondence", "standard.live", "oklahoma.correspondence")
PRESETS: Final = {"standard": POOLS[0], "casual": POOLS[1], "oklahoma": POOLS[2]}
FIRST_USER: Final = 10**17
FIRST_MATCH: Final = 2 * 10**17
GUILDS: Final = tuple(7 * 10**16 + number for number in range(400))
Row = dict[str, Any]


@dataclass
class Crowd:
    """The size of the crowd."""

    people: int = 50_000
    matches: int = 40_000
    moves: int = 2_000_000
    seed: int = 1


class Totals:
    """Rows of the derived tables, totalled in memory by their keys."""

    def __init__(self) -> None:
        self.rows: dict[tuple[object, ...], Row] = {}

    def add(self, key: Row, plain: Row) -> Row:
        place = tuple(key.values())
        row = self.rows.get(place)
        if row is None:
            row = self.rows[place] = {**key, **dict.fromkeys(plain, 0)}
        for name, value in plain.items():
            row[name] += value
        return row


def fill(connection: Connection, crowd: Crowd) -> None:
    """Insert the whole crowd; part of one transaction."""
    rng = random.Random(crowd.seed)
    began = time.perf_counter()

    def said(what: str) -> None:
        print(f"{time.perf_counter() - began:7.1f} s  {what}", flush=True)

    strengths = [rng.gauss(1500, 200) for _ in range(crowd.people)]
    # Few people play often: the square of a uniform number makes the first ones busy.
    homes = [rng.randrange(len(GUILDS)) ** 2 // len(GUILDS) for _ in range(crowd.people)]
    by_guild: dict[int, list[int]] = {}
    for person, home in enumerate(homes):
        by_guild.setdefault(home, []).append(person)
    made = _Made(rng, strengths)
    for number in range(crowd.matches):
        home = homes[rng.randrange(crowd.people)]
        crowded = by_guild[home]
        one = crowded[int(rng.random() ** 2 * len(crowded))]
        other = crowded[int(rng.random() ** 2 * len(crowded))]
        if one != other:
            made.play(number, GUILDS[home], one, other, crowd)
    said(f"{len(made.matches)} matches thought up")
    each = crowd.moves // max(1, len(made.matches))
    for match in made.matches:
        match["version"] = match["rendered_version"] = each  # as a backup's check demands
    # Generated first, because PostgreSQL ends a transaction that is idle too long.
    _insert(connection, players, _people(crowd))
    said(f"{crowd.people} people")
    for table, rows in made.tables().items():
        _insert(connection, table, rows)
        said(f"{table.name}")
    _insert(connection, moves, made.moves(each))
    said("moves")
    busy = made.busiest
    _insert(
        connection,
        friends,
        (
            {"user_id": busy, "friend_id": FIRST_USER + n, "since_ms": NOW}
            for n in range(200)
            if FIRST_USER + n != busy
        ),
    )
    said("friends")


def _people(crowd: Crowd) -> Iterator[Row]:
    for number in range(crowd.people):
        yield {
            "user_id": FIRST_USER + number,
            "name": f"Player {number}",
            "prefs": "{}",
            "seen_ms": NOW,
        }


def _insert(connection: Connection, table: Table, rows: Iterable[Row]) -> None:
    left = iter(rows)
    while batch := list(islice(left, BATCH)):
        connection.execute(insert(table), batch)


class _Shuffled:
    """The decks of one match."""

    def __init__(self, rng: random.Random) -> None:
        self._decks = {number: rng.sample(range(52), 52) for number in range(1, 9)}

    def deck(self, number: int, table: int, attempt: int) -> list[int]:
        return self._decks[number]

    def knock_card(self, number: int, table: int, attempt: int) -> int:
        return 0


def a_snapshot(rng: random.Random) -> str:
    """Return the state of a match that was resigned in its eighth round."""
    decks = _Shuffled(rng)
    match = start(PRESET_RULES["standard"], 2, 0, decks)
    while match.number < 8:
        seat = match.to_act[0]
        playing = match.phase is MatchPhase.PLAYING
        action = neutral_action(match, seat) if playing else Ready()
        match = act(match, seat, action, decks).match
    return snapshot.dump(act(match, Seat.ONE, Resign(), decks).match)


class _Made:
    """Invented matches, and all data derived from them."""

    def __init__(self, rng: random.Random, strengths: list[float]) -> None:
        self.rng = rng
        self._snapshot = a_snapshot(rng)
        self.strengths = strengths
        self.matches: list[Row] = []
        self.seats: list[Row] = []
        self.rounds: list[Row] = []
        self.lines: list[Row] = []
        self.points: list[Row] = []
        self.standings = Totals()
        self.ratings: dict[tuple[int, int, str], Row] = {}
        self._streaks: dict[tuple[object, ...], int] = {}

    @property
    def busiest(self) -> int:
        """The person with the most matches."""
        rows = self.standings.rows.values()
        mine = (r for r in rows if r["scope"] == EVERYWHERE and r["season"] == ALL_TIME)
        best = max((r for r in mine if r["pool"] == ANY), key=lambda row: row["matches"])
        return int(best["user_id"])

    def play(self, number: int, guild: int, one: int, other: int, crowd: Crowd) -> None:
        ended = NOW - 400 * DAY + 400 * DAY * number // crowd.matches
        match_id = FIRST_MATCH + number
        preset = self.rng.choice(tuple(PRESETS))
        pool = PRESETS[preset]
        won = self.rng.random() < expected(self.strengths[one], self.strengths[other])
        results = (1, -1) if won else (-1, 1)
        users = (FIRST_USER + one, FIRST_USER + other)
        self._match(match_id, guild, preset, users, ended, results)
        figures = [self._figures(result) for result in results]
        for seat in (0, 1):
            match = self.matches[-1]
            self._line(match, pool, seat, users[seat], results[seat], figures[seat])
        for scope in (EVERYWHERE, guild):
            new = self._rate(match_id, scope, pool, users, ended, results)
            for seat in (0, 1):
                self._sum(scope, pool, users[seat], ended, results[seat], figures[seat], new[seat])

    def _figures(self, result: int) -> PlayStatistics:
        rng = self.rng
        played = rng.randint(3, 9)
        gins = sum(rng.random() < 0.1 for _ in range(played))
        knocks = rng.randint(0, played - gins)
        return PlayStatistics(
            games_won=int(result > 0),
            points=rng.randint(100, 260) if result > 0 else rng.randint(0, 99),
            rounds=played,
            rounds_won=min(played, gins + knocks),
            downs=gins + knocks,
            knocks=knocks,
            gins=gins,
            undercuts=int(rng.random() < 0.2),
            undercut=int(rng.random() < 0.2),
            knock_deadwood=4 * knocks,
            down_turns=7 * (gins + knocks),
            layoff_points=rng.randint(0, 20),
            blitzes=int(rng.random() < 0.02),
            fastest_gin=rng.randint(3, 12) if gins else None,
        )

    def _match(
        self,
        match_id: int,
        guild: int,
        preset: str,
        users: tuple[int, int],
        ended: int,
        results: tuple[int, int],
    ) -> None:
        names = [f"Player {user - FIRST_USER}" for user in users]
        self.matches.append(
            {
                "match_id": match_id,
                "guild_id": guild,
                "channel_id": guild + 1,
                "status": "over",
                "preset": preset,
                "clock": '["daily", 86400000, 0]',
                "times": "[[null, null], [0, 0]]",
                "rated": 1,
                "seats": json.dumps([[u, None, n] for u, n in zip(users, names, strict=True)]),
                "lot": 0,
                "pending": "[null, null]",
                "anchor": "0" * 64,
                "snapshot_schema": 1,
                "snapshot": self._snapshot,
                "created_ms": ended - DAY,
                "updated_ms": ended,
                "ended_ms": ended,
                "end_reason": "finished",
                "winner": results.index(1),
            }
        )
        for seat, (user, name) in enumerate(zip(users, names, strict=True)):
            self.seats.append(
                {"match_id": match_id, "seat": seat, "user_id": user, "name": name, "live": 0}
            )
        self.rounds += [
            {
                "match_id": match_id,
                "number": number,
                "contributions": '["ready:1", "ready:2"]',
                "tables": "[[0, 1, 0]]",
                "results": "[]",
                "secret": "0" * 64,
                "first_seq": 10 * number,
                "last_seq": 10 * number + 9,
                "dealt_ms": ended - DAY,
                "ended_ms": ended,
            }
            for number in range(1, 6)
        ]

    def _line(
        self, match: Row, pool: str, seat: int, user: int, result: int, f: PlayStatistics
    ) -> None:
        self.lines.append(
            {
                "user_id": user,
                "ended_ms": match["ended_ms"],
                "match_id": match["match_id"],
                "seat": seat,
                "party": seat,
                "guild_id": match["guild_id"],
                "pool": pool,
                "preset": match["preset"],
                "rated": 1,
                "result": result,
                "quit": 0,
                **asdict(f),
            }
        )

    def _rate(
        self,
        match_id: int,
        scope: int,
        pool: str,
        users: tuple[int, int],
        ended: int,
        results: tuple[int, int],
    ) -> tuple[Rating, Rating]:
        old = [self.ratings.get((scope, user, pool)) for user in users]
        idle = [0 if row is None else ended - row["last_ms"] for row in old]
        before = [
            NEWCOMER if row is None else Rating(row["rating"], row["deviation"], row["volatility"])
            for row in old
        ]
        now = [widened(r, i / PERIOD_MS) for r, i in zip(before, idle, strict=True)]
        new = []
        for seat in (0, 1):
            met = now[1 - seat]
            faced = [RatedResult(met.value, met.deviation, float(results[seat] > 0))]
            after = after_match(before[seat], faced, idle[seat])
            new.append(after)
            plain = {
                "rating": after.value,
                "deviation": after.deviation,
                "volatility": after.volatility,
            }
            place = {"scope": scope, "user_id": users[seat], "pool": pool}
            row = old[seat]
            self.ratings[scope, users[seat], pool] = {
                **place,
                **plain,
                "games": 1 + (0 if row is None else row["games"]),
                "best": after.value,
                "last_ms": ended,
            }
            self.points.append(
                {
                    **place,
                    **plain,
                    "ended_ms": ended,
                    "match_id": match_id,
                    "before": before[seat].value,
                }
            )
        return new[0], new[1]

    def _sum(
        self,
        scope: int,
        pool: str,
        user: int,
        ended: int,
        result: int,
        figures: PlayStatistics,
        rating: Rating,
    ) -> None:
        plain = asdict(figures)
        plain.pop("fastest_gin")
        won = int(result > 0)
        added = {"matches": 1, "won": won, "drawn": 0, "rated_matches": 1, "quit": 0, **plain}
        for season in (ALL_TIME, season_of(ended)):
            for where in (ANY, pool):
                key = {"scope": scope, "season": season, "user_id": user, "pool": where}
                self._finish(self.standings.add(key, added), won, ended, rating, figures)
            if scope != EVERYWHERE:
                key = {"scope": scope, "season": season, "user_id": EVERYBODY, "pool": ANY}
                row = self.standings.add(key, added)
                self._finish(row, 0, ended, rating, figures)
                row["shown"] = 0

    @staticmethod
    def _finish(row: Row, won: int, ended: int, rating: Rating, figures: PlayStatistics) -> None:
        row["streak"] = row.get("streak", 0) + 1 if won else 0
        row["best_streak"] = max(row.get("best_streak", 0), row["streak"])
        # One person in five has opted into the global board.
        row["shown"] = int(row["scope"] != EVERYWHERE or row["user_id"] % 5 == 0)
        turns = [t for t in (row.get("fastest_gin"), figures.fastest_gin) if t is not None]
        row["fastest_gin"] = min(turns, default=None)
        of_pool = row["pool"] != ANY
        row["rating"] = rating.value if of_pool else None
        row["deviation"] = rating.deviation if of_pool else None
        settled = of_pool and not rating.is_provisional
        until = ended + ACTIVE_MS if row["season"] == ALL_TIME else NEVER
        row["listed_until_ms"] = until if settled else 0
        row["last_ms"] = ended

    def tables(self) -> dict[Table, Iterable[Row]]:
        """Return all rows except the moves."""
        return {
            matches: self.matches,
            match_players: self.seats,
            rounds: self.rounds,
            player_matches: self.lines,
            standings: self.standings.rows.values(),
            ratings: self.ratings.values(),
            rating_history: self.points,
        }

    def moves(self, each: int) -> Iterator[Row]:
        """Yield this many moves of every match."""
        for match in self.matches:
            users = [seat[0] for seat in json.loads(match["seats"])]
            for seq in range(1, each + 1):
                yield {
                    "match_id": match["match_id"],
                    "seq": seq,
                    "interaction_id": match["match_id"] + seq,
                    "seat": seq % 2,
                    "user_id": users[seq % 2],
                    "action": "d7h",
                    "at_ms": match["created_ms"] + 1000 * seq,
                }
