"""Play: actions, premoves, and the end of a match."""

from engine.service.play.premoves import (
    NudgeCode,
    Nudged,
    NudgeOutcome,
    NudgeRefused,
)

__all__ = [
    "NudgeCode",
    "NudgeOutcome",
    "NudgeRefused",
    "Nudged",
]
