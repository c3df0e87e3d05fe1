"""The container's recipe, run without a container: its ENV, USER, WORKDIR, ENTRYPOINT and health
check, as an ordinary user in folders that this user cannot write, against a Discord on loopback.
"""

import asyncio
import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.bot.process.running import ROOT, answers, started, until
from tests.ports import free_port
from tests.wire.server import running_discord

pytestmark = pytest.mark.slow

GRACE = re.compile(r"stop_grace_period:\s*(\d+)s")


@dataclass
class Recipe:
    """What the last stage of the Dockerfile says."""

    env: dict[str, str] = field(default_factory=dict)
    user: str = "0:0"
    folder: str = "/"
    entry: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)
    copied: list[str] = field(default_factory=list)
    owned: list[str] = field(default_factory=list)
    """Folders that are made for the user."""


def recipe() -> Recipe:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    found = Recipe()
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        word, _, rest = line.partition(" ")
        match word:
            case "FROM":
                found = Recipe()
            case "ENV":
                found.env |= dict(part.split("=", 1) for part in shlex.split(rest))
            case "USER":
                found.user = rest.strip()
            case "WORKDIR":
                found.folder = rest.strip()
            case "ENTRYPOINT":
                found.entry = json.loads(rest)
            case "HEALTHCHECK":
                found.health = json.loads(rest.partition("CMD ")[2])
            case "COPY" if "--from=" not in rest:
                found.copied += rest.split()[:-1]
            case "RUN":
                for command in rest.split("&&"):
                    words = shlex.split(command)
                    if words[:1] == ["install"] and "--directory" in words:
                        assert words[words.index("--owner") + 1] == "gin"
                        found.owned.append(words[-1])
            case _:
                pass
    return found


@dataclass
class Image:
    """The recipe laid out in a folder of this machine."""

    root: Path
    recipe: Recipe
    env: dict[str, str]

    def command(self, words: list[str]) -> list[str]:
        """What the container would start, as its user if there is a way to become it."""
        assert words[0] == "python"
        return [*_as_user(self.recipe.user), sys.executable, *words[1:]]

    @property
    def folder(self) -> Path:
        return self.root / self.recipe.folder.lstrip("/")


def _as_user(user: str) -> list[str]:
    if os.geteuid() != 0:
        return []
    uid, gid = user.split(":")
    become = ["setpriv", "--reuid", uid, "--regid", gid, "--clear-groups", "--no-new-privs"]
    # Here the interpreter may lie in a home folder: reading everything is no right to write.
    if int(_capabilities(), 16) & 1 << 2:
        become += ["--inh-caps", "+dac_read_search", "--ambient-caps", "+dac_read_search"]
    return become


def _capabilities() -> str:
    status = Path("/proc/self/status").read_text()
    found = re.search(r"^CapEff:\s*([0-9a-f]+)$", status, re.MULTILINE)
    assert found is not None
    return found[1]


@pytest.fixture
def image() -> Iterator[Image]:
    found = recipe()
    root = Path(tempfile.mkdtemp(prefix="gin-image-"))
    root.chmod(0o755)
    image = Image(root, found, dict(found.env))
    image.folder.mkdir(parents=True)
    for name in found.copied:
        target, source = image.folder / name, ROOT / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    for name in found.owned:
        mine = root / name.lstrip("/")
        mine.mkdir(mode=0o700)
        if os.geteuid() == 0:
            uid, gid = map(int, found.user.split(":"))
            os.chown(mine, uid, gid)
        image.env = {key: value.replace(name, str(mine)) for key, value in image.env.items()}
    for part in (image.folder, *image.folder.rglob("*")):
        part.chmod(0o555 if part.is_dir() else 0o444)
    image.env["PATH"] = os.environ["PATH"]
    yield image
    for part in (image.folder, *image.folder.rglob("*")):
        with contextlib.suppress(FileNotFoundError):
            part.chmod(0o755)
    shutil.rmtree(root)


async def test_the_image_starts_is_healthy_and_stops(image: Image) -> None:
    port = free_port()
    async with running_discord() as discord:
        env = image.env | {
            "DISCORD_TOKEN": "x" * 30,
            "GIN_DISCORD_API": discord.api,
            "GIN_OPS_PORT": str(port),
        }
        before = sorted(image.folder.rglob("*"))
        async with started(image.command(image.recipe.entry), env, image.folder) as process:
            await until(lambda: answers(f"http://127.0.0.1:{port}/livez"), process)
            await until(lambda: answers(f"http://127.0.0.1:{port}/readyz"), process)
            check = image.command(image.recipe.health)
            async with started(check, env, image.folder) as health:
                assert await health.wait() == 0
            process.send_signal(signal.SIGTERM)
            grace = GRACE.search((ROOT / "compose.yaml").read_text(encoding="utf-8"))
            assert grace is not None
            async with asyncio.timeout(float(grace[1])):
                _, errors = await process.communicate()
        assert process.returncode == 0, errors.decode()
        async with started(check, env, image.folder) as health:
            assert await health.wait() == 1, "nothing runs any more"
    assert sorted(image.folder.rglob("*")) == before, "only the data folder is written to"


@pytest.mark.night
async def test_without_a_token_the_image_says_so_and_is_not_restarted_for_ever(
    image: Image,
) -> None:
    # The image does not hold the playground.
    hidden = "import sys; sys.modules['simcord'] = None"
    hidden += "; from bot.__main__ import main; sys.exit(main([]))"
    command = [*image.command(["python"]), "-c", hidden]
    async with started(command, image.env, image.folder) as process:
        out, errors = await asyncio.wait_for(process.communicate(), 250)
    assert process.returncode == 2, errors.decode()
    assert out == b""
    [sentence] = errors.decode().splitlines()
    assert "DISCORD_TOKEN" in sentence


def test_an_ordinary_user_owns_what_is_written_to() -> None:
    found = recipe()
    assert found.user == "10001:10001"
    assert found.entry == ["python", "-m", "bot"]
    written = {
        value.partition("sqlite:///")[2] or value
        for key, value in found.env.items()
        if key in ("GIN_DATA_DIR", "GIN_DATABASE_URL", "GIN_BACKUP_DIR")
    }
    assert len(written) == 3
    assert all(any(Path(one).is_relative_to(mine) for mine in found.owned) for one in written)
