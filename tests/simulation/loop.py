"""An event loop whose time is a number: nothing waits, everything happens in the same order."""

import asyncio
import contextvars
import selectors
from collections.abc import Coroutine
from typing import Any

from tests.simulation.wrong import WrongError

PROCESS: contextvars.ContextVar["list[asyncio.Task[Any]] | None"] = contextvars.ContextVar(
    "PROCESS", default=None
)
"""The tasks of the simulated process that the current code belongs to."""


class _Waiting(selectors.SelectSelector):
    """Instead of waiting, moves the time on."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise WrongError("nothing will ever happen again")
        self.now += max(timeout, 0.0)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """Runs in virtual seconds."""

    def __init__(self) -> None:
        self._waiting = _Waiting()
        super().__init__(self._waiting)
        self.set_task_factory(_new_task)  # type: ignore[arg-type]

    def time(self) -> float:
        return self._waiting.now


def _new_task(
    loop: asyncio.AbstractEventLoop,
    work: Coroutine[Any, Any, Any],
    *,
    context: contextvars.Context | None = None,
    **more: Any,
) -> asyncio.Task[Any]:
    task = asyncio.Task(work, loop=loop, context=context, **more)
    tasks = PROCESS.get() if context is None else context.get(PROCESS)
    if tasks is not None:
        tasks.append(task)
        task.add_done_callback(tasks.remove)
    return task
