"""How far a long command has come: a bar on a terminal, plain lines elsewhere."""

import time
from collections.abc import Callable
from typing import Final, TextIO

_WIDTH: Final = 30
_TERMINAL_S: Final = 0.2
_LINES_S: Final = 5.0


class ProgressBar:
    """Writes to ``stream``, at most every few tenths of a second, or seconds where it is a log."""

    def __init__(self, stream: TextIO, now: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._now = now
        self._is_terminal = stream.isatty()
        self._began = now()
        self._next = self._began
        self._width = 0

    def __call__(self, step: str, table: str, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` rows are dealt with."""
        if self._now() < self._next and done < total:
            return
        self._next = self._now() + (_TERMINAL_S if self._is_terminal else _LINES_S)
        text = f"{100 * done // max(total, 1):3} %  {step} {table}{self._left(done, total)}"
        if self._is_terminal:
            full = _WIDTH * done // max(total, 1)
            text = f"[{'#' * full}{'.' * (_WIDTH - full)}] {text}"
            # A shorter text covers the longer one before it.
            self._stream.write(f"\r{text:{self._width}}")
            self._width = len(text)
        else:
            self._stream.write(f"{text}\n")
        self._stream.flush()

    def close(self) -> None:
        """Leave the line of the bar."""
        if self._is_terminal and self._width:
            self._stream.write("\n")
            self._stream.flush()

    def _left(self, done: int, total: int) -> str:
        """Return the time until the end at the speed so far, once that says something."""
        if 100 * done < total:
            return ""
        return f", {(self._now() - self._began) * (total - done) / max(done, 1):.0f} s left"
