"""Studies. Texts that people have written are plain."""

from collections.abc import Iterator
from typing import Final, Literal

from bot.ui.parts.base import CardOut, IdOut, PagePart, PartModel, PressOut
from bot.ui.press import Press
from engine.coach.study import StudyTurn

MOVE_LENGTH: Final = 3
"""The letters of a move."""


class StudyStep(PartModel):
    """A node of a study in words, with its note on one line. ``press``: shows it."""

    label: str
    note: str
    press: PressOut


class StudyPart(PagePart):
    """A study at a ``node``, 0 for the start.

    ``by``: whose it is, if not the reader's. ``melds``, ``loose``: the hand in its best layout;
    ``fresh``: the card drawn. ``turn``: what comes next. ``line``: the nodes from the start to this
    one; ``following``: those after it. ``note_press`` with a text changes the note, ``add_press``
    with one of ``moves`` as its text adds that move; ``None`` where the reader may not.
    """

    type: Literal["study"] = "study"
    study: IdOut
    node: int
    title: str
    by: str
    melds: tuple[tuple[CardOut, ...], ...]
    loose: tuple[CardOut, ...]
    fresh: CardOut | None
    deadwood: int
    pile: tuple[CardOut, ...]
    taken: tuple[CardOut, ...]
    turn: StudyTurn
    line: tuple[StudyStep, ...]
    following: tuple[StudyStep, ...]
    note: str
    note_press: PressOut | None
    note_length: int
    moves: tuple[str, ...]
    add_press: PressOut | None

    @property
    def offered(self) -> Iterator[Press]:
        return (one.press for one in (*self.line, *self.following))

    @property
    def forms(self) -> Iterator[tuple[Press, int]]:
        wanted = ((self.note_press, self.note_length), (self.add_press, MOVE_LENGTH))
        return ((press, length) for press, length in wanted if press is not None)
