"""A line that says how long the start has taken, for whoever waits for the playground's address."""

import sys
import threading
import time
from typing import Final

TICK_S: Final = 1.0
"""How often the line is written anew on a terminal."""
LINE_S: Final = 5.0
"""How often a line is written elsewhere, as into a file."""


class StartProgress:
    """The seconds since the start, on standard error until it is over.

    On a terminal one line is written over and over; elsewhere each is a line of its own.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._begun = time.monotonic()
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="gin-progress", daemon=True)

    def start(self) -> None:
        """Write the first line, and go on in a thread: imports do not let anything else run."""
        self._write()
        self._thread.start()

    def stop(self) -> None:
        """Write nothing more; harmless if it is over or has not begun."""
        if self._is_over.is_set() or not self._thread.is_alive():
            return
        self._is_over.set()
        self._thread.join()
        if sys.stderr.isatty():
            sys.stderr.write("\n")
            sys.stderr.flush()

    def _run(self) -> None:
        while not self._is_over.wait(TICK_S if sys.stderr.isatty() else LINE_S):
            self._write()

    def _write(self) -> None:
        seconds = round(time.monotonic() - self._begun)
        line = f"{self._what} ... {seconds} s" if seconds else f"{self._what} ..."
        sys.stderr.write(f"\r{line}" if sys.stderr.isatty() else f"{line}\n")
        sys.stderr.flush()
