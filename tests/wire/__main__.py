"""A Discord for some minutes: ``python -m tests.wire`` prints the address of its API."""

import argparse
import asyncio
import sys

from tests.wire.server import running_discord


async def serve(minutes: float) -> None:
    async with running_discord() as discord:
        sys.stdout.write(f"{discord.api}\n")
        sys.stdout.flush()
        await asyncio.sleep(60 * minutes)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    asyncio.run(serve(parser.parse_args().minutes))
