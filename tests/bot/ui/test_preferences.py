"""Preferences are read once a minute, and held no longer than that."""

from types import SimpleNamespace
from typing import cast

import pytest

from bot.ui.reader import CACHED_S, Preferences
from engine.service import Prefs, Service, UserId


async def test_what_is_too_old_to_be_used_is_not_held(monkeypatch: pytest.MonkeyPatch) -> None:
    now, reads = [0.0], list[int]()
    clock = SimpleNamespace(monotonic=lambda: now[0])
    monkeypatch.setattr("bot.ui.reader.time", clock)

    async def read(user: UserId) -> Prefs:
        reads.append(user)
        return Prefs()

    service = cast("Service", SimpleNamespace(prefs=read))
    preferences = Preferences(service, lambda guild: None)
    for user in (1, 1, 2):
        await preferences.prefs(user)
    assert reads == [1, 2]
    now[0] += CACHED_S
    await preferences.prefs(3)
    assert list(preferences._prefs) == [3]
    await preferences.prefs(1)
    preferences.forget(1)
    await preferences.prefs(1)
    assert reads == [1, 2, 3, 1, 1]
