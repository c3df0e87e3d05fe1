"""The watchdog: a slow answer is announced after 1.5 s and comes as an edit; a quick one is not."""

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot import reply as module
from bot.compose import compose
from bot.dressing import Dressing
from bot.presenter.pages import notice_screen
from bot.reply import WATCHDOG_SECONDS, Reply, reply_to


class Gateway:
    """An interaction that writes down how it was answered."""

    def __init__(self, kind: discord.InteractionType) -> None:
        self.type = kind
        self.client = SimpleNamespace(dressing=Dressing(), metrics=None)
        self.response = self
        self.message = None
        self.extras: dict[str, object] = {}
        self.calls: list[str] = []

    def is_done(self) -> bool:
        return bool(self.calls)

    async def defer(self, *, ephemeral: bool = False, thinking: bool = False) -> None:
        self.calls.append(f"defer thinking={thinking} ephemeral={ephemeral}")

    async def edit_message(self, **_: Any) -> None:
        self.calls.append("answered in place")

    async def send_message(self, **_: Any) -> None:
        self.calls.append("answered")

    async def edit_original_response(self, **_: Any) -> None:
        self.calls.append("edited")


def slow_reply(
    monkeypatch: pytest.MonkeyPatch, kind: discord.InteractionType
) -> tuple[Gateway, Reply]:
    assert WATCHDOG_SECONDS <= 1.5
    monkeypatch.setattr(module, "WATCHDOG_SECONDS", 0.02)
    gateway = Gateway(kind)
    return gateway, Reply(gateway)  # type: ignore[arg-type]


async def test_a_slow_press_is_acknowledged_first_and_answered_by_an_edit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gateway, reply = slow_reply(monkeypatch, discord.InteractionType.component)
    reply.watch(updates=True)
    await asyncio.sleep(0.08)
    assert gateway.calls == ["defer thinking=False ephemeral=False"]
    await reply.update(notice_screen("now"))
    assert gateway.calls[1:] == ["edited"]


async def test_a_slow_command_thinks_in_private(monkeypatch: pytest.MonkeyPatch) -> None:
    gateway, reply = slow_reply(monkeypatch, discord.InteractionType.application_command)
    reply.watch(updates=True)
    await asyncio.sleep(0.08)
    assert gateway.calls == ["defer thinking=True ephemeral=True"]
    await reply.private(notice_screen("now"))
    assert gateway.calls[1:] == ["edited"]


async def test_a_quick_answer_stops_the_watchdog(monkeypatch: pytest.MonkeyPatch) -> None:
    gateway, reply = slow_reply(monkeypatch, discord.InteractionType.component)
    reply.watch(updates=True)
    await reply.update(notice_screen("now"))
    await asyncio.sleep(0.08)
    assert gateway.calls == ["answered in place"]


async def test_a_refusal_stops_the_watchdog_of_what_it_refuses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gateway, reply = slow_reply(monkeypatch, discord.InteractionType.application_command)
    reply.watch(updates=False)
    assert reply_to(gateway) is reply  # type: ignore[arg-type]
    await reply_to(gateway).private(notice_screen("no"))  # type: ignore[arg-type]
    await asyncio.sleep(0.08)
    assert gateway.calls == ["answered"]


async def test_a_live_edit_waits_for_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    gateway, reply = slow_reply(monkeypatch, discord.InteractionType.component)
    message = await compose(notice_screen("the opponent has moved"), Dressing())
    edit = asyncio.create_task(reply.editor.edit(message))
    await asyncio.sleep(0.02)
    assert gateway.calls == []
    await reply.update(notice_screen("now"))
    await edit
    assert gateway.calls == ["answered in place", "edited"]


async def test_a_live_edit_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    gateway, reply = slow_reply(monkeypatch, discord.InteractionType.component)
    monkeypatch.setattr(module, "ANSWER_SECONDS", 0.02)
    await reply.editor.edit(await compose(notice_screen("late"), Dressing()))
    assert gateway.calls == ["edited"]
