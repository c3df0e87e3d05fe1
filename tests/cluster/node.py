"""One node of the cluster: etcd, Patroni and the PostgreSQL that Patroni keeps."""

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tests.cluster.configuration import PASSWORD, documented, environment, filled
from tests.cluster.network import Link

_AS_POSTGRES: Final = ("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups")
_PATRONI_PORT: Final = 8008
_QUESTION_S: Final = 1.0
_NOISE: Final = re.compile("no action|Exception happened|Traceback")


class Node:
    """A machine of the cluster, with its files in ``folder``.

    ``changes``: what stands in its configuration instead of something else.
    """

    def __init__(
        self, name: str, address: str, folder: Path, changes: Mapping[str, str] | None = None
    ) -> None:
        self.name, self.address, self.folder = name, address, folder
        self._changes = dict(changes or {})
        self.link = Link(name, address)
        self.etcd: subprocess.Popen[bytes] | None = None
        self.patroni: subprocess.Popen[bytes] | None = None
        self.guard: subprocess.Popen[bytes] | None = None
        for part in (folder, folder / "etcd", self.database):
            part.mkdir(mode=0o700)
            os.chown(part, *_postgres_ids())

    @property
    def database(self) -> Path:
        """The folder on the disk of PostgreSQL, which may be a small one of its own."""
        return self.folder / "postgres"

    def start_etcd(self) -> None:
        settings = environment(self._own("/etc/default/etcd"))
        self.etcd = self._start("etcd", ["etcd"], settings)

    def start_patroni(self) -> None:
        file = self.folder / "patroni.yml"
        file.write_text(self._own("/etc/patroni/config.yml"))
        os.chown(file, *_postgres_ids())
        self.patroni = self._start("patroni", ["patroni", str(file)], {})

    def start_guard(self) -> None:
        # A disk of the tests is full again sooner than in ten minutes.
        script = self._own("/usr/local/bin/gin-disk-guard").replace("sleep 600", "sleep 10")
        self.guard = self._start("guard", ["sh", "-c", script], {})

    def _own(self, file: str) -> str:
        return filled(
            documented(file),
            NODE=self.name,
            ADDRESS=self.address,
            PASSWORD=PASSWORD,
            **{
                "/var/lib/etcd/gin": str(self.folder / "etcd"),
                "/var/lib/postgresql/15/gin": str(self.database / "data"),
                "/var/run/postgresql": str(self.folder),
                # One of the disks is small.
                "max_wal_size: 1GB": "max_wal_size: 128MB",
                "wal_keep_size: 1GB": "wal_keep_size: 96MB",
                # Each failover keeps a segment; hundreds of them would fill that disk.
                "- data-checksums": "- data-checksums\n    - wal-segsize: '1'",
                **self._changes,
            },
        )

    def _start(
        self, name: str, command: list[str], settings: dict[str, str]
    ) -> subprocess.Popen[bytes]:
        with (self.folder / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                [*self.link.prefix, *_AS_POSTGRES, *command],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                cwd=self.folder,
                env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **settings},
            )

    @property
    def postmaster(self) -> int | None:
        """The process id of PostgreSQL, if it runs."""
        try:
            pid = int((self.database / "data" / "postmaster.pid").read_text().split("\n", 1)[0])
            os.kill(pid, 0)
        except (OSError, ValueError):
            return None
        return pid

    def kill_postgres(self) -> None:
        """Kill PostgreSQL at once; its other processes follow by themselves."""
        if (pid := self.postmaster) is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def kill_server_process(self) -> None:
        """Kill one of PostgreSQL's processes, as a kernel without memory does."""
        if (pid := self.postmaster) is not None and (found := _children(pid)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(found[-1], signal.SIGKILL)

    def kill_patroni(self) -> None:
        if self.patroni is not None:
            self.patroni.kill()
            self.patroni.wait()
            self.patroni = None

    def kill_etcd(self) -> None:
        if self.etcd is not None:
            self.etcd.kill()
            self.etcd.wait()
            self.etcd = None

    def ensure_running(self) -> None:
        """Start whatever was killed, as a supervisor does."""
        if self.etcd is None or self.etcd.poll() is not None:
            self.start_etcd()
        if self.patroni is None or self.patroni.poll() is not None:
            self.start_patroni()

    def stop(self) -> None:
        """End every process of this node."""
        if self.guard is not None:
            self.guard.kill()
            self.guard.wait()
        self.kill_patroni()
        self.kill_postgres()
        self.kill_etcd()

    def signal_all(self, number: signal.Signals) -> None:
        """Send a signal to Patroni and to every process of PostgreSQL."""
        if self.patroni is not None:
            self.patroni.send_signal(number)
        if (pid := self.postmaster) is not None:
            for child in (pid, *_children(pid)):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, number)

    def last_words(self, lines: int = 25) -> str:
        """Return the end of what Patroni and PostgreSQL have written."""
        said = (self.folder / "patroni.log").read_text(errors="replace").splitlines()
        # What a request says that was given up is of no interest.
        told = [line for line in said if line.startswith("20") and not _NOISE.search(line)]
        return "\n".join([f"== {self.name}", *told[-lines:]])

    def ask(self, path: str) -> Any:
        """Return what Patroni says, or ``None`` if it says nothing."""
        return self._request("GET", path, None)

    def tell(self, path: str, **words: str | bool) -> Any:
        """Give Patroni an order."""
        return self._request("POST", path, json.dumps(words))

    def _request(self, method: str, path: str, body: str | None) -> Any:
        seconds = _QUESTION_S if body is None else 30.0
        line = http.client.HTTPConnection(self.address, _PATRONI_PORT, timeout=seconds)
        try:
            line.request(method, path, body, {"Content-Type": "application/json"})
            said = line.getresponse().read().decode()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            line.close()
        try:
            return json.loads(said)
        except ValueError:
            return said


def _children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in listed.split()]


def _postgres_ids() -> tuple[int, int]:
    import pwd

    entry = pwd.getpwnam("postgres")
    return entry.pw_uid, entry.pw_gid
