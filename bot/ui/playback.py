"""A round of a replay with all of its steps, as a page plays it."""

from dataclasses import dataclass

from engine.game.cards import Card

Hand = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PlayedSide:
    """One hand at a step: the cards, melds first; ``None`` if these eyes do not see them."""

    cards: Hand | None
    melds: tuple[Hand, ...]
    deadwood: int | None
    count: int


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A step. Tuples of two are the upper and the lower player.

    ``move``: what was done, in Discord's markdown; ``mover``: by whom. ``moved``: the card that was
    drawn, taken or discarded. ``verdict``: the coach's grade, with the ``cost`` in points;
    ``better``: what would have been better and why, and the card of it. ``result``: the lines of
    the result, at the end.
    """

    move: str
    mover: int | None
    sides: tuple[PlayedSide, PlayedSide]
    acts: int | None
    stock: int
    discards: Hand
    moved: Card | None
    verdict: str = ""
    cost: float | None = None
    better: str = ""
    better_card: Card | None = None
    result: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundPlayback:
    """A round of a match. ``match``: ``None`` for a record from a file. ``at``: the step shown.

    ``press``: leads to a step by its number. ``names``, ``tones``, ``scores``: of the upper and the
    lower player, the scores before the round.
    """

    match: int | None
    number: int
    at: int
    press: str
    names: tuple[str, str]
    tones: tuple[int, int]
    scores: tuple[int, int]
    steps: tuple[PlayedStep, ...]
