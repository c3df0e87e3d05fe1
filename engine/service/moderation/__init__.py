"""Moderation: bans, reports and the audit log."""

from engine.service.moderation.helping import (
    HelpfulPair,
)
from engine.service.moderation.reports import (
    Ban,
    Report,
)

__all__ = [
    "Ban",
    "HelpfulPair",
    "Report",
]
