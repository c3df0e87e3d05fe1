"""Computer opponents. They see what a player in their seat would see and nothing else."""

from engine.players.sensible import Sensible, sensible_action

__all__ = ["Sensible", "sensible_action"]
