"""What is done to the cluster, and how it is undone."""

import contextlib
import itertools
import os
import random
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from tests.cluster.cluster import Cluster
from tests.cluster.configuration import ADDRESSES
from tests.cluster.network import BRIDGE_ADDRESS
from tests.cluster.node import Node

Heal = Callable[[], None]
Strike = Callable[[Cluster, Node], Heal]
_BALLAST: Final = "ballast"
_STEP: Final = 1 << 20


@dataclass(frozen=True)
class Fault:
    """Something that happens to the leader.

    ``hits_standby``: it happens to the synchronous standby instead. ``hits_small``: the node with
    the small disk is made the leader first.
    """

    name: str
    strike: Strike
    hits_standby: bool = False
    hits_small: bool = False


def healed_by_itself() -> None:
    """Heal by what the cluster does anyway: whatever has ended is started again."""


def _kill_postgres(cluster: Cluster, node: Node) -> Heal:
    node.kill_postgres()
    return healed_by_itself


def _kill_server_process(cluster: Cluster, node: Node) -> Heal:
    node.kill_server_process()
    return healed_by_itself


def _kill_patroni(cluster: Cluster, node: Node) -> Heal:
    node.kill_patroni()
    return healed_by_itself


def _kill_machine(cluster: Cluster, node: Node) -> Heal:
    node.kill_patroni()
    node.kill_postgres()
    node.kill_etcd()
    return healed_by_itself


def _freeze(cluster: Cluster, node: Node) -> Heal:
    node.signal_all(signal.SIGSTOP)
    return lambda: node.signal_all(signal.SIGCONT)


def _others(node: Node) -> list[str]:
    return [address for address in ADDRESSES if address != node.address]


def _cut_off(cluster: Cluster, node: Node) -> Heal:
    node.link.drop([*_others(node), BRIDGE_ADDRESS])
    return node.link.heal


def _cut_from_nodes(cluster: Cluster, node: Node) -> Heal:
    node.link.drop(_others(node))
    return node.link.heal


def _cut_from_etcd(cluster: Cluster, node: Node) -> Heal:
    node.link.drop(_others(node), ports="2379,2380")
    return node.link.heal


def _fill_disk(cluster: Cluster, node: Node) -> Heal:
    ballast = node.database / _BALLAST
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        # What does not fit altogether is not reserved at all, and the leader writes meanwhile.
        for end in itertools.count(_STEP, _STEP):
            os.posix_fallocate(file.fileno(), end - _STEP, _STEP)
    return ballast.unlink


# The first ones of each family take the most away: a short run has only these.
KILLS: Final = (
    Fault("kill -9 of the leader's machine", _kill_machine),
    Fault("kill -9 of the leader's PostgreSQL", _kill_postgres),
    Fault("kill -9 of a process of the leader's", _kill_server_process),
    Fault("kill -9 of the leader's Patroni", _kill_patroni),
)
PARTITIONS: Final = (
    Fault("leader cut off from the other nodes", _cut_from_nodes),
    Fault("leader cut off from everybody", _cut_off),
    Fault("leader cut off from etcd", _cut_from_etcd),
)
OTHERS: Final = (
    Fault("kill -9 of the standby's PostgreSQL", _kill_postgres, hits_standby=True),
    Fault("leader frozen (SIGSTOP)", _freeze),
)
DISKS: Final = (Fault("leader's disk full", _fill_disk, hits_small=True),)


def drawn(counts: Mapping[tuple[Fault, ...], int], chance: random.Random) -> list[Fault]:
    """Return so many faults of each family, each of its members in turn, in random order."""
    faults = [family[k % len(family)] for family, many in counts.items() for k in range(many)]
    chance.shuffle(faults)
    return faults
