"""Answers to the question why nobody plays: what the bots wait for, and what the servers do."""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import asyncpg

from tests.cluster.cluster import Cluster
from tests.cluster.configuration import PASSWORD
from tests.cluster.node import Node

_PATIENCE_S: Final = 2.0
_WORKING = """
SELECT concat_ws(' ', datname, pid, state, wait_event_type, wait_event,
  round(extract(epoch FROM now() - xact_start), 1), left(query, 60))
FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
  AND (state <> 'idle' OR wait_event <> 'ClientRead') ORDER BY xact_start
"""
_STANDBYS = "SELECT concat_ws(' ', application_name, state, sync_state) FROM pg_stat_replication"


def tell_tasks_when_asked(file: Path) -> None:
    """Append what every task of this process waits for to a file, at each SIGUSR1."""

    def tell(number: int, frame: object) -> None:
        chains = Counter(tuple(_chain(task)) for task in asyncio.all_tasks())
        with file.open("a") as told:
            for chain, many in chains.items():
                told.writelines([f"{many} tasks of {os.getpid()}\n", *chain])

    signal.signal(signal.SIGUSR1, tell)


def _chain(task: "asyncio.Task[Any]") -> Iterator[str]:
    waiting: Any = task.get_coro()
    while (frame := getattr(waiting, "cr_frame", None)) is not None:
        yield f"  {frame.f_code.co_filename}:{frame.f_lineno} {frame.f_code.co_name}\n"
        waiting = waiting.cr_await


def diagnosis(cluster: Cluster, bots: Sequence[int], file: Path) -> str:
    """Return what members, servers and bots say now; the bots write to ``file``."""
    file.write_text("")
    for pid in bots:
        os.kill(pid, signal.SIGUSR1)
    members = [" ".join(map(str, one.values())) for one in cluster.members().values()]
    servers = [line for node in cluster.nodes for line in asyncio.run(_server(node))]
    time.sleep(1)
    words = [node.last_words(10) for node in cluster.nodes]
    return "\n".join([*members, *servers, *words, file.read_text()])


async def _server(node: Node) -> list[str]:
    try:
        connection = await asyncpg.connect(
            host=node.address,
            user="postgres",
            password=PASSWORD,
            database="postgres",
            timeout=_PATIENCE_S,
            command_timeout=_PATIENCE_S,
        )
    except (OSError, TimeoutError, asyncpg.PostgresError) as error:
        return [f"== {node.name}: {error!r}"]
    try:
        names = await connection.fetchval("SHOW synchronous_standby_names")
        said = [f"== {node.name}: synchronous_standby_names = {names}"]
        for question in (_STANDBYS, _WORKING):
            said += [str(row[0]) for row in await connection.fetch(question)]
    except (OSError, TimeoutError, asyncpg.PostgresError) as error:
        said = [f"== {node.name}: {error!r}"]
    finally:
        connection.terminate()
    return said
