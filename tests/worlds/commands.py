"""`python -m bot ...` in the process of a test: its exit code and what it said."""

import asyncio
import contextlib
import io
import logging
import re
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from discord.http import Route

from bot import serving
from bot.__main__ import main
from bot.app import GinBot
from tests.worlds.served import set_environment

INTERNALS = re.compile(r"Traceback|\w+=|\b[a-z]+_[a-z_]+\(|Error\b|<class|\bNone\b")


def ended(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """What a command came to that ends by itself, without any settings but these."""
    out, errors = io.StringIO(), io.StringIO()
    with (
        pytest.MonkeyPatch.context() as patch,
        logs_as_before(),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(errors),
        ThreadPoolExecutor(1) as thread,  # a test may have a loop of its own in this one
    ):
        set_environment(patch, folder, **{"GIN_LOG_LEVEL": "ERROR"} | settings)
        # Only the main thread hears signals.
        patch.setattr(serving, "_asked_to_stop", asyncio.Event)
        patch.setattr(Route, "BASE", Route.BASE)
        patch.setattr(serving, "GinBot", partial(GinBot, warm=False))
        code = thread.submit(main, arguments).result()
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), errors.getvalue())


def sentence_of(done: subprocess.CompletedProcess[str], code: int) -> str:
    """The one thing that it said."""
    assert done.returncode == code, done.stderr
    [said] = done.stderr.splitlines()
    assert not INTERNALS.search(said), said
    assert said.endswith("."), said
    return said


@contextlib.contextmanager
def logs_as_before() -> Iterator[None]:
    """The program sets its logs up; for the other tests they are as they were."""
    root, discord = logging.getLogger(), logging.getLogger("discord")
    levels, handlers = (root.level, discord.level), [*root.handlers]
    try:
        yield
    finally:
        root.handlers[:] = handlers
        logging.captureWarnings(capture=False)
        root.setLevel(levels[0])
        discord.setLevel(levels[1])
