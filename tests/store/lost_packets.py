"""A long statement over TCP whose packets the kernel drops; run in a network of its own.

``python -m tests.store.lost_packets SOCKETS DATABASE`` prints ``ended`` when the connection ends.
"""

import asyncio
import subprocess
import sys
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from engine.store.address import parsed, plain_engine
from tests.store.silent_line import SOCKET, Line


def call(*command: str) -> None:
    subprocess.run(command, check=True)


async def main(sockets: str, database: str) -> None:
    call("ip", "link", "set", "lo", "up")
    line = Line(Path(sockets) / SOCKET)
    listening = await asyncio.start_server(line.carry, "127.0.0.1")
    port = listening.sockets[0].getsockname()[1]
    engine = plain_engine(parsed(f"postgresql+asyncpg://postgres:@127.0.0.1:{port}{database}"))
    async with engine.connect() as connection:
        await connection.exec_driver_sql("SELECT 1")
        asyncio.get_running_loop().call_later(
            1, call, "iptables", "-A", "INPUT", "-p", "tcp", "-j", "DROP"
        )
        try:
            await connection.exec_driver_sql("SELECT pg_sleep(600)")
        except (DBAPIError, OSError):
            sys.stdout.write("ended\n")
            sys.stdout.flush()
    sys.exit(0)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
