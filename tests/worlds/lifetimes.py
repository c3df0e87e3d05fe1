"""Simulated processes: what belongs to one of them ends with it, at any instant.

Tasks, connections and listeners belong to the process in whose context they begin.
"""

import asyncio
import contextvars
from collections.abc import Callable, Coroutine
from typing import Any, Final

MOST_CANCELS: Final = 200
"""A task that goes on after so many cancellations never ends."""


class Lifetime:
    """A process from its start until its end."""

    def __init__(self) -> None:
        self.is_over = False
        self.context = contextvars.copy_context()
        self.context.run(LIFETIME.set, self)
        self._tasks: dict[asyncio.Task[Any], None] = {}
        self._ends: dict[object, Callable[[], None]] = {}

    def begin(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Begin a task of the process."""
        return asyncio.get_running_loop().create_task(work, context=self.context)

    def at_death(self, thing: object, end: Callable[[], None]) -> None:
        """Call ``end`` when the process ends, unless the thing is forgotten before."""
        self._ends[thing] = end

    def forget(self, thing: object) -> None:
        """Leave to itself what has ended."""
        self._ends.pop(thing, None)

    def add(self, task: asyncio.Task[Any]) -> None:
        """Count a task to the process; one that begins after its end does nothing."""
        self._tasks[task] = None
        task.add_done_callback(self._remove)
        if self.is_over:
            task.cancel()

    def _remove(self, task: asyncio.Task[Any]) -> None:
        del self._tasks[task]

    async def kill(self) -> None:
        """End at once, without any goodbye."""
        self.is_over = True
        while self._ends:
            _, end = self._ends.popitem()
            end()
        for _ in range(MOST_CANCELS):
            if not self._tasks:
                return
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(list(self._tasks), timeout=0.5)
        raise AssertionError(f"these tasks do not end: {list(self._tasks)}")


LIFETIME: Final[contextvars.ContextVar[Lifetime | None]] = contextvars.ContextVar(
    "LIFETIME", default=None
)
"""The simulated process that the current code belongs to."""


def new_task(
    loop: asyncio.AbstractEventLoop,
    work: Coroutine[Any, Any, Any],
    *,
    context: contextvars.Context | None = None,
    **more: Any,
) -> asyncio.Task[Any]:
    """Make a task of the process in whose context it runs; a loop's task factory."""
    task = asyncio.Task(work, loop=loop, context=context, **more)
    lifetime = LIFETIME.get() if context is None else context.get(LIFETIME)
    if lifetime is not None:
        lifetime.add(task)
    return task
