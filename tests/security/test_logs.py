"""No log line holds a secret, in whatever way it got there."""

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.ops.logs import HIDDEN, set_up_logs
from bot.settings import LogFormat, Settings

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.canary-canary-canary-canary-canary12"
WEBHOOK = "https://discord.com/api/v10/webhooks/123456789012345678/aW50ZXJhY3Rpb246canary"
CALLBACK = "https://discord.com/api/v10/interactions/1234/aW50canary/callback"
DATABASE = "postgresql+asyncpg://gin:hunter2canary@db.example.org/gin"


@contextmanager
def logs(kind: LogFormat) -> Iterator[None]:
    """The real set-up, taken back afterwards."""
    root = logging.getLogger()
    before = (root.handlers[:], root.level, logging.getLogger("discord").level)
    root.handlers = []  # so that those of pytest are not closed
    logging.captureWarnings(capture=False)  # another test may have left them captured
    set_up_logs(
        Settings(
            log_format=kind,
            log_level="DEBUG",
            discord_token=TOKEN,
            database_url=DATABASE,
        )
    )
    try:
        yield
    finally:
        logging.captureWarnings(capture=False)
        root.handlers, root.level = before[0], before[1]
        logging.getLogger("discord").setLevel(before[2])


@pytest.mark.parametrize("kind", LogFormat)
def test_secrets_are_hidden_in_messages_arguments_and_tracebacks(
    capsys: pytest.CaptureFixture[str], kind: LogFormat
) -> None:
    with logs(kind):
        log = logging.getLogger("night")
        log.info("starting with %s", TOKEN)
        log.info(f"{WEBHOOK}?wait=true")  # noqa: G004 - also what was formatted before
        log.debug("payload %s", {"token": "abcdefcanary", "n": 1})
        log.warning("connecting to %s", DATABASE)
        log.warning("the password is hunter2canary, alone")
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn(f"{TOKEN} is used twice", UserWarning, stacklevel=1)
        try:
            local = "canary in a local variable"
            raise RuntimeError(f"POST {CALLBACK} failed for {TOKEN} on {DATABASE} {len(local)}")
        except RuntimeError:
            log.exception("a call failed")
    said = capsys.readouterr().err
    assert len(said.splitlines()) >= 6
    assert "Traceback" in said
    assert "canary" not in said
    assert said.count(HIDDEN) >= 7
    assert "UserWarning" in said
    if kind is LogFormat.JSON:
        assert all(line.startswith("{") for line in said.splitlines())


def test_a_line_that_cannot_be_written_says_nothing_at_all(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging, "raiseExceptions", True)
    with logs(LogFormat.JSON):
        logging.getLogger("night").warning("%d wrong", TOKEN)
    assert "canary" not in capsys.readouterr().err


@pytest.mark.parametrize("kind", LogFormat)
def test_the_library_never_logs_payloads(
    capsys: pytest.CaptureFixture[str], kind: LogFormat
) -> None:
    with logs(kind):
        logging.getLogger("discord.http").debug("PATCH with {'content': 'the hand is A♠'}")
        logging.getLogger("discord.gateway").debug("event with token")
    assert capsys.readouterr().err == ""
