"""Computer opponents. They see only the view of a player in their seat."""

from engine.players.levels import Level, choose, level_named
from engine.players.personas import CHARACTERS, Character, TalkMoment, line, pace_ms
from engine.players.workers import Workers

__all__ = [
    "CHARACTERS",
    "Character",
    "Level",
    "TalkMoment",
    "Workers",
    "choose",
    "level_named",
    "line",
    "pace_ms",
]
