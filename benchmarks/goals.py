"""What a figure should be at most or at least; a run of benchmarks ends with what it missed."""

from typing import Final

_missed: Final[list[str]] = []
_tried: Final[list[str]] = []


def at_most(figure: str, value: float, goal: float, unit: str = "") -> str:
    """Note a goal and whether it is met; return the goal in words, to stand beside the figure."""
    return _note(figure, value, f"at most {goal:g}{unit}", unit, is_met=value <= goal)


def at_least(figure: str, value: float, goal: float, unit: str = "") -> str:
    """The same for a figure that should be high."""
    return _note(figure, value, f"at least {goal:g}{unit}", unit, is_met=value >= goal)


def _note(figure: str, value: float, goal: str, unit: str, *, is_met: bool) -> str:
    _tried.append(figure)
    if not is_met:
        _missed.append(f"{figure}: {value:.4g}{unit}, the goal is {goal}")
    return f"goal {goal}"


def summary() -> list[str]:
    """Return the last lines of a run."""
    if not _tried:
        return []
    if not _missed:
        return [f"All {len(_tried)} goals are met."]
    return [f"{len(_missed)} of {len(_tried)} goals are missed:", *(f"  {one}" for one in _missed)]
