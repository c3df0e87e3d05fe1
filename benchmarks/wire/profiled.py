"""The bot with a profile of its event loop's thread: ``python -m benchmarks.wire.profiled FILE``.

The clock counts the thread's CPU, so that waiting costs nothing. The profile begins with the
signal ``BEGIN``, so that start-up and warm-up are left out, and is written when the bot ends.
"""

import cProfile
import signal
import sys
import time
from types import FrameType
from typing import Final

from bot.__main__ import main

BEGIN: Final = signal.SIGINT if sys.platform == "win32" else signal.SIGUSR1


def _run(file: str) -> None:
    profile = cProfile.Profile(time.thread_time)

    def begin(_signal: int, _frame: FrameType | None) -> None:
        profile.enable()

    signal.signal(BEGIN, begin)
    try:
        main(["run"])
    finally:
        profile.disable()
        profile.dump_stats(file)


if __name__ == "__main__":
    _run(sys.argv[1])
