"""The clocks of Python's ``time``, which follow a virtual clock while one is set.

Imported before the program, which binds these functions as defaults. ``time_machine`` moves the
wall clock; the monotonic clocks, which it leaves alone, are moved here.
"""

import time
from collections.abc import Callable
from typing import Final, TypeAlias

Clock: TypeAlias = Callable[[], float]

_MONOTONIC: Final = time.monotonic
_PERF_COUNTER: Final = time.perf_counter
_followed: Clock | None = None


def follow(clock: Clock | None) -> Clock | None:
    """Let the monotonic clocks show what ``clock`` returns, in seconds; ``None``: the machine's.

    Return what they followed before.
    """
    global _followed
    before, _followed = _followed, clock
    return before


def _monotonic() -> float:
    return _MONOTONIC() if _followed is None else _followed()


def _perf_counter() -> float:
    return _PERF_COUNTER() if _followed is None else _followed()


def install() -> None:
    """Replace the monotonic clocks of ``time``."""
    time.monotonic = _monotonic
    time.perf_counter = _perf_counter
    time.monotonic_ns = lambda: int(_monotonic() * 1e9)
    time.perf_counter_ns = lambda: int(_perf_counter() * 1e9)
