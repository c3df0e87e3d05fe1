"""`gin-bot doctor` against a Discord on loopback: one right set-up and many wrong ones."""

import contextlib
import io
import os
import re
import sqlite3
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp import web

from bot import __version__
from bot.ops import doctor
from bot.ops.doctor.at_discord import INVITED
from bot.ops.exits import Exit
from engine.store import backup
from tests.ports import free_port
from tests.postgres import Server, execute
from tests.service.world import open_world, sqlite_url
from tests.wire.server import GUILD, Discord, running_discord
from tests.worlds.project import ROOT
from tests.worlds.served import served, set_environment

KEY = "ab" * 32
EMBEDDED, MESSAGE_CONTENT = 1 << 17, 1 << 19
RIGHT_PORTAL = {
    "verify_key": KEY,
    "integration_types_config": {"0": {}, "1": {}},
    "description": "Gin rummy",
    "icon": "a",
    "tags": ["cards"],
    "terms_of_service_url": "https://gin.example.org/terms",
    "privacy_policy_url": "https://gin.example.org/privacy",
}


@dataclass
class Report:
    """What the doctor came to."""

    code: int
    lines: list[str]

    def wrong(self) -> list[str]:
        return [one for one in self.lines if one.startswith("✗")]

    def about(self, what: str) -> str:
        [found] = [one for one in self.lines if one[2:].startswith(f"{what}:")]
        return found


async def examined(folder: Path, *flags: str, **settings: str) -> Report:
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out):
        set_environment(patch, folder, **settings)
        code = await doctor._report(directory="--directory" in flags)
    return Report(code, out.getvalue().splitlines())


@pytest.fixture
async def discord(tmp_path: Path) -> AsyncIterator[Discord]:
    """A Discord with this program's commands and a right portal."""
    async with running_discord() as found:
        found.rest.portal = dict(RIGHT_PORTAL)
        found.bot["public_flags"] = 1 << 16
        started = tmp_path / "started"
        started.mkdir()
        port = free_port()
        async with served(started, GIN_DISCORD_API=found.api, GIN_OPS_PORT=str(port)) as gin:
            await gin.until_ready(f"http://127.0.0.1:{port}")
        yield found


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """A database of this release, with a backup."""
    world = await open_world(sqlite_url(tmp_path))
    await world.match()
    await world.service.close()
    (tmp_path / "backups").mkdir()
    await backup.back_up(tmp_path / "gin.db", tmp_path / "backups", datetime.now(UTC))
    for file in tmp_path.glob("gin.db*"):
        os.utime(file, (time.time(),) * 2)  # by the clock of the tests
    return tmp_path / "gin.db"


def of(discord: Discord, **more: str) -> dict[str, str]:
    return {"DISCORD_TOKEN": "x" * 30, "GIN_DISCORD_API": discord.api, **more}


def files(folder: Path) -> dict[str, tuple[int, int]]:
    found = [one for one in folder.rglob("*") if one.is_file() and not one.match("*-shm")]
    return {str(one): (one.stat().st_mtime_ns, one.stat().st_size) for one in found}


def test_the_permissions_are_those_of_the_invitation() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"&permissions=(\d+)", text) == [str(INVITED.value)]


@pytest.mark.slow
async def test_a_right_set_up_changes_nothing_and_finds_nothing(
    tmp_path: Path, discord: Discord, database: Path
) -> None:
    discord.add_guild(GUILD + 1, [])
    discord.rest.portal["flags"] = MESSAGE_CONTENT
    before, requests = files(tmp_path), len(discord.rest.records.all)
    found = await examined(tmp_path, "--directory", **of(discord, GIN_PUBLIC_KEY=KEY.upper()))
    assert found.wrong() == []
    assert found.code == Exit.STOPPED
    assert found.lines[-1] == "Nothing is wrong."
    assert files(tmp_path) == before
    asked = list(discord.rest.records.all)[requests:]
    assert {one.method for one in asked} == {"GET"}
    assert "all seven; servers: 2." in found.about("permissions")
    assert "Message Content can be switched off" in found.about("intents")
    for what in ("settings", "token", "clock", "gateway", "installation", "public key"):
        assert found.about(what).startswith("✔")
    for what in ("commands", "database", "database rights", "backups", "disk", "App Directory"):
        assert found.about(what).startswith("✔")
    assert found.about("public address") == "– public address: GIN_WEB_URL is not set"


@pytest.mark.slow
async def test_it_works_while_the_bot_runs(tmp_path: Path, discord: Discord) -> None:
    async with served(tmp_path, GIN_DISCORD_API=discord.api) as gin:
        await gin.until((tmp_path / "heartbeat").exists)
        found = await examined(tmp_path, **of(discord))
        assert found.wrong() == [], found.lines


WRONG_PORTALS: list[tuple[dict[str, Any], dict[str, str], str]] = [
    ({"verify_key": "cd" * 32}, {"GIN_PUBLIC_KEY": KEY}, "public key: GIN_PUBLIC_KEY is not"),
    ({"integration_types_config": {"1": {}}}, {}, "installation: nobody can add Gin to a server"),
    ({"bot_require_code_grant": True}, {}, "installation: the bot requires an OAuth2 code grant"),
    (
        {"interactions_endpoint_url": "https://gin.example.org/interactions"},
        {},
        "interactions: Discord sends them to https://gin.example.org/interactions and not by",
    ),
    (
        {},
        {"GIN_WEBHOOK_PORT": "1", "GIN_PUBLIC_KEY": KEY},
        "interactions: GIN_WEBHOOK_PORT is set, but Discord has no address",
    ),
    ({"flags": EMBEDDED}, {}, "Activities: they are on in the portal"),
    (
        {},
        {"GIN_ACTIVITIES": "true", "GIN_WEB_PORT": "8500", "GIN_CLIENT_SECRET": "x" * 30},
        "Activities: GIN_ACTIVITIES is true, but they are off in the portal",
    ),
    (
        {"flags": EMBEDDED},
        {"GIN_ACTIVITIES": "true", "GIN_WEB_PORT": "8500", "GIN_CLIENT_SECRET": "x" * 30},
        "public key: GIN_PUBLIC_KEY is not set",
    ),
]


@pytest.mark.slow
async def test_wrong_switches_of_the_portal_are_named(
    tmp_path: Path, discord: Discord, database: Path
) -> None:
    for portal, settings, begin in WRONG_PORTALS:
        discord.rest.portal = {**RIGHT_PORTAL, **portal}
        found = await examined(tmp_path, **of(discord, **settings))
        assert found.code == Exit.UNSOUND
        assert [one for one in found.wrong() if one.startswith(f"✗ {begin}")], found.lines
    discord.rest.portal = {**RIGHT_PORTAL, "privacy_policy_url": None}
    found = await examined(tmp_path, **of(discord))
    assert found.about("App Directory").startswith("– App Directory: to be listed it lacks a link")
    assert found.code == Exit.STOPPED
    found = await examined(tmp_path, "--directory", **of(discord))
    assert found.about("App Directory").startswith("✗ App Directory: to be listed it lacks a link")


@pytest.mark.slow
async def test_wrong_servers_commands_and_clocks_are_named(
    tmp_path: Path, discord: Discord, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    discord.rest.permissions = {
        GUILD: INVITED.value & ~(1 << 15) & ~(1 << 11),
        GUILD + 1: INVITED.value | 8,
    }
    discord.add_guild(GUILD + 1, [])
    discord.rest.commands = discord.rest.commands[1:]
    discord.gateway.starts_left = 0
    slow = SimpleNamespace(time=lambda: time.time() - 90)
    monkeypatch.setattr("bot.ops.doctor.at_discord.time", slow)
    found = await examined(tmp_path, **of(discord))
    lacking = f"✗ permissions: server {GUILD}: Send Messages, Attach Files missing. Give them to"
    assert lacking in "\n".join(found.lines)
    assert f"✗ permissions: server {GUILD + 1}: Gin is Administrator" in "\n".join(found.lines)
    assert found.about("commands").startswith("✗ commands: those at Discord differ (missing: gin")
    assert found.about("clock").startswith("✗ clock: ")
    assert "behind Discord's" in found.about("clock")
    assert found.about("gateway").startswith("✗ gateway: only 0 logins are left for 24 hours")
    assert found.lines[-1] == "5 things are wrong; each line with ✗ says what to do."


@pytest.mark.slow
async def test_a_token_that_discord_refuses_and_a_discord_that_is_not_there(
    tmp_path: Path, discord: Discord, database: Path
) -> None:
    discord.rest.trouble = lambda route, done: (401, {"message": "401: Unauthorized"}, {})
    found = await examined(tmp_path, **of(discord))
    assert found.about("token").startswith("✗ token: Discord does not accept it.")
    assert "x" * 30 not in "\n".join(found.lines)
    settings = of(discord) | {"GIN_DISCORD_API": "http://127.0.0.1:1"}
    found = await examined(tmp_path, **settings)
    assert found.about("token").startswith("✗ token: Discord does not answer at http://127.0.0.1:1")
    assert found.about("database").startswith("✔"), "the rest is looked at all the same"
    found = await examined(tmp_path)
    assert found.about("Discord").startswith("– Discord: there is no token.")
    assert found.code == Exit.STOPPED


@pytest.mark.slow
async def test_wrong_settings_are_named(tmp_path: Path) -> None:
    found = await examined(tmp_path, GIN_WEB_PROT="8500", GIN_PLAYGROUND_PORT="0")
    [line] = found.wrong()
    assert line.startswith("✗ settings: GIN_WEB_PROT in the environment is no setting of Gin")
    assert line.endswith("is GIN_WEB_PORT meant?")
    found = await examined(tmp_path, GIN_OPS_PORT="many")
    assert found.about("settings").startswith("✗ settings: GIN_OPS_PORT: ")
    assert found.about("everything else").startswith("–")
    assert found.code == Exit.UNSOUND


@pytest.mark.slow
async def test_wrong_databases_backups_and_disks_are_named(
    tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quiet = {"GIN_PLAYGROUND_PORT": "0"}
    found = await examined(tmp_path, GIN_BACKUP_HOURS="0", **quiet)
    assert found.about("backups").startswith("– backups: GIN_BACKUP_HOURS is 0")
    for moment, copy in backup.backups(tmp_path / "backups"):
        copy.rename(copy.with_name(f"gin-{moment - timedelta(days=1):%Y%m%d-%H%M%S}.db"))
    found = await examined(tmp_path, **quiet)
    assert re.match(r"✗ backups: the newest in .* is 24 hours old, though", found.about("backups"))
    monkeypatch.setattr("bot.ops.observation.LEAST_FREE", 1 << 80)
    found = await examined(tmp_path, **quiet)
    assert "Make room" in found.about("disk")
    with contextlib.closing(sqlite3.connect(database)) as file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
        file.commit()
    found = await examined(tmp_path, **quiet)
    assert "belongs to a newer release" in found.about("database")
    database.unlink()
    with contextlib.closing(sqlite3.connect(database)) as file:
        file.execute("CREATE TABLE recipes (name)")
        file.commit()
    found = await examined(tmp_path, **quiet)
    assert "belongs to another program (it has a table recipes" in found.about("database")
    database.unlink()
    database.write_bytes(b"no database" * 500)
    found = await examined(tmp_path, **quiet)
    assert "is not an SQLite database" in found.about("database")


@pytest.mark.slow
async def test_ports_and_the_public_address(tmp_path: Path, database: Path) -> None:
    answer: dict[str, object] = {"version": __version__, "protocol": 1}

    async def about(_: web.Request) -> web.Response:
        return web.json_response(answer)

    application = web.Application()
    application.add_routes([web.get("/api/about", about)])
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    settings = {
        "GIN_WEB_PORT": str(port),
        "GIN_WEB_URL": f"http://127.0.0.1:{port}",
        "GIN_CLIENT_SECRET": "x" * 30,
        "GIN_PLAYGROUND_PORT": "0",
    }
    try:
        found = await examined(tmp_path, **settings)
        assert found.about("GIN_WEB_PORT").startswith(
            f"✗ GIN_WEB_PORT: 127.0.0.1 port {port} cannot be used (Address already in use)."
        )
        assert found.about("public address").startswith("– public address: Gin does not run")
        (tmp_path / "heartbeat").touch()
        found = await examined(tmp_path, **settings)
        assert found.about("GIN_WEB_PORT").startswith("✔")
        assert found.about("public address").startswith("✔ public address: Gin answers at")
        answer["version"] = "0.0.1"
        found = await examined(tmp_path, **settings)
        assert found.about("public address").startswith("✗ public address: Gin 0.0.1 answers at")
        answer.clear()
        found = await examined(tmp_path, **settings)
        assert found.about("public address").startswith("✗ public address: another program")
    finally:
        await runner.cleanup()
    found = await examined(tmp_path, **settings)
    assert found.about("public address").startswith(f"✗ public address: http://127.0.0.1:{port} ")


@pytest.mark.slow
@pytest.mark.real_time
async def test_postgresql_servers(tmp_path: Path, url: str, migrated: str, server: Server) -> None:
    for address, schema in ((url, "empty"), (migrated, "schema 00")):
        found = await examined(tmp_path, GIN_DATABASE_URL=address, GIN_PLAYGROUND_PORT="0")
        assert re.match(rf"✔ database: PostgreSQL .*, {schema}", found.about("database"))
        assert found.about("database rights").startswith("✔")
        assert found.about("database TLS").startswith("–")
        assert found.code == Exit.STOPPED
    await execute(migrated, "UPDATE alembic_version SET version_num = '9999'")
    found = await examined(tmp_path, GIN_DATABASE_URL=migrated, GIN_PLAYGROUND_PORT="0")
    assert "belongs to a newer release" in found.about("database")
    wrong = re.sub(r"/\w+\?", "/nothing_here?", url)
    found = await examined(tmp_path, GIN_DATABASE_URL=wrong, GIN_PLAYGROUND_PORT="0")
    assert found.about("database").startswith("✗ database: The database server refuses")
