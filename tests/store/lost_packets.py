"""A long statement over TCP whose packets the kernel drops; run in a network of its own.

``python -m tests.store.lost_packets SOCKETS DATABASE`` prints ``ended`` when the connection ends.
"""

import asyncio
import subprocess
import sys
from pathlib import Path

import asyncpg
from sqlalchemy.exc import DBAPIError

from engine.store import address
from engine.store.address import parsed, plain_engine
from tests.store.silent_line import SOCKET, Line

_IS_WAITED_FOR = """
SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND pid <> pg_backend_pid()
"""


def call(*command: str) -> None:
    subprocess.run(command, check=True)


async def drop_when_it_waits(sockets: str, database: str) -> None:
    """Let the kernel drop packets from the moment when nothing but an answer is waited for."""
    beside = await asyncpg.connect(host=sockets, user="postgres", database=database[1:])
    while not await beside.fetchval(_IS_WAITED_FOR):
        await beside.execute("SELECT pg_sleep(0.01)")
    await beside.close()
    call("iptables", "-A", "INPUT", "-p", "tcp", "-j", "DROP")


async def main(sockets: str, database: str) -> None:
    call("ip", "link", "set", "lo", "up")
    line = Line(Path(sockets) / SOCKET)
    address._KEEPALIVE.update(TCP_KEEPIDLE=1, TCP_KEEPCNT=1, TCP_USER_TIMEOUT=1000)
    listening = await asyncio.start_server(line.carry, "127.0.0.1")
    port = listening.sockets[0].getsockname()[1]
    engine = plain_engine(parsed(f"postgresql+asyncpg://postgres:@127.0.0.1:{port}{database}"))
    async with engine.connect() as connection:
        await connection.exec_driver_sql("SELECT 1")
        dropping = asyncio.create_task(drop_when_it_waits(sockets, database))
        try:
            await connection.exec_driver_sql("SELECT pg_sleep(600)")
        except (DBAPIError, OSError):
            sys.stdout.write("ended\n")
            sys.stdout.flush()
        await dropping
    sys.exit(0)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
