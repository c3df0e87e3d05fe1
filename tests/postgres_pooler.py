"""Debian's PgBouncer on loopback, in transaction mode, before a PostgreSQL server of the tests."""

import os
import pwd
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from tests.ports import free_port
from tests.waiting import PATIENCE_S

PGBOUNCER = Path("/usr/sbin/pgbouncer")
CONFIGURATION = """
[databases]
* = host={sockets} port=5432 user=postgres

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {size}
max_client_conn = 500
max_db_connections = 0
log_connections = 0
log_disconnections = 0
"""


@contextmanager
def pooler(address: str, folder: Path, size: int = 3) -> Iterator[str]:
    """Run a pooler before the server at ``address``; yield its ``host:port``.

    It has fewer server connections than a store has clients, so that transactions of one client
    do meet different server connections.
    """
    [sockets] = parse_qs(urlsplit(address).query)["host"]
    port = free_port()
    settings = folder / "pgbouncer.ini"
    settings.write_text(CONFIGURATION.format(sockets=sockets, port=port, size=size))
    command = [str(PGBOUNCER), "--quiet", str(settings)]
    if os.geteuid() == 0:  # it refuses to run as root, and only the server's user sees its socket
        owner = pwd.getpwuid(Path(sockets).stat().st_uid).pw_name
        command[1:1] = ["--user", owner]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        try:
            _wait(process, port)
            yield f"127.0.0.1:{port}"
        finally:
            process.kill()


def behind(pooler_at: str, url: str) -> str:
    """Return the URL of the same database through a pooler."""
    return f"postgresql+asyncpg://postgres:@{pooler_at}{urlsplit(url).path}"


def _wait(process: "subprocess.Popen[bytes]", port: int) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        if process.poll() is not None:
            assert process.stderr is not None
            raise AssertionError(process.stderr.read().decode())
        with socket.socket() as trial:
            if trial.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise TimeoutError("PgBouncer does not start")
