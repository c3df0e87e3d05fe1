"""`python -m bot …` without the seconds of its imports: a process that has made them forks.

As a module it is that process. Each command runs in a process of its own, in its folder, with its
environment and nothing else, and ends as the interpreter ends.
"""

import atexit
import functools
import gc
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.waiting import PATIENCE_S

ROOT = Path(__file__).resolve().parents[3]
MOST_BYTES = 1 << 20


class Forking:
    """A process from which commands of the program are forked."""

    def __init__(self, prefix: Sequence[str]) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._line.settimeout(PATIENCE_S)
        with theirs:
            self._process = subprocess.Popen(
                [*prefix, sys.executable, "-m", __name__, str(theirs.fileno())],
                cwd=ROOT,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )

    def run(
        self, arguments: Sequence[str], env: Mapping[str, str], folder: Path
    ) -> subprocess.CompletedProcess[str]:
        """Return what a command came to."""
        ask = json.dumps([list(arguments), dict(env), str(folder)]).encode()
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
            socket.send_fds(self._line, [ask], [out.fileno(), err.fileno()])
            code = int(self._line.recv(MOST_BYTES))
            said = []
            for file in (out, err):
                file.seek(0)
                said.append(file.read())
        return subprocess.CompletedProcess(list(arguments), code, *said)

    def close(self) -> None:
        """End it; it has nothing to lose."""
        self._line.close()
        self._process.kill()
        self._process.wait()


@functools.cache
def forking(prefix: tuple[str, ...] = ()) -> Forking:
    """The one whose command begins so."""
    found = Forking(prefix)
    atexit.register(found.close)
    return found


def serve(line: socket.socket) -> list[str]:
    """Fork for each command that is asked for; returns in the fork, with its arguments."""
    while True:
        ask, files, *_ = socket.recv_fds(line, MOST_BYTES, 2)
        if not ask:
            sys.exit()
        child = os.fork()
        if not child:
            arguments, env, folder = json.loads(ask)
            for file, number in zip(files, (1, 2), strict=True):
                os.dup2(file, number)
            line.close()
            os.environ.clear()
            os.environ.update(env)
            os.chdir(folder)
            return list(arguments)
        for file in files:
            os.close(file)
        line.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())


if __name__ == "__main__":
    from bot import __main__
    from bot.ops import exits, maintenance  # noqa: F401

    gc.freeze()  # or each fork would go through all of it when it ends
    sys.exit(__main__.main(serve(socket.socket(fileno=int(sys.argv[1])))))
