"""Log redaction: tokens, interaction URLs and passwords never reach a log line."""

import logging
import re
from collections.abc import MutableMapping
from typing import Any, Final

import structlog
from sqlalchemy import make_url

from bot.settings import LogFormat, Settings

_SECRETS: Final = (
    re.compile(r"[MNO][A-Za-z\d_-]{23,27}\.[A-Za-z\d_-]{6,7}\.[A-Za-z\d_-]{27,}"),
    re.compile(r"(?<=/webhooks/)\d+/[^/\s'\"?]+"),
    re.compile(r"(?<=/interactions/)\d+/[^/\s'\"?]+"),
    re.compile(r"(?<=://)[^/\s:@]+:[^/\s@]+(?=@)"),
    re.compile(r"(?<=[\"']token[\"']: [\"'])[^\"']+"),
)
HIDDEN: Final = "[hidden]"
SHORTEST_SECRET: Final = 4
"""The least length of a secret; a shorter one also occurs in ordinary words."""

NEEDLESS: Final = (
    "Guilds intent seems to be disabled",
    "davey is not installed",
    "PyNaCl is not installed",
)
"""The beginnings of the library's warnings about what Gin does without on purpose."""


def redacted(text: str) -> str:
    """Return the text without anything that resembles a secret."""
    for pattern in _SECRETS:
        text = pattern.sub(HIDDEN, text)
    return text


class Redaction:
    """A formatter that redacts whole lines, tracebacks included, before they are written.

    ``known``: secrets of this process, hidden in any form.
    """

    def __init__(self, known: tuple[str, ...] = ()) -> None:
        self._known = known

    def __call__(
        self, logger: object, method: str, event: MutableMapping[str, Any]
    ) -> MutableMapping[str, Any]:
        return {key: self._clean(value) for key, value in event.items()}

    def _clean(self, value: object) -> object:
        if isinstance(value, int | float | None):
            return value
        text = str(value)
        for secret in self._known:
            text = text.replace(secret, HIDDEN)
        return redacted(text)


def known_secrets(settings: Settings) -> tuple[str, ...]:
    """Return the bot's token, the client secret and the database's password, if they are set."""
    found = []
    if settings.discord_token is not None:
        found.append(settings.discord_token.get_secret_value())
    found.append(settings.client_secret.get_secret_value())
    password = make_url(settings.database_url.get_secret_value()).password
    if password:
        found.append(password)
    return tuple(secret for secret in found if len(secret) >= SHORTEST_SECRET)


def set_up_logs(settings: Settings) -> None:
    """Install one handler for all logs; discord.py never logs payloads (except at DEBUG)."""
    if settings.log_format is LogFormat.JSON:
        renderer: structlog.typing.Processor = structlog.processors.JSONRenderer()
    else:
        renderer = structlog.dev.ConsoleRenderer(colors=False)
    formatter = structlog.stdlib.ProcessorFormatter(
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            # Local variables would contain hands and tokens.
            structlog.processors.format_exc_info,
            Redaction(known_secrets(settings)),
            renderer,
        ],
        foreign_pre_chain=[
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
    )
    # A failed log record would be printed with its arguments, without redaction.
    logging.raiseExceptions = False
    # A warning prints a line of source by itself, in no format and without redaction.
    logging.captureWarnings(capture=True)
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    handler.addFilter(lambda record: not str(record.msg).startswith(NEEDLESS))
    logging.basicConfig(level=settings.log_level.value, handlers=[handler], force=True)
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLogger().level))
