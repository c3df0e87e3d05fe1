"""What the features about a match share: its messages, panels, threads, pings and replays."""

from dataclasses import dataclass

from bot.match.messages import TableMessages
from bot.match.panels import Panels
from bot.match.replay.cache import Replays
from bot.match.threads import Threads
from bot.match.turn_pings.listener import TurnPings
from bot.ops.metrics import Metrics


@dataclass(frozen=True, slots=True)
class MatchChat:
    """A match as it is shown in Discord; made once, where the bot is composed."""

    tables: TableMessages
    panels: Panels
    threads: Threads
    pings: TurnPings
    replays: Replays
    metrics: Metrics
