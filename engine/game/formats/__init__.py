"""Seating formats: lineups, and how table results add up (rulebook 2.10, 3)."""

from engine.game.formats.base import Format, Lineup, Pair, TableResult
from engine.game.formats.heads_up import HeadsUp
from engine.game.formats.queues import Box, Chouette, Rotation
from engine.game.formats.teams import Captains, Partnership
from engine.game.rules import Rules, TableFormat

__all__ = ["Format", "Lineup", "Pair", "TableResult", "format_of"]

_FORMATS: dict[TableFormat, Format] = {
    TableFormat.TWO: HeadsUp(),
    TableFormat.BOX: Box(),
    TableFormat.CUTTHROAT: Rotation(),
    TableFormat.ROTATION: Rotation(),
    TableFormat.CHOUETTE: Chouette(),
    TableFormat.PARTNERSHIP: Partnership(),
    TableFormat.CAPTAINS: Captains(),
}


def format_of(rules: Rules) -> Format:
    """Return the format that these rules name."""
    return _FORMATS[rules.table_format]
