"""Preferences are read once a minute, and held no longer than that."""

from types import SimpleNamespace

import pytest

from bot.ui.preferences import CACHED_S, _Cache


async def test_what_is_too_old_to_be_used_is_not_held(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    clock = SimpleNamespace(monotonic=lambda: now[0])
    monkeypatch.setattr("bot.ui.preferences.time", clock)
    cache: _Cache[int] = _Cache()
    reads: list[int] = []

    async def read() -> int:
        reads.append(len(reads))
        return reads[-1]

    assert [await cache.get(1, read), await cache.get(1, read), await cache.get(2, read)] == [
        0,
        0,
        1,
    ]
    now[0] += CACHED_S
    assert await cache.get(3, read) == 2
    assert list(cache._held) == [3]
