"""Health, metrics and log lines of a bot that plays."""

import asyncio
import json
import logging
import platform
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Final, get_args

import aiohttp
import pytest
from prometheus_client import generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families

from bot import __version__
from bot.ops.http import LATE_SECONDS, LoopLag, Ops, watched
from bot.ops.logs import set_up_logs
from bot.ops.metrics import Drawing, Ended, PressSource
from bot.ops.observation import Observation
from bot.settings import LogFormat, Settings
from bot.ui.message_queue import FIRST_REST, LONGEST_REST, RetryBackoff
from engine.service import ActOutcome
from tests.journeys.people import mover_of
from tests.journeys.world import running_world
from tests.ports import free_port
from tests.waiting import until
from tests.worlds.tables import seated

JOBS: Final = {
    *(
        "upkeep",
        "workers",
        "deletions",
        "boards-behind",
        "invitations-behind",
        "events-behind",
        "luck",
        "fair-play",
        "hands-behind",
        "daily",
    ),
    *("trainer", "seasons", "season-roles", "duplicates", "panels-behind", "commands"),
}
CLOSED: Final[dict[str, set[str]]] = {
    "area": set(PressSource),
    "outcome": {*Ended, *Drawing, *(one.__name__.lower() for one in get_args(ActOutcome))},
    "change": {"added", "removed"},
    "status": {"2xx", "3xx", "4xx", "5xx", "none"},
    "state": {"connected", "closed", "available", "unavailable"},
    "folder": {"data", "database", "backups"},
    "work": {"read", "commit", *JOBS},
    "version": {__version__},
    "python": {platform.python_version()},
    "database": {"sqlite"},
}


def samples(
    families: Mapping[str, Metric], name: str, ending: str = "", **labels: str
) -> list[float]:
    """The values of a family's samples with these labels."""
    return [
        one.value
        for one in families[name].samples
        if one.name == name + ending and labels.items() <= one.labels.items()
    ]


def metrics_of(observation: Observation) -> dict[str, Metric]:
    """What it exports, by family."""
    text = generate_latest(observation).decode()
    return {one.name: one for one in text_string_to_metric_families(text)}


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
        for sample in (one for family in families.values() for one in family.samples):
            for label, value in sample.labels.items():
                assert label == "le" or value in CLOSED[label], sample
        for work in ("read", "commit"):
            [count] = samples(families, "gin_database_seconds", "_count", work=work)
            assert count > 4
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
        world.service.upkeep.damage = "row 3 missing from index"
        status, text = await fetched(address, "readyz")
        assert status == 200
        assert "row 3 missing" in text
        assert "gin_database_damaged 1.0" in (await fetched(address, "metrics"))[1]


async def test_every_line_is_there_from_the_start(tmp_path: Path) -> None:
    async with (
        running_world(tmp_path, people=1) as world,
        watched(world.bot, world.service, "127.0.0.1", free_port()) as address,
    ):
        _, text = await fetched(address, "metrics")
        families = {one.name: one for one in text_string_to_metric_families(text)}
        presses = samples(families, "gin_presses", "_total")
        assert presses == [0.0] * len(PressSource) * len(Ended)
        assert len(samples(families, "gin_press_seconds", "_count")) == len(PressSource)
        assert samples(families, "gin_moves", "_total") == [0.0] * len(get_args(ActOutcome))
        assert samples(families, "gin_board_edits", "_total") == [0.0] * len(Drawing)
        jobs = {one.labels["work"] for one in families["gin_job_failures"].samples}
        assert jobs == JOBS
        statuses = {one.labels["status"] for one in families["gin_rest_requests"].samples}
        assert statuses == CLOSED["status"]
        assert samples(families, "gin_ready") == [1.0]
        assert samples(families, "gin_guilds", state="available") == [len(world.bot.guilds)]
        assert samples(families, "gin_guilds", state="unavailable") == [0.0]
        assert samples(families, "gin_database_connections_max") == [4.0]
        assert samples(families, "gin_database_connections") == [0.0]
        assert samples(families, "gin_late_timers") == [0.0]
        assert samples(families, "gin_backup_timestamp_seconds") == [0.0]
        assert samples(families, "process_resident_memory_bytes")
        folders = {one.labels["folder"] for one in families["gin_disk_free_bytes"].samples}
        assert folders == CLOSED["folder"]


async def test_a_disk_that_fills_up_warns_before_it_is_full(tmp_path: Path) -> None:
    free = [10 << 30]
    async with running_world(tmp_path, people=1) as world:
        for megabytes, is_warned in ((4000, False), (500, True), (0, True)):
            free[0] = megabytes << 20
            observation = Observation(world.bot, world.service, lambda _: free[0])
            await observation.look(ready=True)
            warned = [one for one in observation.warnings() if "MB are free" in one]
            assert bool(warned) is is_warned
            assert all(one.startswith(f"{megabytes} MB are free at ") for one in warned)
            families = metrics_of(observation)
            assert samples(families, "gin_disk_free_bytes", folder="database") == [free[0]]
            [needed] = samples(families, "gin_disk_needed_bytes", folder="database")
            assert (free[0] < needed) is is_warned


async def test_a_disk_that_fills_up_is_in_the_second_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nearly_full(_: Path) -> SimpleNamespace:
        return SimpleNamespace(free=100 << 20)

    monkeypatch.setattr("bot.ops.observation.shutil.disk_usage", nearly_full)
    async with (
        running_world(tmp_path, people=1) as world,
        watched(world.bot, world.service, "127.0.0.1", free_port()) as address,
    ):
        status, text = await fetched(address, "readyz")
        assert status == 200
        assert re.fullmatch(
            r"ready\n100 MB are free at \S+: make room, there should be 5\d\d MB\n", text
        )


async def test_backups_that_are_late_or_bad_are_warned_of(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        folder = world.bot.settings.backup_dir
        folder.mkdir(exist_ok=True, parents=True)
        now = datetime.fromtimestamp(world.service.now_ms() / 1000, UTC)
        made = now - timedelta(hours=3 * world.bot.settings.backup_hours)
        (folder / f"gin-{made:%Y%m%d-%H%M%S}.db").write_bytes(b"1234567")
        observation = Observation(world.bot, world.service)
        await observation.look(ready=True)
        [late] = observation.warnings()
        assert re.match(r"the newest backup is \d+ hours old", late)
        families = metrics_of(observation)
        assert samples(families, "gin_backup_size_bytes") == [7.0]
        assert samples(families, "gin_backup_timestamp_seconds") == [int(made.timestamp())]
        world.service.upkeep.unrestorable = "gin-1.db: not a database"
        world.service.upkeep.restore_tested = now - timedelta(days=9)
        found = "\n".join(observation.warnings())
        assert "cannot be restored (gin-1.db: not a database)" in found
        assert "no backup was tested for 9 days" in found
        world.service.upkeep.restore_tested = now - timedelta(days=7)
        assert "tested" not in "\n".join(observation.warnings())


async def test_timers_that_do_not_fire_are_counted(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        await seated(world, 3)
        observation = Observation(world.bot, world.service)
        await observation.look(ready=True)
        assert observation.late_timers == 0
        assert await world.service.count_due_timers(1 << 60) > 0


async def test_periodic_work_that_fails_is_counted(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        world.service.failures["upkeep"] += 2
        text = world.bot.parts.messenger.metrics.text().decode()
        assert 'gin_job_failures_total{work="upkeep"} 2.0' in text


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
