"""The collaborators of the match features: messages, panels, threads, pings and replays."""

from dataclasses import dataclass

from bot.match.messages import TableMessages
from bot.match.panels import Panels, PanelUpdates
from bot.match.replay.records import Replays
from bot.match.threads import Threads
from bot.match.turn_pings import TurnPings
from bot.ops.metrics import Metrics


@dataclass(frozen=True, slots=True)
class MatchMessages:
    """The collaborators that show a match in Discord, composed once."""

    tables: TableMessages
    panels: Panels
    updates: PanelUpdates
    threads: Threads
    pings: TurnPings
    replays: Replays
    metrics: Metrics
