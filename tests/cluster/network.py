"""A world of its own for the cluster: processes, mounts and networks that end with one process.

``unshare`` gives the run its own process ids, mounts and network. Three nodes hang on a bridge,
each in a network of its own, so that a partition is the loss of packets and nothing else. When the
first process of that world ends, however it ends, the kernel removes everything that it has
started.
"""

import os
import subprocess
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Final

_INSIDE: Final = "GIN_CLUSTER_WORLD"
BRIDGE_ADDRESS: Final = "10.77.0.1"
"""Where the bots and HAProxy are, seen from the nodes."""


def call(*command: str) -> None:
    """Run a command; CalledProcessError if it fails."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def run_in_a_world(module: str, arguments: Sequence[str], main: Callable[[], int]) -> int:
    """Run ``main`` in a world of its own, as ``python -m module arguments``; its exit status."""
    if os.environ.get(_INSIDE) != "1":
        os.environ[_INSIDE] = "1"
        own = ("unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
        os.execvp(own[0], [*own, sys.executable, "-m", module, *arguments])  # noqa: S606
    _make_network()
    return _run_with_init(main)


def _make_network() -> None:
    # The names of networks are files under /run, which must not be seen outside.
    call("mount", "-t", "tmpfs", "tmpfs", "/run")
    call("ip", "link", "set", "lo", "up")
    call("ip", "link", "add", "bridge0", "type", "bridge")
    call("ip", "address", "add", f"{BRIDGE_ADDRESS}/24", "dev", "bridge0")
    call("ip", "link", "set", "bridge0", "up")


def _run_with_init(main: Callable[[], int]) -> int:
    """Run ``main`` in a child, and collect every orphan of this world as its first process.

    Patroni would take an uncollected PostgreSQL for a running one.
    """
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = main()
        except BaseException:  # noqa: BLE001 - the process ends here
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    while True:
        pid, status = os.wait()
        if pid == child:
            return os.waitstatus_to_exitcode(status)


class Link:
    """The network of one node, and what is cut off in it."""

    def __init__(self, name: str, address: str) -> None:
        self._name = name
        call("ip", "netns", "add", name)
        call(
            "ip", "link", "add", f"to-{name}", "type", "veth", "peer", "name", "eth0", "netns", name
        )
        call("ip", "link", "set", f"to-{name}", "master", "bridge0", "up")
        call("ip", "-n", name, "address", "add", f"{address}/24", "dev", "eth0")
        call("ip", "-n", name, "link", "set", "eth0", "up")
        call("ip", "-n", name, "link", "set", "lo", "up")

    @property
    def prefix(self) -> tuple[str, ...]:
        """The beginning of every command that runs in this network."""
        return ("nsenter", f"--net=/run/netns/{self._name}")

    def drop(self, others: Sequence[str], ports: str = "") -> None:
        """Lose every packet from and to other addresses, or only those of some TCP ports."""
        for chain, side in (("INPUT", "-s"), ("OUTPUT", "-d")):
            for other in others:
                for which in ("--dports", "--sports") if ports else ("",):
                    matched = ("-p", "tcp", "-m", "multiport", which, ports) if which else ()
                    rule = ("iptables", "-A", chain, side, other, *matched, "-j", "DROP")
                    call(*self.prefix, *rule)

    def heal(self) -> None:
        """Let every packet through again."""
        call(*self.prefix, "iptables", "-F")
