"""The bot with a profile of its event loop's thread: ``python -m benchmarks.wire.profiled FILE``.

The clock counts the thread's CPU, so that waiting costs nothing.
"""

import cProfile
import sys
import time

from bot.__main__ import main

if __name__ == "__main__":
    profile = cProfile.Profile(time.thread_time)
    try:
        profile.runcall(main, ["run"])
    finally:
        profile.dump_stats(sys.argv[1])
