"""What a replay shows: a record, a place in it, and whose eyes see it."""

from dataclasses import dataclass

from bot.presses.match import Watching
from bot.ui.reader import MatchContext, NamedPlayer
from engine.coach.evaluation import Judgement, RoundEvaluation, WhatIf
from engine.game.replay import Frame, Replay
from engine.game.seats import Side
from engine.game.view import TableView
from engine.service import MatchSetup


@dataclass(frozen=True, slots=True)
class Projector:
    """The model of a replay's screen. ``moving``: the whole round as an animation.

    ``evaluation``: the coach's of this round, if there is one yet. ``what_if``: the coach's answer
    about another choice at this step. ``asks``: whether one can be asked about.
    """

    replay: Replay
    players: tuple[NamedPlayer, ...]
    preset: str
    at: Watching
    moving: bool = False
    evaluation: RoundEvaluation | None = None
    what_if: WhatIf | None = None
    asks: bool = True

    @property
    def frames(self) -> tuple[Frame, ...]:
        """Return the steps of the round at the table."""
        return self.replay.of(self.at.number, self.at.table)

    def board(self, frame: Frame) -> MatchContext:
        """Return the match at a step."""
        setup = MatchSetup(frame.match.rules, self.preset)
        return MatchContext(self.at.id, frame.match, self.players, setup)

    def view(self, frame: Frame) -> TableView:
        """Return the table from the chosen point of view, fully visible after the round."""
        eyes = self.at.eyes
        if eyes is None or eyes not in frame.table.players or frame.table.facts is not None:
            return frame.table
        return frame.seen_from(frame.table.side_of(eyes))

    def sees(self, frame: Frame, side: Side) -> bool:
        """Whether the hand of a side is visible."""
        eyes = self.at.eyes
        open_all = eyes is None or eyes not in frame.table.players
        return open_all or frame.table.facts is not None or frame.table.players[side] is eyes

    def judged(self, step: int) -> Judgement | None:
        """Return the coach's verdict on the move before a step, as far as the eyes may know it."""
        found = self.evaluation
        if found is None or len(found.judged) != len(self.frames):
            return None
        one = found.judged[step]
        return one if one is not None and self.sees(self.frames[step - 1], one.side) else None
