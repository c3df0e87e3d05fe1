"""Fill a database with 50,000 people, 40,000 matches and 2,000,000 moves."""

import argparse
import asyncio

from benchmarks.crowd import Crowd, fill
from engine.store import Repeatable, Store


async def populate(url: str, crowd: Crowd) -> None:
    """Fill the database at ``url``, all of it or nothing."""
    store = await Store.open(url, patience_s=24 * 3600.0)
    try:
        await store.write(Repeatable(lambda connection: fill(connection, crowd)))
    finally:
        await store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", help="sqlite:///path/to/gin.db or postgresql+asyncpg://…")
    parser.add_argument("--people", type=int, default=50_000)
    parser.add_argument("--matches", type=int, default=40_000)
    parser.add_argument("--moves", type=int, default=2_000_000)
    given = parser.parse_args()
    asyncio.run(populate(given.url, Crowd(given.people, given.matches, given.moves)))


if __name__ == "__main__":
    main()
