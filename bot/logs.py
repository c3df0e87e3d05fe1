"""Logs without secrets: tokens, interaction URLs and passwords never reach a line."""

import logging
import re
from typing import Final

import structlog

from bot.settings import LogFormat, Settings

_SECRETS: Final = (
    re.compile(r"[MNO][A-Za-z\d_-]{23,27}\.[A-Za-z\d_-]{6,7}\.[A-Za-z\d_-]{27,}"),
    re.compile(r"(?<=/webhooks/)\d+/[^/\s'\"?]+"),
    re.compile(r"(?<=/interactions/)\d+/[^/\s'\"?]+"),
    re.compile(r"(?<=://)[^/\s:@]+:[^/\s@]+(?=@)"),
    re.compile(r"(?<=[\"']token[\"']: [\"'])[^\"']+"),
)
HIDDEN: Final = "[hidden]"


def redacted(text: str) -> str:
    """The text without anything that looks like a secret."""
    for pattern in _SECRETS:
        text = pattern.sub(HIDDEN, text)
    return text


class Redaction(logging.Filter):
    """Cleans every record, arguments and tracebacks included."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = redacted(record.getMessage())
        record.args = None
        if record.exc_info:
            trace = logging.Formatter().formatException(record.exc_info)
            record.exc_text = redacted(trace)
        return True


def set_up_logs(settings: Settings) -> None:
    """One handler for everything; discord.py never logs payloads (it does at DEBUG)."""
    if settings.log_format is LogFormat.JSON:
        renderer: structlog.typing.Processor = structlog.processors.JSONRenderer()
    else:
        renderer = structlog.dev.ConsoleRenderer(colors=False)
    formatter = structlog.stdlib.ProcessorFormatter(
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        foreign_pre_chain=[
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
    )
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    handler.addFilter(Redaction())
    logging.basicConfig(level=settings.log_level.value, handlers=[handler], force=True)
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLogger().level))
