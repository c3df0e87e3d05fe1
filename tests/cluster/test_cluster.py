"""The cluster in its short form, and that a lost press is found."""

import asyncio
import os
import shutil
import sys

import pytest

from tests.seeds import times

PROGRAMS = ("unshare", "nsenter", "setpriv", "ip", "iptables", "curl", "etcd", "patroni", "haproxy")
MISSING = [name for name in PROGRAMS if shutil.which(name) is None]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.night,
    pytest.mark.timeout(900),
    pytest.mark.skipif(os.geteuid() != 0, reason="networks and users of its own need root"),
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]


async def played(*arguments: str) -> tuple[int, str]:
    """Exit status and output of a run."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.cluster"),
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        said, errors = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode is not None
    return process.returncode, said.decode() + errors.decode()[-2000:]


@pytest.mark.parametrize(
    ("kills", "partitions", "disks"),
    [
        pytest.param(1, 0, 0, id="a leader's machine"),
        pytest.param(times(2), times(1), 1, id="everything"),
    ],
)
async def test_nothing_is_lost_or_doubled_while_a_cluster_breaks(
    kills: int, partitions: int, disks: int
) -> None:
    counts = ("--kills", kills, "--partitions", partitions, "--disks", disks, "--others", 0)
    status, said = await played(*map(str, counts))
    assert status == 0, said
    assert f"{kills + partitions + disks} server kills" in said, said
    assert ", 0 wrong" in said, said


async def test_what_a_leader_confirms_alone_is_found_to_be_lost() -> None:
    status, said = await played(
        *("--kills", "0", "--partitions", "1", "--disks", "0", "--others", "0", "--asynchronous")
    )
    assert status == 1, said
    assert "WRONG" in said, said
