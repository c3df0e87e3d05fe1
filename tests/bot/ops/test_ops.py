"""Health, metrics and log lines of a bot that plays."""

import asyncio
import json
import logging
import re
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.ops.http import LATE_SECONDS, LoopLag, Ops, watched
from bot.ops.logs import set_up_logs
from bot.ops.metrics import Drawing, Ended, PressSource
from bot.settings import LogFormat, Settings
from bot.ui.message_queue import FIRST_REST, LONGEST_REST, RetryBackoff
from tests.journeys.people import mover_of
from tests.journeys.world import running_world
from tests.ports import free_port
from tests.waiting import until
from tests.worlds.tables import seated


async def fetched(address: str, page: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"{address}/{page}") as answer:
        return answer.status, await answer.text()


@pytest.mark.slow
async def test_pages_tell_how_play_goes_and_name_nobody(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        for _ in range(4):
            await (await mover_of(people)).take_turn()
        async with watched(world.bot, world.service, "127.0.0.1", free_port()) as address:
            assert await fetched(address, "livez") == (200, "alive\n")
            assert await fetched(address, "readyz") == (200, "ready\n")
            status, text = await fetched(address, "metrics")
        assert status == 200
        families = {one.name: one for one in text_string_to_metric_families(text)}
        [live] = families["gin_live_matches"].samples
        assert live.value == 1
        moves = {s.labels["outcome"]: s.value for s in families["gin_moves"].samples if s.labels}
        assert moves["applied"] >= 4
        assert any(s.value for s in families["gin_board_edits"].samples)
        closed = {"area": set(PressSource), "outcome": {*Ended, *Drawing}}
        for family in families.values():
            for sample in family.samples:
                for label, value in sample.labels.items():
                    known = {"applied"} if "gin_moves" in sample.name else closed.get(label)
                    assert known is None or value in known, sample
                    assert known is not None or label == "le", sample
        assert not re.search(r"(?<!\.)\b\d{15,}", text), "no id of Discord"


async def test_nobody_is_sent_to_a_bot_that_cannot_serve(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        ops = Ops(world.bot, world.service)
        assert await ops.not_ready() == ""
        world.bot._ready.clear()
        assert "not connected" in await ops.not_ready()
        world.bot._ready.set()


async def test_a_damaged_database_is_an_alarm_while_people_play(tmp_path: Path) -> None:
    async with (
        running_world(tmp_path, people=1) as world,
        watched(world.bot, world.service, "127.0.0.1", free_port()) as address,
    ):
        assert "gin_database_damaged 0.0" in (await fetched(address, "metrics"))[1]
        world.service._upkeep.damage = "row 3 missing from index"
        status, text = await fetched(address, "readyz")
        assert status == 200
        assert "row 3 missing" in text
        assert "gin_database_damaged 1.0" in (await fetched(address, "metrics"))[1]


async def test_periodic_work_that_fails_is_counted(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        world.service.failures["upkeep"] += 2
        text = world.bot.parts.messenger.metrics.text().decode()
        assert 'gin_job_failures_total{job="upkeep"} 2.0' in text


async def test_a_blocked_loop_is_noticed(caplog: pytest.LogCaptureFixture) -> None:
    seen: list[float] = []
    lag = LoopLag(seen.append)
    lag.note(0.01)
    lag.note(LATE_SECONDS + 0.1)
    lag.note(0.02)
    assert seen == [0.01, LATE_SECONDS + 0.1, LATE_SECONDS + 0.1]
    assert len([r for r in caplog.records if "blocked" in r.message]) == 1
    task = asyncio.create_task(lag.run())
    await until(lambda: len(seen) == 4)
    task.cancel()


async def test_a_log_line_says_which_press_it_belongs_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = logging.getLogger()
    before = (root.handlers[:], root.level, logging.getLogger("discord").level)
    try:
        async with running_world(tmp_path, people=2) as world:
            people, _ = await seated(world, 3)
            live = (await world.service.running())[0]

            async def broken(*_: object, **__: object) -> None:
                raise RuntimeError("a planted fault")

            monkeypatch.setattr("bot.match.hand.handlers.show_panel", broken)
            root.handlers = []  # so that those of pytest are not closed
            set_up_logs(Settings(log_format=LogFormat.JSON))
            await (await mover_of(people)).press("Pass")
    finally:
        logging.captureWarnings(capture=False)
        root.handlers, root.level = before[0], before[1]
        logging.getLogger("discord").setLevel(before[2])
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines() if line[:1] == "{"]
    [line] = [one for one in lines if "an interaction failed" in one["event"]]
    assert line["match"] == live.id
    assert line["guild"] == live.table.guild
    assert line["interaction"] > live.id
    assert "planted fault" in line["exception"]


def test_a_board_that_fails_rests_longer_each_time() -> None:
    now = [0.0]
    backoff = RetryBackoff(lambda: now[0])
    rests = []
    for _ in range(10):
        backoff.failed(7)
        start = now[0]
        while backoff.is_resting(7):
            now[0] += 5.0
        rests.append(now[0] - start)
    assert rests[:3] == [FIRST_REST, 2 * FIRST_REST, 4 * FIRST_REST]
    assert rests[-1] == LONGEST_REST
    backoff.succeeded(7)
    assert not backoff.is_resting(7)
    assert len(backoff) == 0


def test_an_outage_of_discord_makes_no_board_wait_long() -> None:
    now = [0.0]
    backoff = RetryBackoff(lambda: now[0])
    for _ in range(10):
        backoff.failed(7, outage=True)
        now[0] += FIRST_REST
        assert not backoff.is_resting(7)
