"""A whole round of a replay."""

from typing import Literal

from bot.ui.parts.base import CardOut, IdOut, PanelPart, PartModel, PressOut


class PlayedSide(PartModel):
    """One hand at a step: the cards, melds first; ``None`` if these eyes do not see them."""

    cards: tuple[CardOut, ...] | None
    melds: tuple[tuple[CardOut, ...], ...]
    deadwood: int | None
    count: int


class PlayedStep(PartModel):
    """A step of a round. Pairs, and indexes into them, are the upper and the lower player.

    ``move``: what was done, in Discord's markdown; ``mover``: by whom. ``moved``: the card that was
    drawn, taken or discarded. ``verdict``: the coach's grade, with the ``cost`` in points;
    ``better``: what would have been better and why, and the card of it. ``result``: the lines of
    the result, at the end. ``others``: the actions that could have been done next instead, about
    which ``ask_press`` asks the coach.
    """

    move: str
    mover: int | None
    sides: tuple[PlayedSide, PlayedSide]
    acts: int | None
    stock: int
    discards: tuple[CardOut, ...]
    moved: CardOut | None
    verdict: str = ""
    cost: float | None = None
    better: str = ""
    better_card: CardOut | None = None
    result: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    ask_press: PressOut | None = None


class PlaybackPart(PanelPart):
    """A whole round to play; a step is the press with its number.

    ``match``: of this program; ``None`` for a record from a file. ``at``: the step to begin at.
    ``names``, ``initials``, ``tones``, ``scores``: of the upper and the lower player, the scores
    before the round.
    """

    type: Literal["playback"] = "playback"
    match: IdOut | None
    number: int
    at: int
    press: PressOut
    names: tuple[str, str]
    initials: tuple[str, str]
    tones: tuple[int, int]
    scores: tuple[int, int]
    steps: tuple[PlayedStep, ...]
