"""Three nodes and the HAProxy beside the bots, from the first start until everybody agrees."""

import asyncio
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import asyncpg

from tests.cluster.configuration import (
    ADDRESSES,
    ASYNCHRONOUS,
    DATABASE_PORT,
    PASSWORD,
    documented,
    filled,
)
from tests.cluster.network import call
from tests.cluster.node import Node

PATIENCE_S: Final = 240.0
"""How long the cluster may take to be whole again on a busy machine."""
STUCK_S: Final = 60.0
"""How long a node may take to come up before an operator looks at it."""
SETTLED_S: Final = 2.0
"""How long the cluster has to stay whole; Patroni changes its roles in several steps."""
SMALL_DISK: Final = "1g"


class NotWholeError(Exception):
    """The cluster does not come to itself; the message holds what its members say."""


class Cluster:
    """A running cluster. ``asynchronous``: with the mistake of not waiting for a standby."""

    def __init__(
        self, folder: Path, report: Callable[[str], None], *, asynchronous: bool = False
    ) -> None:
        self.folder, self._report, self._asynchronous = folder, report, asynchronous
        changes = ASYNCHRONOUS if asynchronous else {}
        folder.chmod(0o755)
        self.nodes = [
            Node(f"node{number}", address, folder / f"node{number}", changes)
            for number, address in enumerate(ADDRESSES, 1)
        ]
        self.small = self.nodes[2]
        disk = self.small.database
        call("mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK},mode=0700", "tmpfs", str(disk))
        owner = disk.parent.stat()
        os.chown(disk, owner.st_uid, owner.st_gid)
        self._databases = 0
        self._proxy: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        began = time.monotonic()
        for node in self.nodes:
            node.start_etcd()
        for node in self.nodes:
            node.start_patroni()
            node.start_guard()
        file = self.folder / "haproxy.cfg"
        file.write_text(filled(documented("/etc/haproxy/haproxy.cfg")))
        with (self.folder / "haproxy.log").open("ab") as log:
            self._proxy = subprocess.Popen(["haproxy", "-f", str(file)], stdout=log, stderr=log)
        self.wait_until_whole()
        self._report(f"three nodes are a cluster after {time.monotonic() - began:.0f} s")

    def stop(self) -> None:
        """End every process."""
        for node in self.nodes:
            node.stop()
        if self._proxy is not None:
            self._proxy.kill()
            self._proxy.wait()

    def leader(self) -> Node:
        """Return the node that everybody takes for the leader."""
        return self._holder("leader")

    def standby(self) -> Node:
        """Return the synchronous standby."""
        return self._holder("sync_standby")

    def _holder(self, role: str) -> Node:
        """Return the node that has a role, which Patroni takes away for moments."""
        until = time.monotonic() + PATIENCE_S
        while (name := self.roles().get(role)) is None:
            if time.monotonic() > until:
                raise NotWholeError(f"no node is {role}: {self.members()}")
            time.sleep(0.2)
        return self._node(name)

    def _node(self, name: str) -> Node:
        return next(node for node in self.nodes if node.name == name)

    def roles(self) -> dict[str, str]:
        """Return who is the leader, and who the synchronous standby."""
        wanted = ("leader", "sync_standby")
        members = self.members().values()
        return {str(one["role"]): str(one["name"]) for one in members if one["role"] in wanted}

    def switch_over(self, node: Node) -> None:
        """Make a node the leader by order; only the synchronous standby can become it."""
        until = time.monotonic() + PATIENCE_S
        while (roles := self.roles()).get("leader") != node.name:
            if time.monotonic() > until:
                raise NotWholeError(f"{node.name} does not become the leader: {self.members()}")
            if roles.get("sync_standby") == node.name:
                leader = self.leader()
                leader.tell("/switchover", leader=leader.name, candidate=node.name)
            elif "sync_standby" in roles:
                # The other one takes its place.
                self._node(roles["sync_standby"]).kill_postgres()
            time.sleep(1)

    def members(self) -> dict[str, dict[str, object]]:
        """Return the members as most nodes that answer know them."""
        answers = [node.ask("/cluster") for node in self.nodes]
        known = [
            {str(member["name"]): member for member in answer["members"]}
            for answer in answers
            if isinstance(answer, dict) and "members" in answer
        ]
        roles = [{name: member["role"] for name, member in one.items()} for one in known]
        # A node that is cut off repeats what it knew last.
        best = max(range(len(known)), key=lambda k: roles.count(roles[k]), default=None)
        return {} if best is None else known[best]

    def is_whole(self) -> bool:
        """Whether a leader has a synchronous standby and another one, all on one timeline."""
        members = list(self.members().values())
        roles = sorted(str(member["role"]) for member in members)
        return (
            roles == ["leader", "replica", "replica" if self._asynchronous else "sync_standby"]
            and all(member["state"] in ("running", "streaming") for member in members)
            and len({member.get("timeline") for member in members}) == 1
        )

    def wait_until_whole(self) -> float:
        """Wait until a node more may be lost, and return the moment since which it is so.

        Whatever has ended is started again.
        """
        began, told, since = time.monotonic(), False, 0.0
        while not since or time.monotonic() - since < SETTLED_S:
            if self.is_whole():
                since = since or time.monotonic()
            else:
                since = 0.0
                told = self._help(time.monotonic() - began, told)
            time.sleep(0.5)
        return since

    def _help(self, waited: float, told: bool) -> bool:
        """Start what has ended; whether nodes that do not come up have been made anew."""
        if waited > PATIENCE_S:
            said = "\n".join(node.last_words() for node in self.nodes)
            raise NotWholeError(f"{self.members()}\n{said}")
        if waited > STUCK_S and not told:
            told = True
            self._make_stuck_ones_anew()
        for node in self.nodes:
            node.ensure_running()
        return told

    def _make_stuck_ones_anew(self) -> None:
        """Copy the leader to the nodes that do not follow it, as an operator does."""
        members = self.members()
        lines = [one.get("timeline") for one in members.values() if one["role"] == "leader"]
        for node in self.nodes:
            member = members.get(node.name, {})
            is_up = member.get("state") in ("running", "streaming")
            if not is_up or member.get("timeline") not in lines:
                self._report(f"{node.name} does not come up and is made anew\n{node.last_words()}")
                node.tell("/reinitialize", force=True)

    def new_database(self) -> str:
        """Create an empty database; its URL goes through HAProxy, as a bot's does."""
        self._databases += 1
        name = f"gin_{self._databases}"
        asyncio.run(_create(name))
        return f"postgresql+asyncpg://postgres:{PASSWORD}@127.0.0.1:{DATABASE_PORT}/{name}"


async def _create(name: str) -> None:
    until = time.monotonic() + PATIENCE_S
    while (connection := await _connected()) is None:
        if time.monotonic() > until:
            raise NotWholeError("HAProxy knows no leader")
        await asyncio.sleep(0.2)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()


async def _connected() -> asyncpg.Connection | None:
    try:
        return await asyncpg.connect(
            host="127.0.0.1",
            port=DATABASE_PORT,
            user="postgres",
            password=PASSWORD,
            database="postgres",
            timeout=5,
        )
    except (OSError, asyncpg.PostgresError):
        return None


@contextmanager
def cluster(report: Callable[[str], None], *, asynchronous: bool = False) -> Iterator[Cluster]:
    """Run a cluster in one temporary folder; its processes end with their world."""
    with tempfile.TemporaryDirectory(prefix="gin-cluster-", ignore_cleanup_errors=True) as folder:
        running = Cluster(Path(folder), report, asynchronous=asynchronous)
        try:
            running.start()
            yield running
        finally:
            running.stop()
            call("umount", "-l", str(running.small.database))
